// The two queues between the stages of the pipeline. Both are bounded, so a slow stage holds the
// ones before it back; both end in one of two ways: Close() (everything pushed is still popped) or
// Abort() (nothing more is).
//
// Thread rule: any number of threads on either side.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

namespace thresh {

// First in, first out, bounded in bytes. An item larger than the bound passes when the queue is
// empty.
template <typename T>
class BoundedQueue {
 public:
  explicit BoundedQueue(std::size_t bytes) : limit_(bytes) {}

  // false: aborted, the item is gone.
  bool Push(T item, std::size_t bytes) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return aborted_ || items_.empty() || used_ + bytes <= limit_; });
    if (aborted_) return false;
    used_ += bytes;
    items_.emplace_back(std::move(item), bytes);
    changed_.notify_all();
    return true;
  }

  // nullopt: closed and empty, or aborted.
  std::optional<T> Pop() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return aborted_ || closed_ || !items_.empty(); });
    if (aborted_ || items_.empty()) return std::nullopt;
    auto [item, bytes] = std::move(items_.front());
    items_.pop_front();
    used_ -= bytes;
    changed_.notify_all();
    return std::move(item);
  }

  void Close() { End(&closed_); }
  void Abort() { End(&aborted_); }

 private:
  void End(bool* flag) {
    std::lock_guard lock(mutex_);
    *flag = true;
    changed_.notify_all();
  }

  const std::size_t limit_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::pair<T, std::size_t>> items_;
  std::size_t used_ = 0;
  bool closed_ = false, aborted_ = false;
};

// Items arrive in any order and leave in the order of their numbers, from `first` without a gap.
// Bounded in bytes; the item that is due next always passes, so the bound cannot lock the pipeline
// up.
template <typename T>
class OrderedQueue {
 public:
  OrderedQueue(std::size_t bytes, std::uint64_t first) : limit_(bytes), next_(first) {}

  bool Push(std::uint64_t number, T item, std::size_t bytes) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return aborted_ || number == next_ || used_ + bytes <= limit_; });
    if (aborted_) return false;
    used_ += bytes;
    items_.emplace(number, std::pair(std::move(item), bytes));
    changed_.notify_all();
    return true;
  }

  std::optional<T> Pop() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return aborted_ || Due() || (closed_ && items_.empty()); });
    if (aborted_ || items_.empty()) return std::nullopt;
    auto node = items_.extract(items_.begin());
    used_ -= node.mapped().second;
    ++next_;
    changed_.notify_all();
    return std::move(node.mapped().first);
  }

  void Close() { End(&closed_); }
  void Abort() { End(&aborted_); }

 private:
  bool Due() const { return !items_.empty() && items_.begin()->first == next_; }
  void End(bool* flag) {
    std::lock_guard lock(mutex_);
    *flag = true;
    changed_.notify_all();
  }

  const std::size_t limit_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::uint64_t, std::pair<T, std::size_t>> items_;
  std::uint64_t next_;
  std::size_t used_ = 0;
  bool closed_ = false, aborted_ = false;
};

// How many frozen runs exist (judged or written at this moment). The fold enters before it freezes
// a table and the writer leaves when a run is on disk: with two places three tables exist at most,
// one filling, one judged, one written.
class RunGate {
 public:
  explicit RunGate(unsigned places) : places_(places) {}
  bool Enter() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return aborted_ || inside_ < places_; });
    if (!aborted_) ++inside_;
    return !aborted_;
  }
  void Leave() {
    std::lock_guard lock(mutex_);
    --inside_;
    changed_.notify_all();
  }
  bool WaitUntilEmpty() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return aborted_ || inside_ == 0; });
    return !aborted_;
  }
  void Abort() {
    std::lock_guard lock(mutex_);
    aborted_ = true;
    changed_.notify_all();
  }

 private:
  const unsigned places_;
  std::mutex mutex_;
  std::condition_variable changed_;
  unsigned inside_ = 0;
  bool aborted_ = false;
};

}  // namespace thresh
