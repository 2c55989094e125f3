// Calls of a lab with flags, and with an output that is longer than what is due in it.
#include "harness/call.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <stdexcept>

#include "harness/catch.hpp"

using namespace harness;

namespace {

const std::vector<Function>& functions() {
  static const std::vector<Function> all = {
      {"compact", {"d_flags", "d_in"}, {"d_out", "d_count"}, {Element::u32, Element::f32}}};
  return all;
}

std::vector<ExpectedOutput> reference(const Problem& problem) {
  std::vector<ExpectedOutput> outputs(2);
  for (std::size_t i = 0; i < problem.n; ++i)
    if (std::bit_cast<std::uint32_t>(problem.inputs[0][i]) != 0)
      outputs[0].values.push_back(problem.inputs[1][i]);
  outputs[0].room = problem.n;
  outputs[1].values = {static_cast<double>(outputs[0].values.size())};
  outputs[1].element = Element::u32;
  return outputs;
}

const LabCode lab_code = {&functions, &reference, nullptr, nullptr, nullptr};

/// One call whose outputs the test writes, in place of a worker.
class Played {
 public:
  explicit Played(const Case& asked, std::uint64_t poison_seed = 1)
      : call(prepare_call(asked, 7, lab_code, files)) {
    set_poison(call, poison_seed, files);
    for (std::uint32_t k = 0; k < call.request.output_count; ++k) {
      const worker::OutputArray& out = call.request.outputs[k];
      for (std::size_t at = 0; at < out.bytes; at += 4) put(k, at / 4, out.poison);
    }
    for (std::uint32_t k = 0; k < call.request.input_count; ++k) {
      const worker::InputArray& in = call.request.inputs[k];
      std::memcpy(files.outputs.data() + in.copy_offset, call.problem.inputs[k].data(), in.bytes);
    }
  }

  void put(std::uint32_t output, std::size_t index, std::uint32_t word) {
    const std::size_t at = call.request.outputs[output].file_offset + worker::guard_bytes;
    std::memcpy(files.outputs.data() + at + 4 * index, &word, sizeof word);
  }
  void put(std::uint32_t output, std::size_t index, float value) {
    put(output, index, std::bit_cast<std::uint32_t>(value));
  }
  void put_what_is_due() {
    for (std::size_t k = 0; k < call.expected[0].values.size(); ++k)
      put(0, k, static_cast<float>(call.expected[0].values[k]));
    put(1, 0, static_cast<std::uint32_t>(call.expected[0].values.size()));
  }
  std::vector<result::Finding> wrong() const {
    Evidence evidence;
    CallResults(call, files, 0).add_wrong(evidence);
    return evidence.wrong;
  }
  std::span<const std::uint32_t> flags() const {
    return {reinterpret_cast<const std::uint32_t*>(call.problem.inputs[0].data()), call.problem.n};
  }

  ArrayFiles files;
  PreparedCall call;
};

Case of(std::size_t n, Flags flags) {
  Case c;
  c.n = n;
  c.flags = flags;
  return c;
}

}  // namespace

TEST_CASE("an output has the room that the oracle gives it") {
  const Played played(literal({0, 7, 0, 1}, {10, 20, 30, 40}));
  CHECK(played.call.request.n == 4);
  CHECK(std::ranges::equal(played.flags(), std::vector<std::uint32_t>{0, 7, 0, 1}));
  CHECK(played.call.expected[0].values == std::vector<double>{20, 40});
  CHECK(played.call.request.outputs[0].bytes == 16);
  CHECK(played.call.request.outputs[1].bytes == 4);
}

TEST_CASE("what lies behind the due elements is compared with its poison") {
  Played played(literal({0, 7, 0, 1}, {10, 20, 30, 40}));
  REQUIRE(played.wrong().size() == 2);
  CHECK(played.wrong()[0].message == "d_out was never written");
  CHECK(played.wrong()[1].message == "d_count was never written");
  played.put_what_is_due();
  CHECK(played.wrong().empty());
  played.put(0, 3, 40.0f);
  REQUIRE(played.wrong().size() == 1);
  CHECK(played.wrong()[0].message == "d_out[3] was written; only the first 2 elements are due");
  CHECK(played.wrong()[0].code == result::Verdict::wrong_answer);
}

TEST_CASE("what no call wrote is the same in both, whatever filled it") {
  const Case asked = literal({1, 0, 0}, {5, 6, 7});
  Played one(asked, 1), other(asked, 2);
  one.put_what_is_due();
  other.put_what_is_due();
  const auto same = [&] {
    return CallResults(one.call, one.files, 0)
        .same_outputs(CallResults(other.call, other.files, 0));
  };
  CHECK(one.call.request.outputs[0].poison != other.call.request.outputs[0].poison);
  CHECK(same());
  other.put(0, 2, 7.0f);
  CHECK_FALSE(same());
  one.put(0, 2, 7.0f);
  CHECK(same());
  one.put(0, 0, 4.0f);
  CHECK_FALSE(same());
}

TEST_CASE("a changed flag is damage, with its number") {
  Played played(literal({1, 0, 0x80000000u}, {5, 6, 7}));
  const auto damage = [&] {
    Evidence evidence;
    CallResults(played.call, played.files, 0).add_damage(evidence);
    std::vector<std::string> messages;
    for (const result::Finding& finding : evidence.damage)
      if (finding.code == result::Verdict::input_modified) messages.push_back(finding.message);
    return messages;
  };
  CHECK(damage().empty());
  const std::uint32_t one = 1;
  std::memcpy(played.files.outputs.data() + played.call.request.inputs[0].copy_offset + 8, &one, 4);
  CHECK(damage() ==
        std::vector<std::string>{"d_flags[2] was 2147483648 before the call and is 1 after it"});
}

TEST_CASE("flags follow the case and are named with it") {
  const Played all(of(100, Flags::all)), even(of(100, Flags::even_odds));
  CHECK(std::ranges::count(all.flags(), 1u) == 100);
  CHECK(std::ranges::count(even.flags(), 1u) > 20);
  CHECK(std::ranges::count(even.flags(), 0u) > 20);
  CHECK(case_text(all.call, 3, 1) == "n = 100, block_size = 256, every flag is 1, seed 3");
  CHECK(case_text(even.call, 3, 1) == "n = 100, block_size = 256, seed 3");
}

TEST_CASE("flags that are not as many as the elements are an error of the check") {
  ArrayFiles files;
  CHECK_THROWS_AS(prepare_call(literal({1, 0}, {1, 2, 3}), 1, lab_code, files), std::runtime_error);
}
