#include "query/commands/commands.h"

#include "query/commands/command_factories.h"

namespace thresh {
namespace {

constexpr CommandInfo kCommands[] = {
    {"search", "ranks the pages that match a query",
     "thresh-query search --store crawl.store +hash '\"open addressing\"'\n"
     "thresh-query search --store crawl.store --json -n 3 'title:install* site:docs.example.org'\n"
     "thresh-query search --store crawl.store --more-like http://example.org/index.html",
     &MakeSearchCommand},
    {"serve",
     "shows a store in a browser: search, pages with their templates tinted, two rankings compared",
     "thresh-query serve --store crawl.store --port 8080\n"
     "thresh-query serve --store part1.store --store part2.store\n"
     "# behind nginx: location /search/ { proxy_pass http://127.0.0.1:8080; proxy_set_header Host "
     "$host; }\n"
     "thresh-query serve --store crawl.store --public-url https://example.org/search/",
     &MakeServeCommand},
    {"mcp", "answers an assistant by the Model Context Protocol, on standard input and output",
     "thresh-query mcp --store crawl.store", &MakeMcpCommand},
    {"statistics", "counts pages and words of stores, for servers that rank as parts of a whole",
     "thresh-query statistics --store part1.store --store part2.store > whole.statistics\n"
     "thresh-query serve --store part1.store --statistics whole.statistics",
     &MakeStatisticsCommand},
    {"run", "searches the topics of a test collection and prints a TREC run file",
     "thresh-query run --store crawl.store --topics topics.txt --tag bm25 > bm25.run",
     &MakeRunCommand},
    {"eval", "measures TREC run files against judgments, as trec_eval does, and compares systems",
     "thresh-query eval qrels.txt bm25.run\n"
     "thresh-query eval -m map -m P.5,10 --markdown qrels.txt bm25.run dph.run",
     &MakeEvalCommand},
    {"experiment", "runs a plan of topics x stores x models x parameters: one table, one plot",
     "thresh-query experiment plan.txt --markdown --plot b.svg", &MakeExperimentCommand},
    {"stats", "counts what was seen, indexed and removed, and the bytes of the store",
     "thresh-query stats --store crawl.store", &MakeStatsCommand},
    {"templates", "lists the templates, heaviest first: text, pages, what varies, rule",
     "thresh-query templates --store crawl.store -n 5", &MakeTemplatesCommand},
    {"sites", "lists the sites: pages, when they were seen and changed last, templates",
     "thresh-query sites --store crawl.store", &MakeSitesCommand},
    {"changes", "lists the pages that are new, changed or gone, and where only furniture changed",
     "thresh-query changes --store crawl.store\n"
     "thresh-query changes --store crawl.store --since 2024-06-01 --kind content --json",
     &MakeChangesCommand},
    {"explain", "shows one page block by block: verdict, and the template with its pages and rule",
     "thresh-query explain --store crawl.store http://example.org/index.html", &MakeExplainCommand},
    {"links", "shows the links from and to a page, or all links between pages",
     "thresh-query links --store crawl.store --url http://example.org/index.html\n"
     "thresh-query links --store crawl.store --edges free > edges.tsv",
     &MakeLinksCommand},
    {"rank", "ranks the pages by links: by all of them, and by those outside of templates",
     "thresh-query rank --store crawl.store -n 10\n"
     "thresh-query rank --store crawl.store --query 'hash table' --variant pagelet-ft",
     &MakeRankCommand},
    {"related", "lists the pages that are linked beside a page",
     "thresh-query related --store crawl.store http://example.org/index.html", &MakeRelatedCommand},
    {"frontier", "lists the addresses that pages link to and the store lacks, the best first",
     "thresh-query frontier --store crawl.store -n 100 --json", &MakeFrontierCommand},
    {"report", "writes a self-contained HTML report: charts, no script, no request to any host",
     "thresh-query report --store crawl.store --out report.html\n"
     "thresh-query report --store crawl.store --compare whole.store > report.html",
     &MakeReportCommand},
    {"dump", "prints every page as a line: JSON with verdicts and links, or its text",
     "thresh-query dump --store crawl.store | head -n 1\n"
     "thresh-query dump --store crawl.store --format tsv --words all > pages.tsv",
     &MakeDumpCommand},
    {"export",
     "writes the clean text or the index for other tools: JSON lines, WARC, CIFF, bulk, llms.txt",
     "thresh-query export --store crawl.store --format jsonl --out pages.jsonl.gz\n"
     "thresh-query export --store crawl.store --format bulk --since 2024-06-01 --out bulk",
     &MakeExportCommand},
};

}  // namespace

std::span<const CommandInfo> QueryCommands() { return kCommands; }

}  // namespace thresh
