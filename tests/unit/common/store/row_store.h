// A store from rows, written without our writer: tests of the reader must not depend on it, and
// need rows that no writer makes. It may use nothing but common/.
#pragma once

#include <gtest/gtest.h>
#include <rocksdb/db.h>
#include <rocksdb/sst_file_writer.h>

#include <array>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "common/base/files.h"
#include "common/base/version.h"
#include "common/store/rocks.h"
#include "common/store/store.h"
#include "tests/support/temp_folder.h"

namespace thresh {

using SmallRows = std::array<std::map<std::string, std::string>, kFamilyCount>;

inline std::map<std::string, std::string>& RowsOf(SmallRows* rows, Family family) {
  return (*rows)[static_cast<std::size_t>(family)];
}

// Rows of a segment of `docs` pages whose text is `text`.
inline SmallRows MakeRows(std::uint32_t docs, const std::string& text) {
  SmallRows rows;
  LengthsRecord lengths;
  for (auto& column : lengths.words) column.assign(docs, 3);
  lengths.distinct.assign(docs, 2);
  lengths.priors.assign(docs, LengthsRecord::StoredPrior(0));
  Statistics statistics;
  statistics.docs = docs;
  for (std::uint32_t d = 0; d < docs; ++d) {
    DocRecord doc;
    doc.url = "http://example.org/" + std::to_string(d);
    RowsOf(&rows, Family::kDocs)[DocKey(DocId(d))] = doc.Encode();
    RowsOf(&rows, Family::kUrls)[UrlKey(doc.url)] = DocKey(DocId(d));
    TextRecord record;
    record.spans.push_back({text + std::to_string(d), BlockNo(0), false, 2});
    RowsOf(&rows, Family::kText)[DocKey(DocId(d))] = record.Encode();
    RowsOf(&rows, Family::kTerms)["word" + std::to_string(d)] = "any value";
  }
  RowsOf(&rows, Family::kLengths)[std::string(kLengthsKey)] = lengths.Encode();
  auto& meta = RowsOf(&rows, Family::kMeta);
  meta[std::string(kMetaFormat)] = std::to_string(kFormatVersion);
  meta[std::string(kMetaStatistics)] = statistics.Encode();
  meta[std::string(kMetaSites)] = EncodeSites({{"example.org", statistics}});
  return rows;
}

inline Hash128 DigestOf(const SmallRows& rows) {
  ContentDigest digest;
  for (std::size_t f = 0; f < kFamilyCount; ++f) {
    for (const auto& [key, value] : rows[f]) digest.Row(static_cast<Family>(f), key, value);
  }
  return digest.Finish();
}

inline void WriteSegment(const SmallRows& rows, const std::string& directory) {
  rocksdb::Options options = BaseOptions();
  options.create_if_missing = true;
  std::vector<rocksdb::ColumnFamilyDescriptor> descriptors;
  for (std::size_t f = 0; f < kFamilyCount; ++f) {
    descriptors.emplace_back(std::string(kFamilyNames[f]), FamilyOptions(static_cast<Family>(f)));
  }
  descriptors.emplace_back(rocksdb::kDefaultColumnFamilyName,
                           rocksdb::ColumnFamilyOptions(options));
  std::vector<rocksdb::ColumnFamilyHandle*> handles;
  rocksdb::DB* raw = nullptr;
  ASSERT_TRUE(rocksdb::DB::Open(options, directory, descriptors, &handles, &raw).ok());
  const std::unique_ptr<rocksdb::DB> db(raw);
  std::vector<std::unique_ptr<rocksdb::ColumnFamilyHandle>> owned(handles.begin(), handles.end());
  for (std::size_t f = 0; f < kFamilyCount; ++f) {
    if (rows[f].empty()) continue;
    const std::string file = directory + "/" + std::string(kFamilyNames[f]) + ".sst";
    rocksdb::SstFileWriter writer(rocksdb::EnvOptions(),
                                  rocksdb::Options(options, FamilyOptions(static_cast<Family>(f))));
    ASSERT_TRUE(writer.Open(file).ok());
    for (const auto& [key, value] : rows[f]) ASSERT_TRUE(writer.Put(key, value).ok());
    ASSERT_TRUE(writer.Finish().ok());
    rocksdb::IngestExternalFileOptions ingest;
    ingest.move_files = true;
    ASSERT_TRUE(db->IngestExternalFile(handles[f], {file}, ingest).ok());
  }
}

// A crawl table with the pages of `rows`.
inline FileEntry WriteCrawlTable(const std::string& store, std::uint64_t number,
                                 const SmallRows& rows) {
  FileEntry entry;
  entry.path = CrawlTableName(number);
  rocksdb::SstFileWriter writer(rocksdb::EnvOptions(), BaseOptions());
  EXPECT_TRUE(writer.Open(store + "/" + entry.path).ok());
  std::map<std::string, std::string> table = {{CrawlReportKey(), UpdateReport().Encode()}};
  for (const auto& [key, value] : rows[static_cast<std::size_t>(Family::kDocs)]) {
    DocRecord doc;
    EXPECT_TRUE(doc.Decode(value));
    table[CrawlKey("example.org", doc.url)] = CrawlRecord().Encode();
  }
  for (const auto& [key, value] : table) EXPECT_TRUE(writer.Put(key, value).ok());
  EXPECT_TRUE(writer.Finish().ok());
  entry.hash = HashFile(store + "/" + entry.path, &entry.bytes).value();
  return entry;
}

// Publishes `rows` as manifest and segment of this number.
inline Manifest Publish(const std::string& store, std::uint64_t number, const SmallRows& rows) {
  Manifest manifest;
  manifest.number = number;
  manifest.created = "2024-01-02T03:04:05Z";
  manifest.analyzer = Analyzer::Make({}).value()->fingerprint();
  SegmentEntry& segment = manifest.segments.emplace_back();
  segment.name = "seg-" + ManifestName(number).substr(9);
  segment.digest = DigestOf(rows);
  EXPECT_TRUE(MakeDirectory(store + "/" + segment.name).ok());
  WriteSegment(rows, store + "/" + segment.name);
  const Result<std::vector<std::string>> names = ListDirectory(store + "/" + segment.name);
  for (const std::string& name : names.value()) {
    FileEntry& file = segment.files.emplace_back();
    file.path = segment.name + "/" + name;
    file.hash = HashFile(store + "/" + file.path, &file.bytes).value();
  }
  manifest.crawl = WriteCrawlTable(store, number, rows);
  EXPECT_TRUE(WriteFileDurably(store + "/" + ManifestName(number), manifest.Encode()).ok());
  EXPECT_TRUE(WriteFileDurably(store + "/CURRENT", ManifestName(number) + "\n").ok());
  return manifest;
}

}  // namespace thresh
