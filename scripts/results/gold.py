"""Gold labels without pages: files of {"path", "title", "segments": [[label, [text, ...]], ...]} a line."""
import collections
import json
import re

# The referee's tokens (tools/score_templates.py): words, or single letters of Chinese, Japanese and Korean.
TOKEN = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\u3040-\u30ff]|[^\W_]+")
LEAST_PAGES = 5  # with a text outside the content, for the text to count as template


def read(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def add(segments, label, text):
    if segments and segments[-1][0] == label:
        segments[-1][1].append(text)
    else:
        segments.append([label, [text]])


def of_pages(pages):
    """The gold of a site that has these pages alone. A text outside the content that stands on fewer than five of them gets
    label V, which nobody is scored on, in place of T."""
    seen = collections.Counter(text for page in pages for text in
                               {text for label, part in page["segments"] if label in "TV" for text in part})
    out = []
    for page in pages:
        segments = []
        for label, part in page["segments"]:
            for text in part:
                add(segments, "V" if label == "T" and seen[text] < LEAST_PAGES else label, text)
        out.append({**page, "segments": segments})
    return out


def write(path, pages):
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(json.dumps(page, ensure_ascii=False) + "\n" for page in pages)


def content_tokens(path, prefix=""):
    """Tokens of content on the pages whose path begins so."""
    return sum(len(TOKEN.findall(text)) for page in read(path) if page["path"].startswith(prefix)
               for label, part in page["segments"] if label == "C" for text in part)
