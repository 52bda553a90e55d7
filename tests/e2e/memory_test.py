"""`--memory` holds whatever the detector, and a site that is too large to be judged at once is judged by samples of it
(docs/LIVING.md)."""
import json
import random

import harness
from harness import INDEX, USAGE

MEMORY = 110
LARGE, SMALL = 800, 120
ALONE = ("none", "spine", "bsc_wfc")  # these do not see the pages of a site again


class Memory(harness.EndToEnd):
    scratch_in = "/dev/shm"

    def change(self, command, store, *arguments):
        return json.loads(self.run_program([INDEX, command, "--store", store, "-j", "1", "--progress", "none", "--json",
                                            *arguments]).stdout)

    def records(self, pages, paragraphs):
        """Pages of one site: a menu, a footer, and words of their own between them."""
        chance = random.Random(1)
        words = ["".join(chance.choices("abcdefghijklmnopqrstuvwxyz", k=chance.randint(3, 9))) for _ in range(3000)]
        ends = [f"<ul>{''.join(f'<li><a href=/{i}.html>{words[i]} {words[i + n]}</a></li>' for i in range(20))}</ul>"
                for n in (40, 80)]
        rows = []
        for page in range(pages):
            own = "".join(f"<p>{' '.join(chance.choices(words, k=6))}</p>\n" for _ in range(paragraphs))
            rows.append({"url": f"http://large.example/{page * 7919 % pages}.html",
                         "html": f"<title>{page}</title>{ends[0]}\n{own}{ends[1]}"})
        return rows

    def crawl(self, name, records):
        return self.write(name + ".jsonl", "".join(json.dumps(record) + "\n" for record in records))

    def detectors(self):
        rows = json.loads(self.run_program([INDEX, "detectors", "--json"]).stdout)
        return [row["name"] for row in rows]

    def test_memory_holds_for_every_detector(self):
        crawl = self.crawl("crawl", self.records(LARGE, 300))
        peaks = {}
        for detector in self.detectors():
            report = self.change("build", self.store, "--replace", "--detector", detector, "--memory", f"{MEMORY}M", crawl)
            peaks[detector] = report["peak_memory"] / 2**20
        self.assertEqual(len(peaks), 13)
        self.assertEqual({name: peak for name, peak in peaks.items() if peak > 1.1 * MEMORY}, {})

    def test_a_site_that_is_too_large_is_judged_by_samples(self):
        """Of its own pages and by a setting of the store: no order, no cut, no step and no other memory shows."""
        records = self.records(SMALL, 8)
        for detector in self.detectors():
            if detector in ALONE:
                continue
            scarce = ("--detector", detector, "--judge-memory", "20K")
            whole = self.change("build", self.path("whole"), "--replace", "--detector", detector, self.crawl("a", records))
            self.assertEqual(whole["messages"], [])
            once = self.change("build", self.store, "--replace", *scarce, "--memory", "300M", self.crawl("a", records))
            self.assertEqual(len(once["messages"]), 1, detector)
            self.assertRegex(once["messages"][0], r"^large.example: each page is judged by a sample of \d+ of 120 pages")
            sites = self.query_json("sites")["sites"]
            self.assertTrue(0 < sites[0]["learnt_from"] < SMALL, detector)
            self.verify()
            if detector == "pagelets_global":
                continue
            backwards = self.change("build", self.path("b"), "--replace", *scarce, "--run-memory", "64K",
                                    self.crawl("b", records[::-1]))
            self.assertEqual(backwards["digest"], once["digest"], detector)
            self.change("build", self.path("steps"), "--replace", *scarce, self.crawl("c", records[:70]))
            steps = self.change("update", self.path("steps"), "--memory", "1G", self.crawl("d", records[60:]))
            self.assertEqual(steps["digest"], once["digest"], detector)
            rejudged = self.change("compact", self.path("steps"), "--rejudge", "--judge-memory", "1G")
            self.assertEqual(rejudged["digest"], whole["digest"], detector)
            self.assertEqual(self.query_json("sites", store=self.path("steps"))["sites"][0]["learnt_from"], 0)

    def test_a_share_of_the_memory_is_a_setting_of_the_store(self):
        crawl = self.crawl("a", self.records(SMALL, 8))
        self.change("build", self.store, "--detector", "sst", "--memory", "300M", crawl)
        other = [INDEX, "build", "--store", self.store, "--detector", "sst", "--memory", "200M", "--quiet", crawl]
        self.assert_one_line(self.run_program(other, harness.CANNOT_CREATE).stderr, "--judge-memory", "--replace")
        # The default detector has a bound of its own (--learn).
        self.change("build", self.store, "--replace", "--memory", "1900M", crawl)
        self.change("build", self.store, "--memory", "2G", crawl)
        alone = [INDEX, "compact", "--store", self.store, "--judge-memory", "1G"]
        self.assert_one_line(self.run_program(alone, USAGE).stderr, "--judge-memory", "--rejudge")


if __name__ == "__main__":
    harness.main()
