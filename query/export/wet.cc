// The format of WET files: a WARC record of type `conversion` for each page, which holds its text.
#include <string>

#include "common/base/hash.h"
#include "query/export/format.h"
#include "query/export/time.h"

namespace thresh {
namespace {

// A UUID out of a hash (RFC 9562, section 5.8: version 8 is for methods of one's own).
std::string Uuid(Hash128 hash) {
  hash.high = (hash.high & ~0xf000ULL) | 0x8000ULL;
  hash.low = (hash.low & ~(3ULL << 62U)) | 1ULL << 63U;
  std::string hex = hash.Hex();
  for (const std::size_t at : {20U, 16U, 12U, 8U}) hex.insert(at, 1, '-');
  return hex;
}

// A header line must not end inside the URL.
std::string OneLine(std::string_view url) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string out;
  for (const char c : url) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte > 0x20 && byte != 0x7f) {
      out += c;
    } else {
      out += {'%', kHex[byte >> 4U], kHex[byte & 15U]};
    }
  }
  return out;
}

}  // namespace

void AppendWetPage(const ExportPage& page, std::string* out) {
  Hasher128 id;
  id.Field(page.doc.url);
  id.Field(page.text);
  const std::string_view date = WholeTime(page.doc.date) ? page.doc.date : page.published;
  *out += "WARC/1.0\r\nWARC-Type: conversion\r\nWARC-Target-URI: " + OneLine(page.doc.url);
  *out += "\r\nWARC-Date: " + WholeTime(date).value_or("1970-01-01T00:00:00Z");
  *out += "\r\nWARC-Record-ID: <urn:uuid:" + Uuid(id.Finish());
  *out += ">\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: " +
          std::to_string(page.text.size()) + "\r\n\r\n";
  *out += page.text;
  *out += "\r\n\r\n";
}

}  // namespace thresh
