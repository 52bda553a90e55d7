// MarkdownText: the kept text of a page as Markdown: headings, nested lists, quotes, code and
// tables of data (CommonMark, and GitHub's tables), emphasis. A visitor of WalkLayout for one page.
// Links are left out, and a table that lays out a page becomes the blocks in it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "query/export/layout.h"
#include "query/export/markdown_blocks.h"

namespace thresh {

// A heading, and where its line begins in the Markdown of its page.
struct MarkdownHeading {
  std::size_t begin = 0;
  std::size_t level = 0;    // 1 to 6
  std::string text = {};    // its words, without Markdown
  std::string anchor = {};  // the id of the heading, or of the element that it begins; may be empty
};

class MarkdownText {
 public:
  // `headings`, if not null, gets those of the page in their order.
  MarkdownText(const PageElements& elements, std::string* out,
               std::vector<MarkdownHeading>* headings = nullptr)
      : elements_(elements), blocks_(out), headings_(headings) {}

  void Open(std::uint32_t node);
  void Close(std::uint32_t node);
  void Text(LaidText text);
  // Behind the last call of the walk.
  void Finish() { EndParagraph(); }

 private:
  struct DataTable {
    std::uint32_t node = 0;
    std::vector<std::vector<std::string>> rows;
    bool first_is_head = true;  // all cells of the first row are th
    bool in_cell = false;
  };

  std::uint32_t TagOf(std::uint32_t node) const {
    return elements_.kinds()[elements_.nodes()[node].kind].tag;
  }
  bool HoldsData(std::uint32_t table) const;
  // Text that cannot be parted into blocks: of a heading, of a cell.
  bool OneLine() const { return heading_ > 0 || (table_ && table_->in_cell); }
  void PartBlocks();
  void Break();
  void EndCode();
  void EndEmphasis(bool glued);
  void Nest(Role role, int by);
  std::string_view Marks() const;
  void EndParagraph();
  std::string TakeLine();
  void OpenInTable(Role role);
  void CloseInTable(std::uint32_t node, Role role);
  void EndTable();
  void EndPreformatted();
  void EndHeading();
  std::string_view LanguageOf(std::uint32_t node) const;

  const PageElements& elements_;
  MarkdownBlocks blocks_;
  std::vector<MarkdownHeading>* const headings_;
  std::string line_;  // of the paragraph, heading or cell; \n is a line break in it
  std::string code_;  // inline code at its end, not closed yet
  bool after_image_ = false;
  int in_code_ = 0, in_emphasis_ = 0, in_strong_ = 0;
  std::string emphasised_;     // text at the end of the line, not closed yet
  std::string_view marks_;     // around it
  std::uint32_t heading_ = 0;  // node, 0 outside of headings
  std::string heading_text_;
  std::uint32_t pre_ = 0;  // node, 0 outside of preformatted text
  std::string preformatted_;
  bool new_line_ = false;  // of preformatted text
  std::string_view language_;
  std::optional<DataTable> table_;
};

}  // namespace thresh
