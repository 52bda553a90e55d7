#include "common/store/mask_table.h"

namespace thresh {

// Names of segments hold no byte 0.
std::string MaskKey(std::string_view segment, std::string_view term) {
  return std::string(segment).append(1, '\0').append(term);
}

// The constructors are private, so make_unique cannot call them.
Result<std::unique_ptr<MaskTable>> MaskTable::Open(const std::string& file) {
  THRESH_ASSIGN_OR_RETURN(std::unique_ptr<TableFile> table, TableFile::Open(file));
  return std::unique_ptr<MaskTable>(new MaskTable(std::move(table)));
}

std::unique_ptr<MaskTable::Rows> MaskTable::Scan(std::string_view segment,
                                                 std::string_view prefix) const {
  const std::size_t term_begin = MaskKey(segment, {}).size();
  return std::unique_ptr<Rows>(new Rows(table_->Scan(MaskKey(segment, prefix)), term_begin));
}

}  // namespace thresh
