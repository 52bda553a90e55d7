#include "indexer/detect/spine_log.h"

#include <algorithm>
#include <array>

#include "indexer/page/tag_codes.h"

namespace thresh {
namespace {

enum Code : std::uint64_t { kClose, kElement, kText, kGap };

std::string_view WithoutQuery(std::string_view url) { return url.substr(0, url.find_first_of("?#")); }

std::string_view NameOf(std::string_view url) {
  url = WithoutQuery(url);
  return url.substr(url.rfind('/') + 1);
}

LinkKind KindOf(std::string_view href, std::string_view page_name) {
  if (href.empty()) return LinkKind::kNone;
  const std::size_t mark = href.find('#');
  const bool in_page = mark == 0 || (mark != std::string_view::npos && href.substr(0, mark) == page_name);
  return in_page ? LinkKind::kInPage : LinkKind::kOffPage;
}

// Identity of a key.
std::uint64_t HashOf(std::uint32_t tag, LinkKind link,
                     const std::array<std::string_view, RawKey::kValues>& values) {
  std::uint64_t hash = DenseIds::Pair(tag, static_cast<std::uint32_t>(link));
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!values[i].empty()) hash = (hash ^ FastHash64(values[i]) ^ (i + 1) << 40) * 0x9E3779B97F4A7C15U;
  }
  return hash;
}

std::uint64_t HashOf(const RawKey& key) {
  return HashOf(key.tag, key.link, {key.classes, key.id, key.role, key.tag_name});
}

// The next varint of a log that is known to be sound.
std::uint64_t Take(const char** at) {
  std::uint64_t v = 0;
  for (unsigned shift = 0;; shift += 7) {
    const auto c = static_cast<unsigned char>(*(*at)++);
    v |= std::uint64_t{c & 0x7fU} << shift;
    if (c < 0x80) return v;
  }
}
std::uint32_t Take32(const char** at) { return static_cast<std::uint32_t>(Take(at)); }

}  // namespace

void SiteLog::Append(const Page& page, DocId doc) {
  if (page.body_tokens == 0 || page.tree.nodes.empty() || !seen_.insert(page.token_hash).second) return;
  PutVarint(&log_, doc.value - last_doc_);
  last_doc_ = doc.value;
  PutVarint(&log_, DirectoryOf(page.url));
  page_name_ = NameOf(page.url);
  AppendBody(page);
  ++pages_;
}

// An element is written when the first text with words comes in it.
void SiteLog::AppendBody(const Page& page) {
  const std::vector<PageNode>& nodes = page.tree.nodes;
  const auto put = [this](std::uint64_t value, Code code) { PutVarint(&log_, value << 2 | code); };
  std::vector<std::uint32_t> open;  // elements, from the body down
  std::size_t written = 0;          // of these
  std::uint64_t closed = 0;
  std::uint32_t next_text = 0;
  for (std::uint32_t i = 0; i < nodes.size(); ++i) {
    for (; !open.empty() && nodes[open.back()].end <= i; open.pop_back()) {
      if (open.size() != written) continue;
      --written;
      ++closed;
    }
    const PageNode& node = nodes[i];
    if (node.tag != kTextTag) open.push_back(i);
    if (node.tag != kTextTag || page.spans[node.first_text].tokens == 0) continue;
    if (closed != 0) put(closed, kClose);
    closed = 0;
    for (; written < open.size(); ++written) put(KeyOf(page, nodes[open[written]]), kElement);
    if (node.first_text != next_text) put(node.first_text - next_text, kGap);
    next_text = node.first_text + 1;
    put(TextOf(page.blocks[node.first_text]), kText);
    PutVarint(&log_, page.spans[node.first_text].tokens);
  }
  put(closed + written, kClose);
}

std::uint32_t SiteLog::TextOf(const Block& block) {
  const std::uint32_t text = text_ids_.Add(block.text_hash.low);
  if (text < folded_.size()) return text;
  folded_.push_back(text);
  if (block.folded_hash == block.text_hash.low) return text;
  const std::uint32_t folded = text_ids_.Add(block.folded_hash);
  if (folded == folded_.size()) folded_.push_back(folded);
  folded_[text] = folded;
  return text;
}

std::uint32_t SiteLog::KeyOf(const Page& page, const PageNode& node) {
  const PageTree& tree = page.tree;
  std::array<std::string_view, RawKey::kValues> values;  // as RawKey has them
  LinkKind link = LinkKind::kNone;
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
    keys_.push_back({node.tag, link, std::string(values[0]), std::string(values[1]), std::string(values[2]),
                     std::string(values[3])});
    NoteKey(keys_.back());
  }
  return key;
}

std::uint32_t SiteLog::DirectoryOf(std::string_view url) {
  url = WithoutQuery(url);
  url = url.substr(0, url.rfind('/') + 1);
  const std::uint32_t directory = directory_ids_.Add(FastHash64(url));
  if (directory == directories_.size()) {
    directories_.emplace_back(url);
    NoteDirectory(url);
  }
  return directory;
}

void SiteLog::NoteKey(const RawKey& key) {
  key_ids_.Add(HashOf(key));
  links_.push_back(key.link);
  name_bytes_ += sizeof(RawKey) + key.classes.size() + key.id.size() + key.role.size() + key.tag_name.size();
}

void SiteLog::NoteDirectory(std::string_view directory) {
  directory_ids_.Add(FastHash64(directory));
  name_bytes_ += sizeof(std::string) + directory.size();
}

void SiteLog::ReadPage(const char** at, LoggedPage* page) {
  page->doc.value += Take32(at);
  page->directory = Take32(at);
  page->elements.clear();
  page->texts.clear();
  std::uint32_t open = 0, number = 0;
  for (;;) {
    const std::uint64_t code = Take(at);
    const auto value = static_cast<std::uint32_t>(code >> 2);
    const auto texts = static_cast<std::uint32_t>(page->texts.size());
    switch (code & 3) {
      case kElement: {
        const auto element = static_cast<std::uint32_t>(page->elements.size());
        page->elements.push_back({value, open, 0, texts, 0});
        open = element;
        break;
      }
      case kText:
        page->texts.push_back({value, Take32(at), open, number++});
        break;
      case kGap:
        number += value;
        break;
      default:
        for (std::uint32_t n = value; n > 0; --n) {
          LoggedPage::Element& element = page->elements[open];
          element.end = static_cast<std::uint32_t>(page->elements.size());
          element.last_text = texts;
          if (open == 0) return;
          open = element.parent;
        }
    }
  }
}

void SiteLog::Save(RecordWriter* out) const {
  out->String(log_);
  out->Number(pages_);
  out->Number(last_doc_);
  out->List(text_ids_.Keys(), [&](std::uint64_t key) { out->Number(key); });
  out->List(folded_, [&](std::uint32_t text) { out->Number(text); });
  out->List(keys_, [&](const RawKey& key) {
    out->Number(key.tag);
    out->Number(static_cast<std::uint32_t>(key.link));
    for (const std::string* part : {&key.classes, &key.id, &key.role, &key.tag_name}) out->String(*part);
  });
  out->List(directories_, [&](const std::string& directory) { out->String(directory); });
  std::vector<Hash128> seen(seen_.begin(), seen_.end());
  std::sort(seen.begin(), seen.end());
  out->List(seen, [&](const Hash128& hash) { out->Hash(hash); });
}

void SiteLog::Restore(RecordReader* in) {
  in->String(log_);
  in->Number(pages_);
  in->Number(last_doc_);
  std::vector<std::uint64_t> texts;
  in->List(texts, [&](std::uint64_t& key) {
    in->Number(key);
    text_ids_.Add(key);
  });
  in->List(folded_, [&](std::uint32_t& text) { in->Number(text); });
  in->List(keys_, [&](RawKey& key) {
    std::uint32_t link = 0;
    in->Number(key.tag);
    in->Number(link);
    key.link = static_cast<LinkKind>(std::min(link, 2U));
    for (std::string* part : {&key.classes, &key.id, &key.role, &key.tag_name}) in->String(*part);
    NoteKey(key);
  });
  in->List(directories_, [&](std::string& directory) {
    in->String(directory);
    NoteDirectory(directory);
  });
  std::vector<Hash128> seen;
  in->List(seen, [&](Hash128& hash) { in->Hash(hash); });
  seen_.insert(seen.begin(), seen.end());
  if (!in->ok() || !Sound()) in->Fail();
}

// ForEachPage trusts the log: what was read from a file must be looked at once.
bool SiteLog::Sound() const {
  if (text_ids_.size() > 2 * log_.size() || folded_.size() != text_ids_.size()) return false;
  for (const std::uint32_t text : folded_) {
    if (text >= text_ids_.size()) return false;
  }
  if (key_ids_.size() != keys_.size()) return false;
  if (directory_ids_.size() != directories_.size()) return false;
  ByteReader in(log_);
  std::uint32_t pages = 0;
  std::uint64_t doc = 0;
  for (; in.ok() && !in.done(); ++pages) {
    doc += in.Varint32();
    if (in.Varint32() >= directories_.size() || !SoundBody(&in)) return false;
  }
  return in.ok() && pages == pages_ && doc == last_doc_;
}

bool SiteLog::SoundBody(ByteReader* in) const {
  constexpr std::uint64_t kMost = 0xffffffff;
  std::uint64_t open = 0, number = 0, words = 0, last = kClose;
  for (bool first = true; first || open != 0; first = false) {
    const std::uint64_t code = in->Varint();
    const std::uint64_t value = code >> 2;
    if (!in->ok() || value > kMost || (first && (code & 3) != kElement)) return false;
    switch (code & 3) {
      case kElement:
        if (value >= keys_.size()) return false;
        ++open;
        break;
      case kText: {
        const std::uint64_t count = in->Varint32();
        if (value >= text_ids_.size() || count == 0) return false;
        words += count;
        ++number;
        break;
      }
      case kGap:
        number += value;
        break;
      default:
        if (value == 0 || value > open || last == kElement || last == kGap) return false;
        open -= value;
    }
    last = code & 3;
    if (number > kMost || words > kMost) return false;
  }
  return true;
}

std::size_t SiteLog::bytes() const {
  return sizeof(*this) + log_.capacity() + text_ids_.bytes() + folded_.size() * sizeof(std::uint32_t) +
         key_ids_.bytes() + directory_ids_.bytes() + name_bytes_ + seen_.size() * 48;
}

}  // namespace thresh
