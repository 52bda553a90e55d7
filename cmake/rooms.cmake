# thresh_room(NAME LIBRARIES library... SOURCES file... [HOT file...]): one static library a room.
# The room's CMakeLists.txt lists every source. HOT files hold the inner loops of a query and of its start, which are
# a fifteenth faster with -O3 than with -O2.
function(thresh_room name)
  cmake_parse_arguments(ROOM "" "" "LIBRARIES;SOURCES;HOT" ${ARGN})
  add_library(${name} STATIC ${ROOM_SOURCES} ${ROOM_HOT})
  target_link_libraries(${name} PUBLIC thresh_flags ${ROOM_LIBRARIES})
  set_source_files_properties(${ROOM_HOT} PROPERTIES COMPILE_OPTIONS $<$<CONFIG:Release>:-O3>)
  set_property(GLOBAL APPEND PROPERTY THRESH_ROOMS ${name})
endfunction()
