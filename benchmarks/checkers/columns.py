"""The three columns of a case: what the emulator, the GPU and compute-sanitizer say about it."""

import json
import pathlib
import shutil

import cases
import sanitizer

HERE = pathlib.Path(__file__).resolve().parent
COLUMNS = ("emulator", "gpu", "sanitizer")
GRADER_SECONDS = 300
COMPILER_SECONDS = 180

# Cases that are not run under the tools, with the reason.
LEFT_OUT = {
    "L2_loop_never_ends": "its kernel never ends, and holds the GPU until it is killed",
}
# Two tools under which a program hangs are enough to know it.
MOST_HANGS = 2
NO_TIMES = "--no-times"
NO_JUDGEMENT = {"grader_error", "no_device", "not_run", "unsupported"}


class Missing(Exception):
  """Something has to be installed or built first."""


class Machine:
  """Where programs are built and run: a folder for files, the CMake build, nvcc, the tools."""

  def __init__(self, processes, folder, build, arch, cuda):
    self.processes, self.folder, self.build, self.arch = processes, folder, build, arch
    self.nvcc = self.find("nvcc", cuda)
    self.tool = self.find("compute-sanitizer", cuda)
    self.help_text = ""
    self.grader_options = []

  @staticmethod
  def find(name, cuda):
    for place in [None] if cuda is None else [f"{cuda}/bin", f"{cuda}/compute-sanitizer"]:
      found = shutil.which(name, path=place)
      if found is not None:
        return found
    at_home = pathlib.Path("/usr/local/cuda") / "bin" / name
    return str(at_home) if at_home.exists() and cuda is None else None

  def require(self, columns, compile_only):
    """Missing with what to do, where one of `columns` cannot be made here."""
    if {"emulator", "gpu"} & set(columns):
      for lab in sorted((cases.ROOT / "labs").glob("[0-9][0-9]_*")):
        if not (self.build / "bin" / f"grade_{lab.name}").exists():
          raise Missing(f"{self.build}/bin/grade_{lab.name} is missing: "
                        "cmake --preset default && cmake --build build")
      # Times say nothing here, and are measured by one grader after the other.
      said = self.processes.run([self.build / "bin" / f"grade_{lab.name}", "--help"], 60).text
      self.grader_options = [NO_TIMES] if NO_TIMES in said else []
    if "sanitizer" in columns and self.nvcc is None:
      raise Missing("nvcc is not found: it is part of the CUDA toolkit (--cuda names its folder)")
    if "sanitizer" in columns and not compile_only:
      if self.tool is None:
        raise Missing("compute-sanitizer is not found: it is part of the CUDA toolkit")
      self.help_text = self.processes.run([self.tool, "--help"], 60).text

  def require_working_tool(self):
    """Missing where a right program under memcheck gets no verdict, as in containers that hide
    what the tool needs. Lab 2's driver has to be compiled."""
    solution = cases.Case("solution", 2, "solutions", "right", (),
                          next((cases.ROOT / "solutions").glob("02_*/*.cu")), None)
    program, build = compiled(self, solution)
    if not build["ok"]:
      raise Missing(f"the solution of lab 2 does not compile:\n{build['message']}")
    said = run_tool(self, "memcheck", program)
    if said["outcome"] == "failed":
      raise Missing("compute-sanitizer does not work here: " + " / ".join(said["first"][:4]))

  def versions(self):
    """Lines for the report's head."""
    lines = []
    queries = [("GPU", ["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"]),
               ("nvcc", [self.nvcc, "--version"]), ("compute-sanitizer", [self.tool, "--version"])]
    for name, command in queries:
      try:
        if command[0] is not None:
          said = self.processes.run(command, 60).text.strip().splitlines()
          told = [line for line in said if any(c.isdigit() for c in line) and "(c)" not in line]
          lines.append(f"{name}: {told[-1].strip() if told else 'says nothing'}")
      except OSError:
        lines.append(f"{name}: not found")
    lines += [f"`{' '.join(sanitizer.options(tool, self.help_text))}`" for tool in sanitizer.TOOLS
              if self.help_text]
    return lines

  def compile(self, arguments):
    return self.processes.run([self.nvcc, "-std=c++17", "-O3", "-lineinfo", f"-arch={self.arch}",
                               *arguments], COMPILER_SECONDS, self.folder)

  def compile_driver(self, lab):
    """driver_NN.o, once for all cases of the lab; Missing where it does not compile."""
    done = self.compile(["-I", cases.lab_folder(lab), "-c", HERE / f"driver_{lab:02}.cu", "-o",
                         f"driver_{lab:02}.o"])
    if done.exit_code != 0:
      raise Missing(f"driver_{lab:02}.cu does not compile:\n{done.text}")

  def submission(self, case, column):
    path = self.folder / f"{column}_{case.name}.cu"
    path.write_bytes(case.text())
    return path


def failed(reason):
  """A column that has no verdict."""
  return {"outcome": "failed", "verdict": "", "codes": [], "false_codes": [], "failing": [],
          "build": None, "tools": {}, "reason": reason}


def graded(machine, case, backend):
  """The verdict of the lab's grader: all codes that failing checks and the lab have earned."""
  grader = machine.build / "bin" / f"grade_{cases.lab_folder(case.lab).name}"
  report = machine.folder / f"{case.name}.{backend}.json"
  done = machine.processes.run([grader, "--submission", machine.submission(case, backend),
                                "--result", report, "--backend", backend,
                                *machine.grader_options], GRADER_SECONDS)
  if done.timed_out or not report.exists():
    return {**failed(done.text[-2000:]), "seconds": round(done.seconds, 2)}
  lab = json.loads(report.read_text(encoding="utf-8"))["labs"][0]
  report.unlink()
  return {**read_result(lab), "exit_code": done.exit_code, "seconds": round(done.seconds, 2)}


def read_result(lab):
  """Of a lab in a result document (docs/result-format.md)."""
  failing = [{"check": check["name"], "category": check["category"], "verdict": check["verdict"],
              "findings": [finding["message"] for finding in check["findings"]][:1]}
             for check in lab["checks"] if check["verdict"] not in ("pass", "not_run")]
  codes = {check["verdict"] for check in failing} | {lab["verdict"]} - {"pass"}
  judged = not (codes & {"grader_error", "no_device"}) and lab["verdict"] not in NO_JUDGEMENT
  # A right kernel may lose efficiency points.
  false_codes = {check["verdict"] for check in failing if check["category"] != "efficiency"}
  false_codes |= {lab["verdict"]} - {"pass", "inefficient"}
  return {"outcome": "judged" if judged else "failed", "verdict": lab["verdict"],
          "points": lab["points"], "codes": sorted(codes - NO_JUDGEMENT),
          "false_codes": sorted(false_codes - NO_JUDGEMENT), "failing": failing,
          "device": lab["device"]}


def compiled(machine, case):
  """The stand-alone program, and how its compilation ended."""
  program = f"{case.name}.program"
  done = machine.compile(["-I", cases.lab_folder(case.lab), machine.submission(case, "tools"),
                          f"driver_{case.lab:02}.o", "-o", program])
  ok = done.exit_code == 0
  return machine.folder / program, {"ok": ok, "message": "" if ok else done.text[-2000:],
                                    "seconds": round(done.seconds, 2)}


def run_tool(machine, tool, program):
  """What the tool says. One that has not judged, as on a busy machine, is asked once more."""
  # racecheck records each access to shared memory, initcheck each byte: small sizes only.
  size = "small" if tool in ("racecheck", "initcheck") else "all"
  command = [machine.tool, *sanitizer.options(tool, machine.help_text), program, size]
  for _ in range(2):
    said = sanitizer.parse(tool, machine.processes.run(command, sanitizer.SECONDS, machine.folder))
    if said["outcome"] != "failed":
      break
  return said


def under_tools(machine, case, compile_only=False):
  """Compiles the case with the lab's driver and runs it under each tool, one after the other."""
  reason = LEFT_OUT.get(case.name)
  if reason is not None and not compile_only:
    return {"outcome": "left_out", "reason": reason, "build": None, "tools": {}}
  program, build = compiled(machine, case)
  result = {"outcome": "judged", "build": build, "tools": {}}
  if not build["ok"]:
    result["outcome"] = "failed"
  elif not compile_only:
    for tool in sanitizer.TOOLS:
      if sum(done["outcome"] == "hangs" for done in result["tools"].values()) >= MOST_HANGS:
        break
      result["tools"][tool] = run_tool(machine, tool, program)
    if not sanitizer.reported_kinds(result) and any(
        said["outcome"] == "failed" for said in result["tools"].values()):
      result["outcome"] = "failed"
  program.unlink(missing_ok=True)
  return result


def make(machine, case, column):
  """One column of one case. Stopped as processes.Processes.run says."""
  if column == "sanitizer":
    return under_tools(machine, case)
  return graded(machine, case, "cuda" if column == "gpu" else "emulator")
