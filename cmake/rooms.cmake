# thresh_room(NAME LIBRARIES library... SOURCES file... [HOT file...]) makes the library of a room.
# The CMakeLists.txt of the room lists every source. HOT files hold the inner loops of a query and
# of its start. They are compiled with -O3, which makes queries a fifteenth faster than -O2. The
# global property THRESH_ROOMS lists all rooms; tests/CMakeLists.txt links them into one program.
function(thresh_room name)
  cmake_parse_arguments(ROOM "" "" "LIBRARIES;SOURCES;HOT" ${ARGN})
  add_library(${name} STATIC ${ROOM_SOURCES} ${ROOM_HOT})
  target_link_libraries(${name} PUBLIC thresh_flags ${ROOM_LIBRARIES})
  set_source_files_properties(${ROOM_HOT} PROPERTIES COMPILE_OPTIONS $<$<CONFIG:Release>:-O3>)
  thresh_precompile(${name} thresh_base ${precompiled})
  thresh_together(${name})
  set_property(GLOBAL APPEND PROPERTY THRESH_ROOMS ${name})
endfunction()

# thresh_precompile(TARGET FIRST header...) compiles the headers once for all targets that name the
# same FIRST, which is itself one of them and comes first. Only the preset `dev` does so. The
# release build does not, and therefore fails where a file forgets one of these headers; nor does
# `tsan`, because with them gcc 12 warns there of an overflow that is none.
function(thresh_precompile name first)
  if(THRESH_PRECOMPILE AND name STREQUAL first)
    target_precompile_headers(${name} PRIVATE ${ARGN})
  elseif(THRESH_PRECOMPILE)
    target_precompile_headers(${name} REUSE_FROM ${first})
  endif()
endfunction()
set(precompiled <algorithm> <cstdint> <functional> <map> <memory> <optional> <span> <string>
                <string_view> <unordered_map> <utility> <vector>)

# thresh_together(TARGET): with THRESH_TOGETHER, sources whose own names do not clash are compiled as
# one file, which takes half the time. The presets do so. A file that forgets a header, or hides a
# name of another, shows in a build without it.
function(thresh_together target)
  if(NOT THRESH_TOGETHER)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  execute_process(
    COMMAND ${PROJECT_SOURCE_DIR}/scripts/group_sources ${CMAKE_CURRENT_SOURCE_DIR} ${sources}
    OUTPUT_VARIABLE lines COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCHALL "[^;\n]+;[^\n]+" lines "${lines}")
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  while(lines)
    list(POP_FRONT lines group source)
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group})
  endwhile()
endfunction()
