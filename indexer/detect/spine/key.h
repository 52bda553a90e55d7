// RawKey: what the spine detector knows of an element, as written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace thresh {

// Where an `a` element leads.
enum class LinkKind : std::uint8_t { kNone, kInPage, kOffPage };

// Values are empty where the element has none.
struct RawKey {
  static constexpr std::size_t kValues = 4;
  std::uint32_t tag = 0;
  LinkKind link = LinkKind::kNone;
  std::string classes, id, role, tag_name;
};

}  // namespace thresh
