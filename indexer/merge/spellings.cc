#include "indexer/merge/spellings.h"

#include <algorithm>
#include <memory>

#include "common/base/files.h"
#include "common/base/utf8.h"
#include "common/store/rocks.h"
#include "common/store/schema.h"
#include "common/store/table_file.h"
#include "common/text/accents.h"
#include "indexer/segment/table_writer.h"

namespace thresh {

Status Spellings::Add(std::string_view term) {
  if (AsciiEnd(term, 0) == term.size()) return {};
  const std::string plain = WithoutAccents(term);
  if (plain == term) return {};
  const std::size_t bytes = plain.size() + 1 + term.size();
  const std::size_t held = bytes_.size() + places_.size() * sizeof(Place);
  if (!places_.empty() && held + bytes + sizeof(Place) > most_bytes_)
    THRESH_RETURN_IF_ERROR(Spill());
  places_.push_back({static_cast<std::uint32_t>(bytes_.size()), static_cast<std::uint32_t>(bytes)});
  bytes_.append(plain).append(1, '\0').append(term);
  return {};
}

// No term has a byte 0, so the pairs are in the order of the words, and then of the terms.
void Spellings::Sort() {
  std::sort(places_.begin(), places_.end(),
            [this](const Place& a, const Place& b) { return At(a) < At(b); });
}

Status Spellings::Spill() {
  Sort();
  TableWriter table(FileName(written_++), BaseOptions());
  for (const Place& place : places_) THRESH_RETURN_IF_ERROR(table.Put(At(place), {}));
  THRESH_RETURN_IF_ERROR(table.Finish());
  bytes_.clear();
  places_.clear();
  return {};
}

Status Spellings::ForEachPair(const TakePair& take) {
  if (written_ > 0) {
    if (!places_.empty()) THRESH_RETURN_IF_ERROR(Spill());
    return MergeFiles(take);
  }
  Sort();
  for (const Place& place : places_) THRESH_RETURN_IF_ERROR(take(At(place)));
  return {};
}

Status Spellings::MergeFiles(const TakePair& take) const {
  std::vector<std::unique_ptr<TableFile>> files;
  std::vector<std::unique_ptr<TableFile::Rows>> heap;
  for (std::size_t i = 0; i < written_; ++i) {
    THRESH_ASSIGN_OR_RETURN(files.emplace_back(), TableFile::Open(FileName(i)));
    heap.push_back(files.back()->Scan({}));
  }
  using Rows = std::unique_ptr<TableFile::Rows>;
  const auto behind = [](const Rows& a, const Rows& b) { return a->key() > b->key(); };
  // No file is empty.
  std::make_heap(heap.begin(), heap.end(), behind);
  while (!heap.empty()) {
    std::pop_heap(heap.begin(), heap.end(), behind);
    TableFile::Rows& least = *heap.back();
    THRESH_RETURN_IF_ERROR(take(least.key()));
    least.Next();
    THRESH_RETURN_IF_ERROR(least.status());
    if (least.Valid()) {
      std::push_heap(heap.begin(), heap.end(), behind);
    } else {
      heap.pop_back();
    }
  }
  for (std::size_t i = 0; i < written_; ++i) THRESH_RETURN_IF_ERROR(RemoveTree(FileName(i)));
  return {};
}

Status Spellings::Write(SegmentWriter* segment) {
  std::string plain;
  std::vector<std::string> terms;
  const auto put = [&]() -> Status {
    if (terms.empty()) return {};
    return segment->Put(Family::kMeta, SpellingKey(plain), EncodeSpellings(terms));
  };
  THRESH_RETURN_IF_ERROR(ForEachPair([&](std::string_view pair) -> Status {
    const std::string_view word = pair.substr(0, pair.find('\0'));
    if (word != plain) {
      THRESH_RETURN_IF_ERROR(put());
      terms.clear();
      plain = word;
    }
    terms.emplace_back(pair.substr(word.size() + 1));
    return {};
  }));
  return put();
}

}  // namespace thresh
