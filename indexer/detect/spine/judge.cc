// Judges a complete site. Three witnesses look at it, each with one question, and a text goes if
// one of them says so:
//
//   place    does the text stand in a style that repeats beside the content or at its ends?
//   length   is it part of a long row of texts that most pages have, whatever its style?
//   ends     is it a label in a bar at the head or the tail of most pages, whatever its style?
//
// One guard stands over place and ends: the values of records stay (fields.h). What length takes is
// too long for a value.
//
// The first pass over the log resolves keys, marks texts and counts votes. All counters are sums
// and every rule reads final counters, so neither the order of the pages nor the cuts of runs can
// show.
#include "indexer/detect/spine/judge.h"

#include "indexer/detect/spine/ends/ends.h"
#include "indexer/detect/spine/fields.h"
#include "indexer/detect/spine/length/length.h"
#include "indexer/detect/spine/place/place.h"
#include "indexer/detect/spine/place/root.h"
#include "indexer/detect/spine/site.h"
#include "indexer/detect/spine/struck.h"

namespace thresh::spine {

// Pages that are applied are judged by what the others count for, and only their strikes are told:
// the others were drawn from the whole site, and stand in another part of it.
//
// On fewer pages than `support` nothing can repeat. `ends` comes last, since it takes what the
// others have struck for no text of a page's own.
Status JudgeSite(const SiteLog& log, SiteId id, const SpineParameters& parameters, Strikes* strikes,
                 PassLimits limits) {
  if (log.pages() < parameters.support) return {};
  Votes votes(parameters);
  const Site site(
      log, parameters,
      [&votes](const SitePage& page, const Styles& styles) { votes.AddPage(page, styles); },
      limits);
  votes.Close(site.styles());
  SiteStrikes struck(site, id, strikes);
  const Fields fields(site, parameters);
  StrikeByPlace(site, votes, fields, parameters, &struck);
  StrikeByLength(site, parameters, &struck);
  StrikeByEnds(site, fields, parameters, &struck);
  struck.Finish();
  return Going(limits.stop);
}

}  // namespace thresh::spine
