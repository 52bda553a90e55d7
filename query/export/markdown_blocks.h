// MarkdownBlocks: puts blocks of Markdown (paragraphs, headings, code, tables) one below the other,
// inside the quotes and list items that are open. A MarkdownText owns one for one page.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace thresh {

class MarkdownBlocks {
 public:
  explicit MarkdownBlocks(std::string* out) : out_(*out) {}

  // Quotes and items are closed in the reverse order. They leave nothing if no block comes in them.
  void OpenQuote() { Open({}); }
  void OpenItem();
  void Close();
  void OpenList(bool numbered) { lists_.push_back({next_list_++, numbered, 0}); }
  void CloseList() { lists_.pop_back(); }

  // Adds a block of one or more lines. `is_paragraph`: the next item of a list may follow at once.
  // Returns the byte at which its first line begins.
  std::size_t Add(std::string_view block, bool is_paragraph);

 private:
  struct List {
    std::uint32_t id = 0;
    bool numbered = false;
    std::uint32_t items = 0;
  };
  // A quote, or an item of a list.
  struct Container {
    std::uint32_t id = 0;
    bool is_item = false;
    List list = {};         // of an item; `items` is its number
    char mark = 0;          // of an item that has a block: - * . )
    std::size_t width = 0;  // of that mark and the blank behind it
  };

  void Open(Container container);
  std::size_t Shared() const;
  bool FollowsAtOnce(std::size_t shared) const;
  void Part();
  void Mark(std::size_t at);
  std::string Prefix(std::size_t containers) const;
  std::string FirstPrefix();

  std::string& out_;
  std::vector<Container> open_, last_;  // now, and around the last block
  std::vector<List> lists_;
  std::uint32_t next_list_ = 1, next_container_ = 0;
  std::size_t ignored_ = 0;  // containers beyond the limit
  bool last_is_paragraph_ = false;
};

}  // namespace thresh
