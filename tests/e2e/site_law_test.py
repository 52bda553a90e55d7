"""The site law: what a store holds of a site depends on the pages of that site and on nothing else."""
import glob
import json
import os
import random
import subprocess

import harness
from harness import SITE

HOSTS = ("a.example", "b.example", "c.example")


def pages_of(host, date="2024-01-01T00:00:00Z"):
    """The fixture site as the site of a host, with three copies and with words that only this host has."""
    pages = []
    for file in sorted(glob.glob(SITE + "/**/*.html", recursive=True)):
        with open(file, encoding="utf-8", errors="replace") as page:
            html = page.read().replace("</body>", f"<p>only{host[0]}</p></body>")
        name = os.path.relpath(file, SITE)
        pages.append({"url": f"http://{host}/{name}", "html": html, "date": date, "docno": f"{host}-{date}-{name}"})
    pages.append(dict(pages[3], url=f"http://{host}/a-copy.html", docno=f"{host}-copy"))
    # A copy by its link, but for a line of its own.
    named = f"<link rel=canonical href={pages[5]['url']}><p>for the printer</p>"
    pages.append(dict(pages[5], url=f"http://{host}/print.html", docno=f"{host}-print", html=pages[5]["html"] + named))
    pages.append(dict(pages[7], url=f"http://{host}/zzz/copy.html", docno=f"{host}-copy-too"))
    return pages


class SiteLaw(harness.EndToEnd):
    def store_of(self, name, records, *flags):
        crawl = self.write(name + ".jsonl", "".join(json.dumps(record) + "\n" for record in records))
        self.build(*flags, store=self.path(name), inputs=(crawl,))
        return self.path(name)

    def pages(self, store):
        """Site to its pages as they are stored, without the number of the page of which one is a copy."""
        sites = {}
        for line in self.query("dump", store=store).stdout.splitlines():
            page = json.loads(line)
            sites.setdefault(page["url"].split("/")[2], []).append((page["url"], page["title"], page["spans"]))
        return sites

    def test_any_order_of_the_records_gives_the_same_store(self):
        records = [page for host in HOSTS for page in pages_of(host)]
        # Older versions of some pages, and a version of the same date, which its docno decides.
        for page in list(records)[::5]:
            records.append(dict(page, html="<p>an older page", date="2023-06-01T00:00:00Z", docno="old-" + page["docno"]))
            records.append(dict(page, html="<p>the smaller docno", docno="A" + page["docno"]))
        dice = random.Random(7)
        for detector in ("spine", "incremental", "sandwich", "sst", "bsc_wfc_plus", "pagelets_local", "repeats_runs"):
            digests = set()
            for shuffle in range(3):
                dice.shuffle(records)
                flags = ("--detector", detector, "--threads", str(1 + shuffle % 2), "--run-memory",
                         ("64M", "128K", "1M")[shuffle])
                digests.add(self.digest(store=self.store_of(f"{detector}{shuffle}", records, *flags)))
            self.assertEqual(len(digests), 1, detector)
        self.verify(store=self.path("spine1"))

    def test_a_site_is_the_same_alone_and_in_a_crawl(self):
        together = self.store_of("together", [page for host in HOSTS for page in pages_of(host)])
        of_all = self.pages(together)
        self.assertEqual(sorted(of_all), list(HOSTS))
        for host in HOSTS:
            alone = self.store_of(host, pages_of(host))
            self.assertEqual(self.pages(alone)[host], of_all[host])
            # A word whose template is struck stays findable on every site that has it.
            for word in ("scarves", "cookies", "only" + host[0]):
                urls = [hit["url"] for hit in self.query_json("search", "--duplicates", "-n", "500", word, store=together)["hits"]
                        if host in hit["url"]]
                own = [hit["url"] for hit in self.query_json("search", "--duplicates", "-n", "500", word, store=alone)["hits"]]
                self.assertEqual(sorted(urls), sorted(own), word)
                self.assertTrue(own, word)

    def test_a_new_crawl_supersedes_an_old_one(self):
        old, new = pages_of("a.example"), pages_of("a.example", "2024-02-01T00:00:00Z")
        for page in new[::4]:
            page["html"] = page["html"].replace("</body>", "<p>changed in February</p></body>")
        alone = self.store_of("alone", new + pages_of("b.example"))
        both = self.store_of("both", old + pages_of("b.example") + new)
        self.assertEqual(self.digest(store=both), self.digest(store=alone))
        counters = json.loads(self.query("stats", "--json", store=both).stdout)["counters"]
        self.assertEqual(counters["superseded"], len(old))
        self.assertEqual(counters["indexed"], len(new) + len(pages_of("b.example")))

    def test_one_page_has_one_address(self):
        record = pages_of("a.example")[0]
        spelled = ["http://A.Example/x/%7eme/a%2fb.html", "HTTP://a.example:80/x/./y/../~me/a%2Fb.html#top",
                   "http://a.example/x/~me/a%2Fb.html"]
        store = self.store_of("spelled", [dict(record, url=url, docno=str(i)) for i, url in enumerate(spelled)])
        pages = [json.loads(line) for line in self.query("dump", store=store).stdout.splitlines()]
        self.assertEqual([page["url"] for page in pages], [spelled[2]])
        self.assertEqual(pages[0]["docno"], "2")

    def test_the_memory_of_a_build_is_that_of_a_run_and_of_a_site(self):
        if "asan" in os.environ.get("E2E_PRELOAD", ""):
            self.skipTest("a sanitizer's memory is not the program's")
        crawl = self.path("crawl.jsonl")
        with open(crawl, "wb") as file:
            subprocess.run([os.path.join(harness.TOP, "tests", "fixtures", "make_crawl"), "400", "50"], stdout=file, check=True)
        command = self.build_command("--memory", "128M", "--threads", "1", "--quiet", inputs=(crawl,))
        build = subprocess.Popen(command)
        _, status, used = os.wait4(build.pid, 0)
        build.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(build.returncode, harness.OK)
        self.assertLess(used.ru_maxrss, 128 << 10)


if __name__ == "__main__":
    harness.main()
