"""datatrove: a step that reads a crawl or a store, a document a page (extra: pip install ".[datatrove]").

    from datatrove.executor import LocalPipelineExecutor
    from datatrove.pipeline.writers import JsonlWriter
    from thresh_index.datatrove import ThreshReader

    LocalPipelineExecutor([ThreshReader("crawl.warc.gz", text="markdown"), JsonlWriter("corpus")]).run()
"""
import os
from collections.abc import Iterable, Iterator
from typing import Any

try:
    from datatrove.data import Document
    from datatrove.pipeline.base import PipelineStep
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(f'{error}: pip install "thresh-index[datatrove]"', name=error.name) from error
import thresh_index as ti
from thresh_index.kinds import Path, Text


class ThreshReader(PipelineStep):
    """The pages of `source` without their templates: a store, or anything that `thresh-index build` reads.

    Tasks of one pipeline share the pages of a store. A crawl is read by the first task alone, because a template is
    known only where the whole site is. The flags are those of `thresh-index build`.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = ti.build([("http://mill.example/", "<p>All is grist.")], folder + "/mill.store")
    ...     [document.text for document in ThreshReader(folder + "/mill.store").run()]
    ['All is grist.']
    """
    name = "Thresh"
    type = "📖 - READER"

    def __init__(self, source: Path, text: Text = "plain", limit: int = -1, **flags: Any) -> None:
        super().__init__()
        self.source, self.text, self.limit, self.flags = os.fsdecode(source), text, limit, flags

    def _pages(self, rank: int, world_size: int) -> Iterator[ti.Page]:
        if not os.path.exists(os.path.join(self.source, "CURRENT")):
            if rank == 0:
                yield from ti.clean(self.source, text=self.text, **self.flags)
            return
        with ti.open(self.source) as store:
            for number, page in enumerate(store.pages(text=self.text)):
                if number % world_size == rank:
                    yield page

    def run(self, data: Iterable[Document] | None = None, rank: int = 0, world_size: int = 1) -> Iterator[Document]:
        if data:
            yield from data
        for number, page in enumerate(self._pages(rank, world_size)):
            if number == self.limit:
                return
            document = Document(text=page.text, id=page.id, metadata=dict(page.record["metadata"]))
            self.update_doc_stats(document)
            yield document
