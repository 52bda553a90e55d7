// The commands about links: thresh-query links, rank, related and frontier.
#include <algorithm>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "common/cli/table.h"
#include "query/commands/command_factories.h"
#include "query/links/show_links.h"
#include "query/present/find_page.h"

namespace thresh {
namespace {

// What these commands share: a store, the graph of its links, and JSON.
class GraphCommand : public Command {
 public:
  void Declare(Options& options) final {
    options.Add("store,s", &store_, "DIR", "the store to read");
    options.Require("store");
    DeclareMore(options);
    options.Add("json", &json_, "", "prints one JSON object instead of text");
  }

 protected:
  virtual void DeclareMore(Options& options) = 0;

  template <typename Names>
  static std::vector<std::string> List(const Names& names) {
    return {std::begin(names), std::end(names)};
  }
  // REQUIRES: the name is one of the names.
  template <typename Value, typename Names>
  static Value Named(const std::string& name, const Names& names) {
    return static_cast<Value>(
        std::distance(std::begin(names), std::find(std::begin(names), std::end(names), name)));
  }

  std::string store_;
  bool json_ = false;
};

class LinksCommand : public GraphCommand {
 public:
  Status Run() override {
    THRESH_ASSIGN_OR_RETURN(const std::unique_ptr<Store> store, Store::Open(store_));
    StoredPage page;
    if (pages_.size() > 1 || (!pages_.empty() && !page_.empty()))
      return Status(Code::kUsage, "the links of one page are shown at a time");
    if (!pages_.empty()) page_ = pages_.front();
    if (!page_.empty()) {
      THRESH_ASSIGN_OR_RETURN(page, FindPage(*store, page_));
    }
    THRESH_ASSIGN_OR_RETURN(const PageGraph graph, ReadPageGraph(*store));
    if (!page_.empty()) {
      THRESH_ASSIGN_OR_RETURN(const LinksOfPage links, ReadLinksOfPage(*store, graph, page.doc));
      Print(json_ ? LinksJson(links) : LinksText(links, StdoutTerminal()));
      return {};
    }
    if (edges_ != kNone)
      return PrintEdges(*store, graph, Named<LinkKind>(edges_, kLinkKindNames),
                        [](std::string_view line) { Print(line); });
    Print(json_ ? GraphJson(graph) : GraphText(graph));
    return {};
  }

 private:
  static constexpr std::string_view kNone = "none";
  void DeclareMore(Options& options) override {
    options.Arguments(&pages_, "PAGE", "URL, docno or path of the page whose links are shown");
    options.Add("url", &page_, "PAGE", "the same page as an option");
    options.AddChoice("edges", &edges_, {std::string(kNone), "all", "free"},
                      "prints a line for each two pages with a link: from, to, and free or "
                      "template, with tabs between them\n"
                      "free: leaves out links that stand in templates only\n");
  }
  std::vector<std::string> pages_;
  std::string page_, edges_ = std::string(kNone);
};

class RankCommand : public GraphCommand {
 public:
  Status Run() override { return query_.empty() ? RankPages() : RankAround(); }

 private:
  static constexpr std::string_view kBoth = "both";
  void DeclareMore(Options& options) override {
    options.AddChoice("by", &measure_, List(kRankMeasureNames),
                      "pagerank: where somebody is who follows links at random\n"
                      "inlinks: pages that link to the page\n"
                      "authority: pages that good hubs link to\n");
    options.AddChoice("graph", &graph_, {std::string(kBoth), "all", "free"},
                      "the best pages by all links, by those outside of templates, or both");
    options.Add("limit,n", &most_, "N", "pages to list");
    options.Add("query", &query_, "WORDS",
                "the authorities among the pages around the best ones for this query");
    std::vector<std::string> variants;
    std::string help = "with --query: which links count";
    for (const CleverVariant& row : CleverVariants()) {
      variants.emplace_back(row.name);
      help += "\n" + std::string(row.name) + ": " + std::string(row.help);
    }
    options.AddChoice("variant", &variant_, variants, help + "\n");
    options.Add("drop-intra-host", &between_sites_, "",
                "with --query: links within a site do not count");
  }

  Status RankPages() {
    THRESH_ASSIGN_OR_RETURN(const std::unique_ptr<Store> store, Store::Open(store_));
    THRESH_ASSIGN_OR_RETURN(const PageGraph graph, ReadPageGraph(*store));
    std::vector<LinkKind> shown = {LinkKind::kAll, LinkKind::kFree};
    if (graph_ != kBoth) shown = {Named<LinkKind>(graph_, kLinkKindNames)};
    THRESH_ASSIGN_OR_RETURN(
        const RankTable table,
        MakeRankTable(*store, graph, Named<RankMeasure>(measure_, kRankMeasureNames), most_));
    Print(json_ ? RankJson(table, shown) : RankText(table, shown, StdoutTerminal()));
    return {};
  }

  Status RankAround() {
    THRESH_ASSIGN_OR_RETURN(const std::unique_ptr<Searcher> searcher, Searcher::Open(store_));
    THRESH_ASSIGN_OR_RETURN(const PageGraph graph, ReadPageGraph(searcher->store()));
    const auto variants = CleverVariants();
    const auto variant =
        std::find_if(variants.begin(), variants.end(),
                     [&](const CleverVariant& row) { return row.name == variant_; });
    THRESH_ASSIGN_OR_RETURN(const CleverAnswer answer,
                            SearchClever(*searcher, graph, query_, *variant, between_sites_));
    THRESH_ASSIGN_OR_RETURN(const std::string shown,
                            json_ ? CleverJson(searcher->store(), answer, most_)
                                  : CleverText(searcher->store(), answer, most_, StdoutTerminal()));
    Print(shown);
    return {};
  }

  std::string measure_ = std::string(kRankMeasureNames.front()), graph_ = std::string(kBoth);
  std::string query_, variant_ = std::string(CleverVariants().front().name);
  bool between_sites_ = false;
  std::uint64_t most_ = 20;
};

class RelatedCommand : public GraphCommand {
 public:
  Status Run() override {
    if (pages_.size() != 1)
      return Status(Code::kUsage, "related takes exactly one page: a URL, docno or path");
    THRESH_ASSIGN_OR_RETURN(const std::unique_ptr<Store> store, Store::Open(store_));
    THRESH_ASSIGN_OR_RETURN(const StoredPage page, FindPage(*store, pages_.front()));
    THRESH_ASSIGN_OR_RETURN(const PageGraph graph, ReadPageGraph(*store));
    const auto together = Named<Together>(together_, kTogetherNames);
    const DocId asked = page.record.duplicate ? page.record.duplicate_of : page.doc;
    const std::vector<RelatedPage> related = RelatedPages(graph, asked, together);
    THRESH_ASSIGN_OR_RETURN(const std::string shown, json_ ? RelatedJson(*store, related, most_)
                                                           : RelatedText(*store, related, together,
                                                                         most_, StdoutTerminal()));
    Print(shown);
    return {};
  }

 private:
  void DeclareMore(Options& options) override {
    options.Arguments(&pages_, "PAGE", "the page, given by URL, docno or path");
    options.Require("PAGE");
    options.AddChoice(
        "by", &together_, List(kTogetherNames),
        "pagelet: counts the parts of pages outside of templates that link to both pages\n"
        "page: counts the pages that link to both, templates and all\n");
    options.Add("limit,n", &most_, "N", "pages to list");
  }
  std::vector<std::string> pages_;
  std::string together_ = std::string(kTogetherNames.front());
  std::uint64_t most_ = 20;
};

class FrontierCommand : public GraphCommand {
 public:
  Status Run() override {
    if (!(of_template_ >= 0 && of_template_ <= 1))
      return Status(Code::kUsage, "--lambda must be from 0 to 1");
    THRESH_ASSIGN_OR_RETURN(const std::unique_ptr<Store> store, Store::Open(store_));
    THRESH_ASSIGN_OR_RETURN(const PageGraph graph, ReadPageGraph(*store));
    std::vector<double> weights;
    if (weight_ != kOne) {
      weights = PageRanks(graph.Edges(LinkKind::kFree));
      for (double& weight : weights) weight *= static_cast<double>(graph.pages());
    }
    const std::vector<FrontierAddress> frontier = Frontier(graph, of_template_, weights);
    THRESH_ASSIGN_OR_RETURN(const std::string shown,
                            json_ ? FrontierJson(*store, graph, frontier, most_)
                                  : FrontierText(*store, graph, frontier, most_, StdoutTerminal()));
    Print(shown);
    return {};
  }

 private:
  static constexpr std::string_view kOne = "one";
  void DeclareMore(Options& options) override {
    options.Add("lambda", &of_template_, "X",
                "what a link in a template counts, where one in content counts 1");
    options.AddChoice("weight", &weight_, {std::string(kOne), "pagerank"},
                      "what a page that links to the address counts: 1, or its PageRank by links "
                      "outside of templates, times the number of pages");
    options.Add("limit,n", &most_, "N", "addresses to list");
  }
  double of_template_ = 0.1;
  std::string weight_ = std::string(kOne);
  std::uint64_t most_ = 1000;
};

}  // namespace

std::unique_ptr<Command> MakeLinksCommand() { return std::make_unique<LinksCommand>(); }
std::unique_ptr<Command> MakeRankCommand() { return std::make_unique<RankCommand>(); }
std::unique_ptr<Command> MakeRelatedCommand() { return std::make_unique<RelatedCommand>(); }
std::unique_ptr<Command> MakeFrontierCommand() { return std::make_unique<FrontierCommand>(); }

}  // namespace thresh
