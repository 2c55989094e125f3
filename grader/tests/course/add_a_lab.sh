#!/usr/bin/env bash
# A lab is three folders: adds a tiny one to a temporary copy of the course, touches nothing else, and
# grades its starter, its solution and a wrong answer.
#   add_a_lab.sh SOURCE_DIR CXX_COMPILER
set -euo pipefail
source_dir=$1 compiler=$2
here=$(dirname "$(readlink -f "$0")")
copy=$(mktemp -d "${TMPDIR:-/tmp}/add-a-lab.XXXXXX")
trap 'rm -rf -- "$copy"' EXIT

mkdir "$copy/course"
cd "$source_dir"
cp -r -- CMakeLists.txt labs starter solutions grader "$copy/course"
cp -r -- "$here/tiny_lab/." "$copy/course"
cd "$copy/course"

fail() {
  printf 'add_a_lab: %s\n' "$1" >&2
  exit 1
}

configure() {
  cmake -S . -B "$copy/build" -G Ninja -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_BUILD_TYPE=Debug \
    -DCMAKE_CXX_FLAGS_DEBUG=-O0 -DSUM_TO_SCAN_CUDA=OFF >"$copy/configure.log" 2>&1
}

# A missing file stops the configuration with a sentence that names it.
mv labs/42_negate/binding.cpp "$copy/binding.cpp"
if configure; then fail "a lab without binding.cpp was accepted"; fi
tr -s ' \n' ' ' <"$copy/configure.log" | grep -q 'labs/42_negate/binding.cpp' ||
  fail "the missing file is not named: $(cat "$copy/configure.log")"
mv "$copy/binding.cpp" labs/42_negate/binding.cpp

configure || fail "$(cat "$copy/configure.log")"
cmake --build "$copy/build" --target grade_42_negate >"$copy/build.log" 2>&1 ||
  fail "$(tail -n 40 "$copy/build.log")"

expect() {  # expect EXIT_CODE SUBMISSION
  local code=0
  "$copy/build/bin/grade_42_negate" --submission "$2" >"$copy/grade.log" 2>&1 || code=$?
  [[ $code -eq $1 ]] || fail "$2: exit code $code, expected $1: $(cat "$copy/grade.log")"
  printf '%s: exit code %s\n' "$2" "$code"
}

expect 1 starter/42_negate/negate.cu
expect 0 solutions/42_negate/negate.cu
sed 's/-d_in\[/d_in[/' solutions/42_negate/negate.cu >"$copy/wrong.cu"
cmp -s solutions/42_negate/negate.cu "$copy/wrong.cu" && fail "the wrong answer is the right one"
expect 4 "$copy/wrong.cu"
