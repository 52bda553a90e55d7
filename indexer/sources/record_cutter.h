// RecordCutter: cuts a WARC or ARC stream into records, whatever the lengths in it say. Each
// ArchiveReader owns one. Not thread-safe.
//
// A record is a header that the format can recognise (StartsRecord) and a payload of the announced
// length. The announced length holds if a record, the end, or the end of a compressed member
// follows the payload. If it does not hold, or if none is announced, the payload ends where the
// next record starts:
//   the length is too short       the bytes up to the next record belong to the payload;
//   the length is too long        the bytes that were taken are searched for the next record;
//   a member starts a record      the record before it has ended;
//   the stream is damaged         the record is cut short there.
// At most `keep_bytes` of a payload are held. A record that starts behind them, inside a record of
// wrong length, is not found.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "indexer/sources/bytes/input.h"
#include "indexer/sources/bytes/journal.h"

namespace thresh {

// Whether a record of the format starts here. `bytes` are at least kStartBytes; they are fewer only
// before an edge and at the end.
using StartsRecord = bool (*)(std::string_view bytes);
inline constexpr std::size_t kStartBytes = 16u << 10;

struct RecordPayload {
  std::string_view bytes;  // valid until the next call of the cutter
  bool truncated = false;  // the stream ended or broke inside the record; counted already
};

class RecordCutter {
 public:
  RecordCutter(std::unique_ptr<Input> input, StartsRecord starts_record, std::size_t keep_bytes,
               Journal* journal);

  // The calls go in turn: FindRecord, TakeHeader, TakePayload, and again. TakePayload may be left
  // out. Each returns a Status on an I/O error, and the cutter must not be used after it.

  // Goes to the start of the next record. Returns false at the end of the stream, and does so again
  // when called again. Bytes that belong to no record are jumped over and counted
  // (kResynchronised).
  Result<bool> FindRecord();
  // Takes the header of the record: up to and with its first empty line, or its first line.
  // *cut_short is true if the stream ends or breaks inside the header (the record is gone, and is
  // counted as truncated), or if it is longer than any header is.
  enum class Header { kBlock, kLine };
  Result<std::string> TakeHeader(Header form, bool* cut_short);
  // Takes the payload. `length` is the announced one, if there is one.
  Result<RecordPayload> TakePayload(std::optional<std::uint64_t> length);

  // Places in the stream: of the record that FindRecord found last, and of what is taken next.
  std::uint64_t record_offset() const { return record_offset_; }
  std::uint64_t offset() const { return input_->offset(); }

 private:
  Result<bool> CrossIntoRecord();
  Result<bool> TakeAnnounced(std::uint64_t length);
  Result<bool> LengthHolds();
  std::size_t DamagedSeparator(std::string_view bytes) const;
  Status TakeToNextRecord();
  void PutBackTail();
  bool CutAtInnerRecord();
  void Keep(std::string_view bytes);
  void Trim();
  void NoteCut(const std::string& where);
  void NoteWrongLength(std::uint64_t length);

  std::unique_ptr<Input> input_;
  StartsRecord starts_record_;
  std::size_t keep_bytes_;
  Journal* journal_;
  std::string kept_;        // the front of the payload
  std::uint64_t size_ = 0;  // of the payload so far
  std::uint64_t record_offset_ = 0;
  std::uint32_t inner_searches_ = 0;
};

}  // namespace thresh
