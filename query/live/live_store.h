// LiveStore: a store that is read by several threads while builds publish it anew.
//
//   const LiveStore::Lease searcher = live.Borrow();  // one a request and store: it sees one
//   version THRESH_ASSIGN_OR_RETURN(const Ranking ranking, searcher->Search("hash", {}));
//
// It keeps as many searchers as there are requests at a time. Renew() opens those of a newly
// published store beside them and changes them all at once; a request in work keeps its own, which
// goes when it is returned. Thread rule: Borrow by any thread, Renew by one.
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
  // kMissing, kUnusable: as Searcher::Open.
  static Result<std::unique_ptr<LiveStore>> Open(const std::string& path, std::size_t searchers);

  // A searcher for the length of one request; goes before the LiveStore does.
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
    std::unique_ptr<Searcher> searcher_;  // empty: moved away
    std::uint64_t version_;
  };
  // Waits where all are lent: a thread that asks for a second one of the same store may wait for
  // itself.
  Lease Borrow();

  // Whether another store was published and is served now. A store that cannot be opened is a
  // Status, and the one before goes on being served.
  Result<bool> Renew();
  const std::string& path() const { return path_; }

 private:
  using Searchers = std::vector<std::unique_ptr<Searcher>>;
  LiveStore(std::string path, Searchers searchers);
  static Result<Searchers> OpenAll(const std::string& path, std::size_t searchers);
  void Return(std::unique_ptr<Searcher> searcher, std::uint64_t version);

  const std::string path_;
  const std::size_t searchers_;
  std::string manifest_;  // of the version that is served; Renew's own
  std::mutex mutex_;      // guards what stands below
  std::condition_variable returned_;
  Searchers free_;
  std::uint64_t version_ = 0;
};

}  // namespace thresh
