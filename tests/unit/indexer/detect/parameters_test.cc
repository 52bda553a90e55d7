#include "indexer/detect/parameters.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "indexer/detect/detector.h"

namespace thresh {
namespace {

Status Check(std::initializer_list<const char*> detectors, const std::string& key, double value) {
  std::vector<const DetectorInfo*> chosen;
  for (const char* name : detectors) chosen.push_back(FindDetector(name));
  DetectorConfig config;
  config.Set(key, value);
  return CheckParameters(chosen, config);
}

std::string Refusal(std::initializer_list<const char*> detectors, const std::string& key,
                    double value = 1) {
  const Status status = Check(detectors, key, value);
  EXPECT_EQ(status.code(), Code::kUsage) << key;
  EXPECT_EQ(status.message().find('\n'), std::string::npos);
  return status.message();
}

TEST(Parameters, WhatARowAllowsIsTaken) {
  EXPECT_TRUE(Check({"shingle"}, "shingle.min_pages", 2).ok());
  EXPECT_TRUE(Check({"shingle"}, "shingle.min_pages", 1e9).ok());
  EXPECT_TRUE(Check({"incremental"}, "incremental.ratio", 0).ok());
  EXPECT_TRUE(Check({"incremental"}, "incremental.ratio", 0.25).ok());
  EXPECT_TRUE(Check({"spine"}, "spine.dense", 0.31).ok());
  EXPECT_TRUE(CheckParameters({}, {}).ok());
}

TEST(Parameters, AnUnknownKeyIsRefusedWithTheNearestName) {
  EXPECT_EQ(Refusal({"shingle"}, "shingle.min_page"),
            "no parameter shingle.min_page of detector shingle; do you mean shingle.min_pages?");
  EXPECT_EQ(Refusal({"spine"}, "suport"),
            "no parameter suport of detector spine; do you mean spine.support?");
  EXPECT_EQ(Refusal({"none", "shingle"}, "shingle.W"),
            "no parameter shingle.W of the chosen detectors; do you mean shingle.w?");
  EXPECT_EQ(Refusal({"none"}, "none.x"),
            "no parameter none.x of detector none; it has no parameters");
}

TEST(Parameters, AKeyOfAnotherDetectorIsRefusedWithItsName) {
  EXPECT_EQ(Refusal({"spine"}, "shingle.w"),
            "shingle.w is a parameter of detector shingle, not of detector spine");
  EXPECT_EQ(Refusal({"none", "spine"}, "bsc_wfc.twr"),
            "bsc_wfc.twr is a parameter of detector bsc_wfc, bsc_wfc_plus, not of the chosen "
            "detectors");
  EXPECT_TRUE(Check({"bsc_wfc_plus"}, "bsc_wfc.twr", 0.5).ok()) << "both rows have it";
  EXPECT_NE(Refusal({"bsc_wfc_plus"}, "bsc_wfc.carry"), "") << "it always carries";
}

TEST(Parameters, ValuesOutOfRangeAreRefusedWithTheRange) {
  EXPECT_EQ(Refusal({"shingle"}, "shingle.min_pages", 1),
            "parameter shingle.min_pages must be a whole number from 2 to 1000000000, not 1");
  EXPECT_EQ(Refusal({"shingle"}, "shingle.w", 2.5),
            "parameter shingle.w must be a whole number from 1 to 100, not 2.5");
  EXPECT_EQ(Refusal({"incremental"}, "incremental.ratio", 1.01),
            "parameter incremental.ratio must be 0 to 1, not 1.01");
  EXPECT_EQ(Refusal({"sst"}, "sst.attributes", 2),
            "parameter sst.attributes must be 0 or 1, not 2");
  EXPECT_NE(Refusal({"spine"}, "spine.dense", -0.1), "");
}

TEST(Parameters, NumbersThatAreNoneAreRefused) {
  for (const double value : {std::nan(""), std::numeric_limits<double>::infinity(),
                             -std::numeric_limits<double>::infinity()}) {
    for (const char* key : {"spine.support", "spine.dense"}) {
      EXPECT_NE(Refusal({"spine"}, key, value).find("must be"), std::string::npos);
    }
  }
}

TEST(Parameters, AreParsedAsKeyAndNumber) {
  auto parsed = ParseParameter("spine.support=6.5");
  ASSERT_TRUE(parsed.ok());
  EXPECT_EQ(*parsed, std::pair(std::string("spine.support"), 6.5));
  for (const char* text : {"", "spine.support", "spine.support=", "spine.support=six",
                           "spine.support=6x", "spine.support==6"})
    EXPECT_EQ(ParseParameter(text).status().code(), Code::kUsage) << text;
}

TEST(Parameters, TheReaderTakesTheTablesDefaultAndStaysInTheRange) {
  constexpr DetectorParameter kTable[] = {
      {"a.whole", ParameterKind::kWhole, 7, 2, 9, "help"},
      {"a.share", ParameterKind::kNumber, 0.5, 0, 1, "help"},
      {"a.flag", ParameterKind::kFlag, 1, 0, 1, "help"},
  };
  DetectorConfig config;
  EXPECT_EQ(ParameterReader(kTable, config).Whole("a.whole"), 7u);
  EXPECT_EQ(ParameterReader(kTable, config).Whole("a.whole", 3), 3u);
  EXPECT_EQ(ParameterReader(kTable, config).Number("a.share"), 0.5);
  EXPECT_TRUE(ParameterReader(kTable, config).Flag("a.flag"));
  config.Set("a.whole", 100);
  config.Set("a.share", std::nan(""));
  config.Set("a.flag", 0);
  EXPECT_EQ(ParameterReader(kTable, config).Whole("a.whole"), 9u);
  EXPECT_EQ(ParameterReader(kTable, config).Number("a.share"), 0.5);
  EXPECT_FALSE(ParameterReader(kTable, config).Flag("a.flag"));
  EXPECT_DEATH(ParameterReader(kTable, config).Number("a.other"), "");
}

}  // namespace
}  // namespace thresh
