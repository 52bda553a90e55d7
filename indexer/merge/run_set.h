// RunSet: the run files of a build as one, pages in the order of the segment and terms in byte
// order with the lists of all runs. A merge opens one; it lives as long as the merge, and so does
// the PageOrder. Any thread may walk it, because each walk has cursors of its own. A walk ends with
// the first Status that is not ok, be it that of `f`; damaged rows are kUnusable. After `stop` was
// set every walk ends with kInterrupted.
//
// Pages, sites and duplicates are numbered as in the segment. Superseded pages do not appear.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/status.h"
#include "common/base/stop.h"
#include "indexer/page_order.h"
#include "indexer/run/run_reader.h"

namespace thresh {

class RunSet {
 public:
  static Result<RunSet> Open(const std::vector<std::string>& files, const PageOrder& order,
                             StopFlag stop = nullptr);

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
    const RunDocRecord& record;
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

  // A k-way merge over the terms of all runs.
  class Terms {
   public:
    // Steps to the first term, then to each next one. Returns false after the last one and at a
    // read error; status() tells them apart. If called again it returns false again.
    bool Next();
    // The current term. It and its lists are valid until the next call of Next, and not before the
    // first one.
    std::string_view term() const { return rows_[lists_.front()]->key(); }
    // The lists of the term in the runs that have it, in run order.
    std::size_t lists() const { return lists_.size(); }
    std::size_t run(std::size_t i) const { return lists_[i]; }
    std::string_view list(std::size_t i) const { return rows_[lists_[i]]->value(); }
    Status status() const;

   private:
    friend class RunSet;
    void Push(std::size_t run);
    std::size_t Pop();
    bool After(std::size_t a, std::size_t b) const;

    StopFlag stop_ = nullptr;
    std::vector<std::unique_ptr<RunFile::Rows>> rows_;
    std::vector<std::size_t> heap_;   // runs with terms left, except those in lists_
    std::vector<std::size_t> lists_;  // runs that have the current term, ascending
  };
  Terms terms() const;
  std::size_t runs() const { return files_.size(); }

  // For a caller that could not decode a list of the term.
  Status DamagedTerm(std::string_view term) const;

 private:
  class Walk;
  static constexpr std::uint32_t kSuperseded = 0xffffffff;

  Status ForEachRow(char kind,
                    const std::function<Status(DocId doc, std::string_view row)>& f) const;
  std::size_t ReadAhead() const;
  Status FindPlaces();
  Status Decode(std::string_view row, DocId doc, RunDocRecord* record) const;
  std::size_t pages() const { return run_of_.size(); }

  std::vector<std::string> names_;
  std::vector<std::unique_ptr<RunFile>> files_;
  const PageOrder* order_ = nullptr;
  StopFlag stop_ = nullptr;
  std::vector<std::vector<std::uint32_t>> docs_;  // by run and place
  std::vector<std::uint32_t> run_of_;             // by doc
};

// For a caller that could not decode a row of the page, or found a block or span in it that the
// page does not have.
Status DamagedPage(DocId doc);

}  // namespace thresh
