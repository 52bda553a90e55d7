// The table of text segments after every page, and what it says of the page's blocks.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <tuple>

#include "indexer/detect/detector.h"
#include "indexer/detect/incremental/segment_table.h"
#include "indexer/detect/incremental/text_segments.h"
#include "indexer/page/tag_codes.h"
#include "tests/golden/golden_file.h"
#include "tests/support/page_maker.h"

namespace thresh {
namespace {

using PathAndText = std::pair<std::string, std::string>;

PathAndText NameOf(const Page& page, std::uint32_t node) {
  const Span& span = page.spans[page.tree.nodes[node].first_text];
  std::string path;
  for (std::uint32_t at = page.tree.nodes[node].parent;; at = page.tree.nodes[at].parent) {
    path = "/" + std::string(TagName(page.tree.nodes[at].tag)) + path;
    if (at == 0) break;
  }
  return {"html" + path, page.text.substr(span.text_begin, span.text_end - span.text_begin)};
}

// Replays a case, with every page counted (dedup=0, as the file says).
class Replay {
 public:
  Replay(double tb, double n) : life_(tb, n), table_(life_), segments_(Separators::kPaper) {}

  void Step(const Page& page, const nlohmann::json& expected) {
    segments_.Read(page);
    for (std::uint32_t n = 0; n < page.tree.nodes.size(); ++n) {
      const PageNode& node = page.tree.nodes[n];
      if (node.tag == kTextTag)
        names_[segments_.segments()[node.first_text].identity] = NameOf(page, n);
    }
    table_.BeginPage();
    for (const TextSegment& segment : segments_.segments()) table_.Count(segment.identity);
    EXPECT_EQ(table_.size(), expected["entries_before_shrink"].get<std::size_t>());
    const auto before = Names();
    CheckBlocks(expected["blocks"]);
    table_.EndPage();
    CheckExpired(before, expected["expired"]);
    CheckTable(expected["table_after"]);
  }

 private:
  std::set<PathAndText> Names() const {
    std::set<PathAndText> names;
    for (const SegmentTable::Entry& entry : table_.entries())
      names.insert(names_.at(entry.segment));
    return names;
  }

  void CheckBlocks(const nlohmann::json& expected) const {
    std::map<std::uint32_t, std::pair<std::uint32_t, std::uint32_t>> lengths;
    for (const TextSegment& segment : segments_.segments()) {
      auto& [template_length, length] = lengths[segment.block];
      length += segment.code_points;
      if (table_.df(segment.identity) >= 5) template_length += segment.code_points;
    }
    ASSERT_EQ(lengths.size(), expected.size());
    for (const auto& block : expected) {
      const auto [template_length, length] = lengths.at(block["block"].get<std::uint32_t>());
      EXPECT_EQ(template_length, block["template_len"].get<std::uint32_t>());
      EXPECT_EQ(length, block["total_len"].get<std::uint32_t>());
      EXPECT_EQ(template_length * 10 > length * 7, block["is_template"].get<bool>());
    }
  }

  void CheckExpired(std::set<PathAndText> before, const nlohmann::json& expected) const {
    for (const PathAndText& name : Names()) before.erase(name);
    std::set<PathAndText> expired;
    for (const auto& name : expected) expired.emplace(name[0], name[1]);
    EXPECT_EQ(before, expired);
  }

  void CheckTable(const nlohmann::json& expected) const {
    using Row = std::tuple<std::string, std::string, std::uint32_t, std::uint32_t, std::uint32_t>;
    std::set<Row> rows, expected_rows;
    for (const SegmentTable::Entry& entry : table_.entries()) {
      const auto& [path, text] = names_.at(entry.segment);
      rows.emplace(path, text, entry.df, entry.last_seen, life_.of(entry.df));
    }
    for (const auto& row : expected) {
      expected_rows.emplace(row["path"], row["text"], row["df"], row["last_seen"], row["max_life"]);
    }
    EXPECT_EQ(rows, expected_rows);
  }

  SegmentLife life_;
  SegmentTable table_;
  TextSegments segments_;
  std::map<Hash128, PathAndText> names_;
};

Page PageOf(const nlohmann::json& each, std::size_t i, HtmlPages* pages) {
  return pages->Digest(each["pages"][i].get<std::string>(),
                       "http://example.com/" + std::to_string(i));
}

TEST(GoldenIncremental, Lifetimes) {
  const nlohmann::json golden = ReadGolden("incremental.json");
  for (const auto& each : golden["lifetimes"]) {
    const SegmentLife life(each["Tb"], each["N"]);
    for (const auto& t : each["t"]) EXPECT_EQ(life.of(t["df"]), t["floor"].get<std::uint32_t>());
  }
}

TEST(GoldenIncremental, Cases) {
  const nlohmann::json golden = ReadGolden("incremental.json");
  HtmlPages pages(Segmentation::kTextNodes);
  for (const auto& each : golden["cases"]) {
    SCOPED_TRACE(each["name"].get<std::string>());
    Replay replay(each["Tb"], each["N"]);
    for (std::size_t i = 0; i < each["pages"].size(); ++i) {
      SCOPED_TRACE("page " + std::to_string(i + 1));
      replay.Step(PageOf(each, i, &pages), each["steps"][i]);
    }
  }
}

// The same cases through the detector; it takes copies of a page for one page, so a case with
// copies is not for it.
TEST(GoldenIncremental, Detector) {
  const nlohmann::json golden = ReadGolden("incremental.json");
  HtmlPages pages(Segmentation::kTextNodes);
  for (const auto& each : golden["cases"]) {
    SCOPED_TRACE(each["name"].get<std::string>());
    if (std::set<std::string>(each["pages"].begin(), each["pages"].end()).size() <
        each["pages"].size())
      continue;
    DetectorConfig config;
    config.Set("incremental.tb", each["Tb"]);
    config.Set("incremental.n", each["N"]);
    const auto detector = FindDetector("incremental")->make(config);
    for (std::uint32_t i = 0; i < each["pages"].size(); ++i) {
      detector->Observe(PageOf(each, i, &pages), {DocId(i), SiteId(0)});
      std::size_t segments = 0;
      for (const auto& block : each["steps"][i]["blocks"]) {
        if (block["is_template"].get<bool>()) segments += block["segments"].size();
      }
      EXPECT_EQ(detector->EndOfRun().strikes.size(), segments) << "page " << i + 1;
    }
  }
}

}  // namespace
}  // namespace thresh
