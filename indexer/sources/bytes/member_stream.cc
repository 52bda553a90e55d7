#include "indexer/sources/bytes/member_stream.h"

#include <algorithm>

namespace thresh {
namespace {

// How far a broken member may have been decoded into its successors before the damage showed.
constexpr std::size_t kLookBack = 64u << 10;
constexpr std::uint32_t kMaxLookBacks = 1000;  // keeps hostile files linear
constexpr std::size_t kMagicBytes = 4;
constexpr std::size_t kMaxDictionaryBytes = 16u << 20;
constexpr int kMaxWindowLog = 27;
constexpr std::string_view kZstdMagic = "\x28\xb5\x2f\xfd";
constexpr std::string_view kDictionaryMagic =
    "\x5d\x2a\x4d\x18";  // zstd compression of WARC files, section 3.2

bool IsGzip(std::string_view bytes) {
  return bytes.size() >= kMagicBytes && bytes.starts_with("\x1f\x8b\x08") &&
         (bytes[3] & '\xe0') == 0;
}

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
  } while (state == Decompressor::State::kMore && made > 0);
  dictionary.resize(size);
  return dictionary;
}

}  // namespace

Packing SniffPacking(std::string_view bytes) {
  if (IsGzip(bytes)) return Packing::kGzip;
  return IsZstd(bytes) ? Packing::kZstd : Packing::kNone;
}

MemberStream::MemberStream(std::unique_ptr<Input> raw, Packing packing,
                           const SourceOptions& options, Journal* journal)
    : raw_(std::move(raw)),
      packing_(packing),
      journal_(journal),
      decoder_(MakeDecoder(packing, {})),
      guard_(options.max_ratio) {}

Result<Chunk> MemberStream::Read(char* to, std::size_t size) {
  while (true) {
    if (!in_member_) {
      THRESH_ASSIGN_OR_RETURN(const bool found, StartMember());
      if (!found) return Chunk{};
    }
    THRESH_RETURN_IF_ERROR(Fill(1));
    std::string_view in = ahead();
    const bool ended = in.empty();
    std::size_t made = 0;
    const Decompressor::State state = decoder_->Step(&in, to, size, &made);
    const std::size_t used = ahead().size() - in.size();
    guard_.Add(used, made);
    Take(used);
    const Chunk chunk{made, edge_};
    if (made > 0) edge_ = Edge::kNone;
    if (state == Decompressor::State::kEnd) {
      in_member_ = false;
    } else if (state == Decompressor::State::kBroken) {
      ++(*journal_)[Counter::kResynchronised];
      Abandon("is damaged");
    } else if (guard_.Exceeded()) {
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

Status MemberStream::Fill(std::size_t n) { return raw_->FillAcross(taken_ + n); }

void MemberStream::Abandon(const std::string& why) {
  journal_->Note("compressed member at byte " + std::to_string(member_at_) + " " + why);
  in_member_ = false;
  lost_ = true;
  edge_ = Edge::kBreak;
  if (++abandoned_ > kMaxLookBacks) return;
  const std::uint64_t kept_from = raw_->offset();
  taken_ = member_at_ < kept_from ? 0 : static_cast<std::size_t>(member_at_ + 1 - kept_from);
}

Result<bool> MemberStream::StartMember() {
  if (first_ && packing_ == Packing::kZstd) THRESH_RETURN_IF_ERROR(ReadDictionary());
  if (!first_ && packing_ == Packing::kDeflate) return false;  // a zip entry is one member
  if (!first_) {
    if (!lost_) THRESH_RETURN_IF_ERROR(SkipPadding());
    THRESH_ASSIGN_OR_RETURN(const bool found, FindMember());
    if (!found) return false;
    edge_ = std::max(edge_, Edge::kMember);
    decoder_->Restart();
  }
  first_ = lost_ = false;
  in_member_ = true;
  member_at_ = raw_->offset() + taken_;
  guard_.Restart();
  return true;
}

// gzip files may be padded with zeros.
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
    const std::size_t next = ahead().find(packing_ == Packing::kGzip ? '\x1f' : kZstdMagic[0], 1);
    Take(std::min(next, ahead().size() - kMagicBytes + 1));
  }
}

Status MemberStream::ReadDictionary() {
  THRESH_RETURN_IF_ERROR(Fill(8));
  const std::string_view head = ahead();
  if (head.size() < 8 || !head.starts_with(kDictionaryMagic)) return {};
  std::size_t size = 0;
  for (std::size_t i = 8; i-- > 4;) size = size << 8 | static_cast<unsigned char>(head[i]);
  if (size > kMaxDictionaryBytes)
    return {};  // read as any skippable frame; its frames will be found broken
  THRESH_RETURN_IF_ERROR(Fill(8 + size));
  if (ahead().size() < 8 + size) return {};
  decoder_ = MakeDecoder(packing_, UnpackDictionary(ahead().substr(8, size)));
  Take(8 + size);
  return {};
}

}  // namespace thresh
