// RunSet: the run files of a build as one, pages in the order of the segment and terms in byte
// order with the lists of all runs. A merge opens one; it lives as long as the merge, and so does
// the PageOrder. Any thread may walk it, because each walk has cursors of its own. A walk ends with
// the first Status that is not ok, be it that of `f`; damaged rows are kUnusable. After `stop` was
// set every walk ends with kInterrupted.
//
// Pages, sites and duplicates are numbered as in the segment. Superseded pages do not appear.
//
// Pages of a store have in their run only the words that stand in no list there. The lists of the
// store's segments come behind those of the runs.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/status.h"
#include "common/base/stop.h"
#include "indexer/merge/stored_postings.h"
#include "indexer/page_order.h"
#include "indexer/run/run_reader.h"

namespace thresh {

class RunSet {
 public:
  // `segments` are those that StoredPlace counts.
  static Result<RunSet> Open(const std::vector<std::string>& files, const PageOrder& order,
                             StopFlag stop = nullptr,
                             const std::vector<const Segment*>& segments = {});

  // Calls f with the strikes of each run.
  Status ForEachStrikes(const std::function<void(const Strikes&)>& f) const;

  // Each of these calls f for the pages in doc order, from 0 without a gap. Records are decoded,
  // links and texts are not. What f gets is valid during the call.
  Status ForEachRecord(const std::function<void(const RunDocRecord&)>& f) const;
  Status ForEachPage(
      const std::function<Status(const RunDocRecord& record, std::string_view links)>& f) const;
  Status ForEachHarvest(const std::function<Status(DocId doc, std::string_view harvest)>& f) const;
  Status ForEachText(const std::function<Status(DocId doc, std::string_view text)>& f) const;
  struct PageRow {
    const RunDocRecord& record;  // without the host and the shape
    std::string_view links, text;
  };
  Status ForEachWholePage(const std::function<Status(const PageRow& page)>& f) const;

  // The page at a place of a run, if the run has such a place.
  struct Place {
    bool exists = false, superseded = false;
    DocId doc;  // unless it is superseded
  };
  Place At(std::size_t run, std::uint32_t place) const {
    if (place >= docs_[run].size()) return {};
    return {true, docs_[run][place] == kSuperseded, DocId(docs_[run][place])};
  }

  // A k-way merge over the terms of all runs, and of the segments of stores whose lists are taken
  // over.
  class Terms {
   public:
    // Steps to the first term, then to each next one. Returns false after the last one and at a
    // read error; status() tells them apart. If called again it returns false again.
    bool Next();
    // The current term. It and its lists are valid until the next call of Next, and not before the
    // first one.
    std::string_view term() const { return Key(lists_.front()); }
    // The lists of the term in the runs that have it, in run order, and then its rows in segments.
    std::size_t lists() const { return lists_.size(); }
    // Of a run; of a segment, runs() and its place in stored().
    std::size_t run(std::size_t i) const { return lists_[i]; }
    std::string_view list(std::size_t i) const;
    Status status() const;

   private:
    friend class RunSet;
    std::string_view Key(std::size_t run) const;
    void Push(std::size_t run);
    std::size_t Pop();
    bool After(std::size_t a, std::size_t b) const;

    StopFlag stop_ = nullptr;
    std::vector<std::unique_ptr<RunFile::Rows>> rows_;
    std::vector<std::unique_ptr<Segment::Rows>> stored_;
    std::vector<std::size_t> heap_;   // runs with terms left, except those in lists_
    std::vector<std::size_t> lists_;  // runs that have the current term, ascending
  };
  Terms terms() const;
  std::size_t runs() const { return files_.size(); }
  // The segments whose lists are taken over.
  const std::vector<StoredWordsOf>& stored() const { return stored_; }

  // For a caller that could not decode a list of the term.
  Status DamagedTerm(std::string_view term) const;

 private:
  class Walk;
  static constexpr std::uint32_t kSuperseded = 0xffffffff;

  Status ForEachRow(char kind,
                    const std::function<Status(DocId doc, std::string_view row)>& f) const;
  std::size_t ReadAhead() const;
  Status FindPlaces(const std::vector<const Segment*>& segments);
  bool TakeOver(const StoredPlace& place, DocId doc);
  Status Decode(std::string_view row, DocId doc, RunDocRecord* record) const;
  Status Renumber(DocId doc, RunDocRecord* record) const;
  std::size_t pages() const { return run_of_.size(); }

  std::vector<std::string> names_;
  std::vector<std::unique_ptr<RunFile>> files_;
  const PageOrder* order_ = nullptr;
  StopFlag stop_ = nullptr;
  std::vector<std::vector<std::uint32_t>> docs_;  // by run and place
  std::vector<std::uint32_t> run_of_;             // by doc
  std::vector<StoredWordsOf> stored_;
};

// For a caller that could not decode a row of the page, or found a block or span in it that the
// page does not have.
Status DamagedPage(DocId doc);

}  // namespace thresh
