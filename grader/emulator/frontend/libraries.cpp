// Headers and names that the emulator does not take.
#include <string>

#include "rewrites.hpp"

namespace emulator::frontend {
namespace {

struct Header {
  std::string_view prefix;
  IssueKind kind;
  const char* message;
};

constexpr Header headers[] = {
    {"cub/", IssueKind::library_call, "CUB does the work here that the exercise asks you for."},
    {"thrust/", IssueKind::library_call,
     "Thrust does the work here that the exercise asks you for."},
    {"moderngpu/", IssueKind::library_call,
     "moderngpu does the work here that the exercise asks you for."},
    {"mma.h", IssueKind::unsupported, "The emulator has no tensor cores, which mma.h is for."},
    {"cuda_fp16", IssueKind::unsupported,
     "The emulator has no half precision (cuda_fp16.h); use float."},
    {"cuda_bf16", IssueKind::unsupported, "The emulator has no bfloat16 (cuda_bf16.h); use float."},
    {"cuda_fp8", IssueKind::unsupported,
     "The emulator has no 8-bit floating point (cuda_fp8.h); use float."},
    {"cublas", IssueKind::unsupported, "The emulator does not offer cuBLAS."},
    {"cusparse", IssueKind::unsupported, "The emulator does not offer cuSPARSE."},
    {"cusolver", IssueKind::unsupported, "The emulator does not offer cuSOLVER."},
    {"cufft", IssueKind::unsupported, "The emulator does not offer cuFFT."},
    {"curand", IssueKind::unsupported,
     "The emulator does not offer cuRAND; make random numbers on the host."},
    {"cutlass/", IssueKind::unsupported, "The emulator does not offer CUTLASS."},
    {"cute/", IssueKind::unsupported, "The emulator does not offer CuTe."},
    {"cuda/std/", IssueKind::unsupported,
     "The emulator does not offer cuda::std; use the header of the C++ standard library."},
    {"texture_", IssueKind::unsupported, "The emulator has no textures; read the array itself."},
    {"surface_", IssueKind::unsupported, "The emulator has no surfaces; write the array itself."},
    {"cuda.h", IssueKind::unsupported,
     "The emulator does not offer the driver API (cuda.h); use cuda_runtime.h."},
    {"nvrtc.h", IssueKind::unsupported, "The emulator does not compile at run time (nvrtc.h)."},
};

bool starts_with(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}

/// Whether the token names the namespace: cub:: or `namespace cub`, but not a namespace of that
/// name that the file opens itself, nor a member.
bool names_namespace(const Region& region, int i) {
  if (one_of(region.text(i - 1), {".", "->"})) return false;
  if (region.is(i + 1, "::")) return true;
  const bool alias = region.is(i - 1, "=") && region.is(i - 3, "namespace");
  const bool imported = region.is(i - 1, "namespace") || alias;
  return imported && region.is(i + 1, ";");
}

bool is_texture_function(std::string_view word) {
  const bool fetch = starts_with(word, "tex1D") || starts_with(word, "tex2D") ||
                     starts_with(word, "tex3D") || starts_with(word, "texCubemap");
  return fetch || starts_with(word, "surf1D") || starts_with(word, "surf2D") ||
         starts_with(word, "surf3D") || starts_with(word, "surfCubemap");
}

}  // namespace

void check_libraries(const std::vector<Include>& includes, Context& context) {
  for (const Include& include : includes) {
    for (const Header& header : headers) {
      if (!starts_with(include.header, header.prefix)) continue;
      context.report(header.kind, include.line, header.message);
      break;
    }
  }
}

void check_names(const Region& region, Context& context) {
  int reported_line = 0;
  const auto report = [&](IssueKind kind, int i, const std::string& message) {
    if (region.line(i) != reported_line) context.report(kind, region.line(i), message);
    reported_line = region.line(i);
  };
  for (int i = 0; i < region.size(); ++i) {
    if (!region.is_identifier(i)) continue;
    const std::string_view word = region.text(i);
    const bool callable = region.is(i + 1, "(") || region.is(i + 1, "<");
    if (one_of(word, {"cub", "thrust", "mgpu", "moderngpu"}) && names_namespace(region, i)) {
      report(IssueKind::library_call, i,
             std::string(word) + ":: does the work here that the exercise asks you for.");
    } else if (word == "nvcuda" && names_namespace(region, i)) {
      report(IssueKind::unsupported, i, "The emulator has no tensor cores (nvcuda::wmma).");
    } else if (callable && is_texture_function(word)) {
      report(IssueKind::unsupported, i,
             "The emulator has no textures and surfaces (" + std::string(word) +
                 "); use the array itself.");
    } else if (one_of(word, {"cudaTextureObject_t", "cudaSurfaceObject_t"})) {
      report(IssueKind::unsupported, i,
             "The emulator has no textures and surfaces (" + std::string(word) +
                 "); use the array itself.");
    }
  }
}

}  // namespace emulator::frontend
