"""Programs with a time limit, and a way to end all of them."""

import dataclasses
import os
import signal
import subprocess
import tempfile
import threading
import time


class Stopped(Exception):
  """The whole run has been stopped."""


@dataclasses.dataclass(frozen=True)
class Finished:
  exit_code: int  # negative: the signal that ended it
  timed_out: bool
  text: str  # what it printed, to both streams; of very much, the beginning and the end
  seconds: float


class Processes:
  """Those that run now, each in a group of its own."""

  MOST_TEXT = 1 << 20  # bytes
  PATIENCE = 3  # seconds from SIGINT to SIGKILL

  def __init__(self):
    self.lock = threading.Lock()
    self.running = set()
    self.stopped = False

  def run(self, command, seconds, folder=None):
    """Runs `command` in `folder` for at most `seconds`. Stopped where stop() was called before or
    meanwhile; OSError where there is no such program."""
    # A file and no pipe: a process that outlives the group would keep a pipe open.
    with tempfile.TemporaryFile() as output:
      begin = time.monotonic()
      with self.lock:
        if self.stopped:
          raise Stopped()
        process = subprocess.Popen([str(word) for word in command], cwd=folder,
                                   stdin=subprocess.DEVNULL, stdout=output,
                                   stderr=subprocess.STDOUT, start_new_session=True)
        self.running.add(process)
      timed_out = False
      try:
        process.wait(seconds)
      except subprocess.TimeoutExpired:
        timed_out = True
        self.end([process])
      finally:
        process.wait()
        with self.lock:
          self.running.discard(process)
      if self.stopped:
        raise Stopped()
      seconds = time.monotonic() - begin
      return Finished(process.returncode, timed_out, self.text_of(output), seconds)

  def text_of(self, file):
    size, half = file.seek(0, os.SEEK_END), self.MOST_TEXT // 2
    file.seek(0)
    if size <= self.MOST_TEXT:
      return file.read().decode(errors="replace")
    begin = file.read(half)
    file.seek(size - half)
    return (begin + b"\n[...]\n" + file.read()).decode(errors="replace")

  def stop(self):
    """Ends all that run; run() raises Stopped from now on."""
    with self.lock:
      self.stopped = True
      running = list(self.running)
    self.end(running)

  def end(self, processes):
    """As Ctrl-C does, so that graders end their workers; what then goes on is killed."""
    for process in processes:
      self.send(process, signal.SIGINT)
    patience_ends = time.monotonic() + self.PATIENCE
    for process in processes:
      try:
        process.wait(max(0.0, patience_ends - time.monotonic()))
      except subprocess.TimeoutExpired:
        pass
      self.send(process, signal.SIGKILL)

  @staticmethod
  def send(process, number):
    if process.poll() is not None:  # its number may be another's by now
      return
    try:
      os.killpg(process.pid, number)
    except ProcessLookupError:
      pass
