#include "indexer/detect/spine_statistics.h"

#include <cmath>

namespace thresh {
namespace {

double Share(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

// Sums of shares are kept in whole parts: the order of pages must not show in the last bit.
constexpr double kParts = 4294967296.0;

// Sums over the elements of a style.
struct Totals {
  WordCounts words;
  std::uint64_t elements = 0;
  std::uint64_t dense_parts = 0;
  std::uint64_t out = 0, child = 0;
};

}  // namespace

WordCounts& WordCounts::operator+=(const WordCounts& other) {
  words += other.words;
  dense += other.dense;
  constant += other.constant;
  scoped += other.scoped;
  single += other.single;
  off += other.off;
  heads += other.heads;
  own += other.own;
  own_links += other.own_links;
  return *this;
}

WordCounts operator-(WordCounts a, const WordCounts& b) {
  a.words -= b.words;
  a.dense -= b.dense;
  a.constant -= b.constant;
  a.scoped -= b.scoped;
  a.single -= b.single;
  a.off -= b.off;
  a.heads -= b.heads;
  a.own -= b.own;
  a.own_links -= b.own_links;
  return a;
}

WordCounts PageWords::Of(const SpinePage& page, std::uint32_t number) const {
  const LoggedPage::Text& text = page.log->texts[number];
  const std::uint64_t words = text.words;
  const unsigned marks = page.marks[number];
  const LinkKind link = page.link[text.element];
  const auto if_marked = [&](TextMark mark) { return (marks & mark) != 0 ? words : 0; };
  WordCounts counts;
  counts.words = words;
  counts.dense = if_marked(kDense);
  counts.constant = if_marked(kConst);
  counts.scoped = if_marked(kScoped);
  counts.single = if_marked(kSingle);
  counts.off = link == LinkKind::kOffPage ? words : 0;
  counts.heads = site_.styles()[page.style[text.element]].in_heading ? words : 0;
  counts.own = words - if_marked(kRepeated);
  counts.own_links = link != LinkKind::kNone ? counts.own : 0;
  return counts;
}

void PageWords::Enter(const SpinePage& page) {
  sums_.assign(1, {});
  for (std::uint32_t t = 0; t < page.texts(); ++t) {
    WordCounts sum = sums_.back();
    sums_.push_back(sum += Of(page, t));
  }
}

void SetShares(const WordCounts& counts, StyleFacts* facts) {
  facts->words = static_cast<double>(counts.words);
  facts->dense = Share(counts.dense, counts.words);
  facts->constant = Share(counts.constant, counts.words);
  facts->scoped = Share(counts.scoped, counts.words);
  facts->single = Share(counts.single, counts.words);
  facts->off = Share(counts.off, counts.words);
  facts->heads = Share(counts.heads, counts.words);
  facts->links = Share(counts.own_links, counts.own);
}

StyleStatistics::StyleStatistics(const SpineSite& site, const ContentSpine& spine)
    : site_(site), spine_(spine), facts_(site.styles().size()), elements_(site.styles().size(), 0) {
  Count();
}

void StyleStatistics::Count() {
  std::vector<Totals> totals(facts_.size());
  PageWords words(site_);
  site_.ForEachPage([&](const SpinePage& page) {
    words.Enter(page);
    const std::uint32_t root = spine_.root(page.number);
    for (std::uint32_t e = 0; e < page.elements(); ++e) {
      if (!spine_.is_block(page.style[e])) continue;
      const LoggedPage::Element& element = page.element(e);
      const WordCounts counts = words.In(element);
      Totals& total = totals[page.style[e]];
      total.words += counts;
      total.dense_parts +=
          static_cast<std::uint64_t>(std::llround(Share(counts.dense, counts.words) * kParts));
      ++total.elements;
      total.out += e != 0 && IsAbove(page, element.parent, root) ? 1U : 0U;
      total.child += e != 0 && element.parent == root ? 1U : 0U;
    }
  });
  for (std::uint32_t s = 0; s < facts_.size(); ++s) {
    const Totals& total = totals[s];
    StyleFacts& facts = facts_[s];
    SetShares(total.words, &facts);
    facts.pages = spine_.pages(s);
    facts.coverage = spine_.coverage(s);
    facts.landmark = site_.styles()[s].landmark;
    facts.copies = Share(total.elements, spine_.pages(s));
    facts.out = Share(total.out, total.elements);
    facts.child = Share(total.child, total.elements);
    facts.dense_mean = Share(total.dense_parts, total.elements) / kParts;
    elements_[s] = total.elements;
  }
}

void StyleStatistics::FindEdges(const std::vector<bool>& accepted, double edge_words) {
  std::vector<std::uint64_t> edge(facts_.size(), 0), back(facts_.size(), 0);
  std::vector<std::uint32_t> before;  // words that count, before each text
  site_.ForEachPage([&](const SpinePage& page) {
    before.assign(1, 0);
    for (std::uint32_t t = 0; t < page.texts(); ++t) {
      const LoggedPage::Text& text = page.log->texts[t];
      const bool counts = (page.marks[t] & kDense) == 0 && !accepted[page.style[text.element]];
      before.push_back(before.back() + (counts ? text.words : 0));
    }
    for (std::uint32_t e = 0; e < page.elements(); ++e) {
      if (!spine_.is_block(page.style[e])) continue;
      const bool at_back = before.back() - before[page.element(e).last_text] <= edge_words;
      const bool at_front = before[page.element(e).first_text] <= edge_words;
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
  site_.ForEachPage([&](const SpinePage& page) {
    for (std::uint32_t t = 0; t < page.texts(); ++t) {
      const LoggedPage::Text& text = page.log->texts[t];
      if ((page.marks[t] & kDense) != 0 && accepted[page.style[text.element]]) known[text.text] = true;
    }
  });
  std::vector<std::uint64_t> echo(facts_.size(), 0);
  std::vector<std::uint64_t> before;
  site_.ForEachPage([&](const SpinePage& page) {
    before.assign(1, 0);
    for (const LoggedPage::Text& text : page.log->texts)
      before.push_back(before.back() + (known[text.text] ? text.words : 0));
    for (std::uint32_t e = 0; e < page.elements(); ++e) {
      const LoggedPage::Element& element = page.element(e);
      echo[page.style[e]] += before[element.last_text] - before[element.first_text];
    }
  });
  for (std::uint32_t s = 0; s < facts_.size(); ++s)
    facts_[s].echo = facts_[s].words > 0 ? static_cast<double>(echo[s]) / facts_[s].words : 0;
}

}  // namespace thresh
