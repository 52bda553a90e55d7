#include "query/evaluate/input_text.h"

#define ZLIB_CONST
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iostream>
#include <iterator>
#include <limits>
#include <memory>

#include "common/base/check.h"
#include "common/base/files.h"
#include "common/base/numbers.h"

namespace thresh {
namespace {

bool IsBlank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

struct EndInflate {
  void operator()(z_stream* stream) const { inflateEnd(stream); }
};

// Decompresses all members of a gzip file. Tools that append or compress in parallel write several.
Result<std::string> Gunzip(std::string_view packed, const std::string& file) {
  z_stream stream{};
  THRESH_CHECK(inflateInit2(&stream, 15 + 16) == Z_OK);  // largest window; gzip format only
  const std::unique_ptr<z_stream, EndInflate> end(&stream);
  std::string text;
  std::array<char, 1 << 16> piece;
  // As if a member had just ended, so that the first one begins like all others.
  int state = Z_STREAM_END;
  while (!packed.empty() || state != Z_STREAM_END) {
    if (state == Z_STREAM_END) inflateReset(&stream);
    // zlib counts in 32 bits; a file may have more.
    const auto fed =
        static_cast<uInt>(std::min<std::size_t>(packed.size(), std::numeric_limits<uInt>::max()));
    stream.next_in = reinterpret_cast<const Bytef*>(packed.data());
    stream.avail_in = fed;
    stream.next_out = reinterpret_cast<Bytef*>(piece.data());
    stream.avail_out = static_cast<uInt>(piece.size());
    // A file that is cut off ends here: without input zlib makes no progress and returns
    // Z_BUF_ERROR.
    state = inflate(&stream, Z_NO_FLUSH);
    if (state != Z_OK && state != Z_STREAM_END) {
      return Status(Code::kUnusable,
                    "cannot decompress " + file + ": the gzip data is damaged or cut off");
    }
    packed.remove_prefix(fed - stream.avail_in);
    text.append(piece.data(), piece.size() - stream.avail_out);
  }
  return text;
}

// std::from_chars accepts no plus. The plus of "+-5" stays, so that it is still no number.
std::string_view WithoutPlus(std::string_view text) {
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  return text;
}

}  // namespace

Result<std::string> ReadInputText(const std::string& file) {
  std::string bytes;
  if (file == "-") {
    bytes.assign(std::istreambuf_iterator<char>(std::cin), {});
  } else {
    THRESH_ASSIGN_OR_RETURN(bytes, ReadFile(file));
  }
  // gzip is known by its first bytes, because standard input has no file name.
  if (bytes.starts_with("\x1f\x8b")) return Gunzip(bytes, file);
  return bytes;
}

Result<std::set<std::string>> ReadDocnos(const std::string& file) {
  THRESH_ASSIGN_OR_RETURN(const std::string text, ReadInputText(file));
  std::set<std::string> docnos;
  LineCutter lines(text);
  for (std::string_view line; lines.Next(&line);) {
    if (!Trimmed(line).empty()) docnos.emplace(Trimmed(line));
  }
  return docnos;
}

Status LineError(std::string_view file, std::size_t line, std::string_view what) {
  return Status(Code::kUnusable,
                std::string(file) + ":" + std::to_string(line) + ": " + std::string(what));
}

bool LineCutter::Next(std::string_view* line) {
  if (text_.empty()) return false;
  const std::size_t end = text_.find('\n');
  *line = text_.substr(0, end);
  text_.remove_prefix(end == std::string_view::npos ? text_.size() : end + 1);
  // Files from Windows end their lines with CR LF.
  if (line->ends_with('\r')) line->remove_suffix(1);
  ++number_;
  return true;
}

std::string_view NextWord(std::string_view* rest) {
  std::size_t begin = 0;
  while (begin < rest->size() && IsBlank((*rest)[begin])) ++begin;
  std::size_t end = begin;
  while (end < rest->size() && !IsBlank((*rest)[end])) ++end;
  const std::string_view word = rest->substr(begin, end - begin);
  rest->remove_prefix(end);
  return word;
}

std::string_view Trimmed(std::string_view text) {
  while (!text.empty() && IsBlank(text.front())) text.remove_prefix(1);
  while (!text.empty() && IsBlank(text.back())) text.remove_suffix(1);
  return text;
}

bool ReadNumber(std::string_view text, double* number) {
  // A NaN has no place in an order, and neither it nor an infinity has a mean.
  return ParseNumber(WithoutPlus(text), number) && std::isfinite(*number);
}

bool ReadNumber(std::string_view text, int* number) {
  return ParseNumber(WithoutPlus(text), number);
}

}  // namespace thresh
