#include "indexer/page/plain_text.h"

#include <bitset>
#include <cstddef>
#include <cstdint>

#include "common/base/ascii.h"
#include "indexer/page/entities.h"
#include "indexer/page/html/tags.h"

namespace thresh {
namespace {

constexpr std::size_t kNone = std::string_view::npos;
constexpr BlockNo kBody{0};

AttributeVector LayoutOnly(std::int8_t layout) {
  AttributeVector attributes{};
  attributes[0] = layout;
  return attributes;
}

// One pass over the html. It is linear because a search that ran to the end of the page without a
// result is remembered and never repeated (no_more_comments_, unclosed_) or ends the pass: markup
// that never ends is the last of the page.
class TagStripper {
 public:
  TagStripper(std::string_view html, Outline* outline)
      : html_(html), outline_(outline), writer_(outline, {}) {}

  void Run() {
    std::size_t text = 0;
    for (std::size_t at = html_.find('<'); at != kNone; at = html_.find('<', at)) {
      if (!BeginsMarkup(at)) {
        ++at;
        continue;
      }
      DecodeEntities(html_.substr(text, at - text), &pending_);
      const std::size_t end = MarkupEnd(at);
      // The end of the page cut the markup off. What there is of its attributes is no text.
      if (end == kNone) return Flush();
      at = text = ReadMarkup(html_.substr(at, end - at), end);
    }
    DecodeEntities(html_.substr(text), &pending_);
    Flush();
  }

 private:
  // HTML standard, 13.2.5.6: any other '<' is text, and "</" at the end of the page is.
  bool BeginsMarkup(std::size_t at) const {
    const std::string_view rest = html_.substr(at + 1, 2);
    if (rest.empty()) return false;
    if (rest.front() == '/') return rest.size() > 1;
    return rest.front() == '!' || rest.front() == '?' || IsAsciiAlpha(rest.front());
  }

  // The end of the tag or comment that begins at `at`. kNone if it never ends.
  std::size_t MarkupEnd(std::size_t at) {
    if (html_.substr(at + 1, 3) == "!--") return CommentEnd(at);
    return IsAsciiAlpha(html_[at + 1]) ? TagEnd(at) : NextEnd(at);
  }

  std::size_t NextEnd(std::size_t at) const {
    const std::size_t end = html_.find('>', at);
    return end == kNone ? kNone : end + 1;
  }

  // HTML standard, 13.2.5.43: the dashes of "<!-->" open the comment and close it.
  std::size_t CommentEnd(std::size_t at) {
    const std::size_t end = no_more_comments_ ? kNone : html_.find("-->", at + 2);
    if (end != kNone) return end + 3;
    no_more_comments_ = true;
    return NextEnd(at);
  }

  // A quote behind '=' hides '>' up to the second quote. One without a second quote is taken for
  // text: one forgotten quote must not hide the rest of the page.
  std::size_t TagEnd(std::size_t at) const {
    for (std::size_t i = html_.find_first_of("\"'>", at); i != kNone;
         i = html_.find_first_of("\"'>", i)) {
      if (html_[i] == '>') return i + 1;
      const std::size_t before = html_.find_last_not_of(kHtmlSpace, i - 1);
      const std::size_t twin = html_[before] == '=' ? html_.find(html_[i], i + 1) : kNone;
      i = twin == kNone ? i + 1 : twin + 1;
    }
    return kNone;
  }

  // Reads a tag and returns the place behind it, and behind its content if that is no text.
  std::size_t ReadMarkup(std::string_view markup, std::size_t end) {
    const bool closing = markup[1] == '/';
    const std::size_t name_begin = closing ? 2 : 1;
    if (!IsAsciiAlpha(markup[name_begin])) return end;
    const std::size_t name_end = markup.find_first_of(" \t\n\f\r/>", name_begin);
    const std::string_view name = markup.substr(name_begin, name_end - name_begin);
    const GumboTag tag = gumbo_tagn_enum(name.data(), static_cast<unsigned>(name.size()));
    const TagTraits& traits = kTagTable[tag];
    if (traits.silent) return closing ? end : SkipContent(tag, end);
    // An inline tag may stand within a word. Any other tag separates words.
    if (!traits.is_inline) pending_.push_back(' ');
    if (traits.layout >= 0) {
      Flush();
      // Nesting is not known here, so text behind an end tag belongs to the body.
      layout_ = closing ? std::int8_t{0} : traits.layout;
    }
    return end;
  }

  // Returns the place of the end tag, or `begin` if there is none.
  std::size_t SkipContent(GumboTag tag, std::size_t begin) {
    if (unclosed_[tag]) return begin;
    const std::size_t end = FindEndTag(html_, begin, gumbo_normalized_tagname(tag));
    unclosed_[tag] = end == kNone;
    // Without an end tag the content is read as text, so that one forgotten tag loses nothing.
    if (end == kNone) return begin;
    if (tag == GUMBO_TAG_TITLE && outline_->title.empty()) {
      std::string title;
      DecodeEntities(html_.substr(begin, end - begin), &title);
      outline_->title = CollapseSpace(title);
    }
    return end;
  }

  void Flush() {
    if (!TrimHtmlSpace(pending_).empty()) {
      writer_.Break();
      writer_.Text(pending_, layout_ == 0 ? kBody : writer_.Open(kBody, LayoutOnly(layout_)));
    }
    pending_.clear();
  }

  const std::string_view html_;
  Outline* const outline_;
  OutlineWriter writer_;
  std::string pending_;     // text since the last layout tag
  std::int8_t layout_ = 0;  // of that tag
  bool no_more_comments_ = false;
  std::bitset<GUMBO_TAG_LAST> unclosed_;
};

}  // namespace

void StripTags(std::string_view html, Outline* outline) { TagStripper(html, outline).Run(); }

void ReadPlainText(std::string_view text, Outline* outline) {
  OutlineWriter writer(outline, {});
  const AttributeVector paragraph = LayoutOnly(kTagTable[GUMBO_TAG_P].layout);
  for (std::size_t at = 0; at < text.size();) {
    // A paragraph ends at a line without words.
    std::size_t end = at;
    for (std::size_t line = at; line < text.size();) {
      const std::size_t next = std::min(text.find('\n', line), text.size() - 1) + 1;
      if (TrimHtmlSpace(text.substr(line, next - line)).empty() && end > at) break;
      line = end = next;
    }
    const std::string_view words = TrimHtmlSpace(text.substr(at, end - at));
    if (!words.empty()) {
      writer.Break();
      writer.Text(words, writer.Open(kBody, paragraph));
    }
    at = end;
  }
}

std::string TextOfMarkup(std::string_view html) {
  Outline outline;
  StripTags(html, &outline);
  std::string text;
  for (const Span& span : outline.spans) {
    if (!span.glued && !text.empty()) text.push_back(' ');
    text += std::string_view(outline.text).substr(span.text_begin, span.text_end - span.text_begin);
  }
  return text;
}

}  // namespace thresh
