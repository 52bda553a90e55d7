// Zip: archives for the tests of the sources.
#pragma once

#include <string>

#include "tests/unit/indexer/sources/support.h"

namespace thresh::sources_test {

// A zip archive written by hand: local headers, central directory, end record; zip64 where asked
// for.
class Zip {
 public:
  explicit Zip(bool zip64 = false) : zip64_(zip64) {}

  void Add(const std::string& name, const std::string& bytes, int method, int flags = 0) {
    const std::string packed = method == 8 ? Deflate(bytes, -15) : bytes;
    const std::uint64_t offset = out_.size();
    Header(&out_, "PK\3\4", name, packed.size(), bytes.size(), method, flags, 0);
    PutLittle(&out_, 3, 2);
    out_ += name + "ext" + packed;
    std::string extra;
    if (zip64_) {
      PutLittle(&extra, 1, 2);
      PutLittle(&extra, 24, 2);
      for (const std::uint64_t value :
           {std::uint64_t{bytes.size()}, std::uint64_t{packed.size()}, offset}) {
        PutLittle(&extra, value, 8);
      }
    }
    Header(&central_, "PK\1\2", name, zip64_ ? kIn64 : packed.size(), zip64_ ? kIn64 : bytes.size(),
           method, flags, 2);
    PutLittle(&central_, extra.size(), 2);
    PutLittle(&central_, 0, 2 + 2 + 2 + 4);
    PutLittle(&central_, zip64_ ? kIn64 : offset, 4);
    central_ += name + extra;
    ++count_;
  }

  std::string Finish(const std::string& comment = {}) const {
    std::string out = out_ + central_;
    if (zip64_) {
      const std::uint64_t end64 = out.size();
      out += "PK\6\6";
      PutLittle(&out, 44, 8);
      PutLittle(&out, 0, 12);
      PutLittle(&out, count_, 8);
      PutLittle(&out, count_, 8);
      PutLittle(&out, central_.size(), 8);
      PutLittle(&out, out_.size(), 8);
      out += "PK\6\7";
      PutLittle(&out, 0, 4);
      PutLittle(&out, end64, 8);
      PutLittle(&out, 1, 4);
    }
    out += "PK\5\6";
    PutLittle(&out, 0, 4);
    PutLittle(&out, zip64_ ? 0xffff : count_, 2);
    PutLittle(&out, zip64_ ? 0xffff : count_, 2);
    PutLittle(&out, zip64_ ? kIn64 : central_.size(), 4);
    PutLittle(&out, zip64_ ? kIn64 : out_.size(), 4);
    PutLittle(&out, comment.size(), 2);
    return out + comment;
  }

 private:
  static constexpr std::uint64_t kIn64 = 0xffffffff;

  static void Header(std::string* out, const char* magic, const std::string& name,
                     std::uint64_t packed, std::uint64_t size, int method, int flags,
                     int extra_version) {
    *out += magic;
    PutLittle(out, 45, 2 + extra_version);
    PutLittle(out, static_cast<std::uint64_t>(flags), 2);
    PutLittle(out, static_cast<std::uint64_t>(method), 2);
    PutLittle(out, 0, 4 + 4);  // time, date, checksum
    PutLittle(out, packed, 4);
    PutLittle(out, size, 4);
    PutLittle(out, name.size(), 2);
  }

  bool zip64_;
  std::string out_;
  std::string central_;
  std::uint64_t count_ = 0;
};

}  // namespace thresh::sources_test
