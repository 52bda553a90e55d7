#include "indexer/compare/score.h"

#include <map>

#include "common/base/numbers.h"
#include "indexer/compare/align.h"

namespace thresh {
namespace {

// A page is damaged if it lost more than one word of its content in this many: more than 2 %.
constexpr std::uint64_t kDamageOneIn = 50;

double Harmonic(double a, double b) { return a + b == 0 ? 0 : 2 * a * b / (a + b); }

// The scored tokens of a line. Rowlands et al. 2009, section 4, label whole lines; here a line is
// what most of its tokens are.
struct LineTokens {
  std::uint64_t content = 0, others = 0, kept = 0;
  bool is_content() const { return content >= others; }
  bool is_kept() const { return 2 * kept >= content + others; }
};

void CountToken(GoldLabel label, bool removed, Score* score) {
  if (label == GoldLabel::kContent) ++(removed ? score->content_removed : score->content_kept);
  if (label == GoldLabel::kTemplate) ++(removed ? score->template_removed : score->template_kept);
}

void CountBlocks(const GoldPage& gold, const std::vector<bool>& removed, Score* score) {
  for (const auto& [begin, end] : gold.blocks) {
    std::size_t gone = 0;
    for (std::size_t i = begin; i < end; ++i) gone += removed[i] ? 1U : 0U;
    ++score->blocks;
    // At least 80 %, in whole numbers so that exactly 80 % counts.
    if (gone * 5 >= (end - begin) * 4) ++score->blocks_detected;
  }
}

void CountLines(const std::map<std::uint32_t, LineTokens>& lines, Score* score) {
  for (const auto& [block, line] : lines) {
    score->lines_content += line.is_content() ? 1U : 0U;
    score->lines_kept += line.is_kept() ? 1U : 0U;
    score->lines_content_kept += line.is_content() && line.is_kept() ? 1U : 0U;
  }
  // These are the lines of one page. Add sums the values up for the mean over pages.
  score->lines_f1_sum = score->LineF1();
}

}  // namespace

void Score::Add(const Score& other) {
  pages += other.pages;
  damaged_pages += other.damaged_pages;
  template_removed += other.template_removed;
  template_kept += other.template_kept;
  content_removed += other.content_removed;
  content_kept += other.content_kept;
  tokens += other.tokens;
  unaligned += other.unaligned;
  blocks += other.blocks;
  blocks_detected += other.blocks_detected;
  lines_content += other.lines_content;
  lines_kept += other.lines_kept;
  lines_content_kept += other.lines_content_kept;
  lines_f1_sum += other.lines_f1_sum;
}

// The third argument of Ratio is the value of 0 / 0: whoever removes nothing makes no mistake.
double Score::Precision() const {
  return Ratio(template_removed, template_removed + content_removed, 1);
}
double Score::Recall() const {
  return Ratio(template_removed, template_removed + template_kept, 1);
}
double Score::F1() const { return Harmonic(Precision(), Recall()); }
double Score::Kept() const { return Ratio(content_kept, content_kept + content_removed, 1); }
double Score::Damaged() const { return Ratio(damaged_pages, pages); }
double Score::BlockScore() const { return Ratio(blocks_detected, blocks, 1); }
double Score::TemplateShare() const {
  const std::uint64_t of_template = template_removed + template_kept;
  return Ratio(of_template, of_template + content_removed + content_kept);
}
double Score::Unaligned() const { return Ratio(unaligned, tokens); }
double Score::LinePrecision() const { return Ratio(lines_content_kept, lines_kept, 1); }
double Score::LineRecall() const { return Ratio(lines_content_kept, lines_content, 1); }
double Score::LineF1() const { return Harmonic(LinePrecision(), LineRecall()); }
double Score::LineF1Mean() const { return Ratio(lines_f1_sum, static_cast<double>(pages)); }

Score ScorePage(const GoldPage& gold, const IndexedPage& indexed) {
  Score score;
  score.pages = 1;
  score.tokens = gold.tokens.size();
  const std::vector<std::size_t> partners = AlignTokens(gold.tokens, indexed.tokens);
  // A token that the indexer lost counts as removed, so that whoever loses text cannot gain by it.
  std::vector<bool> removed(gold.tokens.size(), true);
  std::map<std::uint32_t, LineTokens> lines;
  for (std::size_t i = 0; i < gold.tokens.size(); ++i) {
    const GoldLabel label = gold.labels[i];
    if (partners[i] == kNoPartner) {
      ++score.unaligned;
    } else {
      removed[i] = indexed.removed[partners[i]];
      if (label != GoldLabel::kUnscored) {
        // Only a token with a partner has a block, so lost tokens belong to no line.
        LineTokens& line = lines[indexed.blocks[partners[i]]];
        ++(label == GoldLabel::kContent ? line.content : line.others);
        line.kept += removed[i] ? 0U : 1U;
      }
    }
    CountToken(label, removed[i], &score);
  }
  CountBlocks(gold, removed, &score);
  CountLines(lines, &score);
  // In whole numbers, so that exactly 2 % is no damage.
  if (score.content_removed * kDamageOneIn > score.content_removed + score.content_kept)
    score.damaged_pages = 1;
  return score;
}

}  // namespace thresh
