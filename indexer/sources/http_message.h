// Header fields of WARC records and of HTTP messages, and an archived HTTP response cut into its
// parts. Archive and TREC readers use it. Lines end with LF or CRLF, folded lines are joined, and
// lines that are no field are passed over. Functions and values only: no thread rule.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "indexer/records.h"

namespace thresh {

class HeaderFields {
 public:
  // `block`: field lines, up to and without the empty line.
  static HeaderFields Parse(std::string_view block);

  // The value of the first field of that name (letter case ignored), trimmed. Empty if there is
  // none.
  std::string_view Get(std::string_view name) const;
  // The comma-separated elements of all fields of that name, trimmed, in lower case.
  std::vector<std::string> List(std::string_view name) const;

 private:
  std::vector<std::pair<std::string, std::string>> fields_;
};

// A response as a crawler stored it. `body` points into the message.
struct ArchivedResponse {
  int status = 0;
  HeaderFields fields;
  std::string_view body;
};

// Nothing if `message` does not begin with an HTTP status line.
std::optional<ArchivedResponse> ParseArchivedResponse(std::string_view message);

// What an answer other than 2xx says about its URL.
RecordKind KindOfStatus(int status);

struct MediaType {
  std::string type;     // "text/html", lower case
  std::string charset;  // as written, without quotes
};
MediaType ParseMediaType(std::string_view content_type);
bool IsHtmlType(std::string_view type);

}  // namespace thresh
