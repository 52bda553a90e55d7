#include "indexer/detect/spine/log.h"

#include <algorithm>
#include <array>

#include "common/base/bytes.h"
#include "common/base/hash.h"
#include "indexer/page/tag_codes.h"

namespace thresh::spine {
namespace {

// The most bytes of a page's head, and of a node: a text may come after a `close` and a gap. Append
// makes room for a whole page once, so that writing a code needs no check.
constexpr std::size_t kMostPageBytes = 3 * kMostVarintBytes + kMostCodeBytes;
constexpr std::size_t kMostNodeBytes = 3 * kMostCodeBytes + 3 * kMostVarintBytes;

std::string_view WithoutQuery(std::string_view url) {
  return url.substr(0, url.find_first_of("?#"));
}

std::string_view NameOf(std::string_view url) {
  url = WithoutQuery(url);
  return url.substr(url.rfind('/') + 1);
}

// A link leads off the page unless it is `#...` or the page's own name and `#...`.
LinkKind KindOf(std::string_view href, std::string_view page_name) {
  if (href.empty()) return LinkKind::kNone;
  const std::size_t mark = href.find('#');
  const bool in_page =
      mark == 0 || (mark != std::string_view::npos && href.substr(0, mark) == page_name);
  return in_page ? LinkKind::kInPage : LinkKind::kOffPage;
}

// Identity of a key. An empty value adds nothing: most elements have one value or none, and this
// runs for every element of the input.
std::uint64_t HashOf(std::uint32_t tag, LinkKind link,
                     const std::array<std::string_view, RawKey::kValues>& values) {
  std::uint64_t hash = DenseIds::Pair(tag, static_cast<std::uint32_t>(link));
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!values[i].empty())
      hash = (hash ^ FastHash64(values[i]) ^ (i + 1) << 40) * 0x9E3779B97F4A7C15U;
  }
  return hash;
}

std::uint64_t HashOf(const RawKey& key) {
  return HashOf(key.tag, key.link, {key.classes, key.id, key.role, key.tag_name});
}

// An element that html does not know says nothing of its own, unless its author made it a
// component: a name with a hyphen. A component around the whole page is a wrapper.
bool IsTransparent(const Page& page, const PageNode& node) {
  if (!TagName(node.tag).empty()) return false;
  if (page.tree.Find(node, AttributeName::kTagName).find('-') == std::string_view::npos)
    return true;
  constexpr double kWrapper = 0.9;  // of the texts of the page
  const std::vector<PageNode>& nodes = page.tree.nodes;
  const auto all = static_cast<double>(page.spans.size());
  const double end = node.end < nodes.size() ? nodes[node.end].first_text : all;
  return end - node.first_text >= kWrapper * all;
}

}  // namespace

void SiteLog::Append(const Page& page, DocId doc) {
  if (page.body_tokens == 0 || page.tree.nodes.empty()) return;
  // The table of a large site's texts is in no cache, and each text would wait for its own miss.
  // Prefetched together, the misses overlap.
  for (const Block& block : page.blocks) {
    if (block.tokens != 0) text_ids_.Prefetch(block.text_hash.low);
  }
  bytes_.resize(std::max(bytes_.size(), kMostPageBytes + kMostNodeBytes * page.tree.nodes.size()));
  char* at = WriteVarint(bytes_.data(), doc.value - last_doc_);
  last_doc_ = doc.value;
  ++pages_;
  const std::string_view path = WithoutQuery(page.url);
  const std::uint32_t directory = DirectoryOf(path.substr(0, path.rfind('/') + 1));
  ++directory_pages_[directory];
  at = WriteVarint(at, directory);
  page_name_ = NameOf(page.url);
  at = WriteTitles(page, at);
  at = WriteBody(page, at);
  log_.Append({bytes_.data(), static_cast<std::size_t>(at - bytes_.data())});
}

char* SiteLog::WriteTitles(const Page& page, char* at) {
  const auto echoes = [](const Block& block) { return block.in_title && block.tokens != 0; };
  at = WriteVarint(at, static_cast<std::uint64_t>(
                           std::count_if(page.blocks.begin(), page.blocks.end(), echoes)));
  std::uint32_t text = 0, next = 0;
  for (const Block& block : page.blocks) {
    if (block.tokens == 0) continue;
    if (block.in_title) {
      at = WriteVarint(at, text - next);
      next = text + 1;
    }
    ++text;
  }
  return at;
}

char* SiteLog::WriteBody(const Page& page, char* at) {
  const std::vector<PageNode>& nodes = page.tree.nodes;
  open_.clear();
  keyed_ = written_ = closed_ = next_id_ = 0;
  std::uint32_t next_text = 0;
  for (std::uint32_t i = 0; i < nodes.size();) {
    CloseUntil(i);
    const PageNode& node = nodes[i];
    if (node.tag != kTextTag) {
      const bool is_empty =
          node.end < nodes.size() && nodes[node.end].first_text == node.first_text;
      if (!is_empty && !IsTransparent(page, node)) open_.push_back({i, node.end, 0, 0});
      i = is_empty ? node.end : i + 1;
      continue;
    }
    ++i;
    const Block& block = page.blocks[node.first_text];
    if (block.tokens == 0) continue;
    at = WriteElements(page, at);
    if (node.first_text != next_text)
      at = WriteCode(at, {CodeKind::kGap, node.first_text - next_text});
    next_text = node.first_text + 1;
    const std::uint32_t text = TextOf(block.text_hash.low, block.folded_hash, block.only_numbers);
    texts_.Count(text, pages_);
    ++all_texts_;
    at = WriteCode(at, {CodeKind::kText, Zigzag32(text - next_id_)});
    next_id_ = text + 1;
    at = WriteVarint(at, open_.size() == written_ ? 0 : open_.back().path);
    at = WriteVarint(at, block.tokens);
  }
  return WriteCode(at, {CodeKind::kClose, closed_ + written_});
}

// Closes the elements that end before the node.
void SiteLog::CloseUntil(std::uint32_t node) {
  for (; !open_.empty() && open_.back().end <= node; open_.pop_back()) {
    if (open_.size() == keyed_) --keyed_;
    if (open_.size() != written_) continue;
    --written_;
    ++closed_;
  }
}

// Writes the open elements that the log does not have yet, down to the last one that is an element
// of the log. Called at a text with words, so elements without words are never written. An inline
// element is written only if an element of the log stands in it.
char* SiteLog::WriteElements(const Page& page, char* at) {
  const std::uint32_t before = keyed_;
  std::uint32_t standing = written_;
  for (; keyed_ < open_.size(); ++keyed_) {
    OpenElement& element = open_[keyed_];
    element.key = KeyOf(page, page.tree.nodes[element.node]);
    names_.Count(element.key, pages_);
    const bool in_container = keyed_ == 0 || kinds_[open_[keyed_ - 1].key].container;
    if (in_container || kinds_[element.key].standing) standing = keyed_ + 1;
  }
  if (closed_ != 0) at = WriteCode(at, {CodeKind::kClose, closed_});
  closed_ = 0;
  all_elements_ += standing - written_;
  for (; written_ < standing; ++written_)
    at = WriteCode(at, {CodeKind::kElement, open_[written_].key});
  for (std::uint32_t i = std::max(before, written_); i < keyed_; ++i)
    open_[i].path = PathOf(i == written_ ? 0 : open_[i - 1].path, open_[i].key);
  return at;
}

std::uint32_t SiteLog::PathOf(std::uint32_t parent, std::uint32_t key) {
  const std::uint32_t path = path_ids_.Add(key, parent) + 1;
  if (path == paths_.size()) {
    const LinkKind own = links_[key];
    paths_.push_back({parent, key, own == LinkKind::kNone ? paths_[parent].link : own});
  }
  return path;
}

// Of a text, or of one that is its own folded form. That form is a text too, and if it is new, its
// number is the one after the text's.
std::uint32_t SiteLog::TextOf(std::uint64_t hash, std::uint64_t folded_hash, bool only_numbers) {
  const std::uint32_t text = text_ids_.Add(hash);
  if (text != texts_.size()) return text;
  const std::uint32_t folded = folded_hash != hash ? text_ids_.Add(folded_hash) : text;
  texts_.Note(folded, only_numbers);
  if (folded == texts_.size()) texts_.Note(folded, only_numbers);
  return text;
}

std::uint32_t SiteLog::KeyOf(const Page& page, const PageNode& node) {
  const PageTree& tree = page.tree;
  std::array<std::string_view, RawKey::kValues> values;  // in the order of RawKey
  LinkKind link = LinkKind::kNone;
  // Attributes of the body do not count: many generators give it a class or an id for each page.
  const bool is_body = &node == tree.nodes.data();
  for (std::uint32_t i = 0; i < node.attributes && !is_body; ++i) {
    const PageAttribute& attribute = tree.attributes[node.first_attribute + i];
    const std::string_view value = tree.Value(attribute);
    if (attribute.name == AttributeName::kClass) values[0] = value;
    if (attribute.name == AttributeName::kId) values[1] = value;
    if (attribute.name == AttributeName::kRole) values[2] = value;
    if (attribute.name == AttributeName::kTagName) values[3] = value;
    if (attribute.name == AttributeName::kHref) link = KindOf(value, page_name_);
  }
  const std::uint32_t key = key_ids_.Add(HashOf(node.tag, link, values));
  if (key == keys_.size()) {
    NoteKey({node.tag, link, std::string(values[0]), std::string(values[1]), std::string(values[2]),
             std::string(values[3])});
  }
  return key;
}

std::uint32_t SiteLog::KeyOf(const RawKey& raw) {
  const std::uint32_t key = key_ids_.Add(HashOf(raw));
  if (key == keys_.size()) NoteKey(raw);
  return key;
}

std::uint32_t SiteLog::DirectoryOf(std::string_view path) {
  const std::uint32_t directory = directory_ids_.Add(FastHash64(path));
  if (directory == directories_.size()) {
    directories_.emplace_back(path);
    directory_pages_.push_back(0);
    name_bytes_ += sizeof(std::string) + path.size();
  }
  return directory;
}

void SiteLog::NoteKey(const RawKey& key) {
  keys_.push_back(key);
  links_.push_back(key.link);
  names_.NoteKey(key);
  const Tag tag = TagOf(key.tag);
  kinds_.push_back({tag.block || tag.container || !key.role.empty(), tag.container});
  name_bytes_ +=
      sizeof(RawKey) + key.classes.size() + key.id.size() + key.role.size() + key.tag_name.size();
}

std::size_t SiteLog::bytes() const {
  return sizeof(*this) + log_.bytes() + bytes_.capacity() + text_ids_.bytes() + texts_.bytes() +
         names_.bytes() + key_ids_.bytes() + path_ids_.bytes() +
         paths_.capacity() * sizeof(InlinePath) + directory_ids_.bytes() + name_bytes_;
}

}  // namespace thresh::spine
