#include "query/export/llms.h"

#include <algorithm>
#include <map>

#include "common/base/ascii.h"
#include "common/base/folder_file.h"
#include "common/base/hash.h"
#include "common/cli/table.h"
#include "query/export/markdown_text.h"

namespace thresh {
namespace {

constexpr std::size_t kNameBytes = 200;   // of a file or folder; systems take 255
constexpr std::size_t kPathBytes = 1000;  // of all folders of a path
constexpr std::string_view kEnding = ".md";

std::string Words(std::string_view text) {
  std::string line;
  AppendMarkdownText(SafeText(text), &line);
  return line;
}

// What would end the address of a link is escaped.
std::string LinkTarget(std::string_view url) {
  constexpr std::string_view kEnds = "()<>\\ \"";
  std::string out;
  for (const char c : url) {
    const bool control = static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
    if (control || kEnds.find(c) != std::string_view::npos) {
      AppendPercentEscape(c, &out);
    } else {
      out += c;
    }
  }
  return out;
}

// "/mill/" of "/mill/hoist.html?x", "/" of "/index.html".
std::string_view FirstFolder(std::string_view path) {
  path = path.substr(0, path.find_first_of("?#"));
  const std::size_t end = path.find('/', 1);
  return end == std::string_view::npos ? path.substr(0, 1) : path.substr(0, end + 1);
}

bool IsStart(const LlmsPage& page) {
  const std::string_view path = PathOf(page.url);
  return path == "/" || path == "/index.html" || path == "/index.htm";
}

// A part of a path as the name of a file or folder. A folder that ends as files do could have the
// name of one.
std::string Name(std::string_view part, bool folder) {
  if (part.empty() || part == "." || part == "..") {
    std::string escaped = part.empty() ? "%2F" : "";
    for (const char c : part) AppendPercentEscape(c, &escaped);
    return escaped;
  }
  std::string name;
  for (const char c : part) {
    const bool control = static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
    if (control || c == '/') {
      AppendPercentEscape(c, &name);
    } else {
      name += c;
    }
  }
  const std::size_t dot = name.rfind('.');
  const bool like_a_file =
      dot != std::string::npos && (name.substr(dot) == kEnding || name.substr(dot) == ".txt");
  if (folder && like_a_file) name.replace(dot, 1, "%2E");
  if (name.size() <= kNameBytes) return name;
  return name.substr(0, kNameBytes - 33) + "-" + HashBytes(part).Hex();
}

}  // namespace

std::string_view PathOf(std::string_view url) {
  const std::size_t scheme = url.find("://");
  const std::size_t host = scheme == std::string_view::npos ? 0 : scheme + 3;
  const std::size_t path = url.find_first_of("/?#", host);
  return path == std::string_view::npos || url[path] != '/' ? "/" : url.substr(path);
}

std::string MarkdownPath(std::string_view url) {
  std::string_view path = PathOf(url).substr(1);
  std::string out;
  for (;;) {
    // A slash behind the question mark parts no folders.
    const std::size_t slash = path.find_first_of("/?#");
    if (slash == std::string_view::npos || path[slash] != '/') break;
    out += Name(path.substr(0, slash), true) + "/";
    path.remove_prefix(slash + 1);
  }
  // No system has room for every path that a URL may have.
  if (out.size() > kPathBytes) return "long/" + HashBytes(url).Hex() + std::string(kEnding);
  const bool is_folder = path.empty() || path.front() == '?' || path.front() == '#';
  return out + Name((is_folder ? std::string(kFileOfFolder) : "") + std::string(path), false) +
         std::string(kEnding);
}

std::string MarkdownFolder(std::string_view host) { return Name(host, true); }

Result<std::vector<LlmsPage>> ReadLlmsPages(const Store& store, std::size_t most) {
  std::vector<LlmsPage> pages;
  std::size_t bytes = 0;
  for (std::uint32_t doc = 0; doc < store.docs() && pages.size() < most && bytes < kMostListBytes;
       ++doc) {
    THRESH_ASSIGN_OR_RETURN(DocRecord record, ReadPage(store, DocId(doc)));
    if (record.duplicate) continue;
    pages.push_back({DocId(doc), store.sites()[record.site.value].host, std::move(record.url),
                     std::move(record.title), std::move(record.description)});
    bytes += pages.back().bytes();
  }
  return pages;
}

std::string LlmsText(const std::vector<LlmsPage>& pages,
                     const std::function<std::string(const LlmsPage&)>& address) {
  if (pages.empty()) return "# No pages\n";
  const bool one_site = pages.front().host == pages.back().host;
  // Folders by name, and their pages in the order of the store.
  std::map<std::string, std::string, std::less<>> sections;
  for (const LlmsPage& page : pages) {
    const std::string folder =
        (one_site ? "" : page.host) + std::string(FirstFolder(PathOf(page.url)));
    std::string& rows = sections[folder];
    rows += "- [" + Words(page.title.empty() ? page.url : page.title) + "](" +
            LinkTarget(address(page)) + ")";
    if (!page.description.empty()) rows += ": " + Words(page.description);
    rows += '\n';
  }
  const auto start = std::find_if(pages.begin(), pages.end(), &IsStart);
  const bool titled = one_site && start != pages.end();
  std::string out =
      "# " +
      EscapeHeadingEnd(Words(titled && !start->title.empty() ? start->title : pages.front().host));
  if (!one_site) out += " and other sites";
  out += '\n';
  if (titled && !start->description.empty()) out += "\n> " + Words(start->description) + "\n";
  for (const auto& [folder, rows] : sections) out += "\n## " + Words(folder) + "\n\n" + rows;
  return out;
}

}  // namespace thresh
