// How errors and text go to Python: a Status becomes an exception of thresh_index.errors, and bytes
// become a str. All of it needs the interpreter's lock.
#pragma once

#include <nanobind/nanobind.h>

#include <string_view>
#include <utility>

#include "common/base/status.h"

namespace thresh {

// REQUIRES: the status is not ok.
[[noreturn]] void Raise(const Status& status);

template <typename T>
T ValueOrRaise(Result<T> result) {
  if (!result.ok()) Raise(result.status());
  return std::move(result.value());
}

// Malformed bytes become U+FFFD.
nanobind::str PythonText(std::string_view text);

}  // namespace thresh
