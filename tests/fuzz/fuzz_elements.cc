// Any bytes as the elements of a page: refused, or a page that can be laid out, as plain text and
// as Markdown, with words that are the same. The first byte says how many texts the page has.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "common/base/check.h"
#include "common/store/text_record.h"
#include "query/export/page_text_writer.h"

namespace {

// Letters alone: what Markdown adds are signs and digits.
std::string Letters(std::string_view text) {
  std::string letters;
  for (const char c : text) {
    if (c >= 'a' && c <= 'z') letters += c;
  }
  return letters;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  thresh::TextRecord text;
  for (std::uint32_t i = 0; i < data[0]; ++i) {
    const char letter = static_cast<char>('a' + i % 26);
    text.spans.push_back({{letter, ' ', '_', letter}, thresh::BlockNo(i), i % 3 == 0, 2, {}});
  }
  std::string plain, markdown;
  thresh::PageTextWriter write_plain(thresh::ExportText::kPlain);
  thresh::PageTextWriter write_markdown(thresh::ExportText::kMarkdown);
  const bool whole = write_plain.Write(text, bytes.substr(1), &plain).ok();
  // A page without elements has no Markdown. Of others the language of code is the only addition.
  if (write_markdown.Write(text, bytes.substr(1), &markdown).ok())
    THRESH_CHECK(whole && Letters(markdown).size() >= Letters(plain).size());
  return 0;
}
