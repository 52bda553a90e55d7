#include "common/text/word.h"

#include "common/base/ascii.h"

namespace thresh {

bool IsNumber(std::string_view term) {
  bool digit = false;
  for (const char c : term) {
    if (IsAsciiDigit(c)) {
      digit = true;
    } else if (IsAsciiAlpha(c) || (static_cast<unsigned char>(c) & 0x80) != 0) {
      return false;
    }
  }
  return digit;
}

}  // namespace thresh
