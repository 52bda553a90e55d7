// Line file: a small checksummed text file that people can read: the manifest of a store and the
// ledger of a build in progress. Every line is "key value". The first one is a title with a version
// ("thresh-manifest 2"), the last one is "checksum HEX" over all bytes before it. A value may hold
// any bytes: a line end is written as \n and a backslash as \\.
//
// LineFileReader reads foreign bytes. Not thread-safe; each object lives as long as one file is
// written or read.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace thresh {

class LineFileWriter {
 public:
  LineFileWriter(std::string_view title, std::uint64_t version);
  // `key` holds no blank and no line end.
  void Put(std::string_view key, std::string_view value);
  // The whole file, with its checksum. The writer is empty afterwards.
  std::string Finish();

 private:
  std::string out_;
};

class LineFileReader {
 public:
  enum class State {
    kForeign,  // another title: not this kind of file
    kDamaged,  // the last line is no checksum, or the checksum of other bytes
    kWhole,
  };
  // `text` must outlive the reader. Checks the title and the checksum; there are lines to read only
  // in state kWhole.
  LineFileReader(std::string_view text, std::string_view title);
  State state() const { return state_; }
  // What follows the title on the first line.
  std::string_view version() const { return version_; }

  // Moves to the next line, the first time to the one after the title. Returns false after the last
  // line, and for good at a line with a broken escape: ok() tells the two apart.
  bool Next();
  bool ok() const { return ok_; }
  // The line that Next() moved to; both are empty before the first call.
  std::string_view key() const { return key_; }
  const std::string& value() const { return value_; }

 private:
  State state_ = State::kForeign;
  std::string_view version_;
  std::string_view lines_;
  std::string_view key_;
  std::string value_;
  bool ok_ = true;
};

// Cuts *text at the first `separator`: returns what stands before it and leaves what follows it.
// Without a separator returns all and leaves nothing.
std::string_view CutAt(std::string_view* text, char separator);

}  // namespace thresh
