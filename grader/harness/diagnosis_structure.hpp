// What the outputs of a lab are made of. Labs do not say: their oracle is asked about a small input
// that leaves no doubt.
#pragma once

#include <cstddef>
#include <vector>

#include "harness/grader.hpp"

namespace harness {

enum class OutputKind {
  unknown,
  sum,        ///< One element: the sum of the input.
  scan,       ///< As long as the input: the exclusive scan of each segment.
  tile_sums,  ///< The sum of each segment.
  minimum,    ///< One element.
  maximum,
  kept,        ///< The elements whose flags are not 0, in their order.
  kept_count,  ///< How many these are.
};

struct OutputStructure {
  OutputKind kind = OutputKind::unknown;
  /// Of `scan` and `tile_sums`: a segment is this many blocks' threads long; 0: all is one segment.
  std::size_t threads_of_block_in_segment = 0;

  /// Elements of a segment in a call of n elements; at least 1.
  std::size_t segment(std::size_t n, int block_size) const;
};

/// One for each output of the function `entry`.
std::vector<OutputStructure> output_structures(const LabCode& code, unsigned entry);

/// The first element of the input that goes into element `index` of an output, and the one behind
/// the last. Of kinds that add: sum, scan, tile_sums.
struct TermRange {
  std::size_t begin = 0, end = 0;
};
TermRange terms_of(const OutputStructure& structure, std::size_t index, std::size_t n,
                   int block_size);

}  // namespace harness
