// Names in the formulas are those of StyleFacts on the left of a comparison and those of the
// parameter table (parameters.h) on its right. Each formula is followed by the reason for the rule:
// what it catches, and what it would take by mistake without one of its conditions.
#include "indexer/detect/spine/rules.h"

#include <algorithm>

namespace thresh::spine {
namespace {

using Facts = StyleFacts;
using Parameters = SpineParameters;

// Navigation: landmark, or dense >= dense_in and off >= links.
//
// What the author calls navigation, and what looks like it: the same links off the page every time.
// It needs less coverage, because lists of categories stand on a tenth of the pages of a wiki.
bool IsNavigation(const Facts& f, const Parameters& p) {
  return f.landmark || (f.dense >= p.dense_in && f.off >= p.links);
}

// Outside: out >= placed and coverage >= coverage (navigation: coverage_mark),
//          or landmark and coverage >= coverage.
//
// Every O rule asks for this. What stands beside the container of the content is furniture if the
// pages of one kind have it in common. Without coverage a box on a few special pages would go.
bool LeavesSpine(const Facts& f, const Parameters& p) {
  return (f.out >= p.placed && f.coverage >= (IsNavigation(f, p) ? p.coverage_mark : p.coverage)) ||
         (f.landmark && f.coverage >= p.coverage);
}

// Inside: coverage >= coverage_in and edge >= placed and copies <= copies.
//
// Every I rule asks for this. "See also" repeats as often as "Home" does. What tells a bar inside
// the content from a label is that nearly every page has it, once or twice, at an end of the page.
bool StandsInside(const Facts& f, const Parameters& p) {
  return f.coverage >= p.coverage_in && f.edge >= p.placed && f.copies <= p.copies;
}

// Bar: dense >= dense_bar and links >= links and off >= off_bar and single <= single.
//
// A row of links such as Prev, a title, Next: a part repeats, what changes is links, and the titles
// stand elsewhere on the site too. Without `single` a list of links that only this page has would
// be a bar.
bool IsBar(const Facts& f, const Parameters& p) {
  return f.dense >= p.dense_bar && f.links >= p.links && f.off >= p.off_bar && f.single <= p.single;
}

// O1: outside and dense >= dense.
//
// Menus, headers, footers. The threshold is low because a bar with a changing title is dense in a
// third of its words only, where Chen, Ye and Li ask for 80 %. Inside the content it would take
// every label.
bool O1(const Facts& f, const Parameters& p) { return LeavesSpine(f, p) && f.dense >= p.dense; }

// O2: outside and links >= links and single <= single and max(dense, dense_mean) >= dense_nav
//     and (landmark or off >= off_nav).
//
// Navigation whose entries change from page to page, so that O1 misses it: breadcrumbs, the
// siblings of a chapter. `dense_mean` counts elements alike, so one long list does not hide many
// short ones. Without `off` a table of contents of the page itself would go.
bool O2(const Facts& f, const Parameters& p) {
  return LeavesSpine(f, p) && f.links >= p.links && f.single <= p.single &&
         std::max(f.dense, f.dense_mean) >= p.dense_nav && (f.landmark || f.off >= p.off_nav);
}

// O3: outside and coverage >= coverage_in and scoped >= dense and single <= single.
//
// A header that echoes titles of this page and of others, as text or as links, and has nothing of
// its own. Such titles are known in the scope and dense nowhere. O3 asks for more coverage, because
// known titles are weaker evidence than dense words.
bool O3(const Facts& f, const Parameters& p) {
  return LeavesSpine(f, p) && f.coverage >= p.coverage_in && f.scoped >= p.dense &&
         f.single <= p.single;
}

// I1: inside and dense >= dense_in and heads < heads
//     and (child >= placed or off >= off_bar or back >= placed).
//
// A block that is the same everywhere: a notice, a licence, "Back to top". The last condition
// spares a block that is nested at the front and no link, since that is the label of what follows
// it: "Table of contents". `heads` spares constant headings, which are labels too.
bool I1(const Facts& f, const Parameters& p) {
  return StandsInside(f, p) && f.dense >= p.dense_in && f.heads < p.heads &&
         (f.child >= p.placed || f.off >= p.off_bar || f.back >= p.placed);
}

// I2: inside and bar and constant >= const_bar.
//
// A bar of links that the generator puts inside the content. Some of its labels never change (Prev,
// Next), which tells it from a list of related pages.
bool I2(const Facts& f, const Parameters& p) {
  return StandsInside(f, p) && IsBar(f, p) && f.constant >= p.const_bar;
}

// S: (dense >= dense_in and single <= single) or bar.
//
// The component of an accepted style at another style path: the same menu in another layout, where
// it misses coverage. Only its key speaks for it, so its own words must say the same.
bool S(const Facts& f, const Parameters& p) {
  return (f.dense >= p.dense_in && f.single <= p.single) || IsBar(f, p);
}

// S on fewer than `support` pages: echo >= echo and single <= single.
//
// A style on so few pages has no dense texts, so its texts are compared with those of accepted
// styles.
bool SRare(const Facts& f, const Parameters& p) { return f.echo >= p.echo && f.single <= p.single; }

// B: heads < heads and usual >= dense_bare and off >= off_bar.
//
// Links with which most pages begin or end, in a block that shares its style with paragraphs of the
// content. Without `off` sentences that end most pages would go: "See also lists of ...".
bool B(const Facts& f, const Parameters& p) {
  return f.heads < p.heads && f.usual >= p.dense_bare && f.off >= p.off_bar;
}

// E: heads < heads and (dense >= dense_bare
//                       or (dense >= dense and single <= single and words <= words_bare)).
//
// On pages without class names a bar and the content share one style (`body > div`), which is spine
// and so is never judged as a style. The element is judged by itself instead: nearly all of it
// repeats, or it is short and has nothing of its own. `words_bare` spares long lists of known
// words.
bool E(const Facts& f, const Parameters& p) {
  return f.heads < p.heads &&
         (f.dense >= p.dense_bare ||
          (f.dense >= p.dense && f.single <= p.single && f.words <= p.words_bare));
}

}  // namespace

// The order matters within a place only: the first rule that holds is the one that people read.
std::span<const Rule> Rules() {
  static constexpr Rule kTable[] = {
      {"O1", Place::kOutside, O1}, {"O2", Place::kOutside, O2}, {"O3", Place::kOutside, O3},
      {"I1", Place::kInside, I1},  {"I2", Place::kInside, I2},  {"S", Place::kElsewhere, S},
      {"S", Place::kRare, SRare},  {"B", Place::kBorder, B},    {"E", Place::kBare, E},
  };
  return kTable;
}

const Rule* FindRule(Place place, const StyleFacts& facts, const SpineParameters& parameters) {
  for (const Rule& rule : Rules()) {
    if (rule.place == place && rule.holds(facts, parameters)) return &rule;
  }
  return nullptr;
}

}  // namespace thresh::spine
