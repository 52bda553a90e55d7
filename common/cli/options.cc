#include "common/cli/options.h"

#include <algorithm>
#include <boost/program_options.hpp>
#include <cctype>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <optional>
#include <set>

#include "common/base/ascii.h"
#include "common/base/nearest_name.h"
#include "common/base/numbers.h"

namespace po = boost::program_options;

namespace thresh {
namespace {

constexpr std::string_view kEnvironmentPrefix = "THRESH_";

bool ParseBytes(std::string_view text, ByteSize* size) {
  constexpr std::string_view kUnits = "KMGT";
  unsigned shift = 0;
  // "64KB" means the same as "64K".
  if (text.ends_with('B')) text.remove_suffix(1);
  if (!text.empty()) {
    if (const std::size_t unit = kUnits.find(text.back()); unit != std::string_view::npos) {
      shift = 10 * (static_cast<unsigned>(unit) + 1);
      text.remove_suffix(1);
    }
  }
  std::uint64_t number = 0;
  if (!ParseNumber(text, &number)) return false;
  if (number > (~std::uint64_t{0} >> shift)) return false;  // more than 64 bits of bytes
  size->bytes = number << shift;
  return true;
}

bool ParseBool(std::string_view text, bool* flag) {
  *flag = text == "true" || text == "1" || text == "yes" || text == "on";
  return *flag || text == "false" || text == "0" || text == "no" || text == "off";
}

// Whether a text is a whole number, of whatever size and sign.
bool IsWhole(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  return !text.empty() && std::all_of(text.begin(), text.end(), IsAsciiDigit);
}

// Reads `text` into a target. Returns null, or what a value would have to be.
struct Assign {
  std::string_view text;
  const char* operator()(bool* t) const { return ParseBool(text, t) ? nullptr : "true or false"; }
  const char* operator()(std::string* t) const {
    *t = text;
    return nullptr;
  }
  const char* operator()(std::uint32_t* t) const {
    if (ParseNumber(text, t)) return nullptr;
    return IsWhole(text) ? "a number from 0 to 4294967295" : "a whole number";
  }
  const char* operator()(std::uint64_t* t) const {
    if (ParseNumber(text, t)) return nullptr;
    return IsWhole(text) ? "a number from 0 to 18446744073709551615" : "a whole number";
  }
  const char* operator()(double* t) const {
    // from_chars also reads "inf" and "nan", which no option means.
    return ParseNumber(text, t) && std::isfinite(*t) ? nullptr : "a number";
  }
  const char* operator()(ByteSize* t) const {
    if (ParseBytes(text, t)) return nullptr;
    // More than 64 bits of bytes, if it has a number and a unit that are ones.
    const std::string_view unit =
        text.substr(std::min(text.find_first_not_of("0123456789"), text.size()));
    ByteSize one;
    const bool too_large = unit.size() < text.size() && ParseBytes("1" + std::string(unit), &one);
    return too_large ? "a size below 16777216T" : "a size such as 256M";
  }
  const char* operator()(std::vector<std::string>* t) const {
    t->emplace_back(text);
    return nullptr;
  }
};

// The shortest text that ParseBytes reads back: "256M".
std::string BytesText(std::uint64_t bytes) {
  constexpr std::string_view kUnits = "KMGT";
  std::size_t unit = 0;
  for (; unit < kUnits.size() && bytes != 0 && bytes % 1024 == 0; ++unit) bytes /= 1024;
  return std::to_string(bytes) + (unit == 0 ? "" : std::string(1, kUnits[unit - 1]));
}

// The value of a target as text. A store records its configuration this way, so the text depends
// on no locale.
struct Show {
  std::string operator()(const bool* t) const { return *t ? "true" : "false"; }
  std::string operator()(const std::string* t) const { return *t; }
  std::string operator()(const std::uint32_t* t) const { return std::to_string(*t); }
  std::string operator()(const std::uint64_t* t) const { return std::to_string(*t); }
  std::string operator()(const double* t) const {
    // The shortest text that reads back as the same double has at most 24 characters.
    char text[32];
    const auto [end, error] = std::to_chars(text, text + sizeof text, *t);
    return std::string(text, error == std::errc() ? end : text);
  }
  std::string operator()(const ByteSize* t) const { return BytesText(t->bytes); }
  std::string operator()(const std::vector<std::string>* t) const { return ListText(*t); }
};

// Breaks a line at blanks into lines of at most `width`, each after `indent` blanks.
std::string WrapLine(std::string_view text, std::size_t indent, std::size_t width) {
  std::string out;
  std::size_t column = 0;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(text.size(), word.size() + 1));
    // A word that is longer than a line stays whole, so that it can be copied.
    if (column > 0 && indent + column + 1 + word.size() > width) {
      out += "\n" + std::string(indent, ' ');
      column = 0;
    }
    out += (column > 0 ? " " : "") + std::string(word);
    column += word.size() + (column > 0 ? 1 : 0);
  }
  return out + "\n";
}

// The same for a text that may have line ends of its own, such as a list.
std::string Wrap(std::string_view text, std::size_t indent, std::size_t width) {
  std::string out;
  for (bool more = true; more;) {
    const std::size_t end = text.find('\n');
    out += (out.empty() ? "" : std::string(indent, ' ')) +
           WrapLine(text.substr(0, end), indent, width);
    more = end != std::string_view::npos;
    if (more) text.remove_prefix(end + 1);
  }
  return out;
}

struct Option : OptionText {
  Options::Target target;
  Affects affects = Affects::kContent;
  std::function<void(const std::string&)> apply;  // of a preset
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  bool required = false;
  bool given = false;
  bool only_flag = false;
  bool bounded() const { return std::isfinite(low) || std::isfinite(high); }
  bool is_flag() const { return std::holds_alternative<bool*>(target); }
};

// The value of a target that holds a number.
struct Number {
  double operator()(const std::uint32_t* t) const { return *t; }
  double operator()(const std::uint64_t* t) const { return static_cast<double>(*t); }
  double operator()(const double* t) const { return *t; }
  template <typename Other>
  double operator()(const Other*) const {
    return 0;
  }
};

Status CheckBounds(const Option& option, const std::string& text, const std::string& shown) {
  if (!option.bounded()) return {};
  const double value = std::visit(Number(), option.target);
  if (value >= option.low && value <= option.high) return {};
  return Status(Code::kUsage, shown + ": " + text + " is not from " + Show()(&option.low) + " to " +
                                  Show()(&option.high));
}

Status SetOption(const Option& option, const std::string& text, const std::string& shown) {
  const std::vector<std::string>& choices = option.choices;
  if (!choices.empty() && std::find(choices.begin(), choices.end(), text) == choices.end()) {
    return Status(Code::kUsage, shown + ": '" + text + "' is not one of " + Show()(&choices) +
                                    MeantName(text, choices));
  }
  const char* expected = std::visit(Assign{text}, option.target);
  if (expected == nullptr) return CheckBounds(option, text, shown);
  return Status(Code::kUsage, shown + ": '" + text + "' is not " + expected);
}

}  // namespace

struct Options::Impl {
  std::vector<Option> options;
  std::optional<Option> arguments;  // what stands without a dash

  Option* Find(std::string_view name) {
    const auto it = std::find_if(options.begin(), options.end(),
                                 [&](const Option& o) { return o.name == name; });
    return it == options.end() ? nullptr : &*it;
  }
  po::options_description Description(bool with_arguments) const;
  std::string Meant(std::string_view typed) const;
  Status CheckValues(const std::vector<std::string>& text) const;
  Result<po::parsed_options> ReadCommandLine(const std::vector<std::string>& text) const;
  Result<po::parsed_options> ReadConfig(const std::string& file) const;
  po::parsed_options ReadEnvironment() const;
  Status Apply(const po::parsed_options& source, const std::string& where);
  Status CheckRequired() const;
};

po::options_description Options::Impl::Description(bool with_arguments) const {
  po::options_description description;
  for (const Option& option : options) {
    // Boost gets strings only. Apply() converts them, so all three sources report mistakes alike.
    auto* value = po::value<std::vector<std::string>>();
    // A flag has no value on the command line and needs one in a config file.
    if (option.is_flag() && with_arguments) value->zero_tokens();
    const std::string names = option.name + (option.letter.empty() ? "" : "," + option.letter);
    description.add_options()(names.c_str(), value);
  }
  if (arguments && with_arguments) {
    description.add_options()(arguments->name.c_str(), po::value<std::vector<std::string>>());
  }
  return description;
}

// The end of a message about an option that does not exist: "; do you mean --store?".
std::string Options::Impl::Meant(std::string_view typed) const {
  std::vector<std::string> names;
  for (const Option& option : options) names.push_back(option.shown());
  return MeantName(typed, names);
}

// Boost would take the next option, or the `--` in front of words, for the value.
Status Options::Impl::CheckValues(const std::vector<std::string>& text) const {
  for (std::size_t i = 0; i + 1 < text.size() && text[i] != "--"; ++i) {
    if (!text[i + 1].starts_with("--")) continue;
    const bool wants_value = std::any_of(options.begin(), options.end(), [&](const Option& option) {
      return !option.is_flag() && option.shown() == text[i];
    });
    if (wants_value) return Status(Code::kUsage, text[i] + ": a value is missing");
  }
  return {};
}

Result<po::parsed_options> Options::Impl::ReadCommandLine(
    const std::vector<std::string>& text) const {
  namespace style = po::command_line_style;
  po::positional_options_description positional;
  if (arguments) positional.add(arguments->name.c_str(), -1);
  const po::options_description description = Description(true);
  try {
    po::parsed_options parsed = po::command_line_parser(text)
                                    .options(description)
                                    .positional(positional)
                                    // Abbreviations are refused, because a later option could make
                                    // them ambiguous.
                                    .style(style::unix_style & ~style::allow_guessing)
                                    .run();
    parsed.description = nullptr;  // the description ends with this function
    return parsed;
  } catch (const po::unknown_option& error) {
    return Status(Code::kUsage, error.what() + Meant(error.get_option_name()));
  } catch (const po::too_many_positional_options_error&) {
    return Status(Code::kUsage, "only options are understood here");
  } catch (const po::error& error) {
    return Status(Code::kUsage, error.what());
  }
}

Result<po::parsed_options> Options::Impl::ReadConfig(const std::string& file) const {
  std::ifstream in(file);
  // A config file that may not be read is missing input, whatever the cause.
  if (!in) return Status(Code::kMissing, ErrnoStatus(errno, "cannot read", file).message());
  const po::options_description description = Description(false);
  try {
    po::parsed_options parsed = po::parse_config_file(in, description);
    parsed.description = nullptr;
    return parsed;
  } catch (const po::error& error) {
    return Status(Code::kUsage, file + ": " + error.what());
  }
}

po::parsed_options Options::Impl::ReadEnvironment() const {
  po::parsed_options parsed(nullptr);
  for (const Option& option : options) {
    if (option.only_flag) continue;
    std::string variable(kEnvironmentPrefix);
    for (const char c : option.name) {
      variable += c == '-' ? '_' : AsciiUpper(c);
    }
    const char* value = std::getenv(variable.c_str());
    // An empty variable counts as not set, so a caller can switch one off.
    if (value != nullptr && *value != '\0') {
      parsed.options.emplace_back(option.name, std::vector<std::string>{value});
    }
  }
  return parsed;
}

// Sets the targets that a source gives. A list that a stronger source gives replaces the list of a
// weaker one, so its first value here clears what is there.
Status Options::Impl::Apply(const po::parsed_options& source, const std::string& where) {
  std::set<std::string> cleared;
  for (const po::option& given : source.options) {
    Option* option =
        arguments && given.string_key == arguments->name ? &*arguments : Find(given.string_key);
    THRESH_CHECK(option != nullptr);
    option->given = true;
    auto* const* list = std::get_if<std::vector<std::string>*>(&option->target);
    if (list != nullptr && cleared.insert(option->name).second) (*list)->clear();
    // A flag on the command line comes without a value.
    const std::vector<std::string> values =
        given.value.empty() ? std::vector<std::string>{"true"} : given.value;
    for (const std::string& value : values) {
      THRESH_RETURN_IF_ERROR(SetOption(*option, value, where + option->shown()));
    }
  }
  return {};
}

Status Options::Impl::CheckRequired() const {
  for (const Option& option : options) {
    if (option.required && !option.given)
      return Status(Code::kUsage, option.shown() + " is missing");
  }
  if (arguments && arguments->required && !arguments->given) {
    return Status(Code::kUsage, arguments->name + " is missing");
  }
  return {};
}

std::string ListText(const std::vector<std::string>& items) {
  std::string text;
  for (const std::string& item : items) {
    if (!text.empty()) text += ' ';
    for (const char c : item) {
      if (c == ' ' || c == '\\') text += '\\';
      text += c;
    }
  }
  return text;
}

std::vector<std::string> ListItems(std::string_view text) {
  std::vector<std::string> items;
  bool within = false;  // an item
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool escaped = text[i] == '\\' && i + 1 < text.size();
    if (text[i] == ' ') {
      within = false;
      continue;
    }
    if (!within) items.emplace_back();
    within = true;
    items.back() += escaped ? text[++i] : text[i];
  }
  return items;
}

Options::Options() : impl_(std::make_unique<Impl>()) {}
Options::~Options() = default;

void Options::Add(std::string_view names, Target target, std::string_view value_name,
                  std::string_view help, Affects affects) {
  Option option;
  option.target = target;
  option.affects = affects;
  // The same notation as Boost's: a long name, then a letter.
  const std::size_t comma = names.find(',');
  option.name = names.substr(0, comma);
  if (comma != std::string_view::npos) option.letter = names.substr(comma + 1);
  option.value_name = value_name;
  option.help = help;
  if (const std::string value = std::visit(Show(), target); !option.is_flag() && !value.empty()) {
    option.help += " (default " + value + ")";
  }
  impl_->options.push_back(std::move(option));
}

void Options::AddChoice(std::string_view names, std::string* target,
                        std::vector<std::string> choices, std::string_view help, Affects affects) {
  std::string value_name;
  for (const std::string& choice : choices) value_name += (value_name.empty() ? "" : "|") + choice;
  Add(names, target, value_name, help, affects);
  impl_->options.back().choices = std::move(choices);
}

void Options::AddPreset(std::string_view names, std::string* target,
                        std::vector<std::string> choices, std::string_view help,
                        std::function<void(const std::string&)> apply) {
  AddChoice(names, target, std::move(choices), help);
  impl_->options.back().apply = std::move(apply);
}

void Options::Arguments(std::vector<std::string>* target, std::string_view value_name,
                        std::string_view help) {
  impl_->arguments.emplace();
  impl_->arguments->target = target;
  impl_->arguments->name = value_name;
  impl_->arguments->help = help;
}

void Options::Bound(std::string_view name, double low, double high) {
  Option* option = impl_->Find(name);
  THRESH_CHECK(option != nullptr);
  option->low = low;
  option->high = high;
}

void Options::OnlyAsFlag(std::string_view name) {
  Option* option = impl_->Find(name);
  THRESH_CHECK(option != nullptr);
  option->only_flag = true;
}

void Options::Require(std::string_view name) {
  Option* option =
      impl_->arguments && impl_->arguments->name == name ? &*impl_->arguments : impl_->Find(name);
  THRESH_CHECK(option != nullptr);
  option->required = true;
}

Status Options::ParseFlagsAlone(const std::vector<std::string>& arguments) {
  for (Option& option : impl_->options) option.only_flag = true;
  return Parse(arguments);
}

Status Options::Parse(const std::vector<std::string>& arguments) {
  THRESH_RETURN_IF_ERROR(impl_->CheckValues(arguments));
  THRESH_ASSIGN_OR_RETURN(const po::parsed_options flags, impl_->ReadCommandLine(arguments));
  const po::parsed_options environment = impl_->ReadEnvironment();
  po::parsed_options settings(nullptr);
  std::string file;  // of the settings
  const auto apply_all = [&]() -> Status {
    THRESH_RETURN_IF_ERROR(impl_->Apply(settings, file + ": "));
    THRESH_RETURN_IF_ERROR(impl_->Apply(environment, "environment "));
    return impl_->Apply(flags, "");
  };
  // Applied again after the config file, which flags and environment may name and which they
  // overrule, and after a preset, which all three may name and which all three overrule.
  THRESH_RETURN_IF_ERROR(apply_all());
  if (const Option* config = impl_->Find("config"); config != nullptr && config->given) {
    file = std::visit(Show(), config->target);
    THRESH_ASSIGN_OR_RETURN(settings, impl_->ReadConfig(file));
    THRESH_RETURN_IF_ERROR(apply_all());
  }
  for (const Option& option : impl_->options) {
    if (!option.apply || !option.given) continue;
    option.apply(std::visit(Show(), option.target));
    THRESH_RETURN_IF_ERROR(apply_all());
  }
  // Checked last, because any source may give a required option.
  return impl_->CheckRequired();
}

std::vector<Setting> Options::Effective() const {
  std::vector<Setting> out;
  for (const Option& option : impl_->options)
    out.push_back({option.name, std::visit(Show(), option.target), option.affects});
  return out;
}

std::string Options::Usage() const {
  std::string out;
  for (const Option& option : impl_->options) {
    if (option.required) out += option.shown() + " " + option.value_name + " ";
  }
  out += "[options]";
  if (impl_->arguments) out += " " + impl_->arguments->name;
  return out;
}

std::string Options::Help(std::size_t width) const {
  // The column of all texts. An option that reaches it gets a line of its own.
  constexpr std::size_t kIndent = 26;
  std::string out;
  const auto add = [&](std::string left, std::string_view help) {
    left = "  " + left;
    left += left.size() + 2 > kIndent ? "\n" + std::string(kIndent, ' ')
                                      : std::string(kIndent - left.size(), ' ');
    out += left + Wrap(help, kIndent, width);
  };
  if (impl_->arguments) add(impl_->arguments->name, impl_->arguments->help);
  for (const Option& option : impl_->options) {
    std::string left =
        option.letter.empty() ? option.shown() : "-" + option.letter + ", " + option.shown();
    if (!option.value_name.empty()) left += " " + option.value_name;
    add(std::move(left), option.help);
  }
  add("-h, --help", "this help");
  return out;
}

std::vector<OptionText> Options::Texts() const {
  return {impl_->options.begin(), impl_->options.end()};
}

OptionText Options::ArgumentsText() const {
  return impl_->arguments ? OptionText(*impl_->arguments) : OptionText();
}

}  // namespace thresh
