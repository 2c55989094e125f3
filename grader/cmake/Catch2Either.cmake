# Catch2 2.13 (one header) or 3 (a library). Targets:
#   catch2_headers  for code that brings its own main
#   catch2_main     for tests, with Catch2's main
find_package(Catch2 QUIET)
if(NOT Catch2_FOUND OR Catch2_VERSION VERSION_LESS 2.13)
  message(FATAL_ERROR "Catch2 (2.13 or newer) was not found. Run ./lab, which installs what is "
                      "missing, or install it yourself (Debian and Ubuntu: catch2).")
endif()
message(STATUS "Catch2 ${Catch2_VERSION}")

add_library(catch2_headers INTERFACE)
target_link_libraries(catch2_headers INTERFACE Catch2::Catch2)

if(Catch2_VERSION VERSION_GREATER_EQUAL 3)
  add_library(catch2_main INTERFACE)
  target_link_libraries(catch2_main INTERFACE Catch2::Catch2WithMain)
else()
  # Compiled once: the header with its main takes longer than most tests.
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/generated/catch2_main.cpp @ONLY
       CONTENT "#define CATCH_CONFIG_MAIN\n#include <catch2/catch.hpp>\n")
  add_library(catch2_main STATIC ${CMAKE_BINARY_DIR}/generated/catch2_main.cpp)
  target_link_libraries(catch2_main PUBLIC Catch2::Catch2)
  target_compile_options(catch2_main PRIVATE -O0)  # half the time, and tests do not wait for it
endif()
