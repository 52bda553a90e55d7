#include "common/store/manifest.h"

#include <array>
#include <charconv>
#include <cstdio>

#include "common/base/numbers.h"
#include "common/base/version.h"
#include "common/store/line_file.h"

namespace thresh {
namespace {

constexpr std::string_view kTitle = "thresh-manifest";

// to_chars writes the shortest text that reads back as the same double, whatever the locale.
std::string Seconds(double seconds) {
  std::array<char, 64> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), seconds).ptr;
  return {digits.data(), end};
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
  if (!file.Parse(value)) return false;
  // A path has exactly two parts, the segment's folder and a plain name, so it cannot leave the
  // store.
  std::string_view path = file.path;
  return CutAt(&path, '/') == segment->name && IsPlainName(path);
}

// A counter that this version does not know comes from a newer one: the others still hold.
bool ParseCounter(std::string_view value, Counters* counters) {
  const std::string_view name = CutAt(&value, ' ');
  std::uint64_t count = 0;
  if (!ParseNumber(value, &count)) return false;
  (void)counters->SetByName(name, count);
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
  if (key == "digest") return Hash128::FromHex(value, &m->digest);
  if (key == "segment") return ParseSegment(value, &m->segments.emplace_back());
  // Files and masked hosts belong to the segment of the last line `segment`.
  if (key == "file") return !m->segments.empty() && ParseFile(value, &m->segments.back());
  if (key == "masked") {
    if (m->segments.empty()) return false;
    m->segments.back().masked.push_back(value);
    return true;
  }
  if (key == "crawl") return m->crawl.Parse(value) && IsPlainName(m->crawl.path);
  if (key == "masks") return m->masks.emplace().Parse(value) && IsPlainName(m->masks->path);
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
  // This format has no other key, and newer formats were refused before.
  if (text == nullptr) return false;
  *text = value;
  return true;
}

// Tables are numbered like the manifest that publishes them.
std::string TableName(const char* prefix, std::uint64_t number) {
  return prefix + ManifestName(number).substr(std::string_view("manifest-").size()) + ".sst";
}

}  // namespace

// Six digits, so that a listing of the store shows manifests in their order.
std::string ManifestName(std::uint64_t number) {
  std::array<char, 40> name{};
  std::snprintf(name.data(), name.size(), "manifest-%06llu",
                static_cast<unsigned long long>(number));
  return name.data();
}

std::string CrawlTableName(std::uint64_t number) { return TableName("crawl-", number); }
std::string MaskTableName(std::uint64_t number) { return TableName("masks-", number); }

std::string FileEntry::Line() const {
  return std::to_string(bytes) + ' ' + hash.Hex() + ' ' + path;
}

bool FileEntry::Parse(std::string_view line) {
  const bool numbers =
      ParseNumber(CutAt(&line, ' '), &bytes) && Hash128::FromHex(CutAt(&line, ' '), &hash);
  path = line;
  return numbers;
}

std::string Manifest::Encode() const {
  LineFileWriter out(kTitle, format);
  out.Put("number", std::to_string(number));
  out.Put("created", created);
  out.Put("analyzer", analyzer);
  out.Put("stemmer", analyzer_options.stemmer);
  out.Put("stop_words", analyzer_options.stop_words);
  out.Put("build", build_id);
  for (const auto& [key, value] : config) out.Put("config", key + ' ' + value);
  for (const std::string& input : inputs) out.Put("input", input);
  out.Put("digest", digest.Hex());
  for (const SegmentEntry& segment : segments) {
    out.Put("segment",
            segment.name + ' ' + std::to_string(segment.docs) + ' ' + segment.digest.Hex());
    for (const FileEntry& file : segment.files) out.Put("file", file.Line());
    for (const std::string& host : segment.masked) out.Put("masked", host);
  }
  out.Put("crawl", crawl.Line());
  if (masks) out.Put("masks", masks->Line());
  for (std::size_t i = 0; i < kCounterCount; ++i) {
    out.Put("counter", std::string(kCounterTable[i].name) + ' ' + std::to_string(counters.at(i)));
  }
  for (const auto& [stage, spent] : seconds) out.Put("seconds", stage + ' ' + Seconds(spent));
  return out.Finish();
}

// Reads only the title and the checksum before the version is known, so a newer format may change
// everything else and is still reported as newer, not as damaged.
Result<Manifest> Manifest::Decode(std::string_view text, const std::string& file) {
  const auto refused = [&](const std::string& why) {
    return Status(Code::kUnusable, file + " " + why);
  };
  LineFileReader lines(text, kTitle);
  if (lines.state() == LineFileReader::State::kForeign) return refused("is no manifest of thresh");
  if (lines.state() == LineFileReader::State::kDamaged)
    return refused("is damaged: its checksum is wrong; copy the store again or rebuild it");
  Manifest manifest;
  if (!ParseNumber(lines.version(), &manifest.format) || manifest.format == 0)
    return refused("has no format version");
  if (manifest.format < kFormatVersion) {
    return refused("was written by an older version of thresh (format " +
                   std::to_string(manifest.format) + "; this one reads " +
                   std::to_string(kFormatVersion) + "); build the store anew, with --replace");
  }
  if (manifest.format > kFormatVersion) {
    return refused("was written by a newer version of thresh (format " +
                   std::to_string(manifest.format) + "; this one reads " +
                   std::to_string(kFormatVersion) + ")");
  }
  bool understood = true;
  while (understood && lines.Next()) understood = ParseLine(lines.key(), lines.value(), &manifest);
  if (!understood || !lines.ok())
    return refused("is damaged: a line cannot be read; rebuild the store");
  return manifest;
}

Hash128 ContentDigestOf(std::string_view analyzer, std::string_view detector,
                        const std::vector<SiteRecord>& sites) {
  Hasher128 hash;
  hash.Field(analyzer);
  hash.Field(detector);
  for (const SiteRecord& site : sites) {
    hash.Field(site.host);
    hash.Number(site.digest.high);
    hash.Number(site.digest.low);
  }
  return hash.Finish();
}

}  // namespace thresh
