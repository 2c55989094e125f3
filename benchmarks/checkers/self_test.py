"""Tests of what needs no GPU: cases, reports of the tools, comparison, time limits, a whole run."""

import contextlib
import io
import json
import pathlib
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import unittest.mock

import cases
import columns
import compare
import processes
import report
import sanitizer
from sample_reports import (API_ERRORS, BARRIER, CLEAN, DIED, LEAK, MADE, MASK, MISALIGNED,
                            NOT_SUPPORTED, OUT_OF_BOUNDS, RACE, RACE_WARNING, SEGFAULT,
                            UNINITIALIZED, UNKNOWN)

def parsed(tool, text, exit_code=0, timed_out=False):
  return sanitizer.parse(tool, processes.Finished(exit_code, timed_out, text, 1.0))


class Reports(unittest.TestCase):
  def check(self, tool, text, kinds, exit_code=sanitizer.FOUND):
    said = parsed(tool, text + MADE, exit_code)
    self.assertEqual(said["outcome"], "reported")
    self.assertEqual(said["kinds"], kinds)
    return said

  def test_kinds(self):
    self.check("memcheck", OUT_OF_BOUNDS, {"out_of_bounds": 2})
    self.check("memcheck", MISALIGNED, {"misaligned": 1, "device_fault": 1})
    self.check("memcheck", API_ERRORS, {"api_error": 2})
    self.check("memcheck", LEAK, {"leak": 1})
    self.check("racecheck", RACE, {"race": 1})
    self.check("racecheck", RACE_WARNING, {"race_warning": 2})
    self.check("synccheck", BARRIER, {"barrier": 1})
    self.check("synccheck", MASK, {"mask": 1})
    self.check("initcheck", UNINITIALIZED, {"uninitialized": 3})

  def test_count_is_the_tools_own_line(self):
    self.assertEqual(self.check("initcheck", UNINITIALIZED, {"uninitialized": 3})["count"],
                     "ERROR SUMMARY: 1,257 errors")
    self.assertEqual(self.check("racecheck", RACE, {"race": 1})["count"],
                     "RACECHECK SUMMARY: 1 hazard displayed (1 error, 0 warnings)")

  def test_what_was_not_printed_is_not_the_count(self):
    said = parsed("initcheck", "========= ERROR SUMMARY: 157 errors were not printed. Use "
                  "--print-limit option\n========= ERROR SUMMARY: 257 errors\n" + MADE)
    self.assertEqual(said["count"], "ERROR SUMMARY: 257 errors")

  def test_first_report_is_kept(self):
    said = self.check("memcheck", OUT_OF_BOUNDS, {"out_of_bounds": 2})
    self.assertIn("Invalid __global__ read", said["first"][0])
    self.assertIn("case.cu:12", said["first"][1])

  def test_unknown_report_is_none_the_less_one(self):
    said = self.check("memcheck", UNKNOWN, {"other": 3})
    self.assertEqual(said["first"][0], "A report of a kind that nobody has seen")
    # By the exit code alone.
    self.check("memcheck", CLEAN, {"other": 1})

  def test_clean(self):
    self.assertEqual(parsed("memcheck", CLEAN + MADE)["outcome"], "clean")
    none = "========= RACECHECK SUMMARY: 0 hazards displayed (0 errors, 0 warnings)\n"
    self.assertEqual(parsed("racecheck", none + MADE)["outcome"], "clean")

  def test_program_that_dies(self):
    said = parsed("memcheck", SEGFAULT + DIED, sanitizer.FOUND)
    self.assertEqual((said["outcome"], said["kinds"]), ("crash", {}))
    self.assertEqual(said["at"], "n = 1000, block_size = 256")
    self.assertEqual(parsed("memcheck", OUT_OF_BOUNDS + DIED)["outcome"], "reported")

  def test_nothing_judged_is_never_clean(self):
    self.assertEqual(parsed("memcheck", NOT_SUPPORTED)["outcome"], "failed")
    self.assertEqual(parsed("memcheck", "")["outcome"], "failed")
    self.assertEqual(parsed("memcheck", MADE)["outcome"], "failed")  # no summary
    self.assertEqual(parsed("memcheck", CLEAN)["outcome"], "failed")  # no call was made

  def test_hang(self):
    self.assertEqual(parsed("synccheck", DIED, -9, timed_out=True)["outcome"], "hangs")

  def test_options_that_the_tool_does_not_know_are_left_out(self):
    known = "  --leak-check arg\n  --print-limit arg\n  --padding-of-another-kind arg\n"
    chosen = sanitizer.options("memcheck", known)
    self.assertEqual(chosen, ["--tool", "memcheck", "--error-exitcode", "99", "--print-limit",
                              "100", "--leak-check", "full"])

  def test_every_code_that_fits_a_kind_is_one_of_the_graders(self):
    schema = json.loads((cases.ROOT / "grader/result/result.schema.json").read_text())
    codes = set(json.dumps(schema).replace('"', " ").replace(",", " ").split())
    self.assertLessEqual(set(sanitizer.FITS), codes)


class Cases(unittest.TestCase):
  def test_all_files_are_cases(self):
    for folder in ("handed", "own"):
      files = {path.stem for path in (cases.FOLDER / folder).glob("*.cu")}
      found = cases.read_cases(folder)
      self.assertEqual({case.name for case in found}, files)
      self.assertTrue(all(case.codes for case in found if case.due == "wrong"))
      self.assertTrue(any(case.due == "right" for case in found))

  def test_known_cases(self):
    race = cases.read_cases("all", ["L2_no_barrier_in_loop"])[0]
    self.assertEqual((race.lab, race.due, race.codes), (2, "wrong", ("data_race",)))
    self.assertEqual(cases.read_cases("all", ["05_decoupled_look_back"])[0].due, "right")
    self.assertEqual(cases.read_cases("all", ["L4c_library_block_scan"])[0].due, "policy")
    with self.assertRaises(ValueError):
      cases.read_cases("all", ["no_such_case"])

  def test_handed_case_is_joined_with_its_adapter(self):
    handed = cases.read_cases("all", ["L2_no_barrier_in_loop"])[0]
    self.assertEqual(handed.text(), handed.source.read_bytes() + b"\n" +
                     (cases.FOLDER / "adapters/lab_02.cuh").read_bytes())
    own = cases.read_cases("all", ["05_decoupled_look_back"])[0]
    self.assertEqual(own.text(), own.source.read_bytes())

  def test_left_out_cases_exist(self):
    self.assertEqual(len(cases.read_cases("all", list(columns.LEFT_OUT))), len(columns.LEFT_OUT))


def case(name, due, codes=()):
  return cases.Case(name, 2, "own", due, tuple(codes), pathlib.Path(name), None)


def grade(*codes, efficiency=()):
  checks = [{"name": code, "category": "safety", "verdict": code, "findings": []}
            for code in codes]
  checks += [{"name": code, "category": "efficiency", "verdict": code, "findings": []}
             for code in efficiency]
  return columns.read_result({"verdict": codes[0] if codes else "pass", "points": 0, "device": "",
                              "checks": checks})


def tools(**texts):
  said = {tool: parsed(tool, CLEAN + MADE) for tool in sanitizer.TOOLS}
  said.update({tool: parsed(tool, text) for tool, text in texts.items()})
  return {"outcome": "judged", "build": {"ok": True}, "tools": said}


class Comparison(unittest.TestCase):
  def test_wrong_kernel(self):
    race = case("race", "wrong", ["data_race"])
    found = {"emulator": grade("data_race", "wrong_answer"), "gpu": grade("wrong_answer"),
             "sanitizer": tools(racecheck=RACE + MADE)}
    self.assertEqual([report.caught(race, found, name) for name in columns.COLUMNS],
                     ["due", "other", "due"])
    found["gpu"] = grade()
    found["sanitizer"] = tools(memcheck=LEAK + MADE)
    self.assertEqual(report.caught(race, found, "gpu"), "")
    self.assertEqual(report.caught(race, found, "sanitizer"), "other")
    found["sanitizer"] = tools(memcheck=SEGFAULT + DIED)
    self.assertEqual(report.caught(race, found, "sanitizer"), "shows")
    found["gpu"] = grade("no_device")
    self.assertIsNone(report.caught(race, found, "gpu"))
    self.assertIsNone(report.caught(race, {}, "emulator"))

  def test_right_kernel(self):
    found = {"emulator": grade(efficiency=["inefficient"]), "gpu": grade("time_limit"),
             "sanitizer": tools(memcheck=LEAK + MADE)}
    self.assertEqual(report.false_alarms(found, "emulator"), set())
    self.assertEqual(report.false_alarms(found, "gpu"), {"time_limit"})
    self.assertEqual(report.false_alarms(found, "sanitizer"), {"leak"})
    self.assertEqual(report.false_alarms({"sanitizer": tools()}, "sanitizer"), set())

  def test_column_without_a_verdict(self):
    race = case("race", "wrong", ["data_race"])
    found = {name: columns.failed("no reason") for name in columns.COLUMNS}
    self.assertEqual([report.caught(race, found, name) for name in columns.COLUMNS], [None] * 3)
    row = report.cases_table([(race, found)])[2]
    self.assertEqual(row, "| race | data_race | no verdict (no result) | no verdict (no result) | "
                          "no verdict |")

  def test_document(self):
    found = [(case("race", "wrong", ["data_race"]),
              {"emulator": grade("data_race"), "gpu": grade(),
               "sanitizer": tools(racecheck=RACE + MADE)}),
             (case("fence", "wrong", ["data_race"]),
              {"emulator": grade("data_race"), "gpu": grade(), "sanitizer": tools()}),
             (case("good", "right"), {"emulator": grade(), "gpu": grade(),
                                      "sanitizer": tools(memcheck=LEAK + MADE)})]
    text = report.document(found, ["a machine"])
    for line in ("| race | data_race | **data_race** | pass | racecheck: **race** |",
                 "| fence | data_race | **data_race** | pass | nothing |",
                 "| good | pass | pass | pass | memcheck: leak |",
                 "| caught | 2 | 0 | 1 |", "| missed | 0 | 2 | 1 |", "| false alarms | 0 | 0 | 1 |",
                 "| of these, leaks alone | 0 | 0 | 1 |", "| data_race | 2 | 2 | 0 | 1 | 1 |",
                 "Caught by the emulator alone (1): fence."):
      self.assertIn(line, text.splitlines())


class Running(unittest.TestCase):
  def test_time_limit_ends_the_whole_group(self):
    program = ("import signal, subprocess, sys, time\n"
               "signal.signal(signal.SIGINT, signal.SIG_IGN)\n"  # the child inherits it
               "child = subprocess.Popen(['sleep', '60'])\nprint(child.pid, flush=True)\n"
               "time.sleep(60)\n")
    done = processes.Processes().run([sys.executable, "-c", program], 1.5)
    self.assertTrue(done.timed_out)
    self.assertLess(done.seconds, 20)
    state = subprocess.run(["ps", "-o", "stat=", "-p", done.text.strip()], capture_output=True,
                           text=True, check=False).stdout.strip()
    self.assertTrue(state == "" or state.startswith("Z"), state)

  def test_a_program_may_tidy_up(self):
    program = "trap 'echo tidied up; exit 7' INT; echo begun; while :; do sleep 0.05; done"
    done = processes.Processes().run(["sh", "-c", program], 1)
    self.assertEqual((done.exit_code, done.timed_out, done.text), (7, True, "begun\ntidied up\n"))

  def test_output_and_exit_code(self):
    done = processes.Processes().run(["sh", "-c", "echo one; echo two >&2; exit 3"], 20)
    self.assertEqual((done.exit_code, done.timed_out, done.text), (3, False, "one\ntwo\n"))

  def test_of_much_output_the_end_is_kept(self):
    program = "print('first'); print('x' * 3000000); print('last')"
    done = processes.Processes().run([sys.executable, "-c", program], 30)
    self.assertTrue(done.text.startswith("first\n") and done.text.endswith("last\n"))
    self.assertLess(len(done.text), 2 * processes.Processes.MOST_TEXT)

  def test_stop_ends_what_runs_and_lets_nothing_begin(self):
    running = processes.Processes()
    threading.Timer(0.5, running.stop).start()
    begin = time.monotonic()
    with self.assertRaises(processes.Stopped):
      running.run(["sleep", "60"], 60)
    self.assertLess(time.monotonic() - begin, 20)
    with self.assertRaises(processes.Stopped):
      running.run(["true"], 60)

  def test_time_limit_of_the_run(self):
    running, ended = processes.Processes(), []

    def task(seconds):
      running.run(["sleep", seconds], 60)
      ended.append(seconds)

    tasks = [("0.01",), ("60",), ("60",)]
    self.assertFalse(compare.in_parallel(running, 2, tasks, task, time.monotonic() + 1.5))
    self.assertEqual(ended, ["0.01"])
    fresh = processes.Processes()
    self.assertTrue(compare.in_parallel(
        fresh, 2, [("0.01",)], lambda seconds: fresh.run(["sleep", seconds], 60), None))

  def test_what_an_earlier_run_has_is_not_made_again(self):
    chosen = cases.read_cases("all", ["L2_no_barrier_in_loop", "L2_loop_never_ends"])
    earlier = {one.name: {"digest": one.digest(), "columns": {
        "emulator": grade("data_race"), "gpu": grade("no_device")}} for one in chosen}
    earlier["L2_loop_never_ends"]["digest"] = "of another text"
    missing = compare.Results(chosen, earlier).missing(columns.COLUMNS)
    self.assertEqual({(one.name, name) for one, name in missing},
                     {("L2_no_barrier_in_loop", "gpu"), ("L2_no_barrier_in_loop", "sanitizer")} |
                     {("L2_loop_never_ends", name) for name in columns.COLUMNS})

  def test_result_of_a_later_run_can_be_read(self):
    chosen = cases.read_cases("all", ["L2_no_barrier_in_loop"])
    results = compare.Results(chosen, {})
    results.add(chosen[0], "emulator", grade("data_race"))
    with tempfile.TemporaryDirectory() as folder:
      arguments = type("Arguments", (), {"out": pathlib.Path(folder) / "t.md",
                                         "json": pathlib.Path(folder) / "t.json"})
      results.write(arguments, ["here"])
      again = compare.Results(chosen, compare.read_earlier(arguments.json))
      self.assertIn("| not run | not run |", arguments.out.read_text())
    self.assertEqual(again.found, results.found)


# A toolkit of two scripts. What it "compiles" says what a driver says.
FAKE_NVCC = """#!/bin/sh
while [ "$1" != -o ]; do shift; done
cat > "$2" <<'EOF'
#!/bin/sh
printf 'driver: n = 1, block_size = 1\\ndriver: 1 calls made\\n'
EOF
chmod +x "$2"
"""
FAKE_TOOL = """#!/bin/sh
case $1 in --help) echo '  --leak-check arg'; exit;; --version) echo 'Version 1.2'; exit;; esac
tool=$2
for word; do program=$word; [ -x "$word" ] && break; done
"$program"
case "$tool $program" in
racecheck*L2_no_barrier_in_loop*) echo '========= Error: Race reported between Write access'
  echo '========= RACECHECK SUMMARY: 1 hazard displayed (1 error, 0 warnings)'; exit 99;;
synccheck*L2_shuffle_in_branch*) sleep 60;;
*L2_unroll_stops_at_32*) sleep 60;;
memcheck*L2_partials_into_scalar*) exit 1;;
initcheck*L2c_iterated_passes*) [ -e "$program.asked" ] || { : > "$program.asked"; exit 1; };;
esac
echo '========= ERROR SUMMARY: 0 errors'
"""


class WholeRun(unittest.TestCase):
  def test_with_a_toolkit_of_scripts(self):
    chosen = ["L2_no_barrier_in_loop", "L2_shuffle_in_branch", "L2_partials_into_scalar",
              "L2c_sequential_addressing", "L2_loop_never_ends", "L2_unroll_stops_at_32",
              "L2c_iterated_passes"]
    with tempfile.TemporaryDirectory() as folder:
      place = pathlib.Path(folder)
      (place / "bin").mkdir()
      (place / "work").mkdir()
      for name, text in (("nvcc", FAKE_NVCC), ("compute-sanitizer", FAKE_TOOL)):
        (place / "bin" / name).write_text(text)
        (place / "bin" / name).chmod(0o755)
      words = ["--out", str(place / "t.md"), "--json", str(place / "t.json"), "--columns",
               "sanitizer", "--cuda", folder, "--arch", "sm_90", "--jobs", "7"]
      words += [word for name in chosen for word in ("--only", name)]
      with unittest.mock.patch.object(sys, "argv", ["compare.py", *words]), \
           unittest.mock.patch.object(sanitizer, "SECONDS", 2), \
           contextlib.redirect_stdout(io.StringIO()) as said:
        code = compare.compare(compare.command_line(), processes.Processes(), place / "work")
      rows = (place / "t.md").read_text().splitlines()
    self.assertEqual(code, 1)  # one case has no verdict
    self.assertIn("without a verdict: L2_partials_into_scalar\n", said.getvalue())
    self.assertIn("- `--tool memcheck --error-exitcode 99 --leak-check full`", rows)
    cells = {row.split(" | ")[0].removeprefix("| "): row.split(" | ")[-1].removesuffix(" |")
             for row in rows if row.count(" | ") == 4}
    self.assertEqual(cells["L2_no_barrier_in_loop"], "racecheck: **race**")
    self.assertEqual(cells["L2_shuffle_in_branch"], "synccheck: hangs")
    self.assertEqual(cells["L2_partials_into_scalar"], "memcheck: failed")
    self.assertEqual(cells["L2_unroll_stops_at_32"], "memcheck: hangs; racecheck: hangs")
    self.assertEqual(cells["L2c_sequential_addressing"], "nothing")
    self.assertEqual(cells["L2c_iterated_passes"], "nothing")  # asked once more
    self.assertTrue(cells["L2_loop_never_ends"].startswith("left out: "))


def run():
  """Runs all tests; the exit code of the program."""
  suite = unittest.defaultTestLoader.loadTestsFromModule(sys.modules[__name__])
  with contextlib.redirect_stderr(io.StringIO()) as said:
    result = unittest.TextTestRunner(verbosity=1).run(suite)
  print(said.getvalue())
  return 0 if result.wasSuccessful() else 1
