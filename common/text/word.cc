#include "common/text/word.h"

namespace thresh {

bool IsNumber(std::string_view term) {
  bool digit = false;
  for (const char c : term) {
    if (c >= '0' && c <= '9') {
      digit = true;
    } else if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
               (static_cast<unsigned char>(c) & 0x80) != 0) {
      return false;
    }
  }
  return digit;
}

}  // namespace thresh
