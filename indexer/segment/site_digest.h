// SiteDigests: for each site of a segment a digest of all that its rows say: records, texts with
// verdicts, templates, links, harvests, posting lists with positions, lengths and statistics. Pages
// count from the first page of their site, and a template is named by its key. So a site has the
// same digest in every store that holds the same pages of it, whatever else the store holds, and
// the content digest of a store is a hash over its sites. A merge makes the digests while it
// writes, and verify makes them again while it reads.
//
// A row adds its hash to the sum of its site, so rows may come in any order. Rows of different
// kinds may be added by different threads at the same time.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "common/base/hash.h"
#include "common/store/schema.h"

namespace thresh {

class SiteDigests {
 public:
  // In the order of the segment. Only hosts and numbers of pages are looked at.
  explicit SiteDigests(const std::vector<SiteRecord>& sites);

  std::uint32_t docs() const { return first_.back(); }

  // `doc` everywhere: number in the segment, below docs().
  void AddDoc(DocId doc, DocRecord record);
  // `plain`: EncodePlainText of all spans of the page. Of `text` only verdicts and heading are
  // looked at; `templates` has the key of each template that they name.
  void AddText(DocId doc, std::string_view plain, const TextRecord& text,
               const std::vector<Hash128>& templates);
  void AddTemplate(TemplateRecord record);
  void AddLinks(DocId doc, std::string_view row) { Add(kLinks, doc, HashBytes(row)); }
  void AddHarvest(DocId doc, std::string_view row) { Add(kHarvests, doc, HashBytes(row)); }
  // `list`: ListOf the term and field.
  void AddPosting(DocId doc, std::uint64_t list, std::span<const std::uint32_t> positions);
  static std::uint64_t ListOf(std::string_view term, Field field) {
    return ListsOf(term)[static_cast<std::size_t>(field)];
  }
  static std::array<std::uint64_t, kFieldCount> ListsOf(std::string_view term);  // by field

  // When all rows were added.
  Hash128 Finish(SiteId site, const Statistics& statistics, const LengthsRecord& lengths) const;

 private:
  enum Kind : std::size_t { kDocs, kTexts, kTemplates, kLinks, kHarvests, kPostings, kKinds };
  void Add(Kind kind, DocId doc, const Hash128& row);

  std::vector<SiteId> site_of_;                    // by page
  std::vector<std::uint64_t> seed_;                // by page: of its number in its site
  std::vector<std::uint32_t> first_;               // page of each site, and the number of all pages
  std::array<std::vector<Hash128>, kKinds> sums_;  // by site
};

}  // namespace thresh
