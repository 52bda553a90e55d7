#include "indexer/run/run_reader.h"

#include <rocksdb/iterator.h>
#include <rocksdb/sst_file_reader.h>

#include <utility>

#include "common/store/rocks.h"

namespace thresh {

struct RunFile::Impl {
  std::string file;
  rocksdb::SstFileReader reader{BaseOptions()};
};

struct RunFile::Rows::Impl {
  std::string file;
  char kind;
  std::unique_ptr<rocksdb::Iterator> it;
};

RunFile::RunFile(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
RunFile::~RunFile() = default;

Result<std::unique_ptr<RunFile>> RunFile::Open(const std::string& file) {
  auto impl = std::make_unique<Impl>();
  impl->file = file;
  THRESH_RETURN_IF_ERROR(CheckTable(file));
  THRESH_RETURN_IF_ERROR(FromRocks(impl->reader.Open(file), "cannot open run", file));
  return std::unique_ptr<RunFile>(
      new RunFile(std::move(impl)));  // private constructor: make_unique cannot
}

std::unique_ptr<RunFile::Rows> RunFile::Scan(char kind, std::size_t ahead) const {
  rocksdb::ReadOptions options;
  // A damaged block becomes a Status before anything of it is decoded.
  options.verify_checksums = true;
  // Every block is read once. A cache would fill, for each of the runs, beside all else.
  options.fill_cache = false;
  options.readahead_size = ahead;  // a merge reads several files at once, each from front to back
  auto rows = std::make_unique<Rows::Impl>();
  rows->file = impl_->file;
  rows->kind = kind;
  rows->it.reset(impl_->reader.NewIterator(options));
  rows->it->Seek(rocksdb::Slice(&rows->kind, 1));
  return std::unique_ptr<Rows>(new Rows(std::move(rows)));
}

RunFile::Rows::Rows(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
RunFile::Rows::~Rows() = default;

bool RunFile::Rows::Valid() const {
  // All kinds share one table, so a kind ends where the first byte of the key changes.
  return impl_->it->Valid() && !impl_->it->key().empty() && impl_->it->key()[0] == impl_->kind;
}

void RunFile::Rows::Next() { impl_->it->Next(); }

void RunFile::Rows::Seek(std::string_view key) {
  std::string full(1, impl_->kind);
  full.append(key);
  impl_->it->Seek(full);
}

std::string_view RunFile::Rows::key() const {
  const rocksdb::Slice key = impl_->it->key();
  return {key.data() + 1, key.size() - 1};
}

std::string_view RunFile::Rows::value() const {
  const rocksdb::Slice value = impl_->it->value();
  return {value.data(), value.size()};
}

Status RunFile::Rows::status() const {
  return FromRocks(impl_->it->status(), "cannot read run", impl_->file);
}

Status ForEachRunEvent(const std::string& file,
                       const std::function<void(std::string_view host, std::string_view url,
                                                const RunEventRow::Event& event)>& f) {
  THRESH_ASSIGN_OR_RETURN(const std::unique_ptr<RunFile> run, RunFile::Open(file));
  const std::unique_ptr<RunFile::Rows> rows = run->Scan(kRunEvents);
  for (RunEventRow row; rows->Valid(); rows->Next()) {
    const std::string_view key = rows->key();
    const std::size_t end = key.find('\0');
    if (end == std::string_view::npos || !row.Decode(rows->value()))
      return Status(Code::kUnusable, "damaged record in run " + file);
    for (const RunEventRow::Event& event : row.events)
      f(key.substr(0, end), key.substr(end + 1), event);
  }
  return rows->status();
}

Status ForEachRunDoc(const std::string& file, const std::function<void(const RunDocRecord&)>& f) {
  THRESH_ASSIGN_OR_RETURN(const std::unique_ptr<RunFile> run, RunFile::Open(file));
  const std::unique_ptr<RunFile::Rows> rows = run->Scan('d');
  // One record for all rows keeps the memory of its vectors.
  RunDocRecord record;
  for (; rows->Valid(); rows->Next()) {
    if (!record.Decode(rows->value()))
      return Status(Code::kUnusable, "damaged page record in run " + file);
    f(record);
  }
  return rows->status();
}

}  // namespace thresh
