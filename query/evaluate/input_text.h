// The text of an input file of evaluation (topics, judgments, runs), packed by gzip or not, and its
// lines.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>

#include "common/base/status.h"

namespace thresh {

// The whole file; unpacked where it begins as gzip does, whatever its name. "-" is standard input.
// kUnusable where the packed data is damaged or cut off.
Result<std::string> ReadInputText(const std::string& file);

// The docnos of a file, one a line, without blanks around them.
Result<std::set<std::string>> ReadDocnos(const std::string& file);

// kUnusable: "FILE:LINE: WHAT".
Status LineError(std::string_view file, std::size_t line, std::string_view what);

// The lines of a text, one after the other, without their line ends (LF or CR LF).
class LineCutter {
 public:
  explicit LineCutter(std::string_view text) : text_(text) {}
  bool Next(std::string_view* line);
  std::size_t number() const { return number_; }  // of the line given last, from 1

 private:
  std::string_view text_;
  std::size_t number_ = 0;
};

// Takes blanks, and then a word, from the front of `rest`; empty where there is none left.
std::string_view NextWord(std::string_view* rest);
std::string_view Trimmed(std::string_view text);
// The whole of `text` is a finite number.
bool ReadNumber(std::string_view text, double* number);
bool ReadNumber(std::string_view text, int* number);

}  // namespace thresh
