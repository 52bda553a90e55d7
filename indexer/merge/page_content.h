// Tells content from furniture: whether two versions of a page differ in words that are content in
// either of them. A text that both versions have is no change, also where only one of them takes it
// for a template: verdicts move when other pages come and go. Reads texts; any thread may call it.
#pragma once

#include "common/base/status.h"
#include "common/store/store.h"

namespace thresh {

// A page of a segment.
struct PageAt {
  const Segment* segment = nullptr;
  DocId doc;
};
Result<bool> ContentDiffers(const PageAt& before, const PageAt& after);

}  // namespace thresh
