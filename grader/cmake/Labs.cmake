# A lab is a folder of the same name in labs/, starter/ and, where the course has one, solutions/.
# The name is the only registration: NN_slug. What is missing stops the configuration with a
# sentence that names the file to add.

set(LAB_FILES lab.cmake lab.hpp reference.cpp checks.cpp timing.cpp binding.cpp)
set(LAB_TEXTS README.md hints.md)
set(LAB_NAME_PATTERN "^[0-9][0-9]_[a-z0-9_]+$")

# Sets `out` to the names of the lab folders in `folder`.
function(lab_folders folder out)
  file(GLOB entries CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR}/${folder}
       ${CMAKE_SOURCE_DIR}/${folder}/[0-9]*)
  set(names "")
  foreach(entry IN LISTS entries)
    if(NOT IS_DIRECTORY ${CMAKE_SOURCE_DIR}/${folder}/${entry})
      continue()
    endif()
    if(NOT entry MATCHES ${LAB_NAME_PATTERN})
      message(FATAL_ERROR "${folder}/${entry} is not a lab's name: two digits, an underscore, then "
                          "small letters, digits and underscores, as in 02_shared_reduction.")
    endif()
    list(APPEND names ${entry})
  endforeach()
  set(${out} "${names}" PARENT_SCOPE)
endfunction()

# Reads labs/NAME/lab.cmake into LAB_TITLE, LAB_FILE, LAB_TASKS, LAB_REFERENCE_SECONDS of the caller.
macro(read_lab_manifest name)
  foreach(entry TITLE FILE TASKS REFERENCE_SECONDS)
    unset(LAB_${entry})
  endforeach()
  include(${CMAKE_SOURCE_DIR}/labs/${name}/lab.cmake)
  foreach(entry TITLE FILE TASKS REFERENCE_SECONDS)
    if(NOT DEFINED LAB_${entry} OR LAB_${entry} STREQUAL "")
      message(FATAL_ERROR "labs/${name}/lab.cmake does not set LAB_${entry}.")
    endif()
  endforeach()
  if(NOT LAB_FILE MATCHES "^[A-Za-z0-9_.-]+\\.cu$")
    message(FATAL_ERROR "labs/${name}/lab.cmake: LAB_FILE is '${LAB_FILE}'; it must be the plain "
                        "name of a .cu file.")
  endif()
  if(NOT LAB_TASKS MATCHES "^[1-9]$")
    message(FATAL_ERROR "labs/${name}/lab.cmake: LAB_TASKS is '${LAB_TASKS}'; it must be 1 to 9.")
  endif()
  if(NOT LAB_REFERENCE_SECONDS MATCHES "^[0-9]+([.][0-9]+)?$")
    message(FATAL_ERROR "labs/${name}/lab.cmake: LAB_REFERENCE_SECONDS is "
                        "'${LAB_REFERENCE_SECONDS}'; it must be a number of seconds.")
  endif()
endmacro()

# Sets `out` to the first file that the lab lacks, or to nothing.
function(missing_lab_file name out)
  foreach(file IN LISTS LAB_FILES)
    if(NOT EXISTS ${CMAKE_SOURCE_DIR}/labs/${name}/${file})
      set(${out} labs/${name}/${file} PARENT_SCOPE)
      return()
    endif()
  endforeach()
  read_lab_manifest(${name})
  if(NOT EXISTS ${CMAKE_SOURCE_DIR}/starter/${name}/${LAB_FILE})
    set(${out} starter/${name}/${LAB_FILE} PARENT_SCOPE)
  elseif(IS_DIRECTORY ${CMAKE_SOURCE_DIR}/solutions/${name} AND
         NOT EXISTS ${CMAKE_SOURCE_DIR}/solutions/${name}/${LAB_FILE})
    set(${out} solutions/${name}/${LAB_FILE} PARENT_SCOPE)
  else()
    set(${out} "" PARENT_SCOPE)
    foreach(file IN LISTS LAB_TEXTS)
      if(NOT EXISTS ${CMAKE_SOURCE_DIR}/labs/${name}/${file})
        set(${out} labs/${name}/${file} PARENT_SCOPE)
      endif()
    endforeach()
  endif()
endfunction()

# The lab's grader, its binding for each backend, and its tests.
function(add_lab name)
  read_lab_manifest(${name})
  set(folder ${CMAKE_SOURCE_DIR}/labs/${name})

  add_library(binding_${name} STATIC ${folder}/binding.cpp)
  target_include_directories(binding_${name} PRIVATE ${folder})
  target_compile_options(binding_${name} PRIVATE -O2)
  target_link_libraries(binding_${name} PRIVATE emulator_headers)
  set_target_properties(binding_${name} PROPERTIES CXX_STANDARD 17)
  use_warnings(binding_${name})

  if(CUDAToolkit_FOUND)
    add_library(binding_cuda_${name} STATIC ${folder}/binding.cpp)
    target_include_directories(binding_cuda_${name} PRIVATE ${folder} ${CMAKE_SOURCE_DIR}/grader)
    target_include_directories(binding_cuda_${name} SYSTEM PRIVATE ${CUDAToolkit_INCLUDE_DIRS})
    set_target_properties(binding_cuda_${name} PROPERTIES CXX_STANDARD 17)
    use_warnings(binding_cuda_${name})
  endif()

  set(main ${CMAKE_BINARY_DIR}/generated/grade_${name}.cpp)
  configure_file(${CMAKE_SOURCE_DIR}/grader/cmake/grade_main.cpp.in ${main} @ONLY)
  add_executable(grade_${name} ${main} ${folder}/checks.cpp ${folder}/reference.cpp
                 ${folder}/timing.cpp)
  target_include_directories(grade_${name} PRIVATE ${folder})
  target_link_libraries(grade_${name} PRIVATE harness)
  use_warnings(grade_${name})
  # The grader links submissions with these two: they are part of what it needs to run.
  add_dependencies(grade_${name} binding_${name} worker_emulator)
endfunction()

# Finds and adds every lab. Its names are in the global property SUM_TO_SCAN_LABS.
function(discover_labs)
  lab_folders(labs names)
  foreach(folder starter solutions)
    lab_folders(${folder} others)
    foreach(name IN LISTS others)
      if(NOT name IN_LIST names)
        message(FATAL_ERROR "${folder}/${name} has no lab: add labs/${name}/lab.cmake and the "
                            "lab's other files, or remove the folder.")
      endif()
    endforeach()
  endforeach()

  foreach(name IN LISTS names)
    missing_lab_file(${name} missing)
    if(missing)
      message(FATAL_ERROR "The lab ${name} has no ${missing}: add it (docs/authoring-a-lab.md), "
                          "or remove the lab's folders.")
    endif()
    add_lab(${name})
  endforeach()
  set_property(GLOBAL PROPERTY SUM_TO_SCAN_LABS "${names}")
  list(LENGTH names count)
  message(STATUS "Labs: ${count}")
endfunction()
