"""What thresh-query export writes, read back by the tools that it is for. They stand in a Python environment of their own:
scripts/setup_peers makes one, or E2E_PEERS names its python."""
import json
import os
import subprocess

import export_test
import harness

PEERS = os.environ.get("E2E_PEERS", os.path.join(harness.TOP, "data", "peers", "bin", "python"))


class ExportPeers(export_test.Export):
    """Only the tests of this class; the other one's helpers."""

    def setUp(self):
        super().setUp()
        if not os.access(PEERS, os.X_OK):
            self.skipTest("no peers: run scripts/setup_peers, or set E2E_PEERS")
        self.build("--no-links")

    def peer(self, script, *arguments, needs=()):
        """The JSON that a script of the peers prints."""
        for module in needs:
            if subprocess.run([PEERS, "-c", f"import {module}"], capture_output=True, check=False).returncode:
                self.skipTest(f"no {module} among the peers")
        environment = {"HF_HOME": self.path("hf"), "HF_HUB_OFFLINE": "1", "HF_DATASETS_OFFLINE": "1"}
        run = self.run_program([PEERS, "-c", script, *arguments], environment=environment)
        return json.loads(run.stdout.splitlines()[-1])

    def pages(self):
        return export_test.export_readers.lines(self.bytes_of("jsonl"))

    def test_pyarrow_reads_jsonl_and_writes_parquet(self):
        self.export("jsonl", "--with-removed", out="pages.jsonl.gz")
        rows = self.peer("""
import json, sys
import pyarrow.json, pyarrow.parquet
table = pyarrow.json.read_json(sys.argv[1])
pyarrow.parquet.write_table(table, sys.argv[2])
print(json.dumps(pyarrow.parquet.read_table(sys.argv[2]).to_pylist(), default=str))
""", self.path("pages.jsonl.gz"), self.path("pages.parquet"), needs=("pyarrow",))
        self.assertEqual(rows, export_test.export_readers.lines(self.bytes_of("jsonl", "--with-removed")))

    def test_datatrove_reads_jsonl(self):
        self.export("jsonl", "--shards", "2", out="folder")
        rows = self.peer("""
import json, sys
from datatrove.pipeline.readers import JsonlReader
print(json.dumps([[d.id, d.text, d.metadata["url"], d.metadata["words"]] for d in JsonlReader(sys.argv[1])()]))
""", self.path("folder"), needs=("datatrove", "orjson"))
        # It leaves out pages without text.
        self.assertEqual(rows, [[page["id"], page["text"], page["metadata"]["url"], page["metadata"]["words"]]
                                for page in self.pages() if page["text"]])

    def test_datasets_reads_jsonl_packed_either_way(self):
        for name in ("pages.jsonl.gz", "pages.jsonl.zst"):
            self.export("jsonl", out=name)
            rows = self.peer("""
import json, sys
import datasets
print(json.dumps(list(datasets.load_dataset("json", data_files=sys.argv[1], split="train"))))
""", self.path(name), needs=("datasets",) + (("zstandard",) if name.endswith(".zst") else ()))
            self.assertEqual(rows, self.pages())

    def test_warcio_reads_wet(self):
        self.export("wet", out="pages.warc.wet.gz")
        rows = self.peer("""
import json, sys
from warcio.archiveiterator import ArchiveIterator
with open(sys.argv[1], "rb") as file:
    print(json.dumps([[record.rec_type, record.rec_headers.get_header("WARC-Target-URI"),
                       record.content_stream().read().decode()] for record in ArchiveIterator(file)]))
""", self.path("pages.warc.wet.gz"), needs=("warcio",))
        self.assertEqual(rows, [["conversion", page["metadata"]["url"], page["text"]] for page in self.pages()])
        self.run_program([PEERS, "-m", "warcio.cli", "check", self.path("pages.warc.wet.gz")])

    def test_ciff_toolkit_reads_ciff(self):
        ours = export_test.export_readers.Ciff(self.bytes_of("ciff", name="index.ciff"))
        read = self.peer("""
import json, sys
from ciff_toolkit.read import CiffReader
with CiffReader(sys.argv[1]) as reader:
    header = reader.read_header()
    lists = {p.term: [[p.df, p.cf], [[x.docid, x.tf] for x in p.postings]] for p in reader.read_postings_lists()}
    docs = [[d.docid, d.collection_docid, d.doclength] for d in reader.read_documents()]
    print(json.dumps([header.num_postings_lists, header.average_doclength, header.description, lists, docs]))
""", self.path("index.ciff"), needs=("ciff_toolkit",))
        lists = {}
        for term, postings in ours.lists.items():
            docs = [doc for doc, _ in postings]
            gaps = [doc - before for doc, before in zip(docs, [0, *docs])]
            lists[term] = [[len(docs), sum(tf for _, tf in postings)], [[gap, tf] for gap, (_, tf) in zip(gaps, postings)]]
        self.assertEqual(read, [len(lists), ours.header[7], ours.header[8].decode(), lists,
                                [[number, *doc] for number, doc in enumerate(ours.docs)]])

    def test_pisa_finds_the_same_ten_best(self):
        topics = self.write("topics.tsv", "1\tthreshing floor\n2\twinnowed rye\n3\temmer bread oven\n4\thoist\n")
        self.export("ciff", "--topics", topics, out="folder")
        if subprocess.run([PEERS, "-c", "import pisa_peer; pisa_peer.load_pisa()"], cwd=os.path.dirname(__file__),
                          capture_output=True, check=False).returncode:
            self.skipTest("no PISA among the peers")
        run = self.run_program([PEERS, os.path.join(os.path.dirname(__file__), "pisa_peer.py"),
                                self.path("folder", "index.ciff"), self.path("folder", "index.topics.txt"), "1.2", "0.5"])
        theirs = json.loads(run.stdout.splitlines()[-1])
        ours = self.query("run", "--topics", topics, "-n", "10", "--preset", "plain", "--variant", "standard", "--k1", "1.2", "--b",
                          "0.5").stdout
        for topic, hits in theirs.items():
            mine = [(line.split()[2], float(line.split()[4])) for line in ours.splitlines() if line.split()[0] == topic]
            self.assertTrue(mine)
            self.assertEqual(len(mine), len(hits))
            for (_, score), (_, told) in zip(mine, hits):
                self.assertAlmostEqual(score, told, places=3)
            # Pages of one score may stand in any order, and the tenth may be another one of its score.
            least = mine[-1][1] + 0.001
            self.assertEqual({docno for docno, score in mine if score > least}, {docno for docno, score in hits if score > least})

    def test_opensearch_expands_the_same_actions(self):
        data = self.bytes_of("bulk", name="pages.ndjson")
        lines = self.peer("""
import json, sys
from opensearchpy.helpers import expand_action
out = []
with open(sys.argv[1], encoding="utf-8") as file:
    for line in file:
        (action, told), = json.loads(line).items()
        out.extend(expand_action({"_op_type": action, "_source": json.loads(next(file)), **told}))
print(json.dumps(out))
""", self.path("pages.ndjson"), needs=("opensearchpy",))
        self.assertEqual(lines, export_test.export_readers.lines(data))

    def test_an_independent_parser_finds_the_same_words_in_markdown(self):
        self.check_markdown()

    def test_an_independent_parser_finds_the_same_words_of_real_sites(self):
        """Of data/corpora; .ci/run names one in E2E_MARKDOWN_SITES."""
        names = os.environ.get("E2E_MARKDOWN_SITES", "").split()
        sites = [site for name in names if os.path.isdir(site := os.path.join(harness.TOP, "data", "corpora", name))]
        if not sites:
            self.skipTest("none of E2E_MARKDOWN_SITES is in data/corpora: " + (" ".join(names) or "it is empty"))
        for site in sites:
            self.build("--replace", "--no-links", inputs=(site,))
            print(f"{os.path.basename(site)}: the same words on {self.check_markdown()} pages")

    def check_markdown(self):
        """Every page of the store; returns how many there are."""
        self.export("jsonl", "--text", "markdown", out="pages.jsonl")
        texts = self.peer("""
import json, sys
from markdown_it import MarkdownIt
parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])
def text(source):
    out = []
    for token in parser.parse(source):
        if token.type in ("fence", "code_block", "html_block"):
            out.append(token.content)
        for part in token.children or []:
            # Anything but text, code and emphasis would be markup that the page did not mean.
            marks = dict.fromkeys(("hardbreak", "em_open", "em_close", "strong_open", "strong_close"), "")
            out.append({"text": part.content, "code_inline": part.content, **marks}.get(part.type, part.type))
    return "".join("".join(out).split())
with open(sys.argv[1], encoding="utf-8") as file:
    print(json.dumps([text(json.loads(line)["text"]) for line in file]))
""", self.path("pages.jsonl"), needs=("markdown_it",))
        pages = list(self.pages())
        self.assertEqual(len(texts), len(pages))
        for text, page in zip(texts, pages):
            self.assertEqual(text, "".join(page["text"].split()), page["id"])
        return len(pages)


def load_tests(loader, _tests, _pattern):
    """The base class has tests of its own, which run elsewhere."""
    names = [name for name in loader.getTestCaseNames(ExportPeers) if name in vars(ExportPeers)]
    return loader.suiteClass(map(ExportPeers, names))


if __name__ == "__main__":
    harness.main()
