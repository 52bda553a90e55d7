// Pages from html, cut at text nodes, for tests of methods that see pages as trees.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "common/base/check.h"
#include "indexer/page/digest.h"

namespace thresh {

class TreeDigester {
 public:
  TreeDigester() {
    DigestOptions options;
    options.segmentation = Segmentation::kTextNodes;
    auto made = Digester::Make(options);
    THRESH_CHECK(made.ok());
    digester_ = std::move(*made);
  }
  Page Digest(const std::string& url, const std::string& html) {
    RawPage raw;
    raw.url = url;
    raw.bytes = html;
    return digester_->Digest(std::move(raw));
  }

 private:
  std::unique_ptr<Digester> digester_;
};

}  // namespace thresh
