"""Stores that are damaged, foreign, newer or half copied, and stores that change while they are read."""
import os
import random
import re
import shutil
import subprocess
import threading

import harness
from harness import INDEX, MISSING, QUERY, SITE, UNUSABLE

SMALL = (os.path.join(SITE, "kitchen"),)


class Stores(harness.EndToEnd):
    def setUp(self):
        super().setUp()
        self.build(inputs=SMALL)

    def files(self):
        """All files but LOCK, which is empty."""
        found = [os.path.join(folder, name) for folder, _, names in os.walk(self.store) for name in names]
        return [file for file in found if file != os.path.join(self.store, "LOCK")]

    def manifest(self):
        with open(os.path.join(self.store, "CURRENT"), encoding="utf-8") as file:
            return os.path.join(self.store, file.read().strip())

    def assert_refused(self, expect=UNUSABLE, words=()):
        """Every command that reads the store says so in one line."""
        for command in ([QUERY, "search", "--store", self.store, "flour"], [QUERY, "stats", "--store", self.store],
                        [INDEX, "verify", "--store", self.store]):
            refused = self.run_program(command, expect)
            self.assert_one_line(refused.stderr, self.store, *words)

    def test_missing_store(self):
        shutil.rmtree(self.store)
        self.assert_refused(MISSING)

    def test_foreign_folder(self):
        shutil.rmtree(self.store)
        self.write("store/holiday.txt", "photos")
        self.assert_refused(MISSING, ["is not a store of thresh"])

    def test_a_file_is_no_store(self):
        shutil.rmtree(self.store)
        self.write("store", "photos")
        self.assert_refused(UNUSABLE, ["is not a store of thresh", "no folder"])

    def test_empty_current(self):
        self.write("store/CURRENT", "")
        self.assert_refused()

    def test_current_that_points_away(self):
        for name in ("manifest-999999\n", "../../etc/passwd\n", "no manifest at all\n"):
            self.write("store/CURRENT", name)
            self.assert_refused((UNUSABLE, MISSING))

    def test_newer_format(self):
        with open(self.manifest(), encoding="utf-8") as file:
            text = file.read()
        newer, found = re.subn(r"^thresh-manifest \d+\n", "thresh-manifest 99\n", text)
        self.assertEqual(found, 1)
        with open(self.manifest(), "w", encoding="utf-8") as file:
            file.write(newer)
        self.assert_refused()

    def test_a_store_that_cannot_be_read_is_replaced(self):
        """With --replace alone, and its files stay until the new store is there."""
        digest, name = self.digest(), os.path.basename(self.manifest())
        with open(self.manifest(), encoding="utf-8") as file:
            text = file.read()
        older = re.sub(r"^thresh-manifest \d+\n", "thresh-manifest 2\n", text)
        older = older[:older.rindex("checksum ")] if "checksum " in older else older
        for manifest in (older, text[:len(text) // 2], text.replace("digest", "digset", 1), "", None):
            if manifest is None:
                os.remove(self.manifest())
            else:
                self.write(os.path.join("store", name), manifest)
            before = sorted(os.listdir(self.store))
            self.build(inputs=SMALL, expect=(UNUSABLE, MISSING))
            empty = self.write("empty.jsonl", "")
            self.build("--replace", inputs=(empty,), expect=UNUSABLE)
            self.assertEqual(sorted(os.listdir(self.store)), before)
            self.build("--replace", inputs=SMALL)
            self.verify()
            self.assertEqual(self.digest(), digest)
            name = os.path.basename(self.manifest())
            self.assertNotIn(name, before)

    def test_truncated_manifest(self):
        size = os.path.getsize(self.manifest())
        for length in (0, 1, size // 2, size - 1):
            os.truncate(self.manifest(), length)
            self.assert_refused()

    def test_half_copied(self):
        whole = self.path("whole")
        shutil.copytree(self.store, whole)
        for missing in sorted(os.path.relpath(file, self.store) for file in self.files()):
            shutil.rmtree(self.store)
            shutil.copytree(whole, self.store)
            os.remove(os.path.join(self.store, missing))
            self.verify(expect=(UNUSABLE, MISSING))
            run = self.run_program([QUERY, "stats", "--store", self.store], (0, UNUSABLE, MISSING))
            if run.returncode:
                self.assert_one_line(run.stderr, self.store)

    def test_verify_finds_a_flipped_bit(self):
        rng = random.Random(1742)
        for file in self.files():
            with open(file, "rb") as handle:
                whole = handle.read()
            for _ in range(12 if harness.THOROUGH else 3):
                at = rng.randrange(len(whole)) if whole else 0
                broken = bytearray(whole or b"x")
                broken[at] ^= 1 << rng.randrange(8)
                with open(file, "wb") as handle:
                    handle.write(broken)
                self.verify(expect=(UNUSABLE, MISSING))
                self.run_program([QUERY, "search", "--store", self.store, "flour"], (0, UNUSABLE, MISSING, 74))
            with open(file, "wb") as handle:
                handle.write(whole)
        self.verify()

    def test_bytes_after_the_end_are_found(self):
        for file in self.files():
            with open(file, "ab") as handle:
                handle.write(b"\0")
            self.verify(expect=(UNUSABLE, MISSING))
            os.truncate(file, os.path.getsize(file) - 1)
        self.verify()

    def test_a_stray_file_in_a_store(self):
        self.write("store/notes.txt", "mine")
        self.query("search", "flour")
        self.build(inputs=SMALL, expect=(0, 73))
        self.assertTrue(os.path.exists(self.path("store", "notes.txt")))

    def test_reading_while_a_build_publishes(self):
        done = threading.Event()
        failures = []

        def read():
            while not done.is_set():
                run = subprocess.run([QUERY, "search", "--store", self.store, "--json", "flour"], capture_output=True,
                                     check=False)
                if run.returncode != 0 or b"flour" not in run.stdout:
                    failures.append(run)

        reader = threading.Thread(target=read)
        reader.start()
        try:
            for _ in range(20 if harness.THOROUGH else 6):
                self.build(inputs=SMALL)
        finally:
            done.set()
            reader.join()
        self.assertEqual(failures, [])


if __name__ == "__main__":
    harness.main()
