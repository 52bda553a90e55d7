// llms.txt: the list of the pages of a store for assistants, as llmstxt.org draws it: the title of
// the site, its description as a quote, and a section for each first folder with a link to each
// page. An export writes one, and a server answers with one. Only functions of their arguments: any
// thread may call them.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/ids.h"
#include "common/base/status.h"
#include "common/store/store.h"

namespace thresh {

struct LlmsPage {
  DocId doc;
  std::string host, url, title, description;
  std::size_t bytes() const { return url.size() + title.size() + description.size(); }
};

inline constexpr std::size_t kMostListBytes = std::size_t{4} << 20;

// The pages in the order of the store, `most` of them at most, and no more behind those that have
// kMostListBytes. Copies of a page are left out.
Result<std::vector<LlmsPage>> ReadLlmsPages(const Store& store, std::size_t most);

// `address` says where the link of a page leads. Titles and descriptions are made safe.
std::string LlmsText(const std::vector<LlmsPage>& pages,
                     const std::function<std::string(const LlmsPage&)>& address);

// The path of a URL and what follows it: "/mill/hoist.html". Begins with a slash.
std::string_view PathOf(std::string_view url);

// The path of the file or view with the Markdown of a page, without a slash in front: the path of
// the page and ".md" ("mill/hoist.html.md", "index.html.md"). No part of it leaves its folder.
std::string MarkdownPath(std::string_view url);
// The folder of a host among those of several, which crawls may call "..", too.
std::string MarkdownFolder(std::string_view host);

}  // namespace thresh
