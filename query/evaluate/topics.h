// Topics: what people asked, read from the formats of test collections. TopicFormats has a row for
// each format: name, how to detect it, how to read it. A topic is a plain value; its text is words
// and not a query.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/status.h"

namespace thresh {

enum class TopicField { kTitle, kDescription, kNarrative };
inline constexpr std::array<std::string_view, 3> kTopicFieldNames = {"title", "desc", "narr"};

// Formats without fields fill in the title only.
struct Topic {
  std::string id;
  std::array<std::string, kTopicFieldNames.size()> fields;
  std::size_t line = 0;  // on which it begins, for error messages
  std::string& operator[](TopicField field) { return fields[static_cast<std::size_t>(field)]; }
};

// What a reader gets: the text, and the name of its file for error messages.
struct TopicText {
  std::string_view text;
  std::string_view file;
};

struct TopicFormat {
  std::string_view name;
  std::string_view help;  // one line
  // Whether a text begins as this format does. Detection takes the first row that returns true.
  bool (*begins)(std::string_view text);
  Result<std::vector<Topic>> (*read)(const TopicText& text);
};

std::span<const TopicFormat> TopicFormats();

// `format` is the name of a row or "auto". kUnusable, with file and line, for a topic without an
// id, an id that stands twice or has a blank, and text that the format does not allow. kUnusable
// for a file without a single topic or in an unknown format. kUsage for an unknown `format`.
Result<std::vector<Topic>> ParseTopics(std::string_view text, const std::string& file,
                                       std::string_view format);
Result<std::vector<Topic>> ReadTopics(const std::string& file, std::string_view format);

// The fields of a text such as "title+desc". kUsage for an unknown field.
Result<std::vector<TopicField>> ParseTopicFields(std::string_view names);
// The text of these fields of a topic, in the order of `fields`, joined by blanks.
std::string TopicQuery(const Topic& topic, const std::vector<TopicField>& fields);

}  // namespace thresh
