// A page that comes out of a store must be the page that went in.
#include "indexer/page/harvest.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "common/base/files.h"
#include "indexer/detect/page_row.h"
#include "indexer/page/digest.h"
#include "indexer/run/run_format.h"

namespace thresh {
namespace {

constexpr Segmentation kSegmentations[] = {Segmentation::kLayoutBlocks, Segmentation::kStyledBlocks,
                                           Segmentation::kTextNodes, Segmentation::kSourceLines,
                                           Segmentation::kSourceTags};

// What a segment keeps of the page.
HarvestedPage Stored(const Page& page) {
  HarvestedPage stored;
  stored.doc = MakeRunDocRecord(page, DocId(3), SiteId(1), std::nullopt).doc;
  EXPECT_TRUE(stored.text.Decode(EncodeRunText(page)));
  EXPECT_TRUE(stored.links.Decode(EncodeRunLinks(page), page.url));
  stored.harvest = page.harvest;
  return stored;
}

RawPage Html(std::string html) {
  RawPage raw;
  raw.url = "http://Site.Example:80/a/../b%7e?q=1#x";
  raw.docno = "record-1";
  raw.path = "b.html";
  raw.date = "2024-01-02T03:04:05Z";
  raw.bytes = std::move(html);
  return raw;
}

// A page row has all that a detector sees, and the run record all that the merge does.
std::string Everything(const Page& page) {
  return EncodePageRow(page, DocId(0)) +
         MakeRunDocRecord(page, DocId(0), SiteId(0), std::nullopt).EncodeShape() +
         MakeRunDocRecord(page, DocId(0), SiteId(0), std::nullopt).doc.Encode() +
         EncodeRunText(page) + EncodeRunLinks(page) + page.harvest;
}

void ExpectTheSame(const std::string& html, PageForm form = PageForm::kHtml) {
  for (const Segmentation segmentation : kSegmentations) {
    SCOPED_TRACE(static_cast<int>(segmentation));
    DigestOptions options;
    options.segmentation = segmentation;
    Result<std::unique_ptr<Digester>> digester = Digester::Make(options);
    RawPage raw = Html(html);
    raw.form = form;
    const Page first = (*digester)->Digest(std::move(raw));
    RawPage again;
    again.form = PageForm::kStored;
    again.bytes = EncodeHarvestedPage(Stored(first));
    Result<Page> restored = (*digester)->Restore(again);
    ASSERT_TRUE(restored.ok()) << restored.status().message();
    EXPECT_TRUE(restored->stored);
    EXPECT_TRUE(Everything(*restored) == Everything(first));
  }
}

TEST(Harvest, RestoresAPageOfEachKind) {
  ExpectTheSame("");
  ExpectTheSame("<title>t</title>");
  ExpectTheSame("<h1>One <b>two</b>three</h1><table><tr><td>a<td bgcolor=red>b <a href=/x>c</a>");
  ExpectTheSame("<body class=k><div id=1><div><p>a</p></div>b</div><ul><li>c<li>d</ul><img src=i>");
  ExpectTheSame("one\n\ntwo three\n\nfour", PageForm::kText);
  ExpectTheSame("<p>" + std::string(1 << 20, 'x') + " <x-y>z</x-y>");
}

TEST(Harvest, RestoresThePagesOfTheFixture) {
  std::size_t pages = 0;
  for (const auto& file :
       std::filesystem::recursive_directory_iterator(THRESH_SOURCE_DIR "/tests/fixtures/site")) {
    if (!file.is_regular_file()) continue;
    SCOPED_TRACE(file.path().string());
    ExpectTheSame(ReadFile(file.path().string()).value());
    ++pages;
  }
  EXPECT_GT(pages, 10U);
}

// Every shorter or changed row is refused, or makes a page whose numbers lead nowhere else.
TEST(Harvest, TakesDamagedBytes) {
  DigestOptions options;
  options.segmentation = Segmentation::kTextNodes;
  Result<std::unique_ptr<Digester>> digester = Digester::Make(options);
  const Page page =
      (*digester)->Digest(Html("<h1>One</h1><div class=a><p>two <a href=/x>three</a></div>"));
  const std::string good = EncodeHarvestedPage(Stored(page));
  std::size_t refused = 0;
  for (std::size_t i = 0; i < good.size(); ++i) {
    for (const char byte : {'\0', '\x01', '\x7f', '\xff'}) {
      RawPage raw;
      raw.bytes = good;
      raw.bytes[i] = byte;
      if (!(*digester)->Restore(raw).ok()) ++refused;
    }
    RawPage cut;
    cut.bytes = good.substr(0, i);
    EXPECT_FALSE((*digester)->Restore(cut).ok());
  }
  EXPECT_GT(refused, good.size() / 2);
}

}  // namespace
}  // namespace thresh
