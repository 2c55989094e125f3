"""The kernels with known verdicts, and the files that are made of them.

grader/tests/cases/README.md says what the folders hold; grader/tests/self_check/tool/case_file.cpp
reads the same files in the same way.
"""

import csv
import dataclasses
import hashlib
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FOLDER = ROOT / "grader" / "tests" / "cases"
DUE = {"reject": "wrong", "wrong": "wrong", "accept": "right", "correct": "right",
       "policy": "policy"}


@dataclasses.dataclass(frozen=True)
class Case:
  """One kernel: `due` is wrong, right or policy; one of `codes` is due where it is wrong."""
  name: str
  lab: int
  folder: str  # handed or own
  due: str
  codes: tuple
  source: pathlib.Path
  adapter: pathlib.Path | None  # joined behind a handed case

  def text(self):
    """The submission: the case, then its adapter."""
    text = self.source.read_bytes()
    if self.adapter is not None:
      text += b"\n" + self.adapter.read_bytes()
    return text

  def digest(self):
    return hashlib.sha256(self.text()).hexdigest()


def lab_folder(lab):
  """labs/NN_slug of a lab."""
  found = sorted((ROOT / "labs").glob(f"{lab:02}_*"))
  if len(found) != 1:
    raise ValueError(f"labs/ has {len(found)} folders for lab {lab}, not one")
  return found[0]


def due_of(word, codes, path):
  due = DUE.get(word)
  if due is None:
    raise ValueError(f"{path}: '{word}' is not a verdict of a case")
  codes = tuple(codes.split()) if due == "wrong" else ()
  if due == "wrong" and not codes:
    raise ValueError(f"{path}: no code is due")
  return due, codes


def handed_cases():
  table = FOLDER / "handed" / "verdicts.csv"
  cases = []
  with table.open(newline="", encoding="utf-8") as rows:
    for row in csv.DictReader(rows):
      lab = int(row["lab"])
      due, codes = due_of(row["due"], row["any_of"], f"{table}: {row['case']}")
      cases.append(Case(row["case"], lab, "handed", due, codes,
                        FOLDER / "handed" / f"{row['case']}.cu",
                        FOLDER / "adapters" / f"lab_{lab:02}.cuh"))
  return cases


def head(text, key):
  """What follows `// KEY:` in the comment at the beginning of `text`, or nothing."""
  for line in text.splitlines():
    if not line.startswith("//"):
      break
    found = re.match(rf"// {key}:\s*(.*)", line)
    if found:
      return found[1].strip()
  return ""


def own_case(path):
  text = path.read_text(encoding="utf-8")
  due, codes = due_of(head(text, "verdict"), head(text, "due"), path)
  return Case(path.stem, int(head(text, "lab")), "own", due, codes, path, None)


def read_cases(which, names=()):
  """Those of `which` (handed, own or all), handed ones first, by lab and name; only those of
  `names` where there are any. ValueError where a file does not say what it is due."""
  cases = []
  if which in ("handed", "all"):
    cases += handed_cases()
  if which in ("own", "all"):
    cases += [own_case(path) for path in sorted((FOLDER / "own").glob("*.cu"))]
  for name in names:
    if all(case.name != name for case in cases):
      raise ValueError(f"no case is called {name}")
  chosen = [case for case in cases if not names or case.name in names]
  return sorted(chosen, key=lambda case: (case.folder, case.lab, case.name))
