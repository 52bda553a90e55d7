#include "python/src/snapshot.h"

#include <unistd.h>

#include <algorithm>
#include <ranges>

#include "python/src/interruptible.h"
#include "query/commands/scoring_options.h"
#include "query/commands/search_flags.h"
#include "query/evaluate/topic_search.h"
#include "query/export/page_markdown.h"
#include "query/present/dump.h"
#include "query/present/explain.h"
#include "query/present/find_page.h"
#include "query/present/stats.h"
#include "query/present/templates.h"

namespace thresh {
namespace {

namespace nb = nanobind;

std::string TextOf(nb::handle bytes) {
  const auto text = nb::cast<nb::bytes>(bytes);
  return {text.c_str(), text.size()};
}

std::size_t Characters(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

// The flags of a search for many topics, as `thresh-query run` has them.
class TopicFlags {
 public:
  TopicFlags(const std::vector<std::string>& flags) {
    Options options;
    options.Add("limit,n", &limit_, "N", "pages for each query, at most 10000");
    options.Add("threads", &threads_, "N", "queries that are searched at the same time");
    options.Bound("threads", 1, kMostThreads);
    scoring_.Declare(options, &search.search);
    if (const Status status = options.Parse(flags); !status.ok()) Raise(status);
    search.search.n = limit_;
    search.threads = threads_;
  }
  TopicSearchOptions search;

 private:
  std::uint64_t limit_ = 1000, threads_ = 1;
  ScoringOptions scoring_;
};

std::vector<Topic> TopicsOf(const Snapshot::Topics& pairs) {
  std::vector<Topic> topics(pairs.size());
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    topics[i].id = pairs[i].first;
    topics[i][TopicField::kTitle] = pairs[i].second;
  }
  return topics;
}

// The hits of a topic, as pairs of docno and score.
nb::list PythonHits(const std::vector<TrecHit>& hits) {
  nb::list list;
  for (const TrecHit& hit : hits) list.append(nb::make_tuple(PythonText(hit.docno), hit.score));
  return list;
}

}  // namespace

std::shared_ptr<Snapshot> Snapshot::Open(std::vector<std::string> stores) {
  Result<std::unique_ptr<Searcher>> searcher = [&] {
    const nb::gil_scoped_release released;
    return Searcher::Open({.stores = std::move(stores)});
  }();
  return std::shared_ptr<Snapshot>(new Snapshot(ValueOrRaise(std::move(searcher))));
}

Snapshot::Snapshot(std::unique_ptr<Searcher> searcher)
    : searcher_(std::move(searcher)), process_(::getpid()) {}

// The threads of RocksDB did not come along into a forked process, and closing would wait for them.
Snapshot::~Snapshot() {
  if (::getpid() != process_) static_cast<void>(searcher_.release());
}

Status Snapshot::CheckProcess() const {
  if (::getpid() == process_) return {};
  return Status(Code::kUnusable,
                "the store was opened before the process forked: open it again in the child");
}

void Snapshot::RunBeside(
    const std::function<Status(const Searcher&, const std::atomic<bool>& stop)>& work) {
  if (const Status status = CheckProcess(); !status.ok()) Raise(status);
  RunInterruptibly([&](const std::atomic<bool>& stop) { return work(*searcher_, stop); });
}

nb::str Snapshot::Search(const std::vector<std::string>& flags) {
  return PythonText(Locked([&](Searcher& searcher) -> Result<std::string> {
    SearchFlags search;
    Options options;
    search.Declare(options);
    THRESH_RETURN_IF_ERROR(options.Parse(flags));
    THRESH_RETURN_IF_ERROR(search.Check());
    THRESH_ASSIGN_OR_RETURN(const SearchAnswer answer, search.Answer(searcher, nullptr));
    return AnswerJson(answer);
  }));
}

nb::str Snapshot::Explain(const std::string& page) {
  return PythonText(Locked([&](const Searcher& searcher) -> Result<std::string> {
    THRESH_ASSIGN_OR_RETURN(StoredPage found, FindPage(searcher.store(), page));
    THRESH_ASSIGN_OR_RETURN(const Explanation explanation,
                            ExplainPage(searcher.store(), std::move(found)));
    return ExplanationJson(explanation);
  }));
}

nb::str Snapshot::Templates(const std::string& site, std::size_t limit) {
  return PythonText(Locked([&](const Searcher& searcher) -> Result<std::string> {
    THRESH_ASSIGN_OR_RETURN(const TemplateCards cards,
                            HeaviestTemplates(searcher.store(), site, limit));
    return TemplatesJson(cards);
  }));
}

nb::str Snapshot::Statistics() {
  return PythonText(Locked([](const Searcher& searcher) -> Result<std::string> {
    THRESH_ASSIGN_OR_RETURN(const StoreStats stats, ReadStats(searcher.store()));
    return StatsJson(stats);
  }));
}

nb::str Snapshot::Dump(std::uint32_t page) {
  return PythonText(Locked([&](const Searcher& searcher) -> Result<std::string> {
    THRESH_ASSIGN_OR_RETURN(const DumpedPage dumped, ReadDumped(searcher.store(), DocId(page)));
    return DumpLine(dumped);
  }));
}

nb::list Snapshot::SearchMany(const Topics& topics, const nb::list& terms,
                              const std::vector<std::string>& flags) {
  TopicFlags asked(flags);
  for (const nb::handle topic : terms) {
    std::vector<TermWeight>& weights = asked.search.terms[TextOf(topic[0])];
    for (const nb::handle pair : topic[1])
      weights.push_back({TextOf(pair[0]), nb::cast<double>(pair[1])});
  }
  TopicResults results;
  RunBeside([&](const Searcher& searcher, const std::atomic<bool>& stop) -> Status {
    asked.search.stop = &stop;
    THRESH_ASSIGN_OR_RETURN(results, SearchTopics(searcher, TopicsOf(topics), asked.search));
    return {};
  });
  nb::list answers;
  for (const auto& topic : topics) {
    const auto hits = results.run.topics.find(topic.first);
    const bool none = hits == results.run.topics.end();
    answers.append(
        nb::make_tuple(PythonText(topic.first), none ? nb::list() : PythonHits(hits->second)));
  }
  return answers;
}

nb::list Snapshot::ExpandMany(const Topics& topics, const std::vector<std::string>& flags) {
  const TopicFlags asked(flags);
  std::vector<std::vector<TermWeight>> expanded;
  RunBeside([&](const Searcher& opened, const std::atomic<bool>& stop) -> Status {
    THRESH_ASSIGN_OR_RETURN(const std::unique_ptr<Searcher> searcher, opened.Another());
    for (const Topic& topic : TopicsOf(topics)) {
      if (stop) return Status(Code::kInterrupted, "the searches were interrupted");
      THRESH_ASSIGN_OR_RETURN(expanded.emplace_back(), ExpandTopic(topic, *searcher, asked.search));
    }
    return {};
  });
  nb::list answers;
  for (std::size_t i = 0; i < topics.size(); ++i) {
    nb::list terms;
    for (const TermWeight& term : expanded[i])
      terms.append(nb::make_tuple(PythonText(term.term), term.weight));
    answers.append(nb::make_tuple(PythonText(topics[i].first), terms));
  }
  return answers;
}

std::uint32_t Snapshot::Find(const std::string& page) {
  return Locked([&](const Searcher& searcher) -> Result<std::uint32_t> {
    THRESH_ASSIGN_OR_RETURN(const StoredPage found, FindPage(searcher.store(), page));
    return found.doc.value;
  });
}

// Pages stand by host, so the pages of a site are one range.
std::pair<std::uint32_t, std::uint32_t> Snapshot::Range(const std::string& site) {
  using Bounds = std::pair<std::uint32_t, std::uint32_t>;
  return Locked([&](const Searcher& searcher) -> Result<Bounds> {
    const Store& store = searcher.store();
    const auto docs = static_cast<std::uint32_t>(store.docs());
    if (site.empty()) return Bounds(0, docs);
    THRESH_ASSIGN_OR_RETURN(const SiteId wanted, FindSite(store, site));
    Status status;
    const auto first_from = [&](std::uint32_t number) {
      const auto pages = std::views::iota(std::uint32_t{0}, docs);
      return *std::ranges::partition_point(pages, [&](std::uint32_t page) {
        const Result<DocRecord> record = ReadPage(store, DocId(page));
        if (!record.ok()) status = record.status();
        return record.ok() && record.value().site.value < number;
      });
    };
    const Bounds bounds(first_from(wanted.value), first_from(wanted.value + 1));
    if (!status.ok()) return status;
    return bounds;
  });
}

nb::tuple Snapshot::Markdown(std::uint32_t page) {
  const PageMarkdown markdown = Locked(
      [&](const Searcher& searcher) { return ReadPageMarkdown(searcher.store(), DocId(page)); });
  nb::list headings;
  for (const MarkdownHeading& heading : markdown.headings) {
    headings.append(
        nb::make_tuple(heading.level, PythonText(heading.text), PythonText(heading.anchor),
                       Characters(std::string_view(markdown.text).substr(0, heading.begin))));
  }
  return nb::make_tuple(PythonText(markdown.text), headings);
}

SnapshotWalk::SnapshotWalk(std::shared_ptr<Snapshot> snapshot, std::uint32_t first,
                           std::uint32_t end, bool markdown)
    : snapshot_(std::move(snapshot)),
      next_(first),
      end_(end),
      writer_(markdown ? ExportText::kMarkdown : ExportText::kPlain) {}

Result<bool> SnapshotWalk::Read(const Store& store) {
  if (next_ >= end_) return false;
  if (!walk_) {
    walk_.emplace(store, true);
    walk_->StartAt(next_);
    removed_.emplace(store);
  }
  THRESH_ASSIGN_OR_RETURN(const bool more, walk_->Next());
  if (!more) return false;
  THRESH_RETURN_IF_ERROR(writer_.Write(walk_->text(), walk_->harvest(), &text_));
  THRESH_RETURN_IF_ERROR(removed_->Read(*walk_, writer_.spans()));
  line_.clear();
  AppendJsonlPage({walk_->doc(), walk_->host(), text_, removed_->texts(), true, nullptr, {}},
                  &line_);
  ++next_;
  return true;
}

nb::object SnapshotWalk::Next() {
  const bool more =
      snapshot_->Locked([&](const Searcher& searcher) { return Read(searcher.store()); });
  if (!more) return nb::none();
  nb::list reasons;
  for (const RemovedText& removed : removed_->texts()) reasons.append(PythonText(removed.reason));
  return nb::make_tuple(next_ - 1, PythonText(line_), reasons);
}

}  // namespace thresh
