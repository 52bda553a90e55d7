#include "common/store/schema.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "common/base/bytes.h"
#include "common/base/check.h"
#include "common/base/coder.h"
#include "common/base/numbers.h"
#include "common/base/version.h"

namespace thresh {

// ---- keys

std::string DocKey(DocId doc) {
  std::string key;
  PutBig32(&key, doc.value);
  return key;
}

std::string ChunkKey(std::string_view term, Field field, std::uint32_t chunk) {
  std::string key(term);
  PutU8(&key, 0);  // no term holds this byte: chunks lie in the order of `terms`
  PutU8(&key, static_cast<std::uint8_t>(field));
  PutBig32(&key, chunk);
  return key;
}

// Look-ups need equality only, so 16 bytes stand for an address of any length.
std::string UrlKey(std::string_view url) {
  const Hash128 hash = HashBytes(url);
  std::string key;
  PutBig64(&key, hash.high);
  PutBig64(&key, hash.low);
  return key;
}

std::string TemplateKey(TemplateId id) {
  std::string key;
  PutBig32(&key, id.value);
  return key;
}

std::string SpellingKey(std::string_view without_accents) {
  return std::string(kMetaSpelling).append(without_accents);
}

std::string SharedKey(std::uint32_t row) {
  std::string key;
  PutBig32(&key, 0xffffffff);  // no page has this number
  PutBig32(&key, row);
  return key;
}

namespace {

// A column of fixed-width little-endian numbers: a byte for the width, which is that of the widest
// number, then a number for each doc.
void Column(RecordWriter& coder, const std::vector<std::uint32_t>& column, std::uint64_t docs) {
  THRESH_CHECK(column.size() == docs);
  std::uint32_t all = 0;
  // The OR of all numbers is as wide as the widest of them.
  for (std::uint32_t v : column) all |= v;
  std::uint8_t width = 1;
  while (width < 4 && all >> (8 * width) != 0) ++width;
  std::string bytes;
  bytes.reserve(column.size() * width);
  for (std::uint32_t v : column) {
    for (unsigned i = 0; i < width; ++i) bytes.push_back(static_cast<char>((v >> (8 * i)) & 0xff));
  }
  coder.Byte(width);
  coder.Raw(bytes, bytes.size());
}

// Lengths are read at every start of a reader, so each width has a loop with a constant width.
template <std::size_t kWidth>
void ReadNumbers(std::string_view bytes, std::vector<std::uint32_t>& column) {
  for (std::size_t i = 0; i < column.size(); ++i) {
    std::uint32_t v = 0;
    for (std::size_t b = 0; b < kWidth; ++b)
      v |= std::uint32_t{static_cast<unsigned char>(bytes[i * kWidth + b])} << (8 * b);
    column[i] = v;
  }
}
constexpr std::array kReadNumbers = {&ReadNumbers<1>, &ReadNumbers<2>, &ReadNumbers<3>,
                                     &ReadNumbers<4>};

void Column(RecordReader& coder, std::vector<std::uint32_t>& column, std::uint64_t docs) {
  std::uint8_t width = 0;
  coder.Byte(width);
  // The division cannot overflow, while docs * width could if the row is damaged.
  if (width < 1 || width > kReadNumbers.size() || docs > coder.bytes()->left() / width)
    return coder.Fail();
  const std::string_view bytes = coder.bytes()->Bytes(static_cast<std::size_t>(docs) * width);
  column.resize(static_cast<std::size_t>(docs));
  kReadNumbers[width - 1U](bytes, column);
}

// ---- records: the order of the fields here is their order on disk (docs/FORMAT.md)

// Only pages with a stemmer of their own have one at the end of their record.
void DescribeStemmer(RecordWriter& coder, const std::string& stemmer) {
  if (!stemmer.empty()) coder.String(stemmer);
}
void DescribeStemmer(RecordReader& coder, std::string& stemmer) {
  if (!coder.ok() || coder.done()) return;
  coder.String(stemmer);
  if (stemmer.empty()) coder.Fail();
}

template <typename Coder, typename Record>
void DescribeDoc(Coder& coder, Record& r) {
  coder.String(r.docno);
  coder.String(r.path);
  coder.String(r.url);
  coder.String(r.title);
  coder.String(r.description);
  coder.String(r.date);
  coder.String(r.language);
  coder.Number(r.site.value);
  coder.Number(r.body_tokens_seen);
  coder.Number(r.body_tokens_indexed);
  coder.Number(r.blocks);
  coder.Number(r.template_blocks);
  coder.Hash(r.token_hash);
  coder.Hash(r.kept_hash);
  coder.Fixed(r.payload);
  coder.Flag(r.degraded);
  coder.Flag(r.duplicate);
  coder.Number(r.duplicate_of.value);
  coder.String(r.canonical);
  DescribeStemmer(coder, r.stemmer);
}

template <typename Coder, typename Record>
void DescribeLinks(Coder& coder, Record& r, std::string_view page_url) {
  std::uint32_t block = 0;
  std::uint32_t span = 0;
  bool mark = false;  // format 1 said here what the verdict of the block says
  coder.List(r.links, [&](auto& link) {
    // Blocks need not ascend, because the text of an outer block may go on behind an inner one.
    coder.Near(link.block.value, &block);
    coder.Near(link.first_span, &span);
    coder.NumberAndFlag(link.spans, mark);
    coder.FrontCoded(link.target, page_url);
  });
}

bool HasTemplates(const RecordWriter&, const LengthsRecord::Templates& templates) {
  return !templates.words.empty();
}
bool HasTemplates(const RecordReader& reader, const LengthsRecord::Templates&) {
  return reader.ok() && !reader.done();
}

// Three columns more, or none.
template <typename Coder, typename Templates>
void DescribeTemplates(Coder& coder, Templates& templates, std::uint64_t docs) {
  if (!HasTemplates(coder, templates)) return;
  Column(coder, templates.words, docs);
  Column(coder, templates.distinct, docs);
  Column(coder, templates.priors, docs);
}

template <typename Coder, typename Record>
// The number of docs stands once for all columns, so no two can differ in length.
void DescribeLengths(Coder& coder, Record& r) {
  std::uint64_t docs = r.distinct.size();
  coder.Number(docs);
  for (auto& column : r.words) Column(coder, column, docs);
  Column(coder, r.distinct, docs);
  Column(coder, r.priors, docs);
  DescribeTemplates(coder, r.templates, docs);
}

// Encoding, decoding and Add() share this list, so none of them can forget a number.
constexpr auto kStatistics = std::to_array({
    &Statistics::docs,
    &Statistics::empty,
    &Statistics::duplicates,
    &Statistics::degraded,
    &Statistics::blocks_seen,
    &Statistics::blocks_template,
    &Statistics::blocks_kept_one,
    &Statistics::blocks_protected,
    &Statistics::tokens_seen,
    &Statistics::tokens_indexed,
    &Statistics::tokens_fields,
    &Statistics::postings_seen,
    &Statistics::postings,
    &Statistics::terms,
    &Statistics::postings_bytes,
    &Statistics::positions_bytes,
    &Statistics::templates,
});

template <typename Coder, typename Record>
void DescribeStatistics(Coder& coder, Record& r) {
  for (const auto number : kStatistics) coder.Number(r.*number);
}

// Behind all sites stand the stemmers of each, or nothing where pages have none of their own.
bool HasStemmers(const std::vector<SiteRecord>& sites) {
  return std::any_of(sites.begin(), sites.end(),
                     [](const SiteRecord& site) { return !site.stemmers.empty(); });
}

void DescribeStemmers(RecordWriter& coder, const std::vector<SiteRecord>& sites) {
  if (!HasStemmers(sites)) return;
  for (const SiteRecord& site : sites) {
    coder.List(site.stemmers, [&](const auto& stemmer) {
      coder.String(stemmer.first);
      coder.Number(stemmer.second);
    });
  }
}
void DescribeStemmers(RecordReader& coder, std::vector<SiteRecord>& sites) {
  if (!coder.ok() || coder.done()) return;
  for (SiteRecord& site : sites) {
    std::vector<std::pair<std::string, std::uint64_t>> read;
    coder.List(read, [&](auto& stemmer) {
      coder.String(stemmer.first);
      coder.Number(stemmer.second);
    });
    site.stemmers = {read.begin(), read.end()};
  }
  if (!HasStemmers(sites)) coder.Fail();
}

template <typename Coder, typename Record>
void DescribeSites(Coder& coder, Record& sites) {
  coder.List(sites, [&](auto& site) {
    coder.String(site.host);
    DescribeStatistics(coder, site.statistics);
    coder.Hash(site.digest);
  });
  DescribeStemmers(coder, sites);
}

}  // namespace

std::string DocRecord::Encode() const {
  return Encoded([&](auto& coder) { DescribeDoc(coder, *this); });
}
bool DocRecord::Decode(std::string_view bytes) {
  *this = DocRecord();
  return Decoded(bytes, [&](auto& coder) { DescribeDoc(coder, *this); });
}

std::string LengthsRecord::Encode() const {
  return Encoded([&](auto& coder) { DescribeLengths(coder, *this); });
}
bool LengthsRecord::Decode(std::string_view bytes) {
  *this = LengthsRecord();
  return Decoded(bytes, [&](auto& coder) { DescribeLengths(coder, *this); });
}
bool LengthsRecord::DecodeTotals(std::string_view bytes) {
  *this = LengthsRecord();
  return Decoded(bytes, [&](auto& coder) {
    std::uint64_t docs = 0;
    coder.Number(docs);
    for (std::size_t f = 0; f < kOwnFieldCount; ++f) {
      // `distinct` is the buffer for every field in turn and ends with its own column, which
      // stands behind them. So no column of a field stays in memory.
      Column(coder, distinct, docs);  // a field's words, for now
      totals.resize(distinct.size());
      for (std::size_t doc = 0; doc < totals.size(); ++doc) totals[doc] += distinct[doc];
    }
    Column(coder, distinct, docs);
    Column(coder, priors, docs);
    DescribeTemplates(coder, templates, docs);
  });
}

// At 0 and at 1 a number is that of one side, without rounding.
LengthsRecord LengthsRecord::Weigh(double template_share) const {
  const auto between = [template_share](double without, double with) {
    return (1 - template_share) * without + template_share * with;
  };
  LengthsRecord record;
  record.distinct = distinct;  // how many docs there are
  record.priors = priors;
  for (std::uint32_t doc = 0; doc < docs(); ++doc) {
    const double length = Total(DocId(doc)), terms = distinct[doc];
    record.weighed.push_back({between(length, length + templates.words[doc]),
                              between(terms, terms + templates.distinct[doc]),
                              between(priors[doc], templates.priors[doc])});
  }
  return record;
}

std::string Statistics::Encode() const {
  return Encoded([&](auto& coder) { DescribeStatistics(coder, *this); });
}
bool Statistics::Decode(std::string_view bytes) {
  *this = Statistics();
  return Decoded(bytes, [&](auto& coder) { DescribeStatistics(coder, *this); });
}

std::string LinksRecord::Encode(std::string_view page_url) const {
  return Encoded([&](auto& coder) { DescribeLinks(coder, *this, page_url); });
}
bool LinksRecord::Decode(std::string_view bytes, std::string_view page_url) {
  return Decoded(bytes, [&](auto& coder) { DescribeLinks(coder, *this, page_url); });
}

std::string EncodeSites(const std::vector<SiteRecord>& sites) {
  return Encoded([&](auto& coder) { DescribeSites(coder, sites); });
}
bool DecodeSites(std::string_view bytes, std::vector<SiteRecord>* sites) {
  return Decoded(bytes, [&](auto& coder) { DescribeSites(coder, *sites); });
}

std::vector<std::string> StemmersOf(const std::vector<SiteRecord>& sites) {
  std::set<std::string> all;
  for (const SiteRecord& site : sites) {
    for (const auto& [stemmer, pages] : site.stemmers) all.insert(stemmer);
  }
  return {all.begin(), all.end()};
}

// One description for writing and reading.
template <typename Coder, typename Terms>
void DescribeSpellings(Coder& coder, Terms& terms) {
  coder.List(terms, [&](auto& term) { coder.String(term); });
}
std::string EncodeSpellings(const std::vector<std::string>& terms) {
  return Encoded([&](auto& coder) { DescribeSpellings(coder, terms); });
}
bool DecodeSpellings(std::string_view bytes, std::vector<std::string>* terms) {
  return Decoded(bytes, [&](auto& coder) { DescribeSpellings(coder, *terms); });
}

bool ReadsFormat(std::string_view version) {
  std::uint32_t number = 0;
  return ParseNumber(version, &number) && number == kFormatVersion;
}

void Statistics::Add(const Statistics& other) {
  for (const auto number : kStatistics) this->*number += other.*number;
}

}  // namespace thresh
