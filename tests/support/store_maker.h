// Makers of stores: every store that a test writes with our own writer comes from here.
//
// BuildStore builds one as `thresh-index build` does, from a folder or any other input. MakeSegment
// and PublishPages write one from made pages, through run file and merge, without a pipeline. A
// failure is a Status for the test to show. The files lie in folders of the test, which outlive the
// store. Tests of the reader alone write rows instead (tests/unit/common/store/row_store.h).
#pragma once

#include <array>
#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "common/base/files.h"
#include "indexer/build/build.h"
#include "indexer/merge/history.h"
#include "indexer/merge/merger.h"
#include "indexer/run/run_writer.h"
#include "indexer/segment/publisher.h"
#include "indexer/segment/segment_writer.h"
#include "query/retrieve/searcher.h"
#include "tests/support/page_maker.h"
#include "tests/support/page_order_of.h"

namespace thresh {

// Builds options.store from options.pipeline.input.crawls.
inline Status BuildStore(const BuildOptions& options) {
  const std::atomic<bool> stop{false};
  return Build(options, stop, {}).status();
}

// Takes lines of JSON into a store: an update if `live`, else a build. `crawl` is a file for them.
inline Status TakeLines(const std::string& store, const std::string& crawl,
                        const std::string& lines, bool live) {
  THRESH_RETURN_IF_ERROR(WriteFileDurably(crawl, lines));
  BuildOptions options;
  options.store = store;
  options.pipeline.input.crawls = {crawl};
  options.update.live = live;
  return BuildStore(options);
}

// The same, opened for search.
inline Result<std::unique_ptr<Searcher>> BuildAndOpen(const BuildOptions& options) {
  THRESH_RETURN_IF_ERROR(BuildStore(options));
  return Searcher::Open(options.store);
}

// Writes a run and its strikes to a run file.
inline Result<FileEntry> WriteRun(const Run& run, const Strikes& strikes, const std::string& file) {
  RunWriter writer(file);
  THRESH_RETURN_IF_ERROR(writer.Put(run));
  return writer.Finish(strikes);
}

// Writes the segment of `pages` pages of one site to `directory`. Each page has a bar, which is
// struck, a text of its own, a title and a link. The run file goes to `work`.
inline Result<MergeResult> MakeSegment(const std::string& work, const std::string& directory,
                                       std::uint32_t pages) {
  RunTable table(64u << 20);
  std::vector<Page> made;
  Strikes strikes;
  strikes.templates.push_back(
      {SiteId(0),
       HashBytes("bar"),
       {"incremental.segments",
        {RuleField::Count(5), RuleField::Share(0.7), RuleField::Text("made by hand")}}});
  for (std::uint32_t d = 0; d < pages; ++d) {
    PageMaker maker("http://example.com/p" + std::to_string(1000000 + d));
    maker.Add("bar", "home about contact");
    maker.Add("text", "page number word" + std::to_string(d) +
                          " and ten more words that no other block of the page has");
    maker.Words(maker.AddBlock("title", Field::kTitle), "title" + std::to_string(d));
    Page page = maker.Make();
    page.site = "example.com";
    page.sequence = d;
    page.links.push_back({"http://example.com/", BlockNo(0), 0, 1});
    table.Add(page, DocId(d), SiteId(0), std::nullopt);
    made.push_back(std::move(page));
    strikes.strikes.push_back({DocId(d), BlockNo(0), TemplateId(0), 100});
  }
  MergeOptions options;
  options.run_files = {work + "/run-000001.sst"};
  options.order = OrderOf(made);
  options.analyzer = "analyzer";
  options.detector = "detector";
  THRESH_ASSIGN_OR_RETURN(const FileEntry run,
                          WriteRun(*table.Freeze(), strikes, options.run_files[0]));
  THRESH_CHECK(!run.path.empty());
  return MergeRuns(options, directory);
}

// Publishes such a segment as a store.
inline Status PublishPages(StoreWriter& writer, std::uint32_t pages) {
  const std::string directory = writer.work() + "/segment";
  THRESH_ASSIGN_OR_RETURN(MergeResult merged, MakeSegment(writer.work(), directory, pages));
  Manifest manifest;
  manifest.created = "2006-04-23T00:00:00Z";
  manifest.analyzer = "analyzer";
  manifest.build_id = "build-" + std::to_string(pages);
  THRESH_ASSIGN_OR_RETURN(const std::unique_ptr<Segment> segment, Segment::Open(directory));
  const PageOrder order;
  const std::string history = writer.work() + "/crawl";
  HistoryInput input;
  input.after = segment.get();
  input.order = &order;
  input.now = manifest.created;
  input.number = writer.next_number();
  THRESH_RETURN_IF_ERROR(WriteHistory(input, history).status());
  manifest.digest = ContentDigestOf("analyzer", "detector", merged.sites);
  THRESH_ASSIGN_OR_RETURN(merged.segment.name, writer.NewSegmentName());
  StoreWriter::Contents contents;
  contents.crawl = history;
  contents.added.push_back({directory, std::move(merged.segment)});
  return writer.Publish(std::move(contents), std::move(manifest));
}

using StoreRows = std::array<std::map<std::string, std::string>, kFamilyCount>;  // by family

// Writes the first segment of a store again, with the rows that `change` has changed, and a
// manifest that fits the new files. So no checksum tells, and only who looks into the rows can see
// the change.
inline Status ChangeRows(const std::string& store, const std::function<void(StoreRows*)>& change) {
  THRESH_ASSIGN_OR_RETURN(Manifest manifest, ReadManifest(store));
  SegmentEntry& entry = manifest.segments.front();
  const std::string folder = store + "/" + entry.name;
  THRESH_ASSIGN_OR_RETURN(std::unique_ptr<Segment> segment, Segment::Open(folder));
  StoreRows all;
  for (std::size_t f = 0; f < kFamilyCount; ++f) {
    for (const auto rows = segment->Scan(static_cast<Family>(f)); rows->Valid(); rows->Next())
      all[f][std::string(rows->key())] = rows->value();
  }
  segment.reset();
  change(&all);
  THRESH_ASSIGN_OR_RETURN(const auto writer, SegmentWriter::Create(folder));
  for (std::size_t f = 0; f < kFamilyCount; ++f) {
    for (const auto& [key, value] : all[f])
      THRESH_RETURN_IF_ERROR(writer->Put(static_cast<Family>(f), key, value));
  }
  THRESH_ASSIGN_OR_RETURN(const SegmentEntry written, writer->Finish());
  entry.digest = written.digest;
  entry.files = written.files;
  for (FileEntry& file : entry.files) file.path = entry.name + "/" + file.path;
  return WriteFileDurably(store + "/" + ManifestName(manifest.number), manifest.Encode());
}

}  // namespace thresh
