// The format llms: a folder with llms.txt, llms-full.txt and a file of Markdown for each page, as a
// site publishes them beside its own pages. The folder is written under another name and gets its
// own at the end, so that it is there whole or not at all.
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <unordered_set>

#include "common/base/files.h"
#include "common/cli/table.h"
#include "query/export/format.h"
#include "query/export/llms.h"
#include "query/export/markdown_text.h"
#include "query/export/page_text_writer.h"
#include "query/export/page_walk.h"

namespace thresh {
namespace {

class LlmsFolder {
 public:
  LlmsFolder(const Store& store, std::string folder)
      : store_(store), folder_(std::move(folder)), walk_(store, false) {}

  Status Write(const ExportProgress& progress, ExportReport* report) {
    THRESH_RETURN_IF_ERROR(MakeDirectory(folder_));
    THRESH_ASSIGN_OR_RETURN(full_, OutFile::Create(folder_ + "/llms-full.txt"));
    for (;;) {
      THRESH_ASSIGN_OR_RETURN(const bool more, walk_.Next());
      if (!more) break;
      THRESH_RETURN_IF_ERROR(Page());
      report->text_bytes += text_.size();
      progress(++report->pages, store_.docs(), "pages");
    }
    THRESH_RETURN_IF_ERROR(full_->Finish());
    THRESH_RETURN_IF_ERROR(full_->Commit());
    return WriteFileDurably(folder_ + "/llms.txt",
                            LlmsText(pages_, [](const LlmsPage& page) { return page.url; }));
  }

 private:
  Status Page() {
    const DocRecord& doc = walk_.doc();
    THRESH_RETURN_IF_ERROR(writer_.Write(walk_.text(), walk_.harvest(), &text_));
    THRESH_RETURN_IF_ERROR(WriteFile(FreeName(doc.url)));
    // The words of a copy are listed once.
    if (doc.duplicate) return {};
    pages_.push_back({DocId(walk_.number()), walk_.host(), doc.url, doc.title, doc.description});
    std::string page = "From " + SafeText(doc.url) + "\n\n";
    if (!text_.starts_with("# ")) {
      std::string title;
      AppendMarkdownText(SafeText(doc.title.empty() ? doc.url : doc.title), &title);
      page += "# " + EscapeHeadingEnd(title) + "\n\n";
    }
    return full_->Append(page + text_ + "\n\n");
  }

  // Several sites have a folder each. http and https may have the same path.
  std::string FreeName(std::string_view url) {
    const std::string site = store_.sites().size() > 1 ? MarkdownFolder(walk_.host()) + "/" : "";
    const std::string path = site + MarkdownPath(url);
    std::string name = path;
    for (int n = 2; !names_.insert(name).second; ++n)
      name = path.substr(0, path.size() - 3) + "-" + std::to_string(n) + ".md";
    return name;
  }

  Status WriteFile(const std::string& name) {
    const std::string file = folder_ + "/" + name;
    const std::string parent = file.substr(0, file.rfind('/'));
    // Pages come by their paths, so most have the folder of the page before.
    if (parent != parent_) THRESH_RETURN_IF_ERROR(MakeDirectory(parent));
    parent_ = parent;
    return AppendToFile(file, text_ + "\n");
  }

  const Store& store_;
  const std::string folder_;
  PageWalk walk_;
  PageTextWriter writer_{ExportText::kMarkdown};
  std::unique_ptr<OutFile> full_;
  std::vector<LlmsPage> pages_;
  std::unordered_set<std::string> names_ = {"llms.txt", "llms-full.txt"};
  std::string text_, parent_;
};

}  // namespace

Status WriteLlms(const Store& store, const ExportProgress& progress, const std::string& out,
                 ExportReport* report) {
  if (out == "-") return Status(Code::kUsage, "--format llms writes a folder: give --out its name");
  std::string folder = out;
  while (folder.size() > 1 && folder.ends_with('/')) folder.pop_back();
  std::error_code error;
  const bool free =
      !std::filesystem::exists(folder, error) ||
      (std::filesystem::is_directory(folder, error) && std::filesystem::is_empty(folder, error));
  if (error || !free)
    return Status(Code::kCannotCreate, folder + " is there already: remove it, or name another");
  const std::string unfinished = folder + ".tmp";
  THRESH_RETURN_IF_ERROR(RemoveTree(unfinished));
  const Status written = LlmsFolder(store, unfinished).Write(progress, report);
  if (!written.ok()) {
    static_cast<void>(RemoveTree(unfinished).ok());  // the first error is the one to tell
    return written;
  }
  std::filesystem::rename(unfinished, folder, error);
  if (error) return ErrnoStatus(error.value(), "cannot create", folder);
  report->templates = store.statistics().templates;
  report->files = {folder + "/llms.txt", folder + "/llms-full.txt"};
  return {};
}

}  // namespace thresh
