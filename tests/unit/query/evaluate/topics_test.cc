#include "query/evaluate/topics.h"

#include <gtest/gtest.h>

namespace thresh {
namespace {

// "id|title|desc|narr" a topic, or the error.
std::string Parse(std::string_view text, std::string_view format = "auto") {
  const Result<std::vector<Topic>> topics = ParseTopics(text, "topics", format);
  if (!topics.ok()) return topics.status().message();
  std::string out;
  for (const Topic& topic : topics.value()) {
    out += (out.empty() ? "" : "\n") + topic.id;
    for (const std::string& field : topic.fields) out += "|" + field;
  }
  return out;
}

TEST(Topics, TsvAndColonAreALineEach) {
  EXPECT_EQ(Parse("1\tto be: or\tnot\r\n\n x2 \t \"quoted +\n"),
            "1|to be: or\tnot||\nx2|\"quoted +||");
  EXPECT_EQ(Parse("301:International Organized: Crime\n302: Polio\n"),
            "301|International Organized: Crime||\n302|Polio||");
  EXPECT_EQ(Parse("\xEF\xBB\xBF"
                  "1\tx\n"),
            "1|x||")
      << "a mark of UTF-8 is no part of the id";
}

TEST(Topics, TrecSgmlWithAndWithoutEndTags) {
  EXPECT_EQ(Parse("\n<top>\n\n<num> Number: 301 \n<title> International\n Organized Crime "
                  "\n\n<desc> Description: \n"
                  "Identify a < b &amp; c.\n\n<narr> Narrative: \nA document must.\n\n</top>\n"
                  "<TOP><NUM>2</NUM><TITLE>\nSMALL\n</TITLE></TOP>"),
            "301|International Organized Crime|Identify a < b & c.|A document must.\n2|SMALL||");
}

TEST(Topics, WebTrackXml) {
  EXPECT_EQ(
      Parse(
          "<?xml version=\"1.0\"?>\n<webtrack2012>\n<!-- <topic> -->\n"
          "<topic number=\"151\" type=\"ambiguous\">\n <query>403b</query>\n"
          "<description>What is a &quot;403b&quot; plan?</description>\n"
          "<subtopic number=\"1\" type=\"nav\">no part of it</subtopic>\n</topic></webtrack2012>"),
      "151|403b|What is a \"403b\" plan?|");
  EXPECT_EQ(Parse("<topics><topic><number>7</number><title>a</title><narrative>n</narrative></"
                  "topic></topics>"),
            "7|a||n");
}

TEST(Topics, JsonLines) {
  EXPECT_EQ(Parse("{\"id\": 7, \"title\": \"caf\\u00e9\", \"desc\": "
                  "\"d\"}\n\n{\"qid\":\"a\",\"query\":\"q\"}"),
            "7|caf\u00e9|d|\na|q||");
}

TEST(Topics, SmartTakesTheTextOfW) {
  EXPECT_EQ(Parse(".I 1\n.W\n What articles\nexist? .T\n.N\n 1. Somebody\n \n.I 2\n.A\nPrieve, "
                  "B.\n.W\nb\n"),
            "1|What articles exist? .T||\n2|b||");
}

TEST(Topics, MistakesAreSaidWithTheirLine) {
  EXPECT_EQ(Parse("1\ta\n2 b\n"), "topics:2: a topic must be an id, a tab and its text");
  EXPECT_EQ(Parse("1\ta\n2\tb\n1\tc\n"), "topics:3: there is a second topic 1");
  EXPECT_EQ(Parse("1\ta\n\tb\n"), "topics:2: the topic has no id");
  EXPECT_EQ(Parse("1 2\ta\n"), "topics:1: the id '1 2' has a blank in it");
  EXPECT_EQ(Parse("{\"id\":1}\n[2]\n"), "topics:2: the line is not a JSON object");
  EXPECT_EQ(Parse("<top>\n<num>1\n<title>a\n<top>\n"),
            "topics:4: <top> stands within <top>: </top> is missing");
  EXPECT_EQ(Parse("<top>\n</top>\n<top>\n<num>1"), "topics:3: <top> is not closed");
  EXPECT_EQ(Parse("x\n.I 1\n.W\ny\n", "smart"), "topics:1: there is text before the first .I");
  EXPECT_EQ(Parse("no format at all\n"),
            "the format of the topics in topics is not known; run --help lists the formats");
  EXPECT_EQ(Parse(""),
            "the format of the topics in topics is not known; run --help lists the formats");
  EXPECT_EQ(Parse(" \n", "tsv"), "topics has no topic: wrong file or --topics-format?");
}

TEST(Topics, EveryFormatStandsCutOffBytes) {
  const std::string_view text =
      "<top><num>1<title>a</top>\n{\"id\":\n.I 1\n.W\n1\tb\n2:c <!-- <topic number='";
  for (const TopicFormat& format : TopicFormats()) {
    for (std::size_t size = 0; size <= text.size(); ++size)
      Parse(text.substr(0, size), format.name);
  }
}

TEST(Topics, FieldsMakeTheQuery) {
  const auto topics = ParseTopics("{\"id\":1,\"title\":\"a\",\"narr\":\"c\"}", "topics", "jsonl");
  ASSERT_TRUE(topics.ok());
  const auto query = [&](std::string_view names) {
    const auto fields = ParseTopicFields(names);
    return fields.ok() ? TopicQuery(topics.value()[0], fields.value()) : fields.status().message();
  };
  EXPECT_EQ(query("title"), "a");
  EXPECT_EQ(query("title+desc+narr"), "a c");
  EXPECT_EQ(query("desc"), "");
  EXPECT_EQ(query("title+body"),
            "--fields: 'body' is not one of title, desc, narr, with + between them");
}

}  // namespace
}  // namespace thresh
