#!/usr/bin/env python3
"""build.py: builds a store of a crawl with Spark: counts, routes, builds one shard a task, merges.

    spark-submit examples/spark/build.py --shards 64 --work /shared/work CRAWL...

All workers must see the work folder and the crawl. No page goes through Spark, so Java need not optimise itself."""
import argparse
import glob
import json
import os
import shutil
import subprocess
import uuid

from pyspark.sql import SparkSession

TRY_AGAIN = (74, 75, 130)  # a disk, another writer, an interruption; everything else is final


def thresh(program, *arguments):
    """Output of a command. What may be tried again fails the task, and Spark repeats it; what is final comes back."""
    run = subprocess.run([program, *arguments], capture_output=True, text=True, check=False)
    if run.returncode in TRY_AGAIN or run.returncode < 0:
        raise RuntimeError(f"exit code {run.returncode}: {run.stderr[-500:]}")
    return {"code": run.returncode, "out": run.stdout, "error": run.stderr[-500:]}


def build(program, work, name, memory):
    """One shard. Each attempt has a folder of its own, because Spark may start a slow task a second time. The rename
    publishes it: the first attempt that is ready wins, and the other has the same content."""
    store, attempt = f"{work}/stores/{name}", f"{work}/attempts/{name}-{uuid.uuid4().hex}"
    done = thresh(program, "build", "--store", attempt, "-j", "1", "--memory", memory, "--empty-ok", "--name", name,
                  "--progress", "none", "--json", *sorted(glob.glob(f"{work}/shards/{name}/*")))
    if done["code"] == 0:
        try:
            os.rename(attempt, store)
        except OSError:  # a folder that is not empty: the other attempt was first
            shutil.rmtree(attempt)
    return done


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--shards", type=int, default=64)
    parser.add_argument("--work", required=True)
    parser.add_argument("--memory", default="1G")
    parser.add_argument("--program", default="thresh-index")
    parser.add_argument("crawls", nargs="+")
    args = parser.parse_args()
    program, work, shards, memory = args.program, os.path.abspath(args.work), args.shards, args.memory
    crawls, plan = [os.path.abspath(crawl) for crawl in args.crawls], f"{work}/plan.tsv"
    for folder in ("stores", "attempts"):
        shutil.rmtree(f"{work}/{folder}", ignore_errors=True)
        os.makedirs(f"{work}/{folder}")
    spark = (SparkSession.builder.appName("thresh").config("spark.speculation", "true").config("spark.task.maxFailures", "4")
             .config("spark.executor.extraJavaOptions", "-XX:TieredStopAtLevel=1").getOrCreate())

    def each(items, task):
        results = spark.sparkContext.parallelize(items, len(items)).map(task).collect()
        failed = [result for result in results if result["code"] != 0]
        if failed:
            raise SystemExit(f"{len(failed)} tasks failed: {failed[0]['error']}")
        return [result["out"] for result in results]

    sizes = each(crawls, lambda crawl: thresh(program, "route", "--count", "-q", crawl))
    with open(plan, "w", encoding="utf-8") as file:
        file.writelines(sizes)
    each(crawls, lambda crawl: thresh(program, "route", "-q", "--shards", str(shards), "--plan", plan, "--out",
                                      f"{work}/shards", crawl))
    names = [f"{shard:05}" for shard in range(shards)]
    reports = [json.loads(out) for out in each(names, lambda name: build(program, work, name, memory))]
    spark.stop()
    shutil.rmtree(f"{work}/attempts", ignore_errors=True)
    merged = thresh(program, "merge", "--store", f"{work}/store", "--progress", "none", "--json",
                    *[f"{work}/stores/{name}" for name in names])
    print(json.dumps({**json.loads(merged["out"]), "cpu": sum(report["seconds"]["cpu"] for report in reports)}))


if __name__ == "__main__":
    main()
