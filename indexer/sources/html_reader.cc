// A single html file, or standard input, as a source of one page.
#include <filesystem>

#include "indexer/sources/formats.h"
#include "indexer/sources/page_names.h"

namespace thresh {
namespace {

class HtmlReader : public PageReader {
 public:
  explicit HtmlReader(ReaderContext context) : context_(std::move(context)) {}

  Result<bool> Next(RawPage* page) override {
    if (done_) return false;
    done_ = true;
    ++(*context_.journal)[Counter::kRecordsRead];
    // One byte over the cap, so that AcceptPayload sees that the page was cut.
    const auto limit = static_cast<std::size_t>(context_.limits.max_page_bytes) + 1;
    THRESH_RETURN_IF_ERROR(context_.input->FillAcross(limit));
    ResetPage(page);
    // Standard input has no name, but a page needs a path and a URL.
    const std::filesystem::path file = context_.name == "-" ? "stdin.html" : context_.name;
    page->path = page->docno = file.filename().string();
    std::string folder = context_.folder;
    if (folder.empty()) folder = FolderName(file.parent_path().string());
    page->url = BaseUrl(context_.base_url, folder) + EncodePath(page->path);
    return AcceptPayload(std::string(context_.input->view()), context_.limits, context_.journal,
                         page);
  }

 private:
  ReaderContext context_;
  bool done_ = false;
};

}  // namespace

std::unique_ptr<PageReader> MakeHtmlReader(ReaderContext context) {
  return std::make_unique<HtmlReader>(std::move(context));
}

}  // namespace thresh
