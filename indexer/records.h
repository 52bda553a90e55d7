// The nouns of the indexer: what flows through the figure in ARCHITECTURE.md. A source makes a
// RawPage, digest makes a Page of it, the fold takes the Page into a Run (indexer/run/run.h) and
// shows it to the detector, and the detector makes Strikes (indexer/strikes.h). Plain values: one
// thread owns each at a time, and a queue hands it on.
//
//   RawPage --digest--> Page --fold--> Run --judge--> Strikes
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "common/base/counters.h"
#include "common/base/hash.h"
#include "common/base/ids.h"
#include "common/store/schema.h"
#include "common/store/text_record.h"

namespace thresh {

// A longer URL is no address of a page, and no link is followed to it.
inline constexpr std::size_t kMaxUrlBytes = 4096;

// Where in the inputs a page stands. Goes with it from the reader to the fold.
struct Origin {
  Hash128
      chain;  // of this page and all before it: a resumed build sees whether the input is the same
  std::uint64_t bytes = 0;    // payload of the page
  std::uint64_t payload = 0;  // a hash of these
  std::uint64_t input_done = 0,
                input_total = 0;  // bytes of its input read so far and in all (0: unknown)
};

// What a record of a crawl says about its URL.
enum class RecordKind : std::uint8_t {
  kPage,    // the page
  kSeen,    // the page is there and has not changed
  kGone,    // there is no such page any more
  kMissed,  // the server gave no answer that counts
  kNamed,   // there was an answer that says nothing of the page: a redirect for now, or no html
};

// What the bytes of a RawPage are.
enum class PageForm : std::uint8_t {
  kHtml,
  kText,    // plain text: no parsing
  kStored,  // none: the page is in a store already
};

// Where a store has the words of a page that it keeps: page `doc` of a segment. Segments are
// counted over all stores that go into a build.
struct StoredPlace {
  std::uint32_t segment = 0;
  DocId doc;
  friend bool operator==(const StoredPlace&, const StoredPlace&) = default;
};
// As common/base/coder.h describes records.
template <typename Coder, typename Place>
void DescribePlace(Coder& coder, Place& place) {
  std::uint32_t number = place ? place->segment + 1 : 0, doc = place ? place->doc.value : 0;
  coder.Number(number);
  if (number == 0) return;
  coder.Number(doc);
  if constexpr (!std::is_const_v<Place>) place = StoredPlace{number - 1, DocId(doc)};
}

// A page as a store keeps it, its rows as bytes.
struct HarvestedPage {
  std::optional<StoredPlace> place;  // Page::kept_words
  DocRecord doc;
  std::string text;             // as a run has it (PlainRowMaker)
  std::vector<BlockNo> struck;  // the words are not in the index; counts only with a place
  std::string links;            // LinksRecord
  std::string harvest;          // indexer/page/harvest.h
};

// One record as a source delivers it. Of a page: decompressed and dechunked payload, still in its
// own charset.
struct RawPage {
  std::uint64_t sequence =
      0;            // 0, 1, 2 ... over all inputs of a build; restores the order after digest
  std::string url;  // absolute
  std::string
      docno;         // directory: path below the root; archives: WARC-Record-ID or URL; TREC: DOCNO
  std::string path;  // directory: path below the root; else empty
  std::string date;  // as the input says, ISO 8601 where it can be read; may be empty
  std::string http_charset;               // charset of the HTTP Content-Type, or empty
  std::string bytes;                      // of a page
  std::unique_ptr<HarvestedPage> stored;  // of a page that is kStored
  Origin origin;
  RecordKind kind = RecordKind::kPage;
  PageForm form = PageForm::kHtml;
  std::uint32_t status = 200;  // of the HTTP response, where there was one
  bool broken = false;         // the transfer broke off: the bytes are a piece of the page
  std::string target;          // where a redirect leads to, as the server wrote it
  std::string refers_to;       // of a revisit: the URL of the bytes, where it may be another one
};

// A maximal run of text of one DOM text node: whitespace runs are one blank, trimmed, never empty.
struct Span {
  std::uint32_t text_begin = 0;  // byte range in Page::text
  std::uint32_t text_end = 0;
  std::uint32_t first_token = 0;  // 0-based position in the page's body token sequence
  std::uint32_t tokens = 0;
  BlockNo block;
  bool glued =
      false;  // no white space and no block boundary between the previous span and this one
};

// The field of the block that holds the words of the body that tags cut (cut_words.h). No such
// block is a part of a page, and no detector sees it: its words stand in the index beside their
// parts, at positions of the body.
inline constexpr Field kCutWords = Field::kAnchor;

// A block of the segmentation that the detector asked for. Body blocks come first, in opening order
// and with blocks without words; then one for cut words, if the page has some, and one block each
// for title, URL and description, whose field is not kBody: they are indexed like any block and no
// detector sees them.
struct Block {
  Field field = Field::kBody;
  std::uint32_t parent = 0;    // BlockNo of the parent; itself for the root
  std::uint32_t tokens = 0;    // words of its own text
  std::uint32_t distinct = 0;  // distinct words of its own text
  Hash128 style;               // key of the block-style cluster: A and D, or style path (digest.h)
  Hash128 text_hash;           // of its token sequence
  std::uint64_t folded_hash =
      0;  // of that sequence with all numbers as one word, where they are few (invert.h)
  bool only_numbers = false;  // it has words, and all of them are numbers
  bool in_title = false;      // the sequence stands in the title and is a third of it at least
};

// Words of one block that are one term: the paper's (word, block) list node.
struct BlockPosting {
  TermId term;  // in Page::terms
  BlockNo block;
  std::uint32_t first = 0;  // range in Page::offsets
  std::uint32_t count = 0;
};

struct Link {
  std::string target;            // absolute, canonical, without fragment
  BlockNo block;                 // where the anchor stands
  std::uint32_t first_span = 0;  // its anchor text: a range of spans
  std::uint32_t spans = 0;
  std::uint32_t node = 0;  // in Page::tree, where the page has one
};

// What detectors may want to know of an element besides its tag. Values are as written, not empty.
enum class AttributeName : std::uint8_t { kClass, kId, kRole, kHref, kSource, kTagName };
inline constexpr unsigned kAttributeNames = 6;

struct PageAttribute {
  AttributeName name =
      AttributeName::kClass;         // href of a and area, src of img, the name of unknown tags
  std::uint32_t begin = 0, end = 0;  // of the value, in PageTree::bytes
};

// An element or a text node. Elements that carry no text (script, style, ...) and the head have
// none.
struct PageNode {
  std::uint32_t tag = 0;         // indexer/page/tag_codes.h; kTextTag for a text node
  std::uint32_t parent = 0;      // itself for the root
  std::uint32_t end = 0;         // after the last node of its subtree
  std::uint32_t first_text = 0;  // text nodes before this one; a text node: its own number
  std::uint32_t first_attribute = 0;
  std::uint16_t attributes = 0;
  std::uint32_t look =
      0;  // hash of the attribute vector A of Chen et al. 2006, 3.1; 0 where all of it is 0
};

// White space of preformatted text that its span has lost: what the blank at byte `at` of the span
// was, or what stood in front of its first byte.
struct PageSpace {
  std::uint32_t text = 0;  // number of the text node
  std::uint32_t at = 0;
  std::string white;
};

// A page's tree in document order; node 0 is the body. Text node i is span i and block i of the
// page.
struct PageTree {
  std::vector<PageNode> nodes;
  std::vector<PageAttribute> attributes;
  std::string bytes;
  std::vector<PageSpace> spaces;  // by text node and place; no detector reads them

  std::string_view Value(const PageAttribute& attribute) const {
    return std::string_view(bytes).substr(attribute.begin, attribute.end - attribute.begin);
  }
  // Empty where the node has none.
  std::string_view Find(const PageNode& node, AttributeName name) const {
    for (std::uint32_t i = 0; i < node.attributes; ++i) {
      const PageAttribute& attribute = attributes[node.first_attribute + i];
      if (attribute.name == name) return Value(attribute);
    }
    return {};
  }
};

// A line of the html, without its line end.
struct SourceLine {
  std::uint64_t hash = 0;  // FastHash64 of its bytes, in UTF-8
  BlockNo block;           // of its text; kNoBlock where it has none
};
inline constexpr BlockNo kNoBlock{0xffffffff};

// Who a page is in a build: the fold works it out once (Catalog), everybody else is given it.
struct Arrival {
  DocId doc;
  SiteId site;
  // The first page of the site with the same words in the same order. Pages without words are no
  // duplicates.
  std::optional<DocId> duplicate_of = {};
  bool duplicate() const { return duplicate_of.has_value(); }
};

// A page after digest. Everything that later stages need; of its tree what the detector asked for.
// Another record than a page has a URL, a site and a date, and nothing else.
struct Page {
  std::uint64_t sequence = 0;
  RecordKind kind = RecordKind::kPage;
  bool stored = false;  // it came out of the store and not out of the crawl
  bool broken = false;  // RawPage::broken
  std::uint32_t status = 200;
  std::string url, docno, path, date, title, description, language;
  std::string target;     // where a redirect leads to: canonical
  std::string canonical;  // another page of the site that <link rel=canonical> names, or empty
  std::string stemmer;    // that of its language, with the stemmer "auto"; else empty
  std::string site;       // host of the URL, lower case
  Origin origin;

  std::string text;         // text of all spans, one after the other
  std::vector<Span> spans;  // in document order
  std::vector<Block> blocks;

  std::vector<std::string_view> terms;     // distinct words; the bytes stand in term_bytes
  std::vector<std::uint64_t> term_hashes;  // FastHash64 of each
  std::string term_bytes;
  std::vector<BlockPosting> postings;  // ordered by (term, block)
  std::vector<std::uint32_t> offsets;  // 1-based, ascending, in the block
  // Set: postings name fields in place of blocks, and offsets count in the field. Blocks have no
  // `distinct`. A page of a store with `kept_words` is never so.
  bool words_by_field = false;
  // Where the words of the block of cut words stand in the body, one after the other.
  std::vector<std::uint32_t> cut_words;

  std::vector<Link> links;

  PageTree tree;                  // Segmentation::kTextNodes only
  std::vector<SourceLine> lines;  // kSourceLines and kSourceTags only

  Hash128 token_hash;  // of the body's token sequence: equal means duplicate
  std::uint32_t body_tokens = 0;
  Hash128 heading_hash;             // of the token sequence of the first h1; zero without one
  std::uint32_t heading_first = 0;  // body positions [first, last) of the first h1
  std::uint32_t heading_last = 0;
  bool degraded = false;  // over a budget, read as plain text
  std::string harvest;    // HarvestWriter
  // Of a page of a store: rows that the run has as the store has them (run_format.h). Empty: they
  // are made of the page.
  std::string text_row, links_row;
  // Set: all postings that the store has of the page are taken over from there. `terms` and
  // `postings` have at least the words that are struck there, and blocks have no `distinct`.
  std::optional<StoredPlace> kept_words;
  Counters counters;  // what this page adds to the report
};

std::size_t BytesOf(const Page& page);  // memory, about
std::size_t BytesOf(const RawPage& page);

}  // namespace thresh
