// The readers of the formats of topics, for the table in topics.cc. Each returns the topics in the
// order of the text, or kUnusable with file and line. ids are checked later, by ParseTopics.
#pragma once

#include <vector>

#include "query/evaluate/topics.h"

namespace thresh {

// A topic on each line: "id<TAB>text".
Result<std::vector<Topic>> ReadTsvTopics(const TopicText& text);
// A topic on each line: "id:text".
Result<std::vector<Topic>> ReadColonTopics(const TopicText& text);
// A JSON object on each line: id, title (or query, or text), and optionally desc and narr.
Result<std::vector<Topic>> ReadJsonTopics(const TopicText& text);
// <top> <num> Number: 301 <title> ... <desc> Description: ... <narr> Narrative: ... </top>. The end
// tags of fields may be missing.
Result<std::vector<Topic>> ReadSgmlTopics(const TopicText& text);
// <topic number="51"> <query> ... </query> <description> ... </description> </topic>
Result<std::vector<Topic>> ReadWebTopics(const TopicText& text);
// SMART: ".I 1", then ".W" and its text, up to the next line that begins with a period and a
// capital letter.
Result<std::vector<Topic>> ReadSmartTopics(const TopicText& text);

}  // namespace thresh
