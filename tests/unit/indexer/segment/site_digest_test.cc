#include "indexer/segment/site_digest.h"

#include <gtest/gtest.h>

#include <functional>
#include <set>

namespace thresh {
namespace {

// A site of two pages, and everything that can be said about it.
struct MadeSite {
  std::vector<DocRecord> docs{2};
  std::vector<std::string> texts = {"first", "second"}, links = {"a", "b"}, harvests = {"c", "d"};
  std::vector<TextRecord> verdicts{2};
  std::vector<Hash128> keys = {{1, 2}, {3, 4}};
  TemplateRecord found;
  std::vector<std::vector<std::uint32_t>> positions = {{1, 5}, {7}};
  std::string term = "word";
  Statistics statistics;
  std::uint32_t distinct = 3, words = 9, prior = 5;

  MadeSite() {
    docs[1].duplicate = true;
    docs[1].duplicate_of = DocId(0);
    verdicts[0].verdicts = {{BlockNo(3), Verdict::kTemplate, TemplateId(1), 7, 80}};
    found.rule = {"incremental.segments",
                  {RuleField::Count(5), RuleField::Share(0.7), RuleField::Text("by hand")}};
    found.representative = DocId(1);
    found.examples = {DocId(0), DocId(1)};
    statistics.docs = 2;
  }
};

// Its digest in a segment, behind `sites` other sites of three pages, with the templates of a
// segment that has `templates` more in front of them.
Hash128 DigestOf(const MadeSite& made, std::uint32_t sites = 0, std::uint32_t templates = 0) {
  SiteRecord other;
  other.statistics.docs = 3;
  std::vector<SiteRecord> all(sites, other);
  all.push_back({"host", made.statistics});
  SiteDigests digests(all);
  const std::uint32_t first = 3 * sites;
  std::vector<Hash128> keys(templates);
  keys.insert(keys.end(), made.keys.begin(), made.keys.end());
  LengthsRecord lengths;
  for (auto& column : lengths.words) column.assign(first + 2, 1);
  lengths.distinct.assign(first + 2, 1);
  lengths.priors.assign(first + 2, 7);
  lengths.words[0][first + 1] = made.words;
  lengths.distinct[first] = made.distinct;
  lengths.priors[first] = made.prior;
  for (std::uint32_t d = 0; d < 2; ++d) {
    const DocId doc(first + d);
    DocRecord record = made.docs[d];
    record.site = SiteId(sites);
    record.duplicate_of.value += record.duplicate ? first : 0;
    TextRecord text = made.verdicts[d];
    for (StoredVerdict& verdict : text.verdicts) verdict.template_id.value += templates;
    digests.AddDoc(doc, record);
    digests.AddText(doc, made.texts[d], text, keys);
    digests.AddLinks(doc, made.links[d]);
    digests.AddHarvest(doc, made.harvests[d]);
    digests.AddPosting(doc, SiteDigests::ListOf(made.term, Field::kBody), made.positions[d]);
  }
  TemplateRecord found = made.found;
  found.site = SiteId(sites);
  for (DocId* doc : {&found.first, &found.representative, &found.examples[0], &found.examples[1]})
    doc->value += first;
  digests.AddTemplate(found);
  return digests.Finish(SiteId(sites), made.statistics, lengths);
}

TEST(SiteDigestTest, DoesNotHangOnWhereTheSiteStands) {
  EXPECT_EQ(DigestOf(MadeSite(), 4, 9), DigestOf(MadeSite()));
}

TEST(SiteDigestTest, EveryRowCounts) {
  const std::vector<std::function<void(MadeSite*)>> changes = {
      [](MadeSite*) {},
      [](MadeSite* s) { s->docs[0].title = "another"; },
      [](MadeSite* s) { s->docs[1].duplicate = false; },
      [](MadeSite* s) { s->texts[1] = "other"; },
      [](MadeSite* s) { std::swap(s->texts[0], s->texts[1]); },
      [](MadeSite* s) { s->verdicts[0].verdicts[0].template_id = TemplateId(0); },
      [](MadeSite* s) { s->verdicts[0].verdicts[0].verdict = Verdict::kKeptOne; },
      [](MadeSite* s) { s->verdicts[0].verdicts[0].block = BlockNo(4); },
      [](MadeSite* s) { s->verdicts[0].heading_last = 2; },
      [](MadeSite* s) { s->links[0] = "x"; },
      [](MadeSite* s) { std::swap(s->links[0], s->links[1]); },
      [](MadeSite* s) { s->harvests[1] = "x"; },
      [](MadeSite* s) { s->found.support = 5; },
      [](MadeSite* s) { s->found.examples[0] = DocId(1); },
      [](MadeSite* s) {
        s->positions[0] = {1, 6};
      },
      [](MadeSite* s) { std::swap(s->positions[0], s->positions[1]); },
      [](MadeSite* s) { s->term = "other"; },
      [](MadeSite* s) { s->statistics.postings = 1; },
      [](MadeSite* s) { s->distinct = 4; },
      [](MadeSite* s) { s->prior = 6; },
      [](MadeSite* s) { s->words = 8; },
  };
  std::set<Hash128> digests;
  for (const auto& change : changes) {
    MadeSite site;
    change(&site);
    digests.insert(DigestOf(site));
  }
  EXPECT_EQ(digests.size(), changes.size());
}

}  // namespace
}  // namespace thresh
