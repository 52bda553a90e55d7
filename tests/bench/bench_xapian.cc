#include "tests/bench/bench_xapian.h"

#include <utility>

#ifdef THRESH_XAPIAN
#include <xapian.h>

#include <cstdint>
#include <map>
#include <vector>

#include "query/retrieve/index.h"
#include "tests/support/temp_folder.h"
#endif

namespace thresh {

#ifdef THRESH_XAPIAN

struct XapianTwin::Impl {
  TempFolder folder;
  Xapian::Database database;
};

namespace {

using PageWords =
    std::vector<std::vector<std::pair<std::string, std::uint32_t>>>;  // by page: word, frequency

Result<PageWords> ReadPages(const Segment& segment) {
  PageWords pages(segment.lengths().docs());
  const SegmentIndex index(segment);
  const auto rows = segment.Scan(Family::kTerms);
  for (; rows->Valid(); rows->Next()) {
    const std::string term(rows->key());
    TermRecord record;
    if (!record.Decode(rows->value())) return Status(Code::kUnusable, "a term cannot be decoded");
    const auto chunks = index.Chunks(term);
    std::map<std::uint32_t, std::uint32_t> frequencies;
    for (const FieldList& list : record.fields) {
      PostingCursor cursor(&list, chunks.get());
      for (; cursor.doc() != PostingCursor::kEnd; cursor.Next())
        frequencies[cursor.doc()] += cursor.tf();
      THRESH_RETURN_IF_ERROR(cursor.status());
    }
    for (const auto& [doc, tf] : frequencies) pages[doc].emplace_back(term, tf);
  }
  THRESH_RETURN_IF_ERROR(rows->status());
  return pages;
}

}  // namespace

Result<std::unique_ptr<XapianTwin>> XapianTwin::Make(const Segment& segment) {
  THRESH_ASSIGN_OR_RETURN(const PageWords pages, ReadPages(segment));
  auto impl = std::make_unique<Impl>();
  Xapian::WritableDatabase writable(impl->folder.path() + "/xapian",
                                    Xapian::DB_CREATE_OR_OVERWRITE);
  for (const auto& page : pages) {
    Xapian::Document document;
    for (const auto& [word, frequency] : page) {
      if (word.size() < 200) document.add_term(word, frequency);  // Xapian takes no longer ones
    }
    writable.add_document(document);
  }
  writable.commit();
  writable.close();
  impl->database = Xapian::Database(impl->folder.path() + "/xapian");
  return std::make_unique<XapianTwin>(std::move(impl));
}

void XapianTwin::Search(const std::string& query) {
  Xapian::QueryParser parser;
  parser.set_default_op(Xapian::Query::OP_OR);
  parser.set_stemming_strategy(Xapian::QueryParser::STEM_NONE);
  Xapian::Enquire enquire(impl_->database);
  enquire.set_query(parser.parse_query(query));
  const Xapian::MSet found = enquire.get_mset(0, 10);
  THRESH_CHECK(found.size() == 10);
}

#else

struct XapianTwin::Impl {};

Result<std::unique_ptr<XapianTwin>> XapianTwin::Make(const Segment&) {
  return std::make_unique<XapianTwin>(std::unique_ptr<Impl>());
}

void XapianTwin::Search(const std::string&) {}

#endif

XapianTwin::XapianTwin(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
XapianTwin::~XapianTwin() = default;

}  // namespace thresh
