#include "indexer/detect/rtdm_td/find_template.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "tests/support/dice.h"
#include "tests/unit/indexer/detect/rtdm_td/drawn_tree.h"

namespace thresh {
namespace {

LabelTree Article(int n) {
  const std::string i = std::to_string(n);
  return DrawnTree("html(ul(li(=home) li(=news)) div(h1(=t" + i + ") p(=a" + i + ")) div(=copy))");
}
LabelTree Product(int n) {
  const std::string i = std::to_string(n);
  return DrawnTree("html(form(input =search) table(tr(td(=item) td(=price)) tr(td(=x" + i +
                   ") td(=y" + i + "))) div(=copy))");
}

TEST(FindTemplate, OneTemplateOfAllPages) {
  const auto found = FindTemplate({Article(1), Article(2), Article(3)}, 1);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].pages, 3u);
  EXPECT_TRUE(
      Equal(found[0].tree, DrawnTree("html(ul(li(=home) li(=news)) div(h1 p) div(=copy))")));
  EXPECT_TRUE(FindTemplate({Article(1)}, 1).empty()) << "a single page has no template";
}

TEST(FindTemplates, OneForEachLayout) {
  std::vector<LabelTree> pages;
  for (int i = 0; i < 4; ++i) {
    pages.push_back(Article(i));
    pages.push_back(Product(i));
  }
  const auto found = FindTemplates(pages, 2, 3);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_TRUE(
      Equal(found[0].tree, DrawnTree("html(ul(li(=home) li(=news)) div(h1 p) div(=copy))")));
  EXPECT_TRUE(Equal(
      found[1].tree,
      DrawnTree("html(form(input =search) table(tr(td(=item) td(=price)) tr(td td)) div(=copy))")));
  EXPECT_EQ(TemplateFor(Article(9), found), &found[0]);
  EXPECT_EQ(TemplateFor(Product(9), found), &found[1]);
  EXPECT_EQ(TemplateFor(Article(9), {}), nullptr);
}

// One page of the layout with none of its words does not count; two of them do.
TEST(FindTemplates, AnOddPageDoesNotRuinTheTemplate) {
  const auto page = [](const std::string& bar, int n) {
    return DrawnTree("html(ul(li(" + bar + ")) div(h1(=t" + std::to_string(n) + ")) div(" + bar +
                     "))");
  };
  const std::string bar = "=home =news =help =jobs =shop =mail";
  std::vector<LabelTree> pages = {page(bar, 1), page(bar, 2), page("=error", 3), page(bar, 4)};
  const auto whole = FindTemplates(pages, 2, 3);
  ASSERT_EQ(whole.size(), 1u);
  EXPECT_EQ(whole[0].pages, 3u);
  EXPECT_TRUE(
      Equal(whole[0].tree, DrawnTree("html(ul(li(" + bar + ")) div(h1) div(" + bar + "))")));
  pages.push_back(page("=gone", 5));
  const auto rest = FindTemplates(pages, 2, 3);
  EXPECT_EQ(rest.at(0).pages, 5u);
  EXPECT_TRUE(Equal(rest[0].tree, DrawnTree("html(ul(li) div(h1) div)")));
}

TEST(HashSubtrees, TellsSubtreesApart) {
  std::set<std::uint64_t> seen;
  for (const char* drawing :
       {"a", "a(a)", "b(b)", "a(a a)", "a(a(a))", "a(b)", "a(b b)", "a(b(b))", "=a"})
    EXPECT_TRUE(seen.insert(DrawnTree(drawing).nodes[0].subtree).second) << drawing;
}

TEST(TagPaths, AreASetWithoutTexts) {
  EXPECT_EQ(TagPaths(DrawnTree("html(p(=a) p(=b) div(p))")).size(), 4u);
  EXPECT_EQ(Jaccard({1, 2, 3}, {2, 3, 4, 5}), 2.0 / 5);
  EXPECT_EQ(Jaccard({}, {}), 1);
}

TEST(PackTree, ComesBackAndDamageIsSeen) {
  const LabelTree tree = DrawnTree("html(ul(li(=home) li(=news)) div(h1 p(=text)) div(=copy))");
  const std::string packed = PackTree(tree);
  LabelTree back;
  ASSERT_TRUE(UnpackTree(packed, &back));
  EXPECT_TRUE(Equal(tree, back));
  EXPECT_EQ(tree.nodes[0].subtree, back.nodes[0].subtree);
  EXPECT_FALSE(UnpackTree(std::string_view(packed).substr(1), &back));
  EXPECT_FALSE(UnpackTree(std::string_view(packed).substr(0, packed.size() - 1), &back));
  Dice dice(3);
  for (int i = 0; i < 500; ++i) {
    std::string damaged = packed;
    damaged[dice.Below(damaged.size())] = static_cast<char>(dice.Below(256));
    EXPECT_TRUE(!UnpackTree(damaged, &back) || back.nodes.empty() ||
                back.nodes[0].end == back.nodes.size());
  }
}

}  // namespace
}  // namespace thresh
