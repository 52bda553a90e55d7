#include "query/live/live_store.h"

#include <algorithm>
#include <utility>

#include "common/postings/statistics_file.h"
#include "common/store/store.h"

namespace thresh {
namespace {

constexpr int kTries = 10;  // of opening all searchers within one version

// A manifest names all segments and the hashes of their files, the summary of statistics those of
// all blocks: where they are equal, versions are equal.
std::string Version(const Searcher& searcher) {
  const Store& store = searcher.store();
  std::string version;
  for (const Manifest& manifest : store.joined()) version += manifest.Encode();
  if (store.joined().empty()) version = store.manifest().Encode();
  if (searcher.statistics() != nullptr) version += searcher.statistics()->summary().Encode();
  return version;
}

// The version that is published now, without opening a segment.
Result<std::string> PublishedVersion(const StoreNames& names) {
  std::string version;
  for (const std::string& store : names.stores) {
    THRESH_ASSIGN_OR_RETURN(const Manifest manifest, ReadManifest(store));
    version += manifest.Encode();
  }
  if (names.statistics.empty()) return version;
  THRESH_ASSIGN_OR_RETURN(const auto statistics, StatisticsFile::Open(names.statistics));
  return version + statistics->summary().Encode();
}

}  // namespace

LiveStore::LiveStore(StoreNames names, Searchers searchers)
    : names_(std::move(names)),
      searchers_(searchers.size()),
      served_(Version(*searchers.front())),
      free_(std::move(searchers)) {}

Result<std::unique_ptr<LiveStore>> LiveStore::Open(StoreNames names, std::size_t searchers) {
  THRESH_CHECK(searchers > 0);
  THRESH_ASSIGN_OR_RETURN(Searchers all, OpenAll(names, searchers));
  return std::unique_ptr<LiveStore>(
      new LiveStore(std::move(names), std::move(all)));  // private: make_unique cannot
}

// Opens all searchers of one version. If a build publishes meanwhile, they differ and all are
// opened anew.
Result<LiveStore::Searchers> LiveStore::OpenAll(const StoreNames& names, std::size_t searchers) {
  for (int i = 0; i < kTries; ++i) {
    Searchers all;
    while (all.size() < searchers) {
      THRESH_ASSIGN_OR_RETURN(std::unique_ptr<Searcher> next, Searcher::Open(names));
      all.push_back(std::move(next));
    }
    if (std::all_of(all.begin(), all.end(),
                    [&](const auto& one) { return Version(*one) == Version(*all[0]); }))
      return all;
  }
  return Status(Code::kTryAgain,
                "store " + NamesText(names) + " is published faster than it can be opened");
}

LiveStore::Lease LiveStore::Borrow() {
  std::unique_lock lock(mutex_);
  returned_.wait(lock, [this] { return !free_.empty(); });
  std::unique_ptr<Searcher> searcher = std::move(free_.back());
  free_.pop_back();
  return {this, std::move(searcher), version_};
}

LiveStore::Lease::~Lease() {
  if (searcher_ != nullptr) owner_->Return(std::move(searcher_), version_);
}

void LiveStore::Return(std::unique_ptr<Searcher> searcher, std::uint64_t version) {
  {
    const std::lock_guard lock(mutex_);
    // A searcher of an old version is destroyed at the end of this function, outside the lock:
    // closing a store takes time.
    if (version == version_) free_.push_back(std::move(searcher));
  }
  returned_.notify_one();
}

Result<bool> LiveStore::Renew() {
  THRESH_ASSIGN_OR_RETURN(const std::string published, PublishedVersion(names_));
  if (published == served_) return false;
  THRESH_ASSIGN_OR_RETURN(Searchers renewed, OpenAll(names_, searchers_));
  // Not `published`: another build may have published since then, and the searchers then belong to
  // that build.
  served_ = Version(*renewed.front());
  // The old searchers that are free leave in `renewed` and are closed outside the lock. Those that
  // are lent are closed by Return.
  {
    const std::lock_guard lock(mutex_);
    free_.swap(renewed);
    ++version_;
  }
  returned_.notify_all();
  return true;
}

}  // namespace thresh
