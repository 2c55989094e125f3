#include "harness/profile_command.hpp"

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

#include "harness/bench_document.hpp"
#include "harness/data.hpp"
#include "harness/gpu_choice.hpp"
#include "harness/interrupt.hpp"
#include "harness/limits.hpp"
#include "harness/session.hpp"
#include "harness/text.hpp"
#include "toolchain/submission.hpp"
#include "worker/profiled_call.hpp"

namespace harness {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using result::ExitCode;
using result::Verdict;

double processor_limit(std::size_t n) {
  return 30 + 2e-5 * static_cast<double>(n) * machine_factor();
}

Json traffic_json(const worker::GlobalTraffic& traffic) {
  return {{"requests", traffic.requests}, {"sectors", traffic.sectors}};
}

Json traffic_json(const worker::SharedTraffic& traffic) {
  return {{"requests", traffic.requests},
          {"wavefronts", traffic.wavefronts},
          {"bank_conflicts", traffic.conflicts()}};
}

void write_bytes(const fs::path& file, std::uint64_t offset, const void* data, std::size_t bytes) {
  std::fstream stream(file, std::ios::binary | std::ios::in | std::ios::out);
  stream.seekp(static_cast<std::streamoff>(offset));
  stream.write(static_cast<const char*>(data), static_cast<std::streamsize>(bytes));
  stream.close();
  if (!stream) throw std::runtime_error(file.string() + " could not be written: is the disk full?");
}

void make_file(const fs::path& file) {
  if (!std::ofstream(file)) throw std::runtime_error(file.string() + " could not be made");
}

std::string fault_text(const CallOutcome& outcome) {
  if (outcome.end != End::replied) return "the emulated call did not return";
  if (outcome.reply.kind == worker::ReplyKind::threw) return "the emulated call threw";
  return "the emulated call failed";
}

/// Counts the call on the emulator. Sets "counted", or "not_counted" to a sentence.
void count(const ProfileRequest& asked, const fs::path& program, PreparedCall& call,
           ArrayFiles& files, Json& document) {
  Session session(program, files.inputs_file);
  session.begin_check(processor_limit(asked.n));
  const CallOutcome outcome =
      session.call(call, {worker::checked | worker::counted, asked.seed, asked.seed, 1});
  session.end_check();
  if (outcome.end == End::replied && outcome.reply.kind == worker::ReplyKind::returned)
    document["counted"] = to_json(outcome.reply.counters);
  else
    document["not_counted"] = fault_text(outcome);
}

/// The submission on the emulator, and what can be said of it there.
int emulate(const Manifest& manifest, const ProfileRequest& asked, PreparedCall& call,
            ArrayFiles& files, Json& document) {
  if (asked.n > most_counted_elements) {
    document["not_counted"] =
        "the emulator counts calls of at most " + with_commas(most_counted_elements) + " elements";
    return 0;
  }
  const toolchain::TemporaryDirectory directory;
  const toolchain::Build build = toolchain::build_worker(
      asked.submission, manifest.lab, toolchain::Backend::emulator, directory.path());
  if (build.ok) {
    count(asked, build.program, call, files, document);
    return 0;
  }
  if (build.verdict == Verdict::unsupported) {
    document["not_counted"] = "the emulator cannot run this file: " + build.output;
    return 0;
  }
  std::cerr << result::name(build.verdict) << '\n' << build.output << '\n';
  return static_cast<int>(result::exit_code(build.verdict));
}

/// Builds for the GPU and puts program and call into the folder. Sets "program", or "not_profiled"
/// to a sentence.
int prepare_for_gpu(const Manifest& manifest, const ProfileRequest& asked, const PreparedCall& call,
                    const ArrayFiles& files, Json& document) {
  const GpuChoice choice = choose_gpu(asked.device);
  if (choice.exit_code == ExitCode::usage) {
    std::cerr << choice.problem << '\n';
    return static_cast<int>(ExitCode::usage);
  }
  if (!choice.gpu) {
    document["not_profiled"] = choice.problem;
    return 0;
  }
  toolchain::Layout layout = toolchain::Layout::configured();
  if (layout.capability == 0) layout.capability = choice.gpu->capability;
  const toolchain::TemporaryDirectory directory;
  const toolchain::Build build = toolchain::build_worker(
      asked.submission, manifest.lab, toolchain::Backend::cuda, directory.path(), layout);
  if (!build.ok) {
    std::cerr << result::name(build.verdict) << '\n' << build.output << '\n';
    return static_cast<int>(result::exit_code(build.verdict));
  }
  fs::copy_file(build.program, asked.folder / profiled_program);
  write_profiled_call(asked.folder, call, files);
  document["program"] = profiled_program;
  document["gpu"] = choice.gpu->name;
  // choose_gpu() has set it for programs that are started from here.
  if (const char* const visible = std::getenv("CUDA_VISIBLE_DEVICES"))
    document["visible_devices"] = visible;
  return 0;
}

}  // namespace

void write_profiled_call(const fs::path& folder, const PreparedCall& call,
                         const ArrayFiles& files) {
  worker::Request request = call.request;
  request.kind = worker::RequestKind::call;
  request.flags = 0;
  request.processor_seconds = 0;  // a profiler repeats kernels as often as it has to
  const fs::path request_file = folder / worker::profiled_request_file;
  make_file(request_file);
  write_bytes(request_file, 0, &request, sizeof request);
  const fs::path inputs = folder / worker::profiled_inputs_file;
  make_file(inputs);
  for (std::uint32_t k = 0; k < request.input_count; ++k) {
    const worker::InputArray& in = request.inputs[k];
    write_bytes(inputs, in.file_offset, files.inputs.data() + in.file_offset, in.bytes);
  }
}

Json to_json(const worker::Counters& counters) {
  return {{"launches", counters.launches},
          {"global_loads", traffic_json(counters.loads)},
          {"global_stores", traffic_json(counters.stores)},
          {"polls", counters.polls},
          {"shared_loads", traffic_json(counters.shared_loads)},
          {"shared_stores", traffic_json(counters.shared_stores)},
          {"global_atomic_operations", counters.global_atomics.lanes},
          {"shared_atomic_operations", counters.shared_atomics.lanes}};
}

int profile_command(const Manifest& manifest, const LabCode& code, const ProfileRequest& request) {
  const Function& function = code.functions().front();
  Case asked;
  asked.n = request.n;
  asked.block_size = request.block_size;
  if (code.timing().looks_for_extremes && asked.n >= 2) {
    asked.data = Data::extremes;
    asked.lowest_at = (asked.n - 1) / 2;
    asked.highest_at = asked.n - 1;
  }
  ArrayFiles files;
  PreparedCall call = prepare_call(asked, mix(request.seed, asked.n), code, files);
  set_poison(call, request.seed, files);
  Json document = {{"schema_version", bench_schema_version},
                   {"lab", manifest.lab},
                   {"title", manifest.title},
                   {"function", function.name},
                   {"n", request.n},
                   {"block_size", function.takes_block_size ? request.block_size : 0}};
  // The GPU's part first: from then on workers see the chosen one alone.
  int code_of_exit = prepare_for_gpu(manifest, request, call, files, document);
  if (code_of_exit == 0) code_of_exit = emulate(manifest, request, call, files, document);
  if (interrupt::requested()) return static_cast<int>(ExitCode::interrupted);
  if (code_of_exit == 0) write_bench_file(request.folder / profile_file, document);
  return code_of_exit;
}

}  // namespace harness
