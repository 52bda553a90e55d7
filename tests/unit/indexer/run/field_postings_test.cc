#include "indexer/run/field_postings.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "indexer/run/run.h"
#include "indexer/run/run_format.h"
#include "indexer/run/run_reader.h"
#include "indexer/run/run_writer.h"
#include "tests/support/dice.h"
#include "tests/support/page_maker.h"
#include "tests/support/temp_folder.h"

namespace thresh {
namespace {

// Blocks nest, so the words of an outer one stand on both sides of an inner one's.
std::string RandomHtml(Dice* dice) {
  static constexpr const char* kOpen[] = {"<div>", "<p>", "<b>", "<ul><li>"};
  static constexpr const char* kClose[] = {"</div>", "</p>", "</b>", "</li></ul>"};
  std::string html = "<title>a b " + std::string(dice->Below(2) != 0 ? "a" : "c") + "</title>";
  html += "<meta name=description content='b c'>";
  std::vector<std::uint32_t> open;
  for (std::uint32_t n = dice->Below(40); n > 0; --n) {
    const std::uint32_t kind = dice->Below(4);
    if (dice->Below(3) == 0) {
      html += kOpen[kind];
      open.push_back(kind);
    } else if (dice->Below(3) == 0 && !open.empty()) {
      html += kClose[open.back()];
      open.pop_back();
    }
    // Without a blank a tag cuts a word.
    html += std::string(1, static_cast<char>('a' + dice->Below(6))) + " the";
    if (dice->Below(3) != 0) html += " ";
  }
  return html;
}

std::vector<std::pair<std::string, std::string>> AllRows(const std::string& file) {
  std::vector<std::pair<std::string, std::string>> all;
  const auto run = RunFile::Open(file);
  EXPECT_TRUE(run.ok());
  for (const char kind : {kRunDocs, kRunHarvest, kRunLinks, kRunTerms, kRunTexts}) {
    for (const auto rows = run.value()->Scan(kind); rows->Valid(); rows->Next())
      all.emplace_back(kind + std::string(rows->key()), rows->value());
  }
  return all;
}

TEST(FieldPostings, TheFileOfARunDoesNotDependOnThem) {
  const TempFolder folder;
  Dice dice(12);
  std::size_t cut = 0;
  for (int round = 0; round < 10; ++round) {
    RunTable with(64u << 20), without(64u << 20, false), by_field(64u << 20, false);
    DigestOptions options;
    options.segmentation = round % 3 == 0 ? Segmentation::kLayoutBlocks : Segmentation::kTextNodes;
    options.analyzer.stop_words = round % 5 == 0 ? "none" : "english";
    HtmlPages pages(options);
    options.words_by_field = true;
    HtmlPages pages_by_field(options);
    for (std::uint32_t doc = 0; doc < 30; ++doc) {
      // In even rounds the pages do not come in the order of their URLs.
      const std::uint32_t name = round % 2 == 0 ? dice.Below(1000) : 100 + doc;
      const std::string html = RandomHtml(&dice), url = "http://a.example/" + std::to_string(name);
      const Page page = pages.Digest(html, url);
      cut += page.cut_words.size();
      with.Add(page, DocId(7 + doc), SiteId(0), {});
      without.Add(page, DocId(7 + doc), SiteId(0), {});
      by_field.Add(pages_by_field.Digest(html, url), DocId(7 + doc), SiteId(0), {});
    }
    const auto rows_of = [&](RunTable* table) {
      const auto run = table->Freeze();
      EXPECT_EQ(run->blocks().empty(), table != &with);
      RunWriter writer(folder / "run.sst");
      EXPECT_TRUE(writer.Put(*run).ok() && writer.Finish({}, {}).ok());
      return AllRows(folder / "run.sst");
    };
    const auto rows = rows_of(&with);
    EXPECT_FALSE(rows.empty());
    EXPECT_EQ(rows, rows_of(&without));
    EXPECT_EQ(rows, rows_of(&by_field));
  }
  EXPECT_GT(cut, 100u);
}

TEST(RunWriter, ARunThatIsNotPackedIsLargerAndHasTheSameRows) {
  const TempFolder folder;
  RunTable table(64u << 20, false);
  HtmlPages pages(Segmentation::kTextNodes);
  Dice dice(13);
  for (std::uint32_t doc = 0; doc < 30; ++doc)
    table.Add(pages.Digest(RandomHtml(&dice)), DocId(doc), SiteId(0), {});
  const auto run = table.Freeze();
  const auto bytes_of = [&](const std::string& file, bool packed) {
    RunWriter writer(file, packed);
    EXPECT_TRUE(writer.Put(*run).ok());
    Result<FileEntry> entry = writer.Finish({}, {});
    EXPECT_TRUE(entry.ok());
    return entry.ok() ? entry->bytes : std::uint64_t{0};
  };
  const std::uint64_t packed = bytes_of(folder / "packed.sst", true);
  EXPECT_GT(bytes_of(folder / "unpacked.sst", false), packed + packed / 2);
  EXPECT_EQ(AllRows(folder / "unpacked.sst"), AllRows(folder / "packed.sst"));
}

}  // namespace
}  // namespace thresh
