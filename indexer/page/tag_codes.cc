#include "indexer/page/tag_codes.h"

#include <gumbo.h>

#include <string>

#include "common/base/hash.h"

namespace thresh {
namespace {

// No gumbo tag and not kTextTag has this bit alone.
constexpr std::uint32_t kUnknown = 0x80000000;

}  // namespace

std::uint32_t TagCode(std::string_view name) {
  const GumboTag tag = gumbo_tag_enum(std::string(name).c_str());
  if (tag != GUMBO_TAG_UNKNOWN) return tag;
  // Bit 30 stays clear, so that no hash equals kTextTag.
  return kUnknown | static_cast<std::uint32_t>(FastHash64(name) & 0x3fffffff);
}

std::string_view TagName(std::uint32_t code) {
  if (code >= GUMBO_TAG_UNKNOWN) return {};
  return gumbo_normalized_tagname(static_cast<GumboTag>(code));
}

}  // namespace thresh
