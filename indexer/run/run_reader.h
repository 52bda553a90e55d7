// RunFile: reads a run file back. Rows of one kind (run_format.h) in key order.
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

  // The rows whose key starts with `kind`; key() is what follows it.
  class Rows {
   public:
    ~Rows();
    bool Valid() const;
    void Next();
    void Seek(std::string_view key);
    std::string_view key() const;
    std::string_view value() const;
    Status status() const;  // to be asked after every loop

   private:
    friend class RunFile;
    struct Impl;
    explicit Rows(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
  };
  std::unique_ptr<Rows> Scan(char kind) const;

 private:
  struct Impl;
  explicit RunFile(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// The page records of a run file, in doc order.
Status ForEachRunDoc(const std::string& file, const std::function<void(const RunDocRecord&)>& f);

}  // namespace thresh
