// Self-closed iframes. An iframe has no end but its end tag: after `<iframe src=x />` the rest of
// the page is the iframe's raw text, to the letter of the standard. Its author meant otherwise.
#pragma once

#include <string>

namespace thresh {

// Gives every self-closed iframe that no end tag follows one of its own.
std::string CloseIframes(std::string html);

}  // namespace thresh
