#include "indexer/detect/spine_root.h"

#include "indexer/detect/spine_layouts.h"

namespace thresh {
namespace {

// How many words of a page's own stand in an element.
class OwnWords {
 public:
  explicit OwnWords(double least) : least_(least) {}

  void Enter(const SpinePage& page);
  std::uint32_t In(const LoggedPage::Element& element) const {
    return sums_[element.last_text] - sums_[element.first_text];
  }
  std::uint32_t all() const { return sums_.back(); }

 private:
  template <typename F>
  void Sum(const SpinePage& page, F counts);

  double least_;
  std::vector<std::uint32_t> sums_;  // words before each text
};

template <typename F>
void OwnWords::Sum(const SpinePage& page, F counts) {
  sums_.assign(1, 0);
  for (std::uint32_t t = 0; t < page.texts(); ++t) {
    sums_.push_back(sums_.back() + (counts(page.marks[t]) ? page.log->texts[t].words : 0));
  }
}

void OwnWords::Enter(const SpinePage& page) {
  Sum(page, [](unsigned marks) { return (marks & (kFresh | kInLink)) == kFresh; });
  if (all() >= least_) return;
  Sum(page, [](unsigned marks) { return (marks & kFresh) != 0; });
  if (all() >= least_) return;
  Sum(page, [](unsigned) { return true; });
}

bool MayCarry(const Style& style) { return style.tag.container && !style.landmark; }

// Down from the body, always to the spine child with the most own words. Parts of tables are no root.
std::uint32_t RootOf(const SpinePage& page, const std::vector<Style>& styles, const std::vector<bool>& spine,
                     const OwnWords& own) {
  std::uint32_t root = 0;
  for (std::uint32_t next = 0;; root = next) {
    std::uint32_t most = 0;
    for (std::uint32_t e = root + 1; e < page.element(root).end; e = page.element(e).end) {
      if (!spine[page.style[e]] || own.In(page.element(e)) <= most) continue;
      most = own.In(page.element(e));
      next = e;
    }
    if (next == root) break;
  }
  while (styles[page.style[root]].tag.table) root = page.element(root).parent;
  return root;
}

}  // namespace

ContentSpine::ContentSpine(const SpineSite& site, const SpineParameters& parameters) {
  Vote(site, parameters);
  LayOut(site, parameters);
}

void ContentSpine::Vote(const SpineSite& site, const SpineParameters& parameters) {
  const std::vector<Style>& styles = site.styles();
  struct Votes {
    std::uint32_t pages = 0, carried = 0, last_page = 0, last_carried = 0;
  };
  std::vector<Votes> votes(styles.size());
  OwnWords own(parameters.own_words);
  site.ForEachPage([&](const SpinePage& page) {
    own.Enter(page);
    const std::uint32_t number = page.number + 1;
    for (std::uint32_t e = 0; e < page.elements(); ++e) {
      if (!MayCarry(styles[page.style[e]])) continue;
      Votes& vote = votes[page.style[e]];
      vote.pages += vote.last_page != number ? 1 : 0;
      vote.last_page = number;
      if (own.In(page.element(e)) < parameters.carry * own.all()) continue;
      vote.carried += vote.last_carried != number ? 1 : 0;
      vote.last_carried = number;
    }
  });
  for (std::uint32_t s = 0; s < styles.size(); ++s) {
    const Style& style = styles[s];
    const bool is_body = style.parent == s;
    const bool below = is_body || (spine_[style.parent] && !styles[style.parent].ends_spine);
    spine_.push_back(is_body || (below && MayCarry(style) && votes[s].pages > 0 &&
                                 votes[s].carried >= parameters.vote * votes[s].pages));
    block_.push_back(style.tag.block || style.landmark || (style.tag.cell && spine_[style.parent]));
  }
}

void ContentSpine::LayOut(const SpineSite& site, const SpineParameters& parameters) {
  Layouts layouts(site.styles());
  OwnWords own(parameters.own_words);
  site.ForEachPage([&](const SpinePage& page) {
    own.Enter(page);
    roots_.push_back(RootOf(page, site.styles(), spine_, own));
    layouts.AddPage(page, roots_.back(), block_);
  });
  pages_ = layouts.pages();
  coverage_ = layouts.Coverage(parameters.Enough(site.pages()));
}

}  // namespace thresh
