// What the writer and the reader of a store must agree on: column families, keys and records. The
// records of `text` and `templates` have headers of their own; `terms`, `postings` and `positions`
// are in common/postings. Everything that opens or builds a store includes it. docs/FORMAT.md draws
// every byte, and encoder and decoder of a record are one description in schema.cc.
//
// Decoders take foreign bytes. They return false on anything malformed and never read past the end.
// Records are values: any thread may use one.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/hash.h"
#include "common/base/ids.h"
#include "common/store/template_record.h"
#include "common/store/text_record.h"

namespace thresh {

// Does this program read a store of that version (decimal)?
bool ReadsFormat(std::string_view version);

// ---- column families

enum class Family : std::size_t {
  kTerms,
  kPostings,
  kPositions,
  kDocs,
  kLengths,
  kUrls,
  kText,
  kTemplates,
  kLinks,
  kHarvest,
  kMeta,
  kCount
};
inline constexpr std::size_t kFamilyCount = static_cast<std::size_t>(Family::kCount);
inline constexpr std::array<std::string_view, kFamilyCount> kFamilyNames = {
    "terms", "postings",  "positions", "docs",    "lengths", "urls",
    "text",  "templates", "links",     "harvest", "meta"};

// ---- fields

// A word of a page stands in one of these. Each (term, field) has a posting list of its own. Those
// before kAnchor are the page's own; anchors are what other pages say about it, where a build
// collects that: they can be searched, but are no part of the page's length, words and statistics.
//
// With `--removal field` what `drop` leaves out of the body and of the anchors stands in two fields
// of its own, in the positions that it has there. Nobody reads these fields unless a search weighs
// them (FieldWeights), and the numbers of a term, a page and a segment count without them.
enum class Field : std::uint8_t {
  kBody = 0,
  kTitle = 1,
  kUrl = 2,
  kDescription = 3,
  kAnchor = 4,
  kTemplate = 5,        // struck words of the body
  kTemplateAnchor = 6,  // what links in templates say
  kCount = 7
};
inline constexpr std::size_t kFieldCount = static_cast<std::size_t>(Field::kCount);
inline constexpr std::size_t kOwnFieldCount = static_cast<std::size_t>(Field::kAnchor);
inline constexpr bool IsTemplateField(Field field) { return field >= Field::kTemplate; }
// The field that has the template's part of this one; the field itself if none has.
inline constexpr Field TemplateTwin(Field field) {
  if (field == Field::kBody) return Field::kTemplate;
  return field == Field::kAnchor ? Field::kTemplateAnchor : field;
}

// ---- keys: big-endian, so that ranges are contiguous

std::string DocKey(DocId doc);  // docs, text, links, harvest
std::string ChunkKey(std::string_view term, Field field,
                     std::uint32_t chunk);  // postings, positions
std::string UrlKey(std::string_view url);   // urls: HashBytes of the URL
std::string TemplateKey(TemplateId id);     // templates, heaviest first
std::string SharedKey(std::uint32_t row);   // text, behind all pages

inline constexpr std::string_view kLengthsKey = "lengths";
inline constexpr std::string_view kMetaStatistics = "statistics";
inline constexpr std::string_view kMetaSites = "sites";
inline constexpr std::string_view kMetaAnalyzer = "analyzer";  // fingerprint, one line
inline constexpr std::string_view kMetaDetector = "detector";  // name and parameters, one line
inline constexpr std::string_view kMetaFormat = "format";      // kFormatVersion, decimal
// The key of the row with the spellings of a word, and how all such keys begin.
inline constexpr std::string_view kMetaSpelling = "spelling ";
std::string SpellingKey(std::string_view without_accents);

// ---- records: text_record.h, template_record.h, and these

// docs
struct DocRecord {
  std::string docno, path, url, title, description, date;
  std::string language;  // of <html lang>, as written; empty if it names none
  SiteId site;
  std::uint32_t body_tokens_seen = 0;  // before removal
  std::uint32_t body_tokens_indexed = 0;
  std::uint32_t blocks = 0;           // body blocks with words
  std::uint32_t template_blocks = 0;  // of these, struck
  Hash128 token_hash;
  Hash128 kept_hash;          // of the words that are no template: another one means other content
  std::uint64_t payload = 0;  // a hash of the page's bytes in the crawl
  bool degraded = false;
  bool duplicate = false;
  // Of a duplicate: the first page of the site with the same token sequence, or the page whose copy
  // it is by its link (indexer/merge/canonical_copies.h).
  DocId duplicate_of;
  std::string canonical;  // another page of the site that <link rel=canonical> names, or empty
  std::string stemmer;    // of its words, with the stemmer "auto"; else empty
  std::string Encode() const;
  [[nodiscard]] bool Decode(std::string_view bytes);
};

// links: out-links of a page in document order. Whether one stands in a template, the verdict of
// its block tells.
struct LinksRecord {
  struct StoredLink {
    std::string target;  // front-coded against the page's URL on disk
    BlockNo block;
    std::uint32_t first_span = 0, spans = 0;  // anchor text: a range of the page's spans
  };
  std::vector<StoredLink> links;
  std::string Encode(std::string_view page_url) const;
  [[nodiscard]] bool Decode(std::string_view bytes, std::string_view page_url);
};

// lengths: six columns of fixed-width numbers, loaded at open; nine with `--removal field`
struct LengthsRecord {
  // Priors are stored as whole numbers: 0 is kPriorZero below 0, and kPriorUnit is 1.
  static constexpr double kPriorUnit = 4096, kPriorZero = 3;
  std::array<std::vector<std::uint32_t>, kOwnFieldCount> words;  // per field and doc, after removal
  std::vector<std::uint32_t> distinct;  // distinct indexed terms of the doc, its own fields
  std::vector<std::uint32_t> priors;    // of the doc by the links of its site (common/graph)
  std::vector<std::uint32_t> totals;    // per doc over all fields; of DecodeTotals
  // What the fields of templates would add. Empty unless the build kept them.
  struct Templates {
    std::vector<std::uint32_t> words;     // struck, per doc
    std::vector<std::uint32_t> distinct;  // terms of the doc that stand in struck words alone
    std::vector<std::uint32_t> priors;    // by all links of the site
  };
  Templates templates;
  std::uint32_t Total(DocId doc) const {
    if (!totals.empty()) return totals[doc.value];
    std::uint32_t n = 0;
    for (const auto& column : words) n += column[doc.value];
    return n;
  }
  // A page of which words of templates count a share, from 0, as if they were not there, to 1, as
  // if they were its own. What is counted lies as far between the two numbers of whole pages.
  struct Weighed {
    double length = 0, distinct = 0, prior = 0;
  };
  std::vector<Weighed> weighed;  // per doc; of Weigh
  LengthsRecord Weigh(double template_share) const;

  // As scorers take them. A page without any word can still match by the anchor texts of other
  // pages. It counts as one word long, as the formulas divide by the length.
  double Length(DocId doc) const {
    return weighed.empty() ? std::max(Total(doc), 1U) : std::max(weighed[doc.value].length, 1.0);
  }
  double Distinct(DocId doc) const {
    return weighed.empty() ? std::max(distinct[doc.value], 1U)
                           : std::max(weighed[doc.value].distinct, 1.0);
  }
  double Prior(DocId doc) const {
    const double stored = weighed.empty() ? priors[doc.value] : weighed[doc.value].prior;
    return stored / kPriorUnit - kPriorZero;
  }
  static std::uint32_t StoredPrior(double prior) {
    return static_cast<std::uint32_t>(std::lround((prior + kPriorZero) * kPriorUnit));
  }
  std::size_t docs() const { return distinct.size(); }
  std::string Encode() const;
  [[nodiscard]] bool Decode(std::string_view bytes);
  // Only `totals`, `distinct` and `priors`, half of the memory: what a query needs.
  [[nodiscard]] bool DecodeTotals(std::string_view bytes);
};

// meta: totals of a segment or of a site. Encoded bytes are those of values, before block
// compression.
struct Statistics {
  std::uint64_t docs = 0, empty = 0, duplicates = 0, degraded = 0;
  std::uint64_t blocks_seen = 0, blocks_template = 0, blocks_kept_one = 0, blocks_protected = 0;
  std::uint64_t tokens_seen = 0, tokens_indexed = 0;  // body
  std::uint64_t tokens_fields = 0;                    // title, URL, description
  std::uint64_t postings_seen = 0, postings = 0;  // (term, doc) pairs over the pages' own fields
  std::uint64_t terms = 0;                        // 0 in a site's row
  std::uint64_t postings_bytes = 0, positions_bytes = 0;  // encoded; 0 in a site's row
  std::uint64_t templates = 0;
  void Add(const Statistics& other);
  std::string Encode() const;
  [[nodiscard]] bool Decode(std::string_view bytes);
};

struct SiteRecord {
  std::string host;
  Statistics statistics;
  Hash128 digest = {};  // of all that the segment holds of the site (indexer/segment/site_digest.h)
  // With the stemmer "auto", how many of its pages have each stemmer, by name; else empty.
  std::map<std::string, std::uint64_t> stemmers = {};
};
// The stemmers of all of them, in the order of their names.
std::vector<std::string> StemmersOf(const std::vector<SiteRecord>& sites);

// Words as the name of a page (page_names.h). Case, accents, and all that is no word make no
// difference.
struct PageName {
  std::uint64_t hash = 0;
  std::uint32_t words = 0;
  friend bool operator==(const PageName&, const PageName&) = default;
};

// meta: the terms that are one word without their accents, ascending.
std::string EncodeSpellings(const std::vector<std::string>& terms);
[[nodiscard]] bool DecodeSpellings(std::string_view bytes, std::vector<std::string>* terms);

std::string EncodeSites(const std::vector<SiteRecord>& sites);
[[nodiscard]] bool DecodeSites(std::string_view bytes, std::vector<SiteRecord>* sites);

}  // namespace thresh
