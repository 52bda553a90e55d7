// What goes before the body of an answer: status line and headers. Every answer has the same strict
// security headers. HttpConnection writes it.
#pragma once

#include <ctime>
#include <string>
#include <string_view>

#include "query/http/http.h"

namespace thresh {

// The status line and all headers, with the empty line that ends them.
std::string ReplyHead(const HttpResponse& response, bool keep_alive, std::time_t now);

// The answer to a request that never reaches a handler: status and one sentence, as plain text.
HttpResponse RefusedWith(int status, std::string_view why);

}  // namespace thresh
