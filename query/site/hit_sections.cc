#include "query/site/hit_sections.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <tuple>
#include <utility>

#include "common/base/utf8.h"
#include "common/store/page_text.h"
#include "query/export/anchors.h"
#include "query/export/layout.h"
#include "query/export/rubble.h"
#include "query/export/stored_elements.h"

namespace thresh {
namespace {

// A query has at most 64 words (kMaxQueryTerms).
using WordSet = std::uint64_t;

constexpr std::size_t kHeadingBytes = 300;

struct Section {
  std::string anchor = {}, heading = {};
  WordSet different = 0;
  std::size_t words = 0;  // of the query

  int rank() const { return std::popcount(different); }
};

// A visitor of WalkLayout that cuts a page into sections and looks for the words in each.
class SectionCutter : public TokenSink {
 public:
  SectionCutter(const PageElements& elements, const QueryWords& wanted, Analyzer& analyzer)
      : elements_(elements), wanted_(wanted), analyzer_(analyzer) {}

  void Open(std::uint32_t node) {
    const bool is_heading =
        RoleOf(elements_.kinds()[elements_.nodes()[node].kind].tag) == Role::kHeading;
    if (!is_heading || heading_ != 0) return;
    heading_ = node;
    begun_ = false;
  }
  void Close(std::uint32_t node) {
    if (node == heading_) heading_ = 0;
  }
  void Text(const LaidText& text) {
    if (heading_ != 0) TakeHeading(text);
    const std::string_view read = CutText(text.text, kSpanBytesRead);
    if (!wanted_.MayStandIn(read, analyzer_)) return;
    read_ += read.size();
    if (read_ <= kPageBytesRead) analyzer_.Tokenise(read, *this);
  }
  void Add(const Token& token) override {
    const int number = token.piece ? -1 : wanted_.Find(token.term);
    if (number < 0) return;
    sections_.back().different |= WordSet{1} << (number % 64);
    ++sections_.back().words;
  }

  std::vector<Section> Take() { return std::move(sections_); }

 private:
  // A heading without an id, or without a text that is kept, begins no section.
  void TakeHeading(const LaidText& text) {
    const std::string_view anchor = HeadingAnchor(elements_, heading_);
    if (anchor.empty()) return;
    if (!begun_) sections_.push_back({.anchor = std::string(anchor)});
    begun_ = true;
    std::string& heading = sections_.back().heading;
    if (!heading.empty() && !text.glued) heading += ' ';
    heading += CutText(text.text, kHeadingBytes);
    heading.resize(CutText(heading, kHeadingBytes).size());
  }

  const PageElements& elements_;
  const QueryWords& wanted_;
  Analyzer& analyzer_;
  std::vector<Section> sections_{1};  // what stands above the first heading has none
  std::uint32_t heading_ = 0;         // the one that is open; 0: none
  bool begun_ = false;                // its section is
  std::size_t read_ = 0;              // bytes that were cut into words
};

std::vector<HitSection> Best(std::vector<Section> sections, const std::string& title) {
  int best = 0;
  for (const Section& section : sections) best = std::max(best, section.rank());
  std::erase_if(sections, [&](const Section& section) {
    return section.heading.empty() || section.rank() == 0 || 2 * section.rank() < best ||
           title.find(section.heading) != std::string::npos;
  });
  std::vector<std::size_t> order(sections.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::tuple(sections[a].rank(), sections[a].words) >
           std::tuple(sections[b].rank(), sections[b].words);
  });
  order.resize(std::min(order.size(), kMostSections));
  std::sort(order.begin(), order.end());
  std::vector<HitSection> shown;
  shown.reserve(order.size());
  for (const std::size_t i : order)
    shown.push_back({std::move(sections[i].anchor), std::move(sections[i].heading)});
  return shown;
}

}  // namespace

Result<std::vector<HitSection>> HitSections(Searcher& searcher, DocId doc, const DocRecord& page,
                                            const TextRecord& kept, const QueryWords& words) {
  StoredElements stored;
  THRESH_RETURN_IF_ERROR(stored.Read(searcher.store(), doc));
  if (stored.elements().nodes().empty()) return std::vector<HitSection>();
  SectionCutter cutter(stored.elements(), words, searcher.analyzer_of(page));
  std::vector<ShownSpan> spans = ShowSpans(kept);
  ClearRubble(stored.elements(), &spans);
  WalkLayout(stored.elements(), spans, &cutter);
  return Best(cutter.Take(), page.title);
}

PageVisitor SectionFinder(Searcher& searcher, std::size_t most,
                          std::vector<std::vector<HitSection>>* sections) {
  return [&searcher, most, sections](DocId doc, const DocRecord& page, const TextRecord& kept,
                                     const QueryWords& words) -> Status {
    if (sections->size() == most) return {};
    THRESH_ASSIGN_OR_RETURN(std::vector<HitSection> found,
                            HitSections(searcher, doc, page, kept, words));
    sections->push_back(std::move(found));
    return {};
  };
}

}  // namespace thresh
