#include "query/present/dump.h"

#include <nlohmann/json.hpp>

#include "common/cli/cli.h"
#include "common/store/page_text.h"
#include "query/retrieve/searcher.h"

namespace thresh {

std::string DumpLine(const DocRecord& page, const TextRecord& text) {
  nlohmann::ordered_json json = {{"docno", page.docno},
                                 {"path", page.path},
                                 {"url", page.url},
                                 {"title", page.title},
                                 {"spans", nlohmann::ordered_json::array()}};
  for (const ShownSpan& span : ShowSpans(text)) {
    json["spans"].push_back({{"text", span.text},
                             {"block", span.block.value},
                             {"verdict", VerdictName(span.verdict)},
                             {"support", span.stored == nullptr ? 0 : span.stored->support}});
  }
  return JsonLine(json);
}

// One page in memory at a time: a dump is as large as the crawl.
Status Dump(const Segment& segment, const std::function<void(std::string_view)>& line) {
  const auto docs = static_cast<std::uint32_t>(segment.lengths().docs());
  for (std::uint32_t doc = 0; doc < docs; ++doc) {
    THRESH_ASSIGN_OR_RETURN(const DocRecord page, ReadPage(segment, DocId(doc)));
    THRESH_ASSIGN_OR_RETURN(const TextRecord text, ReadText(segment, DocId(doc)));
    line(DumpLine(page, text));
  }
  return {};
}

}  // namespace thresh
