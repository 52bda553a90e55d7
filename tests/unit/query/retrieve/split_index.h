// A made index twice: as one, and split over segments that have masked sites as well. Both must
// give the same answers.
#pragma once

#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "tests/unit/query/retrieve/hand_index.h"

namespace thresh {

class SplitIndex : public Index {
 public:
  // Cuts `pages` into sites of at most `longest` pages and deals them out over `segments`.
  SplitIndex(std::mt19937& random, const std::vector<HandPage>& pages, std::uint32_t segments,
             std::uint32_t longest, unsigned vocabulary)
      : whole_(pages), sites_(segments), masked_(segments) {
    std::vector<std::vector<HandPage>> dealt(segments);
    const auto put = [&](std::uint32_t segment, const std::string& host,
                         const std::vector<HandPage>& site) {
      SiteRecord& record = sites_[segment].emplace_back();
      record.host = host;
      record.statistics.docs = site.size();
      dealt[segment].insert(dealt[segment].end(), site.begin(), site.end());
    };
    for (std::size_t at = 0, host = 1000000; at < pages.size(); ++host) {
      const auto left = static_cast<std::uint32_t>(pages.size() - at);
      const std::uint32_t docs = 1 + Below(random, std::min(longest, left));
      const std::uint32_t live = Below(random, segments);
      const auto first = pages.begin() + static_cast<std::ptrdiff_t>(at);
      for (std::uint32_t s = 0; s < segments; ++s) {
        if (s == live) {
          put(s, std::to_string(host), {first, first + docs});
        } else if (Below(random, 5) == 0) {
          // An older state of the site.
          put(s, std::to_string(host), RandomPages(random, 1 + Below(random, longest), vocabulary));
          masked_[s].push_back(std::to_string(host));
        }
      }
      at += docs;
    }
    std::vector<LiveSites::SegmentSites> all;
    for (std::uint32_t s = 0; s < segments; ++s) {
      owned_.push_back(std::make_unique<HandIndex>(dealt[s]));
      parts_.push_back(owned_.back().get());
      all.push_back({&sites_[s], &masked_[s]});
    }
    live_ = std::move(LiveSites::Of(all).value());
  }

  HandIndex& whole() { return whole_; }
  HandIndex& part(std::size_t segment) { return *owned_[segment]; }

  Parts parts() const override { return {parts_, &live_}; }
  const LengthsRecord& lengths() const override { return whole_.lengths(); }
  // As the dictionary of a store gives it: the lists are counted and cannot be walked.
  Result<TermRow> Term(std::string_view term) const override {
    const TermRow record = whole_.Term(term).value();
    if (!record) return record;
    TermRecord counts{.df = record->df, .cf = record->cf, .fields = {}};
    for (const FieldList& list : record->fields) {
      FieldList& count = counts.fields.emplace_back();
      count.field = list.field;
      count.df = list.df;
      count.cf = list.cf;
    }
    return std::make_shared<const TermRecord>(std::move(counts));
  }
  std::unique_ptr<ChunkReader> Chunks(std::string_view) const override {
    THRESH_CHECK(false);
    return nullptr;
  }
  Status VisitTerms(std::string_view prefix, const TermVisitor& visit) const override {
    return whole_.VisitTerms(prefix, visit);
  }
  Result<DocRecord> Page(DocId doc) const override { return whole_.Page(doc); }
  const std::vector<SiteRecord>& sites() const override { return whole_.sites(); }
  Result<const TimeColumn*> Times(CrawlTime time) const override { return whole_.Times(time); }

 private:
  HandIndex whole_;
  std::vector<std::vector<SiteRecord>> sites_;
  std::vector<std::vector<std::string>> masked_;
  std::vector<std::unique_ptr<HandIndex>> owned_;
  std::vector<const Index*> parts_;
  LiveSites live_;
};

}  // namespace thresh
