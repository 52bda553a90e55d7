// TREC collections: <DOC> <DOCNO>...</DOCNO> ... </DOC>.
//   trecweb   a <DOCHDR> with the URL and the HTTP header stands before the html;
//   trectext  no <DOCHDR>: the rest of the document is text, its tags are dropped.
// <DOC> counts only at the start of a line, and </DOC> only at its end, because pages write about
// them.
#include <algorithm>
#include <array>
#include <optional>

#include "common/base/ascii.h"
#include "indexer/sources/formats.h"
#include "indexer/sources/html_sniff.h"
#include "indexer/sources/http_message.h"
#include "indexer/sources/page_names.h"
#include "indexer/sources/text.h"

namespace thresh {
namespace {

constexpr std::size_t kHeaderRoom = 64u << 10;  // held of a document over the cap of a page
constexpr std::size_t kPieceBytes = 64u << 10;  // longer lines are read in pieces
constexpr std::size_t kMaxTagBytes = 1024;      // "<" with no ">" this near is a less-than sign

constexpr std::string_view kOpen = "<doc>";
constexpr std::string_view kClose = "</doc>";

// The content of the first element `name` (lower case) and the text behind it.
struct Element {
  std::string_view content;
  std::string_view after;
};
std::optional<Element> FindElement(std::string_view text, const std::string& name) {
  const std::string open = "<" + name + ">";
  const std::size_t begin = FindIgnoreCase(text, open);
  if (begin == std::string_view::npos) return std::nullopt;
  text.remove_prefix(begin + open.size());
  const std::string close = "</" + name + ">";
  const std::size_t end = FindIgnoreCase(text, close);
  if (end == std::string_view::npos) return std::nullopt;
  return Element{text.substr(0, end), text.substr(end + close.size())};
}

// The size of the tag, comment or declaration at the front of `text`; 0 if there is none.
std::size_t TagSize(std::string_view text) {
  if (text.size() < 2) return 0;
  const char c = text[1];
  const bool named = IsAsciiAlpha(c) || c == '/' || c == '!' || c == '?';
  const std::size_t end = text.substr(0, kMaxTagBytes).find('>');
  return named && end != std::string_view::npos ? end + 1 : 0;
}

// SGML text without its tags. Only the entities that stand for markup are decoded.
std::string DropTags(std::string_view text) {
  constexpr std::array<std::pair<std::string_view, char>, 4> kEntities = {
      {{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}}};
  std::string plain;
  // A single pass decodes each entity once: "&amp;lt;" must come out as "&lt;".
  while (!text.empty()) {
    std::size_t used = 1;
    char c = text[0];
    if (const std::size_t tag = c == '<' ? TagSize(text) : 0; tag > 0) {
      used = tag;
      // A tag becomes a blank, so that the words around it stay apart.
      c = ' ';
    } else if (c == '&') {
      const auto entity =
          std::find_if(kEntities.begin(), kEntities.end(),
                       [&](const auto& candidate) { return text.starts_with(candidate.first); });
      if (entity != kEntities.end()) {
        used = entity->first.size();
        c = entity->second;
      }
    }
    plain += c;
    text.remove_prefix(used);
  }
  return plain;
}

class TrecReader : public PageReader {
 public:
  explicit TrecReader(ReaderContext context)
      : context_(std::move(context)),
        keep_bytes_(static_cast<std::size_t>(context_.limits.max_page_bytes) + kHeaderRoom) {}

  Result<bool> Next(RawPage* page) override {
    while (true) {
      THRESH_ASSIGN_OR_RETURN(const bool found, TakeDocument());
      if (!found) return false;
      ++journal()[Counter::kRecordsRead];
      ResetPage(page);
      if (FillPage(page)) return true;
    }
  }

 private:
  Journal& journal() { return *context_.journal; }

  // The next line, or a piece of a long one, without taking it. Empty at the end.
  Result<std::string_view> PeekLine() {
    THRESH_ASSIGN_OR_RETURN(const std::size_t end, context_.input->Find('\n', kPieceBytes));
    const std::string_view bytes = context_.input->view();
    return bytes.substr(
        0, std::min(end == std::string_view::npos ? kPieceBytes : end + 1, bytes.size()));
  }

  // Fills document_ with the text between <DOC> and </DOC>. Returns false at the end.
  Result<bool> TakeDocument() {
    THRESH_ASSIGN_OR_RETURN(const bool opened, FindOpen());
    document_.clear();
    broken_ = false;
    // FindOpen has taken the start of this line, so line_start begins as false.
    for (bool line_start = false; opened;) {
      THRESH_ASSIGN_OR_RETURN(const std::string_view line, PeekLine());
      // A <DOC> stays in the stream, so that the next call opens its document.
      if (line.empty() || (line_start && StartsWithLower(line, kOpen))) {
        broken_ = line.empty();
        ++journal()[line.empty() ? Counter::kTruncatedRecords : Counter::kResynchronised];
        context_.journal->Lose("document before byte " + std::to_string(context_.input->offset()) +
                               " has no </DOC>");
        break;
      }
      line_start = line.ends_with('\n');
      // </DOC> may stand behind the last words of a line.
      const std::size_t close = FindIgnoreCase(line, kClose);
      const bool closed =
          close != std::string_view::npos && TrimBlanks(line.substr(close + kClose.size())).empty();
      const std::string_view kept = line.substr(0, closed ? close : line.size());
      // A document over the cap is read to its end all the same, because the next one stands
      // there.
      document_.append(kept.substr(0, keep_bytes_ - document_.size()));
      context_.input->Skip(line.size());
      if (closed) break;
    }
    return opened;
  }

  // Goes behind the next <DOC> at the start of a line.
  Result<bool> FindOpen() {
    bool line_start = true;
    bool noted = false;
    while (true) {
      THRESH_ASSIGN_OR_RETURN(const std::string_view line, PeekLine());
      if (line.empty()) return false;
      if (line_start && StartsWithLower(line, kOpen)) {
        context_.input->Skip(kOpen.size());
        return true;
      }
      if (!noted && !TrimBlanks(line).empty() && line != "\xef\xbb\xbf") {
        noted = true;
        ++journal()[Counter::kResynchronised];
        context_.journal->Note("no <DOC> at byte " + std::to_string(context_.input->offset()));
      }
      line_start = line.ends_with('\n');
      context_.input->Skip(line.size());
    }
  }

  bool FillPage(RawPage* page) {
    const auto docno = FindElement(document_, "docno");
    if (!docno) {
      ++journal()[Counter::kSkippedMalformed];
      return false;
    }
    page->docno = TrimBlanks(docno->content);
    std::string_view content = docno->after;
    if (const auto header = FindElement(content, "dochdr")) {
      content = header->after;
      ReadHeader(header->content, page);
      if (page->status < 200 || page->status > 299) {
        ++journal()[Counter::kSkippedStatus];
        page->kind = KindOfStatus(static_cast<int>(page->status));
        return !page->url.empty();
      }
    }
    page->broken = broken_ || page->status == 206;
    if (content.starts_with('\r')) content.remove_prefix(1);
    if (content.starts_with('\n')) content.remove_prefix(1);
    // A document of trectext has no header and so no URL. Its number makes one.
    if (page->url.empty()) {
      if (!LooksLikeHtml(content)) page->form = PageForm::kText;
      page->url = BaseUrl(context_.base_url, "trec") + EncodePath(page->docno);
    }
    return AcceptPayload(page->form == PageForm::kText ? DropTags(content) : std::string(content),
                         context_.limits, context_.journal, page);
  }

  // <DOCHDR>: "URL [IP date type length]" on its first line, then the status line and the fields of
  // the HTTP response.
  static void ReadHeader(std::string_view header, RawPage* page) {
    header.remove_prefix(std::min(header.find_first_not_of("\r\n "), header.size()));
    const std::size_t line_end = std::min(header.find('\n'), header.size());
    std::string_view first = header.substr(0, line_end);
    page->url = CleanUrl(TakeWord(&first));
    // The words behind the URL may be missing, so the date is known by its form.
    while (!first.empty()) {
      const std::string date = IsoDate(TakeWord(&first));
      if (date.ends_with('Z') && date.find('T') != std::string::npos) page->date = date;
    }
    header.remove_prefix(line_end);
    header.remove_prefix(std::min(header.find_first_not_of("\r\n "), header.size()));
    if (const auto response = ParseArchivedResponse(header))
      page->status = static_cast<std::uint32_t>(response->status);
    const HeaderFields fields = HeaderFields::Parse(header);
    page->target = fields.Get("Location");
    page->http_charset = ParseMediaType(fields.Get("Content-Type")).charset;
    if (page->date.empty()) page->date = fields.Get("Date");
  }

  ReaderContext context_;
  std::size_t keep_bytes_;
  std::string document_;
  bool broken_ = false;  // the stream ended inside the document
};

}  // namespace

bool LooksLikeTrec(std::string_view bytes) { return StartsWithLower(bytes, kOpen); }

std::unique_ptr<PageReader> MakeTrecReader(ReaderContext context) {
  return std::make_unique<TrecReader>(std::move(context));
}

}  // namespace thresh
