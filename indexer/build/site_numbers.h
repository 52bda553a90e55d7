// SiteNumbers: the sites of verdicts as the store numbers them. A detector numbers sites by first
// appearance in all that it has seen; where it began with the state of an earlier build, this build
// has met them in another order.
//
// Thread rule: the judge's.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "common/base/ids.h"
#include "common/base/status.h"
#include "indexer/strikes.h"

namespace thresh {

class SiteNumbers {
 public:
  // `before`: the sites of the detector's state, as it numbers them.
  explicit SiteNumbers(std::vector<std::string> before);

  void Add(const std::string& site);  // of every page, in input order
  // kUnusable: a verdict on a site without pages, from a state that is not of these sites.
  Status Translate(Strikes* strikes) const;
  const std::vector<std::string>& sites() const { return sites_; }  // as the detector numbers them

 private:
  std::vector<std::string> sites_;
  std::unordered_map<std::string, std::size_t> numbers_;  // in sites_
  std::vector<SiteId> here_;                              // by the detector's number
  std::vector<bool> is_here_;
  std::uint32_t count_here_ = 0;
};

}  // namespace thresh
