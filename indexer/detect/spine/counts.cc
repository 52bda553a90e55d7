#include "indexer/detect/spine/counts.h"

namespace thresh {
namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

std::string Folded(std::string_view name) {
  std::string folded;
  for (const char c : name) {
    if (!IsDigit(c)) {
      folded.push_back(c);
    } else if (folded.empty() || folded.back() != '#') {
      folded.push_back('#');
    }
  }
  return folded;
}

}  // namespace

void NameCounts::AddForm(std::string form) {
  form_bytes_ += form.size();
  const auto [at, is_new] =
      ids_.try_emplace(std::move(form), static_cast<std::uint32_t>(counts_.size()));
  if (is_new) counts_.emplace_back();
  names_.push_back(at->second);
}

void NameCounts::AddName(char kind, std::string_view name) {
  AddForm(kind + std::string(name));
  const std::string folded = Folded(name);
  if (folded != name) AddForm(kind + folded);
}

void NameCounts::NoteKey(const RawKey& raw) {
  Key key;
  key.first_name = static_cast<std::uint32_t>(names_.size());
  ForEachClass(raw.classes, [&](std::string_view name) { AddName('.', name); });
  if (!raw.id.empty()) AddName('#', raw.id);
  key.last_name = static_cast<std::uint32_t>(names_.size());
  keys_.push_back(key);
}

void NameCounts::CountNames(std::uint32_t page, Key* key) {
  key->last_page = page;
  for (std::uint32_t name = key->first_name; name < key->last_name; ++name)
    counts_[names_[name]].Add(page);
}

double NameCounts::PagesOf(const std::string& form) const {
  const auto known = ids_.find(form);
  return known != ids_.end() ? counts_[known->second].pages : 0;
}

std::string NameCounts::Clean(char kind, std::string_view name, double enough) const {
  if (PagesOf(kind + std::string(name)) >= enough) return std::string(name);
  std::string folded = Folded(name);
  return folded != name && PagesOf(kind + folded) >= enough ? folded : std::string();
}

std::size_t NameCounts::bytes() const {
  constexpr std::size_t kMapNode = 80;  // with its bucket and what malloc adds
  return form_bytes_ + ids_.size() * kMapNode + counts_.capacity() * sizeof(PageCount) +
         names_.capacity() * sizeof(std::uint32_t) + keys_.capacity() * sizeof(Key);
}

}  // namespace thresh
