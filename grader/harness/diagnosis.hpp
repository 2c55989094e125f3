// Why an output is wrong: the shape of the error, who wrote the first wrong element, the smallest
// length that fails. The submission is called again for that, in workers of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "harness/diagnosis_shapes.hpp"
#include "harness/session.hpp"
#include "harness/source_map.hpp"
#include "result/result.hpp"

namespace harness {

/// Outputs of a call, by output; empty ones are not known.
using EarlierOutputs = std::vector<std::vector<std::uint32_t>>;
/// The call before in the same worker.
struct EarlierCall {
  Case asked;
  std::uint64_t data_seed = 0;
  EarlierOutputs outputs;
};

/// The parts of a wrong answer that are known without calling again. `output` counts in the
/// function's outputs. The result points into its arguments.
WrongOutput wrong_output(const PreparedCall& call, const CallResults& results, std::size_t output,
                         const OutputStructure& structure, std::optional<std::uint64_t> launches,
                         const EarlierOutputs& before);

/// The same case with other data of the same length, and with another length.
Case with_other_data(const Case& asked);
Case with_length(const Case& asked, std::size_t n);
/// Lengths below `n` at which programs begin to fail, rising: around powers of two and blocks.
std::vector<std::size_t> lengths_to_try(std::size_t n, int block_size);

class Diagnosis {
 public:
  /// The call that was wrong.
  struct Subject {
    std::uint64_t data_seed = 0;  ///< prepare_call's
    Session::How how;
    double budget = 0;  ///< What may be spent at most, in elements of emulated calls.
    std::optional<EarlierCall> before;  ///< Nothing where it was the first of its worker.
  };
  /// The worker of `session` is replaced; what was prepared in its files is lost.
  Diagnosis(const LabCode& code, Session& session, SourceMap& sources, Subject subject);

  /// Adds what it finds out to the findings of wrong outputs, the first of which is looked at most
  /// closely. What it spends does not depend on the machine. `call` is not valid afterwards, but
  /// for its case.
  void explain(const PreparedCall& call, const CallResults& results, std::uint64_t launches,
               std::vector<result::Finding>& findings);
  double spent() const;  ///< Of the budget.

 private:
  /// One more call, in a worker of its own.
  struct Trial {
    PreparedCall call;
    std::optional<CallResults> results;  ///< Where it returned.
    worker::Reply reply;
    std::vector<result::Finding> wrong;
    bool failed() const { return !results || !wrong.empty(); }
  };
  std::unique_ptr<Trial> attempt(const Case& asked, std::uint64_t data_seed, Session::How how,
                                 const result::Difference* watched = nullptr);
  /// In the worker that runs.
  std::unique_ptr<Trial> attempt_next(const Case& asked, std::uint64_t data_seed, Session::How how,
                                      const result::Difference* watched = nullptr);
  bool is_left_over();
  bool affords(std::size_t n) const;

  std::optional<std::size_t> index_of(const result::Finding& finding) const;
  std::optional<NamedShape> shape_in(const Trial& trial, std::size_t output) const;
  void repeat(result::Finding& finding, const std::optional<NamedShape>& shape, std::size_t output);
  bool confirmed(const NamedShape& shape, std::size_t output);
  void try_other_orders(result::Finding& finding, std::size_t output);
  void find_smallest(result::Finding& finding, std::size_t output);
  void tell_writer(result::Finding& finding, const worker::Writer& writer);

  const LabCode& code_;
  Session& session_;
  SourceMap& sources_;
  Subject subject_;
  Case asked_;
  std::vector<OutputStructure> structures_;
  const Function* function_ = nullptr;
  double left_;  // of the budget
  bool gave_up_ = false;
  bool right_alone_ = false;                // wrong only behind other calls of the same worker,
  bool left_over_ = false;                  // and that is proven to come of these
  std::vector<std::uint32_t> first_words_;  // of the output, as the first call in a worker
};

}  // namespace harness
