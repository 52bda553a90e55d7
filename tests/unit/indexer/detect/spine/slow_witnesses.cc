#include "tests/unit/indexer/detect/spine/slow_witnesses.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace thresh::slow {
namespace {

// A share of the pages, and one and a half standard deviations of what chance
// would give; six pages at least.
double Most(double share, double pages) {
  return std::max(6.0, share * pages + 1.5 * std::sqrt(share * (1 - share) * pages));
}

double WordsOf(const Document& d, std::size_t first, std::size_t last) {
  double words = 0;
  for (; first < last; ++first) words += d.texts[first].count;
  return words;
}

// Length.

struct Run {
  std::size_t first, last;  // texts
};

// Three neighbouring texts, from `first` on.
std::string Window(const Document& d, std::size_t first) {
  return d.texts[first].exact + "," + d.texts[first + 1].exact + "," + d.texts[first + 2].exact;
}

class Length {
 public:
  explicit Length(const std::vector<Document>& docs);
  Places Find() const;

 private:
  std::vector<Run> Overlapping(const Document& d) const;
  bool Goes(const Document& d, const Run& run) const;
  bool GoesAlone(const Text& t) const;

  const std::vector<Document>& docs_;
  std::map<std::string, double> pages_;              // of texts and windows
  std::map<std::string, std::vector<double>> runs_;  // words of the runs that a window stands in
};

Length::Length(const std::vector<Document>& docs) : docs_(docs) {
  pages_ = PagesOf(docs, [](const Document& d) {
    std::vector<std::string> all;
    for (const Text& t : d.texts) all.push_back(t.exact);
    for (std::size_t t = 0; t + 3 <= d.texts.size(); ++t) all.push_back(Window(d, t));
    return all;
  });
  for (const Document& d : docs) {
    for (const Run& run : Overlapping(d)) {
      for (std::size_t t = run.first; t + 3 <= run.last; ++t)
        runs_[Window(d, t)].push_back(WordsOf(d, run.first, run.last));
    }
  }
}

std::vector<Run> Length::Overlapping(const Document& d) const {
  std::vector<Run> runs;
  for (std::size_t t = 0; t + 3 <= d.texts.size(); ++t) {
    if (pages_.at(Window(d, t)) < Most(0.6, static_cast<double>(docs_.size()))) continue;
    if (runs.empty() || runs.back().last <= t) runs.push_back({t, t});
    runs.back().last = t + 3;
  }
  return runs;
}

bool Length::Goes(const Document& d, const Run& run) const {
  const double words = WordsOf(d, run.first, run.last);
  if (words < 24) return false;
  double sum = 0, runs = 0;
  for (std::size_t t = run.first; t + 3 <= run.last; ++t) {
    for (const double of_run : runs_.at(Window(d, t))) {
      sum += of_run;
      ++runs;
    }
  }
  return words >= 0.7 * sum / runs;
}

bool Length::GoesAlone(const Text& t) const {
  return t.count >= 12 && !t.heading && !t.title &&
         pages_.at(t.exact) >= std::max(6.0, 0.9 * static_cast<double>(docs_.size()));
}

Places Length::Find() const {
  Places found;
  for (std::size_t n = 0; n < docs_.size(); ++n) {
    const Document& d = docs_[n];
    for (const Run& run : Overlapping(d)) {
      if (!Goes(d, run)) continue;
      for (std::size_t t = run.first; t < run.last; ++t) found.emplace(n, t);
    }
    for (std::size_t t = 0; t < d.texts.size(); ++t)
      if (GoesAlone(d.texts[t])) found.emplace(n, t);
  }
  return found;
}

// Ends.

using Pair = std::pair<std::string, std::string>;

// Of one document.
struct Halves {
  bool has_own = false;
  double between = 0;                 // words from the first own text to the last one
  std::vector<std::size_t> texts[2];  // of head and tail, from the end of the page inwards
};

class Ends {
 public:
  Ends(const std::vector<Document>& docs, const Places& struck);
  Places Find() const;

 private:
  static constexpr std::size_t kSteps = 4;

  Halves Halve(std::size_t doc) const;
  void Count(std::size_t doc, const Halves& halves);
  bool Struck(std::size_t doc, std::size_t t) const { return struck_.count({doc, t}) > 0; }
  // May be a label: not rare, no heading, and has a word that is no number.
  bool IsKnown(const Text& t) const {
    return pages_.at(t.exact) >= 5 && !t.only_numbers && !t.heading;
  }
  std::vector<std::size_t> Known(const Document& d, const std::vector<std::size_t>& texts) const;
  bool IsCommon(const std::string& text, int side) const;
  bool IsPartner(std::size_t doc, std::size_t label, std::size_t partner) const;
  std::set<std::size_t> Bar(std::size_t doc, const std::vector<std::size_t>& texts, int side) const;
  void Walk(std::size_t doc, const std::vector<std::size_t>& texts, int side, Places* found) const;

  const std::vector<Document>& docs_;
  const Places& struck_;
  std::map<std::string, double> pages_;                      // of texts
  std::map<std::string, double> occurrences_;                // of texts
  std::map<std::string, double> at_ends_;                    // the same, in heads and tails
  std::map<std::string, std::set<std::size_t>> in_side_[2];  // documents
  std::map<Pair, std::set<std::size_t>> follow_[2];          // documents
  double with_own_ = 0;                                      // documents
};

Ends::Ends(const std::vector<Document>& docs, const Places& struck) : docs_(docs), struck_(struck) {
  pages_ = PagesOf(docs, [](const Document& d) {
    std::vector<std::string> all;
    for (const Text& t : d.texts) all.push_back(t.exact);
    return all;
  });
  for (std::size_t n = 0; n < docs.size(); ++n) {
    for (const Text& t : docs[n].texts) ++occurrences_[t.exact];
    const Halves halves = Halve(n);
    if (halves.has_own) Count(n, halves);
  }
}

// Own is a longest row of rare texts with six words together, or with an echo of the title. A
// heading that says the title counts as rare.
Halves Ends::Halve(std::size_t doc) const {
  const Document& d = docs_[doc];
  const auto rare = [&](std::size_t t) {
    const Text& text = d.texts[t];
    return !Struck(doc, t) && (pages_.at(text.exact) < 5 || (text.title && text.heading));
  };
  Halves halves;
  std::size_t head = 0, tail = 0;
  for (std::size_t t = 0; t < d.texts.size();) {
    std::size_t last = t;
    bool title = false;
    for (; last < d.texts.size() && rare(last); ++last) title = title || d.texts[last].title;
    if (title || WordsOf(d, t, last) >= 6) {
      if (!halves.has_own) head = t;
      tail = last;
      halves.has_own = true;
    }
    t = std::max(last, t + 1);
  }
  for (std::size_t t = head; t < tail; ++t) halves.between += Struck(doc, t) ? 0 : d.texts[t].count;
  for (std::size_t t = 0; t < head; ++t) halves.texts[0].push_back(t);
  for (std::size_t t = d.texts.size(); t > tail; --t) halves.texts[1].push_back(t - 1);
  return halves;
}

std::vector<std::size_t> Ends::Known(const Document& d,
                                     const std::vector<std::size_t>& texts) const {
  std::vector<std::size_t> known;
  for (const std::size_t t : texts)
    if (IsKnown(d.texts[t])) known.push_back(t);
  return known;
}

void Ends::Count(std::size_t doc, const Halves& halves) {
  ++with_own_;
  for (const int side : {0, 1}) {
    const std::vector<std::size_t> known = Known(docs_[doc], halves.texts[side]);
    for (std::size_t i = 0; i < known.size(); ++i) {
      const std::string& text = docs_[doc].texts[known[i]].exact;
      ++at_ends_[text];
      in_side_[side][text].insert(doc);
      for (std::size_t j = i + 1; j < known.size() && j <= i + kSteps; ++j)
        follow_[side][{text, docs_[doc].texts[known[j]].exact}].insert(doc);
    }
  }
}

// On a quarter of all pages too: where few pages have own text, half of these is too little.
bool Ends::IsCommon(const std::string& text, int side) const {
  const auto in_side = in_side_[side].find(text);
  return in_side != in_side_[side].end() &&
         static_cast<double>(in_side->second.size()) >= Most(0.5, with_own_) &&
         pages_.at(text) >= 0.25 * static_cast<double>(docs_.size()) &&
         at_ends_.at(text) >= 0.45 * occurrences_.at(text) &&
         occurrences_.at(text) <= 2.5 * pages_.at(text);
}

// A text that is no link, and that not nearly all pages say, needs a partner that nobody struck.
bool Ends::IsPartner(std::size_t doc, std::size_t label, std::size_t partner) const {
  const Text& text = docs_[doc].texts[label];
  return text.link || !Struck(doc, partner) ||
         pages_.at(text.exact) >= Most(0.9, static_cast<double>(docs_.size()));
}

std::set<std::size_t> Ends::Bar(std::size_t doc, const std::vector<std::size_t>& texts,
                                int side) const {
  const Document& d = docs_[doc];
  const std::vector<std::size_t> known = Known(d, texts);
  std::set<std::size_t> bar;
  for (std::size_t i = 0; i < known.size(); ++i) {
    for (std::size_t j = i + 1; j < known.size() && j <= i + kSteps; ++j) {
      const std::string &a = d.texts[known[i]].exact, &b = d.texts[known[j]].exact;
      if (a == b || !IsCommon(a, side) || !IsCommon(b, side)) continue;
      if (static_cast<double>(follow_[side].at({a, b}).size()) < Most(0.5, with_own_)) continue;
      if (IsPartner(doc, known[i], known[j])) bar.insert(known[i]);
      if (IsPartner(doc, known[j], known[i])) bar.insert(known[j]);
    }
  }
  return bar;
}

// What is struck is passed, and the second other text in a row ends the walk.
void Ends::Walk(std::size_t doc, const std::vector<std::size_t>& texts, int side,
                Places* found) const {
  const Document& d = docs_[doc];
  const std::set<std::size_t> bar = Bar(doc, texts, side);
  int others = 0;
  for (const std::size_t t : texts) {
    const bool goes = bar.count(t) > 0 && !d.texts[t].title;
    if (!Struck(doc, t) && goes) found->emplace(doc, t);
    others = Struck(doc, t) || goes ? 0 : others + 1;
    if (others == 2) return;
  }
}

Places Ends::Find() const {
  Places found;
  for (std::size_t n = 0; n < docs_.size(); ++n) {
    const Halves halves = Halve(n);
    if (!halves.has_own || halves.between < 30) continue;
    for (const int side : {0, 1}) Walk(n, halves.texts[side], side, &found);
  }
  return found;
}

// Fields.

using Followers = std::map<std::string, std::set<std::size_t>>;  // documents, by the text behind

bool MayBeLabel(const Text& t) { return !t.link && !t.only_numbers; }

std::set<std::string> FindLabels(const std::vector<Document>& docs) {
  std::map<std::string, std::set<std::size_t>> with, before;
  std::map<std::string, Followers> behind;
  for (std::size_t n = 0; n < docs.size(); ++n) {
    const std::vector<Text>& texts = docs[n].texts;
    for (std::size_t t = 0; t < texts.size(); ++t) {
      with[texts[t].exact].insert(n);
      if (t + 1 == texts.size() || !MayBeLabel(texts[t])) continue;
      before[texts[t].exact].insert(n);
      behind[texts[t].exact][texts[t + 1].exact].insert(n);
    }
  }
  std::set<std::string> labels;
  for (const auto& [text, pages] : before) {
    const auto count = static_cast<double>(pages.size());
    const bool constant = std::any_of(behind[text].begin(), behind[text].end(), [&](auto& f) {
      return with[f.first].size() >= 6 && static_cast<double>(f.second.size()) >= 0.9 * count;
    });
    if (count >= std::max(6.0, 0.1 * static_cast<double>(docs.size())) && !constant)
      labels.insert(text);
  }
  return labels;
}

}  // namespace

Places SlowValues(const std::vector<Document>& docs) {
  const std::set<std::string> labels = FindLabels(docs);
  Places values;
  for (std::size_t n = 0; n < docs.size(); ++n) {
    const std::vector<Text>& texts = docs[n].texts;
    const auto is_label = [&](std::size_t t) {
      return MayBeLabel(texts[t]) && labels.count(texts[t].exact) > 0;
    };
    std::vector<std::vector<std::size_t>> rows;  // of values
    for (std::size_t t = 1; t < texts.size(); ++t) {
      if (!is_label(t - 1) || is_label(t)) continue;
      if (rows.empty() || t > rows.back().back() + 3) rows.emplace_back();
      rows.back().push_back(t);
    }
    for (const std::vector<std::size_t>& row : rows) {
      if (std::count_if(row.begin(), row.end(), [&](auto t) { return !texts[t].link; }) < 3)
        continue;
      for (const std::size_t t : row) values.emplace(n, t);
    }
  }
  return values;
}

Places SlowLength(const std::vector<Document>& docs) { return Length(docs).Find(); }

Places SlowEnds(const std::vector<Document>& docs, const Places& struck) {
  return Ends(docs, struck).Find();
}

}  // namespace thresh::slow
