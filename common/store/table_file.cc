#include "common/store/table_file.h"

#include <rocksdb/iterator.h>
#include <rocksdb/sst_file_reader.h>

#include <utility>

#include "common/store/rocks.h"

namespace thresh {
namespace {

std::string_view ToView(const rocksdb::Slice& s) { return {s.data(), s.size()}; }

}  // namespace

struct TableFile::Impl {
  std::string file;
  rocksdb::SstFileReader reader{BaseOptions()};
};

struct TableFile::Rows::Impl {
  std::string file, prefix;
  std::unique_ptr<rocksdb::Iterator> it;
};

TableFile::TableFile(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
TableFile::~TableFile() = default;
const std::string& TableFile::file() const { return impl_->file; }

Result<std::unique_ptr<TableFile>> TableFile::Open(const std::string& file) {
  auto impl = std::make_unique<Impl>();
  impl->file = file;
  THRESH_RETURN_IF_ERROR(CheckTable(file));
  THRESH_RETURN_IF_ERROR(FromRocks(impl->reader.Open(file), "cannot open", file));
  return std::unique_ptr<TableFile>(new TableFile(std::move(impl)));  // private constructor
}

// The first row that begins with the key is that of the key, if there is one.
Result<bool> TableFile::Find(std::string_view key, std::string* value) const {
  const std::unique_ptr<Rows> rows = Scan(std::string(key));
  THRESH_RETURN_IF_ERROR(rows->status());
  if (!rows->Valid() || rows->key() != key) return false;
  value->assign(rows->value());
  return true;
}

std::unique_ptr<TableFile::Rows> TableFile::Scan(std::string prefix) const {
  rocksdb::ReadOptions options;
  options.verify_checksums = true;
  auto rows = std::make_unique<Rows::Impl>();
  rows->file = impl_->file;
  rows->prefix = std::move(prefix);
  rows->it.reset(impl_->reader.NewIterator(options));
  rows->it->Seek(rows->prefix);
  return std::unique_ptr<Rows>(new Rows(std::move(rows)));
}

TableFile::Rows::Rows(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
TableFile::Rows::~Rows() = default;
bool TableFile::Rows::Valid() const {
  return impl_->it->Valid() && impl_->it->key().starts_with(impl_->prefix);
}
void TableFile::Rows::Next() { impl_->it->Next(); }
std::string_view TableFile::Rows::key() const { return ToView(impl_->it->key()); }
std::string_view TableFile::Rows::value() const { return ToView(impl_->it->value()); }
Status TableFile::Rows::status() const {
  return FromRocks(impl_->it->status(), "cannot read", impl_->file);
}

}  // namespace thresh
