#include "indexer/sources/record_cutter.h"

#include <algorithm>

namespace thresh {
namespace {

constexpr std::size_t kMaxHeaderBytes = 256u << 10;
// Each search for a record inside one that was too long costs keep_bytes. A stream of such records
// would cost the square of its size, so after this many searches no length is believed.
constexpr std::uint32_t kMaxInnerSearches = 16;
// Bytes between records. Zeros fill the end of files that were allocated ahead of their writer.
constexpr std::string_view kBlank("\r\n\0", 3);

// The size of the header at the front of `bytes`, with the line end that closes it. 0 if it is not
// complete.
std::size_t HeaderSize(RecordCutter::Header form, std::string_view bytes) {
  std::size_t line = 0;
  while (true) {
    const std::size_t end = bytes.find('\n', line);
    if (end == std::string_view::npos) return 0;
    const bool empty = end == line || (end == line + 1 && bytes[line] == '\r');
    if (empty || form == RecordCutter::Header::kLine) return end + 1;
    line = end + 1;
  }
}

}  // namespace

RecordCutter::RecordCutter(std::unique_ptr<Input> input, StartsRecord starts_record,
                           std::size_t keep_bytes, Journal* journal)
    : input_(std::move(input)),
      starts_record_(starts_record),
      keep_bytes_(keep_bytes),
      journal_(journal) {}

Result<bool> RecordCutter::FindRecord() {
  while (true) {
    THRESH_RETURN_IF_ERROR(input_->Fill(kStartBytes));
    const std::string_view bytes = input_->view();
    const std::size_t blank = std::min(bytes.find_first_not_of(kBlank), bytes.size());
    if (blank > 0) {
      input_->Skip(blank);
    } else if (bytes.empty()) {
      if (!input_->CrossEdge()) return false;
    } else if (starts_record_(bytes)) {
      record_offset_ = input_->offset();
      return true;
    } else if (const std::size_t damaged = DamagedSeparator(bytes); damaged > 0) {
      ++(*journal_)[Counter::kResynchronised];
      input_->Skip(damaged);
    } else {
      ++(*journal_)[Counter::kResynchronised];
      const std::uint64_t from = input_->offset();
      // The bytes are taken like a payload, only to find the next record and to count them.
      kept_.clear();
      size_ = 0;
      THRESH_RETURN_IF_ERROR(TakeToNextRecord());
      journal_->Lose("no record at byte " + std::to_string(from) + ": skipped " +
                     std::to_string(size_) + " bytes");
    }
  }
}

Result<std::string> RecordCutter::TakeHeader(Header form, bool* cut_short) {
  for (std::size_t want = kStartBytes;;) {
    THRESH_RETURN_IF_ERROR(input_->Fill(want));
    const std::string_view bytes = input_->view();
    const std::size_t size = HeaderSize(form, bytes);
    *cut_short = size == 0;
    if (size > 0 || bytes.size() >= kMaxHeaderBytes) {
      std::string header(bytes.substr(0, size));
      // Of an overlong header only one byte is taken: the next record may start anywhere in it.
      input_->Skip(std::max<std::size_t>(size, 1));
      return header;
    }
    if (bytes.size() >= want) {
      // HeaderSize starts over each time. Doubling keeps the sum of its work linear.
      want *= 2;
      continue;
    }
    THRESH_ASSIGN_OR_RETURN(const bool goes_on, CrossIntoRecord());
    if (!goes_on) {
      NoteCut("in its header");
      return std::string();
    }
  }
}

// Called when view() has ended. Returns true if the stream goes on in the same record. Returns
// false if the record ends here; the rest of view() is dropped.
Result<bool> RecordCutter::CrossIntoRecord() {
  const Edge edge = input_->edge();
  const std::size_t seen = input_->view().size();
  // A record may go on in the next member. Only a member that starts a record ends this one.
  if (edge == Edge::kMember) {
    input_->CrossEdge();
    THRESH_RETURN_IF_ERROR(input_->Fill(seen + kStartBytes));
    if (!starts_record_(input_->view().substr(seen))) return true;
  }
  input_->Skip(seen);
  return false;
}

Result<RecordPayload> RecordCutter::TakePayload(std::optional<std::uint64_t> length) {
  kept_.clear();
  size_ = 0;
  const auto left = input_->bytes_left();
  // A length over the end of the file is a lie, so not even its first bytes are taken by it.
  const bool over_end = length && left && *length > *left;
  bool complete = false;
  if (length && !over_end && inner_searches_ < kMaxInnerSearches) {
    THRESH_ASSIGN_OR_RETURN(complete, TakeAnnounced(*length));
    if (complete) {
      THRESH_ASSIGN_OR_RETURN(const bool holds, LengthHolds());
      if (holds) return RecordPayload{kept_, false};
      PutBackTail();
    }
    if (CutAtInnerRecord()) {
      NoteWrongLength(*length);
      return RecordPayload{kept_, false};
    }
  }
  if (complete || over_end || !length || inner_searches_ >= kMaxInnerSearches)
    THRESH_RETURN_IF_ERROR(TakeToNextRecord());
  // Fewer bytes than announced and no record behind them mean that the stream ends or breaks here.
  const std::uint64_t taken = size_;
  const bool truncated = length && taken < *length && input_->view().empty();
  if (truncated) {
    NoteCut("after " + std::to_string(taken) + " of " + std::to_string(*length) + " bytes");
  } else {
    Trim();
    if (length && *length != size_) NoteWrongLength(*length);
  }
  return RecordPayload{kept_, truncated};
}

// Returns false if the record ended before its length was reached.
Result<bool> RecordCutter::TakeAnnounced(std::uint64_t length) {
  while (size_ < length) {
    THRESH_RETURN_IF_ERROR(input_->Fill(1));
    const std::string_view bytes = input_->view();
    if (bytes.empty()) {
      THRESH_ASSIGN_OR_RETURN(const bool goes_on, CrossIntoRecord());
      if (!goes_on) return false;
    } else {
      const auto n =
          static_cast<std::size_t>(std::min<std::uint64_t>(bytes.size(), length - size_));
      Keep(bytes.substr(0, n));
      input_->Skip(n);
    }
  }
  return true;
}

// Whether a payload may end here. A separator speaks for the length even if rubbish follows it. So
// does a cut last line behind line ends: it is the header of the next record.
Result<bool> RecordCutter::LengthHolds() {
  THRESH_RETURN_IF_ERROR(input_->Fill(kStartBytes));
  const std::string_view bytes = input_->view();
  if (bytes.find_first_not_of(kBlank) == std::string_view::npos) return true;
  if (bytes.starts_with("\r\n\r\n") || bytes.starts_with("\n\n")) return true;
  const std::size_t next = bytes.find_first_not_of("\r\n");
  const bool cut_line =
      bytes.size() < kStartBytes && bytes.find('\n', next) == std::string_view::npos;
  return starts_record_(bytes.substr(next)) || (next > 0 && cut_line) ||
         DamagedSeparator(bytes) > 0;
}

// The number of bytes before a record that begins within the length of a separator; 0 if none does.
// A flipped byte in the empty lines between two records must cost neither of them.
std::size_t RecordCutter::DamagedSeparator(std::string_view bytes) const {
  constexpr std::size_t kSeparatorBytes = 4;
  for (std::size_t skip = 1; skip <= std::min(kSeparatorBytes, bytes.size()); ++skip) {
    if (bytes[skip - 1] != '\n' && starts_record_(bytes.substr(skip))) return skip;
  }
  return 0;
}

Status RecordCutter::TakeToNextRecord() {
  bool line_start = kept_.empty() || kept_.back() == '\n';
  while (true) {
    THRESH_RETURN_IF_ERROR(input_->Fill(kStartBytes));
    const std::string_view bytes = input_->view();
    if (bytes.empty()) {
      Result<bool> goes_on = CrossIntoRecord();
      if (!goes_on.ok()) return goes_on.status();
      if (!*goes_on) return {};
      continue;
    }
    // Only starts of lines are tried: a page may quote a header within a line.
    if (line_start && starts_record_(bytes)) return {};
    const std::size_t line = std::min(bytes.find('\n'), bytes.size() - 1) + 1;
    line_start = bytes[line - 1] == '\n';
    Keep(bytes.substr(0, line));
    input_->Skip(line);
  }
}

// The length may have ended inside the header of the next record. Its first lines go back into the
// stream, so that they are looked at as a whole.
void RecordCutter::PutBackTail() {
  // The end of the payload was not kept, so it cannot be put back.
  if (size_ > kept_.size()) return;
  const std::size_t tail = std::min(kept_.size(), kStartBytes);
  input_->Unread(std::string_view(kept_).substr(kept_.size() - tail), 0);
  kept_.resize(kept_.size() - tail);
  size_ = kept_.size();
}

// Ends the payload where a record starts in it and gives the rest back to the stream.
bool RecordCutter::CutAtInnerRecord() {
  for (std::size_t line = 0; line < kept_.size(); ++line) {
    if (starts_record_(std::string_view(kept_).substr(line))) {
      ++inner_searches_;
      // Bytes over keep_bytes_ are lost, so a hole goes behind the bytes that come back.
      input_->Unread(std::string_view(kept_).substr(line), size_ - kept_.size());
      kept_.resize(line);
      size_ = line;
      Trim();
      return true;
    }
    line = kept_.find('\n', line);
    if (line == std::string::npos) break;
  }
  return false;
}

void RecordCutter::Keep(std::string_view bytes) {
  // size_ counts on behind the cap, because it is compared with the announced length.
  size_ += bytes.size();
  kept_.append(bytes.substr(0, keep_bytes_ - kept_.size()));
}

// Takes away the empty lines between records: two in WARC, one in ARC.
void RecordCutter::Trim() {
  if (size_ > kept_.size()) return;  // its end was not kept
  for (int ends = 0; ends < 2 && kept_.ends_with('\n'); ++ends) {
    kept_.pop_back();
    if (kept_.ends_with('\r')) kept_.pop_back();
  }
  size_ = kept_.size();
}

void RecordCutter::NoteCut(const std::string& where) {
  ++(*journal_)[Counter::kTruncatedRecords];
  journal_->Lose("record at byte " + std::to_string(record_offset_) + " is cut short " + where);
}

void RecordCutter::NoteWrongLength(std::uint64_t length) {
  ++(*journal_)[Counter::kResynchronised];
  journal_->Note("record at byte " + std::to_string(record_offset_) + " says it has " +
                 std::to_string(length) + " bytes, but it has " + std::to_string(size_));
}

}  // namespace thresh
