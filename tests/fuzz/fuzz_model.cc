// Any bytes as the file of a model, as the row of a segment and as the log in it: read or refused,
// and what is read survives writing.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "common/base/check.h"
#include "common/store/site_model.h"
#include "indexer/detect/site_judge.h"

namespace {

using namespace thresh;

void TryLog(std::string_view bytes) {
  const auto judge = MakeSiteJudge(*FindDetector("spine"), {});
  const Status status = judge->TakeModel("a.org", bytes);
  THRESH_CHECK(status.ok() || status.code() == Code::kUnusable);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  Result<SiteModel> model = DecodeModelFile(bytes, "model");
  THRESH_CHECK(model.ok() || model.status().code() == Code::kUnusable);
  if (model.ok()) {
    THRESH_CHECK(EncodeModelFile(*model) == bytes);
    TryLog(model->log);
  }
  std::vector<SiteModel> models;
  if (DecodeModels(bytes, &models)) THRESH_CHECK(DecodeModels(EncodeModels(models), &models));
  TryLog(bytes);
  return 0;
}
