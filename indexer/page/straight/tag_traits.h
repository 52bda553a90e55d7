// What tree construction asks of a tag, as sets of the HTML standard (13.2.4.2, 13.2.4.3, 13.2.6),
// in the version that gumbo 0.10.1 follows. Known at compile time.
#pragma once

#include <gumbo.h>

#include <array>
#include <cstdint>
#include <initializer_list>

namespace thresh::straight {

enum TagTrait : std::uint32_t {
  kVoid = 1U << 0,        // has no content
  kSpecial = 1U << 1,     // ends the search of an end tag that closes any element
  kFormatting = 1U << 2,  // reopened when others close it
  kImplied = 1U << 3,     // generate_implied_end_tags closes it
  kScope = 1U << 4,       // ends every scope but that of tables and selects
  kTableScope = 1U << 5,
  kListScope = 1U << 6,  // with kScope: ends the scope of list items
  kHeading = 1U << 7,
  kHeadTag = 1U << 8,        // belongs into the head, wherever it stands
  kTablePart = 1U << 9,      // belongs into a table
  kBlockStart = 1U << 10,    // its start tag closes <p>
  kBlockEnd = 1U << 11,      // its end tag closes all that is open in it
  kTableContext = 1U << 12,  // gumbo: a current node whose insertions are foster parented
  kObject = 1U << 13,        // applet, marquee, object
  kRawText = 1U << 14,       // its content is text whatever it looks like
  kBreaksOut = 1U << 15,     // ends foreign content
};

using TraitTable = std::array<std::uint32_t, GUMBO_TAG_LAST + 1>;

constexpr TraitTable MakeTraits() {
  TraitTable table{};
  const auto set = [&table](std::uint32_t trait, std::initializer_list<GumboTag> tags) {
    for (const GumboTag tag : tags) table[tag] |= trait;
  };
#define T(name) GUMBO_TAG_##name
  set(kVoid, {T(AREA), T(BR), T(EMBED), T(IMG), T(KEYGEN), T(WBR), T(INPUT), T(PARAM), T(SOURCE),
              T(TRACK), T(HR), T(BASE), T(BASEFONT), T(BGSOUND), T(MENUITEM), T(LINK), T(META)});
  set(kSpecial, {T(ADDRESS),   T(APPLET),     T(AREA),       T(ARTICLE),  T(ASIDE),    T(BASE),
                 T(BASEFONT),  T(BGSOUND),    T(BLOCKQUOTE), T(BODY),     T(BR),       T(BUTTON),
                 T(CAPTION),   T(CENTER),     T(COL),        T(COLGROUP), T(MENUITEM), T(DD),
                 T(DETAILS),   T(DIR),        T(DIV),        T(DL),       T(DT),       T(EMBED),
                 T(FIELDSET),  T(FIGCAPTION), T(FIGURE),     T(FOOTER),   T(FORM),     T(FRAME),
                 T(FRAMESET),  T(H1),         T(H2),         T(H3),       T(H4),       T(H5),
                 T(H6),        T(HEAD),       T(HEADER),     T(HGROUP),   T(HR),       T(HTML),
                 T(IFRAME),    T(IMG),        T(INPUT),      T(ISINDEX),  T(LI),       T(LINK),
                 T(LISTING),   T(MARQUEE),    T(MENU),       T(META),     T(NAV),      T(NOEMBED),
                 T(NOFRAMES),  T(NOSCRIPT),   T(OBJECT),     T(OL),       T(P),        T(PARAM),
                 T(PLAINTEXT), T(PRE),        T(SCRIPT),     T(SECTION),  T(SELECT),   T(STYLE),
                 T(SUMMARY),   T(TABLE),      T(TBODY),      T(TD),       T(TEMPLATE), T(TEXTAREA),
                 T(TFOOT),     T(TH),         T(THEAD),      T(TITLE),    T(TR),       T(UL),
                 T(WBR),       T(XMP)});
  set(kFormatting, {T(A), T(B), T(BIG), T(CODE), T(EM), T(FONT), T(I), T(NOBR), T(S), T(SMALL),
                    T(STRIKE), T(STRONG), T(TT), T(U)});
  set(kImplied, {T(DD), T(DT), T(LI), T(OPTION), T(OPTGROUP), T(P), T(RP), T(RB), T(RT), T(RTC)});
  set(kScope,
      {T(APPLET), T(CAPTION), T(HTML), T(TABLE), T(TD), T(TH), T(MARQUEE), T(OBJECT), T(TEMPLATE)});
  set(kTableScope, {T(HTML), T(TABLE), T(TEMPLATE)});
  set(kListScope, {T(OL), T(UL)});
  set(kHeading, {T(H1), T(H2), T(H3), T(H4), T(H5), T(H6)});
  set(kHeadTag, {T(BASE), T(BASEFONT), T(BGSOUND), T(MENUITEM), T(LINK), T(META), T(NOFRAMES),
                 T(SCRIPT), T(STYLE), T(TITLE)});
  set(kTablePart, {T(CAPTION), T(COL), T(COLGROUP), T(FRAME), T(HEAD), T(TBODY), T(TD), T(TFOOT),
                   T(TH), T(THEAD), T(TR)});
  set(kBlockStart, {T(ADDRESS), T(ARTICLE), T(ASIDE),   T(BLOCKQUOTE), T(CENTER),     T(DETAILS),
                    T(DIR),     T(DIV),     T(DL),      T(FIELDSET),   T(FIGCAPTION), T(FIGURE),
                    T(FOOTER),  T(HEADER),  T(HGROUP),  T(MENU),       T(MAIN),       T(NAV),
                    T(OL),      T(P),       T(SECTION), T(SUMMARY),    T(UL)});
  set(kBlockEnd,
      {T(ADDRESS), T(ARTICLE), T(ASIDE),   T(BLOCKQUOTE), T(BUTTON),     T(CENTER), T(DETAILS),
       T(DIR),     T(DIV),     T(DL),      T(FIELDSET),   T(FIGCAPTION), T(FIGURE), T(FOOTER),
       T(HEADER),  T(HGROUP),  T(LISTING), T(MAIN),       T(MENU),       T(NAV),    T(OL),
       T(PRE),     T(SECTION), T(SUMMARY), T(UL)});
  set(kTableContext, {T(TABLE), T(TBODY), T(TFOOT), T(THEAD), T(TR)});
  set(kObject, {T(APPLET), T(MARQUEE), T(OBJECT)});
  set(kRawText,
      {T(SCRIPT), T(STYLE), T(TITLE), T(TEXTAREA), T(XMP), T(IFRAME), T(NOEMBED), T(NOFRAMES)});
  set(kBreaksOut,
      {T(B),       T(BIG),   T(BLOCKQUOTE), T(BODY),   T(BR),     T(CENTER), T(CODE), T(DD),
       T(DIV),     T(DL),    T(DT),         T(EM),     T(EMBED),  T(H1),     T(H2),   T(H3),
       T(H4),      T(H5),    T(H6),         T(HEAD),   T(HR),     T(I),      T(IMG),  T(LI),
       T(LISTING), T(MENU),  T(META),       T(NOBR),   T(OL),     T(P),      T(PRE),  T(RUBY),
       T(S),       T(SMALL), T(SPAN),       T(STRONG), T(STRIKE), T(SUB),    T(SUP),  T(TABLE),
       T(TT),      T(U),     T(UL),         T(VAR),    T(FONT)});
#undef T
  return table;
}

inline constexpr TraitTable kTraits = MakeTraits();

constexpr bool Has(GumboTag tag, std::uint32_t traits) { return (kTraits[tag] & traits) != 0; }

}  // namespace thresh::straight
