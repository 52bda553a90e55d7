// SiteLog: what the spine detector keeps of a site while its pages stream in, and what it judges
// the site by at the end. Names and directories are kept once, and each page is a few bytes a node:
// which element keys stand in which, and which texts stand in them. Elements, texts and pages
// without words are left out.
//
//   page    doc varint (gap to the last page), directory varint, titles, body
//   titles  varint n, then n varints: gaps between the texts that echo the title of the page
//   body    element
//   element code of its key, then its elements, texts and gaps, closed by a `close`
//   text    code of the steps to it from the text after the last one, inline path varint,
//           words varint
//   gap     code of n: n text nodes without words stand here
//   close   code of n: the n innermost open elements end; the page ends with its body
//
// Codes are those of log_bytes.h. Texts are numbered as they appear, and pages repeat runs of texts
// that stood together before, so most steps are 0, which is the shortest code. No rule looks at an
// inline element that stands in no container, so the log has no such elements: a text names those
// around it, up to the next element of the log, by the number of one inline path.
//
// Pages that are applied stand behind the others. They count for nothing: a site that is too large
// to be judged as a whole is judged by a sample of its pages, and what was learnt is applied to the
// rest, part by part.
//
// One log a site, from the site's first page until the site is judged. Owned by the detector. Not
// thread-safe. Saved and restored by way of a run file:
// Restore refuses a log that the passes could not read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/bytes.h"
#include "common/base/coder.h"
#include "common/base/dense_ids.h"
#include "indexer/detect/spine/counts.h"
#include "indexer/detect/spine/keys.h"
#include "indexer/detect/spine/log_bytes.h"
#include "indexer/records.h"

namespace thresh::spine {

// The inline elements between a text and the element of the log around it: the innermost one, and
// the path of those around it. Path 0 has no elements.
struct InlinePath {
  std::uint32_t parent = 0;
  std::uint32_t key = 0;
  LinkKind link = LinkKind::kNone;  // of the innermost `a` element
};

// A page of the log, elements and texts in document order. Element 0 is the body. A view of pages
// that were read back (log_pages.h).
struct LoggedPage {
  struct Element {
    std::uint32_t key;         // index in SiteLog::keys()
    std::uint32_t parent;      // itself for the body
    std::uint32_t end;         // after the last element of its subtree
    std::uint32_t first_text;  // range of texts of its subtree
    std::uint32_t last_text;
  };
  struct Text {
    std::uint32_t text;     // equal for texts of equal words
    std::uint32_t words;    // not 0
    std::uint32_t element;  // the innermost element around it
    std::uint32_t number;   // its block of the page
    std::uint32_t path;     // from `element` down to the text; index in SiteLog::paths()
  };
  DocId doc;
  std::uint32_t directory = 0;
  std::span<const Element> elements;
  std::span<const Text> texts;
  std::span<const std::uint32_t> titles;  // texts that echo the title of the page; ascending
};

class SiteLog {
 public:
  // Docs ascend. Duplicate pages must not be appended: copies add no support.
  void Append(const Page& page, DocId doc);

  const std::vector<RawKey>& keys() const { return keys_; }
  const std::vector<LinkKind>& links() const { return links_; }  // by key
  const std::vector<InlinePath>& paths() const { return paths_; }
  const std::vector<std::string>& directories() const { return directories_; }
  const std::vector<std::uint32_t>& directory_pages() const { return directory_pages_; }
  const NameCounts& names() const { return names_; }
  const TextCounts& texts() const { return texts_; }
  std::uint64_t text_hash(std::uint32_t text) const { return text_ids_.Keys()[text]; }
  std::uint32_t pages() const { return pages_ - applied_; }  // that count
  std::uint32_t all_pages() const { return pages_; }
  std::uint32_t last_doc() const { return last_doc_; }
  std::size_t all_elements() const { return all_elements_; }  // of all pages together
  std::size_t all_texts() const { return all_texts_; }        // of all pages together
  std::size_t bytes() const;

  // The bytes of the pages, in the order of Append; LogPages reads them.
  const ChunkedBytes& page_bytes() const { return log_; }

  void Save(RecordWriter* out) const;
  // Restores into an empty log. A damaged log leaves `in` failed.
  void Restore(RecordReader* in);

  // Adds those pages of another log that `wanted` takes. CountPages must follow, once, behind the
  // last of them.
  void Join(const SiteLog& other, const std::function<bool(DocId)>& wanted);
  // Adds pages to which the pages before them are applied. No Join may follow.
  void Apply(const SiteLog& other, const std::function<bool(DocId)>& wanted);
  void CountPages();
  // No page is added any more: gives the memory back that only Append and Join need.
  void Close() {
    text_ids_.Close();
    bytes_ = {};
  }

 private:
  // Which elements become elements of the log.
  struct KeyKind {
    bool standing = false;   // an element with this key, wherever it stands
    bool container = false;  // every child of such an element
  };
  // An element of the page being appended whose end was not reached yet.
  struct OpenElement {
    std::uint32_t node, end, key, path;
  };
  class Renumbered;
  static void SkipPage(const char** at);
  static void CopyPage(const char** at, Renumbered* to, std::string* out);
  static char* WriteTitles(const Page& page, char* at);
  char* WriteBody(const Page& page, char* at);
  void CloseUntil(std::uint32_t node);
  char* WriteElements(const Page& page, char* at);
  std::uint32_t PathOf(std::uint32_t parent, std::uint32_t key);
  std::uint32_t TextOf(std::uint64_t hash, std::uint64_t folded_hash, bool only_numbers);
  std::uint32_t KeyOf(const Page& page, const PageNode& node);
  std::uint32_t KeyOf(const RawKey& raw);
  std::uint32_t DirectoryOf(std::string_view path);
  void NoteKey(const RawKey& key);
  bool Sound(std::string_view log) const;
  bool SoundBody(std::uint64_t least_texts, ByteReader* in) const;

  ChunkedBytes log_;
  std::uint32_t pages_ = 0;
  std::uint32_t applied_ = 0;  // of pages_, behind the others
  std::uint32_t last_doc_ = 0;
  std::size_t all_elements_ = 0, all_texts_ = 0;
  DenseIds text_ids_, key_ids_, directory_ids_;  // of hashes
  TextCounts texts_;
  NameCounts names_;
  std::vector<RawKey> keys_;
  std::vector<LinkKind> links_;
  std::vector<KeyKind> kinds_;  // of the keys
  PairIds path_ids_;            // (key, parent)
  std::vector<InlinePath> paths_{1};
  std::vector<std::string> directories_;
  std::vector<std::uint32_t> directory_pages_;
  std::size_t name_bytes_ = 0;  // of keys_ and directories_
  // Of the page being appended.
  std::string_view page_name_;  // last part of its URL
  std::vector<char> bytes_;
  std::vector<OpenElement> open_;  // from the body down
  std::uint32_t keyed_ = 0;        // this many of open_, from the body, have a key
  std::uint32_t written_ = 0;      // this many of open_ are written
  std::uint32_t closed_ = 0;       // written elements that ended since the last code
  std::uint32_t next_id_ = 0;      // the text after the last one
};

}  // namespace thresh::spine
