#include "tests/unit/indexer/detect/spine/slow_twin.h"

#include <algorithm>
#include <map>

#include "tests/unit/indexer/detect/spine/slow_site.h"

namespace thresh {
namespace {

using slow::Document;
using slow::Element;
using slow::Names;
using slow::Text;

struct Facts {
  double words = 0, dense = 0, constant = 0, scoped = 0, single = 0, off = 0, heads = 0, own = 0,
         own_links = 0, usual = 0;
  double elements = 0, mean = 0, out = 0, child = 0, edge = 0, back = 0, pages = 0, coverage = 0,
         echo = 0;
  void Add(const Text& t) {
    words += t.count;
    dense += t.dense ? t.count : 0;
    constant += t.constant ? t.count : 0;
    scoped += t.scoped ? t.count : 0;
    single += t.single ? t.count : 0;
    off += t.off ? t.count : 0;
    heads += t.heading ? t.count : 0;
    usual += t.usual ? t.count : 0;
    own += t.repeated ? 0 : t.count;
    own_links += !t.repeated && t.link ? t.count : 0;
  }
  double Share(double part) const { return words > 0 ? part / words : 0; }
  double Links() const { return own > 0 ? own_links / own : 0; }
};

const Names kContainers = {"body",     "div",    "section", "article", "main",    "nav",
                           "header",   "footer", "aside",   "figure",  "details", "dialog",
                           "fieldset", "table",  "center",  "form"};
const Names kBlocks = {"p", "ul", "ol", "dl", "blockquote", "pre", "address", "menu"};
const Names kTable = {"table", "tbody", "thead", "tr"};

class Twin {
 public:
  explicit Twin(const std::vector<Page>& pages)
      : docs_(slow::ReadSite(pages)), enough_(slow::Enough(docs_)) {}
  using Strikes = std::set<std::pair<std::size_t, std::size_t>>;
  Strikes Judge();

 private:
  void FindSpine();
  void FindRoots();
  void FindCoverage();
  void CountFacts();
  void FindEdges();
  void FindEchoes();
  void AcceptStyles();
  void AcceptEchoes();
  void StrikeTexts(const Document& d, Strikes* strikes);
  std::vector<bool> Taken(const Document& d) const;
  bool AtBorder(const Document& d, const Element& e, const Facts& own) const;
  bool IsBare(const Document& d, const Element& e, const Facts& own) const;
  double Own(const Document& d, const Element& e) const;
  bool Carries(const Element& e) const {
    return (kContainers.count(e.tag) > 0 || kTable.count(e.tag) > 0 || e.tag == "td") &&
           !e.landmark;
  }
  bool IsBlock(const Document& d, const Element& e) const {
    return kContainers.count(e.tag) > 0 || kBlocks.count(e.tag) > 0 || e.landmark ||
           (e.tag == "td" && spine_[d.elements[static_cast<std::size_t>(e.parent)].path]);
  }
  bool Above(const Document& d, int e) const {
    for (int r = d.elements[d.root].parent; r >= 0;
         r = d.elements[static_cast<std::size_t>(r)].parent) {
      if (r == e) return true;
    }
    return false;
  }
  bool Accepted(const Document& d, int e) const {
    for (; e >= 0; e = d.elements[static_cast<std::size_t>(e)].parent) {
      if (rules_.count(d.elements[static_cast<std::size_t>(e)].path) > 0) return true;
    }
    return false;
  }
  template <typename F>
  void Accept(F holds, const std::string& rule);
  bool Outside(const Element& e, const Facts& f) const;
  bool Inside(const Facts& f) const;
  static bool Bar(const Facts& f) {
    return f.Share(f.dense) >= 0.2 && f.Links() >= 0.8 && f.Share(f.off) >= 0.5 &&
           f.Share(f.single) <= 0.1;
  }

  std::vector<Document> docs_;
  double enough_;
  mutable std::map<std::string, bool> spine_;
  std::map<std::string, Facts> facts_;
  std::map<std::string, std::string> rules_;  // by path: accepted by its own rule
};

double Twin::Own(const Document& d, const Element& e) const {
  const auto sum = [&](const Element& of, auto counts) {
    double words = 0;
    for (const std::size_t t : of.texts) words += counts(d.texts[t]) ? d.texts[t].count : 0;
    return words;
  };
  const auto plain = [](const Text& t) { return t.fresh && !t.link; };
  const auto fresh = [](const Text& t) { return t.fresh; };
  if (sum(d.elements[0], plain) >= 10) return sum(e, plain);
  if (sum(d.elements[0], fresh) >= 10) return sum(e, fresh);
  return sum(e, [](const Text&) { return true; });
}

void Twin::FindSpine() {
  std::map<std::string, std::set<const Document*>> has, main, carried, nearly_all;
  std::map<std::string, const Element*> sample;
  std::map<std::string, std::string> parent;
  for (const Document& d : docs_) {
    for (const Element& e : d.elements) {
      if (e.texts.empty()) continue;
      sample[e.path] = &e;
      if (e.parent >= 0) parent[e.path] = d.elements[static_cast<std::size_t>(e.parent)].path;
      has[e.path].insert(&d);
      const double own = Own(d, e), all = Own(d, d.elements[0]);
      if (own >= 0.5 * all) main[e.path].insert(&d);
      if (own >= 0.75 * all) carried[e.path].insert(&d);
      if (own >= 0.9 * all) nearly_all[e.path].insert(&d);
    }
  }
  for (const auto& [path, e] : sample) {  // a prefix sorts before what it begins
    const bool body = e->parent < 0;
    spine_[path] = body || (spine_[parent[path]] && !sample[parent[path]]->ends && Carries(*e) &&
                            2 * carried[path].size() >= has[path].size() &&
                            10 * nearly_all[path].size() >= 7 * main[path].size());
  }
  std::map<std::string, std::size_t> going_on;
  for (const auto& [path, e] : sample)
    if (spine_[path] && e->parent >= 0) going_on[parent[path]] += has[path].size();
  for (const auto& [path, e] : sample) {
    if (!spine_[path] || e->parent < 0) continue;
    const std::string& above = parent[path];
    spine_[path] = spine_[above] &&
                   (sample[above]->parent < 0 || 10 * going_on[above] >= 3 * has[above].size());
  }
}

void Twin::FindRoots() {
  for (Document& d : docs_) {
    for (bool deeper = true; deeper;) {
      deeper = false;
      double most = 0;
      const std::size_t from = d.root;
      for (std::size_t e = 0; e < d.elements.size(); ++e) {
        const Element& element = d.elements[e];
        if (element.parent != static_cast<int>(from) || !spine_[element.path] ||
            Own(d, element) <= most)
          continue;
        most = Own(d, element);
        d.root = e;
        deeper = true;
      }
    }
    while (kTable.count(d.elements[d.root].tag) > 0)
      d.root = static_cast<std::size_t>(d.elements[d.root].parent);
  }
}

void Twin::FindCoverage() {
  std::map<std::string, std::string> parent;
  std::map<std::string, std::vector<const Document*>> layouts;
  for (const Document& d : docs_) {
    layouts[d.elements[d.root].path].push_back(&d);
    for (const Element& e : d.elements)
      if (e.parent >= 0) parent[e.path] = d.elements[static_cast<std::size_t>(e.parent)].path;
  }
  for (bool again = true; again;) {
    again = false;
    for (auto layout = layouts.rbegin(); layout != layouts.rend(); ++layout) {
      if (static_cast<double>(layout->second.size()) >= enough_ || parent.count(layout->first) == 0)
        continue;
      // The longest paths first: nothing longer may join this one later.
      const auto depth = [](const std::string& p) { return std::count(p.begin(), p.end(), '>'); };
      const bool deepest = std::none_of(layouts.begin(), layouts.end(), [&](const auto& other) {
        return depth(other.first) > depth(layout->first) &&
               static_cast<double>(other.second.size()) < enough_;
      });
      if (!deepest) continue;
      auto& to = layouts[parent[layout->first]];
      to.insert(to.end(), layout->second.begin(), layout->second.end());
      layouts.erase(layout->first);
      again = true;
      break;
    }
  }
  for (const auto& [layout, docs] : layouts) {
    std::map<std::string, double> with;
    for (const Document* d : docs) {
      Names paths;
      for (const Element& e : d->elements)
        if (!e.texts.empty()) paths.insert(e.path);
      for (const std::string& path : paths) ++with[path];
    }
    for (const auto& [path, n] : with) {
      facts_[path].pages += n;
      facts_[path].coverage += n * n / static_cast<double>(docs.size());
    }
  }
  for (auto& [path, facts] : facts_) facts.coverage /= facts.pages;
}

void Twin::CountFacts() {
  for (const Document& d : docs_) {
    for (const Element& e : d.elements) {
      if (e.texts.empty()) continue;
      Facts& f = facts_[e.path];
      Facts own;
      for (const std::size_t t : e.texts) own.Add(d.texts[t]);
      for (const std::size_t t : e.texts) f.Add(d.texts[t]);
      ++f.elements;
      f.mean += own.dense / own.words;
      f.out += Above(d, e.parent) ? 1 : 0;
      f.child += e.parent == static_cast<int>(d.root) ? 1 : 0;
    }
  }
}

// Texts in accepted styles.
std::vector<bool> Twin::Taken(const Document& d) const {
  std::vector<bool> taken(d.texts.size(), false);
  for (std::size_t e = 0; e < d.elements.size(); ++e) {
    if (!Accepted(d, static_cast<int>(e))) continue;
    for (const std::size_t t : d.elements[e].texts) taken[t] = true;
  }
  return taken;
}

void Twin::FindEdges() {
  for (const Document& d : docs_) {
    const std::vector<bool> taken = Taken(d);
    const auto words = [&](std::size_t first, std::size_t last) {
      double sum = 0;
      for (; first < last; ++first)
        sum += d.texts[first].dense || taken[first] ? 0 : d.texts[first].count;
      return sum;
    };
    for (const Element& e : d.elements) {
      if (e.texts.empty()) continue;
      const bool back = words(e.texts.back() + 1, d.texts.size()) <= 15;
      facts_[e.path].back += back ? 1 : 0;
      facts_[e.path].edge += back || words(0, e.texts.front()) <= 15 ? 1 : 0;
    }
  }
}

void Twin::FindEchoes() {
  Names known;
  for (const Document& d : docs_) {
    for (std::size_t e = 0; e < d.elements.size(); ++e) {
      if (!Accepted(d, static_cast<int>(e))) continue;
      for (const std::size_t t : d.elements[e].texts)
        if (d.texts[t].dense) known.insert(d.texts[t].words);
    }
  }
  for (const Document& d : docs_) {
    for (const Element& e : d.elements)
      for (const std::size_t t : e.texts)
        facts_[e.path].echo += known.count(d.texts[t].words) > 0 ? d.texts[t].count : 0;
  }
}

bool Twin::Outside(const Element& e, const Facts& f) const {
  const bool navigation = e.landmark || (f.Share(f.dense) >= 0.9 && f.Share(f.off) >= 0.8);
  return (f.out / f.elements >= 0.5 && f.coverage >= (navigation ? 0.1 : 0.5)) ||
         (e.landmark && f.coverage >= 0.5);
}

bool Twin::Inside(const Facts& f) const {
  return f.coverage >= 0.8 && f.edge / f.elements >= 0.5 && f.elements / f.pages <= 2;
}

// Parents before children: what stands in an accepted style needs no rule.
template <typename F>
void Twin::Accept(F holds, const std::string& rule) {
  std::map<std::string, std::pair<const Document*, std::size_t>> samples;
  for (const Document& d : docs_)
    for (std::size_t e = 0; e < d.elements.size(); ++e)
      if (!d.elements[e].texts.empty()) samples[d.elements[e].path] = {&d, e};
  for (const auto& [path, at] : samples) {
    const Element& e = at.first->elements[at.second];
    if (Accepted(*at.first, static_cast<int>(at.second)) || spine_[path] || !IsBlock(*at.first, e))
      continue;
    if (holds(e, facts_.at(path))) rules_[path] = rule;
  }
}

void Twin::AcceptStyles() {
  const auto judged = [](const Element& e, const Facts& f) { return f.pages >= 5 && !e.heading; };
  Accept(
      [&](const Element& e, const Facts& f) {
        if (!judged(e, f) || !Outside(e, f)) return false;
        const double dense = f.Share(f.dense), single = f.Share(f.single);
        const bool o2 = f.Links() >= 0.8 && single <= 0.1 &&
                        std::max(dense, f.mean / f.elements) >= 0.1 &&
                        (e.landmark || f.Share(f.off) >= 0.1);
        return dense >= 0.3 || o2 ||
               (f.coverage >= 0.8 && f.Share(f.scoped) >= 0.3 && single <= 0.1);
      },
      "outside");
  FindEdges();
  Accept(
      [&](const Element& e, const Facts& f) {
        if (!judged(e, f) || !Inside(f)) return false;
        const bool place =
            f.child / f.elements >= 0.5 || f.Share(f.off) >= 0.5 || f.back / f.elements >= 0.5;
        return (f.Share(f.dense) >= 0.9 && f.Share(f.heads) < 0.5 && place) ||
               (Bar(f) && f.Share(f.constant) >= 0.1);
      },
      "inside");
}

void Twin::AcceptEchoes() {
  Names keys;
  for (const Document& d : docs_)
    for (const Element& e : d.elements)
      if (rules_.count(e.path) > 0) keys.insert(e.key);
  const auto known = [&](const Element& e) { return e.named && keys.count(e.key) > 0; };
  Accept(
      [&](const Element& e, const Facts& f) {
        return known(e) && f.pages >= 5 &&
               ((f.Share(f.dense) >= 0.9 && f.Share(f.single) <= 0.1) || Bar(f));
      },
      "elsewhere");
  FindEchoes();
  Accept(
      [&](const Element& e, const Facts& f) {
        return known(e) && f.pages < 5 && f.Share(f.echo) >= 0.3 && f.Share(f.single) <= 0.1;
      },
      "rare");
}

bool Twin::AtBorder(const Document& d, const Element& e, const Facts& own) const {
  if ((IsBlock(d, e) && e.named) || d.elements[static_cast<std::size_t>(e.parent)].ends)
    return false;
  const std::vector<bool> taken = Taken(d);
  const auto counts = [&](std::size_t t) { return !d.texts[t].dense && !taken[t]; };
  bool before = false, after = false;
  for (std::size_t t = 0; t < e.texts.front(); ++t) before = before || counts(t);
  for (std::size_t t = e.texts.back() + 1; t < d.texts.size(); ++t) after = after || counts(t);
  return (!before || !after) && own.Share(own.usual) >= 0.8 && own.Share(own.off) >= 0.5;
}

bool Twin::IsBare(const Document& d, const Element& e, const Facts& own) const {
  const double dense = own.Share(own.dense);
  return spine_[e.path] && IsBlock(d, e) && !e.named &&
         (dense >= 0.8 || (dense >= 0.3 && own.Share(own.single) <= 0.1 && own.words <= 40));
}

void Twin::StrikeTexts(const Document& d, Strikes* strikes) {
  std::set<int> done;
  for (std::size_t n = 0; n < d.elements.size(); ++n) {
    const Element& e = d.elements[n];
    if (e.texts.empty()) continue;
    if (e.parent >= 0 && done.count(e.parent) > 0) {
      done.insert(static_cast<int>(n));
      continue;
    }
    Facts own;
    for (const std::size_t t : e.texts) own.Add(d.texts[t]);
    const Facts& style = facts_.at(e.path);
    bool strike = false;
    if (const auto rule = rules_.find(e.path); rule != rules_.end()) {
      done.insert(static_cast<int>(n));
      strike = rule->second == "outside" || rule->second == "rare" ||
               (own.Share(own.dense) >= 0.5 * style.Share(style.dense) &&
                (own.Share(own.heads) < 0.5 || style.Share(style.heads) >= 0.5));
    } else if (e.parent >= 0 && n != d.root && !Above(d, static_cast<int>(n)) &&
               (e.parent == static_cast<int>(d.root) || Above(d, e.parent))) {
      strike = own.Share(own.heads) < 0.5 && (AtBorder(d, e, own) || IsBare(d, e, own));
      if (strike) done.insert(static_cast<int>(n));
    }
    if (!strike) continue;
    for (const std::size_t t : e.texts)
      if (d.texts[t].frequent) strikes->emplace(d.number, d.texts[t].number);
  }
}

Twin::Strikes Twin::Judge() {
  if (docs_.size() < 5) return {};
  FindSpine();
  FindRoots();
  FindCoverage();
  CountFacts();
  AcceptStyles();
  AcceptEchoes();
  Strikes strikes;
  for (const Document& d : docs_) StrikeTexts(d, &strikes);
  return strikes;
}

}  // namespace

std::set<std::pair<std::size_t, std::size_t>> SlowSpine(const std::vector<Page>& pages) {
  return Twin(pages).Judge();
}

}  // namespace thresh
