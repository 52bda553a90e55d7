#include "common/base/times.h"

#include <algorithm>
#include <array>
#include <chrono>

#include "common/base/ascii.h"
#include "common/base/numbers.h"

namespace thresh {
namespace {

// Reads a time from the front of a string.
class TimeReader {
 public:
  explicit TimeReader(std::string_view rest) : rest_(rest) {}

  bool done() const { return rest_.empty(); }
  bool ok() const { return ok_; }
  bool Take(char c) {
    if (rest_.empty() || rest_.front() != c) return false;
    rest_.remove_prefix(1);
    return true;
  }
  void Expect(char c) { ok_ = Take(c) && ok_; }
  // A number of that length, from `least` to `most`.
  int Number(std::size_t digits, int least, int most) {
    const std::string_view number = Digits(digits);
    int value = 0;
    ok_ = ok_ && number.size() == digits && ParseNumber(number, &value) && value >= least &&
          value <= most;
    return value;
  }
  // As many digits as there are, at most `most`.
  std::string_view Digits(std::size_t most) {
    std::size_t size = 0;
    while (size < std::min(most, rest_.size()) && IsAsciiDigit(rest_[size])) ++size;
    const std::string_view digits = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return digits;
  }
  std::string_view Letters() {
    std::size_t size = 0;
    while (size < rest_.size() && IsAsciiAlpha(rest_[size])) ++size;
    const std::string_view letters = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return letters;
  }
  void SkipBlanks() {
    while (Take(' ')) continue;
  }
  void Fail() { ok_ = false; }

 private:
  std::string_view rest_;
  bool ok_ = true;
};

struct Parts {
  int year = 0, month = 0, day = 0;  // 0: not said
  bool has_time = false;
  int hour = 0, minute = 0, second = 0;
  std::string_view fraction;  // digits
  int offset = 0;             // minutes east of UTC
};

// "Z", "+05:00", "+0500", "+05", "GMT", "UTC" or nothing.
void TakeOffset(TimeReader* in, Parts* parts) {
  in->SkipBlanks();
  const bool east = in->Take('+');
  if (east || in->Take('-')) {
    constexpr int kMostHours = 23, kMostMinutes = 59, kMinutesPerHour = 60;
    const int hours = in->Number(2, 0, kMostHours);
    in->Take(':');
    const int minutes = in->done() ? 0 : in->Number(2, 0, kMostMinutes);
    parts->offset = (hours * kMinutesPerHour + minutes) * (east ? 1 : -1);
    return;
  }
  const std::string_view zone = in->Letters();
  constexpr std::array<std::string_view, 4> kZones = {"", "z", "gmt", "utc"};
  if (std::find(kZones.begin(), kZones.end(), LowerAscii(zone)) == kZones.end()) in->Fail();
}

// "10:00:00.5", and less of it.
void TakeClock(TimeReader* in, bool colons, Parts* parts) {
  parts->has_time = true;
  parts->hour = in->Number(2, 0, 23);
  if (colons) in->Expect(':');
  parts->minute = in->Number(2, 0, 59);
  if (colons ? !in->Take(':') : in->done()) return;
  parts->second = in->Number(2, 0, 60);  // 60: a leap second
  if (in->Take('.') || in->Take(',')) {
    parts->fraction = in->Digits(9);
    if (parts->fraction.empty()) in->Fail();
    in->Digits(std::string_view::npos);
  }
}

bool ParseIso(std::string_view written, Parts* parts) {
  TimeReader in(written);
  parts->year = in.Number(4, 0, 9999);
  if (in.done()) return in.ok();
  in.Expect('-');
  parts->month = in.Number(2, 1, 12);
  if (in.done()) return in.ok();
  in.Expect('-');
  parts->day = in.Number(2, 1, 31);
  if (in.done()) return in.ok();
  if (!in.Take('T') && !in.Take('t')) in.Expect(' ');
  TakeClock(&in, true, parts);
  TakeOffset(&in, parts);
  return in.ok() && in.done();
}

bool ParseDigits(std::string_view written, Parts* parts) {
  TimeReader in(written);
  parts->year = in.Number(4, 0, 9999);
  parts->month = in.Number(2, 1, 12);
  parts->day = in.Number(2, 1, 31);
  if (!in.done()) {
    TakeClock(&in, false, parts);
    parts->fraction = in.Digits(3);
  }
  return in.ok() && in.done();
}

// RFC 9110, 5.6.7: the first form.
bool ParseHttp(std::string_view written, Parts* parts) {
  constexpr std::array<std::string_view, 12> kMonths = {"jan", "feb", "mar", "apr", "may", "jun",
                                                        "jul", "aug", "sep", "oct", "nov", "dec"};
  TimeReader in(written);
  in.Letters();
  in.Take(',');
  in.SkipBlanks();
  const std::string_view day = in.Digits(2);
  if (!ParseNumber(day, &parts->day) || parts->day < 1 || parts->day > 31) return false;
  if (!in.Take(' ')) in.Expect('-');
  const auto month = std::find(kMonths.begin(), kMonths.end(), LowerAscii(in.Letters()));
  if (month == kMonths.end()) return false;
  parts->month = static_cast<int>(month - kMonths.begin()) + 1;
  if (!in.Take(' ')) in.Expect('-');
  parts->year = in.Number(4, 0, 9999);
  in.SkipBlanks();
  if (in.done()) return in.ok();
  TakeClock(&in, true, parts);
  TakeOffset(&in, parts);
  return in.ok() && in.done();
}

std::string Padded(int number, std::size_t width) {
  const std::string digits = std::to_string(number);
  return std::string(width - std::min(width, digits.size()), '0') + digits;
}
std::string Day(int year, int month, int day) {
  return Padded(year, 4) + "-" + Padded(month, 2) + "-" + Padded(day, 2);
}

std::optional<std::string> Written(Parts parts) {
  using std::chrono::minutes;
  if (parts.month == 0) return Padded(parts.year, 4);
  if (parts.day == 0) return Padded(parts.year, 4) + "-" + Padded(parts.month, 2);
  const std::chrono::year_month_day day{std::chrono::year(parts.year),
                                        std::chrono::month(static_cast<unsigned>(parts.month)),
                                        std::chrono::day(static_cast<unsigned>(parts.day))};
  if (!day.ok()) return std::nullopt;
  if (!parts.has_time) return Day(parts.year, parts.month, parts.day);
  const auto time = std::chrono::sys_days(day) + std::chrono::hours(parts.hour) +
                    minutes(parts.minute) - minutes(parts.offset);
  const auto its_day = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date(its_day);
  const std::chrono::hh_mm_ss clock(time - its_day);
  const int year = static_cast<int>(date.year());
  if (year < 0 || year > 9999) return std::nullopt;
  while (parts.fraction.ends_with('0')) parts.fraction.remove_suffix(1);
  return Day(year, static_cast<int>(static_cast<unsigned>(date.month())),
             static_cast<int>(static_cast<unsigned>(date.day()))) +
         "T" + Padded(static_cast<int>(clock.hours().count()), 2) + ":" +
         Padded(static_cast<int>(clock.minutes().count()), 2) + ":" + Padded(parts.second, 2) +
         (parts.fraction.empty() ? "" : "." + std::string(parts.fraction)) + "Z";
}

}  // namespace

std::optional<std::string> CanonicalTime(std::string_view written) {
  while (written.starts_with(' ')) written.remove_prefix(1);
  while (written.ends_with(' ')) written.remove_suffix(1);
  if (written.empty()) return std::nullopt;
  Parts parts;
  const bool only_digits = written.find_first_not_of("0123456789") == std::string_view::npos;
  const bool read = only_digits && written.size() > 4 ? ParseDigits(written, &parts)
                    : IsAsciiDigit(written.front()) && written.size() >= 4 &&
                            written.find_first_not_of("0123456789") >= 4
                        ? ParseIso(written, &parts)
                        : ParseHttp(written, &parts);
  return read ? Written(parts) : std::nullopt;
}

}  // namespace thresh
