#include "observers/standard.hpp"

#include "observers/bounds.hpp"

namespace emu {

void add_standard_observers() {
  static Bounds bounds;
  add_observer(bounds);
}

}  // namespace emu
