#include "indexer/detect/spine/log_pages.h"

#include <algorithm>

#include "common/base/bytes.h"

namespace thresh::spine {
namespace {

void ReadPage(const char** at, DecodedPage* page) {
  page->doc.value += static_cast<std::uint32_t>(TakeVarint(at));
  page->directory = static_cast<std::uint32_t>(TakeVarint(at));
  page->elements.clear();
  page->texts.clear();
  page->titles.clear();
  std::uint32_t next = 0;
  for (std::uint64_t n = TakeVarint(at); n > 0; --n) {
    page->titles.push_back(next + static_cast<std::uint32_t>(TakeVarint(at)));
    next = page->titles.back() + 1;
  }
  std::uint32_t open = 0, number = 0, text = 0;
  for (;;) {
    const LogCode code = TakeCode(at);
    const auto texts = static_cast<std::uint32_t>(page->texts.size());
    switch (code.kind) {
      case CodeKind::kElement: {
        const auto element = static_cast<std::uint32_t>(page->elements.size());
        page->elements.push_back({code.value, open, 0, texts, 0});
        open = element;
        break;
      }
      case CodeKind::kText: {
        text += Unzigzag32(code.value);
        const auto path = static_cast<std::uint32_t>(TakeVarint(at));
        page->texts.push_back(
            {text++, static_cast<std::uint32_t>(TakeVarint(at)), open, number++, path});
        break;
      }
      case CodeKind::kGap:
        number += code.value;
        break;
      case CodeKind::kClose:
        for (std::uint32_t n = code.value; n > 0; --n) {
          LoggedPage::Element& element = page->elements[open];
          element.end = static_cast<std::uint32_t>(page->elements.size());
          element.last_text = texts;
          if (open == 0) return;
          open = element.parent;
        }
    }
  }
}

// The part of a column from `begin` to where the next page begins, or to its end.
template <typename T>
std::span<const T> Part(const std::vector<T>& column, std::size_t begin, std::size_t end) {
  return std::span(column).subspan(begin, end - begin);
}

}  // namespace

bool LogCursor::Next(DecodedPage* page) {
  while (chunk_ < bytes_->chunks() && at_ == bytes_->chunk(chunk_).size()) {
    ++chunk_;
    at_ = 0;
  }
  if (chunk_ == bytes_->chunks()) return false;
  const char* const begin = bytes_->chunk(chunk_).data();
  const char* at = begin + at_;
  ReadPage(&at, page);
  at_ = static_cast<std::size_t>(at - begin);
  return true;
}

LogPages::LogPages(const SiteLog& log, PassLimits limits) : stop_(limits.stop), rest_(log) {
  std::size_t budget_bytes = limits.decoded_bytes;
  const std::size_t all =
      log.all_elements() * sizeof(LoggedPage::Element) + log.all_texts() * sizeof(LoggedPage::Text);
  // The columns are as large as the pages that will stay, or nearly so: growing would copy them.
  const double share = std::min(
      1.0, static_cast<double>(budget_bytes) / static_cast<double>(std::max<std::size_t>(all, 1)));
  const auto part = [share](std::uint64_t n) {
    return static_cast<std::size_t>(share * static_cast<double>(n));
  };
  elements_.reserve(part(log.all_elements()));
  texts_.reserve(part(log.all_texts()));
  DecodedPage page;
  for (LogCursor next = rest_; budget_bytes > 0 && !Stopped(stop_) && next.Next(&page);
       rest_ = next) {
    const std::size_t bytes = page.elements.size() * sizeof(LoggedPage::Element) +
                              page.texts.size() * sizeof(LoggedPage::Text);
    if (bytes > budget_bytes) break;
    budget_bytes -= bytes;
    Keep(page);
  }
}

void LogPages::Keep(const DecodedPage& page) {
  kept_.push_back({page.doc, page.directory, elements_.size(), texts_.size(), titles_.size()});
  last_doc_ = page.doc;
  elements_.insert(elements_.end(), page.elements.begin(), page.elements.end());
  texts_.insert(texts_.end(), page.texts.begin(), page.texts.end());
  titles_.insert(titles_.end(), page.titles.begin(), page.titles.end());
}

LoggedPage LogPages::Kept(std::size_t i) const {
  const Begin& begin = kept_[i];
  const bool last = i + 1 == kept_.size();
  const Begin end =
      last ? Begin{{}, 0, elements_.size(), texts_.size(), titles_.size()} : kept_[i + 1];
  return {begin.doc, begin.directory, Part(elements_, begin.element, end.element),
          Part(texts_, begin.text, end.text), Part(titles_, begin.title, end.title)};
}

}  // namespace thresh::spine
