"""What compute-sanitizer's four tools say about a program: options, and the reading of reports.

A tool that prints no summary has not judged: that is "failed" and never "clean".
"""

import re

TOOLS = ("memcheck", "racecheck", "initcheck", "synccheck")
FOUND = 99  # exit code of a tool that has found something; without it racecheck's is 0
SECONDS = 20  # for one program under one tool

ALWAYS = ("--error-exitcode", str(FOUND))
# Options that not each version has: taken where the help text names them. They show all that a
# tool can show: more than the first error of a program, leaks, small overruns into a neighbour.
WHERE_KNOWN = {
    "": (("--show-backtrace", "no"), ("--print-limit", "100"), ("--max-connections", "64")),
    "memcheck": (("--leak-check", "full"), ("--destroy-on-device-error", "kernel"),
                 ("--padding", "512")),
    "initcheck": (("--initcheck-address-space", "all"),),
}

# Kinds of reports that fit a code of the grader. wrong_answer, input_modified and inefficient have
# none: no tool knows what the values should be.
FITS = {
    "data_race": {"race", "race_warning", "stream_race"},
    "out_of_bounds": {"out_of_bounds", "device_fault"},
    "misaligned_access": {"misaligned", "device_fault"},
    "uninitialized_read": {"uninitialized"},
    "barrier_divergence": {"barrier"},
    "deadlock": {"barrier"},
    "warp_mask": {"mask", "barrier"},
    "stream_order": {"stream_race"},
    "host_device_mixup": {"out_of_bounds", "api_error", "device_fault"},
    "cuda_error": {"api_error"},
    "crash": {"out_of_bounds", "api_error", "device_fault"},
    "memory_leak": {"leak"},
}

DEVICE_FAULTS = range(700, 720)  # cudaErrorIllegalAddress to cudaErrorLaunchFailure


def options(tool, help_text):
  """The command line up to the program."""
  chosen = ["--tool", tool, *ALWAYS]
  for option, value in (*WHERE_KNOWN[""], *WHERE_KNOWN.get(tool, ())):
    if re.search(rf"{option}(?![\w-])", help_text):
      chosen += [option, value]
  return chosen


def number(text):
  return int(text.replace(",", ""))


def kind_of(tool, line):
  """The kind of the report that `line` begins, or None."""
  if re.match(r"(Potential )?[Ii]nvalid __\w+__ ", line):
    return "out_of_bounds"  # the line with the address may say otherwise
  if line.startswith("Host API memory access error"):
    return "uninitialized" if tool == "initcheck" else "out_of_bounds"
  if re.match(r"Uninitialized __\w+__ memory", line):
    return "uninitialized"
  race = re.match(r"(Error|Warning|Info): .*(Race reported between|Potential \w+ hazard)", line,
                  re.IGNORECASE)
  if race:
    return "race" if race[1].lower() == "error" else "race_warning"
  if re.match(r"Race reported between", line):
    return "race"
  barrier = re.match(r"Barrier error detected\.?\s*(.*)", line)
  if barrier:
    return "mask" if barrier[1].startswith("Invalid arguments") else "barrier"
  call = re.match(r"Program hit .*error (\d+)\)?.* on CUDA API call to ", line)
  if call:
    return "device_fault" if int(call[1]) in DEVICE_FAULTS else "api_error"
  if re.match(r"Leaked [\d,]+ bytes at", line):
    return "leak"
  if line.startswith("Malloc/Free error"):
    return "out_of_bounds"
  if re.search(r"stream.ordered|use.(after.free|before.alloc)", line, re.IGNORECASE):
    return "stream_race"
  return None


def summary_of(lines):
  """The tool's own count and the line that says it, or None."""
  for line in lines:
    found = (re.match(r"ERROR SUMMARY: ([\d,]+) errors?$", line) or
             re.match(r"RACECHECK SUMMARY: ([\d,]+) hazards? displayed", line))
    if found:
      return number(found[1]), line
  return None


def parse(tool, finished):
  """Reads what `tool` and the program printed, a processes.Finished.

  outcome   clean, reported, crash (the program ended itself), hangs, or failed (nothing judged)
  count     the tool's own line, or nothing
  kinds     kind of report -> how many were printed
  first     the first report's lines
  at        the driver's call that was being made
  """
  text = finished.text
  lines = [line.removeprefix("=========").strip() for line in text.splitlines()
           if line.startswith("=========")]
  kinds, last, first = {}, None, []
  for line in lines:
    kind = kind_of(tool, line)
    if kind is not None:
      kinds[kind] = kinds.get(kind, 0) + 1
      last = kind
    elif last == "out_of_bounds" and re.match(r"Address 0x\w+ is misaligned", line):
      kinds[last] -= 1
      kinds["misaligned"] = kinds.get("misaligned", 0) + 1
      last = None
    if last is not None or first:
      first.append(line)
  kinds = {kind: count for kind, count in kinds.items() if count > 0}
  summary = summary_of(lines)
  calls = re.findall(r"driver: (n = .*)", text)
  ended = re.search(r"driver: (\d+ calls made|stopped: .*)", text)
  if not kinds and (finished.exit_code == FOUND or (summary and summary[0] > 0)):
    unknown = [line for line in lines if line and "SUMMARY" not in line and
               not re.match(r"COMPUTE-SANITIZER|Target application|Error: process", line)]
    crash_alone = ended is None and not unknown
    if not crash_alone:
      kinds["other"] = max(1, summary[0]) if summary else 1
      first = unknown
  if finished.timed_out:
    outcome = "hangs"
  elif not calls or (summary is None and ended is not None):
    outcome = "failed"
  elif kinds:
    outcome = "reported"
  elif ended is None:
    outcome = "crash"
  else:
    outcome = "clean"
  if outcome == "failed":
    first = text.splitlines()
  return {"outcome": outcome, "count": summary[1] if summary else "", "kinds": kinds,
          "first": first[:8], "at": calls[-1] if calls else "",
          "driver": ended[1] if ended else "", "exit_code": finished.exit_code,
          "seconds": round(finished.seconds, 2)}


def fitting_kinds(codes):
  """The kinds of reports that fit one of the codes that are due."""
  return set().union(*(FITS.get(code, set()) for code in codes))


def reported_kinds(result):
  """Of all tools of a case."""
  kinds = set()
  for tool in result["tools"].values():
    kinds |= set(tool["kinds"])
  return kinds
