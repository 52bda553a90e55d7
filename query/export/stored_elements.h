// StoredElements: the elements of a page as its store has them. The page view lays a page out by
// them, and addresses of sections come from them. A value; belongs to one thread, and must not
// outlive the store.
#pragma once

#include "common/base/ids.h"
#include "common/base/status.h"
#include "common/store/page_elements.h"
#include "common/store/store.h"

namespace thresh {

// The row of the family `harvest` of a page. kUnusable if it is missing. REQUIRES: doc <
// store.docs().
Result<Segment::Value> ReadHarvest(const Store& store, DocId doc);

class StoredElements {
 public:
  // kUnusable if the row of the page is missing or damaged. REQUIRES: doc < store.docs().
  Status Read(const Store& store, DocId doc);
  // Without nodes if the detector of the store sees no elements. Views point into this object.
  const PageElements& elements() const { return elements_; }

 private:
  Segment::Value row_;
  PageElements elements_;
};

}  // namespace thresh
