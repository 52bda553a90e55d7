#include "python/src/page_batch.h"

#include <array>
#include <limits>
#include <string>
#include <vector>

#include "common/base/utf8.h"

namespace thresh {
namespace {

// In the order of a line of JSON. The first ones are texts, the last ones are numbers.
constexpr std::array kNames = {"id",       "text", "url",    "title", "date",
                               "language", "site", "digest", "words", "words_removed"};
constexpr std::size_t kColumns = kNames.size(), kTexts = 8, kTextColumn = 1;
constexpr const char *kText = "u", *kNumber = "I", *kStructure = "+s";

// A column with its structure, which lives until the structure is released. A consumer may move a
// column out of its table and release it later.
struct Column {
  std::vector<std::int32_t> ends = {0};  // of texts
  std::string text;
  std::vector<std::uint32_t> numbers;
  std::array<const void*, 3> buffers = {};  // the first one would say which values are null
};

// What a table owns beside its columns.
struct Table {
  std::array<ArrowArray, kColumns> columns = {};
  std::array<ArrowArray*, kColumns> pointers = {};
  const void* no_buffer = nullptr;
};
struct TableSchema {
  std::array<ArrowSchema, kColumns> columns = {};
  std::array<ArrowSchema*, kColumns> pointers = {};
};

// Releases the columns that nobody has moved out.
template <typename Owner, typename Structure>
void ReleaseTable(Structure* table) {
  const std::unique_ptr<Owner> owner(static_cast<Owner*>(table->private_data));
  for (Structure& column : owner->columns)
    if (column.release != nullptr) column.release(&column);
  table->release = nullptr;
}

void ReleaseColumn(ArrowArray* array) {
  const std::unique_ptr<Column> owner(static_cast<Column*>(array->private_data));
  array->release = nullptr;
}

void AppendWellFormed(std::string_view text, std::string* out) {
  if (IsValidUtf8(text)) {
    *out += text;
    return;
  }
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    const bool malformed = DecodeUtf8(text, &at) == kMalformed;
    *out += malformed ? std::string_view("\uFFFD") : text.substr(begin, at - begin);
  }
}

Status AppendText(std::string_view text, Column* column) {
  AppendWellFormed(text, &column->text);
  if (column->text.size() > std::numeric_limits<std::int32_t>::max())
    return Status(Code::kUnusable, "a page has too much text for a table");
  column->ends.push_back(static_cast<std::int32_t>(column->text.size()));
  return {};
}

}  // namespace

struct PageBatch::Columns {
  std::array<std::unique_ptr<Column>, kColumns> of;
  // The column of texts does not grow piece by piece, because each piece would be copied.
  explicit Columns(std::size_t bytes) {
    for (auto& column : of) column = std::make_unique<Column>();
    of[kTextColumn]->text.reserve(bytes);
  }
};

PageBatch::PageBatch(std::size_t bytes)
    : expected_(bytes), columns_(std::make_unique<Columns>(expected_)) {}
PageBatch::~PageBatch() = default;

Status PageBatch::Add(const ExportPage& page) {
  const DocRecord& doc = page.doc;
  const std::string digest = doc.kept_hash.Hex();
  const std::array<std::string_view, kTexts> texts = {
      ExportId(doc), page.text, doc.url, doc.title, doc.date, doc.language, page.host, digest};
  for (std::size_t i = 0; i < kTexts; ++i) {
    THRESH_RETURN_IF_ERROR(AppendText(texts[i], columns_->of[i].get()));
    bytes_ += texts[i].size();
  }
  columns_->of[kTexts]->numbers.push_back(doc.body_tokens_indexed);
  columns_->of[kTexts + 1]->numbers.push_back(doc.body_tokens_seen - doc.body_tokens_indexed);
  ++pages_;
  return {};
}

void PageBatch::MoveTo(ArrowArray* out) {
  auto table = std::make_unique<Table>();
  const auto pages = static_cast<std::int64_t>(pages_);
  for (std::size_t i = 0; i < kColumns; ++i) {
    const bool is_text = i < kTexts;
    Column* const column = columns_->of[i].release();
    column->buffers[1] = column->numbers.data();
    if (is_text) column->buffers = {nullptr, column->ends.data(), column->text.data()};
    table->columns[i] = {.length = pages,
                         .n_buffers = is_text ? 3 : 2,
                         .buffers = column->buffers.data(),
                         .release = &ReleaseColumn,
                         .private_data = column};
    table->pointers[i] = &table->columns[i];
  }
  *out = {.length = pages,
          .n_buffers = 1,
          .n_children = kColumns,
          .buffers = &table->no_buffer,
          .children = table->pointers.data(),
          .release = &ReleaseTable<Table, ArrowArray>};
  out->private_data = table.release();
  columns_ = std::make_unique<Columns>(expected_);
  pages_ = bytes_ = 0;
}

void PageBatch::DescribeTo(ArrowSchema* out) {
  auto table = std::make_unique<TableSchema>();
  for (std::size_t i = 0; i < kColumns; ++i) {
    table->columns[i] = {.format = i < kTexts ? kText : kNumber,
                         .name = kNames[i],
                         .release = [](ArrowSchema* schema) { schema->release = nullptr; }};
    table->pointers[i] = &table->columns[i];
  }
  *out = {.format = kStructure,
          .name = "",
          .n_children = kColumns,
          .children = table->pointers.data(),
          .release = &ReleaseTable<TableSchema, ArrowSchema>};
  out->private_data = table.release();
}

}  // namespace thresh
