#include "indexer/compare/judge_store.h"

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_map>

#include "common/store/page_text.h"

namespace thresh {
namespace {

// Matches pages of the store, which it is shown one after the other, with gold pages. Endings come
// after all whole keys: an ending may not take a gold page that a later page has the key of.
class Matcher {
 public:
  explicit Matcher(const std::vector<GoldPage>& gold) : docs_(gold.size()), left_(gold.size()) {
    for (std::size_t i = 0; i < gold.size(); ++i) place_.emplace(gold[i].key, i);
  }

  void MatchWhole(DocId doc, const std::string& key) {
    if (!Take(key, doc)) others_.emplace_back(doc, key);
  }

  // If several gold pages match the ending of one path, the first one in the gold file gets it.
  void MatchEndings() {
    for (const auto& [doc, key] : others_) {
      // A crawl may have far more pages than there are gold labels.
      if (left_ == 0) return;
      std::optional<std::size_t> best;
      // An ending begins behind a slash, so that `b.html` does not match `ab.html`.
      for (std::size_t slash = key.find('/'); slash != std::string::npos;
           slash = key.find('/', slash + 1)) {
        const auto found = place_.find(key.substr(slash + 1));
        if (found == place_.end() || docs_[found->second]) continue;
        if (!best || found->second < *best) best = found->second;
      }
      if (best) Fill(*best, doc);
    }
  }

  const std::vector<std::optional<DocId>>& docs() const { return docs_; }

 private:
  bool Take(const std::string& key, DocId doc) {
    const auto found = place_.find(key);
    if (found == place_.end() || docs_[found->second]) return false;
    Fill(found->second, doc);
    return true;
  }

  void Fill(std::size_t place, DocId doc) {
    docs_[place] = doc;
    --left_;
  }

  std::unordered_map<std::string, std::size_t> place_;
  std::vector<std::optional<DocId>> docs_;  // of each gold page
  std::size_t left_;
  std::vector<std::pair<DocId, std::string>> others_;
};

// Cuts span by span, as the gold labels are cut text by text: a word never runs across two spans.
Result<IndexedPage> ReadIndexed(const Store& store, DocId doc, RefereeWords* words) {
  THRESH_ASSIGN_OR_RETURN(const TextRecord text, ReadText(store, doc));
  IndexedPage page;
  for (const ShownSpan& span : ShowSpans(text)) {
    THRESH_RETURN_IF_ERROR(words->Cut(span.text, &page.tokens));
    // resize fills in only the tokens that this span has added.
    page.blocks.resize(page.tokens.size(), span.block.value);
    page.removed.resize(page.tokens.size(), !span.kept());
  }
  return page;
}

}  // namespace

Result<StoreScore> JudgeStore(const Store& store, const std::vector<GoldPage>& gold,
                              RefereeWords* words) {
  StoreScore result;
  result.pages = store.docs();
  Matcher matcher(gold);
  for (std::uint32_t d = 0; d < result.pages; ++d) {
    THRESH_ASSIGN_OR_RETURN(const DocRecord page, ReadPage(store, DocId(d)));
    if (page.template_blocks > 0) ++result.pages_with_template;
    matcher.MatchWhole(DocId(d), PageKey(page.path.empty() ? page.url : page.path));
  }
  matcher.MatchEndings();
  for (std::size_t i = 0; i < gold.size(); ++i) {
    if (!matcher.docs()[i]) {
      ++result.missing;
      continue;
    }
    THRESH_ASSIGN_OR_RETURN(const IndexedPage page, ReadIndexed(store, *matcher.docs()[i], words));
    result.score.Add(ScorePage(gold[i], page));
  }
  return result;
}

}  // namespace thresh
