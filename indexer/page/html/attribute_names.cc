#include "indexer/page/html/attribute_names.h"

#include "common/base/ascii.h"

namespace thresh {

// The length and the first letter leave at most two names to compare.
HtmlAttributeName HtmlAttributeOf(std::string_view name) {
  using Name = HtmlAttributeName;
  const auto is = [name](Name known) {
    return EqualsLower(name, kHtmlAttributeNames[static_cast<std::size_t>(known)]) ? known
                                                                                   : Name::kCount;
  };
  if (name.size() < 2) return Name::kCount;
  switch (name.size() << 8U | static_cast<unsigned char>(name[0] | 0x20)) {
    case 2U << 8U | 'i':
      return is(Name::kId);
    case 3U << 8U | 's':
      return is(Name::kSrc);
    case 4U << 8U | 'r':
      return is(Name::kRole);
    case 4U << 8U | 'h':
      return is(Name::kHref);
    case 4U << 8U | 'l':
      return is(Name::kLang);
    case 4U << 8U | 'n':
      return is(Name::kName);
    case 5U << 8U | 'c':
      return is(Name::kClass);
    case 5U << 8U | 'w':
      return is(Name::kWidth);
    case 5U << 8U | 'a':
      return is(Name::kAlign);
    case 6U << 8U | 'h':
      return is(Name::kHeight);
    case 6U << 8U | 'b':
      return is(Name::kBorder);
    case 7U << 8U | 'c':
      return is(Name::kContent);
    case 7U << 8U | 'b':
      return is(Name::kBgcolor);
    case 8U << 8U | 'p':
      return is(Name::kProperty);
    case 11U << 8U | 'c':
      return EqualsLower(name, "cellpadding") ? Name::kCellpadding : is(Name::kCellspacing);
    default:
      return Name::kCount;
  }
}

}  // namespace thresh
