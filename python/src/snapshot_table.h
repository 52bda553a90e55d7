// SnapshotTable: the pages of an open store as an Arrow stream. Python's Store.table() gives its
// capsule to any library that takes tables (PyCapsule interface). The library pulls batch after
// batch, on any thread and with or without the interpreter's lock, one call at a time, and releases
// the stream. An error has a number of errno and a line.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <memory>

#include "python/src/snapshot.h"

namespace thresh {

// A capsule named "arrow_array_stream" of the pages from `first` to before `end`.
nanobind::object TableCapsule(std::shared_ptr<Snapshot> snapshot, std::uint32_t first,
                              std::uint32_t end, bool markdown);

}  // namespace thresh
