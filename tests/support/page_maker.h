// Makers of pages: the pages of every test that does not read a crawl come from here.
//
// HtmlPages makes them from html, as a build does, cut as a detector wants them. PageMaker makes
// them from blocks of words, for tests of the stages after digest: the test says the blocks, and no
// parser is in between. Both are for one thread, and fail the test (CHECK) if they cannot be made.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/base/check.h"
#include "common/base/hash.h"
#include "indexer/page/digest.h"
#include "indexer/page/tag_codes.h"
#include "indexer/records.h"

namespace thresh {

class HtmlPages {
 public:
  explicit HtmlPages(const DigestOptions& options = {}) {
    auto digester = Digester::Make(options);
    THRESH_CHECK(digester.ok());
    digester_ = std::move(*digester);
  }
  explicit HtmlPages(Segmentation segmentation) : HtmlPages(OptionsFor(segmentation)) {}

  // The next page; its sequence is 0, 1, 2 ...
  Page Digest(std::string html, std::string url = "http://example.com/") {
    RawPage raw;
    raw.sequence = made_++;
    raw.url = std::move(url);
    raw.bytes = std::move(html);
    return digester_->Digest(std::move(raw));
  }

 private:
  static DigestOptions OptionsFor(Segmentation segmentation) {
    DigestOptions options;
    options.segmentation = segmentation;
    return options;
  }

  std::unique_ptr<Digester> digester_;
  std::uint64_t made_ = 0;
};

// A page of PageMaker has a tree and source lines, too: every span is the text of a <div
// class=STYLE> of the body, on a line of its own. If every block has one span and blocks without
// words come last, the page is right for each Segmentation.
class PageMaker {
 public:
  explicit PageMaker(std::string url = "http://example.com/") { page_.url = std::move(url); }

  // Adds a block of the layout style of that name (any string) and returns its number. REQUIRES:
  // all body blocks come before all other fields.
  BlockNo AddBlock(std::string_view style, Field field = Field::kBody) {
    Block block;
    block.field = field;
    block.style = HashBytes(style);
    page_.blocks.push_back(block);
    styles_.emplace_back(style);
    words_.emplace_back();
    return BlockNo(static_cast<std::uint32_t>(words_.size() - 1));
  }

  // Adds the next words of the page, separated by blanks, as a span of the block.
  PageMaker& Words(BlockNo block, const std::string& words) {
    Span span;
    span.block = block;
    span.first_token = page_.body_tokens;
    span.text_begin = static_cast<std::uint32_t>(page_.text.size());
    std::istringstream in(words);
    const bool in_body = page_.blocks[block.value].field == Field::kBody;
    for (std::string word; in >> word; ++span.tokens) {
      words_[block.value].push_back(word);
      if (in_body) body_.Field(word);
    }
    if (!in_body) return *this;
    page_.text += words;
    span.text_end = static_cast<std::uint32_t>(page_.text.size());
    page_.body_tokens += span.tokens;
    page_.spans.push_back(span);
    return *this;
  }

  PageMaker& Add(std::string_view style, const std::string& words) {
    return Words(AddBlock(style), words);
  }

  // Returns the page. The maker must not be used after it.
  Page Make() {
    std::map<std::pair<std::string, std::uint32_t>, std::vector<std::uint32_t>> lists;
    for (std::uint32_t b = 0; b < words_.size(); ++b) Invert(b, &lists);
    // Views must survive a move of the page: never in the string object itself.
    page_.term_bytes.reserve(64 + page_.text.size() * 2);
    std::vector<std::pair<std::size_t, std::size_t>> ranges;
    std::string last_term;
    for (const auto& [key, offsets] : lists) {
      if (ranges.empty() || key.first != last_term) {
        ranges.emplace_back(page_.term_bytes.size(), key.first.size());
        page_.term_bytes += key.first;
        last_term = key.first;
      }
      page_.postings.push_back({TermId(static_cast<std::uint32_t>(ranges.size() - 1)),
                                BlockNo(key.second),
                                static_cast<std::uint32_t>(page_.offsets.size()),
                                static_cast<std::uint32_t>(offsets.size())});
      page_.offsets.insert(page_.offsets.end(), offsets.begin(), offsets.end());
      ++page_.blocks[key.second].distinct;
    }
    for (const auto& [at, size] : ranges) {
      page_.terms.push_back(std::string_view(page_.term_bytes).substr(at, size));
      page_.term_hashes.push_back(FastHash64(page_.terms.back()));
    }
    page_.token_hash = body_.Finish();
    MakeTree();
    MakeLines();
    return std::move(page_);
  }

 private:
  void Invert(std::uint32_t b,
              std::map<std::pair<std::string, std::uint32_t>, std::vector<std::uint32_t>>* lists) {
    Hasher128 text;
    std::uint32_t offset = 0;
    for (const std::string& word : words_[b]) {
      text.Field(word);
      (*lists)[{word, b}].push_back(++offset);
    }
    page_.blocks[b].tokens = offset;
    page_.blocks[b].text_hash = text.Finish();
    page_.blocks[b].folded_hash = page_.blocks[b].text_hash.low;
  }

  PageNode& AddNode(std::uint32_t tag, std::uint32_t parent, std::uint32_t texts) {
    PageNode& node = page_.tree.nodes.emplace_back();
    node.tag = tag;
    node.parent = parent;
    node.end = static_cast<std::uint32_t>(page_.tree.nodes.size());
    node.first_text = texts;
    node.first_attribute = static_cast<std::uint32_t>(page_.tree.attributes.size());
    return node;
  }

  void MakeTree() {
    PageTree& tree = page_.tree;
    AddNode(TagCode("body"), 0, 0);
    for (std::uint32_t i = 0; i < page_.spans.size(); ++i) {
      const std::string& style = styles_[page_.spans[i].block.value];
      PageNode& div = AddNode(TagCode("div"), 0, i);
      const std::uint32_t parent = div.end - 1;
      div.end += 1;
      div.attributes = 1;
      tree.bytes += style;
      const auto end = static_cast<std::uint32_t>(tree.bytes.size());
      tree.attributes.push_back(
          {AttributeName::kClass, end - static_cast<std::uint32_t>(style.size()), end});
      AddNode(kTextTag, parent, i);
    }
    tree.nodes[0].end = static_cast<std::uint32_t>(tree.nodes.size());
  }

  void MakeLines() {
    page_.lines.push_back({FastHash64("<html>"), kNoBlock});
    for (const Span& span : page_.spans) {
      const std::string text = page_.text.substr(span.text_begin, span.text_end - span.text_begin);
      const std::string line = "<div class=" + styles_[span.block.value] + ">" + text + "</div>";
      page_.lines.push_back({FastHash64(line), span.block});
    }
    page_.lines.push_back({FastHash64("</html>"), kNoBlock});
  }

  Page page_;
  Hasher128 body_;                               // its words
  std::vector<std::vector<std::string>> words_;  // by block
  std::vector<std::string> styles_;              // by block
};

}  // namespace thresh
