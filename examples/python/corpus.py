#!/usr/bin/env python3
"""corpus: the clean text of a crawl as a Parquet file, a row a page, for pandas, polars, DuckDB or a training pipeline.

    pip install ".[arrow]"
    wget --mirror --no-parent --accept html,htm --wait 1 https://docs.example.org/manual/
    examples/python/corpus.py docs.example.org corpus.parquet

A crawl is a mirror by wget, a WARC file, or anything else that `thresh-index build` reads. The rows go from the store to the
file batch by batch, so a corpus may be larger than memory."""
import os
import sys
import tempfile

import pyarrow
import pyarrow.parquet
import thresh_index as ti


def write(store, out):
    stream = pyarrow.RecordBatchReader.from_stream(store.table(text="markdown"))
    rows = 0
    with pyarrow.parquet.ParquetWriter(out, stream.schema, compression="zstd") as file:
        for batch in stream:
            file.write_batch(batch)
            rows += batch.num_rows
    return rows


def main(crawl, out):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "crawl.store")
        ti.build(crawl, path, progress=True)
        with ti.open(path) as store:
            rows = write(store, out)
            heaviest = store.templates(limit=3)
    print(f"{rows} pages in {out}; left out most often:")
    for template in heaviest:
        print(f"  on {template.support} pages: {template.text[:80]}")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
