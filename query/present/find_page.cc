#include "query/present/find_page.h"

#include <algorithm>
#include <optional>

#include "common/base/edit_distance.h"

namespace thresh {
namespace {

// Without a slash rfind returns npos, and npos + 1 is 0: the whole path.
std::string_view LastComponent(std::string_view path) { return path.substr(path.rfind('/') + 1); }

std::size_t CommonEnd(std::string_view a, std::string_view b) {
  const auto [at, other] = std::mismatch(a.rbegin(), a.rend(), b.rbegin(), b.rend());
  return static_cast<std::size_t>(at - a.rbegin());
}

// The nearest URL so far. A mistyped or moved page keeps its file name more often than its folder
// or host, so the last component must be the same, and a longer common end is nearer. If no page
// has that name, one in the same folder is near whose name differs in at most two letters.
class Suggestion {
 public:
  explicit Suggestion(std::string_view wanted) : wanted_(wanted.substr(0, wanted.find('#'))) {}
  void Offer(const DocRecord& page) {
    const std::string_view name = LastComponent(page.url), wanted = LastComponent(wanted_);
    if (name == wanted) return Take(page.url, kNamed + CommonEnd(page.url, wanted_));
    const bool same_folder = std::string_view(page.url).substr(0, page.url.size() - name.size()) ==
                             wanted_.substr(0, wanted_.size() - wanted.size());
    if (!same_folder || wanted.size() <= kLetters) return;
    const std::size_t distance = EditDistance(name, wanted, kLetters);
    if (distance <= kLetters) Take(page.url, kLetters + 1 - distance);
  }
  std::string Text() const { return url_.empty() ? "" : "; did you mean " + url_ + " ?"; }

 private:
  static constexpr std::size_t kLetters = 2, kNamed = kLetters + 1;

  // Of equally near ones the first.
  void Take(std::string_view url, std::size_t nearness) {
    if (nearness <= nearness_) return;
    url_ = url;
    nearness_ = nearness;
  }

  std::string_view wanted_;
  std::string url_;
  std::size_t nearness_ = 0;
};

Result<StoredPage> ReadStored(const Store& store, DocId doc) {
  THRESH_ASSIGN_OR_RETURN(DocRecord record, ReadPage(store, doc));
  return StoredPage{doc, std::move(record)};
}

}  // namespace

Result<StoredPage> FindPage(const Store& store, const std::string& name) {
  // The name as it was given comes first, because a crawl may have addresses with a fragment.
  for (const std::string& url : {name, name.substr(0, name.find('#'))}) {
    THRESH_ASSIGN_OR_RETURN(const std::optional<DocId> doc, FindTarget(store, url));
    if (doc) return ReadStored(store, *doc);
  }
  // No family maps docnos or paths to pages: that would cost bytes in every store for a rare
  // question.
  Suggestion suggestion(name);
  for (std::uint32_t doc = 0; doc < store.docs(); ++doc) {
    THRESH_ASSIGN_OR_RETURN(StoredPage page, ReadStored(store, DocId(doc)));
    // An empty name must not find a page without a path.
    if (page.record.docno == name || (!page.record.path.empty() && page.record.path == name))
      return page;
    suggestion.Offer(page.record);
  }
  return Status(Code::kMissing, "no page '" + name + "' in the store" + suggestion.Text());
}

}  // namespace thresh
