// The formats of topics with tags: TREC's SGML, in which end tags of fields may be missing, and the
// XML of the web tracks. One loose reader serves both, because an XML parser would refuse the SGML.
#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "common/base/ascii.h"
#include "query/evaluate/input_text.h"
#include "query/evaluate/topic_readers.h"

namespace thresh {
namespace {

// A tag and the text up to the next one.
struct Piece {
  std::string tag;  // its name in lower case; "/top" for an end tag
  std::string_view attributes;
  std::string_view text;
  std::size_t line = 0;
};

bool BeginsTag(std::string_view text) {
  if (text.size() < 2 || text[0] != '<') return false;
  return IsAsciiAlpha(text[1]) || text[1] == '/' || text[1] == '!' || text[1] == '?';
}

// Where the next tag begins; a < that begins none is text.
std::size_t FindTag(std::string_view text, std::size_t at) {
  while ((at = text.find('<', at)) != std::string_view::npos && !BeginsTag(text.substr(at))) ++at;
  return std::min(at, text.size());
}

Piece MakePiece(std::string_view inside, std::string_view text, std::size_t line) {
  Piece piece{.tag = {}, .attributes = {}, .text = text, .line = line};
  piece.tag = LowerAscii(NextWord(&inside));
  piece.attributes = inside;
  return piece;
}

// Cuts the text at its tags. An unclosed tag at the end of the text is dropped; ReadMarkup then
// finds its topic not closed. Counts lines on the way, each byte once.
std::vector<Piece> CutTags(std::string_view text) {
  std::vector<Piece> pieces;
  std::size_t line = 1, counted = 0;
  for (std::size_t at = FindTag(text, 0); at < text.size();) {
    const bool comment = text.substr(at).starts_with("<!--");
    // A comment may hold tags, so only --> ends it.
    const std::size_t close = text.find(comment ? "-->" : ">", at);
    if (close == std::string_view::npos) break;
    const std::size_t begin = close + (comment ? 3 : 1);
    const std::size_t next = FindTag(text, begin);
    const std::string_view before = text.substr(counted, at - counted);
    line += static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
    counted = at;
    pieces.push_back(
        MakePiece(text.substr(at + 1, close - at - 1), text.substr(begin, next - begin), line));
    at = next;
  }
  return pieces;
}

struct Entity {
  std::string_view name, text;
};
constexpr std::array<Entity, 6> kEntities = {{{"&amp;", "&"},
                                              {"&lt;", "<"},
                                              {"&gt;", ">"},
                                              {"&quot;", "\""},
                                              {"&apos;", "'"},
                                              {"&#39;", "'"}}};

// Replaces entities by their characters and each sequence of blanks by one blank.
std::string PlainText(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    // One pass: the & that &amp; gives must not begin another entity.
    const auto* entity = std::find_if(kEntities.begin(), kEntities.end(), [&](const Entity& row) {
      return text.starts_with(row.name);
    });
    if (entity != kEntities.end()) {
      out += entity->text;
      text.remove_prefix(entity->name.size());
      continue;
    }
    const bool blank = std::isspace(static_cast<unsigned char>(text[0])) != 0;
    if (!blank || (!out.empty() && out.back() != ' ')) out += blank ? ' ' : text[0];
    text.remove_prefix(1);
  }
  return std::string(Trimmed(out));
}

// Without the label that TREC puts in front of a field: "Number: 301".
std::string WithoutLabel(std::string text, std::initializer_list<std::string_view> labels) {
  for (const std::string_view label : labels) {
    if (text.starts_with(label))
      return std::string(Trimmed(std::string_view(text).substr(label.size())));
  }
  return text;
}

std::string Attribute(std::string_view attributes, std::string_view name) {
  const std::size_t at = attributes.find(std::string(name) + "=");
  if (at == std::string_view::npos) return {};
  std::string_view value = attributes.substr(at + name.size() + 1);
  const char quote = value.empty() ? ' ' : value[0];
  if (quote != '"' && quote != '\'') return std::string(NextWord(&value));
  return PlainText(value.substr(1, value.substr(1).find(quote)));
}

void AddText(const std::string& text, std::string* field) {
  if (!text.empty()) *field += (field->empty() ? "" : " ") + text;
}

// Fills in the member of the topic that the piece's tag names.
void FillSgml(const Piece& piece, Topic* topic) {
  const std::string text = PlainText(piece.text);
  if (piece.tag == "num") topic->id = WithoutLabel(text, {"Number:"});
  if (piece.tag == "title") AddText(WithoutLabel(text, {"Topic:"}), &(*topic)[TopicField::kTitle]);
  if (piece.tag == "desc")
    AddText(WithoutLabel(text, {"Description:"}), &(*topic)[TopicField::kDescription]);
  if (piece.tag == "narr")
    AddText(WithoutLabel(text, {"Narrative:"}), &(*topic)[TopicField::kNarrative]);
}

void FillWeb(const Piece& piece, Topic* topic) {
  const std::string text = PlainText(piece.text);
  if (piece.tag == "topic") topic->id = Attribute(piece.attributes, "number");
  if (piece.tag == "number" || piece.tag == "num") topic->id = text;
  if (piece.tag == "query" || piece.tag == "title") AddText(text, &(*topic)[TopicField::kTitle]);
  if (piece.tag == "description") AddText(text, &(*topic)[TopicField::kDescription]);
  if (piece.tag == "narrative") AddText(text, &(*topic)[TopicField::kNarrative]);
}

// The topics between <`tag`> and </`tag`>.
Result<std::vector<Topic>> ReadMarkup(const TopicText& text, const std::string& tag,
                                      void (*fill)(const Piece&, Topic*)) {
  std::vector<Topic> topics;
  bool inside = false;
  for (const Piece& piece : CutTags(text.text)) {
    if (piece.tag == "/" + tag) {
      inside = false;
    } else if (piece.tag == tag) {
      if (inside)
        return LineError(text.file, piece.line,
                         "<" + tag + "> stands within <" + tag + ">: </" + tag + "> is missing");
      inside = true;
      topics.emplace_back().line = piece.line;
    }
    // The tag of the topic itself is filled in, too: in the web tracks it has the number.
    if (inside) fill(piece, &topics.back());
  }
  if (inside) return LineError(text.file, topics.back().line, "<" + tag + "> is not closed");
  return topics;
}

}  // namespace

Result<std::vector<Topic>> ReadSgmlTopics(const TopicText& text) {
  return ReadMarkup(text, "top", &FillSgml);
}

Result<std::vector<Topic>> ReadWebTopics(const TopicText& text) {
  return ReadMarkup(text, "topic", &FillWeb);
}

}  // namespace thresh
