#include "common/store/page_elements.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "common/base/coder.h"

namespace thresh {
namespace {

using namespace std::string_view_literals;

// A page of one element with a preformatted text.
std::string WithSpace(std::string_view white) {
  std::string bytes;
  RecordWriter out(&bytes);
  out.Number(1U);  // kinds: a tag, a look, no attribute
  out.Number(7U);
  out.Number(0U);
  out.Number(0U);
  out.Number(2U);  // nodes: the element, and its text
  out.NumberAndFlag(0U, false);
  out.Number(0U);
  out.NumberAndFlag(0U, true);
  out.Number(1U);  // spaces
  out.Number(0U);
  out.Number(3U);
  out.String(white);
  return bytes;
}

TEST(PageElements, SpacesAreWhite) {
  for (const std::string_view white : {"", "  ", "\n\t\f\r "}) {
    const std::string bytes = WithSpace(white);
    RecordReader in(bytes);
    PageElements elements;
    ASSERT_TRUE(elements.Decode(&in)) << white;
    ASSERT_EQ(elements.spaces().size(), 1u);
    EXPECT_EQ(elements.spaces()[0].white, white);
  }
}

TEST(PageElements, ADamagedSpaceWritesNoTextIntoAnExport) {
  for (const std::string_view white : {"a"sv, " buy this "sv, "\0"sv, "\xc2\xa0"sv}) {
    const std::string bytes = WithSpace(white);
    RecordReader in(bytes);
    EXPECT_FALSE(PageElements().Decode(&in)) << white;
  }
}

}  // namespace
}  // namespace thresh
