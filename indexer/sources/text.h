// Small things that all readers of headers need: ASCII only, no locale.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace thresh {

std::string LowerAscii(std::string_view text);
bool EqualsIgnoreCase(std::string_view a, std::string_view b);
bool StartsWithIgnoreCase(std::string_view text, std::string_view prefix);
// Position of `what` (given in lower case) in `text`, letter case ignored; npos without.
std::size_t FindIgnoreCase(std::string_view text, std::string_view what, std::size_t from = 0);
std::string_view TrimBlanks(std::string_view text);  // blanks, tabs, line ends, zeros
// All of `text` is one decimal number that fits.
std::optional<std::uint64_t> ParseNumber(std::string_view text);
// The first word of `text`, which keeps what follows it.
std::string_view TakeWord(std::string_view* text);

// Percent-encodes what may not stand in the path of a URL, `%`, `?` and `#` too; `/` stays.
std::string EncodePath(std::string_view path);
// A URL as archives write it: `<...>` taken off; blanks, control characters and bytes over 127
// percent-encoded.
std::string CleanUrl(std::string_view url);
// "20080430204825" as 2008-04-30T20:48:25Z; anything else unchanged.
std::string IsoDate(std::string_view date);

}  // namespace thresh
