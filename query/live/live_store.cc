#include "query/live/live_store.h"

#include <algorithm>
#include <utility>

#include "common/store/store.h"

namespace thresh {
namespace {

constexpr int kTries = 10;  // of opening all searchers within one version

// The manifest names all segments and the hashes of their files: equal manifests are equal
// versions.
std::string Version(const Searcher& searcher) { return searcher.store().manifest().Encode(); }

}  // namespace

LiveStore::LiveStore(std::string path, Searchers searchers)
    : path_(std::move(path)),
      searchers_(searchers.size()),
      manifest_(Version(*searchers.front())),
      free_(std::move(searchers)) {}

Result<std::unique_ptr<LiveStore>> LiveStore::Open(const std::string& path, std::size_t searchers) {
  THRESH_CHECK(searchers > 0);
  THRESH_ASSIGN_OR_RETURN(Searchers all, OpenAll(path, searchers));
  return std::unique_ptr<LiveStore>(
      new LiveStore(path, std::move(all)));  // private: make_unique cannot
}

// Opens all searchers of one version. If a build publishes meanwhile, they differ and all are
// opened anew.
Result<LiveStore::Searchers> LiveStore::OpenAll(const std::string& path, std::size_t searchers) {
  for (int i = 0; i < kTries; ++i) {
    Searchers all;
    while (all.size() < searchers) {
      THRESH_ASSIGN_OR_RETURN(std::unique_ptr<Searcher> next, Searcher::Open(path));
      all.push_back(std::move(next));
    }
    if (std::all_of(all.begin(), all.end(),
                    [&](const auto& one) { return Version(*one) == Version(*all[0]); }))
      return all;
  }
  return Status(Code::kTryAgain, "store " + path + " is published faster than it can be opened");
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
  THRESH_ASSIGN_OR_RETURN(const Manifest published, ReadManifest(path_));
  if (published.Encode() == manifest_) return false;
  THRESH_ASSIGN_OR_RETURN(Searchers renewed, OpenAll(path_, searchers_));
  // Not `published`: another build may have published since then, and the searchers then belong to
  // that build.
  manifest_ = Version(*renewed.front());
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
