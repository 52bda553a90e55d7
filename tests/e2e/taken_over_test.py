"""A merge takes over whole stores alone, each of them once; and `verify` of a store that is published meanwhile."""
import os
import pathlib
import shutil
import signal
import subprocess
import time

import harness
from harness import INDEX, OK, UNUSABLE, USAGE
from update_records_test import html_of, warc

MANNER = ("--threads", "1", "--memory", "300M", "--progress", "none")


class TakenOver(harness.EndToEnd):
    scratch_in = "/dev/shm"

    def change(self, command, *arguments, store=None, expect=OK):
        return self.run_program([INDEX, command, "--store", store or self.store, *MANNER, *arguments], expect)

    def make(self, name, **pages):
        """A store of sites, each with its number of pages."""
        head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"
        records = [warc("response", f"http://{host}.example/p{page}", "2024-01-01T00:00:00Z", head + html_of(page))
                   for host, most in pages.items() for page in range(most)]
        self.change("build", self.write(name + ".warc", b"".join(records)), store=self.path(name))
        return self.path(name)

    def files(self, store):
        return sorted(os.path.join(folder, name) for folder, _, names in os.walk(store) for name in names
                      if name.endswith(".sst") or "/seg-" in folder)

    def test_a_damaged_part_is_refused(self):
        """One bit of each file in turn, in its first, middle and last third; then a file that is missing."""
        live, part = self.make("live", a=20), self.make("part", b=40, c=5)
        # It has a mask table: one of its sites was written anew.
        self.change("delete", "--url", "http://c.example/p3", store=part)
        digest = self.digest(live)
        self.assertIn("masks", " ".join(self.files(part)))
        for file in [path for path in self.files(part) if self.is_live(part, path)]:
            with open(file, "rb") as whole:
                content = whole.read()
            for place in {len(content) // 6, len(content) // 2, len(content) * 5 // 6} if content else ():
                os.remove(file)  # it may be shared
                with open(file, "wb") as damaged:
                    damaged.write(content[:place] + bytes([content[place] ^ 1]) + content[place + 1:])
                self.check_refused(live, part, os.path.relpath(file, part))
            os.remove(file)
            self.check_refused(live, part, os.path.relpath(file, part) + ": missing")
            with open(file, "wb") as mended:
                mended.write(content)
        self.assertEqual(self.digest(live), digest)
        self.change("merge", part, store=live)
        self.verify(store=live)

    def is_live(self, store, file):
        """Whether the manifest of the store lists it."""
        with open(os.path.join(store, "CURRENT"), encoding="ascii") as current:
            manifest = os.path.join(store, current.read().strip())
        with open(manifest, encoding="utf-8") as lines:
            return os.path.relpath(file, store) in lines.read()

    def check_refused(self, live, part, words):
        run = self.change("merge", part, store=live, expect=UNUSABLE)
        self.assert_one_line(run.stderr, part, "is damaged", words)
        problems = self.verify(store=part, expect=UNUSABLE).stdout
        self.assertIn(words, problems)
        new = self.path("new")
        self.change("merge", part, store=new, expect=UNUSABLE)
        shutil.rmtree(new, ignore_errors=True)

    def test_one_store_is_one_part(self):
        live, part = self.make("live", a=20), self.make("part", b=20)
        for parts in ([live], [part, part], [part, os.path.join(live, "..", "part")], [part, live + "/"]):
            run = self.change("merge", *parts, store=live, expect=USAGE)
            self.assert_one_line(run.stderr, "are one store")
        self.change("merge", part, store=live)

    def test_compact_twice_takes_words_off_the_disk(self):
        lines = "".join(f'{{"url": "http://{host}.example/{page}", "html": "<p>zyxq{host}{page}secret word"}}\n'
                        for host, pages in (("a", 400), ("b", 20)) for page in range(pages))
        self.change("build", self.write("crawl.jsonl", lines))
        found = []
        for command in ([], ["delete", "--url", "http://b.example/7"], ["compact"], ["compact"]):
            if command:
                self.change(*command)
            found.append(any(b"zyxqb7secret" in pathlib.Path(file).read_bytes() for file in self.files(self.store)))
        self.assertEqual(found, [True, True, True, False])

    def test_verify_while_updates_publish(self):
        """It is stopped for two publishes, at a later moment each time."""
        self.make("store", a=400)
        line = [INDEX, "verify", "--store", self.store]
        started = time.monotonic()
        self.run_program(line)
        seconds, pages, seen = time.monotonic() - started, iter(range(400)), 0
        for step in range(12):
            process = subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            time.sleep(seconds * step / 12)
            process.send_signal(signal.SIGSTOP)
            for _ in range(3):
                self.change("delete", "--url", f"http://a.example/p{next(pages)}")
            process.send_signal(signal.SIGCONT)
            said = process.communicate()[0].decode()
            self.assertEqual(process.returncode, OK, said)
            seen += self.digest() in said
        self.assertGreater(seen, 0, "it has never begun anew")

    def test_damage_is_damage(self):
        """Also of a store whose number has moved on before."""
        self.make("store", a=20)
        self.change("delete", "--url", "http://a.example/p3")
        quiet = self.run_program([INDEX, "verify", "-q", "--store", self.store])
        self.assertEqual(quiet.stdout + quiet.stderr, "")
        with open(self.files(self.store)[-1], "ab") as file:
            file.write(b"x")
        self.assert_one_line(self.verify(expect=UNUSABLE).stderr, "is damaged: 1 problem")
        quiet = self.run_program([INDEX, "verify", "-q", "--store", self.store], UNUSABLE)
        self.assertEqual(quiet.stdout, self.verify(expect=UNUSABLE).stdout)


if __name__ == "__main__":
    harness.main()
