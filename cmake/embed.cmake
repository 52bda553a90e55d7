# cmake -DOUT=FILE.cc -P embed.cmake FILE... writes a C++ file that holds these files byte for byte,
# for query/site/assets.h. Every byte is an escape, so that any file can be embedded.
set(arrays "")
set(rows "")
set(count 0)
math(EXPR last "${CMAKE_ARGC} - 1")
foreach(at RANGE 4 ${last})
  set(file "${CMAKE_ARGV${at}}")
  get_filename_component(name "${file}" NAME)
  file(READ "${file}" hex HEX)
  file(MD5 "${file}" digest)
  string(SUBSTRING "${digest}" 0 8 version)
  string(REGEX REPLACE "(................................)" "\\1\"\n    \"" lines "${hex}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "\\\\x\\1" lines "${lines}")
  string(APPEND arrays "constexpr char kFile${count}[] =\n    \"${lines}\";\n")
  string(APPEND rows
    "    {\"${name}\", {kFile${count}, sizeof(kFile${count}) - 1}, \"${version}\"},\n")
  math(EXPR count "${count} + 1")
endforeach()
file(WRITE "${OUT}" "#include \"query/site/assets.h\"\n\nnamespace thresh {\nnamespace {\n\n${arrays}
constexpr Asset kAssets[] = {\n${rows}};\n\n}  // namespace
\nstd::span<const Asset> Assets() { return kAssets; }\n\n}  // namespace thresh\n")
