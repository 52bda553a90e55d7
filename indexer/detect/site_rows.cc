#include "indexer/detect/site_rows.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "common/base/hash.h"

namespace thresh {

Status SiteRows::Add(const PageRow& row, bool evidence) {
  const std::uint64_t written = file_ ? file_->bytes() : 0;
  rows_.push_back({row.arrival, evidence, static_cast<std::uint32_t>(row.date.size()),
                   static_cast<std::uint32_t>(row.url.size()),
                   static_cast<std::uint32_t>(row.rest.size()), row.bytes, names_.size(),
                   written + rests_.size()});
  names_.append(row.date).append(row.url);
  rests_.append(row.rest);
  bytes_ += row.bytes;
  if (rests_.size() <= keep_bytes_ || folder_.empty()) return {};
  if (!file_) {
    THRESH_ASSIGN_OR_RETURN(ScratchFile file, ScratchFile::Create(folder_));
    file_.emplace(std::move(file));
  }
  THRESH_RETURN_IF_ERROR(file_->Append(rests_));
  rests_.clear();
  return {};
}

std::vector<std::vector<SiteRows::Row>> SiteRows::Groups(std::size_t groups) {
  std::vector<std::vector<Row>> drawn(groups);
  if (groups == 1) {
    drawn[0] = std::move(rows_);
  } else {
    std::vector<std::pair<Hash128, std::size_t>> by_hash;
    for (std::size_t i = 0; i < rows_.size(); ++i)
      by_hash.emplace_back(HashBytes(Url(rows_[i])), i);
    std::sort(by_hash.begin(), by_hash.end());
    for (std::size_t i = 0; i < by_hash.size(); ++i)
      drawn[i * groups / by_hash.size()].push_back(rows_[by_hash[i].second]);
  }
  rows_ = {};
  for (std::vector<Row>& group : drawn) {
    std::sort(group.begin(), group.end(), [this](const Row& a, const Row& b) {
      return std::tuple(Date(a), Url(a)) < std::tuple(Date(b), Url(b));
    });
  }
  return drawn;
}

Result<PageRow> SiteRows::Read(const Row& row) {
  PageRow page{row.arrival, Date(row), Url(row), row.bytes, {}};
  const std::uint64_t written = file_ ? file_->bytes() : 0;
  if (row.rest >= written) {
    page.rest = std::string_view(rests_).substr(row.rest - written, row.packed);
    return page;
  }
  THRESH_RETURN_IF_ERROR(file_->Read(row.rest, row.packed, &read_));
  page.rest = read_;
  return page;
}

}  // namespace thresh
