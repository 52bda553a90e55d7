#include "indexer/sources/html_sniff.h"

#include <algorithm>
#include <array>
#include <string>

#include "common/base/ascii.h"
#include "indexer/sources/text.h"

namespace thresh {
namespace {

// WHATWG MIME Sniffing, 7.1, and four more that begin pages of real crawls: meta, link, frameset
// and base.
constexpr std::array<std::string_view, 20> kTags = {
    "!doctype html", "html",  "head", "script", "iframe", "h1", "div",  "font", "table",    "a",
    "style",         "title", "body", "br",     "b",      "p",  "meta", "link", "frameset", "base"};

constexpr std::array<std::string_view, 5> kExtensions = {"html", "htm", "xhtml", "shtml", "xht"};

// ISO 639-1 without `br`: page.html.br is compressed with brotli. Each code has a blank on both
// sides, so that one search finds whole codes only.
constexpr std::string_view kLanguages =
    " aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo bs ca ce ch co cr cs cu cv cy da "
    "de dv dz "
    "ee el en "
    "eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii "
    "ik io is "
    "it iu ja jv "
    "ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr "
    "ms mt my "
    "na nb nd ne "
    "ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl "
    "sm sn so "
    "sq sr ss st "
    "su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh "
    "zu ";

// Only beginnings of names, because most names go on with a number.
constexpr std::array<std::string_view, 13> kCharsetStems = {
    "utf", "iso",   "windows", "cp",  "koi8",     "euc",  "big5",
    "gb",  "shift", "sjis",    "tis", "us-ascii", "latin"};

// The ASCII characters of UTF-16 text behind its byte order mark. Other bytes come back as they
// are.
std::string Narrow(std::string_view bytes) {
  if (bytes.starts_with("\xef\xbb\xbf")) return std::string(bytes.substr(3));
  std::string narrow(bytes);
  if (!bytes.starts_with("\xff\xfe") && !bytes.starts_with("\xfe\xff")) return narrow;
  std::erase(narrow, '\0');
  return narrow.substr(2);
}

std::string_view AfterBlanks(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n\f"), text.size()));
  return text;
}

bool StartsWithTag(std::string_view text) {
  if (!text.starts_with('<')) return false;
  text.remove_prefix(1);
  return std::any_of(kTags.begin(), kTags.end(), [&](std::string_view tag) {
    // A name has to end here. Otherwise "<a" would match every XML element with an a in front.
    return StartsWithLower(text, tag) && text.size() > tag.size() &&
           std::string_view(" \t\r\n\f/>").find(text[tag.size()]) != std::string_view::npos;
  });
}

// Whether text without a byte order mark begins with two ASCII characters of UTF-16.
bool IsBareUtf16(std::string_view bytes) {
  if (bytes.size() < 4) return false;
  const bool little = bytes[1] == '\0' && bytes[3] == '\0' && bytes[0] != '\0' && bytes[2] != '\0';
  const bool big = bytes[0] == '\0' && bytes[2] == '\0' && bytes[1] != '\0' && bytes[3] != '\0';
  return little || big;
}

// No text has such a character, or a binary data byte.
bool IsControl(unsigned unit) {
  return unit < ' ' &&
         std::string_view("\t\n\f\r\x1b").find(static_cast<char>(unit)) == std::string_view::npos;
}

// The same rule for units of UTF-16: half of a pair of surrogates is as much as a control
// character. Of random bytes one unit in thirty is one.
bool IsBinaryUtf16(std::string_view bytes, bool little) {
  const auto unit = [&](std::size_t at) {
    const auto first = static_cast<unsigned char>(bytes[at]),
               second = static_cast<unsigned char>(bytes[at + 1]);
    return little ? first | second << 8U : first << 8U | second;
  };
  std::size_t units = 0, binary = 0;
  bool high = false;  // the unit before is the first half of a pair
  for (std::size_t at = 2; at + 1 < bytes.size(); at += 2, ++units) {
    const unsigned each = static_cast<unsigned>(unit(at));
    const bool low = each >= 0xdc00 && each < 0xe000;
    if (high != low || IsControl(each)) ++binary;
    high = each >= 0xd800 && each < 0xdc00;
  }
  return binary * 100 > std::max<std::size_t>(units, 100);
}

bool IsLanguage(std::string_view part) {
  const std::string_view stem = part.substr(0, part.find('-'));
  return stem.size() == 2 &&
         kLanguages.find(" " + std::string(stem) + " ") != std::string_view::npos;
}

bool IsCharset(std::string_view part) {
  return std::any_of(kCharsetStems.begin(), kCharsetStems.end(),
                     [&](auto stem) { return part.starts_with(stem); });
}

// Takes off the part behind the last dot and returns it. Empty if there is no dot behind the first
// letter.
std::string_view TakeExtension(std::string_view* name) {
  const std::size_t dot = name->rfind('.');
  if (dot == std::string_view::npos || dot == 0) return {};
  const std::string_view extension = name->substr(dot + 1);
  *name = name->substr(0, dot);
  return extension;
}

}  // namespace

bool LooksLikeHtml(std::string_view bytes) {
  const std::string narrow = Narrow(bytes.substr(0, kSniffBytes));
  std::string_view text = AfterBlanks(narrow);
  while (text.starts_with("<!--") || text.starts_with("<?xml")) {
    const std::string_view closer = text[1] == '!' ? "-->" : "?>";
    const std::size_t end = text.find(closer);
    if (end == std::string_view::npos) return false;
    text = AfterBlanks(text.substr(end + closer.size()));
  }
  return StartsWithTag(text);
}

bool LooksBinary(std::string_view bytes) {
  bytes = bytes.substr(0, kSniffBytes);
  const bool little = bytes.starts_with("\xff\xfe");
  if (little || bytes.starts_with("\xfe\xff")) return IsBinaryUtf16(bytes, little);
  if (IsBareUtf16(bytes)) return false;
  const auto binary = std::count_if(
      bytes.begin(), bytes.end(), [](char c) { return IsControl(static_cast<unsigned char>(c)); });
  return static_cast<std::size_t>(binary) * 100 > std::max<std::size_t>(bytes.size(), 100);
}

bool IsHtmlName(std::string_view name) {
  const std::string lower = LowerAscii(name.substr(name.rfind('/') + 1));
  std::string_view stem = lower;
  std::string_view extension = TakeExtension(&stem);
  if (IsCharset(extension)) extension = TakeExtension(&stem);
  if (IsLanguage(extension)) extension = TakeExtension(&stem);
  return std::find(kExtensions.begin(), kExtensions.end(), extension) != kExtensions.end();
}

}  // namespace thresh
