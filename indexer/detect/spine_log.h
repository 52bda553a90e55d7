// SiteLog: what the spine detector keeps of a site while its pages stream in. Names and directories once, and
// of each page a few bytes a node: which element keys stand in which, and which texts in them. Elements and
// texts without words are left out; a page that an earlier page equals word for word is left out whole.
//
//   page    doc varint (gap to the last one), directory varint, body
//   body    element
//   element key << 2 | 1, then its elements, texts and gaps; closed by a `close`
//   text    text << 2 | 2, words
//   gap     n << 2 | 3: so many text nodes without words stand here
//   close   n << 2: the n innermost open elements end; the body's ends the page
//
// Thread rule: as the detector's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "common/bytes.h"
#include "common/coder.h"
#include "common/hash.h"
#include "indexer/detect/dense_ids.h"
#include "indexer/records.h"

namespace thresh {

// Where an `a` element leads.
enum class LinkKind : std::uint8_t { kNone, kInPage, kOffPage };

// An element as written. Values are empty where it has none.
struct RawKey {
  static constexpr std::size_t kValues = 4;
  std::uint32_t tag = 0;
  LinkKind link = LinkKind::kNone;
  std::string classes, id, role, tag_name;
};

// A page of the log, elements and texts in document order. Element 0 is the body.
struct LoggedPage {
  struct Element {
    std::uint32_t key;         // index in SiteLog::keys()
    std::uint32_t parent;      // itself for the body
    std::uint32_t end;         // after the last element of its subtree
    std::uint32_t first_text;  // range of texts of its subtree
    std::uint32_t last_text;
  };
  struct Text {
    std::uint32_t text;     // the same words, the same number
    std::uint32_t words;    // not 0
    std::uint32_t element;  // parent
    std::uint32_t number;   // block of the page
  };
  DocId doc;
  std::uint32_t directory = 0;
  std::vector<Element> elements;
  std::vector<Text> texts;
};

class SiteLog {
 public:
  void Append(const Page& page, DocId doc);

  const std::vector<RawKey>& keys() const { return keys_; }
  const std::vector<LinkKind>& links() const { return links_; }  // of the keys
  const std::vector<std::string>& directories() const { return directories_; }
  std::uint32_t texts() const { return text_ids_.size(); }
  // The text that this one is when all its numbers are one word; itself where it has none, or too many.
  std::uint32_t folded(std::uint32_t text) const { return folded_[text]; }
  std::uint32_t pages() const { return pages_; }
  std::size_t bytes() const;

  // Calls f(const LoggedPage&) for every page, in the order of Append.
  template <typename F>
  void ForEachPage(F f) const {
    LoggedPage page;
    for (const char* at = log_.data(); at != log_.data() + log_.size();) {
      ReadPage(&at, &page);
      f(static_cast<const LoggedPage&>(page));
    }
  }

  void Save(RecordWriter* out) const;
  void Restore(RecordReader* in);  // into an empty log; a damaged one leaves `in` failed

 private:
  void AppendBody(const Page& page);
  std::uint32_t TextOf(const Block& block);
  std::uint32_t KeyOf(const Page& page, const PageNode& node);
  std::uint32_t DirectoryOf(std::string_view url);
  static void ReadPage(const char** at, LoggedPage* page);
  void NoteKey(const RawKey& key);
  void NoteDirectory(std::string_view directory);
  bool Sound() const;
  bool SoundBody(ByteReader* in) const;

  std::string log_;
  std::uint32_t pages_ = 0;
  std::uint32_t last_doc_ = 0;
  DenseIds text_ids_, key_ids_, directory_ids_;  // of hashes
  std::vector<std::uint32_t> folded_;            // of each text
  std::vector<RawKey> keys_;
  std::vector<LinkKind> links_;
  std::vector<std::string> directories_;
  std::size_t name_bytes_ = 0;  // of keys_ and directories_
  std::unordered_set<Hash128> seen_;
  std::string_view page_name_;  // of the page being appended: last part of its URL
};

}  // namespace thresh
