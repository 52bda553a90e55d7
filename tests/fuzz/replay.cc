// Replay: runs a fuzz target without libFuzzer. It tries the seeds of a folder, the empty input and
// mutations of both, the same ones on every machine. A mistake ends the process (sanitizers,
// THRESH_CHECK). Each input is written beside the program before it is tried, so the last one is
// the culprit.
//
// A file whose name ends with .b64 holds a seed a line (campaign).
//
//   fuzz_x SEED_FOLDER_OR_FILE...      FUZZ_MUTATIONS=2000
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

constexpr std::size_t kMaxBytes = 1 << 16;

class Mutator {
 public:
  explicit Mutator(const std::vector<std::string>& seeds) : seeds_(seeds) {}

  std::string Next() {
    std::string bytes = Any(seeds_);
    for (std::size_t n = 1 + Below(6); n > 0; --n) Mutate(&bytes);
    bytes.resize(std::min(bytes.size(), kMaxBytes));
    return bytes;
  }

 private:
  std::size_t Below(std::size_t n) { return n == 0 ? 0 : random_() % n; }
  const std::string& Any(const std::vector<std::string>& from) { return from[Below(from.size())]; }

  void Mutate(std::string* bytes) {
    const std::size_t at = Below(bytes->size() + 1);
    const std::size_t length = std::min(Below(32), bytes->size() - at);
    switch (Below(7)) {
      case 0:
        if (at < bytes->size()) (*bytes)[at] = static_cast<char>((*bytes)[at] ^ (1 << Below(8)));
        break;
      case 1:
        if (at < bytes->size()) (*bytes)[at] = static_cast<char>(random_());
        break;
      case 2:
        bytes->insert(at, 1 + Below(8), static_cast<char>(random_()));
        break;
      case 3:
        bytes->erase(at, length);
        break;
      case 4:
        bytes->insert(Below(bytes->size() + 1), bytes->substr(at, length));
        break;
      case 5:
        bytes->resize(at);
        break;
      default: {
        const std::string& other = Any(seeds_);
        bytes->insert(at, other.substr(Below(other.size() + 1), Below(256)));
      }
    }
  }

  const std::vector<std::string>& seeds_;
  std::minstd_rand random_{20060423};
};

std::string ReadWhole(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string FromBase64(const std::string& line) {
  static const std::string kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : line) {
    const std::size_t digit = kDigits.find(c);
    if (digit == std::string::npos) break;
    bits = bits << 6 | static_cast<std::uint32_t>(digit);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes += static_cast<char>(bits >> count);
  }
  return bytes;
}

std::vector<std::string> ReadSeeds(int argc, char** argv) {
  std::vector<std::filesystem::path> files;
  for (int i = 1; i < argc; ++i) {
    if (std::filesystem::is_directory(argv[i])) {
      for (const auto& entry : std::filesystem::recursive_directory_iterator(argv[i])) {
        if (entry.is_regular_file()) files.push_back(entry.path());
      }
    } else if (std::filesystem::exists(argv[i])) {
      files.emplace_back(argv[i]);
    }
  }
  std::sort(files.begin(), files.end());
  std::vector<std::string> seeds = {""};
  for (const auto& file : files) {
    if (file.extension() != ".b64") {
      seeds.push_back(ReadWhole(file));
      continue;
    }
    std::ifstream lines(file);
    for (std::string line; std::getline(lines, line);) seeds.push_back(FromBase64(line));
  }
  return seeds;
}

void Try(const std::string& bytes, const std::string& last_input) {
  std::ofstream(last_input, std::ios::binary) << bytes;
  // A copy of exactly this size, so that a sanitizer sees a read past the end.
  const std::vector<std::uint8_t> copy(bytes.begin(), bytes.end());
  LLVMFuzzerTestOneInput(copy.data(), copy.size());
}

}  // namespace

int main(int argc, char** argv) {
  const std::string last_input = std::string(argv[0]) + ".last";
  const std::vector<std::string> seeds = ReadSeeds(argc, argv);
  for (const std::string& seed : seeds) Try(seed, last_input);
  const char* setting = std::getenv("FUZZ_MUTATIONS");
  const int mutations = setting == nullptr ? 2000 : std::atoi(setting);
  Mutator mutator(seeds);
  for (int i = 0; i < mutations; ++i) Try(mutator.Next(), last_input);
  std::filesystem::remove(last_input);
  std::printf("%zu seeds and %d mutations of them survived\n", seeds.size() - 1, mutations);
  return 0;
}
