#include "query/export/out_files.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

namespace thresh {
namespace {

std::size_t LastPart(std::string_view path) { return path.rfind('/') + 1; }  // npos + 1 is 0

bool NamesFolder(const std::string& out) {
  const std::string_view last = std::string_view(out).substr(LastPart(out));
  std::error_code error;
  return last.find('.') == std::string_view::npos || last == "." || last == ".." ||
         std::filesystem::is_directory(out, error);
}

// The path with `more` in front of the first dot of its last part, which has one.
std::size_t EndingOf(std::string_view path) {
  // A hidden file begins with a dot.
  return std::min(path.find('.', LastPart(path) + 1), path.size());
}

// Five digits, so that names sort as the shards do.
std::string Digits(std::uint64_t number) {
  std::string digits = std::to_string(number);
  digits.insert(0, 5 - std::min<std::size_t>(5, digits.size()), '0');
  return digits;
}

}  // namespace

Result<OutFiles> OutFiles::Make(const std::string& out, std::string_view file,
                                std::uint64_t shards) {
  if (out == "-") return OutFiles(out, shards);
  if (!NamesFolder(out)) return OutFiles(out, shards);
  THRESH_RETURN_IF_ERROR(MakeDirectory(out));
  const std::string slash = out.ends_with('/') ? "" : "/";
  return OutFiles(out + slash + std::string(file), shards);
}

Status OutFiles::Open(const std::string& name) {
  THRESH_ASSIGN_OR_RETURN(files_.emplace_back(), OutFile::Create(name));
  names_.push_back(name);
  return {};
}

Status OutFiles::Begin() {
  if (begun_ > 0) THRESH_RETURN_IF_ERROR(current()->Finish());
  std::string name = path_;
  if (shards_ > 1) name.insert(EndingOf(name), "-" + Digits(begun_) + "-of-" + Digits(shards_));
  ++begun_;
  return Open(name);
}

Status OutFiles::Beside(std::string_view ending, std::string_view text) {
  THRESH_RETURN_IF_ERROR(current()->Finish());
  THRESH_RETURN_IF_ERROR(Open(path_.substr(0, EndingOf(path_)) + std::string(ending)));
  return current()->Append(text);
}

Status OutFiles::Commit() {
  THRESH_RETURN_IF_ERROR(current()->Finish());
  for (const std::unique_ptr<OutFile>& file : files_) THRESH_RETURN_IF_ERROR(file->Commit());
  return {};
}

}  // namespace thresh
