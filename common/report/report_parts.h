// The parts that sections of a report are made of.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/report/markup.h"
#include "common/store/store.h"

namespace thresh {

using Pairs = std::vector<std::pair<std::string, std::string>>;

Markup Section(std::string_view title, const Markup& inside);
Markup Paragraph(const Markup& inside);
Markup Note(std::string_view words);
// Names and addresses of others: their direction of writing stays theirs.
Markup Foreign(std::string_view words);
Markup Number(std::uint64_t number);
Markup Figure(const Markup& picture, std::string_view caption);
Markup Cards(const Pairs& pairs);  // figures that are asked for first
Markup Facts(const Pairs& pairs);  // names and values, one under the other
// Two colours by the names that the style sheet has for them.
Markup Legend(std::string_view first_class, std::string_view first, std::string_view second_class,
              std::string_view second);

std::string Share(std::uint64_t part, std::uint64_t whole);
std::string Joined(const std::vector<std::string>& items);
double SecondsOf(const Manifest& manifest, std::string_view name);  // 0 where the manifest has none

}  // namespace thresh
