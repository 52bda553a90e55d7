// The formats of a page a line: jsonl and anserini.
#include <string>

#include "query/export/format.h"
#include "query/export/json_text.h"

namespace thresh {
namespace {

void AppendText(char before, std::string_view name, std::string_view text, std::string* out) {
  AppendJsonName(before, name, out);
  AppendJsonString(text, out);
}

void AppendNumber(char before, std::string_view name, std::uint64_t number, std::string* out) {
  AppendJsonName(before, name, out);
  *out += std::to_string(number);
}

void AppendRemoved(const ExportPage& page, std::string* out) {
  AppendJsonName(',', "removed", out);
  *out += '[';
  for (const RemovedText& removed : page.removed) {
    if (out->back() != '[') *out += ',';
    AppendText('{', "text", removed.text, out);
    AppendText(',', "rule", removed.rule, out);
    AppendNumber(',', "support", removed.support, out);
    *out += '}';
  }
  *out += ']';
}

}  // namespace

void AppendJsonlPage(const ExportPage& page, std::string* out) {
  const DocRecord& doc = page.doc;
  AppendText('{', "id", ExportId(doc), out);
  AppendText(',', "text", page.text, out);
  AppendJsonName(',', "metadata", out);
  AppendText('{', "url", doc.url, out);
  AppendText(',', "title", doc.title, out);
  AppendText(',', "date", doc.date, out);
  AppendText(',', "language", doc.language, out);
  AppendText(',', "site", page.host, out);
  AppendText(',', "digest", doc.kept_hash.Hex(), out);
  AppendNumber(',', "words", doc.body_tokens_indexed, out);
  AppendNumber(',', "words_removed", doc.body_tokens_seen - doc.body_tokens_indexed, out);
  if (page.with_removed) AppendRemoved(page, out);
  *out += "}}\n";
}

void AppendJsonlSection(const ExportPage& page, const PageSection& section, std::size_t number,
                        std::string* out) {
  const DocRecord& doc = page.doc;
  AppendText('{', "id", ExportId(doc) + "#" + std::to_string(number), out);
  AppendText(',', "text", section.text, out);
  AppendJsonName(',', "metadata", out);
  AppendText('{', "url", doc.url, out);
  AppendText(',', "anchor", section.anchor, out);
  AppendJsonName(',', "headings", out);
  *out += '[';
  for (const std::string_view heading : section.headings) {
    if (out->back() != '[') *out += ',';
    AppendJsonString(heading, out);
  }
  *out += ']';
  AppendText(',', "title", doc.title, out);
  AppendText(',', "date", doc.date, out);
  AppendText(',', "language", doc.language, out);
  AppendText(',', "site", page.host, out);
  AppendNumber(',', "words", section.words, out);
  *out += "}}\n";
}

void AppendAnseriniPage(const ExportPage& page, std::string* out) {
  AppendText('{', "id", ExportId(page.doc), out);
  std::string contents = page.doc.title;
  if (!contents.empty() && !page.text.empty()) contents += '\n';
  contents += page.text;
  AppendText(',', "contents", contents, out);
  *out += "}\n";
}

}  // namespace thresh
