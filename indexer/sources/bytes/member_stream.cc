#include "indexer/sources/bytes/member_stream.h"

#include <algorithm>
#include <array>

namespace thresh {
namespace {

// A flipped byte in a member shows late: the decoder may have run into the next members before it
// notices. So the search for the next start begins right behind the start of the broken member, and
// the input stays in memory so far back.
constexpr std::size_t kLookBack = 64u << 10;
// Each search may read kLookBack twice. A file of false starts only would cost the square of
// its size, so after this many searches none goes back.
constexpr std::uint32_t kMaxLookBacks = 1000;
constexpr std::size_t kMagicBytes = 4;
// A dictionary is held in memory as a whole, so its size is bounded.
constexpr std::size_t kMaxDictionaryBytes = 16u << 20;
constexpr int kMaxWindowLog = 27;  // 128 MB, the default limit of the zstd command line
constexpr std::string_view kZstdMagic = "\x28\xb5\x2f\xfd";  // RFC 8878, 3.1.1
// "Use of Zstandard with WARC", section 3.2: a skippable frame with the dictionary comes first.
constexpr std::string_view kDictionaryMagic = "\x5d\x2a\x4d\x18";

// Compressions that people use for crawls and that this program does not read.
struct ForeignPacking {
  std::string_view magic;
  std::string_view name;
};
constexpr std::array<ForeignPacking, 5> kForeign = {{{"\x04\x22\x4d\x18", "lz4"},
                                                     {"\x02\x21\x4c\x18", "lz4"},
                                                     {"\xfd"
                                                      "7zXZ",
                                                      "xz"},
                                                     {"BZh", "bzip2"},
                                                     {"PK\3\4", "zip"}}};

// RFC 1952, 2.3: ID1, ID2, method deflate, and no reserved flag.
bool IsGzip(std::string_view bytes) {
  return bytes.size() >= kMagicBytes && bytes.starts_with("\x1f\x8b\x08") &&
         (bytes[3] & '\xe0') == 0;
}

// A zstd frame or a skippable one, 184D2A50 to 184D2A5F (RFC 8878, 3.1.2).
bool IsZstd(std::string_view bytes) {
  const bool skippable = bytes.size() >= kMagicBytes &&
                         bytes.substr(1, 3) == kDictionaryMagic.substr(1) &&
                         (bytes[0] & '\xf0') == '\x50';
  return skippable || bytes.starts_with(kZstdMagic);
}

bool IsMember(Packing packing, std::string_view bytes) { return SniffPacking(bytes) == packing; }

std::unique_ptr<Decompressor> MakeDecoder(Packing packing, std::string_view dictionary) {
  if (packing == Packing::kZstd) return MakeZstdDecoder(kMaxWindowLog, dictionary);
  return MakeInflater(packing == Packing::kGzip ? InflateFormat::kGzip : InflateFormat::kRaw);
}

// A dictionary may itself be one zstd frame.
std::string UnpackDictionary(std::string_view stored) {
  if (!stored.starts_with(kZstdMagic)) return std::string(stored);
  const auto decoder = MakeZstdDecoder(kMaxWindowLog, {});
  std::string dictionary(kMaxDictionaryBytes, '\0');
  std::size_t size = 0;
  std::size_t made = 0;
  auto state = Decompressor::State::kMore;
  do {
    state = decoder->Step(&stored, dictionary.data() + size, dictionary.size() - size, &made);
    size += made;
    // Each step gets all of the input, so a step that makes nothing lacks input or room.
  } while (state == Decompressor::State::kMore && made > 0);
  dictionary.resize(size);
  return dictionary;
}

}  // namespace

Packing SniffPacking(std::string_view bytes) {
  if (IsGzip(bytes)) return Packing::kGzip;
  return IsZstd(bytes) ? Packing::kZstd : Packing::kNone;
}

std::string ShownName(const std::string& name) { return name == "-" ? "standard input" : name; }

Result<std::unique_ptr<Input>> Unpack(std::unique_ptr<Input> input, const std::string& name,
                                      std::uint32_t max_nesting, std::uint32_t max_ratio,
                                      Journal* journal) {
  for (std::uint32_t layers = 0;; ++layers) {
    THRESH_RETURN_IF_ERROR(input->Fill(8));
    const std::string_view bytes = input->view();
    // Each layer is checked, since a gzip file may hold a bzip2 file.
    for (const ForeignPacking& foreign : kForeign) {
      if (!bytes.starts_with(foreign.magic)) continue;
      return Status(Code::kUnusable,
                    ShownName(name) + " is compressed with " + std::string(foreign.name) +
                        ", which is not read here: unpack it or recompress it with gzip or zstd");
    }
    const Packing packing = SniffPacking(bytes);
    if (packing == Packing::kNone) return input;
    // Each layer has a ratio limit of its own, and nested layers multiply these limits.
    if (layers == max_nesting) {
      return Status(Code::kUnusable, ShownName(name) + " is compressed more than " +
                                         std::to_string(layers) + " times");
    }
    input = std::make_unique<Input>(
        std::make_unique<MemberStream>(std::move(input), packing, max_ratio, journal));
  }
}

MemberStream::MemberStream(std::unique_ptr<Input> raw, Packing packing, std::uint32_t max_ratio,
                           Journal* journal, MemberTrail* trail)
    : raw_(std::move(raw)),
      packing_(packing),
      journal_(journal),
      trail_(trail),
      decoder_(MakeDecoder(packing, {})),
      guard_(max_ratio) {}

Result<Chunk> MemberStream::Read(char* to, std::size_t size) {
  while (true) {
    if (!in_member_) {
      THRESH_ASSIGN_OR_RETURN(const bool found, StartMember());
      if (!found) return Chunk{};
    }
    THRESH_RETURN_IF_ERROR(Fill(1));
    std::string_view in = ahead();
    const bool ended = in.empty();
    // A step without input is still made, because the decoder may hold output back.
    std::size_t made = 0;
    const Decompressor::State state = decoder_->Step(&in, to, size, &made);
    const std::size_t used = ahead().size() - in.size();
    guard_.Add(used, made);
    Take(used);
    const Chunk chunk{made, edge_};
    // The edge lies before the first decoded byte, so it waits until a step makes that byte.
    if (made > 0) edge_ = Edge::kNone;
    unpacked_ += made;
    if (trail_ != nullptr) trail_->Append({to, made});
    if (state == Decompressor::State::kEnd) {
      in_member_ = false;
    } else if (state == Decompressor::State::kBroken) {
      ++(*journal_)[Counter::kResynchronised];
      Abandon("is damaged");
    } else if (guard_.Exceeded()) {
      // Every skipped record is also counted as read (page_reader.h), and so is a bomb.
      ++(*journal_)[Counter::kRecordsRead];
      ++(*journal_)[Counter::kSkippedBomb];
      Abandon("is over the decompression ratio");
    } else if (ended && made == 0) {
      Abandon("is cut off by the end of the file");
    }
    if (made > 0) return chunk;
  }
}

// Decoded input stays in raw_'s view until it is kLookBack behind.
void MemberStream::Take(std::size_t n) {
  taken_ += n;
  if (taken_ <= 2 * kLookBack) return;
  raw_->Skip(taken_ - kLookBack);
  taken_ = kLookBack;
}

// The edges of raw_ belong to an outer layer of compression and mean nothing here.
Status MemberStream::Fill(std::size_t n) { return raw_->FillAcross(taken_ + n); }

// Leaves the member. The search for the next one starts one byte behind the start of this one, or
// as far back as the input is still in memory.
void MemberStream::Abandon(const std::string& why) {
  journal_->Lose("compressed member at byte " + std::to_string(member_at_) + " " + why);
  in_member_ = false;
  lost_ = true;
  edge_ = Edge::kBreak;
  if (++abandoned_ > kMaxLookBacks) return;
  const std::uint64_t kept_from = raw_->offset();
  const auto start =
      member_at_ < kept_from ? 0 : static_cast<std::size_t>(member_at_ + 1 - kept_from);
  // Behind a dictionary that ends the file, a member would start where no byte is.
  taken_ = std::min(start, raw_->view().size());
}

Result<bool> MemberStream::StartMember() {
  if (first_ && packing_ == Packing::kZstd) THRESH_RETURN_IF_ERROR(ReadDictionary());
  if (!first_ && packing_ == Packing::kDeflate) return false;  // a zip entry is one member
  if (!first_) {
    // Behind damage zeros are no padding. FindMember passes over them as over any other byte.
    if (!lost_) THRESH_RETURN_IF_ERROR(SkipPadding());
    THRESH_ASSIGN_OR_RETURN(const bool found, FindMember());
    if (!found) return false;
    // A break that Abandon has left outweighs the border between two members.
    edge_ = std::max(edge_, Edge::kMember);
    decoder_->Restart();
  }
  first_ = lost_ = false;
  in_member_ = true;
  member_at_ = raw_->offset() + taken_;
  if (trail_ != nullptr) trail_->members.push_back({member_at_, unpacked_});
  // The guard counts each member for itself, so that no bomb hides behind well-behaved members.
  guard_.Restart();
  return true;
}

// Tapes and file systems pad gzip files with zeros. They are no damage.
Status MemberStream::SkipPadding() {
  while (true) {
    THRESH_RETURN_IF_ERROR(Fill(1));
    const std::string_view bytes = ahead();
    const std::size_t zeros = std::min(bytes.find_first_not_of('\0'), bytes.size());
    Take(zeros);
    if (zeros == 0 || zeros < bytes.size()) return {};
  }
}

Result<bool> MemberStream::FindMember() {
  while (true) {
    THRESH_RETURN_IF_ERROR(Fill(kMagicBytes));
    if (ahead().size() < kMagicBytes) return false;
    if (IsMember(packing_, ahead())) return true;
    if (!lost_) {
      member_at_ = raw_->offset() + taken_;
      ++(*journal_)[Counter::kResynchronised];
      Abandon("does not look like one");
      continue;
    }
    // Fewer bytes than a magic number has stay in the window, because one may begin in them.
    const std::size_t next = ahead().find(packing_ == Packing::kGzip ? '\x1f' : kZstdMagic[0], 1);
    Take(std::min(next, ahead().size() - kMagicBytes + 1));
  }
}

Status MemberStream::ReadDictionary() {
  THRESH_RETURN_IF_ERROR(Fill(8));
  const std::string_view head = ahead();
  if (head.size() < 8 || !head.starts_with(kDictionaryMagic)) return {};
  std::size_t size = 0;
  // RFC 8878, 3.1.2: the size of a skippable frame is little-endian.
  for (std::size_t i = 8; i-- > 4;) size = size << 8 | static_cast<unsigned char>(head[i]);
  if (size > kMaxDictionaryBytes)
    return {};  // read as any skippable frame: the frames that need it count as broken
  THRESH_RETURN_IF_ERROR(Fill(8 + size));
  if (ahead().size() < 8 + size) return {};
  decoder_ = MakeDecoder(packing_, UnpackDictionary(ahead().substr(8, size)));
  Take(8 + size);
  return {};
}

}  // namespace thresh
