// The queues between the stages of the pipeline, and the gate that bounds the number of runs in
// memory. The locks of a build stand in this file: a stage owns its members and shares nothing but
// queues, the gate and the figures of the progress display.
//
// The pipeline owns them, so they outlive its stages. Any number of threads may push, any number
// may pop.
//   Push waits until there is room and then takes the item.
//   Pop waits until there is an item and then returns it.
//   After Close, Pop returns the items that are left. After the last one it returns nullopt, and
//   again nullopt every time it is called. Nobody may push after Close.
//   After Abort, every Pop returns nullopt and every Push returns false and drops its item. Threads
//   that wait in either one wake up. Items that were inside live until the queue is destroyed.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace thresh {

// Waits until `ready`. A thread that is early sleeps for a moment before it asks to be woken:
// others then need not wake it for each page, which would cost a build a twentieth of its CPU. A
// queue holds many more pages than come in that moment.
template <typename Ready>
void WaitUntil(std::condition_variable* changed, std::unique_lock<std::mutex>* lock, Ready ready) {
  constexpr std::chrono::milliseconds kMoment{2};
  if (ready()) return;
  lock->unlock();
  std::this_thread::sleep_for(kMoment);
  lock->lock();
  changed->wait(*lock, ready);
}

// First in, first out, bounded in bytes. The bound holds back the stages before a slow one. An item
// larger than the bound enters when the queue is empty: otherwise it would wait for ever.
template <typename T>
class BoundedQueue {
 public:
  explicit BoundedQueue(std::size_t bytes) : limit_(bytes) {}

  // `bytes` is what the item counts for.
  [[nodiscard]] bool Push(T item, std::size_t bytes) {
    std::unique_lock lock(mutex_);
    WaitUntil(&changed_, &lock,
              [&] { return aborted_ || items_.empty() || used_ + bytes <= limit_; });
    if (aborted_) return false;
    used_ += bytes;
    items_.emplace_back(std::move(item), bytes);
    changed_.notify_all();
    return true;
  }

  std::optional<T> Pop() {
    std::unique_lock lock(mutex_);
    WaitUntil(&changed_, &lock, [&] { return Ready(); });
    return Take();
  }

  // As Pop, but returns nullopt as well when nothing came for this long.
  std::optional<T> PopFor(std::chrono::milliseconds patience) {
    std::unique_lock lock(mutex_);
    if (!changed_.wait_for(lock, patience, [&] { return Ready(); })) return std::nullopt;
    return Take();
  }

  void Close() { End(&closed_); }
  void Abort() { End(&aborted_); }
  // Tells a consumer whether a nullopt was the end of the items or an abort.
  bool aborted() {
    const std::lock_guard lock(mutex_);
    return aborted_;
  }

 private:
  bool Ready() const { return aborted_ || closed_ || !items_.empty(); }
  std::optional<T> Take() {
    if (aborted_ || items_.empty()) return std::nullopt;
    auto [item, bytes] = std::move(items_.front());
    items_.pop_front();
    used_ -= bytes;
    changed_.notify_all();
    return std::move(item);
  }
  void End(bool* flag) {
    const std::lock_guard lock(mutex_);
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

// Items enter in any order and leave in the order of their numbers: `first`, `first` + 1 and so on,
// without a gap. Bounded in bytes. The item with the next number always enters: everything inside
// waits for it, so if it had to wait for room, nothing would ever leave.
template <typename T>
class OrderedQueue {
 public:
  // The queue is closed when each of the `producers` has called Close.
  OrderedQueue(std::size_t bytes, std::uint64_t first, unsigned producers)
      : limit_(bytes), next_(first), open_(producers) {}

  [[nodiscard]] bool Push(std::uint64_t number, T item, std::size_t bytes) {
    std::unique_lock lock(mutex_);
    WaitUntil(&changed_, &lock,
              [&] { return aborted_ || number == next_ || used_ + bytes <= limit_; });
    if (aborted_) return false;
    used_ += bytes;
    items_.emplace(number, std::pair(std::move(item), bytes));
    changed_.notify_all();
    return true;
  }

  std::optional<T> Pop() {
    std::unique_lock lock(mutex_);
    WaitUntil(&changed_, &lock,
              [&] { return aborted_ || Due() || (open_ == 0 && items_.empty()); });
    if (aborted_ || items_.empty()) return std::nullopt;
    auto node = items_.extract(items_.begin());
    used_ -= node.mapped().second;
    ++next_;
    changed_.notify_all();
    return std::move(node.mapped().first);
  }

  void Close() {
    const std::lock_guard lock(mutex_);
    --open_;
    changed_.notify_all();
  }
  void Abort() {
    const std::lock_guard lock(mutex_);
    aborted_ = true;
    changed_.notify_all();
  }
  // As BoundedQueue::aborted.
  bool aborted() {
    const std::lock_guard lock(mutex_);
    return aborted_;
  }

 private:
  bool Due() const { return !items_.empty() && items_.begin()->first == next_; }

  const std::size_t limit_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::uint64_t, std::pair<T, std::size_t>> items_;
  std::uint64_t next_;
  unsigned open_;
  std::size_t used_ = 0;
  bool aborted_ = false;
};

// Bounds the number of frozen runs. The fold enters before it freezes a run, and the spill leaves
// when the run is on disk. With two places at most three run tables exist: one fills, one is
// judged, one is written.
class RunGate {
 public:
  explicit RunGate(unsigned places) : places_(places) {}
  // Waits for a place and takes it. Returns false, without a place, after Abort.
  [[nodiscard]] bool Enter() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return aborted_ || inside_ < places_; });
    if (!aborted_) ++inside_;
    return !aborted_;
  }
  // Frees a place that Enter took.
  void Leave() {
    const std::lock_guard lock(mutex_);
    --inside_;
    changed_.notify_all();
  }
  // Waits until all places are free. Returns false after Abort.
  [[nodiscard]] bool WaitUntilEmpty() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return aborted_ || inside_ == 0; });
    return !aborted_;
  }
  void Abort() {
    const std::lock_guard lock(mutex_);
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
