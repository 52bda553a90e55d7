// Messages and their answers: revisions, errors of JSON-RPC, batches. What tools answer is tested
// in tools_test.cc.
#include "query/mcp/session.h"

#include <gtest/gtest.h>

#include "tests/support/json.h"
#include "tests/support/mcp_store.h"

namespace thresh {
namespace {

constexpr const char* kModern =
    R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
    R"("io.modelcontextprotocol/clientCapabilities":{}})";

class Session : public testing::Test {
 protected:
  static McpStore& store() {
    static McpStore store(PageOfLine("a", "<p>grain and chaff"));
    return store;
  }

  static std::string Request(const std::string& method, const std::string& params = "{}") {
    return R"({"jsonrpc":"2.0","id":7,"method":")" + method + R"(","params":)" + params + "}";
  }
  static std::string Hello(const std::string& revision) {
    return Request("initialize", R"({"protocolVersion":")" + revision + R"(","capabilities":{}})");
  }
  // The code of the error that a message is answered with, 0 if it is none.
  static int ErrorOf(McpSession& session, const std::string& message) {
    const std::string answer = session.Answer(message);
    if (answer.empty()) return 0;
    const auto json = ParseJson(answer);
    return json.contains("error") ? json.at("error").at("code").get<int>() : 0;
  }
};

TEST_F(Session, InitializeAgreesOnARevision) {
  for (const char* revision : {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"}) {
    McpSession session = store().Talk();
    const auto hello = ParseJson(session.Answer(Hello(revision)));
    EXPECT_EQ(hello.at("id"), 7);
    EXPECT_EQ(hello.at("result").at("protocolVersion"), revision);
    EXPECT_TRUE(hello.at("result").at("capabilities").contains("tools"));
    EXPECT_EQ(session.Answer(R"({"jsonrpc":"2.0","method":"notifications/initialized"})"), "");
    EXPECT_EQ(session.Answer(Request("ping")), "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{}}\n");
    const auto tools = ParseJson(session.Answer(Request("tools/list"))).at("result").at("tools");
    ASSERT_EQ(tools.size(), 4U);
    const bool structured = std::string(revision) >= "2025-06-18";
    for (const auto& tool : tools) {
      EXPECT_EQ(tool.contains("annotations"), std::string(revision) >= "2025-03-26");
      EXPECT_EQ(tool.contains("outputSchema"), structured);
      EXPECT_EQ(tool.at("inputSchema").at("type"), "object");
    }
    const auto sites = ParseJson(session.Answer(Request("tools/call", R"({"name":"sites"})")));
    EXPECT_EQ(sites.at("result").contains("structuredContent"), structured);
  }
  for (const char* unknown : {"2023-01-01", "2026-07-28", "soon"}) {
    McpSession session = store().Talk();
    EXPECT_EQ(ParseJson(session.Answer(Hello(unknown))).at("result").at("protocolVersion"),
              "2025-11-25");
  }
}

TEST_F(Session, APostedMessageNeedsNoHandshake) {
  for (const char* revision : {"", "2025-03-26", "2025-06-18", "2025-11-25"}) {
    McpSession session = store().TalkByPost({.revision = revision});
    const auto tools = ParseJson(session.Answer(Request("tools/list"))).at("result").at("tools");
    EXPECT_EQ(tools.at(0).contains("outputSchema"), std::string(revision) >= "2025-06-18");
    EXPECT_EQ(session.error(), 0);
    EXPECT_NE(session.Answer("{").find("-32700"), std::string::npos);
    EXPECT_EQ(session.error(), kMcpParseError);
    EXPECT_EQ(ErrorOf(session, "[" + Request("ping") + "]"),
              *revision == '\0' || std::string(revision) == "2025-03-26" ? 0 : -32600);
  }
  for (const char* revision : {"soon", "2024-11-05"}) {
    McpSession unknown = store().TalkByPost({.revision = revision});
    EXPECT_EQ(ErrorOf(unknown, Request("tools/list")), kMcpUnknownRevision);
    EXPECT_EQ(unknown.Answer(Request("tools/list")).find("\"2024-11-05\","), std::string::npos);
  }
}

// The first revision goes another way by HTTP, which a server of single answers cannot go.
TEST_F(Session, TheFirstRevisionIsNotAgreedOnByPost) {
  McpSession session = store().TalkByPost({});
  const auto hello = ParseJson(session.Answer(Hello("2024-11-05")));
  EXPECT_EQ(hello.at("result").at("protocolVersion"), "2025-11-25");
  const std::string params = "{" + std::string(kModern) + "}";
  McpSession posted = store().TalkByPost({std::string(kMcpNewest), "server/discover", ""});
  McpSession spoken = store().Talk();
  for (auto [talk, revisions] : {std::pair{&posted, 4U}, std::pair{&spoken, 5U}}) {
    const auto found = ParseJson(talk->Answer(Request("server/discover", params)));
    EXPECT_EQ(found.at("result").at("supportedVersions").size(), revisions);
  }
}

TEST_F(Session, HeadersOfAPostedMessageSayWhatItSays) {
  const std::string params = R"({"name":"sites",)" + std::string(kModern) + "}";
  const auto error = [&](McpHeaders headers, const char* method) {
    McpSession session = store().TalkByPost(std::move(headers));
    return ErrorOf(session, Request(method, params));
  };
  const std::string newest(kMcpNewest);
  EXPECT_EQ(error({newest, "tools/call", "sites"}, "tools/call"), 0);
  EXPECT_EQ(error({newest, "tools/list", ""}, "tools/list"), 0);
  for (const McpHeaders& wrong : std::vector<McpHeaders>{{newest, "tools/call", "search"},
                                                         {newest, "tools/call", ""},
                                                         {newest, "ping", "sites"},
                                                         {newest, "", "sites"},
                                                         {"2025-11-25", "tools/call", "sites"},
                                                         {"", "tools/call", "sites"}})
    EXPECT_EQ(error(wrong, "tools/call"), kMcpHeaderMismatch) << wrong.revision << wrong.method;
}

TEST_F(Session, FromTheFifthRevisionOnEachRequestNamesIt) {
  McpSession session = store().Talk();
  const std::string params = "{" + std::string(kModern) + "}";
  const auto found = ParseJson(session.Answer(Request("server/discover", params))).at("result");
  EXPECT_EQ(found.at("supportedVersions").size(), 5U);
  for (const char* method : {"server/discover", "tools/list"}) {
    const auto result = ParseJson(session.Answer(Request(method, params))).at("result");
    EXPECT_EQ(result.at("resultType"), "complete");
    EXPECT_GT(result.at("ttlMs"), 0);
    EXPECT_EQ(result.at("cacheScope"), "private");
  }
  const auto called = ParseJson(
      session.Answer(Request("tools/call", R"({"name":"sites",)" + std::string(kModern) + "}")));
  EXPECT_EQ(called.at("result").at("resultType"), "complete");
  EXPECT_EQ(called.at("result").at("structuredContent").at("sites").at(0).at("pages"), 1);

  EXPECT_EQ(ErrorOf(session, Request("ping", params)), -32601);
  EXPECT_EQ(ErrorOf(session, Request("initialize", params)), -32601);
  EXPECT_EQ(ErrorOf(session, Request("server/discover")), -32602);
  const std::string other = R"({"_meta":{"io.modelcontextprotocol/protocolVersion":"2027-01-01"}})";
  EXPECT_EQ(ErrorOf(session, Request("tools/list", other)), -32022);
  const auto error = ParseJson(session.Answer(Request("tools/list", other))).at("error");
  EXPECT_EQ(error.at("data").at("requested"), "2027-01-01");
  const std::string bare = R"({"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}})";
  EXPECT_EQ(ErrorOf(session, Request("tools/list", bare)), -32602);
}

TEST_F(Session, WhatIsNoRequestIsRefused) {
  McpSession session = store().Talk();
  EXPECT_EQ(ErrorOf(session, Request("tools/list")), -32600);  // before initialize
  session.Answer(Hello("2025-11-25"));
  for (const char* text : {"{", "nonsense", "{\"a\":1}}", "\"\xff\"", "[1,"})
    EXPECT_EQ(ErrorOf(session, text), -32700) << text;
  for (const char* text :
       {"{}", "1", "null", "\"x\"", "[]", "[{}]", R"({"jsonrpc":"1.0","id":1,"method":"ping"})",
        R"({"jsonrpc":"2.0","id":null,"method":"ping"})",
        R"({"jsonrpc":"2.0","id":[],"method":"ping"})", R"({"jsonrpc":"2.0","id":1,"method":7})"})
    EXPECT_EQ(ErrorOf(session, text), -32600) << text;
  EXPECT_EQ(ErrorOf(session, Request("resources/list")), -32601);
  EXPECT_EQ(ErrorOf(session, Request("ping", "[1]")), -32602);
  EXPECT_EQ(ErrorOf(session, Request("tools/list", R"({"cursor":"x"})")), -32602);
  EXPECT_EQ(ErrorOf(session, Request("initialize")), -32602);
  EXPECT_EQ(session.Answer("  \r\n"), "");
  // Nobody asked for these.
  EXPECT_EQ(session.Answer(R"({"jsonrpc":"2.0","id":1,"result":{}})"), "");
  EXPECT_EQ(session.Answer(R"({"jsonrpc":"2.0","method":"notifications/unheard-of"})"), "");
}

TEST_F(Session, MessagesAreBounded) {
  McpSession session = store().Talk("2025-11-25");
  EXPECT_EQ(ErrorOf(session, std::string(kMostMessageBytes + 1, ' ') + "1"), -32600);
  EXPECT_EQ(ErrorOf(session, std::string(kMostMessageBytes - 1, '[')), -32700);
  std::string deep = R"({"jsonrpc":"2.0","id":1,"method":"ping","params":)";
  for (int i = 0; i < 1000; ++i) deep += R"({"a":)";
  deep += "1" + std::string(1001, '}');
  EXPECT_EQ(ErrorOf(session, deep), -32700);
  EXPECT_EQ(ParseJson(McpSession::AnswerTooLong()).at("error").at("code"), -32600);
  const std::string id(kMostMessageBytes / 2, 'x');
  const std::string answer =
      session.Answer(R"({"jsonrpc":"2.0","id":")" + id + R"(","method":"ping"})");
  EXPECT_LT(answer.size(), 200U);
}

TEST_F(Session, BatchesBelongToOneRevision) {
  const std::string ping = Request("ping"),
                    note = R"({"jsonrpc":"2.0","method":"notifications/x"})";
  const std::string batch = "[" + ping + "," + note + ",7," + Hello("2025-03-26") + "]";
  for (const char* revision : {"2024-11-05", "2025-06-18", "2025-11-25"}) {
    McpSession session = store().Talk(revision);
    EXPECT_EQ(ErrorOf(session, batch), -32600);
  }
  McpSession session = store().Talk("2025-03-26");
  const auto answers = ParseJson(session.Answer(batch));
  ASSERT_EQ(answers.size(), 3U);
  EXPECT_TRUE(answers.at(0).at("result").empty());
  EXPECT_EQ(answers.at(1).at("error").at("code"), -32600);
  EXPECT_EQ(answers.at(2).at("error").at("code"), -32600);
  EXPECT_EQ(session.Answer("[" + note + "]"), "");
  std::string many = "[" + ping;
  for (int i = 0; i < 50; ++i) many += "," + ping;
  EXPECT_EQ(ErrorOf(session, many + "]"), -32600);
}

}  // namespace
}  // namespace thresh
