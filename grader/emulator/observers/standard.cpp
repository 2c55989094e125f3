#include "observers/standard.hpp"

#include "observers/counters.hpp"
#include "observers/mistakes.hpp"
#include "observers/synchronisation.hpp"

namespace emu {

namespace {
TrafficCounter& traffic() {
  static TrafficCounter* const counter = new TrafficCounter;  // kernels may run at the very end
  return *counter;
}
Mistakes& mistakes() {
  static Mistakes* const observer = new Mistakes;
  return *observer;
}
}  // namespace

void watch(Watch what) {
  static Synchronisation* const synchronisation = new Synchronisation;
  if (what == Watch::traffic)
    set_observers({synchronisation, &traffic()});
  else if (what == Watch::both)
    set_observers({synchronisation, &mistakes(), &traffic()});
  else
    set_observers({synchronisation, &mistakes()});
}

worker::Counters counters() { return traffic().counts(); }
void begin_call() {
  traffic().reset();
  mistakes().protect_nothing();
}
void note_input(const void* begin, std::size_t bytes) {
  traffic().add_input(begin, bytes);
  mistakes().protect(begin, bytes);
}
void expect_block_size(unsigned threads) { traffic().expect_block_size(threads); }
void count_host_side(bool on) { traffic().count_host_side(on); }
void report_launches_to(LaunchReport report) { traffic().report_launches_to(report); }

}  // namespace emu
