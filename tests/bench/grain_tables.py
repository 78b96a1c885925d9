"""Tables of grains, compared with [Harada07, section 29.3.1]."""

import re

from rows import head, line, number, row_of, table_named

METHODS = ("springs", "positions")
GOAL_MS, GOAL_GRAINS = 10, 1048576  # per frame


def size_table(grains):
    rows = head(["Grains", "springs, ms per step", "per frame", "overlap", "positions, ms per frame", "overlap"])
    for row in grains["rows"]:
        found = re.fullmatch(r"(\d+) grains, springs", row["case"])
        if not found or row["solver"] != "cuda" or row["metric"] != "ms_per_step":
            continue
        cells = [f"{int(found[1]):,}", number(row["value"])]
        for method in METHODS:
            case = f"{found[1]} grains, {method}"
            cells += [number(row_of(grains, case, metric="ms_per_frame")["value"]),
                      f"{100 * row_of(grains, case, metric='overlap')['value']:.2g}%"]
        rows.append(line(cells))
    return rows


def scene_table(grains):
    rows = head(["Scene", "ms per step", "ms per frame of 1/60 s"])
    for row in grains["rows"]:
        if row["case"].startswith("grains/") and row["solver"] == "cuda":
            rows.append(line([row["case"], number(row["value"]), number(row["value"] * 1e3 / 30)]))
    return rows


def processor_sentence(grains):
    times = []
    for solver, name in (("serial", "on one core"), ("tbb", "with TBB")):
        row = row_of(grains, "16384 grains, springs", solver)
        if row:
            times.append(f"{number(row['value'])} ms {name}")
    return f" A tenth of a second after release, their step takes {' and '.join(times)}." if times else ""


def goal_sentence(grains):
    best = min(row_of(grains, f"{GOAL_GRAINS} grains, {method}", metric="ms_per_frame")["value"]
               for method in METHODS)
    if best <= GOAL_MS:
        return ""
    return f" The goal for a frame of a million is {GOAL_MS} ms; it takes {number(best)}."


def grain_section(tables):
    """Lines of Markdown; empty for results without grains."""
    grains = table_named(tables, "grains")
    first = row_of(grains, "16384 grains, springs") if grains else None
    if not first:
        return []
    return [
        "", "Grains: balls of three sizes, sixteen deep, a second after they "
        "were let go, by springs in steps of 0.5 ms and by positions in steps of a frame, with eight substeps. In [Harada07] "
        f"16,384 grains took {number(first['paper'])} ms per step on a GeForce 8800 GTX.{processor_sentence(grains)}"
        f"{goal_sentence(grains)}", "", *size_table(grains), "", "The scenes after a second:", "",
        *scene_table(grains),
    ]
