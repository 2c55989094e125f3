#include "harness/options.hpp"

#include <charconv>
#include <fstream>
#include <limits>
#include <string_view>

#include "harness/gpu_choice.hpp"

namespace harness {
namespace {

constexpr int largest_block = 1024;
constexpr int largest_repeat = 1'000'000;

// Takes "--name VALUE" and "--name=VALUE" off a command line.
class Arguments {
 public:
  Arguments(int argc, const char* const* argv) : arguments_(argv + (argc > 0), argv + argc) {}

  bool next() {
    if (at_ >= arguments_.size()) return false;
    current_ = arguments_[at_++];
    const std::size_t equals = current_.find('=');
    const bool joined = current_.starts_with("--") && equals != std::string::npos;
    name_ = joined ? current_.substr(0, equals) : current_;
    joined_value_ = joined ? std::optional(current_.substr(equals + 1)) : std::nullopt;
    return true;
  }
  const std::string& current() const { return current_; }
  const std::string& name() const { return name_; }

  /// The value of the current option; sets `error` where there is none.
  std::string value(std::string& error) {
    if (joined_value_) return *joined_value_;
    if (at_ < arguments_.size()) return arguments_[at_++];
    error = name_ + " needs a value.";
    return {};
  }

 private:
  std::vector<std::string> arguments_;
  std::size_t at_ = 0;
  std::string current_, name_;
  std::optional<std::string> joined_value_;
};

template <class Number>
std::optional<Number> whole_number(const std::string& text) {
  Number value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// n, block and repeat arrive one by one; each may be missing.
struct RunArguments {
  std::optional<std::string> n, block, repeat;
  bool any() const { return n || block || repeat; }
};

std::optional<RunSize> run_size(const RunArguments& given, std::string& error) {
  RunSize size;
  if (!given.n) {
    error = "--block and --repeat belong to a run: give --n as well.";
    return std::nullopt;
  }
  const auto n = whole_number<std::uint64_t>(*given.n);
  if (!n) {
    error = "--n is '" + *given.n + "': it must be a whole number of elements, 0 or more.";
    return std::nullopt;
  }
  size.n = *n;
  if (given.block) {
    const auto block = whole_number<int>(*given.block);
    if (!block || *block < 1 || *block > largest_block) {
      error = "--block is '" + *given.block + "': a block has 1 to 1024 threads.";
      return std::nullopt;
    }
    size.block_size = *block;
  }
  if (given.repeat) {
    const auto repeat = whole_number<int>(*given.repeat);
    if (!repeat || *repeat < 1 || *repeat > largest_repeat) {
      error = "--repeat is '" + *given.repeat + "': it must be a whole number from 1 to 1000000.";
      return std::nullopt;
    }
    size.repeat = *repeat;
  }
  return size;
}

bool is_one_of(std::string_view text, std::initializer_list<std::string_view> words) {
  for (const std::string_view word : words)
    if (text == word) return true;
  return false;
}

void note_catch_option(Options& options, const std::string& name) {
  if (is_one_of(name, {"-l", "--list-tests", "-t", "--list-tags", "--list-reporters",
                       "--list-listeners", "--list-test-names-only", "--libidentify"}))
    options.lists = true;
  if (is_one_of(name, {"-r", "--reporter"})) options.has_reporter = true;
  if (is_one_of(name, {"-o", "--out"})) options.has_output = true;
  if (name == "--order") options.has_order = true;
}

}  // namespace

Options parse_options(int argc, const char* const* argv) {
  Options options;
  RunArguments run;
  std::optional<std::string> device;
  bool for_a_gpu = false;
  Arguments arguments(argc, argv);
  while (options.error.empty() && arguments.next()) {
    const std::string name = arguments.name();
    if (name == "--submission") {
      options.submission = arguments.value(options.error);
      if (options.submission.empty() && options.error.empty())
        options.error = "--submission names no file.";
    } else if (name == "--result") {
      options.result = arguments.value(options.error);
    } else if (name == "--seed") {
      const std::string text = arguments.value(options.error);
      const auto seed = whole_number<std::uint64_t>(text);
      if (seed) options.seed = *seed;
      if (!seed && options.error.empty())
        options.error = "--seed is '" + text + "': it must be a whole number, 0 or more.";
    } else if (name == "--backend") {
      const std::string text = arguments.value(options.error);
      if (text == "auto")
        options.backend = BackendChoice::automatic;
      else if (text == "emulator")
        options.backend = BackendChoice::emulator;
      else if (text == "cuda")
        options.backend = BackendChoice::cuda;
      else if (options.error.empty())
        options.error = "--backend is '" + text + "': it must be auto, emulator or cuda.";
    } else if (name == "--device") {
      device = arguments.value(options.error);
      options.names_device = true;
    } else if (name == "--n") {
      run.n = arguments.value(options.error);
    } else if (name == "--block") {
      run.block = arguments.value(options.error);
    } else if (name == "--repeat") {
      run.repeat = arguments.value(options.error);
    } else if (name == "--bench" || name == "--profile") {
      (name == "--bench" ? options.bench : options.profile) = arguments.value(options.error);
      for_a_gpu = true;
    } else if (name == "--no-times") {
      options.times = false;
    } else if (name == "--progress-fd") {
      const std::string text = arguments.value(options.error);
      options.progress_fd = whole_number<int>(text).value_or(-1);
      if (options.progress_fd < 0 && options.error.empty())
        options.error = "--progress-fd is '" + text + "': it must be an open descriptor's number.";
    } else if (is_one_of(name, {"-h", "--help", "-?", "?"})) {
      options.help = true;
    } else if (name == "--version") {
      options.version = true;
    } else {
      note_catch_option(options, name.substr(0, name.find_first_of("=:")));
      options.for_catch.push_back(arguments.current());
    }
  }
  if (options.error.empty() && run.any()) options.run = run_size(run, options.error);
  if (options.error.empty() && !options.times && (for_a_gpu || run.any()))
    options.error =
        "--no-times belongs to grading: a run, a benchmark or a profile is there to time.";
  if (options.error.empty()) options.device = wanted_device(device, options.error);
  const bool on_a_gpu = for_a_gpu || options.backend == BackendChoice::cuda ||
                        (options.backend == BackendChoice::automatic && options.run);
  if (options.error.empty() && device && !on_a_gpu)
    options.error = "--device belongs to a GPU: give --backend cuda as well.";
  return options;
}

std::string usage(const std::string& program) {
  return "usage: " + program +
         " [options] [Catch2's options and filters]\n"
         "\n"
         "Builds a submission, runs the lab's checks on it and says what it earns.\n"
         "\n"
         "  --submission FILE           the .cu file to grade (default: the starter's file)\n"
         "  --result FILE               write the result there as JSON\n"
         "  --seed S                    seed of inputs and thread orders (default 1)\n"
         "  --backend auto|emulator|cuda\n"
         "                              auto: checks on the emulator, a run on the GPU if there is "
         "one\n"
         "  --device K                  which GPU (default: 0, or SUM_TO_SCAN_DEVICE)\n"
         "  --n N --block B --repeat R  one check and its timing instead of the lab's checks\n"
         "  --bench PLAN --result FILE  times of several programs, as lab bench plans them\n"
         "  --profile FOLDER --n N --block B\n"
         "                              one call made ready for a profiler, and counted\n"
         "  --no-times                  grade, and measure no times\n"
         "  --progress-fd FD            write a line \"done total name\" there after each check\n"
         "  --version\n"
         "\n"
         "Filters choose checks by name or tag, for example \"[task2]\". Exit codes: 0 pass, "
         "1 not done,\n2 wrong use, 3 does not compile, 4 wrong answer, 5 unsafe, 6 crash, "
         "7 time limit, 8 policy,\n9 unsupported, 10 no device, 11 the grader's own fault, "
         "130 interrupted.\n";
}

std::optional<std::string> too_large(std::uint64_t n, std::uint64_t available) {
  // Input and output here, in the worker and between the two; the oracle's values and bounds in
  // double; the CPU programs' outputs.
  constexpr std::uint64_t bytes_per_element = 60;
  constexpr std::uint64_t fixed = std::uint64_t{256} << 20;
  const std::uint64_t room = available > fixed ? available - fixed : 0;
  const std::uint64_t most = room / bytes_per_element;
  if (n <= most) return std::nullopt;
  return "--n is " + std::to_string(n) + ": the memory that is free here holds a run of at most " +
         std::to_string(most) + " elements.";
}

std::uint64_t available_memory() {
  std::ifstream info("/proc/meminfo");
  for (std::string word; info >> word;) {
    std::uint64_t kib = 0;
    if (word == "MemAvailable:" && info >> kib) return kib * 1024;
  }
  return std::numeric_limits<std::uint64_t>::max() / 2;
}

}  // namespace harness
