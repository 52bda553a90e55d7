// The tool `read_page`.
#include <algorithm>

#include "common/base/ascii.h"
#include "common/cli/table.h"
#include "query/export/page_markdown.h"
#include "query/mcp/quoted_text.h"
#include "query/mcp/tools.h"
#include "query/present/find_page.h"

namespace thresh {
namespace {

constexpr std::size_t kDefaultLimit = 24'000;  // of the table of tools
constexpr std::size_t kFrameBytes = 2 << 10;
constexpr std::size_t kSectionsBytes = 8 << 10;
constexpr std::size_t kHeadingBytes = 200, kAddressBytes = 4000;

struct Range {
  std::size_t begin = 0, end = 0;
};

// The section of a heading reaches to the next heading that is not below it.
Result<Range> SectionOf(const PageMarkdown& page, std::string_view wanted) {
  const std::string name = LowerAscii(wanted);
  const auto at =
      std::find_if(page.headings.begin(), page.headings.end(), [&](const MarkdownHeading& heading) {
        return heading.anchor == wanted || LowerAscii(heading.text) == name;
      });
  if (at == page.headings.end())
    return Status(Code::kMissing,
                  "the page has no section '" + Shortened(SafeText(wanted), kHeadingBytes) + "'");
  const auto next = std::find_if(at + 1, page.headings.end(), [&](const MarkdownHeading& heading) {
    return heading.level <= at->level;
  });
  return Range{at->begin, next == page.headings.end() ? page.text.size() : next->begin};
}

McpJson SectionsOf(const PageMarkdown& page) {
  McpJson sections = McpJson::array();
  std::size_t bytes = 0;
  for (const MarkdownHeading& heading : page.headings) {
    McpJson row = {{"heading", Shortened(SafeText(heading.text), kHeadingBytes)},
                   {"level", heading.level},
                   {"from", heading.begin}};
    if (!heading.anchor.empty() && heading.anchor.size() <= kHeadingBytes)
      row["anchor"] = SafeText(heading.anchor);
    bytes += BytesInMessage(row);
    if (bytes > kSectionsBytes) break;
    sections.push_back(std::move(row));
  }
  return sections;
}

// The part of a page from range.begin on that has at most `limit` bytes.
McpAnswer Part(const DocRecord& record, const PageMarkdown& page, const Range& range,
               std::size_t limit) {
  const std::string_view rest = std::string_view(page.text).substr(0, range.end);
  std::size_t end = range.begin + std::min(limit, rest.size() - range.begin);
  if (end < range.end) end = range.begin + CutPlace(rest.substr(range.begin), end - range.begin);
  const std::string text = SafeLines(rest.substr(range.begin, end - range.begin));
  const std::string address = Shortened(SafeText(record.url), kAddressBytes);
  const std::string title = Shortened(SafeText(record.title), kHeadingBytes);
  const bool cut = end < range.end;
  McpAnswer answer;
  answer.text = address + "\n" + std::string(kQuoteNote) + "\n\n" + Quoted(title) + ">\n" +
                Quoted(text) + "\n";
  answer.structured = {{"address", address},
                       {"title", title},
                       {"text", text},
                       {"from", range.begin},
                       {"size", page.text.size()}};
  if (range.begin == 0) answer.structured["sections"] = SectionsOf(page);
  if (!cut) return answer;
  answer.text += "Bytes " + Thousands(range.begin) + " to " + Thousands(end) + " of " +
                 Thousands(range.end) + ". To go on: from " + std::to_string(end) + ".\n";
  answer.structured["next"] = end;
  return answer;
}

}  // namespace

Result<McpAnswer> AnswerReadPage(const McpCall& call) {
  const McpArguments& arguments = call.arguments;
  const Store& store = call.searcher.store();
  const std::string& address = arguments.Text("address");
  THRESH_ASSIGN_OR_RETURN(const StoredPage found, FindPage(store, address));
  THRESH_ASSIGN_OR_RETURN(const PageMarkdown page, ReadPageMarkdown(store, found.doc));
  Range range{0, page.text.size()};
  if (const std::string& section = arguments.Text("section"); !section.empty()) {
    THRESH_ASSIGN_OR_RETURN(range, SectionOf(page, section));
  } else if (const std::size_t hash = address.find('#'); hash != std::string::npos) {
    // An anchor that is no heading's leads to the whole page, as in a browser.
    const Result<Range> anchored = SectionOf(page, std::string_view(address).substr(hash + 1));
    if (anchored.ok()) range = anchored.value();
  }
  const auto from = static_cast<std::size_t>(arguments.Number("from"));
  if (from > 0 && from >= range.end)
    return Status(Code::kUsage, "from: there is nothing behind byte " + Thousands(range.end));
  range.begin = std::max(from, range.begin);
  range.begin = CharacterBegin(page.text, range.begin);
  auto limit = static_cast<std::size_t>(arguments.Number("limit"));
  McpAnswer answer = Part(found.record, page, range, limit);
  // Quotation marks and short lines take more room in a message than on a page.
  while (limit > 1 && limit <= kDefaultLimit &&
         BytesInMessage(answer.text) + BytesInMessage(answer.structured) >
             kMostAnswerBytes - kFrameBytes) {
    limit -= (limit + 3) / 4;
    answer = Part(found.record, page, range, limit);
  }
  return answer;
}

}  // namespace thresh
