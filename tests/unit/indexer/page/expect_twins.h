// The question of the table-driven tests of the straight reader.
#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <string_view>

#include "tests/support/twin_readers.h"

namespace thresh {

// Each page is read straight, and its tree is that of gumbo, with a doctype before it and without.
inline void ExpectTwins(std::initializer_list<std::string_view> pages) {
  TwinReaders readers;
  for (const std::string_view html : pages) {
    for (const std::string_view doctype : {"", "<!DOCTYPE html>"}) {
      const std::string page = std::string(doctype) + std::string(html);
      const TwinReaders::Answer answer = readers.Read(page);
      EXPECT_EQ(NameOf(answer.why), "none") << page;
      EXPECT_EQ(answer.difference, "") << page << "\n" << Draw(readers.straight());
    }
  }
}

}  // namespace thresh
