#include "indexer/detect/page_row.h"

#include <zstd.h>

#include <utility>
#include <vector>

#include "common/base/coder.h"
#include "common/base/memory.h"

namespace thresh {
namespace {

// Pages are packed while they stream in, so this is the fastest one.
constexpr int kPackLevel = 1;
// No frame unpacks to more than this many times its bytes: a block of 128 KB takes four at least.
constexpr std::size_t kMostPacked = std::size_t{1} << 16;

// Each of these names the fields of a part of a page, in both directions.
template <typename Coder, typename T>
void DescribeText(Coder& coder, T& page) {
  coder.String(page.text);
  coder.List(page.spans, [&](auto& span) {
    coder.Number(span.text_begin);
    coder.Number(span.text_end);
    coder.Number(span.first_token);
    coder.Number(span.tokens);
    coder.NumberAndFlag(span.block.value, span.glued);
  });
}

template <typename Coder, typename T>
void DescribeBlocks(Coder& coder, T& page) {
  coder.List(page.blocks, [&](auto& block) {
    coder.Enum(block.field, Field::kCount);
    coder.Number(block.parent);
    coder.Number(block.tokens);
    coder.Number(block.distinct);
    coder.Hash(block.style);
    coder.Hash(block.text_hash);
    coder.Fixed(block.folded_hash);
    coder.Flag(block.only_numbers);
    coder.Flag(block.in_title);
  });
}

template <typename Coder, typename T>
void DescribeWords(Coder& coder, T& page) {
  coder.List(page.postings, [&](auto& posting) {
    coder.Number(posting.term.value);
    coder.Number(posting.block.value);
    coder.Number(posting.first);
    coder.Number(posting.count);
  });
  coder.List(page.offsets, [&](auto& offset) { coder.Number(offset); });
}

template <typename Coder, typename T>
void DescribeLinks(Coder& coder, T& page) {
  coder.List(page.links, [&](auto& link) {
    coder.String(link.target);
    coder.Number(link.block.value);
    coder.Number(link.first_span);
    coder.Number(link.spans);
    coder.Number(link.node);
  });
}

template <typename Coder, typename T>
void DescribeTree(Coder& coder, T& tree) {
  coder.List(tree.nodes, [&](auto& node) {
    coder.Number(node.tag);
    coder.Number(node.parent);
    coder.Number(node.end);
    coder.Number(node.first_text);
    coder.Number(node.first_attribute);
    coder.Number(node.attributes);
    coder.Number(node.look);
  });
  coder.List(tree.attributes, [&](auto& attribute) {
    coder.Enum(attribute.name, static_cast<AttributeName>(kAttributeNames));
    coder.Number(attribute.begin);
    coder.Number(attribute.end);
  });
  coder.String(tree.bytes);
}

template <typename Coder, typename T>
void DescribeLines(Coder& coder, T& page) {
  coder.List(page.lines, [&](auto& line) {
    coder.Fixed(line.hash);
    coder.Number(line.block.value);
  });
}

template <typename Coder, typename T>
void DescribePage(Coder& coder, T& page) {
  coder.String(page.site);
  coder.Hash(page.token_hash);
  coder.Number(page.body_tokens);
  DescribeText(coder, page);
  DescribeBlocks(coder, page);
  DescribeWords(coder, page);
  DescribeLinks(coder, page);
  DescribeTree(coder, page.tree);
  DescribeLines(coder, page);
}

void ReadTerms(RecordReader* in, Page* page) {
  std::vector<std::string> terms;
  in->List(terms, [&](std::string& term) { in->String(term); });
  // Views are made when the bytes have stopped to move.
  for (const std::string& term : terms) page->term_bytes += term;
  const char* at = page->term_bytes.data();
  for (const std::string& term : terms) {
    page->terms.emplace_back(at, term.size());
    page->term_hashes.push_back(FastHash64(term));
    at += term.size();
  }
}

bool SpansAreSound(const Page& page) {
  for (const Span& span : page.spans) {
    if (span.text_begin > span.text_end || span.text_end > page.text.size()) return false;
    if (span.block.value >= page.blocks.size()) return false;
  }
  return true;
}

bool WordsAreSound(const Page& page) {
  for (const BlockPosting& posting : page.postings) {
    if (posting.term.value >= page.terms.size() || posting.block.value >= page.blocks.size())
      return false;
    if (std::uint64_t{posting.first} + posting.count > page.offsets.size()) return false;
  }
  return true;
}

bool LinksAreSound(const Page& page) {
  for (const Link& link : page.links) {
    if (link.block.value >= page.blocks.size()) return false;
    if (std::uint64_t{link.first_span} + link.spans > page.spans.size()) return false;
  }
  for (const SourceLine& line : page.lines) {
    if (line.block != kNoBlock && line.block.value >= page.blocks.size()) return false;
  }
  return true;
}

bool TreeIsSound(const PageTree& tree, std::size_t texts) {
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    const PageNode& node = tree.nodes[i];
    if (node.parent > i || node.end <= i || node.end > tree.nodes.size()) return false;
    if (node.first_text > texts) return false;
    if (std::uint64_t{node.first_attribute} + node.attributes > tree.attributes.size())
      return false;
  }
  for (const PageAttribute& attribute : tree.attributes) {
    if (attribute.begin > attribute.end || attribute.end > tree.bytes.size()) return false;
  }
  return true;
}

// Rows come from a run file, whose blocks have checksums. That no number leads out of the page is
// checked all the same.
bool IsSound(const Page& page) {
  return SpansAreSound(page) && WordsAreSound(page) && LinksAreSound(page) &&
         TreeIsSound(page.tree, page.spans.size());
}

}  // namespace

PageRowWriter::PageRowWriter() : packer_(ZSTD_createCCtx()) { OutOfMemoryIf(packer_ == nullptr); }

PageRowWriter::~PageRowWriter() { ZSTD_freeCCtx(packer_); }

void PageRowWriter::Append(const Page& page, DocId arrival, std::string* rows) {
  const std::string rest = Encoded([&](RecordWriter& out) {
    out.List(page.terms, [&](std::string_view term) { out.String(term); });
    DescribePage(out, page);
  });
  packed_.resize(ZSTD_compressBound(rest.size()));
  const std::size_t packed = ZSTD_compressCCtx(packer_, packed_.data(), packed_.size(), rest.data(),
                                               rest.size(), kPackLevel);
  // All that can fail where the room is enough is memory.
  OutOfMemoryIf(ZSTD_isError(packed) != 0);
  PutVarint(rows, arrival.value);
  PutString(rows, page.date);
  PutString(rows, page.url);
  PutVarint(rows, rest.size());
  PutString(rows, std::string_view(packed_).substr(0, packed));
}

bool TakePageRow(std::string_view* bytes, PageRow* row) {
  ByteReader in(*bytes);
  row->arrival = DocId(in.Varint32());
  row->date = in.String();
  row->url = in.String();
  row->bytes = in.Varint();
  row->rest = in.String();
  if (!in.ok()) return false;
  bytes->remove_prefix(bytes->size() - in.left());
  return true;
}

PageRowReader::PageRowReader() : unpacker_(ZSTD_createDCtx()) {
  OutOfMemoryIf(unpacker_ == nullptr);
}

PageRowReader::~PageRowReader() { ZSTD_freeDCtx(unpacker_); }

bool PageRowReader::Decode(const PageRow& row, Page* page) {
  *page = {};
  page->date = row.date;
  page->url = row.url;
  // A damaged size must not ask for more memory than the packed bytes can fill.
  if (row.bytes != ZSTD_getFrameContentSize(row.rest.data(), row.rest.size()) ||
      row.bytes / kMostPacked > row.rest.size())
    return false;
  rest_.resize(row.bytes);
  const std::size_t unpacked =
      ZSTD_decompressDCtx(unpacker_, rest_.data(), rest_.size(), row.rest.data(), row.rest.size());
  if (ZSTD_isError(unpacked) != 0 || unpacked != row.bytes) return false;
  const bool whole = Decoded(rest_, [&](RecordReader& in) {
    ReadTerms(&in, page);
    DescribePage(in, *page);
  });
  return whole && IsSound(*page);
}

}  // namespace thresh
