#include "indexer/detect/spine/parameters.h"

#include <array>

#include "indexer/detect/methods.h"

namespace thresh {
namespace {

struct SpineRow {
  double SpineParameters::*value;
  std::string_view key;
  double most;  // 1 for a share; all begin with 0
  std::string_view help;
};

using P = SpineParameters;
constexpr SpineRow kRows[] = {
    {&P::support, "spine.support", 1e9, "pages on which a text repeats"},
    {&P::fresh, "spine.fresh", 1, "share of pages below which a text is the page's own"},
    {&P::numbers, "spine.numbers", 1,
     "share of pages on which a text may differ in its numbers only"},
    {&P::scope, "spine.scope", 1e9, "pages below a directory that make it a scope"},
    {&P::name_least, "spine.name_least", 1e9,
     "pages that a class or id must stand on: a hundredth of all, but at least this many ..."},
    {&P::name_most, "spine.name_most", 1e9, "... and at most this many"},
    {&P::vote, "spine.vote", 1,
     "share of the pages of a style on which it is the main part, from which it is spine"},
    {&P::main, "spine.main", 1, "share of the page's own words below its main part"},
    {&P::left_out, "spine.left_out", 1,
     "share of the page's own words outside a part, from which it is not nearly all of the page"},
    {&P::steady, "spine.steady", 1,
     "share of the pages of a style on which it is the main part, from which it is nearly all"},
    {&P::branch, "spine.branch", 1,
     "share of the pages of a spine style that go on to a spine child; below it the spine ends"},
    {&P::own_words, "spine.own_words", 1e9,
     "words that a page must have of its own to be looked at without its links"},
    {&P::node_dense, "spine.node_dense", 1,
     "share of the pages with a place in the scope that hold a text: it is dense there"},
    {&P::node_const, "spine.node_const", 1, "the same share, from which a text is constant there"},
    {&P::node_least, "spine.node_least", 1e9,
     "pages of the scope on which a dense text stands, at least"},
    {&P::node_usual, "spine.node_usual", 1, "the same share, from which a text is usual there"},
    {&P::passage, "spine.passage", 1, "the same share, from which a long text is a passage there"},
    {&P::passage_least, "spine.passage_least", 1e9,
     "pages of the scope on which a passage stands, at least"},
    {&P::passage_words, "spine.passage_words", 1e9, "words of a passage"},
    {&P::coverage, "spine.coverage", 1,
     "share of the pages of a layout with a style that leaves the spine"},
    {&P::coverage_mark, "spine.coverage_mark", 1,
     "the same share, for a landmark that leaves the spine"},
    {&P::coverage_in, "spine.coverage_in", 1, "the same share, for a style inside the root"},
    {&P::coverage_block, "spine.coverage_block", 1,
     "rule I3: the same share, for a block that is known wherever it stands"},
    {&P::dense, "spine.dense", 1, "rule O1: share of dense words"},
    {&P::dense_nav, "spine.dense_nav", 1, "rule O2: share of dense words"},
    {&P::links, "spine.links", 1, "share of link text among the words that do not repeat"},
    {&P::off_bar, "spine.off_bar", 1,
     "rules I1 and I2: share of the text of links that leave the page"},
    {&P::single, "spine.single", 1, "share of words that stand nowhere else"},
    {&P::rest, "spine.rest", 1,
     "share of the words of a page that are not dense, from which a style that holds them stays"},
    {&P::placed, "spine.placed", 1, "share of a style's elements that stand where a rule asks for"},
    {&P::edge, "spine.edge", 1e9, "words between a block and its edge of the page"},
    {&P::copies, "spine.copies", 1e9, "elements of a style on a page"},
    {&P::dense_in, "spine.dense_in", 1, "rule I1: share of dense words"},
    {&P::usual, "spine.usual", 1, "rules I1 and I3: share of usual words"},
    {&P::passages, "spine.passages", 1, "rules I1 and I3: share of words of passages"},
    {&P::labels_bar, "spine.labels_bar", 1e9, "rule I3: constant texts of a bar of links"},
    {&P::heads, "spine.heads", 1, "share of words in headings"},
    {&P::dense_bar, "spine.dense_bar", 1, "rule I2: share of dense words"},
    {&P::dense_bare, "spine.dense_bare", 1, "rule E: share of dense words"},
    {&P::words_bare, "spine.words_bare", 1e9, "rule E: words"},
    {&P::instance, "spine.instance", 1,
     "share of its style's dense share that an element must have"},
    {&P::name_share, "spine.name_share", 1,
     "share of pages on which the first text of an element stands that it is named by"},
    {&P::least_pages, "spine.least_pages", 1e9, "pages of a common text, on a site of any size"},
    {&P::errors, "spine.errors", 1e9,
     "standard errors that a share of few pages needs beyond its limit, to be common or constant"},
    {&P::words_in, "spine.words_in", 1e9, "rule I1: words of an element that is no link"},
    {&P::labels, "spine.labels", 1e9, "rule I2: constant texts of an element"},
    {&P::length_share, "spine.length_share", 1,
     "length: share of pages on which a common text or window stands"},
    {&P::length_words, "spine.length_words", 1e9, "length: words of a run"},
    {&P::length_quoted, "spine.length_quoted", 1,
     "length: share of the usual words of a run, below which it is a quotation"},
    {&P::solo_share, "spine.solo_share", 1,
     "length and ends: share of pages that are nearly all, for a single text"},
    {&P::solo_words, "spine.solo_words", 1e9, "length: words of such a text"},
    {&P::ends_share, "spine.ends_share", 1,
     "ends: share of pages with own text that a common label stands on"},
    {&P::ends_own, "spine.ends_own", 1e9, "ends: rare words in a row that are the page's own"},
    {&P::ends_copies, "spine.ends_copies", 1e9, "ends: how often a common label stands on a page"},
    {&P::ends_words, "spine.ends_words", 1e9, "ends: words between the head and the tail"},
    {&P::field_pages, "spine.field_pages", 1,
     "fields: share of pages on which a label stands before another text"},
    {&P::field_const, "spine.field_const", 1,
     "fields: share of those pages from which one text behind a label makes it no label"},
    {&P::mostly, "spine.mostly", 1, "ends: share of a text's occurrences that must be at an end"},
};

constexpr auto kTable = [] {
  constexpr SpineParameters kDefaults;
  std::array<DetectorParameter, std::size(kRows)> table;
  for (std::size_t i = 0; i < table.size(); ++i) {
    const SpineRow& row = kRows[i];
    table[i] = {row.key, ParameterKind::kNumber, kDefaults.*row.value, 0, row.most, row.help};
  }
  return table;
}();

}  // namespace

std::span<const DetectorParameter> SpineParameterTable() { return kTable; }

// One page in a hundred, within bounds: below name_least nothing repeats, and on a large site a
// name of name_most pages is no accident any more.
double SpineParameters::Enough(std::uint32_t pages) const {
  constexpr double kPagesPerName = 100;
  return std::clamp(pages / kPagesPerName, name_least, std::max(name_least, name_most));
}

SpineParameters ReadSpineParameters(const DetectorConfig& config) {
  const ParameterReader read(kTable, config);
  SpineParameters parameters;
  for (const SpineRow& row : kRows) parameters.*row.value = read.Number(row.key);
  return parameters;
}

}  // namespace thresh
