// What goes before the body of an answer: status line and headers, the same strict ones for every
// answer.
#pragma once

#include <ctime>
#include <string>
#include <string_view>

#include "query/http/http.h"

namespace thresh {

// Ends with the empty line.
std::string ReplyHead(const HttpResponse& response, bool keep_alive, std::time_t now);

// The answer to a request that no handler sees: status and one sentence, as text.
HttpResponse RefusedWith(int status, std::string_view why);

}  // namespace thresh
