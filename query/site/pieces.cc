#include "query/site/pieces.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <vector>

#include "common/base/utf8.h"
#include "common/cli/table.h"
#include "common/report/html_text.h"

namespace thresh {
namespace {

constexpr std::size_t kStepWidth = 60;

int HexDigit(char c) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  const auto at = kDigits.find(c >= 'A' && c <= 'F' ? static_cast<char>(c - 'A' + 'a') : c);
  return at == std::string_view::npos ? -1 : static_cast<int>(at);
}

// %XX of letters that are not ASCII, for people. The text itself where that gives no UTF-8.
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

std::string TitleOf(const DocRecord& page) {
  return SafeText(page.title).find_first_not_of(' ') == std::string::npos ? page.url : page.title;
}

Html DateOf(const DocRecord& page) {
  if (page.date.empty()) return {};
  return El("span", {{"class", "date"}}, El("bdi", {}, page.date.substr(0, 10)));
}

Html PageLink(const DocRecord& page) {
  return El("a",
            {{"class", "title"}, {"href", LinkTo("/page", {{"url", page.url}})}, {"dir", "auto"}},
            TitleOf(page));
}

Html UrlSteps(std::string_view url) {
  Html steps;
  for (const std::string& step : Steps(url)) {
    if (!steps.empty()) steps.Add(El("span", {{"class", "step"}, {"aria-hidden", "true"}}, " › "));
    steps.Add(El("bdi", {}, step));
  }
  if (!IsWebLink(url)) return El("span", {{"class", "url"}, {"dir", "ltr"}}, steps);
  return El("a",
            {{"class", "url"},
             {"dir", "ltr"},
             {"href", std::string(url)},
             {"rel", "noreferrer noopener"},
             {"title", "the original page"}},
            steps);
}

Html Foreign(HtmlName element, std::string_view css_class, std::string_view text) {
  const auto name = css_class.empty() ? std::nullopt : std::optional<std::string>(css_class);
  return El(element, {{"class", name}, {"dir", "auto"}}, text);
}

namespace {

Html Mark(std::string_view text, const Ranges& ranges, const HtmlAttributes& attributes) {
  Html html;
  std::size_t at = 0;
  for (const auto& [begin, end] : ranges) {
    html.Add(text.substr(at, begin - at));
    html.Add(El("mark", attributes, text.substr(begin, end - begin)));
    at = end;
  }
  html.Add(text.substr(at));
  return html;
}

}  // namespace

Html Marked(const Snippet& snippet) { return Mark(snippet.text, snippet.highlights, {}); }

Html MarkVarying(std::string_view text, const CommonWords& common) {
  return Mark(text, VaryingIn(text, common), {{"class", "varies"}});
}

std::string_view VariesNote(const SeenTemplate& seen) {
  if (seen.shown.record.exact) return "no, the same on all pages";
  return seen.compared() ? "yes; the words that are marked do" : "yes; its pages were not compared";
}

Html ShareBar(double share, std::string_view label) {
  const double clamped = std::isfinite(share) ? std::clamp(share, 0.0, 1.0) : 0;
  return El(
      "svg",
      {{"class", "bar"},
       {"role", "img"},
       {"aria-label", std::string(label)},
       {"viewBox", "0 0 100 6"},
       {"preserveAspectRatio", "none"}},
      El("rect", {{"class", "bar-all"}, {"width", "100"}, {"height", "6"}}),
      El("rect", {{"class", "bar-part"}, {"width", Decimal(100 * clamped, 2)}, {"height", "6"}}));
}

std::size_t NumberOf(std::string_view text, std::size_t least, std::size_t most,
                     std::size_t otherwise) {
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || end != text.data() + text.size()) return otherwise;
  if (error == std::errc::result_out_of_range) return most;
  return error == std::errc() ? std::clamp(number, least, most) : otherwise;
}

Html Pager(const std::string& previous, const std::string& next, std::size_t page) {
  if (previous.empty() && next.empty()) return {};
  Html links;
  if (!previous.empty()) links.Add(El("a", {{"rel", "prev"}, {"href", previous}}, "← Previous"));
  links.Add(El("span", {{"aria-current", "page"}}, "Page " + Thousands(page)));
  if (!next.empty()) links.Add(El("a", {{"rel", "next"}, {"href", next}}, "Next →"));
  return El("nav", {{"class", "pager"}, {"aria-label", "Pages of results"}}, links);
}

}  // namespace thresh
