// The log of a site as bytes, and the logs of its runs as one.
#include <algorithm>
#include <utility>

#include "common/base/bytes.h"
#include "indexer/detect/spine/log.h"
#include "indexer/detect/spine/log_pages.h"

namespace thresh::spine {
namespace {

void Put(LogCode code, std::string* out) {
  std::array<char, kMostCodeBytes> bytes{};
  out->append(bytes.data(), WriteCode(bytes.data(), code));
}

// Reads the titles and the body of a page. Calls `code` for each code; for a text also with its
// number, its path and its words. The log is sound: Restore or Append has made it.
template <typename Titles, typename Code, typename Text>
void ReadPage(const char** at, Titles titles, Code code, Text text) {
  titles(TakeVarint(at));
  for (std::uint32_t open = 0, number = 0;;) {
    const LogCode next = TakeCode(at);
    if (next.kind == CodeKind::kText) {
      number += Unzigzag32(next.value);
      const auto path = static_cast<std::uint32_t>(TakeVarint(at));
      text(number++, path, TakeVarint(at));
      continue;
    }
    code(next);
    if (next.kind == CodeKind::kElement) ++open;
    if (next.kind == CodeKind::kClose && (open -= next.value) == 0) return;
  }
}

}  // namespace

// The numbers of a log in the log that it joins. A number is given when a wanted page asks for it:
// a part of a large site may have many times as many texts as its wanted pages.
class SiteLog::Renumbered {
 public:
  Renumbered(const SiteLog& from, SiteLog* to)
      : from_(from),
        to_(*to),
        texts_(from.texts_.size(), DenseIds::kNone),
        keys_(from.keys_.size(), DenseIds::kNone),
        paths_(from.paths_.size(), DenseIds::kNone),
        directories_(from.directories_.size(), DenseIds::kNone) {
    paths_[0] = 0;  // that of no elements, in every log
  }

  std::uint32_t Text(std::uint32_t text) {
    const std::uint32_t folded = from_.texts_.folded(text);
    return Once(&texts_[text], [&] {
      return to_.TextOf(from_.text_hash(text), from_.text_hash(folded),
                        from_.texts_.only_numbers(text));
    });
  }
  std::uint32_t Key(std::uint32_t key) {
    return Once(&keys_[key], [&] { return to_.KeyOf(from_.keys_[key]); });
  }
  // A path is as deep as its elements were nested, for which pages have a bound.
  std::uint32_t Path(std::uint32_t path) {
    return Once(&paths_[path], [&] {
      const InlinePath& inner = from_.paths_[path];
      const std::uint32_t parent = Path(inner.parent);
      return to_.PathOf(parent, Key(inner.key));
    });
  }
  std::uint32_t Directory(std::uint32_t directory) {
    return Once(&directories_[directory],
                [&] { return to_.DirectoryOf(from_.directories_[directory]); });
  }

 private:
  template <typename F>
  static std::uint32_t Once(std::uint32_t* number, F give) {
    if (*number == DenseIds::kNone) *number = give();
    return *number;
  }

  const SiteLog& from_;
  SiteLog& to_;
  std::vector<std::uint32_t> texts_, keys_, paths_, directories_;
};

void SiteLog::Join(const SiteLog& other, const std::function<bool(DocId)>& wanted) {
  Renumbered to(other, this);
  std::string page;
  std::uint32_t doc = 0;
  for (std::size_t c = 0; c < other.log_.chunks(); ++c) {
    const char* at = other.log_.chunk(c).data();
    for (const char* const end = at + other.log_.chunk(c).size(); at != end;) {
      doc += static_cast<std::uint32_t>(TakeVarint(&at));
      const auto directory = static_cast<std::uint32_t>(TakeVarint(&at));
      if (!wanted(DocId(doc))) {
        SkipPage(&at);
        continue;
      }
      page.clear();
      PutVarint(&page, doc - std::exchange(last_doc_, doc));
      PutVarint(&page, to.Directory(directory));
      CopyPage(&at, &to, &page);
      log_.Append(page);
      ++pages_;
    }
  }
}

void SiteLog::SkipPage(const char** at) {
  ReadPage(
      at,
      [at](std::uint64_t titles) {
        for (; titles > 0; --titles) TakeVarint(at);
      },
      [](LogCode) {}, [](std::uint32_t, std::uint32_t, std::uint64_t) {});
}

// Copies the titles and the body of a page.
void SiteLog::CopyPage(const char** at, Renumbered* to, std::string* out) {
  std::uint32_t next_text = 0;
  ReadPage(
      at,
      [&](std::uint64_t titles) {
        PutVarint(out, titles);
        for (; titles > 0; --titles) PutVarint(out, TakeVarint(at));
      },
      [&](LogCode code) {
        if (code.kind == CodeKind::kElement) code.value = to->Key(code.value);
        Put(code, out);
      },
      [&](std::uint32_t text, std::uint32_t path, std::uint64_t words) {
        const std::uint32_t number = to->Text(text);
        Put({CodeKind::kText, Zigzag32(number - std::exchange(next_text, number + 1))}, out);
        PutVarint(out, to->Path(path));
        PutVarint(out, words);
      });
}

void SiteLog::Apply(const SiteLog& other, const std::function<bool(DocId)>& wanted) {
  const std::uint32_t before = pages_;
  Join(other, wanted);
  applied_ += pages_ - before;
}

void SiteLog::Save(RecordWriter* out) const {
  out->Number(log_.size());
  for (std::size_t i = 0; i < log_.chunks(); ++i) out->Raw(log_.chunk(i), log_.chunk(i).size());
  out->Number(pages_);
  out->Number(last_doc_);
  out->List(text_ids_.Keys(), [&](std::uint64_t key) { out->Fixed(key); });
  for (std::uint32_t text = 0; text < texts_.size(); ++text)
    out->NumberAndFlag(texts_.folded(text), texts_.only_numbers(text));
  out->List(keys_, [&](const RawKey& key) {
    out->Number(key.tag);
    out->Number(static_cast<std::uint32_t>(key.link));
    for (const std::string* part : {&key.classes, &key.id, &key.role, &key.tag_name})
      out->String(*part);
  });
  const std::vector<std::uint64_t>& paths = path_ids_.Keys();
  out->List(paths, [&](std::uint64_t path) { out->Fixed(path); });
  out->List(directories_, [&](const std::string& directory) { out->String(directory); });
}

void SiteLog::Restore(RecordReader* in) {
  std::string log;
  in->String(log);
  in->Number(pages_);
  in->Number(last_doc_);
  std::vector<std::uint64_t> texts;
  in->List(texts, [&](std::uint64_t& key) {
    in->Fixed(key);
    text_ids_.Add(key);
  });
  for (std::size_t text = 0; text < texts.size() && in->ok(); ++text) {
    std::uint32_t folded = 0;
    bool only_numbers = false;
    in->NumberAndFlag(folded, only_numbers);
    if (folded >= texts.size()) in->Fail();
    texts_.Note(folded, only_numbers);
  }
  std::vector<RawKey> keys;
  in->List(keys, [&](RawKey& key) {
    std::uint32_t link = 0;
    in->Number(key.tag);
    in->Number(link);
    key.link = static_cast<LinkKind>(std::min(link, 2U));
    for (std::string* part : {&key.classes, &key.id, &key.role, &key.tag_name}) in->String(*part);
    KeyOf(key);
  });
  std::vector<std::uint64_t> paths;
  in->List(paths, [&](std::uint64_t& path) {
    in->Fixed(path);
    const auto key = static_cast<std::uint32_t>(path >> 32),
               parent = static_cast<std::uint32_t>(path);
    if (key >= keys_.size() || parent >= paths_.size()) return in->Fail();
    PathOf(parent, key);
  });
  if (paths_.size() != paths.size() + 1) in->Fail();
  std::vector<std::string> directories;
  in->List(directories, [&](std::string& directory) {
    in->String(directory);
    DirectoryOf(directory);
  });
  // One that stands twice would shift the numbers of those after it.
  if (keys.size() != keys_.size() || directories.size() != directories_.size()) in->Fail();
  if (!in->ok() || !Sound(log)) return in->Fail();
  if (!log.empty()) log_.Append(log);
  CountPages();
}

// Counts of pages are not saved: reading the log once gives them again. Of applied pages only the
// sizes count.
void SiteLog::CountPages() {
  std::uint32_t number = 0;
  std::vector<std::uint32_t> last_page(paths_.size(), 0);
  LogPages(*this, {.decoded_bytes = 0}).ForEach([&](const LoggedPage& page) {
    all_elements_ += page.elements.size();
    all_texts_ += page.texts.size();
    if (++number > pages()) return;
    ++directory_pages_[page.directory];
    for (const LoggedPage::Element& element : page.elements) names_.Count(element.key, number);
    for (const LoggedPage::Text& text : page.texts) {
      texts_.Count(text.text, number);
      for (std::uint32_t path = text.path; path != 0 && last_page[path] != number;
           path = paths_[path].parent) {
        last_page[path] = number;
        names_.Count(paths_[path].key, number);
      }
    }
  });
}

// LogPages trusts the log, so a log that was read from a file is checked here once. A text takes
// a byte of the log at least and brings two ids at most: itself and its folded form.
bool SiteLog::Sound(std::string_view log) const {
  if (text_ids_.size() > 2 * log.size() || texts_.size() != text_ids_.size()) return false;
  ByteReader in(log);
  std::uint32_t pages = 0;
  std::uint64_t doc = 0;
  for (; in.ok() && !in.done(); ++pages) {
    doc += in.Varint32();
    if (in.Varint32() >= directories_.size()) return false;
    std::uint64_t texts = 0;  // that a page with these titles has at least
    for (std::uint32_t n = in.Varint32(); n > 0 && in.ok(); --n)
      texts += std::uint64_t{in.Varint32()} + 1;
    if (!SoundBody(texts, &in)) return false;
  }
  return in.ok() && pages == pages_ && doc == last_doc_;
}

// Elements are never empty, gaps stand before texts, and sums of words fit into 32 bits.
bool SiteLog::SoundBody(std::uint64_t least_texts, ByteReader* in) const {
  constexpr std::uint64_t kMost = 0xffffffff;
  std::uint64_t open = 0, number = 0, words = 0, texts = 0;
  std::uint32_t text = 0;
  CodeKind last = CodeKind::kClose;
  for (bool first = true; first || open != 0; first = false) {
    LogCode code;
    if (!ReadCode(in, &code) || (first && code.kind != CodeKind::kElement)) return false;
    switch (code.kind) {
      case CodeKind::kElement:
        if (code.value >= keys_.size()) return false;
        ++open;
        break;
      case CodeKind::kText: {
        const std::uint64_t path = in->Varint32(), count = in->Varint32();
        text += Unzigzag32(code.value);
        if (text++ >= text_ids_.size() || path >= paths_.size() || count == 0) return false;
        words += count;
        ++number;
        ++texts;
        break;
      }
      case CodeKind::kGap:
        number += code.value;
        break;
      case CodeKind::kClose:
        if (code.value == 0 || code.value > open) return false;
        if (last == CodeKind::kElement || last == CodeKind::kGap) return false;
        open -= code.value;
    }
    last = code.kind;
    if (number > kMost || words > kMost) return false;
  }
  return texts >= least_texts;
}

}  // namespace thresh::spine
