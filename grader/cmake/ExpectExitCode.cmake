# Runs a command and compares its exit code:
#   cmake -D EXPECTED=4 -P ExpectExitCode.cmake -- COMMAND [ARGUMENT...]
# CTest's WILL_FAIL would take a crash for the failure that was expected.
set(command "")
set(seen_separator FALSE)
math(EXPR last "${CMAKE_ARGC} - 1")
foreach(k RANGE ${last})
  if(seen_separator)
    list(APPEND command "${CMAKE_ARGV${k}}")
  elseif(CMAKE_ARGV${k} STREQUAL "--")
    set(seen_separator TRUE)
  endif()
endforeach()

execute_process(COMMAND ${command} RESULT_VARIABLE exit_code)
if(NOT exit_code STREQUAL EXPECTED)
  message(FATAL_ERROR "The exit code is '${exit_code}'; expected was ${EXPECTED}.")
endif()
