// StreamSource: pages out of one file or standard input, compressed or not, in any format that is a
// stream.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "indexer/sources/page_reader.h"

namespace thresh {

struct StreamFormat {
  std::string_view name;
  std::string_view help;
  bool (*looks_like)(std::string_view bytes);  // of the first decompressed bytes, for --format auto
  std::string_view extension;                  // names the format where the first bytes do not
  std::unique_ptr<PageReader> (*make)(ReaderContext context);
};
std::span<const StreamFormat> StreamFormats();

// `format`: a name of the table, or auto.
Result<std::unique_ptr<Source>> OpenStream(const std::string& input, const SourceOptions& options,
                                           std::string_view format);

// Takes .gz and .zst layers off, at most options.max_nesting. kUnusable, naming it, for a
// compression that we do not read.
Result<std::unique_ptr<Input>> Unpack(std::unique_ptr<Input> input, const std::string& name,
                                      const SourceOptions& options, Journal* journal);

}  // namespace thresh
