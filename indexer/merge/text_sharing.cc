#include "indexer/merge/text_sharing.h"

#include "common/base/hash.h"
#include "common/store/schema.h"

namespace thresh {
namespace {

constexpr std::uint32_t kSeenOnce = 0xffffffff;
// Shared texts are held in memory until all pages are written. Texts over this bound stand with
// their pages.
constexpr std::size_t kMostBytes = std::size_t{64} << 20U;

}  // namespace

std::optional<std::string> TextSharing::Row(std::string_view plain, std::size_t blocks,
                                            const TextRecord& record) {
  if (!reader_.Read(plain, blocks)) return std::nullopt;
  template_of_.assign(blocks, nullptr);
  for (const StoredVerdict& verdict : record.verdicts) {
    // Kept blocks are never shared, so that search and snippets read the page's row only.
    if (verdict.verdict == Verdict::kTemplate) template_of_[verdict.block.value] = &verdict;
  }
  copied_.assign(blocks, false);
  referred_.assign(blocks, false);
  writer_.Clear();
  std::uint32_t position = 0;
  for (const TextStretch& stretch : reader_.stretches()) {
    if (const Shared* shared = FindShared(stretch, position, record); shared != nullptr) {
      referred_[stretch.block.value] = true;
      writer_.Refer(stretch, shared->number, shared->step);
    } else {
      copied_[stretch.block.value] = true;
      writer_.Copy(stretch);
    }
    position += stretch.tokens;
  }
  return Finish(record);
}

void TextSharing::StartSite() {
  seen_ = {};
  number_of_ = {};
}

// Null: the stretch stands with its page. A stretch with a word that is kept always does, so that a
// reader of kept text never needs the rows behind the pages.
const TextSharing::Shared* TextSharing::FindShared(const TextStretch& stretch,
                                                   std::uint32_t position,
                                                   const TextRecord& record) {
  const StoredVerdict* verdict = template_of_[stretch.block.value];
  if (verdict == nullptr) return nullptr;
  if (position < record.heading_last && position + stretch.tokens > record.heading_first)
    return nullptr;
  scratch_.clear();
  AppendSharedText(*verdict, stretch, &scratch_);
  return Find(scratch_, stretch.step);
}

// A text is shared from its second time on, with the step that it has then.
const TextSharing::Shared* TextSharing::Find(std::string_view text, std::uint32_t step) {
  // The first copy leaves only a number, because most blocks that are struck for their form are
  // alone with their text.
  const std::uint32_t id = seen_.Add(FastHash64(text));
  if (id == number_of_.size()) {
    number_of_.push_back(kSeenOnce);
    return nullptr;
  }
  std::uint32_t& number = number_of_[id];
  if (number == kSeenOnce && bytes_.size() + text.size() <= kMostBytes) {
    number = static_cast<std::uint32_t>(shared_.size());
    shared_.push_back({bytes_.size(), step, number});
    bytes_ += text;
  }
  // Two texts may have the same hash of 64 bits: only equal bytes are the same text.
  if (number == kSeenOnce || Text(number) != text) return nullptr;
  return &shared_[number];
}

std::string_view TextSharing::Text(std::size_t number) const {
  const std::size_t begin = shared_[number].begin;
  const std::size_t end = number + 1 < shared_.size() ? shared_[number + 1].begin : bytes_.size();
  return std::string_view(bytes_).substr(begin, end - begin);
}

// The verdict of a block that stands nowhere on the page comes with its shared texts.
std::string TextSharing::Finish(const TextRecord& record) {
  TextRecord here;
  here.heading_first = record.heading_first;
  here.heading_last = record.heading_last;
  for (const StoredVerdict& verdict : record.verdicts) {
    if (copied_[verdict.block.value] || !referred_[verdict.block.value])
      here.verdicts.push_back(verdict);
  }
  return writer_.Finish(here);
}

Status TextSharing::Write(SegmentWriter* segment) const {
  std::string row;
  for (std::size_t number = 0; number < shared_.size(); ++number) {
    AppendToSharedRow(shared_[number].step, Text(number), &row);
    const std::size_t next = number + 1;
    if (next % kSharedPerRow != 0 && next != shared_.size()) continue;
    const auto of_row = static_cast<std::uint32_t>(number / kSharedPerRow);
    THRESH_RETURN_IF_ERROR(segment->Put(Family::kText, SharedKey(of_row), row));
    row.clear();
  }
  return {};
}

}  // namespace thresh
