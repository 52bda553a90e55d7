// A template as `templates` and `explain` show it: where it stands, the leader's text, the pages,
// what varies from page to page, and the rule that found it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "common/cli/cli.h"
#include "query/present/sightings.h"

namespace thresh {

// The words of a text, those that vary in braces; `bold` are the ranges of these. Where it is to be
// brief, what does not vary gets by with the first words of each stretch.
struct BracedText {
  std::string text;
  Ranges bold;
};
BracedText BraceVarying(std::string_view text, const CommonWords& common, bool brief = false);

// A bar stands beside the heading where `share` is not 0. On a terminal texts are broken into lines
// and long ones cut, addresses never; in a pipe nothing is.
std::string TemplateCard(const SeenTemplate& seen, double share, const Terminal& terminal);

// "rule_fields": the name of a rule and its fields, each under its name in the table of rules.
nlohmann::ordered_json RuleJson(const TemplateRule& rule);
// "varies": null where it was not looked at, empty where the template is the same on all pages,
// else the stretches of words on each page that was compared.
nlohmann::ordered_json TemplateJson(const SeenTemplate& seen);
// Of one text: null, none, or the stretches that vary.
nlohmann::ordered_json VaryingJson(const SeenTemplate& seen, std::string_view text);

}  // namespace thresh
