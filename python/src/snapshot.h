// Snapshot: an open store in the state that it had when it was opened. Python's Store, its pages
// and its iterators share one, so each of them goes on if the store is closed or updated meanwhile.
// Any thread may call, and the interpreter's lock is released. SearchMany and ExpandMany have
// searchers of their own; all other calls are answered one after the other.
#pragma once

#include <nanobind/nanobind.h>
#include <sys/types.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "python/src/python_error.h"
#include "query/export/page_text_writer.h"
#include "query/export/page_walk.h"
#include "query/export/removed_texts.h"
#include "query/retrieve/searcher.h"

namespace thresh {

class Snapshot {
 public:
  // Raises what Searcher::Open fails with.
  static std::shared_ptr<Snapshot> Open(std::vector<std::string> stores);
  ~Snapshot();
  Snapshot(const Snapshot&) = delete;
  Snapshot& operator=(const Snapshot&) = delete;

  // Each returns the JSON that the command of this name prints; `flags` are its flags.
  nanobind::str Search(const std::vector<std::string>& flags);
  nanobind::str Explain(const std::string& page);
  nanobind::str Templates(const std::string& site, std::size_t limit);
  nanobind::str Statistics();
  // The line of `thresh-query dump`.
  nanobind::str Dump(std::uint32_t page);

  // Topics as (id, words), to (id, hits), each hit (docno, score): `thresh-query run`. Ctrl-C ends
  // this and the next one before another topic is searched.
  using Topics = std::vector<std::pair<std::string, std::string>>;
  // `terms` are (id, ((term, weight), ...)) and are searched in place of the words of that topic.
  nanobind::list SearchMany(const Topics& topics, const nanobind::list& terms,
                            const std::vector<std::string>& flags);
  // Topics to (id, ((term, weight), ...)): their words and those that the flag `expand` adds.
  nanobind::list ExpandMany(const Topics& topics, const std::vector<std::string>& flags);

  // The number of a page by its URL, docno or path.
  std::uint32_t Find(const std::string& page);
  // First page and end of a site; of the store if `site` is empty.
  std::pair<std::uint32_t, std::uint32_t> Range(const std::string& site);
  // The text as Markdown, and (level, text, anchor, begin) of each heading; `begin` in characters.
  nanobind::tuple Markdown(std::uint32_t page);

  // Calls `work` with the searcher, alone, whether the caller has the interpreter's lock or not:
  // `work` must not want it. kUnusable in a forked process, which has to open the store for itself.
  template <typename Work>
  auto Alone(Work work) -> decltype(work(std::declval<Searcher&>())) {
    THRESH_RETURN_IF_ERROR(CheckProcess());
    const std::lock_guard lock(mutex_);
    return work(*searcher_);
  }

  // The same without the interpreter's lock, which the caller has. Raises what it fails with.
  template <typename Work>
  auto Locked(Work work) {
    auto result = [&] {
      const nanobind::gil_scoped_release released;
      return Alone(work);
    }();
    return ValueOrRaise(std::move(result));
  }

 private:
  explicit Snapshot(std::unique_ptr<Searcher> searcher);
  Status CheckProcess() const;
  // Runs interruptibly beside other calls: of the searcher, `work` may use Another() alone.
  void RunBeside(const std::function<Status(const Searcher&, const std::atomic<bool>& stop)>& work);

  std::unique_ptr<Searcher> searcher_;
  std::mutex mutex_;
  const pid_t process_;
};

// Pages one after the other, as `thresh-query export --format jsonl --with-removed` writes them.
class SnapshotWalk {
 public:
  // From page `first` to before `end`.
  SnapshotWalk(std::shared_ptr<Snapshot> snapshot, std::uint32_t first, std::uint32_t end,
               bool markdown);
  // The number of the next page, its line, and the rule of each removed text as a sentence. None
  // behind the last one.
  nanobind::object Next();

 private:
  // A page, and nothing behind the last one.
  Result<bool> Read(const Store& store);

  const std::shared_ptr<Snapshot> snapshot_;
  std::uint32_t next_, end_;
  PageTextWriter writer_;
  std::optional<PageWalk> walk_;
  std::optional<RemovedTexts> removed_;
  std::string text_, line_;
};

}  // namespace thresh
