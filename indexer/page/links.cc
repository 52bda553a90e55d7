#include "indexer/page/links.h"

#include <algorithm>

#include "common/base/ascii.h"
#include "indexer/page/host_name.h"

namespace thresh {
namespace {

constexpr std::size_t kNone = std::string_view::npos;

bool IsSchemeChar(char c) {
  return IsAsciiAlpha(c) || IsAsciiDigit(c) || c == '+' || c == '-' || c == '.';
}

std::string_view DefaultPort(std::string_view scheme) {
  return scheme == "http" ? "80" : scheme == "https" ? "443" : "";
}

// [host, port) of an authority; the port begins at its ':' and may be empty.
struct HostAndPort {
  std::string_view host, port;
};
HostAndPort SplitAuthority(std::string_view authority) {
  // The last '@' ends the user part. Browsers accept another one within it.
  const std::size_t at = authority.rfind('@');
  if (at != kNone) authority.remove_prefix(at + 1);
  const std::size_t colon = authority.rfind(':');
  // The colons of an IPv6 address stand in brackets.
  const bool port = colon != kNone && authority.find(']', colon) == kNone;
  return port ? HostAndPort{authority.substr(0, colon), authority.substr(colon + 1)}
              : HostAndPort{authority, {}};
}

// RFC 3986, 6.2.2.1 and 6.2.3: hosts have no letter case, and a default port says nothing. A user
// opens a page and does not name it; its password must not get into a store. `scheme` is in lower
// case.
void AppendAuthority(std::string_view scheme, std::string_view authority, std::string* out) {
  const auto [host, port] = SplitAuthority(authority);
  *out += CanonicalHost(host);
  if (!port.empty() && port != DefaultPort(scheme)) out->append(":").append(port);
}

// RFC 3986, 5.2.4 "remove dot segments". Appends a path to *out, segment by segment. ".." takes
// segments of *out back, but none before `root`.
void AppendSegments(std::string_view path, std::size_t root, std::string* out) {
  while (!path.empty()) {
    const std::size_t slash = path.find('/');
    const std::string_view segment = path.substr(0, slash);
    if (segment == "..") {
      const std::size_t parent = out->size() > root + 1 ? out->rfind('/', out->size() - 2) : kNone;
      if (parent != kNone && parent >= root) out->resize(parent + 1);
    } else if (segment != ".") {
      out->append(path.substr(0, slash == kNone ? slash : slash + 1));
    }
    if (slash == kNone) return;
    path.remove_prefix(slash + 1);
  }
}

void AppendPath(std::string_view path, std::string* out) {
  const std::size_t root = out->size();
  if (path.empty() || path.front() != '/') {
    out->append(path);
    return;
  }
  out->push_back('/');
  AppendSegments(path.substr(1), root, out);
}

void AppendQuery(const UrlParts& parts, std::string* out) {
  if (parts.has_query) out->append("?").append(parts.query);
}

bool IsKeptScheme(std::string_view scheme) {
  return EqualsLower(scheme, "http") || EqualsLower(scheme, "https") || EqualsLower(scheme, "file");
}

// The byte of an escape, or -1 if none stands at `at`.
int EscapedByte(std::string_view url, std::size_t at) {
  if (at + 2 >= url.size() || url[at] != '%') return -1;
  const int high = HexDigit(url[at + 1]), low = HexDigit(url[at + 2]);
  return high < 0 || low < 0 ? -1 : 16 * high + low;
}

// RFC 3986, 2.3: an escape of one of these is the character itself.
bool IsUnreserved(int byte) {
  const char c = static_cast<char>(byte);
  return byte < 128 &&
         (IsAsciiAlpha(c) || IsAsciiDigit(c) || c == '-' || c == '.' || c == '_' || c == '~');
}

// RFC 3986, 6.2.2: escapes have capital letters, and none stands for an unreserved character.
bool HasLooseEscape(std::string_view url) {
  for (std::size_t at = url.find('%'); at != kNone; at = url.find('%', at + 1)) {
    const int byte = EscapedByte(url, at);
    if (byte < 0) continue;
    const auto is_small = [](char c) { return c >= 'a' && c <= 'f'; };
    if (IsUnreserved(byte) || is_small(url[at + 1]) || is_small(url[at + 2])) return true;
  }
  return false;
}

std::string WithoutLooseEscapes(std::string_view url) {
  std::string clean;
  for (std::size_t at = 0; at < url.size(); ++at) {
    const int byte = EscapedByte(url, at);
    if (byte < 0) {
      clean.push_back(url[at]);
      continue;
    }
    if (IsUnreserved(byte)) {
      clean.push_back(static_cast<char>(byte));
    } else {
      AppendPercentEscape(static_cast<char>(byte), &clean);
    }
    at += 2;
  }
  return clean;
}

// Most references are clean and are resolved without a copy.
bool HasWhiteSpace(std::string_view reference) {
  return std::any_of(reference.begin(), reference.end(),
                     [](char c) { return static_cast<unsigned char>(c) <= ' '; });
}

// WHATWG URL, 4.4, as browsers do: tabs and line ends are removed, other control characters and
// blanks are escaped.
std::string Cleaned(std::string_view reference) {
  std::string clean;
  for (const char c : reference) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\t' || c == '\n' || c == '\r') continue;
    if (byte > ' ') {
      clean.push_back(c);
    } else {
      AppendPercentEscape(c, &clean);
    }
  }
  return clean;
}

}  // namespace

// RFC 3986, appendix B, from the back: a fragment may hold '?', and a query may hold ':' and '/'.
UrlParts SplitUrl(std::string_view url) {
  UrlParts parts;
  const auto cut_tail = [&url](char delimiter, std::string_view* tail) {
    const std::size_t at = url.find(delimiter);
    if (at == kNone) return false;
    *tail = url.substr(at + 1);
    url = url.substr(0, at);
    return true;
  };
  parts.has_fragment = cut_tail('#', &parts.fragment);
  parts.has_query = cut_tail('?', &parts.query);
  const auto colon = static_cast<std::size_t>(
      std::find_if_not(url.begin(), url.end(), IsSchemeChar) - url.begin());
  if (colon > 0 && colon < url.size() && url[colon] == ':' && IsAsciiAlpha(url.front())) {
    parts.scheme = url.substr(0, colon);
    url.remove_prefix(colon + 1);
  }
  parts.has_authority = url.starts_with("//");
  if (parts.has_authority) {
    const std::size_t end = std::min(url.find('/', 2), url.size());
    parts.authority = url.substr(2, end - 2);
    url.remove_prefix(end);
  }
  parts.path = url;
  return parts;
}

std::string HostOf(std::string_view url) {
  return CanonicalHost(SplitAuthority(SplitUrl(url).authority).host);
}

UrlBase::UrlBase(std::string_view url) {
  const UrlParts parts = SplitUrl(url);
  if (!parts.scheme.empty()) {
    url_ += LowerAscii(parts.scheme);
    const std::string scheme = url_;
    url_ += ':';
    if (parts.has_authority) AppendAuthority(scheme, parts.authority, &url_.append("//"));
  }
  authority_ = url_.size();
  AppendPath(parts.path, &url_);
  path_ = url_.size();
  const std::size_t slash = url_.rfind('/');
  directory_ = slash == kNone || slash < authority_ ? authority_ : slash + 1;
  AppendQuery(parts, &url_);
}

// RFC 3986, 5.2.2, without the fragment.
void UrlBase::Target(const UrlParts& reference, std::string* target) const {
  const std::string_view base = url_;
  target->clear();
  if (!reference.scheme.empty()) {
    *target += LowerAscii(reference.scheme);
    target->push_back(':');
  } else if (reference.has_authority) {
    target->append(base.substr(0, base.find(':') + 1));
  }
  if (reference.has_authority) {
    const std::string scheme = target->substr(0, target->size() - 1);
    AppendAuthority(scheme, reference.authority, &target->append("//"));
  }
  if (!target->empty()) {
    AppendPath(reference.path, target);
  } else if (reference.path.empty()) {
    target->append(reference.has_query ? base.substr(0, path_) : base);
  } else if (reference.path.front() == '/') {
    target->append(base.substr(0, authority_));
    AppendPath(reference.path, target);
  } else {
    target->append(base.substr(0, directory_));
    // RFC 3986, 5.2.3: the base is only a scheme and an authority.
    if (directory_ == authority_ && base.substr(0, authority_).find("//") != kNone)
      target->push_back('/');
    AppendSegments(reference.path, authority_, target);
  }
  AppendQuery(reference, target);
}

std::string UrlBase::Resolve(std::string_view reference) const {
  const UrlParts parts = SplitUrl(reference);
  std::string target;
  Target(parts, &target);
  if (parts.has_fragment) target.append("#").append(parts.fragment);
  return target;
}

UrlBase::Link UrlBase::ResolveLink(std::string_view reference, std::string* target) const {
  while (!reference.empty() && static_cast<unsigned char>(reference.front()) <= ' ')
    reference.remove_prefix(1);
  while (!reference.empty() && static_cast<unsigned char>(reference.back()) <= ' ')
    reference.remove_suffix(1);
  if (reference.empty() || reference.front() == '#') return Link::kSamePage;
  if (reference.size() > kMaxUrlBytes) return Link::kDropped;
  // Each of these calls has less left to clean.
  if (HasWhiteSpace(reference)) return ResolveLink(Cleaned(reference), target);
  if (HasLooseEscape(reference)) return ResolveLink(WithoutLooseEscapes(reference), target);
  const UrlParts parts = SplitUrl(reference);
  const std::string_view base = url_;
  const std::string_view scheme =
      parts.scheme.empty() ? base.substr(0, base.find(':')) : parts.scheme;
  // A scheme without an authority ("http:page.html") means one thing to old parsers and another to
  // new ones (RFC 3986, 5.2.2), so it is dropped.
  if (!IsKeptScheme(scheme) || (!parts.scheme.empty() && !parts.has_authority))
    return Link::kDropped;
  if (parts.has_authority && SplitAuthority(parts.authority).host.empty() &&
      !EqualsLower(scheme, "file"))
    return Link::kDropped;
  Target(parts, target);
  // RFC 3986, 6.2.3: with an authority, an empty path means "/".
  const bool pathless = parts.path.empty() && (parts.has_authority || path_ == authority_);
  if (pathless) target->insert(std::min(target->find('?'), target->size()), "/");
  // The base adds bytes, so the length is checked a second time.
  return target->size() > kMaxUrlBytes ? Link::kDropped : Link::kKept;
}

std::string CanonicalUrl(std::string_view url) {
  if (const UrlParts parts = SplitUrl(url); parts.scheme.empty() || !parts.has_authority)
    return std::string(url);
  std::string target;
  const UrlBase::Link link = UrlBase(url).ResolveLink(url, &target);
  return link == UrlBase::Link::kKept ? target : std::string(url);
}

UrlBase BaseOf(const Outline& outline, std::string_view page_url) {
  UrlBase page(page_url);
  std::string base_url;
  // The href of <base> may itself be relative to the address of the page.
  const bool other_base = !outline.base_href.empty() &&
                          page.ResolveLink(outline.base_href, &base_url) == UrlBase::Link::kKept;
  return other_base ? UrlBase(base_url) : page;
}

std::vector<Link> ResolveLinks(const Outline& outline, std::string_view page_url,
                               Counters* counters) {
  const UrlBase base = BaseOf(outline, page_url);
  std::vector<Link> links;
  links.reserve(outline.anchors.size());
  std::size_t bytes = 0;
  std::string target;
  for (const Anchor& anchor : outline.anchors) {
    UrlBase::Link link = base.ResolveLink(anchor.href, &target);
    if (link == UrlBase::Link::kKept && (bytes += target.size()) > kMaxLinkBytes)
      link = UrlBase::Link::kDropped;
    if (link == UrlBase::Link::kDropped) ++(*counters)[Counter::kLinksDropped];
    if (link == UrlBase::Link::kKept)
      links.push_back({target, anchor.block, anchor.first_span, anchor.spans, anchor.node});
  }
  return links;
}

}  // namespace thresh
