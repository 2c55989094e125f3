// assert() in the submission; hooks.syms sends __assert_fail here.
#include <cstdio>

#include "core/findings.hpp"
#include "core/state.hpp"

/// The C library's own; <cassert> hides it where NDEBUG is set.
extern "C" [[noreturn]] void __assert_fail(const char*, const char*, unsigned,
                                           const char*) noexcept;

extern "C" [[noreturn]] void emu_assert_fail(const char* expression, const char* file,
                                             unsigned line, const char* function) {
  using namespace emu;
  if (!in_kernel()) __assert_fail(expression, file, line, function);
  constexpr int assertion_error = 710;
  const worker::ThreadId who = current_thread();
  std::fprintf(stderr, "%s:%u: block [%u,%u,%u], thread [%u,%u,%u]: assertion `%s` failed\n", file,
               line, who.block[0], who.block[1], who.block[2], who.thread[0], who.thread[1],
               who.thread[2], expression);
  char message[240];
  std::snprintf(message, sizeof message, "an assertion in a kernel failed: %s (cudaErrorAssert)",
                expression);
  FindingPlace place;
  place.line = static_cast<int>(line);
  place.who = who;
  report("cuda_error", worker::Severity::error, {place}, message,
         "Which value did the assertion see?");
  fault_kernel(assertion_error);
}
