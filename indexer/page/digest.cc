#include "indexer/page/digest.h"

#include <utility>

#include "common/base/coder.h"
#include "indexer/page/block_style.h"
#include "indexer/page/charset.h"
#include "indexer/page/controls.h"
#include "indexer/page/html/cpu_alarm.h"
#include "indexer/page/iframes.h"
#include "indexer/page/invert.h"
#include "indexer/page/links.h"
#include "indexer/page/outline.h"
#include "indexer/page/plain_text.h"
#include "indexer/page/segmenter.h"
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
  page.url = CanonicalUrl(raw->url);
  page.site = HostOf(page.url);
  page.docno = std::move(raw->docno);
  page.path = std::move(raw->path);
  page.date = std::move(raw->date);
  return page;
}

}  // namespace

struct Digester::Impl {
  Impl(const DigestOptions& options, std::unique_ptr<Analyzer> its_analyzer)
      : analyzer(std::move(its_analyzer)),
        inverter(analyzer.get()),
        reader(options.limits, options.reader),
        segmenter(options.limits.depth, options.segmentation),
        segmentation(options.segmentation) {}

  std::string Decode(RawPage raw, Page* page);
  void Read(std::string_view text, bool is_text, Page* page, Laps* laps);
  void Tokenise(Page* page);
  void TokeniseSpans(Page* page);
  void AddField(Field field, std::string_view text, Page* page);

  std::unique_ptr<Analyzer> analyzer;
  Inverter inverter;
  CharsetDecoder decoder;
  HtmlReader reader;
  HtmlTree tree;
  Segmenter segmenter;
  const Segmentation segmentation;
  Outline outline;
  DigestTimes times;
};

std::string Digester::Impl::Decode(RawPage raw, Page* page) {
  // Plain text cannot declare a charset, so only html is searched for <meta>.
  DecodedText decoded = decoder.Decode(std::move(raw.bytes), raw.http_charset, !raw.is_text);
  page->counters[Counter::kCharsetGuessed] += decoded.guessed ? 1 : 0;
  page->counters[Counter::kSubstitutions] += decoded.substitutions;
  return raw.is_text ? std::move(decoded.text)
                     : CloseIframes(ReplaceControls(std::move(decoded.text)));
}

// The seam: every reader of a page fills an Outline, and no step after this one knows which reader
// it was. Plain text, html, and for a page over a budget the tag stripper.
void Digester::Impl::Read(std::string_view text, bool is_text, Page* page, Laps* laps) {
  if (is_text) {
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

void Digester::Impl::Tokenise(Page* page) {
  page->blocks.reserve(outline.blocks.size() + kOwnFieldCount - 1);
  for (const LayoutBlock& from : outline.blocks) {
    Block& block = page->blocks.emplace_back();
    block.parent = from.parent;
    block.style = StyleOf(from);
  }
  if (segmentation == Segmentation::kStyledBlocks) {
    const std::vector<Hash128> styles = StylePaths(outline.blocks);
    for (std::size_t b = 0; b < styles.size(); ++b) page->blocks[b].style = styles[b];
  }
  // Fields come after the body, as blocks of their own, so that no detector sees them.
  inverter.Begin(outline.blocks.size() + kOwnFieldCount - 1);
  TokeniseSpans(page);
  AddField(Field::kTitle, page->title, page);
  AddField(Field::kUrl, UrlWords(page->url), page);
  AddField(Field::kDescription, page->description, page);
}

void Digester::Impl::TokeniseSpans(Page* page) {
  std::uint32_t position = 0;
  const std::uint32_t heading_end = outline.heading_first_span + outline.heading_spans;
  for (std::uint32_t i = 0; i < outline.spans.size(); ++i) {
    Span& span = outline.spans[i];
    if (i == outline.heading_first_span) page->heading_first = position;
    span.first_token = position;
    span.tokens = inverter.AddText(
        std::string_view(outline.text).substr(span.text_begin, span.text_end - span.text_begin),
        span.block);
    position += span.tokens;
    if (i + 1 == heading_end) page->heading_last = position;
  }
  // Without a heading the place of its first span means nothing.
  if (outline.heading_spans == 0) page->heading_first = page->heading_last = 0;
}

void Digester::Impl::AddField(Field field, std::string_view text, Page* page) {
  const BlockNo number(static_cast<std::uint32_t>(page->blocks.size()));
  Block& block = page->blocks.emplace_back();
  block.field = field;
  // A field lies in no block of the body, and a root is its own parent.
  block.parent = number.value;
  inverter.AddText(text, number);
}

Result<std::unique_ptr<Digester>> Digester::Make(const DigestOptions& options) {
  // Probed once, because an alarm that cannot be made ends the program.
  THRESH_RETURN_IF_ERROR(CpuAlarm::Probe());
  THRESH_ASSIGN_OR_RETURN(std::unique_ptr<Analyzer> analyzer, Analyzer::Make(options.analyzer));
  return std::make_unique<Digester>(std::make_unique<Impl>(options, std::move(analyzer)));
}

Digester::Digester(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Digester::~Digester() = default;

const DigestTimes& Digester::times() const { return impl_->times; }

Page Digester::Digest(RawPage raw) {
  Impl& d = *impl_;
  Laps laps;
  Page page = PageOf(&raw);
  const bool is_text = raw.is_text;
  const std::string text = d.Decode(std::move(raw), &page);
  laps.Add(&d.times.decode_ns);
  d.Read(text, is_text, &page, &laps);
  // Only the segmenter writes a tree. The other readers get a flat one.
  if (d.segmentation == Segmentation::kTextNodes && d.outline.tree.nodes.empty())
    d.outline.CutAtTextNodes();
  page.title = d.outline.title;
  page.description = d.outline.description;
  page.links = ResolveLinks(d.outline, page.url, &page.counters);
  page.counters[Counter::kDepthCut] += d.outline.depth_cut ? 1 : 0;
  laps.Add(&d.times.segment_ns);
  d.Tokenise(&page);
  // Copied and not moved, so that the outline keeps its memory for the next page.
  page.text = d.outline.text;
  page.spans = d.outline.spans;
  page.tree = d.outline.tree;
  page.lines = d.outline.lines;
  laps.Add(&d.times.tokenise_ns);
  d.inverter.Finish(&page);
  laps.Add(&d.times.invert_ns);
  return page;
}

}  // namespace thresh
