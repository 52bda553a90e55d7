// What the fuzz targets of the sources share: bytes as a stream, and one way to read a format to
// its end. A target is one line: ReadAll(bytes, MakeXReader).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>

#include "common/base/check.h"
#include "indexer/sources/bytes/member_stream.h"
#include "indexer/sources/formats.h"

namespace thresh::fuzz {

inline std::string_view View(const std::uint8_t* data, std::size_t size) {
  return std::string_view(reinterpret_cast<const char*>(data), size);
}

class MemoryStream : public ByteStream {
 public:
  explicit MemoryStream(std::string_view bytes) : bytes_(bytes) {}
  Result<Chunk> Read(char* to, std::size_t size) override {
    size = std::min(size, bytes_.size());
    if (size > 0) std::memcpy(to, bytes_.data(), size);
    bytes_.remove_prefix(size);
    return Chunk{size, Edge::kNone};
  }
  std::optional<std::uint64_t> bytes_left() const override { return bytes_.size(); }

 private:
  std::string_view bytes_;
};

// The first bytes of an unpacked input. The megabyte that a small bomb may become says no more than
// these, and a fuzzer that finds bombs would spend its time on nothing else.
class FirstBytes : public ByteStream {
 public:
  explicit FirstBytes(std::unique_ptr<Input> input) : input_(std::move(input)) {}
  Result<Chunk> Read(char* to, std::size_t size) override {
    Chunk chunk;
    size = std::min(size, left_);
    while (size > 0) {
      THRESH_RETURN_IF_ERROR(input_->Fill(1));
      if (!input_->view().empty()) break;
      chunk.before = std::max(chunk.before, input_->edge());
      if (!input_->CrossEdge()) return Chunk{};
    }
    chunk.size = input_->view().copy(to, size);
    input_->Skip(chunk.size);
    left_ -= chunk.size;
    return chunk;
  }

 private:
  std::unique_ptr<Input> input_;
  std::size_t left_ = 16u << 10;
};

// Small limits, so that the fuzzer reaches them.
inline PageLimits Limits() {
  PageLimits limits;
  limits.max_page_bytes = 8u << 10;
  return limits;
}

// Reads everything, compressed or not; checks what every reader promises.
inline void ReadAll(std::string_view bytes, std::unique_ptr<PageReader> (*make)(ReaderContext)) {
  Journal journal;
  auto input = Unpack(std::make_unique<Input>(std::make_unique<MemoryStream>(bytes)), "fuzz",
                      Limits().max_nesting, Limits().max_ratio, &journal);
  if (!input.ok()) return;
  auto first = std::make_unique<Input>(std::make_unique<FirstBytes>(std::move(*input)));
  const auto reader = make({std::move(first), "fuzz", {}, Limits(), &journal});
  RawPage page;
  std::uint64_t pages = 0;
  while (true) {
    const auto more = reader->Next(&page);
    THRESH_CHECK(more.ok());  // memory does not fail
    if (!more.value()) break;
    ++pages;
    THRESH_CHECK(page.bytes.empty() == (page.kind != RecordKind::kPage) &&
                 page.bytes.size() <= Limits().max_page_bytes && !page.url.empty());
  }
  THRESH_CHECK(journal[Counter::kRecordsRead] >= pages);
  THRESH_CHECK(journal.messages.size() <= Journal::kMaxMessages);
}

}  // namespace thresh::fuzz
