#!/usr/bin/env python3
"""ask.py STORE WORDS...: what an assistant does with a store, without an assistant. It starts the server, looks for the
words, reads the section that the first hit leads to, and prints both."""
import json
import os
import subprocess
import sys

PROGRAM = os.environ.get("THRESH_QUERY", "thresh-query")


class Assistant:
    def __init__(self, store):
        command = [PROGRAM, "mcp", "--store", store]
        try:
            self.server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        except OSError as error:
            sys.exit(f"ask.py: {PROGRAM}: {error.strerror}; THRESH_QUERY may name the program")
        self.asked = 0
        self.ask("initialize", protocolVersion="2025-11-25", capabilities={}, clientInfo={"name": "ask.py", "version": "1"})
        self.say({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def say(self, message):
        self.server.stdin.write(json.dumps(message) + "\n")
        self.server.stdin.flush()

    def ask(self, method, **parameters):
        self.asked += 1
        self.say({"jsonrpc": "2.0", "id": self.asked, "method": method, "params": parameters})
        answer = json.loads(self.server.stdout.readline() or "{}")
        if "result" not in answer:
            sys.exit("ask.py: " + answer.get("error", {}).get("message", "the server has ended"))
        return answer["result"]

    def call(self, tool, **arguments):
        result = self.ask("tools/call", name=tool, arguments=arguments)
        if result["isError"]:
            sys.exit("ask.py: " + result["content"][0]["text"])
        return result["structuredContent"]

    def end(self):
        self.server.stdin.close()
        return self.server.wait()


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    assistant = Assistant(sys.argv[1])
    hits = assistant.call("search", query=" ".join(sys.argv[2:]), k=5)["hits"]
    for hit in hits:
        print(f"{hit['title']}  {hit['address']}")
    if hits:
        print("\n" + assistant.call("read_page", address=hits[0]["address"], limit=4000)["text"])
    sys.exit(assistant.end())


main()
