// SlowIndex: pages and strikes → what a segment must hold, the obvious way: every word of every
// page in plain maps, every rule of verdicts.h looked up word by word. No runs, no compression, no
// order of work.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "indexer/merge/verdicts.h"

namespace thresh {

// A page as the test made it.
struct SlowPage {
  struct Word {
    std::string word;
    std::uint32_t block = 0;
  };
  std::string url;
  std::uint32_t site = 0;
  std::vector<Field> fields;                    // by block
  std::vector<std::vector<std::string>> words;  // by block, all fields
  std::vector<Word> body;                       // by position
  struct Link {
    std::string target;
    std::uint32_t block = 0, first = 0, last = 0;  // body positions of its text
  };
  std::vector<Link> links;
  std::uint32_t heading_first = 0, heading_last = 0;
  std::optional<std::uint32_t> duplicate_of;
};

struct SlowStrike {
  std::uint32_t doc = 0, block = 0;
  std::uint8_t score = 0;
  Hash128 key;  // of the template on the page's site
  bool operator<(const SlowStrike& o) const {
    return std::tie(score, o.key) > std::tie(o.score, key);
  }  // best first
};

class SlowIndex {
 public:
  using TemplateName = std::pair<std::uint32_t, Hash128>;  // site, key
  struct Decision {
    Verdict verdict = Verdict::kTemplate;
    std::uint8_t score = 0;
    TemplateName name;
  };
  struct Template {
    std::set<std::uint32_t> docs;
    std::set<std::vector<std::vector<std::string>>> texts;
    std::uint32_t representative = 0, block = 0;  // block: the first of it
    std::uint64_t removed = 0;
  };
  using Positions = std::vector<std::uint32_t>;

  std::vector<SlowPage> pages;
  std::map<std::pair<std::uint32_t, std::uint32_t>, Decision>
      decisions;  // (doc, block), of blocks not content
  std::map<TemplateName, Template> templates;
  std::vector<TemplateName> order;  // of the rows
  std::map<std::string, std::map<std::pair<Field, std::uint32_t>, Positions>>
      terms;                                                   // → (field, doc)
  std::map<std::pair<std::uint32_t, std::string>, bool> seen;  // (doc, word) before removal

  SlowIndex(std::vector<SlowPage> site, const std::vector<SlowStrike>& strikes, RemovalMode mode,
            bool anchors = false)
      : pages(std::move(site)),
        keep_(mode == RemovalMode::kKeepOne),
        field_(mode == RemovalMode::kField) {
    Strike(strikes);
    Project();
    Describe();
    if (keep_) {
      for (auto& [name, t] : templates) Keep(name, t.representative);
      for (std::uint32_t d = 0; d < pages.size(); ++d) Protect(d);
    }
    Index();
    if (keep_) Rescue();
    if (anchors) Speak();
    Sort();
  }

  bool Struck(std::uint32_t doc, std::uint32_t block) const {
    const auto it = decisions.find({doc, block});
    return it != decisions.end() && it->second.verdict == Verdict::kTemplate;
  }
  // Is the body word at this position in the index?
  bool Kept(std::uint32_t doc, std::uint32_t position) const {
    return !Struck(doc, pages[doc].body[position].block) || InHeading(doc, position);
  }
  std::uint32_t KeptWords(std::uint32_t doc) const {
    std::uint32_t n = 0;
    for (std::uint32_t p = 0; p < pages[doc].body.size(); ++p) n += Kept(doc, p) ? 1U : 0U;
    return n;
  }
  bool HeadingMatters(std::uint32_t doc) const {
    for (std::uint32_t p = 0; p < pages[doc].body.size(); ++p) {
      if (InHeading(doc, p) && Struck(doc, pages[doc].body[p].block)) return true;
    }
    return false;
  }

 private:
  void Strike(const std::vector<SlowStrike>& strikes) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::set<SlowStrike>> by_block;
    for (const SlowStrike& s : strikes) by_block[{s.doc, s.block}].insert(s);
    for (const auto& [place, all] : by_block) {
      const SlowPage& page = pages[place.first];
      const bool ignored = page.duplicate_of || page.fields[place.second] != Field::kBody ||
                           page.words[place.second].empty();
      if (ignored) continue;
      decisions[place] = {Verdict::kTemplate, all.begin()->score, {page.site, all.begin()->key}};
    }
  }

  void Project() {
    for (std::uint32_t d = 0; d < pages.size(); ++d) {
      if (!pages[d].duplicate_of) continue;
      const std::uint32_t first = *pages[d].duplicate_of;
      for (std::uint32_t b = 0; b < pages[d].fields.size(); ++b) {
        std::optional<std::uint32_t> source;
        bool all = true;
        for (std::uint32_t p = 0; p < pages[d].body.size(); ++p) {
          if (pages[d].body[p].block != b) continue;
          const std::uint32_t there = pages[first].body[p].block;
          all = all && Struck(first, there);
          if (!source) source = there;
        }
        if (source && all) decisions[{d, b}] = decisions[{first, *source}];
      }
    }
  }

  std::tuple<std::uint32_t, std::size_t, std::uint32_t> Rank(std::uint32_t doc) const {
    const std::string& url = pages[doc].url;
    const std::size_t slashes = static_cast<std::size_t>(std::count(url.begin(), url.end(), '/'));
    // http://host/ has three and no component; no URL of these tests has a query or an empty
    // component.
    return {static_cast<std::uint32_t>(slashes - 2 - (url.back() == '/' ? 1 : 0)), url.size(), doc};
  }

  // The blocks of a page that are of one template are one instance of it.
  void Describe() {
    std::map<std::pair<TemplateName, std::uint32_t>, std::vector<std::uint32_t>> instances;
    for (const auto& [place, decision] : decisions) {
      if (!pages[place.first].duplicate_of)
        instances[{decision.name, place.first}].push_back(place.second);
    }
    for (const auto& [instance, blocks] : instances) {
      const auto& [name, doc] = instance;
      Template& t = templates[name];
      if (t.docs.empty() || Rank(doc) < Rank(t.representative)) {
        t.representative = doc;
        t.block = blocks[0];
      }
      t.docs.insert(doc);
      std::vector<std::vector<std::string>> text;
      for (std::uint32_t block : blocks) text.push_back(pages[doc].words[block]);
      t.texts.insert(text);
    }
  }

  void Keep(const TemplateName& name, std::uint32_t doc) {
    for (auto& [place, decision] : decisions) {
      if (place.first == doc && decision.name == name) decision.verdict = Verdict::kKeptOne;
    }
  }

  std::vector<std::string> Heading(std::uint32_t doc) const {
    std::vector<std::string> words;
    for (std::uint32_t p = pages[doc].heading_first; p < pages[doc].heading_last; ++p) {
      words.push_back(pages[doc].body[p].word);
    }
    return words;
  }

  bool InHeading(std::uint32_t doc, std::uint32_t position) const {
    const SlowPage& page = pages[doc];
    if (!keep_ || position < page.heading_first || position >= page.heading_last) return false;
    std::size_t with = 0, all = 0;
    for (std::uint32_t d = 0; d < pages.size(); ++d) {
      if (pages[d].site != page.site || pages[d].duplicate_of) continue;
      ++all;
      if (Heading(d) == Heading(doc)) ++with;
    }
    return 2 * with <= all;
  }

  void Protect(std::uint32_t doc) {
    if (KeptWords(doc) >= 10) return;
    std::optional<std::uint32_t> richest;
    std::uint64_t most = 0;
    for (const auto& [place, decision] : decisions) {
      if (place.first != doc || decision.verdict != Verdict::kTemplate) continue;
      const std::uint64_t own = pages[doc].words[place.second].size() * (100U - decision.score);
      if (own > most) richest = place.second;
      most = std::max(most, own);
    }
    if (richest) decisions[{doc, *richest}].verdict = Verdict::kProtected;
  }

  // What pages say about each other: links, those of templates with another text each, then the
  // titles of pages with links of their own.
  void Speak() {
    std::vector<std::uint32_t> said(pages.size());
    std::set<std::pair<std::uint32_t, std::vector<std::string>>> of_templates;  // target, text
    for (std::uint32_t d = 0; d < pages.size(); ++d) {
      if (pages[d].duplicate_of) continue;
      std::set<std::uint32_t> targets, of_menus;
      for (const SlowPage::Link& link : pages[d].links) {
        const auto decision = decisions.find({d, link.block});
        const bool own =
            decision == decisions.end() || decision->second.verdict == Verdict::kProtected;
        std::uint32_t target = 0;
        while (target < pages.size() && pages[target].url != link.target) ++target;
        if (target == pages.size() || target == d || pages[target].site != pages[d].site) continue;
        if (own) targets.insert(target);
        if (!own && !keep_) of_menus.insert(target);
        std::vector<std::string> text;
        for (std::uint32_t p = link.first; p < link.last; ++p)
          text.push_back(pages[d].body[p].word);
        if (text.empty() || (!own && keep_ && !of_templates.emplace(target, text).second)) continue;
        Say(text, target, own || keep_, &said[target]);
      }
      const auto title = std::find(pages[d].fields.begin(), pages[d].fields.end(), Field::kTitle);
      if (title == pages[d].fields.end()) continue;
      const auto& words = pages[d].words[static_cast<std::size_t>(title - pages[d].fields.begin())];
      for (const std::uint32_t target : targets) Say(words, target, true, &said[target]);
      for (const std::uint32_t target : of_menus) {
        if (!targets.contains(target)) Say(words, target, false, &said[target]);
      }
    }
  }
  // What a template says takes its room under drop, and stands there with the field.
  void Say(const std::vector<std::string>& words, std::uint32_t target, bool own,
           std::uint32_t* said) {
    for (std::uint32_t i = 0; i < words.size(); ++i) {
      if (own || field_)
        terms[words[i]][{own ? Field::kAnchor : Field::kTemplateAnchor, target}].push_back(*said +
                                                                                           i);
    }
    *said += words.empty() ? 0 : static_cast<std::uint32_t>(words.size()) + 1;
  }

  // After Index: what no page of a site has is put back on the best page of the site that had it.
  void Rescue() {
    std::map<std::pair<std::string, std::uint32_t>, std::map<std::uint32_t, Positions>>
        where;  // (body word, site) → doc → positions
    for (std::uint32_t d = 0; d < pages.size(); ++d) {
      for (std::uint32_t p = 0; p < pages[d].body.size(); ++p)
        where[{pages[d].body[p].word, pages[d].site}][d].push_back(p);
    }
    std::set<std::pair<std::string, std::uint32_t>> kept;
    for (const auto& [word, places] : terms) {
      for (const auto& [place, positions] : places) kept.emplace(word, pages[place.second].site);
    }
    for (const auto& [word, docs] : where) {
      if (kept.contains(word)) continue;
      std::uint32_t best = docs.begin()->first;
      for (const auto& [d, positions] : docs) best = Rank(d) < Rank(best) ? d : best;
      terms[word.first][{Field::kBody, best}] = docs.at(best);
    }
  }

  void Index() {
    for (std::uint32_t d = 0; d < pages.size(); ++d) {
      for (std::uint32_t p = 0; p < pages[d].body.size(); ++p) {
        const auto& [word, block] = pages[d].body[p];
        seen[{d, word + " body"}] = true;
        if (Kept(d, p)) {
          terms[word][{Field::kBody, d}].push_back(p);
        } else {
          ++templates[decisions[{d, block}].name].removed;
          if (field_) terms[word][{Field::kTemplate, d}].push_back(p);
        }
      }
      for (std::size_t b = 0; b < pages[d].fields.size(); ++b) {
        if (pages[d].fields[b] == Field::kBody) continue;
        for (std::uint32_t i = 0; i < pages[d].words[b].size(); ++i) {
          terms[pages[d].words[b][i]][{pages[d].fields[b], d}].push_back(i);
          seen[{d, pages[d].words[b][i] + " " +
                       std::to_string(static_cast<int>(pages[d].fields[b]))}] = true;
        }
      }
    }
  }

  void Sort() {
    for (const auto& [name, t] : templates) order.push_back(name);
    std::stable_sort(order.begin(), order.end(), [&](const TemplateName& a, const TemplateName& b) {
      return templates[a].removed > templates[b].removed;
    });
  }

  bool keep_, field_;
};

}  // namespace thresh
