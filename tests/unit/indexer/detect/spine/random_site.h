// Random sites for the twin of spine: nested random components, some on all pages, some here and
// there, some with words of their own. Every kind of text, element and name that the detector tells
// apart comes up in some of them.
#pragma once

#include <iterator>
#include <string>
#include <vector>

#include "tests/unit/indexer/detect/spine/pages.h"

namespace thresh {

class RandomSite {
 public:
  explicit RandomSite(std::uint32_t seed) : dice_(seed) {
    for (std::uint32_t n = 5 + dice_.Below(6); n > 0; --n) frames_.push_back(Frame());
    around_ =
        Pick({"", "", "", "div id=\"around\"", "x-page", "sheet", "main", "my-app class=\"d\""});
    around_percent_ = dice_.Below(2) == 0 ? 100 : 40;
    title_ = Pick({"", "%", "% - The site", "% - The site of many words and names",
                   "Next message of %", kLongText});
    notice_ = Pick({"p", "p", "h3"});
    titles_ = dice_.Below(3) == 0 ? 6 : 1000;
    bars_at_ends_ = dice_.Below(2) == 0;
    own_headings_ = dice_.Below(2) == 0;
    one_label_ = dice_.Below(5) == 0;
    sparse_ = dice_.Below(8) == 0;
    if (dice_.Below(3) == 0) frames_.push_back({"<nav>", "</nav>", 100, kSiblings});
    if (dice_.Below(4) == 0) MakePlain();
    if (dice_.Below(4) == 0) frames_.push_back({"<nav id=\"toc\">", "</nav>", 100, kContents});
  }

  HtmlSite Make() {
    HtmlSite site;
    const std::uint32_t pages = 6 + dice_.Below(55);
    for (std::uint32_t p = 0; p < pages; ++p) {
      std::string body;
      for (const Shape& frame : frames_) body += Component(frame, p);
      if (bars_at_ends_ && p % 2 == 0) body = BetweenBars(body, p);
      if (sparse_ && p % 5 != 0) body = Menu() + "Nothing but w" + std::to_string(p);
      if (!around_.empty() && Percent(around_percent_))
        body = "<" + around_ + ">" + body + "</" + around_.substr(0, around_.find(' ')) + ">";
      if (bars_at_ends_ && p % 2 != 0) body = BetweenBars(body, p);
      site.Add("http://example.com/" + std::to_string(dice_.Below(3)) + "/" + std::to_string(p),
               body);
      if (!title_.empty()) SetTitle(&site, Filled(title_, Title(p)));
    }
    return site;
  }

 private:
  static constexpr std::uint32_t kKinds = 22;
  static constexpr std::uint32_t kContent = 1, kNotice = 14, kSiblings = 15;
  static constexpr std::uint32_t kContents = 19;
  const std::string kLongText = OwnWords(14, "notice");
  struct Shape {
    std::string open, close;  // `%` is a number of the page
    std::uint32_t percent;    // of the pages that have it
    std::uint32_t kind;
  };

  bool Percent(std::uint32_t percent) { return dice_.Below(100) < percent; }
  std::string Pick(const std::vector<std::string>& from) { return from[dice_.Below(from.size())]; }
  static std::string Filled(std::string form, const std::string& with) {
    for (std::size_t at = 0; (at = form.find('%')) != form.npos;) form.replace(at, 1, with);
    return form;
  }
  std::string Title(std::uint32_t page) const {
    return "Title n" + std::to_string(page % titles_) + "a";
  }

  // Bars and content in one style, without a name but their first text at most.
  void MakePlain() {
    const std::string open = Pick({"<div>", "<div>", "<div>Part <hr>"});
    frames_.resize(3);
    for (Shape& frame : frames_) {
      const std::uint32_t bars[] = {0, 3, 5, kNotice, kSiblings};
      frame = {open, "</div>", frame.percent, bars[dice_.Below(std::size(bars))]};
    }
    frames_.push_back({open, "</div>", 100, kContent});
  }

  Shape Frame() {
    const std::uint32_t percents[] = {40, 40, 85, 100, 100, 100};
    const std::uint32_t percent = percents[dice_.Below(std::size(percents))];
    const std::uint32_t kind = dice_.Below(kKinds);
    const std::string tag = kind == kSiblings && dice_.Below(2) == 0
                                ? "nav"
                                : Pick({"div", "div", "div", "nav", "section", "main", "ul", "p",
                                        "table", "footer", "x-box", "x-nav", "mistake", ""});
    if (tag.empty()) return {"", "", percent, kind};
    std::string open = "<" + tag;
    if (dice_.Below(3) != 0)
      open += " class=\"" +
              Pick({"a", "b", "c-1", "c-2 active", "d e", "of-%", "of-%-in-%", "v1-2"}) + "\"";
    if (dice_.Below(5) == 0) open += " id=\"" + Pick({"i1", "i2", "n%", "n%x%"}) + "\"";
    if (dice_.Below(9) == 0) open += " role=\"" + Pick({"search", "main", "note"}) + "\"";
    if (tag == "table") return {open + "><tr><td>", "</td></tr></table>", percent, kind};
    return {open + ">", "</" + tag + ">", percent, kind};
  }

  // Labels with titles between them, in no block.
  std::string Bar(std::uint32_t page) {
    const std::string n = std::to_string(page);
    if (one_label_) return "Same label <i>t" + n + "p</i> Same label ";
    return Anchor("Previous", "p" + n) + " <i>t" + n + "p</i> " + Anchor("Up", "u") + " <b>t" + n +
           (dice_.Below(3) == 0 ? "u</b> more " : "u</b> ") + Anchor("Next message", "q" + n);
  }

  // Dice are thrown in one statement each: operands have no order.
  std::string BetweenBars(const std::string& body, std::uint32_t page) {
    const std::string front = Bar(page), back = Bar(page);
    return front + body + back;
  }

  std::string Component(const Shape& frame, std::uint32_t page) {
    if (!Percent(frame.percent)) return "";
    const std::string n = std::to_string(page);
    return Filled(frame.open, n) +
           (frame.kind < 7 ? Usual(frame.kind, page) : Special(frame.kind, page)) + frame.close;
  }

  std::string Usual(std::uint32_t kind, std::uint32_t page) {
    const std::string n = std::to_string(page), other = Title(dice_.Below(60));
    const auto count = static_cast<int>(dice_.Below(20));
    switch (kind) {
      case 0:
        return Anchor("Home page", "/") + Anchor("Our news", "/n") + Anchor(Title(page), n);
      case 1:
      case 2:
        return "<div class=\"text\"><h2>" + (own_headings_ ? "About w" + n : Title(page)) +
               "</h2>" + P(OwnWords(30, n)) + P("See also") + "</div>";
      case 3:
        return "Copyright by <b>somebody</b> at large, who printed this as page " + n + " of it";
      case 4:
        return P(OwnWords(count, std::to_string(dice_.Below(12)))) + Anchor("Top of it", "#top") +
               Anchor("Notes", n + "#notes");
      case 5:
        return "<h3>Related pages</h3>" + Anchor(Title(dice_.Below(9)), "x") + Anchor(other, "y");
      default:
        return "<b>Category:</b> <i>kind " + Pick({"alpha", "beta", "gamma"}) + "</i> " +
               P(OwnWords(12, "k" + n));
    }
  }

  std::string Special(std::uint32_t kind, std::uint32_t page) {
    const std::string n = std::to_string(page), other = Title(dice_.Below(120));
    switch (kind) {
      case 7:  // numbers only
        return "<b>Price</b> <i>" + Pick({"12.50", "9.90", "7"}) + "</i> " + Anchor("1", "1") +
               Anchor("2", "2") + "<i>" + n + "</i>";
      case 8: {  // a long run, sometimes only a piece of it
        std::string run;
        for (const char* seed : {"one", "two", "three", "four", "five"})
          if (dice_.Below(15) != 0) run += P(OwnWords(7, seed));
        return run + P(OwnWords(20, n));
      }
      case 9:  // one long text
        return "<" + notice_ + ">" + kLongText + "</" + notice_ + ">" + P(OwnWords(20, "m" + n));
      case 10:  // boxes without names that begin alike
        return "<div>About this <p>" + OwnWords(3, n) + "</p></div><div>" +
               Pick({"Tags and names", "Share this page"}) + P("Send it") + "</div>";
      case 11:  // lists in lists: the outer label stands before the inner list
        return "<ul><li>Products <ul><li>Chairs</li><li>Tables <b>and more</b></li></ul> here</li>"
               "<li>Shops <p>All shops of ours</p></li></ul>";
      case 12:  // elements that html does not know
        return "<x-item class=\"s\">" + Anchor("Shop", "/s") + "</x-item><typo>" +
               P(OwnWords(9, std::to_string(dice_.Below(20)))) + "</typo><x-list>Part " +
               P("of it") + "</x-list>";
      case kNotice:
        return "A short notice of ours";
      case kSiblings: {  // links that change from page to page
        std::string links = Anchor("All", "/");
        for (int i = 0; i < 8; ++i)
          links += Anchor(Title(dice_.Below(120)), "s" + std::to_string(i));
        return links;
      }
      case 16:  // labels that lead into the page, titles that lead off it
        return Anchor("Contents", "#c") + Anchor(Title(dice_.Below(120)), "x") +
               Anchor("Notes of it", "#n") + Anchor(other, "y");
      case 17:  // labels of the page before lists that begin alike
        return "<ul><li>Part w" + n + "m <ul><li>" + OwnWords(10, "l" + n) + "</li><li>" +
               OwnWords(10, "m" + n) + "</li></ul>" + P(OwnWords(10, "k" + n)) + "</li><li>Part w" +
               n + "l <ul><li>Chairs to sit</li><li>Tables to eat at</li></ul>" +
               P("Tell us what you think") + "</li></ul>";
      case 18:  // the title between labels
        return Anchor("Index", "/") + "<span>" + Title(page) + "</span>" + Anchor("Search", "/s");
      case kContents: {  // links to headings of the page, most of which other pages have as well
        std::string links, parts;
        for (std::uint32_t i = 0; i < 4; ++i) {
          const std::string head = "Part " + OwnWords(2, std::to_string((page + i * 7) % 12));
          links += Anchor(head, "#" + std::to_string(i));
          if (dice_.Below(12) != 0) parts += "<h4>" + head + "</h4>";
        }
        return links + "</nav>" + parts + "<nav>";
      }
      case 20:  // a long text that a few pages share
        return "<div class=\"life\">" + OwnWords(9, "life" + std::to_string(dice_.Below(3))) +
               "</div>" + P(OwnWords(20, "v" + n));
      default:  // the title in a bar, and a heading that says it or not
        return Anchor("Index", "/") + "<span>" + Title(page) + "</span>" +
               Pick({"", "<h1>" + Title(page) + "</h1>", "<h1>Of its own w" + n + "h</h1>"}) +
               P(OwnWords(40, "h" + n));
    }
  }

  Dice dice_;
  std::vector<Shape> frames_;
  std::string around_, title_, notice_;
  std::uint32_t around_percent_ = 100, titles_ = 1000;
  bool bars_at_ends_ = false;
  bool own_headings_ = false;
  bool one_label_ = false;  // in these bars
  bool sparse_ = false;     // few pages with words of their own
};

}  // namespace thresh
