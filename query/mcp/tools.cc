#include "query/mcp/tools.h"

#include <algorithm>
#include <array>

#include "common/page_graph/page_graph_reader.h"
#include "query/mcp/quoted_text.h"

namespace thresh {
namespace {

// What an answer has besides its entries: what was asked, how to go on, the envelope.
constexpr std::size_t kFrameBytes = 6 << 10;

constexpr std::string_view kFromHelp = "The place to go on at, as the last answer said.";
constexpr std::string_view kAddressHelp =
    "The address of a page of the store, as search says it; one with #anchor is of a section.";

constexpr std::array<McpArgument, 5> kSearchArguments = {{
    {.name = "query", .help = "Words, in the query language above.", .required = true},
    {.name = "k", .help = "Pages to list.", .least = 1, .most = kMostHits, .otherwise = 10},
    {.name = "site", .help = "Only pages of this host and of the hosts below it."},
    {.name = "after",
     .help = "Only pages that are dated on this day or later: 2024, 2024-06 or 2024-06-01."},
    {.name = "from", .help = kFromHelp, .least = 1, .most = 10'000, .otherwise = 1},
}};
constexpr std::array<McpArgument, 4> kReadArguments = {{
    {.name = "address", .help = kAddressHelp, .required = true},
    {.name = "section", .help = "Only the section with this heading or anchor."},
    {.name = "from", .help = kFromHelp, .least = 0, .most = 1'000'000'000},
    {.name = "limit",
     .help = "Bytes of text; more than the default makes an answer of more than 64 KiB.",
     .least = 100,
     .most = 4'000'000,
     .otherwise = 24'000},
}};
constexpr std::array<McpArgument, 3> kRelatedArguments = {{
    {.name = "address", .help = kAddressHelp, .required = true},
    {.name = "k", .help = "Pages to list.", .least = 1, .most = kMostHits, .otherwise = 10},
    {.name = "from", .help = kFromHelp, .least = 1, .most = 1'000'000'000, .otherwise = 1},
}};
constexpr std::array<McpArgument, 1> kSitesArguments = {{
    {.name = "from", .help = kFromHelp, .least = 1, .most = 1'000'000'000, .otherwise = 1},
}};

constexpr std::array<McpTool, 4> kTools = {{
    {.name = "search",
     .title = "Search the pages",
     .description =
         "Ranks the pages that match a query and shows passages of them. The query language:\n"
         "word: any of the words, the best pages first; +word: must match; -word: must not\n"
         "\"a phrase\"; \"near words\"~5; begin*end; fuzzy~\n"
         "a AND (b OR c) NOT d, in capitals\n"
         "title:word; inurl:word; site:host; url:beginning\n"
         "after:2024 before:2024-06: pages that are dated so",
     .arguments = kSearchArguments,
     .output =
         R"({"type":"object","properties":{"query":{"type":"string"},"matches":{"type":"integer"},)"
         R"("hits":{"type":"array","items":{"type":"object","properties":{)"
         R"("rank":{"type":"integer"},"address":{"type":"string"},"title":{"type":"string"},)"
         R"("score":{"type":"number"},"snippet":{"type":"string"}},)"
         R"("required":["rank","address","title","score","snippet"]}},)"
         R"("did_you_mean":{"type":"string"},"next":{"type":"integer"}},)"
         R"("required":["query","matches","hits"]})",
     .answer = &AnswerSearch},
    {.name = "read_page",
     .title = "Read a page",
     .description =
         "Shows a page, or a section of it, as Markdown without the menus, headers and footers "
         "that the pages of its site share. A long page comes in parts.",
     .arguments = kReadArguments,
     .output = R"({"type":"object","properties":{"address":{"type":"string"},)"
               R"("title":{"type":"string"},"text":{"type":"string"},"from":{"type":"integer"},)"
               R"("size":{"type":"integer"},"sections":{"type":"array","items":{"type":"object",)"
               R"("properties":{"heading":{"type":"string"},"level":{"type":"integer"},)"
               R"("anchor":{"type":"string"},"from":{"type":"integer"}},)"
               R"("required":["heading","level","from"]}},"next":{"type":"integer"}},)"
               R"("required":["address","title","text","from","size"]})",
     .answer = &AnswerReadPage},
    {.name = "related",
     .title = "Related pages",
     .description =
         "Lists the pages that other pages link to beside a page; links of menus do not count.",
     .arguments = kRelatedArguments,
     .output =
         R"({"type":"object","properties":{"address":{"type":"string"},)"
         R"("pages":{"type":"array","items":{"type":"object","properties":{)"
         R"("address":{"type":"string"},"title":{"type":"string"},"places":{"type":"integer"}},)"
         R"("required":["address","title","places"]}},"next":{"type":"integer"}},)"
         R"("required":["address","pages"]})",
     .answer = &AnswerRelated},
    {.name = "sites",
     .title = "Sites of the store",
     .description = "Lists the sites that can be searched, with their numbers of pages and words.",
     .arguments = kSitesArguments,
     .output =
         R"({"type":"object","properties":{"sites":{"type":"array","items":{"type":"object",)"
         R"("properties":{"site":{"type":"string"},"pages":{"type":"integer"},)"
         R"("words":{"type":"integer"},"words_removed":{"type":"integer"}},)"
         R"("required":["site","pages","words","words_removed"]}},"next":{"type":"integer"}},)"
         R"("required":["sites"]})",
     .answer = &AnswerSites},
}};

}  // namespace

Status SharedGraph::Read(const Store& store) {
  const Hash128 digest = store.manifest().digest;
  if (graph_ != nullptr && digest_ == digest) return {};
  THRESH_ASSIGN_OR_RETURN(PageGraph graph, ReadPageGraph(store));
  graph_ = std::make_unique<PageGraph>(std::move(graph));
  digest_ = digest;
  return {};
}

std::span<const McpTool> McpTools() { return kTools; }

const McpTool* FindMcpTool(std::string_view name) {
  const auto* found = std::find_if(kTools.begin(), kTools.end(),
                                   [&](const McpTool& tool) { return tool.name == name; });
  return found == kTools.end() ? nullptr : found;
}

McpJson DescribeTool(const McpTool& tool) {
  return {{"name", tool.name},
          {"title", tool.title},
          {"description", tool.description},
          {"inputSchema", McpArguments::Schema(tool.arguments)},
          {"outputSchema", McpJson::parse(tool.output)},
          {"annotations",
           {{"readOnlyHint", true},
            {"destructiveHint", false},
            {"idempotentHint", true},
            {"openWorldHint", false}}}};
}

std::size_t BytesInMessage(const McpJson& value) {
  return value.dump(-1, ' ', false, McpJson::error_handler_t::replace).size();
}

std::string QuotedEntries(const AnswerEntries& entries) {
  if (entries.text().empty()) return "\n";
  return " " + std::string(kQuoteNote) + "\n\n" + entries.text();
}

bool AnswerEntries::Add(const std::string& text, McpJson structured) {
  const std::size_t bytes = BytesInMessage(text) + BytesInMessage(structured) + 1;
  if (bytes_ + bytes > kMostAnswerBytes - kFrameBytes) return false;
  bytes_ += bytes;
  text_ += text;
  structured_.push_back(std::move(structured));
  return true;
}

}  // namespace thresh
