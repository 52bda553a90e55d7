// Any bytes as a posting list: a term's description, then one postings and one positions chunk,
// each with its length in front, given for every chunk that is asked for. A walk ends, docs ascend,
// bounds hold what was asked for, and what is damaged has a status.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/bytes.h"
#include "common/base/check.h"
#include "common/postings/postings.h"
#include "common/postings/unpack.h"

namespace {

using thresh::Field;
using thresh::PostingCursor;
using thresh::Result;

constexpr std::size_t kMostPostings = 5000;
constexpr std::uint32_t kMostPositions = 1U << 16;

struct OneChunk : thresh::ChunkReader {
  std::string postings, positions;
  Result<std::string_view> Postings(Field, std::uint32_t) override {
    return std::string_view(postings);
  }
  Result<std::string_view> Positions(Field, std::uint32_t) override {
    return std::string_view(positions);
  }
};

void CheckPositions(PostingCursor* cursor, std::vector<std::uint32_t>* positions) {
  const std::uint32_t tf = cursor->tf();
  THRESH_CHECK(tf > 0);
  if (tf > kMostPositions) return;
  if (!cursor->Positions(positions).ok()) {
    THRESH_CHECK(cursor->doc() == PostingCursor::kEnd && !cursor->status().ok());
    return;
  }
  THRESH_CHECK(positions->size() == tf);
  for (std::size_t i = 1; i < positions->size(); ++i)
    THRESH_CHECK((*positions)[i - 1] < (*positions)[i]);
}

// Any bytes are a group of any width, and the kernels of all CPUs agree about it.
void CompareKernels(std::string_view bytes) {
  const unsigned width = static_cast<unsigned>(bytes.size() / 16);
  std::array<std::uint32_t, thresh::kGroup> first{}, other{};
  if (width == 0 || width > thresh::kWidest) return;
  for (const thresh::UnpackKernels& row : thresh::UnpackKernelTable()) {
    if (!row.runs_here()) continue;
    row.unpack(bytes.data(), width, other.data());
    if (&row == thresh::UnpackKernelTable().data()) first = other;
    THRESH_CHECK(other == first);
  }
  std::array<std::uint32_t, thresh::kGroup> docs = first;
  const bool fits = thresh::UnpackKernelTable().front().ascend(first[0], docs.data());
  THRESH_CHECK(thresh::BestUnpackKernels().ascend(first[0], other.data()) == fits &&
               (!fits || other == docs));
}

// Every `stride`-th step is a seek.
void Walk(const thresh::FieldList& list, OneChunk* chunks, std::uint32_t stride) {
  PostingCursor cursor(&list, chunks);
  std::vector<std::uint32_t> positions;
  std::uint32_t least = 0;
  for (std::size_t n = 1; n < kMostPostings && cursor.doc() != PostingCursor::kEnd; ++n) {
    THRESH_CHECK(cursor.doc() >= least);
    least = cursor.doc() + 1;
    const std::uint32_t doc = cursor.doc();
    THRESH_CHECK(cursor.Bound(doc).last >= doc);
    if (cursor.doc() == PostingCursor::kEnd) break;  // the bounds are damaged
    CheckPositions(&cursor, &positions);
    if (n % stride == 0) {
      least = std::max(least, cursor.doc() + stride * 100);
      cursor.SeekTo(least);
    } else {
      cursor.Next();
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  thresh::ByteReader in({reinterpret_cast<const char*>(data), size});
  const std::string_view description = in.String();
  OneChunk chunks;
  chunks.postings = in.String();
  chunks.positions = in.String();
  CompareKernels(chunks.postings);
  thresh::TermRecord term;
  if (!term.Decode(description)) return 0;
  for (const thresh::FieldList& list : term.fields) {
    Walk(list, &chunks, 1000000);
    Walk(list, &chunks, 3);
  }
  return 0;
}
