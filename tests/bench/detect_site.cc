#include "tests/bench/detect_site.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "common/base/check.h"
#include "indexer/catalog.h"
#include "indexer/compare/gold.h"
#include "indexer/compare/referee_words.h"
#include "indexer/detect/spine/judge.h"
#include "indexer/detect/spine/log.h"
#include "indexer/merge/verdicts.h"
#include "indexer/page/digest.h"
#include "indexer/sources/source.h"

namespace thresh {
namespace {

// A gold page as the index has it. Judge fills in what is removed.
struct Labelled {
  GoldPage gold;
  IndexedPage indexed;
  DocId doc;
};

}  // namespace

struct BenchSite::Impl {
  Status ReadPages(Source* source, Digester* digester);
  Status Label(const Page& page, DocId doc);
  void KeepRecords();
  std::vector<Strikes> StrikesOnRecords(const SpineParameters& parameters) const;

  std::string folder;
  std::vector<spine::SiteLog> logs;  // by SiteId
  RefereeWords words;
  std::vector<GoldPage> gold;
  std::unordered_map<std::string, std::size_t> place;  // in `gold`, of pages not yet found
  std::vector<Labelled> labelled;
  Catalog catalog;
  // Of every page while pages come in; at the end of the gold pages and their first copies, with
  // numbers from 0 on.
  std::vector<std::string> encoded;
  std::vector<RunDocRecord> records;
  std::map<DocId, DocId> number;  // of a page in `records`
};

// ---- reading

Status BenchSite::Impl::ReadPages(Source* source, Digester* digester) {
  for (RawPage raw;;) {
    THRESH_ASSIGN_OR_RETURN(const bool more, source->Next(&raw));
    if (!more) return {};
    if (raw.kind != RecordKind::kPage) continue;
    const Page page = digester->Digest(std::exchange(raw, {}));
    const Arrival who = catalog.Add(page.site, page.token_hash, page.body_tokens > 0);
    if (who.site.value >= logs.size()) logs.resize(who.site.value + 1);
    if (!who.duplicate()) logs[who.site.value].Append(page, who.doc);
    encoded.push_back(MakeRunDocRecord(page, who.doc, who.site, who.duplicate_of).Encode());
    THRESH_RETURN_IF_ERROR(Label(page, who.doc));
  }
}

// Spans are cut one by one, as the referee cuts those of a store.
Status BenchSite::Impl::Label(const Page& page, DocId doc) {
  const auto found = place.find(PageKey(page.path.empty() ? page.url : page.path));
  if (found == place.end()) return {};
  Labelled entry{std::move(gold[found->second]), {}, doc};
  place.erase(found);  // the first page with a key has the labels
  for (const Span& span : page.spans) {
    const auto text =
        std::string_view(page.text).substr(span.text_begin, span.text_end - span.text_begin);
    THRESH_RETURN_IF_ERROR(words.Cut(text, &entry.indexed.tokens));
    // resize fills in only the tokens that this span has added.
    entry.indexed.blocks.resize(entry.indexed.tokens.size(), span.block.value);
  }
  labelled.push_back(std::move(entry));
  return {};
}

// The merge numbers its pages from 0 on without gaps, and knows a first copy before its duplicates.
void BenchSite::Impl::KeepRecords() {
  const auto decode = [this](DocId doc) {
    RunDocRecord record;
    THRESH_CHECK(record.Decode(encoded[doc.value]));
    return record;
  };
  for (const Labelled& page : labelled) {
    number.emplace(page.doc, DocId());
    if (const DocRecord doc = decode(page.doc).doc; doc.duplicate)
      number.emplace(doc.duplicate_of, DocId());
  }
  for (const auto& [doc, kept] : number) records.push_back(decode(doc));
  // Site by site, as the merge has them.
  std::stable_sort(
      records.begin(), records.end(),
      [](const RunDocRecord& a, const RunDocRecord& b) { return a.doc.site < b.doc.site; });
  for (std::uint32_t kept = 0; kept < records.size(); ++kept) {
    RunDocRecord& record = records[kept];
    number[record.id] = DocId(kept);
    record.id = DocId(kept);
    if (record.doc.duplicate) record.doc.duplicate_of = number.at(record.doc.duplicate_of);
  }
  encoded = {};
}

Result<BenchSite> BenchSite::Read(const std::string& folder, const std::string& gold) {
  auto impl = std::make_unique<Impl>();
  impl->folder = folder;
  THRESH_ASSIGN_OR_RETURN(impl->gold, ReadGold(gold, &impl->words));
  for (std::size_t i = 0; i < impl->gold.size(); ++i) impl->place.emplace(impl->gold[i].key, i);
  THRESH_ASSIGN_OR_RETURN(const std::unique_ptr<Source> source,
                          OpenSource(folder, SourceOptions()));
  DigestOptions options;
  options.segmentation = Segmentation::kTextNodes;
  THRESH_ASSIGN_OR_RETURN(const std::unique_ptr<Digester> digester, Digester::Make(options));
  THRESH_RETURN_IF_ERROR(impl->ReadPages(source.get(), digester.get()));
  if (impl->labelled.empty()) return Status(Code::kUnusable, folder + " has no page of " + gold);
  impl->KeepRecords();
  return BenchSite(std::move(impl));
}

// ---- judging

// The strikes on the pages of `records`, under their numbers there.
std::vector<Strikes> BenchSite::Impl::StrikesOnRecords(const SpineParameters& parameters) const {
  std::vector<Strikes> all;
  for (std::uint32_t site = 0; site < logs.size(); ++site) {
    Strikes found;
    THRESH_CHECK(spine::JudgeSite(logs[site], SiteId(site), parameters, &found).ok());
    Strikes& kept = all.emplace_back();
    kept.templates = std::move(found.templates);
    for (Strike strike : found.strikes) {
      const auto known = number.find(strike.doc);
      if (known == number.end()) continue;
      strike.doc = known->second;
      kept.strikes.push_back(strike);
    }
  }
  return all;
}

Score BenchSite::Judge(const SpineParameters& parameters) const {
  Verdicts verdicts(RemovalMode::kDrop);
  const std::vector<Strikes> strikes = impl_->StrikesOnRecords(parameters);
  std::optional<SiteId> site;
  for (const RunDocRecord& record : impl_->records) {
    if (site != record.doc.site)
      verdicts.StartSite(record.id, record.doc.site, {strikes[record.doc.site.value]});
    site = record.doc.site;
    verdicts.AddDoc(record);
  }
  verdicts.Decide();
  Score score;
  for (const Labelled& page : impl_->labelled) {
    IndexedPage indexed = page.indexed;
    const DocId doc = impl_->number.at(page.doc);
    indexed.removed.reserve(indexed.blocks.size());
    std::set<BlockNo> struck;
    for (const BlockVerdict& verdict : verdicts.Of(doc)) struck.insert(verdict.block);
    for (const std::uint32_t block : indexed.blocks)
      indexed.removed.push_back(struck.contains(BlockNo(block)));
    score.Add(ScorePage(page.gold, indexed));
  }
  return score;
}

BenchSite::BenchSite(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
BenchSite::BenchSite(BenchSite&&) noexcept = default;
BenchSite& BenchSite::operator=(BenchSite&&) noexcept = default;
BenchSite::~BenchSite() = default;

const std::string& BenchSite::folder() const { return impl_->folder; }
std::uint64_t BenchSite::pages() const { return impl_->catalog.docs(); }
std::uint64_t BenchSite::missing() const { return impl_->place.size(); }

}  // namespace thresh
