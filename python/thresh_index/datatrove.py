"""datatrove: a step that reads a crawl or a store, a document a page (extra: pip install ".[datatrove]").

    from datatrove.executor import LocalPipelineExecutor
    from datatrove.pipeline.writers import JsonlWriter
    from thresh_index.datatrove import ThreshReader

    LocalPipelineExecutor([ThreshReader("crawl.warc.gz", text="markdown"), JsonlWriter("corpus")]).run()
"""
import os

from datatrove.data import Document
from datatrove.pipeline.base import PipelineStep
import thresh_index as ti


class ThreshReader(PipelineStep):
    """The pages of `source` without their templates: a store, or anything that `thresh-index build` reads.

    Tasks of one pipeline share the pages of a store. A crawl is read by the first task alone, because a template is
    known only where the whole site is. The flags are those of `thresh-index build`.
    """
    name = "Thresh"
    type = "📖 - READER"

    def __init__(self, source, text="plain", limit=-1, **flags):
        super().__init__()
        self.source, self.text, self.limit, self.flags = os.fspath(source), text, limit, flags

    def _pages(self, rank, world_size):
        if not os.path.exists(os.path.join(self.source, "CURRENT")):
            if rank == 0:
                yield from ti.clean(self.source, text=self.text, **self.flags)
            return
        with ti.open(self.source) as store:
            for number, page in enumerate(store.pages(text=self.text)):
                if number % world_size == rank:
                    yield page

    def run(self, data=None, rank=0, world_size=1):
        if data:
            yield from data
        for number, page in enumerate(self._pages(rank, world_size)):
            if number == self.limit:
                return
            document = Document(text=page.text, id=page.id, metadata=dict(page.record["metadata"]))
            self.update_doc_stats(document)
            yield document
