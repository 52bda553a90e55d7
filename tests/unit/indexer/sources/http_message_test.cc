#include "indexer/sources/http_message.h"

#include <gtest/gtest.h>

namespace thresh {
namespace {

TEST(HttpMessage, StatusFieldsBody) {
  const auto response = ParseArchivedResponse(
      "HTTP/1.1 206 Partial\r\nA: 1\r\n b\r\nno field\r\na: 2\r\n\r\nbody\r\n\r\nrest");
  ASSERT_TRUE(response);
  EXPECT_EQ(response->status, 206);
  EXPECT_EQ(response->fields.Get("a"), "1 b");
  EXPECT_EQ(response->fields.List("A"), (std::vector<std::string>{"1 b", "2"}));
  EXPECT_EQ(response->body, "body\r\n\r\nrest");
}

TEST(HttpMessage, Odd) {
  EXPECT_EQ(ParseArchivedResponse("HTTP/1.0 200\nA: b\n\nx")->body, "x");
  EXPECT_EQ(ParseArchivedResponse("HTTP/2 200\n\nx")->status, 200);
  EXPECT_EQ(ParseArchivedResponse("HTTP/1.1 200 OK\r\nA: b")->body, "");
  EXPECT_EQ(ParseArchivedResponse("HTTP/1.1 200 OK\r\n\r\n\r\nx")->body, "\r\nx");
  EXPECT_FALSE(ParseArchivedResponse("HTTP/1.1 OK\r\n\r\n"));
  EXPECT_FALSE(ParseArchivedResponse("HTTP/1.1 99999999999999999999 OK\r\n\r\n"));
  EXPECT_FALSE(ParseArchivedResponse("GET / HTTP/1.1\r\n\r\n"));
  EXPECT_FALSE(ParseArchivedResponse(""));
}

TEST(HttpMessage, WhatAStatusSaysOfAPage) {
  for (const int gone : {301, 308, 404, 410}) EXPECT_EQ(KindOfStatus(gone), RecordKind::kGone);
  for (const int missed : {408, 429, 500, 599})
    EXPECT_EQ(KindOfStatus(missed), RecordKind::kMissed) << missed;
  for (const int named : {302, 403, 499, 600, 999})
    EXPECT_EQ(KindOfStatus(named), RecordKind::kNamed) << named;
  EXPECT_EQ(KindOfStatus(304), RecordKind::kSeen);
}

TEST(HttpMessage, MediaTypes) {
  for (const char* text :
       {"text/html; charset=utf-8", "TEXT/HTML;charset=\"utf-8\"", " text/html charset=utf-8 ",
        "text/html; a=b; Charset = 'utf-8' ; c", "text/html;;charset=utf-8,text/html"}) {
    EXPECT_EQ(ParseMediaType(text).type, "text/html") << text;
    EXPECT_EQ(ParseMediaType(text).charset, "utf-8") << text;
  }
  EXPECT_EQ(ParseMediaType("text/html; charset=").charset, "");
  EXPECT_EQ(ParseMediaType("text/html").charset, "");
  EXPECT_EQ(ParseMediaType("").type, "");
  EXPECT_TRUE(IsHtmlType("application/xhtml+xml"));
  EXPECT_FALSE(IsHtmlType("text/plain"));
}

}  // namespace
}  // namespace thresh
