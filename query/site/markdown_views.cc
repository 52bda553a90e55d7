// What programs that read, and not show, may ask for: pages as Markdown, and the list of them.
#include "common/base/ascii.h"
#include "common/base/folder_file.h"
#include "query/export/llms.h"
#include "query/export/page_markdown.h"
#include "query/present/find_page.h"
#include "query/site/links.h"
#include "query/site/views.h"

namespace thresh {
namespace {

constexpr std::string_view kFolder = "/page/", kEnding = ".md";
constexpr std::string_view kMarkdownType = "text/markdown; charset=utf-8";
constexpr std::size_t kMostListed = 20'000;  // pages in /llms.txt, 2 MB

// "http://x.org/a?b" of "/page/x.org/a?b", and of that with ".md". The page of a folder is
// found with and without "index.html" behind it.
Result<StoredPage> FindByPath(const Store& store, std::string_view path) {
  path.remove_prefix(kFolder.size());
  if (path.ends_with(kEnding)) path.remove_suffix(kEnding.size());
  const std::string name(path);
  std::vector<std::string> names = {name};
  if (path.ends_with("/" + std::string(kFileOfFolder)))
    names.push_back(name.substr(0, name.size() - kFileOfFolder.size()));
  if (path.ends_with('/')) names.push_back(FileOfFolder(path));
  for (const std::string& one : names) {
    for (const std::string_view scheme : {"https://", "http://"}) {
      const std::string url = std::string(scheme) + one;
      THRESH_ASSIGN_OR_RETURN(const std::optional<DocId> doc, FindUrl(store, url));
      if (!doc) continue;
      THRESH_ASSIGN_OR_RETURN(DocRecord record, ReadPage(store, *doc));
      return StoredPage{*doc, std::move(record)};
    }
  }
  return Status(Code::kMissing, "the store has no page " + name);
}

// The address of a page without its scheme. What ends a path is escaped.
std::string MarkdownLink(const std::string& root, const std::string& url) {
  const std::size_t scheme = url.find("://");
  std::string path = url.substr(scheme == std::string::npos ? 0 : scheme + 3);
  if (path.ends_with('/')) path = FileOfFolder(path);
  std::string out = root + std::string(kFolder);
  for (const char c : path) {
    const bool visible = c > 0x20 && c < 0x7f;
    if (!visible || c == '?' || c == '#' || c == '%') {
      AppendPercentEscape(c, &out);
    } else {
      out += c;
    }
  }
  return out + std::string(kEnding);
}

}  // namespace

Result<HttpResponse> MarkdownView(const Visit& visit) {
  const Store& store = visit.searcher.store();
  const std::string url(visit.request.Parameter("url"));
  THRESH_ASSIGN_OR_RETURN(const StoredPage found, url.empty()
                                                      ? FindByPath(store, visit.request.path)
                                                      : FindPage(store, url));
  THRESH_ASSIGN_OR_RETURN(PageMarkdown page, ReadPageMarkdown(store, found.doc));
  return HttpResponse{.content_type = std::string(kMarkdownType),
                      .body = std::move(page.text) + "\n"};
}

Result<HttpResponse> PagePathView(const Visit& visit) {
  THRESH_ASSIGN_OR_RETURN(const StoredPage found,
                          FindByPath(visit.searcher.store(), visit.request.path));
  HttpRequest asked = visit.request;
  asked.parameters.insert(asked.parameters.begin(), {"url", found.record.url});
  return PageView({.request = asked,
                   .searcher = visit.searcher,
                   .whole = visit.whole,
                   .graph = visit.graph,
                   .options = visit.options,
                   .tally = visit.tally});
}

Result<HttpResponse> LlmsView(const Visit& visit) {
  THRESH_ASSIGN_OR_RETURN(const std::vector<LlmsPage> pages,
                          ReadLlmsPages(visit.searcher.store(), kMostListed));
  const std::string root = visit.Root();
  std::string text =
      LlmsText(pages, [&](const LlmsPage& page) { return MarkdownLink(root, page.url); });
  std::size_t bytes = 0;
  for (const LlmsPage& page : pages) bytes += page.bytes();
  if (pages.size() == kMostListed || bytes >= kMostListBytes)
    text += "\nThese are the first pages. " + root + "/search?q= finds others.\n";
  return HttpResponse{.content_type = "text/plain; charset=utf-8", .body = std::move(text)};
}

}  // namespace thresh
