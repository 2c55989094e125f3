#include "harness/cuda_errors.hpp"

#include <algorithm>
#include <array>

namespace harness {
namespace {

struct Row {
  int error;
  std::string_view cause;
};

// In rising order. The numbers are those of cudaError_t since CUDA 10.1.
constexpr std::array rows = {
    Row{1,
        "An argument of the call is not allowed: a null or freed pointer, a length, or a direction "
        "of a copy. What are its arguments for this n?"},
    Row{2,
        "The GPU has not that much memory left. How many bytes are asked for, and is all that was "
        "allocated before freed again?"},
    Row{9,
        "The launch asks for what no GPU offers: a grid of 0 blocks, more than 1,024 threads a "
        "block, more than 65,535 blocks in y or z. What are grid and block for this n?"},
    Row{17, "The pointer is not one that this function can free or use. Where does it come from?"},
    Row{21, "The direction of the copy does not fit its pointers. Which of them is device memory?"},
    Row{98,
        "The launch names no kernel of this program. Is the kernel's address taken of a "
        "__global__ function?"},
    Row{101, "There is no GPU of that number: use the current one, and call no cudaSetDevice."},
    Row{209,
        "The program has no code for this GPU. Does the file launch a kernel that it loads "
        "itself?"},
    Row{400,
        "A stream or event was used that does not exist or was destroyed. Where is it created, and "
        "where destroyed?"},
    Row{600, "Work is still going on. Which call waits for it?"},
    Row{700,
        "A kernel read or wrote memory outside of every array, or through a host pointer. Which "
        "index, of which thread, can be beyond the end?"},
    Row{701,
        "The launch needs more registers or shared memory than a block can have. How much dynamic "
        "shared memory does it ask for, and how many threads has the block?"},
    Row{702, "A kernel ran longer than this GPU allows. Does each of its loops end?"},
    Row{710, "An assert in a kernel failed. Which one, and for which thread?"},
    Row{714, "The stack of a thread overflowed or was overwritten. Is there an endless recursion?"},
    Row{715,
        "A thread came to an instruction that does not exist, as after __trap() or a damaged "
        "function pointer. What does the kernel call?"},
    Row{716,
        "A kernel touched an address that is no multiple of the size accessed there, as a float4 "
        "that does not start on 16 bytes. Where does the array start?"},
    Row{717,
        "An address was used as one of another memory, such as shared memory. Where does the "
        "pointer come from?"},
    Row{718, "A thread jumped out of the program. Was a function pointer overwritten?"},
    Row{719,
        "A kernel was ended by a fault: an access to a host pointer, a barrier that part of a "
        "block "
        "cannot reach, or __trap(). What is the last thing that it does?"},
    Row{720,
        "A cooperative launch has more blocks than fit on this GPU at once. How is their number "
        "chosen?"},
};

}  // namespace

std::string_view usual_cause(int error) {
  const auto row =
      std::lower_bound(rows.begin(), rows.end(), error,
                       [](const Row& each, int number) { return each.error < number; });
  if (row != rows.end() && row->error == error) return row->cause;
  return "Which call or launch returns this error, and does anything look at it?";
}

bool says_wrong_image(int error) {
  constexpr int no_kernel_image = 209, invalid_ptx = 218, unsupported_ptx = 222;
  return error == no_kernel_image || error == invalid_ptx || error == unsupported_ptx;
}

}  // namespace harness
