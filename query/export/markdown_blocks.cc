#include "query/export/markdown_blocks.h"

#include <algorithm>

namespace thresh {
namespace {

// Each container takes room in front of every line in it. No page that is meant to be read nests as
// deep.
constexpr std::size_t kMostContainers = 16;

std::string_view WithoutBlanksBehind(std::string_view line) {
  return line.substr(0, line.find_last_not_of(' ') + 1);
}

}  // namespace

void MarkdownBlocks::Open(Container container) {
  if (open_.size() == kMostContainers) {
    ++ignored_;
    return;
  }
  container.id = next_container_++;
  open_.push_back(container);
}

void MarkdownBlocks::OpenItem() {
  Container item;
  item.is_item = true;
  // An item outside of all lists is one of a list that has no number, 0.
  if (!lists_.empty()) {
    ++lists_.back().items;
    item.list = lists_.back();
  }
  Open(item);
}

void MarkdownBlocks::Close() {
  if (ignored_ > 0) {
    --ignored_;
  } else {
    open_.pop_back();
  }
}

// How many of the open containers also held the last block.
std::size_t MarkdownBlocks::Shared() const {
  const auto parting =
      std::mismatch(open_.begin(), open_.end(), last_.begin(), last_.end(),
                    [](const Container& a, const Container& b) { return a.id == b.id; });
  return static_cast<std::size_t>(parting.first - open_.begin());
}

// Between items no empty line is needed: behind an item of the same list, and where a list begins
// below the paragraph of an item. There a number other than 1 would be text (CommonMark, 5.2).
bool MarkdownBlocks::FollowsAtOnce(std::size_t shared) const {
  if (shared == open_.size() || !open_[shared].is_item) return false;
  const Container& item = open_[shared];
  if (shared < last_.size()) return last_[shared].is_item && last_[shared].list.id == item.list.id;
  const bool below_item = shared > 0 && last_[shared - 1].is_item;
  return below_item && last_is_paragraph_ && (!item.list.numbered || item.list.items == 1);
}

void MarkdownBlocks::Part() {
  if (out_.empty()) return;
  const std::size_t shared = Shared();
  out_ += '\n';
  if (FollowsAtOnce(shared)) return;
  out_ += WithoutBlanksBehind(Prefix(shared));
  out_ += '\n';
}

// Two lists in a row would be one list if their marks were the same.
void MarkdownBlocks::Mark(std::size_t at) {
  Container& item = open_[at];
  const bool numbered = item.list.numbered;
  item.mark = numbered ? '.' : '-';
  if (at < last_.size() && last_[at].is_item) {
    const Container& before = last_[at];
    const bool same = before.list.id == item.list.id;
    const char other = numbered ? ')' : '*';
    if (same) item.mark = before.mark;
    if (!same && before.mark == item.mark) item.mark = other;
  }
  item.width = numbered ? std::to_string(item.list.items).size() + 2 : 2;
}

std::string MarkdownBlocks::Prefix(std::size_t containers) const {
  std::string prefix;
  for (std::size_t i = 0; i < containers; ++i)
    prefix += open_[i].is_item ? std::string(open_[i].width, ' ') : "> ";
  return prefix;
}

std::string MarkdownBlocks::FirstPrefix() {
  std::string prefix;
  for (std::size_t i = 0; i < open_.size(); ++i) {
    Container& container = open_[i];
    if (!container.is_item) {
      prefix += "> ";
    } else if (container.mark != 0) {
      prefix.append(container.width, ' ');
    } else {
      Mark(i);
      if (container.list.numbered) prefix += std::to_string(container.list.items);
      prefix += {container.mark, ' '};
    }
  }
  return prefix;
}

std::size_t MarkdownBlocks::Add(std::string_view block, bool is_paragraph) {
  Part();
  const std::size_t begin = out_.size();
  out_ += FirstPrefix();
  const std::string prefix = Prefix(open_.size());
  for (std::size_t at = 0; at <= block.size();) {
    const std::size_t end = std::min(block.find('\n', at), block.size());
    if (at > 0) out_ += '\n';
    const std::string_view line = block.substr(at, end - at);
    if (at > 0) out_ += line.empty() ? WithoutBlanksBehind(prefix) : std::string_view(prefix);
    out_ += line;
    at = end + 1;
  }
  last_ = open_;
  last_is_paragraph_ = is_paragraph;
  return begin;
}

}  // namespace thresh
