#include "tests/unit/indexer/detect/spine/slow_site.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <regex>
#include <sstream>
#include <utility>

#include "indexer/page/tag_codes.h"

namespace thresh::slow {
namespace {

const Names kHeadings = {"h1", "h2", "h3", "h4", "h5", "h6"};
const Names kContainers = {"body",     "div",    "section", "article", "main",    "nav",
                           "header",   "footer", "aside",   "figure",  "details", "dialog",
                           "fieldset", "table",  "center",  "form"};
const Names kBlocks = {"p", "ul", "ol", "dl", "blockquote", "pre", "address", "menu"};
const Names kTable = {"table", "tbody", "thead", "tr"};
const Names kLandmarks = {"nav", "footer", "aside"};
const Names kRoles = {"navigation", "banner", "contentinfo", "complementary", "search"};
const Names kStates = {"open", "first", "last", "odd", "even", "hidden"};

std::string Fold(const std::string& name) {
  static const std::regex kNumber("[0-9]+");
  return std::regex_replace(name, kNumber, "#");
}

std::vector<std::string> Split(const std::string& list) {
  std::istringstream in(list);
  return {std::istream_iterator<std::string>(in), {}};
}

std::string Value(const Page& page, const PageNode& node, AttributeName name) {
  return std::string(page.tree.Find(node, name));
}

std::string NameOf(const Page& page, const PageNode& node) {
  const std::string known(TagName(node.tag));
  return known.empty() ? Value(page, node, AttributeName::kTagName) : known;
}

bool StandsBelow(const Page& page, const PageNode& node, std::uint32_t above) {
  for (std::uint32_t up = node.parent;; up = page.tree.nodes[up].parent) {
    if (up == above) return true;
    if (up == 0) return false;
  }
}

// As if it were not there: html does not know it, and its author gave it no name of a component, or
// put nearly the whole page into it.
bool IsTransparent(const Page& page, std::uint32_t n) {
  const PageNode& node = page.tree.nodes[n];
  if (node.tag == kTextTag || !TagName(node.tag).empty()) return false;
  double inside = 0, all = 0;
  for (std::uint32_t t = n + 1; t < page.tree.nodes.size(); ++t)
    inside += page.tree.nodes[t].tag == kTextTag && StandsBelow(page, page.tree.nodes[t], n);
  for (const PageNode& each : page.tree.nodes) all += each.tag == kTextTag;
  return NameOf(page, node).find('-') == std::string::npos || inside >= 0.9 * all;
}

class Reader {
 public:
  explicit Reader(const std::vector<Page>& pages) : pages_(pages) {}
  std::vector<Document> Read();

 private:
  void ReadPage(Document* document) const;
  void ReadElement(const Page& page, const PageNode& node, int parent, Document* d) const;
  void ReadText(const Page& page, const PageNode& node, int parent, Document* d) const;
  void CountNames();
  void ReadKeys(Document* document) const;
  std::string Clean(const std::string& name) const;
  void FoldNumbers();
  void NameByFirstTexts();
  void FindPaths();
  void FindScopes();
  void MarkTexts();
  void MarkEchoes();

  const std::vector<Page>& pages_;
  std::vector<Document> docs_;
  // Of the document being read: by element its classes and its id, as they are written.
  struct Written {
    std::vector<std::string> classes;
    std::string id;
  };
  mutable std::map<std::pair<std::size_t, std::size_t>, Written> written_;  // (document, element)
  std::map<std::string, double> names_;                                     // pages
  double enough_ = 5;
};

void Reader::ReadElement(const Page& page, const PageNode& node, int parent, Document* d) const {
  Element e;
  const bool body = parent < 0;
  e.tag = NameOf(page, node);
  e.component = TagName(node.tag).empty();
  e.role = body ? "" : Value(page, node, AttributeName::kRole);
  e.parent = parent;
  e.heading = kHeadings.count(e.tag) > 0 ||
              (!body && d->elements[static_cast<std::size_t>(parent)].heading);
  e.landmark = kLandmarks.count(e.tag) > 0 || kRoles.count(e.role) > 0;
  e.ends = e.tag == "main" || e.tag == "article" || e.role == "main";
  if (!body) {
    written_[{d->number, d->elements.size()}] = {Split(Value(page, node, AttributeName::kClass)),
                                                 Value(page, node, AttributeName::kId)};
  }
  d->elements.push_back(e);
}

void Reader::ReadText(const Page& page, const PageNode& node, int parent, Document* d) const {
  const Block& block = page.blocks[node.first_text];
  if (block.tokens == 0) return;
  Text t;
  t.number = node.first_text;
  t.count = block.tokens;
  t.exact = std::to_string(block.text_hash.low);
  t.folded = std::to_string(block.folded_hash);
  t.only_numbers = block.only_numbers;
  t.title = block.in_title;
  t.parent = parent;
  t.heading = d->elements[static_cast<std::size_t>(parent)].heading;
  const std::string name = page.url.substr(page.url.rfind('/') + 1);
  for (std::uint32_t up = node.parent; up != 0 && !t.link; up = page.tree.nodes[up].parent) {
    const std::string href = Value(page, page.tree.nodes[up], AttributeName::kHref);
    t.link = !href.empty();
    t.off = t.link && href[0] != '#' && href.rfind(name + "#", 0) != 0;
  }
  for (int up = parent; up >= 0; up = d->elements[static_cast<std::size_t>(up)].parent)
    d->elements[static_cast<std::size_t>(up)].texts.push_back(d->texts.size());
  d->texts.push_back(t);
}

// What stands in a container, every block, and what has a role are elements of the log. Other
// elements are so only from the first one of these inside them on.
void Reader::ReadPage(Document* document) const {
  Document& d = *document;
  const Page& page = pages_[d.number];
  std::map<std::uint32_t, int> element_of;
  for (std::uint32_t n = 0; n < page.tree.nodes.size(); ++n) {
    const PageNode& node = page.tree.nodes[n];
    const int parent = n == 0 ? -1 : element_of.at(node.parent);
    if (node.tag == kTextTag) {
      ReadText(page, node, parent, &d);
    } else if (IsTransparent(page, n)) {
      element_of[n] = parent;
    } else {
      element_of[n] = static_cast<int>(d.elements.size());
      ReadElement(page, node, parent, &d);
    }
  }
  for (const Element& e : d.elements) {
    const bool stands = e.parent < 0 || IsPlainBlock(e) || IsContainer(e) || !e.role.empty() ||
                        IsContainer(d.elements[static_cast<std::size_t>(e.parent)]);
    if (!stands || e.texts.empty()) continue;
    for (auto up = static_cast<int>(&e - d.elements.data()); up >= 0;
         up = d.elements[static_cast<std::size_t>(up)].parent) {
      std::size_t& from = d.elements[static_cast<std::size_t>(up)].logged_from;
      from = std::min(from, e.texts.front());
    }
  }
}

// Elements without words are not there.
void Reader::CountNames() {
  names_ = PagesOf(docs_, [&](const Document& d) {
    std::vector<std::string> names;
    for (std::size_t e = 0; e < d.elements.size(); ++e) {
      if (d.elements[e].texts.empty()) continue;
      const Written& written = written_[{d.number, e}];
      for (const std::string& name : written.classes) names.push_back("." + name);
      if (!written.id.empty()) names.push_back("#" + written.id);
    }
    for (std::size_t n = names.size(); n-- > 0;)
      names.push_back("folded " + names[n].substr(0, 1) + Fold(names[n].substr(1)));
    return names;
  });
}

// With its kind in front.
std::string Reader::Clean(const std::string& name) const {
  const auto pages = [&](const std::string& of) {
    return names_.count(of) > 0 ? names_.at(of) : 0.0;
  };
  if (pages(name) >= enough_) return name;
  const std::string plain = Fold(name.substr(1)), folded = name[0] + plain;
  const bool one_number = std::count(plain.begin(), plain.end(), '#') == 1;
  return one_number && pages("folded " + folded) >= enough_ ? folded : "";
}

void Reader::ReadKeys(Document* document) const {
  static const std::regex kStatePart("active|current|selected");
  for (std::size_t n = 0; n < document->elements.size(); ++n) {
    Element& e = document->elements[n];
    const Written& written = written_[{document->number, n}];
    Names classes;
    for (const std::string& name : written.classes) {
      const bool state = kStates.count(name) > 0 || std::regex_search(name, kStatePart);
      if (!state && !Clean("." + name).empty()) classes.insert(Clean("." + name));
    }
    const std::string id = written.id.empty() ? "" : Clean("#" + written.id);
    e.key = e.tag;
    for (const std::string& name : classes) e.key += " " + name;
    e.key += "|" + id + "|" + e.role;
    e.named = !classes.empty() || !id.empty();
  }
}

void Reader::FoldNumbers() {
  const auto pages = PagesOf(docs_, [](const Document& d) {
    std::vector<std::string> texts;
    for (const Text& t : d.texts) texts.push_back(t.folded);
    return texts;
  });
  const double least = std::max(5.0, 0.1 * static_cast<double>(docs_.size()));
  for (Document& d : docs_) {
    for (Text& t : d.texts) t.words = pages.at(t.folded) >= least ? t.folded : t.exact;
  }
}

std::vector<std::string> WordsOf(const Document& d) {
  std::vector<std::string> texts;
  for (const Text& t : d.texts) texts.push_back(t.words);
  return texts;
}

void Reader::NameByFirstTexts() {
  const auto pages = PagesOf(docs_, WordsOf);
  const double least = std::max(5.0, 0.5 * static_cast<double>(docs_.size()));
  for (Document& d : docs_) {
    for (Element& e : d.elements) {
      if (e.parent < 0 || e.named || e.landmark || e.ends) continue;
      const auto logged = std::count_if(e.texts.begin(), e.texts.end(),
                                        [&](std::size_t t) { return t >= e.logged_from; });
      if (logged < 2 || pages.at(d.texts[e.logged_from].words) < least) continue;
      e.key += " begins with " + d.texts[e.logged_from].words;
      e.named = true;
    }
  }
}

void Reader::FindPaths() {
  for (Document& d : docs_) {
    // Of an element as the text `t` sees it, when the log has come to `t`.
    const auto path = [&](int e, std::size_t t) {
      std::string spelled;
      for (; e >= 0; e = d.elements[static_cast<std::size_t>(e)].parent) {
        const Element& each = d.elements[static_cast<std::size_t>(e)];
        const std::string key =
            each.logged_from <= t ? each.key : each.key.substr(0, each.key.find(" begins with "));
        spelled = key + (spelled.empty() ? "" : " > ") + spelled;
      }
      return spelled;
    };
    for (std::size_t e = 0; e < d.elements.size(); ++e)
      d.elements[e].path = path(static_cast<int>(e), ~std::size_t{0});
    for (std::size_t t = 0; t < d.texts.size(); ++t) d.texts[t].leaf = path(d.texts[t].parent, t);
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
    } while (!directory.empty() && below(directory) < 6);
    d.scope = directory;
  }
}

void Reader::MarkTexts() {
  std::map<std::string, int> occurrences;
  Names longs;
  for (const Document& d : docs_) {
    for (const Text& t : d.texts) {
      ++occurrences[t.words];
      if (t.count >= 8) longs.insert(t.words);
    }
  }
  const auto pages = PagesOf(docs_, [](const Document& d) {
    std::vector<std::string> keys = {"scope " + d.scope};
    for (const Text& t : d.texts) {
      for (const std::string& key :
           {t.words, t.words + t.leaf, t.words + t.leaf + "@" + d.scope, t.leaf + "@" + d.scope})
        keys.push_back(key);
    }
    return keys;
  });
  for (Document& d : docs_) {
    for (Text& t : d.texts) {
      t.fresh = pages.at(t.words) < std::max(5.0, 0.01 * static_cast<double>(docs_.size()));
      t.single = occurrences[t.words] == 1;
      t.frequent = pages.at(t.words) >= 5;
      t.repeated = pages.at(t.words + t.leaf) >= 5;
      const double here = pages.at(t.words + t.leaf + "@" + d.scope);
      const double places = pages.at(t.leaf + "@" + d.scope), all = pages.at("scope " + d.scope);
      t.dense = t.repeated && here >= std::min(all, std::max(3.0, 0.3 * places));
      const double half = 0.5 * places + 1.5 * std::sqrt(0.25 * places);
      t.constant = t.repeated && here >= std::min(all, std::max(3.0, half));
      t.usual = t.repeated && here >= std::min(all, std::max(3.0, 0.8 * places));
      t.passage = t.repeated && longs.count(t.words) > 0 && here >= std::max(10.0, 0.05 * places);
    }
  }
}

void Reader::MarkEchoes() {
  for (Document& d : docs_) {
    const auto count = [&](auto is) { return std::count_if(d.texts.begin(), d.texts.end(), is); };
    const bool headed = count([](const Text& t) { return t.title; }) >= 2 ||
                        count([](const Text& t) { return t.heading && t.fresh; }) >= 1;
    Names headings;
    for (const Text& t : d.texts)
      if (t.heading) headings.insert(t.exact);
    for (Text& t : d.texts) {
      t.echo = t.title && headed;
      t.contents = t.link && !t.off && headings.count(t.exact) > 0;
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
  for (Document& d : docs_) ReadPage(&d);
  CountNames();
  for (Document& d : docs_) ReadKeys(&d);
  FoldNumbers();
  NameByFirstTexts();
  FindPaths();
  FindScopes();
  MarkTexts();
  MarkEchoes();
  return std::move(docs_);
}

}  // namespace

bool IsTable(const Element& element) { return kTable.count(element.tag) > 0; }
bool IsContainer(const Element& element) {
  return kContainers.count(element.tag) > 0 || IsTable(element) || element.tag == "td" ||
         element.component;
}
bool IsPlainBlock(const Element& element) {
  return kContainers.count(element.tag) > 0 || kBlocks.count(element.tag) > 0 ||
         element.component || element.landmark;
}

double Enough(const std::vector<Document>& docs) {
  return std::clamp(static_cast<double>(docs.size()) / 100, 5.0, 20.0);
}

std::vector<Document> ReadSite(const std::vector<Page>& pages) { return Reader(pages).Read(); }

}  // namespace thresh::slow
