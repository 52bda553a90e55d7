// HtmlSite: a small site written as html, for tests of detectors. Pages are digested as a build
// does it, shown to a detector in runs, and asked for by what was struck.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "indexer/detect/detector.h"
#include "tests/support/judged_run.h"
#include "tests/support/page_maker.h"

namespace thresh {

// The verdicts on a site, page by page.
struct SiteVerdicts {
  struct Text {
    std::string text;
    bool struck = false;
    int score = 0;
    TemplateRule rule;
    friend bool operator==(const Text&, const Text&) = default;
  };
  std::vector<std::vector<Text>> pages;

  // Whether every text that reads so, on every page, was struck; none of them on no page is a
  // failure.
  bool AllStruck(const std::string& text) const {
    return Count(text, true) > 0 && Count(text, false) == 0;
  }
  bool NoneStruck(const std::string& text) const {
    return Count(text, false) > 0 && Count(text, true) == 0;
  }
  std::size_t Count(const std::string& text, bool struck) const {
    std::size_t count = 0;
    for (const auto& page : pages) {
      for (const Text& each : page) count += each.text == text && each.struck == struck ? 1U : 0U;
    }
    return count;
  }
  std::set<std::string> Struck() const {
    std::set<std::string> texts;
    for (const auto& page : pages) {
      for (const Text& each : page) {
        if (each.struck) texts.insert(each.text);
      }
    }
    return texts;
  }
};

class HtmlSite {
 public:
  HtmlSite& Add(std::string url, std::string body) {
    pages_.emplace_back(std::move(url),
                        "<!DOCTYPE html><html><body>" + std::move(body) + "</body></html>");
    return *this;
  }
  // http://example.com/N
  HtmlSite& Add(std::string body) {
    return Add("http://example.com/" + std::to_string(pages_.size()), std::move(body));
  }

  std::size_t size() const { return pages_.size(); }
  std::vector<std::pair<std::string, std::string>>& pages() { return pages_; }

  std::vector<Page> Digest(Segmentation segmentation) const {
    HtmlPages maker(segmentation);
    std::vector<Page> digested;
    for (const auto& [url, html] : pages_) digested.push_back(maker.Digest(html, url));
    return digested;
  }

  SiteVerdicts Judge(const std::string& detector, const DetectorConfig& config = {}) const {
    const DetectorInfo* info = FindDetector(detector);
    const std::vector<Page> digested = Digest(info->segmentation);
    return JudgePages(info->make(config).get(), digested, digested.size());
  }

  // Shows the pages in runs of `run_pages`; strikes of all runs and late ones together.
  static SiteVerdicts JudgePages(Detector* detector, const std::vector<Page>& pages,
                                 std::size_t run_pages) {
    std::vector<Strikes> all;
    Catalog catalog;
    for (std::size_t first = 0; first < pages.size(); first += run_pages) {
      RunTable table(64u << 20);
      for (std::size_t p = first; p < std::min(first + run_pages, pages.size()); ++p) {
        table.Add(pages[p], DocId(static_cast<std::uint32_t>(p)), SiteId(0), std::nullopt);
        ObserveNext(detector, &catalog, pages[p]);
      }
      all.push_back(StrikesOfRun(detector, *table.Freeze()));
    }
    all.push_back(detector->Conclude());
    return VerdictsOf(pages, all);
  }

  static SiteVerdicts VerdictsOf(const std::vector<Page>& pages, const std::vector<Strikes>& all) {
    SiteVerdicts verdicts;
    for (const Page& page : pages) {
      auto& texts = verdicts.pages.emplace_back();
      for (const Span& span : page.spans) {
        texts.push_back(
            {page.text.substr(span.text_begin, span.text_end - span.text_begin), false, 0, {}});
      }
    }
    for (const Strikes& strikes : all) {
      for (const Strike& strike : strikes.strikes) {
        for (std::size_t s = 0; s < pages[strike.doc.value].spans.size(); ++s) {
          if (pages[strike.doc.value].spans[s].block != strike.block) continue;
          SiteVerdicts::Text& text = verdicts.pages[strike.doc.value][s];
          text.struck = true;
          text.score = strike.score;
          text.rule = strikes.templates[strike.template_id.value].rule;
        }
      }
    }
    return verdicts;
  }

 private:
  std::vector<std::pair<std::string, std::string>> pages_;  // URL, html
};

}  // namespace thresh
