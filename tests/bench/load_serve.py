#!/usr/bin/env python3
"""load_serve: many browsers at once. Starts `thresh-query serve`, keeps every connection busy (the next request as
soon as an answer is whole), and prints requests, errors, latencies and how the server's memory grew.

    load_serve.py THRESH-QUERY STORE [--connections 200] [--seconds 60] [--threads N]

Requests are searches for words and pages drawn from the store with a fixed seed; a tenth each are assets and JSON."""
import argparse
import itertools
import json
import os
import random
import re
import selectors
import socket
import subprocess
import sys
import time
import urllib.parse

PAGES = 300      # read of the store, to draw words and addresses from
SEED = 20060423
ATTEMPT_SECONDS = 30  # the longest wait for an answer: more is an error


class Server:
    """`thresh-query serve` on a free port, until the end of the with block."""

    def __init__(self, program, *flags, environment=None, **popen):
        self.process = subprocess.Popen([program, "serve", "--port", "0", *flags], stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, text=True, env={**os.environ, **(environment or {})},
                                        **popen)
        self.address = self.process.stdout.readline().strip()
        self.port = urllib.parse.urlsplit(self.address).port

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()

    def stop(self, signal=15):
        """The exit code and what was said on stderr."""
        self.process.send_signal(signal)
        _, said = self.process.communicate(timeout=60)
        return self.process.returncode, said

    def resident_kib(self):
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as status:
            return int(re.search(r"VmRSS:\s+(\d+)", status.read()).group(1))

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))


def draw_targets(program, store):
    """Addresses to ask for, by a dump of the first pages."""
    rng, words, urls = random.Random(SEED), set(), []
    with subprocess.Popen([program, "dump", "--store", store], stdout=subprocess.PIPE, text=True) as dump:
        for line in itertools.islice(dump.stdout, PAGES):
            page = json.loads(line)
            urls.append(page["url"])
            words.update(word for span in page["spans"] for word in re.findall(r"[^\W\d_]{4,12}", span["text"]))
        dump.kill()
    pool = sorted(words)
    targets = ["/assets/style.css"] * 10
    for i in range(90):
        query = urllib.parse.quote(" ".join(rng.choice(pool) for _ in range(1 + i % 3)))
        page = "/page?url=" + urllib.parse.quote(rng.choice(urls), safe="")
        targets.append([f"/search?q={query}", f"/search?q={query}", f"/search?q={query}", page,
                        f"/api/search?q={query}"][i % 5])
    rng.shuffle(targets)
    return targets


class Connection:
    """One browser: asks, reads the whole answer, asks again."""

    def __init__(self, port, targets):
        self.port, self.targets = port, targets
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.ask()

    def ask(self):
        self.received, self.size = bytearray(), None
        self.asked = time.monotonic()
        self.socket.sendall(f"GET {next(self.targets)} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n\r\n".encode())

    def read(self):
        """The status of an answer that is whole now; None: there is more to come; 0: the connection broke."""
        piece = self.socket.recv(1 << 18)
        if not piece:
            return 0
        self.received += piece
        if self.size is None:
            end = self.received.find(b"\r\n\r\n")
            if end < 0:
                return None
            self.size = end + 4 + int(re.search(rb"Content-Length: (\d+)", self.received).group(1))
        return int(self.received[9:12]) if len(self.received) >= self.size else None


def load(server, targets, connections, seconds):
    """Latencies in seconds, and the number of errors."""
    selector, latencies, errors, endless = selectors.DefaultSelector(), [], 0, itertools.cycle(targets)
    everybody = [Connection(server.port, endless) for _ in range(connections)]
    for one in everybody:
        selector.register(one.socket, selectors.EVENT_READ, one)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for key, _ in selector.select(1):
            one = key.data
            status = one.read()
            if status is None:
                continue
            latencies.append(time.monotonic() - one.asked)
            errors += status != 200
            if status == 0:
                selector.unregister(one.socket)
            else:
                one.ask()
    errors += sum(end - one.asked > ATTEMPT_SECONDS for one in everybody)
    for one in everybody:
        one.socket.close()
    return latencies, errors


def measure(server, targets, connections, seconds):
    """In two halves: caches fill in the first, growth is what the second adds."""
    first, early = load(server, targets, connections, seconds / 2)
    before = server.resident_kib()
    second, late = load(server, targets, connections, seconds / 2)
    latencies = sorted(first + second)
    at = lambda share: latencies[min(int(share * len(latencies)), len(latencies) - 1)] * 1000
    return {"connections": connections, "seconds": seconds, "requests": len(latencies), "errors": early + late,
            "per_second": len(latencies) / seconds, "p50_ms": at(0.5), "p99_ms": at(0.99), "max_ms": at(1),
            "resident_mib": before / 1024, "growth_mib": (server.resident_kib() - before) / 1024}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("store")
    parser.add_argument("--connections", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--threads", default="2")
    options = parser.parse_args()
    targets = draw_targets(options.program, options.store)
    with Server(options.program, "--store", options.store, "--threads", options.threads) as server:
        result = measure(server, targets, options.connections, options.seconds)
        code, _ = server.stop()
    for name, value in result.items():
        print(f"{name:14} {value:12,.1f}" if isinstance(value, float) else f"{name:14} {value:12,}")
    sys.exit(code or (1 if result["errors"] else 0))


if __name__ == "__main__":
    main()
