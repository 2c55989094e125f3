#include "harness/array_files.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "harness/text.hpp"
#include "worker/protocol.hpp"

namespace harness {
namespace {

constexpr std::size_t printed_bytes = 64 * 1024;

[[noreturn]] void fail(const char* what) {
  throw std::runtime_error(std::string("shared memory for the arrays: ") + what + ": " +
                           std::strerror(errno));
}

}  // namespace

SharedFile::SharedFile(const char* name, std::size_t bytes, bool read_only_for_others)
    : file_(memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING)), bytes_(bytes) {
  if (!file_) fail("memfd_create");
  if (ftruncate(file_.get(), static_cast<off_t>(bytes)) != 0) fail("ftruncate");
  void* const mapped =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, file_.get(), 0);
  if (mapped == MAP_FAILED) fail("mmap");
  data_ = static_cast<std::byte*>(mapped);
  // F_SEAL_WRITE would fail while the mapping above is writable.
  const int seals = F_SEAL_SHRINK | F_SEAL_GROW | (read_only_for_others ? F_SEAL_FUTURE_WRITE : 0);
  if (fcntl(file_.get(), F_ADD_SEALS, seals) != 0 ||
      fcntl(file_.get(), F_ADD_SEALS, F_SEAL_SEAL) != 0)
    fail("sealing");
}

SharedFile::~SharedFile() {
  if (data_ != nullptr) munmap(data_, bytes_);
}

PrintedText::PrintedText() : file_("printed", printed_bytes, false) {}

std::string PrintedText::first_lines(unsigned lines) const {
  const off_t end = lseek(descriptor(), 0, SEEK_CUR);
  std::size_t length = end > 0 ? static_cast<std::size_t>(end) : 0;
  if (length > file_.size()) length = file_.size();
  const std::string raw(reinterpret_cast<const char*>(file_.data()), length);
  std::string kept;
  std::size_t at = 0;
  for (unsigned k = 0; k < lines && at < raw.size(); ++k) {
    const std::size_t line_end = std::min(raw.find('\n', at), raw.size());
    if (k > 0) kept += '\n';
    kept += cleaned(raw.substr(at, line_end - at), 200);
    at = line_end + 1;
  }
  return kept;
}

void PrintedText::restart() {
  const off_t end = lseek(descriptor(), 0, SEEK_CUR);
  if (end > 0) std::memset(file_.data(), 0, std::min(static_cast<std::size_t>(end), file_.size()));
  lseek(descriptor(), 0, SEEK_SET);
}

ArrayFiles::ArrayFiles()
    : ArrayFiles(std::make_shared<SharedFile>("inputs", worker::array_file_bytes, true)) {}

ArrayFiles::ArrayFiles(std::shared_ptr<SharedFile> others_inputs)
    : inputs_file(std::move(others_inputs)),
      inputs(*inputs_file),
      outputs("outputs", worker::array_file_bytes, false),
      report("report", worker::report_page_bytes, false) {}

worker::ReportPage ArrayFiles::report_page() const {
  worker::ReportPage page;
  std::memcpy(static_cast<void*>(&page), report.data(), sizeof page);
  return page;
}

void ArrayFiles::clear_report() { std::memset(report.data(), 0, worker::report_page_bytes); }

}  // namespace harness
