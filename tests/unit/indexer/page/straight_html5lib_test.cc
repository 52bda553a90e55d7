// The tree-construction cases of html5lib: where the straight reader does not give up, its tree is
// that of gumbo. The trees that html5lib expects are not asked: gumbo 0.10.1 follows an older
// standard, and the index is what gumbo makes of a page.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "tests/support/twin_readers.h"

namespace thresh {
namespace {

// "#data\n...\n#errors\n...\n#document\n...", one after the other. Cases with "#document-fragment"
// are left out: no page is a fragment of an element.
std::vector<std::string> ReadCases(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  const std::string all =
      "\n" + std::string(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
  const std::string_view data = "\n#data\n", errors = "\n#errors\n";
  std::vector<std::string> cases;
  for (std::size_t at = all.find(data); at != std::string::npos;) {
    const std::size_t begin = at + data.size();
    // The line end before "#errors" may be that of "#data": then the case is empty.
    const std::size_t end = all.find(errors, begin - 1);
    const std::size_t next = all.find(data, end);
    const bool fragment =
        all.substr(end, next - end).find("#document-fragment") != std::string::npos;
    if (!fragment) cases.push_back(end < begin ? "" : all.substr(begin, end - begin));
    at = next;
  }
  return cases;
}

std::vector<std::filesystem::path> Files() {
  std::vector<std::filesystem::path> files;
  std::error_code missing;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(
           THRESH_SHARED_DIR "/data/html5lib-tests/tree-construction", missing)) {
    if (entry.path().extension() == ".dat") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

TEST(Straight, Html5libTreeConstruction) {
  TwinReaders readers;
  std::size_t cases = 0, straight = 0;
  for (const std::filesystem::path& file : Files()) {
    for (const std::string& html : ReadCases(file)) {
      ++cases;
      const std::string page = ToPage(html, "utf-8");
      const TwinReaders::Answer answer = readers.Read(page);
      straight += answer.why == straight::GiveUp::kNone ? 1 : 0;
      EXPECT_EQ(answer.difference, "") << file.filename() << ": " << html;
    }
  }
  if (cases == 0) GTEST_SKIP() << "html5lib's tree-construction cases are missing";
  std::printf("%zu of %zu cases were read straight\n", straight, cases);
  RecordProperty("straight", static_cast<int>(straight));
  EXPECT_GE(cases, 1500u);
  EXPECT_GE(straight * 100, cases * 70);
}

}  // namespace
}  // namespace thresh
