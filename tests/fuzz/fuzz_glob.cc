#include "indexer/sources/glob.h"
#include "indexer/sources/html_sniff.h"
#include "tests/fuzz/reader_fuzz.h"

// Pattern and path are the two lines of the input; the path alone goes to the name and content
// rules as well.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes = thresh::fuzz::View(data, size);
  const std::size_t line = std::min(bytes.find('\n'), bytes.size());
  const std::string_view path = bytes.substr(std::min(line + 1, bytes.size()));
  thresh::GlobMatches(bytes.substr(0, line), path);
  THRESH_CHECK(thresh::GlobMatches("**", path));
  thresh::IsHtmlName(path);
  thresh::LooksLikeHtml(path);
  return 0;
}
