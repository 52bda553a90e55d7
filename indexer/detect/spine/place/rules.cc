// Names in the formulas are those of StyleFacts on the left of a comparison and those of the
// parameter table (parameters.h) on its right. Each formula is followed by the reason for the rule:
// what it catches, and what it would take by mistake without one of its conditions.
//
// No condition is a cliff. Each says by how much it holds or fails, in parts of its scale: `and` is
// the smallest margin, `or` the largest, and a rule holds down to -kTolerance. So a style that
// misses one threshold by a hair goes with the rest, and one that misses it clearly stays.
#include "indexer/detect/spine/place/rules.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>

namespace thresh::spine {
namespace {

using Facts = StyleFacts;
using Parameters = SpineParameters;

// How far from its limit a value must be for a margin of 1. The scales were written down before
// any of them was measured; halved or doubled they decide the same on nearly all sites.
namespace scale {
constexpr double kDense = .3, kDenseInside = .2, kDenseBar = .2;
constexpr double kCoverage = .5, kCoverageInside = .4;
constexpr double kPlaced = .5;  // out, child, edge, back, off, heads
constexpr double kLinks = .4;
constexpr double kSingle = .1;
constexpr double kCount = 1;  // words and texts of an element
}  // namespace scale
// A little more than a tenth, so that rounding does not decide at the very limit.
constexpr double kTolerance = .1 + 1e-9;

double AtLeast(double value, double limit, double scale) {
  return std::clamp((value - limit) / scale, -1.0, 1.0);
}
double AtMost(double value, double limit, double scale) { return AtLeast(limit, value, scale); }
// A margin of 1 is half of the limit, and -1 twice the limit.
double AtMostTimes(double value, double limit) {
  constexpr double kNothing = 1e-9;
  return std::clamp(std::log2(limit / std::max(value, kNothing)), -1.0, 1.0);
}
double Is(bool holds) { return holds ? 1 : -1; }
double All(std::initializer_list<double> margins) { return std::min(margins); }
double Any(std::initializer_list<double> margins) { return std::max(margins); }

// Navigation: landmark, or dense >= dense_in and off >= links.
//
// What the author calls navigation, and what looks like it: the same links off the page every time.
// It needs less coverage, because lists of categories stand on a tenth of the pages of a wiki.
double IsNavigation(const Facts& f, const Parameters& p) {
  return Any({Is(f.landmark), All({AtLeast(f.dense, p.dense_in, scale::kDenseInside),
                                   AtLeast(f.off, p.links, scale::kPlaced)})});
}

// Outside: out >= placed and coverage >= coverage (navigation: coverage_mark),
//          or landmark and coverage >= coverage.
//
// Every O rule asks for this. What stands beside the container of the content is furniture if the
// pages of one kind have it in common. Without coverage a box on a few special pages would go.
double LeavesSpine(const Facts& f, const Parameters& p) {
  const double covers = AtLeast(f.coverage, p.coverage, scale::kCoverage);
  const double covers_as_mark =
      All({IsNavigation(f, p), AtLeast(f.coverage, p.coverage_mark, scale::kCoverage)});
  return Any({All({AtLeast(f.out, p.placed, scale::kPlaced), Any({covers, covers_as_mark})}),
              All({Is(f.landmark), covers, AtMostTimes(f.copies, p.copies)})});
}

// Inside: coverage >= coverage_in and edge >= placed and copies <= copies.
//
// Every I rule asks for this. "See also" repeats as often as "Home" does. What tells a bar inside
// the content from a label is that nearly every page has it, once or twice, at an end of the page.
double StandsInside(const Facts& f, const Parameters& p) {
  return All({AtLeast(f.coverage, p.coverage_in, scale::kCoverageInside),
              AtLeast(f.edge, p.placed, scale::kPlaced), AtMostTimes(f.copies, p.copies)});
}

// The same: usual >= usual or passages >= passages.
double IsTheSame(const Facts& f, const Parameters& p) {
  return Any(
      {AtLeast(f.usual, p.usual, scale::kDense), AtLeast(f.passages, p.passages, scale::kDense)});
}

// O1: outside and dense >= dense.
//
// Menus, headers, footers. The threshold is low because a bar with a changing title is dense in a
// third of its words only, where Chen, Ye and Li ask for 80 %. Inside the content it would take
// every label.
double O1(const Facts& f, const Parameters& p) {
  return All({LeavesSpine(f, p), AtLeast(f.dense, p.dense, scale::kDense)});
}

// O2: outside and links >= links and single <= single and max(dense, dense_mean) >= dense_nav.
//
// Navigation whose entries change from page to page, so that O1 misses it: breadcrumbs, the
// siblings of a chapter. `dense_mean` counts elements alike, so one long list does not hide many
// short ones. A table of contents of the page itself has no dense
// words, since links into the page are none.
double O2(const Facts& f, const Parameters& p) {
  return All({LeavesSpine(f, p), AtLeast(f.links, p.links, scale::kLinks),
              AtMost(f.single, p.single, scale::kSingle),
              AtLeast(std::max(f.dense, f.dense_mean), p.dense_nav, scale::kDenseBar)});
}

// O3: outside, a landmark and contents >= links.
//
// The contents of a page in its side bar. The links lead into the page, so they are not dense, and
// they change from page to page; but the page says each of them again as a heading.
double O3(const Facts& f, const Parameters& p) {
  return All({Is(f.landmark), LeavesSpine(f, p), AtLeast(f.contents, p.links, scale::kDense)});
}

// I1: inside and dense >= dense_in and heads < heads
//     and (off >= off_bar or (child >= placed or back >= placed) and the same
//                            and (mean_words >= words_in or labels >= labels)).
//
// A block that is the same everywhere: a notice, a licence, "Back to top". The last condition
// spares labels: a block that is nested at the front and no link is the label of what follows it,
// and one text of a few words is the label or the value of a record: "Category:", "In stock".
// `heads` spares constant headings, which are labels too, and `the same` what a page has chosen
// from a list: the features of a house, each of them on a third of the pages.
double I1(const Facts& f, const Parameters& p) {
  const double ends =
      Any({AtLeast(f.child, p.placed, scale::kPlaced), AtLeast(f.back, p.placed, scale::kPlaced)});
  const double is_no_field = Any({AtLeast(f.mean_words, p.words_in, scale::kCount),
                                  AtLeast(f.labels, p.labels, scale::kCount)});
  return All({StandsInside(f, p), AtLeast(f.dense, p.dense_in, scale::kDenseInside),
              AtMost(f.heads, p.heads, scale::kPlaced),
              Any({AtLeast(f.off, p.off_bar, scale::kPlaced),
                   All({ends, is_no_field, IsTheSame(f, p)})})});
}

// I2: inside and labels >= labels and dense >= dense_bar and links >= links and off >= off_bar
//     and single <= single.
//
// A bar of links that the generator puts inside the content, such as Prev, a title, Next: a part
// repeats, what changes is links, and the titles stand elsewhere on the site too. A bar has two
// constant labels, where the field of a record has one: "Category:" and a link. Without `single`
// a list of links that only this page has would be a bar.
double I2(const Facts& f, const Parameters& p) {
  return All({StandsInside(f, p), AtLeast(f.labels, p.labels, scale::kCount),
              AtLeast(f.dense, p.dense_bar, scale::kDenseBar),
              AtLeast(f.links, p.links, scale::kLinks), AtLeast(f.off, p.off_bar, scale::kPlaced),
              AtMost(f.single, p.single, scale::kSingle)});
}

// I3: coverage >= coverage_block and copies <= copies and heads < heads
//     and (passages >= passages or (usual >= usual and off >= links and labels >= labels_bar)).
//
// A block that is known wherever it stands, amid the content as well: a box that asks for
// subscribers, the life of an author, links to share a page. Its texts are long or nothing but
// links, since labels are the same everywhere, too.
double I3(const Facts& f, const Parameters& p) {
  const double is_bar =
      All({AtLeast(f.usual, p.usual, scale::kDense), AtLeast(f.off, p.links, scale::kPlaced),
           AtLeast(f.labels, p.labels_bar, scale::kCount)});
  return All({AtLeast(f.coverage, p.coverage_block, scale::kCoverage),
              AtMostTimes(f.copies, p.copies), AtMost(f.heads, p.heads, scale::kPlaced),
              Any({AtLeast(f.passages, p.passages, scale::kDense), is_bar})});
}

// E: heads < heads and (dense >= dense_bare
//                       or (dense >= dense and single <= single and words <= words_bare)).
//
// On pages without class names a bar and the content share one style (`body > div`), which is spine
// and so is never judged as a style. The element is judged by itself instead: nearly all of it
// repeats, or it is short and has nothing of its own. `words_bare` spares long lists of known
// words.
double E(const Facts& f, const Parameters& p) {
  return All({AtMost(f.heads, p.heads, scale::kPlaced),
              Any({AtLeast(f.dense, p.dense_bare, scale::kDense),
                   All({AtLeast(f.dense, p.dense, scale::kDense),
                        AtMost(f.single, p.single, scale::kSingle),
                        AtMostTimes(f.words, p.words_bare)})})});
}

}  // namespace

// The order matters within a place only: the first rule that holds is the one that people read.
std::span<const Rule> Rules() {
  static constexpr Rule kTable[] = {
      {"O1", Place::kOutside, O1}, {"O2", Place::kOutside, O2}, {"O3", Place::kOutside, O3},
      {"I1", Place::kInside, I1},  {"I2", Place::kInside, I2},  {"I3", Place::kInside, I3},
      {"E", Place::kBare, E},
  };
  return kTable;
}

const Rule* FindRule(Place place, const StyleFacts& facts, const SpineParameters& parameters) {
  for (const Rule& rule : Rules()) {
    if (rule.place == place && rule.margin(facts, parameters) >= -kTolerance) return &rule;
  }
  return nullptr;
}

}  // namespace thresh::spine
