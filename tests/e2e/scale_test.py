"""Beyond one machine: the contract of a task, and that parts make the same store as one build (docs/SCALE.md)."""
import glob
import gzip
import importlib.util
import json
import os
import random
import shutil
import subprocess
import sys
import time
import unittest

import harness
from harness import INDEX, TOP

EXAMPLES = os.path.join(TOP, "examples")
CORPORA = os.path.join(TOP, "data", "corpora")
MAKE_CRAWL = os.path.join(TOP, "tests", "fixtures", "make_crawl")
FRUGAL = ("-j", "1", "--memory", "500M")


def packed(line):
    return gzip.compress(line, 1, mtime=0)


class Scale(harness.EndToEnd):
    def make_crawls(self, sites=70, pages=6, files=3):
        """Some files, the pages of every site in all of them."""
        lines = subprocess.run([sys.executable, MAKE_CRAWL, str(sites), str(pages)], capture_output=True,
                               check=True).stdout.splitlines(keepends=True)
        return [self.write(f"crawl-{n}.jsonl.gz", b"".join(map(packed, lines[n::files]))) for n in range(files)]

    def task(self, *arguments, expect=harness.OK, **more):
        """The report of a build, as an engine gets it."""
        run = self.run_program([INDEX, "build", *FRUGAL, "--json", "--progress", "json", *arguments], expect, **more)
        self.assertEqual(len(run.stdout.splitlines()), 1 if expect == harness.OK else 0)
        for line in run.stderr.splitlines() if expect == harness.OK else ():
            json.loads(line)
        return json.loads(run.stdout) if run.stdout else run

    def build_parts(self, crawls, shards, plan, name):
        out, stores = self.path(name), []
        flags = []
        if plan:
            sizes = self.run_program([INDEX, "route", "--count", "-q", *crawls]).stdout
            flags = ["--plan", self.write(name + ".tsv", sizes)]
        for crawl in crawls:  # a task each, as an engine has it
            self.run_program([INDEX, "route", "-q", "--shards", str(shards), "--out", out, *flags, crawl])
        for shard in sorted(os.listdir(out)):
            stores.append(self.path(name + "-stores", shard))
            self.task("--store", stores[-1], "--empty-ok", "--name", shard,
                      *sorted(glob.glob(os.path.join(out, shard, "*"))))
        return stores

    def merge(self, stores, into):
        run = self.run_program([INDEX, "merge", "--store", into, "--progress", "none", "--json", *stores])
        return json.loads(run.stdout)["digest"]

    def assert_parts_are_the_whole(self, shards, plan):
        crawls = self.make_crawls()
        whole = self.task("--store", self.store, *crawls)["digest"]
        stores = self.build_parts(crawls, shards, plan, "parts")
        self.assertEqual(self.merge(stores, self.path("merged")), whole)
        self.verify(self.path("merged"))

    def test_one_part(self):
        self.assert_parts_are_the_whole(1, plan=False)

    def test_two_parts(self):
        self.assert_parts_are_the_whole(2, plan=True)

    def test_eight_parts(self):
        self.assert_parts_are_the_whole(8, plan=False)
        shutil.rmtree(self.path("parts"))
        shutil.rmtree(self.path("parts-stores"))
        shutil.rmtree(self.path("merged"))
        self.assert_parts_are_the_whole(8, plan=True)

    def test_sixty_four_parts(self):
        """By hash, so that some shards have no site."""
        self.assert_parts_are_the_whole(64, plan=False)

    def test_the_report_of_a_task(self):
        crawls = self.make_crawls(sites=3)
        report = self.task("--store", self.store, "--name", "00017", *crawls)
        self.assertEqual((report["name"], report["sites"], report["pages"]), ("00017", 3, 18))
        self.assertEqual(report["digest"], self.digest())
        self.assertEqual(report["counters"]["indexed"], 18)
        self.assertGreater(report["seconds"]["cpu"], 0)
        self.assertGreater(report["peak_memory"], 1 << 20)
        with open(crawls[0], "rb") as file:
            content = file.read()
        again = self.task("--store", self.path("piped"), "--name", "00018", "-", stdin=content)
        self.assertEqual(again["digest"], self.task("--store", self.path("file"), crawls[0])["digest"])

    def test_the_order_of_files_does_not_count(self):
        crawls = self.make_crawls()
        digests = {self.task("--store", self.path(f"s{n}"), "--name", str(n), *order)["digest"]
                   for n, order in enumerate((crawls, crawls[::-1], [*crawls[1:], crawls[0]]))}
        self.assertEqual(len(digests), 1)

    def test_nothing_to_do(self):
        empty = self.write("empty.jsonl", '{"url": "http://a.example/", "status": 404}\n')
        self.task("--store", self.store, empty, expect=harness.UNUSABLE)
        self.task("--store", self.store, expect=harness.USAGE)
        for name, inputs in (("a", [empty]), ("b", [])):
            report = self.task("--store", self.path(name), "--empty-ok", "--name", name, *inputs)
            self.assertEqual((report["sites"], report["pages"]), (0, 0))
            self.verify(self.path(name))
            self.assertEqual(self.query_json("search", "word", store=self.path(name))["matches"], 0)
        crawls = self.make_crawls(sites=3)
        whole = self.task("--store", self.path("c"), *crawls)["digest"]
        self.assertEqual(self.merge([self.path(name) for name in "abc"], self.path("d")), whole)
        self.assertEqual(self.merge([self.path(name) for name in "ab"], self.path("e")),
                         self.digest(self.path("a")))

    def test_a_moved_store_opens(self):
        digest = self.task("--store", self.store, *self.make_crawls(sites=3))["digest"]
        shutil.copytree(self.store, self.path("copy"))
        shutil.move(self.store, self.path("moved"))
        for store in ("copy", "moved"):
            self.verify(self.path(store))
            self.assertEqual(self.digest(self.path(store)), digest)

    def test_killed_repeated_and_doubled_tasks(self):
        crawls = self.make_crawls(sites=120, pages=12)
        whole = self.task("--store", self.path("whole"), *crawls)["digest"]
        command = [INDEX, "build", *FRUGAL, "--progress", "none", "--store", self.store, *crawls]
        dice = random.Random(4)
        for _ in range(3):
            killed = subprocess.Popen(command, stdout=subprocess.DEVNULL)
            time.sleep(dice.random() * 0.4)
            killed.kill()
            killed.wait()
        doubled = [subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) for _ in range(2)]
        codes = sorted(run.wait() for run in doubled)
        self.assertIn(codes, ([0, 0], [0, harness.TRY_AGAIN]))
        self.assertEqual(self.digest(), whole)
        self.assertEqual(self.task("--store", self.store, *crawls)["digest"], whole)
        self.verify()

    def example(self, *command, **environment):
        tools = {"INDEX_PROGRAM": INDEX, "TASK_MEMORY": "500M", "TASK_WAIT": "0", **environment}
        return self.run_program(list(command), environment=tools)

    def test_the_parallel_example(self):
        crawls, work = self.make_crawls(), self.path("work")
        whole = self.task("--store", self.store, *crawls)["digest"]
        for _ in range(2):  # the same command again
            shutil.rmtree(os.path.join(work, "store"), ignore_errors=True)
            self.example(os.path.join(EXAMPLES, "parallel", "build"), "2", "7", work, *crawls)
            self.assertEqual(self.digest(os.path.join(work, "store")), whole)

    def test_the_slurm_example(self):
        """With an sbatch that runs the tasks at once, one after the other, the first of them twice."""
        crawls, work = self.make_crawls(), self.path("work")
        whole = self.task("--store", self.store, *crawls)["digest"]
        sbatch = self.write("bin/sbatch", r"""#!/bin/bash
        set -e
        for argument; do
          case $argument in
            --array=*) last=${argument##*-} ;;
            *.sbatch) script=$argument ;;
          esac
        done
        if [ -n "${script:-}" ]; then
          for task in 0 $(seq 0 "$last"); do
            SLURM_ARRAY_TASK_ID=$task SLURM_CPUS_PER_TASK=1 bash "$script" "${@: -1}" >&2
          done
        else
          bash -c "${@: -1}" >&2
        fi
        echo 7
        """.replace("\n        ", "\n"))
        os.chmod(sbatch, 0o755)
        self.example(os.path.join(EXAMPLES, "slurm", "submit"), work, *crawls, SHARDS="5",
                     PATH=os.path.dirname(sbatch) + ":" + os.environ["PATH"])
        self.assertEqual(self.digest(os.path.join(work, "store")), whole)

    def made_sites(self, hosts=420, pages=4):
        """Manuals of the development corpora, cut into sites of some pages; else made pages."""
        found = sorted(glob.glob(os.path.join(CORPORA, "*-doc*", "**", "*.html"), recursive=True))
        if len(found) < hosts * pages:
            return self.make_crawls(sites=hosts, pages=pages, files=4)
        rows = [[] for _ in range(4)]
        for n, path in enumerate(found[:hosts * pages]):
            with open(path, encoding="utf-8", errors="replace") as file:
                row = {"url": f"http://s{n // pages:05}.example/{os.path.basename(path)}?{n}", "html": file.read()}
            rows[n % 4].append(packed(json.dumps(row).encode() + b"\n"))
        return [self.write(f"crawl-{n}.jsonl.gz", b"".join(lines)) for n, lines in enumerate(rows)]

    @unittest.skipUnless(importlib.util.find_spec("pyspark") and shutil.which("java"), "needs pyspark and Java")
    def test_the_spark_example(self):
        """Over 400 hosts on a local cluster. The first attempt of one shard is killed half-way, and another shard is built
        twice at a time: Spark starts no second attempt on the same machine, so the test does it with the same function."""
        crawls, work = self.made_sites(), self.path("work")
        whole = self.task("--store", self.store, *crawls)
        self.assertGreaterEqual(whole["sites"], 400)
        spark = os.path.join(EXAMPLES, "spark")
        second = f"import build; print(build.build('{self.path('thresh-index')}', '{work}', '00005', '500M')['code'])"
        program = self.write("thresh-index", f"""#!/bin/bash
        once() {{ mkdir "{self.scratch}/$1" 2> /dev/null; }}
        case "$*" in
          build*"--name 00003 "*) once killed && {{ {INDEX} "$@" & sleep 0.1; kill -9 $!; exit 74; }} ;;
          build*"--name 00005 "*) once doubled && {{
            PYTHONPATH={spark} {sys.executable} -B -c "{second}" > {self.path("second")} & {INDEX} "$@"; code=$?; wait; exit $code; }} ;;
        esac
        exec {INDEX} "$@"
        """.replace("\n        ", "\n"))
        os.chmod(program, 0o755)
        run = self.run_program(
            [sys.executable, os.path.join(EXAMPLES, "spark", "build.py"), "--shards", "12", "--memory", "500M",
             "--program", program, "--work", work, *crawls], timeout=600,
            environment={"PYSPARK_PYTHON": sys.executable, "PYSPARK_SUBMIT_ARGS": " ".join((
                "--master local-cluster[2,2,1024] --conf spark.ui.enabled=false --conf spark.driver.memory=512m",
                "pyspark-shell"))})
        self.assertEqual(json.loads(run.stdout.splitlines()[-1])["digest"], whole["digest"])
        self.assertEqual(self.digest(os.path.join(work, "store")), whole["digest"])
        self.assertTrue(os.path.isdir(self.path("killed")))
        with open(self.path("second"), encoding="utf-8") as file:
            self.assertEqual(file.read(), "0\n")
        self.verify(os.path.join(work, "store"))


if __name__ == "__main__":
    harness.main()
