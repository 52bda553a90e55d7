"""Store.table(): the pages as an Arrow stream, read by pyarrow where it is installed."""
import ctypes
import gc
import os
import shutil
import unittest

from package import Package, harness, ti

try:
    import pyarrow
except ImportError:
    pyarrow = None

COLUMNS = ["id", "text", "url", "title", "date", "language", "site", "digest", "words", "words_removed"]


class Table(Package):
    def rows_of(self, pages):
        """Pages as rows of the table."""
        return [{"id": page.id, "text": page.text, **{name: getattr(page, name) for name in COLUMNS[2:]}} for page in pages]

    @unittest.skipIf(pyarrow is None, "pyarrow is not installed")
    def test_a_table_has_the_pages_of_the_store(self):
        with ti.open(self.site) as store:
            for text in ("plain", "markdown"):
                table = pyarrow.table(store.table(text=text))
                table.validate(full=True)
                self.assertEqual(table.column_names, COLUMNS)
                self.assertEqual(table.to_pylist(), self.rows_of(store.pages(text=text)))
            asked = store.table()
            self.assertEqual(pyarrow.table(asked), pyarrow.table(asked))  # as often as one likes
            self.assert_raises(ti.StoreError, 66, lambda: store.table(site="no.example"), "no site")
            self.assert_raises(ti.UsageError, 64, lambda: store.table(text="rtf"), "rtf")

    @unittest.skipIf(pyarrow is None, "pyarrow is not installed")
    def test_a_table_of_one_site_of_several_segments(self):
        store = self.path("several")
        for site in ("b.example", "a.example", "c.example"):
            pages = [(f"http://{site}/{n}", f"<p>Page {n} of {site}, für alle 🌾.") for n in range(3)]
            (ti.update if os.path.exists(store) else lambda s, p: ti.build(p, s))(store, pages)
        with ti.open(store) as opened:
            self.assertEqual(pyarrow.table(opened.table()).to_pylist(), self.rows_of(opened.pages()))
            one = pyarrow.table(opened.table(site="b.example"))
            self.assertEqual(one["site"].to_pylist(), ["b.example"] * 3)
            self.assertEqual(one.to_pylist(), self.rows_of(opened.pages(site="b.example")))

    @unittest.skipIf(pyarrow is None, "pyarrow is not installed")
    def test_a_long_table_comes_in_batches(self):
        store = self.path("long")
        ti.build(((f"http://a.example/{n}", "<p>" + f"word{n} " * 1500) for n in range(1500)), store)
        with ti.open(store) as opened:
            reader = pyarrow.RecordBatchReader.from_stream(opened.table())
        sizes = [batch.num_rows for batch in reader]  # the store is closed
        self.assertEqual(sum(sizes), 1500)
        self.assertGreater(len(sizes), 2)

    @unittest.skipIf(pyarrow is None, "pyarrow is not installed")
    def test_a_column_outlives_its_table(self):
        with ti.open(self.site) as store:
            reader = pyarrow.RecordBatchReader.from_stream(store.table())
            titles = reader.read_next_batch().column("title")
            expected = [page.title for page in store.pages()]
        del reader
        gc.collect()
        self.assertEqual(titles.to_pylist(), expected)

    @unittest.skipIf(pyarrow is None, "pyarrow is not installed")
    def test_a_table_of_a_store_that_is_damaged_is_an_error_with_a_line(self):
        gone = self.path("gone")
        shutil.copytree(self.site, gone)
        store = ti.open(gone)
        asked = store.table()
        for folder, _, names in os.walk(gone):
            for name in names:
                os.truncate(os.path.join(folder, name), 0)
        try:  # what is read already may be told
            rows = pyarrow.table(asked).num_rows
            self.assertEqual(rows, len(store))
        except OSError as error:
            self.assertNotIn("\n", str(error).strip())

    def test_what_nobody_reads_is_freed(self):
        release = ctypes.pythonapi.PyCapsule_IsValid
        release.argtypes = (ctypes.py_object, ctypes.c_char_p)
        with ti.open(self.site) as store:
            for _ in range(1000):
                capsule = store.table().__arrow_c_stream__()
                self.assertEqual(release(capsule, b"arrow_array_stream"), 1)
        del capsule


if __name__ == "__main__":
    harness.main()
