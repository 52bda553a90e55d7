// Any bytes as each record of the store: refused, or understood so that encoding and decoding again
// change nothing. The first byte chooses the record.
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/check.h"
#include "common/postings/postings.h"
#include "common/postings/statistics_file.h"
#include "common/store/schema.h"

namespace {

constexpr std::string_view kPageUrl = "http://example.org/a/page.html";

template <typename Decode, typename Encode>
void RoundTrip(std::string_view bytes, Decode decode, Encode encode) {
  if (!decode(bytes)) return;
  const std::string once = encode();
  THRESH_CHECK(decode(once));
  THRESH_CHECK(encode() == once);
}

template <typename Record>
void Try(std::string_view bytes) {
  Record record;
  RoundTrip(
      bytes, [&](std::string_view b) { return record.Decode(b); }, [&] { return record.Encode(); });
}

void TryLinks(std::string_view bytes) {
  thresh::LinksRecord record;
  RoundTrip(
      bytes, [&](std::string_view b) { return record.Decode(b, kPageUrl); },
      [&] { return record.Encode(kPageUrl); });
}

void TrySites(std::string_view bytes) {
  std::vector<thresh::SiteRecord> sites;
  RoundTrip(
      bytes, [&](std::string_view b) { return thresh::DecodeSites(b, &sites); },
      [&] { return thresh::EncodeSites(sites); });
}

void TrySharedTexts(std::string_view bytes) {
  std::vector<thresh::SharedText> texts;
  if (thresh::DecodeSharedTexts(bytes, &texts) && texts.size() > thresh::kSharedPerRow)
    __builtin_trap();
}

void TryStatisticsRows(std::string_view bytes) {
  std::vector<thresh::StatisticsRow> rows;
  RoundTrip(
      bytes, [&](std::string_view b) { return thresh::DecodeStatisticsRows(b, &rows); },
      [&] { return thresh::EncodeStatisticsRows(rows); });
}

constexpr void (*kRecords[])(std::string_view) = {
    Try<thresh::DocRecord>,
    Try<thresh::TextRecord>,
    Try<thresh::TemplateRecord>,
    Try<thresh::LengthsRecord>,
    Try<thresh::Statistics>,
    Try<thresh::TermRecord>,
    TryLinks,
    TrySites,
    TrySharedTexts,
    TryStatisticsRows,
    Try<thresh::StatisticsSummary>,
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  kRecords[data[0] % std::size(kRecords)](bytes);
  return 0;
}
