// WithoutAccents: a word as somebody types it whose keyboard lacks the letters: "café" is "cafe",
// "straße" and "øl" are "strasse" and "ol". The merge of a build groups words by it, and a search
// looks up the group of a word that was typed (query/retrieve/alternatives.h).
//
// Latin and Greek letters lose their marks. Of Cyrillic letters only ё becomes another one, because
// that is the only one that is often written without its mark. Letters of other scripts stay: there
// a mark makes another letter. Pure functions, safe on any thread.
#pragma once

#include <string>
#include <string_view>

namespace thresh {

// `word` is a term of the Analyzer. Never empty for a word that is not. A word of ASCII is its own.
std::string WithoutAccents(std::string_view word);

}  // namespace thresh
