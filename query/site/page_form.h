// FormMaker: the texts of a page in the form that the page gave them: headings, paragraphs, lists,
// quotes, code and tables of data, as a tree of parts. It is a visitor of WalkLayout for one page.
// The page view shows the tree. Only text comes out of it: no markup and no attribute of the page
// but the ids of headings. Not thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "query/export/layout.h"

namespace thresh {

// Text of one node of the page. A run without text is a line break.
struct FormRun {
  BlockNo number;  // of the text node
  std::string text = {};
  bool glued = false;  // no blank before it
  bool code = false, strong = false, emphasis = false;
};

struct FormPart {
  enum class Kind : std::uint8_t {
    kFlow,  // the whole page
    kParagraph,
    kHeading,
    kCode,
    kList,
    kNumberedList,
    kItem,
    kQuote,
    kIndented,
    kTable,
    kRow,
    kCell,
    kHeadCell,
  };
  Kind kind = Kind::kFlow;
  std::size_t level = 0;             // 1 to 6, of a heading
  std::string anchor = {};           // of a heading; may be empty
  std::vector<FormRun> runs = {};    // of a paragraph, a heading or code
  std::vector<FormPart> parts = {};  // of all others. Lists have items, tables rows, rows cells.

  bool has_runs() const {
    return kind == Kind::kParagraph || kind == Kind::kHeading || kind == Kind::kCode;
  }
};

class FormMaker {
 public:
  // Deeper lists, quotes and tables are shown as if they were not inside each other.
  static constexpr std::size_t kMostDepth = 16;

  explicit FormMaker(const PageElements& elements) : elements_(elements) { open_.emplace_back(); }

  void Open(std::uint32_t node);
  void Close(std::uint32_t node);
  void Text(const LaidText& text);
  // The page. Called once, behind the last call of the walk.
  FormPart Take();

 private:
  using Kind = FormPart::Kind;
  // A part that is not whole yet, and the node that it stands for.
  struct OpenPart {
    FormPart part = {};
    std::uint32_t node = 0;
  };

  std::uint32_t TagOf(std::uint32_t node) const {
    return elements_.kinds()[elements_.nodes()[node].kind].tag;
  }
  bool HoldsData(std::uint32_t table) const;
  bool Fits(FormPart::Kind kind) const;
  void Nest(Role role, int by);
  void OpenContainer(std::uint32_t node, Role role);
  void Push(FormPart::Kind kind, std::uint32_t node) { open_.push_back({{.kind = kind}, node}); }
  void Pop();
  void EndLine();
  void Break();
  void Add(FormPart part);

  const PageElements& elements_;
  std::vector<OpenPart> open_;  // the page, and what is open in it
  FormPart line_;               // what text goes to now; no runs: nothing yet
  std::uint32_t one_line_ = 0;  // the heading or preformatted node that is open; 0: none
  bool preformatted_ = false;
  bool new_line_ = false;  // of preformatted text
  int in_code_ = 0, in_emphasis_ = 0, in_strong_ = 0;
};

}  // namespace thresh
