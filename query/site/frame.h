// The dress that all pages of the site wear: head, search field, navigation, footer.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/base/status.h"
#include "common/report/markup.h"
#include "query/http/http.h"
#include "query/site/views.h"

namespace thresh {

struct Frame {
  std::string title;            // of the page; that of the site follows
  std::string_view place = {};  // the entry of the navigation that it belongs to
  std::string query = {};       // in the search field
  bool compare = false;         // the field asks for two rankings
  std::vector<std::pair<std::string_view, std::string>> kept =
      {};  // parameters that a new query keeps
  Markup main;
  int status = 200;
};

HttpResponse Dress(const Visit& visit, const Frame& frame);
// The same for what went wrong.
HttpResponse DressError(const Visit& visit, const Status& status);
int HttpStatus(Code code);
// The keys of the site, for people.
Markup KeyList();

}  // namespace thresh
