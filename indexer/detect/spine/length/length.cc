#include "indexer/detect/spine/length/length.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "indexer/detect/spine/counts.h"

namespace thresh::spine {
namespace {

constexpr std::uint32_t kTexts = 3;  // of a window
constexpr std::uint32_t kNoWindow = 0xffffffff;

// The windows of common texts, by number, and their pages. Only common texts make windows, so there
// are a few hundred of them on a site, however large.
class Windows {
 public:
  Windows(const Site& site, const SpineParameters& parameters);

  bool any() const { return !windows_.Keys().empty(); }
  std::uint32_t size() const { return static_cast<std::uint32_t>(windows_.Keys().size()); }
  std::uint32_t pages(std::uint32_t window) const { return windows_.pages(window); }
  // The same for the same texts, whatever the order of the pages.
  std::uint64_t Identity(std::uint32_t window) const;
  bool is_common(std::uint32_t window) const {
    return window != kNoWindow && windows_.pages(window) >= least_;
  }
  // The window that begins at each text of the page, or kNoWindow. Valid until the next call.
  const std::vector<std::uint32_t>& Read(const SitePage& page);

 private:
  const SiteLog& log_;
  const TextCounts& texts_;
  const double least_;  // pages of a common text or window
  PairIds pairs_;       // of texts
  PairPages windows_;   // (third text, pair)
  std::vector<std::uint32_t> begins_;
};

Windows::Windows(const Site& site, const SpineParameters& parameters)
    : log_(site.log()),
      texts_(site.log().texts()),
      least_(parameters.Most(parameters.length_share, site.pages())) {
  site.ForEachCounted([this](const SitePage& page) {
    for (const std::uint32_t window : Read(page)) {
      if (window != kNoWindow) windows_.Add(window, page.number + 1);
    }
  });
}

const std::vector<std::uint32_t>& Windows::Read(const SitePage& page) {
  begins_.assign(page.texts(), kNoWindow);
  const std::span<const LoggedPage::Text> texts = page.log->texts;
  std::uint32_t common = 0;  // texts in a row
  for (std::uint32_t t = 0; t < page.texts(); ++t) {
    common = texts_.pages(texts[t].text) >= least_ ? common + 1 : 0;
    if (common < kTexts) continue;
    const std::uint32_t pair = pairs_.Add(texts[t - 2].text, texts[t - 1].text);
    begins_[t - 2] = windows_.Id(texts[t].text, pair);
  }
  return begins_;
}

std::uint64_t Windows::Identity(std::uint32_t window) const {
  const std::uint64_t key = windows_.Keys()[window];
  const std::uint64_t pair = pairs_.Keys()[PairIds::Second(key)];
  Hasher128 hasher;
  for (const std::uint32_t text :
       {PairIds::First(pair), PairIds::Second(pair), PairIds::First(key)})
    hasher.Number(log_.text_hash(text));
  return hasher.Finish().low;
}

// Texts [first, last) of a page.
struct LongRun {
  std::uint32_t first = 0, last = 0;
  std::uint32_t window = 0;  // the first one
  std::uint32_t words = 0;
};

// What people read of all runs that share windows. Nothing here depends on the order of pages.
struct RunGroup {
  std::uint64_t identity = ~std::uint64_t{0};  // the smallest of its windows'
  std::uint32_t pages = 0;                     // of its most common window
  std::uint64_t words = 0, runs = 0;           // in all, each run once for each of its windows
};

// The runs of a site, and how long they usually are.
class LongRuns {
 public:
  LongRuns(const Site& site, const SpineParameters& parameters);

  // The runs of a page that go. Valid until the next call.
  const std::vector<LongRun>& Find(const SitePage& page);
  // Runs that share a window are one group, and one template.
  const RunGroup& GroupOf(const LongRun& run) const { return groups_[joined_[run.window]]; }

 private:
  struct Usual {
    std::uint64_t words = 0, runs = 0;
  };
  void Read(const SitePage& page);
  void Note(const LongRun& run);
  void Join(std::uint32_t a, std::uint32_t b);
  void FindGroups();
  std::uint32_t RootOf(std::uint32_t window);
  bool IsQuotation(const LongRun& run) const;

  const TextCounts& texts_;
  const SpineParameters& parameters_;
  Windows windows_;
  std::vector<std::uint32_t> joined_;  // by window: a smaller one of the same runs, or itself
  std::vector<Usual> usual_;           // by window: the runs that it stands in
  std::vector<RunGroup> groups_;       // by window that is joined to itself
  // Of the page that was read last.
  const std::vector<std::uint32_t>* begins_ = nullptr;
  std::vector<LongRun> runs_;
};

LongRuns::LongRuns(const Site& site, const SpineParameters& parameters)
    : texts_(site.log().texts()), parameters_(parameters), windows_(site, parameters) {
  if (!windows_.any()) return;
  joined_.resize(windows_.size());
  std::iota(joined_.begin(), joined_.end(), 0U);
  usual_.resize(windows_.size());
  site.ForEachCounted([this](const SitePage& page) {
    Read(page);
    for (const LongRun& run : runs_) Note(run);
  });
  // A window's number is never smaller than the one that it is joined to.
  for (std::uint32_t& window : joined_) window = joined_[window];
  FindGroups();
}

void LongRuns::FindGroups() {
  groups_.resize(joined_.size());
  for (std::uint32_t window = 0; window < joined_.size(); ++window) {
    if (!windows_.is_common(window)) continue;
    RunGroup& group = groups_[joined_[window]];
    group.identity = std::min(group.identity, windows_.Identity(window));
    group.pages = std::max(group.pages, windows_.pages(window));
    group.words += usual_[window].words;
    group.runs += usual_[window].runs;
  }
}

void LongRuns::Read(const SitePage& page) {
  runs_.clear();
  begins_ = &windows_.Read(page);
  for (std::uint32_t t = 0; t + kTexts <= page.texts(); ++t) {
    const std::uint32_t window = (*begins_)[t];
    if (!windows_.is_common(window)) continue;
    if (runs_.empty() || runs_.back().last <= t) runs_.push_back({t, t, window, 0});
    runs_.back().last = t + kTexts;
  }
  for (LongRun& run : runs_) {
    for (std::uint32_t t = run.first; t < run.last; ++t) run.words += page.log->texts[t].words;
  }
}

void LongRuns::Note(const LongRun& run) {
  for (std::uint32_t t = run.first; t + kTexts <= run.last; ++t) {
    const std::uint32_t window = (*begins_)[t];
    usual_[window].words += run.words;
    ++usual_[window].runs;
    Join(run.window, window);
  }
}

void LongRuns::Join(std::uint32_t a, std::uint32_t b) {
  a = RootOf(a);
  b = RootOf(b);
  joined_[std::max(a, b)] = std::min(a, b);
}

// Halves the way as it goes (Tarjan, van Leeuwen 1984), so that no site makes long chains.
std::uint32_t LongRuns::RootOf(std::uint32_t window) {
  while (joined_[window] != window) window = joined_[window] = joined_[joined_[window]];
  return window;
}

bool LongRuns::IsQuotation(const LongRun& run) const {
  Usual usual;
  for (std::uint32_t t = run.first; t + kTexts <= run.last; ++t) {
    const std::uint32_t window = (*begins_)[t];
    if (window >= usual_.size()) continue;  // a page that is applied may have windows of its own
    usual.words += usual_[window].words;
    usual.runs += usual_[window].runs;
  }
  return static_cast<double>(run.words) * static_cast<double>(usual.runs) <
         parameters_.length_quoted * static_cast<double>(usual.words);
}

const std::vector<LongRun>& LongRuns::Find(const SitePage& page) {
  runs_.clear();
  if (!windows_.any()) return runs_;
  Read(page);
  std::erase_if(runs_, [this](const LongRun& run) {
    return run.words < parameters_.length_words || IsQuotation(run);
  });
  return runs_;
}

// A heading or a title is of its page, even where a box on all other pages recommends that page.
bool IsSolo(const SitePage& page, std::uint32_t t, const TextCounts& texts, double least_pages,
            double least_words) {
  const LoggedPage::Text& text = page.log->texts[t];
  const std::span<const std::uint32_t> titles = page.log->titles;
  return text.words >= least_words && texts.pages(text.text) >= least_pages &&
         (page.marks[t] & kInHeading) == 0 && !std::binary_search(titles.begin(), titles.end(), t);
}

TemplateId NameRun(const Site& site, std::uint64_t key, std::uint64_t words, std::uint32_t pages,
                   SiteStrikes* strikes) {
  Hasher128 hasher;
  hasher.Field("length");
  hasher.Number(key);
  return strikes->Name(hasher.Finish(), [&] {
    return MakeRule("spine.length", {RuleField::Count(words), RuleField::Count(pages),
                                     RuleField::Count(site.pages())});
  });
}

}  // namespace

void StrikeByLength(const Site& site, const SpineParameters& parameters, SiteStrikes* strikes) {
  constexpr std::uint8_t kWhole = 100;
  const TextCounts& texts = site.log().texts();
  const double solo_pages = parameters.SoloPages(site.pages());
  LongRuns runs(site, parameters);
  site.ForEachPage([&](const SitePage& page) {
    for (const LongRun& run : runs.Find(page)) {
      const RunGroup& group = runs.GroupOf(run);
      const std::uint64_t usual = group.words / group.runs;
      const TemplateId found = NameRun(site, group.identity, usual, group.pages, strikes);
      for (std::uint32_t t = run.first; t < run.last; ++t) strikes->Add(page, t, found, kWhole);
    }
    for (std::uint32_t t = 0; t < page.texts(); ++t) {
      if (!IsSolo(page, t, texts, solo_pages, parameters.solo_words) || strikes->Has(page, t))
        continue;
      const LoggedPage::Text& text = page.log->texts[t];
      const std::uint64_t key = site.log().text_hash(text.text);
      strikes->Add(page, t, NameRun(site, key, text.words, texts.pages(text.text), strikes),
                   kWhole);
    }
  });
}

}  // namespace thresh::spine
