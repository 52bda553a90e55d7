"""A crawl in, a store out, and every promise about what comes out of it."""
import json
import os
import shutil
import subprocess

import harness
from harness import BASE, CANNOT_CREATE, INDEX, MISSING, SITE, TRY_AGAIN, UNUSABLE, USAGE

PAGES = 43  # of the fixture site
NO_HOSTS = ("http://", "http:///x", "http://x:99999/", "http://x:y/", "https://[::1/", "http://x y/", "http://u:p@x/")


class Build(harness.EndToEnd):
    def urls(self, *words, store=None):
        found = self.query_json("search", "--duplicates", "-n", "50", *words, store=store)
        return [hit["url"] for hit in found["hits"]]

    def test_build_then_search_finds(self):
        self.build()
        self.assertEqual(self.urls("gramophone", "horn")[0], BASE + "mill/winnower.html")
        self.assertEqual(self.urls("Schwäbischen"), [BASE + "visit/deutsch.html"])
        self.assertEqual(self.urls("nosuchword"), [])

    def test_every_file_is_accounted_for(self):
        report = json.loads(self.build("--json").stdout)["counters"]
        self.assertEqual(report["indexed"], PAGES)
        self.assertEqual(report["empty"], 1)
        self.assertEqual(report["duplicate"], 1)
        skipped = sum(count for name, count in report.items() if name.startswith("skipped_"))
        self.assertEqual(report["records_read"], report["indexed"] + skipped)

    def test_removal_drop_takes_templates_out_of_the_index(self):
        self.build("--detector", "none", store=self.path("all"))
        self.build("--removal", "drop", store=self.path("dropped"))
        self.assertGreater(len(self.urls("cookies", store=self.path("all"))), 30)
        self.assertEqual(self.urls("cookies", store=self.path("dropped")), [])

    def test_removal_keep_one_leaves_every_word_findable(self):
        self.build("--detector", "none", store=self.path("all"))
        self.build()
        for word in ("cookies", "scarves", "scaffolding", "registered"):
            self.assertGreater(len(self.urls(word, store=self.path("all"))), 0)
            self.assertGreater(len(self.urls(word)), 0, word)
        self.assertEqual(len(self.urls("scarves", store=self.path("all"))), 7)  # the side bar of a section
        self.assertEqual(self.urls("scarves"), [BASE + "mill/index.html"])  # the shortest address

    def test_title_and_url_words_are_always_searchable(self):
        self.build("--removal", "drop")
        self.assertIn(BASE + "grain/squareheads-master.html", self.urls("squareheads"))  # only in the URL
        for page in self.query("dump").stdout.splitlines():
            page = json.loads(page)
            if page["title"]:
                self.assertIn(page["url"], self.urls(*("+" + word for word in page["title"].split() if word.isalpha())))

    def digests(self, detector, flag, values, *more):
        """The distinct contents of builds that differ in one flag."""
        found = set()
        for value in values:
            store = self.path(detector + value)
            self.build("--detector", detector, flag, value, *more, store=store)
            found.add(self.digest(store=store))
        return found

    def test_threads_make_no_difference(self):
        for detector in ("spine", "bsc_wfc"):
            self.assertEqual(len(self.digests(detector, "--threads", ("1", "2", "4"), "--run-memory", "256K")), 1, detector)

    def test_run_memory_makes_no_difference_without_a_per_run_detector(self):
        for detector in ("spine", "none"):
            self.assertEqual(len(self.digests(detector, "--run-memory", ("64K", "1M", "16M", "256M"))), 1, detector)

    def test_overlap_makes_no_difference(self):
        self.build("--run-memory", "256K")
        self.build("--run-memory", "256K", "--detect-overlap", "off", store=self.path("off"))
        self.assertEqual(self.digest(), self.digest(store=self.path("off")))

    def test_several_inputs_and_globs(self):
        parts = [os.path.join(SITE, part) for part in ("mill", "grain", "old")]
        report = json.loads(self.build("--json", "--exclude", "index.html", inputs=parts).stdout)
        self.assertEqual(report["counters"]["indexed"], 7 + 12 + 6 - 2 + 0)
        self.assertGreater(report["counters"]["skipped_excluded"], 0)

    def test_two_folders_of_one_name_are_two_sites(self):
        parts = [self.path("a", "html"), self.path("b", "html")]
        for part in parts:
            self.write(os.path.join(part, "index.html"), f"<p>grist of {part}")
        built = self.run_program([INDEX, "build", "--progress", "none", "--store", self.store, *parts])
        self.assertEqual(sorted(self.urls("grist")), ["http://a-html/index.html", "http://b-html/index.html"])
        self.assertEqual((built.stdout + built.stderr).count("several folders are called html"), 2)

    def test_standard_input(self):
        lines = [json.dumps({"url": f"{BASE}{n}", "html": f"<p>page number{n} of a stream"}) for n in range(3)]
        stream = "\n".join(lines).encode()
        nameless = self.run_program(self.build_command("--format", "jsonl", inputs=("-",)), USAGE, stdin=stream)
        self.assert_one_line(nameless.stderr, "--name")
        command = self.build_command("--format", "jsonl", "--name", "weekly", inputs=("-",))
        self.run_program(command, stdin=stream)
        self.assertEqual(self.urls("number1"), [BASE + "1"])
        self.run_program(command, stdin=stream)
        other = self.run_program(self.build_command("--format", "jsonl", "--name", "other", inputs=("-",)), CANNOT_CREATE,
                                 stdin=stream)
        self.assert_one_line(other.stderr, "--replace")

    def test_one_flag_bounds_the_memory(self):
        for memory in ("300M", "2G"):
            self.build("--memory", memory, store=self.path(memory))
        self.assertEqual(self.digest(store=self.path("300M")), self.digest(store=self.path("2G")))
        self.assert_one_line(self.build("--memory", "60M", expect=USAGE).stderr, "--memory is too small")

    def test_a_build_is_the_same_whatever_the_number_of_threads(self):
        # bsc_wfc counts in runs, whose size is a share of --memory. The second build is no other build: it needs no --replace.
        for threads in ("1", "4"):
            self.build("--detector", "bsc_wfc", "--threads", threads)

    def test_same_command_again_rebuilds(self):
        self.build()
        first = self.digest()
        self.build()
        self.assertEqual(self.digest(), first)
        self.verify()
        # What a publish replaces stays until the next one.
        self.assertEqual(len([name for name in os.listdir(self.store) if name.startswith("seg-")]), 2)

    def test_a_short_build_tells_its_phases_and_no_share_of_them(self):
        told = self.run_program([INDEX, "build", "--progress", "plain", "--store", self.store, SITE]).stderr.splitlines()
        self.assertEqual([line.split()[0] for line in told], ["merge", "publish"])
        self.assertNotIn("%", "".join(told))

    def test_a_mistyped_flag_says_what_was_meant(self):
        for flags, words in ((["--detectr", "spine"], "do you mean --detector?"), (["--detector", "spin"], "do you mean spine?"),
                             (["--threads", "100000"], "100000 is not from 0 to 1024"), (["--threads", "-1"], "'-1'"),
                             (["--base-url", "example.org/"], "does not begin with http://"),
                             *((["--base-url", url], "names no host") for url in NO_HOSTS),
                             (["--base-url", "http://x/#f"], "has a query (?) or a fragment (#)"),
                             (["--base-url", "http://x/?q="], "has a query (?) or a fragment (#)")):
            self.assert_one_line(self.build(*flags, expect=USAGE).stderr, words)

    def test_another_configuration_is_refused_without_replace(self):
        self.build()
        refused = self.build("--stemmer", "porter", expect=CANNOT_CREATE)
        self.assert_one_line(refused.stderr, self.store, "with --stemmer none, not porter", "--replace")
        self.build("--stemmer", "porter", "--replace")
        self.assertIn(BASE + "workshop/flail.html", self.urls("threshings"))

    def test_configuration_files_of_ours_are_understood(self):
        for name in ("default.conf", "paper.conf"):
            self.build("--config", os.path.join(harness.TOP, "configs", name), store=self.path(name))
        self.build(store=self.path("plain"))
        self.assertEqual(self.digest(store=self.path("plain")), self.digest(store=self.path("default.conf")))


class Refusals(harness.EndToEnd):
    def test_empty_input_folder(self):
        os.mkdir(self.path("empty"))
        self.assert_one_line(self.build(inputs=(self.path("empty"),), expect=UNUSABLE).stderr, "0 pages")

    def test_no_html_page(self):
        self.write("texts/a.png", b"\x89PNG\r\n\x1a\n\0\0\0")
        refused = self.build(inputs=(self.path("texts"),), expect=UNUSABLE)
        self.assert_one_line(refused.stderr, "0 pages", "skipped_not_html 1")
        self.assertFalse(os.path.exists(os.path.join(self.store, "CURRENT")))

    def test_empty_archive(self):
        self.build(inputs=(self.write("empty.warc", b""),), expect=UNUSABLE)

    def test_missing_input(self):
        self.assert_one_line(self.build(inputs=(self.path("nowhere"),), expect=MISSING).stderr, "nowhere")
        self.assertFalse(os.path.exists(self.store))

    def test_unreadable_page_is_counted(self):
        site = self.path("site")
        shutil.copytree(os.path.join(SITE, "mill"), site)
        os.chmod(os.path.join(site, "hoist.html"), 0)
        if os.access(os.path.join(site, "hoist.html"), os.R_OK):
            self.skipTest("a superuser may read everything")
        report = json.loads(self.build("--json", inputs=(site,)).stdout)["counters"]
        self.assertEqual(report["skipped_unreadable"], 1)

    def test_unreadable_archive(self):
        archive = self.write("a.warc", b"WARC/1.0\r\n")
        os.chmod(archive, 0)
        if os.access(archive, os.R_OK):
            self.skipTest("a superuser may read everything")
        self.assert_one_line(self.build(inputs=(archive,), expect=(MISSING, CANNOT_CREATE)).stderr, "a.warc")

    def test_folder_in_place_of_an_archive(self):
        self.assert_one_line(self.build("--format", "warc", inputs=(SITE,), expect=(MISSING, UNUSABLE, 74)).stderr, SITE)

    def test_bad_flag(self):
        self.assert_one_line(self.build("--no-such-flag", expect=USAGE).stderr, "no-such-flag")

    def test_bad_value(self):
        self.assert_one_line(self.build("--run-memory", "much", expect=USAGE).stderr, "run-memory")
        self.assert_one_line(self.build("--detector", "magic", expect=USAGE).stderr, "magic")
        self.assert_one_line(self.build("--stemmer", "klingon", expect=USAGE).stderr, "klingon")

    def test_bad_parameter(self):
        """Whatever a detector does not know, or cannot use, is refused before a page is read."""
        for parameter, *words in (
                ("spine.nonsense=1", "no parameter spine.nonsense of detector spine", "do you mean spine."),
                ("spine.suport=6", "do you mean spine.support?"),
                ("bsc_wfc.min_wfc=5", "parameter of detector bsc_wfc", "not of detector spine"),
                ("spine.dense=nan", "spine.dense must be 0 to 1"),
                ("spine.support=inf", "spine.support must be"),
                ("spine.dense=1.5", "spine.dense must be 0 to 1, not 1.5"),
                ("spine.dense", "expected KEY=NUMBER"),
                ("spine.dense=much", "expected KEY=NUMBER")):
            self.assert_one_line(self.build("-p", parameter, expect=USAGE).stderr, *words)
            self.assertFalse(os.path.exists(self.store), parameter)
        config = self.write("paper.conf", "detector = spine\nparameter = bsc_wfc.twr=0.8\n")
        self.assert_one_line(self.build("--config", config, expect=USAGE).stderr, "bsc_wfc.twr")

    def test_bad_configuration_key(self):
        config = self.write("bad.conf", "threads = 2\nflux = 3\n")
        self.assert_one_line(self.build("--config", config, expect=USAGE).stderr, "flux")

    def test_missing_configuration_file(self):
        self.assert_one_line(self.build("--config", self.path("no.conf"), expect=MISSING).stderr, "no.conf")

    def test_no_command_and_unknown_command(self):
        self.run_program([INDEX], expect=USAGE)
        self.assert_one_line(self.run_program([INDEX, "reap"], expect=USAGE).stderr, "reap")

    def test_store_in_a_folder_of_other_things(self):
        self.write("store/holiday.txt", "photos")
        self.assert_one_line(self.build(expect=CANNOT_CREATE).stderr, self.store)
        self.assertEqual(os.listdir(self.store), ["holiday.txt"])

    def test_store_below_a_file(self):
        self.write("file", "")
        self.build(store=self.path("file", "store"), expect=(CANNOT_CREATE, MISSING))

    def test_second_writer(self):
        site = subprocess.Popen(self.build_command("--format", "jsonl", "--name", "site", inputs=("-",)), stdin=subprocess.PIPE,
                                stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        try:
            self.wait_for(os.path.join(self.store, "LOCK"))
            self.assert_one_line(self.build(expect=TRY_AGAIN).stderr, self.store)
        finally:
            site.communicate(json.dumps({"url": BASE, "html": "<p>late"}).encode())
        self.assertEqual(site.returncode, 0)


if __name__ == "__main__":
    harness.main()
