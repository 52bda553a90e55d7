// Bodies packed with gzip for the clients that take it.
#pragma once

#include "query/http/http.h"

namespace thresh {

// Packs the body if the client takes gzip and a network would notice the difference.
void PackBody(const HttpRequest& request, HttpResponse* response);

}  // namespace thresh
