// MemberStream: the decompressed bytes of a .gz or .zst file (or of a deflated zip entry), member
// by member.
//
// A broken member is counted (kResynchronised), what it gave so far is delivered, and reading goes
// on at the next place that looks like the start of a member, with Edge::kBreak in between. A
// member over the decompression ratio is treated like a broken one and counted kSkippedBomb.
#pragma once

#include <memory>
#include <string>

#include "indexer/sources/bytes/decompressor.h"
#include "indexer/sources/bytes/input.h"
#include "indexer/sources/bytes/ratio_guard.h"
#include "indexer/sources/source.h"

namespace thresh {

enum class Packing { kNone, kGzip, kZstd, kDeflate };

// kGzip or kZstd by the first bytes (at least 4 of them), else kNone.
Packing SniffPacking(std::string_view bytes);

class MemberStream : public ByteStream {
 public:
  MemberStream(std::unique_ptr<Input> raw, Packing packing, const SourceOptions& options,
               Journal* journal);

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
  std::unique_ptr<Decompressor> decoder_;
  RatioGuard guard_;
  std::size_t taken_ =
      0;  // bytes of raw_'s view that were decoded and are kept for a search (kLookBack)
  std::uint64_t member_at_ = 0;
  std::uint32_t abandoned_ = 0;
  Edge edge_ = Edge::kNone;  // what lies before the next decoded byte
  bool first_ = true;
  bool in_member_ = false;
  bool lost_ = false;  // the next member has to be searched for
};

}  // namespace thresh
