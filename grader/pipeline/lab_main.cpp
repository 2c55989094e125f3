#include "pipeline/lab_main.hpp"

#include <new>
#include <stdexcept>

#include "pipeline/command_line.hpp"
#include "pipeline/doctor.hpp"
#include "pipeline/emulate.hpp"
#include "pipeline/explain.hpp"
#include "pipeline/gpu_part.hpp"
#include "pipeline/interrupt.hpp"
#include "pipeline/list.hpp"
#include "pipeline/report_json.hpp"
#include "pipeline/report_parts.hpp"
#include "pipeline/report_terminal.hpp"
#include "pipeline/second_compiler.hpp"
#include "sandbox/sandbox.hpp"

namespace pipeline {
namespace {

/// Points are kept for the student's own files only: a solution's are nobody's progress.
State updated_state(const Context& context, const GradeRequest& request,
                    const std::vector<result::Lab>& labs) {
  std::string complaint;
  State state = load_state(context.state_file, complaint);
  if (request.source.kind == Source::Kind::starter) {
    remember(state, labs);
    const std::string problem = save_state(context.state_file, state);
    complaint += (complaint.empty() || problem.empty() ? "" : "\nlab: ") + problem;
  }
  if (!complaint.empty()) context.err << "lab: " << complaint << '\n';
  return state;
}

/// What a report owes its reader where submissions could read more than they need; else empty. What
/// is wrong with the choice itself the graders have said.
std::string sandbox_line() {
  try {
    const std::string warning = sandbox::warning();
    return warning.empty() ? "" : '\n' + field("warning", warning);
  } catch (const std::runtime_error&) {
    return "";
  }
}

int grade_command(const Context& context, const GradeRequest& request) {
  const Course course = discover_course(context.root);
  const auto submissions = locate(context, course, request.labs, request.source);
  for (const Submission& submission : submissions) grader_program(context, *submission.lab);
  const GradingOptions options = with_gpu(context, request.options);
  // A GPU's grading compiles with nvcc itself.
  SecondCompiler second_compiler(context, submissions, options.gpu_too ? 1 : options.jobs);
  const auto labs = grade(context, submissions, options);
  const State state = updated_state(context, request, labs);
  context.out << terminal_report(context, {course, submissions, labs, state, request.source,
                                           options, request.all})
              << std::flush;
  if (!request.json.empty()) write_json_report(request.json, labs);
  context.out << second_compiler.report(labs) << std::flush;
  context.err << sandbox_line();
  return static_cast<int>(result::exit_code(worst_verdict(labs)));
}

struct Dispatch {
  const Context& context;

  int operator()(const PrintRequest& request) const {
    context.out << request.text;
    return 0;
  }
  int operator()(const DoctorRequest&) const {
    return static_cast<int>(doctor(context, discover_course(context.root)));
  }
  int operator()(const ListRequest&) const {
    list_labs(context, discover_course(context.root));
    return 0;
  }
  int operator()(const GradeRequest& request) const { return grade_command(context, request); }
  int operator()(const RunRequest& request) const {
    return run_lab(context, discover_course(context.root), request);
  }
  int operator()(const HintRequest& request) const {
    show_hint(context, discover_course(context.root), request);
    return 0;
  }
  int operator()(const ExplainRequest& request) const {
    explain(context, request.code);
    return 0;
  }
  int operator()(const BenchRequest& request) const {
    return bench(context, discover_course(context.root), request);
  }
  int operator()(const ProfileRequest& request) const {
    return profile(context, discover_course(context.root), request);
  }
  int operator()(const EmulateRequest& request) const { return emulate(context, request); }
  int operator()(const SelfCheckRequest& request) const {
    return self_check(context, discover_course(context.root), request.labs);
  }
  int operator()(const TestRequest& request) const { return run_tests(context, request.thorough); }
};

int say(const Context& context, result::ExitCode code, const std::string& sentence) {
  context.err << "lab: " << printable(sentence) << std::endl;
  return static_cast<int>(code);
}

}  // namespace

int lab_main(const std::vector<std::string>& arguments, Context context) {
  const InterruptGuard guard;
  try {
    const CommandLine command = parse_command_line(arguments, context.cores);
    if (command.no_color) context.style = Style(false);
    return std::visit(Dispatch{context}, command.request);
  } catch (const Failure& failure) {
    return say(context, failure.code(), failure.what());
  } catch (const Interrupted&) {
    return say(context, result::ExitCode::interrupted, "interrupted; no points changed");
  } catch (const std::bad_alloc&) {
    return say(context, result::ExitCode::grader_error, "the machine has no memory left");
  } catch (const std::exception& problem) {
    return say(context, result::ExitCode::grader_error, problem.what());
  }
}

}  // namespace pipeline
