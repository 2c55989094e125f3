"""The comparison: does what was said fit what is due? Cells, totals, and the whole table."""

import sanitizer

KINDS = {"race_warning": "race (warning)", "out_of_bounds": "out of bounds",
         "api_error": "API error", "device_fault": "device fault", "stream_race": "stream race"}


def judged(columns, name):
  """The column, or None where it is missing, left out or failed."""
  column = columns.get(name)
  return column if column is not None and column["outcome"] == "judged" else None


def caught(case, columns, name):
  """Of a wrong kernel: "due" where what was said fits, "other" where something was said, "shows"
  where a tool said nothing but its program hung or died, "" where nothing was said; None where
  nothing judged."""
  column = judged(columns, name)
  if column is None:
    return None
  if name != "sanitizer":
    codes = set(column["codes"])
    return "due" if codes & set(case.codes) else "other" if codes else ""
  kinds = sanitizer.reported_kinds(column)
  if kinds & sanitizer.fitting_kinds(case.codes):
    return "due"
  if kinds:
    return "other"
  said = {tool["outcome"] for tool in column["tools"].values()}
  return "shows" if said & {"hangs", "crash"} else ""


def false_alarms(columns, name):
  """Of a right kernel: what was said, as a set; None where nothing judged. A tool's program that
  hangs or dies counts."""
  column = judged(columns, name)
  if column is None:
    return None
  if name != "sanitizer":
    return set(column["false_codes"])
  said = sanitizer.reported_kinds(column)
  return said | {tool["outcome"] for tool in column["tools"].values()
                 if tool["outcome"] in ("hangs", "crash")}


def codes_cell(case, columns, name):
  column = columns.get(name)
  if column is None:
    return "not run"
  if column["outcome"] != "judged":
    return f"no verdict ({column['verdict'] or 'no result'})"
  if not column["codes"]:
    return "pass"
  due = [f"**{code}**" for code in column["codes"] if code in case.codes]
  return ", ".join(due + [code for code in column["codes"] if code not in case.codes])


def tools_cell(case, columns):
  column = columns.get("sanitizer")
  if column is None:
    return "not run"
  if column["outcome"] == "left_out":
    return f"left out: {column['reason']}"
  if column["build"] is not None and not column["build"]["ok"]:
    return "does not compile"
  fitting = sanitizer.fitting_kinds(case.codes)
  texts = []
  for name, tool in column["tools"].items():
    words = [tool["outcome"]] if tool["outcome"] in ("hangs", "crash", "failed") else []
    for kind, count in sorted(tool["kinds"].items()):
      text = KINDS.get(kind, kind)
      words.append((f"**{text}**" if kind in fitting else text) + (f" x{count}" * (count > 1)))
    if words:
      texts.append(f"{name}: {', '.join(words)}")
  return "; ".join(texts) or ("nothing" if column["tools"] else "no verdict")


def table(rows):
  """Markdown; the first row is the head, and a cell's own bars are kept from ending it."""
  lines = ["| " + " | ".join(str(cell).replace("|", "\\|") for cell in row) + " |" for row in rows]
  return lines[:1] + ["|" + " --- |" * len(rows[0])] + lines[1:] + [""]


def count(values, *wanted):
  return sum(value in wanted for value in values)


def totals_of_wrong(wrong):
  rows = [["wrong kernels", "emulator", "GPU, by values", "compute-sanitizer"]]
  verdicts = {name: [caught(case, columns, name) for case, columns in wrong]
              for name in ("emulator", "gpu", "sanitizer")}
  for text, kinds in (("judged", ("due", "other", "shows", "")), ("caught", ("due", "other")),
                      ("for a reason that is due", ("due",)), ("for another", ("other",)),
                      ("said nothing, but the program hung or died", ("shows",)),
                      ("missed", ("",))):
    rows.append([text] + [str(count(verdicts[name], *kinds)) for name in verdicts])
  return table(rows)


def totals_of_right(right):
  rows = [["right kernels", "emulator", "GPU, by values", "compute-sanitizer"]]
  alarms = {name: [false_alarms(columns, name) for _, columns in right]
            for name in ("emulator", "gpu", "sanitizer")}
  rows.append(["judged"] + [str(sum(said is not None for said in alarms[name]))
                            for name in alarms])
  rows.append(["false alarms"] + [str(sum(bool(said) for said in alarms[name]))
                                  for name in alarms])
  rows.append(["of these, leaks alone"] + [str(count(alarms[name], {"leak"})) for name in alarms])
  return table(rows)


def by_mistake(wrong):
  """By the first code that is due."""
  groups = {}
  for case, columns in wrong:
    groups.setdefault(case.codes[0], []).append((case, columns))
  rows = [["first code that is due", "kernels", "emulator", "GPU", "compute-sanitizer",
           "of these, fitting"]]
  for code, group in sorted(groups.items(), key=lambda item: (-len(item[1]), item[0])):
    row = [code, len(group)]
    for name in ("emulator", "gpu", "sanitizer"):
      row.append(count([caught(*entry, name) for entry in group], "due", "other"))
    row.append(count([caught(*entry, "sanitizer") for entry in group], "due"))
    rows.append(row)
  return table(rows)


def by_tool(wrong, right):
  rows = [["tool", "wrong kernels with a report", "right ones", "crash", "hangs", "failed"]]
  for tool in sanitizer.TOOLS:
    def results(entries, tool=tool):
      columns = [judged(columns, "sanitizer") for _, columns in entries]
      return [column["tools"][tool] for column in columns if column and tool in column["tools"]]
    every = [result["outcome"] for result in results(wrong) + results(right)]
    rows.append([tool, sum(bool(result["kinds"]) for result in results(wrong)),
                 sum(bool(result["kinds"]) for result in results(right))] +
                [count(every, outcome) for outcome in ("crash", "hangs", "failed")])
  return table(rows)


def names(title, entries):
  if not entries:
    return []
  return [f"{title} ({len(entries)}): " + ", ".join(case.name for case, _ in entries) + ".", ""]


def not_caught(entries, name):
  return [entry for entry in entries if caught(*entry, name) in ("", "shows")]


def lists(wrong):
  alone = [entry for entry in wrong if caught(*entry, "emulator") in ("due", "other") and
           caught(*entry, "gpu") == "" and caught(*entry, "sanitizer") in ("", "shows")]
  return (names("Caught by the emulator alone", alone) +
          names("Missed by the emulator", not_caught(wrong, "emulator")))


def cases_table(entries):
  rows = [["case", "due", "emulator", "GPU", "compute-sanitizer"]]
  for case, columns in entries:
    due = " or ".join(case.codes) or ("pass" if case.due == "right" else "policy")
    rows.append([case.name, due, codes_cell(case, columns, "emulator"),
                 codes_cell(case, columns, "gpu"), tools_cell(case, columns)])
  return table(rows)


def document(found, head):
  """The whole report as Markdown: `found` is a list of (case, column name -> result), `head` are
  lines about the machine and the run."""
  groups = {due: [entry for entry in found if entry[0].due == due]
            for due in ("wrong", "right", "policy")}
  wrong, right = groups["wrong"], groups["right"]
  lines = ["# Emulator, GPU and compute-sanitizer on the kernels with known verdicts", ""]
  lines += [f"- {line}" for line in head] + [""]
  lines += [f"{len(wrong)} wrong kernels, {len(right)} right ones, {len(groups['policy'])} that "
            "the labs' rules forbid. What fits the due verdict is bold.", ""]
  lines += totals_of_wrong(wrong) + totals_of_right(right)
  lines += by_mistake(wrong) + by_tool(wrong, right) + lists(wrong)
  for due, title in (("wrong", "Wrong kernels"), ("right", "Right kernels"),
                     ("policy", "Forbidden by the rules")):
    if groups[due]:
      lines += [f"## {title}", ""] + cases_table(groups[due])
  return "\n".join(lines).rstrip() + "\n"
