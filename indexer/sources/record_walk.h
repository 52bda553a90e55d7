// RecordWalk: where the records of a stream start and of which URL they speak, without making pages
// of them. `route` walks through a crawl to copy its records, so a walk finds the same records as
// the PageReader of the format. OpenRecords makes one for a part of an input; the caller drops it
// at the end of the part. Not thread-safe.
//
// A bad record is data: it has a place and no URL, and is counted. Only a failed read is a Status.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "indexer/sources/bytes/member_stream.h"

namespace thresh {

struct PageLimits;
struct SourceInfo;

struct RecordPlace {
  std::uint64_t offset = 0;  // of its first byte, in the unpacked stream
  std::string url;           // empty: the record names none, or is broken
};

class RecordWalk {
 public:
  virtual ~RecordWalk() = default;
  // Goes to the next record and returns true; offsets ascend. At the end of the stream: returns
  // false, and does so again when called again. After a Status the walk must not be used.
  virtual Result<bool> Next(RecordPlace* place) = 0;
  // How far the walk has read: at the end, the size of the unpacked stream.
  virtual std::uint64_t offset() const = 0;
};

// A stream of records that can be read more than once: a file, or an archive inside a WACZ.
struct InputPart {
  std::string name;        // as given, or FILE/ENTRY
  std::uint64_t size = 0;  // of its bytes in the input; 0: unknown
  std::function<Result<std::unique_ptr<ByteStream>>(Journal*)> open;
};

// The parts of an input, in its order. Standard input ("-") can be opened once. kMissing, kIo or
// kUnusable name the input.
Result<std::vector<InputPart>> PartsOf(const std::string& input);

// How a part is packed, as far as that decides how its records can be copied.
enum class PartForm {
  kPlain,    // not at all
  kMembers,  // gzip, one layer: members can be copied as they are
  kLayers,   // in another way
};

struct PartRecords {
  const SourceInfo* format = nullptr;
  PartForm form = PartForm::kPlain;
  std::unique_ptr<MemberTrail> trail;  // of kMembers: those begun so far
  std::unique_ptr<RecordWalk> walk;
  const ByteStream* packed = nullptr;  // below the walk: bytes_left() tells the progress
};

// kUnusable if the part is in a format that has no records, such as html, or none that is known.
Result<PartRecords> OpenRecords(const InputPart& part, const PageLimits& limits, Journal* journal);
// The unpacked bytes of a part, from the start.
Result<std::unique_ptr<Input>> OpenUnpacked(const InputPart& part, const PageLimits& limits,
                                            Journal* journal);

}  // namespace thresh
