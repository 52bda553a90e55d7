// Each reason for which the straight reader leaves a page to gumbo has pages that give it.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/support/twin_readers.h"

namespace thresh {
namespace {

using straight::GiveUp;

std::string Times(std::string_view piece, int n) {
  std::string all;
  for (int i = 0; i < n; ++i) all += piece;
  return all;
}

void ExpectReason(GiveUp why, const std::vector<std::string>& pages) {
  TwinReaders readers;
  for (const std::string& page : pages)
    EXPECT_EQ(NameOf(readers.Read(page).why), NameOf(why)) << page.substr(0, 200);
}

TEST(StraightGiveUp, TagsWithoutARule) {
  ExpectReason(GiveUp::kTemplate,
               {"<template>", "<head></head><template>", "<body></template>", "<table><template>",
                "<table><colgroup></template>", "<select><template>", "<table><td><template>"});
  ExpectReason(GiveUp::kFrames, {"<frameset>", "<head></head><frameset>", "<body><frameset>"});
  ExpectReason(GiveUp::kRareTag, {"<plaintext>", "<isindex>", "<image>", "<html><html>"});
  ExpectReason(GiveUp::kForeign,
               {"<math>", "<svg><foreignObject>", "<svg><p>", "<svg><desc>", "<svg><g></svg>",
                "<svg></svg >", "<svg></svg/>", "<svg><![CDATA[a]]></svg>", "<svg><title><g>",
                "</><svg></svg>", "<svg></></svg>"});
}

// HTML standard, 13.2.6.5: start tags that end foreign content.
TEST(StraightGiveUp, TagsThatBreakOutOfADrawing) {
  for (const std::string name :
       {"b",      "big",  "blockquote", "body",  "br",   "center", "code",    "dd",   "div",
        "dl",     "dt",   "em",         "embed", "h1",   "h2",     "h3",      "h4",   "h5",
        "h6",     "head", "hr",         "i",     "img",  "li",     "listing", "menu", "meta",
        "nobr",   "ol",   "p",          "pre",   "ruby", "s",      "small",   "span", "strong",
        "strike", "sub",  "sup",        "table", "tt",   "u",      "ul",      "var",  "font"}) {
    ExpectReason(GiveUp::kForeign,
                 {"<svg><" + name + ">", "<svg><g/><" + name + " color=a></svg>"});
    ExpectReason(GiveUp::kNone, {"<svg><" + name + "x></" + name + "x></svg>"});
  }
}

TEST(StraightGiveUp, NulBytes) { ExpectReason(GiveUp::kNul, {std::string(1, '\0')}); }

TEST(StraightGiveUp, References) {
  const std::string longest = "&" + Times("a", 46);
  std::string unknown;
  for (char a = 'a'; a <= 'p'; ++a) {
    for (char b = 'a'; b <= 'p'; ++b) unknown += std::string("&zz") + a + b + ";";
  }
  ExpectReason(GiveUp::kNone, {longest + ";", "<p id='" + longest + "'>", unknown, "<a b b>"});
  ExpectReason(GiveUp::kReference, {longest + "a", "<p id='" + longest + "a'>",
                                    "<title>" + longest + "a", unknown + "&zzz;", "<html>&#32x"});
}

// Where names have to be compared, each with all others, they may not be too many.
TEST(StraightGiveUp, Attributes) {
  std::string names;
  for (int i = 0; i < 64; ++i) names += " a" + std::to_string(i) + "=1";
  ExpectReason(GiveUp::kNone, {"<p" + names + " a1>", "<b id=x><b" + names + ">",
                               "<p" + names + " b=1>", "<p " + Times("a=b ", 1000) + ">"});
  ExpectReason(GiveUp::kReference, {"<p" + names + " a1 a2>", "<b id=x><b" + names + " b=1>"});
  const std::string value(16'384, 'x');
  ExpectReason(GiveUp::kNone, {"<p id='" + value + "' a>", "<p a id='" + value + "'>"});
  ExpectReason(GiveUp::kReference, {"<p id='" + value + "' a b>"});
}

// Whether a table may stand in a paragraph is asked only where there is a table in a paragraph.
TEST(StraightGiveUp, Quirks) {
  const std::string doctype = "<!DOCTYPE html PUBLIC '-//W3C//DTD HTML 3.2//'>";
  ExpectReason(GiveUp::kNone, {doctype + "<table><p>"});
  ExpectReason(GiveUp::kQuirks, {doctype + "<p><table>"});
}

TEST(StraightGiveUp, Effort) {
  // <html> and <body> are open, too.
  ExpectReason(GiveUp::kNone, {Times("<div>", 510)});
  std::string fonts;
  for (int i = 0; i < 128; ++i) fonts += "<font size=" + std::to_string(i) + ">";
  ExpectReason(GiveUp::kNone, {fonts});
  const std::string adoptions = Times("<div>", 400) + Times("<b><div></b></div>", 2000);
  ExpectReason(GiveUp::kEffort, {Times("<div>", 511), fonts + "<b>", adoptions});
  std::string alike = "<p>";  // equal but for their writing, so that their attributes are read
  for (int i = 0; i < 60; ++i) alike += "<font size=" + std::to_string(i) + ">";
  ExpectReason(GiveUp::kEffort, {alike + Times("<font a></font>", 1000)});
  ParseLimits limits;
  limits.memory_bytes = 1u << 20;
  TwinReaders small(limits);
  EXPECT_EQ(NameOf(small.Read(Times("<br>", 20'000)).why), "effort");
}

}  // namespace
}  // namespace thresh
