"""The server for assistants as a program: a client in plain Python, the clients of the official SDK where they are installed
(scripts/setup_peers), and ends that are in order."""
import http.client
import json
import os
import subprocess
import sys

import harness

sys.path.insert(0, os.path.join(harness.TOP, "tests", "bench"))
import load_serve  # noqa: E402

SDKS = os.environ.get("E2E_SDKS", os.path.join(harness.TOP, "data"))  # has a folder sdk-VERSION for each version
HELLO = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
MODERN = {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}
MODULES = os.environ.get("E2E_MODULES", os.path.join(harness.TOP, "data", "peers", "node_modules"))  # of npm
# Of npm's scenarios those for a server with tools alone. Each checks besides that every message fits the schema.
SCENARIOS = ["server-initialize", "ping", "tools-list", "dns-rebinding-protection", "http-header-validation"]
TOOLS = ["search", "read_page", "related", "sites"]
PAGE = harness.BASE + "mill/hoist.html"
CALLS = [["search", {"query": "hoist", "k": 3}], ["read_page", {"address": PAGE}], ["related", {"address": PAGE}], ["sites", {}]]
# Which revision the client of a version of the SDK asks for.
REVISIONS = {"1.3.0": "2024-11-05", "1.9.4": "2025-03-26", "1.12.4": "2025-06-18", "2.3.0": "2025-11-25"}


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
                (b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"rm"}}\n', -32602))
        for line, code in rows:
            client.send(line)
            self.assertEqual(client.receive()["error"]["code"], code, line[:80])
        self.assertIs(client.call("search")["isError"], True)
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

    def converse_by_sdk(self, version, *words, calls=None):
        """What the client of this version of the SDK says of a conversation."""
        python = os.path.join(SDKS, "sdk-" + version, "bin", "python")
        if not os.access(python, os.X_OK):
            self.skipTest(f"no SDK {version}: run scripts/setup_peers, or set E2E_SDKS")
        client = os.path.join(harness.TOP, "tests", "e2e", "mcp_sdk.py")
        told = json.loads(self.run_program([python, client, json.dumps(calls or CALLS), *words], timeout=120).stdout)
        self.assertEqual((told["version"], told["tools"]), (version, TOOLS))
        return told

    def check_sdk(self, version, revision, *words):
        told = self.converse_by_sdk(version, *words)
        self.assertEqual(told["revision"], revision)
        for (name, arguments), answer in zip(CALLS, told["answers"]):
            expected = self.talked.call(name, **arguments)
            self.assertEqual((answer["failed"], answer["text"]), (False, expected["content"][0]["text"]), (version, name))
            if answer["structured"] is not None:
                self.assertEqual(answer["structured"], expected["structuredContent"])

    def by_sdk(self, version, *words, revision=None):
        self.talked = self.talk()
        self.talked.hello()
        self.check_sdk(version, revision or REVISIONS[version], *words)

    def test_the_sdk_of_2024_11_05(self):
        self.by_sdk("1.3.0", harness.QUERY, "mcp", "--store", self.store)

    def test_the_sdk_of_2025_03_26(self):
        self.by_sdk("1.9.4", harness.QUERY, "mcp", "--store", self.store)
        self.by_sdk("1.9.4", "--http", self.serve("--mcp").address + "mcp")

    def test_the_sdk_of_2025_06_18(self):
        self.by_sdk("1.12.4", harness.QUERY, "mcp", "--store", self.store)
        self.by_sdk("1.12.4", "--http", self.serve("--mcp").address + "mcp")

    def test_the_sdk_of_2025_11_25(self):
        self.by_sdk("2.3.0", harness.QUERY, "mcp", "--store", self.store)
        self.by_sdk("2.3.0", "--http", self.serve("--mcp").address + "mcp")

    def test_the_sdk_of_2026_07_28_without_a_handshake(self):
        self.by_sdk("2.3.0", "--auto", harness.QUERY, "mcp", "--store", self.store, revision="2026-07-28")
        self.by_sdk("2.3.0", "--auto", "--http", self.serve("--mcp").address + "mcp", revision="2026-07-28")

    def test_the_scenarios_of_the_protocol(self):
        node = os.path.join(MODULES, ".bin", "node")
        program = os.path.join(MODULES, "@modelcontextprotocol", "conformance", "dist", "index.js")
        if not os.access(node, os.X_OK) or not os.path.exists(program):
            self.skipTest("no scenarios: run scripts/setup_peers, or set E2E_MODULES")
        address = self.serve("--mcp").address + "mcp"
        for scenario in SCENARIOS:
            run = subprocess.run([node, program, "server", "--url", address, "--scenario", scenario], capture_output=True, text=True,
                                 timeout=120, check=False)
            self.assertIn("Passed: ", run.stdout, run.stderr)
            failed = [line for line in run.stdout.splitlines() if line.startswith("  - ")]
            self.assertEqual(failed, [], run.stdout)
            self.assertIn("wire-schema-valid" if scenario != "dns-rebinding-protection" else "SUCCESS", run.stdout)

    def test_an_answer_is_bounded_and_the_sdk_reads_on(self):
        words = " ".join(f"grist{number}" for number in range(60_000))
        page = self.write("big/x.html", f"<title>Grist</title><p>{words}")
        big = self.path("big.store")
        self.run_program([harness.INDEX, "build", "--store", big, "--progress", "none", "--base-url", "http://big.example/",
                          os.path.dirname(page)])
        client, text, at = self.talk(big), "", 0
        client.hello()
        while at is not None:
            answer = client.call("read_page", address="http://big.example/x.html", **{"from": at})
            told = json.dumps(answer, ensure_ascii=False, separators=(",", ":"))
            self.assertLessEqual(len(told.encode()), 64 << 10)
            text += answer["structuredContent"]["text"]
            at = answer["structuredContent"].get("next")
        self.assertEqual(text.split(), words.split())

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
        first = {**HELLO, "protocolVersion": "2024-11-05"}  # which has another way by HTTP
        status, hello = self.request(server, "POST", json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": first}))
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
                (400, "POST", ping, {"MCP_Protocol_Version": "2024-11-05"}),
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


if __name__ == "__main__":
    harness.main()
