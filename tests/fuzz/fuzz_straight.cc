// Any bytes as a page of html: where the straight reader does not give up, its tree is that of
// gumbo, node by node. If the first byte is odd, each byte that follows chooses a token of the
// table, or how many bytes behind it are taken as they stand. Else the rest is the page.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>

#include "common/base/check.h"
#include "tests/fuzz/html_tokens.h"
#include "tests/support/twin_readers.h"

namespace {

using thresh::fuzz::kHtmlTokens;

static_assert(kHtmlTokens.size() < 254);

std::string FromTokens(const std::uint8_t* data, std::size_t size) {
  std::string page;
  for (std::size_t i = 0; i < size; ++i) {
    if (data[i] < kHtmlTokens.size()) {
      page += kHtmlTokens[data[i]];
      continue;
    }
    for (std::size_t raw = data[i] - kHtmlTokens.size() + 1; raw > 0 && i + 1 < size; --raw)
      page += static_cast<char>(data[++i]);
  }
  return page;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static thresh::TwinReaders readers;
  if (size == 0) return 0;
  const bool tokens = (data[0] & 1U) != 0;
  const std::string page =
      thresh::ToPage(tokens ? FromTokens(data + 1, size - 1)
                            : std::string(reinterpret_cast<const char*>(data + 1), size - 1),
                     "utf-8");
  const std::string difference = readers.Read(page).difference;
  if (!difference.empty()) std::fprintf(stderr, "%s\nin: %s\n", difference.c_str(), page.c_str());
  THRESH_CHECK(difference.empty());
  return 0;
}
