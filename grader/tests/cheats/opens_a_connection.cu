// cheat: opens_a_connection
// lab: 2
// attempt: the answer is asked for over the network
// verdict: policy
// reason: descriptors are the worker's
// behind: not_done crash
// stopped by: the static rules: functions of the system
#include <cuda_runtime.h>

#include <netinet/in.h>
#include <sys/socket.h>

#include "lab.hpp"

void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) {
  const int line = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in where = {};
  where.sin_family = AF_INET;
  where.sin_port = htons(80);
  where.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  connect(line, reinterpret_cast<sockaddr*>(&where), sizeof where);
}
