// The tool `search`.
#include <algorithm>

#include "common/base/ascii.h"
#include "common/cli/table.h"
#include "query/export/page_markdown.h"
#include "query/mcp/quoted_text.h"
#include "query/mcp/tools.h"
#include "query/present/search_answer.h"
#include "query/retrieve/condition.h"

namespace thresh {
namespace {

// An assistant would rather ask again than wait.
constexpr double kDeadlineMs = 5000;
constexpr std::size_t kTitleBytes = 300, kSnippetBytes = 600, kAddressBytes = 4000;

Result<AnswerOptions> OptionsOf(const McpArguments& arguments) {
  AnswerOptions options;
  options.search.n = static_cast<std::size_t>(arguments.Number("k"));
  options.search.deadline_ms = kDeadlineMs;
  options.offset = static_cast<std::size_t>(arguments.Number("from")) - 1;
  const std::string& after = arguments.Text("after");
  if (!after.empty() && !IsDateBound(after))
    return Status(Code::kUsage, "after: " + Shortened(SafeText(after), kTitleBytes) +
                                    " is no date: write 2024, 2024-06 or 2024-06-01");
  if (!after.empty()) options.within.push_back({.kind = Condition::Kind::kDates, .text = after});
  if (const std::string& site = arguments.Text("site"); !site.empty())
    options.within.push_back({.kind = Condition::Kind::kSite, .text = LowerAscii(site)});
  return options;
}

// A site that no page is of is a mistake, and no search without hits.
Status CheckSite(const Store& store, const std::string& asked) {
  const std::string site = LowerAscii(asked);
  const auto has = [&](const SiteRecord& one) {
    return one.host == site || one.host.ends_with("." + site);
  };
  if (site.empty() || std::ranges::any_of(store.sites(), has)) return {};
  return Status(Code::kMissing, "no site '" + Shortened(SafeText(asked), kTitleBytes) +
                                    "' in the store; the tool sites lists those that there are");
}

// An id as the fragment of an address (RFC 3986, 3.5).
std::string Fragment(std::string_view anchor) {
  constexpr std::string_view kMarks = "-._~!$&'()*+,;=:@/?";
  std::string out;
  for (const char c : anchor) {
    if (IsAsciiAlnum(c) || kMarks.find(c) != std::string_view::npos) {
      out += c;
    } else {
      AppendPercentEscape(c, &out);
    }
  }
  return out;
}

// The address of a hit, down to the section that the first word of its snippet stands in.
Result<std::string> AddressOf(const Store& store, const FoundPage& found) {
  const std::string& url = found.page.url;
  if (!found.snippet.block || url.find('#') != std::string::npos) return url;
  THRESH_ASSIGN_OR_RETURN(const std::optional<DocId> doc, FindUrl(store, url));
  if (!doc) return url;
  THRESH_ASSIGN_OR_RETURN(const std::string anchor, ReadAnchor(store, *doc, *found.snippet.block));
  return anchor.empty() ? url : url + "#" + Fragment(anchor);
}

// Fills the entries. Returns how many hits fit.
Result<std::size_t> AddHits(const McpCall& call, const SearchAnswer& answer,
                            AnswerEntries* entries) {
  for (std::size_t i = 0; i < answer.pages.size(); ++i) {
    const FoundPage& found = answer.pages[i];
    THRESH_ASSIGN_OR_RETURN(std::string address, AddressOf(call.searcher.store(), found));
    address = Shortened(SafeText(address), kAddressBytes);
    const std::string title = Shortened(SafeText(found.page.title), kTitleBytes);
    const std::string snippet = Shortened(SafeText(found.snippet.text), kSnippetBytes);
    const std::size_t rank = answer.options.offset + i + 1;
    const std::string text =
        std::to_string(rank) + ". " + address + "\n" + Quoted(title) + Quoted(snippet) + "\n";
    if (!entries->Add(text, {{"rank", rank},
                             {"address", address},
                             {"title", title},
                             {"score", found.score},
                             {"snippet", snippet}}))
      return i;
  }
  return answer.pages.size();
}

}  // namespace

Result<McpAnswer> AnswerSearch(const McpCall& call) {
  THRESH_ASSIGN_OR_RETURN(const AnswerOptions options, OptionsOf(call.arguments));
  THRESH_RETURN_IF_ERROR(CheckSite(call.searcher.store(), call.arguments.Text("site")));
  THRESH_ASSIGN_OR_RETURN(const SearchAnswer found,
                          AnswerQuery(call.searcher, call.arguments.Text("query"), options));
  AnswerEntries entries;
  THRESH_ASSIGN_OR_RETURN(const std::size_t shown, AddHits(call, found, &entries));
  McpAnswer answer;
  answer.structured = {{"query", SafeText(found.query)},
                       {"matches", found.matches},
                       {"hits", entries.TakeStructured()}};
  answer.text = std::string(found.more ? "At least " : "") + Counted(found.matches, "page") +
                (found.matches == 1 ? " matches." : " match.") + QuotedEntries(entries);
  if (!found.did_you_mean.empty()) {
    const std::string better = SafeText(found.did_you_mean);
    answer.text += "Did you mean: " + better + "\n";
    answer.structured["did_you_mean"] = better;
  }
  for (const std::string& note : found.notes)
    answer.text += Shortened(SafeText(note), kTitleBytes) + "\n";
  const std::size_t last = options.offset + shown;
  if (shown > 0 && (last < found.matches || found.more) && last < kMaxHits) {
    answer.text += "To go on: from " + std::to_string(last + 1) + ".\n";
    answer.structured["next"] = last + 1;
  }
  return answer;
}

}  // namespace thresh
