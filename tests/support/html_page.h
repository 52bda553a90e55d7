// HtmlPages: pages from html, cut as a detector wants them.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

#include "indexer/page/digest.h"

namespace thresh {

class HtmlPages {
 public:
  explicit HtmlPages(Segmentation segmentation) {
    DigestOptions options;
    options.segmentation = segmentation;
    auto digester = Digester::Make(options);
    EXPECT_TRUE(digester.ok());
    digester_ = std::move(*digester);
  }

  Page Digest(std::string html, std::string url = "http://example.com/") {
    RawPage raw;
    raw.url = std::move(url);
    raw.bytes = std::move(html);
    return digester_->Digest(std::move(raw));
  }

 private:
  std::unique_ptr<Digester> digester_;
};

}  // namespace thresh
