"""thresh-query export --format bulk, loaded into an OpenSearch that runs: the mapping is accepted, every page is found, an
update with deletes leaves what a fresh build has, and an old file that comes late is refused. scripts/setup_peers fetches
the engine by Maven."""
import http.client
import json
import os
import subprocess

import export_test
import harness

CLASSES = os.path.join(harness.TOP, "data", "peers", "opensearch.classpath")
SERVER = os.path.join(harness.TOP, "tests", "e2e", "opensearch", "Server.java")


class OpenSearch(export_test.Export):
    """Only the tests of this class; the other one's helpers."""

    def setUp(self):
        super().setUp()
        if not os.access(CLASSES, os.R_OK):
            self.skipTest("no OpenSearch: run scripts/setup_peers where Maven and Java 17 are")
        with open(CLASSES, encoding="utf-8") as file:
            classes = file.read()
        os.makedirs(self.path("engine", "config"))
        self.engine = subprocess.Popen(["java", "-Xmx512m", "-cp", classes, SERVER, self.path("engine")],
                                       stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.addCleanup(self.stop)
        for line in self.engine.stdout:
            if line.startswith("port "):
                self.port = int(line.split()[1])
                return
        self.fail("OpenSearch ended before it had a port")

    def stop(self):
        self.engine.stdin.close()
        self.engine.stdout.close()
        self.engine.wait(timeout=60)

    def ask(self, method, path, body=None):
        """The status and the JSON of an answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        kind = "application/x-ndjson" if path.startswith("/_bulk") else "application/json"
        connection.request(method, path, body, {"Content-Type": kind})
        answer = connection.getresponse()
        told = json.loads(answer.read())
        connection.close()
        return answer.status, told

    def send(self, data):
        """Sends a file of requests as it is; the statuses of the answers."""
        status, told = self.ask("POST", "/pages/_bulk?refresh=true", data)
        self.assertEqual(status, 200)
        return [answer["status"] for item in told["items"] for answer in item.values()]

    def held(self):
        """What the engine holds: id -> version and page."""
        status, told = self.ask("GET", "/pages/_search?size=1000&version=true")
        self.assertEqual(status, 200)
        return {hit["_id"]: (hit["_version"], hit["_source"]) for hit in told["hits"]["hits"]}

    def test_an_engine_follows_a_store_over_an_update(self):
        hosts = ("a.example", "b.example")
        first = export_test.crawl_of(hosts, export_test.FIRST)
        self.build(inputs=(self.crawl("first.jsonl", first),))
        self.export("bulk", out="bulk")
        with open(self.path("bulk", "pages.mapping.json"), "rb") as file:
            status, told = self.ask("PUT", "/pages", file.read())
        self.assertEqual((status, told.get("acknowledged")), (200, True))
        whole = self.bytes_of("bulk")
        self.assertEqual(self.send(whole), [201] * 24)
        self.assertEqual(self.held(), self.replayed({}, whole))
        status, told = self.ask("GET", "/pages/_search", json.dumps({"query": {"match": {"text": "number7"}}}))
        self.assertEqual((status, told["hits"]["total"]["value"]), (200, 2))

        changed = [record for record in export_test.crawl_of(hosts[:1], export_test.SECOND, {("a.example", 3)})
                   if record["url"].endswith("p03.html")]
        gone = [{"url": "http://b.example/p05.html", "status": 410, "date": export_test.SECOND}]
        self.run_program([harness.INDEX, "update", "--store", self.store, "--quiet",
                          self.crawl("second.jsonl", changed + gone)])
        part = self.bytes_of("bulk", "--since", "2024-06-08")
        self.assertEqual(sorted(self.send(part)), [200, 200])
        after = self.held()
        self.assertEqual(after, self.replayed({}, self.bytes_of("bulk")))
        # The first file comes again, late: the page that changed is refused, and the rest stays as it is.
        self.assertEqual(self.send(whole).count(409), 2)
        self.assertEqual(self.held(), after)


def load_tests(loader, _tests, _pattern):
    """The base class has tests of its own, which run elsewhere."""
    names = [name for name in loader.getTestCaseNames(OpenSearch) if name in vars(OpenSearch)]
    return loader.suiteClass(map(OpenSearch, names))


if __name__ == "__main__":
    harness.main()
