// The three structures of Arrow's C data and C stream interfaces, by which libraries hand tables to
// each other without a library in common. Names, order and types are those of Arrow's
// specification; each owner calls `release`, which sets itself to null.
#pragma once

#include <cstdint>

extern "C" {

struct ArrowSchema {
  const char* format = nullptr;
  const char* name = nullptr;
  const char* metadata = nullptr;
  std::int64_t flags = 0;
  std::int64_t n_children = 0;
  ArrowSchema** children = nullptr;
  ArrowSchema* dictionary = nullptr;
  void (*release)(ArrowSchema*) = nullptr;
  void* private_data = nullptr;
};

struct ArrowArray {
  std::int64_t length = 0, null_count = 0, offset = 0, n_buffers = 0, n_children = 0;
  const void** buffers = nullptr;
  ArrowArray** children = nullptr;
  ArrowArray* dictionary = nullptr;
  void (*release)(ArrowArray*) = nullptr;
  void* private_data = nullptr;
};

struct ArrowArrayStream {
  int (*get_schema)(ArrowArrayStream*, ArrowSchema* out);
  int (*get_next)(ArrowArrayStream*, ArrowArray* out);
  const char* (*get_last_error)(ArrowArrayStream*);
  void (*release)(ArrowArrayStream*);
  void* private_data = nullptr;
};

}  // extern "C"
