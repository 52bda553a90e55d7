// The dictionary of several segments against a count of all live pages. The store is made of rows.
#include "common/postings/dictionary.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/unit/common/store/row_store.h"

namespace thresh {
namespace {

constexpr auto kTemplates = static_cast<std::size_t>(Field::kTemplate);
using Words = std::array<std::vector<std::string>, kFieldCount>;  // of a page, by field
struct Site {
  std::string host;
  std::vector<Words> pages;
  bool masked = false;
};
using Sites = std::vector<Site>;  // of a segment
using Dictionary = std::map<std::string, TermRecord>;

// What `terms` says of the pages of some sites, without any list.
template <typename Wanted>
void Count(const Sites& sites, Wanted wanted, Dictionary* terms) {
  for (const Site& site : sites) {
    if (!wanted(site)) continue;
    for (const Words& page : site.pages) {
      std::map<std::string, std::array<std::uint64_t, kFieldCount>> found;
      for (std::size_t f = 0; f < kFieldCount; ++f)
        for (const std::string& word : page[f]) ++found[word][f];
      for (const auto& [word, counts] : found) {
        TermRecord& record = (*terms)[word];
        const bool own = std::any_of(counts.begin(), counts.begin() + kTemplates,
                                     [](std::uint64_t count) { return count > 0; });
        ++(own ? record.df : record.template_df);
        record.fields.resize(kFieldCount);
        for (std::size_t f = 0; f < kFieldCount; ++f) {
          record.fields[f].field = static_cast<Field>(f);
          record.fields[f].df += counts[f] > 0 ? 1U : 0U;
          record.fields[f].cf += counts[f];
          if (f < kTemplates) record.cf += counts[f];
        }
      }
    }
  }
}

void DropEmptyFields(Dictionary* terms) {
  for (auto& [term, record] : *terms)
    std::erase_if(record.fields, [](const FieldList& list) { return list.df == 0; });
}

class DictionaryTest : public testing::Test {
 protected:
  // Publishes the segments. `spoil` may change the rows of the mask table.
  template <typename Spoil>
  Result<std::unique_ptr<Store>> Publish(const std::vector<Sites>& segments, Spoil spoil) {
    folder_ = std::make_unique<TempFolder>();
    const std::string path = folder_->path();
    Manifest manifest;
    manifest.number = 1;
    manifest.analyzer = Analyzer::Make({}).value()->fingerprint();
    std::map<std::string, std::string> masks;
    for (std::size_t s = 0; s < segments.size(); ++s) {
      SegmentEntry& entry = manifest.segments.emplace_back();
      entry.name = "seg-" + std::to_string(100000 + s);
      Write(segments[s], path + "/" + entry.name);
      Dictionary masked;
      Count(
          segments[s], [](const Site& site) { return site.masked; }, &masked);
      DropEmptyFields(&masked);
      for (const auto& [term, record] : masked) masks[MaskKey(entry.name, term)] = record.Encode();
      for (const Site& site : segments[s])
        if (site.masked) entry.masked.push_back(site.host);
    }
    spoil(&masks);
    manifest.crawl = WriteCrawlTable(path, 1, SmallRows());
    if (!masks.empty()) manifest.masks = WriteTable(path, MaskTableName(1), masks);
    EXPECT_TRUE(WriteFileDurably(path + "/" + ManifestName(1), manifest.Encode()).ok());
    EXPECT_TRUE(WriteFileDurably(path + "/CURRENT", ManifestName(1) + "\n").ok());
    return Store::Open(path);
  }
  Result<std::unique_ptr<Store>> Publish(const std::vector<Sites>& segments) {
    return Publish(segments, [](auto*) {});
  }

 private:
  static void Write(const Sites& sites, const std::string& directory) {
    std::uint32_t docs = 0;
    std::vector<SiteRecord> records;
    for (const Site& site : sites) {
      docs += static_cast<std::uint32_t>(site.pages.size());
      records.emplace_back().host = site.host;
      records.back().statistics.docs = site.pages.size();
    }
    SmallRows rows = MakeRows(docs, "");
    RowsOf(&rows, Family::kMeta)[std::string(kMetaSites)] = EncodeSites(records);
    Dictionary terms;
    Count(
        sites, [](const Site&) { return true; }, &terms);
    DropEmptyFields(&terms);
    auto& family = RowsOf(&rows, Family::kTerms);
    family.clear();
    for (const auto& [term, record] : terms) family[term] = record.Encode();
    ASSERT_TRUE(MakeDirectory(directory).ok());
    WriteSegment(rows, directory);
  }

  static FileEntry WriteTable(const std::string& store, const std::string& name,
                              const std::map<std::string, std::string>& rows) {
    rocksdb::SstFileWriter writer(rocksdb::EnvOptions(), BaseOptions());
    EXPECT_TRUE(writer.Open(store + "/" + name).ok());
    for (const auto& [key, value] : rows) EXPECT_TRUE(writer.Put(key, value).ok());
    EXPECT_TRUE(writer.Finish().ok());
    FileEntry entry;
    entry.path = name;
    entry.hash = HashFile(store + "/" + name, &entry.bytes).value();
    return entry;
  }

  std::unique_ptr<TempFolder> folder_;
};

std::uint32_t Below(std::mt19937& random, std::uint32_t limit) {
  return static_cast<std::uint32_t>(random() % limit);
}

// Words of two letters: some are the beginning of others, and rare ones stand in one segment only.
std::string RandomWord(std::mt19937& random) {
  std::string word(1, static_cast<char>('a' + Below(random, 5)));
  if (Below(random, 2) == 0) word += static_cast<char>('a' + Below(random, 26));
  return word;
}

std::vector<Sites> RandomSegments(std::mt19937& random) {
  const std::uint32_t count = 1 + Below(random, 4);
  std::vector<Sites> segments(count);
  for (std::uint32_t h = 0; h < 12; ++h) {
    const std::uint32_t live = Below(random, count);
    for (std::uint32_t s = 0; s < count; ++s) {
      if (s != live && Below(random, 2) != 0) continue;
      Site& site = segments[s].emplace_back();
      site.host = "h" + std::to_string(10 + h);
      site.masked = s != live;
      site.pages.resize(1 + Below(random, 3));
      for (Words& page : site.pages) {
        for (auto& field : page)
          for (std::uint32_t i = Below(random, 4); i > 0; --i) field.push_back(RandomWord(random));
      }
    }
  }
  return segments;
}

Dictionary LiveTermsOf(const std::vector<Sites>& segments) {
  Dictionary terms;
  for (const Sites& sites : segments)
    Count(
        sites, [](const Site& site) { return !site.masked; }, &terms);
  DropEmptyFields(&terms);
  return terms;
}

std::map<std::string, std::uint32_t> DfsOf(const Store& store, const std::string& prefix,
                                           double template_share = 0) {
  std::map<std::string, std::uint32_t> dfs;
  std::string before;
  EXPECT_TRUE(VisitTerms(
                  store, prefix,
                  [&](std::string_view term, std::uint32_t df) {
                    EXPECT_TRUE(dfs.empty() || before < term);
                    before = term;
                    dfs[before] = df;
                    return true;
                  },
                  template_share)
                  .ok());
  return dfs;
}

TEST_F(DictionaryTest, CountsOnlyLivePages) {
  std::mt19937 random(81);
  for (int round = 0; round < 12; ++round) {
    const std::vector<Sites> segments = RandomSegments(random);
    const auto store = Publish(segments);
    ASSERT_TRUE(store.ok()) << store.status().message();
    const Dictionary terms = LiveTermsOf(segments);
    std::set<std::string> asked = {"", "a", "zz", "bq"};
    Dictionary all;
    for (const Sites& sites : segments)
      Count(
          sites, [](const Site&) { return true; }, &all);
    for (const auto& [term, record] : all) asked.insert(term);
    for (const std::string& term : asked) {
      const auto found = FindTerm(*store.value(), term);
      ASSERT_TRUE(found.ok()) << found.status().message();
      const auto known = terms.find(term);
      ASSERT_EQ(found.value().has_value(), known != terms.end()) << term;
      if (found.value()) {
        ASSERT_EQ(found.value()->counts, known->second) << term;
      }
    }
    for (const char* prefix : {"", "a", "c", "ca", "x"}) {
      for (const double share : {0.0, 0.5, 1.0}) {
        std::map<std::string, std::uint32_t> expected;
        for (const auto& [term, record] : terms) {
          const auto df =
              static_cast<std::uint32_t>(std::ceil(record.df + share * record.template_df));
          if (term.starts_with(prefix) && df > 0) expected[term] = df;
        }
        ASSERT_EQ(DfsOf(*store.value(), prefix, share), expected) << prefix << " " << share;
      }
    }
    if (store.value()->whole() == nullptr) {
      ASSERT_EQ(CountTerms(*store.value()).value(), DfsOf(*store.value(), "").size());
    }
  }
}

const std::vector<Sites> kTwo = {{{"a", {{{{"red", "blue"}}}}, true}, {"b", {{{{"red"}}}}}},
                                 {{"a", {{{{"red", "sea"}}}}}}};

TEST_F(DictionaryTest, AWalkEndsWhenTheVisitorSaysSo) {
  const auto store = Publish(kTwo);
  std::vector<std::string> seen;
  EXPECT_TRUE(VisitTerms(*store.value(), "", [&](std::string_view term, std::uint32_t df) {
                seen.emplace_back(term);
                EXPECT_EQ(df, 2U);
                return false;
              }).ok());
  EXPECT_EQ(seen, std::vector<std::string>{"red"});  // blue stands on a masked page only
}

TEST_F(DictionaryTest, AMaskThatCountsTooMuchIsDamage) {
  for (const std::string term : {"blue", "bluff"}) {
    const auto store = Publish(kTwo, [&](std::map<std::string, std::string>* masks) {
      TermRecord record{.df = 2, .cf = 2, .fields = {}};
      record.fields.emplace_back().df = 2;
      record.fields.back().cf = 2;
      (*masks)[MaskKey("seg-100000", term)] = record.Encode();
    });
    ASSERT_TRUE(store.ok()) << store.status().message();
    if (term == "blue") {
      EXPECT_EQ(FindTerm(*store.value(), term).status().code(), Code::kUnusable);
    }
    EXPECT_EQ(CountTerms(*store.value()).status().code(), Code::kUnusable) << term;
  }
}

TEST_F(DictionaryTest, AMaskThatCountsTooManyPagesOfTemplatesIsDamage) {
  Words page;
  page[kTemplates] = {"menu"};
  const std::vector<Sites> segments = {{{"a", {page}, true}, {"b", {page}}}, {{"a", {page}}}};
  EXPECT_EQ(FindTerm(*Publish(segments).value(), "menu").value()->counts.template_df, 2U);
  const auto store = Publish(segments, [](std::map<std::string, std::string>* masks) {
    std::string& row = (*masks)[MaskKey("seg-100000", "menu")];
    TermRecord record;
    ASSERT_TRUE(record.Decode(row));
    record.template_df = 3;
    row = record.Encode();
  });
  const Status status = FindTerm(*store.value(), "menu").status();
  EXPECT_EQ(status.code(), Code::kUnusable);
  EXPECT_NE(status.message().find("mask"), std::string::npos) << status.message();
}

TEST_F(DictionaryTest, AMaskThatCannotBeReadIsDamage) {
  const auto store = Publish(kTwo, [&](std::map<std::string, std::string>* masks) {
    (*masks)[MaskKey("seg-100000", "red")] = "";
  });
  EXPECT_EQ(FindTerm(*store.value(), "red").status().code(), Code::kUnusable);
  EXPECT_EQ(CountTerms(*store.value()).status().code(), Code::kUnusable);
}

}  // namespace
}  // namespace thresh
