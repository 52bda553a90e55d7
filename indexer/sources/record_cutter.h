// RecordCutter: cuts a WARC or ARC stream into records, whatever the lengths in it say.
//
// A record is a header that the format can recognise (StartsRecord) and a payload of the announced
// length. The announced length holds when the payload is followed by a record, by the end, or by
// the end of a compressed member. Where it does not hold, or none is announced, the payload ends
// where the next record starts:
//   too short -> the bytes up to there belong to it;      too long -> what was taken is searched
//   for a start; a member starts with a record -> the one before it has ended;   damage in the
//   stream -> cut short there.
// Of a payload at most `keep_bytes` are held; a start behind them in a record of wrong length is
// not found.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "indexer/sources/bytes/input.h"
#include "indexer/sources/source.h"

namespace thresh {

// Whether a record of the format starts here. `bytes` are at least kStartBytes, less only before an
// edge.
using StartsRecord = bool (*)(std::string_view bytes);
inline constexpr std::size_t kStartBytes = 16u << 10;

struct RecordPayload {
  std::string_view bytes;  // valid until the next call
  bool truncated = false;  // the stream ended or broke inside the record; counted already
};

class RecordCutter {
 public:
  RecordCutter(std::unique_ptr<Input> input, StartsRecord starts_record, std::size_t keep_bytes,
               Journal* journal);

  // Goes to the start of the next record; false at the end. Counts what it has to jump over.
  Result<bool> FindRecord();
  // The header of the record: up to and with its first empty line, or its first line. `cut_short`
  // where the stream ends or breaks inside it (then it is gone; counted as truncated) or it is
  // longer than any header.
  enum class Header { kBlock, kLine };
  Result<std::string> TakeHeader(Header form, bool* cut_short);
  Result<RecordPayload> TakePayload(std::optional<std::uint64_t> length);

  std::uint64_t record_offset() const { return record_offset_; }

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
