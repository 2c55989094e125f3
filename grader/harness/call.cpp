#include "harness/call.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <stdexcept>

#include "harness/data.hpp"
#include "harness/text.hpp"

namespace harness {
namespace {

constexpr std::uint64_t page = 4096;
constexpr std::uint64_t input_region = worker::array_file_bytes / worker::max_inputs;
constexpr std::uint64_t word = sizeof(std::uint32_t);
constexpr std::uint64_t guard_words = worker::guard_bytes / word;
constexpr std::uint8_t wiped = 0xEE;

bool is_on_host(const std::string& name) { return name.starts_with("h_"); }

bool has_flags(const Function& function) {
  return std::ranges::find(function.input_elements, Element::u32) != function.input_elements.end();
}

const char* flags_text(Flags flags) {
  switch (flags) {
    case Flags::even_odds:
    case Flags::literal:
      return "";
    case Flags::any_value:
      return ", flags of any value";
    case Flags::all:
      return ", every flag is 1";
    case Flags::none:
      return ", every flag is 0";
    case Flags::alternating:
      return ", flags 1, 0, 1, 0 and so on";
    case Flags::sparse:
      return ", one flag in 100 is 1";
    case Flags::dense:
      return ", one flag in 100 is 0";
  }
  return "";
}

template <std::size_t size>
void set_name(char (&to)[size], const std::string& name) {
  std::snprintf(to, size, "%s", name.c_str());
}

// Hands out parts of the outputs file, each from a page on.
class Layout {
 public:
  std::uint64_t take(std::uint64_t bytes) {
    const std::uint64_t at = used_;
    used_ += (bytes + page - 1) / page * page;
    if (used_ > worker::array_file_bytes)
      throw std::runtime_error("the arrays of this case do not fit into the shared memory");
    return at;
  }

 private:
  std::uint64_t used_ = 0;
};

void lay_out_inputs(PreparedCall& call, Layout& layout) {
  worker::Request& request = call.request;
  const std::uint64_t bytes = std::uint64_t{call.asked.n} * word;
  request.input_count = static_cast<std::uint32_t>(call.function->inputs.size());
  for (std::uint32_t k = 0; k < request.input_count; ++k) {
    worker::InputArray& in = request.inputs[k];
    const bool on_host = is_on_host(call.function->inputs[k]);
    set_name(in.name, call.function->inputs[k]);
    in.bytes = bytes;
    in.element_bytes = word;
    in.on_host = on_host ? 1 : 0;
    in.shift_bytes = !on_host && k == 0 ? call.asked.shift_floats * word : 0;
    // Host memory ends with its page, and the worker maps nothing behind it.
    const std::uint64_t to_page_end = (page - bytes % page) % page;
    in.file_offset = k * input_region + (on_host ? to_page_end : 0);
    if (bytes + page > input_region)
      throw std::runtime_error("the inputs of this case do not fit into the shared memory");
    in.copy_offset = layout.take(bytes);
  }
}

void fill_inputs(PreparedCall& call, std::uint64_t seed, ArrayFiles& files) {
  const Case& asked = call.asked;
  for (std::uint32_t k = 0; k < call.request.input_count; ++k) {
    std::byte* const at = files.inputs.data() + call.request.inputs[k].file_offset;
    const std::span<float> floats(reinterpret_cast<float*>(at), asked.n);
    const std::uint64_t own_seed = mix(seed, k);
    if (call.function->input_element(k) == Element::u32) {
      const std::span<std::uint32_t> flags(reinterpret_cast<std::uint32_t*>(at), asked.n);
      if (asked.flags == Flags::literal)
        std::copy(asked.literal_flags.begin(), asked.literal_flags.end(), flags.begin());
      else
        fill_flags(flags, asked.flags, own_seed);
    } else if (asked.data == Data::literal)
      std::copy(asked.literal.begin(), asked.literal.end(), floats.begin());
    else
      fill(floats, asked.data, own_seed);
    if (asked.data == Data::extremes) put_extremes(floats, asked.lowest_at, asked.highest_at);
    call.problem.inputs.emplace_back(floats);
  }
  call.problem.exact =
      call.problem.inputs.empty() || is_exact(asked.data, call.problem.inputs.back());
}

void lay_out_outputs(PreparedCall& call, const std::vector<std::size_t>& lengths, Layout& layout) {
  worker::Request& request = call.request;
  request.output_count = static_cast<std::uint32_t>(call.function->outputs.size());
  for (std::uint32_t k = 0; k < request.output_count; ++k) {
    worker::OutputArray& out = request.outputs[k];
    set_name(out.name, call.function->outputs[k]);
    out.bytes = lengths[k] * word;
    out.element_bytes = word;
    out.is_null = (call.asked.null_outputs >> k & 1u) != 0 ? 1 : 0;
    out.returned = call.function->outputs[k] == "return" ? 1 : 0;
    out.file_offset = layout.take(out.bytes + 2 * worker::guard_bytes);
  }
  request.workspace_guard_offset = layout.take(2 * worker::guard_bytes);
}

// NaN shows what is added to and never set; large numbers of both signs show what a comparison with
// NaN hides.
std::uint32_t poison_word(std::uint64_t seed, unsigned turn) {
  const auto low = static_cast<std::uint32_t>(seed & 0xFFFFu) | 1u;
  switch (turn % 3) {
    case 0:
      return 0x7FA00000u | low;  // signalling NaN
    case 1:
      return 0xCB800000u | low;  // about -2^24
    default:
      return 0x4B800000u | low;  // about 2^24
  }
}

std::vector<std::uint32_t> copied(const ArrayFiles& files, std::uint64_t offset,
                                  std::uint64_t bytes) {
  // Built from the range: filling it first would touch the memory of a long array twice.
  const auto* const begin = reinterpret_cast<const std::uint32_t*>(files.outputs.data() + offset);
  return {begin, begin + bytes / word};
}

// The function, the numbers of the request and the problem without its inputs.
PreparedCall begin_call(const Case& asked, const LabCode& code) {
  const std::vector<Function>& functions = code.functions();
  if (asked.entry >= functions.size())
    throw std::runtime_error("the case asks for a function that the lab does not have");
  PreparedCall call;
  call.asked = asked;
  if (asked.data == Data::literal) call.asked.n = asked.literal.size();
  if (asked.flags == Flags::literal && asked.literal_flags.size() != call.asked.n)
    throw std::runtime_error("the case has flags for another number of elements");
  if (asked.data == Data::extremes && (std::max(asked.lowest_at, asked.highest_at) >= asked.n ||
                                       asked.lowest_at == asked.highest_at))
    throw std::runtime_error("the case has no two places for its extremes");
  call.function = &functions[asked.entry];
  if (call.function->inputs.size() > worker::max_inputs ||
      call.function->outputs.size() > worker::max_outputs)
    throw std::runtime_error(call.function->name + " has more arrays than the worker knows");
  call.problem.n = call.asked.n;
  call.problem.block_size = asked.block_size;
  call.problem.entry = asked.entry;
  call.request.kind = worker::RequestKind::call;
  call.request.entry = asked.entry;
  call.request.n = call.asked.n;
  call.request.block_size = asked.block_size;
  return call;
}

}  // namespace

PreparedCall prepare_call(const Case& asked, std::uint64_t seed, const LabCode& code,
                          ArrayFiles& files) {
  PreparedCall call = begin_call(asked, code);
  call.data_seed = seed;
  Layout layout;
  lay_out_inputs(call, layout);
  fill_inputs(call, seed, files);
  call.expected = code.reference(call.problem);
  if (call.expected.size() != call.function->outputs.size())
    throw std::runtime_error("the oracle of " + call.function->name + " gives " +
                             counted(call.expected.size(), "output") + ", the function has " +
                             std::to_string(call.function->outputs.size()));
  for (const ExpectedOutput& expected : call.expected)
    if (expected.bound.size() > 1 && expected.bound.size() != expected.values.size())
      throw std::runtime_error("the oracle of " + call.function->name +
                               " gives bounds for another number of elements");
  std::vector<std::size_t> lengths;
  for (const ExpectedOutput& expected : call.expected) lengths.push_back(expected.length());
  lay_out_outputs(call, lengths, layout);
  return call;
}

void renew_inputs(PreparedCall& call, std::uint64_t seed, ArrayFiles& files) {
  call.data_seed = seed;
  call.problem.inputs.clear();
  fill_inputs(call, seed, files);
}

PreparedCall prepare_shape_call(const Case& asked, const LabCode& code, OutputLengths lengths) {
  PreparedCall call = begin_call(asked, code);
  const std::vector<std::size_t> outputs = lengths(call.asked.n, asked.block_size);
  if (outputs.size() != call.function->outputs.size())
    throw std::runtime_error("the check gives lengths for another number of outputs");
  Layout layout;
  lay_out_inputs(call, layout);
  lay_out_outputs(call, outputs, layout);
  return call;
}

void set_poison(PreparedCall& call, std::uint64_t seed, ArrayFiles& files) {
  const auto turn = static_cast<unsigned>(seed % 3);
  worker::Request& request = call.request;
  for (std::uint32_t k = 0; k < request.output_count; ++k)
    request.outputs[k].poison = poison_word(mix(seed, k), turn + k);
  request.workspace_poison = poison_word(mix(seed, worker::max_outputs), turn + 1);
  if ((request.flags & (worker::shape | worker::timed)) == 0)
    wipe_outputs(call, {.whole = 1, .count = 0, .places = {}}, files);
}

void wipe_outputs(const PreparedCall& call, const worker::Fetch& fetch, ArrayFiles& files) {
  const worker::Request& request = call.request;
  const auto wipe = [&](std::uint64_t offset, std::uint64_t bytes) {
    std::memset(files.outputs.data() + offset, wiped, bytes);
  };
  const auto wipe_array = [&](std::uint64_t offset, std::uint64_t bytes) {
    if (fetch.whole != 0) wipe(offset, bytes);
    for (std::uint32_t k = 0; fetch.whole == 0 && k < fetch.count; ++k) {
      const worker::Window part = worker::window_at(fetch.places[k], bytes);
      wipe(offset + part.offset, part.bytes);
    }
  };
  for (std::uint32_t k = 0; k < request.output_count; ++k) {
    const worker::OutputArray& out = request.outputs[k];
    wipe(out.file_offset, worker::guard_bytes);
    wipe_array(out.file_offset + worker::guard_bytes, out.bytes);
    wipe(out.file_offset + worker::guard_bytes + out.bytes, worker::guard_bytes);
  }
  for (std::uint32_t k = 0; k < request.input_count; ++k)
    wipe_array(request.inputs[k].copy_offset, request.inputs[k].bytes);
}

CallResults::CallResults(const PreparedCall& call, const ArrayFiles& files,
                         std::uint64_t workspace_bytes)
    : call_(&call) {
  const worker::Request& request = call.request;
  for (std::uint32_t k = 0; k < request.output_count; ++k) {
    const worker::OutputArray& out = request.outputs[k];
    poisons_.push_back(out.poison);
    words_.push_back(out.is_null != 0
                         ? std::vector<std::uint32_t>()
                         : copied(files, out.file_offset, out.bytes + 2 * worker::guard_bytes));
  }
  for (std::uint32_t k = 0; k < request.input_count; ++k) {
    const worker::InputArray& in = request.inputs[k];
    const bool unchanged =
        in.bytes == 0 || std::memcmp(files.outputs.data() + in.copy_offset,
                                     call.problem.inputs[k].data(), in.bytes) == 0;
    inputs_.push_back(unchanged ? std::vector<std::uint32_t>()
                                : copied(files, in.copy_offset, in.bytes));
  }
  if (workspace_bytes > 0)
    workspace_guards_ = copied(files, request.workspace_guard_offset, 2 * worker::guard_bytes);
}

Output CallResults::output(std::size_t k) const {
  Output output;
  output.name = call_->function->outputs[k];
  const std::span<const std::uint32_t> all(words_[k]);
  if (!all.empty()) output.words = all.subspan(guard_words, all.size() - 2 * guard_words);
  output.poison = poisons_[k];
  if (!call_->problem.inputs.empty() && call_->function->input_element(0) == Element::f32)
    output.same_index = call_->problem.inputs[0];
  return output;
}

void CallResults::add_damage(Evidence& evidence) const {
  const auto add = [&](std::optional<result::Finding> finding) {
    if (finding) evidence.damage.push_back(std::move(*finding));
  };
  for (std::size_t k = 0; k < words_.size(); ++k) {
    if (!has(k) || call_->request.outputs[k].returned != 0) continue;
    const std::span<const std::uint32_t> all(words_[k]);
    add(guard_damage(call_->function->outputs[k], all.first(guard_words), all.last(guard_words)));
  }
  const std::span<const std::uint32_t> workspace(workspace_guards_);
  if (!workspace.empty())
    add(guard_damage("d_workspace", workspace.first(guard_words), workspace.last(guard_words)));
  for (std::size_t k = 0; k < inputs_.size(); ++k) {
    const auto* const before =
        reinterpret_cast<const std::uint32_t*>(call_->problem.inputs[k].data());
    add(input_damage(call_->function->inputs[k], {before, inputs_[k].size()}, inputs_[k],
                     call_->function->input_element(k) == Element::f32));
  }
}

void CallResults::add_wrong(Evidence& evidence) const {
  for (std::size_t k = 0; k < words_.size(); ++k) {
    if (!has(k)) continue;
    if (auto finding = wrong_answer(output(k), call_->expected[k]))
      evidence.wrong.push_back(std::move(*finding));
  }
}

bool CallResults::same_outputs(const CallResults& other) const {
  for (std::size_t k = 0; k < words_.size(); ++k) {
    const Output a = output(k), b = other.output(k);
    // What neither call wrote holds the poison of each.
    const auto same = [&](std::uint32_t x, std::uint32_t y) {
      return x == y || (x == a.poison && y == b.poison);
    };
    if (!std::ranges::equal(a.words, b.words, same)) return false;
  }
  return true;
}

std::optional<bool> CallResults::all_untouched() const {
  std::optional<bool> all;
  for (std::size_t k = 0; k < words_.size(); ++k) {
    if (!has(k) || call_->request.outputs[k].returned != 0 || output(k).words.empty()) continue;
    all = all.value_or(true) && untouched(output(k));
  }
  return all;
}

std::string case_text(const PreparedCall& call, std::uint64_t run_seed, std::size_t functions) {
  const Case& asked = call.asked;
  std::string text;
  if (functions > 1) text = call.function->name + ": ";
  text += "n = " + std::to_string(asked.n);
  if (call.function->takes_block_size) text += ", block_size = " + std::to_string(asked.block_size);
  if (asked.shift_floats > 0) text += ", d_in shifted by " + counted(asked.shift_floats, "float");
  for (std::size_t k = 0; k < call.function->outputs.size(); ++k)
    if ((asked.null_outputs >> k & 1u) != 0) text += ", " + call.function->outputs[k] + " null";
  if (asked.data == Data::one_huge) text += ", one element is 2^20";
  if (asked.data == Data::infinity) text += ", one element is infinite";
  if (asked.data == Data::infinities) text += ", two elements are infinite";
  if (asked.data == Data::positive) text += ", all elements positive";
  if (asked.data == Data::negative) text += ", all elements negative";
  if (asked.data == Data::extremes)
    text += ", the smallest is element " + std::to_string(asked.lowest_at) +
            ", the largest element " + std::to_string(asked.highest_at);
  if (has_flags(*call.function)) text += flags_text(asked.flags);
  return text + ", seed " + std::to_string(run_seed);
}

}  // namespace harness
