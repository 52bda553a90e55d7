"""thresh-query export: every format read back by a slow reader, shards, several segments, disks that are full."""
import errno
import gzip
import json
import math
import os
import subprocess

import export_readers
import harness

FIRST, SECOND = "2024-06-01T00:00:00Z", "2024-06-08T10:00:00Z"


def crawl_of(hosts, date, changed=()):
    """Pages of some hosts with a menu, as lines of JSON; a changed page has another word."""
    records = []
    for host in hosts:
        for page in range(12):
            word = "turnip" if (host, page) in changed else "barley"
            records.append({"url": f"http://{host}/p{page:02}.html", "date": date, "docno": f"{host}-{page}", "html":
                            f"<!DOCTYPE html><html lang=en><title>Page {page} \"é\"</title><body><ul><li>Home<li>Fields<li>All "
                            f"the barns of {host}</ul><h1>Field {page}</h1><p>The {word} of field number{page} on {host} "
                            f"is sown in week{page * 7} &amp; not before.</p></body></html>"})
    return records

# Every kind of element that Markdown has, and text that looks like Markdown.
RICH = """<!DOCTYPE html><html lang="pt-BR"><title>Rich</title><body>
<h1>All of <code>it</code> #</h1><p>One <b>bold</b>word,<br># no heading<br> 1. no item &amp;amp; *none*</p>
<div>loose text<ul><li>first<ol><li>inner <tt>a`b</tt></li><li></li><li>third<pre>x  y
  z</pre></li></ol></li><li><p>second</p><p>more</p></li></ul><ul><li>other list</ul></div>
<blockquote><p>said</p><ul><li>by him</ul></blockquote>
<p>Before <img src=a.png alt="a picture"> after, on both<img src=b.png>sides <em>of<img>it</em>.</p>
<table><caption>Grains</caption><tr><th>name<th>yield | acre</tr><tr><td>rye<td><code>a|b</code></tr><tr><td>oats</table>
<table><tr><td><h2>Laid out</h2></td><td>aside</td></tr></table>
<div class="highlight language-c++"><pre>
    int <b>main</b>()
    {
\treturn 0;
    }

</pre></div>1986. A year</body></html>"""
RICH_MARKDOWN = """# All of `it` \\#

One **bold**word,\\
\\# no heading\\
1\\. no item \\&amp; \\*none\\*

loose text

- first
  1. inner ``a`b``
  3. third

     ```
     x  y
       z
     ```
- second

  more

* other list

> said
>
> - by him

Before after, on both sides *of it*.

Grains

| name | yield \\| acre |
| --- | --- |
| rye | `a\\|b` |
| oats |

## Laid out

aside

```c++
    int main()
    {
\treturn 0;
    }
```

1986\\. A year"""
RICH_PLAIN = """All of it #
One boldword,
# no heading
1. no item &amp; *none*
loose text
first
inner a`b
third
x  y
  z
second
more
other list
said
by him
Before
after, on both
sides of
it.
Grains
name\tyield | acre
rye\ta|b
oats
Laid out
aside
    int main()
    {
\treturn 0;
    }
1986. A year"""


class Export(harness.EndToEnd):
    def crawl(self, name, records):
        return self.write(name, "".join(json.dumps(record) + "\n" for record in records))

    def export(self, form, *flags, out="-", store=None, expect=harness.OK):
        command = [harness.QUERY, "export", "--store", store or self.store, "--format", form, "--progress", "none", "--out",
                   out if out == "-" else self.path(out), *flags]
        return self.run_program(command, expect)

    def bytes_of(self, form, *flags, name="one.out", store=None):
        self.export(form, *flags, out=name, store=store)
        with open(self.path(name), "rb") as file:
            return file.read()

    def dump(self, store=None):
        return [json.loads(line) for line in self.query("dump", store=store).stdout.splitlines()]

    def kept(self, page):
        return "".join(span["text"] for span in page["spans"] if span["verdict"] != "template")

    def squeezed(self, text):
        return "".join(text.split())

    def test_jsonl_has_the_kept_text_of_every_page(self):
        self.build()
        pages, dumped = export_readers.lines(self.bytes_of("jsonl", "--with-removed")), self.dump()
        self.assertEqual([page["id"] for page in pages], [page["docno"] for page in dumped])
        urls = [page["metadata"]["url"] for page in pages]
        self.assertEqual(urls, sorted(urls))
        removed = 0
        for page, told in zip(pages, dumped):
            self.assertEqual(self.squeezed(page["text"]), self.squeezed(self.kept(told)))
            struck = "".join(piece["text"] for piece in page["metadata"]["removed"])
            self.assertEqual(self.squeezed(struck), self.squeezed("".join(
                span["text"] for span in told["spans"] if span["verdict"] == "template")))
            shown = self.query_json("explain", page["metadata"]["url"])
            self.assertEqual(page["metadata"]["words"], shown["tokens_indexed"])
            self.assertEqual(page["metadata"]["words_removed"], shown["tokens_seen"] - shown["tokens_indexed"])
            for piece in page["metadata"]["removed"]:
                self.assertTrue(piece["rule"].startswith("spine.") and piece["support"] > 1, piece)
                removed += 1
        self.assertGreater(removed, len(pages))
        self.assertNotIn("removed", export_readers.lines(self.bytes_of("jsonl"))[0]["metadata"])

    def test_text_has_the_layout_of_the_page(self):
        self.write("pages/rich.html", RICH)
        self.build(inputs=(self.path("pages"),))
        page, = export_readers.lines(self.bytes_of("jsonl"))
        self.assertEqual(page["text"], RICH_PLAIN)
        self.assertEqual(page["metadata"]["language"], "pt-BR")
        marked, = export_readers.lines(self.bytes_of("jsonl", "--text", "markdown"))
        self.assertEqual(marked["text"], RICH_MARKDOWN)
        # An update that reads the page out of the store changes nothing.
        before, more = self.bytes_of("jsonl", "--text", "markdown"), self.write("more/more.html", "<p>more")
        self.run_program([harness.INDEX, "update", "--store", self.store, "--quiet", "--base-url", harness.BASE,
                          os.path.dirname(more)])
        after = self.bytes_of("jsonl", "--text", "markdown")
        self.assertEqual(len(export_readers.lines(after)), 2)
        self.assertIn(before, after)
        # A detector that sees no elements leaves none for Markdown.
        self.build("--replace", "--detector", "none", inputs=(self.path("pages"),))
        page, = export_readers.lines(self.bytes_of("jsonl"))
        self.assertEqual(self.squeezed(page["text"]), self.squeezed(RICH_PLAIN))
        run = self.export("jsonl", "--text", "markdown", expect=harness.UNUSABLE)
        self.assert_one_line(run.stderr, "--detector spine")

    def test_marks_between_struck_texts_go_with_them(self):
        for number in range(12):
            self.write(f"pages/p{number}.html", f"""<title>Field {number}</title><div class=nav>&laquo; <a href=/a>Former
field</a> | <a href=/b>All the fields</a> | <a href=/c>Next field</a> &raquo;</div><div class=nav>( <a href=/d>Help for
farmers</a> )</div><h1>Field {number}<a href=#top>¶</a></h1><p>Yield of {' '.join(f'w{number}x{word}' for word in range(30))} <b>|</b>
<i>acre {number}</i></p><table><tr><th>Harvest of the year<td>|<tr><th>Seed of the year<td>&mdash;<tr><td>(<i>w{number}y
as w{number}z</i>)<tr><th>Rated by visitors <span>{'★' * (number % 5 + 1)}</span></table>
<p>w{number}k in C<b>#</b><p><a href=#sign>#</a><pre>{{ <a href=/e>Open in the editor</a> }}</pre>""")
        self.build(inputs=(self.path("pages"),))
        page = next(page for page in export_readers.lines(self.bytes_of("jsonl", "--with-removed"))
                    if page["metadata"]["title"] == "Field 3")
        self.assertEqual([piece["text"] for piece in page["metadata"]["removed"]],
                         ["« Former field | All the fields | Next field » ( Help for farmers )",
                          "Harvest of the year |", "Seed of the year", "Rated by visitors", "Open in the editor"])
        # Content keeps its marks: between words, beside other lines, where they rate, and in code. Permalinks go.
        lines = page["text"].split("\n")
        self.assertEqual(lines[0], "Field 3")
        self.assertTrue(lines[1].startswith("Yield of") and lines[1].endswith("| acre 3"), lines[1])
        self.assertEqual(lines[2:], ["—", "(w3y as w3z)", "★★★★", "w3k in C#", "#", "{ }"])

    def test_sections_are_the_page_in_parts(self):
        self.write("pages/rich.html", RICH)
        self.write("pages/deep.html", "<title>Deep</title><p>first<h1 id=top>Mill</h1><p>one two<h2 id=low>Stones</h2>"
                   "<p>three four<p>five six<h2>Sails</h2><p>seven")
        self.build(inputs=(self.path("pages"),))
        pages = {page["id"]: page["text"] for page in export_readers.lines(self.bytes_of("jsonl", "--text", "markdown"))}
        rows = export_readers.lines(self.bytes_of("jsonl", "--sections"))
        for name, text in pages.items():
            parts = [row for row in rows if row["id"].rsplit("#", 1)[0] == name]
            self.assertEqual("\n\n".join(row["text"] for row in parts), text)
            self.assertEqual([row["id"].rsplit("#", 1)[1] for row in parts], [str(1 + i) for i in range(len(parts))])
        deep = [row["metadata"] for row in rows if row["metadata"]["url"].endswith("deep.html")]
        self.assertEqual([(row["headings"], row["anchor"], row["words"]) for row in deep],
                         [([], "", 1), (["Mill"], "top", 4), (["Mill", "Stones"], "low", 6), (["Mill", "Sails"], "", 3)])
        short = export_readers.lines(self.bytes_of("jsonl", "--sections", "--max-words", "4"))
        self.assertLessEqual(max(row["metadata"]["words"] for row in short), 4)
        self.assertEqual(self.squeezed(" ".join(row["text"] for row in short)), self.squeezed(" ".join(row["text"] for row in rows)))
        self.assertIn("## Stones\n\nthree four", [row["text"] for row in short])

    def test_anserini_has_title_and_text(self):
        self.build()
        for page, told in zip(export_readers.lines(self.bytes_of("anserini")),
                              export_readers.lines(self.bytes_of("jsonl"))):
            self.assertEqual(page, {"id": told["id"], "contents": "\n".join(filter(None, (told["metadata"]["title"], told["text"])))})

    def test_the_same_store_gives_the_same_bytes_and_shards_are_its_parts(self):
        self.build()
        for form in ("jsonl", "bulk", "wet", "anserini"):
            whole = self.bytes_of(form)
            self.assertEqual(whole, self.bytes_of(form, name="again.out"))
            packed = self.bytes_of(form, name="one.gz")
            self.assertEqual(packed, self.bytes_of(form, name="again.gz"))
            self.assertEqual(gzip.decompress(packed), whole)
            self.assertEqual(self.export(form).stdout.encode(), whole)
            for shards in (1, 3, 50):
                folder = f"{form}{shards}"
                run = self.export(form, "--shards", str(shards), out=folder)
                names = sorted(name for name in os.listdir(self.path(folder)) if "mapping" not in name)
                self.assertEqual(len(names), shards, run.stdout)
                parts = [gzip.open(self.path(folder, name)).read() for name in names]
                self.assertEqual(b"".join(parts), whole)
        self.assertEqual(self.bytes_of("ciff"), self.bytes_of("ciff", name="again.out"))

    def test_zstd_is_packed_by_the_name(self):
        self.build()
        packed = self.bytes_of("jsonl", name="pages.jsonl.zst")
        self.assertEqual(packed[:4], b"\x28\xb5\x2f\xfd")
        # What reads crawls reads zstd.
        self.export("wet", out="pages.warc.zst")
        again = self.path("again")
        self.build("--detector", "none", store=again, inputs=(self.path("pages.warc.zst"),))
        # A page without text is an empty record, which no build takes.
        texts = [page["text"] for page in export_readers.lines(self.bytes_of("jsonl")) if page["text"]]
        self.assertEqual(len(self.dump(again)), len(texts))

    def test_wet_reads_back_with_the_same_words(self):
        self.build(inputs=(self.crawl("crawl.jsonl", crawl_of(("a.example", "b.example"), FIRST)),))
        members = list(export_readers.gzip_members(self.bytes_of("wet", name="pages.warc.wet.gz")))
        pages = export_readers.lines(self.bytes_of("jsonl"))
        self.assertEqual(len(members), len(pages))
        for member, page in zip(members, pages):
            fields, text = export_readers.warc_record(member)
            self.assertEqual(fields["WARC-Type"], "conversion")
            self.assertEqual(fields["WARC-Target-URI"], page["metadata"]["url"])
            self.assertEqual(fields["WARC-Date"], FIRST)
            self.assertEqual(text, page["text"])
        again = self.path("again")
        self.build("--detector", "none", store=again, inputs=(self.path("pages.warc.wet.gz"),))
        for before, after in zip(pages, export_readers.lines(self.bytes_of("jsonl", store=again))):
            self.assertEqual(before["text"].split(), after["text"].split())
            self.assertEqual(before["metadata"]["url"], after["metadata"]["url"])
            self.assertEqual(before["metadata"]["words"], after["metadata"]["words"])

    def test_ciff_is_the_index(self):
        self.build("--stemmer", "english", "--no-links")
        index = export_readers.Ciff(self.bytes_of("ciff"))
        pages = export_readers.lines(self.bytes_of("jsonl"))
        self.assertEqual(index.header[3], len(pages))
        self.assertEqual(index.header[6], sum(length for _, length in index.docs))
        self.assertAlmostEqual(index.header[7], index.header[6] / len(pages))
        rescued = sum(tf for postings in index.lists.values() for _, tf in postings) - index.header[6]
        self.assertIn(f"had lost them: {rescued}", index.header[8].decode())
        self.assertEqual([docno for docno, _ in index.docs], [page["id"] for page in pages])
        # BM25 over these lists ranks as we do: the words of the topics come out of the analyzer.
        topics = self.write("topics.tsv", "1\tthreshing floors of the mill\n2\twinnowed rye\n3\tnowhereatall\n")
        self.export("ciff", "--topics", topics, out="folder")
        with open(self.path("folder", "index.topics.txt"), encoding="utf-8") as file:
            queries = dict(line.rstrip("\n").split(":", 1) for line in file)
        self.assertEqual(queries["2"], "winnow rye")
        run = self.query("run", "--preset", "plain", "--topics", topics, "-n", "10").stdout
        for topic, words in queries.items():
            ours = [(line.split()[2], float(line.split()[4])) for line in run.splitlines() if line.split()[0] == topic]
            theirs = self.bm25(index, words.split())
            self.assertEqual(len(ours), min(10, len(theirs)))
            for docno, score in ours:
                self.assertAlmostEqual(theirs[docno], score, places=4)

    def bm25(self, index, words, k1=0.9, b=0.4):
        scores, docs, mean = {}, index.header[3], index.header[7]
        for word in words:
            postings = index.lists.get(word, [])
            idf = math.log(1 + (docs - len(postings) + 0.5) / (len(postings) + 0.5))
            for doc, tf in postings:
                docno, length = index.docs[doc]
                part = idf * (k1 + 1) * tf / (tf + k1 * (1 - b + b * length / mean))
                scores[docno] = scores.get(docno, 0) + part
        return scores

    def test_bulk_sends_pages_and_deletes(self):
        hosts = ("a.example", "b.example")
        self.build(inputs=(self.crawl("first.jsonl", crawl_of(hosts, FIRST)),))
        self.export("bulk", out="bulk")
        with open(self.path("bulk", "pages.mapping.json"), encoding="utf-8") as file:
            fields = json.load(file)["mappings"]["properties"]
        whole = self.replayed({}, self.bytes_of("bulk"))
        self.assertEqual(len(whole), 24)
        for page in whole.values():
            self.assertLessEqual(set(page[1]), set(fields))
        # Another page, one without an answer for ever, and the rest untouched.
        changed = [record for record in crawl_of(hosts[:1], SECOND, {("a.example", 3)})
                   if record["url"].endswith("p03.html")]
        gone = [{"url": "http://b.example/p05.html", "status": 410, "date": SECOND}]
        self.run_program([harness.INDEX, "update", "--store", self.store, "--quiet",
                          self.crawl("second.jsonl", changed + gone)])
        part = self.bytes_of("bulk", "--since", "2024-06-08")
        self.assertEqual(part.count(b'{"index":'), 1)
        self.assertEqual(part.count(b'{"delete":'), 1)
        now = self.replayed(whole, part)
        self.assertEqual(now, self.replayed({}, self.bytes_of("bulk")))
        # An old file that comes late changes nothing.
        self.assertEqual(self.replayed(now, part), now)

    def replayed(self, index, data):
        """What an engine makes of the requests, with versions as `external_gte`."""
        index, lines = dict(index), iter(export_readers.lines(data))
        for request in lines:
            (action, told), = request.items()
            self.assertEqual(told["version_type"], "external_gte")
            page = next(lines) if action == "index" else None
            if told["version"] < index.get(told["_id"], (0,))[0]:
                continue
            index.pop(told["_id"], None)
            if page:
                index[told["_id"]] = (told["version"], page)
        return index

    def test_several_segments_give_the_bytes_of_a_fresh_build(self):
        hosts = ("a.example", "b.example", "c.example")
        self.build(inputs=(self.crawl("first.jsonl", crawl_of(hosts, FIRST)),))
        second = crawl_of(hosts[1:2], SECOND, {("b.example", 2), ("b.example", 7)})
        self.run_program([harness.INDEX, "update", "--store", self.store, "--quiet", self.crawl("second.jsonl", second)])
        self.assertGreater(len([name for name in os.listdir(self.store) if name.startswith("seg-")]), 1)
        fresh = self.path("fresh")
        rest = [record for record in crawl_of(hosts, FIRST) if "b.example" not in record["url"]]
        self.build(store=fresh, inputs=(self.crawl("fresh.jsonl", rest + second),))
        for form, flags in (("jsonl", ["--with-removed"]), ("wet", []), ("anserini", []), ("bulk", []), ("ciff", [])):
            self.assertEqual(self.bytes_of(form, *flags), self.bytes_of(form, *flags, store=fresh, name="fresh.out"), form)
        since = export_readers.lines(self.bytes_of("jsonl", "--since", "2024-06-08"))
        self.assertEqual({page["metadata"]["url"] for page in since},
                         {"http://b.example/p02.html", "http://b.example/p07.html"})

    def test_llms_is_a_folder_with_a_list_and_a_file_a_page(self):
        pages = {"a/one.html": "<title>One [1]</title><meta name=description content='The <first>'><h1>One</h1><p>rye",
                 "a/": "<title>A</title><p>list", "x?a/../../b": "<title></title><p>oats", "a.md/b": "<p>emmer",
                 "": "<title>Home</title><meta name=description content='All grain'><h1>Grain</h1>"}
        records = [{"url": "http://x.org/" + path, "html": html} for path, html in pages.items()]
        self.build(inputs=(self.crawl("crawl.jsonl", records),))
        folder = self.path("site.example.org")
        run = self.query("export", "--progress", "none", "--format", "llms", "--out", folder)
        self.assertIn("5 pages", run.stdout)
        with open(os.path.join(folder, "llms.txt"), encoding="utf-8") as file:
            self.assertEqual(file.read(), "# Home\n\n> All grain\n\n## /\n\n- [Home](http://x.org/): All grain\n"
                             "- [http://x.org/x?a/../../b](http://x.org/x?a/../../b)\n\n## /a.md/\n\n"
                             "- [http://x.org/a.md/b](http://x.org/a.md/b)\n\n## /a/\n\n- [A](http://x.org/a/)\n"
                             "- [One \\[1\\]](http://x.org/a/one.html): The \\<first>\n")
        found = sorted(os.path.relpath(os.path.join(where, name), folder)
                       for where, _, names in os.walk(folder) for name in names)
        self.assertEqual(found, ["a%2Emd/b.md", "a/index.html.md", "a/one.html.md", "index.html.md", "llms-full.txt",
                                 "llms.txt", "x?a%2F..%2F..%2Fb.md"])
        with open(os.path.join(folder, "a", "one.html.md"), encoding="utf-8") as file:
            self.assertEqual(file.read(), "# One\n\nrye\n")
        with open(os.path.join(folder, "llms-full.txt"), encoding="utf-8") as file:
            self.assertIn("From http://x.org/a/one.html\n\n# One\n\nrye\n\n", file.read())
        again = self.query("export", "--format", "llms", "--out", folder, expect=harness.CANNOT_CREATE)
        self.assert_one_line(again.stderr, folder)
        self.assertEqual(os.listdir(self.scratch).count("site.example.org.tmp"), 0)

    def test_no_host_leaves_the_folder(self):
        hosts = ("..", ".", "%2e%2e", "..:80", "llms.txt", "x.org")
        records = [{"url": f"http://{host}/{path}", "html": f"<p>{host}"} for host in hosts for path in ("README", "../docs/x")]
        self.build(inputs=(self.crawl("crawl.jsonl", records),))
        place = self.path("place")
        os.mkdir(place)
        with open(os.path.join(place, "README.md"), "w", encoding="utf-8") as file:
            file.write("mine\n")
        self.query("export", "--progress", "none", "--format", "llms", "--out", os.path.join(place, "out"))
        self.assertEqual(sorted(os.listdir(place)), ["README.md", "out"])
        with open(os.path.join(place, "README.md"), encoding="utf-8") as file:
            self.assertEqual(file.read(), "mine\n")
        self.assertEqual({name for name in os.listdir(os.path.join(place, "out")) if not name.startswith(("%2E", "..%3A", "llms%2E"))},
                         {"llms.txt", "llms-full.txt", "x.org"})

    def test_options_that_do_not_fit_are_refused(self):
        self.build()
        for flags in (["ciff", "--since", "2024"], ["ciff", "--shards", "2"], ["wet", "--with-removed"],
                      ["bulk", "--text", "markdown"], ["jsonl", "--topics", "x"], ["jsonl", "--since", "soon"],
                      ["jsonl", "--shards", "0"], ["jsonl", "--shards", "3"], ["llms"], ["llms", "--since", "2024"],
                      ["jsonl", "--out", self.path("e.jsonl.bz2")], ["bulk", "--sections"], ["jsonl", "--sections", "--with-removed"], ["jsonl", "--max-words", "9"],
                      ["nonesuch"]):
            run = self.export(*flags, expect=harness.USAGE)
            self.assert_one_line(run.stderr)
            self.assertEqual(run.stdout, "")

    def test_nothing_half_written_has_a_name(self):
        self.build()
        os.mkdir(self.path("full"))
        shim = {"LD_PRELOAD": os.environ["E2E_PRELOAD"], "FAULT_UNDER": self.path("full"), "FAULT_KINDS":
                "open_write,write,sync,rename,close", "FAULT_ERROR": str(errno.ENOSPC), "FAULT_TRACE": self.path("trace")}
        command = [harness.QUERY, "export", "--store", self.store, "--progress", "none", "--shards", "2", "--out",
                   self.path("full", "pages.jsonl")]
        self.run_program(command, environment={**shim, "FAULT_AT": "0"})
        with open(self.path("trace"), encoding="utf-8") as file:
            calls = len(file.readlines())
        self.assertGreater(calls, 6)
        for name in os.listdir(self.path("full")):
            os.unlink(self.path("full", name))
        for call in range(1, calls + 1):
            run = self.run_program(command, expect=(harness.IO, harness.OK), environment={**shim, "FAULT_AT": str(call)})
            left = os.listdir(self.path("full"))
            self.assertFalse([name for name in left if name.endswith(".tmp")], left)
            if run.returncode == harness.IO:
                self.assert_one_line(run.stderr, "No space left on device")
            for name in left:
                with open(self.path("full", name), "rb") as file:
                    export_readers.lines(file.read())
                os.unlink(self.path("full", name))

    def test_a_full_disk_behind_standard_output_is_one_line(self):
        self.build()
        with open("/dev/full", "w", encoding="utf-8") as full:
            run = subprocess.run([harness.QUERY, "export", "--store", self.store, "--out", "-"], stdout=full,
                                 stderr=subprocess.PIPE, check=False, timeout=300)
        self.assertEqual(run.returncode, harness.IO)
        self.assert_one_line(run.stderr.decode(), "No space left on device")


if __name__ == "__main__":
    harness.main()
