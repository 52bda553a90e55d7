// TreeBuilder: tokens → the HtmlTree that gumbo 0.10.1 makes of the same page (HTML standard,
// 13.2.6, in the version that gumbo follows, with what gumbo does otherwise). It gives up at the
// first token that it has no rule for, and gumbo reads the page. A StraightReader owns one. Not
// thread-safe.
//
// gumbo's text: characters gather in one text until an element is inserted or closed, and only then
// it is known where the text stands. Tokens that are ignored do not end it.
#pragma once

#include <gumbo.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "indexer/page/html/html_tree.h"
#include "indexer/page/html/limits.h"
#include "indexer/page/straight/doctype.h"
#include "indexer/page/straight/give_up.h"
#include "indexer/page/straight/open_elements.h"
#include "indexer/page/straight/scanner.h"

namespace thresh::straight {

class TreeBuilder {
 public:
  explicit TreeBuilder(const ParseLimits& limits) : memory_limit_(limits.memory_bytes) {}

  // Clears and fills *tree. Only if the result is kNone, the tree is that of the page.
  GiveUp Build(std::string_view html, HtmlTree* tree);

 private:
  // Insertion modes, 13.2.4.1.
  enum class Mode : std::uint8_t {
    kInitial,
    kBeforeHtml,
    kBeforeHead,
    kInHead,
    kInHeadNoscript,
    kAfterHead,
    kInBody,
    kInTable,
    kInCaption,
    kInColumnGroup,
    kInTableBody,
    kInRow,
    kInCell,
    kInSelect,
    kInSelectInTable,
    kAfterBody,
    kAfterAfterBody
  };
  // What a rule leaves to do: kAgain: the token is handled once more, in the mode of now.
  enum class Next : std::uint8_t { kDone, kAgain };

  // tree_builder.cc: the loop, and what all rules use.
  void Handle();
  Next HandleTag();
  void Doctype();
  void End();
  Next Fail(GiveUp why);
  std::uint32_t Insert();  // the start tag of now
  std::uint32_t InsertImplied(GumboTag tag);
  std::uint32_t InsertNode(const HtmlNode& node);
  void Place(std::uint32_t node);
  void PlaceAt(std::uint32_t target, std::uint32_t node);
  void InsertVoid();
  void InsertRawText();
  void Pop();
  void PopUntil(GumboTag tag);  // with it
  void CloseImplied(GumboTag but = GUMBO_TAG_LAST);
  void CloseUpTo(GumboTag tag);  // implicitly_close_tags of gumbo
  void CloseP();
  void MergeAttributes(std::uint32_t node);
  GumboTag top() const { return open_.top().tag; }

  // text.cc
  void Text();
  const char* SkipLineFeed(const char* at, const char* end);
  const char* EndOfSpace(const char* at);
  bool MindsSpace() const;
  void Space(const char* begin, const char* end);
  void LeaveForText();
  void AddText(const char* begin, const char* end, bool plain, Scanner::References references);
  void Flush();
  void EndTableText();

  // head.cc
  Next BeforeHtml();
  Next BeforeHead();
  Next InHead();
  Next InHeadNoscript();
  Next AfterHead();
  Next AfterBody();

  // in_body_start.cc, in_body_end.cc
  Next InBodyStart();
  Next OtherStart();
  Next LastStart();
  void ListItemStart();
  Next ButtonStart();
  Next TableStart();
  Next SelectStart();
  void RubyStart();
  Next VoidStart();
  Next SvgStart();
  Next InBodyEnd();
  Next BodyEnd();
  void FormEnd();
  void HeadingEnd();
  Next PEnd();
  void OtherEnd();

  // formatting.cc
  Next FormattingStart();
  void AddFormatting(std::uint32_t node);
  void AddMarker() { formatting_.push_back(kMarker); }
  void ClearFormatting();  // up to and with the last marker
  void Reconstruct();
  void Repair(std::uint64_t steps);
  bool SameFormatting(std::uint32_t a, std::uint32_t b);
  void Adopt(GumboTag tag);
  bool AdoptOnce(GumboTag tag);
  void MoveIntoClone(std::size_t formatting, std::size_t block);
  std::size_t FormattingIndex(std::uint32_t node) const;
  std::uint32_t Clone(std::uint32_t node);

  // in_table.cc
  Next InTable();
  Next TableTag();
  Next InCaption();
  Next InColumnGroup();
  Next InTableBody();
  Next InRow();
  Next InCell();
  Next CloseCell();
  Next CloseTable();
  Next Foster();
  void ClearBackTo(GumboTag a, GumboTag b = GUMBO_TAG_HTML, GumboTag c = GUMBO_TAG_HTML);
  void ResetMode();

  // in_select.cc
  Next InSelect();
  Next InSelectInTable();
  void CloseSelect();

  bool IsStart() const { return token_.kind == Token::Kind::kStartTag; }
  bool IsEnd() const { return token_.kind == Token::Kind::kEndTag; }
  bool IsStart(GumboTag tag) const { return IsStart() && token_.tag == tag; }
  bool IsEnd(GumboTag tag) const { return IsEnd() && token_.tag == tag; }

  static constexpr std::uint32_t kMarker = 0xfffffffe;
  // Rules walk over the stack, so its depth bounds the time of a page.
  static constexpr std::size_t kMaxDepth = 512;

  const std::uint64_t memory_limit_;
  HtmlTree* tree_ = nullptr;
  Scanner scanner_;
  Token token_;
  GiveUp give_up_ = GiveUp::kNone;
  Mode mode_ = Mode::kInitial;
  Quirks quirks_ = Quirks::kYes;
  OpenElements open_;
  std::vector<std::uint32_t> formatting_;  // active formatting elements and markers
  std::uint32_t head_ = kNoNode, form_ = kNoNode;
  bool foster_ = false;          // insertions into a table go before it
  bool skip_line_feed_ = false;  // the next one is no text
  std::uint64_t repairs_ = 0;    // steps of repair on this page

  // The text under way: a piece of the html as it stands, or `text_` if it had to be decoded.
  bool in_text_ = false, text_decoded_ = false, text_is_space_ = true;
  bool in_table_text_ = false;
  const char* text_source_ = nullptr;
  const char* text_begin_ = nullptr;
  const char* text_end_ = nullptr;
  std::string text_;
};

}  // namespace thresh::straight
