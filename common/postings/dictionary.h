// The dictionary of a store: in how many pages a term stands, and how often, over all segments. A
// row of a segment counts its masked sites as well, so what the mask table says of them is taken
// away. Every number is that of a store that never had the masked sites. Any thread may call these
// functions.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "common/base/status.h"
#include "common/postings/postings.h"
#include "common/store/store.h"

namespace thresh {

// The row of a term in one segment; nothing if the segment has none.
Result<std::optional<TermRecord>> ReadTerm(const Segment& segment, std::string_view term);
Status DamagedTerm(std::string_view term);  // the row of the term cannot be decoded

struct FoundTerm {
  // df and cf, and those of each field that has any. The lists have neither chunks nor postings, so
  // nobody may walk them.
  TermRecord counts;
  // By segment: the term's own row, which counts masked pages as well; nothing if there is none.
  std::vector<std::optional<TermRecord>> rows;
};
// Nothing if no page has the term, in templates either. kUnusable if a row is damaged.
Result<std::optional<FoundTerm>> FindTerm(const Store& store, std::string_view term);

// Calls `visit` for each term that begins with `prefix`, in byte order, with the number of pages
// that have it. A page that has it in templates alone counts `template_share`. Stops after the last
// term or when `visit` returns false; both are no error.
Status VisitTerms(const Store& store, std::string_view prefix,
                  const std::function<bool(std::string_view term, std::uint32_t df)>& visit,
                  double template_share = 0);

// The same with the counts of the term, as FindTerm gives them, for all terms of the store.
Status VisitCounts(const Store& store,
                   const std::function<Status(std::string_view term, const TermRecord&)>& visit);

// Reads the rows of all terms if the store has several segments or a masked site.
Result<std::uint64_t> CountTerms(const Store& store);

}  // namespace thresh
