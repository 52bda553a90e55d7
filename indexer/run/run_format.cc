#include "indexer/run/run_format.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <utility>

#include "common/base/coder.h"

namespace thresh {

namespace {

constexpr std::size_t kHashBytes = 16;

// Big-endian in a file.
std::uint64_t Turned(std::uint64_t v) {
  return std::endian::native == std::endian::little ? __builtin_bswap64(v) : v;
}

}  // namespace

// A hash uses all of its bits, so varints would make it longer. Every block with words has one, so
// hashes are copied whole.
void PutHash(std::string* out, const Hash128& hash) {
  const std::array<std::uint64_t, 2> halves = {Turned(hash.high), Turned(hash.low)};
  static_assert(sizeof halves == kHashBytes);
  out->append(reinterpret_cast<const char*>(halves.data()), kHashBytes);
}

Hash128 ReadHash(ByteReader* in) {
  const std::string_view bytes = in->Bytes(kHashBytes);
  if (bytes.size() != kHashBytes) return {};
  std::array<std::uint64_t, 2> halves{};
  std::memcpy(halves.data(), bytes.data(), kHashBytes);
  return {Turned(halves[0]), Turned(halves[1])};
}

namespace {

// The field takes two bits of a posting's head, and one says that the word stands once.
constexpr unsigned kGapShift = 3;
constexpr std::uint32_t kMostFields = 4;
static_assert(kOwnFieldCount == kMostFields);

// How many elements may follow: a count of foreign bytes must not size a vector beyond what the
// bytes can hold.
bool ReadCount(ByteReader* in, std::size_t* count) {
  *count = static_cast<std::size_t>(in->Varint());
  return in->ok() && *count <= in->left();
}

void PutShape(std::string* out, const RunDocRecord::BlockShape& shape) {
  PutU8(out, static_cast<std::uint8_t>(shape.field));
  PutVarint(out, shape.tokens);
  // Nested markup makes many blocks without words: two bytes each.
  if (shape.tokens == 0) return;
  PutHash(out, shape.text_hash);
}

bool ReadShape(ByteReader* in, RunDocRecord::BlockShape* shape) {
  const std::uint8_t field = in->U8();
  // Only the merge makes the field of anchors, so no block of a run has it.
  if (field >= kOwnFieldCount) return false;
  // Readers decode row after row into one record. A block without words must not keep the hash of
  // an earlier page.
  *shape = {};
  shape->field = static_cast<Field>(field);
  shape->tokens = in->Varint32();
  if (shape->tokens == 0) return in->ok();
  shape->text_hash = ReadHash(in);
  return in->ok();
}

bool ReadShapes(ByteReader* in, std::vector<RunDocRecord::BlockShape>* blocks) {
  std::size_t count = 0;
  if (!ReadCount(in, &count)) return false;
  blocks->resize(count);
  for (auto& shape : *blocks) {
    if (!ReadShape(in, &shape)) return false;
  }
  return true;
}

bool ReadLayout(ByteReader* in, std::size_t blocks, std::vector<RunDocRecord::Stretch>* layout) {
  std::size_t count = 0;
  if (!ReadCount(in, &count)) return false;
  layout->resize(count);
  for (auto& stretch : *layout) {
    stretch.block = BlockNo(in->Varint32());
    stretch.tokens = in->Varint32();
    // The merge indexes its verdicts with this number.
    if (stretch.block.value >= blocks) return false;
  }
  return in->ok();
}

// Neighbouring spans of one block (`a<b>c</b>`) are one stretch.
std::vector<RunDocRecord::Stretch> MakeLayout(const std::vector<Span>& spans) {
  std::vector<RunDocRecord::Stretch> layout;
  for (const Span& span : spans) {
    // A span without words takes no position, so it must not part the words around it.
    if (span.tokens == 0) continue;
    if (layout.empty() || layout.back().block != span.block) layout.push_back({span.block, 0});
    layout.back().tokens += span.tokens;
  }
  return layout;
}

DocRecord MakeDocRecord(const Page& page, SiteId site, std::optional<DocId> duplicate_of) {
  DocRecord record = {.docno = page.docno,
                      .path = page.path,
                      .url = page.url,
                      .title = page.title,
                      .description = page.description,
                      .date = page.date,
                      .language = page.language,
                      .site = site,
                      .body_tokens_seen = page.body_tokens,
                      .token_hash = page.token_hash,
                      .kept_hash = {},
                      .payload = page.origin.payload,
                      .degraded = page.degraded,
                      .duplicate = duplicate_of.has_value(),
                      .duplicate_of = duplicate_of.value_or(DocId()),
                      .canonical = page.canonical,
                      .stemmer = page.stemmer};
  for (const Block& block : page.blocks) {
    if (block.field == Field::kBody && block.tokens > 0) ++record.blocks;
  }
  return record;
}

RunDocRecord MakeShape(const Page& page) {
  RunDocRecord record;
  record.host = page.site;
  record.blocks.reserve(page.blocks.size());
  for (const Block& block : page.blocks) {
    if (block.field == kCutWords) continue;
    record.blocks.push_back({block.field, block.tokens, block.text_hash});
  }
  record.layout = MakeLayout(page.spans);
  record.heading_hash = page.heading_hash;
  record.heading_first = page.heading_first;
  record.heading_last = page.heading_last;
  record.broken = page.broken;
  return record;
}

}  // namespace

std::string RunDocKey(char kind, DocId doc) {
  std::string key(1, kind);
  // Big-endian, so that the byte order of the keys is the order of the pages.
  PutBig32(&key, doc.value);
  return key;
}

std::string RunLogKey(SiteId site) {
  std::string key(1, kRunLogs);
  PutBig32(&key, site.value);
  return key;
}

std::string RunLogKey(SiteId site, std::uint32_t part) {
  std::string key = RunLogKey(site);
  PutBig32(&key, part);
  return key;
}

// No host holds a byte 0, so that URLs stand by host.
std::string RunEventKey(std::string_view host, std::string_view url) {
  return std::string(1, kRunEvents).append(host).append(1, '\0').append(url);
}

std::string RunTermKey(std::string_view term) { return std::string(1, kRunTerms).append(term); }

namespace {

template <typename Coder, typename T>
void DescribeEvents(Coder& coder, T& row) {
  coder.List(row.events, [&](auto& event) {
    coder.Enum(event.kind, static_cast<RecordKind>(static_cast<int>(RecordKind::kNamed) + 1));
    coder.Number(event.status);
    coder.NumberAndFlag(event.pages_before, event.stored);
    coder.String(event.date);
    coder.String(event.target);
  });
}

// What stands in front of the shape.
std::string Head(DocId id, bool stored, const std::optional<StoredPlace>& kept_words) {
  return Encoded([&](RecordWriter& out) {
    out.NumberAndFlag(id.value, stored);
    DescribePlace(out, kept_words);
  });
}

}  // namespace

std::string RunEventRow::Encode() const {
  return Encoded([this](RecordWriter& out) { DescribeEvents(out, *this); });
}

bool RunEventRow::Decode(std::string_view bytes) {
  return Decoded(bytes, [this](RecordReader& in) { DescribeEvents(in, *this); });
}

std::string RunDocRecord::Encode() const {
  std::string out = Head(id, stored, kept_words);
  PutString(&out, doc.Encode());
  // The shape comes last, so that EncodeRunDoc can append a shape that another thread has made.
  return out + EncodeShape();
}

std::string RunDocRecord::EncodeShape() const {
  std::string out;
  // A hash and two numbers, or two numbers, that are mostly small.
  out.reserve(host.size() + 64 + blocks.size() * (kHashBytes + 3) + layout.size() * 4);
  PutString(&out, host);
  PutVarint(&out, blocks.size());
  for (const BlockShape& shape : blocks) PutShape(&out, shape);
  PutVarint(&out, layout.size());
  for (const Stretch& stretch : layout) {
    PutVarint(&out, stretch.block.value);
    PutVarint(&out, stretch.tokens);
  }
  PutHash(&out, heading_hash);
  PutVarint(&out, heading_first);
  PutVarint(&out, heading_last);
  PutU8(&out, broken ? 1 : 0);
  return out;
}

bool RunDocRecord::DecodeHead(ByteReader* in) {
  const std::uint64_t number = in->Varint();
  id = DocId(static_cast<std::uint32_t>(number >> 1));
  stored = (number & 1) != 0;
  const std::uint32_t place = in->Varint32();
  kept_words.reset();
  if (place > 0) kept_words = StoredPlace{place - 1, DocId(in->Varint32())};
  return number >> 33 == 0 && in->ok();
}

bool RunDocRecord::DecodeDoc(ByteReader* in) { return DecodeHead(in) && doc.Decode(in->String()); }

bool RunDocRecord::Decode(std::string_view bytes) {
  ByteReader in(bytes);
  if (!DecodeDoc(&in)) return false;
  host = in.String();
  if (!ReadShapes(&in, &blocks) || !ReadLayout(&in, blocks.size(), &layout)) return false;
  heading_hash = ReadHash(&in);
  heading_first = in.Varint32();
  heading_last = in.Varint32();
  const std::uint8_t flag = in.U8();
  broken = flag == 1;
  return flag <= 1 && in.ok() && in.done();
}

RunDocRecord MakeRunDocRecord(const Page& page, DocId doc, SiteId site,
                              std::optional<DocId> duplicate_of) {
  RunDocRecord record = MakeShape(page);
  record.id = doc;
  record.stored = page.stored;
  record.kept_words = page.kept_words;
  record.doc = MakeDocRecord(page, site, duplicate_of);
  return record;
}

std::string EncodeRunDoc(const Page& page, std::string_view shape, DocId doc, SiteId site,
                         std::optional<DocId> duplicate_of) {
  std::string out = Head(doc, page.stored, page.kept_words);
  const std::string record = MakeDocRecord(page, site, duplicate_of).Encode();
  out.reserve(out.size() + kMostVarintBytes + record.size() + shape.size());
  PutString(&out, record);
  return out.append(shape);
}

std::string EncodeRunText(const Page& page) {
  std::vector<SpanView> spans;
  spans.reserve(page.spans.size());
  const std::string_view text = page.text;
  for (const Span& span : page.spans) {
    spans.push_back({text.substr(span.text_begin, span.text_end - span.text_begin), span.block,
                     span.glued, span.tokens});
  }
  return EncodePlainText(spans);
}

RunRows EncodeRunRows(const Page& page) {
  return {MakeShape(page).EncodeShape(), EncodeRunText(page), EncodeRunLinks(page)};
}

RunRows TakeRunRows(Page* page) {
  RunRows rows{MakeShape(*page).EncodeShape(), std::move(page->text_row),
               std::move(page->links_row)};
  // No row is empty: it begins with a number.
  if (rows.text.empty()) rows.text = EncodeRunText(*page);
  if (rows.links.empty()) rows.links = EncodeRunLinks(*page);
  return rows;
}

std::string EncodeRunLinks(const Page& page) {
  LinksRecord record;
  record.links.reserve(page.links.size());
  for (const Link& link : page.links) {
    record.links.push_back({link.target, link.block, link.first_span, link.spans});
  }
  return record.Encode(page.url);
}

void RunPostingsWriter::Clear() {
  bytes_.clear();
  last_doc_ = 0;
}

// The head of a posting: the gap to the last page, the field, and whether the word stands once.
// Most words stand once on a page, and in its body.
void RunPostingsWriter::Add(DocId doc, Field field, std::span<const std::uint32_t> positions) {
  const std::uint64_t gap = doc.value - last_doc_;
  const bool once = positions.size() == 1;
  PutVarint(&bytes_, gap << kGapShift | static_cast<std::uint64_t>(field) << 1U | (once ? 1U : 0U));
  if (!once) PutVarint(&bytes_, positions.size());
  std::uint32_t last = 0;
  for (std::uint32_t position : positions) {
    PutVarint(&bytes_, position - last);
    last = position;
  }
  last_doc_ = doc.value;
}

bool RunPostingsReader::Fail() {
  ok_ = false;
  return false;
}

bool RunPostingsReader::ReadPositions(std::uint64_t count) {
  // A position takes at least one byte. A larger count is damage and must not size the vector.
  if (count == 0 || count > in_.left()) return Fail();
  positions_.resize(static_cast<std::size_t>(count));
  std::uint64_t position = 0;
  for (std::size_t k = 0; k < positions_.size(); ++k) {
    const std::uint32_t gap = in_.Varint32();
    // Positions ascend strictly, so only the first gap may be 0.
    if (k > 0 && gap == 0) return Fail();
    position += gap;
    positions_[k] = static_cast<std::uint32_t>(position);
    if (position > 0xffffffffU) return Fail();
  }
  return in_.ok() || Fail();
}

bool RunPostingsReader::Next() {
  if (!ok_ || in_.done()) return false;
  const std::uint64_t head = in_.Varint();
  const std::uint64_t gap = head >> kGapShift;
  const std::uint64_t doc = doc_ + gap;
  const auto field = static_cast<std::uint32_t>(head >> 1U & (kMostFields - 1));
  // A pair (doc, field) that came twice would put the words into the list twice.
  if (doc > 0xffffffffU || (started_ && gap == 0 && field <= field_)) return Fail();
  started_ = true;
  doc_ = static_cast<std::uint32_t>(doc);
  field_ = field;
  return ReadPositions((head & 1) != 0 ? 1 : in_.Varint());
}

namespace {

template <typename Coder, typename List>
void DescribeStrikes(Coder& coder, List& strikes) {
  coder.List(strikes.templates, [&](auto& found) {
    coder.Number(found.site.value);
    coder.Hash(found.key);
    CodeRule(coder, found.rule);
  });
  std::uint32_t doc = 0;
  coder.List(strikes.strikes, [&](auto& strike) {
    // Strikes are ordered by page, so a page is stored as the step from the one before.
    coder.Ascending(strike.doc.value, &doc);
    coder.Number(strike.block.value);
    coder.Number(strike.template_id.value);
    coder.Byte(strike.score);
  });
}

}  // namespace

std::string EncodeStrikes(const Strikes& strikes) {
  return Encoded([&](RecordWriter& out) { DescribeStrikes(out, strikes); });
}

bool DecodeStrikes(std::string_view bytes, Strikes* strikes) {
  // A strike that names no template would be read past the list of templates.
  return Decoded(bytes, [&](RecordReader& in) { DescribeStrikes(in, *strikes); }) &&
         std::all_of(strikes->strikes.begin(), strikes->strikes.end(), [&](const Strike& strike) {
           return strike.template_id.value < strikes->templates.size();
         });
}

}  // namespace thresh
