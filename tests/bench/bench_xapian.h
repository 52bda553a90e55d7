// The postings of a store as a Xapian database, to compare speeds. Where Xapian was not found it is
// never present.
#pragma once

#include <memory>
#include <string>

#include "common/base/status.h"
#include "common/store/store.h"

namespace thresh {

class XapianTwin {
 public:
  struct Impl;
  static Result<std::unique_ptr<XapianTwin>> Make(const Segment& segment);
  explicit XapianTwin(std::unique_ptr<Impl> impl);
  ~XapianTwin();
  bool present() const { return impl_ != nullptr; }
  // Parses the query, as any of its words, and gets the ten best pages, as Xapian's own `quest`
  // does.
  void Search(const std::string& query);

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace thresh
