// RunFile: reads a run file back, row by row (run_format.h). The merge opens all run files of a
// build; a resumed build reads the page records. A RunFile lives as long as the rows that it scans.
// Any thread may scan, each with Rows of its own. Damage is a Status, found by the block checksums.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "common/base/status.h"
#include "indexer/run/run_format.h"

namespace thresh {

class RunFile {
 public:
  static Result<std::unique_ptr<RunFile>> Open(const std::string& file);
  ~RunFile();

  // The rows of one kind, in key order. Rows stand on the first row when Scan returns them.
  class Rows {
   public:
    ~Rows();
    // Is there a current row? False behind the last row of the kind, in an empty kind, and after a
    // read error, which status() tells: ask it after every loop.
    bool Valid() const;
    // Steps to the next row. Called only if Valid().
    void Next();
    // Goes to the first row whose key is not below `key`, forth or back.
    void Seek(std::string_view key);
    // The current row; the key without its kind byte. Both are valid until Next or Seek. Called
    // only if Valid().
    std::string_view key() const;
    std::string_view value() const;
    Status status() const;

   private:
    friend class RunFile;
    struct Impl;
    explicit Rows(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
  };
  // `ahead`: bytes that are read at once.
  std::unique_ptr<Rows> Scan(char kind, std::size_t ahead = kReadAhead) const;
  static constexpr std::size_t kReadAhead = std::size_t{1} << 20;

 private:
  struct Impl;
  explicit RunFile(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// Calls f for each record that is no page, by host and URL, and for one URL in the order of the
// crawl.
Status ForEachRunEvent(const std::string& file,
                       const std::function<void(std::string_view host, std::string_view url,
                                                const RunEventRow::Event& event)>& f);

// Calls f for each page record of a run file, in the order of the file.
Status ForEachRunDoc(const std::string& file, const std::function<void(const RunDocRecord&)>& f);

}  // namespace thresh
