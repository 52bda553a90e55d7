// PageBlocks: the words of a page with their verdicts, as the page view shows them: in the form of
// the page where its store has one, else row by row. Templates are tinted in place, and folded
// where they are whole blocks. A function of its arguments only.
#pragma once

#include "common/base/status.h"
#include "common/report/markup.h"
#include "common/store/store.h"
#include "query/present/explain.h"

namespace thresh {

// `unfolded`: templates are open.
Result<Markup> PageBlocks(const Store& store, const Explanation& page, bool unfolded);

// The mark of a verdict.
Markup Badge(Verdict verdict);

}  // namespace thresh
