"""Clean text and search of a site crawl, with its templates removed and every removal explained.

>>> import tempfile, thresh_index as ti
>>> menu = "<ul><li>Home</li><li>Our mills</li><li>How to find us</li></ul>"
>>> pages = [(f"http://mill.example/{n}", f"<body>{menu}<p>Mill number {n} stands here.</p>") for n in range(20)]
>>> folder = tempfile.TemporaryDirectory()
>>> ti.build(pages, folder.name + "/mill.store").counters.indexed
20
>>> with ti.open(folder.name + "/mill.store") as store:
...     [hit.url for hit in store.search("mill +7", k=3)]
['http://mill.example/7']
"""
from thresh_index import _core
from thresh_index.commands import build, clean, export, update
from thresh_index.errors import Error, InputError, ResourceError, StoreError, UsageError
from thresh_index.row import Row
from thresh_index.store import Answer, Page, Store, Table, open  # pylint: disable=redefined-builtin

__version__ = _core.version
__all__ = ["Answer", "Error", "InputError", "Page", "ResourceError", "Row", "Store", "StoreError", "Table",
           "UsageError", "build", "clean", "export", "open", "update"]
