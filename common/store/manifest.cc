#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>

#include "common/store/store.h"

namespace thresh {
namespace {

constexpr std::string_view kTitle = "thresh-manifest ";
constexpr std::string_view kChecksum = "checksum ";

// A value stands on one line whatever a path or a setting holds.
std::string Escaped(std::string_view value) {
  std::string line;
  for (char c : value) {
    if (c == '\\') {
      line += "\\\\";
    } else if (c == '\n') {
      line += "\\n";
    } else {
      line += c;
    }
  }
  return line;
}

bool Unescape(std::string_view line, std::string* value) {
  value->clear();
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] != '\\') {
      *value += line[i];
      continue;
    }
    if (++i == line.size() || (line[i] != '\\' && line[i] != 'n')) return false;
    *value += line[i] == 'n' ? '\n' : '\\';
  }
  return true;
}

void PutLine(std::string* out, std::string_view key, std::string_view value) {
  *out += key;
  *out += ' ';
  *out += Escaped(value);
  *out += '\n';
}

std::string Seconds(double seconds) {
  std::array<char, 64> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), seconds).ptr;
  return {digits.data(), end};
}

void PutSegment(std::string* out, const SegmentEntry& segment) {
  PutLine(out, "segment",
          segment.name + ' ' + std::to_string(segment.docs) + ' ' + segment.digest.Hex());
  for (const FileEntry& file : segment.files) {
    PutLine(out, "file", std::to_string(file.bytes) + ' ' + file.hash.Hex() + ' ' + file.path);
  }
}

std::string_view CutAt(std::string_view* text, char separator) {
  const std::size_t end = std::min(text->find(separator), text->size());
  const std::string_view part = text->substr(0, end);
  text->remove_prefix(std::min(end + 1, text->size()));
  return part;
}

template <typename Number>
bool ParseNumber(std::string_view text, Number* number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), *number);
  return error == std::errc() && end == text.data() + text.size();
}

// Folder names and file names of ours: nothing that a manifest says may reach outside of the store.
bool IsPlainName(std::string_view name) {
  return !name.empty() && name[0] != '.' && name.find('/') == std::string_view::npos;
}

bool ParseSegment(std::string_view value, SegmentEntry* segment) {
  segment->name = CutAt(&value, ' ');
  return IsPlainName(segment->name) && ParseNumber(CutAt(&value, ' '), &segment->docs) &&
         Hash128::FromHex(value, &segment->digest);
}

bool ParseFile(std::string_view value, SegmentEntry* segment) {
  FileEntry& file = segment->files.emplace_back();
  if (!ParseNumber(CutAt(&value, ' '), &file.bytes) ||
      !Hash128::FromHex(CutAt(&value, ' '), &file.hash)) {
    return false;
  }
  file.path = value;
  return CutAt(&value, '/') == segment->name && IsPlainName(value);
}

// A name that this version does not count is a newer version's: the rest is of use all the same.
bool ParseCounter(std::string_view value, Counters* counters) {
  const std::string_view name = CutAt(&value, ' ');
  std::uint64_t count = 0;
  if (!ParseNumber(value, &count)) return false;
  const auto row = std::find_if(kCounterTable.begin(), kCounterTable.end(),
                                [&](const CounterInfo& info) { return info.name == name; });
  if (row != kCounterTable.end())
    counters->set(static_cast<std::size_t>(row - kCounterTable.begin()), count);
  return true;
}

bool ParsePair(std::string_view value, std::pair<std::string, std::string>* pair) {
  pair->first = CutAt(&value, ' ');
  pair->second = value;
  return !pair->first.empty();
}

bool ParseSeconds(std::string_view value, std::pair<std::string, double>* seconds) {
  seconds->first = CutAt(&value, ' ');
  return !seconds->first.empty() && ParseNumber(value, &seconds->second);
}

bool ParseLine(std::string_view key, const std::string& value, Manifest* m) {
  if (key == "number") return ParseNumber(value, &m->number);
  if (key == "segment") return ParseSegment(value, &m->segments.emplace_back());
  if (key == "file") return !m->segments.empty() && ParseFile(value, &m->segments.back());
  if (key == "counter") return ParseCounter(value, &m->counters);
  if (key == "config") return ParsePair(value, &m->config.emplace_back());
  if (key == "seconds") return ParseSeconds(value, &m->seconds.emplace_back());
  if (key == "input") {
    m->inputs.push_back(value);
    return true;
  }
  std::string* text = key == "created"      ? &m->created
                      : key == "analyzer"   ? &m->analyzer
                      : key == "stemmer"    ? &m->analyzer_options.stemmer
                      : key == "stop_words" ? &m->analyzer_options.stop_words
                      : key == "build"      ? &m->build_id
                                            : nullptr;
  if (text == nullptr) return false;
  *text = value;
  return true;
}

// The lines before the last one, where that holds their checksum.
bool CheckedBody(std::string_view text, std::string_view* body) {
  if (text.empty() || text.back() != '\n') return false;
  text.remove_suffix(1);
  const std::size_t last_line = text.rfind('\n') + 1;  // npos + 1 is 0
  std::string_view last = text.substr(last_line);
  Hash128 checksum;
  if (!last.starts_with(kChecksum) || !Hash128::FromHex(last.substr(kChecksum.size()), &checksum))
    return false;
  *body = text.substr(0, last_line);
  return HashBytes(*body) == checksum;
}

bool ParseBody(std::string_view lines, Manifest* manifest) {
  while (!lines.empty()) {
    std::string_view line = CutAt(&lines, '\n');
    const std::string_view key = CutAt(&line, ' ');
    std::string value;
    if (!Unescape(line, &value) || !ParseLine(key, value, manifest)) return false;
  }
  return true;
}

}  // namespace

std::string ManifestName(std::uint64_t number) {
  std::array<char, 40> name{};
  std::snprintf(name.data(), name.size(), "manifest-%06llu",
                static_cast<unsigned long long>(number));
  return name.data();
}

std::string Manifest::Encode() const {
  std::string out;
  PutLine(&out, kTitle.substr(0, kTitle.size() - 1), std::to_string(format));
  PutLine(&out, "number", std::to_string(number));
  PutLine(&out, "created", created);
  PutLine(&out, "analyzer", analyzer);
  PutLine(&out, "stemmer", analyzer_options.stemmer);
  PutLine(&out, "stop_words", analyzer_options.stop_words);
  PutLine(&out, "build", build_id);
  for (const auto& [key, value] : config) PutLine(&out, "config", key + ' ' + value);
  for (const std::string& input : inputs) PutLine(&out, "input", input);
  for (const SegmentEntry& segment : segments) PutSegment(&out, segment);
  for (std::size_t i = 0; i < kCounterCount; ++i) {
    PutLine(&out, "counter",
            std::string(kCounterTable[i].name) + ' ' + std::to_string(counters.at(i)));
  }
  for (const auto& [stage, spent] : seconds) PutLine(&out, "seconds", stage + ' ' + Seconds(spent));
  return out + std::string(kChecksum) + HashBytes(out).Hex() + '\n';
}

Result<Manifest> Manifest::Decode(std::string_view text, const std::string& file) {
  const auto refused = [&](const std::string& why) {
    return Status(Code::kUnusable, file + " " + why);
  };
  if (!text.starts_with(kTitle)) return refused("is no manifest of thresh");
  std::string_view body;
  if (!CheckedBody(text, &body))
    return refused("is damaged: its checksum is wrong; copy the store again or rebuild it");
  std::string_view version = CutAt(&body, '\n').substr(kTitle.size());
  Manifest manifest;
  if (!ParseNumber(version, &manifest.format) || manifest.format == 0)
    return refused("has no format version");
  if (manifest.format > kFormatVersion) {
    return refused("was written by a newer version of thresh (format " +
                   std::to_string(manifest.format) + "; this one reads " +
                   std::to_string(kFormatVersion) + ")");
  }
  if (!ParseBody(body, &manifest))
    return refused("is damaged: a line cannot be read; rebuild the store");
  return manifest;
}

// With one segment, what it holds; else a hash over all of them.
Hash128 Manifest::Digest() const {
  if (segments.size() == 1) return segments[0].digest;
  Hasher128 hasher;
  for (const SegmentEntry& segment : segments) {
    hasher.Number(segment.digest.high);
    hasher.Number(segment.digest.low);
  }
  return hasher.Finish();
}

}  // namespace thresh
