// Where an address of the submission lies, as the copying and allocating calls need to know.
#pragma once

#include <cstddef>

namespace emu::runtime {

enum class PlaceKind : unsigned char {
  pageable,  ///< Host memory that CUDA does not know.
  pinned,    ///< cudaMallocHost, cudaHostRegister
  device,
  managed,
  invalid,  ///< Null, freed, or outside of what it starts in.
};

/// Of [p, p + bytes); bytes > 0. Pageable memory cannot be checked.
PlaceKind place_of(const void* p, std::size_t bytes);

inline bool device_can_use(PlaceKind kind) {
  return kind == PlaceKind::pinned || kind == PlaceKind::device || kind == PlaceKind::managed;
}
/// Memory of the card itself: copies inside it do not hold up the host.
inline bool is_on_device(PlaceKind kind) {
  return kind == PlaceKind::device || kind == PlaceKind::managed;
}

}  // namespace emu::runtime
