#include "common/page_graph/page_graph_reader.h"

#include <algorithm>
#include <compare>
#include <optional>
#include <utility>

#include "common/base/folder_file.h"
#include "common/base/hash.h"
#include "common/store/page_text.h"

namespace thresh {
namespace {

bool IsOfTemplateBlock(const TextRecord& text, BlockNo block) {
  const StoredVerdict* verdict = text.Find(block);
  return verdict != nullptr && IsOfTemplate(verdict->verdict);
}

// The pages of a store by the hash of their URL, which is mostly longer than its 16 bytes.
class UrlTable {
 public:
  void Add(std::string_view url, DocId page) { rows_.emplace_back(HashBytes(url), page); }
  void Sort() { std::sort(rows_.begin(), rows_.end()); }
  // The page that a link to `url` leads to.
  std::optional<DocId> FindTarget(std::string_view url) const {
    const std::optional<DocId> page = Find(url);
    return page || !url.ends_with('/') ? page : Find(FileOfFolder(url));
  }

 private:
  std::optional<DocId> Find(std::string_view url) const {
    const Hash128 key = HashBytes(url);
    const auto row = std::lower_bound(rows_.begin(), rows_.end(), std::pair(key, DocId(0)));
    if (row == rows_.end() || row->first != key) return std::nullopt;
    return row->second;
  }

  std::vector<std::pair<Hash128, DocId>> rows_;
};

// A page of the store, as far as links need it.
struct LinkedPage {
  DocRecord doc;
  TextRecord text;
  LinksRecord links;
};

Result<LinkedPage> ReadLinkedPage(const Store& store, DocId page) {
  LinkedPage read;
  THRESH_ASSIGN_OR_RETURN(read.doc, ReadPage(store, page));
  THRESH_ASSIGN_OR_RETURN(read.links, ReadLinks(store, page, read.doc.url));
  THRESH_ASSIGN_OR_RETURN(read.text, ReadText(store, page));
  return read;
}

class Reader {
 public:
  explicit Reader(const Store& store) : store_(store) {}

  Result<PageGraph> Read() {
    for (std::uint32_t doc = 0; doc < store_.docs(); ++doc) {
      THRESH_ASSIGN_OR_RETURN(const DocRecord page, ReadPage(store_, DocId(doc)));
      by_url_.Add(page.url, DocId(doc));
      const bool copy = page.duplicate && page.duplicate_of.value < store_.docs();
      first_copy_.push_back(copy ? page.duplicate_of : DocId(doc));
      graph_.AddPage(page.site);
    }
    by_url_.Sort();
    for (std::uint32_t doc = 0; doc < store_.docs(); ++doc) {
      if (first_copy_[doc] == DocId(doc)) THRESH_RETURN_IF_ERROR(AddLinks(DocId(doc)));
    }
    return std::move(graph_);
  }

 private:
  struct Target {
    BlockNo pagelet;
    bool of_template = false;
    std::uint32_t number = 0;
    friend auto operator<=>(const Target&, const Target&) = default;
  };

  Status AddLinks(DocId doc) {
    THRESH_ASSIGN_OR_RETURN(const LinkedPage page, ReadLinkedPage(store_, doc));
    const PageletCuts cuts(page.text);
    std::vector<Target> targets;
    for (const LinksRecord::StoredLink& link : page.links.links) {
      const std::optional<DocId> target = by_url_.FindTarget(link.target);
      targets.push_back(
          {cuts.PageletOf(link.block), IsOfTemplateBlock(page.text, link.block),
           target ? first_copy_[target->value].value : graph_.OutsideNumber(link.target)});
    }
    std::sort(targets.begin(), targets.end());
    targets.erase(std::unique(targets.begin(), targets.end()), targets.end());
    std::vector<std::uint32_t> numbers;
    for (std::size_t at = 0; at < targets.size();) {
      const Target first = targets[at];
      numbers.clear();
      for (; at < targets.size() && targets[at].pagelet == first.pagelet &&
             targets[at].of_template == first.of_template;
           ++at)
        numbers.push_back(targets[at].number);
      graph_.AddPagelet({doc, first.pagelet, first.of_template}, numbers);
    }
    return {};
  }

  const Store& store_;
  UrlTable by_url_;
  std::vector<DocId> first_copy_;  // by page
  PageGraph graph_;
};

std::string TextOf(const LinksRecord::StoredLink& link, const TextRecord& text) {
  std::string all;
  for (std::uint32_t s = 0; s < link.spans && link.first_span + s < text.spans.size(); ++s) {
    const TextRecord::StoredSpan& span = text.spans[link.first_span + s];
    if (!all.empty() && !span.glued) all += ' ';
    all += span.text;
  }
  return all;
}

// The first copy of the page that the link leads to; nothing if the store has no such page.
Result<std::optional<DocId>> TargetOf(const Store& store, const LinksRecord::StoredLink& link) {
  THRESH_ASSIGN_OR_RETURN(std::optional<DocId> target, FindTarget(store, link.target));
  if (!target) return target;
  THRESH_ASSIGN_OR_RETURN(const DocRecord page, ReadPage(store, *target));
  if (page.duplicate) target = page.duplicate_of;
  return target;
}

SeenLink Seen(const LinksRecord::StoredLink& link, const LinkedPage& page) {
  return {.text = TextOf(link, page.text),
          .block = link.block,
          .of_template = IsOfTemplateBlock(page.text, link.block)};
}

Status AddLinksOut(const Store& store, const LinkedPage& page, std::vector<SeenLink>* out) {
  for (const LinksRecord::StoredLink& link : page.links.links) {
    SeenLink seen = Seen(link, page);
    seen.url = link.target;
    THRESH_ASSIGN_OR_RETURN(const std::optional<DocId> target, TargetOf(store, link));
    if (target) {
      THRESH_ASSIGN_OR_RETURN(const DocRecord to, ReadPage(store, *target));
      seen.title = to.title;
    }
    out->push_back(std::move(seen));
  }
  return {};
}

// The links of one page that lead to another one.
Status AddLinksIn(const Store& store, DocId from, DocId to, std::vector<SeenLink>* in) {
  THRESH_ASSIGN_OR_RETURN(const LinkedPage page, ReadLinkedPage(store, from));
  for (const LinksRecord::StoredLink& link : page.links.links) {
    THRESH_ASSIGN_OR_RETURN(const std::optional<DocId> target, TargetOf(store, link));
    if (!target || *target != to) continue;
    SeenLink seen = Seen(link, page);
    seen.url = page.doc.url;
    seen.title = page.doc.title;
    in->push_back(std::move(seen));
  }
  return {};
}

}  // namespace

PageletCuts::PageletCuts(const TextRecord& text) {
  bool of_template = false;
  for (std::size_t s = 0; s < text.spans.size(); ++s) {
    const BlockNo block = text.spans[s].block;
    // Text nodes are numbered as the spans are (ExplainPage).
    if (block.value != s) {
      begins_.clear();
      return;
    }
    const bool was = std::exchange(of_template, IsOfTemplateBlock(text, block));
    if (s == 0 || was != of_template) begins_.push_back(block);
  }
}

BlockNo PageletCuts::PageletOf(BlockNo block) const {
  const auto after = std::upper_bound(begins_.begin(), begins_.end(), block);
  return after == begins_.begin() ? block : *(after - 1);
}

Result<PageGraph> ReadPageGraph(const Store& store) { return Reader(store).Read(); }

Result<LinksOfPage> ReadLinksOfPage(const Store& store, const PageGraph& graph, DocId page) {
  THRESH_ASSIGN_OR_RETURN(const LinkedPage read, ReadLinkedPage(store, page));
  LinksOfPage links{.url = read.doc.url, .title = read.doc.title};
  THRESH_RETURN_IF_ERROR(AddLinksOut(store, read, &links.out));
  const DocId to = read.doc.duplicate ? read.doc.duplicate_of : page;
  std::optional<DocId> last;
  for (std::size_t at = 0; at < graph.pagelets().size(); ++at) {
    const DocId from = graph.pagelets()[at].page;
    const auto targets = graph.TargetsOf(at);
    if (from == page || last == from) continue;
    if (!std::binary_search(targets.begin(), targets.end(), to.value)) continue;
    last = from;
    THRESH_RETURN_IF_ERROR(AddLinksIn(store, from, to, &links.in));
  }
  return links;
}

}  // namespace thresh
