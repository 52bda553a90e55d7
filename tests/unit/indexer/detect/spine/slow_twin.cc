#include "tests/unit/indexer/detect/spine/slow_twin.h"

#include <algorithm>
#include <cmath>

#include "tests/unit/indexer/detect/spine/slow_site.h"
#include "tests/unit/indexer/detect/spine/slow_witnesses.h"

namespace thresh {
namespace {

using slow::Document;
using slow::Element;
using slow::Names;
using slow::Places;
using slow::Text;

// A comparison fails by a tenth of its scale and still holds. The least of margins is at least
// -0.1 if all of them are, and the largest is if any is, so plain logic of these will do.
// Rounding does not decide at the very limit, such as 19 of 25 pages.
constexpr double kLeastMargin = -0.1 - 1e-9;
bool Least(double value, double limit, double scale) {
  return (value - limit) / scale >= kLeastMargin;
}
bool Most(double value, double limit, double scale) {
  return (limit - value) / scale >= kLeastMargin;
}
bool MostLog(double value, double limit) {
  return std::log2(limit / std::max(value, 1e-9)) >= kLeastMargin;
}

struct Facts {
  double words = 0, dense = 0, single = 0, off = 0, heads = 0, own = 0, own_links = 0;
  double elements = 0, mean = 0, labels = 0, out = 0, child = 0, edge = 0, back = 0;
  double pages = 0, coverage = 0, rest = 0, usual = 0, passages = 0, contents = 0;

  // An echo of the title does not count. A link into the same page repeats for the page's own
  // reasons, so it counts as words and as nothing that repeats.
  void Add(const Text& t) {
    labels += t.constant ? 1 : 0;
    if (t.echo) return;
    const bool in_page = t.link && !t.off;
    words += t.count;
    dense += t.dense && !in_page ? t.count : 0;
    single += t.single ? t.count : 0;
    off += t.off ? t.count : 0;
    heads += t.heading ? t.count : 0;
    usual += t.usual ? t.count : 0;
    passages += t.passage ? t.count : 0;
    contents += (t.dense && !in_page) || t.contents ? t.count : 0;
    own += t.repeated ? 0 : t.count;
    own_links += !t.repeated && t.link ? t.count : 0;
  }
  double Share(double part) const { return words > 0 ? part / words : 0; }
  double Links() const { return own > 0 ? own_links / own : 0; }
};

class Twin {
 public:
  explicit Twin(const std::vector<Page>& pages)
      : docs_(slow::ReadSite(pages)),
        values_(slow::SlowValues(docs_)),
        enough_(slow::Enough(docs_)) {}
  SlowStrikes Judge();

 private:
  void FindSpine();
  void FindRoots();
  void FindCoverage();
  void CountFacts();
  void FindEdges();
  void AcceptStyles();
  std::string RuleOf(const Document& d, std::size_t n) const;
  void StrikeElements(const Document& d, std::map<std::size_t, std::string>* struck) const;
  double Own(const Document& d, const Element& e) const;
  const Element& At(const Document& d, int e) const {
    return d.elements[static_cast<std::size_t>(e)];
  }
  bool Carries(const Element& e) const { return slow::IsContainer(e) && !e.landmark; }
  bool IsBlock(const Document& d, const Element& e) const {
    return slow::IsPlainBlock(e) || (e.tag == "td" && spine_.at(At(d, e.parent).path));
  }
  bool Above(const Document& d, int e) const {
    for (int r = d.elements[d.root].parent; r >= 0; r = At(d, r).parent)
      if (r == e) return true;
    return false;
  }
  bool Accepted(const Document& d, int e) const {
    for (; e >= 0; e = At(d, e).parent)
      if (rules_.count(At(d, e).path) > 0) return true;
    return false;
  }
  template <typename F>
  void Accept(F rule_of);
  static bool Outside(const Element& e, const Facts& f);
  static std::string OutsideRule(const Element& e, const Facts& f);
  static std::string InsideRule(const Facts& f);
  static bool Bare(const Facts& own);

  std::vector<Document> docs_;
  Places values_;  // of records
  double enough_;
  std::map<std::string, bool> spine_;
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
  std::map<std::string, std::set<const Document*>> has, main;
  std::map<std::string, double> whole;  // pages, each by how little is outside of its main part
  std::map<std::string, const Element*> sample;
  std::map<std::string, std::string> parent;
  for (const Document& d : docs_) {
    for (const Element& e : d.elements) {
      if (e.texts.empty()) continue;
      sample[e.path] = &e;
      if (e.parent >= 0) parent[e.path] = d.elements[static_cast<std::size_t>(e.parent)].path;
      has[e.path].insert(&d);
      const double own = Own(d, e), all = Own(d, d.elements[0]);
      if (own < 0.5 * all || !main[e.path].insert(&d).second) continue;
      whole[e.path] += own == all ? 1 : std::max(0.0, 1 - (all - own) / (0.25 * all));
    }
  }
  for (const auto& [path, e] : sample) {  // a prefix sorts before what it begins
    const bool body = e->parent < 0;
    spine_[path] = body || (spine_[parent[path]] && !sample[parent[path]]->ends && Carries(*e) &&
                            2 * main[path].size() >= has[path].size() &&
                            whole[path] >= 0.62 * static_cast<double>(main[path].size()) - 1e-6);
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
    while (slow::IsTable(d.elements[d.root]))
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
  std::map<std::string, std::vector<double>> terms;
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
      terms[path].push_back(n * n / static_cast<double>(docs.size()));
    }
  }
  for (auto& [path, facts] : facts_) {
    std::sort(terms[path].begin(), terms[path].end());
    for (const double term : terms[path]) facts.coverage += term;
    facts.coverage /= facts.pages;
  }
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
      f.mean += own.Share(own.dense);
      f.out += Above(d, e.parent) ? 1 : 0;
      Facts all;
      for (const Text& t : d.texts) all.Add(t);
      if (all.words > all.dense) f.rest += (own.words - own.dense) / (all.words - all.dense);
      f.child += e.parent == static_cast<int>(d.root) ? 1 : 0;
    }
  }
}

// Words of dense texts and of accepted styles are no distance from an end of the page.
void Twin::FindEdges() {
  for (const Document& d : docs_) {
    const auto words = [&](std::size_t first, std::size_t last) {
      double sum = 0;
      for (; first < last; ++first) {
        const Text& t = d.texts[first];
        sum += t.dense || Accepted(d, t.parent) ? 0 : t.count;
      }
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

bool Twin::Outside(const Element& e, const Facts& f) {
  const bool navigation =
      e.landmark || (Least(f.Share(f.dense), 0.85, 0.2) && Least(f.Share(f.off), 0.8, 0.5));
  const bool covers = Least(f.coverage, 0.5, 0.5);
  const bool leaves = Least(f.out / f.elements, 0.5, 0.5);
  return (leaves && (covers || (navigation && Least(f.coverage, 0.1, 0.5)))) ||
         (e.landmark && covers && MostLog(f.elements / f.pages, 2.2));
}

std::string Twin::OutsideRule(const Element& e, const Facts& f) {
  if (!Outside(e, f)) return "";
  const double dense = f.Share(f.dense);
  if (Least(dense, 0.3, 0.3)) return "O1";
  const bool bar = Least(f.Links(), 0.8, 0.4) && Most(f.Share(f.single), 0.1, 0.1) &&
                   Least(std::max(dense, f.mean / f.elements), 0.1, 0.2);
  if (bar) return "O2";
  return e.landmark && Least(f.Share(f.contents), 0.8, 0.3) ? "O3" : "";
}

std::string Twin::InsideRule(const Facts& f) {
  const double dense = f.Share(f.dense), off = f.Share(f.off);
  const double labels = f.labels / f.elements;
  const bool few = MostLog(f.elements / f.pages, 2.2), plain = Most(f.Share(f.heads), 0.5, 0.5);
  const bool inside = Least(f.coverage, 0.8, 0.4) && Least(f.edge / f.elements, 0.5, 0.5) && few;
  const bool usual = Least(f.Share(f.usual), 0.75, 0.3);
  const bool passages = Least(f.Share(f.passages), 0.6, 0.3);
  const bool links = usual && Least(off, 0.8, 0.5) && Least(labels, 3, 1);
  const std::string block =
      Least(f.coverage, 0.7, 0.5) && few && plain && (passages || links) ? "I3" : "";
  if (!inside) return block;
  const bool place = Least(f.child / f.elements, 0.5, 0.5) || Least(f.back / f.elements, 0.5, 0.5);
  if (Least(dense, 0.85, 0.2) && plain &&
      (Least(off, 0.5, 0.5) || (place && (usual || passages) &&
                                (Least(f.words / f.elements, 5, 1) || Least(labels, 2, 1)))))
    return "I1";
  const bool bar = Least(dense, 0.2, 0.2) && Least(f.Links(), 0.8, 0.4) && Least(off, 0.5, 0.5) &&
                   Most(f.Share(f.single), 0.1, 0.1);
  return bar && Least(labels, 2, 1) ? "I2" : block;
}

bool Twin::Bare(const Facts& own) {
  const double dense = own.Share(own.dense);
  return Most(own.Share(own.heads), 0.5, 0.5) &&
         (Least(dense, 0.8, 0.3) ||
          (Least(dense, 0.3, 0.3) && Most(own.Share(own.single), 0.1, 0.1) &&
           MostLog(own.words, 40)));
}

// A style may have a rule of its own below an accepted one.
template <typename F>
void Twin::Accept(F rule_of) {
  std::map<std::string, std::pair<const Document*, std::size_t>> samples;
  for (const Document& d : docs_)
    for (std::size_t e = 0; e < d.elements.size(); ++e)
      if (!d.elements[e].texts.empty()) samples[d.elements[e].path] = {&d, e};
  for (const auto& [path, at] : samples) {
    const Element& e = at.first->elements[at.second];
    const Facts& f = facts_.at(path);
    if (rules_.count(path) > 0 || spine_.at(path) || !IsBlock(*at.first, e) || e.heading ||
        f.pages < 5 || f.rest / f.pages >= 0.7)
      continue;
    const std::string rule = rule_of(e, f);
    if (!rule.empty()) rules_[path] = rule;
  }
}

void Twin::AcceptStyles() {
  Accept([](const Element& e, const Facts& f) { return OutsideRule(e, f); });
  FindEdges();
  Accept([](const Element&, const Facts& f) { return InsideRule(f); });
}

// The rule for which an element goes, if any.
std::string Twin::RuleOf(const Document& d, std::size_t n) const {
  const Element& e = d.elements[n];
  Facts own;
  for (const std::size_t t : e.texts) own.Add(d.texts[t]);
  if (const auto rule = rules_.find(e.path); rule != rules_.end()) {
    const Facts& style = facts_.at(e.path);
    const bool away = own.dense > 0 && own.Share(own.off) >= 0.8 && own.Share(own.single) <= 0.1;
    const bool typical = (away || own.Share(own.dense) >= 0.5 * style.Share(style.dense)) &&
                         (own.Share(own.heads) < 0.5 || style.Share(style.heads) >= 0.5);
    return rule->second[0] == 'O' || typical ? rule->second : "";
  }
  const auto root = static_cast<int>(d.root), number = static_cast<int>(n);
  const bool beside = e.parent >= 0 && number != root && !Above(d, number) &&
                      (e.parent == root || Above(d, e.parent));
  return beside && spine_.at(e.path) && IsBlock(d, e) && !e.named && Bare(own) ? "E" : "";
}

// Is a neighbour of the number a number too, and one of the two a link?
bool PageNumber(const Document& d, std::size_t t) {
  const auto with = [&](std::size_t n) {
    return n < d.texts.size() && d.texts[n].only_numbers && (d.texts[n].link || d.texts[t].link);
  };
  return with(t - 1) || with(t + 1);  // the text before the first one is no text
}

// The topmost element with a rule decides for all that stands in it.
void Twin::StrikeElements(const Document& d, std::map<std::size_t, std::string>* struck) const {
  std::map<int, std::string> decided;
  const auto titles =
      std::count_if(d.texts.begin(), d.texts.end(), [](auto& t) { return t.title; });
  for (std::size_t n = 0; n < d.elements.size(); ++n) {
    const Element& e = d.elements[n];
    if (e.texts.empty()) continue;
    const auto above = decided.find(e.parent);
    if (above != decided.end()) {
      decided[static_cast<int>(n)] = above->second;
      continue;
    }
    const std::string rule = RuleOf(d, n);
    if (rule.empty()) continue;
    decided[static_cast<int>(n)] = rule;
    for (const std::size_t t : e.texts) {
      const Text& text = d.texts[t];
      const bool only_title = titles == 1 && text.title && !text.off;
      const bool value = values_.count({static_cast<std::size_t>(&d - docs_.data()), t}) > 0;
      const bool number = text.only_numbers && (!text.dense || PageNumber(d, t));
      if (text.frequent && !number && !only_title && !value) (*struck)[t] = rule;
    }
  }
}

SlowStrikes Twin::Judge() {
  if (docs_.size() < 5) return {};
  FindSpine();
  FindRoots();
  FindCoverage();
  CountFacts();
  AcceptStyles();
  SlowStrikes strikes;
  Places struck;
  const auto strike = [&](std::size_t doc, std::size_t text, const std::string& rule) {
    struck.emplace(doc, text);
    strikes.try_emplace({docs_[doc].number, docs_[doc].texts[text].number}, "spine." + rule);
  };
  for (std::size_t n = 0; n < docs_.size(); ++n) {
    std::map<std::size_t, std::string> of_page;
    StrikeElements(docs_[n], &of_page);
    for (const auto& [text, rule] : of_page) strike(n, text, rule);
  }
  for (const auto& [doc, text] : slow::SlowLength(docs_)) strike(doc, text, "length");
  for (const auto& [doc, text] : slow::SlowEnds(docs_, struck)) {
    if (values_.count({doc, text}) == 0) strike(doc, text, "ends");
  }
  return strikes;
}

}  // namespace

SlowStrikes SlowSpine(const std::vector<Page>& pages) { return Twin(pages).Judge(); }

}  // namespace thresh
