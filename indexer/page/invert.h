// Inverter: the words of a page, block by block → its vocabulary and its list of (word, block,
// offsets). The run table and the difference offsets of Chen et al. 2006, 3.2 are made of that
// list. A Digester owns one. Not thread-safe.
//
// For each page: Begin(), then AddText() for each piece of text in document order (body blocks
// before fields), then Finish(). A stop word takes its position and gets no posting.
//
// A word of digits and signs is a number (text_sums.h).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "common/text/analyzer.h"
#include "indexer/page/cut_words.h"
#include "indexer/page/text_sums.h"
#include "indexer/page/vocabulary.h"
#include "indexer/records.h"

namespace thresh {

class Inverter final : private TokenSink {
 public:
  // `blocks` is the number of blocks that the page will have. `analyzer` cuts its words, and must
  // outlive the page.
  void Begin(std::size_t blocks, Analyzer* analyzer);

  // Adds the next words of `block` and returns their number.
  std::uint32_t AddText(std::string_view text, BlockNo block);
  // Of the text that was added last; of no meaning if it has no words.
  const TextEnds& ends() const { return ends_; }

  // Adds the words of a text that reach over one of these places in it, which ascend, and appends
  // to *last the positions of their last parts: the first part of the text stands at `position` in
  // the body, which was added whole. Words that the page has there anyway are not added again, and
  // neither is one with the stem of its last part ("di<b>baca</b>" in Indonesian). Returns their
  // number.
  std::uint32_t AddCutWords(std::string_view text, std::span<const std::uint32_t> cuts,
                            std::uint32_t position, BlockNo block,
                            std::vector<std::uint32_t>* last);

  // Fills in all members of *page that are counted in words. REQUIRES: page->blocks exist, with
  // their fields, and page->heading_first and heading_last are set.
  void Finish(Page* page);
  // Fills in terms and postings alone, for a page whose other words are known.
  void FinishPostings(Page* page);

 private:
  // A word at its place in the page.
  struct Occurrence {
    std::uint32_t word : 31;
    std::uint32_t stop : 1;
    std::uint32_t block;
  };

  void Add(const Token& token) override;
  void AddCut(const Token& token);
  void SortByBlock();
  void HashSequences(Page* page);
  void MarkTitles(Page* page);
  void MakePostings(Page* page);
  void CountPostings();
  void MakeFieldPostings(Page* page);
  void FindStretches(const Page& page);
  void CountFieldPostings();
  void PlaceCursors(Page* page);
  void CopyTerms(Page* page) const;

  Analyzer* analyzer_ = nullptr;  // of the page
  Vocabulary vocabulary_;
  std::vector<Occurrence> occurrences_;      // in document order
  std::span<const Occurrence> by_block_;     // the same, stably sorted by block
  std::vector<Occurrence> sorted_;           // by_block_, where document order is another one
  bool blocks_ascend_ = true;                // in document order
  std::vector<std::uint32_t> block_tokens_;  // of each block; once sorted, where each ends
  std::vector<std::uint64_t> hashes_;        // of a sequence of words
  std::vector<bool> is_number_;              // of each word
  TextSums sums_;
  // Of each word: where its next posting and its next offset go, and the block of its last posting.
  struct Cursor {
    std::uint32_t posting = 0, offset = 0, block = 0;
  };
  std::vector<Cursor> cursors_;
  // Occurrences that stand together in document order and are of one field. `cut` are the positions
  // of cut words; others stand one behind the other.
  struct Stretch {
    std::span<const Occurrence> words;
    Field field = Field::kBody;
    const std::uint32_t* cut = nullptr;
  };
  std::vector<Stretch> stretches_;
  std::uint32_t block_ = 0;  // whose text is being added
  std::uint64_t long_words_ = 0;
  bool in_long_word_ = false;
  TextEnds ends_;
  bool text_begins_ = false;  // no word of the text was added yet
  // While cut words are added.
  std::span<const std::uint32_t> cuts_;
  std::vector<std::uint32_t>* cut_last_ = nullptr;
  std::uint32_t cut_position_ = 0;
};

}  // namespace thresh
