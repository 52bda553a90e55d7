// Index: posting lists, dictionary and pages as retrieval sees them. SegmentIndex reads those of a
// segment, StoreIndex (store_index.h) joins several, DeadlineIndex (deadline.h) stops after a time,
// and tests make their own. One thread uses it, as it uses the Searcher that owns it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "common/base/status.h"
#include "common/postings/postings.h"
#include "common/store/schema.h"
#include "common/store/store.h"
#include "query/retrieve/kept_chunks.h"
#include "query/retrieve/kept_rows.h"
#include "query/retrieve/page_dates.h"

namespace thresh {

class StatisticsFile;

class Index {
 public:
  // The indexes that an index is made of, one for each segment. Their pages have the numbers of
  // their segments; `live` says which numbers they have in the whole.
  struct Parts {
    std::span<const Index* const> indexes;  // by segment; empty if the index has its own lists
    const LiveSites* live = nullptr;
    bool empty() const { return indexes.empty(); }
  };

  virtual ~Index() = default;
  virtual Parts parts() const { return {}; }
  // What the index is a part of, if it ranks as such: Term then counts the pages of the whole and
  // VisitTerms goes through its terms. Only an index with parts may have one. Else null.
  virtual const StatisticsFile* whole() const { return nullptr; }
  virtual const LengthsRecord& lengths() const = 0;
  // What words of templates count (FieldWeights). At 0 the index is as if it had none of them.
  virtual double template_share() const { return 0; }
  // The posting lists of a term, or null if no page has it. Where the index has parts, the lists
  // are only counted and stand in the parts. kUnusable if the row is damaged.
  virtual Result<TermRow> Term(std::string_view term) const = 0;
  // The rows of a term in all parts, and what Term says of it. Never null. REQUIRES: the index has
  // parts.
  virtual Result<std::shared_ptr<const PartRows>> RowsOfParts(std::string_view term) const;
  // The reader of the chunks of a term's lists; null if all lists stand inline in the TermRecord.
  // REQUIRES: the index has no parts.
  virtual std::unique_ptr<ChunkReader> Chunks(std::string_view term) const = 0;
  // Calls `visit` for each term that begins with `prefix`, in byte order, with the number of pages
  // that have it. Stops after the last term or when `visit` returns false; both are no error.
  using TermVisitor = std::function<bool(std::string_view term, std::uint32_t df)>;
  virtual Status VisitTerms(std::string_view prefix, const TermVisitor& visit) const = 0;
  // Calls `visit` with the row of each of these terms that the index has, in their order, which
  // ascends. An error of `visit` ends the walk. REQUIRES: the index has no parts.
  using RowVisitor = std::function<Status(const std::string& term, TermRow row)>;
  virtual Status VisitRows(std::span<const std::string> terms, const RowVisitor& visit) const;
  // The terms that are `plain` without their accents (common/text/accents.h), ascending; not
  // `plain` itself. Some may stand on masked pages only. kUnusable if the row is damaged.
  virtual Result<std::vector<std::string>> Spellings(std::string_view plain) const;
  // The pages that have this name (common/store/page_names.h), ascending. kUnusable if a row is
  // damaged.
  virtual Result<std::vector<DocId>> Named(std::uint64_t name) const;
  // REQUIRES: doc < lengths().docs().
  virtual Result<DocRecord> Page(DocId doc) const = 0;
  virtual const std::vector<SiteRecord>& sites() const = 0;
  // A time of every page. Lives as long as the index.
  virtual Result<const TimeColumn*> Times(CrawlTime time) const = 0;

 protected:
  // The row, or without a share what would be there without the fields of templates.
  static TermRow Shown(std::optional<TermRecord> row, double template_share);
};

class SegmentIndex : public Index {
 public:
  // Numbers of pages are those of the segment. `segment` and `dates` must outlive this. Without
  // `dates` nobody may ask for Changes. A share needs a segment that keeps the words of templates.
  explicit SegmentIndex(const Segment& segment, PageDates* dates = nullptr,
                        double template_share = 0);
  // One of the segments of a search, which share `chunks`.
  SegmentIndex(const Segment& segment, std::uint32_t number, double template_share,
               std::shared_ptr<KeptChunks> chunks);
  const LengthsRecord& lengths() const override {
    return template_share_ > 0 ? weighed_ : segment_.lengths();
  }
  double template_share() const override { return template_share_; }
  Result<TermRow> Term(std::string_view term) const override;
  std::unique_ptr<ChunkReader> Chunks(std::string_view term) const override;
  Status VisitTerms(std::string_view prefix, const TermVisitor& visit) const override;
  Status VisitRows(std::span<const std::string> terms, const RowVisitor& visit) const override;
  Result<std::vector<std::string>> Spellings(std::string_view plain) const override;
  Result<std::vector<DocId>> Named(std::uint64_t name) const override;
  Result<DocRecord> Page(DocId doc) const override { return ReadPage(segment_, doc); }
  const std::vector<SiteRecord>& sites() const override { return segment_.sites(); }
  Result<const TimeColumn*> Times(CrawlTime time) const override;

 protected:
  // The row of a term, out of the segment.
  Result<TermRow> ReadRow(std::string_view term) const;

 private:
  Result<std::vector<std::string>> ReadSpellings(std::string_view plain) const;

  const Segment& segment_;
  PageDates* dates_ = nullptr;
  const std::uint32_t number_;
  const double template_share_;
  const std::shared_ptr<KeptChunks> chunks_;
  LengthsRecord weighed_;  // of a share
  mutable KeptRows<TermRow> rows_;
  mutable KeptSpellings spellings_{kKeptSpellingBytes};
};

}  // namespace thresh
