"""The unit for systemd, and what docs/SERVING.md says: systemd finds no mistake in the unit, every variable that they name
is an option of `serve`, and a server that is started so is where it says."""
import http.client
import os
import re
import shutil
import subprocess
import sys
import unittest

import harness

sys.path.insert(0, os.path.join(harness.TOP, "tests", "bench"))
import load_serve  # noqa: E402

UNIT = os.path.join(harness.TOP, "packaging", "thresh@.service")
GUIDE = os.path.join(harness.TOP, "docs", "SERVING.md")


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


class Service(harness.EndToEnd):
    @unittest.skipUnless(shutil.which("systemd-analyze"), "no systemd-analyze is installed")
    def test_systemd_finds_no_mistake_in_the_unit(self):
        unit = self.write("thresh@docs.service", read(UNIT).replace("/usr/bin/thresh-query", os.path.abspath(harness.QUERY)))
        run = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False)
        self.assertEqual((run.returncode, run.stderr), (0, ""))

    def test_its_variables_are_options(self):
        options = self.run_program([harness.QUERY, "serve", "--help"]).stdout
        named = set(re.findall(r"THRESH_([A-Z_]+)=", read(UNIT) + read(GUIDE)))
        self.assertGreater(len(named), 1)
        for name in named:
            self.assertIn("--" + name.lower().replace("_", "-") + " ", options)
        commands = re.findall(r"^(?:thresh-query serve|  --).*", read(GUIDE), re.M)
        self.assertGreater(len(commands), 3)
        for flag in re.findall(r" (--[a-z-]+) ", " ".join(commands)):
            self.assertIn(flag + " ", options)

    def test_a_server_is_where_its_public_address_says(self):
        self.build("--detector", "none")
        server = load_serve.Server(harness.QUERY, "--store", self.store, "--public-url", "https://Example.org/manual/find",
                                   "--allow-origin", "https://docs.example.org")
        self.addCleanup(server.__exit__)
        self.assertEqual(server.address, f"http://127.0.0.1:{server.port}/manual/find/")

        def ask(path, **headers):
            one = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
            one.request("GET", path, headers=headers)
            answer = one.getresponse()
            body = answer.read().decode()
            one.close()
            return answer, body

        for host, expected in (("example.org", 200), (f"127.0.0.1:{server.port}", 200), ("docs.example.org", 421)):
            self.assertEqual(ask("/manual/find/", Host=host)[0].status, expected, host)
        self.assertIn('href="/manual/find/assets/style.css', ask("/manual/find/")[1])
        answer, body = ask("/")
        self.assertEqual(answer.status, 404)
        self.assertIn("/manual/find/", body)
        for origin, reader, policy in (("https://docs.example.org", "https://docs.example.org", "cross-origin"),
                                       ("https://evil.example", None, "same-origin")):
            answer, body = ask("/manual/find/api/search?q=rye", Origin=origin)
            self.assertEqual(answer.status, 200)
            self.assertEqual(answer.headers["Access-Control-Allow-Origin"], reader)
            self.assertEqual(answer.headers["Cross-Origin-Resource-Policy"], policy)
            self.assertIn("Origin", answer.headers["Vary"])
        self.assertEqual(ask("/manual/find/assets/widget.js")[0].headers["Cross-Origin-Resource-Policy"], "cross-origin")
        for flag, value in (("--public-url", "example.org"), ("--public-url", "http://a.b/x?y"), ("--allow-origin", "*"),
                            ("--allow-origin", "https://a.b/c")):
            self.assert_one_line(self.query("serve", flag, value, expect=harness.USAGE).stderr, value)


if __name__ == "__main__":
    harness.main()
