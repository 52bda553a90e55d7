#include "common/postings/postings.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>

#include "tests/unit/common/postings/posting_lists.h"

namespace thresh {
namespace {

// (size, largest gap, largest tf)
struct Shape {
  std::size_t size;
  std::uint32_t max_gap, max_tf;
};

class PostingLists : public testing::TestWithParam<Shape> {
 protected:
  std::mt19937_64 random_{GetParam().size * 31 + GetParam().max_gap};
  SlowList slow_ = RandomList(&random_, GetParam().size, GetParam().max_gap, GetParam().max_tf);
  BuiltList built_ = Build(slow_);
};

SlowList::const_iterator SlowSeek(const SlowList& list, std::uint32_t doc) {
  return std::find_if(list.begin(), list.end(),
                      [doc](const SlowPosting& p) { return p.doc >= doc; });
}

TEST_P(PostingLists, DescriptionCountsDocsAndOccurrences) {
  std::uint64_t cf = 0;
  for (const SlowPosting& p : slow_) cf += p.positions.size();
  EXPECT_EQ(built_.list.df, slow_.size());
  EXPECT_EQ(built_.list.cf, cf);
  std::uint64_t postings = built_.list.inline_postings.size();
  std::uint64_t positions = built_.list.inline_positions.size();
  for (const auto& [p, q] : built_.chunks.chunks) {
    postings += p.size();
    positions += q.size();
  }
  EXPECT_EQ(built_.postings_bytes, postings);
  EXPECT_EQ(built_.positions_bytes, positions);
}

TEST_P(PostingLists, WalkGivesEveryPostingAndItsPositions) {
  PostingCursor cursor(&built_.list, &built_.chunks);
  std::vector<std::uint32_t> positions;
  for (const SlowPosting& p : slow_) {
    ASSERT_EQ(cursor.doc(), p.doc);
    ASSERT_EQ(cursor.tf(), p.positions.size());
    ASSERT_TRUE(cursor.Positions(&positions).ok());
    ASSERT_EQ(positions, p.positions);
    cursor.Next();
  }
  EXPECT_EQ(cursor.doc(), PostingCursor::kEnd);
  cursor.Next();
  EXPECT_EQ(cursor.doc(), PostingCursor::kEnd);
  EXPECT_TRUE(cursor.status().ok());
}

TEST_P(PostingLists, BagOfWordsNeverReadsPositions) {
  PostingCursor cursor(&built_.list, &built_.chunks);
  while (cursor.doc() != PostingCursor::kEnd) cursor.Next();
  EXPECT_EQ(built_.chunks.positions_reads, 0U);
  EXPECT_EQ(built_.chunks.postings_reads, built_.list.chunk_here ? 0 : built_.list.chunks.size());
}

TEST_P(PostingLists, SeekAgreesWithTheTwin) {
  for (int round = 0; round < 20; ++round) {
    PostingCursor cursor(&built_.list, &built_.chunks);
    const std::uint64_t stride =
        1 + random_() % (std::uint64_t{slow_.back().doc} / (1 + random_() % 50) + 2);
    std::vector<std::uint32_t> positions;
    for (std::uint64_t target = random_() % stride; target < slow_.back().doc + stride;
         target += 1 + random_() % stride) {
      if (target >= PostingCursor::kEnd) break;
      if (random_() % 4 == 0) cursor.Next();
      const std::uint32_t before = cursor.doc();
      cursor.SeekTo(static_cast<std::uint32_t>(target));
      const auto expected = SlowSeek(slow_, std::max(before, static_cast<std::uint32_t>(target)));
      if (expected == slow_.end()) {
        ASSERT_EQ(cursor.doc(), PostingCursor::kEnd);
        break;
      }
      ASSERT_EQ(cursor.doc(), expected->doc);
      ASSERT_EQ(cursor.tf(), expected->positions.size());
      if (random_() % 3 != 0) continue;
      for (int twice = 0; twice < 2; ++twice) {
        ASSERT_TRUE(cursor.Positions(&positions).ok());
        ASSERT_EQ(positions, expected->positions);
      }
    }
  }
}

TEST_P(PostingLists, GoesAnywhereAsTheTwinDoes) {
  PostingCursor cursor(&built_.list, &built_.chunks);
  std::vector<std::uint32_t> positions;
  for (int step = 0; step < 400; ++step) {
    // Near the current posting, or anywhere, also behind the end.
    const std::uint32_t near = slow_[random_() % std::min<std::size_t>(slow_.size(), 200)].doc;
    const auto far = static_cast<std::uint32_t>(random_() % (slow_.back().doc + 3));
    const std::uint32_t target = step % 3 == 0 ? far : near;
    cursor.GoTo(target);
    const auto expected = SlowSeek(slow_, target);
    if (expected == slow_.end()) {
      ASSERT_EQ(cursor.doc(), PostingCursor::kEnd);
      continue;
    }
    ASSERT_EQ(cursor.doc(), expected->doc);
    ASSERT_EQ(cursor.tf(), expected->positions.size());
    ASSERT_TRUE(cursor.Positions(&positions).ok());
    ASSERT_EQ(positions, expected->positions);
  }
  EXPECT_TRUE(cursor.status().ok());
}

TEST_P(PostingLists, BoundsCoverEveryPostingUpToTheirLastDoc) {
  PostingCursor cursor(&built_.list, &built_.chunks);
  std::size_t at = 0;
  while (at < slow_.size()) {
    cursor.SeekTo(slow_[at].doc);
    // Where the cursor is, and ahead of it in chunks that it has not read.
    const std::size_t ahead = std::min(slow_.size() - 1, at + random_() % 3000);
    const PostingCursor::BlockBound bound = cursor.Bound(slow_[ahead].doc);
    ASSERT_GE(bound.last, slow_[ahead].doc);
    ASSERT_LE(bound.impacts.size(), kMaxImpacts);
    for (std::size_t i = ahead; i < slow_.size() && slow_[i].doc <= bound.last; ++i) {
      const auto tf = static_cast<std::uint32_t>(slow_[i].positions.size());
      ASSERT_TRUE(
          std::any_of(bound.impacts.begin(), bound.impacts.end(), [&](const Impact& impact) {
            return impact.tf >= tf && impact.length <= slow_[i].length;
          }));
    }
    at += 1 + random_() % 200;
  }
  EXPECT_EQ(cursor.Bound(slow_.back().doc + 1).last, PostingCursor::kEnd);
}

// Not silly: no pair has a tf above, or a length below, what stands in the list.
TEST_P(PostingLists, BoundsAreNoLooserThanTheExtremes) {
  std::uint32_t max_tf = 0, min_length = 0xffffffffU;
  for (const SlowPosting& p : slow_) {
    max_tf = std::max(max_tf, static_cast<std::uint32_t>(p.positions.size()));
    min_length = std::min(min_length, p.length);
  }
  ASSERT_GT(built_.list.impacts.size(), 0U);
  EXPECT_EQ((built_.list.impacts.end() - 1)->tf, max_tf);
  EXPECT_EQ(built_.list.impacts.begin()->length, min_length);
}

TEST_P(PostingLists, ChunksAreClosedInTime) {
  for (std::size_t i = 0; i + 1 < built_.chunks.chunks.size(); ++i) {
    const auto& [postings, positions] = built_.chunks.chunks[i];
    EXPECT_TRUE(postings.size() > kChunkBytes || positions.size() > kChunkPositionBytes);
    EXPECT_LT(postings.size(), 2 * kChunkBytes);
  }
}

TEST_P(PostingLists, TermRecordsComeBack) {
  TermRecord term;
  term.df = built_.list.df;
  term.cf = built_.list.cf;
  term.fields = {built_.list, built_.list};
  term.fields[1].field = Field::kDescription;
  const std::string bytes = term.Encode();
  TermRecord back;
  ASSERT_TRUE(back.Decode(bytes));
  EXPECT_EQ(back, term);
  EXPECT_EQ(back.Find(Field::kDescription), &back.fields[1]);
  EXPECT_EQ(back.Find(Field::kTitle), nullptr);
  EXPECT_FALSE(back.Decode(bytes + "x"));
  for (std::size_t cut = 0; cut < std::min<std::size_t>(bytes.size(), 2000); ++cut) {
    EXPECT_FALSE(back.Decode(std::string_view(bytes).substr(0, cut)));
  }
}

// A damaged list ends with a status or gives wrong numbers; it never reads past an end (ASan
// watches).
TEST_P(PostingLists, DamageIsSeenOrHarmless) {
  std::vector<std::uint32_t> positions;
  for (int round = 0; round < 60; ++round) {
    BuiltList damaged = built_;
    const auto hurt = [&](std::string* bytes) {
      if (bytes->empty()) return;
      if (random_() % 4 == 0) bytes->resize(random_() % bytes->size());
      if (bytes->empty()) return;
      for (int k = 0; k < 3; ++k)
        (*bytes)[random_() % std::min<std::size_t>(bytes->size(), 400)] ^=
            static_cast<char>(1 << (random_() % 8));
    };
    hurt(&damaged.list.inline_postings);
    hurt(&damaged.list.inline_positions);
    for (auto& [p, q] : damaged.chunks.chunks) {
      hurt(round % 2 == 0 ? &p : &q);
    }
    PostingCursor cursor(&damaged.list, &damaged.chunks);
    std::uint32_t before = 0;
    for (std::size_t n = 0; cursor.doc() != PostingCursor::kEnd && n < 2000; ++n) {
      ASSERT_TRUE(n == 0 || cursor.doc() > before);
      before = cursor.doc();
      if (cursor.Bound(before).last == PostingCursor::kEnd && cursor.doc() == PostingCursor::kEnd)
        break;
      if (cursor.tf() < 100000 && !cursor.Positions(&positions).ok()) break;
      if (random_() % 10 == 0) {
        cursor.SeekTo(cursor.doc() + 1 + static_cast<std::uint32_t>(random_() % 5000));
      } else {
        cursor.Next();
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, PostingLists,
                         testing::Values(Shape{1, 1, 1}, Shape{1, 0x7fffffff, 100000},
                                         Shape{2, 0x7fffffff, 3}, Shape{20, 100, 4},
                                         Shape{100, 50, 3}, Shape{127, 1, 1}, Shape{128, 1, 1},
                                         Shape{129, 3, 2}, Shape{300, 1000000, 500},
                                         Shape{1000, 5000000, 2000}, Shape{5000, 4, 9},
                                         Shape{40000, 100, 30}, Shape{100000, 8, 3}));

TEST(PostingListWriter, EmptyListHasNoPostings) {
  const BuiltList built = Build({});
  EXPECT_EQ(built.list.df, 0U);
  PostingCursor cursor(&built.list, nullptr);
  EXPECT_EQ(cursor.doc(), PostingCursor::kEnd);
  EXPECT_EQ(cursor.Bound(0).last, PostingCursor::kEnd);
}

TEST(PostingListWriter, HoldsTheLargestDocAndPosition) {
  const SlowList slow = {{0, 1, {0xfffffffe}}, {PostingCursor::kEnd - 1, 9, {0, 1, 0xfffffffe}}};
  const BuiltList built = Build(slow);
  EXPECT_TRUE(built.list.chunks.empty());
  PostingCursor cursor(&built.list, nullptr);
  std::vector<std::uint32_t> positions;
  ASSERT_TRUE(cursor.Positions(&positions).ok());
  EXPECT_EQ(positions, slow[0].positions);
  cursor.SeekTo(PostingCursor::kEnd - 1);
  ASSERT_TRUE(cursor.Positions(&positions).ok());
  EXPECT_EQ(positions, slow[1].positions);
}

TEST(PostingListWriter, ShortListsStandInlineAndLongOnesDoNot) {
  SlowList slow;
  for (std::uint32_t i = 0; i < 60; ++i) slow.push_back({i * 3, 10, {i % 50}});
  EXPECT_TRUE(Build(slow).list.chunks.empty());
  for (SlowPosting& p : slow) p.positions = {1, 500, 2000, 6000};
  EXPECT_EQ(Build(slow).list.chunks.size(), 1U);
  EXPECT_TRUE(Build(slow).list.chunk_here);
  for (std::uint32_t i = 60; i < 5000; ++i) slow.push_back({i * 3, 10, {i % 50}});
  EXPECT_EQ(Build(slow).list.chunks.size(), 1U);
  EXPECT_FALSE(Build(slow).list.chunk_here);
  EXPECT_TRUE(Build(slow).list.inline_postings.empty());
}

// An inline list and its positions stay usable when the cursor moves house.
// The gaps of a short block are added up in 64 bits, so that damaged ones do not begin anew at 0.
TEST(PostingBlock, AShortBlockEndsBeforeTheLastNumber) {
  const auto reads = [](std::uint32_t last_gap) {
    std::string payload;
    PutPostings(std::vector<std::uint32_t>{0xfffffff0U, last_gap}, std::vector<std::uint32_t>{1, 1},
                &payload);
    std::array<std::uint32_t, 2> docs{}, tfs{};
    return ReadPostings(payload, 0, 2, docs.data(), tfs.data());
  };
  EXPECT_TRUE(reads(0x0d)) << "0xfffffffe";
  EXPECT_FALSE(reads(0x0e)) << "the number that no doc has";
  EXPECT_FALSE(reads(0x0f)) << "0 again";
}

TEST(PostingCursor, CanBeMoved) {
  std::mt19937_64 random(5);
  const SlowList slow = RandomList(&random, 500, 9, 4);
  BuiltList built = Build(slow);
  std::vector<PostingCursor> cursors;
  for (int i = 0; i < 5; ++i) cursors.emplace_back(&built.list, &built.chunks);
  for (PostingCursor& cursor : cursors) {
    for (const SlowPosting& p : slow) {
      ASSERT_EQ(cursor.doc(), p.doc);
      cursor.Next();
    }
  }
}

TEST(PostingCursor, PassesOnWhatTheReaderSays) {
  struct Failing : ChunkReader {
    Result<std::string_view> Postings(Field, std::uint32_t) override {
      return Status(Code::kIo, "no");
    }
    Result<std::string_view> Positions(Field, std::uint32_t) override {
      return Status(Code::kIo, "no");
    }
  } failing;
  std::mt19937_64 random(5);
  // So long that its chunk does not stand in the row of the term.
  const BuiltList built = Build(RandomList(&random, 5000, 9, 4));
  PostingCursor cursor(&built.list, &failing);
  EXPECT_EQ(cursor.doc(), PostingCursor::kEnd);
  EXPECT_EQ(cursor.status().code(), Code::kIo);
}

// ---- impacts

TEST(ImpactSet, KeepsWhatNothingBeats) {
  const std::vector<Impact> impacts = {{3, 100}, {2, 50}, {2, 60}, {3, 120}, {1, 70}};
  const ImpactSet set = ImpactSet::Of(impacts);
  ASSERT_EQ(set.size(), 2U);
  EXPECT_EQ(set.begin()[0], (Impact{2, 50}));
  EXPECT_EQ(set.begin()[1], (Impact{3, 100}));
}

TEST(ImpactSet, RandomSetsCoverWhatTheyAreMadeOf) {
  std::mt19937_64 random(11);
  for (int round = 0; round < 2000; ++round) {
    std::vector<Impact> a(1 + random() % 200), b(1 + random() % 5);
    for (auto* impacts : {&a, &b}) {
      for (Impact& impact : *impacts) {
        impact = {1 + static_cast<std::uint32_t>(random() % 30),
                  static_cast<std::uint32_t>(random() % 2000)};
      }
    }
    ImpactSet set = ImpactSet::Of(a);
    set.Merge(ImpactSet::Of(b));
    for (const auto* impacts : {&a, &b}) {
      for (const Impact& impact : *impacts) ASSERT_TRUE(set.Covers(impact));
    }
    std::string bytes;
    set.Encode(&bytes);
    ByteReader in(bytes);
    ImpactSet back;
    ASSERT_TRUE(back.Decode(&in));
    EXPECT_TRUE(in.done());
    EXPECT_EQ(back, set);
  }
}

}  // namespace
}  // namespace thresh
