# Tests of the machinery: grader/tests/ROOM/*.cpp becomes one Catch2 program and one CTest entry;
# every grader/tests/emulator/*.cu is a program that is run on the emulator and gets its own entry.

# add_room_tests(ROOM [LIBRARIES...]): nothing is added while the room has no tests.
function(add_room_tests room)
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/grader/tests/${room}/*.cpp)
  if(NOT sources)
    return()
  endif()
  add_executable(test_${room} ${sources})
  target_link_libraries(test_${room} PRIVATE ${ARGN} catch2_main)
  target_include_directories(test_${room} PRIVATE ${CMAKE_SOURCE_DIR}/grader)
  target_compile_definitions(test_${room} PRIVATE
    SUM_TO_SCAN_SOURCE_DIR=R"~~\(${CMAKE_SOURCE_DIR}\)~~")
  use_warnings(test_${room})
  add_test(NAME ${room} COMMAND test_${room})
  set_tests_properties(${room} PROPERTIES LABELS "grader")
endfunction()

# Programs with their own main. `driver` builds one, runs it and compares with what its head says.
function(add_emulated_programs driver)
  file(GLOB programs CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/grader/tests/emulator/*.cu)
  foreach(program IN LISTS programs)
    cmake_path(GET program STEM name)
    add_test(NAME emulator.${name} COMMAND ${driver} ${program})
    set_tests_properties(emulator.${name} PROPERTIES LABELS "grader;emulator")
  endforeach()
  # That clang, which reads submissions as well, finds no fault with any of them.
  add_test(NAME emulator_with_clang COMMAND ${driver} --with-clang ${programs})
  set_tests_properties(emulator_with_clang PROPERTIES LABELS "thorough;grader;emulator"
                                                      TIMEOUT 3600)
endfunction()
