// StoreIndex: the index of a store of several segments, or of one that has masked sites. Pages,
// sites and counts are those of the store; posting lists stand in the parts, one for each segment.
// A Searcher makes it for its store. index.h has the contract. With a statistics file it is a part
// of the whole of that file.
//
// Whoever walks the lists of a term asks for its counts first and then for its row in each part,
// and gets what was read for the counts.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "query/retrieve/index.h"

namespace thresh {

class StoreIndex : public Index {
 public:
  // All must outlive this. Without `dates` nobody may ask for Changes. `whole` may be null, and has
  // the store if it is not.
  explicit StoreIndex(const Store& store, PageDates* dates = nullptr,
                      const StatisticsFile* whole = nullptr, double template_share = 0);
  Parts parts() const override { return {parts_, &store_.live()}; }
  const StatisticsFile* whole() const override { return whole_; }
  const LengthsRecord& lengths() const override {
    return template_share_ > 0 ? weighed_ : store_.lengths();
  }
  double template_share() const override { return template_share_; }
  Result<TermRow> Term(std::string_view term) const override;
  Result<std::shared_ptr<const PartRows>> RowsOfParts(std::string_view term) const override;
  std::unique_ptr<ChunkReader> Chunks(std::string_view term) const override;
  Status VisitTerms(std::string_view prefix, const TermVisitor& visit) const override;
  Result<std::vector<std::string>> Spellings(std::string_view plain) const override;
  Result<DocRecord> Page(DocId doc) const override { return ReadPage(store_, doc); }
  const std::vector<SiteRecord>& sites() const override { return store_.sites(); }
  Result<const TimeColumn*> Times(CrawlTime time) const override;

 private:
  // The rows of ten segments take several times as much memory as those of one.
  static constexpr std::size_t kSegmentRows = 4;
  using KeptTerms = KeptRows<std::shared_ptr<const PartRows>>;
  class Part : public SegmentIndex {
   public:
    Part(const Store& store, std::uint32_t segment, double template_share, KeptTerms* rows,
         std::shared_ptr<KeptChunks> chunks)
        : SegmentIndex(store.segment(segment), segment, template_share, std::move(chunks)),
          segment_(segment),
          rows_(*rows) {}
    Result<TermRow> Term(std::string_view term) const override;

   private:
    const std::uint32_t segment_;
    KeptTerms& rows_;
  };

  Result<PartRows> ReadRows(std::string_view term) const;

  const Store& store_;
  PageDates* dates_;
  const StatisticsFile* whole_;
  const double template_share_;
  LengthsRecord weighed_;  // of a share
  mutable KeptTerms rows_{kSegmentRows * kKeptRowBytes};
  mutable KeptSpellings spellings_{kKeptSpellingBytes};  // of all parts together
  std::vector<std::unique_ptr<const Part>> owned_;
  std::vector<const Index*> parts_;  // the same
};

}  // namespace thresh
