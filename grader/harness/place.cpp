#include "harness/place.hpp"

#include <iostream>

namespace harness {

using result::ExitCode;

Place find_place(const Options& options) {
  Place place;
  const bool may_be_gpu = options.backend == BackendChoice::automatic && options.run;
  if (options.backend != BackendChoice::cuda && !may_be_gpu) return place;
  place.choice = choose_gpu(options.device);
  if (place.choice.gpu) {
    place.backend = toolchain::Backend::cuda;
    if (place.layout.capability == 0) place.layout.capability = place.choice.gpu->capability;
  } else if (may_be_gpu && !options.names_device && place.choice.exit_code == ExitCode::no_device) {
    if (place.choice.is_there)
      std::cerr << "note: run by the emulator: " << place.choice.problem << '\n';
    place.choice = {};
  } else {
    place.backend = toolchain::Backend::cuda;
  }
  return place;
}

std::string image_problem(const Place& place) {
  if (!place.choice.gpu || place.choice.target.machine_code != 0) return {};
  return "the driver cannot compile the program, which was built as " + place.choice.target.text() +
         ", for the " + place.choice.gpu->name + " (compute capability " +
         toolchain::capability_text(place.choice.gpu->capability) +
         "): install a newer driver, or a toolkit that knows this card";
}

std::string disturbance(const Place& place) {
  if (!place.choice.gpu) return {};
  const std::string users = other_users(*place.choice.gpu);
  if (users.empty()) return {};
  return "the GPU was used by others at the same time, so that times may be too long: " + users;
}

}  // namespace harness
