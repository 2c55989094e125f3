#!/usr/bin/env bash
# Times the solutions, CUB, the seeds' kernels, ceilings and other candidates on the GPU of this
# machine: some 30 s of building on 16 cores, 30 s of measuring. README.md says how.
#   TESTS="single_pass_scan"   these programs alone
#   ONLY="copy,CUB,solution"   candidates whose names begin so
#   LOG2N=24                   one length
#   ARCH=sm_86                 for another card than the one that is there
set -euo pipefail
cd "$(dirname "$0")"
programs=$(mktemp -d)
trap 'rm -rf -- "$programs"' EXIT
tests=${TESTS:-single_pass_scan sums min_max compaction multi_block_scan single_pass_candidates}

build() {  # build NAME SOURCE LAB [OPTIONS...]
  local name=$1 source=$2 lab=$3
  shift 3
  [[ " $tests " == *" $name "* ]] || return 0
  nvcc -O3 -std=c++17 -arch="${ARCH:-native}" -I"../../labs/$lab" "$@" "$source" \
    -o "$programs/$name" >"$programs/$name.log" 2>&1 || {
    echo "$name could not be built:" && grep -m 5 error "$programs/$name.log"
  }
}
build single_pass_candidates single_pass_scan.cu 08_single_pass_scan -DCANDIDATES &
build single_pass_scan single_pass_scan.cu 08_single_pass_scan &
build multi_block_scan multi_block_scan.cu 05_multi_block_scan &
build compaction compaction.cu 07_stream_compaction &
build sums reductions.cu 03_float4_reduction -DSUM &
build min_max reductions.cu 06_min_max -DMIN_MAX &
wait

nvidia-smi --query-gpu=name,driver_version,clocks.max.sm,clocks.max.mem --format=csv,noheader || true
nvcc --version | sed -n 's/.*release/CUDA/p'
for name in $tests; do
  [[ -x $programs/$name ]] || continue
  # A candidate that waits for ever ends here.
  timeout "${LIMIT:-60}" "$programs/$name" || echo "$name: exit code $?"
done
