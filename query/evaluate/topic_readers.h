// The readers of the formats of topics, for the table in topics.cc.
#pragma once

#include <vector>

#include "query/evaluate/topics.h"

namespace thresh {

// A line a topic: "id<TAB>text".
Result<std::vector<Topic>> ReadTsvTopics(const TopicText& text);
// A line a topic: "id:text".
Result<std::vector<Topic>> ReadColonTopics(const TopicText& text);
// A JSON object a line: id, title (or query, text), and perhaps desc and narr.
Result<std::vector<Topic>> ReadJsonTopics(const TopicText& text);
// <top> <num> Number: 301 <title> ... <desc> Description: ... <narr> Narrative: ... </top>; end
// tags of fields may be left out.
Result<std::vector<Topic>> ReadSgmlTopics(const TopicText& text);
// <topic number="51"> <query> ... </query> <description> ... </description> </topic>
Result<std::vector<Topic>> ReadWebTopics(const TopicText& text);
// SMART: ".I 1", then ".W" and its text up to the next line that begins with a period and a
// capital.
Result<std::vector<Topic>> ReadSmartTopics(const TopicText& text);

}  // namespace thresh
