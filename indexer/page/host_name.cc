#include "indexer/page/host_name.h"

#include <unicode/uidna.h>
#include <unicode/utypes.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>

#include "common/base/ascii.h"
#include "common/base/utf8.h"

namespace thresh {
namespace {

constexpr std::size_t kMostBytes = 255;  // of a host in the DNS, and in ASCII

std::string Unescaped(std::string_view host) {
  std::string plain;
  for (std::size_t at = 0; at < host.size(); ++at) {
    const int high = at + 2 < host.size() ? HexDigit(host[at + 1]) : -1;
    const int low = high < 0 ? -1 : HexDigit(host[at + 2]);
    if (host[at] != '%' || low < 0) {
      plain.push_back(host[at]);
      continue;
    }
    plain.push_back(static_cast<char>(16 * high + low));
    at += 2;
  }
  return plain;
}

// The object may be used by any number of threads, and is never freed: a thread may still ask it
// when the program ends.
const UIDNA* Idna() {
  static const UIDNA* const idna = [] {
    UErrorCode error = U_ZERO_ERROR;
    const UIDNA* opened = uidna_openUTS46(
        UIDNA_NONTRANSITIONAL_TO_ASCII | UIDNA_USE_STD3_RULES | UIDNA_CHECK_BIDI, &error);
    return U_SUCCESS(error) ? opened : nullptr;
  }();
  return idna;
}

// Empty if it is no name.
std::string AsciiName(const std::string& name) {
  std::array<char, kMostBytes> ascii = {};
  UIDNAInfo info = UIDNA_INFO_INITIALIZER;
  UErrorCode error = U_ZERO_ERROR;
  if (Idna() == nullptr || name.size() > 4 * kMostBytes || !IsValidUtf8(name)) return {};
  const std::int32_t bytes =
      uidna_nameToASCII_UTF8(Idna(), name.data(), static_cast<std::int32_t>(name.size()),
                             ascii.data(), static_cast<std::int32_t>(ascii.size()), &info, &error);
  if (U_FAILURE(error) || info.errors != 0 || bytes <= 0) return {};
  return std::string(ascii.data(), static_cast<std::size_t>(bytes));
}

}  // namespace

std::string CanonicalHost(std::string_view host) {
  std::string name = LowerAscii(host);
  const bool plain = std::all_of(name.begin(), name.end(), [](char c) {
    return c != '%' && static_cast<unsigned char>(c) < 0x80;
  });
  if (!plain) {
    if (std::string ascii = AsciiName(Unescaped(name)); !ascii.empty()) name = std::move(ascii);
  }
  if (name.size() > 1 && name.ends_with('.')) name.pop_back();
  return name;
}

}  // namespace thresh
