// StoreWatch: a thread that looks every so often whether builds have published something newer.
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
  // The stores must outlive it. `say` is called by its thread: once for each change, and once for a
  // failure until there is another.
  StoreWatch(std::vector<LiveStore*> stores, std::chrono::milliseconds every,
             std::function<void(std::string_view)> say);

 private:
  void Look();
  const std::vector<LiveStore*> stores_;
  const std::function<void(std::string_view)> say_;
  std::vector<std::string> said_;  // the last failure of each
  std::jthread thread_;            // goes first
};

}  // namespace thresh
