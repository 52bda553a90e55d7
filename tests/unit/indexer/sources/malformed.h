// Malformed inputs: tables of names and generators. Each input holds the pages http://a/1 and
// http://a/3, and damage where http://a/2 is or should be. (malformed_*.cc)
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace thresh::sources_test {

struct Malformed {
  std::string_view name;
  std::string (*make)();
  std::string_view pages;  // that are read of it: "13" are http://a/1 and http://a/3
  // The counter that counts the damage, or a part of the line that names it or refuses the input.
  // Empty: nothing is lost.
  std::string_view told;
};

std::span<const Malformed> MalformedWarcs();
std::span<const Malformed> MalformedPackings();  // gzip, zstd, zip
std::span<const Malformed> MalformedOthers();    // ARC, TREC, JSON lines

}  // namespace thresh::sources_test
