// Names of tags as gumbo's numbers, for a reader that meets one every 30 bytes. A pure function.
#pragma once

#include <gumbo.h>

#include <string_view>

namespace thresh::straight {

// `name` may be in any case. It ends before `page_end`, up to where memory may be read.
GumboTag TagOf(std::string_view name, const char* page_end);

}  // namespace thresh::straight
