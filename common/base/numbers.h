// Numbers as text, and parts of a whole: what flags, headers of archives, manifests and tables of
// results need. Pure functions, safe on any thread.
#pragma once

#include <charconv>
#include <string_view>
#include <type_traits>

namespace thresh {

// Reads a number that is all of `text`. Returns false if `text` is empty, holds anything else (a
// blank, a plus, a unit) or does not fit N; `*number` is then unspecified. `base` serves integers.
template <typename N>
[[nodiscard]] bool ParseNumber(std::string_view text, N* number, int base = 10) {
  const char* end = text.data() + text.size();
  std::from_chars_result result{};
  if constexpr (std::is_integral_v<N>) {
    result = std::from_chars(text.data(), end, *number, base);
  } else {
    result = std::from_chars(text.data(), end, *number);
  }
  return result.ec == std::errc() && result.ptr == end;
}

// part / whole, or `otherwise` if the whole is 0.
template <typename N>
double Ratio(N part, N whole, double otherwise = 0) {
  return whole == 0 ? otherwise : static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace thresh
