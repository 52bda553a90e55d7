#include "query/export/anchors.h"

#include "query/export/tag_roles.h"

namespace thresh {
namespace {

std::string_view IdOf(const PageElements& elements, std::uint32_t element) {
  const PageElements::Node& node = elements.nodes()[element];
  if (node.kind == PageElements::kText) return {};
  for (const auto& [name, value] : elements.kinds()[node.kind].attributes) {
    if (name == PageElements::kIdAttribute) return value;
  }
  return {};
}

}  // namespace

std::string_view HeadingAnchor(const PageElements& elements, std::uint32_t heading) {
  for (std::uint32_t i = heading; i < elements.nodes()[heading].end; ++i) {
    if (const std::string_view id = IdOf(elements, i); !id.empty()) return id;
  }
  const std::uint32_t around = elements.nodes()[heading].parent;
  return around + 1 == heading ? IdOf(elements, around) : std::string_view();
}

std::string_view AnchorOfText(const PageElements& elements, std::uint32_t text) {
  std::string_view anchor;
  std::uint32_t texts = 0;
  for (std::uint32_t i = 1; i < elements.nodes().size(); ++i) {
    const PageElements::Node& node = elements.nodes()[i];
    if (node.kind == PageElements::kText) {
      if (texts++ == text) return anchor;
    } else if (RoleOf(elements.kinds()[node.kind].tag) == Role::kHeading) {
      if (const std::string_view id = HeadingAnchor(elements, i); !id.empty()) anchor = id;
    }
  }
  return {};
}

}  // namespace thresh
