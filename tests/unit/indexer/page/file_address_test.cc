#include "indexer/page/file_address.h"

#include <gtest/gtest.h>

namespace thresh {
namespace {

TEST(FileAddress, TheQueryOfTheNameIsTheQuery) {
  for (const auto& [file, address] : {
           std::pair("http://h/a/page%3Fid=3", "http://h/a/page?id=3"),
           {"http://h/page%3Fid=3.html", "http://h/page?id=3.html"},
           {"http://h/%3Fid=3&x=a@b.c", "http://h/?id=3&x=a@b.c"},
           {"http://h/index.html@C=M;O=A", "http://h/index.html?C=M;O=A"},
           {"http://h/page@id=3.html", "http://h/page?id=3.html"},
           {"http://h/page%3Fto=%252Fa%2525&50%25", "http://h/page?to=%2Fa%25&50%25"},
       }) {
    EXPECT_EQ(FileAddress(file), address);
    EXPECT_EQ(FileAddress(address), address);
  }
}

TEST(FileAddress, OtherNamesStay) {
  for (const char* url :
       {"http://h/a.html", "http://h/a%3Fb/c.html", "http://h/@scope/pkg@1.2", "http://h/a@b",
        "http://h/a@=3", "http://h/a@b.c=3", "http://h/a?b@c=3", "http://u@h=3/x", "http://h/",
        "name", "http://h/100%25", "http://h/%252Fa"}) {
    EXPECT_EQ(FileAddress(url), url);
  }
}

}  // namespace
}  // namespace thresh
