// The heap of a program that ends soon: `thresh-query search` calls this once, before it starts any
// thread.
#pragma once

namespace thresh {

// Takes the first megabytes of the heap at once and keeps what is freed, in pages of 2 MB if the
// kernel gives them. Taken in pages of 4 KB, each at its first touch, they cost a fifth of a
// search.
void TakeHeapAtOnce();

}  // namespace thresh
