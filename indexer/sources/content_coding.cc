#include "indexer/sources/content_coding.h"

#include <algorithm>
#include <array>

#include "common/base/numbers.h"
#include "indexer/sources/bytes/decompressor.h"
#include "indexer/sources/bytes/member_stream.h"
#include "indexer/sources/html_sniff.h"
#include "indexer/sources/text.h"

namespace thresh {
namespace {

constexpr int kMaxWindowLog = 23;  // RFC 9659: 8 MB for the content coding zstd

// How it went to take one coding off.
enum class Outcome { kDecoded, kCut, kUnfit, kBomb };

// RFC 9112, 7.1. Chunk extensions and trailers are passed over. Bare LF is taken for CRLF.
Outcome Dechunk(std::string_view body, std::string* out) {
  while (true) {
    const std::size_t line_end = body.find('\n');
    std::string_view line = body.substr(0, line_end);
    line = TrimBlanks(line.substr(0, line.find(';')));
    std::uint64_t size = 0;
    // A bad size in front of everything: the crawler has probably taken the chunks off.
    if (!ParseNumber(line, &size, 16) || line_end == std::string_view::npos)
      return out->empty() ? Outcome::kUnfit : Outcome::kCut;
    if (size == 0) return Outcome::kDecoded;
    body.remove_prefix(line_end + 1);
    out->append(
        body.substr(0, static_cast<std::size_t>(std::min<std::uint64_t>(size, body.size()))));
    if (size > body.size()) return Outcome::kCut;
    body.remove_prefix(static_cast<std::size_t>(size));
    if (body.starts_with('\r')) body.remove_prefix(1);
    if (body.starts_with('\n')) body.remove_prefix(1);
  }
}

// RFC 1950, 2.2: method 8, check bits.
bool IsZlib(std::string_view body) {
  if (body.size() < 2) return false;
  const unsigned cmf = static_cast<unsigned char>(body[0]);
  const unsigned flags = static_cast<unsigned char>(body[1]);
  return (cmf & 15U) == 8 && (cmf >> 4) <= 7 && (cmf * 256 + flags) % 31 == 0;
}

// The decoder for `coding`, or null if the body cannot be in it. Servers mix up gzip, zlib and raw
// deflate, so the first bytes choose among them.
std::unique_ptr<Decompressor> ChooseDecoder(std::string_view coding, std::string_view body) {
  const Packing packing = SniffPacking(body);
  if (coding == "gzip" || coding == "x-gzip" || coding == "deflate") {
    if (packing == Packing::kGzip) return MakeInflater(InflateFormat::kGzip);
    if (IsZlib(body)) return MakeInflater(InflateFormat::kZlib);
    return coding == "deflate" ? MakeInflater(InflateFormat::kRaw) : nullptr;
  }
  if (coding == "zstd")
    return packing == Packing::kZstd ? MakeZstdDecoder(kMaxWindowLog, {}) : nullptr;
  // Brotli has no magic number, so only its decoder can tell.
  return coding == "br" ? MakeBrotliDecoder() : nullptr;
}

Outcome Decompress(std::string_view coding, std::string_view body, const PageLimits& limits,
                   std::string* out) {
  // The crawler has decoded this body and kept its headers.
  if (LooksLikeHtml(body)) return Outcome::kUnfit;
  const auto decoder = ChooseDecoder(coding, body);
  if (decoder == nullptr) return Outcome::kUnfit;
  RatioGuard guard(limits.max_ratio);
  const Packing packing = SniffPacking(body);
  std::array<char, 64u << 10> buffer;
  // The rest of a page over the cap would be cut off by AcceptPayload.
  while (out->size() <= limits.max_page_bytes) {
    const std::size_t before = body.size();
    std::size_t made = 0;
    const auto state = decoder->Step(&body, buffer.data(), buffer.size(), &made);
    out->append(buffer.data(), made);
    guard.Add(before - body.size(), made);
    if (guard.Exceeded()) return Outcome::kBomb;
    if (state == Decompressor::State::kEnd) {
      if (packing == Packing::kNone || SniffPacking(body) != packing) return Outcome::kDecoded;
      decoder->Restart();  // gzip and zstd bodies may have several members
    } else if (state == Decompressor::State::kBroken || (made == 0 && body.empty())) {
      // Raw deflate has no checksum and makes letters of almost anything. After damage only html
      // proves that the body was coded.
      const bool ended = state != Decompressor::State::kBroken;
      return !out->empty() && (ended || LooksLikeHtml(*out)) ? Outcome::kCut : Outcome::kUnfit;
    }
  }
  return Outcome::kDecoded;
}

// All codings in the order in which they have to be taken off.
std::vector<std::string> Codings(const ArchivedResponse& response) {
  std::vector<std::string> codings = response.fields.List("Content-Encoding");
  const std::vector<std::string> transfer = response.fields.List("Transfer-Encoding");
  // RFC 9112, 6.1: transfer codings are applied last, so they are taken off first.
  codings.insert(codings.end(), transfer.begin(), transfer.end());
  std::erase(codings, "identity");
  std::erase(codings, "none");
  std::reverse(codings.begin(), codings.end());
  return codings;
}

}  // namespace

DecodedBody DecodeBody(const ArchivedResponse& response, const PageLimits& limits) {
  DecodedBody decoded;
  decoded.bytes = response.body;
  const std::vector<std::string> codings = Codings(response);
  const auto chunked = std::count(codings.begin(), codings.end(), "chunked");
  // "chunked" expands nothing, so it is not counted as a layer.
  decoded.bomb = codings.size() > limits.max_nesting + static_cast<std::size_t>(chunked > 0);
  for (const std::string& coding : codings) {
    if (decoded.bytes.empty() || decoded.bomb) break;
    std::string out;
    const Outcome outcome = coding == "chunked" ? Dechunk(decoded.bytes, &out)
                                                : Decompress(coding, decoded.bytes, limits, &out);
    decoded.bomb = outcome == Outcome::kBomb;
    decoded.undecoded |= outcome == Outcome::kUnfit;
    decoded.cut |= outcome == Outcome::kCut;
    if (outcome != Outcome::kUnfit) decoded.bytes = std::move(out);
  }
  return decoded;
}

}  // namespace thresh
