"""Tables of contact [Chen24, Chen25]."""

import re

from rows import head, line, number, row_of, table_named

GOALS = (  # set for an H200: table, case, metric, goal, its unit
    ("contact", "50 layers over a ball", "ms_per_step", 6, "ms per step"),
    ("contact", "50 layers on a cylinder", "ms_per_step", 6, "ms per step"),
    ("pbd", "cloth/stack", "steps_per_s", 3000, "steps per second"),
    ("pbd", "volume/tori", "steps_per_s", 2500, "steps per second"),
    ("piles", "piles/chess", "steps_per_s", 24000, "steps per second"),
)
STAGES = ("contact pairs", "contacts of bodies", "hold back")


def scene_table(contact):
    rows = head(["Scene", "GPU", "slowest step", "without contacts", "search, solve, hold back",
                 "One core", "TBB", "crossings", "the paper's GPU (slowest)"])
    for row in contact["rows"]:
        case = row["case"]
        if (row["metric"] != "ms_per_step" or row["solver"] != "cuda" or "," in case
                or case.startswith("layers of")):
            continue
        slowest = row_of(contact, f"{case}, slowest step")
        stages = [row_of(contact, f"{case}, {stage}") for stage in STAGES]
        others = [row_of(contact, f"{case}, at its end", s) for s in ("serial", "tbb")]
        crossings = row_of(contact, f"{case}, crossings at its end")
        paper = f"{number(row['paper'])} ({number(slowest['paper'])})" if row["paper"] else ""
        rows.append(line([
            case, number(row["value"]), number(slowest["value"]),
            number(row["baseline_value"]) if row["baseline_value"] else "",
            ", ".join(number(r["value"]) if r else "" for r in stages) if any(stages) else "",
            *(number(r["value"]) if r else "" for r in others),
            f"{crossings['value']:.0f}" if crossings else "", paper]))
    return rows


def size_table(contact):
    rows = head(["Vertices", "ms per step", "ns per vertex and step", "without contacts, ms"])
    for row in contact["rows"]:
        found = re.fullmatch(r"layers of (\d+) vertices", row["case"])
        if not found or row["metric"] != "ms_per_step" or row["solver"] != "cuda":
            continue
        rows.append(line([f"{int(found[1]):,}", number(row["value"]),
                          number(1e6 * row["value"] / int(found[1])),
                          number(row["baseline_value"])]))
    return rows


def shortfalls(tables):
    """Sentences on what is slower than in the papers, and on goals not reached."""
    behind = [row["case"] for row in table_named(tables, "contact")["rows"]
              if row["paper"] and row["value"] > row["paper"] and "," not in row["case"]]
    missed = []
    for name, case, metric, goal, unit in GOALS:
        table = table_named(tables, name)
        row = row_of(table, case, metric=metric) if table else None
        if row and (row["value"] > goal if metric == "ms_per_step" else row["value"] < goal):
            missed.append(f"{number(goal)} {unit} of {case} ({number(row['value'])})")
    return ((f" Slower than in the paper: {' and '.join(behind)}." if behind else "")
            + (f" Goals not reached yet: {', '.join(missed)}." if missed else ""))


def contact_section(tables):
    """Lines of Markdown; empty for results without contact."""
    contact = table_named(tables, "contact")
    if not contact:
        return []
    return [
        "", "Contacts: milliseconds per step, the mean of a whole run "
        "on the GPU, and of a step at its end on the CPU. The papers' figures are from an RTX 4090, "
        "for layers that fall onto a cylinder and for tetrahedra of another mesh. "
        f"Crossings are those of the drawn surfaces.{shortfalls(tables)}",
        "",
        *scene_table(contact), "",
        "Fifty layers of cloth over a ball, with more and more vertices:", "",
        *size_table(contact),
    ]
