"""The server of the search page as a program: its address, its end, who may ask, and stores that change meanwhile."""
import gzip
import http.client
import json
import os
import re
import resource
import signal
import socket
import sys
import threading

import harness

sys.path.insert(0, os.path.join(harness.TOP, "tests", "bench"))
import load_serve  # noqa: E402

# AddressSanitizer keeps what was freed for a while: not growth.
FORGETFUL = {"ASAN_OPTIONS": "quarantine_size_mb=1:" + os.environ.get("ASAN_OPTIONS", "")}


class Serve(harness.EndToEnd):
    def setUp(self):
        super().setUp()
        self.build("--detector", "none")

    def serve(self, *flags, store=None, **more):
        server = load_serve.Server(harness.QUERY, "--store", store or self.store, *flags, environment=FORGETFUL, **more)
        self.addCleanup(server.__exit__)
        return server

    def get(self, server, target, host=None, connection=None):
        """Status and body."""
        one = connection or http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        one.request("GET", target, headers={"Host": host} if host else {})
        answer = one.getresponse()
        body = answer.read().decode()
        if connection is None:
            one.close()
        return answer.status, body

    def packed(self, server, target, accepted):
        """Coding and body."""
        one = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        one.request("GET", target, headers={"Accept-Encoding": accepted})
        answer = one.getresponse()
        body = answer.read()
        one.close()
        self.assertEqual(int(answer.headers["Content-Length"]), len(body))
        self.assertIn("Accept-Encoding", answer.headers["Vary"])
        return answer.headers["Content-Encoding"], body

    def matches(self, server, query, connection=None):
        status, body = self.get(server, "/api/search?q=" + query, connection=connection)
        self.assertEqual(status, 200, body)
        return json.loads(body)["matches"]

    def wait_for_line(self, server, *words):
        patience = threading.Timer(120, server.process.kill)
        patience.start()
        said = next((line for line in server.process.stderr if all(word in line for word in words)), None)
        patience.cancel()
        self.assertIsNotNone(said, f"{words} was never said")

    def test_the_address_is_printed_and_a_signal_ends_it(self):
        for number in (signal.SIGTERM, signal.SIGINT):
            server = self.serve()
            self.assertEqual(server.address, f"http://127.0.0.1:{server.port}/")
            status, body = self.get(server, "/search?q=rye")
            self.assertEqual(status, 200)
            self.assertIn(harness.BASE, body)
            self.assertEqual(self.get(server, "/nowhere")[0], 404)
            found = self.query_json("search", "rye")
            self.assertEqual(self.matches(server, "rye"), found["matches"])
            code, said = server.stop(number)
            self.assertEqual(code, harness.OK, said)
            self.assertNotIn("warning", said)

    def test_pages_come_as_markdown_and_as_a_list_for_assistants(self):
        judged = self.path("judged")
        self.build(store=judged)
        server = self.serve(store=judged)
        status, listed = self.get(server, "/llms.txt")
        self.assertEqual((status, listed.splitlines()[0]), (200, "# Millbrook Granary"))
        links = re.findall(r"^- \[.*?\]\(http://127.0.0.1:\d+(/page/\S+\.md)\)", listed, re.M)
        exported = self.query("export", "--text", "markdown", "--out", "-", store=judged).stdout.splitlines()
        wanted = {page["metadata"]["url"]: page["text"] + "\n" for page in map(json.loads, exported)}
        self.assertEqual({self.get(server, link)[1] for link in links}, set(wanted.values()))  # copies are listed once
        url = harness.BASE + "mill/hoist.html"
        for accept, is_markdown in (("text/markdown", True), ("text/html, text/markdown;q=0.9", False),
                                    ("text/html;q=0.1, TEXT/Markdown ; q=0.2, */*", True), ("*/*", False),
                                    ("text/markdown;q=0", False), ("text/html", False)):
            _, kind, body = self.accepted(server, "/page?url=" + url, accept)
            self.assertEqual(kind.startswith("text/markdown"), is_markdown, accept)
            self.assertEqual(body == wanted[url], is_markdown, accept)
        for target, accept, type_, words in (
                ("/page/granary.example/mill/hoist.html", "text/markdown", "text/markdown", wanted[url]),
                ("/page/granary.example/mill/hoist.html", "*/*", "text/html", "<h1"),
                ("/page/granary.example/mill/", "text/markdown", "text/markdown", wanted[harness.BASE + "mill/index.html"]),
                ("/page/granary.example/none.html.md", "*/*", "text/plain", "the store has no page granary.example/none.html\n"),
                ("/page/granary.example/none.html", "text/markdown", "text/plain", "granary.example/none.html\n"),
                ("/page?url=none", "text/markdown", "text/plain", "no page 'none'"),
                ("/page/granary.example/none.html", "text/html", "text/html", "granary.example/none.html")):
            status, kind, body = self.accepted(server, target, accept)
            self.assertEqual((status, kind.split(";")[0]), (404 if "none" in target else 200, type_), target)
            self.assertIn(words, body)
            self.assertTrue(type_ == "text/html" or "<" not in body, target)

    def accepted(self, server, target, accept):
        """Status, type and body of the answer to a client that takes these types."""
        one = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        one.request("GET", target, headers={"Accept": accept})
        answer = one.getresponse()
        body = answer.read().decode()
        one.close()
        return answer.status, answer.getheader("Content-Type"), body

    def test_the_address_for_assistants_is_said(self):
        server = self.serve("--mcp")
        self.wait_for_line(server, f"assistants ask at {server.address}mcp")

    def test_answers_are_packed_for_those_who_take_it(self):
        server = self.serve()
        for target in ("/templates", "/about", "/assets/style.css"):
            plain = self.packed(server, target, "br, gzip;q=0")
            coding, body = self.packed(server, target, "br;q=1.0, GZIP;q=0.5, *;q=0")
            self.assertEqual((plain[0], coding), (None, "gzip"))
            self.assertEqual(gzip.decompress(body), plain[1])
            self.assertLess(len(body), len(plain[1]) / 2)
        self.assertIsNone(self.packed(server, "/robots.txt", "gzip")[0], "fewer bytes than a packet has")

    def test_every_answer_has_a_bound(self):
        # A word, a heading, many small elements and characters that become entities, megabytes of each.
        bodies = ("<p>rye " + "x" * 3_000_000, "<h2 id=a>rye " + "h" * 3_000_000 + "</h2><p>rye", "<p>rye<dl>" + "<dt>t<dd>d" * 200_000,
                  "<p>rye " + "a'" * 1_000_000, "<p>rye a" + "\u0301" * 1_000_000)
        records = [{"url": f"http://a.example/{n}-{copy}", "html": f"<title>{n} {copy}</title>{body}<p>{copy}"}
                   for n, body in enumerate(bodies) for copy in range(3)]
        store = self.path("large")
        self.build("--detector", "none", store=store, inputs=(self.write("large.jsonl", "".join(json.dumps(record) + "\n" for record in records)),))
        server = self.serve(store=store)
        for target in ("/search?q=rye&n=50", "/api/search?q=rye&n=1000", "/api/search?q=rye&typed=1&sections=1", "/llms.txt"):
            status, body = self.get(server, target)
            self.assertEqual(status, 200)
            self.assertLess(len(body.encode()), 200_000, target)
        for number in range(len(bodies)):
            for target in ("/page?url=", "/api/page?url="):
                status, body = self.get(server, f"{target}http://a.example/{number}-0")
                self.assertEqual(status, 200)
                self.assertLess(len(body.encode()), 12_000_000, f"{target}{number}")
                if target == "/api/page?url=":  # what is not shown is counted
                    page = json.loads(body)
                    self.assertGreater(page["tokens_left_out"], 0, number)
                    self.assertEqual(sum(block["tokens"] for block in page["blocks"]) + page["tokens_left_out"], page["tokens_seen"], number)

    def test_only_its_own_names_are_answered_to(self):
        server = self.serve("--address", "0.0.0.0", "--name", "search.example")
        port = server.port
        for host, expected in ((f"localhost:{port}", 200), (f"search.example:{port}", 200), ("search.example", 200),
                               ("localhost", 200), ("192.0.2.7:9000", 200), (f"evil.example:{port}", 421)):
            self.assertEqual(self.get(server, "/", host)[0], expected, host)
        self.assertIn("warning: everyone who can reach 0.0.0.0", server.stop()[1])

    def test_what_cannot_be_served_is_said_in_one_line(self):
        server = self.serve()
        rows = ((("--port", str(server.port)), harness.TRY_AGAIN, str(server.port)),
                (("--port", "65536"), harness.USAGE, "65535"), (("--threads", "65"), harness.USAGE, "--threads"),
                (("--address", "granary.example"), harness.USAGE, "granary.example"),
                (("--compare", self.path("none")), harness.MISSING, "none"))
        for flags, code, word in rows:
            self.assert_one_line(self.query("serve", *flags, expect=code).stderr, word)
        self.query("serve", store=self.path("none"), expect=harness.MISSING)

    def test_a_publish_drops_no_request(self):
        site = self.path("site")
        for i in range(4):
            self.write(f"site/{i}.html", f"<title>t</title><p>harrow number{i}</p>")
        server, stop, problems, seen = self.serve(), threading.Event(), [], []

        def browse():
            connection, last = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60), 0
            try:
                while not stop.is_set():
                    now = self.matches(server, "harrow", connection)
                    if now < last:
                        problems.append(f"{now} after {last}")
                    last = now
                seen.append(last)
            except Exception as problem:  # pylint: disable=broad-except
                problems.append(repr(problem))
            connection.close()

        browsers = [threading.Thread(target=browse) for _ in range(8)]
        for browser in browsers:
            browser.start()
        for pages in (4, 5):
            self.write(f"site/{pages}.html", "<title>t</title><p>harrow again</p>")
            self.build("--detector", "none", "--replace", inputs=(site,))
            self.wait_for_line(server, "a newer", "is served")
        self.assertEqual(self.matches(server, "harrow"), 6)
        stop.set()
        for browser in browsers:
            browser.join()
        self.assertEqual(problems, [])
        self.assertEqual(len(seen), len(browsers))
        self.assertEqual(server.stop()[0], harness.OK)

    def test_a_store_that_is_damaged_meanwhile_leaves_the_one_before(self):
        server = self.serve("--compare", self.store)
        expected = self.matches(server, "rye")
        self.write("store/CURRENT", "manifest-000000\n")
        self.wait_for_line(server, "is incomplete", "is still served")
        self.assertEqual(self.matches(server, "rye"), expected)
        self.assertEqual(self.get(server, "/compare?q=rye")[0], 200)
        self.assertEqual(server.stop()[0], harness.OK)

    def test_without_descriptors_it_waits_and_goes_on(self):
        if "asan" in os.environ.get("E2E_PRELOAD", ""):
            self.skipTest("UBSan looks at memory through a pipe, which is a descriptor, too; the release build does it")
        # As many as it needs to serve its store, and a few connections.
        few = self.serve("--threads", "1").descriptors() + 12
        server = self.serve("--threads", "1",
                            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (few, few)))
        crowd = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(60)]
        for one in crowd:
            one.sendall(b"GET / HTTP/1.1\r\n")
        for one in crowd[:55]:
            one.close()
        self.assertEqual(self.get(server, "/search?q=rye")[0], 200)
        for one in crowd[55:]:
            one.close()
        self.assertEqual(server.stop()[0], harness.OK)

    def test_many_browsers_for_some_seconds(self):
        server = self.serve("--threads", "2")
        self.matches(server, "rye")
        before = server.descriptors()
        result = load_serve.measure(server, load_serve.draw_targets(harness.QUERY, self.store), 200, 3)
        self.assertEqual(result["errors"], 0, result)
        self.assertGreaterEqual(result["requests"], 200, result)
        self.assertLess(result["growth_mib"], 64, result)
        self.assertEqual(self.get(server, "/search?q=rye")[0], 200)
        while server.descriptors() > before:  # until the last connections are closed
            self.assertIsNone(server.process.poll())
        self.assertEqual(server.stop()[0], harness.OK)


if __name__ == "__main__":
    harness.main()
