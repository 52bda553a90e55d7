#include "indexer/detect/spine/fields.h"

#include <algorithm>

namespace thresh::spine {
namespace {

constexpr std::uint32_t kLeastValues = 3;  // outside links, of a record
constexpr std::uint32_t kMostSteps = 3;    // from a label to the next one

bool MayBeLabel(const SitePage& page, std::uint32_t text) {
  return (page.marks[text] & (kInLink | kNumbers)) == 0;
}

}  // namespace

Fields::Fields(const Site& site, const SpineParameters& parameters)
    : values_(site.log().all_texts(), false) {
  FindLabels(site, parameters);
  site.ForEachPage([this](const SitePage& page) { MarkValues(page); });
}

// Pairs are counted only for frequent texts behind frequent texts, a small part of the log.
void Fields::FindLabels(const Site& site, const SpineParameters& parameters) {
  const TextCounts& counts = site.log().texts();
  const double least = std::max(parameters.least_pages, parameters.field_pages * site.pages());
  std::vector<PageCount> before(counts.size());  // pages with a text behind
  PairPages pairs;                               // (text, the text behind it)
  site.ForEachCounted([&](const SitePage& page) {
    for (std::uint32_t t = 0; t + 1 < page.texts(); ++t) {
      const std::uint32_t label = page.log->texts[t].text, value = page.log->texts[t + 1].text;
      if (!MayBeLabel(page, t) || counts.pages(label) < least) continue;
      before[label].Add(page.number + 1);
      if (counts.pages(value) >= parameters.least_pages)
        pairs.Add(pairs.Id(label, value), page.number + 1);
    }
  });
  std::vector<std::uint32_t> most(counts.size(), 0);  // pages of the text that follows most
  for (std::uint32_t pair = 0; pair < pairs.Keys().size(); ++pair) {
    std::uint32_t& pages = most[PairIds::First(pairs.Keys()[pair])];
    pages = std::max(pages, pairs.pages(pair));
  }
  for (std::uint32_t text = 0; text < counts.size(); ++text) {
    const double pages = before[text].pages;
    labels_.push_back(pages >= least && most[text] < parameters.field_const * pages);
  }
}

bool Fields::IsLabel(const SitePage& page, std::uint32_t text) const {
  return MayBeLabel(page, text) && labels_[page.log->texts[text].text];
}

// Of two labels in a row the second one counts, since a label is no value.
void Fields::MarkValues(const SitePage& page) {
  std::vector<std::uint32_t> row;  // values
  std::uint32_t plain = 0;         // of them, outside links
  const auto end_row = [&] {
    for (const std::uint32_t t : row) values_[page.first_text + t] = plain >= kLeastValues;
    row.clear();
    plain = 0;
  };
  for (std::uint32_t t = 0; t + 1 < page.texts(); ++t) {
    if (!IsLabel(page, t) || IsLabel(page, t + 1)) continue;
    if (!row.empty() && t + 1 > row.back() + kMostSteps) end_row();
    row.push_back(t + 1);
    plain += (page.marks[t + 1] & kInLink) == 0 ? 1U : 0U;
  }
  end_row();
}

}  // namespace thresh::spine
