#include "indexer/detect/spine/place/statistics.h"

#include <algorithm>
#include <utility>

#include "common/base/numbers.h"
#include "indexer/detect/spine/place/root.h"

namespace thresh::spine {
namespace {

// Words of texts that are not dense.
std::uint32_t RestOf(const WordCounts<std::uint32_t>& counts) {
  return counts[kAllWords] - counts[kDenseWords];
}

// Sums over the elements of a style.
struct Totals {
  WordCounts<std::uint64_t> words{};
  std::uint64_t elements = 0;
  std::uint64_t dense_parts = 0, rest_parts = 0;
  std::uint64_t out = 0, child = 0;
  std::uint64_t labels = 0;    // texts with kConst
  std::uint64_t contents = 0;  // words that repeat, or lead to a heading of the page
  std::uint64_t passages = 0;  // words of texts with kPassage

  void Add(const WordCounts<std::uint32_t>& counts, std::uint32_t page_rest) {
    for (std::size_t k = 0; k < kWordKinds; ++k) words[k] += counts[k];
    if (counts[kAllWords] != 0) dense_parts += kParts * counts[kDenseWords] / counts[kAllWords];
    if (page_rest != 0) rest_parts += kParts * RestOf(counts) / page_rest;
    ++elements;
  }
};

// The mark that makes a text count as each kind of words.
constexpr std::array<std::uint32_t, kWordKinds> kMarkOf = {
    kOwn | kRepeated, kFurniture, kSingle, kInOffLink, kInHeading, kOwn, kOwnLink, kUsual};

void AddText(const SitePage& page, std::uint32_t text, WordCounts<std::uint32_t>* sum) {
  const std::uint32_t marks = page.marks[text];
  const std::uint32_t words = (marks & kTitle) != 0 ? 0 : page.log->texts[text].words;
  for (std::size_t k = 0; k < kWordKinds; ++k) (*sum)[k] += (marks & kMarkOf[k]) != 0 ? words : 0;
}

// WordsOf any element of a page in constant time: sums over the texts before each text.
class PageWords {
 public:
  void Enter(const SitePage& page);
  WordCounts<std::uint32_t> In(const LoggedPage::Element& element) const;
  std::uint32_t LabelsIn(const LoggedPage::Element& element) const {
    return labels_[element.last_text] - labels_[element.first_text];
  }
  // Words of dense texts, and of links into the page that say a heading of it.
  std::uint32_t ContentsIn(const LoggedPage::Element& element) const {
    return contents_[element.last_text] - contents_[element.first_text];
  }
  std::uint32_t PassagesIn(const LoggedPage::Element& element) const {
    return passages_[element.last_text] - passages_[element.first_text];
  }

 private:
  void FindContents(const SitePage& page);

  std::vector<WordCounts<std::uint32_t>> sums_;
  std::vector<std::uint32_t> labels_;               // texts with kConst before each text
  std::vector<std::uint32_t> contents_, passages_;  // words before each text
  std::vector<std::uint32_t> headings_;             // texts of the log, ascending
};

void PageWords::Enter(const SitePage& page) {
  if (sums_.size() <= page.texts()) sums_.resize(page.texts() + 1);
  labels_.assign(1, 0);
  passages_.assign(1, 0);
  WordCounts<std::uint32_t> sum{};
  for (std::uint32_t t = 0; t < page.texts(); ++t) {
    const bool is_passage = (page.marks[t] & (kPassage | kTitle)) == kPassage;
    labels_.push_back(labels_.back() + ((page.marks[t] & kConst) != 0 ? 1 : 0));
    passages_.push_back(passages_.back() + (is_passage ? page.log->texts[t].words : 0));
    sums_[t] = sum;
    AddText(page, t, &sum);
  }
  sums_[page.texts()] = sum;
  FindContents(page);
}

void PageWords::FindContents(const SitePage& page) {
  headings_.clear();
  for (std::uint32_t t = 0; t < page.texts(); ++t) {
    if ((page.marks[t] & kInHeading) != 0) headings_.push_back(page.log->texts[t].text);
  }
  std::sort(headings_.begin(), headings_.end());
  contents_.assign(1, 0);
  for (std::uint32_t t = 0; t < page.texts(); ++t) {
    const LoggedPage::Text& text = page.log->texts[t];
    const bool into_page = (page.marks[t] & (kInLink | kInOffLink)) == kInLink;
    const bool counts =
        (page.marks[t] & kFurniture) != 0 ||
        (into_page && std::binary_search(headings_.begin(), headings_.end(), text.text));
    const bool is_title = (page.marks[t] & kTitle) != 0;
    contents_.push_back(contents_.back() + (counts && !is_title ? text.words : 0));
  }
}

WordCounts<std::uint32_t> PageWords::In(const LoggedPage::Element& element) const {
  WordCounts<std::uint32_t> counts;
  for (std::size_t k = 0; k < kWordKinds; ++k)
    counts[k] = sums_[element.last_text][k] - sums_[element.first_text][k];
  return counts;
}

// The **layout** of a page is the style of its content root: pages of one layout are pages of one
// kind. Layouts counts on how many pages of each layout a style stands.
class Layouts {
 public:
  explicit Layouts(const Styles& styles)
      : styles_(styles),
        layout_pages_(styles.size(), 0),
        pages_(styles.size(), 0),
        last_page_(styles.size(), 0) {}

  void AddPage(const SitePage& page, std::uint32_t root, const std::vector<bool>& blocks);
  const std::vector<std::uint32_t>& pages() const { return pages_; }  // by style
  std::vector<double> Coverage(double enough) const;                  // by style

 private:
  // Pages of one layout that have a style.
  struct Part {
    std::uint32_t style, layout, pages;
  };
  std::vector<std::uint32_t> Join(double enough, std::vector<std::uint32_t>* pages) const;
  std::vector<Part> SortedParts(const std::vector<std::uint32_t>& joined) const;

  const Styles& styles_;
  std::vector<std::uint32_t> layout_pages_, pages_, last_page_;  // by style
  PairIds pairs_;                                                // (style, layout)
  std::vector<std::uint32_t> pair_pages_;                        // by number of pairs_
};

void Layouts::AddPage(const SitePage& page, std::uint32_t root, const std::vector<bool>& blocks) {
  const std::uint32_t layout = page.style[root];
  ++layout_pages_[layout];
  for (const std::uint32_t style : page.style) {
    if (!blocks[style] || last_page_[style] == page.number + 1) continue;
    last_page_[style] = page.number + 1;
    ++pages_[style];
    const std::uint32_t pair = pairs_.Add(style, layout);
    if (pair == pair_pages_.size()) pair_pages_.push_back(0);
    ++pair_pages_[pair];
  }
}

// A layout on fewer than `enough` pages joins the layout of its parent path. Returns the layout
// that each layout counts to, and adds up `pages`. The first loop goes from children to parents,
// since a parent may be too small even with its children; the second one goes from parents to
// children.
std::vector<std::uint32_t> Layouts::Join(double enough, std::vector<std::uint32_t>* pages) const {
  std::vector<std::uint32_t> joined(styles_.size());
  for (auto style = static_cast<std::uint32_t>(styles_.size()); style-- > 0;) {
    const std::uint32_t parent = styles_[style].parent;
    joined[style] = style;
    if (parent == style || (*pages)[style] >= enough) continue;
    (*pages)[parent] += (*pages)[style];
    joined[style] = parent;
  }
  for (std::uint32_t& layout : joined) layout = joined[layout];
  return joined;
}

std::vector<Layouts::Part> Layouts::SortedParts(const std::vector<std::uint32_t>& joined) const {
  std::vector<Part> parts;
  const std::vector<std::uint64_t>& keys = pairs_.Keys();
  for (std::uint32_t pair = 0; pair < keys.size(); ++pair) {
    parts.push_back(
        {PairIds::First(keys[pair]), joined[PairIds::Second(keys[pair])], pair_pages_[pair]});
  }
  std::sort(parts.begin(), parts.end(), [](const Part& a, const Part& b) {
    return std::pair(a.style, a.layout) < std::pair(b.style, b.layout);
  });
  return parts;
}

//   coverage(s) = sum over layouts L of n_L(s)^2 / n_L, divided by n(s)
//
// n_L pages have layout L, n_L(s) of them style s, n(s) pages of the site. A menu on all 128 pages
// of a second layout has coverage 1, however large the first layout is. Terms are added in
// ascending order, since the order of pages must not show in the last bit.
std::vector<double> Layouts::Coverage(double enough) const {
  std::vector<std::uint32_t> layout_pages = layout_pages_;
  const std::vector<Part> parts = SortedParts(Join(enough, &layout_pages));
  std::vector<double> coverage(styles_.size(), 0);
  std::vector<double> terms;
  for (std::size_t p = 0; p < parts.size();) {
    const std::uint32_t style = parts[p].style;
    terms.clear();
    while (p < parts.size() && parts[p].style == style) {
      const std::uint32_t layout = parts[p].layout;
      double with = 0;
      for (; p < parts.size() && parts[p].style == style && parts[p].layout == layout; ++p)
        with += parts[p].pages;
      terms.push_back(with * with / layout_pages[layout]);
    }
    std::sort(terms.begin(), terms.end());
    for (const double term : terms) coverage[style] += term;
    coverage[style] /= pages_[style];
  }
  return coverage;
}

}  // namespace

WordCounts<std::uint32_t> WordsOf(const SitePage& page, std::uint32_t element) {
  WordCounts<std::uint32_t> sum{};
  for (std::uint32_t t = page.element(element).first_text; t < page.element(element).last_text; ++t)
    AddText(page, t, &sum);
  return sum;
}

void PageEdges::Enter(const SitePage& page, const std::vector<bool>& accepted, double distance) {
  const auto words = [&](std::uint32_t t) {
    const LoggedPage::Text& text = page.log->texts[t];
    return (page.marks[t] & kDense) == 0 && !accepted[page.style[text.element]] ? text.words : 0;
  };
  double before = 0, after = 0;
  for (front_ = 0; front_ < page.texts() && (before += words(front_)) <= distance;) ++front_;
  for (back_ = page.texts(); back_ > 0 && (after += words(back_ - 1)) <= distance;) --back_;
}

template <typename N>
void SetShares(const WordCounts<N>& counts, StyleFacts* facts) {
  const auto share = [&](WordKind kind) { return Ratio(counts[kind], counts[kAllWords]); };
  facts->words = static_cast<double>(counts[kAllWords]);
  facts->dense = share(kDenseWords);
  facts->single = share(kSingleWords);
  facts->off = share(kOffWords);
  facts->usual = share(kUsualWords);
  facts->heads = share(kHeadingWords);
  facts->links = Ratio(counts[kOwnLinkWords], counts[kOwnWords]);
}
template void SetShares(const WordCounts<std::uint32_t>& counts, StyleFacts* facts);
template void SetShares(const WordCounts<std::uint64_t>& counts, StyleFacts* facts);

Statistics::Statistics(const Site& site, const ContentSpine& spine,
                       const SpineParameters& parameters)
    : site_(site), spine_(spine), facts_(site.styles().size()), elements_(site.styles().size(), 0) {
  Count(parameters);
}

void Statistics::Count(const SpineParameters& parameters) {
  std::vector<Totals> totals(facts_.size());
  Layouts layouts(site_.styles());
  RootFinder finder(site_.styles(), spine_, parameters);
  PageWords words;
  site_.ForEachPage([&](const SitePage& page) {
    words.Enter(page);
    const std::uint32_t root = finder.Find(page);
    roots_.push_back(root);
    if (!site_.Counts(page)) return;
    layouts.AddPage(page, root, spine_.blocks());
    const std::uint32_t rest = RestOf(words.In(page.element(0)));
    for (std::uint32_t e = 0; e < page.elements(); ++e) {
      if (!spine_.blocks()[page.style[e]]) continue;
      const LoggedPage::Element& element = page.element(e);
      Totals& total = totals[page.style[e]];
      total.Add(words.In(element), rest);
      total.labels += words.LabelsIn(element);
      total.contents += words.ContentsIn(element);
      total.passages += words.PassagesIn(element);
      total.out += e != 0 && IsAbove(page, element.parent, root) ? 1U : 0U;
      total.child += e != 0 && element.parent == root ? 1U : 0U;
    }
  });
  const std::vector<double> coverage = layouts.Coverage(parameters.Enough(site_.pages()));
  for (std::uint32_t s = 0; s < facts_.size(); ++s) {
    const Totals& total = totals[s];
    StyleFacts& facts = facts_[s];
    SetShares(total.words, &facts);
    facts.pages = layouts.pages()[s];
    facts.coverage = coverage[s];
    facts.landmark = site_.styles()[s].landmark;
    facts.copies = Ratio<std::uint64_t>(total.elements, layouts.pages()[s]);
    facts.labels = Ratio(total.labels, total.elements);
    facts.contents = Ratio(total.contents, total.words[kAllWords]);
    facts.passages = Ratio(total.passages, total.words[kAllWords]);
    facts.mean_words = Ratio(total.words[kAllWords], total.elements);
    facts.out = Ratio(total.out, total.elements);
    facts.child = Ratio(total.child, total.elements);
    facts.rest =
        Ratio<std::uint64_t>(total.rest_parts, layouts.pages()[s]) / static_cast<double>(kParts);
    facts.dense_mean = Ratio(total.dense_parts, total.elements) / static_cast<double>(kParts);
    elements_[s] = total.elements;
  }
}

void Statistics::FindEdges(const std::vector<bool>& accepted, double edge_words) {
  std::vector<std::uint64_t> edge(facts_.size(), 0), back(facts_.size(), 0);
  PageEdges edges;
  site_.ForEachCounted([&](const SitePage& page) {
    edges.Enter(page, accepted, edge_words);
    for (std::uint32_t e = 0; e < page.elements(); ++e) {
      if (!spine_.blocks()[page.style[e]]) continue;
      const bool at_front = edges.AtFront(page.element(e)), at_back = edges.AtBack(page.element(e));
      edge[page.style[e]] += at_back || at_front ? 1 : 0;
      back[page.style[e]] += at_back ? 1 : 0;
    }
  });
  for (std::uint32_t s = 0; s < facts_.size(); ++s) {
    facts_[s].edge = Ratio(edge[s], elements_[s]);
    facts_[s].back = Ratio(back[s], elements_[s]);
  }
}

}  // namespace thresh::spine
