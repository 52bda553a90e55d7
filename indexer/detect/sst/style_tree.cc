#include "indexer/detect/sst/style_tree.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace thresh {
namespace {

constexpr double kGamma = 0.9;  // attenuation; the value of Yi, Liu, Li 2003, 4

// x ln x goes to 0 with x.
double TimesLog(double x) { return x > 0 ? x * std::log(x) : 0; }

std::vector<StyleTree::Feature> CountFeatures(const StyledPage& page, const StyledNode& leaf) {
  const auto begin = page.features.begin() + leaf.first_feature;
  std::vector<std::uint64_t> hashes(begin, begin + leaf.features);
  std::sort(hashes.begin(), hashes.end());
  std::vector<StyleTree::Feature> counts;
  for (auto i = hashes.begin(); i != hashes.end();) {
    const auto end = std::upper_bound(i, hashes.end(), *i);
    const auto count = static_cast<std::uint64_t>(end - i);
    counts.push_back({*i, count, TimesLog(static_cast<double>(count))});
    i = end;
  }
  return counts;
}

}  // namespace

// Parents stand before their children, in the page and in the tree.
std::vector<std::uint32_t> StyleTree::Add(const StyledPage& page) {
  std::vector<std::uint32_t> elements(page.nodes.size(), 0);
  for (std::uint32_t node = 0; node < page.nodes.size(); ++node) {
    const std::uint32_t element = elements[node];
    ++elements_[element].pages;
    if (page.nodes[node].end == node + 1) {
      AddContent(page, page.nodes[node], &elements_[element]);
      continue;
    }
    Style& style = styles_[StyleOf(page, node, element)];
    ++style.pages;
    std::uint32_t next = style.first_element;
    for (std::uint32_t child = node + 1; child < page.nodes[node].end;
         child = page.nodes[child].end)
      elements[child] = next++;
  }
  return elements;
}

std::uint32_t StyleTree::StyleOf(const StyledPage& page, std::uint32_t node,
                                 std::uint32_t element) {
  const std::uint64_t presentation = PresentationStyle(page, node);
  for (std::uint32_t s = elements_[element].last_style; s != kNone; s = styles_[s].next) {
    if (styles_[s].presentation == presentation) return s;
  }
  const auto number = static_cast<std::uint32_t>(styles_.size());
  Style style{presentation, element, 0, static_cast<std::uint32_t>(elements_.size()), 0, kNone};
  style.next = std::exchange(elements_[element].last_style, number);
  for (std::uint32_t child = node + 1; child < page.nodes[node].end;
       child = page.nodes[child].end) {
    // The elements of a style stand together, so that Add finds that of the next child by
    // counting.
    elements_.emplace_back().style = number;
    ++style.elements;
  }
  styles_.push_back(style);
  return number;
}

void StyleTree::AddContent(const StyledPage& page, const StyledNode& leaf, Element* element) {
  ++element->leaf_pages;
  const std::vector<Feature> before = std::move(element->features);
  const std::vector<Feature> more = CountFeatures(page, leaf);
  feature_bytes_ -= before.capacity() * sizeof(Feature);
  std::vector<Feature>& all = element->features;
  all.clear();
  // The merged list has at least as many features as the longer one.
  all.reserve(std::max(before.size(), more.size()));
  for (auto i = before.begin(), j = more.begin(); i != before.end() || j != more.end();) {
    const bool old = j == more.end() || (i != before.end() && i->hash <= j->hash);
    all.push_back(old ? *i : *j);
    if (old && j != more.end() && i->hash == j->hash) {
      all.back().count += j->count;
      all.back().count_log += j->count_log;
      ++j;
    }
    ++(old ? i : j);
  }
  feature_bytes_ += all.capacity() * sizeof(Feature);
}

// Yi, Liu, Li 2003, 4: of an element without children. The entropy of a feature over the pages is
// ln C - (sum of c ln c) / C where it stands C times in all.
double StyleTree::ContentImportance(const Element& element) const {
  // The special case of the paper for one page, where the logarithm below would be 0.
  if (element.pages == 1) return 1;
  if (element.features.empty()) return 0;
  double entropies = 0;
  for (const Feature& feature : element.features) {
    const auto count = static_cast<double>(feature.count);
    entropies += std::log(count) - feature.count_log / count;
  }
  // Logarithms to the base of the number of pages, so that no entropy is above 1.
  entropies /= std::log(static_cast<double>(element.pages));
  return std::clamp(1 - entropies / static_cast<double>(element.features.size()), 0.0, 1.0);
}

// The same section: of an element with children. Pages on which it has none count as one more
// style.
StyleTree::Importance StyleTree::ImportanceOf(std::uint32_t number,
                                              const std::vector<Importance>& below) const {
  const Element& element = elements_[number];
  const double content = element.leaf_pages > 0 ? ContentImportance(element) : 0;
  if (element.last_style == kNone) return {0, content};
  const auto pages = static_cast<double>(element.pages);
  const double empty = element.leaf_pages / pages;
  double entropy = -TimesLog(empty), composite = empty * content;
  std::uint32_t styles = element.leaf_pages > 0 ? 1 : 0;
  for (std::uint32_t s = element.last_style; s != kNone; s = styles_[s].next, ++styles) {
    const Style& style = styles_[s];
    double sum = 0;
    for (std::uint32_t i = 0; i < style.elements; ++i)
      sum += below[style.first_element + i].composite;
    entropy -= TimesLog(style.pages / pages);
    composite += style.pages / pages * sum / style.elements;
  }
  const double node = element.pages == 1 ? 1 : std::clamp(entropy / std::log(pages), 0.0, 1.0);
  // CompImp(E) = (1 - gamma^l) NodeImp(E) + gamma^l sum of p_i CompImp(S_i), for l styles S_i.
  // Rounding may leave the range by a hair, hence the clamps.
  const double share = std::pow(kGamma, styles);
  return {node, std::clamp((1 - share) * node + share * composite, 0.0, 1.0)};
}

std::vector<StyleTree::Importance> StyleTree::Importances() const {
  std::vector<Importance> importances(elements_.size());
  // Children stand after their parents, so what ImportanceOf reads is ready.
  for (std::size_t i = elements_.size(); i-- > 0;)
    importances[i] = ImportanceOf(static_cast<std::uint32_t>(i), importances);
  return importances;
}

}  // namespace thresh
