"""The server for assistants as a program: a client in plain Python, the client of the official SDK where there is one, and
ends that are in order."""
import asyncio
import http.client
import json
import os
import subprocess
import sys
import unittest

import harness

sys.path.insert(0, os.path.join(harness.TOP, "tests", "bench"))
import load_serve  # noqa: E402

try:
    import mcp
    import mcp.client.stdio
    import mcp.client.streamable_http
except ImportError:
    mcp = None

HELLO = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
MODERN = {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}
TOOLS = ["search", "read_page", "related", "sites"]
PAGE = harness.BASE + "mill/hoist.html"


class Client:
    """One conversation."""

    def __init__(self, *stores):
        names = [word for store in stores for word in ("--store", store)]
        self.command = [harness.QUERY, "mcp", *names]
        self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.last = 0

    def send(self, line):
        self.process.stdin.write(line if isinstance(line, bytes) else json.dumps(line).encode() + b"\n")
        self.process.stdin.flush()

    def receive(self):
        return json.loads(self.process.stdout.readline())

    def ask(self, method, **params):
        self.last += 1
        self.send({"jsonrpc": "2.0", "id": self.last, "method": method, "params": params})
        answer = self.receive()
        assert answer["id"] == self.last, answer
        return answer

    def call(self, tool, **arguments):
        return self.ask("tools/call", name=tool, arguments=arguments)["result"]

    def hello(self):
        answer = self.ask("initialize", **HELLO)["result"]
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        return answer

    def end(self):
        """The exit code, and what was said besides answers."""
        rest, said = self.process.communicate(timeout=60)
        return self.process.returncode, (rest + said).decode()


class Mcp(harness.EndToEnd):
    def setUp(self):
        super().setUp()
        self.build()

    def talk(self, *stores):
        client = Client(*(stores or (self.store,)))
        self.addCleanup(client.process.__exit__, None, None, None)
        self.addCleanup(client.process.kill)
        return client

    def test_a_conversation(self):
        client = self.talk()
        hello = client.hello()
        self.assertEqual(hello["protocolVersion"], "2025-11-25")
        self.assertIn("granary.example", hello["instructions"])
        tools = client.ask("tools/list")["result"]["tools"]
        self.assertEqual([tool["name"] for tool in tools], TOOLS)
        self.assertTrue(all(tool["annotations"]["readOnlyHint"] for tool in tools))
        found = client.call("search", query="sack hoist", k=3)
        expected = self.query_json("search", "-n", "3", "sack hoist")
        hits = found["structuredContent"]["hits"]
        self.assertEqual([hit["address"].split("#")[0] for hit in hits], [hit["url"] for hit in expected["hits"]])
        self.assertEqual([hit["score"] for hit in hits], [hit["score"] for hit in expected["hits"]])
        read = client.call("read_page", address=hits[0]["address"].split("#")[0])
        self.assertEqual(read["structuredContent"]["text"], self.markdown_of(hits[0]["address"].split("#")[0]))
        self.assertIn("> # ", read["content"][0]["text"])
        self.assertEqual(client.call("sites")["structuredContent"]["sites"][0]["site"], "granary.example")
        self.assertFalse(client.call("related", address=PAGE)["isError"])
        self.assertTrue(client.call("read_page", address=harness.BASE + "none")["isError"])
        self.assertEqual(client.end(), (harness.OK, ""))

    def markdown_of(self, url):
        pages = self.query("export", "--text", "markdown", "--out", "-").stdout.splitlines()
        return next(page["text"] for page in map(json.loads, pages) if page["metadata"]["url"] == url)

    def test_a_conversation_without_a_handshake(self):
        client = self.talk()
        found = client.ask("server/discover", _meta=MODERN)["result"]
        self.assertIn("2026-07-28", found["supportedVersions"])
        called = client.ask("tools/call", name="search", arguments={"query": "rye"}, _meta=MODERN)["result"]
        self.assertEqual(called["resultType"], "complete")
        self.assertGreater(called["structuredContent"]["matches"], 0)

    def test_what_makes_no_sense_is_answered_and_the_conversation_goes_on(self):
        client = self.talk()
        client.hello()
        rows = ((b"{broken\n", -32700), (b"\xff\xfe\n", -32700), (b"[]\n", -32600), (b"[" * 500_000 + b"\n", -32700),
                (b'{"jsonrpc":"2.0","id":1,"method":"rm"}\n', -32601),
                (b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"rm"}}\n', -32602),
                (b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search","arguments":{}}}\n', -32602))
        for line, code in rows:
            client.send(line)
            self.assertEqual(client.receive()["error"]["code"], code, line[:80])
        self.assertEqual(client.ask("ping")["result"], {})

    def test_a_message_of_100_mb_is_refused_and_not_kept(self):
        client = self.talk()
        client.hello()
        before = self.memory_of(client)
        for _ in range(100):
            client.send(b"x" * 1_000_000)
        client.send(b"\n")
        self.assertEqual(client.receive()["error"]["code"], -32600)
        self.assertLess(self.memory_of(client) - before, 16 << 20)
        self.assertEqual(client.ask("ping")["result"], {})

    def memory_of(self, client):
        with open(f"/proc/{client.process.pid}/status", encoding="ascii") as status:
            peak = next(line for line in status if line.startswith("VmHWM:"))
        return int(peak.split()[1]) << 10

    def test_a_closed_pipe_ends_it_in_order(self):
        client = self.talk()
        client.hello()
        client.process.stdout.close()
        client.send({"jsonrpc": "2.0", "id": 1, "method": "ping"})
        self.assertEqual(client.process.wait(timeout=60), harness.OK)
        self.assertEqual(client.process.stderr.read(), b"")

    def test_the_end_of_the_input_ends_it_behind_the_last_answer(self):
        ping = b'{"jsonrpc":"2.0","id":1,"method":"ping"}'
        run = self.run_program([harness.QUERY, "mcp", "--store", self.store], stdin=ping + b"\n" + ping)
        self.assertEqual([json.loads(line)["result"] for line in run.stdout.splitlines()], [{}, {}])
        self.assertEqual(self.run_program([harness.QUERY, "mcp", "--store", self.store], stdin=b"").stdout, "")
        missing = self.run_program([harness.QUERY, "mcp", "--store", self.path("none")], harness.MISSING, stdin=b"")
        self.assert_one_line(missing.stderr, "none")

    def test_several_stores_answer_as_one_and_a_new_version_is_read(self):
        other = self.path("other")
        html = self.write("other/x.html", "<title>Zymurgy</title><p>zymurgy is about ale")
        self.run_program([harness.INDEX, "build", "--store", other + ".store", "--progress", "none", "--base-url",
                          "http://other.example/", os.path.dirname(html)])
        client = self.talk(self.store, other + ".store")
        client.hello()
        self.assertEqual([site["site"] for site in client.call("sites")["structuredContent"]["sites"]],
                         ["granary.example", "other.example"])
        found = client.call("search", query="zymurgy")["structuredContent"]["hits"]
        self.assertEqual([hit["title"] for hit in found], ["Zymurgy"])
        self.assertFalse(client.call("related", address="http://other.example/x.html")["isError"])
        self.run_program([harness.INDEX, "delete", "--store", other + ".store", "--url", "http://other.example/x.html"])
        while client.call("search", query="zymurgy")["structuredContent"]["matches"] > 0:
            pass  # until the server has looked; ctest ends a test that waits for ever

    def test_a_newcomer_asks_without_an_assistant(self):
        ask = [sys.executable, os.path.join(harness.TOP, "examples", "assistant", "ask.py")]
        own = {"THRESH_QUERY": harness.QUERY}
        run = self.run_program([*ask, self.store, "sack", "hoist"], environment=own)
        expected = self.query_json("search", "-n", "5", "sack hoist")["hits"]
        listed, read = run.stdout.split("\n\n", 1)
        self.assertEqual([line.split("  ")[-1].split("#")[0] for line in listed.splitlines()], [hit["url"] for hit in expected])
        self.assertIn(read.rstrip("\n"), self.markdown_of(expected[0]["url"]))
        self.assertTrue(read.strip())
        refused = self.run_program([*ask, self.store, '"open'], 1, environment=own)
        self.assertIn("quote is not closed", refused.stderr)
        missing = self.run_program([*ask, self.store, "rye"], 1, environment={"THRESH_QUERY": self.path("none")})
        self.assert_one_line(missing.stderr, "THRESH_QUERY")

    @unittest.skipIf(mcp is None, "the package mcp of PyPI is not installed")
    def test_the_client_of_the_official_sdk(self):
        asyncio.run(self.converse_by_sdk())

    async def converse_by_sdk(self):
        server = mcp.client.stdio.StdioServerParameters(command=harness.QUERY, args=["mcp", "--store", self.store])
        async with mcp.client.stdio.stdio_client(server) as (read, write), mcp.ClientSession(read, write) as session:
            await session.initialize()
            tools = await session.list_tools()
            self.assertEqual([tool.name for tool in tools.tools], TOOLS)
            # The SDK checks the answer by the output schema of the tool.
            for name, arguments in (("search", {"query": "hoist"}), ("read_page", {"address": PAGE}),
                                    ("related", {"address": PAGE}), ("sites", {})):
                result = await session.call_tool(name, arguments)
                self.assertTrue(result.content[0].text, name)
                self.assertFalse(getattr(result, "is_error", getattr(result, "isError", None)), name)

    @unittest.skipIf(not hasattr(mcp, "Client"), "no package mcp of PyPI that knows conversations without a handshake")
    def test_the_client_of_the_official_sdk_without_a_handshake(self):
        asyncio.run(self.converse_without_handshake())

    async def converse_without_handshake(self):
        server = mcp.client.stdio.StdioServerParameters(command=harness.QUERY, args=["mcp", "--store", self.store])
        for mode, revision in (("auto", "2026-07-28"), ("legacy", "2025-11-25")):
            async with mcp.Client(mcp.client.stdio.stdio_client(server), mode=mode) as client:
                self.assertEqual(client.protocol_version, revision)
                self.assertEqual([tool.name for tool in (await client.list_tools()).tools], TOOLS)
                self.assertFalse((await client.call_tool("search", {"query": "hoist"})).is_error)

    # ---- by HTTP

    def serve(self, *flags):
        server = load_serve.Server(harness.QUERY, "--store", self.store, *flags)
        self.addCleanup(server.__exit__)
        return server

    def request(self, server, method, body=None, **headers):
        """Status and body; an answer that is JSON is parsed."""
        one = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        names = {"Content-Type": "application/json", **{name.replace("_", "-"): value for name, value in headers.items()}}
        one.request(method, "/mcp", body, names)
        answer = one.getresponse()
        text = answer.read().decode()
        one.close()
        is_json = answer.getheader("Content-Type") == "application/json" and text
        return answer.status, json.loads(text) if is_json else text

    def test_posts_are_answered_as_lines_are(self):
        server, client = self.serve("--mcp"), self.talk()
        client.hello()
        status, hello = self.request(server, "POST", json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": HELLO}))
        self.assertEqual((status, hello["result"]["protocolVersion"]), (200, "2025-11-25"))
        for tool, arguments in (("search", {"query": "hoist"}), ("read_page", {"address": PAGE}),
                                ("related", {"address": PAGE}), ("sites", {}), ("read_page", {"address": "http://none.example/"})):
            by_line = client.ask("tools/call", name=tool, arguments=arguments)
            message = {"jsonrpc": "2.0", "id": client.last, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}
            self.assertEqual(self.request(server, "POST", json.dumps(message), MCP_Protocol_Version="2025-11-25"), (200, by_line))

    def test_posts_that_are_not_welcome(self):
        server = self.serve("--mcp")
        ping = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "ping"})
        own = f"http://localhost:{server.port}"
        for status, method, body, headers in (
                (200, "POST", ping, {"Origin": own}), (403, "POST", ping, {"Origin": "http://evil.example"}),
                (403, "POST", ping, {"Origin": "null"}), (421, "POST", ping, {"Host": "evil.example"}),
                (415, "POST", ping, {"Content_Type": "text/plain"}), (411, "POST", ping, {"Transfer_Encoding": "chunked"}),
                (413, "POST", "x" * 100_000, {}), (400, "POST", ping, {"MCP_Protocol_Version": "soon"}),
                (400, "POST", "{broken", {}), (400, "POST", "[" * 50_000, {}), (405, "GET", None, {}), (405, "DELETE", None, {}),
                (202, "POST", json.dumps({"jsonrpc": "2.0", "method": "notifications/initialized"}), {})):
            self.assertEqual(self.request(server, method, body, **headers)[0], status, (method, headers, (body or "")[:40]))
        without = self.serve()
        self.assertEqual(self.request(without, "POST", ping)[0], 405)
        self.assertEqual(self.request(without, "GET")[0], 404)

    def test_a_posted_message_of_100_mb_is_refused_before_it_is_sent(self):
        server = self.serve("--mcp")
        one = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        one.putrequest("POST", "/mcp")
        one.putheader("Content-Length", "100000000")
        one.endheaders()
        self.assertEqual(one.getresponse().status, 413)
        one.close()

    @unittest.skipIf(mcp is None, "the package mcp of PyPI is not installed")
    def test_the_client_of_the_official_sdk_by_http(self):
        asyncio.run(self.converse_by_http(self.serve("--mcp").address + "mcp"))

    async def converse_by_http(self, address):
        # The name changed with the second major version of the SDK.
        transport = getattr(mcp.client.streamable_http, "streamable_http_client", None)
        transport = transport or mcp.client.streamable_http.streamablehttp_client
        async with transport(address) as streams, mcp.ClientSession(streams[0], streams[1]) as session:
            await session.initialize()
            self.assertEqual([tool.name for tool in (await session.list_tools()).tools], TOOLS)
            for name, arguments in (("search", {"query": "hoist"}), ("read_page", {"address": PAGE})):
                result = await session.call_tool(name, arguments)
                self.assertFalse(getattr(result, "is_error", getattr(result, "isError", None)), name)

    @unittest.skipIf(not hasattr(mcp, "Client"), "no package mcp of PyPI that knows conversations without a handshake")
    def test_the_client_of_the_official_sdk_by_http_without_a_handshake(self):
        asyncio.run(self.post_without_handshake(self.serve("--mcp").address + "mcp"))

    async def post_without_handshake(self, address):
        for mode, revision in (("auto", "2026-07-28"), ("legacy", "2025-11-25")):
            async with mcp.Client(address, mode=mode) as client:
                self.assertEqual(client.protocol_version, revision)
                self.assertEqual([tool.name for tool in (await client.list_tools()).tools], TOOLS)
                self.assertFalse((await client.call_tool("search", {"query": "hoist"})).is_error)


if __name__ == "__main__":
    harness.main()
