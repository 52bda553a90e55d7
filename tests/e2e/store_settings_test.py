"""What decides the content of a living store is the store's own: no variable of the environment changes it, and what a build
was told about a folder holds again for that folder alone."""
import json
import os

import harness
from harness import INDEX, MISSING, OK, QUERY, USAGE
from living_model import Maker

MANNER = ("--threads", "1", "--memory", "300M", "--progress", "none")
OLD, NEW = "2024-01-01T00:00:00Z", "2024-06-01T00:00:00Z"


def page(title, *words):
    menu = "<ul><li><a href='/'>Back to the page where everything begins</a></li></ul>"
    return f"<title>{title}</title>{menu}<p>{' '.join(words) or 'walked ' + title}</p>"


class StoreSettings(harness.EndToEnd):
    scratch_in = "/dev/shm"

    def change(self, command, *arguments, store=None, expect=OK, **more):
        return self.run_program([INDEX, command, "--store", store or self.store, *MANNER, *arguments], expect, **more)

    def crawl(self, name, hosts, date, pages=12):
        records = [{"url": f"http://{host}/p{number}", "date": date, "html": page(f"{host} {number} {date}")}
                   for host in hosts for number in range(pages)]
        return self.write(name, "".join(json.dumps(record) + "\n" for record in records))

    def config(self, store=None):
        return self.query_json("stats", store=store)["config"]

    def urls(self, store=None):
        return [json.loads(line)["url"] for line in self.query("dump", store=store).stdout.splitlines()]


class Environment(StoreSettings):
    # Of every setting a value that is not the default, which changes the store of this test where it counts.
    OTHER = {"THRESH_STEMMER": "english", "THRESH_STOP_WORDS": "english", "THRESH_DETECTOR": "none", "THRESH_LEARN": "5",
             "THRESH_REMOVAL": "drop", "THRESH_NO_LINKS": "true", "THRESH_RESPECT_ROBOTS": "true",
             "THRESH_PARAMETER": "spine.support=3", "THRESH_MAX_PAGE_BYTES": "100"}

    def setUp(self):
        super().setUp()
        hosts = ["a.example", "b.example"]
        self.old = self.crawl("old.jsonl", hosts, OLD)
        self.new = self.crawl("new.jsonl", hosts[:1], NEW)
        self.run_program([INDEX, "build", "--store", self.path("part"), *MANNER, self.crawl("c.jsonl", ["c.example"], OLD)])

    def steps(self, environment, store):
        """Every command that changes a store; the digest and the settings after each."""
        self.change("build", self.old, store=store)
        states = []
        for command in (["update", self.new], ["delete", "--url", "http://b.example/p3"], ["merge", self.path("part")],
                        ["compact"], ["compact", "--rejudge"]):
            self.change(*command, store=store, environment=environment)
            states.append((command[0], self.digest(store), self.config(store)))
        return states

    def test_no_variable_changes_a_living_store(self):
        plain = self.steps({}, self.path("plain"))
        for name, value in self.OTHER.items():
            with self.subTest(name):
                self.assertEqual(self.steps({name: value}, self.path("store-" + name)), plain)

    def test_a_merge_of_other_settings_is_refused_whatever_the_variables_say(self):
        self.change("build", self.old)
        self.change("build", "--stemmer", "english", self.new, store=self.path("stemmed"))
        run = self.change("merge", self.path("stemmed"), expect=USAGE, environment={"THRESH_STEMMER": "english"})
        self.assert_one_line(run.stderr, "--stemmer", "none and english")

    def test_no_variable_orders_a_deletion(self):
        self.change("build", self.old)
        self.change("delete", "--url", "http://b.example/p3",
                    environment={"THRESH_SITE": "a.example", "THRESH_URL": "http://a.example/p1"})
        self.change("update", self.crawl("few.jsonl", ["a.example"], NEW, pages=8),
                    environment={"THRESH_COMPLETE": "a.example"})
        self.assertEqual(len(self.urls()), 23)


class Folders(StoreSettings):
    def mirror(self, folder, *files):
        for file in files:
            self.write(f"{folder}/{file}", page(f"{os.path.basename(folder)} {file}"))
        return self.path(folder)

    def paths(self, host="a.example"):
        return sorted(url.removeprefix(f"http://{host}/") for url in self.urls() if url.startswith(f"http://{host}/"))

    def test_globs_of_the_build_hold_in_updates(self):
        week = [self.mirror(f"week{n}/a.example", "p1.html", "p2.html", f"new{n}.html", "old/p.html") for n in (1, 2)]
        self.change("build", "--exclude", "old/**", week[0])
        run = self.change("update", week[1])
        self.assertEqual(self.paths(), ["new1.html", "new2.html", "p1.html", "p2.html"])
        self.assertIn("1 file left out by --include or --exclude of the build", run.stdout)
        self.assertEqual(self.config()["exclude"], "old/**")
        self.change("update", "--exclude", "", week[1])
        self.assertIn("old/p.html", self.paths())

    def test_globs_of_an_update_are_of_its_crawl_alone(self):
        week = [self.mirror(f"week{n}/a.example", "p1.html", f"new{n}.html", f"draft{n}.html") for n in (1, 2, 3)]
        self.change("build", "--include", "*.html", week[0])
        self.change("update", "--exclude", "draft*", "--include", "*t*", "--include", "new*", week[1])
        self.assertEqual(self.paths(), ["draft1.html", "new1.html", "new2.html", "p1.html"])
        self.assertEqual([self.config().get(name) for name in ("include", "exclude")], ["*.html", None])
        run = self.change("update", week[2])
        self.assertIn("draft3.html", self.paths())
        self.assertNotIn("left out", run.stdout)

    def test_a_blank_in_a_glob_is_no_border(self):
        week = [self.mirror(f"week{n}/a.example", "p1.html", f"new{n}.html", f"old page {n}.html") for n in (1, 2, 3)]
        self.change("build", "--exclude", "old *", "--exclude", "x\\ y", week[0])
        for number in (1, 2):
            self.change("update", "--complete", "a.example", "--most-gone", "100%", week[number])
            self.assertEqual(self.paths(), [f"new{number + 1}.html", "p1.html"])
        self.assertEqual(self.config()["exclude"], "old\\ * x\\\\\\ y")

    def test_the_address_of_the_build_is_for_its_folders(self):
        self.change("build", "--base-url", "https://docs.a.example/", self.mirror("one/a", "p1.html", "p2.html"))
        self.change("update", self.mirror("one/b.example", "p1.html", "p3.html"))
        self.change("update", self.mirror("two/a", "p1.html", "p4.html"))
        self.assertEqual(sorted(self.urls()), ["http://b.example/p1.html", "http://b.example/p3.html"] +
                         [f"https://docs.a.example/p{n}.html" for n in (1, 2, 4)])

    def test_an_address_of_an_update_is_of_its_crawl_alone(self):
        self.change("build", "--base-url", "https://docs.a.example/", self.mirror("one/a", "p1.html"))
        self.change("update", "--base-url", "http://b.example/", self.mirror("two/b", "p1.html"))
        self.change("update", self.mirror("three/a", "p2.html"))
        self.assertEqual(sorted(self.urls()), ["http://b.example/p1.html"] +
                         [f"https://docs.a.example/p{n}.html" for n in (1, 2)])

    def test_a_folder_that_is_no_host_needs_its_address(self):
        self.change("build", "--base-url", "https://docs.a.example/", self.mirror("week1", "p1.html"))
        run = self.change("update", self.mirror("week2", "p1.html"), expect=USAGE)
        self.assert_one_line(run.stderr, "--base-url", "https://docs.a.example/", "week1", "week2")
        self.change("update", "--base-url", "https://docs.a.example/", self.path("week2"))
        self.change("update", self.mirror("wget", "c.example/p1.html", "d.example/p1.html"))
        self.assertEqual(sorted(self.urls()), ["http://c.example/p1.html", "http://d.example/p1.html",
                                               "https://docs.a.example/p1.html"])

    def test_the_settings_pass_through_every_command(self):
        self.change("build", "--base-url", "https://a.example/", "--exclude", "old *", self.mirror("a", "p1.html", "p2.html"))
        self.change("build", self.mirror("b.example", "p1.html"), store=self.path("part"))
        for command in (["merge", self.path("part")], ["compact"], ["delete", "--url", "https://a.example/p2.html"],
                        ["update", self.mirror("again/a", "p3.html", "old p.html")]):
            self.change(*command)
            config = self.config()
            self.assertEqual([config[name] for name in ("base-url", "exclude", "folders")],
                             ["https://a.example/", "old\\ *", "a"])
        self.assertEqual(sorted(self.urls()), ["http://b.example/p1.html", "https://a.example/p1.html",
                                               "https://a.example/p3.html"])


if __name__ == "__main__":
    harness.main()
