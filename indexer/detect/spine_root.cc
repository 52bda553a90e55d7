#include "indexer/detect/spine_root.h"

#include <algorithm>

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
    const LoggedPage::Text& text = page.log->texts[t];
    sums_.push_back(sums_.back() + (counts(t, text) ? text.words : 0));
  }
}

void OwnWords::Enter(const SpinePage& page) {
  Sum(page, [&](std::uint32_t t, const LoggedPage::Text& text) {
    return (page.marks[t] & kFresh) != 0 && page.link[text.element] == LinkKind::kNone;
  });
  if (all() >= least_) return;
  Sum(page, [&](std::uint32_t t, const LoggedPage::Text&) { return (page.marks[t] & kFresh) != 0; });
  if (all() >= least_) return;
  Sum(page, [](std::uint32_t, const LoggedPage::Text&) { return true; });
}

bool MayCarry(const Style& style) { return style.tag.container && !style.landmark; }

// Layouts that are too rare join the one of their parent path.
std::vector<std::uint32_t> JoinLayouts(const std::vector<Style>& styles, double enough,
                                       std::vector<std::uint32_t>* pages) {
  std::vector<std::uint32_t> joined(styles.size());
  for (auto style = static_cast<std::uint32_t>(styles.size()); style-- > 0;) {
    const std::uint32_t parent = styles[style].parent;
    joined[style] = style;
    if (parent == style || (*pages)[style] >= enough) continue;
    (*pages)[parent] += (*pages)[style];
    joined[style] = parent;
  }
  // Parents have smaller numbers.
  for (std::uint32_t& layout : joined) layout = joined[layout];
  return joined;
}

}  // namespace

ContentSpine::ContentSpine(const SpineSite& site, const SpineParameters& parameters) {
  Vote(site, parameters);
  FindRoots(site, parameters);
  CountLayouts(site, parameters.Enough(site.pages()));
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

void ContentSpine::FindRoots(const SpineSite& site, const SpineParameters& parameters) {
  const std::vector<Style>& styles = site.styles();
  OwnWords own(parameters.own_words);
  site.ForEachPage([&](const SpinePage& page) {
    own.Enter(page);
    std::uint32_t root = 0;
    for (std::uint32_t next = 0;; root = next) {
      std::uint32_t most = 0;
      for (std::uint32_t e = root + 1; e < page.element(root).end; e = page.element(e).end) {
        if (!spine_[page.style[e]] || own.In(page.element(e)) <= most) continue;
        most = own.In(page.element(e));
        next = e;
      }
      if (next == root) break;
    }
    while (styles[page.style[root]].tag.table) root = page.element(root).parent;
    roots_.push_back(root);
  });
}

void ContentSpine::CountLayouts(const SpineSite& site, double enough) {
  const std::vector<Style>& styles = site.styles();
  std::vector<std::uint32_t> layout_pages(styles.size(), 0), last_page(styles.size(), 0);
  pages_.assign(styles.size(), 0);
  DenseIds pairs;  // (layout, style)
  std::vector<std::uint32_t> pair_pages;
  site.ForEachPage([&](const SpinePage& page) {
    const std::uint32_t layout = page.style[roots_[page.number]];
    ++layout_pages[layout];
    for (const std::uint32_t style : page.style) {
      if (!block_[style] || last_page[style] == page.number + 1) continue;
      last_page[style] = page.number + 1;
      ++pages_[style];
      const std::uint32_t pair = pairs.Add(DenseIds::Pair(style, layout));
      if (pair == pair_pages.size()) pair_pages.push_back(0);
      ++pair_pages[pair];
    }
  });
  const std::vector<std::uint32_t> joined = JoinLayouts(styles, enough, &layout_pages);
  DenseIds joined_pairs;
  std::vector<std::uint32_t> joined_pages;
  const std::vector<std::uint64_t> keys = pairs.Keys();
  for (std::uint32_t pair = 0; pair < keys.size(); ++pair) {
    const std::uint32_t layout = joined[static_cast<std::uint32_t>(keys[pair])];
    const std::uint32_t id =
        joined_pairs.Add(DenseIds::Pair(static_cast<std::uint32_t>(keys[pair] >> 32), layout));
    if (id == joined_pages.size()) joined_pages.push_back(0);
    joined_pages[id] += pair_pages[pair];
  }
  // Sorted, so that the order of pages does not show in the last bit.
  std::vector<std::vector<double>> terms(styles.size());
  const std::vector<std::uint64_t> joined_keys = joined_pairs.Keys();
  for (std::uint32_t pair = 0; pair < joined_keys.size(); ++pair) {
    const double pages = joined_pages[pair];
    const double of = layout_pages[static_cast<std::uint32_t>(joined_keys[pair])];
    terms[static_cast<std::uint32_t>(joined_keys[pair] >> 32)].push_back(pages * pages / of);
  }
  for (std::uint32_t style = 0; style < styles.size(); ++style) {
    std::sort(terms[style].begin(), terms[style].end());
    double sum = 0;
    for (const double term : terms[style]) sum += term;
    coverage_.push_back(pages_[style] > 0 ? sum / pages_[style] : 0);
  }
}

}  // namespace thresh
