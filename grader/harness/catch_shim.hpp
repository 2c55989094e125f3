// The part of Catch2 that the harness needs, the same for versions 2 and 3.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace harness::catch_shim {

struct TestCase {
  std::string name;
  std::vector<std::string> tags;
};

/// Hears of each test case that runs.
class Listener {
 public:
  virtual ~Listener() = default;
  virtual void starting(const TestCase& test) = 0;
  /// `failure`: the first failed assertion or unexpected exception; empty where there was none.
  virtual void ended(const TestCase& test, const std::string& failure) = 0;
};

/// Catch2's session; one for each process.
class Session {
 public:
  Session();
  ~Session();

  /// False where Catch2 does not understand them; it has said why on stderr then.
  bool apply(const std::string& program, const std::vector<std::string>& arguments);
  void show_help() const;
  /// The test cases that the filters choose, in the order in which they will run.
  std::vector<TestCase> selected();
  void run(Listener& listener);
  /// Prints what a --list option of the command line asked for.
  void list();

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

/// Ends the test case as failed.
[[noreturn]] void fail(const std::string& message);
/// Ends the test case as neither failed nor tested, where Catch2 knows that; else as passed.
[[noreturn]] void skip(const std::string& reason);

}  // namespace harness::catch_shim
