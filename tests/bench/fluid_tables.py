"""Tables of fluids, compared with [Harada07, section 29.3]."""

import re

from rows import head, line, number, row_of, table_named

DAM = "dfsph, 16384 particles"
PEER = "SPlisHSPlasH"
STEPS_PER_S, ITERATIONS = 480, 4  # of Limber
STAGES = ("sort", "neighbours", "divergence", "forces", "density", "move")


def size_table(fluid):
    rows = head(["Particles", "dfsph, ms per step", "too dense by", "sph, ms per step", "too dense by"])
    for row in fluid["rows"]:
        found = re.fullmatch(r"dfsph, (\d+) particles", row["case"])
        if not found or row["solver"] != "cuda":
            continue
        cells = [f"{int(found[1]):,}"]
        for method in ("dfsph", "sph"):
            case = f"{method}, {found[1]} particles"
            cells += [number(row_of(fluid, case)["value"]),
                      f"{100 * row_of(fluid, case + ', density error')['value']:.2f}%"]
        rows.append(line(cells))
    return rows


def stage_sentence(fluid):
    """The time of each stage of a step of a million particles."""
    shares = []
    for stage in STAGES:
        row = row_of(fluid, f"dfsph, 1048576 particles, {stage}")
        if row:
            shares.append(f"{stage} {number(row['value'])}")
    return "Stages of a step of 1,048,576 by dfsph, ms: " + ", ".join(shares) + "."


def processor_sentence(fluid):
    times = []
    for solver, name in (("serial", "on one core"), ("tbb", "with TBB")):
        row = row_of(fluid, DAM, solver)
        if row:
            times.append(f"{number(row['value'])} ms {name}")
    if not times:
        return ""
    return ("A tenth of a second after the dam broke, a step of 16,384 particles by dfsph takes "
            + " and ".join(times) + note_of_cpu_run(fluid) + ".")


def note_of_cpu_run(fluid):
    """The commit of rows on the CPU that were kept, since the peer ran beside them; or empty."""
    return f", measured at {fluid['cpu_commit']}" if "cpu_commit" in fluid else ""


def program_line(fluid, program, case, all_cores):
    """The dam in one program; all_cores: its solver with all cores."""
    steps, seconds = [], []
    for solver in ("serial", all_cores):
        step = row_of(fluid, case, solver, "ms_per_step")
        second = row_of(fluid, case, solver, "ms_per_simulated_s")  # where steps are not all equally long
        steps.append(step and step["value"])
        seconds.append(second["value"] if second else step and STEPS_PER_S * step["value"])
    iterations = row_of(fluid, f"{case}, iterations", "serial")
    error = row_of(fluid, f"{case}, density error", "serial")
    return line([program, *map(number, steps + seconds),
                 number(iterations["value"] if iterations else ITERATIONS),
                 f"{100 * error['value']:.2f}%" if error else ""])


def peer_section(fluid):
    """Limber beside SPlisHSPlasH; empty unless splishsplash_dam.py has measured that."""
    peers = [r["case"] for r in fluid["rows"] if r["case"].startswith(f"{DAM}, {PEER}, ")
             and r["metric"] == "ms_per_step"]
    if not peers:
        return []
    return ["", f"The dam of 16,384 particles from 0.1 s after it broke, beside {PEER}, which has the same "
            "method and kernel, and walls of the same kind, a spacing further out. By default its steps are "
            "limited by speed, and it iterates until it predicts a mean density at most 0.01% too high"
            f"{note_of_cpu_run(fluid)}:", "",
            *head(["Program", "One core, ms per step", "All cores", "One core, ms per simulated second",
                   "All cores", "Iterations", "too dense by"]),
            program_line(fluid, "Limber", DAM, "tbb"),
            *(program_line(fluid, peer.removeprefix(f"{DAM}, "), peer, "openmp")
              for peer in dict.fromkeys(peers))]


def scene_table(fluid):
    rows = head(["Scene", "ms per step", "ms per frame of 1/60 s"])
    for row in fluid["rows"]:
        if row["case"].startswith("fluid/") and row["solver"] == "cuda":
            rows.append(line([row["case"], number(row["value"]), number(8 * row["value"])]))
    return rows


def goal_sentence(fluid):
    """A sentence if a frame of fluid/dam takes longer than its goal."""
    row = row_of(fluid, "fluid/dam")
    ms = 8 * row["value"] if row else 0
    return f" The goal for `fluid/dam` is 16 ms per frame; it takes {number(ms)}." if ms > 16 else ""


def fluid_section(tables):
    """Lines of Markdown; empty for results without fluids."""
    fluid = table_named(tables, "fluid")
    if not fluid:
        return []
    million = row_of(fluid, "sph, 1048576 particles")
    if not million:
        return []  # measured without a GPU
    return [
        "", "Water: a dam half a second after it broke, dfsph in steps of "
        "1/480 s with its four iterations, sph in steps of 0.5 ms, which limit its speed of sound to 24 m/s. In [Harada07] a step of 1,048,576 "
        f"particles by sph took {number(million['paper'])} ms on a GeForce 8800 GTX. {stage_sentence(fluid)} "
        f"{processor_sentence(fluid)}", "", *size_table(fluid),
        *peer_section(fluid), "",
        f"The scenes from 1 s to 2 s, medians.{goal_sentence(fluid)} [Harada07] ran scenes with "
        "the counts of `fluid/glasses` and `fluid/cloths` at 18 and 12 steps a second:", "", *scene_table(fluid),
    ]
