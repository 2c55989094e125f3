#include "tests/harness/fake_worker.hpp"

#include <signal.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>

#include "worker/address_space.hpp"
#include "worker/protocol.hpp"
#include "worker/report_page.hpp"

namespace {

using namespace worker;

char* mapped(int file, std::size_t bytes, int flags) {
  return static_cast<char*>(mmap(nullptr, bytes, PROT_READ | PROT_WRITE, flags, file, 0));
}

double peak_bytes_per_second = 4e12;

void send_reply(Reply reply) {
  std::snprintf(reply.device, sizeof reply.device, "a fake");
  reply.l2_bytes = 1 << 20;
  reply.peak_bytes_per_second = peak_bytes_per_second;
  send(control_fd, &reply, sizeof reply, MSG_NOSIGNAL);
}

void reply_with(ReplyKind kind) {
  Reply reply = {};
  reply.kind = kind;
  send_reply(reply);
}

// What the misbehaviours of tests about wrong sums make of a right one.
float spoilt(float sum, std::string_view how, const float* values, std::uint64_t n) {
  static int calls = 0;
  static float before = 0;
  ++calls;
  if (how == "drops the tail")
    for (std::uint64_t k = n / 32 * 32; k < n; ++k) sum -= values[k];
  if (how == "wrong from 77 elements on" && n >= 77) sum += 1;
  if (how == "wrong at the second call" && calls == 2) sum += 1;
  if (how == "wrong at the fifth call" && calls == 5) sum += 1;
  if (how == "adds to the sum of before") sum = before += sum;
  if (how == "remembers its first sum") sum = before = calls == 1 ? sum : before;
  if (how == "twice the worked example's sum") sum += values[0] == 3 && values[1] == 1 ? sum : 1;
  return sum;
}

// The lab of the tests: d_sum = sum of d_in.
void answer(const Request& request, std::string_view how, char* inputs, char* outputs) {
  const InputArray& in = request.inputs[0];
  const OutputArray& out = request.outputs[0];
  const auto* const values = reinterpret_cast<const float*>(inputs + in.file_offset);
  float sum = 0;
  for (std::uint64_t k = 0; k < request.n; ++k) sum += values[k];
  static const std::uint32_t first_poison = out.poison;
  if (how.ends_with("wrong")) sum += 1;
  sum = spoilt(sum, how, values, request.n);
  // Adding 0 or -0 is right either way; the bits of 0 show which of the two it was.
  if (how == "reads nothing written, and it shows" && request.n == 0 && out.poison != first_poison)
    sum = -0.0f;
  const auto words = static_cast<std::size_t>((out.bytes + 2 * guard_bytes) / 4);
  auto* const to = reinterpret_cast<std::uint32_t*>(outputs + out.file_offset);
  for (std::size_t k = 0; k < words; ++k) to[k] = guard_word;
  if (how == "untouched")
    std::memcpy(to + guard_bytes / 4, &out.poison, 4);
  else
    std::memcpy(to + guard_bytes / 4, &sum, 4);
  if (how == "overrun") to[words - guard_bytes / 4] = 0;
  std::memcpy(outputs + in.copy_offset, values, in.bytes);
  if (how == "changes input" && in.bytes > 0) outputs[in.copy_offset] ^= 1;
}

[[noreturn]] void orphan() {
  setsid();
  for (;;) pause();
}

void misbehave(std::string_view how, int call) {
  if (how == "exit0") _exit(0);
  if (how == "exits at the second call" && call == 2) _exit(0);
  if (how == "segv") raise(SIGSEGV);
  if (how == "busy")
    for (volatile bool on = true; on;) {
    }
  if (how == "sleeps")
    for (;;) pause();
  if (how == "closes") {
    for (int fd = 3; fd < 64; ++fd) close(fd);
    for (;;) pause();
  }
  if (how == "garbage") send(control_fd, "rubbish", 7, MSG_NOSIGNAL);
  if (how == "prints")
    for (int k = 0; k < 100000; ++k) std::puts("hello from the submission");
  if (how == "forks" && fork() == 0) orphan();
  if (how == "leaves a group member" && fork() == 0)
    for (;;) pause();
}

void find(ReportPage& page, const char* code, const std::string& message) {
  ReportedFinding& finding = page.findings[page.finding_count++];
  std::snprintf(finding.code, sizeof finding.code, "%s", code);
  std::snprintf(finding.message, sizeof finding.message, "%s", message.c_str());
}

void report_findings(ReportPage& page, std::string_view how, int call) {
  if (how == "finds") find(page, "data_race", "call " + std::to_string(call) + " races");
  if (how.starts_with("reads nothing written"))
    find(page, "uninitialized_read", "reads partial[3], which nothing has written");
  if (how == "reads nothing written, then leaves its array" && call > 1)
    find(page, "out_of_bounds", "leaves its array");
  if (how == "sees everything")
    for (const char* code : {"data_race", "uninitialized_read", "deadlock", "out_of_bounds"})
      find(page, code, code);
  if (how == "sees what a shape cannot show")
    for (const char* code : {"data_race", "uninitialized_read", "deadlock", "stream_order"})
      find(page, code, code);
}

void rely_on_start_order(ReportPage& page, const Request& request, std::string_view how) {
  const std::uint32_t by_index = request.flags & blocks_in_order;
  if ((request.flags & (reversed | shuffled)) == 0 || by_index != 0) return;
  if (how == "waits unless blocks start in order")
    for (;;) pause();
  if (how != "deadlocks unless blocks start in order") return;
  page.departure = Departure::deadlock;
  _exit(100);
}

Reply reply_to(const Request& request, std::string_view how, int call) {
  Reply reply = {};
  const bool calls = (request.flags & messages_only) == 0;
  reply.kind = calls && how == "no memory" ? ReplyKind::no_memory : ReplyKind::returned;
  reply.nonce = how == "guesses the nonce" ? 1 : request.nonce;
  reply.tally.kernel_accesses = how == "reads nothing" ? 0 : request.n;
  reply.tally.bytes_seen_by_host = how == "copies all to the host" ? 4 * request.n : 0;
  reply.launches = how == "untouched" || how == "launches nothing" ? 0 : 1;
  if (how == "reads nothing written, and launches more" && call > 1) reply.launches = 2;
  if (how == "leaks") reply.live_bytes = 100 + 1024u * static_cast<unsigned>(call);
  if (how == "keeps what its first call made") reply.live_bytes = 1024;
  reply.newest_allocation = 1031;
  reply.unasked_launches = how == "asks for no error" ? 1 : 0;
  if ((request.flags & counted) != 0) {
    reply.counters.launches = reply.counters.blocks = static_cast<std::uint64_t>(call);
    reply.counters.most_global_atomics_of_a_block = 3;
    reply.counters.loads.words = 4 * request.n;
  }
  return reply;
}

// What the events of a timed call say; the n of the tests' timed calls is 1000.
Times times_of(const Request& request, std::string_view how) {
  static int timed_calls = 0;
  ++timed_calls;
  const bool is_held = (request.flags & held) != 0;
  Times times = {1.0, is_held ? 1u : 0u, 0, 0};
  if (how == "is faster than memory") times.kernel_ms = 0.002;
  if (how == "hides its work") times.kernel_ms = 0.01;
  if (how == "is noisy") times.kernel_ms = 1 + timed_calls % 2;
  if (how == "works ahead of its stream" && !is_held) times.kernel_ms = 2;
  if (how == "waits for the device") times.held = 0;
  if (how == "says no number") times.kernel_ms = std::nan("");
  if ((request.flags & end_to_end) != 0) times = {0, 0, 20, 10};
  return times;
}

// Armed, go, done, fetch. False where the grader has given it up.
bool take_steps(const Request& request, std::string_view how) {
  Reply reply = {};
  reply.nonce = request.nonce;
  reply.kind = how == "is done before it is armed" ? ReplyKind::done : ReplyKind::armed;
  send_reply(reply);
  reply.kind = ReplyKind::done;
  if (how == "is done before the word") send_reply(reply);
  Request step = {};
  if (recv(control_fd, &step, sizeof step, 0) != sizeof step || step.kind != RequestKind::go)
    return false;
  if (how == "has slow messages") usleep(2000);
  const bool calls = (request.flags & messages_only) == 0;
  if (how == "dies when nothing is called" && !calls) raise(SIGKILL);
  const bool is_slow = calls && (how == "hides its work" || how == "waits for the device");
  if (is_slow && (how == "hides its work" || (request.flags & held) != 0)) usleep(5000);
  if (how == "dies when it is timed") raise(SIGKILL);
  if (calls) reply.times = times_of(request, how);
  send_reply(reply);
  return recv(control_fd, &step, sizeof step, 0) == sizeof step && step.kind == RequestKind::fetch;
}

[[noreturn]] void work(std::string_view how) {
  if (how == "spins before main")
    for (volatile bool on = true; on;) {
    }
  if (how == "never ready")
    for (;;) pause();
  if (how == "not ready but gone") _exit(9);
  if (how == "no address space") _exit(exit_without_memory);
  if (how == "no device") {
    reply_with(ReplyKind::no_device);
    _exit(0);
  }
  if (how == "unasked") reply_with(ReplyKind::returned);
  if (how == "is faster than memory") peak_bytes_per_second = 1e9;  // 0.004 ms for 1000 floats
  signal(SIGSEGV, SIG_DFL);
  char* const inputs = mapped(inputs_fd, array_file_bytes, MAP_PRIVATE | MAP_NORESERVE);
  char* const outputs = mapped(outputs_fd, array_file_bytes, MAP_SHARED);
  auto* const page =
      reinterpret_cast<ReportPage*>(mapped(report_fd, report_page_bytes, MAP_SHARED));
  if (how == "writes inputs") {
    // Neither the file nor its size can be changed from here.
    const bool sealed = write(inputs_fd, "x", 1) < 0 && ftruncate(inputs_fd, 0) != 0 &&
                        ftruncate(outputs_fd, 0) != 0 &&
                        mmap(nullptr, 4096, PROT_WRITE, MAP_SHARED, inputs_fd, 0) == MAP_FAILED;
    if (!sealed) _exit(1);
  }
  reply_with(ReplyKind::ready);
  Request request = {};
  for (int call = 1; recv(control_fd, &request, sizeof request, 0) == sizeof request; ++call) {
    misbehave(how, call);
    report_findings(*page, how, call);
    rely_on_start_order(*page, request, how);
    const bool calls = (request.flags & messages_only) == 0;
    const bool has_steps = (request.flags & timed) != 0 && !(calls && how == "no memory");
    if (has_steps && !take_steps(request, how)) break;
    if (calls && (request.flags & shape) == 0) answer(request, how, inputs, outputs);
    std::fflush(stdout);
    send_reply(reply_to(request, how, call));
  }
  _exit(0);
}

__attribute__((constructor)) void become_a_worker() {
  const char* const how = std::getenv("FAKE_WORKER");
  if (how != nullptr) work(how);
}

}  // namespace
