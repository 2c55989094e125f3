// The names and sentences of CUDA's errors.
#include <algorithm>
#include <iterator>

#include "emulator/host_api.hpp"

namespace {

struct ErrorText {
  cudaError error;
  const char* name;
  const char* sentence;
};

#define EMU_ERROR(error, sentence) \
  { error, #error, sentence }

// In rising order of the numbers.
constexpr ErrorText error_texts[] = {
    EMU_ERROR(cudaSuccess, "no error"),
    EMU_ERROR(cudaErrorInvalidValue, "invalid argument"),
    EMU_ERROR(cudaErrorMemoryAllocation, "out of memory"),
    EMU_ERROR(cudaErrorInitializationError, "initialization error"),
    EMU_ERROR(cudaErrorCudartUnloading, "driver shutting down"),
    EMU_ERROR(cudaErrorProfilerDisabled, "profiler disabled while using external profiling tool"),
    EMU_ERROR(cudaErrorProfilerNotInitialized,
              "profiler not initialized: call cudaProfilerInitialize()"),
    EMU_ERROR(cudaErrorProfilerAlreadyStarted, "profiler already started"),
    EMU_ERROR(cudaErrorProfilerAlreadyStopped, "profiler already stopped"),
    EMU_ERROR(cudaErrorInvalidConfiguration, "invalid configuration argument"),
    EMU_ERROR(cudaErrorInvalidPitchValue, "invalid pitch argument"),
    EMU_ERROR(cudaErrorInvalidSymbol, "invalid device symbol"),
    EMU_ERROR(cudaErrorInvalidHostPointer, "invalid host pointer"),
    EMU_ERROR(cudaErrorInvalidDevicePointer, "invalid device pointer"),
    EMU_ERROR(cudaErrorInvalidTexture, "invalid texture reference"),
    EMU_ERROR(cudaErrorInvalidTextureBinding, "texture is not bound to a pointer"),
    EMU_ERROR(cudaErrorInvalidChannelDescriptor, "invalid channel descriptor"),
    EMU_ERROR(cudaErrorInvalidMemcpyDirection, "invalid copy direction for memcpy"),
    EMU_ERROR(cudaErrorAddressOfConstant, "invalid address of constant"),
    EMU_ERROR(cudaErrorTextureFetchFailed, "fetch from texture failed"),
    EMU_ERROR(cudaErrorTextureNotBound, "cannot fetch from a texture that is not bound"),
    EMU_ERROR(cudaErrorSynchronizationError, "incorrect use of __syncthreads()"),
    EMU_ERROR(cudaErrorInvalidFilterSetting, "linear filtering not supported for non-float type"),
    EMU_ERROR(cudaErrorInvalidNormSetting, "read as normalized float not supported for data type"),
    EMU_ERROR(cudaErrorMixedDeviceExecution,
              "device emulation mode and device execution mode cannot be mixed"),
    EMU_ERROR(cudaErrorNotYetImplemented, "feature not yet implemented"),
    EMU_ERROR(cudaErrorMemoryValueTooLarge,
              "memory size or pointer value too large to fit in 32 bit"),
    EMU_ERROR(cudaErrorStubLibrary, "CUDA driver is a stub library"),
    EMU_ERROR(cudaErrorInsufficientDriver,
              "CUDA driver version is insufficient for CUDA runtime version"),
    EMU_ERROR(cudaErrorCallRequiresNewerDriver,
              "API call is not supported in the installed CUDA driver"),
    EMU_ERROR(cudaErrorInvalidSurface, "invalid surface reference"),
    EMU_ERROR(cudaErrorDuplicateVariableName, "duplicate global variable looked up by string name"),
    EMU_ERROR(cudaErrorDuplicateTextureName, "duplicate texture looked up by string name"),
    EMU_ERROR(cudaErrorDuplicateSurfaceName, "duplicate surface looked up by string name"),
    EMU_ERROR(cudaErrorDevicesUnavailable, "CUDA-capable device(s) is/are busy or unavailable"),
    EMU_ERROR(cudaErrorIncompatibleDriverContext, "incompatible driver context"),
    EMU_ERROR(cudaErrorMissingConfiguration, "__global__ function call is not configured"),
    EMU_ERROR(cudaErrorPriorLaunchFailure, "unspecified launch failure in prior launch"),
    EMU_ERROR(cudaErrorLaunchMaxDepthExceeded,
              "launch would exceed maximum depth of nested launches"),
    EMU_ERROR(cudaErrorLaunchFileScopedTex,
              "launch failed because kernel uses unsupported, file-scoped textures (texture "
              "objects are supported)"),
    EMU_ERROR(cudaErrorLaunchFileScopedSurf,
              "launch failed because kernel uses unsupported, file-scoped surfaces (surface "
              "objects are supported)"),
    EMU_ERROR(cudaErrorSyncDepthExceeded,
              "cudaDeviceSynchronize failed because caller's grid depth exceeds "
              "cudaLimitDevRuntimeSyncDepth"),
    EMU_ERROR(cudaErrorLaunchPendingCountExceeded,
              "launch failed because launch would exceed cudaLimitDevRuntimePendingLaunchCount"),
    EMU_ERROR(cudaErrorInvalidDeviceFunction, "invalid device function"),
    EMU_ERROR(cudaErrorNoDevice, "no CUDA-capable device is detected"),
    EMU_ERROR(cudaErrorInvalidDevice, "invalid device ordinal"),
    EMU_ERROR(cudaErrorDeviceNotLicensed, "device doesn't have valid Grid license"),
    EMU_ERROR(cudaErrorSoftwareValidityNotEstablished, "integrity checks failed"),
    EMU_ERROR(cudaErrorStartupFailure, "startup failure in cuda runtime"),
    EMU_ERROR(cudaErrorInvalidKernelImage, "device kernel image is invalid"),
    EMU_ERROR(cudaErrorDeviceUninitialized, "invalid device context"),
    EMU_ERROR(cudaErrorMapBufferObjectFailed, "mapping of buffer object failed"),
    EMU_ERROR(cudaErrorUnmapBufferObjectFailed, "unmapping of buffer object failed"),
    EMU_ERROR(cudaErrorArrayIsMapped, "array is mapped"),
    EMU_ERROR(cudaErrorAlreadyMapped, "resource already mapped"),
    EMU_ERROR(cudaErrorNoKernelImageForDevice,
              "no kernel image is available for execution on the device"),
    EMU_ERROR(cudaErrorAlreadyAcquired, "resource already acquired"),
    EMU_ERROR(cudaErrorNotMapped, "resource not mapped"),
    EMU_ERROR(cudaErrorNotMappedAsArray, "resource not mapped as array"),
    EMU_ERROR(cudaErrorNotMappedAsPointer, "resource not mapped as pointer"),
    EMU_ERROR(cudaErrorECCUncorrectable, "uncorrectable ECC error encountered"),
    EMU_ERROR(cudaErrorUnsupportedLimit, "limit is not supported on this architecture"),
    EMU_ERROR(cudaErrorDeviceAlreadyInUse,
              "exclusive-thread device already in use by a different thread"),
    EMU_ERROR(cudaErrorPeerAccessUnsupported,
              "peer access is not supported between these two devices"),
    EMU_ERROR(cudaErrorInvalidPtx, "a PTX JIT compilation failed"),
    EMU_ERROR(cudaErrorInvalidGraphicsContext, "invalid OpenGL or DirectX context"),
    EMU_ERROR(cudaErrorNvlinkUncorrectable,
              "uncorrectable NVLink error detected during the execution"),
    EMU_ERROR(cudaErrorJitCompilerNotFound, "PTX JIT compiler library not found"),
    EMU_ERROR(cudaErrorUnsupportedPtxVersion,
              "the provided PTX was compiled with an unsupported toolchain."),
    EMU_ERROR(cudaErrorJitCompilationDisabled, "PTX JIT compilation was disabled"),
    EMU_ERROR(cudaErrorUnsupportedExecAffinity, "the provided execution affinity is not supported"),
    EMU_ERROR(cudaErrorUnsupportedDevSideSync,
              "the provided PTX contains unsupported call to cudaDeviceSynchronize"),
    EMU_ERROR(cudaErrorContained,
              "Invalid access of peer GPU memory over nvlink or a hardware error"),
    EMU_ERROR(cudaErrorInvalidSource, "device kernel image is invalid"),
    EMU_ERROR(cudaErrorFileNotFound, "file not found"),
    EMU_ERROR(cudaErrorSharedObjectSymbolNotFound, "shared object symbol not found"),
    EMU_ERROR(cudaErrorSharedObjectInitFailed, "shared object initialization failed"),
    EMU_ERROR(cudaErrorOperatingSystem, "OS call failed or operation not supported on this OS"),
    EMU_ERROR(cudaErrorInvalidResourceHandle, "invalid resource handle"),
    EMU_ERROR(cudaErrorIllegalState, "the operation cannot be performed in the present state"),
    EMU_ERROR(cudaErrorLossyQuery, "attempted introspection would be semantically lossy"),
    EMU_ERROR(cudaErrorSymbolNotFound, "named symbol not found"),
    EMU_ERROR(cudaErrorNotReady, "device not ready"),
    EMU_ERROR(cudaErrorIllegalAddress, "an illegal memory access was encountered"),
    EMU_ERROR(cudaErrorLaunchOutOfResources, "too many resources requested for launch"),
    EMU_ERROR(cudaErrorLaunchTimeout, "the launch timed out and was terminated"),
    EMU_ERROR(cudaErrorLaunchIncompatibleTexturing, "launch uses incompatible texturing mode"),
    EMU_ERROR(cudaErrorPeerAccessAlreadyEnabled, "peer access is already enabled"),
    EMU_ERROR(cudaErrorPeerAccessNotEnabled, "peer access has not been enabled"),
    EMU_ERROR(cudaErrorSetOnActiveProcess, "cannot set while device is active in this process"),
    EMU_ERROR(cudaErrorContextIsDestroyed, "context is destroyed"),
    EMU_ERROR(cudaErrorAssert, "device-side assert triggered"),
    EMU_ERROR(cudaErrorTooManyPeers, "peer mapping resources exhausted"),
    EMU_ERROR(cudaErrorHostMemoryAlreadyRegistered,
              "part or all of the requested memory range is already mapped"),
    EMU_ERROR(cudaErrorHostMemoryNotRegistered,
              "pointer does not correspond to a registered memory region"),
    EMU_ERROR(cudaErrorHardwareStackError, "hardware stack error"),
    EMU_ERROR(cudaErrorIllegalInstruction, "an illegal instruction was encountered"),
    EMU_ERROR(cudaErrorMisalignedAddress, "misaligned address"),
    EMU_ERROR(cudaErrorInvalidAddressSpace,
              "operation not supported on global/shared address space"),
    EMU_ERROR(cudaErrorInvalidPc, "invalid program counter"),
    EMU_ERROR(cudaErrorLaunchFailure, "unspecified launch failure"),
    EMU_ERROR(cudaErrorCooperativeLaunchTooLarge, "too many blocks in cooperative launch"),
    EMU_ERROR(cudaErrorTensorMemoryLeak, "tensor memory not completely freed"),
    EMU_ERROR(cudaErrorNotPermitted, "operation not permitted"),
    EMU_ERROR(cudaErrorNotSupported, "operation not supported"),
    EMU_ERROR(cudaErrorSystemNotReady, "system not yet initialized"),
    EMU_ERROR(cudaErrorSystemDriverMismatch,
              "system has unsupported display driver / cuda driver combination"),
    EMU_ERROR(cudaErrorCompatNotSupportedOnDevice,
              "forward compatibility was attempted on non supported HW"),
    EMU_ERROR(cudaErrorMpsConnectionFailed,
              "MPS client failed to connect to the MPS control daemon or the MPS server"),
    EMU_ERROR(cudaErrorMpsRpcFailure,
              "the remote procedural call between the MPS server and the MPS client failed"),
    EMU_ERROR(cudaErrorMpsServerNotReady,
              "MPS server is not ready to accept new MPS client requests"),
    EMU_ERROR(cudaErrorMpsMaxClientsReached,
              "the hardware resources required to create MPS client have been exhausted"),
    EMU_ERROR(cudaErrorMpsMaxConnectionsReached,
              "the hardware resources required to support device connections have been exhausted"),
    EMU_ERROR(cudaErrorMpsClientTerminated, "the MPS client has been terminated by the server"),
    EMU_ERROR(cudaErrorCdpNotSupported,
              "is using CUDA Dynamic Parallelism, but the current configuration, like MPS, does "
              "not support it"),
    EMU_ERROR(cudaErrorCdpVersionMismatch,
              "unsupported interaction between different versions of CUDA Dynamic Parallelism"),
    EMU_ERROR(cudaErrorTimeout, "wait operation timed out"),
    EMU_ERROR(cudaErrorExternalDevice,
              "an async error has occured in external entity outside of CUDA"),
    EMU_ERROR(cudaErrorInvalidClusterSize,
              "a kernel launch error has occurred due to cluster misconfiguration"),
    EMU_ERROR(
        cudaErrorFunctionNotLoaded,
        "the function handle is not loaded when calling an API that requires a loaded function"),
    EMU_ERROR(cudaErrorInvalidResourceType,
              "one or more resources passed in are not valid resource types for the operation"),
    EMU_ERROR(cudaErrorInvalidResourceConfiguration,
              "one or more resources are insufficient or non-applicable for the operation"),
    EMU_ERROR(cudaErrorUnknown, "unknown error"),
};
#undef EMU_ERROR

const ErrorText* find_text(cudaError_t error) {
  const auto* text = std::lower_bound(
      std::begin(error_texts), std::end(error_texts), error,
      [](const ErrorText& entry, cudaError_t wanted) { return entry.error < wanted; });
  return text != std::end(error_texts) && text->error == error ? text : nullptr;
}

constexpr const char* unrecognized = "unrecognized error code";

}  // namespace

extern "C" {

const char* cudaGetErrorName(cudaError_t error) {
  const ErrorText* text = find_text(error);
  return text ? text->name : unrecognized;
}

const char* cudaGetErrorString(cudaError_t error) {
  const ErrorText* text = find_text(error);
  return text ? text->sentence : unrecognized;
}

}  // extern "C"
