// Column: a growing array of plain records in counted memory, a part of a Run. It grows by a
// quarter, because doubling could leave half of a run's budget unused. It grows with realloc, which
// moves large arrays by their page tables and copies nothing. Not thread-safe. Out of memory is a
// CHECK.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <span>
#include <type_traits>

#include "common/base/check.h"
#include "common/base/memory.h"

namespace thresh {

template <typename T>
class Column {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  std::size_t size() const { return size_; }
  std::size_t bytes() const { return capacity_ * sizeof(T); }
  const T& operator[](std::size_t i) const { return data_.get()[i]; }
  T& operator[](std::size_t i) { return data_.get()[i]; }
  std::span<const T> span() const { return {data_.get(), size_}; }

  // The `more` new records at the end, to be written; valid until the next call.
  std::span<T> Extend(std::size_t more) {
    if (size_ + more > capacity_) Reserve(std::max(size_ + more, size_ + size_ / 4));
    size_ += more;
    T* first = data_.get() + (size_ - more);
    std::uninitialized_value_construct_n(first, more);
    return {first, more};
  }

 private:
  struct Free {
    void operator()(T* memory) const { std::free(memory); }
  };
  void Reserve(std::size_t capacity) {
    void* moved = std::realloc(data_.get(), capacity * sizeof(T));
    OutOfMemoryIf(moved == nullptr);
    static_cast<void>(data_.release());  // realloc has freed it
    data_.reset(static_cast<T*>(moved));
    capacity_ = capacity;
  }

  std::unique_ptr<T, Free> data_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace thresh
