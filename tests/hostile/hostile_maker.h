// What makers of hostile pages share.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "tests/hostile/hostile_pages.h"

namespace thresh {

inline constexpr std::string_view kHead = "<!DOCTYPE html><body>";

// A sanitizer takes ten times as long, and its time is not measured: a quarter of a page will do.
#ifdef __SANITIZE_ADDRESS__
inline constexpr std::size_t kPart = 4;
#else
inline constexpr std::size_t kPart = 1;
#endif

// '%' in `piece` stands for the number of the repetition.
inline std::string Repeat(std::string_view piece, std::size_t times) {
  if (times >= 1000) times /= kPart;
  std::string all;
  for (std::size_t i = 0; i < times; ++i) {
    for (const char c : piece) {
      if (c == '%') {
        all += std::to_string(i);
      } else {
        all += c;
      }
    }
  }
  return all;
}

// The same without numbers: '%' stands for itself.
inline std::string Literally(std::string_view piece, std::size_t times) {
  if (times >= 1000) times /= kPart;
  std::string all;
  all.reserve(piece.size() * times);
  for (std::size_t i = 0; i < times; ++i) all += piece;
  return all;
}

// A page of `half` twice, with a marker at the beginning, in the middle and at the end. `close`
// goes before a marker that would not be text otherwise.
inline std::string Around(const std::string& half, std::string_view close = "",
                          std::string_view head = kHead) {
  std::string html(head);
  html.append(kMarkers[0]).append(" ");
  html.append(half).append(close).append(" ").append(kMarkers[1]).append(" ");
  return html.append(half).append(close).append(" ").append(kMarkers[2]).append(" ");
}

// A page whose <head> holds `head`, and whose body is its markers.
inline std::string InHead(const std::string& head) {
  std::string html = "<!DOCTYPE html><head>" + head + "</head><body>";
  for (const std::string_view marker : kMarkers) html.append(marker).append(" ");
  return html;
}

// A page in the charset that its <meta> names.
inline std::string InCharset(const std::string& charset, const std::string& half) {
  return Around(half, " ", "<!DOCTYPE html><meta charset=" + charset + "><body>");
}

// A page with its markers before `tail`, which may be such that no text follows.
inline std::string Before(const std::string& tail) {
  std::string html(kHead);
  for (const std::string_view marker : kMarkers) html.append(marker).append(" ");
  return html + tail;
}

}  // namespace thresh
