#include "indexer/page/html/gumbo_reader.h"

#include <gumbo.h>

#include "indexer/page/html/cpu_alarm.h"
#include "indexer/page/html/gumbo_tree.h"

namespace thresh {
namespace {

const GumboNode* ParseInto(ParseArena* arena, std::string_view html) {
  GumboOptions options = kGumboDefaultOptions;
  options.allocator = &ParseArena::Allocate;
  options.deallocator = &ParseArena::Free;
  options.userdata = arena;
  // gumbo would keep errors in the arena, and nobody reads them.
  options.max_errors = 0;
  return gumbo_parse_with_options(&options, html.data(), html.size())->root;
}

}  // namespace

// gumbo has no depth limit and no way to stop it. A 74 KB page of <font a1><p><font a2><p>... would
// take it 4 GB and 25 s; 100,000 nested <template>s keep it busy for minutes after its last
// allocation, so that the time limit must come from outside, by a signal. Both ways out are
// siglongjmp, which is safe because of what lies between it and sigsetjmp: gumbo's frames are C,
// hold no lock, file or memory but the arena's, gumbo keeps no state between calls, and of libc it
// calls nothing but pure functions on strings; our own frames (ParseInto, the arena's callbacks)
// hold nothing with a destructor, and while the arena is in malloc it defers the signal.
ParseOutcome GumboReader::Read(std::string_view html, HtmlTree* tree) {
  tree->Clear(html);
  if (html.size() > limits_.html_bytes) return ParseOutcome::kOverBytes;
  const GumboNode* volatile root = nullptr;
  volatile ParseOutcome outcome = ParseOutcome::kParsed;
  {
    // The alarm is made before sigsetjmp, so that it is destroyed on every way out.
    const CpuAlarm alarm(
        limits_.cpu_ms, [](void* arena) { static_cast<ParseArena*>(arena)->Interrupt(); }, &arena_);
    // 1 saves the signal mask. Otherwise a jump out of the handler would leave the signal blocked.
    const int exit = sigsetjmp(arena_.exit(), 1);
    if (exit == 0) {
      arena_.Arm(true);
      root = ParseInto(&arena_, html);
    } else {
      outcome =
          exit == ParseArena::kOverMemory ? ParseOutcome::kOverMemory : ParseOutcome::kOverTime;
    }
    arena_.Arm(false);
  }
  if (outcome == ParseOutcome::kParsed) CopyGumboTree(*root, tree);
  arena_bytes_ = arena_.bytes();
  arena_.Reset();
  return outcome;
}

}  // namespace thresh
