#!/usr/bin/env python3
"""proxy: one address for several servers that each serve a part of a whole.

    proxy.py PORT SERVER... , such as: proxy.py 8080 http://127.0.0.1:8081 http://127.0.0.1:8082"""
import concurrent.futures
import http.server
import json
import sys
import urllib.parse
import urllib.request


def ask(server, parameters):
    return json.load(urllib.request.urlopen(f"{server}/api/search?{urllib.parse.urlencode(parameters)}", timeout=10))


class Proxy(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        asked = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(self.path).query))
        offset, n = int(asked.get("offset", 0)), int(asked.get("n", 10))
        try:  # any of the first offset + n hits may be on one server
            parts = list(POOL.map(lambda server: ask(server, {**asked, "offset": 0, "n": offset + n}), SERVERS))
            hits = sorted((hit for part in parts for hit in part["hits"]),
                          key=lambda hit: (-hit["score"], hit["site"], hit["url"]))[offset:offset + n]
            answer = {**parts[0], "offset": offset, "n": n, "matches": sum(part["matches"] for part in parts),
                      "more_matches": any(part["more_matches"] for part in parts),
                      "hits": [{**hit, "rank": rank} for rank, hit in enumerate(hits, offset + 1)]}
            status, body = 200, json.dumps(answer)
        except urllib.error.HTTPError as error:  # a mistake in the query is one for every server
            status, body = error.code, error.read().decode()
        except (OSError, ValueError) as error:  # no answer is better than one without a part
            status, body = 502, json.dumps({"error": str(error)})
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(body.encode() + b"\n")


SERVERS, POOL = sys.argv[2:], concurrent.futures.ThreadPoolExecutor(64)
http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Proxy).serve_forever()
