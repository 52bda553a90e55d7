#include "indexer/build/feed_plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace thresh {
namespace {

using Merged = std::vector<bool>;

TEST(SegmentsToMergeTest, FewSegmentsWithoutMasksStay) {
  EXPECT_EQ(SegmentsToMerge({}, 5, 10), Merged());
  EXPECT_EQ(SegmentsToMerge(std::vector<KeptSegment>{{100, 0}, {3, 0}}, 7, 10),
            (Merged{false, false}));
}

TEST(SegmentsToMergeTest, SmallSegmentsAreJoinedWhereThereAreTooMany) {
  const std::vector<KeptSegment> kept = {{1000, 0}, {5, 0}, {6, 0}, {800, 0}};
  EXPECT_EQ(SegmentsToMerge(kept, 4, 3), (Merged{false, true, true, false}));
  EXPECT_EQ(SegmentsToMerge(kept, 4, 4), (Merged{false, true, false, false}));
}

// A segment is not written anew for a few pages that come to it.
TEST(SegmentsToMergeTest, TheNewSegmentOutgrowsWhatGoesIn) {
  const std::vector<KeptSegment> kept = {{100, 0}, {90, 0}, {1, 0}, {90, 0}};
  EXPECT_EQ(SegmentsToMerge(kept, 1, 4), (Merged{false, false, true, false}));
  EXPECT_EQ(SegmentsToMerge(kept, 1, 3), (Merged{false, true, true, true}));
}

TEST(SegmentsToMergeTest, SegmentsWithManyMaskedPagesAreWrittenAnew) {
  const std::vector<KeptSegment> kept = {{70, 30}, {100, 2}, {10, 40}};
  EXPECT_EQ(SegmentsToMerge(kept, 40, 10), (Merged{false, false, true}));
  EXPECT_EQ(SegmentsToMerge(std::vector<KeptSegment>{{80, 20}}, 0, 10), (Merged{false}));
  EXPECT_EQ(SegmentsToMerge(std::vector<KeptSegment>{{79, 21}}, 0, 10), (Merged{true}));
}

TEST(SegmentsToMergeTest, OneSegmentIsAStoreAsABuildWritesIt) {
  EXPECT_EQ(SegmentsToMerge(std::vector<KeptSegment>{{80, 0}}, 0, 1), (Merged{false}));
  EXPECT_EQ(SegmentsToMerge(std::vector<KeptSegment>{{80, 1}}, 0, 1), (Merged{true}));
  EXPECT_EQ(SegmentsToMerge(std::vector<KeptSegment>{{80, 0}}, 1, 1), (Merged{true}));
  EXPECT_EQ(SegmentsToMerge(std::vector<KeptSegment>{{80, 0}, {900, 0}}, 0, 1),
            (Merged{true, true}));
}

// 2,000 steps, each of which writes a share of the pages anew: the bounds hold after each of them,
// and each page is written O(log n) times.
TEST(SegmentsToMergeTest, ManyStepsStayWithinTheBounds) {
  std::mt19937 dice(7);
  for (const double most_changed : {0.001, 0.02, 0.3}) {
    std::vector<KeptSegment> segments = {{100'000, 0}};
    double written = 0, changed = 0;
    for (int step = 0; step < 2000; ++step) {
      const double share = most_changed * std::uniform_real_distribution<>(0, 1)(dice);
      std::uint64_t fresh = 0;
      for (KeptSegment& segment : segments) {
        const auto moved =
            static_cast<std::uint64_t>(std::ceil(share * static_cast<double>(segment.live)));
        segment.live -= moved;
        segment.masked += moved;
        fresh += moved;
      }
      std::erase_if(segments, [](const KeptSegment& segment) { return segment.live == 0; });
      changed += static_cast<double>(fresh);
      const Merged merged = SegmentsToMerge(segments, fresh, FeedRules::kMostSegments);
      std::vector<KeptSegment> after;
      std::uint64_t live = fresh, masked = 0;
      for (std::size_t s = 0; s < segments.size(); ++s) {
        live += merged[s] ? segments[s].live : 0;
        masked += merged[s] ? 0 : segments[s].masked;
        if (!merged[s]) after.push_back(segments[s]);
      }
      after.push_back({live, 0});
      written += static_cast<double>(live);
      segments = std::move(after);
      ASSERT_LE(segments.size(), FeedRules::kMostSegments);
      ASSERT_LE(static_cast<double>(masked), kMostMasked * static_cast<double>(100'000 + masked));
    }
    EXPECT_LT(written / changed, 10) << most_changed;
  }
}

}  // namespace
}  // namespace thresh
