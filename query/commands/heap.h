// The heap of a program that ends soon.
#pragma once

namespace thresh {

// Takes the first megabytes at once and keeps what is freed; in pages of 2 MB, where the kernel
// gives them. Taken by 4 KB, each at its first touch, they cost a fifth of a search. Called once,
// before there are threads.
void TakeHeapAtOnce();

}  // namespace thresh
