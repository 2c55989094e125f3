// Asks NVIDIA's driver what GPUs are here, and prints it, a line for each thing:
//
//   driver 13000                     the newest CUDA that the driver serves
//   gpu 0 90 GPU-8a1c... NVIDIA H200 number, capability times 10, UUID ("-": none), name
//   failed cuInit 100 CUDA_ERROR_NO_DEVICE
//   no_library TEXT                  the driver's library cannot be loaded: the loader's words
//
// A program of its own, since a driver may hang, crash, and start threads. It loads the driver's
// library itself: neither a toolkit nor nvidia-smi is needed, which containers and WSL may lack.
#include <dlfcn.h>

#include <cstdio>

namespace {

// The driver API as far as it is used here; its binary interface has not changed since CUDA 4.
using Result = int;
using Device = int;
struct Uuid {
  unsigned char bytes[16];
};
constexpr Result success = 0;
constexpr int capability_major = 75, capability_minor = 76;  // of CUdevice_attribute

using Init = Result(unsigned);
using DriverGetVersion = Result(int*);
using DeviceGetCount = Result(int*);
using DeviceGet = Result(Device*, int);
using DeviceGetName = Result(char*, int, Device);
using DeviceGetAttribute = Result(int*, int, Device);
using DeviceGetUuid = Result(Uuid*, Device);
using GetErrorName = Result(Result, const char**);

void* library = nullptr;

template <class Function>
Function* find(const char* name) {
  return reinterpret_cast<Function*>(dlsym(library, name));
}

/// Prints what failed. Returns whether the call succeeded.
bool succeeded(const char* call, Result result) {
  if (result == success) return true;
  const char* name = nullptr;
  auto* const error_name = find<GetErrorName>("cuGetErrorName");
  if (error_name == nullptr || error_name(result, &name) != success || name == nullptr)
    name = "unknown";
  std::printf("failed %s %d %s\n", call, result, name);
  return false;
}

void print_uuid(Device device) {
  Uuid uuid = {};
  // Not its second form, which has other numbers for the parts of a divided GPU: these share it.
  auto* const device_uuid = find<DeviceGetUuid>("cuDeviceGetUuid");
  if (device_uuid == nullptr || device_uuid(&uuid, device) != success) {
    std::printf("-");
    return;
  }
  std::printf("GPU");
  for (int k = 0; k < 16; ++k) {
    const bool part_begins = k == 0 || k == 4 || k == 6 || k == 8 || k == 10;
    std::printf(part_begins ? "-%02x" : "%02x", unsigned{uuid.bytes[k]});
  }
}

void print_gpu(int number, Device device, DeviceGetAttribute* attribute,
               DeviceGetName* device_name) {
  int major = 0, minor = 0;
  char name[256] = "";
  if (!succeeded("cuDeviceGetAttribute", attribute(&major, capability_major, device)) ||
      !succeeded("cuDeviceGetAttribute", attribute(&minor, capability_minor, device)) ||
      !succeeded("cuDeviceGetName", device_name(name, sizeof name, device)))
    return;
  std::printf("gpu %d %d ", number, 10 * major + minor);
  print_uuid(device);
  std::printf(" %s\n", name);
}

}  // namespace

int main() {
  library = dlopen("libcuda.so.1", RTLD_NOW);
  if (library == nullptr) {
    std::printf("no_library %s\n", dlerror());
    library = dlopen("/usr/lib/wsl/lib/libcuda.so.1", RTLD_NOW);  // WSL without its ldconfig
  }
  if (library == nullptr) return 0;
  auto* const init = find<Init>("cuInit");
  auto* const version = find<DriverGetVersion>("cuDriverGetVersion");
  auto* const count_devices = find<DeviceGetCount>("cuDeviceGetCount");
  auto* const get_device = find<DeviceGet>("cuDeviceGet");
  auto* const attribute = find<DeviceGetAttribute>("cuDeviceGetAttribute");
  auto* const device_name = find<DeviceGetName>("cuDeviceGetName");
  if (init == nullptr || version == nullptr || count_devices == nullptr || get_device == nullptr ||
      attribute == nullptr || device_name == nullptr) {
    std::printf("no_library libcuda.so.1 lacks functions of the driver\n");
    return 0;
  }
  int driver = 0, count = 0;
  if (version(&driver) == success) std::printf("driver %d\n", driver);
  std::fflush(stdout);  // what follows may hang
  if (!succeeded("cuInit", init(0)) || !succeeded("cuDeviceGetCount", count_devices(&count)))
    return 0;
  for (int k = 0; k < count; ++k) {
    Device device = 0;
    if (succeeded("cuDeviceGet", get_device(&device, k)))
      print_gpu(k, device, attribute, device_name);
  }
  return 0;
}
