// RunSet: the run files of a build as one: pages in doc order, terms in byte order with the lists
// of all runs.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/status.h"
#include "indexer/run/run_reader.h"

namespace thresh {

class RunSet {
 public:
  static Result<RunSet> Open(const std::vector<std::string>& files);

  // The strikes that were written with the runs, run by run.
  Status ForEachStrikes(const std::function<void(const Strikes&)>& f) const;

  // The pages in doc order, from 0 without a gap; the record is decoded, links and text are not.
  Status ForEachRecord(const std::function<void(const RunDocRecord&)>& f) const;
  Status ForEachPage(
      const std::function<Status(const RunDocRecord& record, std::string_view links)>& f) const;
  // Of exactly so many pages: one text too few or too many is damage, and never seen by `f`.
  Status ForEachText(std::size_t pages,
                     const std::function<Status(DocId doc, std::string_view text)>& f) const;
  struct PageRow {
    const RunDocRecord& record;
    std::string_view links, text;
  };
  Status ForEachWholePage(const std::function<Status(const PageRow& page)>& f) const;

  // K-way merge over the terms.
  class Terms {
   public:
    // Steps to the next (first) term; false after the last one or at an error.
    bool Next();
    std::string_view term() const { return rows_[lists_.front()]->key(); }
    // The run lists of the term, in run order, hence with ascending docs.
    std::size_t lists() const { return lists_.size(); }
    std::string_view list(std::size_t i) const { return rows_[lists_[i]]->value(); }
    Status status() const;

   private:
    friend class RunSet;
    void Push(std::size_t run);
    std::size_t Pop();
    bool After(std::size_t a, std::size_t b) const;

    std::vector<std::unique_ptr<RunFile::Rows>> rows_;
    std::vector<std::size_t> heap_;   // runs that have terms left, but those of the current term
    std::vector<std::size_t> lists_;  // runs that have the current term, ascending
  };
  Terms terms() const;

  // The list of a term did not decode.
  Status DamagedTerm(std::string_view term) const;

 private:
  std::vector<std::string> names_;
  std::vector<std::unique_ptr<RunFile>> files_;
};

// A row of a page did not decode, or tells of what the page has not.
Status DamagedPage(DocId doc);

}  // namespace thresh
