// The commands that evaluate: thresh-query run, eval and experiment.
#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/base/files.h"
#include "query/commands/command_factories.h"
#include "query/commands/scoring_options.h"
#include "query/commands/store_options.h"
#include "query/evaluate/comparison.h"
#include "query/evaluate/evaluation.h"
#include "query/evaluate/experiment.h"
#include "query/evaluate/input_text.h"
#include "query/evaluate/topic_search.h"
#include "query/evaluate/topics.h"

namespace thresh {
namespace {

// On stderr, because standard output holds the run file or the table.
void Note(std::string_view text) {
  std::fprintf(stderr, "%.*s\n", static_cast<int>(text.size()), text.data());
}

// Notes "3 topics WHAT (301, 302, ...)" on stderr; nothing if there are no topics.
void NoteTopics(const std::vector<std::string>& topics, std::string_view what) {
  constexpr std::size_t kShown = 5;
  if (topics.empty()) return;
  std::string list;
  for (std::size_t i = 0; i < std::min(topics.size(), kShown); ++i)
    list += (i == 0 ? "" : ", ") + topics[i];
  if (topics.size() > kShown) list += ", ...";
  Note(std::to_string(topics.size()) + (topics.size() == 1 ? " topic " : " topics ") +
       std::string(what) + " (" + list + ")");
}

class RunCommand : public Command {
 public:
  void Declare(Options& options) override {
    DeclareStores(options, &stores_, "the store to search");
    options.Add("topics,t", &topics_, "FILE",
                "the topics, as they are or compressed with gzip; - is standard input");
    options.Require("topics");
    options.AddChoice("topics-format", &format_, FormatNames(), FormatHelp());
    options.Add("fields", &fields_, "F+F",
                "the fields of a topic that make the query: title, desc and narr, joined by +");
    options.Add("limit,n", &limit_, "N", "pages to report for each topic, at most 10000");
    options.Add(
        "exclude", &exclude_, "FILE",
        "a file of docnos that are never reported, one on each line, such as the page that the "
        "topics were taken from");
    options.Add("tag", &tag_, "NAME", "the name of the run, which stands in its last column");
    options.Add("threads", &threads_, "N", "topics that are searched at the same time");
    options.Bound("threads", 1, kMostThreads);
    scoring_.Declare(options, &run_.search);
  }

  Status Run() override {
    AllowDescriptors();
    // A blank in the tag would add a column to every line of the run.
    if (tag_.empty() || tag_.find_first_of(" \t") != std::string::npos)
      return Status(Code::kUsage, "--tag must be one word without blanks");
    THRESH_ASSIGN_OR_RETURN(run_.fields, ParseTopicFields(fields_));
    THRESH_ASSIGN_OR_RETURN(const std::vector<Topic> topics, ReadTopics(topics_, format_));
    if (!exclude_.empty()) {
      THRESH_ASSIGN_OR_RETURN(run_.excluded, ReadDocnos(exclude_));
    }
    run_.search.n = limit_;
    run_.threads = threads_;
    THRESH_ASSIGN_OR_RETURN(const TopicResults found, SearchTopics(stores_, topics, run_));
    // In the order of the topics file: the results are sorted by id.
    for (const Topic& topic : topics) {
      const auto hits = found.run.topics.find(topic.id);
      if (hits != found.run.topics.end()) Print(TrecRunLines(topic.id, hits->second, tag_));
    }
    NoteTopics(found.without_words, "without a word to search for in " + fields_);
    Note(SpeedText(found));
    return {};
  }

 private:
  static std::vector<std::string> FormatNames() {
    std::vector<std::string> names = {"auto"};
    for (const TopicFormat& format : TopicFormats()) names.emplace_back(format.name);
    return names;
  }

  static std::string FormatHelp() {
    std::string help = "the format of the topics; auto detects it from how the file begins";
    for (const TopicFormat& format : TopicFormats())
      help += "\n" + std::string(format.name) + ": " + std::string(format.help);
    return help + "\n";
  }

  StoreNames stores_;
  std::string topics_, exclude_;
  std::string format_ = "auto";
  std::string fields_ = "title";
  std::string tag_ = "thresh";
  std::uint64_t limit_ = 1000;
  std::uint64_t threads_ = 1;
  TopicSearchOptions run_;
  ScoringOptions scoring_;
};

// How a comparison of systems is shown.
struct TableOptions {
  bool json = false, markdown = false;
  void Declare(Options& options) {
    options.Add("json", &json, "", "prints one JSON object instead of text");
    options.Add("markdown", &markdown, "", "prints the table as Markdown");
  }
  void Show(const std::vector<ComparedSystem>& rows) const {
    const Table table = SystemsTable(rows);
    Print(json ? SystemsJson(rows) : markdown ? table.Markdown() : table.Text(StdoutTerminal()));
  }
};

class EvalCommand : public Command {
 public:
  void Declare(Options& options) override {
    options.Arguments(
        &files_, "FILES",
        "the judgments (qrels) and one or more TREC run files, as they are or compressed with "
        "gzip. "
        "One run: prints what trec_eval 10.0-rc3 prints. Several: prints one table that compares "
        "each with the first, over all judged topics, with p values of three paired tests after "
        "Holm's correction");
    options.Require("FILES");
    options.Add("measure,m", &measures_, "NAME", MeasureHelp());
    options.AddChoice("judgments,R", &judgments_, {"qrels", "prefs", "qrels_prefs"},
                      "what the judgments are. qrels: grades, as topic, iteration, docno, grade; "
                      "prefs: preferences, as topic, group, set, docno, grade, where a page is "
                      "preferred to those of its set with a lower grade; qrels_prefs: grades, of "
                      "which preferences are made");
    options.Add("by-topic,q", &by_topic_, "",
                "prints the values of each topic before those of all topics");
    options.Add("complete,c", &complete_, "",
                "averages over all judged topics; a topic without a result counts as 0");
    options.Add("depth,M", &depth_, "N",
                "only the first N pages of each topic count; 0: all of them");
    options.Add("level,l", &level_, "N", "the lowest grade that counts as relevant");
    options.Add("judged-only,J", &judging_.judged_only, "",
                "leaves out the pages that nobody judged, as if they had not been found");
    options.Add("collection,N", &collection_, "N",
                "pages of the collection, which utility counts; 0: unknown");
    options.Add(
        "highest-grade", &highest_grade_, "N",
        "the highest grade of the scale, which err counts (default: that of the judgments)");
    table_.Declare(options);
  }

  Status Run() override {
    if (files_.size() < 2)
      return Status(Code::kUsage,
                    "eval takes the judgments and at least one run: eval QRELS RUN...");
    // A comparison counts all judged topics. A system that answers fewer topics would otherwise be
    // compared on the easier ones.
    const bool several = files_.size() > 2;
    if (measures_.empty()) measures_ = Usual(several);
    THRESH_ASSIGN_OR_RETURN(const std::vector<Measure> measures, ChooseMeasures(measures_));
    THRESH_ASSIGN_OR_RETURN(const Qrels qrels, ReadJudgments());
    std::vector<Evaluation> evaluations;
    for (std::size_t i = 1; i < files_.size(); ++i) {
      THRESH_ASSIGN_OR_RETURN(Evaluation evaluation,
                              EvaluateFile(files_[i], qrels, measures, several || complete_));
      evaluations.push_back(std::move(evaluation));
    }
    if (several) {
      Compare(evaluations, measures);
    } else {
      Print(table_.json ? EvaluationJson(evaluations[0], measures)
                        : TrecEvalText(evaluations[0], measures, by_topic_));
    }
    return {};
  }

 private:
  // One row a system and measure: a table of several runs shows few measures unless asked for more.
  static inline const std::vector<std::string> kCompared = {"map", "recip_rank", "P.10",
                                                            "ndcg_cut.10"};
  static inline const std::vector<std::string> kPreferred = {"prefs_simp", "prefs_avgjg"};

  std::vector<std::string> Usual(bool several) const {
    if (judgments_ == "qrels") return several ? kCompared : std::vector<std::string>{"official"};
    return several ? kPreferred : std::vector<std::string>{"all_prefs"};
  }

  Result<Qrels> ReadJudgments() const {
    if (judgments_ == "prefs") return ReadPreferences(files_[0]);
    THRESH_ASSIGN_OR_RETURN(Qrels qrels, ReadQrels(files_[0]));
    if (judgments_ == "qrels_prefs") THRESH_RETURN_IF_ERROR(PreferByGrades(&qrels));
    return qrels;
  }

  static std::string MeasureHelp() {
    std::string help =
        "a measure, perhaps with parameters (P.5,10 or rbp.p=0.8), or a set of measures: official, "
        "all_trec, set, all_prefs; may be given several times (default: official for one run; map, "
        "recip_rank, P.10 and ndcg_cut.10 for several; of preferences: all_prefs, and prefs_simp "
        "and prefs_avgjg for several). The measures are:";
    for (const MeasureInfo& info : MeasureTable())
      help += "\n" + std::string(info.name) + ": " + std::string(info.help);
    return help;
  }

  Result<Evaluation> EvaluateFile(const std::string& file, const Qrels& qrels,
                                  const std::vector<Measure>& measures, bool complete) const {
    THRESH_ASSIGN_OR_RETURN(const TrecRun run, ReadTrecRun(file));
    EvaluationOptions options = {.judging = judging_, .complete = complete};
    options.judging.relevant_from = static_cast<int>(level_);
    options.judging.highest_grade = static_cast<int>(highest_grade_);
    options.judging.collection = collection_;
    if (depth_ > 0) options.judging.depth = depth_;
    THRESH_ASSIGN_OR_RETURN(Evaluation evaluation, Evaluate(run, qrels, measures, options));
    NoteTopics(evaluation.without_judgments, "of " + file + " without a judgment: left out");
    NoteTopics(evaluation.without_results,
               "of " + files_[0] + " without a result in " + file + ": " +
                   (complete ? "counted as 0" : "left out; --complete counts them as 0"));
    if (!evaluation.stranger.empty()) {
      Note("no page of " + file + " is in the judgments of its topic: its pages are named as " +
           SafeText(evaluation.stranger) + ", those of " + files_[0] + " as " +
           SafeText(evaluation.judged));
    }
    return evaluation;
  }

  void Compare(const std::vector<Evaluation>& evaluations,
               const std::vector<Measure>& measures) const {
    std::vector<ComparedSystem> rows;
    for (const auto& [measure, systems] :
         ValuesByMeasure({files_.begin() + 1, files_.end()}, evaluations, measures)) {
      const std::vector<ComparedSystem> added = CompareSystems("", measure, systems);
      rows.insert(rows.end(), added.begin(), added.end());
    }
    // Only now, because Holm's correction needs all rows of a measure.
    CorrectRows(&rows);
    table_.Show(rows);
  }

  std::vector<std::string> files_;
  std::vector<std::string> measures_;
  std::string judgments_ = "qrels";
  bool by_topic_ = false, complete_ = false;
  std::uint64_t depth_ = 0, collection_ = 0;
  std::uint32_t level_ = 1, highest_grade_ = 0;
  JudgingOptions judging_;
  TableOptions table_;
};

class ExperimentCommand : public Command {
 public:
  void Declare(Options& options) override {
    options.Arguments(&files_, "PLAN", ExperimentHelp());
    options.Require("PLAN");
    options.Add(
        "plot", &plot_, "FILE",
        "writes a plot as SVG: the first measure over the first parameter with several values");
    options.Add("threads", &threads_, "N", "topics searched at the same time");
    options.Bound("threads", 1, kMostThreads);
    table_.Declare(options);
  }

  Status Run() override {
    if (files_.size() != 1) return Status(Code::kUsage, "experiment takes exactly one plan");
    THRESH_ASSIGN_OR_RETURN(const std::string text, ReadInputText(files_[0]));
    THRESH_ASSIGN_OR_RETURN(const ExperimentPlan plan, ParsePlan(text, files_[0]));
    THRESH_ASSIGN_OR_RETURN(const ExperimentResult result, RunExperiment(plan, threads_, &Note));
    if (!plot_.empty()) {
      THRESH_ASSIGN_OR_RETURN(const std::string svg, ExperimentPlot(plan, result));
      THRESH_RETURN_IF_ERROR(WriteFileDurably(plot_, svg));
    }
    table_.Show(result.rows);
    return {};
  }

 private:
  std::vector<std::string> files_;
  std::string plot_;
  std::uint64_t threads_ = 1;
  TableOptions table_;
};

}  // namespace

std::unique_ptr<Command> MakeRunCommand() { return std::make_unique<RunCommand>(); }
std::unique_ptr<Command> MakeEvalCommand() { return std::make_unique<EvalCommand>(); }
std::unique_ptr<Command> MakeExperimentCommand() { return std::make_unique<ExperimentCommand>(); }

}  // namespace thresh
