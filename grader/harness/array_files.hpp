// The memory that grader and workers share. It lives as long as the run; workers come and go.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "toolchain/descriptor.hpp"
#include "worker/report_page.hpp"

namespace harness {

/// A file in memory, mapped here, whose size no process can change.
class SharedFile {
 public:
  /// Throws std::runtime_error. `read_only_for_others`: only the mapping made here can write.
  SharedFile(const char* name, std::size_t bytes, bool read_only_for_others);
  ~SharedFile();
  SharedFile(const SharedFile&) = delete;
  SharedFile& operator=(const SharedFile&) = delete;

  int descriptor() const { return file_.get(); }
  std::byte* data() const { return data_; }
  std::size_t size() const { return bytes_; }

 private:
  toolchain::Descriptor file_;
  std::byte* data_ = nullptr;
  std::size_t bytes_ = 0;
};

/// What a submission prints: kept up to a fixed size, dropped beyond it.
class PrintedText {
 public:
  PrintedText();
  int descriptor() const { return file_.descriptor(); }
  /// At most `lines` lines of what was printed since `restart`, control characters replaced.
  std::string first_lines(unsigned lines) const;
  void restart();

 private:
  SharedFile file_;
};

struct ArrayFiles {
  ArrayFiles();
  /// With the inputs of others, so that several workers can be given the same.
  explicit ArrayFiles(std::shared_ptr<SharedFile> others_inputs);

  std::shared_ptr<SharedFile> inputs_file;
  SharedFile& inputs;  ///< The file above.
  SharedFile outputs, report;
  PrintedText printed;

  /// A copy of the report page as it is now.
  worker::ReportPage report_page() const;
  void clear_report();
};

}  // namespace harness
