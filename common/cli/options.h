// Options: the flags of one command, each bound to the variable that holds its value. A Command
// declares them, RunProgram() parses them, and --help prints them. One object lives as long as one
// run of the program; not thread-safe. No other file knows Boost.Program_options, whose exceptions
// become a Status in options.cc.
//
// The value of an option comes from the first of these that has one: the flag, the environment
// (THRESH_ and the name in capitals, with `_` for `-`), the config file (if the command has an
// option named `config`), the value of the variable when it was declared. Where an option orders
// what a store must not lose by accident, the environment is left out (OnlyAsFlag).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "common/base/status.h"

namespace thresh {

// No machine has use for more threads; such a number was mistyped.
inline constexpr double kMostThreads = 1024;

// A size with an optional unit: "4096", "64K", "256M", "2G".
struct ByteSize {
  std::uint64_t bytes = 0;
  friend bool operator==(ByteSize, ByteSize) = default;
};

// What the value of an option changes in the store that a command builds. A build that goes on
// after a crash must have the same values of all options that affect the content.
enum class Affects : std::uint8_t {
  kContent,  // what the store holds: also the answer for an option that nobody thought about
  kRuns,     // where runs end: the content only if a method judges each run by itself
  kNothing,  // only how the work is done, or what is shown of it
};

// An option with its value, as text.
struct Setting {
  std::string name;
  std::string value;
  Affects affects = Affects::kContent;
  friend bool operator==(const Setting&, const Setting&) = default;
};

// An option as people read it.
struct OptionText {
  std::string name, letter, value_name, help;  // "limit", "n", "N"; a flag has no value_name
  std::vector<std::string> choices;            // of its value, if it must be one of some
  std::string shown() const { return "--" + name; }
};

// A list as one text, and back: a blank stands between two items, and "\\ " in an item.
std::string ListText(const std::vector<std::string>& items);
std::vector<std::string> ListItems(std::string_view text);

class Options {
 public:
  using Target = std::variant<bool*, std::string*, std::uint32_t*, std::uint64_t*, double*,
                              ByteSize*, std::vector<std::string>*>;
  Options();
  ~Options();

  // Declares an option. `names` is "limit" or "limit,n", for --limit with the letter -n. An option
  // with a bool is a flag without a value; one with a list may be given several times. The target
  // must outlive this object. Its present value is the default.
  void Add(std::string_view names, Target target, std::string_view value_name,
           std::string_view help, Affects affects = Affects::kContent);
  // Declares an option whose value must be one of `choices`.
  void AddChoice(std::string_view names, std::string* target, std::vector<std::string> choices,
                 std::string_view help, Affects affects = Affects::kContent);
  // Declares a choice that changes the defaults of other options: `apply` gets its value before the
  // values of the others are read.
  void AddPreset(std::string_view names, std::string* target, std::vector<std::string> choices,
                 std::string_view help, std::function<void(const std::string&)> apply);
  // Declares the list that takes all arguments without a dash. Without it they are refused.
  void Arguments(std::vector<std::string>* target, std::string_view value_name,
                 std::string_view help);
  // Makes it an error to give a number below `low` or above `high`. Declared with a number before.
  void Bound(std::string_view name, double low, double high);
  // The environment does not set this option: its value would change what a store holds, and a
  // variable that was set for another command would be enough.
  void OnlyAsFlag(std::string_view name);
  // Makes it an error to leave out this option, or the arguments (by their value_name).
  void Require(std::string_view name);

  // Sets all targets. To be called once, after all are declared. Returns kUsage with the option and
  // the reason if anything is not understood or missing, and kMissing if the config file cannot be
  // read; some targets may have changed then.
  Status Parse(const std::vector<std::string>& arguments);
  // The same, but no variable of the environment sets a target.
  Status ParseFlagsAlone(const std::vector<std::string>& arguments);

  // The effective configuration: every option with its value, in the order of declaration.
  std::vector<Setting> Effective() const;
  std::string Usage() const;                  // "--store DIR [options] WORDS..."
  std::string Help(std::size_t width) const;  // a paragraph for each option
  // All options, and the arguments without a dash: `name` is empty if there are none.
  std::vector<OptionText> Texts() const;
  OptionText ArgumentsText() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace thresh
