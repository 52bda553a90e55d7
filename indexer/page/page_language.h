// The language of a page, by which `--stemmer auto` picks its stemmer. A page says it in
// `<html lang>`. Where it says nothing, or where its text plainly says something else (a template
// that a site took over from a site in another language), the text tells: first its script, and
// then the small words that its languages are full of ("the", "und", "что").
//
// Pure functions of their arguments, safe on any thread: a page has the same language in every
// build, and when it is read out of a store.
#pragma once

#include <string_view>

namespace thresh {

struct PageLanguage {
  // A name that Stemmer::Make knows: "none" for a language without a stemmer, and where nothing
  // tells the language.
  std::string_view stemmer = "none";
  bool guessed = false;    // the page says no language that we know, and its text does
  bool corrected = false;  // its text is in another language than the page says
};

// `tag` is a language tag as the page has it, or empty; `text` is that of the whole page. Of a long
// text only the beginning is read.
PageLanguage LanguageOf(std::string_view tag, std::string_view text);

}  // namespace thresh
