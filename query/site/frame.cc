#include "query/site/frame.h"

#include <array>

#include "common/cli/table.h"
#include "common/store/store.h"
#include "query/retrieve/query.h"
#include "query/site/assets.h"

namespace thresh {
namespace {

struct Place {
  std::string_view name, path;
};
constexpr std::array<Place, 4> kPlaces = {
    {{"Search", "/"}, {"Templates", "/templates"}, {"Compare", "/compare"}, {"About", "/about"}}};

// The keys that assets/thresh.js handles. A change of one file must change the other one.
struct Key {
  std::string_view keys, what;
};
constexpr std::array<Key, 6> kKeys = {{{"/", "go to the search field"},
                                       {"j or ↓", "go to the next result"},
                                       {"k or ↑", "go to the result before"},
                                       {"Enter", "open the result"},
                                       {"f", "fold or unfold all templates of a page"},
                                       {"?", "show these keys"}}};

Markup Head(const Frame& frame, const std::string& site) {
  const std::string title = frame.title.empty() ? site : frame.title + " - " + site;
  return El(
      // The character set comes first, because HTML wants it within the first 1,024 bytes.
      "head", {}, El("meta", {{"charset", "utf-8"}}),
      El("meta", {{"name", "viewport"}, {"content", "width=device-width, initial-scale=1"}}),
      El("meta", {{"name", "color-scheme"}, {"content", "light dark"}}),
      El("meta", {{"name", "referrer"}, {"content", "no-referrer"}}), El("title", {}, title),
      El("link", {{"rel", "stylesheet"}, {"href", AssetLink("style.css")}}),
      El("link", {{"rel", "icon"}, {"type", "image/svg+xml"}, {"href", AssetLink("icon.svg")}}),
      El("link", {{"rel", "search"},
                  {"type", "application/opensearchdescription+xml"},
                  {"title", site},
                  {"href", "/opensearch.xml"}}),
      // Deferred, because the script looks up elements of the page when it starts.
      El("script", {{"src", AssetLink("thresh.js")}, {"defer", Flag(true)}}));
}

Markup SearchForm(const Frame& frame) {
  // A form that is sent with GET drops the query of its action, so parameters that stay are hidden
  // fields.
  Markup kept;
  for (const auto& [name, value] : frame.kept) {
    if (value.empty()) continue;
    kept.Add(El("input", {{"type", "hidden"}, {"name", std::string(name)}, {"value", value}}));
  }
  const std::string label = frame.compare ? "Compare two rankings for" : "Search the pages";
  return El("form",
            {{"id", "search"},
             {"role", "search"},
             {"data-live", Flag(frame.live)},
             {"method", "get"},
             {"action", frame.compare ? "/compare" : "/search"}},
            El("label", {{"for", "q"}, {"class", "hidden"}}, label),
            El("input", {{"id", "q"},
                         {"name", "q"},
                         {"type", "search"},
                         {"value", frame.query},
                         {"placeholder", label},
                         {"dir", "auto"},
                         // A browser counts UTF-16 units and the parser counts bytes. A query of
                         // other letters may fit here and still be refused there.
                         {"maxlength", std::to_string(kMaxQueryBytes)},
                         {"autocomplete", "off"},
                         {"autocapitalize", "none"},
                         {"spellcheck", "false"}}),
            kept, El("button", {{"type", "submit"}}, frame.compare ? "Compare" : "Search"));
}

Markup Navigation(std::string_view place) {
  Markup items;
  for (const Place& each : kPlaces) {
    const bool here = each.path == place;
    const auto current = here ? std::optional<std::string>("page") : std::nullopt;
    items.Add(El("li", {},
                 El("a", {{"href", std::string(each.path)}, {"aria-current", current}},
                    std::string(each.name))));
  }
  return El("nav", {{"aria-label", "Site"}}, El("ul", {}, items));
}

Markup Header(const Frame& frame, const std::string& site) {
  return El(
      "header", {{"class", "top"}},
      El("a", {{"class", "home"}, {"href", "/"}, {"aria-label", site + ", start page"}}, site),
      SearchForm(frame), Navigation(frame.place));
}

Markup Keys() {
  return El("dialog", {{"id", "keys"}, {"aria-labelledby", "keys-title"}},
            El("h2", {{"id", "keys-title"}}, "Keys"), KeyList(),
            // This form closes the dialog without a script.
            El("form", {{"method", "dialog"}}, El("button", {}, "Close")));
}

Markup Footer(const Visit& visit) {
  const Statistics& all = visit.searcher.store().statistics();
  return El("footer", {{"class", "bottom"}}, El("span", {}, "Thresh"),
            El("span", {},
               Thousands(all.docs) + " pages, " + Thousands(all.templates) +
                   (all.templates == 1 ? " template" : " templates")),
            El("span", {}, visit.searcher.store().manifest().created.substr(0, 10)));
}

struct ErrorText {
  int status;
  std::string_view title;
};

// The titles speak to visitors. The message of the status below them says what happened.
ErrorText TextOf(int status) {
  if (status == 404) return {404, "Nothing here"};
  if (status == 400) return {400, "This request cannot be answered"};
  if (status == 503) return {503, "This search takes too long"};
  return {500, "The store could not be read"};
}

}  // namespace

Markup KeyList() {
  Markup rows;
  for (const auto& [keys, what] : kKeys) {
    rows.Add(El("dt", {}, El("kbd", {}, keys)));
    rows.Add(El("dd", {}, what));
  }
  return El("dl", {{"class", "keys"}}, rows);
}

HttpResponse Dress(const Visit& visit, const Frame& frame) {
  const Markup page =
      El("html", {{"lang", "en"}}, Head(frame, visit.options.title),
         El("body", {}, El("a", {{"class", "skip"}, {"href", "#main"}}, "To the content"),
            // A skip link moves the focus only to an element that can have it.
            Header(frame, visit.options.title),
            El("main", {{"id", "main"}, {"tabindex", "-1"}}, frame.main), Footer(visit), Keys()));
  return {.status = frame.status, .body = LinksBelow(visit.options.at.path, page.Document())};
}

HttpResponse DressError(const Visit& visit, const Status& status) {
  const ErrorText text = TextOf(HttpStatus(status.code()));
  return Dress(visit,
               {.title = std::string(text.title),
                .main = Join(El("h1", {}, std::string(text.title)), El("p", {}, status.message()),
                             El("p", {}, El("a", {{"href", "/"}}, "To the start page"))),
                .status = text.status});
}

int HttpStatus(Code code) {
  if (code == Code::kUsage) return 400;
  if (code == Code::kFailed) return 503;  // a deadline was over
  return code == Code::kMissing ? 404 : 500;
}

}  // namespace thresh
