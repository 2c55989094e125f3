# Tests of Labs.cmake: configures small courses and looks at what it says of each.
#   cmake -D MODULES=grader/cmake -D FOLDER=where courses are made -P labs.cmake
# A course with one lab that has every file.
function(make_course)
  file(REMOVE_RECURSE ${FOLDER})
  foreach(file README.md hints.md lab.hpp reference.cpp checks.cpp timing.cpp binding.cpp)
    file(WRITE ${FOLDER}/labs/01_first/${file} "")
  endforeach()
  write_manifest("Its title" first.cu 2 0.5)
  file(WRITE ${FOLDER}/labs/README.md "")
  file(WRITE ${FOLDER}/starter/01_first/first.cu "")
  file(WRITE ${FOLDER}/solutions/01_first/first.cu "")
  # add_lab is replaced: what is tested is which labs come to it, and with which manifest.
  file(WRITE ${FOLDER}/CMakeLists.txt
    "cmake_minimum_required(VERSION 3.25)\nproject(course LANGUAGES NONE)\n"
    "include(\"${MODULES}/Labs.cmake\")\n"
    "function(add_lab name)\n  read_lab_manifest(\${name})\n"
    "  message(STATUS \"added \${name}: \${LAB_TITLE}, \${LAB_FILE}, \${LAB_TASKS}, "
    "\${LAB_REFERENCE_SECONDS}\")\nendfunction()\ndiscover_labs()\n")
endfunction()

function(write_manifest title file tasks seconds)
  file(WRITE ${FOLDER}/labs/01_first/lab.cmake
       "set(LAB_TITLE \"${title}\")\nset(LAB_FILE ${file})\nset(LAB_TASKS ${tasks})\n"
       "set(LAB_REFERENCE_SECONDS ${seconds})\n")
endfunction()

# Configures the course; its exit code and words must fit.
function(expect outcome sentence)
  execute_process(COMMAND ${CMAKE_COMMAND} -G Ninja -S ${FOLDER} -B ${FOLDER}/build
                  RESULT_VARIABLE code OUTPUT_VARIABLE text ERROR_VARIABLE text)
  string(REGEX REPLACE "[ \n]+" " " text "${text}")  # CMake wraps long sentences
  if(code EQUAL 0)
    set(seen accepted)
  else()
    set(seen refused)
  endif()
  string(FIND "${text}" "${sentence}" at)
  if(NOT seen STREQUAL outcome OR at EQUAL -1)
    message(SEND_ERROR "expected: ${outcome}, '${sentence}'\nseen: ${seen}, '${text}'")
  endif()
endfunction()

make_course()
expect(accepted "added 01_first: Its title, first.cu, 2, 0.5")
expect(accepted "Labs: 1")

make_course()
file(REMOVE_RECURSE ${FOLDER}/solutions)
expect(accepted "Labs: 1")

foreach(file lab.cmake lab.hpp reference.cpp checks.cpp timing.cpp binding.cpp README.md hints.md)
  make_course()
  file(REMOVE ${FOLDER}/labs/01_first/${file})
  expect(refused "The lab 01_first has no labs/01_first/${file}: add it")
endforeach()

make_course()
file(REMOVE_RECURSE ${FOLDER}/starter/01_first)
expect(refused "The lab 01_first has no starter/01_first/first.cu: add it")

make_course()
file(REMOVE ${FOLDER}/solutions/01_first/first.cu)
expect(refused "The lab 01_first has no solutions/01_first/first.cu: add it")

foreach(folder starter solutions)
  make_course()
  file(WRITE ${FOLDER}/${folder}/02_second/second.cu "")
  expect(refused "${folder}/02_second has no lab: add labs/02_second/lab.cmake")
endforeach()

foreach(name 1_first 01-first 01_First 2nd)
  make_course()
  file(WRITE ${FOLDER}/labs/${name}/lab.cmake "")
  expect(refused "labs/${name} is not a lab's name")
endforeach()

make_course()
file(WRITE ${FOLDER}/labs/01_first/lab.cmake "set(LAB_TITLE \"Its title\")\n")
expect(refused "labs/01_first/lab.cmake does not set LAB_FILE.")
make_course()
write_manifest("T" "../first.cu" 2 0.5)
expect(refused "LAB_FILE is '../first.cu'; it must be the plain name of a .cu file.")
make_course()
write_manifest("T" first.cu two 0.5)
expect(refused "LAB_TASKS is 'two'; it must be 1 to 9.")
make_course()
write_manifest("T" first.cu 2 fast)
expect(refused "LAB_REFERENCE_SECONDS is 'fast'; it must be a number of seconds.")
