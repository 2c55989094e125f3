#include "observers/standard.hpp"

#include "observers/counters.hpp"
#include "observers/last_writer.hpp"
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
Synchronisation& synchronisation() {
  static Synchronisation* const observer = new Synchronisation;
  return *observer;
}
LastWriter& writers() {
  static LastWriter* const observer = new LastWriter;
  return *observer;
}
}  // namespace

void watch(Watch what) {
  if (what == Watch::traffic)
    set_observers({&synchronisation(), &traffic()});
  else if (what == Watch::both)
    set_observers({&synchronisation(), &mistakes(), &traffic()});
  else
    set_observers({&synchronisation(), &mistakes()});
}
void watch_word(const void* word) {
  writers().watch(word);
  set_observers({&synchronisation(), &mistakes(), &writers()});
}
worker::Writer last_writer() { return writers().writer(); }

worker::Counters counters() { return traffic().counts(); }
void begin_call() {
  traffic().reset();
  mistakes().protect_nothing();
}
void note_input(const void* begin, std::size_t bytes) {
  traffic().add_input(begin, bytes);
  mistakes().protect(begin, bytes);
}
void note_output(const void* begin, std::size_t bytes) { mistakes().add_output(begin, bytes); }
worker::Reach reached() { return mistakes().reached(); }
void expect_block_size(unsigned threads) { traffic().expect_block_size(threads); }
void count_host_side(bool on) { traffic().count_host_side(on); }
void report_launches_to(LaunchReport report) { traffic().report_launches_to(report); }

}  // namespace emu
