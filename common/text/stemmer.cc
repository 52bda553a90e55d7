#include "common/text/stemmer.h"

#include <libstemmer.h>

#include <algorithm>

#include "common/base/hash.h"
#include "common/base/memory.h"
#include "common/text/analyzer.h"

namespace thresh {
namespace {

std::vector<std::string> StemmerNames() {
  std::vector<std::string> names = {"none"};
  for (const char** name = sb_stemmer_list(); *name != nullptr; ++name) names.emplace_back(*name);
  return names;
}

}  // namespace

void Stemmer::Free::operator()(sb_stemmer* stemmer) const { sb_stemmer_delete(stemmer); }

Result<Stemmer> Stemmer::Make(const std::string& name) {
  // libstemmer also takes aliases ("en", "eng"). Only one name for each algorithm is allowed, so
  // that the same stemmer always gives the same fingerprint.
  const std::vector<std::string> names = StemmerNames();
  if (std::find(names.begin(), names.end(), name) == names.end()) {
    std::string known;
    for (const std::string& n : names) known += (known.empty() ? "" : ", ") + n;
    return Status(Code::kUsage, "unknown stemmer '" + name + "'; known: " + known);
  }
  Stemmer made;
  if (name != "none") {
    made.stemmer_.reset(sb_stemmer_new(name.c_str(), "UTF_8"));
    OutOfMemoryIf(made.stemmer_ == nullptr);
    made.known_.resize(kRemembered);
  }
  return made;
}

std::string_view Stemmer::Stem(std::string_view word) {
  if (stemmer_ == nullptr) return word;
  Known& known = known_[FastHash64(word) % kRemembered];
  if (known.word != word) {
    known.word = word;
    known.stem = Compute(word);
  }
  return known.stem;
}

std::string_view Stemmer::Compute(std::string_view word) {
  const auto* bytes = reinterpret_cast<const sb_symbol*>(word.data());
  const sb_symbol* stem = sb_stemmer_stem(stemmer_.get(), bytes, static_cast<int>(word.size()));
  THRESH_CHECK(stem != nullptr);
  const auto size = static_cast<std::size_t>(sb_stemmer_length(stemmer_.get()));
  // Porter makes an empty stem of "s", and Irish of "b'". An empty term could not be searched, and
  // one that grew too long would be cut into pieces.
  if (size == 0 || size > kMaxTermBytes) return word;
  return {reinterpret_cast<const char*>(stem), size};
}

}  // namespace thresh
