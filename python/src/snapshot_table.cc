#include "python/src/snapshot_table.h"

#include <cerrno>
#include <new>
#include <optional>
#include <string>
#include <utility>

#include "python/src/page_batch.h"

namespace thresh {
namespace {

namespace nb = nanobind;

constexpr const char* kCapsule = "arrow_array_stream";  // the name that the interface asks for
// A batch is this large, so that a consumer holds little beside what it keeps.
constexpr std::size_t kBatchBytes = std::size_t{4} << 20, kBatchPages = 16384;

class SnapshotTable {
 public:
  SnapshotTable(std::shared_ptr<Snapshot> snapshot, std::uint32_t first, std::uint32_t end,
                bool markdown)
      : snapshot_(std::move(snapshot)),
        next_(first),
        end_(end),
        writer_(markdown ? ExportText::kMarkdown : ExportText::kPlain) {}

  // An array without `release` behind the last page.
  Status Next(ArrowArray* out) {
    *out = {};
    const Status filled =
        snapshot_->Alone([&](const Searcher& searcher) { return Fill(searcher.store()); });
    if (filled.ok() && batch_.pages() > 0) batch_.MoveTo(out);
    return filled;
  }

  std::string error;

 private:
  Status Fill(const Store& store) {
    while (next_ < end_ && batch_.bytes() < kBatchBytes && batch_.pages() < kBatchPages)
      THRESH_RETURN_IF_ERROR(Add(store));
    return {};
  }
  Status Add(const Store& store) {
    if (!walk_) walk_.emplace(store, false).StartAt(next_);
    THRESH_ASSIGN_OR_RETURN(const bool more, walk_->Next());
    if (!more) return Status(Code::kUnusable, "the store has fewer pages than it says");
    THRESH_RETURN_IF_ERROR(writer_.Write(walk_->text(), walk_->harvest(), &text_));
    ++next_;
    return batch_.Add({walk_->doc(), walk_->host(), text_, {}, false, nullptr, {}});
  }

  const std::shared_ptr<Snapshot> snapshot_;
  std::uint32_t next_, end_;
  PageTextWriter writer_;
  std::optional<PageWalk> walk_;
  std::string text_;
  PageBatch batch_{kBatchBytes};
};

SnapshotTable* TableOf(ArrowArrayStream* stream) {
  return static_cast<SnapshotTable*>(stream->private_data);
}

// A consumer in another language cannot catch, so a lack of memory is a number, too.
template <typename Work>
int Answered(ArrowArrayStream* stream, Work work) {
  try {
    const Status status = work();
    if (status.ok()) return 0;
    TableOf(stream)->error = status.message();
    return EIO;
  } catch (const std::bad_alloc&) {
    return ENOMEM;
  }
}

int GetSchema(ArrowArrayStream* stream, ArrowSchema* out) {
  return Answered(stream, [out] {
    PageBatch::DescribeTo(out);
    return Status();
  });
}

int GetNext(ArrowArrayStream* stream, ArrowArray* out) {
  return Answered(stream, [=] { return TableOf(stream)->Next(out); });
}

const char* GetLastError(ArrowArrayStream* stream) {
  const std::string& error = TableOf(stream)->error;
  return error.empty() ? nullptr : error.c_str();
}

void Release(ArrowArrayStream* stream) {
  const std::unique_ptr<SnapshotTable> owner(TableOf(stream));
  stream->release = nullptr;
}

// The consumer may have moved the stream out, which then has no `release`.
void DestroyCapsule(PyObject* capsule) {
  const std::unique_ptr<ArrowArrayStream> stream(
      static_cast<ArrowArrayStream*>(PyCapsule_GetPointer(capsule, kCapsule)));
  if (stream && stream->release != nullptr) stream->release(stream.get());
}

}  // namespace

nb::object TableCapsule(std::shared_ptr<Snapshot> snapshot, std::uint32_t first, std::uint32_t end,
                        bool markdown) {
  auto table = std::make_unique<SnapshotTable>(std::move(snapshot), first, end, markdown);
  auto stream = std::make_unique<ArrowArrayStream>(
      ArrowArrayStream{&GetSchema, &GetNext, &GetLastError, &Release, table.get()});
  PyObject* const capsule = PyCapsule_New(stream.get(), kCapsule, &DestroyCapsule);
  if (capsule == nullptr) throw nb::python_error();
  static_cast<void>(table.release());   // owned by the stream,
  static_cast<void>(stream.release());  // which the capsule owns
  return nb::steal(capsule);
}

}  // namespace thresh
