// dump: every page of a store as a line of JSON, all its text in document order.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "common/base/status.h"
#include "common/store/schema.h"
#include "common/store/store.h"

namespace thresh {

// {"docno","path","url","title","spans":[{"text","block","verdict","support"}]}; support is the
// number of pages that have the block's template, 0 for plain content.
std::string DumpLine(const DocRecord& page, const TextRecord& text);

// Calls `line` for every page, in page order.
Status Dump(const Segment& segment, const std::function<void(std::string_view)>& line);

}  // namespace thresh
