// JSON lines: {"url": ..., "html": ..., "docno": ..., "date": ..., "status": ...}, one page on each
// line; a line whose status is not 2xx needs no html. Other members are passed over. A line is
// parsed as a stream of events, so a hostile line costs no more memory than its own size.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "indexer/sources/formats.h"
#include "indexer/sources/http_message.h"
#include "indexer/sources/page_names.h"
#include "indexer/sources/text.h"

namespace thresh {
namespace {

constexpr std::size_t kMaxDepth = 64;  // of objects and arrays in one another

// Takes the wanted strings of the outermost object.
class LineHandler : public nlohmann::json_sax<nlohmann::json> {
 public:
  explicit LineHandler(RawPage* page) : page_(page) {}

  bool null() override { return Value(); }
  bool boolean(bool) override { return Value(); }
  bool number_integer(number_integer_t) override { return Value(); }
  bool number_unsigned(number_unsigned_t number) override {
    if (depth_ == 1 && is_status_)
      page_->status = static_cast<std::uint32_t>(std::min<number_unsigned_t>(number, 999));
    return Value();
  }
  bool number_float(number_float_t, const string_t&) override { return Value(); }
  bool binary(binary_t&) override { return Value(); }
  bool string(string_t& text) override {
    // Inner objects may have members of the same names, which do not count.
    if (depth_ == 1 && wanted_ != nullptr) *wanted_ = std::move(text);
    return Value();
  }
  bool key(string_t& name) override {
    if (depth_ == 1) wanted_ = Choose(name);
    is_status_ = name == "status";
    return true;
  }
  bool start_object(std::size_t) override { return ++depth_ <= kMaxDepth; }
  bool end_object() override { return Close(); }
  // A line must be an object, so nothing but an object may stand at depth 0.
  bool start_array(std::size_t) override { return depth_ > 0 && ++depth_ <= kMaxDepth; }
  bool end_array() override { return Close(); }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override {
    return false;
  }

  bool has_html() const { return has_html_; }

 private:
  bool Value() { return depth_ > 0; }
  bool Close() {
    --depth_;
    return true;
  }
  std::string* Choose(const std::string& name) {
    if (name == "html") {
      has_html_ = true;
      return &page_->bytes;
    }
    if (name == "url") return &page_->url;
    if (name == "docno") return &page_->docno;
    return name == "date" ? &page_->date : nullptr;
  }

  RawPage* page_;
  std::string* wanted_ = nullptr;
  std::size_t depth_ = 0;
  bool has_html_ = false, is_status_ = false;
};

class JsonlReader : public PageReader {
 public:
  explicit JsonlReader(ReaderContext context)
      : context_(std::move(context)),
        // JSON escapes may take six bytes for one. Four leaves room for pages of mostly plain text.
        max_line_bytes_(4 * static_cast<std::size_t>(context_.limits.max_page_bytes) +
                        (64u << 10)) {}

  Result<bool> Next(RawPage* page) override {
    Input& input = *context_.input;
    while (true) {
      THRESH_ASSIGN_OR_RETURN(const std::size_t found, input.Find('\n', max_line_bytes_));
      std::string_view line = input.view().substr(0, std::min(found, max_line_bytes_));
      if (found == std::string_view::npos && line.empty()) return false;
      ++line_number_;
      const bool too_long = found == std::string_view::npos && line.size() == max_line_bytes_;
      const std::size_t size =
          too_long ? line.size() : std::min(line.size() + 1, input.view().size());
      if (line_number_ == 1 && line.starts_with("\xef\xbb\xbf")) line.remove_prefix(3);
      ResetPage(page);
      const bool taken = !too_long && !TrimBlanks(line).empty() && FillPage(line, page);
      // Skipped only now, because `line` points into the window.
      input.Skip(size);
      if (too_long) THRESH_RETURN_IF_ERROR(SkipLongLine());
      if (taken) return true;
    }
  }

 private:
  bool Skip(Counter reason) {
    ++(*context_.journal)[reason];
    return false;
  }

  void SkipBadLine(const std::string& why) {
    Skip(Counter::kSkippedMalformed);
    context_.journal->Note("line " + std::to_string(line_number_) + " " + why);
  }

  Status SkipLongLine() {
    ++(*context_.journal)[Counter::kRecordsRead];
    SkipBadLine("is too long for a page");
    while (true) {
      auto end = context_.input->Find('\n', max_line_bytes_);
      if (!end.ok()) return end.status();
      const std::size_t size = std::min({*end, max_line_bytes_, context_.input->view().size()});
      context_.input->Skip(size);
      if (*end != std::string_view::npos || size == 0) return {};
    }
  }

  bool FillPage(std::string_view line, RawPage* page) {
    ++(*context_.journal)[Counter::kRecordsRead];
    LineHandler handler(page);
    const bool is_object = nlohmann::json::sax_parse(line, &handler);
    const bool is_page = page->status >= 200 && page->status <= 299;
    if (!is_object || (is_page && !handler.has_html())) {
      SkipBadLine("is no JSON object with \"html\"");
      return false;
    }
    page->url = CleanUrl(page->url);
    if (page->url.empty()) return Skip(Counter::kSkippedNoUrl);
    if (page->docno.empty()) page->docno = page->url;
    if (!is_page) return FillFromStatus(page);
    page->http_charset = "utf-8";  // JSON is Unicode, whatever the <meta> of the html says
    return AcceptPayload(std::move(page->bytes), context_.limits, context_.journal, page);
  }

  bool FillFromStatus(RawPage* page) {
    Skip(Counter::kSkippedStatus);
    page->bytes.clear();
    page->kind = KindOfStatus(static_cast<int>(page->status));
    return true;
  }

  ReaderContext context_;
  std::size_t max_line_bytes_;
  std::uint64_t line_number_ = 0;
};

}  // namespace

bool LooksLikeJsonl(std::string_view bytes) { return bytes.starts_with('{'); }

std::unique_ptr<PageReader> MakeJsonlReader(ReaderContext context) {
  return std::make_unique<JsonlReader>(std::move(context));
}

}  // namespace thresh
