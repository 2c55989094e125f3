#include "harness/window_results.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "harness/compare.hpp"
#include "harness/text.hpp"

namespace harness {
namespace {

using worker::Window;

constexpr std::uint64_t word = sizeof(std::uint32_t);

/// A copy that the worker cannot change any more.
std::vector<std::uint32_t> copied(const ArrayFiles& files, std::uint64_t offset,
                                  std::uint64_t bytes) {
  std::vector<std::uint32_t> words(bytes / word);
  if (bytes > 0) std::memcpy(words.data(), files.outputs.data() + offset, bytes);
  return words;
}

std::string value_text(Element element, std::uint32_t bits) {
  return element == Element::u32 ? std::to_string(bits) : exact_text(std::bit_cast<float>(bits));
}

std::string due_text(const ExpectedOutput& expected, std::size_t index) {
  return expected.element == Element::u32
             ? std::to_string(static_cast<std::uint64_t>(expected.values[index]))
             : exact_text(static_cast<float>(expected.values[index]));
}

std::optional<result::Finding> wrong_in(const std::string& name, const ExpectedOutput& expected,
                                        std::uint32_t poison, std::size_t begin,
                                        std::span<const std::uint32_t> words) {
  for (std::size_t k = 0; k < words.size(); ++k) {
    const std::size_t index = begin + k;
    const bool is_due = index < expected.values.size();
    if (is_due ? is_right(expected, index, words[k]) : words[k] == poison) continue;
    result::Finding finding;
    finding.code = result::Verdict::wrong_answer;
    const std::string element =
        expected.length() == 1 ? name : name + "[" + std::to_string(index) + "]";
    if (!is_due)
      finding.message = element + " was written; only the first " +
                        counted(expected.values.size(), "element") + " are due";
    else if (words[k] == poison)
      finding.message = element + " was not written, due is " + due_text(expected, index);
    else
      finding.message = element + " is " + value_text(expected.element, words[k]) + ", due is " +
                        due_text(expected, index);
    return finding;
  }
  return std::nullopt;
}

std::optional<result::Finding> changed_in(const std::string& name, bool is_float, std::size_t begin,
                                          std::span<const std::uint32_t> before,
                                          std::span<const std::uint32_t> after) {
  std::optional<result::Finding> finding = input_damage(name, before, after, is_float);
  if (!finding) return finding;
  const auto at =
      static_cast<std::size_t>(std::ranges::mismatch(before, after).in1 - before.begin());
  const Element element = is_float ? Element::f32 : Element::u32;
  finding->message = name + "[" + std::to_string(begin + at) + "] was " +
                     value_text(element, before[at]) + " before the call and is " +
                     value_text(element, after[at]) + " after it";
  return finding;
}

template <class Compare>
void first_in_windows(const worker::Fetch& fetch, std::uint64_t bytes,
                      std::vector<result::Finding>& findings, Compare compare) {
  for (std::uint32_t k = 0; k < fetch.count; ++k) {
    const Window part = worker::window_at(fetch.places[k], bytes);
    if (std::optional<result::Finding> finding = compare(part)) {
      findings.push_back(std::move(*finding));
      return;
    }
  }
}

void add_guards(const std::string& name, const ArrayFiles& files, std::uint64_t front,
                std::uint64_t behind, Evidence& evidence) {
  if (auto finding = guard_damage(name, copied(files, front, worker::guard_bytes),
                                  copied(files, behind, worker::guard_bytes)))
    evidence.damage.push_back(std::move(*finding));
}

}  // namespace

void add_from_windows(const PreparedCall& call, const worker::Fetch& fetch, const ArrayFiles& files,
                      std::uint64_t workspace_bytes, Evidence& evidence) {
  const worker::Request& request = call.request;
  for (std::uint32_t k = 0; k < request.output_count; ++k) {
    const worker::OutputArray& out = request.outputs[k];
    if (out.is_null != 0) continue;
    const std::string& name = call.function->outputs[k];
    const std::uint64_t data = out.file_offset + worker::guard_bytes;
    if (out.returned == 0) add_guards(name, files, out.file_offset, data + out.bytes, evidence);
    first_in_windows(fetch, out.bytes, evidence.wrong, [&](const Window& part) {
      const std::vector<std::uint32_t> words = copied(files, data + part.offset, part.bytes);
      return wrong_in(name, call.expected[k], out.poison, part.offset / word, words);
    });
  }
  for (std::uint32_t k = 0; k < request.input_count; ++k) {
    const worker::InputArray& in = request.inputs[k];
    const bool is_float = call.function->input_element(k) == Element::f32;
    const std::span before(reinterpret_cast<const std::uint32_t*>(call.problem.inputs[k].data()),
                           call.problem.inputs[k].size());
    first_in_windows(fetch, in.bytes, evidence.damage, [&](const Window& part) {
      const std::vector<std::uint32_t> after =
          copied(files, in.copy_offset + part.offset, part.bytes);
      const std::span was = before.subspan(part.offset / word, after.size());
      return changed_in(call.function->inputs[k], is_float, part.offset / word, was, after);
    });
  }
  if (workspace_bytes > 0)
    add_guards("d_workspace", files, request.workspace_guard_offset,
               request.workspace_guard_offset + worker::guard_bytes, evidence);
}

}  // namespace harness
