#include "indexer/segment/table_writer.h"

#include <rocksdb/sst_file_writer.h>

#include <utility>

#include "common/store/rocks.h"

namespace thresh {
namespace {

// What was just written is read again at once, for its hash: it must stay in the page cache.
constexpr bool kInvalidatePageCache = false;

rocksdb::Slice SliceOf(std::string_view bytes) { return {bytes.data(), bytes.size()}; }

}  // namespace

TableWriter::TableWriter(std::string file, const rocksdb::Options& options)
    : file_(std::move(file)),
      writer_(std::make_unique<rocksdb::SstFileWriter>(rocksdb::EnvOptions(), options, nullptr,
                                                       kInvalidatePageCache)) {}
TableWriter::~TableWriter() = default;

Status TableWriter::Open() {
  Status opened = FromRocks(writer_->Open(file_), "cannot create", file_);
  if (opened.ok() || opened.code() == Code::kIo) return opened;
  return Status(Code::kCannotCreate, opened.message());
}

Status TableWriter::Put(std::string_view key, std::string_view value) {
  if (rows_ == 0) THRESH_RETURN_IF_ERROR(Open());
  ++rows_;
  return FromRocks(writer_->Put(SliceOf(key), SliceOf(value)), "cannot write", file_);
}

Status TableWriter::Finish() {
  if (rows_ == 0) return {};
  return FromRocks(writer_->Finish(), "cannot write", file_);
}

}  // namespace thresh
