#include "query/present/dump.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "common/base/utf8.h"
#include "common/cli/cli.h"
#include "common/store/page_text.h"

namespace thresh {
namespace {

using Json = nlohmann::ordered_json;

Json LinksJson(const DumpedPage& page, const std::vector<ShownSpan>& spans) {
  Json links = Json::array();
  for (const LinksRecord::StoredLink& link : page.links.links) {
    std::string text;
    const std::size_t end =
        std::min<std::size_t>(spans.size(), std::size_t{link.first_span} + link.spans);
    for (std::size_t i = link.first_span; i < end; ++i) JoinSpan(spans[i], spans[i].glued, &text);
    const StoredVerdict* verdict = page.text.Find(link.block);
    links.push_back(
        {{"target", link.target},
         {"text", text},
         {"block", link.block.value},
         {"verdict", VerdictName(verdict == nullptr ? Verdict::kContent : verdict->verdict)}});
  }
  return links;
}

// Controls are blanks: some would end the field or the line, and others command a terminal.
void AppendInLine(std::string_view text, std::string* line) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    const char32_t c = DecodeUtf8(text, &at);
    const bool control = c < 0x20 || (c >= 0x7f && c < 0xa0);
    *line += control ? " " : text.substr(begin, at - begin);
  }
}

}  // namespace

Result<DumpedPage> ReadDumped(const Store& store, DocId doc) {
  DumpedPage page;
  THRESH_ASSIGN_OR_RETURN(page.doc, ReadPage(store, doc));
  THRESH_ASSIGN_OR_RETURN(page.text, ReadText(store, doc));
  page.site = store.sites()[page.doc.site.value].host;
  THRESH_ASSIGN_OR_RETURN(page.links, ReadLinks(store, doc, page.doc.url));
  return page;
}

std::string DumpLine(const DumpedPage& page) {
  const DocRecord& doc = page.doc;
  const std::vector<ShownSpan> spans = ShowSpans(page.text);
  Json json = {{"docno", doc.docno},
               {"path", doc.path},
               {"url", doc.url},
               {"title", doc.title},
               {"description", doc.description},
               {"date", doc.date},
               {"language", doc.language},
               {"site", page.site},
               {"links", LinksJson(page, spans)},
               {"spans", Json::array()}};
  if (!doc.stemmer.empty()) json["stemmer"] = doc.stemmer;
  for (const ShownSpan& span : spans) {
    json["spans"].push_back({{"text", span.text},
                             {"block", span.block.value},
                             {"verdict", VerdictName(span.verdict)},
                             {"support", span.stored == nullptr ? 0 : span.stored->support}});
  }
  return JsonLine(json);
}

std::string DumpTextLine(const DumpedPage& page, DumpedWords words) {
  std::string text;
  bool apart = false;
  for (const ShownSpan& span : ShowSpans(page.text)) {
    const bool shown = words == DumpedWords::kAll || span.kept();
    if (shown) JoinSpan(span, span.glued && !apart, &text);
    apart = !shown;
  }
  std::string line;
  AppendInLine(page.doc.docno, &line);
  line += '\t';
  AppendInLine(page.doc.title, &line);
  line += '\t';
  AppendInLine(text, &line);
  return line + '\n';
}

// One page in memory at a time: a dump is as large as the crawl.
Status Dump(const Store& store, const std::function<void(const DumpedPage&)>& page) {
  for (std::uint32_t doc = 0; doc < store.docs(); ++doc) {
    THRESH_ASSIGN_OR_RETURN(const DumpedPage read, ReadDumped(store, DocId(doc)));
    page(read);
  }
  return {};
}

}  // namespace thresh
