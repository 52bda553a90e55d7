// A crawl made by dice: pages as digest would make them, the same pages for the slow index, and
// strikes.
#pragma once

#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "indexer/strikes.h"
#include "tests/support/page_maker.h"
#include "tests/unit/indexer/merge/slow_index.h"

namespace thresh {

struct Made {
  std::vector<Page> pages;
  std::vector<SlowPage> slow;
  std::vector<SlowStrike> strikes;
};

// Random pages of two sites with nested blocks, shared bars, headings, duplicates in other blocks,
// and strikes.
class RandomCrawl {
 public:
  explicit RandomCrawl(std::uint32_t seed) : random_(seed) {}

  Made Make(std::uint32_t pages) {
    for (std::uint32_t d = 0; d < pages; ++d) {
      const std::uint32_t first = Below(pages);
      const bool duplicate = first < d && !made_.slow[first].duplicate_of && Below(3) == 0;
      AddPage(d, duplicate ? std::optional(first) : std::nullopt);
    }
    return std::move(made_);
  }

 private:
  std::uint32_t Below(std::uint32_t n) { return static_cast<std::uint32_t>(random_() % n); }
  std::string Word() { return "w" + std::to_string(Below(Below(4) == 0 ? 400 : 30)); }

  void AddPage(std::uint32_t d, std::optional<std::uint32_t> first) {
    SlowPage slow;
    slow.site = first ? made_.slow[*first].site : Below(2);
    slow.duplicate_of = first;
    slow.url = "http://site" + std::to_string(slow.site) + (Below(2) != 0 ? "/a/" : "/") + "p" +
               std::to_string(Below(5) == 0 ? 7 : d);
    PageMaker maker(slow.url);
    const std::uint32_t blocks = 1 + Below(6);
    for (std::uint32_t b = 0; b < blocks; ++b) AddBlock(&maker, &slow, Field::kBody);
    if (first) {
      CopyBody(made_.slow[*first].body, blocks, &maker, &slow);
    } else {
      RandomBody(blocks, &maker, &slow);
    }
    AddFields(&maker, &slow);
    Page page = maker.Make();
    page.site = "site" + std::to_string(slow.site);
    page.sequence = d;
    AddHeading(&page, &slow);
    AddLinks(&page, &slow);
    AddStrikes(d, slow);
    made_.pages.push_back(std::move(page));
    made_.slow.push_back(std::move(slow));
  }

  static void AddBlock(PageMaker* maker, SlowPage* slow, Field field) {
    maker->AddBlock("style", field);
    slow->fields.push_back(field);
    slow->words.emplace_back();
  }

  static void Append(const std::vector<std::string>& words, std::uint32_t block, PageMaker* maker,
                     SlowPage* slow) {
    std::string text;
    for (const std::string& word : words) {
      text += (text.empty() ? "" : " ") + word;
      slow->words[block].push_back(word);
      if (slow->fields[block] == Field::kBody) slow->body.push_back({word, block});
    }
    maker->Words(BlockNo(block), text);
  }

  // Spans in any order of blocks: nested blocks interrupt their parents. Some blocks stay empty.
  void RandomBody(std::uint32_t blocks, PageMaker* maker, SlowPage* slow) {
    for (std::uint32_t spans = Below(10); spans > 0; --spans) {
      std::vector<std::string> words;
      const bool bar = Below(3) == 0;
      for (std::uint32_t n = 1 + Below(8); n > 0; --n)
        words.push_back(bar ? "bar" + std::to_string(n) : Word());
      Append(words, Below(blocks), maker, slow);
    }
  }

  void CopyBody(const std::vector<SlowPage::Word>& body, std::uint32_t blocks, PageMaker* maker,
                SlowPage* slow) {
    std::uint32_t block = 0;
    for (const SlowPage::Word& word : body) {
      if (Below(4) == 0) block = Below(blocks);
      Append({word.word}, block, maker, slow);
    }
  }

  void AddFields(PageMaker* maker, SlowPage* slow) {
    for (const Field field : {Field::kTitle, Field::kUrl, Field::kDescription}) {
      AddBlock(maker, slow, field);
      std::vector<std::string> words;
      for (std::uint32_t n = Below(4); n > 0; --n) words.push_back(Word());
      Append(words, static_cast<std::uint32_t>(slow->words.size() - 1), maker, slow);
    }
  }

  void AddHeading(Page* page, SlowPage* slow) {
    const std::uint32_t words = static_cast<std::uint32_t>(slow->body.size());
    if (words == 0 || Below(2) == 0) return;
    slow->heading_first = page->heading_first = Below(words);
    slow->heading_last = page->heading_last = std::min(words, page->heading_first + 1 + Below(3));
    Hasher128 hash;
    for (std::uint32_t p = page->heading_first; p < page->heading_last; ++p)
      hash.Field(slow->body[p].word);
    page->heading_hash = hash.Finish();
  }

  void AddLinks(Page* page, SlowPage* slow) {
    for (std::uint32_t s = 0; s < page->spans.size(); ++s) {
      if (Below(2) == 0) continue;
      const Span& span = page->spans[s];
      page->links.push_back(
          {"http://site0/p" + std::to_string(Below(9)), span.block, s, Below(4) == 0 ? 0U : 1U});
      const std::uint32_t words = page->links.back().spans * span.tokens;
      slow->links.push_back({page->links.back().target, span.block.value, span.first_token,
                             span.first_token + words});
    }
  }

  void AddStrikes(std::uint32_t d, const SlowPage& slow) {
    for (std::uint32_t b = 0; b < slow.fields.size(); ++b) {
      for (std::uint32_t n = Below(3); n > 0; --n) {
        const auto score = static_cast<std::uint8_t>(80 + 10 * Below(3));
        made_.strikes.push_back({d, b, score, Hash128{Below(4), 7}});
      }
    }
  }

  std::minstd_rand random_;
  Made made_;
};

// The crawl in the order of a segment, worked out the obvious way: of pages with one URL the last
// one counts, pages stand by site and URL, and a page is a copy of the first one with its words.
inline Made InOrder(const Made& made) {
  std::map<std::pair<std::uint32_t, std::string>, std::uint32_t> places;
  for (std::uint32_t d = 0; d < made.slow.size(); ++d)
    places[{made.slow[d].site, made.slow[d].url}] = d;
  Made ordered;
  for (const auto& [place, d] : places) {
    const auto number = static_cast<std::uint32_t>(ordered.slow.size());
    SlowPage slow = made.slow[d];
    slow.duplicate_of.reset();
    for (std::uint32_t first = 0; first < number && !slow.duplicate_of; ++first) {
      const SlowPage& other = ordered.slow[first];
      if (other.site != slow.site || slow.body.empty() || other.body.size() != slow.body.size())
        continue;
      bool same = true;
      for (std::size_t p = 0; p < slow.body.size(); ++p)
        same = same && slow.body[p].word == other.body[p].word;
      if (same) slow.duplicate_of = first;
    }
    for (SlowStrike strike : made.strikes) {
      if (strike.doc != d) continue;
      strike.doc = number;
      ordered.strikes.push_back(strike);
    }
    ordered.slow.push_back(std::move(slow));
  }
  return ordered;
}

// Strikes as a detector would number them for this run.
class StrikeMaker {
 public:
  void Add(const SlowStrike& strike, std::uint32_t site) {
    const auto [it, added] = ids_.emplace(std::pair(site, strike.key), strikes.templates.size());
    if (added) strikes.templates.push_back({SiteId(site), strike.key, {"rule", {}}});
    strikes.strikes.push_back({DocId(strike.doc), BlockNo(strike.block),
                               TemplateId(static_cast<std::uint32_t>(it->second)), strike.score});
  }
  Strikes strikes;

 private:
  std::map<std::pair<std::uint32_t, Hash128>, std::size_t> ids_;
};

}  // namespace thresh
