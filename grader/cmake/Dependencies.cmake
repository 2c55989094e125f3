# What the project needs from the system. `./lab` installs what is missing.

function(need package hint)
  find_package(${package} ${ARGN} QUIET)
  if(NOT ${package}_FOUND)
    message(FATAL_ERROR "${package} was not found. Run ./lab, which installs what is missing, "
                        "or install it yourself (Debian and Ubuntu: ${hint}).")
  endif()
  # Imported targets are made in this directory's scope; results are not needed beyond them.
endfunction()

need(Threads "libc6-dev")
need(CLI11 "libcli11-dev")
need(nlohmann_json "nlohmann-json3-dev")
need(fmt "libfmt-dev")
need(OpenMP "g++" COMPONENTS CXX)

# Submissions are compiled by g++ whatever compiles the project.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  set(SUBMISSION_CXX ${CMAKE_CXX_COMPILER} CACHE FILEPATH "g++ that compiles submissions")
else()
  find_program(SUBMISSION_CXX NAMES g++-14 g++-13 g++-12 g++ DOC "g++ that compiles submissions")
endif()
if(NOT SUBMISSION_CXX)
  message(FATAL_ERROR "g++ was not found: submissions are compiled with it (Debian: g++).")
endif()
execute_process(COMMAND ${SUBMISSION_CXX} -dumpfullversion
                OUTPUT_VARIABLE SUBMISSION_CXX_VERSION OUTPUT_STRIP_TRAILING_WHITESPACE)
if(SUBMISSION_CXX_VERSION VERSION_LESS 12)
  message(FATAL_ERROR "${SUBMISSION_CXX} is version ${SUBMISSION_CXX_VERSION}; 12 is the oldest "
                      "whose instrumentation the emulator knows.")
endif()

foreach(tool objcopy readelf addr2line)
  string(TOUPPER ${tool} name)
  find_program(SUBMISSION_${name} ${tool} DOC "${tool} of binutils")
  if(NOT SUBMISSION_${name})
    message(FATAL_ERROR "${tool} was not found (Debian and Ubuntu: binutils).")
  endif()
endforeach()
# gold links a worker in half the time; without it the default linker serves.
find_program(SUBMISSION_GOLD ld.gold DOC "The gold linker")
if(SUBMISSION_GOLD)
  set(SUBMISSION_LINKER_FLAG "-fuse-ld=gold")
else()
  set(SUBMISSION_LINKER_FLAG "")
endif()

# The CUDA toolkit is optional; nothing of it is needed to grade on the emulator.
if(SUM_TO_SCAN_CUDA STREQUAL "OFF")
  set(CUDAToolkit_FOUND FALSE)
else()
  find_package(CUDAToolkit 12.0 QUIET)
  if(SUM_TO_SCAN_CUDA STREQUAL "ON" AND NOT CUDAToolkit_FOUND)
    message(FATAL_ERROR "The CUDA toolkit (12.0 or newer) was asked for (SUM_TO_SCAN_CUDA=ON) and "
                        "was not found. The preset `default` works without it.")
  endif()
endif()
# An nvcc without a host compiler that it likes is found all the same. It must not keep anybody from
# grading on the emulator.
if(CUDAToolkit_FOUND AND NOT NVCC_THAT_WORKS STREQUAL CUDAToolkit_NVCC_EXECUTABLE)
  set(trial ${CMAKE_BINARY_DIR}/generated/nvcc_trial)
  file(WRITE ${trial}.cu "#include <cstddef>\n__global__ void kernel() {}\n")
  execute_process(COMMAND ${CUDAToolkit_NVCC_EXECUTABLE} -std=c++17 -c ${trial}.cu -o ${trial}.o
                  RESULT_VARIABLE trial_failed OUTPUT_VARIABLE trial_output
                  ERROR_VARIABLE trial_output)
  if(NOT trial_failed)
    set(NVCC_THAT_WORKS ${CUDAToolkit_NVCC_EXECUTABLE} CACHE INTERNAL "nvcc that compiled a file")
  elseif(SUM_TO_SCAN_CUDA STREQUAL "ON")
    message(FATAL_ERROR "${CUDAToolkit_NVCC_EXECUTABLE} does not compile an empty kernel:\n"
                        "${trial_output}")
  else()
    message(STATUS "${CUDAToolkit_NVCC_EXECUTABLE} does not compile an empty kernel:\n"
                   "${trial_output}")
    set(CUDAToolkit_FOUND FALSE)
  endif()
endif()
if(CUDAToolkit_FOUND)
  message(STATUS "CUDA toolkit ${CUDAToolkit_VERSION}: the CUDA backend is built as well")
else()
  message(STATUS "No CUDA toolkit: submissions run on the emulator")
endif()
