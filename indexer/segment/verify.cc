#include "indexer/segment/verify.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <set>
#include <utility>

#include "common/base/bytes.h"
#include "common/base/files.h"
#include "common/postings/postings.h"
#include "common/postings/term_chunks.h"
#include "common/store/page_names.h"
#include "common/store/rocks.h"
#include "common/store/site_model.h"
#include "common/store/store.h"
#include "indexer/segment/site_digest.h"
#include "indexer/segment/verify_files.h"
#include "indexer/segment/verify_live.h"

namespace thresh {
namespace {

// ---- files

class FileVerifier {
 public:
  FileVerifier(const std::string& store, const SegmentEntry& segment, VerifyReport* report)
      : store_(store), segment_(segment), report_(report) {}

  // true: every file of the segment is what was published, and there is no other. Only then may
  // RocksDB see it.
  Result<bool> Run() {
    const std::size_t before = report_->problems.size();
    for (const FileEntry& entry : segment_.files)
      THRESH_RETURN_IF_ERROR(VerifyFile(store_, entry, report_));
    THRESH_RETURN_IF_ERROR(FindUnlisted());
    for (const FileEntry& entry : segment_.files) {
      if (report_->problems.size() != before) break;
      if (entry.path.ends_with(".sst")) VerifyBlocks(store_, entry, report_);
    }
    return report_->problems.size() == before;
  }

 private:
  void Problem(const std::string& what) { report_->problems.push_back(what); }

  Status FindUnlisted() {
    if (!FileExists(store_ + "/" + segment_.name)) return {};  // all its files are missing
    std::set<std::string> listed;
    for (const FileEntry& entry : segment_.files) listed.insert(entry.path);
    THRESH_ASSIGN_OR_RETURN(const std::vector<std::string> names,
                            ListDirectory(store_ + "/" + segment_.name));
    for (const std::string& name : names) {
      const std::string path = segment_.name + "/" + name;
      if (!listed.contains(path)) Problem(path + ": the manifest does not list it");
    }
    return {};
  }

  const std::string& store_;
  const SegmentEntry& segment_;
  VerifyReport* report_;
};

// ---- rows

// Walks the whole list, every posting of a page of the segment with every position, and adds it to
// the digests.
bool ListIsWhole(const FieldList& list, std::string_view term, ChunkReader* chunks,
                 SiteDigests* digests) {
  PostingCursor cursor(&list, chunks);
  const std::uint64_t hash = SiteDigests::ListOf(term, list.field);
  std::vector<std::uint32_t> positions;
  std::uint64_t df = 0, cf = 0;
  for (; cursor.doc() != PostingCursor::kEnd; cursor.Next()) {
    if (cursor.doc() >= digests->docs() || !cursor.Positions(&positions).ok() ||
        positions.size() != cursor.tf())
      return false;
    digests->AddPosting(DocId(cursor.doc()), hash, positions);
    ++df;
    cf += cursor.tf();
  }
  return cursor.status().ok() && df == list.df && cf == list.cf;
}

class RowVerifier {
 public:
  // What all segments of a store have in common.
  struct Common {
    std::string analyzer;
    std::array<Hasher128, kFamilyCount> families;
  };
  // Adds the digests of the families to those of `common`.
  RowVerifier(const std::string& store, const SegmentEntry& entry, Common* common,
              VerifyReport* report)
      : path_(store + "/" + entry.name), entry_(entry), common_(common), report_(report) {}

  Status Run() {
    Result<std::unique_ptr<Segment>> segment = Segment::Open(path_);
    if (!segment.ok()) return Take(segment.status());
    segment_ = std::move(*segment);
    if (segment_->lengths().docs() != entry_.docs)
      Problem("its pages are not as many as the manifest says");
    sites_.emplace(segment_->sites());
    if (sites_->docs() != entry_.docs) {
      Problem("its sites have not its pages");
      return {};
    }
    THRESH_RETURN_IF_ERROR(Take(ReadTemplateKeys()));
    for (std::size_t f = 0; f < kFamilyCount; ++f)
      THRESH_RETURN_IF_ERROR(Take(VerifyFamily(static_cast<Family>(f))));
    // A row that no term refers to decodes, but nothing could ever read it.
    if (chunk_rows_ != named_rows_)
      Problem("its terms name " + std::to_string(named_rows_) + " rows of chunks");
    if (digest_.Finish() != entry_.digest) Problem("its rows are not those of the manifest");
    FinishSites();
    for (std::size_t f = 0; f < kFamilyCount; ++f)
      common_->families[f].Field(digest_.Of(static_cast<Family>(f)).Hex());
    return {};
  }

 private:
  void Problem(const std::string& what) { report_->problems.push_back(entry_.name + ": " + what); }

  // Damage is a finding; that the disk cannot be read is not.
  Status Take(const Status& status) {
    if (status.code() != Code::kUnusable) return status;
    Problem(status.message());
    return {};
  }

  // A digest names templates by their keys.
  Status ReadTemplateKeys() {
    const std::unique_ptr<Segment::Rows> rows = segment_->Scan(Family::kTemplates);
    for (; rows->Valid(); rows->Next()) {
      TemplateRecord record;
      templates_.push_back(record.Decode(rows->value()) ? record.key : Hash128());
    }
    return rows->status();
  }

  void FinishSites() {
    std::uint64_t wrong = 0;
    for (std::uint32_t s = 0; s < segment_->sites().size(); ++s) {
      const SiteRecord& site = segment_->sites()[s];
      const bool whole = lengths_.docs() == entry_.docs &&
                         sites_->Finish(SiteId(s), site.statistics, lengths_) == site.digest;
      if (!whole) ++wrong;
    }
    if (wrong > 0) Problem(std::to_string(wrong) + " sites do not have their digest");
  }

  Status VerifyFamily(Family family) {
    const std::unique_ptr<Segment::Rows> rows = segment_->Scan(family);
    std::uint64_t number = 0, damaged = 0;
    for (; rows->Valid(); rows->Next(), ++number) {
      digest_.Row(family, rows->key(), rows->value());
      if (!Decodes(family, number, rows->key(), rows->value())) ++damaged;
    }
    report_->rows += number;
    const std::string name(kFamilyNames[static_cast<std::size_t>(family)]);
    if (damaged > 0) Problem(std::to_string(damaged) + " rows of `" + name + "` do not decode");
    const bool rows_match = family == Family::kText ? number >= entry_.docs : number == entry_.docs;
    if (IsByDoc(family) && !rows_match) Problem("`" + name + "` has not one row a page");
    return rows->status();
  }

  static bool IsByDoc(Family family) {
    return family == Family::kDocs || family == Family::kText || family == Family::kLinks ||
           family == Family::kHarvest;
  }

  bool Decodes(Family family, std::uint64_t number, std::string_view key, std::string_view value) {
    const DocId doc(static_cast<std::uint32_t>(number));
    if (family == Family::kText && number >= entry_.docs)
      return SharedDecode(number - entry_.docs, key, value);
    if (IsByDoc(family) && (key != DocKey(doc) || number >= entry_.docs)) return false;
    switch (family) {
      case Family::kTerms:
        return TermDecodes(key, value);
      case Family::kPostings:
      case Family::kPositions:  // walked from their terms
        ++chunk_rows_;
        return true;
      case Family::kDocs:
        return DocDecodes(doc, value);
      case Family::kLengths:
        return key == kLengthsKey && lengths_.Decode(value);
      case Family::kUrls:
        return UrlDecodes(value);
      case Family::kText:
        return TextDecodes(doc, value);
      case Family::kTemplates:
        return key == TemplateKey(TemplateId(doc.value)) && TemplateDecodes(value);
      case Family::kLinks:
        return LinksDecode(doc, value);
      case Family::kHarvest:  // the digest's own: an update that cannot read one says so
        sites_->AddHarvest(doc, value);
        return true;
      case Family::kMeta:
        return MetaDecodes(key, value);
      case Family::kCount:
        break;
    }
    return false;
  }

  bool TermDecodes(std::string_view term, std::string_view value) {
    TermRecord record;
    if (!record.Decode(value)) return false;
    TermChunks chunks(*segment_, term);
    for (const FieldList& list : record.fields) {
      named_rows_ += 2 * list.chunks.size() - (list.chunk_here ? 1 : 0);
      if (!ListIsWhole(list, term, &chunks, &*sites_)) return false;
    }
    return true;
  }

  bool DocDecodes(DocId doc, std::string_view value) {
    DocRecord record;
    if (!record.Decode(value)) return false;
    sites_->AddDoc(doc, std::move(record));
    return true;
  }

  bool TemplateDecodes(std::string_view value) {
    TemplateRecord record;
    const bool whole = record.Decode(value) && record.site.value < segment_->sites().size() &&
                       record.representative.value < entry_.docs;
    if (whole) sites_->AddTemplate(std::move(record));
    return whole;
  }

  // The shared texts and the templates that it names are there.
  bool TextDecodes(DocId doc, std::string_view value) {
    TextRecord text;
    if (!text.Decode(value)) return false;
    const Result<bool> whole = PutSharedTexts(*segment_, &text);
    if (!whole.ok() || !whole.value()) return false;
    for (const StoredVerdict& verdict : text.verdicts)
      if (verdict.template_id.value >= templates_.size()) return false;
    std::vector<SpanView> spans;
    for (const TextRecord::StoredSpan& span : text.spans)
      spans.push_back({span.text, span.block, span.glued, span.tokens});
    sites_->AddText(doc, EncodePlainText(spans), text, templates_);
    return true;
  }

  static bool SharedDecode(std::uint64_t row, std::string_view key, std::string_view value) {
    std::vector<SharedText> texts;
    return key == SharedKey(static_cast<std::uint32_t>(row)) && DecodeSharedTexts(value, &texts);
  }

  bool UrlDecodes(std::string_view value) const {
    ByteReader in(value);
    return in.Big32() < entry_.docs && in.ok() && in.done();
  }

  // Links are coded against the URL of their page.
  bool LinksDecode(DocId doc, std::string_view value) {
    sites_->AddLinks(doc, value);
    std::string bytes;
    DocRecord page;
    const Result<bool> found = segment_->Get(Family::kDocs, DocKey(doc), &bytes);
    return found.ok() && found.value() && page.Decode(bytes) &&
           LinksRecord().Decode(value, page.url);
  }

  bool NamesDecode(std::string_view key, std::string_view value) const {
    std::vector<NamedPage> pages;
    return key.size() == NamesKey(0).size() && DecodeNames(value, &pages) && !pages.empty() &&
           std::is_sorted(pages.begin(), pages.end()) &&
           std::all_of(pages.begin(), pages.end(),
                       [&](const NamedPage& page) { return page.doc.value < entry_.docs; });
  }

  bool MetaDecodes(std::string_view key, std::string_view value) {
    if (key == kMetaAnalyzer && value != common_->analyzer)
      Problem("its words were cut by another analyzer than the manifest says");
    std::vector<SiteRecord> sites;
    if (key == kMetaSites) return DecodeSites(value, &sites);
    std::vector<SiteModel> models;
    if (key == kMetaModels) return DecodeModels(value, &models);
    if (key == kMetaStatistics) return Statistics().Decode(value);
    if (key == kMetaFormat) return ReadsFormat(value);
    std::vector<std::string> spellings;
    if (key.starts_with(kMetaNames)) return NamesDecode(key, value);
    if (key.starts_with(kMetaSpelling)) return DecodeSpellings(value, &spellings);
    return key == kMetaAnalyzer || key == kMetaDetector;
  }

  const std::string path_;
  const SegmentEntry& entry_;
  Common* common_;
  VerifyReport* report_;
  std::unique_ptr<Segment> segment_;
  std::optional<SiteDigests> sites_;
  std::vector<Hash128> templates_;  // their keys
  LengthsRecord lengths_;
  ContentDigest digest_;
  std::uint64_t named_rows_ = 0, chunk_rows_ = 0;
};

Result<VerifyReport> VerifyManifest(const std::string& store, const Manifest& manifest) {
  VerifyReport report;
  RowVerifier::Common common;
  common.analyzer = manifest.analyzer;
  for (const SegmentEntry& segment : manifest.segments) {
    // RocksDB asserts on some damaged files, so it sees only segments whose files are whole.
    THRESH_ASSIGN_OR_RETURN(const bool whole, FileVerifier(store, segment, &report).Run());
    if (whole) THRESH_RETURN_IF_ERROR(RowVerifier(store, segment, &common, &report).Run());
  }
  report.digest = manifest.digest;  // compared with that of the sites below
  for (std::size_t f = 0; f < kFamilyCount; ++f) report.families[f] = common.families[f].Finish();
  THRESH_RETURN_IF_ERROR(VerifyLive(store, manifest, &report));
  return report;
}

}  // namespace

Result<VerifyReport> VerifyStore(const std::string& store) {
  constexpr int kTries = 10;
  // Without a manifest nothing says what the files have to be. The store may be of a newer version
  // or no store at all, and only the status says which.
  THRESH_ASSIGN_OR_RETURN(Manifest manifest, ReadManifest(store));
  for (int tries = 0; tries < kTries; ++tries) {
    Result<VerifyReport> report = VerifyManifest(store, manifest);
    if (report.ok() && report->problems.empty()) return report;
    // A publish removes what the one before the last has left.
    THRESH_ASSIGN_OR_RETURN(Manifest now, ReadManifest(store));
    if (now.number == manifest.number) return report;
    manifest = std::move(now);
  }
  return Status(Code::kTryAgain, store + " is published again and again while it is verified");
}

}  // namespace thresh
