// MaskTable: what the masked sites of a store count for in the statistics of terms. The rows of a
// segment count all its sites. So a reader takes away what this table says of a term, and every df
// and score is that of a store that never had the masked sites. One table file beside the segments,
// `masks-NNNNNN.sst`; each publish writes it anew. Any thread may read.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "common/base/status.h"
#include "common/store/table_file.h"

namespace thresh {

// Rows by segment and term. A value is a TermRecord (common/postings/postings.h) whose lists have
// df and cf only.
std::string MaskKey(std::string_view segment, std::string_view term);

class MaskTable {
 public:
  static Result<std::unique_ptr<MaskTable>> Open(const std::string& file);

  // Returns false if no masked page of the segment has the term.
  Result<bool> Find(std::string_view segment, std::string_view term, std::string* value) const {
    return table_->Find(MaskKey(segment, term), value);
  }

  // The rows of a segment whose term begins with a prefix, in the order of terms. Stands on the
  // first one; views are valid until Next.
  class Rows {
   public:
    bool Valid() const { return rows_->Valid(); }
    void Next() { rows_->Next(); }
    std::string_view term() const { return rows_->key().substr(term_begin_); }
    std::string_view value() const { return rows_->value(); }
    Status status() const { return rows_->status(); }

   private:
    friend class MaskTable;
    Rows(std::unique_ptr<TableFile::Rows> rows, std::size_t term_begin)
        : rows_(std::move(rows)), term_begin_(term_begin) {}
    std::unique_ptr<TableFile::Rows> rows_;
    std::size_t term_begin_;
  };
  std::unique_ptr<Rows> Scan(std::string_view segment, std::string_view prefix = {}) const;

 private:
  explicit MaskTable(std::unique_ptr<TableFile> table) : table_(std::move(table)) {}
  std::unique_ptr<TableFile> table_;
};

}  // namespace thresh
