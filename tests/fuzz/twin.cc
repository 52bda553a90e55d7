// thresh-twin INPUT...: reads every page of each input with both readers of html and compares the
// trees. For each input it prints the pages, their bytes, the share that was read straight, the
// reasons for giving up, and the pages that the readers read differently.
//
//   --fuzz N --seed S     tries N pages in place of that: pages out of tokens, and mutated pages of
//                         the inputs, of each the first thousand pages and every hundredth behind
//
// Exit code 1 if there was a difference, 64 for wrong usage, else that of the input.
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/status.h"
#include "indexer/sources/source.h"
#include "tests/fuzz/twin_campaign.h"

namespace thresh {
namespace {

constexpr std::uint64_t kReported = 3;

struct Arguments {
  std::uint64_t fuzz = 0, seed = 1;
  std::vector<std::string> inputs;
};

bool ReadNumber(std::string_view text, std::uint64_t* number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), *number);
  return error == std::errc() && end == text.data() + text.size();
}

bool ReadArguments(int argc, char** argv, Arguments* arguments) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "--fuzz" || word == "--seed") {
      std::uint64_t* const number = word == "--fuzz" ? &arguments->fuzz : &arguments->seed;
      if (++i == argc || !ReadNumber(argv[i], number)) return false;
    } else if (word.starts_with("--")) {
      return false;
    } else {
      arguments->inputs.emplace_back(word);
    }
  }
  return arguments->fuzz != 0 || !arguments->inputs.empty();
}

// Calls `f` with the url and the html of each page.
Status ForEachPage(const std::string& input,
                   const std::function<void(const std::string&, const std::string&)>& f) {
  THRESH_ASSIGN_OR_RETURN(const std::unique_ptr<Source> source, OpenSource(input, SourceOptions()));
  for (RawPage page;;) {
    THRESH_ASSIGN_OR_RETURN(const bool more, source->Next(&page));
    if (!more) return {};
    if (page.kind == RecordKind::kPage && page.form == PageForm::kHtml)
      f(page.url, ToPage(std::move(page.bytes), page.http_charset));
  }
}

Status Compare(const std::string& input, TwinReaders* readers, fuzz::TwinTally* all) {
  fuzz::TwinTally tally;
  THRESH_RETURN_IF_ERROR(ForEachPage(input, [&](const std::string& url, const std::string& page) {
    const TwinReaders::Answer answer = readers->Read(page);
    tally.Count(page, answer);
    if (!answer.difference.empty() && tally.differences <= kReported)
      std::printf("DIFFERENCE %s: %s\n", url.c_str(), answer.difference.c_str());
  }));
  tally.Print(input.c_str());
  all->Add(tally);
  return {};
}

Status Run(const Arguments& arguments, std::uint64_t* differences) {
  fuzz::TwinTally tally;
  if (arguments.fuzz == 0) {
    TwinReaders readers;
    for (const std::string& input : arguments.inputs)
      THRESH_RETURN_IF_ERROR(Compare(input, &readers, &tally));
  } else {
    fuzz::TwinCampaign campaign(arguments.seed);
    for (const std::string& input : arguments.inputs) {
      std::uint64_t pages = 0;
      THRESH_RETURN_IF_ERROR(ForEachPage(input, [&](const std::string&, const std::string& page) {
        if (++pages <= 1000 || pages % 100 == 0) campaign.AddPage(page);
      }));
    }
    tally = campaign.Run(arguments.fuzz);
  }
  tally.Print(arguments.fuzz == 0 ? "all" : ("seed " + std::to_string(arguments.seed)).c_str());
  *differences = tally.differences;
  return {};
}

}  // namespace
}  // namespace thresh

int main(int argc, char** argv) {
  thresh::Arguments arguments;
  if (!thresh::ReadArguments(argc, argv, &arguments)) {
    std::fprintf(stderr, "usage: thresh-twin [--fuzz N] [--seed S] INPUT...\n");
    return 64;
  }
  std::uint64_t differences = 0;
  const thresh::Status status = thresh::Run(arguments, &differences);
  if (!status.ok()) std::fprintf(stderr, "%s\n", status.message().c_str());
  if (!status.ok()) return static_cast<int>(status.code());
  return differences == 0 ? 0 : 1;
}
