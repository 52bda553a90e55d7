#include "indexer/sources/http_message.h"

#include <algorithm>

#include "common/base/ascii.h"
#include "common/base/numbers.h"
#include "indexer/sources/text.h"

namespace thresh {
namespace {

// The next line without its line end.
std::string_view TakeLine(std::string_view* text) {
  const std::size_t end = text->find('\n');
  std::string_view line = text->substr(0, end);
  text->remove_prefix(end == std::string_view::npos ? text->size() : end + 1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

// Takes the lines up to and with the first empty one, and returns them without it.
std::string_view TakeBlock(std::string_view* text) {
  const std::string_view all = *text;
  while (!text->empty()) {
    const std::size_t size = all.size() - text->size();
    if (TakeLine(text).empty()) return all.substr(0, size);
  }
  return all;
}

}  // namespace

HeaderFields HeaderFields::Parse(std::string_view block) {
  HeaderFields parsed;
  while (!block.empty()) {
    const std::string_view line = TakeLine(&block);
    const std::size_t colon = line.find(':');
    // RFC 9112, 5.2: a line that begins with a blank continues the field before it (obs-fold).
    if ((line.starts_with(' ') || line.starts_with('\t')) && !parsed.fields_.empty()) {
      parsed.fields_.back().second.append(" ").append(TrimBlanks(line));
    } else if (colon != std::string_view::npos) {
      parsed.fields_.emplace_back(TrimBlanks(line.substr(0, colon)),
                                  TrimBlanks(line.substr(colon + 1)));
    }
  }
  return parsed;
}

std::string_view HeaderFields::Get(std::string_view name) const {
  const auto field = std::find_if(fields_.begin(), fields_.end(), [&](const auto& candidate) {
    return EqualsIgnoreCase(candidate.first, name);
  });
  // Joining folded lines may have left a blank at the front of the value.
  return field == fields_.end() ? std::string_view() : TrimBlanks(field->second);
}

std::vector<std::string> HeaderFields::List(std::string_view name) const {
  std::vector<std::string> elements;
  for (const auto& [field, value] : fields_) {
    // RFC 9110, 5.3: several fields of one name are one list.
    if (!EqualsIgnoreCase(field, name)) continue;
    for (std::size_t begin = 0; begin <= value.size();) {
      const std::size_t end = std::min(value.find(',', begin), value.size());
      const std::string_view element =
          TrimBlanks(std::string_view(value).substr(begin, end - begin));
      if (!element.empty()) elements.push_back(LowerAscii(element));
      begin = end + 1;
    }
  }
  return elements;
}

std::optional<ArchivedResponse> ParseArchivedResponse(std::string_view message) {
  if (!message.starts_with("HTTP/")) return std::nullopt;
  std::string_view status_line = TakeLine(&message);
  TakeWord(&status_line);
  // RFC 9110, 15: a status code has three digits.
  std::uint64_t status = 0;
  if (!ParseNumber(TakeWord(&status_line), &status) || status > 999) return std::nullopt;
  ArchivedResponse response;
  response.status = static_cast<int>(status);
  response.fields = HeaderFields::Parse(TakeBlock(&message));
  response.body = message;
  return response;
}

// More lenient than RFC 9110, 8.3, because servers are careless: "text/html charset=utf-8" has lost
// its semicolon.
RecordKind KindOfStatus(int status) {
  switch (status) {
    case 304:
      return RecordKind::kSeen;
    case 301:  // moved for good: the new address has a record of its own
    case 308:
    case 404:
    case 410:
      return RecordKind::kGone;
    case 408:
    case 429:
      return RecordKind::kMissed;
    default:
      return status >= 500 && status <= 599 ? RecordKind::kMissed : RecordKind::kNamed;
  }
}

MediaType ParseMediaType(std::string_view content_type) {
  constexpr std::string_view kSeparators = "; \t,\"'";
  MediaType parsed;
  content_type = TrimBlanks(content_type);
  parsed.type = LowerAscii(content_type.substr(0, content_type.find_first_of(kSeparators)));
  const std::size_t name = FindIgnoreCase(content_type, "charset");
  const std::size_t equals = content_type.find('=', name);
  if (name == std::string_view::npos || equals == std::string_view::npos) return parsed;
  const std::size_t begin = content_type.find_first_not_of(kSeparators, equals + 1);
  if (begin == std::string_view::npos) return parsed;
  parsed.charset =
      content_type.substr(begin, content_type.find_first_of(kSeparators, begin) - begin);
  return parsed;
}

bool IsHtmlType(std::string_view type) {
  return type == "text/html" || type == "application/xhtml+xml" ||
         type == "application/vnd.wap.xhtml+xml";
}

}  // namespace thresh
