#include "indexer/detect/parameters.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "common/base/check.h"
#include "common/base/edit_distance.h"
#include "common/base/numbers.h"
#include "indexer/detect/detector.h"

namespace thresh {
namespace {

const DetectorParameter* FindParameter(std::span<const DetectorParameter> table,
                                       std::string_view key) {
  const auto row = std::find_if(table.begin(), table.end(),
                                [&](const DetectorParameter& p) { return p.key == key; });
  return row == table.end() ? nullptr : &*row;
}

std::string NamesOf(std::span<const DetectorInfo* const> detectors) {
  if (detectors.size() > 1) return "the chosen detectors";
  return "detector " + std::string(detectors.front()->name);
}

// Of the parameters of the chosen detectors; of equally near ones the first. Empty if they have
// none.
std::string_view NearestKey(std::span<const DetectorInfo* const> chosen, std::string_view key) {
  std::string_view nearest;
  std::size_t least = static_cast<std::size_t>(-1);
  for (const DetectorInfo* info : chosen) {
    for (const DetectorParameter& parameter : info->parameters()) {
      // The best distance so far is the limit, so that hopeless keys are left early.
      const std::size_t distance = EditDistance(key, parameter.key, least);
      if (distance >= least) continue;
      least = distance;
      nearest = parameter.key;
    }
  }
  return nearest;
}

Status UnknownKey(std::span<const DetectorInfo* const> chosen, const std::string& key) {
  std::string others;
  for (const DetectorInfo& row : DetectorTable()) {
    if (FindParameter(row.parameters(), key) == nullptr) continue;
    others += (others.empty() ? "" : ", ") + std::string(row.name);
  }
  // A key of another detector is most likely a mix-up, so it is named before the nearest key.
  if (!others.empty())
    return Status(Code::kUsage,
                  key + " is a parameter of detector " + others + ", not of " + NamesOf(chosen));
  const std::string_view nearest = NearestKey(chosen, key);
  const std::string hint =
      nearest.empty() ? "; it has no parameters" : "; do you mean " + std::string(nearest) + "?";
  return Status(Code::kUsage, "no parameter " + key + " of " + NamesOf(chosen) + hint);
}

// NaN fails every comparison and is refused with the infinities, which are out of every range.
bool Takes(const DetectorParameter& parameter, double value) {
  const bool within = value >= parameter.least && value <= parameter.most;
  return within && (parameter.kind == ParameterKind::kNumber || value == std::floor(value));
}

}  // namespace

std::string SpelledNumber(double number) {
  // A double holds every whole number up to 2^53, which is about 9e15.
  constexpr double kExact = 1e15;  // whole numbers below it are written digit by digit
  if (std::abs(number) < kExact && number == std::floor(number))
    return std::to_string(static_cast<std::int64_t>(number));
  std::array<char, 32> text{};
  const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() ? std::string(text.data(), end) : std::string();
}

std::string DetectorParameter::Range() const {
  if (kind == ParameterKind::kFlag) return "0 or 1";
  const std::string range = SpelledNumber(least) + " to " + SpelledNumber(most);
  return kind == ParameterKind::kWhole ? "a whole number from " + range : range;
}

void DetectorConfig::Set(std::string key, double value) {
  const auto known =
      std::find_if(values_.begin(), values_.end(), [&](const auto& v) { return v.first == key; });
  if (known != values_.end()) {
    known->second = value;
  } else {
    values_.emplace_back(std::move(key), value);
  }
}

double DetectorConfig::Get(std::string_view key, double otherwise) const {
  const auto known =
      std::find_if(values_.begin(), values_.end(), [&](const auto& v) { return v.first == key; });
  return known != values_.end() ? known->second : otherwise;
}

const DetectorParameter& ParameterReader::Row(std::string_view key) const {
  const DetectorParameter* row = FindParameter(table_, key);
  THRESH_CHECK(row != nullptr);
  return *row;
}

double ParameterReader::Number(std::string_view key) const {
  return Number(key, Row(key).otherwise);
}

double ParameterReader::Number(std::string_view key, double otherwise) const {
  const DetectorParameter& row = Row(key);
  const double value = config_.Get(key, otherwise);
  // A detector that is made without CheckParameters still gets a value in range.
  return std::isnan(value) ? otherwise : std::clamp(value, row.least, row.most);
}

std::uint32_t ParameterReader::Whole(std::string_view key) const {
  return Whole(key, Row(key).otherwise);
}

std::uint32_t ParameterReader::Whole(std::string_view key, double otherwise) const {
  return static_cast<std::uint32_t>(std::lround(Number(key, otherwise)));
}

bool HasParameter(const DetectorInfo& detector, std::string_view key) {
  return FindParameter(detector.parameters(), key) != nullptr;
}

Result<std::pair<std::string, double>> ParseParameter(std::string_view text) {
  const std::size_t equals = text.find('=');
  double number = 0;
  if (equals == std::string_view::npos || !ParseNumber(text.substr(equals + 1), &number))
    return Status(Code::kUsage, "bad --parameter `" + std::string(text) +
                                    "`: expected KEY=NUMBER, such as bsc_wfc.min_wfc=5");
  return std::pair(std::string(text.substr(0, equals)), number);
}

Status CheckParameters(std::span<const DetectorInfo* const> chosen, const DetectorConfig& config) {
  for (const auto& [key, value] : config.values()) {
    // `compare` passes the keys of all chosen detectors at once, so one that has the key is
    // enough.
    bool known = false;
    for (const DetectorInfo* info : chosen) {
      const DetectorParameter* parameter = FindParameter(info->parameters(), key);
      if (parameter == nullptr) continue;
      known = true;
      if (!Takes(*parameter, value))
        return Status(Code::kUsage, "parameter " + key + " must be " + parameter->Range() +
                                        ", not " + SpelledNumber(value));
    }
    if (!known) return UnknownKey(chosen, key);
  }
  return {};
}

}  // namespace thresh
