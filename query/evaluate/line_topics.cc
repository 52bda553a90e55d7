// The formats of topics that are made of lines: TSV, "id:text", JSON lines, SMART.
#include <cctype>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <utility>

#include "query/evaluate/input_text.h"
#include "query/evaluate/topic_readers.h"

namespace thresh {
namespace {

Result<std::vector<Topic>> ReadLines(const TopicText& text, char separator,
                                     std::string_view expected) {
  std::vector<Topic> topics;
  LineCutter lines(text.text);
  for (std::string_view line; lines.Next(&line);) {
    if (Trimmed(line).empty()) continue;
    const std::size_t at = line.find(separator);
    if (at == std::string_view::npos) return LineError(text.file, lines.number(), expected);
    Topic& topic = topics.emplace_back();
    topic.line = lines.number();
    topic.id = Trimmed(line.substr(0, at));
    topic[TopicField::kTitle] = Trimmed(line.substr(at + 1));
  }
  return topics;
}

// The first member with one of these names, if it is a string or a number, as text; else empty.
std::string Member(const nlohmann::json& object, std::initializer_list<const char*> names) {
  for (const char* name : names) {
    const auto member = object.find(name);
    if (member == object.end()) continue;
    if (member->is_string()) return member->get<std::string>();
    // Some files write ids as numbers.
    if (member->is_number()) return member->dump();
  }
  return {};
}

// A line ".X" begins a section of SMART.
bool IsSection(std::string_view line) {
  return line.size() >= 2 && line[0] == '.' &&
         std::isupper(static_cast<unsigned char>(line[1])) != 0 &&
         (line.size() == 2 || line[2] == ' ');
}

}  // namespace

Result<std::vector<Topic>> ReadTsvTopics(const TopicText& text) {
  return ReadLines(text, '\t', "a topic must be an id, a tab and its text");
}

Result<std::vector<Topic>> ReadColonTopics(const TopicText& text) {
  return ReadLines(text, ':', "a topic must be an id, a colon and its text");
}

Result<std::vector<Topic>> ReadJsonTopics(const TopicText& text) {
  std::vector<Topic> topics;
  LineCutter lines(text.text);
  for (std::string_view line; lines.Next(&line);) {
    if (Trimmed(line).empty()) continue;
    const nlohmann::json object = nlohmann::json::parse(line, nullptr, /*allow_exceptions=*/false);
    // A line that is no JSON gives a discarded value, which is no object either.
    if (!object.is_object())
      return LineError(text.file, lines.number(), "the line is not a JSON object");
    Topic& topic = topics.emplace_back();
    topic.line = lines.number();
    // Collections name their fields differently: those of BEIR are _id and text.
    topic.id = Member(object, {"id", "qid", "query_id", "_id", "num", "number"});
    topic[TopicField::kTitle] = Member(object, {"title", "query", "text"});
    topic[TopicField::kDescription] = Member(object, {"desc", "description"});
    topic[TopicField::kNarrative] = Member(object, {"narr", "narrative"});
  }
  return topics;
}

Result<std::vector<Topic>> ReadSmartTopics(const TopicText& text) {
  std::vector<Topic> topics;
  char section = 0;
  LineCutter lines(text.text);
  for (std::string_view line; lines.Next(&line);) {
    if (IsSection(line)) {
      section = line[1];
      if (section != 'I') continue;
      Topic& topic = topics.emplace_back();
      topic.line = lines.number();
      topic.id = Trimmed(line.substr(2));
    } else if (topics.empty()) {
      if (Trimmed(line).empty()) continue;
      return LineError(text.file, lines.number(), "there is text before the first .I");
    } else if (section == 'W') {
      // Only .W holds words of the query. Other sections hold its author or its source.
      std::string& title = topics.back()[TopicField::kTitle];
      title.append(title.empty() ? "" : " ").append(Trimmed(line));
    }
  }
  return topics;
}

}  // namespace thresh
