#include "common/store/line_file.h"

#include <algorithm>
#include <utility>

#include "common/base/hash.h"

namespace thresh {
namespace {

constexpr std::string_view kChecksum = "checksum ";

bool Unescape(std::string_view line, std::string* value) {
  value->clear();
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] != '\\') {
      *value += line[i];
      continue;
    }
    // Any other escape is refused, so that every value has exactly one spelling.
    if (++i == line.size() || (line[i] != '\\' && line[i] != 'n')) return false;
    *value += line[i] == 'n' ? '\n' : '\\';
  }
  return true;
}

// Finds the lines before the last one and compares their checksum with the last one.
bool CheckedBody(std::string_view text, std::string_view* body) {
  if (text.empty() || text.back() != '\n') return false;
  text.remove_suffix(1);
  const std::size_t last_line = text.rfind('\n') + 1;  // npos + 1 is 0
  const std::string_view last = text.substr(last_line);
  Hash128 checksum;
  if (!last.starts_with(kChecksum) || !Hash128::FromHex(last.substr(kChecksum.size()), &checksum))
    return false;
  *body = text.substr(0, last_line);
  return HashBytes(*body) == checksum;
}

}  // namespace

LineFileWriter::LineFileWriter(std::string_view title, std::uint64_t version) {
  Put(title, std::to_string(version));
}

// A line end in a value would end the line, and the backslash is escaped to keep escapes
// unambiguous.
void LineFileWriter::Put(std::string_view key, std::string_view value) {
  out_ += key;
  out_ += ' ';
  for (const char c : value) {
    if (c == '\\') {
      out_ += "\\\\";
    } else if (c == '\n') {
      out_ += "\\n";
    } else {
      out_ += c;
    }
  }
  out_ += '\n';
}

std::string LineFileWriter::Finish() {
  Put(kChecksum.substr(0, kChecksum.size() - 1), HashBytes(out_).Hex());
  return std::exchange(out_, {});
}

LineFileReader::LineFileReader(std::string_view text, std::string_view title) {
  // The title is looked at before the checksum: a file of another kind is foreign, not damaged.
  if (!text.starts_with(title) || !text.substr(title.size()).starts_with(' ')) return;
  state_ = CheckedBody(text, &lines_) ? State::kWhole : State::kDamaged;
  if (state_ == State::kWhole) version_ = CutAt(&lines_, '\n').substr(title.size() + 1);
}

bool LineFileReader::Next() {
  if (state_ != State::kWhole || !ok_ || lines_.empty()) return false;
  std::string_view line = CutAt(&lines_, '\n');
  key_ = CutAt(&line, ' ');
  return ok_ = Unescape(line, &value_);
}

std::string_view CutAt(std::string_view* text, char separator) {
  const std::size_t end = std::min(text->find(separator), text->size());
  const std::string_view part = text->substr(0, end);
  text->remove_prefix(std::min(end + 1, text->size()));
  return part;
}

}  // namespace thresh
