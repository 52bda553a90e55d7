// TinyStore: a store of a few pages with a template, published like a real one.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "indexer/merge/merger.h"
#include "indexer/segment/publisher.h"
#include "tests/support/made_page.h"
#include "tests/support/write_run.h"

namespace thresh {

// Builds the segment of `pages` pages in `directory`; the run file goes to `work`.
inline Result<MergeResult> BuildTinySegment(const std::string& work, const std::string& directory,
                                            std::uint32_t pages) {
  RunTable table(64u << 20);
  Strikes strikes;
  strikes.templates.push_back({SiteId(0), HashBytes("bar"), "made by hand"});
  for (std::uint32_t d = 0; d < pages; ++d) {
    PageMaker maker("http://example.com/p" + std::to_string(d));
    maker.Add("bar", "home about contact");
    maker.Add("text", "page number word" + std::to_string(d) +
                          " and ten more words that no other block of the page has");
    maker.Words(maker.AddBlock("title", Field::kTitle), "title" + std::to_string(d));
    Page page = maker.Make();
    page.site = "example.com";
    page.sequence = d;
    page.links.push_back({"http://example.com/", BlockNo(0), 0, 1});
    table.Add(page, DocId(d), SiteId(0), std::nullopt);
    strikes.strikes.push_back({DocId(d), BlockNo(0), TemplateId(0), 100});
  }
  MergeOptions options;
  options.run_files = {work + "/run-000001.sst"};
  options.analyzer = "analyzer";
  options.detector = "detector";
  THRESH_ASSIGN_OR_RETURN(const FileEntry run,
                          WriteRun(*table.Freeze(), strikes, options.run_files[0]));
  THRESH_CHECK(!run.path.empty());
  return MergeRuns(options, directory);
}

inline Status PublishTiny(StoreWriter& writer, std::uint32_t pages) {
  const std::string directory = writer.work() + "/segment";
  THRESH_ASSIGN_OR_RETURN(MergeResult merged, BuildTinySegment(writer.work(), directory, pages));
  Manifest manifest;
  manifest.created = "2006-04-23T00:00:00Z";
  manifest.analyzer = "analyzer";
  manifest.build_id = "build-" + std::to_string(pages);
  return writer.Publish(directory, std::move(merged.segment), std::move(manifest));
}

}  // namespace thresh
