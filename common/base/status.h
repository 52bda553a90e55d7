// Status and Result: how I/O errors, damage and bad configuration travel to main, which prints
// message() on one line (what failed, which file, what to do) and exits with code(). Every function
// that can fail returns one of the two; no exception crosses a function of Thresh.
//
// A bad page is data and never a Status (counters.h). A bug of Thresh is a THRESH_CHECK (check.h).
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "common/base/check.h"

namespace thresh {

// The values are the exit codes of both programs.
enum class Code {
  kOk = 0,
  kFailed = 1,
  kUsage = 64,     // bad flag, bad config key
  kUnusable = 65,  // input or store unusable: 0 pages indexed, damaged or foreign store
  kMissing = 66,   // input or store missing or unreadable
  kBug = 70,
  kCannotCreate = 73,  // output cannot be created
  kIo = 74,            // read or write failed, disk full
  kTryAgain = 75,      // another writer holds the store, or no memory is left
  kInterrupted = 130,
};

class [[nodiscard]] Status {
 public:
  Status() = default;  // ok
  Status(Code code, std::string message) : code_(code), message_(std::move(message)) {}

  bool ok() const { return code_ == Code::kOk; }
  Code code() const { return code_; }
  const std::string& message() const { return message_; }

 private:
  Code code_ = Code::kOk;
  std::string message_;
};

// The Status of a failed system call: "cannot write FILE: No space left on device". Its code is
// kMissing or kCannotCreate if `error` means that, else kIo.
Status ErrnoStatus(int error, const std::string& what, const std::string& file);

// Either a value or a Status that is not ok. To ask a failed Result for its value is a bug.
template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}  // NOLINT: implicit on purpose
  Result(Status status) : status_(std::move(status)) { THRESH_CHECK(!status_.ok()); }  // NOLINT

  bool ok() const { return value_.has_value(); }
  const Status& status() const { return status_; }
  T& value() {
    THRESH_CHECK(ok());
    return *value_;
  }
  const T& value() const {
    THRESH_CHECK(ok());
    return *value_;
  }
  T& operator*() { return value(); }
  T* operator->() { return &value(); }

 private:
  std::optional<T> value_;
  Status status_;
};

}  // namespace thresh

// Leaves the function with the Status of `expr` unless it is ok.
#define THRESH_RETURN_IF_ERROR(expr)                                      \
  do {                                                                    \
    if (::thresh::Status status_ = (expr); !status_.ok()) return status_; \
  } while (false)

#define THRESH_CONCAT_INNER(a, b) a##b
#define THRESH_CONCAT(a, b) THRESH_CONCAT_INNER(a, b)
// THRESH_ASSIGN_OR_RETURN(auto x, MakeX()): sets x to the value, or leaves the function with the
// Status.
#define THRESH_ASSIGN_OR_RETURN(lhs, expr) \
  THRESH_ASSIGN_OR_RETURN_INNER(THRESH_CONCAT(result_, __LINE__), lhs, expr)
#define THRESH_ASSIGN_OR_RETURN_INNER(result, lhs, expr) \
  auto result = (expr);                                  \
  if (!result.ok()) return result.status();              \
  lhs = std::move(result.value())
