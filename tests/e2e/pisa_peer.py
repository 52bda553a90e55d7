"""Ranks topics with PISA over a CIFF file: pisa_peer.py INDEX.ciff TOPICS K1 B prints {topic: [[docno, score]]}. Run by the
python of the peers. The lists are put into PISA's own files here, as its ciff2pisa does; the engine is that of
pyterrier-pisa, loaded without the rest of that package, which wants Java."""
import ctypes
import glob
import importlib.util
import json
import os
import struct
import sys
import tempfile

import export_readers
import numpy


def load_pisa():
    for library in glob.glob(os.path.join(sys.prefix, "lib", "libtbb.so.2")):
        ctypes.CDLL(library, ctypes.RTLD_GLOBAL)
    package = importlib.util.find_spec("pyterrier_pisa").submodule_search_locations[0]
    spec = importlib.util.spec_from_file_location("_pisathon", glob.glob(os.path.join(package, "_pisathon*.so"))[0])
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def sequence(numbers):
    return struct.pack(f"<{len(numbers) + 1}I", len(numbers), *numbers)


def write(path, data):
    with open(path, "wb") as file:
        file.write(data)


def prepare(pisa, ciff, folder):
    inverted, forward = os.path.join(folder, "inv"), os.path.join(folder, "fwd")
    write(inverted + ".docs", sequence([len(ciff.docs)]) + b"".join(
        sequence([doc for doc, _ in postings]) for postings in ciff.lists.values()))
    write(inverted + ".freqs", b"".join(sequence([tf for _, tf in postings]) for postings in ciff.lists.values()))
    write(inverted + ".sizes", sequence([length for _, length in ciff.docs]))
    for name, lines in (("terms", ciff.lists), ("documents", [docno for docno, _ in ciff.docs])):
        write(f"{forward}.{name}", "".join(line + "\n" for line in lines).encode())
        pisa.build_binlex(f"{forward}.{name}", forward + (".termlex" if name == "terms" else ".doclex"))


def main():
    index, topics, k1, b = sys.argv[1:]
    with open(topics, encoding="utf-8") as file:
        queries = [line.rstrip("\n").split(":", 1) for line in file]
    pisa = load_pisa()
    with open(index, "rb") as file:
        ciff = export_readers.Ciff(file.read())
    most = 10
    size = most * len(queries)
    which, ranks = numpy.zeros(size, numpy.int32), numpy.zeros(size, numpy.int32)
    docnos, scores = numpy.empty(size, object), numpy.zeros(size, numpy.float32)
    with tempfile.TemporaryDirectory() as folder:
        prepare(pisa, ciff, folder)
        context = pisa.RetrievalContext()
        pisa.prepare_index(context, folder, "block_simdbp", "bm25", "", bm25_k1=float(k1), bm25_b=float(b), stop_fname="")
        found = pisa.retrieve(context, "ranked_or", list(enumerate(words for _, words in queries)), k=most, threads=1,
                              pretokenised=0, query_weighted=0, result_qidxs=which, result_docnos=docnos,
                              result_ranks=ranks, result_scores=scores)
    answers = {topic: [] for topic, _ in queries}
    for i in range(found):
        answers[queries[which[i]][0]].append([docnos[i], float(scores[i])])
    print(json.dumps(answers))


if __name__ == "__main__":
    main()
