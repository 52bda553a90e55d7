#include "indexer/detect/spine/ends/ends.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "indexer/detect/spine/counts.h"

namespace thresh::spine {
namespace {

// Labels of a bar stand near each other.
constexpr std::size_t kSteps = 4;

// Where the head of a page ends and its tail begins.
struct PageEnds {
  std::uint32_t head = 0, tail = 0;  // texts [0, head) and [tail, all)
  std::uint32_t between = 0;  // words that nobody struck, from the first own text to the last
  bool any = false;           // the page has own text
};

// One end of a page: the texts of a head, or those of a tail from the last one inwards.
enum End : std::uint8_t { kHead, kTail };

struct Label {
  std::uint32_t text;    // of the page
  std::uint32_t number;  // of the log
};

class EndBars {
 public:
  EndBars(const Site& site, const SiteStrikes& strikes, const SpineParameters& parameters);

  // The labels of one end of the page that go. Valid until the next call.
  const std::vector<Label>& Find(const SitePage& page, End end);
  std::uint32_t pages(End end, std::uint32_t number) const {
    return ends_[end].pages[number].pages;
  }

 private:
  struct OfEnd {
    std::vector<PageCount> pages;  // by text of the log
    PairPages pairs;               // (text, one that follows it inwards)
  };
  PageEnds Read(const SitePage& page) const;
  bool IsRare(const SitePage& page, std::uint32_t text) const;
  void Count(const SitePage& page, const PageEnds& ends, End end);
  std::vector<std::uint32_t> Inwards(const SitePage& page, const PageEnds& ends, End end) const;
  std::vector<Label> Labels(const SitePage& page, const std::vector<std::uint32_t>& way) const;
  bool IsCommon(std::uint32_t number, End end) const;
  bool IsPartner(const SitePage& page, const Label& label, const Label& partner) const;
  std::vector<bool> InBars(const SitePage& page, const std::vector<Label>& labels, End end);
  void Walk(const SitePage& page, const std::vector<std::uint32_t>& way, End end);

  const SiteStrikes& strikes_;
  const SpineParameters& parameters_;
  const TextCounts& texts_;
  std::uint32_t pages_ = 0;  // with own text
  // Pages that a text must stand on to make pairs: less than a common text needs in the end, and
  // known before the pages with own text are counted.
  const double pair_pages_;
  const double nearly_all_;             // pages of a text that nearly every page says
  double least_ = 0;                    // pages of a common text
  std::vector<std::uint32_t> at_ends_;  // by text of the log: occurrences in heads and tails
  std::vector<std::uint32_t> all_;      // by text of the log: occurrences
  std::array<OfEnd, 2> ends_;
  std::vector<Label> found_;
};

EndBars::EndBars(const Site& site, const SiteStrikes& strikes, const SpineParameters& parameters)
    : strikes_(strikes),
      parameters_(parameters),
      texts_(site.log().texts()),
      pair_pages_(std::max(parameters.least_pages, parameters.ends_share * site.pages() / 2)),
      nearly_all_(parameters.Most(parameters.solo_share, site.pages())),
      at_ends_(texts_.size(), 0),
      all_(texts_.size(), 0) {
  for (OfEnd& end : ends_) end.pages.resize(texts_.size());
  site.ForEachCounted([this](const SitePage& page) {
    for (const LoggedPage::Text& text : page.log->texts) ++all_[text.text];
    const PageEnds ends = Read(page);
    if (!ends.any) return;
    ++pages_;
    Count(page, ends, kHead);
    Count(page, ends, kTail);
  });
  least_ = parameters.Most(parameters.ends_share, pages_);
}

bool EndBars::IsRare(const SitePage& page, std::uint32_t text) const {
  return texts_.pages(page.log->texts[text].text) < parameters_.support &&
         !strikes_.Has(page, text);
}

PageEnds EndBars::Read(const SitePage& page) const {
  PageEnds ends;
  std::uint32_t begin = 0, words = 0;  // of the rare texts in a row up to this one
  bool titled = false;
  std::uint32_t before = 0, head_words = 0;  // words that nobody struck
  auto title = page.log->titles.begin();
  for (std::uint32_t t = 0; t < page.texts(); ++t) {
    const std::uint32_t own = page.log->texts[t].words;
    const bool is_title = title != page.log->titles.end() && *title == t;
    if (is_title) ++title;
    const bool is_heading = is_title && (page.marks[t] & kInHeading) != 0 && !strikes_.Has(page, t);
    if (IsRare(page, t) || is_heading) {
      words += own;
      titled = titled || is_title;
    } else {
      words = 0;
      titled = false;
      begin = t + 1;
    }
    if (!strikes_.Has(page, t)) before += own;
    if (words < parameters_.ends_own && !titled) continue;
    if (!ends.any) {
      ends.head = begin;
      head_words = before - words;
      ends.any = true;
    }
    ends.tail = t + 1;
    ends.between = before - head_words;
  }
  return ends;
}

std::vector<std::uint32_t> EndBars::Inwards(const SitePage& page, const PageEnds& ends,
                                            End end) const {
  std::vector<std::uint32_t> way;
  if (end == kHead) {
    for (std::uint32_t t = 0; t < ends.head; ++t) way.push_back(t);
  } else {
    for (std::uint32_t t = page.texts(); t > ends.tail; --t) way.push_back(t - 1);
  }
  return way;
}

// Numbers alone are no label: they are the pages of a list or the votes of a record. A heading is
// the label of what follows it.
std::vector<Label> EndBars::Labels(const SitePage& page,
                                   const std::vector<std::uint32_t>& way) const {
  std::vector<Label> labels;
  for (const std::uint32_t t : way) {
    const std::uint32_t number = page.log->texts[t].text;
    if ((page.marks[t] & kInHeading) == 0 && texts_.pages(number) >= parameters_.support &&
        !texts_.only_numbers(number))
      labels.push_back({t, number});
  }
  return labels;
}

// Only texts that may be common in the end make pairs: a few dozen on a site.
void EndBars::Count(const SitePage& page, const PageEnds& ends, End end) {
  const std::vector<Label> labels = Labels(page, Inwards(page, ends, end));
  OfEnd& of = ends_[end];
  for (const Label& label : labels) {
    of.pages[label.number].Add(page.number + 1);
    ++at_ends_[label.number];
  }
  const auto may_be_common = [&](const Label& label) {
    return texts_.pages(label.number) >= pair_pages_;
  };
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (!may_be_common(labels[i])) continue;
    for (std::size_t j = i + 1; j < labels.size() && j <= i + kSteps; ++j) {
      if (may_be_common(labels[j]))
        of.pairs.Add(of.pairs.Id(labels[i].number, labels[j].number), page.number + 1);
    }
  }
}

bool EndBars::IsCommon(std::uint32_t number, End end) const {
  return pages(end, number) >= least_ && at_ends_[number] >= parameters_.mostly * all_[number] &&
         all_[number] <= parameters_.ends_copies * texts_.pages(number);
}

// Links and what nearly every page says are a bar beside any other label. Another text may be a
// value that many records have, so it needs a label beside it that no witness has struck yet.
bool EndBars::IsPartner(const SitePage& page, const Label& label, const Label& partner) const {
  return (page.marks[label.text] & kInLink) != 0 || texts_.pages(label.number) >= nearly_all_ ||
         !strikes_.Has(page, partner.text);
}

std::vector<bool> EndBars::InBars(const SitePage& page, const std::vector<Label>& labels, End end) {
  std::vector<bool> in_bar(labels.size(), false);
  PairPages& pairs = ends_[end].pairs;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (!IsCommon(labels[i].number, end)) continue;
    for (std::size_t j = i + 1; j < labels.size() && j <= i + kSteps; ++j) {
      const std::uint32_t a = labels[i].number, b = labels[j].number;
      if (a == b || !IsCommon(b, end) || pairs.pages(pairs.Id(a, b)) < least_) continue;
      in_bar[i] = in_bar[i] || IsPartner(page, labels[i], labels[j]);
      in_bar[j] = in_bar[j] || IsPartner(page, labels[j], labels[i]);
    }
  }
  return in_bar;
}

void EndBars::Walk(const SitePage& page, const std::vector<std::uint32_t>& way, End end) {
  const std::vector<Label> labels = Labels(page, way);
  const std::vector<bool> in_bar = InBars(page, labels, end);
  const std::span<const std::uint32_t> titles = page.log->titles;
  std::uint32_t others = 0;  // in a row
  std::size_t next = 0;      // of labels
  for (std::size_t i = 0; i < way.size() && others < 2; ++i) {
    const bool is_label = next < labels.size() && labels[next].text == way[i];
    const std::size_t label = is_label ? next++ : labels.size();
    ++others;
    if (strikes_.Has(page, way[i])) {
      others = 0;
    } else if (is_label && in_bar[label] &&
               !std::binary_search(titles.begin(), titles.end(), way[i])) {
      found_.push_back(labels[label]);
      others = 0;
    }
  }
}

const std::vector<Label>& EndBars::Find(const SitePage& page, End end) {
  found_.clear();
  const PageEnds ends = Read(page);
  if (ends.any && ends.between >= parameters_.ends_words) Walk(page, Inwards(page, ends, end), end);
  return found_;
}

TemplateId NameLabel(const Site& site, End end, std::uint32_t number, std::uint32_t pages,
                     SiteStrikes* strikes) {
  Hasher128 key;
  key.Field(end == kHead ? "head" : "tail");
  key.Number(site.log().text_hash(number));
  return strikes->Name(key.Finish(), [&] {
    return MakeRule(end == kHead ? "spine.head" : "spine.tail",
                    {RuleField::Count(pages), RuleField::Count(site.pages())});
  });
}

}  // namespace

// The labels of a page are added when both ends were looked at, since what is struck moves the
// ends.
void StrikeByEnds(const Site& site, const Fields& fields, const SpineParameters& parameters,
                  SiteStrikes* strikes) {
  constexpr std::uint8_t kWhole = 100;
  EndBars bars(site, *strikes, parameters);
  site.ForEachPage([&](const SitePage& page) {
    std::vector<std::pair<std::uint32_t, TemplateId>> found;
    for (const End end : {kHead, kTail}) {
      for (const Label& label : bars.Find(page, end)) {
        if (fields.IsValue(page, label.text)) continue;
        const std::uint32_t pages = bars.pages(end, label.number);
        found.emplace_back(label.text, NameLabel(site, end, label.number, pages, strikes));
      }
    }
    for (const auto& [text, name] : found) strikes->Add(page, text, name, kWhole);
  });
}

}  // namespace thresh::spine
