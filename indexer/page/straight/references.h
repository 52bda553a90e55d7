// CharacterReferences: what "&amp;" stands for, in text and in attributes. Numbers are read here.
// gumbo is asked once for each name, and the answer is kept: it knows the 2,231 names, which of
// them need no semicolon, and which do in an attribute. A Scanner owns one. Not thread-safe.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>

namespace thresh::straight {

class CharacterReferences {
 public:
  // Forgets how often gumbo was asked, but not its answers.
  void BeginPage() { asked_ = 0; }

  // Appends what the reference at the front of `text` stands for and returns its length. "&" alone
  // stands for itself. Returns 0 if the reference is too odd: then gumbo must read the page.
  // REQUIRES: text[0] is '&'.
  std::size_t Decode(std::string_view text, bool in_attribute, std::string* out);

 private:
  const std::string* Ask(const std::string& reference, bool in_attribute);

  std::unordered_map<std::string, std::string> answers_;
  std::size_t asked_ = 0;  // on this page
};

}  // namespace thresh::straight
