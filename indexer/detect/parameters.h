// Parameters of detectors: what they are called, what they may be, and what a build was given. Each
// detector has one table of DetectorParameter, named in its row of the registry. Validation,
// `thresh-index detectors --parameters` and docs/PARAMETERS.md read that table, and the detector
// itself reads its values through ParameterReader.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/base/status.h"

namespace thresh {

// What values a parameter takes besides its range.
enum class ParameterKind : std::uint8_t { kNumber, kWhole, kFlag };

struct DetectorParameter {
  std::string_view key;  // as it is given: "shingle.min_pages"
  ParameterKind kind = ParameterKind::kNumber;
  double otherwise = 0;  // the default
  double least = 0, most = 1;
  std::string_view help = {};  // one line

  std::string Range() const;  // "1 to 100", "a whole number from 1 to 100", "0 or 1"
};

// The shortest decimal form: "0.8", "1000000".
std::string SpelledNumber(double number);

// The parameters that a build was given, by key. Holds what was set and checks nothing: see
// CheckParameters.
class DetectorConfig {
 public:
  void Set(std::string key, double value);
  double Get(std::string_view key, double otherwise) const;
  // In the order of the first Set.
  std::span<const std::pair<std::string, double>> values() const { return values_; }

 private:
  std::vector<std::pair<std::string, double>> values_;
};

// Reads the values of one detector. A key that is not in the table is our own bug. Values that
// CheckParameters would refuse are moved into the range.
class ParameterReader {
 public:
  ParameterReader(std::span<const DetectorParameter> table, const DetectorConfig& config)
      : table_(table), config_(config) {}

  double Number(std::string_view key) const;
  // `otherwise` takes the place of the table's default, where that depends on another parameter.
  double Number(std::string_view key, double otherwise) const;
  std::uint32_t Whole(std::string_view key) const;
  std::uint32_t Whole(std::string_view key, double otherwise) const;
  bool Flag(std::string_view key) const { return Number(key) != 0; }

 private:
  const DetectorParameter& Row(std::string_view key) const;

  std::span<const DetectorParameter> table_;
  const DetectorConfig& config_;
};

struct DetectorInfo;  // detector.h

bool HasParameter(const DetectorInfo& detector, std::string_view key);

// "KEY=NUMBER", as it stands on a command line. kUsage if it is not of that form; the key is not
// looked up.
Result<std::pair<std::string, double>> ParseParameter(std::string_view text);

// kUsage, in one line and with the nearest name, for a key that is no parameter of the chosen
// detectors and for a value that is not finite, not whole or out of range.
Status CheckParameters(std::span<const DetectorInfo* const> chosen, const DetectorConfig& config);

}  // namespace thresh
