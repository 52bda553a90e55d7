#include "query/evaluate/topics.h"

#include <algorithm>
#include <cctype>
#include <set>

#include "common/base/ascii.h"
#include "query/evaluate/input_text.h"
#include "query/evaluate/topic_readers.h"

namespace thresh {
namespace {

bool BeginsSgml(std::string_view text) { return StartsWithLower(text, "<top>"); }
bool BeginsWeb(std::string_view text) {
  return StartsWithLower(text, "<?xml") || StartsWithLower(text, "<topic") ||
         StartsWithLower(text, "<webtrack") || StartsWithLower(text, "<!--");
}
bool BeginsJson(std::string_view text) { return text.starts_with('{'); }
bool BeginsSmart(std::string_view text) { return text.starts_with(".I"); }
bool BeginsTsv(std::string_view text) {
  return text.substr(0, text.find('\n')).find('\t') != std::string_view::npos;
}
// A colon behind a blank belongs to a sentence and ends no id.
bool BeginsColon(std::string_view text) {
  const std::size_t colon = text.find(':');
  return colon != std::string_view::npos && colon > 0 && text.find_first_of(" \n") > colon;
}

// `auto` takes the first row that fits, so the strict formats come first: JSON and TSV may hold
// colons.
constexpr std::array<TopicFormat, 6> kFormats = {{
    {"trec", "TREC SGML: <top> <num> <title> <desc> <narr>", &BeginsSgml, &ReadSgmlTopics},
    {"web", "web track XML: <topic number=...> <query> <description>", &BeginsWeb, &ReadWebTopics},
    {"jsonl", "a JSON object a line: id, title or query or text, desc, narr", &BeginsJson,
     &ReadJsonTopics},
    {"smart", "SMART: .I and .W", &BeginsSmart, &ReadSmartTopics},
    {"tsv", "id, a tab, the text", &BeginsTsv, &ReadTsvTopics},
    {"colon", "id:text", &BeginsColon, &ReadColonTopics},
}};

Result<const TopicFormat*> FindFormat(std::string_view text, const std::string& file,
                                      std::string_view name) {
  for (const TopicFormat& format : kFormats) {
    // Blank lines may stand before the first topic.
    if (name == "auto" ? format.begins(Trimmed(text)) : format.name == name) return &format;
  }
  if (name != "auto")
    return Status(Code::kUsage,
                  "no format of topics '" + std::string(name) + "'; run --help lists them");
  return Status(Code::kUnusable, "the format of the topics in " + file +
                                     " is not known; run --help lists the formats");
}

Status CheckTopics(const std::vector<Topic>& topics, const std::string& file) {
  std::set<std::string_view> seen;
  for (const Topic& topic : topics) {
    if (topic.id.empty()) return LineError(file, topic.line, "the topic has no id");
    // A run file separates its columns by blanks.
    if (topic.id.find_first_of(" \t") != std::string::npos)
      return LineError(file, topic.line, "the id '" + topic.id + "' has a blank in it");
    if (!seen.insert(topic.id).second)
      return LineError(file, topic.line, "there is a second topic " + topic.id);
  }
  if (topics.empty())
    return Status(Code::kUnusable, file + " has no topic: wrong file or --topics-format?");
  return {};
}

}  // namespace

std::span<const TopicFormat> TopicFormats() { return kFormats; }

Result<std::vector<Topic>> ParseTopics(std::string_view text, const std::string& file,
                                       std::string_view format) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);  // a byte order mark
  THRESH_ASSIGN_OR_RETURN(const TopicFormat* found, FindFormat(text, file, format));
  THRESH_ASSIGN_OR_RETURN(std::vector<Topic> topics, found->read({.text = text, .file = file}));
  THRESH_RETURN_IF_ERROR(CheckTopics(topics, file));
  return topics;
}

Result<std::vector<Topic>> ReadTopics(const std::string& file, std::string_view format) {
  THRESH_ASSIGN_OR_RETURN(const std::string text, ReadInputText(file));
  return ParseTopics(text, file, format);
}

Result<std::vector<TopicField>> ParseTopicFields(std::string_view names) {
  std::vector<TopicField> fields;
  while (true) {
    const std::size_t plus = names.find('+');
    const auto* name =
        std::find(kTopicFieldNames.begin(), kTopicFieldNames.end(), names.substr(0, plus));
    if (name == kTopicFieldNames.end())
      return Status(Code::kUsage, "--fields: '" + std::string(names.substr(0, plus)) +
                                      "' is not one of title, desc, narr, with + between them");
    fields.push_back(static_cast<TopicField>(name - kTopicFieldNames.begin()));
    if (plus == std::string_view::npos) return fields;
    names.remove_prefix(plus + 1);
  }
}

std::string TopicQuery(const Topic& topic, const std::vector<TopicField>& fields) {
  std::string query;
  for (const TopicField field : fields) {
    const std::string& text = topic.fields[static_cast<std::size_t>(field)];
    if (!text.empty()) query += (query.empty() ? "" : " ") + text;
  }
  return query;
}

}  // namespace thresh
