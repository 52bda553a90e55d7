"""A crawl whose titles, addresses, texts, templates and file names want to be markup, scripts or a mess. What they run
sets `window.__hacked`."""
import html
import json

RUNS = "window.__hacked=1"
LONG = "w" * 10_000

PAYLOADS = (
    f"<script>{RUNS}</script>",
    f"</title></style></textarea></script><script>{RUNS}</script>",
    f"\"><img src=x onerror=\"{RUNS}\">",
    f"'><svg/onload='{RUNS}'>",
    f"\" onmouseover=\"{RUNS}\" onfocus=\"{RUNS}\" autofocus x=\"",
    f"javascript:{RUNS}//",
    f"<a href=\"javascript:{RUNS}\">bait</a>",
    f"<iframe srcdoc=\"<script>parent.{RUNS}</script>\"></iframe><base href=http://evil.example/>",
    "<meta http-equiv=refresh content='0;url=http://evil.example/'><link rel=stylesheet href=http://evil.example/x.css>",
    "<style>*{display:none}</style><!-- <![CDATA[ ]]> --><plaintext>",
    f"&lt;script&gt;{RUNS}&lt;/script&gt; &#60;script&#62; &amp;lt;",
    f"{{{{constructor.constructor('{RUNS}')()}}}} ${{{RUNS}}} `{RUNS}` \\u003cscript\\u003e",
    "\u202etxet desrever\u2066 isolated \u200f\u061c\u2028\u2029\ufeff\u0007\u001b[31m bell",
    "A" * 10_000,
    "Z\u0338\u0301\u0302" * 300,
    "עברית ואנגלית العربية <b>bait</b> 漢字かな交じり文" * 3,
)

ADDRESSES = (
    f"javascript:{RUNS}//bait",
    f"JaVaScRiPt:{RUNS}//bait",
    f"data:text/html,<script>{RUNS}</script>",
    "vbscript:msgbox(1)",
    "file:///etc/passwd",
    "//evil.example/no-scheme",
    f"http://evil.example/\"onmouseover=\"{RUNS}",
    f"http://evil.example/?a=<script>{RUNS}</script>&b='&amp;#39;",
    f"http://evil.example/#'><script>{RUNS}</script>",
    "http://evil.example/" + "a" * 9_000,
    "http://evil.example/\u202egnp.exe",
    "http://user:secret@evil.example/%00%0d%0aSet-Cookie:x=1",
    "https://[::1",
    "not an address",
    "http://" + "long-label." * 60 + "example/",
    "mailto:bait@evil.example",
)


def page(title, payload, number):
    """A page with the payload as its title, in its text and in a navigation that all pages have."""
    shared = "".join(f"<li>{html.escape(one)}</li>" for one in PAYLOADS[:12])
    own = f"<p>bait number {number} lies here: {html.escape(payload)} and is {html.escape(payload)} bait again</p>"
    return (f"<html><head><title>{html.escape(title)}</title></head><body><ul class=\"nav\">{shared}</ul>"
            f"<div id=\"text\">{own}<p>word{number} {LONG if number % 5 == 0 else 'bait'} of page {number} only, "
            f"with some more words that no other page has {number * 7}</p></div></body></html>")


def write(case):
    """Its files, in the scratch folder of a test: what to build from."""
    lines = [json.dumps({"url": address, "html": page(payload, payload, number), "docno": payload})
             for number, (address, payload) in enumerate(zip(ADDRESSES, PAYLOADS))]
    crawl = case.write("crawl.jsonl", "\n".join(lines))
    raw = page("\0bait", "PLACE", 99).encode().replace(b"PLACE", b"\xff\xfe\xc0\xaf \xed\xa0\x80 \0 \xf4\x90 bait")
    case.write("files/<img src=x onerror=window.__hacked=1>.html", raw)
    case.write("files/a\"'&<b>.html", raw.replace(b"number", b"other"))
    return crawl, case.path("files")
