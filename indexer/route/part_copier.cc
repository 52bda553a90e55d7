#include "indexer/route/part_copier.h"

#include <algorithm>
#include <deque>
#include <limits>
#include <optional>
#include <string>

#include "indexer/route/gzip_writer.h"
#include "indexer/sources/bytes/decompressor.h"

namespace thresh {
namespace {

constexpr std::uint64_t kEnd = std::numeric_limits<std::uint64_t>::max();

// The bytes of a stream, taken one after another.
class Bytes {
 public:
  explicit Bytes(std::unique_ptr<Input> input) : input_(std::move(input)) {}
  std::uint64_t offset() const { return input_->offset(); }
  // The next bytes, none behind `end`. Empty at `end` and at the end of the stream.
  Result<std::string_view> Ahead(std::uint64_t end) {
    do {
      THRESH_RETURN_IF_ERROR(input_->Fill(1));
    } while (input_->view().empty() && input_->CrossEdge());
    return input_->view().substr(0, static_cast<std::size_t>(std::min<std::uint64_t>(
                                        input_->view().size(), end - input_->offset())));
  }
  void Skip(std::size_t size) { input_->Skip(size); }

 private:
  std::unique_ptr<Input> input_;
};

// Copies all bytes up to `end`.
Status CopyTo(Bytes* bytes, std::uint64_t end, std::uint32_t shard, ShardWriter* writer) {
  while (true) {
    THRESH_ASSIGN_OR_RETURN(const std::string_view ahead, bytes->Ahead(end));
    if (ahead.empty()) return {};
    THRESH_RETURN_IF_ERROR(writer->Append(shard, ahead));
    bytes->Skip(ahead.size());
  }
}

// Unpacked bytes, as they come.
class PlainCopier : public PartCopier {
 public:
  PlainCopier(std::unique_ptr<Input> input, std::unique_ptr<Journal> journal, ShardWriter* writer)
      : journal_(std::move(journal)), bytes_(std::move(input)), writer_(writer) {}
  Status Take(std::uint64_t end, std::uint32_t shard, std::uint64_t records) override {
    counts_.records += records;
    return CopyTo(&bytes_, end, shard, writer_);
  }
  Status Finish(std::uint32_t shard, std::uint64_t records) override {
    return Take(kEnd, shard, records);
  }

 private:
  std::unique_ptr<Journal> journal_;  // of the second reading: the walk has counted all already
  Bytes bytes_;
  ShardWriter* writer_;
};

class MemberCopier : public PartCopier {
 public:
  MemberCopier(std::unique_ptr<Input> input, std::unique_ptr<Journal> journal, MemberTrail* trail,
               ShardWriter* writer)
      : journal_(std::move(journal)),
        packed_(std::move(input)),
        trail_(trail),
        writer_(writer),
        inflater_(MakeInflater(InflateFormat::kGzip)) {}

  Status Take(std::uint64_t end, std::uint32_t shard, std::uint64_t records) override {
    if (!stretches_.empty() && stretches_.back().shard == shard) {
      stretches_.back().end = end;
      stretches_.back().records += records;
    } else {
      stretches_.push_back({end, shard, records});
    }
    return CopySettled();
  }

  Status Finish(std::uint32_t shard, std::uint64_t records) override {
    ended_ = true;
    THRESH_RETURN_IF_ERROR(Take(kEnd, shard, records));
    for (const Stretch& stretch : stretches_) counts_.records += stretch.records;
    return {};
  }

 private:
  struct Stretch {
    std::uint64_t end;  // unpacked
    std::uint32_t shard;
    std::uint64_t records;
  };

  // Where the first member ends, if the walk has come so far.
  std::optional<MemberPlace> MemberEnd() const {
    if (trail_->members.size() > 1) return trail_->members[1];
    if (ended_) return MemberPlace{kEnd, kEnd};
    return std::nullopt;
  }

  // The last stretch may still become longer, and the last member too.
  Status CopySettled() {
    while (!trail_->members.empty()) {
      const std::uint64_t begin = cutting_ ? unpacked_ : trail_->members.front().unpacked;
      while (stretches_.size() > 1 && stretches_.front().end <= begin) DropStretch();
      const Stretch& stretch = stretches_.front();
      const std::optional<MemberPlace> end = MemberEnd();
      if (end && stretch.end >= end->unpacked) {
        THRESH_RETURN_IF_ERROR(EndMember(*end, stretch.shard));
      } else if (stretches_.size() > 1 || (cutting_ && stretch.end > begin)) {
        // Another shard begins inside the member, or has begun before.
        THRESH_RETURN_IF_ERROR(Cut(stretch.end, stretch.shard));
      } else {
        return {};
      }
    }
    return {};
  }

  void DropStretch() {
    counts_.records += stretches_.front().records;
    stretches_.pop_front();
  }

  Status EndMember(const MemberPlace& end, std::uint32_t shard) {
    if (cutting_) {
      THRESH_RETURN_IF_ERROR(Cut(end.unpacked, shard));
      THRESH_RETURN_IF_ERROR(SkipTo(end.packed));
      inflater_->Restart();
      cutting_ = false;
      ++counts_.members_cut;
    } else {
      THRESH_RETURN_IF_ERROR(CopyTo(&packed_, end.packed, shard, writer_));
      ++counts_.members_copied;
    }
    trail_->members.pop_front();
    trail_->Forget(end.unpacked);
    return {};
  }

  // Writes the unpacked bytes up to `end` as a member of their own.
  Status Cut(std::uint64_t end, std::uint32_t shard) {
    if (!cutting_) unpacked_ = inflated_ = trail_->members.front().unpacked;
    cutting_ = true;
    std::string member;
    // The walk has unpacked no more of the member: the rest is damaged.
    const std::uint64_t whole_to = std::min(end, trail_->end());
    while (unpacked_ < whole_to) {
      THRESH_ASSIGN_OR_RETURN(std::string_view bytes, Unpacked(whole_to));
      if (bytes.empty()) break;
      bytes = bytes.substr(
          0, static_cast<std::size_t>(std::min<std::uint64_t>(bytes.size(), whole_to - unpacked_)));
      unpacked_ += bytes.size();
      gzip_.Write(bytes, &member);
      THRESH_RETURN_IF_ERROR(writer_->Append(shard, member));
      member.clear();
    }
    gzip_.End(&member);
    // The next stretch must not wait for what is damaged.
    unpacked_ = std::max(unpacked_, end);
    trail_->Forget(unpacked_);
    return writer_->Append(shard, member);
  }

  // Bytes of the member that is cut, from unpacked_ on: those that the walk has left, or, where it
  // is too far ahead, those of a second unpacking up to `end`. Empty at the end of the member.
  Result<std::string_view> Unpacked(std::uint64_t end) {
    std::string_view bytes = trail_->From(unpacked_);
    while (bytes.empty()) {
      THRESH_ASSIGN_OR_RETURN(bytes, Inflate(end));
      if (bytes.empty()) break;
      const std::uint64_t begin = inflated_ - bytes.size();
      bytes.remove_prefix(static_cast<std::size_t>(
          std::min<std::uint64_t>(bytes.size(), unpacked_ - std::min(begin, unpacked_))));
    }
    return bytes;
  }

  // A step of the second unpacking, which must not pass `end`: what it makes is made once. Empty at
  // the end of the member.
  Result<std::string_view> Inflate(std::uint64_t end) {
    const std::uint64_t member_end = trail_->members.size() > 1 ? trail_->members[1].packed : kEnd;
    step_.resize(kStep);
    const auto room = static_cast<std::size_t>(std::min<std::uint64_t>(kStep, end - inflated_));
    while (true) {
      THRESH_ASSIGN_OR_RETURN(const std::string_view ahead, packed_.Ahead(member_end));
      std::string_view in = ahead;
      std::size_t made = 0;
      const Decompressor::State state = inflater_->Step(&in, step_.data(), room, &made);
      packed_.Skip(ahead.size() - in.size());
      inflated_ += made;
      if (made > 0 || state != Decompressor::State::kMore || ahead.empty())
        return std::string_view(step_).substr(0, made);
    }
  }

  Status SkipTo(std::uint64_t end) {
    while (true) {
      THRESH_ASSIGN_OR_RETURN(const std::string_view ahead, packed_.Ahead(end));
      if (ahead.empty()) return {};
      packed_.Skip(ahead.size());
    }
  }

  static constexpr std::size_t kStep = 64U << 10;
  std::unique_ptr<Journal> journal_;  // as in PlainCopier
  Bytes packed_;
  MemberTrail* trail_;  // of the walk, which goes ahead
  ShardWriter* writer_;
  std::unique_ptr<Decompressor> inflater_;
  GzipWriter gzip_;
  std::deque<Stretch> stretches_;
  // While a member is cut: how much is written, and how far the second unpacking has come.
  std::uint64_t unpacked_ = 0, inflated_ = 0;
  std::string step_;
  bool cutting_ = false, ended_ = false;
};

}  // namespace

Result<std::unique_ptr<PartCopier>> MakePartCopier(const InputPart& part,
                                                   const PartRecords& records,
                                                   const PageLimits& limits, ShardWriter* writer) {
  auto journal = std::make_unique<Journal>();
  if (records.form == PartForm::kMembers) {
    THRESH_ASSIGN_OR_RETURN(auto stream, part.open(journal.get()));
    return std::unique_ptr<PartCopier>(
        std::make_unique<MemberCopier>(std::make_unique<Input>(std::move(stream)),
                                       std::move(journal), records.trail.get(), writer));
  }
  THRESH_ASSIGN_OR_RETURN(auto input, OpenUnpacked(part, limits, journal.get()));
  return std::unique_ptr<PartCopier>(
      std::make_unique<PlainCopier>(std::move(input), std::move(journal), writer));
}

}  // namespace thresh
