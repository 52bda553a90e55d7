#include "indexer/sources/bytes/member_trail.h"

#include <algorithm>

namespace thresh {

void MemberTrail::Append(std::string_view bytes) {
  kept_ += bytes;
  end_ += bytes.size();
  if (kept_.size() - begin_ > kMostKept) DropTo(kept_.size() - kMostKept);
}

std::string_view MemberTrail::From(std::uint64_t offset) const {
  const std::string_view kept = std::string_view(kept_).substr(begin_);
  if (offset >= end_ || end_ - offset > kept.size()) return {};
  return kept.substr(kept.size() - static_cast<std::size_t>(end_ - offset));
}

void MemberTrail::Forget(std::uint64_t offset) {
  const std::uint64_t after = end_ - std::min(offset, end_);
  if (after < kept_.size() - begin_) DropTo(kept_.size() - static_cast<std::size_t>(after));
}

// Bytes move to the front only when as many were dropped, so each moves about once.
void MemberTrail::DropTo(std::size_t begin) {
  begin_ = begin;
  if (begin_ < kept_.size() - begin_) return;
  kept_.erase(0, begin_);
  begin_ = 0;
}

}  // namespace thresh
