// JSON lines: {"url": ..., "html": ..., "docno": ..., "date": ..., "status": ...}, one page on each
// line; a line whose status is not 2xx needs no html, and may have a "location". Other members are
// passed over. A line is parsed as a stream of events, so a hostile line costs no more memory than
// its own size.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "indexer/sources/formats.h"
#include "indexer/sources/http_message.h"
#include "indexer/sources/json_member.h"
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
    if (name == "location") return &page_->target;
    return name == "date" ? &page_->date : nullptr;
  }

  RawPage* page_;
  std::string* wanted_ = nullptr;
  std::size_t depth_ = 0;
  bool has_html_ = false, is_status_ = false;
};

// The lines of a stream that are not blank.
class LineCutter {
 public:
  LineCutter(std::unique_ptr<Input> input, const PageLimits& limits)
      : input_(std::move(input)),
        // JSON escapes may take six bytes for one. Four leaves room for pages of mostly plain text.
        max_line_bytes_(4 * static_cast<std::size_t>(limits.max_page_bytes) + (64u << 10)) {}

  struct Line {
    std::uint64_t number = 0;  // from 1
    std::uint64_t offset = 0;
    std::string_view bytes;  // valid until the next call
    bool too_long = false;   // its end is thrown away
  };

  // Returns false at the end, and does so again when called again.
  Result<bool> Next(Line* line) {
    do {
      THRESH_RETURN_IF_ERROR(TakeLast());
      THRESH_ASSIGN_OR_RETURN(const std::size_t found, input_->Find('\n', max_line_bytes_));
      std::string_view bytes = input_->view().substr(0, std::min(found, max_line_bytes_));
      if (found == std::string_view::npos && bytes.empty()) return false;
      too_long_ = found == std::string_view::npos && bytes.size() == max_line_bytes_;
      size_ = too_long_ ? bytes.size() : std::min(bytes.size() + 1, input_->view().size());
      if (++number_ == 1 && bytes.starts_with("\xef\xbb\xbf")) bytes.remove_prefix(3);
      *line = {number_, input_->offset(), bytes, too_long_};
    } while (!too_long_ && TrimBlanks(line->bytes).empty());
    return true;
  }
  std::uint64_t offset() const { return input_->offset(); }

 private:
  // A line points into the window, so it is taken only when the next one is asked for.
  Status TakeLast() {
    input_->Skip(std::exchange(size_, 0));
    while (std::exchange(too_long_, false)) {
      auto end = input_->Find('\n', max_line_bytes_);
      if (!end.ok()) return end.status();
      const std::size_t size = std::min({*end, max_line_bytes_, input_->view().size()});
      input_->Skip(size);
      too_long_ = *end == std::string_view::npos && size > 0;
    }
    return {};
  }

  std::unique_ptr<Input> input_;
  std::size_t max_line_bytes_;
  std::uint64_t number_ = 0;
  std::size_t size_ = 0;  // of the last line with its end, as far as it was read
  bool too_long_ = false;
};

class JsonlReader : public PageReader {
 public:
  explicit JsonlReader(ReaderContext context)
      : limits_(context.limits),
        journal_(context.journal),
        lines_(std::move(context.input), limits_) {}

  Result<bool> Next(RawPage* page) override {
    while (true) {
      LineCutter::Line line;
      THRESH_ASSIGN_OR_RETURN(const bool found, lines_.Next(&line));
      if (!found) return false;
      ++(*journal_)[Counter::kRecordsRead];
      ResetPage(page);
      if (line.too_long) {
        SkipBadLine(line, "is too long for a page");
      } else if (FillPage(line, page)) {
        return true;
      }
    }
  }

 private:
  bool Skip(Counter reason) {
    ++(*journal_)[reason];
    return false;
  }

  void SkipBadLine(const LineCutter::Line& line, const std::string& why) {
    Skip(Counter::kSkippedMalformed);
    journal_->Lose("line " + std::to_string(line.number) + " " + why);
  }

  bool FillPage(const LineCutter::Line& line, RawPage* page) {
    LineHandler handler(page);
    const bool is_object = nlohmann::json::sax_parse(line.bytes, &handler);
    const bool is_page = page->status >= 200 && page->status <= 299;
    if (!is_object || (is_page && !handler.has_html())) {
      SkipBadLine(line, "is no JSON object with \"html\"");
      return false;
    }
    page->url = CleanUrl(page->url);
    if (page->url.empty()) return Skip(Counter::kSkippedNoUrl);
    if (page->docno.empty()) page->docno = page->url;
    if (!is_page) return FillFromStatus(page);
    page->broken = page->status == 206;
    page->http_charset = "utf-8";  // JSON is Unicode, whatever the <meta> of the html says
    return AcceptPayload(std::move(page->bytes), limits_, journal_, page) || NameOnly(page);
  }

  bool FillFromStatus(RawPage* page) {
    Skip(Counter::kSkippedStatus);
    page->bytes.clear();
    page->kind = KindOfStatus(static_cast<int>(page->status));
    return true;
  }

  PageLimits limits_;
  Journal* journal_;
  LineCutter lines_;
};

class JsonlWalk : public RecordWalk {
 public:
  explicit JsonlWalk(ReaderContext context)
      : journal_(context.journal), lines_(std::move(context.input), context.limits) {}

  Result<bool> Next(RecordPlace* place) override {
    LineCutter::Line line;
    THRESH_ASSIGN_OR_RETURN(const bool found, lines_.Next(&line));
    if (!found) return false;
    ++(*journal_)[Counter::kRecordsRead];
    *place = {line.offset, {}};
    const std::string_view json = TrimBlanks(line.bytes);
    if (line.too_long || !json.starts_with('{') || !json.ends_with('}')) {
      ++(*journal_)[Counter::kSkippedMalformed];
    } else {
      place->url = CleanUrl(StringMember(json, "url").value_or(""));
    }
    return true;
  }
  std::uint64_t offset() const override { return lines_.offset(); }

 private:
  Journal* journal_;
  LineCutter lines_;
};

}  // namespace

bool LooksLikeJsonl(std::string_view bytes) { return bytes.starts_with('{'); }

std::unique_ptr<PageReader> MakeJsonlReader(ReaderContext context) {
  return std::make_unique<JsonlReader>(std::move(context));
}

std::unique_ptr<RecordWalk> MakeJsonlWalk(ReaderContext context) {
  return std::make_unique<JsonlWalk>(std::move(context));
}

}  // namespace thresh
