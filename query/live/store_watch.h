// StoreWatch: a thread that calls Renew of live stores at regular intervals, so that new versions
// are served soon after they are published. `thresh-query serve` has one. The destructor stops the
// thread and waits for it.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "query/live/live_store.h"

namespace thresh {

class StoreWatch {
 public:
  // The stores must outlive it. Its thread calls `say` with one line for each new version, and with
  // one line for a failure; the same failure is not repeated.
  StoreWatch(std::vector<LiveStore*> stores, std::chrono::milliseconds every,
             std::function<void(std::string_view)> say);

 private:
  void Look();
  const std::vector<LiveStore*> stores_;
  const std::function<void(std::string_view)> say_;
  std::vector<std::string> said_;  // the last failure of each store; empty: none
  std::jthread thread_;            // declared last, so that it stops before the members above go
};

}  // namespace thresh
