#!/usr/bin/env bash
# Which GPU a grader works on, and what it says where it cannot: the probe is made up here, so that
# no GPU is needed.
#   gpu_choice.sh GRADER SUBMISSION HAS_TOOLKIT
set -euo pipefail
grader=$1 submission=$2 has_toolkit=$3
here=$(mktemp -d "${TMPDIR:-/tmp}/gpu-choice.XXXXXX")
trap 'rm -rf -- "$here"' EXIT
unset SUM_TO_SCAN_DEVICE SUM_TO_SCAN_CUDA_ARCH CUDA_VISIBLE_DEVICES

fail() {
  printf 'gpu_choice: %s\n' "$1" >&2
  cat "$here/said" >&2
  exit 1
}

# probe TEXT: the driver says this from now on.
probe() {
  printf '#!/bin/sh\ncat <<"END"\n%s\nEND\n' "$1" >"$here/probe"
  chmod +x "$here/probe"
  export SUM_TO_SCAN_GPU_PROBE=$here/probe
}

# expect CODE WORDS OPTIONS...: the grader leaves with this code and says these words.
expect() {
  local code=$1 words=$2 got=0
  shift 2
  "$grader" --submission "$submission" "$@" >"$here/said" 2>&1 || got=$?
  [ "$got" -eq "$code" ] || fail "exit code $got instead of $code: $*"
  tr -s ' \n' ' ' <"$here/said" | grep -qF -- "$words" || fail "it does not say \"$words\": $*"
}

probe 'no_library libcuda.so.1: cannot open shared object file'
none='no driver for it'
[ ! -e /dev/nvidia0 ] || none="the driver's library cannot be loaded"
expect 10 "$none" --backend cuda
expect 10 "$none" --backend cuda --device 1
expect 10 "$none" --n 100 --device 0
expect 0 'Result' --n 100 # the emulator serves
SUM_TO_SCAN_DEVICE=0 expect 0 'Result' --n 100

[ "$has_toolkit" = 1 ] || { echo 'without a toolkit the rest cannot be shown'; exit 0; }

probe $'driver 99000\ngpu 0 90 GPU-a First card\ngpu 1 75 GPU-b Second card'
expect 2 '2 GPUs here, 0 to 1' --backend cuda --device 2
expect 2 '2 GPUs here, 0 to 1' --n 100 --device 7
SUM_TO_SCAN_DEVICE=2 expect 2 '2 GPUs here, 0 to 1' --backend cuda
SUM_TO_SCAN_CUDA_ARCH=100 expect 10 \
  'built for sm_100 (SUM_TO_SCAN_CUDA_ARCH asks for it), and the First card (compute capability 9.0)' \
  --backend cuda
SUM_TO_SCAN_CUDA_ARCH=90 expect 10 'the Second card (compute capability 7.5)' --backend cuda --device 1

probe $'driver 9000\ngpu 0 90 GPU-a First card'
expect 10 'The driver serves CUDA 9.0' --backend cuda
expect 0 'note: run by the emulator: The driver serves CUDA 9.0' --n 100
probe $'driver 99000\ngpu 0 35 GPU-a Old card'
expect 10 'the Old card (compute capability 3.5)' --backend cuda

# The card that was promised is not there: the worker names CUDA's error, and nobody is blamed.
if [ ! -e /dev/nvidia0 ] && [ ! -e /dev/dxg ]; then
  probe $'driver 99000\ngpu 0 90 GPU-a First card'
  expect 10 'no device: cudaError' --backend cuda
fi
