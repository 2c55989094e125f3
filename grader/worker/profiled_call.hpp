// A worker without a grader: it makes one call that lies in a folder, so that a profiler can start
// it in place of the grader and look on. Nothing of it is judged, no verdict comes of it.
#pragma once

namespace worker {

/// `worker --profiled-call FOLDER`: the folder holds `request` (one worker::Request) and `inputs`
/// (the file that the grader would have shared, as far as the request refers to it).
inline constexpr const char* profiled_call_option = "--profiled-call";
inline constexpr const char* profiled_request_file = "request";
inline constexpr const char* profiled_inputs_file = "inputs";

/// The folder where the command line names one; else null.
const char* profiled_call_folder(int argc, const char* const* argv);

/// Whether this process makes such a call: it was started by the profiler, and must outlive the
/// thread of the profiler that did.
bool is_profiled_call();

/// Plays the grader for `serve`, which is the worker's own loop: gives it the request, and says on
/// stderr where the call did not return or left an error. Returns an exit code: 0 where it did.
int make_profiled_call(const char* folder, int (*serve)());

}  // namespace worker
