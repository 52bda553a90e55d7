#include "query/site/links.h"

#include <algorithm>
#include <vector>

#include "common/base/ascii.h"
#include "common/base/utf8.h"
#include "common/cli/table.h"

namespace thresh {
namespace {

// The foreign page learns no address of this site and gets no handle of its window.
constexpr std::string_view kToOthers = "noreferrer noopener";
constexpr std::size_t kStepWidth = 60;  // columns of one step; query strings can be very long

void AppendEncoded(std::string_view value, std::string* out) {
  // The unreserved characters of RFC 3986, section 2.3. Section 3.4 allows `/` and `:` in a query,
  // and addresses stay readable with them.
  constexpr std::string_view kPlain =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/:";
  for (const char c : value) {
    if (kPlain.find(c) != std::string_view::npos) {
      *out += c;
    } else {
      AppendPercentEscape(c, out);
    }
  }
}

// Decodes %XX of bytes over 127, so that people can read letters that are not ASCII. Other escapes
// stay: a decoded slash would look like a step. Returns the URL itself if that gives no UTF-8.
std::string ReadableUrl(std::string_view url) {
  std::string out;
  for (std::size_t i = 0; i < url.size(); ++i) {
    const int high = url[i] == '%' && i + 2 < url.size() ? HexDigit(url[i + 1]) : -1;
    const int low = high >= 8 ? HexDigit(url[i + 2]) : -1;
    if (low < 0) {
      out += url[i];
      continue;
    }
    out += static_cast<char>(16 * high + low);
    i += 2;
  }
  return IsValidUtf8(out) ? out : std::string(url);
}

bool IsOnTheWeb(std::string_view url) {
  if (!IsWebLink(url)) return false;
  url.remove_prefix(url.find("://") + 3);
  return url.substr(0, url.find('/')).find('.') != std::string_view::npos;
}

std::vector<std::string> Steps(std::string_view url) {
  const std::size_t scheme = url.find("://");
  std::string_view rest = scheme == std::string_view::npos ? url : url.substr(scheme + 3);
  std::vector<std::string> steps;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('/'), rest.size());
    if (end > 0) steps.push_back(CutToWidth(ReadableUrl(rest.substr(0, end)), kStepWidth));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return steps;
}

}  // namespace

std::string LinkTo(std::string_view path, UrlParameters parameters) {
  std::string link(path);
  char separator = '?';
  for (const auto& [name, value] : parameters) {
    if (value.empty()) continue;
    link += separator;
    AppendEncoded(name, &link);
    link += '=';
    AppendEncoded(value, &link);
    separator = '&';
  }
  return link;
}

// A title of invisible characters would be a link that nobody can see.
std::string TitleOf(const DocRecord& page) {
  return SafeText(page.title).find_first_not_of(' ') == std::string::npos ? page.url : page.title;
}

namespace {

// In a list, where a title that was never closed would be a screen of text.
std::string ListedTitle(const DocRecord& page) { return CutToWidth(TitleOf(page), kTitleWidth); }

}  // namespace

Markup DateOf(const DocRecord& page) { return DateOf("", page.date); }

Markup DateOf(std::string_view what, std::string_view time) {
  if (time.empty()) return {};
  return El("span", {{"class", "date"}}, what, El("bdi", {}, time.substr(0, 10)));
}

Markup PageLink(const DocRecord& page) {
  return El("a",
            {{"class", "title"}, {"href", LinkTo("/page", {{"url", page.url}})}, {"dir", "auto"}},
            ListedTitle(page));
}

Markup OriginalLink(const DocRecord& page) {
  if (!IsOnTheWeb(page.url)) return PageLink(page);
  return El(
      "a",
      {{"class", "title"}, {"href", page.url}, {"rel", std::string(kToOthers)}, {"dir", "auto"}},
      ListedTitle(page));
}

Markup SectionLink(std::string_view url, std::string_view anchor, std::string_view text,
                   std::optional<std::string> label) {
  std::string fragment = "#";
  AppendEncoded(anchor, &fragment);
  url = url.substr(0, url.find('#'));
  if (!IsOnTheWeb(url)) {
    fragment.insert(1, "s-");
    return El("a",
              {{"class", "section"},
               {"href", LinkTo("/page", {{"url", url}}) + fragment},
               {"aria-label", std::move(label)}},
              text);
  }
  return El("a",
            {{"class", "section"},
             {"href", std::string(url) + fragment},
             {"rel", std::string(kToOthers)},
             {"aria-label", std::move(label)}},
            text);
}

Markup UrlSteps(std::string_view url) {
  Markup steps;
  for (const std::string& step : Steps(url)) {
    if (!steps.empty()) steps.Add(El("span", {{"class", "step"}, {"aria-hidden", "true"}}, " › "));
    // Each step stands in a <bdi>, so that letters written from right to left cannot swap it with
    // its neighbours and disguise the host.
    steps.Add(El("bdi", {}, step));
  }
  if (!IsWebLink(url)) return El("span", {{"class", "url"}, {"dir", "ltr"}}, steps);
  return El("a",
            {{"class", "url"},
             {"dir", "ltr"},
             {"href", std::string(url)},
             {"rel", std::string(kToOthers)},
             {"title", "the original page"}},
            steps);
}

Markup Pager(const std::string& previous, const std::string& next, std::size_t page,
             std::string_view label) {
  if (previous.empty() && next.empty()) return {};
  Markup links;
  if (!previous.empty()) links.Add(El("a", {{"rel", "prev"}, {"href", previous}}, "← Previous"));
  links.Add(El("span", {{"aria-current", "page"}}, "Page " + Thousands(page)));
  if (!next.empty()) links.Add(El("a", {{"rel", "next"}, {"href", next}}, "Next →"));
  return El("nav", {{"class", "pager"}, {"aria-label", std::string(label)}}, links);
}

}  // namespace thresh
