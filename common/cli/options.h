// Options of a command: each bound to a member that holds its value. The only file that knows
// Boost.Program_options is options.cc; its exceptions become a Status there.
//
// An option is looked up as flag > environment (THRESH_ and its name in capitals, `-` as `_`) >
// config file (where the command has an option named `config`) > the value its member had when it
// was declared.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "common/base/status.h"

namespace thresh {

// A size with an optional unit: "4096", "64K", "256M", "2G".
struct ByteSize {
  std::uint64_t bytes = 0;
  friend bool operator==(ByteSize, ByteSize) = default;
};

class Options {
 public:
  using Target = std::variant<bool*, std::string*, std::uint32_t*, std::uint64_t*, double*,
                              ByteSize*, std::vector<std::string>*>;
  Options();
  ~Options();

  // `names` is "limit,n" or "limit": --limit and perhaps -n. A bool is a flag without a value; a
  // list may be given several times. The target must outlive Parse; its present value is the
  // default.
  void Add(std::string_view names, Target target, std::string_view value_name,
           std::string_view help);
  // A string that must be one of `choices`.
  void AddChoice(std::string_view names, std::string* target, std::vector<std::string> choices,
                 std::string_view help);
  // What stands on the command line without a dash; at most one list.
  void Arguments(std::vector<std::string>* target, std::string_view value_name,
                 std::string_view help);
  // Leaving out this option (or the arguments, by their value_name) is an error.
  void Require(std::string_view name);

  // kUsage with a clear message on anything that is not understood; kMissing where the config file
  // is.
  Status Parse(const std::vector<std::string>& arguments);

  // Every option with its value as text, in the order of declaration: the effective configuration.
  std::vector<std::pair<std::string, std::string>> Effective() const;
  std::string Usage() const;                  // "--store DIR [options] WORDS..."
  std::string Help(std::size_t width) const;  // one paragraph an option

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace thresh
