// What readers must know of a tag: one table over gumbo's tags. Known at compile time.
#pragma once

#include <gumbo.h>

#include <array>
#include <cstddef>
#include <cstdint>

namespace thresh {

struct TagTraits {
  std::int8_t layout = -1;  // code of a layout element, or -1: opens no block
  bool is_inline = false;   // text before and after it is glued together
  bool silent = false;      // its subtree carries no text
};

// Chen et al. 2006, 3.1: the layout elements of the paper, in the order of their codes. TR and TD
// are left out as in the paper, because they separate templates from content badly.
inline constexpr std::array kLayoutTags = {GUMBO_TAG_BODY,       GUMBO_TAG_TABLE,  GUMBO_TAG_P,
                                           GUMBO_TAG_UL,         GUMBO_TAG_OL,     GUMBO_TAG_DL,
                                           GUMBO_TAG_DIV,        GUMBO_TAG_CENTER, GUMBO_TAG_FORM,
                                           GUMBO_TAG_BLOCKQUOTE, GUMBO_TAG_PRE};

// Phrasing elements of the HTML standard (3.2.5.2.5) and of HTML 4 that browsers show inline.
// Unknown tags are inline in browsers.
inline constexpr std::array kInlineTags = {
    GUMBO_TAG_A,      GUMBO_TAG_EM,     GUMBO_TAG_STRONG,  GUMBO_TAG_SMALL, GUMBO_TAG_S,
    GUMBO_TAG_CITE,   GUMBO_TAG_Q,      GUMBO_TAG_DFN,     GUMBO_TAG_ABBR,  GUMBO_TAG_DATA,
    GUMBO_TAG_TIME,   GUMBO_TAG_CODE,   GUMBO_TAG_VAR,     GUMBO_TAG_SAMP,  GUMBO_TAG_KBD,
    GUMBO_TAG_SUB,    GUMBO_TAG_SUP,    GUMBO_TAG_I,       GUMBO_TAG_B,     GUMBO_TAG_U,
    GUMBO_TAG_MARK,   GUMBO_TAG_BDI,    GUMBO_TAG_BDO,     GUMBO_TAG_SPAN,  GUMBO_TAG_WBR,
    GUMBO_TAG_INS,    GUMBO_TAG_DEL,    GUMBO_TAG_TT,      GUMBO_TAG_FONT,  GUMBO_TAG_BIG,
    GUMBO_TAG_NOBR,   GUMBO_TAG_STRIKE, GUMBO_TAG_ACRONYM, GUMBO_TAG_BLINK, GUMBO_TAG_RUBY,
    GUMBO_TAG_UNKNOWN};

inline constexpr std::array kSilentTags = {GUMBO_TAG_SCRIPT,   GUMBO_TAG_STYLE, GUMBO_TAG_NOSCRIPT,
                                           GUMBO_TAG_TEMPLATE, GUMBO_TAG_SVG,   GUMBO_TAG_TITLE};

using TagTable = std::array<TagTraits, GUMBO_TAG_LAST>;

constexpr TagTable MakeTagTable() {
  TagTable table{};
  for (std::size_t i = 0; i < kLayoutTags.size(); ++i)
    table[kLayoutTags[i]].layout = static_cast<std::int8_t>(i);
  for (const GumboTag tag : kInlineTags) table[tag].is_inline = true;
  for (const GumboTag tag : kSilentTags) table[tag].silent = true;
  return table;
}

inline constexpr TagTable kTagTable = MakeTagTable();

}  // namespace thresh
