# thresh_flags: the compiler flags of every target. thresh_start_quickly(TARGET): how a program is
# linked that must start in milliseconds.
include(CheckLinkerFlag)

add_library(thresh_flags INTERFACE)
set(warnings -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wnon-virtual-dtor
             -Wold-style-cast)
if(THRESH_WERROR)
  list(APPEND warnings -Werror)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  list(APPEND warnings -Wno-restrict)  # false alarms on std::string, GCC bug 105651
  if(CMAKE_CXX_FLAGS MATCHES "-fsanitize")  # false alarms on std::regex, GCC bug 105562
    list(APPEND warnings -Wno-maybe-uninitialized)
  endif()
endif()
if(THRESH_TOGETHER)  # names of one file and of another behind it are none of each other's business
  list(APPEND warnings -Wno-shadow)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    list(APPEND warnings -Wno-subobject-linkage)
  endif()
endif()
target_compile_options(thresh_flags INTERFACE "$<BUILD_INTERFACE:${warnings}>")
target_compile_features(thresh_flags INTERFACE cxx_std_20)
target_include_directories(thresh_flags INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>
                                                  $<INSTALL_INTERFACE:include/thresh>)

# thresh-query starts in milliseconds, and the dynamic linker would take a third of that time. A
# target with the property THRESH_ARCHIVES therefore links archives instead of shared libraries, if
# all of them are installed. Sanitizers need the shared ones.
foreach(library rocksdb snappy bz2 lz4 zstd z xxhash stemmer boost_program_options icuuc icudata)
  find_library(THRESH_${library}_ARCHIVE lib${library}.a)
  list(APPEND archives ${THRESH_${library}_ARCHIVE})
endforeach()
if("${archives}" MATCHES "NOTFOUND" OR CMAKE_CXX_FLAGS MATCHES "-fsanitize")
  set(archives)
endif()
set(take_archives $<AND:$<BOOL:${archives}>,$<BOOL:$<TARGET_PROPERTY:THRESH_ARCHIVES>>>)
# The linker takes what it needs from the first library that has it, so the archives have to stand
# before the shared ones. CMake keeps the last place of a library that several rooms name. Naming the
# shared ones here again, behind the archives, makes this their last place.
add_library(thresh_archives INTERFACE)
target_link_libraries(thresh_archives INTERFACE "$<${take_archives}:${archives}>"
  "$<${take_archives}:PkgConfig::ROCKSDB;PkgConfig::ZSTD;PkgConfig::XXHASH;ICU::uc>")

# The program has 30,000 relocations. Packed, they take a fortieth of the bytes at every start. An
# older linker does not know the flag and works without it.
set(start_flags)
foreach(flag --as-needed -z,pack-relative-relocs)
  string(MAKE_C_IDENTIFIER "THRESH_LINKER_HAS_${flag}" known)
  check_linker_flag(CXX "-Wl,${flag}" ${known})
  if(${known})
    list(APPEND start_flags "-Wl,${flag}")
  endif()
endforeach()

function(thresh_start_quickly target)
  set_target_properties(${target} PROPERTIES THRESH_ARCHIVES ON)
  target_link_options(${target} PRIVATE
    ${start_flags} "$<${take_archives}:-static-libstdc++;-static-libgcc>")
endfunction()
