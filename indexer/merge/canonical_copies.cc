#include "indexer/merge/canonical_copies.h"

#include <algorithm>
#include <span>
#include <string_view>
#include <utility>

#include "common/base/ascii.h"
#include "common/store/text_record.h"

namespace thresh {
namespace {

// Calls f for each stretch of `text` without white space.
template <typename F>
void ForEachWord(std::string_view text, F f) {
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && !IsHtmlSpace(text[end])) ++end;
    if (end > at) f(text.substr(at, end - at));
    at = end + 1;
  }
}

// The words of the spans that stay in the index. Spans and removed ranges ascend by position.
std::vector<std::uint64_t> KeptWords(const TextRecord& text, std::span<const WordRange> removed) {
  std::vector<std::uint64_t> words;
  std::uint32_t position = 0;
  auto range = removed.begin();
  for (const TextRecord::StoredSpan& span : text.spans) {
    while (range != removed.end() && range->last <= position) ++range;
    const bool kept = range == removed.end() || position < range->first;
    if (kept && span.tokens > 0)
      ForEachWord(span.text, [&](std::string_view word) { words.push_back(FastHash64(word)); });
    position += span.tokens;
  }
  std::sort(words.begin(), words.end());
  return words;
}

bool HasNineTenths(const std::vector<std::uint64_t>& copy,
                   const std::vector<std::uint64_t>& target) {
  std::size_t common = 0;
  auto a = copy.begin(), b = target.begin();
  while (a != copy.end() && b != target.end()) {
    if (*a < *b) {
      ++a;
    } else if (*b < *a) {
      ++b;
    } else {
      ++common;
      ++a;
      ++b;
    }
  }
  return !copy.empty() && common * 10 >= copy.size() * 9;
}

}  // namespace

void CanonicalCopies::AddDoc(const RunDocRecord& record) {
  if (by_url_.empty() || site_ != record.doc.site) EndSite();
  site_ = record.doc.site;
  by_url_.emplace_back(HashBytes(record.doc.url),
                       record.doc.duplicate ? record.doc.duplicate_of : record.id);
  if (!record.doc.duplicate && !record.doc.canonical.empty())
    links_.emplace_back(record.id, HashBytes(record.doc.canonical));
}

void CanonicalCopies::EndSite() {
  if (!links_.empty()) std::sort(by_url_.begin(), by_url_.end());
  for (const auto& [doc, url] : links_) {
    const auto target = std::lower_bound(by_url_.begin(), by_url_.end(), std::pair(url, DocId(0)));
    if (target == by_url_.end() || target->first != url || target->second == doc) continue;
    pairs_.push_back({doc, target->second});
  }
  by_url_.clear();
  links_.clear();
}

void CanonicalCopies::PairUp() {
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    const auto [copy, target, believed] = pairs_[i];
    for (const auto& [page, other] : {std::pair(copy, target), std::pair(target, copy)}) {
      pages_[page].pairs.push_back(i);
      pages_[page].last = std::max(pages_[page].last, other);
    }
  }
}

Status CanonicalCopies::Find(const RunSet& runs, const Verdicts& verdicts) {
  EndSite();
  by_url_.shrink_to_fit();
  if (pairs_.empty()) return {};
  PairUp();
  TextRecord text;
  THRESH_RETURN_IF_ERROR(runs.ForEachText([&](DocId doc, std::string_view bytes) -> Status {
    if (!pages_.contains(doc)) return {};
    if (!text.Decode(bytes)) return DamagedPage(doc);
    Compare(doc, KeptWords(text, verdicts.removed_words(doc)));
    return {};
  }));
  pages_.clear();
  Believe();
  return {};
}

// Pages come in doc order. Of a pair, the first page is held until the second one comes.
void CanonicalCopies::Compare(DocId doc, Words words) {
  Paired& page = pages_[doc];
  for (const std::size_t i : page.pairs) {
    Pair& pair = pairs_[i];
    const DocId other = pair.copy == doc ? pair.target : pair.copy;
    if (other > doc) continue;
    Paired& before = pages_[other];
    pair.believed =
        pair.copy == doc ? HasNineTenths(words, before.words) : HasNineTenths(before.words, words);
  }
  // Two pages may be two pairs, so what is held goes only after all of them.
  for (const std::size_t i : page.pairs) {
    Paired& before = pages_[std::min(pairs_[i].copy, pairs_[i].target)];
    if (before.last > doc) continue;
    words_held_ -= before.words.size();
    before.words = {};
  }
  if (page.last < doc || words_held_ + words.size() > kMostHeld) return;
  words_held_ += words.size();
  page.words = std::move(words);
}

// Only what is no copy itself can stand for others.
void CanonicalCopies::Believe() {
  std::map<DocId, DocId> believed;
  for (const Pair& pair : pairs_) {
    if (pair.believed) believed.emplace(pair.copy, pair.target);
  }
  for (const auto& [copy, target] : believed) {
    if (!believed.contains(target)) found_.emplace(copy, target);
  }
  pairs_ = {};
}

void CanonicalCopies::Mark(DocId doc, DocRecord* record) const {
  const DocId first = record->duplicate ? record->duplicate_of : doc;
  const DocId original = Original(first);
  if (original == first) return;
  record->duplicate = true;
  record->duplicate_of = original;
}

}  // namespace thresh
