// The detector agrees with its slow twin on random sites.
#include <gtest/gtest.h>

#include "tests/support/judged_run.h"
#include "tests/unit/indexer/detect/spine/pages.h"
#include "tests/unit/indexer/detect/spine/slow_twin.h"

namespace thresh {
namespace {

// Pages of nested random components: some on all pages, some here and there, some with words of
// their own.
class RandomSite {
 public:
  explicit RandomSite(std::uint32_t seed) : dice_(seed) {
    for (int c = 0; c < 9; ++c) frames_.push_back(Frame());
  }

  HtmlSite Make() {
    HtmlSite site;
    const std::uint32_t pages = 6 + dice_.Below(40);
    for (std::uint32_t p = 0; p < pages; ++p) {
      std::string body;
      for (const Shape& frame : frames_) body += Component(frame, p);
      site.Add("http://example.com/" + std::to_string(dice_.Below(3)) + "/" + std::to_string(p),
               body);
    }
    return site;
  }

 private:
  struct Shape {
    std::string open, close;
    std::uint32_t percent;  // of the pages that have it
    std::uint32_t kind;
  };

  std::string Pick(const std::vector<std::string>& from) { return from[dice_.Below(from.size())]; }

  Shape Frame() {
    const std::string tag =
        Pick({"div", "div", "nav", "section", "main", "ul", "p", "table", "footer"});
    std::string open = "<" + tag;
    if (dice_.Below(3) != 0)
      open += " class=\"" + Pick({"a", "b", "c-1", "c-2 active", "d e"}) + "\"";
    if (dice_.Below(5) == 0) open += " id=\"i" + std::to_string(dice_.Below(4)) + "\"";
    if (tag == "table") return {open + "><tr><td>", "</td></tr></table>", 100, dice_.Below(5)};
    return {open + ">", "</" + tag + ">", dice_.Below(3) == 0 ? 40U : 100U, dice_.Below(5)};
  }

  std::string Component(const Shape& frame, std::uint32_t page) {
    if (dice_.Below(100) >= frame.percent) return "";
    const std::string n = std::to_string(page);
    std::string inside;
    switch (frame.kind) {
      case 0:
        inside = Anchor("Home page", "/") + Anchor("Our news", "/n") + Anchor("Title " + n, n);
        break;
      case 1:
        inside = "<div class=\"text\"><h2>Title " + n + "</h2>" + P(OwnWords(30, n)) +
                 P("See also") + "</div>";
        break;
      case 2:
        inside = "Copyright by <b>somebody</b> at large, who printed this as page " + n + " of it";
        break;
      case 3:
        inside = P(OwnWords(static_cast<int>(dice_.Below(20)), std::to_string(dice_.Below(12)))) +
                 Anchor("Top of it", "#top");
        break;
      default:
        inside = "<h3>Related pages</h3>" + Anchor("Title " + std::to_string(dice_.Below(9)), "x");
    }
    return frame.open + inside + frame.close;
  }

  Dice dice_;
  std::vector<Shape> frames_;
};

TEST(SpineTwin, AgreesOnRandomSites) {
  std::size_t struck = 0, texts = 0;
  for (std::uint32_t seed = 0; seed < 30; ++seed) {
    const std::vector<Page> pages = RandomSite(seed).Make().Digest(Segmentation::kTextNodes);
    const auto detector = FindDetector("spine")->make({});
    Catalog catalog;
    for (const Page& page : pages) ObserveNext(detector.get(), &catalog, page);
    std::set<std::pair<std::size_t, std::size_t>> fast;
    for (const Strike& strike : detector->Conclude().strikes)
      fast.emplace(strike.doc.value, strike.block.value);
    EXPECT_EQ(fast, SlowSpine(pages)) << "seed " << seed;
    struck += fast.size();
    for (const Page& page : pages) texts += page.spans.size();
  }
  EXPECT_GT(struck * 10, texts);  // there was something to find, and something to keep
  EXPECT_LT(struck * 10, texts * 9);
}

}  // namespace
}  // namespace thresh
