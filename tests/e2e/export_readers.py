"""Slow readers of what `thresh-query export` writes, from the descriptions of the formats alone: gzip members, WARC
records, and the Common Index File Format."""
import json
import struct
import zlib


def lines(data):
    return [json.loads(line) for line in data.decode("utf-8").splitlines()]


def gzip_members(data):
    """Each member by itself, unpacked."""
    while data:
        one = zlib.decompressobj(31)
        yield one.decompress(data) + one.flush()
        data = one.unused_data


def warc_record(data):
    """Fields and payload of one record, which is all of `data`."""
    header, payload = data.split(b"\r\n\r\n", 1)
    version, *fields = header.decode("utf-8").split("\r\n")
    assert version == "WARC/1.0", version
    fields = dict(field.split(": ", 1) for field in fields)
    size = int(fields["Content-Length"])
    assert payload[size:] == b"\r\n\r\n", payload[size:]
    return fields, payload[:size].decode("utf-8")


def varint(data, at):
    value = shift = 0
    while True:
        value |= (data[at] & 127) << shift
        at += 1
        shift += 7
        if data[at - 1] < 128:
            return value, at


def message(data):
    """Fields of a message of Protocol Buffers: number to list of values."""
    fields, at = {}, 0
    while at < len(data):
        key, at = varint(data, at)
        if key & 7 == 0:
            value, at = varint(data, at)
        elif key & 7 == 1:
            value, at = struct.unpack_from("<d", data, at)[0], at + 8
        else:
            assert key & 7 == 2, key
            size, at = varint(data, at)
            value, at = data[at:at + size], at + size
        fields.setdefault(key >> 3, []).append(value)
    return fields


class Ciff:
    """header, {term: [(doc, tf)]}, [(docno, length)]; checks df, cf and the counts of the header."""

    def __init__(self, data):
        self.at, self.data = 0, data
        self.header = {key: values[0] for key, values in self.next().items()}
        self.lists = {}
        for _ in range(self.header[2]):
            fields = self.next()
            doc, postings = 0, []
            for posting in map(message, fields[4]):
                doc += posting.get(1, [0])[0]
                postings.append((doc, posting[2][0]))
            assert fields[2] == [len(postings)] and fields[3] == [sum(tf for _, tf in postings)]
            self.lists[fields[1][0].decode("utf-8")] = postings
        self.docs = []
        for number in range(self.header[3]):
            fields = self.next()
            assert fields.get(1, [0]) == [number]
            self.docs.append((fields[2][0].decode("utf-8"), fields.get(3, [0])[0]))
        assert self.at == len(data) and len(self.lists) == self.header[2]

    def next(self):
        size, begin = varint(self.data, self.at)
        self.at = begin + size
        return message(self.data[begin:self.at])
