// PageWalk: reads the pages of a store one after the other, by host and URL, family beside family.
// Each export of pages makes one. It holds one page in memory. Not thread-safe; the store must
// outlive it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "common/base/status.h"
#include "common/store/store.h"

namespace thresh {

class PageWalk {
 public:
  // With `struck`, the text of a page has its shared texts in it; else a span stands for them.
  PageWalk(const Store& store, bool struck) : store_(store), struck_(struck) {}

  // The next page is this one. REQUIRES: number < docs of the store.
  void StartAt(std::uint32_t number);
  // Goes to the next page; the first call to the first one. Returns false after the last page.
  // kUnusable if a row is missing or damaged. The rest may be asked after a call that gave true.
  Result<bool> Next();

  std::uint32_t number() const { return next_ - 1; }  // in the store
  const DocRecord& doc() const { return doc_; }       // numbers are those of its segment
  const std::string& host() const { return *host_; }
  const TextRecord& text() const { return text_; }  // numbers of templates, too
  // What a template of the text's verdicts is called in the store.
  TemplateId InStore(TemplateId id) const {
    return TemplateId(id.value + store_.first_template(segment_));
  }
  std::string_view harvest() const { return harvest_->value(); }

 private:
  using Rows = std::unique_ptr<Segment::Rows>;
  void Enter(const LiveSites::Stretch& stretch);
  static Status Check(const Segment::Rows& rows, const std::string& key, std::string_view family);

  const Store& store_;
  const bool struck_;
  std::size_t stretch_ = 0;  // the next one
  std::uint32_t next_ = 0, end_ = 0;
  std::uint32_t segment_ = 0, first_in_segment_ = 0, first_ = 0;
  Rows docs_, texts_, harvest_;
  DocRecord doc_;
  TextRecord text_;
  const std::string* host_ = nullptr;
};

}  // namespace thresh
