// Any bytes as a page: a Page comes out whose parts fit together. The first byte chooses html or
// plain text, and whether the budgets are so small that the page is read by the tag stripper.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "common/base/check.h"
#include "common/base/utf8.h"
#include "indexer/page/digest.h"
#include "indexer/page/links.h"

namespace {

using thresh::Digester;
using thresh::Page;

std::unique_ptr<Digester> MakeDigester(std::uint64_t html_bytes) {
  thresh::DigestOptions options;
  options.limits = {html_bytes, 64u << 20, 500, 32};
  return std::move(*Digester::Make(options));
}

void CheckText(const Page& page) {
  THRESH_CHECK(thresh::IsValidUtf8(page.text) && thresh::IsValidUtf8(page.title) &&
               thresh::IsValidUtf8(page.description));
  std::uint32_t at = 0, position = 0;
  for (const thresh::Span& span : page.spans) {
    THRESH_CHECK(span.text_begin == at && span.text_end > at && span.first_token == position);
    THRESH_CHECK(page.blocks.at(span.block.value).field == thresh::Field::kBody);
    at = span.text_end;
    position += span.tokens;
  }
  THRESH_CHECK(at == page.text.size() && position == page.body_tokens);
  THRESH_CHECK(page.heading_first <= page.heading_last && page.heading_last <= position);
}

void CheckWords(const Page& page) {
  std::size_t offsets = 0;
  const thresh::BlockPosting* last = nullptr;
  for (const thresh::BlockPosting& posting : page.postings) {
    THRESH_CHECK(posting.first == offsets && posting.count > 0 &&
                 posting.term.value < page.terms.size());
    THRESH_CHECK(last == nullptr ||
                 std::pair(last->term, last->block) < std::pair(posting.term, posting.block));
    for (std::uint32_t i = 0, before = 0; i < posting.count; ++i) {
      const std::uint32_t offset = page.offsets.at(posting.first + i);
      THRESH_CHECK(offset > before && offset <= page.blocks.at(posting.block.value).tokens);
      before = offset;
    }
    offsets += posting.count;
    last = &posting;
  }
  THRESH_CHECK(offsets == page.offsets.size());
}

void CheckLinks(const Page& page) {
  for (const thresh::Link& link : page.links) {
    THRESH_CHECK(link.first_span + link.spans <= page.spans.size() &&
                 link.block.value < page.blocks.size());
    THRESH_CHECK(link.target.starts_with("http") || link.target.starts_with("file"));
    std::string again;
    THRESH_CHECK(thresh::UrlBase("http://other/").ResolveLink(link.target, &again) ==
                 thresh::UrlBase::Link::kKept);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::unique_ptr<Digester> whole = MakeDigester(8u << 20), stripped = MakeDigester(0);
  if (size == 0) return 0;
  thresh::RawPage raw;
  raw.url = "http://fuzz.example/dir/page.html";
  raw.bytes.assign(reinterpret_cast<const char*>(data + 1), size - 1);
  raw.form = (data[0] & 1U) != 0 ? thresh::PageForm::kText : thresh::PageForm::kHtml;
  const Page page = ((data[0] & 2U) != 0 ? stripped : whole)->Digest(std::move(raw));
  CheckText(page);
  CheckWords(page);
  CheckLinks(page);
  return 0;
}
