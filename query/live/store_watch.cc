#include "query/live/store_watch.h"

#include <condition_variable>
#include <mutex>
#include <utility>

namespace thresh {

StoreWatch::StoreWatch(std::vector<LiveStore*> stores, std::chrono::milliseconds every,
                       std::function<void(std::string_view)> say)
    : stores_(std::move(stores)), say_(std::move(say)), said_(stores_.size()) {
  thread_ = std::jthread([this, every](const std::stop_token& stop) {
    // Nothing is shared: the condition variable only sleeps until the interval or a stop.
    std::mutex mutex;
    std::condition_variable_any stopped;
    std::unique_lock lock(mutex);
    while (!stopped.wait_for(lock, stop, every, [&] { return stop.stop_requested(); })) Look();
  });
}

void StoreWatch::Look() {
  for (std::size_t i = 0; i < stores_.size(); ++i) {
    const Result<bool> renewed = stores_[i]->Renew();
    const std::string failure = renewed.ok() ? "" : renewed.status().message();
    // Says the same failure once, not every second.
    if (!failure.empty() && failure != said_[i])
      say_(failure + "; the old version is still served");
    if (renewed.ok() && renewed.value())
      say_("a newer version of " + NamesText(stores_[i]->names()) + " is served");
    said_[i] = failure;
  }
}

}  // namespace thresh
