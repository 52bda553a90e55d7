// Host names as browsers write them. Pure functions; any thread may call them.
#pragma once

#include <string>
#include <string_view>

namespace thresh {

// The host in lower case, without the dot of the root behind it. A name with other letters than
// those of ASCII, also as escapes, becomes what IDNA makes of it (UTS 46): "bücher.example" is
// "xn--bcher-kva.example". What IDNA refuses stays as it is.
std::string CanonicalHost(std::string_view host);

}  // namespace thresh
