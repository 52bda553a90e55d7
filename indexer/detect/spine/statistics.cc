#include "indexer/detect/spine/statistics.h"

#include "indexer/detect/spine/layouts.h"

namespace thresh {
namespace {

template <typename N>
double Share(N part, N whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

// Sums of shares are kept in whole parts: the order of pages must not show in the last bit.
constexpr std::uint64_t kParts = std::uint64_t{1} << 32;

// Sums over the elements of a style.
struct Totals {
  WordCounts<std::uint64_t> words{};
  std::uint64_t elements = 0;
  std::uint64_t dense_parts = 0;
  std::uint64_t out = 0, child = 0;

  void Add(const WordCounts<std::uint32_t>& counts) {
    for (std::size_t k = 0; k < kWordKinds; ++k) words[k] += counts[k];
    dense_parts += kParts * counts[kDenseWords] / counts[kAllWords];
    ++elements;
  }
};

// The marks that make a text count as each kind.
constexpr std::array<std::uint32_t, kWordKinds> kMarkOf = {
    kAny, kDense, kConst, kScoped, kSingle, kUsual, kInOffLink, kInHeading, kOwn, kOwnLink};

void AddText(const SpinePage& page, std::uint32_t text, WordCounts<std::uint32_t>* sum) {
  const std::uint32_t words = page.log->texts[text].words, marks = page.marks[text];
  for (std::size_t k = 0; k < kWordKinds; ++k) (*sum)[k] += (marks & kMarkOf[k]) != 0 ? words : 0;
}

}  // namespace

WordCounts<std::uint32_t> WordsOf(const SpinePage& page, std::uint32_t element) {
  WordCounts<std::uint32_t> sum{};
  for (std::uint32_t t = page.element(element).first_text; t < page.element(element).last_text; ++t)
    AddText(page, t, &sum);
  return sum;
}

void PageWords::Enter(const SpinePage& page) {
  if (sums_.size() <= page.texts()) sums_.resize(page.texts() + 1);
  WordCounts<std::uint32_t> sum{};
  for (std::uint32_t t = 0; t < page.texts(); ++t) {
    sums_[t] = sum;
    AddText(page, t, &sum);
  }
  sums_[page.texts()] = sum;
}

WordCounts<std::uint32_t> PageWords::In(const LoggedPage::Element& element) const {
  WordCounts<std::uint32_t> counts;
  for (std::size_t k = 0; k < kWordKinds; ++k)
    counts[k] = sums_[element.last_text][k] - sums_[element.first_text][k];
  return counts;
}

void PageEdges::Enter(const SpinePage& page, const std::vector<bool>& accepted, double distance) {
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
  const auto share = [&](WordKind kind) { return Share(counts[kind], counts[kAllWords]); };
  facts->words = static_cast<double>(counts[kAllWords]);
  facts->dense = share(kDenseWords);
  facts->constant = share(kConstWords);
  facts->scoped = share(kScopedWords);
  facts->single = share(kSingleWords);
  facts->usual = share(kUsualWords);
  facts->off = share(kOffWords);
  facts->heads = share(kHeadingWords);
  facts->links = Share(counts[kOwnLinkWords], counts[kOwnWords]);
}
template void SetShares(const WordCounts<std::uint32_t>& counts, StyleFacts* facts);
template void SetShares(const WordCounts<std::uint64_t>& counts, StyleFacts* facts);

StyleStatistics::StyleStatistics(const SpineSite& site, const ContentSpine& spine,
                                 const SpineParameters& parameters)
    : site_(site), spine_(spine), facts_(site.styles().size()), elements_(site.styles().size(), 0) {
  Count(parameters);
}

void StyleStatistics::Count(const SpineParameters& parameters) {
  std::vector<Totals> totals(facts_.size());
  Layouts layouts(site_.styles());
  RootFinder finder(site_, spine_, parameters);
  PageWords words;
  site_.ForEachPage([&](const SpinePage& page) {
    words.Enter(page);
    const std::uint32_t root = finder.Find(page);
    roots_.push_back(root);
    layouts.AddPage(page, root, spine_.blocks());
    for (std::uint32_t e = 0; e < page.elements(); ++e) {
      if (!spine_.blocks()[page.style[e]]) continue;
      const LoggedPage::Element& element = page.element(e);
      Totals& total = totals[page.style[e]];
      total.Add(words.In(element));
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
    facts.copies = Share<std::uint64_t>(total.elements, layouts.pages()[s]);
    facts.out = Share(total.out, total.elements);
    facts.child = Share(total.child, total.elements);
    facts.dense_mean = Share(total.dense_parts, total.elements) / static_cast<double>(kParts);
    elements_[s] = total.elements;
  }
}

void StyleStatistics::FindEdges(const std::vector<bool>& accepted, double edge_words) {
  std::vector<std::uint64_t> edge(facts_.size(), 0), back(facts_.size(), 0);
  PageEdges edges;
  site_.ForEachPage([&](const SpinePage& page) {
    edges.Enter(page, accepted, edge_words);
    for (std::uint32_t e = 0; e < page.elements(); ++e) {
      if (!spine_.blocks()[page.style[e]]) continue;
      const bool at_front = edges.AtFront(page.element(e)), at_back = edges.AtBack(page.element(e));
      edge[page.style[e]] += at_back || at_front ? 1 : 0;
      back[page.style[e]] += at_back ? 1 : 0;
    }
  });
  for (std::uint32_t s = 0; s < facts_.size(); ++s) {
    facts_[s].edge = Share(edge[s], elements_[s]);
    facts_[s].back = Share(back[s], elements_[s]);
  }
}

void StyleStatistics::FindEchoes(const std::vector<bool>& accepted) {
  std::vector<bool> known(site_.texts(), false);
  for (const StyledText& dense : site_.dense_texts()) {
    if (accepted[dense.style]) known[dense.text] = true;
  }
  std::vector<std::uint64_t> echo(facts_.size(), 0);
  std::vector<std::uint64_t> before;
  site_.ForEachPage([&](const SpinePage& page) {
    before.assign(1, 0);
    for (const LoggedPage::Text& text : page.log->texts)
      before.push_back(before.back() + (known[site_.identity(text.text)] ? text.words : 0));
    for (std::uint32_t e = 0; e < page.elements(); ++e) {
      const LoggedPage::Element& element = page.element(e);
      echo[page.style[e]] += before[element.last_text] - before[element.first_text];
    }
  });
  for (std::uint32_t s = 0; s < facts_.size(); ++s)
    facts_[s].echo = facts_[s].words > 0 ? static_cast<double>(echo[s]) / facts_[s].words : 0;
}

}  // namespace thresh
