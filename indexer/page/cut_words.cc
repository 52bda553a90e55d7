#include "indexer/page/cut_words.h"

#include <utility>

namespace thresh {

void CutWords::Clear() {
  found_.clear();
  open_ = {};
  follows_ = false;
}

void CutWords::See(const Span& span, const TextEnds& ends) {
  const std::uint32_t bytes = span.text_end - span.text_begin;
  const bool touches = follows_ && span.glued && span.tokens > 0 && last_.tokens > 0 &&
                       ends.first_begin == 0 && ends_.last_end == last_.text_end - last_.text_begin;
  if (!touches) {
    Close();
  } else {
    if (open_.cuts.empty()) {
      open_.begin = last_.text_begin + ends_.last_begin;
      open_.position = last_.first_token + last_.tokens - 1;
    }
    open_.cuts.push_back(span.text_begin - open_.begin);
    open_.end = span.text_begin + ends.first_end;
    // The word goes on only if this span is no more than a part of it.
    if (span.tokens > 1 || ends.first_end != bytes) Close();
  }
  last_ = span;
  ends_ = ends;
  follows_ = true;
}

const std::vector<CutWords::Found>& CutWords::Finish() {
  Close();
  return found_;
}

void CutWords::Close() {
  Found closed = std::exchange(open_, {});
  if (!closed.cuts.empty() && closed.end - closed.begin <= kMostBytes)
    found_.push_back(std::move(closed));
}

}  // namespace thresh
