// Journal: what a source met on its way through an input, as counts and as messages. The source
// owns it; its reader and its streams write into it through a pointer and live shorter. Not
// thread-safe.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "common/base/counters.h"

namespace thresh {

struct Journal {
  static constexpr std::size_t kMaxMessages = 100;

  Counters counters;
  std::vector<std::string> messages;  // one line each; a hostile input cannot fill the memory
  bool lost = false;  // bytes that may have been records: nobody knows all that the input has named

  std::uint64_t& operator[](Counter counter) { return counters[counter]; }
  // Messages after the first kMaxMessages are dropped. The counters still tell how many there were.
  void Note(std::string message) {
    if (messages.size() < kMaxMessages) messages.push_back(std::move(message));
  }
  // Notes that something of the input is lost.
  void Lose(std::string message) {
    lost = true;
    Note(std::move(message));
  }
};

}  // namespace thresh
