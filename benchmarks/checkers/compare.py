#!/usr/bin/env python3
"""Compares the emulator, a GPU and compute-sanitizer on the kernels with known verdicts.

Each case of grader/tests/cases is graded on the emulator and on the GPU, and runs, with a driver,
under compute-sanitizer's four tools. README.md says how to read the table. Exit code: 0, 1 where
something could not be judged, 2 where something is missing, 130 after Ctrl-C.
"""

import argparse
import concurrent.futures
import datetime
import json
import os
import pathlib
import platform
import shlex
import signal
import sys
import tempfile
import threading
import time

sys.dont_write_bytecode = True

import cases  # noqa: E402
import columns  # noqa: E402
import processes  # noqa: E402
import report  # noqa: E402

SCHEMA = 1


class Results:
  """What was found so far, for the table and for a later run."""

  def __init__(self, chosen, earlier):
    self.lock = threading.Lock()
    self.found = {case.name: {} for case in chosen}
    self.chosen = chosen
    for case in chosen:
      known = earlier.get(case.name)
      if known is not None and known["digest"] == case.digest():
        self.found[case.name] = {name: result for name, result in known["columns"].items()
                                 if result["outcome"] != "failed"}

  def add(self, case, column, result):
    with self.lock:
      self.found[case.name][column] = result

  def missing(self, wanted):
    return [(case, column) for case in self.chosen for column in wanted
            if column not in self.found[case.name]]

  def entries(self):
    with self.lock:
      return [(case, dict(self.found[case.name])) for case in self.chosen]

  def write(self, arguments, head):
    entries = self.entries()
    write_whole(arguments.out, report.document(entries, head))
    if arguments.json is None:
      return
    listed = [{"name": case.name, "lab": case.lab, "folder": case.folder, "due": case.due,
               "codes": list(case.codes), "digest": case.digest(), "columns": found}
              for case, found in entries]
    write_whole(arguments.json,
                json.dumps({"schema": SCHEMA, "head": head, "cases": listed}, indent=1) + "\n")


def write_whole(path, text):
  beside = path.with_name(path.name + ".new")
  beside.write_text(text, encoding="utf-8")
  beside.replace(path)


def read_earlier(path):
  if path is None:
    return {}
  document = json.loads(path.read_text(encoding="utf-8"))
  if document.get("schema") != SCHEMA:
    raise columns.Missing(f"{path} was written by another version")
  return {case["name"]: case for case in document["cases"]}


def say(text):
  if sys.stderr.isatty():
    print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


def in_parallel(processes_of_run, jobs, tasks, function, deadline):
  """Calls `function` for each of `tasks`, in their order, several at once. False where the time
  was up before the last had ended; those that ran are ended then, and after Ctrl-C."""
  done = 0
  with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
    futures = [pool.submit(function, *task) for task in tasks]
    try:
      left = None if deadline is None else max(0.0, deadline - time.monotonic())
      for future in concurrent.futures.as_completed(futures, left):
        future.result()
        done += 1
        say(f"{done} of {len(tasks)}")
    except BaseException as problem:
      for future in futures:
        future.cancel()
      processes_of_run.stop()
      if isinstance(problem, TimeoutError | concurrent.futures.TimeoutError):
        return False
      raise
    finally:
      say("")
  return True


def second_look(machine, results, deadline):
  """A GPU that others use as well can make a right program slow: where a time limit is not due,
  the case is graded again, alone."""
  for case, found in results.entries():
    result = found.get("gpu")
    if result is None or "time_limit" not in result["codes"] or "time_limit" in case.codes:
      continue
    if "graded" in result:  # in an earlier run
      continue
    if deadline is not None and time.monotonic() > deadline:
      return
    results.add(case, "gpu", {**columns.make(machine, case, "gpu"), "graded": "again, alone"})


def head_lines(versions, arguments, began, state):
  """What the report says about the machine and the run."""
  words = [pathlib.Path(word).name if "/" in word else word for word in sys.argv]
  return [f"{datetime.date.today()}, {platform.machine()}, {os.cpu_count()} processors, "
          f"{arguments.jobs} jobs, {time.monotonic() - began:.0f} s", *versions,
          f"`{shlex.join(words)}`", state]


def compile_all(processes_of_run, machine, chosen, jobs):
  """All programs, and nothing else; the number of those that do not compile."""
  failed = []

  def compile_one(case):
    result = columns.under_tools(machine, case, compile_only=True)
    if not result["build"]["ok"]:
      failed.append(case.name)
      print(f"{case.name} does not compile:\n{result['build']['message']}", flush=True)

  in_parallel(processes_of_run, jobs, [(case,) for case in chosen], compile_one, None)
  print(f"{len(chosen) - len(failed)} of {len(chosen)} programs compile")
  return len(failed)


def compare(arguments, processes_of_run, folder):
  began = time.monotonic()
  deadline = None if arguments.seconds is None else began + arguments.seconds
  chosen = cases.read_cases(arguments.cases, arguments.only)
  machine = columns.Machine(processes_of_run, folder, arguments.build.resolve(), arguments.arch,
                            arguments.cuda)
  wanted = ["sanitizer"] if arguments.compile_only else arguments.columns
  machine.require(wanted, arguments.compile_only)
  results = Results(chosen, read_earlier(arguments.earlier))
  if "sanitizer" in wanted:
    labs = sorted({2} | {case.lab for case, name in results.missing(["sanitizer"])})
    in_parallel(processes_of_run, arguments.jobs, [(lab,) for lab in labs],
                machine.compile_driver, None)
    if arguments.compile_only:
      return 1 if compile_all(processes_of_run, machine, chosen, arguments.jobs) else 0
    machine.require_working_tool()

  versions = machine.versions()
  state = "stopped before the end"
  try:
    def make(case, name):
      try:
        results.add(case, name, columns.make(machine, case, name))
      except (OSError, LookupError, ValueError) as problem:  # costs this column alone
        results.add(case, name, columns.failed(repr(problem)))

    if in_parallel(processes_of_run, arguments.jobs, results.missing(wanted), make, deadline):
      second_look(machine, results, deadline)
      state = "run to the end"
    else:
      state = f"ended by its time limit of {arguments.seconds} s"
  finally:  # also after Ctrl-C
    results.write(arguments, head_lines(versions, arguments, began, state))
  failed = [case.name for case, found in results.entries()
            if any(result["outcome"] == "failed" for result in found.values())]
  print(f"{len(chosen)} cases, {len(results.missing(wanted))} columns not run; without a verdict: "
        f"{', '.join(failed) or 'none'}")
  return 1 if failed else 0


def positive(text):
  number = int(text)
  if number < 1:
    raise argparse.ArgumentTypeError("must be 1 or more")
  return number


def some_columns(text):
  chosen = text.split(",")
  for name in chosen:
    if name not in columns.COLUMNS:
      raise argparse.ArgumentTypeError(f"'{name}' is none of {', '.join(columns.COLUMNS)}")
  return chosen


def command_line():
  parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
  parser.add_argument("--build", type=pathlib.Path, default=cases.ROOT / "build", metavar="FOLDER",
                      help="the CMake build (default build/)")
  parser.add_argument("--out", type=pathlib.Path, metavar="F.md", help="the table")
  parser.add_argument("--json", type=pathlib.Path, metavar="F", help="all details")
  parser.add_argument("--cases", choices=["handed", "own", "all"], default="all")
  parser.add_argument("--only", action="append", default=[], metavar="NAME",
                      help="this case; may be given again")
  parser.add_argument("--columns", type=some_columns, default=list(columns.COLUMNS),
                      metavar="LIST", help="of emulator,gpu,sanitizer (default all)")
  parser.add_argument("--earlier", type=pathlib.Path, metavar="F",
                      help="a file of --json: what it has is not made again")
  parser.add_argument("--jobs", type=positive, default=os.cpu_count() or 1)
  parser.add_argument("--seconds", type=positive, metavar="N",
                      help="stop then, with the table of what was done")
  parser.add_argument("--arch", default="native", help="nvcc's -arch (default native)")
  parser.add_argument("--cuda", metavar="FOLDER", help="the CUDA toolkit (default: from PATH)")
  parser.add_argument("--compile-only", action="store_true",
                      help="compile the tools' programs and stop; needs no GPU (see --arch)")
  parser.add_argument("--self-test", action="store_true", help="test this program; needs no GPU")
  arguments = parser.parse_args()
  if arguments.out is None and not (arguments.self_test or arguments.compile_only):
    parser.error("--out F.md is missing")
  return arguments


def main():
  arguments = command_line()
  if arguments.self_test:
    import self_test  # noqa: PLC0415
    return self_test.run()

  def as_interrupt(*_):
    raise KeyboardInterrupt

  signal.signal(signal.SIGTERM, as_interrupt)
  try:
    with tempfile.TemporaryDirectory() as folder:
      return compare(arguments, processes.Processes(), pathlib.Path(folder))
  except (columns.Missing, ValueError, OSError) as problem:
    print(f"compare.py: {problem}", file=sys.stderr)
    return 2
  except KeyboardInterrupt:
    return 130


if __name__ == "__main__":
  sys.exit(main())
