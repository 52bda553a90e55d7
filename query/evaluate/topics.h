// Topics: what people asked, read from the formats in which test collections come. One table; a row
// = name, how to tell it, how to read it.
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

// A format without fields has titles only.
struct Topic {
  std::string id;
  std::array<std::string, kTopicFieldNames.size()> fields;
  std::size_t line = 0;  // where it begins
  std::string& operator[](TopicField field) { return fields[static_cast<std::size_t>(field)]; }
};

// Where a reader is, for its errors.
struct TopicText {
  std::string_view text;
  std::string_view file;
};

struct TopicFormat {
  std::string_view name;
  std::string_view help;  // one line
  // Whether a text of this format begins so; the first row that says yes is taken.
  bool (*begins)(std::string_view text);
  Result<std::vector<Topic>> (*read)(const TopicText& text);
};

std::span<const TopicFormat> TopicFormats();

// `format` is a row's name or "auto". kUnusable with file and line: a topic without an id, an id
// that stands twice or has a blank, what the format does not allow; or no topic at all.
Result<std::vector<Topic>> ParseTopics(std::string_view text, const std::string& file,
                                       std::string_view format);
Result<std::vector<Topic>> ReadTopics(const std::string& file, std::string_view format);

// The text of a topic: its fields as named, "title+desc". kUsage: no such field.
Result<std::vector<TopicField>> ParseTopicFields(std::string_view names);
std::string TopicQuery(const Topic& topic, const std::vector<TopicField>& fields);

}  // namespace thresh
