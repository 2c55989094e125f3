// The process that runs a submission: takes requests, calls the lab's function, hands back what
// came of it. It judges nothing and knows no expected value.
#include <cuda_runtime.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstring>
#include <exception>

#include "worker/backend.hpp"
#include "worker/binding.hpp"
#include "worker/buffers.hpp"
#include "worker/descriptors.hpp"
#include "worker/profiled_call.hpp"
#include "worker/protocol.hpp"

namespace worker {
namespace {

constexpr std::size_t word_bytes = sizeof(std::uint32_t);

template <std::size_t size>
void set_text(char (&to)[size], const char* text) {
  std::snprintf(to, size, "%s", text);
}

void send_reply(const Reply& reply) {
  std::fflush(stdout);
  if (send(control_descriptor(), &reply, sizeof reply, MSG_NOSIGNAL) != sizeof reply) _exit(0);
}

// The next step of a timed call. A grader that sends anything else has given it up.
Request wait_for(RequestKind kind, std::uint64_t nonce) {
  Request step = {};
  if (recv(control_descriptor(), &step, sizeof step, 0) != sizeof step || step.kind != kind ||
      step.nonce != nonce)
    _exit(0);
  return step;
}

class Server {
 public:
  explicit Server(char* outputs) : outputs_(outputs) {}

  void serve(const Request& request) {
    Reply reply = {};
    reply.nonce = request.nonce;
    backend::set_phase(Phase::in_call);
    backend::begin_call(request);
    Call call = {};
    if ((request.flags & messages_only) != 0) {
      exchange_messages(request, reply);
    } else if (prepare(request, call, reply)) {
      const bool in_steps = (request.flags & timed) != 0;
      if (in_steps) wait_for_go(request);
      const auto begin = std::chrono::steady_clock::now();
      run(request, call, reply);
      const Fetch fetch = in_steps ? wait_for_fetch(request, reply) : Fetch{1, 0, {}};
      backend::set_phase(Phase::copying);
      if (fetch.whole != 0)
        copy_back(request, reply);  // queued kernels run here, on the emulator
      else
        copy_windows_back(request, fetch, reply);
      reply.call_seconds =
          std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
      // What the call left behind runs before the reply, so that its findings count for this call.
      note_error(reply, backend::drain());
    }
    backend::account(request, reply);
    backend::end_call();
    backend::set_phase(Phase::waiting);
    send_reply(reply);
  }

 private:
  bool prepare(const Request& request, Call& call, Reply& reply) {
    call.entry = request.entry;
    call.n = static_cast<std::size_t>(request.n);
    call.block_size = request.block_size;
    reply.kind = ReplyKind::no_memory;
    for (unsigned k = 0; k < request.input_count; ++k) {
      const InputArray& in = request.inputs[k];
      const bool shape_of_device = (request.flags & shape) != 0 && in.on_host == 0;
      if (!shape_of_device && !files_[k].map(inputs_descriptor(), in.file_offset, in.bytes))
        return false;
      call.inputs[k] = files_[k].data();
      if (in.on_host != 0) continue;
      if (!inputs_[k].prepare(in.name, in.bytes, in.shift_bytes, in.element_bytes, guard_word))
        return false;
      call.inputs[k] = inputs_[k].data();
      if (in.bytes > 0 && (request.flags & shape) == 0)
        cudaMemcpy(inputs_[k].data(), files_[k].data(), in.bytes, cudaMemcpyHostToDevice);
      backend::note_input(inputs_[k].data(), in.bytes);
    }
    for (unsigned k = 0; k < request.output_count; ++k) {
      const OutputArray& out = request.outputs[k];
      if (out.is_null != 0) continue;
      if (out.returned != 0) {
        std::memcpy(&returned_[k], &out.poison, sizeof out.poison);
        call.outputs[k] = &returned_[k];
        continue;
      }
      if (!results_[k].prepare(out.name, out.bytes, 0, out.element_bytes, out.poison)) return false;
      call.outputs[k] = results_[k].data();
      backend::note_output(results_[k].data(), out.bytes);
      if (request.watched_output == k + 1 && request.watched_element < out.bytes / word_bytes)
        backend::watch_word(static_cast<const char*>(results_[k].data()) +
                            request.watched_element * word_bytes);
    }
    return prepare_workspace(request, call, reply);
  }

  bool prepare_workspace(const Request& request, Call& call, Reply& reply) {
    try {
      call.workspace_bytes = workspace_bytes(call);
    } catch (const std::exception& e) {
      return threw(reply, e.what());
    } catch (...) {
      return threw(reply, "something that is no std::exception");
    }
    reply.workspace_bytes = call.workspace_bytes;
    workspace_used_ = call.workspace_bytes > 0;
    if (!workspace_used_) return true;
    reply.kind = ReplyKind::no_workspace;
    constexpr std::size_t absurd = std::size_t{1} << 46;  // keeps sizes from wrapping around
    if (call.workspace_bytes > absurd) return false;
    if (!workspace_.prepare("d_workspace", call.workspace_bytes, 0, 4, request.workspace_poison))
      return false;
    call.workspace = workspace_.data();
    return true;
  }

  void run(const Request& request, const Call& call, Reply& reply) {
    cudaGetLastError();  // an earlier call's error is not this one's
    reply.kind = ReplyKind::returned;
    const void* inputs[max_inputs] = {};
    for (unsigned k = 0; k < max_inputs; ++k) inputs[k] = files_[k].data();
    backend::function_begins();
    try {
      if ((request.flags & timed) != 0 && (request.flags & end_to_end) != 0)
        backend::time_end_to_end(request, call, inputs, reply);
      else if ((request.flags & timed) != 0)
        backend::time_call(request, call, reply);
      else
        call_lab(call);
      backend::function_ends();
    } catch (const std::exception& e) {
      threw(reply, e.what());
    } catch (...) {
      threw(reply, "something that is no std::exception");
    }
    reply.pending_error = cudaGetLastError();
    name_error(reply, reply.pending_error);
  }

  // The steps of a timed call without arrays and without the call.
  static void exchange_messages(const Request& request, Reply& reply) {
    wait_for_go(request);
    backend::time_nothing(request);
    wait_for_fetch(request, reply);
    reply.kind = ReplyKind::returned;
  }

  static void wait_for_go(const Request& request) {
    backend::get_ready_to_time();
    Reply armed = {};
    armed.kind = ReplyKind::armed;
    armed.nonce = request.nonce;
    send_reply(armed);
    wait_for(RequestKind::go, request.nonce);
  }

  static Fetch wait_for_fetch(const Request& request, const Reply& so_far) {
    Reply done = {};
    done.kind = ReplyKind::done;
    done.nonce = request.nonce;
    done.times = so_far.times;
    send_reply(done);
    return wait_for(RequestKind::fetch, request.nonce).fetch;
  }

  // Copies in the default stream alone: work that the function did not order before it stays
  // unseen, as it would in a caller's next kernel.
  void copy_back(const Request& request, Reply& reply) {
    if ((request.flags & shape) != 0) return;
    for (unsigned k = 0; k < request.output_count; ++k) {
      const OutputArray& out = request.outputs[k];
      if (out.is_null != 0) continue;
      char* const to = outputs_ + out.file_offset;
      if (out.returned != 0)
        std::memcpy(to + guard_bytes, &returned_[k], sizeof returned_[k]);
      else
        note_error(reply, results_[k].copy_out(to));
    }
    for (unsigned k = 0; k < request.input_count; ++k) {
      const InputArray& in = request.inputs[k];
      if (in.bytes == 0) continue;
      char* const to = outputs_ + in.copy_offset;
      if (in.on_host != 0)
        std::memcpy(to, files_[k].data(), in.bytes);
      else
        note_error(reply, cudaMemcpy(to, inputs_[k].data(), in.bytes, cudaMemcpyDeviceToHost));
    }
    copy_workspace_guards_back(request, reply);
  }

  // As copy_back, of long arrays only what was asked for. The device is at rest.
  void copy_windows_back(const Request& request, const Fetch& fetch, Reply& reply) {
    const unsigned count = fetch.count < max_places ? fetch.count : max_places;
    for (unsigned k = 0; k < request.output_count; ++k) {
      const OutputArray& out = request.outputs[k];
      if (out.is_null != 0) continue;
      char* const to = outputs_ + out.file_offset;
      if (out.returned != 0) {
        std::memcpy(to + guard_bytes, &returned_[k], sizeof returned_[k]);
        continue;
      }
      for (unsigned place = 0; place < count; ++place) {
        const Window part = window_at(fetch.places[place], out.bytes);
        note_error(reply, copy_part(to + guard_bytes, results_[k].data(), part));
      }
      note_error(reply, results_[k].copy_guards_out(to, to + guard_bytes + out.bytes));
    }
    for (unsigned k = 0; k < request.input_count; ++k) {
      const InputArray& in = request.inputs[k];
      for (unsigned place = 0; place < count; ++place) {
        const Window part = window_at(fetch.places[place], in.bytes);
        char* const to = outputs_ + in.copy_offset;
        if (in.on_host == 0)
          note_error(reply, copy_part(to, inputs_[k].data(), part));
        else if (part.bytes > 0)
          std::memcpy(to + part.offset, static_cast<char*>(files_[k].data()) + part.offset,
                      part.bytes);
      }
    }
    copy_workspace_guards_back(request, reply);
  }

  static int copy_part(char* to, const void* from, const Window& part) {
    if (part.bytes == 0) return cudaSuccess;
    return cudaMemcpy(to + part.offset, static_cast<const char*>(from) + part.offset, part.bytes,
                      cudaMemcpyDeviceToHost);
  }

  void copy_workspace_guards_back(const Request& request, Reply& reply) {
    if (!workspace_used_) return;
    char* const to = outputs_ + request.workspace_guard_offset;
    note_error(reply, workspace_.copy_guards_out(to, to + guard_bytes));
  }

  static bool threw(Reply& reply, const char* what) {
    reply.kind = ReplyKind::threw;
    set_text(reply.exception_text, what);
    return false;
  }

  static void name_error(Reply& reply, int error) {
    if (error == cudaSuccess || reply.error_name[0] != '\0') return;
    set_text(reply.error_name, cudaGetErrorName(static_cast<cudaError_t>(error)));
    set_text(reply.error_text, cudaGetErrorString(static_cast<cudaError_t>(error)));
  }

  static void note_error(Reply& reply, int error) {
    if (error == cudaSuccess || reply.copy_error != cudaSuccess) return;
    reply.copy_error = error;
    name_error(reply, error);
  }

  char* outputs_;
  PrivateMapping files_[max_inputs];
  DeviceBuffer inputs_[max_inputs];
  DeviceBuffer results_[max_outputs];
  DeviceBuffer workspace_;
  float returned_[max_outputs] = {};
  bool workspace_used_ = false;
};

int run_worker() {
  // A worker that dies must not take with it what it printed.
  std::setvbuf(stdout, nullptr, _IOLBF, 4096);
  Reply ready = {};
  ready.kind = ReplyKind::ready;
  const bool started = backend::start(ready);
  send_reply(ready);
  if (!started) return 0;

  void* const outputs =
      mmap(nullptr, array_file_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, outputs_descriptor(), 0);
  if (outputs == MAP_FAILED) {
    std::perror("worker: the outputs cannot be mapped");
    return 1;
  }
  close_mapped_descriptors();
  Server server(static_cast<char*>(outputs));
  backend::set_phase(Phase::waiting);
  for (;;) {
    Request request = {};
    if (recv(control_descriptor(), &request, sizeof request, 0) != sizeof request) break;
    if (request.kind == RequestKind::quit) break;
    server.serve(request);
  }
  backend::set_phase(Phase::left);
  return 0;
}

}  // namespace
}  // namespace worker

int main(int argc, char** argv) {
  const char* const folder = worker::profiled_call_folder(argc, argv);
  const int code = folder != nullptr ? worker::make_profiled_call(folder, &worker::run_worker)
                                     : worker::run_worker();
  std::fflush(stdout);
  // Destructors of the submission's static objects are nobody's check.
  _exit(code);
}
