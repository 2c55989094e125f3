#include "worker/profiled_call.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>

#include "worker/descriptors.hpp"
#include "worker/protocol.hpp"

namespace worker {
namespace {

bool is_profiled = false;

int fail(const char* what) {
  std::fprintf(stderr, "profiled call: %s\n", what);
  return 1;
}

int open_in(const char* folder, const char* name) {
  char path[4096];
  const int length = std::snprintf(path, sizeof path, "%s/%s", folder, name);
  if (length < 0 || static_cast<std::size_t>(length) >= sizeof path) return -1;
  return open(path, O_RDONLY | O_CLOEXEC);
}

bool read_request(const char* folder, Request& request) {
  const int file = open_in(folder, profiled_request_file);
  if (file < 0) return false;
  const bool whole = read(file, &request, sizeof request) == sizeof request;
  close(file);
  return whole;
}

int memory_file(const char* name, std::uint64_t bytes) {
  const int file = memfd_create(name, MFD_CLOEXEC);
  if (file < 0 || ftruncate(file, static_cast<off_t>(bytes)) != 0) return -1;
  return file;
}

bool send_to(int socket, const Request& request) {
  return send(socket, &request, sizeof request, MSG_NOSIGNAL) == sizeof request;
}

int say_what_came(int grader) {
  Reply ready = {}, reply = {};
  if (recv(grader, &ready, sizeof ready, MSG_DONTWAIT) != sizeof ready)
    return fail("the worker said nothing");
  if (ready.kind == ReplyKind::no_device) return fail(ready.error_text);
  if (recv(grader, &reply, sizeof reply, MSG_DONTWAIT) != sizeof reply)
    return fail("the call did not end");
  switch (reply.kind) {
    case ReplyKind::returned:
      break;
    case ReplyKind::threw:
      return fail(reply.exception_text);
    case ReplyKind::no_workspace:
    case ReplyKind::no_memory:
      return fail("there is no memory for the arrays");
    default:
      return fail("the call did not return");
  }
  return reply.pending_error != 0 || reply.copy_error != 0 ? fail(reply.error_name) : 0;
}

}  // namespace

const char* profiled_call_folder(int argc, const char* const* argv) {
  return argc == 3 && std::strcmp(argv[1], profiled_call_option) == 0 ? argv[2] : nullptr;
}

bool is_profiled_call() { return is_profiled; }

int make_profiled_call(const char* folder, int (*serve)()) {
  is_profiled = true;
  Request request = {}, quit = {};
  if (!read_request(folder, request)) return fail("there is no request in the folder");
  quit.kind = RequestKind::quit;
  const int inputs = open_in(folder, profiled_inputs_file);
  const int outputs = memory_file("outputs", array_file_bytes);
  const int report = memory_file("report", report_page_bytes);
  int sockets[2];
  if (inputs < 0 || outputs < 0 || report < 0 ||
      socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets) != 0)
    return fail("the files of the call cannot be opened");
  // Both wait in the socket until the worker asks for them.
  if (!send_to(sockets[0], request) || !send_to(sockets[0], quit))
    return fail("the request cannot be sent");
  use_descriptors(sockets[1], report, inputs, outputs);
  const int code = serve();
  return code != 0 ? code : say_what_came(sockets[0]);
}

}  // namespace worker
