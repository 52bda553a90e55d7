#include "query/retrieve/condition.h"

#include <strings.h>

#include <algorithm>
#include <array>
#include <functional>
#include <span>
#include <utility>
#include <vector>

namespace thresh {
namespace {

using Parts = std::vector<std::unique_ptr<Cursor>>;

Status FirstError(const Parts& parts) {
  for (const auto& part : parts) THRESH_RETURN_IF_ERROR(part->status());
  return {};
}

// A set of pages for the filter: it is never scored, so its tf is always 1.
class Pages : public Cursor {
 public:
  std::uint32_t doc() const override { return doc_; }
  double tf() const override { return 1; }
  void Next() override { SeekTo(doc_ == kEnd ? kEnd : doc_ + 1); }
  void SeekTo(std::uint32_t doc) override {
    if (doc > doc_) Settle(doc);
  }

 protected:
  // Sets doc_ to the first page of the set from `doc` on. Constructors call it with 0, so that a
  // new cursor stands on its first page.
  virtual void Settle(std::uint32_t doc) = 0;
  std::uint32_t doc_ = 0;
};

using Test = std::function<Result<bool>(DocId)>;

// Tests every page of the index, for a condition without any word. An error ends the walk.
class TestedPages final : public Pages {
 public:
  TestedPages(std::size_t docs, Test test) : docs_(docs), test_(std::move(test)) { Settle(0); }
  Status status() const override { return status_; }

 private:
  void Settle(std::uint32_t doc) override {
    for (; doc < docs_; ++doc) {
      const Result<bool> in = test_(DocId(doc));
      if (!in.ok()) status_ = in.status();
      if (!in.ok() || in.value()) break;
    }
    doc_ = doc < docs_ && status_.ok() ? doc : kEnd;
  }
  std::size_t docs_;
  Test test_;
  Status status_;
};

// The pages that all parts have and all tests let in. Tests read the page's record, so they are
// made only on pages that all parts agree on.
class AllOf final : public Pages {
 public:
  AllOf(Parts parts, std::vector<Test> tests) : parts_(std::move(parts)), tests_(std::move(tests)) {
    Settle(0);
  }
  Status status() const override { return status_.ok() ? FirstError(parts_) : status_; }

 private:
  void Settle(std::uint32_t doc) override {
    for (doc = Agree(doc); doc != kEnd && !Passes(doc) && status_.ok();) doc = Agree(doc + 1);
    doc_ = status_.ok() ? doc : kEnd;
  }

  // The first page from `doc` on that all parts have: each part in turn seeks the largest page so
  // far.
  std::uint32_t Agree(std::uint32_t doc) {
    for (std::size_t agreed = 0, at = 0; agreed < parts_.size() && doc != kEnd;
         at = (at + 1) % parts_.size()) {
      parts_[at]->SeekTo(doc);
      agreed = parts_[at]->doc() == doc ? agreed + 1 : 1;
      doc = parts_[at]->doc();
    }
    return doc;
  }

  bool Passes(std::uint32_t doc) {
    return std::all_of(tests_.begin(), tests_.end(), [&](const Test& test) {
      const Result<bool> in = test(DocId(doc));
      if (!in.ok()) status_ = in.status();
      return in.ok() && in.value();
    });
  }

  Parts parts_;
  std::vector<Test> tests_;
  Status status_;
};

// The pages that any part has.
class AnyOf final : public Pages {
 public:
  explicit AnyOf(Parts parts) : parts_(std::move(parts)) { Settle(0); }
  Status status() const override { return FirstError(parts_); }

 private:
  void Settle(std::uint32_t doc) override {
    doc_ = kEnd;
    for (const auto& part : parts_) {
      part->SeekTo(doc);
      doc_ = std::min(doc_, part->doc());
    }
  }
  Parts parts_;
};

// The pages of the index that `out` lacks.
class NoneOf final : public Pages {
 public:
  NoneOf(std::unique_ptr<Cursor> out, std::size_t docs) : out_(std::move(out)), docs_(docs) {
    Settle(0);
  }
  Status status() const override { return out_->status(); }

 private:
  void Settle(std::uint32_t doc) override {
    for (out_->SeekTo(doc); doc < docs_ && out_->doc() == doc; out_->SeekTo(doc)) ++doc;
    doc_ = doc < docs_ ? doc : kEnd;
  }
  std::unique_ptr<Cursor> out_;
  std::size_t docs_;
};

using Made = Result<std::unique_ptr<Cursor>>;

Test TestUrl(const Index& index, const std::string& beginning) {
  return [&index, beginning](DocId doc) -> Result<bool> {
    THRESH_ASSIGN_OR_RETURN(const DocRecord page, index.Page(doc));
    return UrlBegins(page.url, beginning);
  };
}

Test TestDates(const Index& index, const Condition& dates) {
  return [&index, first = dates.text, last = dates.last](DocId doc) -> Result<bool> {
    THRESH_ASSIGN_OR_RETURN(const DocRecord page, index.Page(doc));
    return IsDateWithin(page.date, first, last);
  };
}

Test TestSince(const Index& index, CrawlTime time, const std::string& since) {
  return [&index, time, since](DocId doc) -> Result<bool> {
    THRESH_ASSIGN_OR_RETURN(const TimeColumn* times, index.Times(time));
    return IsDateWithin(times->At(doc), since, "");
  };
}

// Hosts are compared once for each site of the store. Records of pages are read only if some sites
// match and others do not; most stores have one site.
Test TestSite(const Index& index, const std::string& wanted) {
  std::vector<bool> in;
  for (const SiteRecord& site : index.sites()) in.push_back(IsHostBelow(site.host, wanted));
  const bool some = std::find(in.begin(), in.end(), true) != in.end();
  const bool all = std::find(in.begin(), in.end(), false) == in.end();
  if (!some || all) return [some](DocId) -> Result<bool> { return some; };
  return [&index, in](DocId doc) -> Result<bool> {
    THRESH_ASSIGN_OR_RETURN(const DocRecord page, index.Page(doc));
    return page.site.value < in.size() && in[page.site.value];
  };
}

class Maker {
 public:
  Maker(const Query& query, const Index& index, const FieldWeights& weights)
      : query_(query), index_(index), weights_(weights) {}

  // Recursion is bounded by kMaxQueryDepth.
  Made Make(const Condition& condition) const {
    if (Test test = TestOf(condition))
      return Made(std::make_unique<TestedPages>(index_.lengths().docs(), std::move(test)));
    if (condition.kind == Condition::Kind::kUnit) return MakeUnit(condition.unit);
    return condition.kind == Condition::Kind::kAll ? MakeAll(condition) : MakeGroup(condition);
  }

 private:
  // The condition as a test of one page. Null if it has a unit, which needs a cursor.
  Test TestOf(const Condition& condition) const {
    switch (condition.kind) {
      case Condition::Kind::kUnit:
        return nullptr;
      case Condition::Kind::kSite:
        return TestSite(index_, condition.text);
      case Condition::Kind::kUrl:
        return TestUrl(index_, condition.text);
      case Condition::Kind::kDates:
        return TestDates(index_, condition);
      case Condition::Kind::kChanged:
        return TestSince(index_, CrawlTime::kChanged, condition.text);
      case Condition::Kind::kSeen:
        return TestSince(index_, CrawlTime::kSeen, condition.text);
      case Condition::Kind::kPage:
        return [page = condition.page](DocId doc) -> Result<bool> { return doc == page; };
      default:
        return TestGroup(condition);
    }
  }

  // kAny ends at the first part that lets the page in, kAll at the first that does not.
  Test TestGroup(const Condition& group) const {
    std::vector<Test> tests;
    for (const Condition& part : group.parts) {
      tests.push_back(TestOf(part));
      if (tests.back() == nullptr) return nullptr;
    }
    return [kind = group.kind, tests = std::move(tests)](DocId doc) -> Result<bool> {
      for (const Test& test : tests) {
        THRESH_ASSIGN_OR_RETURN(const bool in, test(doc));
        if (kind == Condition::Kind::kNot) return !in;
        if (in == (kind == Condition::Kind::kAny)) return in;
      }
      return kind == Condition::Kind::kAll;
    };
  }

  Made MakeUnit(std::size_t unit) const {
    THRESH_ASSIGN_OR_RETURN(UnitCursor found, MakeCursor(query_.units[unit], index_, weights_));
    return std::move(found.cursor);
  }

  Made MakeAll(const Condition& all) const {
    Parts parts;
    std::vector<Test> tests;
    for (const Condition& part : all.parts) {
      if (Test test = TestOf(part)) {
        tests.push_back(std::move(test));
      } else {
        THRESH_ASSIGN_OR_RETURN(std::unique_ptr<Cursor> cursor, Make(part));
        parts.push_back(std::move(cursor));
      }
    }
    return Made(std::make_unique<AllOf>(std::move(parts), std::move(tests)));
  }

  Made MakeGroup(const Condition& condition) const {
    Parts parts;
    for (const Condition& part : condition.parts) {
      THRESH_ASSIGN_OR_RETURN(std::unique_ptr<Cursor> cursor, Make(part));
      parts.push_back(std::move(cursor));
    }
    if (condition.kind == Condition::Kind::kAny)
      return Made(std::make_unique<AnyOf>(std::move(parts)));
    return Made(std::make_unique<NoneOf>(std::move(parts.front()), index_.lengths().docs()));
  }

  const Query& query_;
  const Index& index_;
  const FieldWeights& weights_;
};

// Whether some part of the condition is tested on the records of pages.
bool HasTest(const Condition& condition) {
  switch (condition.kind) {
    case Condition::Kind::kUnit:
      return false;
    case Condition::Kind::kAll:
    case Condition::Kind::kAny:
    case Condition::Kind::kNot:
      return std::any_of(condition.parts.begin(), condition.parts.end(), HasTest);
    default:
      return true;
  }
}

}  // namespace

SplitFilter Split(const Query& query) {
  SplitFilter split{.required = std::vector<bool>(query.units.size()), .rest = query.filter};
  if (!query.filter || HasTest(*query.filter)) return split;
  Condition rest{.kind = Condition::Kind::kAll};
  const Condition& filter = *query.filter;
  const std::span<const Condition> parts =
      filter.kind == Condition::Kind::kAll ? std::span(filter.parts) : std::span(&filter, 1);
  for (const Condition& part : parts) {
    if (part.kind == Condition::Kind::kUnit) {
      split.required[part.unit] = true;
    } else {
      rest.parts.push_back(part);
    }
  }
  split.rest.reset();
  if (!rest.parts.empty()) split.rest = std::move(rest);
  return split;
}

Result<std::unique_ptr<Cursor>> MakeFilter(const Query& query,
                                           const std::optional<Condition>& condition,
                                           const Index& index, const FieldWeights& weights) {
  if (!condition) return std::unique_ptr<Cursor>();
  return Maker(query, index, weights).Make(*condition);
}

Query Within(Query query, std::vector<Condition> conditions) {
  if (conditions.empty()) return query;
  // A query without a filter asks for any of its units. Beside other conditions it has to say so.
  Condition any{.kind = Condition::Kind::kAny};
  for (std::size_t unit = 0; unit < query.units.size(); ++unit)
    any.parts.push_back({.kind = Condition::Kind::kUnit, .unit = unit});
  conditions.insert(conditions.begin(), query.filter ? std::move(*query.filter) : std::move(any));
  query.filter = Condition{.kind = Condition::Kind::kAll, .parts = std::move(conditions)};
  return query;
}

bool IsHostBelow(std::string_view host, std::string_view wanted) {
  if (host.size() < wanted.size()) return false;
  const std::string_view end = host.substr(host.size() - wanted.size());
  if (strncasecmp(end.data(), wanted.data(), wanted.size()) != 0) return false;
  // The dot keeps notexample.org out of example.org.
  return host.size() == wanted.size() || host[host.size() - wanted.size() - 1] == '.';
}

bool UrlBegins(std::string_view url, std::string_view beginning) {
  if (url.starts_with(beginning)) return true;
  // People leave out the scheme.
  const std::size_t scheme = url.find("://");
  return scheme != std::string_view::npos && url.substr(scheme + 3).starts_with(beginning);
}

bool IsDateWithin(std::string_view date, std::string_view first, std::string_view last) {
  // ISO 8601 dates sort as text. A date is cut to the length of each bound, so that the bound 2020
  // includes all days of 2020.
  const bool dated = date.size() >= 4 &&
                     date.substr(0, 4).find_first_not_of("0123456789") == std::string_view::npos;
  return dated && date.substr(0, first.size()) >= first && date.substr(0, last.size()) <= last;
}

bool IsDateBound(std::string_view text) {
  // The largest digit of each place; what two digits make together is checked below.
  constexpr std::string_view kForm = "9999-19-39T29:59:59Z";
  constexpr std::array<std::size_t, 7> kLengths = {4, 7, 10, 13, 16, 19, 20};
  if (std::find(kLengths.begin(), kLengths.end(), text.size()) == kLengths.end()) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool digit = kForm[i] >= '0' && kForm[i] <= '9';
    if (digit ? text[i] < '0' || text[i] > kForm[i] : text[i] != kForm[i]) return false;
  }
  const auto within = [text](std::size_t at, std::string_view least, std::string_view most) {
    const std::string_view number = text.substr(std::min(at, text.size()), 2);
    return number.empty() || (number >= least && number <= most);
  };
  return within(5, "01", "12") && within(8, "01", "31") && within(11, "00", "23");
}

}  // namespace thresh
