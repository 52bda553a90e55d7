#include "indexer/sources/record_walk.h"

#include "indexer/sources/formats.h"

namespace thresh {
namespace {

constexpr std::size_t kMagicBytes = 8;

// Opens the part, and takes one layer of gzip off if its members can be told apart. A second layer
// would be one member for all records.
Result<std::unique_ptr<Input>> OpenMembers(const InputPart& part, const PageLimits& limits,
                                           Journal* journal, PartRecords* records) {
  THRESH_ASSIGN_OR_RETURN(auto stream, part.open(journal));
  records->packed = stream.get();
  auto input = std::make_unique<Input>(std::move(stream));
  THRESH_RETURN_IF_ERROR(input->Fill(kMagicBytes));
  const Packing packing = SniffPacking(input->view());
  if (packing != Packing::kGzip) {
    if (packing != Packing::kNone) records->form = PartForm::kLayers;
    return input;
  }
  records->form = PartForm::kMembers;
  records->trail = std::make_unique<MemberTrail>();
  input = std::make_unique<Input>(std::make_unique<MemberStream>(
      std::move(input), packing, limits.max_ratio, journal, records->trail.get()));
  THRESH_RETURN_IF_ERROR(input->Fill(kMagicBytes));
  if (SniffPacking(input->view()) != Packing::kNone) records->form = PartForm::kLayers;
  return input;
}

}  // namespace

Result<PartRecords> OpenRecords(const InputPart& part, const PageLimits& limits, Journal* journal) {
  PartRecords records;
  THRESH_ASSIGN_OR_RETURN(auto input, OpenMembers(part, limits, journal, &records));
  const std::uint32_t layers = limits.max_nesting - (records.trail != nullptr ? 1 : 0);
  THRESH_ASSIGN_OR_RETURN(input,
                          Unpack(std::move(input), part.name, layers, limits.max_ratio, journal));
  THRESH_ASSIGN_OR_RETURN(records.format, RecogniseStream(input.get(), part.name));
  const SourceInfo* format = records.format;
  if (format == nullptr || format->make_walk == nullptr) {
    return Status(Code::kUnusable, part.name + " has no records that can be told apart: " +
                                       (format == nullptr ? "its format is not known"
                                                          : "it is " + std::string(format->name)) +
                                       "; warc, arc, wacz and jsonl are read");
  }
  records.walk = format->make_walk({std::move(input), part.name, {}, limits, journal});
  return records;
}

Result<std::unique_ptr<Input>> OpenUnpacked(const InputPart& part, const PageLimits& limits,
                                            Journal* journal) {
  THRESH_ASSIGN_OR_RETURN(auto stream, part.open(journal));
  return Unpack(std::make_unique<Input>(std::move(stream)), part.name, limits.max_nesting,
                limits.max_ratio, journal);
}

}  // namespace thresh
