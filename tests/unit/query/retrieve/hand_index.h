// An index made by hand from words, through the real writer of posting lists; and random ones. All
// pages with the same title are named by it.
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "common/store/page_names.h"
#include "common/text/analyzer.h"
#include "query/retrieve/index.h"

namespace thresh {

// Hand-made pages have no templates.
inline constexpr std::size_t kHandFields = static_cast<std::size_t>(Field::kTemplate);
using HandPage = std::array<std::vector<std::string>, kHandFields>;  // words by field

class HandIndex : public Index {
 public:
  explicit HandIndex(const std::vector<HandPage>& pages) {
    std::map<std::string, std::map<Field, std::map<std::uint32_t, std::vector<std::uint32_t>>>>
        lists;
    for (auto& column : lengths_.words) column.resize(pages.size());
    for (std::uint32_t doc = 0; doc < pages.size(); ++doc) {
      std::set<std::string> distinct;
      for (std::size_t f = 0; f < kHandFields; ++f) {
        const auto& words = pages[doc][f];
        if (f < kOwnFieldCount) {
          lengths_.words[f][doc] = static_cast<std::uint32_t>(words.size());
          distinct.insert(words.begin(), words.end());
        }
        for (std::uint32_t at = 0; at < words.size(); ++at)
          lists[words[at]][static_cast<Field>(f)][doc].push_back(at);
      }
      lengths_.distinct.push_back(static_cast<std::uint32_t>(distinct.size()));
      // Any number between the least and the largest prior, the same for the same words.
      lengths_.priors.push_back(static_cast<std::uint32_t>(
          pages[doc][0].size() * 977 % static_cast<std::size_t>(LengthsRecord::StoredPrior(6))));
    }
    for (const auto& [term, fields] : lists) AddTerm(term, fields);
    NamePages(pages);
  }

  const LengthsRecord& lengths() const override { return lengths_; }
  Result<TermRow> Term(std::string_view term) const override {
    const auto it = terms_.find(std::string(term));
    return it == terms_.end() ? nullptr : std::make_shared<const TermRecord>(it->second);
  }
  std::unique_ptr<ChunkReader> Chunks(std::string_view term) const override {
    return std::make_unique<Reader>(*this, std::string(term));
  }
  Status VisitTerms(std::string_view prefix, const TermVisitor& visit) const override {
    for (auto it = terms_.lower_bound(std::string(prefix)); it != terms_.end(); ++it) {
      if (!it->first.starts_with(prefix) || !visit(it->first, it->second.df)) break;
    }
    return {};
  }
  Result<std::vector<DocId>> Named(std::uint64_t name) const override {
    const auto found = named_.find(name);
    return found == named_.end() ? std::vector<DocId>() : found->second;
  }
  Result<DocRecord> Page(DocId doc) const override { return records.at(doc.value); }
  const std::vector<SiteRecord>& sites() const override { return hosts; }

  Result<const TimeColumn*> Times(CrawlTime time) const override {
    return time == CrawlTime::kSeen ? &seen : &changes;
  }

  TimeColumn changes, seen;        // what Times() returns
  std::vector<DocRecord> records;  // what Page() returns
  std::vector<SiteRecord> hosts;
  // Breaks the first chunk of the first list that has one.
  void Damage() { chunks_.begin()->second.first.assign(3, '\xff'); }
  std::size_t chunks() const { return chunks_.size(); }

 private:
  using Place = std::tuple<std::string, Field, std::uint32_t>;
  class Reader : public ChunkReader {
   public:
    Reader(const HandIndex& index, std::string term) : index_(index), term_(std::move(term)) {}
    Result<std::string_view> Postings(Field field, std::uint32_t chunk) override {
      return std::string_view(index_.chunks_.at({term_, field, chunk}).first);
    }
    Result<std::string_view> Positions(Field field, std::uint32_t chunk) override {
      return std::string_view(index_.chunks_.at({term_, field, chunk}).second);
    }

   private:
    const HandIndex& index_;
    std::string term_;
  };

  template <typename Fields>
  void AddTerm(const std::string& term, const Fields& fields) {
    TermRecord record;
    std::set<std::uint32_t> docs;
    for (const auto& [field, list] : fields) {
      const PostingListWriter::ChunkSink sink = [&, f = field](std::uint32_t chunk,
                                                               std::string_view postings,
                                                               std::string_view positions) {
        chunks_[{term, f, chunk}] = {std::string(postings), std::string(positions)};
        return Status();
      };
      writer_.Start(field, &sink);
      for (const auto& [doc, positions] : list) {
        docs.insert(doc);
        THRESH_CHECK(
            writer_.Add(DocId(doc), std::max(lengths_.Total(DocId(doc)), 1U), positions).ok());
      }
      record.fields.push_back(writer_.Finish().value());
      record.cf += record.fields.back().cf;
    }
    record.df = static_cast<std::uint32_t>(docs.size());
    terms_[term] = std::move(record);
  }

  void NamePages(const std::vector<HandPage>& pages) {
    const auto analyzer = std::move(Analyzer::Make({}).value());
    for (std::uint32_t doc = 0; doc < pages.size(); ++doc) {
      std::string title;
      for (const std::string& word : pages[doc][static_cast<std::size_t>(Field::kTitle)])
        title += word + " ";
      const PageName name = NameOf(title, *analyzer).value();
      if (name.words > 0) named_[name.hash].push_back(DocId(doc));
    }
  }

  LengthsRecord lengths_;
  std::map<std::uint64_t, std::vector<DocId>> named_;
  std::map<std::string, TermRecord> terms_;
  std::map<Place, std::pair<std::string, std::string>> chunks_;
  PostingListWriter writer_;
};

inline std::uint32_t Below(std::mt19937& random, std::uint32_t limit);

// A page in five has changed in no crawl that anybody knows of.
inline TimeColumn RandomChanges(std::mt19937& random, std::size_t pages) {
  TimeColumn changes;
  changes.times = {"", "2024-06-01T00:00:00Z", "2024-06-08T00:00:00Z", "2024-06-08T12:00:00Z",
                   "2024-07"};
  for (std::size_t page = 0; page < pages; ++page) changes.of.push_back(Below(random, 5));
  return changes;
}

inline std::uint32_t Below(std::mt19937& random, std::uint32_t limit) {
  return static_cast<std::uint32_t>(random() % limit);
}

// Pages of few different words, so that phrases and ties happen; some pages are empty.
inline std::vector<HandPage> RandomPages(std::mt19937& random, std::size_t pages,
                                         unsigned vocabulary) {
  std::vector<HandPage> out(pages);
  for (HandPage& page : out) {
    if (Below(random, 8) == 0) continue;
    for (std::size_t f = 0; f < kHandFields; ++f) {
      const std::size_t words = Below(random, f == 0 ? 30 : 4);
      // The product makes low words frequent and high ones rare, as in text.
      for (std::size_t i = 0; i < words; ++i) {
        page[f].push_back("w" + std::to_string(Below(random, vocabulary) *
                                               Below(random, vocabulary) / vocabulary));
      }
    }
  }
  return out;
}

}  // namespace thresh
