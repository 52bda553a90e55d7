// dump: every page of a store as a line of JSON with all its text in document order, as
// `thresh-query dump` prints it. Only functions of their arguments: any thread may call them.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "common/base/status.h"
#include "common/store/schema.h"
#include "common/store/store.h"

namespace thresh {

// {"docno","path","url","title","spans":[{"text","block","verdict","support"}]}; Support is
// the number of pages that have the template of the block. It is 0 for plain content.
std::string DumpLine(const DocRecord& page, const TextRecord& text);

// Calls `line` for every page, in page order. Stops at the first page that cannot be read.
Status Dump(const Segment& segment, const std::function<void(std::string_view)>& line);

}  // namespace thresh
