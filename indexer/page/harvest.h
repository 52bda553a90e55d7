// Harvest: how a page was cut, as bytes. A store keeps it beside the page's record, text and links,
// so that the page can be judged again without its html: a Digester makes the same Page of the four
// as of the html. Only what these three do not tell is in it: the blocks, the tree and the lines
// that the detector asked for.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "common/store/schema.h"
#include "indexer/page/vocabulary.h"
#include "indexer/records.h"

namespace thresh {

// Writes harvests. A Digester owns one, which keeps nothing from page to page but its memory. Not
// thread-safe.
class HarvestWriter {
 public:
  std::string Write(const Page& page);

 private:
  // An element of the page, to which the next ones are compared first.
  struct Recent {
    const PageNode* node = nullptr;
    std::uint32_t kind = 0;
    bool is_link = false;
  };

  void WriteNodes(const Page& page);
  std::uint32_t KindOf(const PageTree& tree, const PageNode& node, const Link* link);
  std::uint32_t NewKind(const PageTree& tree, const PageNode& node, bool is_link);
  void PutLinkedHref(const PageTree& tree, const PageNode& node, const Link* link);
  void PutLinked(std::string_view href, const Link& link);

  Vocabulary kinds_;  // of the elements, as bytes
  std::array<Recent, 256> recent_{};
  std::string kind_, linked_;
  std::vector<char> nodes_;
  std::size_t nodes_end_ = 0;
};

// A page as a store keeps it. `text` has its shared texts in it (ReadText).
struct HarvestedPage {
  DocRecord doc;
  TextRecord text;
  LinksRecord links;
  std::string harvest;
};
// As RawPage::bytes: the rows of a store hold the four, and this is how they travel to a digester.
std::string EncodeHarvestedPage(const HarvestedPage& stored);

// The page of EncodeHarvestedPage, except what its words say: they are counted again. Returns
// false, and leaves a part of a page, if `bytes` are damaged or if the parts do not fit together.
[[nodiscard]] bool DecodeHarvestedPage(std::string_view bytes, Page* page);

}  // namespace thresh
