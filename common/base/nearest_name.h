// The name that somebody most likely meant who typed another one: commands, options, choices.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace thresh {

// Of `names` the one that is nearest to `typed`, or the empty string if none is near: at most about
// a third of the letters may differ, and one always may. Of equally near names the first.
std::string_view NearestName(std::string_view typed, std::span<const std::string> names);

// The end of a message: "; do you mean NAME?", or nothing if no name is near.
std::string MeantName(std::string_view typed, std::span<const std::string> names);

}  // namespace thresh
