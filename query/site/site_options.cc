#include "query/site/site_options.h"

#include <algorithm>
#include <array>

#include "common/base/ascii.h"

namespace thresh {
namespace {

constexpr std::array<std::string_view, 2> kSchemes = {"http://", "https://"};
constexpr std::array<std::string_view, 3> kAddresses = {" href", " src", " action"};

bool IsPlain(std::string_view text, std::string_view marks) {
  return std::all_of(text.begin(), text.end(), [&](char c) {
    return IsAsciiAlnum(c) || marks.find(c) != std::string_view::npos;
  });
}

// "example.org:8443", "[::1]:8080".
bool IsHost(std::string_view host) {
  return !host.empty() && IsPlain(host, "-.:[]") && host.front() != ':' && host.back() != ':';
}

// No dot segments, which browsers take out, and no empty ones.
bool IsPath(std::string_view path) {
  for (; !path.empty(); path.remove_prefix(std::min(path.find('/', 1), path.size()))) {
    const std::string_view step = path.substr(1, path.find('/', 1) - 1);
    if (step.empty() || step == "." || step == ".." || !IsPlain(step, "-._~")) return false;
  }
  return true;
}

}  // namespace

Result<PublicUrl> ParsePublicUrl(std::string_view url) {
  const std::string lower = LowerAscii(url);
  for (const std::string_view scheme : kSchemes) {
    if (!lower.starts_with(scheme)) continue;
    const std::size_t slash = std::min(url.find('/', scheme.size()), url.size());
    std::string_view path = url.substr(slash);
    if (path.ends_with('/')) path.remove_suffix(1);
    PublicUrl parts{.origin = lower.substr(0, slash),
                    .host = lower.substr(scheme.size(), slash - scheme.size()),
                    .path = std::string(path)};
    if (IsHost(parts.host) && IsPath(path)) return parts;
  }
  return Status(Code::kUsage, "'" + std::string(url) +
                                  "' is no address of a search page: write "
                                  "https://example.org/search/");
}

Result<std::string> ParseOrigin(std::string_view url) {
  Result<PublicUrl> parts = ParsePublicUrl(url);
  if (!parts.ok() || !parts->path.empty()) {
    return Status(Code::kUsage, "'" + std::string(url) + "' is no site: write https://example.org");
  }
  return std::move(parts->origin);
}

std::string LinksBelow(std::string_view path, std::string document) {
  if (path.empty()) return document;
  constexpr std::string_view kFromRoot = "=\"/";
  std::string moved;
  std::size_t begin = 0;
  for (std::size_t at = 0; (at = document.find(kFromRoot, at)) != std::string::npos;) {
    const std::string_view before = std::string_view(document).substr(0, at);
    at += kFromRoot.size();
    if (std::none_of(kAddresses.begin(), kAddresses.end(),
                     [&](std::string_view name) { return before.ends_with(name); }))
      continue;
    moved.append(document, begin, at - 1 - begin).append(path);
    begin = at - 1;
  }
  return moved + document.substr(begin);
}

}  // namespace thresh
