#include "common/store/site_model.h"

#include <algorithm>

#include "common/base/coder.h"
#include "common/base/files.h"
#include "common/store/store.h"

namespace thresh {
namespace {

constexpr std::string_view kMagic = "THRMODEL";
constexpr std::uint32_t kModelVersion = 1;
constexpr std::size_t kHashBytes = 16;

template <typename Coder, typename Model>
void Describe(Coder& coder, Model& model) {
  coder.String(model.host);
  coder.String(model.analyzer);
  coder.String(model.detector);
  coder.Number(model.sample);
  coder.Number(model.of);
  coder.Flag(model.given);
  coder.String(model.log);
}

}  // namespace

std::string EncodeModels(const std::vector<SiteModel>& models) {
  return Encoded([&](RecordWriter& out) {
    out.List(models, [&](const SiteModel& model) { Describe(out, model); });
  });
}

bool DecodeModels(std::string_view bytes, std::vector<SiteModel>* models) {
  return Decoded(bytes, [&](RecordReader& in) {
    in.List(*models, [&](SiteModel& model) { Describe(in, model); });
  });
}

std::string EncodeModelFile(const SiteModel& model) {
  std::string bytes(kMagic);
  RecordWriter out(&bytes);
  out.Number(kModelVersion);
  Describe(out, model);
  out.Hash(HashBytes(bytes));
  return bytes;
}

Result<SiteModel> DecodeModelFile(std::string_view bytes, const std::string& file) {
  if (!bytes.starts_with(kMagic) || bytes.size() < kMagic.size() + kHashBytes)
    return Status(Code::kUnusable, file + " is no model of a site");
  const std::string_view body = bytes.substr(0, bytes.size() - kHashBytes);
  std::uint32_t version = 0;
  SiteModel model;
  Hash128 hash;
  const bool whole = Decoded(bytes.substr(kMagic.size()), [&](RecordReader& in) {
    in.Number(version);
    Describe(in, model);
    in.Hash(hash);
  });
  if (version != kModelVersion && version != 0)
    return Status(Code::kUnusable, file + " was written by another version: learn it anew");
  if (!whole || hash != HashBytes(body)) return Status(Code::kUnusable, file + " is damaged");
  return model;
}

Result<std::vector<SiteModel>> ReadModels(const Store& store) {
  std::vector<SiteModel> all;
  for (std::uint32_t s = 0; s < store.segments(); ++s) {
    std::string row;
    THRESH_ASSIGN_OR_RETURN(const bool found,
                            store.segment(s).Get(Family::kMeta, kMetaModels, &row));
    std::vector<SiteModel> models;
    if (found && !DecodeModels(row, &models))
      return Status(Code::kUnusable, store.path() + ": damaged models");
    for (SiteModel& model : models) {
      for (std::size_t i = 0; i < store.sites().size(); ++i) {
        if (store.sites()[i].host != model.host || store.live().sites()[i].segment != s) continue;
        all.push_back(std::move(model));
        break;
      }
    }
  }
  std::sort(all.begin(), all.end(),
            [](const SiteModel& a, const SiteModel& b) { return a.host < b.host; });
  return all;
}

}  // namespace thresh
