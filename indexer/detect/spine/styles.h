// What a pass over a site's pages sees of an element and of a text.
#pragma once

#include <cstdint>
#include <span>

#include "indexer/detect/spine/log.h"
#include "indexer/detect/spine/tags.h"

namespace thresh {

// A style path: the block-style cluster of this detector. A parent's number is smaller than its
// children's.
struct Style {
  std::uint32_t parent = 0;  // itself for the body
  std::uint32_t key = 0;     // of CleanKeys
  SpineTag tag;
  bool landmark = false;
  bool ends_spine = false;
  bool named = false;
  bool in_heading = false;  // it or one above it
};

// What is known of a text at its place. The scope of a page is the smallest directory above it with
// enough pages.
enum TextMark : std::uint16_t {
  kFresh = 1,        // on so few pages that it is the page's own
  kSingle = 2,       // nowhere else, not even on the same page
  kFrequent = 4,     // on `support` pages, wherever it stands
  kRepeated = 8,     // on `support` pages at the same leaf path
  kDense = 16,       // repeated, and on many of its scope's pages that have its leaf path
  kConst = 32,       // repeated, and on most of them
  kScoped = 64,      // repeated, and not alone in its scope
  kInLink = 128,     // in a link
  kInOffLink = 256,  // in a link that leaves the page
  kInHeading = 512,
  kUsual = 1024,   // repeated, and on most pages of its scope
  kAny = 2048,     // every text
  kOwn = 4096,     // not repeated
  kOwnLink = 8192  // not repeated, and in a link
};

// A text of TextCounts::Identities in a style.
struct StyledText {
  std::uint32_t style, text;
};

// A page during a pass.
struct SpinePage {
  const LoggedPage* log = nullptr;
  std::uint32_t number = 0;              // in the order of the log
  std::span<const std::uint32_t> style;  // by element
  std::span<const std::uint16_t> marks;  // by text; TextMark

  const LoggedPage::Element& element(std::uint32_t e) const { return log->elements[e]; }
  std::uint32_t elements() const { return static_cast<std::uint32_t>(log->elements.size()); }
  std::uint32_t texts() const { return static_cast<std::uint32_t>(log->texts.size()); }
};

}  // namespace thresh
