// What stands around every view: head, search field, navigation, footer. Each view fills in a Frame
// and returns Dress(visit, frame). Only functions of their arguments: any thread may call them.
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
  std::string title;            // of the page, without the name of the site
  std::string_view place = {};  // path of the entry of the navigation that the page belongs to
  std::string query = {};       // the text of the search field
  bool compare = false;         // the search field compares two rankings
  bool live = false;            // what is typed replaces what is shown (assets/thresh.js)
  std::vector<std::pair<std::string_view, std::string>> kept =
      {};  // parameters that a new query keeps, by name
  Markup main;
  int status = 200;
};

HttpResponse Dress(const Visit& visit, const Frame& frame);
// A page that says what went wrong.
HttpResponse DressError(const Visit& visit, const Status& status);
int HttpStatus(Code code);
// The keys of the site, for people.
Markup KeyList();

}  // namespace thresh
