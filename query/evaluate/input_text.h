// The text of an input file of evaluation (topics, judgments, TREC run files), compressed with gzip
// or not, and its lines. The readers of all these formats use it.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>

#include "common/base/status.h"

namespace thresh {

// The whole file. It is decompressed if it begins as gzip does, whatever its name. "-" is standard
// input. kUnusable if the compressed data is damaged or cut off.
Result<std::string> ReadInputText(const std::string& file);

// The docnos of a file, one on each line, without the blanks around them.
Result<std::set<std::string>> ReadDocnos(const std::string& file);

// kUnusable with the message "FILE:LINE: WHAT".
Status LineError(std::string_view file, std::size_t line, std::string_view what);

// Cuts a text into lines, without their line ends (LF or CR LF). The text must outlive it.
class LineCutter {
 public:
  explicit LineCutter(std::string_view text) : text_(text) {}
  // Sets `line` to the next line and returns true. Returns false after the last line, and again
  // each time it is called after that.
  bool Next(std::string_view* line);
  // The number of the line that Next set last, from 1; 0 before the first call.
  std::size_t number() const { return number_; }

 private:
  std::string_view text_;
  std::size_t number_ = 0;
};

// Takes blanks and then a word from the front of `rest`. Returns an empty word if there is none
// left.
std::string_view NextWord(std::string_view* rest);
std::string_view Trimmed(std::string_view text);
// Whether the whole of `text` is a finite number, which `number` then receives. A + sign is
// allowed.
bool ReadNumber(std::string_view text, double* number);
bool ReadNumber(std::string_view text, int* number);

}  // namespace thresh
