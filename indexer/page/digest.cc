#include "indexer/page/digest.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "common/base/coder.h"
#include "common/base/times.h"
#include "common/base/utf8.h"
#include "indexer/page/block_style.h"
#include "indexer/page/charset.h"
#include "indexer/page/controls.h"
#include "indexer/page/file_address.h"
#include "indexer/page/harvest.h"
#include "indexer/page/html/cpu_alarm.h"
#include "indexer/page/iframes.h"
#include "indexer/page/invert.h"
#include "indexer/page/links.h"
#include "indexer/page/outline.h"
#include "indexer/page/page_language.h"
#include "indexer/page/plain_text.h"
#include "indexer/page/segmenter.h"
#include "indexer/page/text_sums.h"
#include "indexer/page/thread_clock.h"

namespace thresh {
namespace {

// Adds the time since the last lap to a stage.
class Laps {
 public:
  void Add(std::uint64_t* stage_ns) {
    const std::int64_t now = ThreadCpuNs();
    *stage_ns += static_cast<std::uint64_t>(now - last_);
    last_ = now;
  }

 private:
  std::int64_t last_ = ThreadCpuNs();
};

Counter DegradedBy(ParseOutcome outcome) {
  if (outcome == ParseOutcome::kOverBytes) return Counter::kDegradedBytes;
  return outcome == ParseOutcome::kOverMemory ? Counter::kDegradedMemory : Counter::kDegradedTime;
}

// All of the record except its bytes.
Page PageOf(RawPage* raw) {
  Page page;
  page.sequence = raw->sequence;
  page.kind = raw->kind;
  page.status = raw->status;
  page.broken = raw->broken;
  page.url = CanonicalUrl(raw->url);
  if (!raw->path.empty()) page.url = FileAddress(std::move(page.url));
  page.site = HostOf(page.url);
  page.docno = std::move(raw->docno);
  page.path = std::move(raw->path);
  if (auto date = CanonicalTime(raw->date)) {
    page.date = std::move(*date);
  } else if (!raw->date.empty()) {
    ++page.counters[Counter::kUnreadDate];
  }
  // Of a page that redirects to itself nobody says where it is.
  if (!raw->target.empty() &&
      UrlBase(page.url).ResolveLink(raw->target, &page.target) != UrlBase::Link::kKept)
    page.target.clear();
  return page;
}

std::string_view TextOf(const Page& page, const Span& span) {
  return std::string_view(page.text).substr(span.text_begin, span.text_end - span.text_begin);
}

std::uint32_t EndOfWords(const Page& page) {
  return page.spans.empty() ? 0 : page.spans.back().first_token + page.spans.back().tokens;
}

// A field lies in no block of the body, and a root is its own parent.
Block& NewBlock(Field field, Page* page) {
  const auto number = static_cast<std::uint32_t>(page->blocks.size());
  Block& block = page->blocks.emplace_back();
  block.field = field;
  block.parent = number;
  return block;
}

}  // namespace

struct Digester::Impl {
  Impl(const DigestOptions& options, PageAnalyzers its_analyzers)
      : analyzers(std::move(its_analyzers)),
        reader(options.limits, options.reader),
        segmenter(options.limits.depth, options.segmentation),
        segmentation(options.segmentation),
        respect_robots(options.respect_robots),
        words_by_field(options.words_by_field) {}

  std::string Decode(RawPage raw, Page* page);
  void Read(std::string_view text, PageForm form, Page* page, Laps* laps);
  void MakeBlocks(Page* page);
  void ChooseStemmer(Page* page) const;
  void Tokenise(Page* page);
  void TokeniseSpans(Page* page);
  void AddCutWords(Page* page);
  void FindHeading(Page* page) const;
  void Finish(Page* page, Laps* laps);
  void CutFields(Page* page);
  void CountUnread(Page* page) const;
  void TakeCanonical(Page* page) const;
  void AddField(Field field, std::string_view text, Page* page);
  bool Recall(const StoredWords& words, Page* page);
  bool InvertStruck(const StoredWords& words, Page* page);
  bool SumUpTexts(const StoredWords& words, Page* page);
  void SumUpField(Field field, std::string_view text, Page* page);
  bool HashHeading(Page* page);

  PageAnalyzers analyzers;
  Inverter inverter;
  TextHasher hasher;
  ShortTexts short_texts;
  HarvestWriter harvest;
  HarvestReader harvests;
  StoredWords stored_words;
  CharsetDecoder decoder;
  HtmlReader reader;
  HtmlTree tree;
  Segmenter segmenter;
  CutWords cut_words;
  const Segmentation segmentation;
  const bool respect_robots;
  const bool words_by_field;
  Outline outline;
  DigestTimes times;
};

std::string Digester::Impl::Decode(RawPage raw, Page* page) {
  // Plain text cannot declare a charset, so only html is searched for <meta>.
  DecodedText decoded =
      decoder.Decode(std::move(raw.bytes), raw.http_charset, raw.form == PageForm::kHtml);
  page->counters[Counter::kCharsetGuessed] += decoded.guessed ? 1 : 0;
  page->counters[Counter::kSubstitutions] += decoded.substitutions;
  return raw.form == PageForm::kText ? std::move(decoded.text)
                                     : CloseIframes(ReplaceControls(std::move(decoded.text)));
}

// The seam: every reader of a page fills an Outline, and no step after this one knows which reader
// it was. Plain text, html, and for a page over a budget the tag stripper.
void Digester::Impl::Read(std::string_view text, PageForm form, Page* page, Laps* laps) {
  if (form == PageForm::kText) {
    ReadPlainText(text, &outline);
    return;
  }
  const ParseOutcome outcome = reader.Read(text, page->sequence, &tree, &page->counters);
  laps->Add(&times.parse_ns);
  if (outcome == ParseOutcome::kParsed) {
    segmenter.Segment(tree, &outline);
    return;
  }
  StripTags(text, &outline);
  page->degraded = true;
  ++page->counters[Counter::kDegraded];
  ++page->counters[DegradedBy(outcome)];
}

void Digester::Impl::MakeBlocks(Page* page) {
  page->blocks.reserve(outline.blocks.size() + kOwnFieldCount);
  const LayoutBlock* before = nullptr;
  for (const LayoutBlock& from : outline.blocks) {
    // Text nodes have no layout, so all of them have one style.
    const bool same = before != nullptr && HasStyleOf(from, *before);
    const Hash128 style = same ? page->blocks.back().style : StyleOf(from);
    Block& block = page->blocks.emplace_back();
    block.parent = from.parent;
    block.style = style;
    before = &from;
  }
  if (segmentation != Segmentation::kStyledBlocks) return;
  const std::vector<Hash128> styles = StylePaths(outline.blocks);
  for (std::size_t b = 0; b < styles.size(); ++b) page->blocks[b].style = styles[b];
}

// Both a page of the crawl and one of the store come here with the same language and text.
void Digester::Impl::ChooseStemmer(Page* page) const {
  if (!analyzers.chosen()) return;
  const PageLanguage language = LanguageOf(page->language, page->text);
  page->stemmer = language.stemmer;
  page->counters[Counter::kLanguageGuessed] += language.guessed ? 1 : 0;
  page->counters[Counter::kLanguageCorrected] += language.corrected ? 1 : 0;
}

// Fields come after the body, as blocks of their own, so that no detector sees them.
void Digester::Impl::Tokenise(Page* page) {
  ChooseStemmer(page);
  // The words that tags cut, and the three fields beside the body.
  inverter.Begin(page->blocks.size() + kOwnFieldCount, &analyzers.Of(page->stemmer));
  TokeniseSpans(page);
  AddCutWords(page);
  AddField(Field::kTitle, page->title, page);
  AddField(Field::kUrl, UrlWords(page->url), page);
  AddField(Field::kDescription, page->description, page);
}

void Digester::Impl::TokeniseSpans(Page* page) {
  std::uint32_t position = 0;
  cut_words.Clear();
  for (Span& span : page->spans) {
    span.first_token = position;
    span.tokens = inverter.AddText(TextOf(*page, span), span.block);
    cut_words.See(span, inverter.ends());
    position += span.tokens;
  }
}

// A cut word stands at the position of its last part, so that the words behind it follow it.
void Digester::Impl::AddCutWords(Page* page) {
  const std::vector<CutWords::Found>& found = cut_words.Finish();
  if (found.empty()) return;
  const BlockNo number(static_cast<std::uint32_t>(page->blocks.size()));
  NewBlock(kCutWords, page);
  for (const CutWords::Found& word : found)
    inverter.AddCutWords(std::string_view(page->text).substr(word.begin, word.end - word.begin),
                         word.cuts, word.position, number, &page->cut_words);
}

void Digester::Impl::FindHeading(Page* page) const {
  // Without a heading the place of its first span means nothing.
  if (outline.heading_spans == 0) return;
  page->heading_first = page->spans[outline.heading_first_span].first_token;
  const Span& last = page->spans[outline.heading_first_span + outline.heading_spans - 1];
  page->heading_last = last.first_token + last.tokens;
}

// An answer shows the fields of a page whole, so their lengths have a bound.
void Digester::Impl::CutFields(Page* page) {
  const auto cut = [page](std::size_t most, std::string* text) {
    const std::size_t bytes = CutText(*text, most).size();
    if (bytes < text->size()) ++page->counters[Counter::kTitlesCut];
    text->resize(bytes);
  };
  cut(kMaxTitleBytes, &outline.title);
  cut(kMaxDescriptionBytes, &outline.description);
}

// What of a page is no text of it.
void Digester::Impl::CountUnread(Page* page) const {
  page->counters[Counter::kSvgText] += outline.svg_text ? 1 : 0;
  page->counters[Counter::kNoscriptText] += outline.noscript_text ? 1 : 0;
  page->counters[Counter::kAttributeText] += outline.attribute_text ? 1 : 0;
  page->counters[Counter::kDepthCut] += outline.depth_cut ? 1 : 0;
}

// A page that names itself says nothing.
void Digester::Impl::TakeCanonical(Page* page) const {
  if (outline.canonical_href.empty()) return;
  std::string target;
  const UrlBase::Link link =
      BaseOf(outline, page->url).ResolveLink(outline.canonical_href, &target);
  if (link == UrlBase::Link::kSamePage) return;
  // An address that no link could lead to is on no site of the crawl.
  if (!page->path.empty()) target = FileAddress(std::move(target));
  if (target == page->url) return;
  const bool of_site = !target.empty() && HostOf(target) == page->site;
  ++page->counters[of_site ? Counter::kCanonicalSite : Counter::kCanonicalAway];
  if (of_site) page->canonical = std::move(target);
}

void Digester::Impl::AddField(Field field, std::string_view text, Page* page) {
  const BlockNo number(static_cast<std::uint32_t>(page->blocks.size()));
  NewBlock(field, page);
  inverter.AddText(text, number);
}

Result<std::unique_ptr<Digester>> Digester::Make(const DigestOptions& options) {
  // Probed once, because an alarm that cannot be made ends the program.
  THRESH_RETURN_IF_ERROR(CpuAlarm::Probe());
  THRESH_ASSIGN_OR_RETURN(PageAnalyzers analyzers, PageAnalyzers::Make(options.analyzer));
  return std::make_unique<Digester>(std::make_unique<Impl>(options, std::move(analyzers)));
}

Digester::Digester(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Digester::~Digester() = default;

const DigestTimes& Digester::times() const { return impl_->times; }

Page Digester::Digest(RawPage raw) {
  Impl& d = *impl_;
  Laps laps;
  Page page = PageOf(&raw);
  if (raw.kind != RecordKind::kPage) {
    page.stored = raw.form == PageForm::kStored;
    return page;
  }
  const PageForm form = raw.form;
  const std::string text = d.Decode(std::move(raw), &page);
  laps.Add(&d.times.decode_ns);
  d.Read(text, form, &page, &laps);
  page.counters[Counter::kNoindex] += d.outline.noindex ? 1 : 0;
  if (d.respect_robots && d.outline.noindex) {
    page.kind = RecordKind::kGone;
    page.counters[Counter::kWithheld] += 1;
    return page;
  }
  d.CutFields(&page);
  // Only the segmenter writes a tree. The other readers get a flat one.
  if (d.segmentation == Segmentation::kTextNodes && d.outline.tree.nodes.empty())
    d.outline.CutAtTextNodes();
  page.title = d.outline.title;
  page.description = d.outline.description;
  page.language = d.outline.language;
  page.links = ResolveLinks(d.outline, page.url, &page.counters);
  if (!page.path.empty()) {
    for (Link& link : page.links) link.target = FileAddress(std::move(link.target));
  }
  d.CountUnread(&page);
  d.TakeCanonical(&page);
  // Copied and not moved, so that the outline keeps its memory for the next page.
  page.text = d.outline.text;
  page.spans = d.outline.spans;
  page.tree = d.outline.tree;
  page.lines = d.outline.lines;
  d.MakeBlocks(&page);
  laps.Add(&d.times.segment_ns);
  d.Tokenise(&page);
  d.FindHeading(&page);
  d.Finish(&page, &laps);
  return page;
}

void Digester::Impl::Finish(Page* page, Laps* laps) {
  laps->Add(&times.tokenise_ns);
  page->words_by_field = words_by_field;
  inverter.Finish(page);
  page->harvest = harvest.Write(*page);
  laps->Add(&times.invert_ns);
}

Result<Page> Digester::Restore(RawPage raw) {
  Impl& d = *impl_;
  Laps laps;
  Page page;
  page.sequence = raw.sequence;
  page.stored = true;
  page.broken = raw.broken;
  StoredWords& words = d.stored_words;
  const bool whole = d.harvests.Take(std::move(*raw.stored), &page, &words);
  page.site = HostOf(page.url);
  laps.Add(&d.times.decode_ns);
  const auto damaged = [&] {
    return Status(Code::kUnusable,
                  "the store has a damaged page, " + page.url + "; run thresh-index verify");
  };
  if (!whole) return damaged();
  if (words.place) {
    if (!d.Recall(words, &page)) return damaged();
    laps.Add(&d.times.tokenise_ns);
    return page;
  }
  d.Tokenise(&page);
  if (page.heading_last > EndOfWords(page)) return damaged();
  d.Finish(&page, &laps);
  return page;
}

// The page without the words that the store keeps of it: only words that stand in none of its lists
// are put into lists again. What the texts say is known or cheap.
bool Digester::Impl::Recall(const StoredWords& words, Page* page) {
  std::uint32_t position = 0;
  for (std::size_t s = 0; s < page->spans.size(); ++s) {
    page->spans[s].first_token = position;
    page->spans[s].tokens = words.tokens[s];
    position += words.tokens[s];
  }
  if (position != words.body_tokens || page->heading_last > position) return false;
  ChooseStemmer(page);
  if (!SumUpTexts(words, page) || !HashHeading(page)) return false;
  if (!InvertStruck(words, page)) return false;
  SumUpField(Field::kTitle, page->title, page);
  SumUpField(Field::kUrl, UrlWords(page->url), page);
  SumUpField(Field::kDescription, page->description, page);
  inverter.FinishPostings(page);
  page->kept_words = words.place;
  page->token_hash = words.token_hash;
  page->body_tokens = words.body_tokens;
  if (page->body_tokens == 0) ++page->counters[Counter::kEmpty];
  return true;
}

// Where spans touch, tags may cut words, so spans that touch a struck one are cut into words with
// it. Words that the store has are then given twice, which the merge expects. Returns false if a
// text has another number of words than the store says.
bool Digester::Impl::InvertStruck(const StoredWords& words, Page* page) {
  inverter.Begin(page->blocks.size() + kOwnFieldCount, &analyzers.Of(page->stemmer));
  cut_words.Clear();
  const std::vector<Span>& spans = page->spans;
  // From which word that is added on words stand how much further back in the page.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> moved;
  std::uint32_t added = 0;
  for (std::size_t begin = 0, end = 0; begin < spans.size(); begin = end) {
    bool struck = words.struck[begin];
    for (end = begin + 1; end < spans.size() && spans[end].glued; ++end)
      struck = struck || words.struck[end];
    if (struck) moved.emplace_back(added, spans[begin].first_token - added);
    for (std::size_t s = begin; struck && s < end; ++s) {
      Span span = spans[s];
      span.first_token = added;
      added += inverter.AddText(TextOf(*page, span), span.block);
      if (added != span.first_token + span.tokens) return false;
      cut_words.See(span, inverter.ends());
    }
  }
  AddCutWords(page);
  for (std::uint32_t& position : page->cut_words) {
    const auto behind = std::upper_bound(moved.begin(), moved.end(), position,
                                         [](std::uint32_t at, auto& m) { return at < m.first; });
    position += std::prev(behind)->second;
  }
  if (!page->cut_words.empty())
    page->blocks.back().tokens = static_cast<std::uint32_t>(page->cut_words.size());
  return true;
}

// Returns false if a text has another number of words than the store says.
bool Digester::Impl::SumUpTexts(const StoredWords& words, Page* page) {
  Analyzer& analyzer = analyzers.Of(page->stemmer);
  auto known = words.texts.begin(), folded = words.folded.begin();
  for (std::uint32_t b = 0; b < page->blocks.size(); ++b) {
    Block& block = page->blocks[b];
    if (known != words.texts.end() && known->block.value == b) {
      block.tokens = words.tokens[b];
      block.text_hash = TextHash(known->hash);
      const bool folds = folded != words.folded.end() && folded->block.value == b;
      block.folded_hash = folds ? (folded++)->hash : known->hash;
      ++known;
      continue;
    }
    // A text without words says nothing, whatever its bytes.
    const std::string_view text =
        words.tokens[b] > 0 ? TextOf(*page, page->spans[b]) : std::string_view();
    short_texts.SumUp(text, &analyzer, &block);
    if (block.tokens != words.tokens[b]) return false;
  }
  for (const BlockNo block : words.in_title) {
    if (block.value >= page->blocks.size()) return false;
    page->blocks[block.value].in_title = true;
  }
  return known == words.texts.end() && folded == words.folded.end();
}

// The store has the lists of the field.
void Digester::Impl::SumUpField(Field field, std::string_view text, Page* page) {
  Block& block = NewBlock(field, page);
  hasher.Begin(&analyzers.Of(page->stemmer));
  hasher.AddText(text);
  hasher.SumUp(&block);
}

// A heading is made of whole spans.
bool Digester::Impl::HashHeading(Page* page) {
  if (page->heading_first == page->heading_last) return true;
  hasher.Begin(&analyzers.Of(page->stemmer));
  for (const Span& span : page->spans) {
    if (span.first_token >= page->heading_first && span.first_token < page->heading_last)
      hasher.AddText(TextOf(*page, span));
  }
  page->heading_hash = HashSequence(hasher.words());
  return hasher.words().size() == page->heading_last - page->heading_first;
}

}  // namespace thresh
