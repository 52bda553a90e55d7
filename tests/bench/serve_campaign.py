#!/usr/bin/env python3
"""serve_campaign: mixed requests to `thresh-query serve` while its store is replaced again and again.

    serve_campaign.py THRESH-INDEX THRESH-QUERY [--requests 1000000] [--swaps 20] [--connections 50]

The store is that of tests/fixtures/site and one page that each swap changes. A third of the requests are refused ones: bad
queries, pages that are not there, methods and heads that no browser sends. Prints the requests, the answers by status, and
the memory after each store. Exit 1 if a connection broke without an answer, an answer is 5xx, a store was not taken up, or
the second half of the stores added more than MOST_GROWN bytes."""
import argparse
import collections
import itertools
import os
import random
import selectors
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

import load_serve

SITE = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "fixtures", "site")
MOST_GROWN = 4 << 20
REFUSED = ["/search?q=%22open", "/search?q=a%00b", "/search?q=" + "a+" * 40, "/search?q=title:", "/page?url=http://no.where/",
           "/page", "/api/search?q=rye&limit=3", "/api/page?url=x", "/nothing", "/assets/none.js", "/search?q=%ff%fe", "/%",
           "/search?q=rye&page=99999999999", "/search?q=rye&from=2024-99", "/templates?site=none", "/compare?q=rye"]


class Asker(load_serve.Connection):
    """A browser that may be sent away: it connects again, unless it got no answer at all."""

    def answered(self, status):
        closed = b"\r\nconnection: close" in bytes(self.received[:1000]).lower()
        if closed or status == 0:
            self.socket.close()
            self.socket = socket.create_connection(("127.0.0.1", self.port))
        return closed


def ask(server, targets, connections, requests):
    """Answers by status; 0: none."""
    counts, selector = collections.Counter(), selectors.DefaultSelector()
    everybody = [Asker(server.port, targets) for _ in range(connections)]
    for one in everybody:
        selector.register(one.socket, selectors.EVENT_READ, one)
    while counts.total() < requests:
        for key, _ in selector.select(1):
            one = key.data
            try:
                status = one.read()
            except ConnectionError:
                status = 0
            if status is None:
                continue
            counts[status] += 1
            selector.unregister(one.socket)
            one.answered(status)
            one.ask()
            selector.register(one.socket, selectors.EVENT_READ, one)
    for one in everybody:
        one.socket.close()
    return counts


def publish(index, folder, number):
    with open(os.path.join(folder, "site", "swap.html"), "w", encoding="utf-8") as page:
        page.write(f"<title>Swap {number}</title><p>This is the store swap{number} of the campaign.</p>")
    subprocess.run([index, "build", "-q", "--progress", "none", "--replace", "--store", os.path.join(folder, "store"),
                    "--base-url", "http://granary.example/", os.path.join(folder, "site")], check=True)


def wait_for(server, number):
    """The new store answers within half a minute."""
    for _ in range(300):
        with urllib.request.urlopen(f"http://127.0.0.1:{server.port}/api/search?q=swap{number}") as answer:
            if b'"hits":[]' not in answer.read():
                return True
        time.sleep(0.1)
    return False


def run(options, folder):
    subprocess.run(["cp", "-r", SITE, os.path.join(folder, "site")], check=True)
    publish(options.index, folder, 0)
    store = os.path.join(folder, "store")
    targets = load_serve.draw_targets(options.query, store)
    targets += [REFUSED[i % len(REFUSED)] for i in range(len(targets) // 2)]
    random.Random(load_serve.SEED).shuffle(targets)
    endless, counts, resident, failed = itertools.cycle(targets), collections.Counter(), [], 0
    with load_serve.Server(options.query, "--store", store, "--threads", "2") as server:
        for number in range(options.swaps + 1):
            if number > 0:
                publish(options.index, folder, number)
            failed += not wait_for(server, number)
            counts += ask(server, endless, options.connections, options.requests // (options.swaps + 1))
            resident.append(server.resident_kib() << 10)
            print(f"store {number}: {counts.total():,} requests, {resident[-1] / 2**20:.1f} MiB", flush=True)
        code, _ = server.stop()
    grown = resident[-1] - resident[len(resident) // 2]
    print(f"{counts.total():,} requests over {options.swaps} swaps; by status "
          + ", ".join(f"{status}: {count:,}" for status, count in sorted(counts.items()))
          + f"; the second half added {grown / 2**20:.1f} MiB")
    broken = sum(count for status, count in counts.items() if status == 0 or status >= 500)
    return 1 if code or failed or broken or grown > MOST_GROWN else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("index")
    parser.add_argument("query")
    parser.add_argument("--requests", type=int, default=1_000_000)
    parser.add_argument("--swaps", type=int, default=20)
    parser.add_argument("--connections", type=int, default=50)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        sys.exit(run(options, folder))


if __name__ == "__main__":
    main()
