// Random records of the store, and equality field by field.
#pragma once

#include <algorithm>
#include <random>
#include <string>
#include <tuple>

#include "common/store/schema.h"

namespace thresh {

// Mostly small, sometimes as large as it gets.
inline std::uint32_t RandomNumber(std::mt19937_64* random) {
  const std::uint64_t bits = (*random)() % 33;
  return bits == 0 ? 0 : static_cast<std::uint32_t>((*random)()) >> (32 - bits);
}

inline std::string RandomString(std::mt19937_64* random, std::size_t longest) {
  std::string s((*random)() % (longest + 1), '\0');
  for (char& c : s) c = static_cast<char>((*random)());
  return s;
}

inline Hash128 RandomHash(std::mt19937_64* random) { return {(*random)(), (*random)()}; }

inline DocRecord RandomDoc(std::mt19937_64* random) {
  DocRecord r;
  for (std::string* s :
       {&r.docno, &r.path, &r.url, &r.title, &r.description, &r.date, &r.language}) {
    *s = RandomString(random, 30);
  }
  for (std::uint32_t* n : {&r.site.value, &r.body_tokens_seen, &r.body_tokens_indexed, &r.blocks,
                           &r.template_blocks, &r.duplicate_of.value}) {
    *n = RandomNumber(random);
  }
  r.token_hash = RandomHash(random);
  r.degraded = (*random)() % 2 == 0;
  r.duplicate = (*random)() % 2 == 0;
  return r;
}

inline TextRecord RandomText(std::mt19937_64* random) {
  TextRecord r;
  r.heading_first = RandomNumber(random);
  r.heading_last = RandomNumber(random);
  for (std::uint64_t i = (*random)() % 8; i > 0; --i) {
    r.spans.push_back({RandomString(random, 20),
                       BlockNo(RandomNumber(random)),
                       (*random)() % 2 == 0,
                       RandomNumber(random),
                       {}});
    TextRecord::StoredSpan& span = r.spans.back();
    if (span.text.empty()) span.shared.count = RandomNumber(random);
    if (span.shared.count > 0)
      span.shared = {span.shared.count, RandomNumber(random), BlockNo(RandomNumber(random))};
  }
  std::uint32_t block = 0;
  for (std::uint64_t i = (*random)() % 8; i > 0; --i) {
    block += 1 + RandomNumber(random) % 0x1000000;
    r.verdicts.push_back({BlockNo(block), static_cast<Verdict>((*random)() % 4),
                          TemplateId(RandomNumber(random)), RandomNumber(random),
                          static_cast<std::uint8_t>((*random)())});
  }
  return r;
}

inline TemplateRecord RandomTemplate(std::mt19937_64* random) {
  TemplateRecord r;
  for (std::uint32_t* n : {&r.site.value, &r.support, &r.tokens, &r.first.value,
                           &r.representative.value, &r.representative_block.value}) {
    *n = RandomNumber(random);
  }
  r.tokens_removed = (*random)();
  r.score = static_cast<std::uint8_t>((*random)());
  r.exact = (*random)() % 2 == 0;
  r.key = RandomHash(random);
  r.rule.name = "r" + RandomString(random, 20);
  for (std::uint64_t i = (*random)() % 4; i > 0; --i) {
    if ((*random)() % 2 == 0) r.rule.fields.push_back(RuleField::Count((*random)()));
    if ((*random)() % 2 == 0) r.rule.fields.push_back(RuleField::Share(0.5));
    if ((*random)() % 2 == 0) r.rule.fields.push_back(RuleField::Text(RandomString(random, 20)));
  }
  r.text = RandomString(random, 200);
  std::uint32_t doc = 0;
  for (std::uint64_t i = (*random)() % 6; i > 0; --i) {
    doc += RandomNumber(random) % 0x10000000;
    r.examples.emplace_back(doc);
  }
  return r;
}

inline LinksRecord RandomLinks(std::mt19937_64* random, std::string_view page_url) {
  LinksRecord r;
  for (std::uint64_t i = 1 + (*random)() % 8; i > 0; --i) {
    LinksRecord::StoredLink& link = r.links.emplace_back();
    link.target = std::string(page_url.substr(0, 8 + (*random)() % page_url.size())) + "#" +
                  RandomString(random, 9);
    link.block.value = RandomNumber(random);
    link.first_span = RandomNumber(random);
    link.spans = RandomNumber(random);
  }
  return r;
}

inline LengthsRecord RandomLengths(std::mt19937_64* random) {
  LengthsRecord r;
  const std::size_t docs = (*random)() % 9;
  const auto fill = [&](std::vector<std::uint32_t>* column) {
    column->resize(docs);
    const std::uint64_t bits = (*random)() % 32;
    for (std::uint32_t& v : *column) v = static_cast<std::uint32_t>((*random)()) >> bits;
  };
  for (auto& column : r.words) fill(&column);
  fill(&r.distinct);
  fill(&r.priors);
  return r;
}

inline Statistics RandomStatistics(std::mt19937_64* random) {
  Statistics s;
  for (std::uint64_t* n :
       {&s.docs, &s.empty, &s.duplicates, &s.degraded, &s.blocks_seen, &s.blocks_template,
        &s.blocks_kept_one, &s.blocks_protected, &s.tokens_seen, &s.tokens_indexed,
        &s.tokens_fields, &s.postings_seen, &s.postings, &s.terms, &s.postings_bytes,
        &s.positions_bytes, &s.templates}) {
    *n = (*random)() >> (1 + (*random)() % 63);
  }
  return s;
}

inline bool SameDoc(const DocRecord& a, const DocRecord& b) {
  const auto all = [](const DocRecord& r) {
    return std::tie(r.docno, r.path, r.url, r.title, r.description, r.date, r.language, r.site,
                    r.body_tokens_seen, r.body_tokens_indexed, r.blocks, r.template_blocks,
                    r.token_hash, r.degraded, r.duplicate, r.duplicate_of);
  };
  return all(a) == all(b);
}

inline bool SameText(const TextRecord& a, const TextRecord& b) {
  const auto same_span = [](const TextRecord::StoredSpan& x, const TextRecord::StoredSpan& y) {
    const auto all = [](const TextRecord::StoredSpan& s) {
      return std::tie(s.text, s.block, s.glued, s.tokens, s.shared.count, s.shared.first,
                      s.shared.last_block);
    };
    return all(x) == all(y);
  };
  const auto same_verdict = [](const StoredVerdict& x, const StoredVerdict& y) {
    return std::tie(x.block, x.verdict, x.template_id, x.support, x.score) ==
           std::tie(y.block, y.verdict, y.template_id, y.support, y.score);
  };
  return a.heading_first == b.heading_first && a.heading_last == b.heading_last &&
         std::equal(a.spans.begin(), a.spans.end(), b.spans.begin(), b.spans.end(), same_span) &&
         std::equal(a.verdicts.begin(), a.verdicts.end(), b.verdicts.begin(), b.verdicts.end(),
                    same_verdict);
}

inline bool SameTemplate(const TemplateRecord& a, const TemplateRecord& b) {
  const auto all = [](const TemplateRecord& r) {
    return std::tie(r.site, r.support, r.tokens, r.tokens_removed, r.first, r.representative,
                    r.representative_block, r.score, r.exact, r.key, r.rule, r.text, r.examples);
  };
  return all(a) == all(b);
}

inline bool SameLinks(const LinksRecord& a, const LinksRecord& b) {
  const auto same = [](const LinksRecord::StoredLink& x, const LinksRecord::StoredLink& y) {
    return std::tie(x.target, x.block, x.first_span, x.spans) ==
           std::tie(y.target, y.block, y.first_span, y.spans);
  };
  return std::equal(a.links.begin(), a.links.end(), b.links.begin(), b.links.end(), same);
}

}  // namespace thresh
