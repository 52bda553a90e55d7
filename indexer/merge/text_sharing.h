// TextSharing: the `text` family of a segment. It turns the row of a page from what its run has
// into what the segment has: with verdicts, and without the struck stretches that earlier pages
// have word for word. A merge has one for all its pages. Not thread-safe.
//
// A shared text stands once, behind the pages, with its template; pages refer to its number. The
// first page with a text keeps its own copy, because most blocks that are struck for their form are
// alone with their text. common/store/text_record.h copies the bytes; this class decides.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/dense_ids.h"
#include "common/base/status.h"
#include "common/store/text_record.h"
#include "indexer/segment/segment_writer.h"

namespace thresh {

class TextSharing {
 public:
  // The pages that come are of another site. Only pages of one site share a text.
  void StartSite();
  // Called once for each page, in doc order. `plain` is an EncodePlainText of blocks below
  // `blocks`; `record` has verdicts and heading, its spans are not looked at. Returns nothing if
  // `plain` is malformed.
  std::optional<std::string> Row(std::string_view plain, std::size_t blocks,
                                 const TextRecord& record);
  // Writes the rows of shared texts. Called once, after the last page.
  Status Write(SegmentWriter* segment) const;

 private:
  struct Shared {
    std::size_t begin = 0;  // in bytes_
    std::uint32_t step = 0;
    std::uint32_t number = 0;
  };
  const Shared* FindShared(const TextStretch& stretch, std::uint32_t position,
                           const TextRecord& record);
  const Shared* Find(std::string_view text, std::uint32_t step);
  std::string_view Text(std::size_t number) const;
  std::string Finish(const TextRecord& record);

  // Of the pages of the site so far.
  DenseIds seen_;                         // hashes of texts
  std::vector<std::uint32_t> number_of_;  // the shared text's, by the number in seen_
  std::vector<Shared> shared_;            // by number
  std::string bytes_;                     // of all shared texts

  // Of the current page, kept for their memory.
  PlainTextReader reader_;
  TextRowWriter writer_;
  std::vector<const StoredVerdict*> template_of_;  // by block; null unless its verdict is kTemplate
  std::vector<bool> copied_, referred_;            // by block: has a stretch that was
  std::string scratch_;
};

}  // namespace thresh
