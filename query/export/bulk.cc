// The format of the _bulk API of OpenSearch and Elasticsearch: an action a line, and behind each
// `index` the document. An engine takes an action only if its version is at least the one that it
// has, so files may be sent again and in any order.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "common/base/hash.h"
#include "query/export/format.h"
#include "query/export/json_text.h"
#include "query/export/time.h"

namespace thresh {
namespace {

void AppendText(char before, std::string_view name, std::string_view text, std::string* out) {
  AppendJsonName(before, name, out);
  AppendJsonString(text, out);
}

// The version is the time of the fetch. Versions begin at 1 where the time cannot be read.
void AppendAction(std::string_view action, std::string_view url, std::string_view time,
                  std::string* out) {
  AppendJsonName('{', action, out);
  AppendText('{', "_id", HashBytes(url).Hex(), out);
  AppendJsonName(',', "version", out);
  *out += std::to_string(std::max<std::uint64_t>(1, SecondsOf(time).value_or(1)));
  AppendText(',', "version_type", "external_gte", out);
  *out += "}}\n";
}

}  // namespace

void AppendBulkPage(const ExportPage& page, std::string* out) {
  const DocRecord& doc = page.doc;
  AppendAction("index", doc.url, page.seen == nullptr ? doc.date : page.seen->last_seen, out);
  AppendText('{', "url", doc.url, out);
  AppendText(',', "site", page.host, out);
  AppendText(',', "title", doc.title, out);
  AppendText(',', "description", doc.description, out);
  // An engine refuses an empty date.
  if (const auto date = WholeTime(doc.date)) AppendText(',', "date", *date, out);
  AppendText(',', "text", page.text, out);
  *out += "}\n";
}

void AppendBulkGone(std::string_view url, const CrawlRecord& seen, std::string* out) {
  // A page cannot go before it was seen: a delete must win over the page's last version.
  AppendAction("delete", url, std::max(seen.gone, seen.last_seen), out);
}

std::string BulkMapping() {
  nlohmann::ordered_json fields;
  for (const char* name : {"url", "site"}) fields[name] = {{"type", "keyword"}};
  for (const char* name : {"title", "description", "text"}) fields[name] = {{"type", "text"}};
  fields["date"] = {{"type", "date"}};
  const nlohmann::ordered_json mapping = {
      {"mappings", {{"dynamic", "strict"}, {"properties", fields}}}};
  return mapping.dump(2) + "\n";
}

}  // namespace thresh
