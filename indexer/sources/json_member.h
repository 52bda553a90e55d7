// One member of a JSON object without a parse of the rest. A walk through JSON lines uses it, since
// the html in a line is long and nobody needs it there. Pure function.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace thresh {

// The string of the last member `name` of the outermost object, as a parser would give it. Nothing
// if there is none. Text that is not JSON gives some string of it, or nothing.
std::optional<std::string> StringMember(std::string_view json, std::string_view name);

}  // namespace thresh
