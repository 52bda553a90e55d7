// What the tests of the sources share: archives written byte by byte, and one way to read an input
// to its end.
#pragma once

#include <gtest/gtest.h>
#include <zlib.h>
#include <zstd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "indexer/sources/source.h"
#include "tests/support/temp_folder.h"

namespace thresh::sources_test {

struct Outcome {
  Status status;
  std::vector<RawPage> pages;
  std::vector<RawPage> events;  // records that are no pages
  Counters counters;
  std::vector<std::string> messages;

  std::vector<std::string> Urls() const {
    std::vector<std::string> urls;
    for (const RawPage& page : pages) urls.push_back(page.url);
    return urls;
  }
  bool HasMessage(std::string_view part) const {
    for (const std::string& message : messages) {
      if (message.find(part) != std::string::npos) return true;
    }
    return false;
  }
};

// Every record is a page or counted under one reason.
inline std::uint64_t Skipped(const Counters& counters) {
  std::uint64_t skipped = 0;
  for (std::size_t i = 0; i < kCounterCount; ++i) {
    if (kCounterTable[i].name.starts_with("skipped_")) skipped += counters.at(i);
  }
  return skipped;
}

inline Outcome ReadInput(const std::string& input, const SourceOptions& options = {}) {
  Outcome outcome;
  auto source = OpenSource(input, options);
  if (!source.ok()) {
    outcome.status = source.status();
    return outcome;
  }
  RawPage page;
  page.sequence = 77;
  while (true) {
    const auto more = (*source)->Next(&page);
    if (!more.ok()) outcome.status = more.status();
    if (!more.ok() || !more.value()) break;
    EXPECT_EQ(page.sequence, 77U);
    EXPECT_LE(page.bytes.size(), options.limits.max_page_bytes);
    (page.kind == RecordKind::kPage ? outcome.pages : outcome.events).push_back(std::move(page));
  }
  outcome.counters = (*source)->counters();
  outcome.messages = (*source)->messages();
  if (outcome.status.ok()) {
    EXPECT_EQ(outcome.counters[Counter::kRecordsRead],
              outcome.pages.size() + Skipped(outcome.counters))
        << input;
  }
  return outcome;
}

inline Outcome ReadBytes(std::string_view bytes, const SourceOptions& options = {}) {
  const TempFolder folder;
  return ReadInput(folder.Write("input", bytes), options);
}

inline std::string Html(const std::string& words) {
  return "<html><title>" + words + "</title><body>" + words + "</body></html>";
}

inline std::string Http(const std::string& body,
                        const std::string& fields = "Content-Type: text/html\r\n",
                        const std::string& status = "200 OK") {
  return "HTTP/1.1 " + status + "\r\n" + fields + "\r\n" + body;
}

inline std::string Warc(const std::string& type, const std::string& url, const std::string& payload,
                        const std::string& content_type = "application/http; msgtype=response",
                        const std::string& length = {}) {
  return "WARC/1.0\r\nWARC-Type: " + type + "\r\nWARC-Target-URI: " + url +
         "\r\nWARC-Date: 2020-01-02T03:04:05Z\r\nWARC-Record-ID: <urn:uuid:id-of-" + url +
         ">\r\nContent-Type: " + content_type +
         "\r\nContent-Length: " + (length.empty() ? std::to_string(payload.size()) : length) +
         "\r\n\r\n" + payload + "\r\n\r\n";
}

inline std::string Response(const std::string& url, const std::string& words) {
  return Warc("response", url, Http(Html(words)));
}

inline std::string Replace(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
  return text;
}

// window_bits: 31 gzip, 15 zlib, -15 raw.
inline std::string Deflate(std::string_view bytes, int window_bits) {
  z_stream stream{};
  EXPECT_EQ(deflateInit2(&stream, 9, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY), Z_OK);
  std::string out(deflateBound(&stream, bytes.size()) + 64, '\0');
  std::string in(bytes);
  stream.next_in = reinterpret_cast<Bytef*>(in.data());
  stream.avail_in = static_cast<uInt>(in.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}
inline std::string Gzip(std::string_view bytes) { return Deflate(bytes, 31); }

inline std::string Zstd(std::string_view bytes) {
  std::string out(ZSTD_compressBound(bytes.size()), '\0');
  out.resize(ZSTD_compress(out.data(), out.size(), bytes.data(), bytes.size(), 3));
  return out;
}

inline void PutLittle(std::string* out, std::uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i)
    out->push_back(i < 8 ? static_cast<char>(value >> (8 * i) & 0xff) : '\0');
}

}  // namespace thresh::sources_test
