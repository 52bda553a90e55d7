// LiveStore: a store that several threads read while builds publish new versions of it. Several
// stores are served as one (StoreNames), and so is a part of a whole: a new version of any of them,
// or new statistics, is a new version of the LiveStore.
//
//   const LiveStore::Lease searcher = live.Borrow();  // a request keeps one lease for each store
//   THRESH_ASSIGN_OR_RETURN(const Ranking ranking, searcher->Search("hash", {}));
//
// It holds as many searchers as requests are answered at the same time, all of one version. Renew()
// opens searchers of the newly published version and replaces all of them at once. A request keeps
// its searcher, and so its version, to the end; a searcher of an old version is closed when it
// comes back. Borrow may be called by any thread, Renew by one.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "common/base/status.h"
#include "query/retrieve/searcher.h"

namespace thresh {

class LiveStore {
 public:
  // Errors are those of Searcher::Open, and kTryAgain if new versions are published faster than the
  // searchers open.
  static Result<std::unique_ptr<LiveStore>> Open(StoreNames names, std::size_t searchers);

  // A searcher for the length of one request. It must be destroyed before the LiveStore.
  class Lease {
   public:
    Lease(LiveStore* owner, std::unique_ptr<Searcher> searcher, std::uint64_t version)
        : owner_(owner), searcher_(std::move(searcher)), version_(version) {}
    Lease(Lease&&) = default;
    ~Lease();
    Searcher& operator*() const { return *searcher_; }
    Searcher* operator->() const { return searcher_.get(); }

   private:
    LiveStore* owner_;
    std::unique_ptr<Searcher> searcher_;  // null: the lease was moved away
    std::uint64_t version_;
  };
  // Waits while all searchers are lent. A thread must not borrow a second one of the same store: it
  // could wait for itself.
  Lease Borrow();

  // Returns true if a new version was published and is served from now on, and false if there is
  // none. If the new version cannot be opened, returns the error and goes on serving the old one.
  Result<bool> Renew();
  const StoreNames& names() const { return names_; }

 private:
  using Searchers = std::vector<std::unique_ptr<Searcher>>;
  LiveStore(StoreNames names, Searchers searchers);
  static Result<Searchers> OpenAll(const StoreNames& names, std::size_t searchers);
  void Return(std::unique_ptr<Searcher> searcher, std::uint64_t version);

  const StoreNames names_;
  const std::size_t searchers_;
  std::string served_;  // which version; only Renew uses it
  std::mutex mutex_;    // guards the members below
  std::condition_variable returned_;
  Searchers free_;
  std::uint64_t version_ = 0;
};

}  // namespace thresh
