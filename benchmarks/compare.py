#!/usr/bin/env python3
"""Compares the emulator with Oclgrind (checked) and PoCL (unchecked), in one run on one machine.

Prints medians, smallest and largest times, and ratios, with the targets beside them; it judges
nothing. Exit code: 0, 1 where a program fails or reports a mistake, 2 where something is missing.
README.md says how to read the tables.
"""

import argparse
import os
import pathlib
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
SOURCES = HERE / "emulator"
TOOLCHAIN = ["libtoolchain.a", "libresult.a", "libemulator_frontend.a"]  # in the linker's order
KERNELS = ["reduction", "blelloch"]
CHECKED_N, UNCHECKED_N = 2**18, 2**20

LEAST_CHECKED_RATIO = 100  # Oclgrind's time by ours
MOST_UNCHECKED_RATIO = 12  # our time by PoCL's
MOST_NANOSECONDS = 10  # per checked access

# Threads in index order on both sides, no limit of processor time, findings on stderr.
EMULATOR = {"EMU_ORDER": "by_index", "EMU_SECONDS": "0", "EMU_UNCHECKED": "0"}
OCLGRIND = ["oclgrind", "--data-races", "--uninitialized", "--num-threads", "1"]


class Missing(Exception):
  """Something has to be installed or built first."""


class Failed(Exception):
  """A program failed, or reported a mistake in kernels that have none."""


def run(command, settings=None):
  """Runs `command` with `settings` added to the environment; its exit code, output and errors."""
  environment = {k: v for k, v in os.environ.items() if not k.startswith("EMU_")}
  environment.update(settings or {})
  return subprocess.run([str(word) for word in command], env=environment, capture_output=True,
                        text=True, check=False)


def must_run(command, settings=None):
  result = run(command, settings)
  if result.returncode != 0:
    raise Failed(f"{' '.join(str(word) for word in command)}: exit code {result.returncode}\n"
                 f"{result.stdout}{result.stderr}")
  return result


class Programs:
  """The two programs that are compared, built into `folder`."""

  def __init__(self, folder, arguments):
    self.folder, self.build = folder, arguments.build.resolve()
    self.with_oclgrind = not arguments.without_oclgrind
    self.require_packages()
    self.emulator = self.build_for_emulator(rebuild=not arguments.no_build)
    self.opencl = folder / "opencl_program"
    self.compile(SOURCES / "opencl_program.cpp", self.opencl, ["-lOpenCL"])

  def require_packages(self):
    for tool in ["g++", "cmake"] + ["oclgrind"] * self.with_oclgrind:  # packages of the same names
      if shutil.which(tool) is None:
        raise Missing(f"{tool} is not installed: apt-get install {tool}")
    probe = self.folder / "probe.cpp"
    probe.write_text("#define CL_TARGET_OPENCL_VERSION 120\n#include <CL/cl.h>\nint main() {}\n")
    if run(["g++", "-fsyntax-only", probe]).returncode != 0:
      raise Missing("CL/cl.h is not installed: apt-get install opencl-headers")
    probe.write_text("int main() {}\n")
    link = ["g++", probe, "-o", self.folder / "probe", "-Wl,--no-as-needed", "-lOpenCL"]
    if run(link).returncode != 0:
      raise Missing("libOpenCL is not installed: apt-get install ocl-icd-opencl-dev")

  def compile(self, source, program, arguments):
    must_run(["g++", "-std=c++20", "-O2", "-Wall", "-Wextra", "-Wpedantic", "-Wshadow", source,
              "-o", program, *arguments])

  def build_for_emulator(self, rebuild):
    if not (self.build / "CMakeCache.txt").exists():
      raise Missing(f"{self.build} is not configured: cmake --preset default")
    make = ["cmake", "--build", self.build, "--target", "toolchain", "emulator_core"]
    if rebuild:
      must_run(make)
    libraries = [self.build / "lib" / name for name in TOOLCHAIN]
    for library in [*libraries, self.build / "lib" / "libemulator_core.a"]:
      if not library.exists():
        raise Missing(f"{library} is missing: {' '.join(str(word) for word in make)}")
    builder = self.folder / "build_program"
    self.compile(SOURCES / "build_program.cpp", builder,
                 ["-I", ROOT / "grader", *libraries, "-lfmt", "-pthread"])
    parts = self.folder / "parts"
    parts.mkdir()
    return must_run([builder, SOURCES / "kernels.cu", parts]).stdout.strip()

  def run_emulator(self, kernel, n, repeats, settings):
    """Seconds of each launch. A finding is a failure: these kernels make no mistake."""
    result = must_run([self.emulator, kernel, n, repeats], {**EMULATOR, **settings})
    if "finding " in result.stderr:
      raise Failed(f"the emulator reports mistakes in {kernel}:\n{result.stderr}")
    return seconds_of(result.stdout)

  def count_accesses(self, kernel, n):
    """4-byte accesses of one launch to global and shared memory, by the emulator's counters."""
    result = must_run([self.emulator, kernel, n, 1], {**EMULATOR, "EMU_COUNTERS": "1"})
    line = next(text for text in result.stderr.splitlines() if text.startswith("counters "))
    count = {name: int(value) for name, value in (field.split("=") for field in line.split()[2:])}
    return ((count["global_load_bytes"] + count["global_store_bytes"]) // 4 + count["polls"] +
            count["shared_load_accesses"] + count["shared_store_accesses"])

  def run_oclgrind(self, kernel, n, repeats):
    result = must_run([*OCLGRIND, *self.opencl_command("Oclgrind", kernel, n, repeats)])
    if result.stderr.strip():
      raise Failed(f"Oclgrind reports mistakes in {kernel}:\n{result.stderr}")
    return seconds_of(result.stdout)

  def run_pocl(self, kernel, n, repeats, threads):
    settings = {"POCL_MAX_PTHREAD_COUNT": str(threads), "POCL_CACHE_DIR": str(self.folder / "pocl")}
    command = self.opencl_command("Portable Computing Language", kernel, n, repeats)
    return seconds_of(must_run(command, settings).stdout)

  def opencl_command(self, name, kernel, n, repeats):
    return [self.opencl, SOURCES / "kernels.cl", name, kernel, n, repeats]

  def versions(self):
    """The OpenCL platforms by name and version; Missing where one is not there."""
    names = [("Portable Computing Language", [], "pocl-opencl-icd")]
    if self.with_oclgrind:
      names.append(("Oclgrind", OCLGRIND, "oclgrind"))
    versions = []
    for name, prefix, package in names:
      result = run([*prefix, *self.opencl_command(name, "reduction", 512, 1)],
                   {"POCL_CACHE_DIR": str(self.folder / "pocl")})
      if result.returncode == 3:
        raise Missing(f"no OpenCL platform is called {name}: apt-get install {package}")
      if result.returncode != 0:
        raise Failed(f"{name}: exit code {result.returncode}\n{result.stdout}{result.stderr}")
      versions.append(result.stdout.splitlines()[0].removeprefix("platform: "))
    return versions


def seconds_of(output):
  line = next(text for text in output.splitlines() if text.startswith("seconds:"))
  return [float(word) for word in line.split()[1:]]


class Samples:
  """Seconds by (kernel, what was run), from all rounds."""

  def __init__(self):
    self.seconds = {}

  def add(self, kernel, what, seconds):
    self.seconds.setdefault((kernel, what), []).extend(seconds)

  def median(self, kernel, what):
    return statistics.median(self.seconds[kernel, what])

  def text(self, kernel, what):
    """Median, least and most, in milliseconds."""
    times = [1000 * second for second in self.seconds[kernel, what]]
    return f"{statistics.median(times):.1f} ({min(times):.1f} .. {max(times):.1f})"

  def ratio(self, kernel, above, below):
    """Of the medians, and of the least times, which other work on the machine disturbs less."""
    least = min(self.seconds[kernel, above]) / min(self.seconds[kernel, below])
    return f"{self.median(kernel, above) / self.median(kernel, below):,.1f}", f"{least:,.1f}"

  def nanoseconds_of_an_access(self, kernel, accesses):
    extra = self.median(kernel, "checked") - self.median(kernel, "unchecked")
    least = min(self.seconds[kernel, "checked"]) - min(self.seconds[kernel, "unchecked"])
    return f"{1e9 * extra / accesses:.1f}", f"{1e9 * least / accesses:.1f}"


def say_progress(text):
  if sys.stderr.isatty():
    print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


def measure(programs, arguments):
  """What is compared runs side by side in each round, so that a change of load meets both."""
  samples = Samples()
  for number in range(arguments.rounds):
    for kernel in KERNELS:
      say_progress(f"round {number + 1} of {arguments.rounds}: {kernel}")
      repeats = arguments.repeats
      for what, settings in [("unchecked", {"EMU_UNCHECKED": "1"}), ("checked", {})]:
        samples.add(kernel, what, programs.run_emulator(kernel, CHECKED_N, repeats, settings))
      if programs.with_oclgrind:
        samples.add(kernel, "Oclgrind", programs.run_oclgrind(kernel, CHECKED_N, 1))
      samples.add(kernel, "two threads",
                  programs.run_emulator(kernel, UNCHECKED_N, repeats, {"EMU_UNCHECKED": "2"}))
      samples.add(kernel, "PoCL", programs.run_pocl(kernel, UNCHECKED_N, repeats, 2))
  say_progress("")
  return samples


def print_table(title, rows):
  print(f"\n{title}")
  widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
  for row in rows:
    print("  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip())


def print_tables(samples, accesses, with_oclgrind):
  if with_oclgrind:
    rows = [["", "emulator", "Oclgrind", "Oclgrind / emulator", "by least", "target"]]
    for kernel in KERNELS:
      rows.append([kernel, samples.text(kernel, "checked"), samples.text(kernel, "Oclgrind"),
                   *samples.ratio(kernel, "Oclgrind", "checked"),
                   f"{LEAST_CHECKED_RATIO} or more"])
    print_table(f"Checked, n = {CHECKED_N:,}, one thread", rows)

  rows = [["", "emulator", "PoCL", "emulator / PoCL", "by least", "target"]]
  for kernel in KERNELS:
    rows.append([kernel, samples.text(kernel, "two threads"), samples.text(kernel, "PoCL"),
                 *samples.ratio(kernel, "two threads", "PoCL"), f"{MOST_UNCHECKED_RATIO} or less"])
  print_table(f"Unchecked, n = {UNCHECKED_N:,}, two threads", rows)

  rows = [["", "checked", "unchecked", "accesses", "ns an access", "by least", "target"]]
  for kernel in KERNELS:
    rows.append([kernel, samples.text(kernel, "checked"), samples.text(kernel, "unchecked"),
                 f"{accesses[kernel]:,}",
                 *samples.nanoseconds_of_an_access(kernel, accesses[kernel]),
                 f"{MOST_NANOSECONDS} or less"])
  print_table(f"A checked access of the emulator, n = {CHECKED_N:,}, one thread", rows)


def processor():
  for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
    if line.startswith("model name"):
      return line.split(":", 1)[1].strip()
  return platform.processor() or "unknown processor"


def load():
  return f"{os.getloadavg()[0]:.2f}"


def compare(arguments, folder):
  programs = Programs(folder, arguments)
  versions = programs.versions()
  accesses = {kernel: programs.count_accesses(kernel, CHECKED_N) for kernel in KERNELS}
  load_before = load()
  samples = measure(programs, arguments)
  print(f"{processor()}, {os.cpu_count()} processors, load {load_before} before and {load()} after")
  for version in versions:
    print(version)
  print("Times: milliseconds of one launch, median (least .. most)")
  print_tables(samples, accesses, programs.with_oclgrind)


def positive(text):
  number = int(text)
  if number < 1:
    raise argparse.ArgumentTypeError("must be 1 or more")
  return number


def main():
  parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
  parser.add_argument("--rounds", type=positive, default=3, help="default 3")
  parser.add_argument("--repeats", type=positive, default=10,
                      help="launches timed in each round (default 10; of Oclgrind always 1)")
  parser.add_argument("--without-oclgrind", action="store_true",
                      help="seconds instead of minutes")
  parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build", metavar="FOLDER",
                      help="the CMake build (default build/)")
  parser.add_argument("--no-build", action="store_true",
                      help="take the emulator's libraries as they are")
  arguments = parser.parse_args()
  try:
    with tempfile.TemporaryDirectory() as folder:
      compare(arguments, pathlib.Path(folder))
  except Missing as problem:
    print(f"compare.py: {problem}", file=sys.stderr)
    return 2
  except Failed as problem:
    print(f"compare.py: {problem}", file=sys.stderr)
    return 1
  except KeyboardInterrupt:
    return 130
  return 0


if __name__ == "__main__":
  sys.exit(main())
