// Bytes through an HttpParser in pieces, as a connection would: shared by unit tests and the fuzz
// target.
#pragma once

#include <algorithm>
#include <cstring>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/check.h"
#include "query/http/parser.h"

namespace thresh {

inline std::string Method(const HttpRequest& request) {
  if (request.post) return "POST ";
  return request.head ? "HEAD " : "GET ";
}

// A request or a refusal in one line, to be compared.
inline std::string Shown(const ParsedRequest& parsed) {
  if (parsed.refused != 0) return std::to_string(parsed.refused) + " " + std::string(parsed.why);
  std::string out = Method(parsed.request) + parsed.request.path;
  for (const auto& [name, value] : parsed.request.parameters)
    out += " [" + name + "=" + value + "]";
  out += " @" + parsed.request.host + (parsed.keep_alive ? " keep" : " close");
  return parsed.request.post ? out + " " + parsed.request.body : out;
}

// Everything that `bytes` are, in order, until a refusal; `piece` gives the size of the next piece.
inline std::vector<ParsedRequest> ParseAll(std::string_view bytes, const HttpRules& rules,
                                           const std::function<std::size_t()>& piece) {
  HttpParser parser(&rules);
  std::vector<ParsedRequest> all;
  while (!bytes.empty()) {
    const std::span<char> space = parser.Space();
    THRESH_CHECK(!space.empty());
    const std::size_t size = std::min({space.size(), bytes.size(), piece()});
    std::memcpy(space.data(), bytes.data(), size);
    parser.Add(size);
    bytes.remove_prefix(size);
    while (auto parsed = parser.Next()) {
      all.push_back(std::move(*parsed));
      if (all.back().refused != 0) return all;
    }
  }
  return all;
}

inline std::string ShownAll(std::string_view bytes, const HttpRules& rules,
                            const std::function<std::size_t()>& piece) {
  std::string out;
  for (const ParsedRequest& parsed : ParseAll(bytes, rules, piece)) out += Shown(parsed) + "\n";
  return out;
}

}  // namespace thresh
