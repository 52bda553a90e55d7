#include "tests/unit/indexer/detect/spine/slow_site.h"

#include <algorithm>
#include <iterator>
#include <regex>
#include <sstream>
#include <utility>

#include "indexer/page/tag_codes.h"

namespace thresh::slow {
namespace {

const Names kHeadings = {"h1", "h2", "h3", "h4", "h5", "h6"};
const Names kLandmarks = {"nav", "footer", "aside"};
const Names kRoles = {"navigation", "banner", "contentinfo", "complementary", "search"};
const Names kStates = {"open", "first", "last", "odd", "even", "hidden"};

std::string Fold(const std::string& name) {
  return std::regex_replace(name, std::regex("[0-9]+"), "#");
}

std::vector<std::string> Split(const std::string& list) {
  std::istringstream in(list);
  return {std::istream_iterator<std::string>(in), {}};
}

std::string Value(const Page& page, const PageNode& node, AttributeName name) {
  return std::string(page.tree.Find(node, name));
}

class Reader {
 public:
  explicit Reader(const std::vector<Page>& pages) : pages_(pages) {}
  std::vector<Document> Read();

 private:
  void CountNames();
  std::string Clean(const std::string& name) const;
  void FillKey(const Page& page, const PageNode& node, Element* element) const;
  void ReadPage(Document* document) const;
  void FindScopes();
  void FoldNumbers();
  void MarkTexts();

  const std::vector<Page>& pages_;
  std::vector<Document> docs_;
  std::map<std::string, std::set<std::size_t>> names_;  // pages
  double enough_ = 5;
};

void Reader::CountNames() {
  for (std::size_t p = 0; p < docs_.size(); ++p) {
    const Page& page = pages_[docs_[p].number];
    for (std::uint32_t n = 1; n < page.tree.nodes.size(); ++n) {
      const PageNode& node = page.tree.nodes[n];
      for (const auto& [kind, attribute] :
           {std::pair(".", AttributeName::kClass), std::pair("#", AttributeName::kId)}) {
        const std::string value = Value(page, node, attribute);
        for (const std::string& name : *kind == '.' ? Split(value) : std::vector{value}) {
          names_[kind + name].insert(p);
          names_["folded " + (kind + Fold(name))].insert(p);
          if (Fold(name) == name) names_["folded " + (kind + name)].insert(p);
        }
      }
    }
  }
}

// With its kind in front.
std::string Reader::Clean(const std::string& name) const {
  const auto pages = [&](const std::string& of) {
    const auto at = names_.find(of);
    return at == names_.end() ? 0.0 : static_cast<double>(at->second.size());
  };
  if (pages(name) >= enough_) return name;
  const std::string folded = name[0] + Fold(name.substr(1));
  return folded != name && pages("folded " + folded) >= enough_ ? folded : "";
}

void Reader::FillKey(const Page& page, const PageNode& node, Element* e) const {
  e->tag = TagName(node.tag);
  std::set<std::string> classes;
  const bool body = e->tag == "body";
  for (const std::string& name : Split(body ? "" : Value(page, node, AttributeName::kClass))) {
    const bool state =
        kStates.count(name) > 0 || std::regex_search(name, std::regex("active|current|selected"));
    if (!state && !Clean("." + name).empty()) classes.insert(Clean("." + name));
  }
  const std::string id = body ? "" : Value(page, node, AttributeName::kId);
  const std::string clean_id = id.empty() ? "" : Clean("#" + id);
  const std::string role = body ? "" : Value(page, node, AttributeName::kRole);
  e->key = e->tag;
  for (const std::string& name : classes) e->key += " " + name;
  e->key += "|" + clean_id + "|" + role;
  e->named = !classes.empty() || !clean_id.empty();
  e->landmark = kLandmarks.count(e->tag) > 0 || kRoles.count(role) > 0;
  e->ends = e->tag == "main" || e->tag == "article" || role == "main";
}

void Reader::ReadPage(Document* document) const {
  Document& d = *document;
  const Page& page = pages_[d.number];
  std::map<std::uint32_t, int> element_of;
  const std::string name = page.url.substr(page.url.rfind('/') + 1);
  for (std::uint32_t n = 0; n < page.tree.nodes.size(); ++n) {
    const PageNode& node = page.tree.nodes[n];
    const int parent = n == 0 ? -1 : element_of.at(node.parent);
    if (node.tag != kTextTag) {
      Element e;
      FillKey(page, node, &e);
      e.parent = parent;
      if (parent >= 0) {
        e.path = d.elements[static_cast<std::size_t>(parent)].path + " > ";
        e.heading = d.elements[static_cast<std::size_t>(parent)].heading;
      }
      e.path += e.key;
      e.heading = e.heading || kHeadings.count(e.tag) > 0;
      element_of[n] = static_cast<int>(d.elements.size());
      d.elements.push_back(e);
      continue;
    }
    Text t;
    t.number = node.first_text;
    const Span& span = page.spans[t.number];
    if (span.tokens == 0) continue;
    t.count = span.tokens;
    t.words = std::to_string(page.blocks[t.number].text_hash.low);
    t.folded = std::to_string(page.blocks[t.number].folded_hash);
    t.leaf = d.elements[static_cast<std::size_t>(parent)].path;
    t.heading = d.elements[static_cast<std::size_t>(parent)].heading;
    for (std::uint32_t up = node.parent; up != 0 && !t.link; up = page.tree.nodes[up].parent) {
      const std::string href = Value(page, page.tree.nodes[up], AttributeName::kHref);
      t.link = !href.empty();
      t.off = t.link && href[0] != '#' && href.rfind(name + "#", 0) != 0;
    }
    for (int up = parent; up >= 0; up = d.elements[static_cast<std::size_t>(up)].parent)
      d.elements[static_cast<std::size_t>(up)].texts.push_back(d.texts.size());
    d.texts.push_back(t);
  }
}

void Reader::FindScopes() {
  const auto below = [&](const std::string& directory) {
    return std::count_if(docs_.begin(), docs_.end(), [&](const Document& d) {
      return pages_[d.number].url.rfind(directory, 0) == 0;
    });
  };
  for (Document& d : docs_) {
    std::string directory = pages_[d.number].url;
    do {
      directory = directory.substr(0, directory.find_last_of('/', directory.size() - 2) + 1);
    } while (!directory.empty() && below(directory) < 10);
    d.scope = directory;
  }
}

void Reader::FoldNumbers() {
  std::map<std::string, std::set<const Document*>> pages;
  for (const Document& d : docs_) {
    for (const Text& t : d.texts) pages[t.folded].insert(&d);
  }
  for (Document& d : docs_) {
    for (Text& t : d.texts) {
      if (static_cast<double>(pages[t.folded].size()) >=
          std::max(5.0, 0.1 * static_cast<double>(docs_.size())))
        t.words = t.folded;
    }
  }
}

void Reader::MarkTexts() {
  std::map<std::string, std::set<const Document*>> pages;
  std::map<std::string, int> occurrences;
  for (const Document& d : docs_) {
    pages["scope " + d.scope].insert(&d);
    for (const Text& t : d.texts) {
      ++occurrences[t.words];
      for (const std::string& key :
           {t.words, t.words + t.leaf, t.words + t.leaf + "@" + d.scope, t.leaf + "@" + d.scope})
        pages[key].insert(&d);
    }
  }
  const auto n = [&](const std::string& key) { return static_cast<double>(pages[key].size()); };
  for (Document& d : docs_) {
    for (Text& t : d.texts) {
      t.fresh = n(t.words) < std::max(5.0, 0.01 * static_cast<double>(docs_.size()));
      t.single = occurrences[t.words] == 1;
      t.frequent = n(t.words) >= 5;
      t.repeated = n(t.words + t.leaf) >= 5;
      const double here = n(t.words + t.leaf + "@" + d.scope), places = n(t.leaf + "@" + d.scope);
      const double all = n("scope " + d.scope);
      t.dense = t.repeated && here >= std::min(all, std::max(3.0, 0.3 * places));
      t.constant = t.repeated && here >= std::min(all, std::max(3.0, 0.5 * places));
      t.usual = t.repeated && here >= std::min(all, std::max(3.0, 0.5 * all));
      t.scoped = t.repeated && here >= std::min(all, 3.0);
    }
  }
}

std::vector<Document> Reader::Read() {
  std::set<Hash128> seen;
  for (std::size_t p = 0; p < pages_.size(); ++p) {
    if (pages_[p].body_tokens == 0 || !seen.insert(pages_[p].token_hash).second) continue;
    docs_.emplace_back().number = p;
  }
  enough_ = Enough(docs_);
  CountNames();
  for (Document& d : docs_) ReadPage(&d);
  FindScopes();
  FoldNumbers();
  MarkTexts();
  return std::move(docs_);
}

}  // namespace

double Enough(const std::vector<Document>& docs) {
  return std::clamp(static_cast<double>(docs.size()) / 100, 5.0, 20.0);
}

std::vector<Document> ReadSite(const std::vector<Page>& pages) { return Reader(pages).Read(); }

}  // namespace thresh::slow
