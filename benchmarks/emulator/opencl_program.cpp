// The OpenCL side of the benchmark: runs kernels.cl and does what the main of kernels.cu does.
//
//     opencl_program FILE.cl PLATFORM KERNEL N REPEATS      KERNEL: reduction or blelloch
//
// PLATFORM is a part of the platform's name. Prints "platform:" with its full name and version,
// "seconds:" and what each launch took on the host's clock, launch and wait alone, after one launch
// that is not timed. Exit code: 0, 1 for a wrong value or a failed call, 2 for wrong usage, 3 where
// no such platform is installed.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace {

constexpr unsigned block_size = 256;
constexpr unsigned tile_size = 2 * block_size;

void must_succeed(cl_int error, const char* call) {
  if (error == CL_SUCCESS) return;
  std::fprintf(stderr, "%s: OpenCL error %d\n", call, error);
  std::exit(1);
}

std::string text_of(cl_platform_id platform, cl_platform_info what) {
  char text[256] = "";
  must_succeed(clGetPlatformInfo(platform, what, sizeof text, text, nullptr), "clGetPlatformInfo");
  return text;
}

/// The first platform whose name contains `name`; leaves with 3 where there is none.
cl_platform_id find_platform(const std::string& name) {
  cl_platform_id platforms[16];
  cl_uint count = 0;
  if (clGetPlatformIDs(16, platforms, &count) != CL_SUCCESS) count = 0;  // none at all
  for (cl_uint k = 0; k < count && k < 16; ++k) {
    if (text_of(platforms[k], CL_PLATFORM_NAME).find(name) != std::string::npos)
      return platforms[k];
  }
  std::fprintf(stderr, "no OpenCL platform is called %s\n", name.c_str());
  std::exit(3);
}

/// A device's context, queue and kernel; all live until the program ends.
struct Machine {
  cl_context context;
  cl_command_queue queue;
  cl_kernel kernel;
};

Machine make_machine(cl_platform_id platform, const std::string& source, const std::string& name) {
  cl_int error = CL_SUCCESS;
  cl_device_id device = nullptr;
  must_succeed(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "clGetDeviceIDs");
  Machine machine{};
  machine.context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
  must_succeed(error, "clCreateContext");
  machine.queue = clCreateCommandQueue(machine.context, device, 0, &error);
  must_succeed(error, "clCreateCommandQueue");
  const char* text = source.c_str();
  const cl_program program = clCreateProgramWithSource(machine.context, 1, &text, nullptr, &error);
  must_succeed(error, "clCreateProgramWithSource");
  error = clBuildProgram(program, 1, &device, "-cl-std=CL1.2", nullptr, nullptr);
  if (error != CL_SUCCESS) {
    std::vector<char> log(1 << 16);
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, log.size() - 1, log.data(),
                          nullptr);
    std::fprintf(stderr, "%s\n", log.data());
  }
  must_succeed(error, "clBuildProgram");
  machine.kernel = clCreateKernel(program, name.c_str(), &error);
  must_succeed(error, "clCreateKernel");
  return machine;
}

/// `floats` floats on the device, unwritten, until the program ends.
cl_mem make_buffer(const Machine& machine, std::size_t floats) {
  cl_int error = CL_SUCCESS;
  const cl_mem buffer =
      clCreateBuffer(machine.context, CL_MEM_READ_WRITE, floats * sizeof(float), nullptr, &error);
  must_succeed(error, "clCreateBuffer");
  return buffer;
}

void read_buffer(const Machine& machine, cl_mem buffer, std::vector<float>& to) {
  must_succeed(clEnqueueReadBuffer(machine.queue, buffer, CL_TRUE, 0, to.size() * sizeof(float),
                                   to.data(), 0, nullptr, nullptr),
               "clEnqueueReadBuffer");
}

template <class T>
void set_argument(const Machine& machine, cl_uint index, const T& value) {
  must_succeed(clSetKernelArg(machine.kernel, index, sizeof value, &value), "clSetKernelArg");
}

/// Whole numbers from 1 to 11: their sums are exact in any order, and no sum stays as it was.
std::vector<float> make_input(unsigned n) {
  std::vector<float> input(n);
  for (unsigned i = 0; i < n; ++i) input[i] = static_cast<float>((i * 7 + i / 256) % 11 + 1);
  return input;
}

/// Whether `sums` holds the total of each `length` elements and `out`, where it is not empty, the
/// exclusive prefix sums in front of each.
bool is_right(const std::vector<float>& input, const std::vector<float>& out,
              const std::vector<float>& sums, unsigned length) {
  float sum = 0.0f;
  for (unsigned i = 0; i < input.size(); ++i) {
    if (i % length == 0) sum = 0.0f;
    if (!out.empty() && out[i] != sum) return false;
    sum += input[i];
    const bool is_last = i % length == length - 1 || i + 1 == input.size();
    if (is_last && sums[i / length] != sum) return false;
  }
  return true;
}

std::vector<double> time_launches(const Machine& machine, unsigned blocks, int repeats) {
  const std::size_t threads = std::size_t{blocks} * block_size, threads_of_a_block = block_size;
  std::vector<double> seconds;
  for (int launch = 0; launch <= repeats; ++launch) {
    const auto begin = std::chrono::steady_clock::now();
    must_succeed(clEnqueueNDRangeKernel(machine.queue, machine.kernel, 1, nullptr, &threads,
                                        &threads_of_a_block, 0, nullptr, nullptr),
                 "clEnqueueNDRangeKernel");
    must_succeed(clFinish(machine.queue), "clFinish");
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
    if (launch > 0) seconds.push_back(time.count());
  }
  return seconds;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string kernel = argc == 6 ? argv[3] : "";
  const bool scans = kernel == "blelloch";
  const unsigned n = argc == 6 ? static_cast<unsigned>(std::strtoul(argv[4], nullptr, 10)) : 0;
  const int repeats = argc == 6 ? std::atoi(argv[5]) : 0;
  if ((!scans && kernel != "reduction") || n == 0 || repeats < 1) {
    std::fprintf(stderr, "usage: opencl_program FILE.cl PLATFORM reduction|blelloch N REPEATS\n");
    return 2;
  }
  std::ifstream file(argv[1]);
  const std::string source(std::istreambuf_iterator<char>(file), {});
  const cl_platform_id platform = find_platform(argv[2]);
  const Machine machine = make_machine(platform, source, kernel + "_kernel");

  const unsigned elements_per_block = scans ? tile_size : block_size;
  const unsigned blocks = (n + elements_per_block - 1) / elements_per_block;
  const std::vector<float> input = make_input(n);
  std::vector<float> out(scans ? n : 0), sums(blocks);
  const cl_mem d_in = make_buffer(machine, n), d_out = make_buffer(machine, n);
  const cl_mem d_sums = make_buffer(machine, blocks);
  must_succeed(clEnqueueWriteBuffer(machine.queue, d_in, CL_TRUE, 0, n * sizeof(float),
                                    input.data(), 0, nullptr, nullptr),
               "clEnqueueWriteBuffer");
  cl_uint argument = 0;
  set_argument(machine, argument++, d_in);
  if (scans) set_argument(machine, argument++, d_out);
  set_argument(machine, argument++, d_sums);
  set_argument(machine, argument++, cl_uint{n});

  const std::vector<double> seconds = time_launches(machine, blocks, repeats);
  read_buffer(machine, d_sums, sums);
  if (scans) read_buffer(machine, d_out, out);
  if (!is_right(input, out, sums, elements_per_block)) {
    std::fprintf(stderr, "%s: wrong values\n", kernel.c_str());
    return 1;
  }
  std::printf("platform: %s, %s\n", text_of(platform, CL_PLATFORM_NAME).c_str(),
              text_of(platform, CL_PLATFORM_VERSION).c_str());
  std::printf("seconds:");
  for (const double time : seconds) std::printf(" %.9f", time);
  std::printf("\n");
  return 0;
}
