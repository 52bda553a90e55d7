// Harvest: how a page was cut, as bytes. A store keeps it beside the page's record, text and links,
// so that the page can be judged again without its html: a Digester makes the same Page of the four
// as of the html. Only what these three do not tell is in it: the blocks, the tree and the lines
// that the detector asked for.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/store/page_elements.h"
#include "common/store/schema.h"
#include "common/store/text_record.h"
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

// What a harvest tells of the words of a text, so that nobody has to cut it into words again.
struct KnownText {
  BlockNo block;
  std::uint64_t hash = 0;
};
// Shorter texts are not listed: cutting them takes little time, and a hash would be longer than
// what is left of such a text when it is compressed.
inline constexpr std::uint32_t kLeastKnownWords = 8;

// What a store tells of the words of a page, beside the page itself.
struct StoredWords {
  std::optional<StoredPlace> place;   // HarvestedPage::place
  std::vector<std::uint32_t> tokens;  // by span
  std::vector<bool> struck;           // by block: the words are not in the index
  std::vector<KnownText> texts;       // Block::text_hash.low; ascending
  std::vector<KnownText> folded;      // Block::folded_hash of those that have another; ascending
  std::vector<BlockNo> in_title;      // ascending
  Hash128 token_hash;
  std::uint32_t body_tokens = 0;
};

// Reads harvests. A Digester owns one, which keeps nothing from page to page but its memory. Not
// thread-safe.
class HarvestReader {
 public:
  // Makes the page of what a store keeps of it, except what its words say. Returns false, and
  // leaves a part of a page, if the parts do not fit together. `words` forgets the last page.
  [[nodiscard]] bool Take(HarvestedPage stored, Page* page, StoredWords* words);

 private:
  bool TakeText(std::string_view row, Page* page, StoredWords* words);
  bool TakeLinks(std::string_view row, Page* page);
  bool ReadHarvest(std::string_view bytes, Page* page, StoredWords* words);

  PageElements elements_;
  std::vector<PlainSpan> spans_;
  LinksRecord links_;
};

}  // namespace thresh
