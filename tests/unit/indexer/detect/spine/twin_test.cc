// The detector agrees with its slow twin on random sites.
#include <gtest/gtest.h>

#include <map>

#include "tests/support/judged_run.h"
#include "tests/unit/indexer/detect/spine/random_site.h"
#include "tests/unit/indexer/detect/spine/slow_twin.h"

namespace thresh {
namespace {

// The twin knows one name for both ends.
std::string NameOf(const TemplateRule& rule) {
  return rule.name == "spine.head" || rule.name == "spine.tail" ? "spine.ends" : rule.name;
}

SlowStrikes FastSpine(const std::vector<Page>& pages) {
  const auto detector = FindDetector("spine")->make({});
  Catalog catalog;
  for (const Page& page : pages) ObserveNext(detector.get(), &catalog, page);
  const Strikes found = detector->Conclude();
  SlowStrikes strikes;
  for (const Strike& strike : found.strikes) {
    strikes[{strike.doc.value, strike.block.value}] =
        NameOf(found.templates[strike.template_id.value].rule);
  }
  return strikes;
}

std::string Spelled(const SlowStrikes& strikes) {
  std::string all;
  for (const auto& [place, rule] : strikes) {
    all += std::to_string(place.first) + "/" + std::to_string(place.second) + " " + rule + "\n";
  }
  return all;
}

// What stands in one list only.
SlowStrikes Without(const SlowStrikes& strikes, const SlowStrikes& other) {
  SlowStrikes rest;
  for (const auto& [place, rule] : strikes) {
    const auto at = other.find(place);
    if (at == other.end() || at->second != rule) rest.emplace(place, rule);
  }
  return rest;
}

// An item of a list is no element of the log until a list begins inside it. So the item is named by
// the first text of that list, and the label of the page before it does not make two styles of one.
TEST(SpineTwin, AgreesOnListsInLists) {
  HtmlSite site;
  for (int i = 0; i < 20; ++i) {
    const std::string n = std::to_string(i);
    site.Add("<div class=\"text\">" + P(OwnWords(60, n)) + "</div><ul><li>Part w" + n +
             "l <ul><li>" + OwnWords(10, "l" + n) + "</li><li>" + OwnWords(10, "m" + n) +
             "</li></ul></li><li>Part w" + n +
             "m <ul><li>Chairs to sit on</li><li>Tables to eat at</li></ul></li></ul>");
  }
  const std::vector<Page> pages = site.Digest(Segmentation::kTextNodes);
  const SlowStrikes fast = FastSpine(pages);
  EXPECT_EQ(fast, SlowSpine(pages));
  EXPECT_EQ(fast.size(), 2U * 20);
  EXPECT_EQ(fast.begin()->second, "spine.I1");
}

TEST(SpineTwin, AgreesOnRandomSites) {
  std::map<std::string, std::size_t> struck;  // texts by rule
  std::size_t strikes = 0, texts = 0;
  for (std::uint32_t seed = 0; seed < 250; ++seed) {
    const std::vector<Page> pages = RandomSite(seed).Make().Digest(Segmentation::kTextNodes);
    const SlowStrikes fast = FastSpine(pages), slow = SlowSpine(pages);
    EXPECT_EQ(fast, slow) << "seed " << seed << ", " << pages.size() << " pages, only fast:\n"
                          << Spelled(Without(fast, slow)) << "only slow:\n"
                          << Spelled(Without(slow, fast));
    for (const auto& [place, rule] : fast) ++struck[rule];
    strikes += fast.size();
    for (const Page& page : pages) texts += page.spans.size();
  }
  EXPECT_GT(strikes * 10, texts);  // there was something to find, and something to keep
  EXPECT_LT(strikes * 10, texts * 9);
  for (const auto& [rule, count] : struck) RecordProperty(rule.substr(6), std::to_string(count));
  for (const char* rule : {"spine.O1", "spine.O2", "spine.O3", "spine.I1", "spine.I2", "spine.I3",
                           "spine.E", "spine.length", "spine.ends"})
    EXPECT_GT(struck[rule], 100U) << rule;
}

}  // namespace
}  // namespace thresh
