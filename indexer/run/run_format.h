// The rows of a run file, with encoder and decoder side by side. A run file is one RocksDB table
// file; its keys are a kind byte and the rest, ascending:
//
//   'd' place  page record (RunDocRecord)       'h' place  harvest   'l' place  links
//   's' host 0 URL  what other records say      't' term   postings of the run
//   'x' place  spans        'y' site part  what the detector logged 'z'       strikes
//
// Pages stand by host and URL; a place counts them from 0 in each run. In postings the place stands
// for the page, in strikes and logs its number of arrival, which its record has.
//
// RunWriter writes them, RunFile and the merge read them. Run files are private to a build in
// progress and vanish when it is published; docs/FORMAT.md draws them all the same. Pure functions
// and values. Decoders take foreign bytes, return false on anything malformed and never read past
// the end.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/bytes.h"
#include "common/base/ids.h"
#include "common/store/schema.h"
#include "indexer/records.h"
#include "indexer/strikes.h"

namespace thresh {

// Of these rows. A build does not go on from runs of another version.
inline constexpr std::uint32_t kRunFormatVersion = 8;

inline constexpr char kRunDocs = 'd', kRunHarvest = 'h', kRunLinks = 'l', kRunEvents = 's',
                      kRunTerms = 't', kRunTexts = 'x', kRunLogs = 'y', kRunStrikes = 'z';

std::string RunDocKey(char kind, DocId doc);
std::string RunTermKey(std::string_view term);
std::string RunLogKey(SiteId site);  // what the keys of its parts begin with
std::string RunLogKey(SiteId site, std::uint32_t part);
std::string RunEventKey(std::string_view host, std::string_view url);

// What the records of a run that are no pages say of a URL, in the order of the crawl.
struct RunEventRow {
  struct Event {
    RecordKind kind = RecordKind::kSeen;
    std::uint32_t status = 0;
    bool stored = false;
    std::uint32_t pages_before = 0;
    std::string date, target;
  };
  std::vector<Event> events;
  std::string Encode() const;
  [[nodiscard]] bool Decode(std::string_view bytes);
};

// Sixteen bytes.
void PutHash(std::string* out, const Hash128& hash);
Hash128 ReadHash(ByteReader* in);

// What the merge must know of a page besides its text: the stored record, its blocks and its first
// heading.
struct RunDocRecord {
  struct BlockShape {
    Field field = Field::kBody;
    std::uint32_t tokens = 0;
    Hash128 text_hash;  // of blocks with words
  };
  // Words that stand together and are of one block. The stretches of a page, in document order,
  // cover its body.
  struct Stretch {
    BlockNo block;
    std::uint32_t tokens = 0;
  };
  DocId id;                                    // of arrival; what RunSet gives is renumbered
  bool stored = false;                         // Page::stored
  std::optional<StoredPlace> kept_words = {};  // Page::kept_words
  DocRecord doc;                               // without the numbers that only the merge knows
  std::string host;
  std::vector<BlockShape> blocks;
  std::vector<Stretch> layout;
  Hash128 heading_hash;
  std::uint32_t heading_first = 0, heading_last = 0;
  bool broken = false;  // Page::broken
  std::string Encode() const;
  std::string EncodeShape() const;  // its end, behind `doc`: the page by itself
  [[nodiscard]] bool Decode(std::string_view bytes);
  // Reads id, `stored` and `kept_words` alone.
  [[nodiscard]] bool DecodeHead(ByteReader* in);
  // Reads these and `doc`: all in front of the shape.
  [[nodiscard]] bool DecodeDoc(ByteReader* in);
};

RunDocRecord MakeRunDocRecord(const Page& page, DocId doc, SiteId site,
                              std::optional<DocId> duplicate_of);
std::string EncodeRunText(const Page& page);   // a TextRecord without verdicts
std::string EncodeRunLinks(const Page& page);  // a LinksRecord

// What a run keeps of a page and can be made before its number is known: where there are many
// threads.
struct RunRows {
  std::string shape, text, links;
};
RunRows EncodeRunRows(const Page& page);
// The same; the page loses the rows that it has.
RunRows TakeRunRows(Page* page);
// The bytes of MakeRunDocRecord(...).Encode(), from a shape made before.
std::string EncodeRunDoc(const Page& page, std::string_view shape, DocId doc, SiteId site,
                         std::optional<DocId> duplicate_of);

// Postings of one term in a run: (place, field, positions) in ascending order; positions ascend in
// a field. Blocks are not named: strikes on them may come after the run is written, and the merge
// knows by then which words of a page they hold.
class RunPostingsWriter {
 public:
  void Clear();
  void Add(DocId doc, Field field, std::span<const std::uint32_t> positions);
  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
  std::uint32_t last_doc_ = 0;
};

class RunPostingsReader {
 public:
  explicit RunPostingsReader(std::string_view bytes) : in_(bytes) {}
  // Steps to the first posting, then to each next one. Returns false after the last one and at a
  // malformed byte; ok() tells them apart. If called again it returns false again.
  bool Next();
  bool ok() const { return ok_; }
  // The current posting. Not valid before the first Next, or after one that returned false.
  DocId doc() const { return DocId(doc_); }
  Field field() const { return static_cast<Field>(field_); }
  const std::vector<std::uint32_t>& positions() const { return positions_; }

 private:
  bool Fail();
  bool ReadPositions(std::uint64_t count);

  ByteReader in_;
  bool ok_ = true, started_ = false;
  std::uint32_t doc_ = 0, field_ = 0;
  std::vector<std::uint32_t> positions_;
};

std::string EncodeStrikes(const Strikes& strikes);
[[nodiscard]] bool DecodeStrikes(std::string_view bytes, Strikes* strikes);

}  // namespace thresh
