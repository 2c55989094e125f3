#include "harness/catch_shim.hpp"

// Catch2 2 is one header: its implementation is compiled here, once. Its signal handlers are left
// out, for Ctrl-C is ours (interrupt.hpp).
#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
#include <catch2/catch_session.hpp>
#include <catch2/internal/catch_test_case_registry_impl.hpp>
#include <catch2/internal/catch_test_failure_exception.hpp>
#include <catch2/reporters/catch_reporter_event_listener.hpp>
#define HARNESS_CATCH_3
#else
#define CATCH_CONFIG_RUNNER
#define CATCH_CONFIG_NO_POSIX_SIGNALS
#include <catch2/catch.hpp>
#endif

#include <iostream>
#include <utility>

namespace harness::catch_shim {
namespace {

Listener* heard_by = nullptr;

TestCase described(const Catch::TestCaseInfo& info) {
  TestCase test;
  test.name = info.name;
  for (const auto& tag : info.tags)
#ifdef HARNESS_CATCH_3
    test.tags.push_back(static_cast<std::string>(tag.original));
#else
    test.tags.push_back(tag);
#endif
  return test;
}

#ifdef HARNESS_CATCH_3
using ListenerBase = Catch::EventListenerBase;
const Catch::TestCaseInfo& info_of(const Catch::TestCaseStats& stats) { return *stats.testInfo; }
const Catch::TestCaseInfo& info_of(const Catch::TestCaseHandle& test) {
  return test.getTestCaseInfo();
}
#else
using ListenerBase = Catch::TestEventListenerBase;
const Catch::TestCaseInfo& info_of(const Catch::TestCaseStats& stats) { return stats.testInfo; }
const Catch::TestCaseInfo& info_of(const Catch::TestCase& test) { return test; }
#endif

// bool in Catch2 2, void in Catch2 3.
using AssertionEnded = decltype(std::declval<ListenerBase&>().assertionEnded(
    std::declval<const Catch::AssertionStats&>()));

class CatchListener : public ListenerBase {
 public:
  using ListenerBase::ListenerBase;

  void testCaseStarting(const Catch::TestCaseInfo& info) override {
    failure_.clear();
    if (heard_by != nullptr) heard_by->starting(described(info));
  }

  AssertionEnded assertionEnded(const Catch::AssertionStats& stats) override {
    const Catch::AssertionResult& result = stats.assertionResult;
    if (!result.isOk() && failure_.empty()) {
      const auto line = result.getSourceInfo();
      failure_ = std::string(line.file) + ":" + std::to_string(line.line) + ": " +
                 static_cast<std::string>(result.getExpression());
      const auto message = static_cast<std::string>(result.getMessage());
      if (!message.empty()) failure_ += " " + message;
    }
    return AssertionEnded();
  }

  void testCaseEnded(const Catch::TestCaseStats& stats) override {
    if (heard_by != nullptr) heard_by->ended(described(info_of(stats)), failure_);
  }

 private:
  std::string failure_;
};

CATCH_REGISTER_LISTENER(CatchListener)

}  // namespace

struct Session::Implementation {
  Catch::Session session;
};

Session::Session() : implementation_(std::make_unique<Implementation>()) {}
Session::~Session() = default;

bool Session::apply(const std::string& program, const std::vector<std::string>& arguments) {
  std::vector<const char*> all = {program.c_str()};
  for (const std::string& argument : arguments) all.push_back(argument.c_str());
  return implementation_->session.applyCommandLine(static_cast<int>(all.size()), all.data()) == 0;
}

void Session::show_help() const { implementation_->session.showHelp(); }

std::vector<TestCase> Session::selected() {
  const Catch::Config& config = implementation_->session.config();
  std::vector<TestCase> tests;
  for (const auto& test :
       Catch::filterTests(Catch::getAllTestCasesSorted(config), config.testSpec(), config))
    tests.push_back(described(info_of(test)));
  return tests;
}

void Session::run(Listener& listener) {
  heard_by = &listener;
  implementation_->session.run();
  heard_by = nullptr;
  std::cout.flush();
}

void Session::list() {
  implementation_->session.run();
  std::cout.flush();
}

void fail(const std::string& message) {
  FAIL(message);
  throw Catch::TestFailureException();  // not reached: FAIL has thrown
}

void skip(const std::string& reason) {
#ifdef SKIP
  SKIP(reason);
#else
  SUCCEED("not run: " << reason);
#endif
  throw Catch::TestFailureException();  // leaves the test case without failing it
}

}  // namespace harness::catch_shim
