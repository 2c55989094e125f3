# Warnings for our own code. The preset `ci` makes them errors (CMAKE_COMPILE_WARNING_AS_ERROR).
function(use_warnings target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow)
endfunction()
