// What a merge takes over of a segment's lists, against a walk of each list.
#include "indexer/merge/stored_postings.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <utility>

#include "indexer/merge/carried_term.h"
#include "tests/support/store_maker.h"
#include "tests/support/temp_folder.h"

namespace thresh {
namespace {

// A segment of made pages, in a folder that goes with it.
class MadeSegment {
 public:
  explicit MadeSegment(std::uint32_t pages) {
    EXPECT_TRUE(MakeSegment(folder_.path(), folder_.path() + "/segment", pages).ok());
    Result<std::unique_ptr<Segment>> opened = Segment::Open(folder_.path() + "/segment");
    EXPECT_TRUE(opened.ok());
    if (opened.ok()) segment_ = std::move(*opened);
  }
  const Segment& operator*() const { return *segment_; }
  const Segment* operator->() const { return segment_.get(); }

 private:
  TempFolder folder_;
  std::unique_ptr<Segment> segment_;
};

using Postings = std::map<std::pair<std::uint32_t, Field>, std::vector<std::uint32_t>>;

Postings ByCursor(const Segment& segment, std::string_view term, const TermRecord& record,
                  const std::vector<std::uint32_t>& doc_of) {
  Postings postings;
  TermChunks chunks(segment, term);
  for (const FieldList& list : record.fields) {
    if (static_cast<std::size_t>(list.field) >= kOwnFieldCount) continue;
    for (PostingCursor at(&list, &chunks); at.doc() != PostingCursor::kEnd; at.Next()) {
      if (doc_of[at.doc()] == StoredWordsOf::kNoDoc) continue;
      EXPECT_TRUE(at.Positions(&postings[{doc_of[at.doc()], list.field}]).ok());
    }
  }
  return postings;
}

TEST(StoredPostings, AreThoseOfThePagesThatAreTakenOver) {
  constexpr std::uint32_t kPages = 300;
  const MadeSegment segment(kPages);
  StoredWordsOf of{&*segment, {}};
  for (std::uint32_t doc = 0; doc < kPages; ++doc)
    of.doc_of.push_back(doc % 3 == 0 ? StoredWordsOf::kNoDoc : 1000 + doc);
  StoredPostings stored(of);
  std::size_t all = 0;
  for (const auto rows = segment->Scan(Family::kTerms); rows->Valid(); rows->Next()) {
    TermRecord record;
    ASSERT_TRUE(record.Decode(rows->value()));
    ASSERT_TRUE(stored.Start(rows->key(), rows->value()).ok());
    Postings found;
    std::pair<std::uint32_t, Field> before{0, Field::kBody};
    for (Result<bool> more = stored.Next(); *more; more = stored.Next()) {
      const std::pair at{stored.doc().value, stored.field()};
      EXPECT_TRUE(found.empty() || before < at);
      before = at;
      found[at].assign(stored.positions().begin(), stored.positions().end());
    }
    EXPECT_EQ(found, ByCursor(*segment, rows->key(), record, of.doc_of)) << rows->key();
    all += found.size();
  }
  EXPECT_GE(all, 200U * 15U);
}

TEST(StoredPostings, RefuseADamagedRow) {
  const MadeSegment segment(2);
  const StoredWordsOf of{&*segment, {0, 1}};
  StoredPostings stored(of);
  EXPECT_EQ(stored.Start("word", "\xff").code(), Code::kUnusable);
}

// Whatever the bytes of a row: a walk ends, with postings that ascend or an error.
TEST(StoredPostings, WalkDamagedRows) {
  constexpr std::uint32_t kPages = 300;
  const MadeSegment segment(kPages);
  StoredWordsOf of{&*segment, {}};
  for (std::uint32_t doc = 0; doc < kPages; ++doc) of.doc_of.push_back(doc);
  StoredPostings stored(of);
  std::mt19937_64 random(6);
  std::size_t refused = 0, walked = 0;
  for (const auto rows = segment->Scan(Family::kTerms); rows->Valid(); rows->Next()) {
    for (int round = 0; round < 20; ++round) {
      std::string row(rows->value());
      row[random() % row.size()] = static_cast<char>(random());
      if (random() % 4 == 0) row.resize(random() % row.size());
      bool ok = stored.Start(rows->key(), row).ok();
      for (std::uint32_t doc = 0; ok;) {
        Result<bool> more = stored.Next();
        ok = more.ok();
        if (!ok || !*more) break;
        EXPECT_GE(stored.doc().value, doc);
        EXPECT_TRUE(std::is_sorted(stored.positions().begin(), stored.positions().end()));
        doc = stored.doc().value;
      }
      ++(ok ? walked : refused);
      // What TermRecord refuses is refused here, and the other way round.
      TermRecord record;
      EXPECT_EQ(StoredLists().Read(row), record.Decode(row)) << rows->key();
    }
  }
  EXPECT_GT(refused, 1000U);
  EXPECT_GT(walked, 100U);
}

// The pages of a segment as they were, none of them with a struck word.
struct AsBefore {
  explicit AsBefore(const Segment& segment) : of{&segment, {}} {
    for (DocId doc; doc.value < segment.lengths().docs(); ++doc.value) {
      of.doc_of.push_back(doc.value);
      lengths.push_back(std::max(segment.lengths().Total(doc), 1U));
    }
  }
  // The terms whose rows stay.
  std::set<std::string> Staying(RemovalMode mode = RemovalMode::kKeepOne) const {
    Verdicts verdicts(mode);
    verdicts.StartSite(DocId(0), SiteId(0), {});
    for (DocId doc; doc.value < lengths.size(); ++doc.value) {
      RunDocRecord record;
      record.id = doc;
      record.doc.site = SiteId(0);
      verdicts.AddDoc(record);
    }
    verdicts.Decide();
    const Anchors anchors;
    CarriedTerm carried(of, lengths, verdicts, anchors);
    std::set<std::string> terms;
    for (const auto rows = of.segment->Scan(Family::kTerms); rows->Valid(); rows->Next()) {
      if (!carried.Stays(rows->value())) continue;
      terms.emplace(rows->key());
      TermRecord record;
      EXPECT_TRUE(record.Decode(rows->value()));
      Postings found;
      std::uint32_t pages = 0;
      for (const CarriedTerm::Posting& posting : carried.postings()) {
        const auto positions = carried.Positions(posting);
        found[{posting.doc.value, posting.field}].assign(positions.begin(), positions.end());
        pages += posting.first ? 1U : 0U;
      }
      EXPECT_EQ(found, ByCursor(*of.segment, rows->key(), record, of.doc_of)) << rows->key();
      EXPECT_EQ(pages, record.df) << rows->key();
    }
    return terms;
  }
  // The terms of a page whose rows have no chunks.
  std::set<std::string> TermsOf(std::uint32_t doc) const {
    std::set<std::string> terms;
    for (const auto rows = of.segment->Scan(Family::kTerms); rows->Valid(); rows->Next()) {
      TermRecord record;
      EXPECT_TRUE(record.Decode(rows->value()));
      for (const FieldList& list : record.fields)
        for (PostingCursor at(&list, nullptr);
             list.chunks.empty() && at.doc() != PostingCursor::kEnd; at.Next())
          if (at.doc() == doc) terms.emplace(rows->key());
    }
    return terms;
  }
  StoredWordsOf of;
  std::vector<std::uint32_t> lengths;
};

TEST(CarriedTerm, StaysWhereNoPageOfItHasChanged) {
  constexpr std::uint32_t kPages = 40;
  const MadeSegment segment(kPages);
  const AsBefore before(*segment);
  const std::set<std::string> staying = before.Staying();
  EXPECT_GT(staying.size(), 20U);
  EXPECT_TRUE(before.Staying(RemovalMode::kField).empty());
  // A page that is longer, that goes, or that has another number.
  const auto without = [&](const AsBefore& changed) {
    const std::set<std::string> of_page = before.TermsOf(7);
    EXPECT_FALSE(of_page.empty());
    std::set<std::string> rest;
    std::set_difference(staying.begin(), staying.end(), of_page.begin(), of_page.end(),
                        std::inserter(rest, rest.end()));
    EXPECT_LT(rest.size(), staying.size());
    EXPECT_EQ(changed.Staying(), rest);
  };
  AsBefore longer = before, gone = before, moved = before;
  ++longer.lengths[7];
  without(longer);
  gone.of.doc_of[7] = StoredWordsOf::kNoDoc;
  without(gone);
  moved.of.doc_of[7] = 8;
  without(moved);
}

}  // namespace
}  // namespace thresh
