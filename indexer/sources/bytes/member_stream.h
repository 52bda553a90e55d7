// MemberStream: the decompressed bytes of a .gz or .zst file, or of a deflated zip entry, member by
// member. Unpack puts one on top of every packed input. It lives as long as the Input above it. Not
// thread-safe.
//
// A damaged member is counted (kResynchronised). The bytes before its damage are delivered, and
// reading goes on at the next place that looks like the start of a member, with Edge::kBreak in
// between. A member over the decompression ratio is treated in the same way and counted
// kSkippedBomb.
#pragma once

#include <memory>
#include <string>

#include "indexer/sources/bytes/decompressor.h"
#include "indexer/sources/bytes/input.h"
#include "indexer/sources/bytes/journal.h"
#include "indexer/sources/bytes/member_trail.h"

namespace thresh {

enum class Packing { kNone, kGzip, kZstd, kDeflate };

// kGzip or kZstd by the first bytes (at least 4 of them), else kNone.
Packing SniffPacking(std::string_view bytes);

// Takes .gz and .zst layers off, at most `max_nesting` of them. An input without one comes back as
// it was. kUnusable for a compression that we do not read, and the message names it. `name` is the
// input in messages, "-" for standard input.
Result<std::unique_ptr<Input>> Unpack(std::unique_ptr<Input> input, const std::string& name,
                                      std::uint32_t max_nesting, std::uint32_t max_ratio,
                                      Journal* journal);

// How people call an input: "-" is standard input.
std::string ShownName(const std::string& name);

class MemberStream : public ByteStream {
 public:
  // `max_ratio`: output bytes per input byte (RatioGuard). `trail` may be null and must outlive the
  // stream.
  MemberStream(std::unique_ptr<Input> raw, Packing packing, std::uint32_t max_ratio,
               Journal* journal, MemberTrail* trail = nullptr);

  Result<Chunk> Read(char* to, std::size_t size) override;

 private:
  std::string_view ahead() const { return raw_->view().substr(taken_); }
  Status Fill(std::size_t n);
  void Take(std::size_t n);
  Result<bool> StartMember();
  Result<bool> FindMember();
  Status SkipPadding();
  Status ReadDictionary();
  void Abandon(const std::string& why);

  std::unique_ptr<Input> raw_;
  Packing packing_;
  Journal* journal_;
  MemberTrail* trail_;
  std::uint64_t unpacked_ = 0;  // bytes that were handed out
  std::unique_ptr<Decompressor> decoder_;
  RatioGuard guard_;
  // Bytes of raw_'s view that were decoded and are kept for a search (kLookBack).
  std::size_t taken_ = 0;
  std::uint64_t member_at_ = 0;
  std::uint32_t abandoned_ = 0;
  Edge edge_ = Edge::kNone;  // what lies before the next decoded byte
  bool first_ = true;
  bool in_member_ = false;
  bool lost_ = false;  // the next member has to be searched for
};

}  // namespace thresh
