// What the launcher tells the process that asked for it, over a socket that the program it starts
// never has. One record each.
#pragma once

#include <cstdint>

namespace sandbox {

struct LaunchStatus {
  enum Kind : std::int32_t {
    running,  ///< Sent by the process that becomes the program, just before: its number is the
              ///< sender's (SCM_CREDENTIALS).
    ended,    ///< `code` and `status` are si_code and si_status of the program's end. Sent only
              ///< where the launcher stays beside the program (--init).
    failed,   ///< The program was not started; `status` is errno's value.
  };
  std::int32_t kind = running;
  std::int32_t code = 0;
  std::int32_t status = 0;
};

}  // namespace sandbox
