// Repairs self-closed iframes before a page is read. An iframe ends only at its end tag. So after
// `<iframe src=x />` the rest of the page is raw text of the iframe, by the HTML standard
// (13.2.5.40) and in every browser; the author meant otherwise, and wrote text. Pure function.
#pragma once

#include <string>

namespace thresh {

// Inserts an end tag behind each self-closed iframe that no end tag follows.
std::string CloseIframes(std::string html);

}  // namespace thresh
