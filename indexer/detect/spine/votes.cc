#include "indexer/detect/spine/votes.h"

namespace thresh {

template <typename F>
void OwnWords::Sum(const SpinePage& page, F counts) {
  sums_.resize(page.texts() + 1);
  sums_[0] = 0;
  for (std::uint32_t t = 0; t < page.texts(); ++t)
    sums_[t + 1] = sums_[t] + (counts(page.marks[t]) ? page.log->texts[t].words : 0);
}

void OwnWords::Enter(const SpinePage& page) {
  Sum(page, [](unsigned marks) { return (marks & (kFresh | kInLink)) == kFresh; });
  if (all() >= least_) return;
  Sum(page, [](unsigned marks) { return (marks & kFresh) != 0; });
  if (all() >= least_) return;
  Sum(page, [](unsigned) { return true; });
}

void SpineVotes::AddPage(const SpinePage& page, const std::vector<Style>& styles) {
  votes_.resize(styles.size());
  own_.Enter(page);
  for (std::uint32_t e = 0; e < page.elements(); ++e) {
    const std::uint32_t style = page.style[e];
    if (MayCarry(styles[style])) Add(page.number + 1, own_.In(page.element(e)), &votes_[style]);
  }
}

void SpineVotes::Add(std::uint32_t page, std::uint32_t words, Votes* votes) const {
  const auto reaches = [&](double share) { return words >= share * own_.all(); };
  votes->pages.Add(page);
  if (reaches(parameters_.main)) votes->main.Add(page);
  if (reaches(parameters_.carry)) votes->carried.Add(page);
  if (reaches(parameters_.nearly_all)) votes->nearly_all.Add(page);
}

// One of several sections may carry half of its pages, but its share comes and goes.
bool SpineVotes::Carries(std::uint32_t style) const {
  const Votes& votes = votes_[style];
  return votes.pages.pages > 0 && votes.carried.pages >= parameters_.vote * votes.pages.pages &&
         votes.nearly_all.pages >= parameters_.steady * votes.main.pages;
}

}  // namespace thresh
