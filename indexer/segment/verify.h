// VerifyStore: the proof that a published store is whole. Every file has its size and hash, every
// block its checksum, every row decodes, and the content digest is that of the manifest.
// `thresh-index verify` prints the report. Any thread may call it: a published segment never
// changes, and VerifyStore takes no lock.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "common/base/hash.h"
#include "common/base/status.h"
#include "common/store/schema.h"

namespace thresh {

struct VerifyReport {
  Hash128 digest;                              // content digest of the store
  std::array<Hash128, kFamilyCount> families;  // content digest of each family
  std::uint64_t files = 0, bytes = 0, rows = 0;
  std::vector<std::string> problems;  // one line each; empty: the store is whole
};

// Damage of what the manifest lists is a problem in the report. A Status is returned where reading
// itself fails, and with the reason if the manifest is damaged, foreign or newer. A store that is
// published again meanwhile may lose what it had: then the new one is looked at from its beginning,
// and kTryAgain comes back if that happens every time.
Result<VerifyReport> VerifyStore(const std::string& store);

}  // namespace thresh
