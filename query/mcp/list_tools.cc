// The tools `related` and `sites`.
#include "common/cli/table.h"
#include "common/page_graph/link_analysis.h"
#include "query/mcp/quoted_text.h"
#include "query/mcp/tools.h"
#include "query/present/find_page.h"

namespace thresh {
namespace {

constexpr std::size_t kTitleBytes = 300, kAddressBytes = 4000;

void SayNext(std::size_t shown, std::size_t all, McpAnswer* answer) {
  if (shown >= all) return;
  answer->text += "To go on: from " + std::to_string(shown + 1) + ".\n";
  answer->structured["next"] = shown + 1;
}

}  // namespace

Result<McpAnswer> AnswerRelated(const McpCall& call) {
  const Store& store = call.searcher.store();
  THRESH_ASSIGN_OR_RETURN(const StoredPage page, FindPage(store, call.arguments.Text("address")));
  const DocId asked = page.record.duplicate ? page.record.duplicate_of : page.doc;
  THRESH_ASSIGN_OR_RETURN(
      const std::vector<RelatedPage> related,
      call.graph.With(store, [&](const PageGraph& graph) -> Result<std::vector<RelatedPage>> {
        return RelatedPages(graph, asked, Together::kPagelet);
      }));
  const auto first = static_cast<std::size_t>(call.arguments.Number("from")) - 1;
  const std::size_t last =
      std::min(related.size(), first + static_cast<std::size_t>(call.arguments.Number("k")));
  AnswerEntries entries;
  std::size_t at = first;
  for (; at < last; ++at) {
    THRESH_ASSIGN_OR_RETURN(const DocRecord other, ReadPage(store, related[at].page));
    const std::string address = Shortened(SafeText(other.url), kAddressBytes);
    const std::string title = Shortened(SafeText(other.title), kTitleBytes);
    const std::string text = std::to_string(at + 1) + ". " + address + ", beside it in " +
                             Counted(related[at].count, "place") + "\n" + Quoted(title) + "\n";
    if (!entries.Add(text, {{"address", address}, {"title", title}, {"places", related[at].count}}))
      break;
  }
  McpAnswer answer;
  const std::string address = Shortened(SafeText(page.record.url), kAddressBytes);
  answer.text = Counted(related.size(), "page") + " that others link to beside " + address + "." +
                QuotedEntries(entries);
  answer.structured = {{"address", address}, {"pages", entries.TakeStructured()}};
  SayNext(at, related.size(), &answer);
  return answer;
}

Result<McpAnswer> AnswerSites(const McpCall& call) {
  const std::vector<SiteRecord>& sites = call.searcher.store().sites();
  auto at = static_cast<std::size_t>(call.arguments.Number("from")) - 1;
  AnswerEntries entries;
  for (; at < sites.size(); ++at) {
    const Statistics& counts = sites[at].statistics;
    const std::string host = Shortened(SafeText(sites[at].host), kTitleBytes);
    const std::uint64_t removed = counts.tokens_seen - counts.tokens_indexed;
    const std::string text = host + ": " + Counted(counts.docs, "page") + ", " +
                             Counted(counts.tokens_indexed, "word") + ", and " +
                             Thousands(removed) + " of templates left out\n";
    if (!entries.Add(text, {{"site", host},
                            {"pages", counts.docs},
                            {"words", counts.tokens_indexed},
                            {"words_removed", removed}}))
      break;
  }
  McpAnswer answer;
  answer.text = Counted(sites.size(), "site") + ".\n" + entries.text();
  answer.structured = {{"sites", entries.TakeStructured()}};
  SayNext(at, sites.size(), &answer);
  return answer;
}

}  // namespace thresh
