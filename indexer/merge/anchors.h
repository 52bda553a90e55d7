// Anchors: what the pages of a build write about each other, for the field of that name. A page
// gets the text of every link to it. It also gets, once for each page that links to it, the title
// of that page: the anchor "tellg" does not name its class, the title above it does.
//
// All links in content to pages of the same site count. Links in templates, struck or kept once,
// stand on every page and belong to none in particular. Under keep-one each of their texts counts
// once in the build for each target, on the first page that has it, and without a title. Under drop
// they do not count, but leave their room: with `--removal field` they stand there in a field of
// their own, and so do the titles of pages that link from templates alone. The verdict on the block
// of a link holds for all of its words. Duplicate pages add nothing. The pieces stand in the order
// of the pages that they come from, with a gap of one position behind each, so that no phrase
// matches across two of them.
//
// The links between pages of one site also give each page its prior (site_priors.h).
//
// Bounds: kMostSayings links and titles of a build, 16 bytes each; kMostOfTemplates of them may be
// links in templates, which take some 60 bytes more each while pages are read; with `--removal
// field` as many again that are of templates; kMostWords words about one page. First come, first
// served. Links over a bound are counted.
//
// The merge fills it on one thread, between the verdicts and the terms. After that any thread may
// read it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "common/base/hash.h"
#include "common/base/ids.h"
#include "common/base/status.h"
#include "common/store/text_record.h"
#include "indexer/merge/canonical_copies.h"
#include "indexer/merge/run_set.h"
#include "indexer/merge/site_priors.h"
#include "indexer/merge/verdicts.h"

namespace thresh {

class Anchors {
 public:
  static constexpr std::size_t kMostSayings = std::size_t{16} << 20;
  static constexpr std::size_t kMostOfTemplates = std::size_t{1} << 20;
  static constexpr std::uint32_t kMostWords = 1U << 20;

  // First AddDoc for all pages in doc order, so that links find their targets; then Gather, once.
  void AddDoc(const RunDocRecord& record);
  Status Gather(const RunSet& runs, const Verdicts& verdicts, const CanonicalCopies& copies);

  // Calls f(page, anchor, position) for each page that a word at one of these positions of the
  // body, or of the title, of `doc` is about; `position` is the word's place in that page's fields
  // of anchors, and `anchor` is the one of them in which it stands. Positions ascend.
  template <typename F>
  void ForEachSaid(DocId doc, Field field, std::span<const std::uint32_t> positions, F f) const {
    for (const Voice& voice : voices_) {
      if (field == Field::kBody) {
        const std::span<const Saying> links = voice.links.Of(doc);
        // Most words stand in no link.
        if (links.empty() || positions.back() < links.front().first) continue;
        auto after = links.begin();
        for (const std::uint32_t position : positions) {
          after = std::upper_bound(
              after, links.end(), position,
              [](std::uint32_t p, const Saying& saying) { return p < saying.first; });
          if (after == links.begin()) continue;
          const Saying& link = *std::prev(after);
          if (position < link.last) f(link.page, voice.field, link.place + (position - link.first));
        }
      } else if (field == Field::kTitle) {
        for (const Saying& title : voice.titles.Of(doc))
          for (const std::uint32_t position : positions)
            f(title.page, voice.field, title.place + position);
      }
    }
  }

  bool empty() const { return voices_[0].rows() + voices_[1].rows() == 0; }
  std::uint64_t links() const { return links_counted_; }  // that say something
  // Links and titles over a bound.
  std::uint64_t dropped() const { return dropped_ + priors_.dropped(); }
  // The same links as a graph, between Gather and the end: to be called once.
  std::vector<std::uint32_t> TakePriors() { return priors_.Take(); }
  // The same by all links, those in templates as well. REQUIRES: `--removal field`.
  std::vector<std::uint32_t> TakeAllPriors() { return all_priors_.Take(); }

 private:
  // Words [first, last) of a page are about another one, in whose field they start at `place`.
  struct Saying {
    std::uint32_t first = 0, last = 0;
    DocId page;
    std::uint32_t place = 0;
  };
  struct Sayings {
    std::vector<Saying> rows;         // by doc, then by first
    std::vector<std::uint32_t> ends;  // of each doc
    std::span<const Saying> Of(DocId doc) const {
      if (doc.value >= ends.size()) return {};
      const std::uint32_t begin = doc.value == 0 ? 0 : ends[doc.value - 1];
      return std::span(rows).subspan(begin, ends[doc.value] - begin);
    }
    void EndDoc() { ends.push_back(static_cast<std::uint32_t>(rows.size())); }
  };

  // What ends up in one of the two fields of anchors.
  struct Voice {
    Field field;
    Sayings links = {}, titles = {};
    std::size_t rows() const { return links.rows.size() + titles.rows.size(); }
  };

  Status AddPage(const RunSet::PageRow& page, const Verdicts& verdicts);
  void AddLinks(const RunSet::PageRow& page, const Verdicts& verdicts);
  void AddLink(const LinksRecord::StoredLink& link, DocId target, bool struck);
  bool IsNew(const LinksRecord::StoredLink& link, DocId target);
  void AddTitles(DocId doc);
  void AddToGraph(DocId doc, SiteId site);
  void OnceEach(std::vector<DocId>* targets, DocId doc) const;
  bool Say(std::uint32_t first, std::uint32_t last, DocId target, Sayings* sayings);
  void SayStruck(std::uint32_t first, std::uint32_t last, DocId target, Sayings* sayings);
  bool Find(std::string_view url, DocId* page) const;
  // The page that a link to `url` leads to: that of the URL, else the file of the folder.
  bool FindTarget(std::string_view url, DocId* page) const;

  std::array<Voice, 2> voices_ = {Voice{Field::kAnchor}, Voice{Field::kTemplateAnchor}};
  bool keeps_struck_ = false;  // `--removal field`
  SitePriors priors_, all_priors_;
  std::vector<std::uint32_t> said_;                // words about each page, gaps too
  std::vector<std::pair<Hash128, DocId>> by_url_;  // while pages are read
  std::vector<DocId> first_copy_;                  // of each page, while pages are read
  std::vector<std::uint32_t> title_words_;         // of each page, while pages are read
  std::unordered_set<Hash128>
      of_templates_;  // while pages are read: texts of links in templates, with their targets
  std::uint64_t links_counted_ = 0, dropped_ = 0;
  // Of the current page.
  LinksRecord stored_;
  std::vector<PlainSpan> spans_;
  std::string_view text_;
  // Of each span, and behind the last one: the place of its first word in the body, and that of its
  // text.
  std::vector<std::uint32_t> span_first_, text_first_;
  std::vector<DocId> targets_, struck_targets_;
};

}  // namespace thresh
