"""Tables of rigid piles, compared with [Harada07, table 29-1]."""

import re

from rows import head, line, number, row_of, table_named


def scene_table(piles):
    rows = head(["Scene", "One core", "TBB", "GPU", "GPU, at rest", "grid, collision, motion, ms",
                 "contacts per second", "GPU / one core", "[Harada07]'s GPU"])
    for scene in dict.fromkeys(r["case"].split(",")[0] for r in piles["rows"]):
        if not scene.startswith("piles/"):
            continue
        serial, tbb, cuda = (row_of(piles, scene, s) for s in ("serial", "tbb", "cuda"))
        stages = ", ".join(number(row_of(piles, f"{scene}, {stage}")["value"])
                           for stage in ("grid", "collision", "momenta, positions"))
        rows.append(line([
            scene, *(number(r["value"]) for r in (serial, tbb, cuda)),
            number(row_of(piles, f"{scene}, at rest")["value"]), stages,
            f"{row_of(piles, scene, metric='contacts_per_s')['value'] / 1e6:,.0f} M",
            f"{cuda['ratio']:,.0f}", number(cuda["paper"])]))
    return rows


def drawn_section(piles):
    """Lines on runs that draw every step; empty for older results without such runs."""
    rows, behind = [], []
    for row in piles["rows"]:
        found = re.fullmatch(r"(piles/.*), every step drawn at (\d+x\d+)", row["case"])
        if found and row["solver"] == "cuda":
            rows.append(line([found[1], number(row_of(piles, found[1])["value"]),
                              number(row["value"]), number(row["paper"])]))
            size = found[2]
            if row["value"] < row["paper"]:
                behind.append(found[1])
    if not rows:
        return []
    slower = f" (where {' and '.join(behind)} ran faster)" if behind else ""
    return ["", f"With every step drawn at {size}, as in [Harada07]{slower}:", "",
            *head(["Scene", "steps per second", "every step drawn", "[Harada07]'s, drawn"]), *rows]


def size_table(piles):
    rows = head(["Spheres", "steps per second", "at rest", "sphere-steps per second",
                 "contacts per second"])
    for row in piles["rows"]:
        found = re.fullmatch(r"piles, (\d+) spheres", row["case"])
        if not found or row["metric"] != "steps_per_s":
            continue
        case = row["case"]
        at_rest = row_of(piles, f"{case}, at rest")
        rows.append(line([
            f"{int(found[1]):,}", number(row["value"]), number(at_rest["value"]) if at_rest else "",
            f"{row['value'] * int(found[1]) / 1e9:.2f} G",
            f"{row_of(piles, case, metric='contacts_per_s')['value'] / 1e9:.2f} G"]))
    return rows


def pile_section(tables):
    """Lines of Markdown; empty for results without piles."""
    piles = table_named(tables, "piles")
    if not piles:
        return []
    return [
        "", "Rigid piles: steps per second, of 0.5 ms each, from the state after "
        "two seconds, when everything has landed but much still moves; *at rest* is after 20 s. "
        "The figures of [Harada07] are from a GeForce 8800 GTX.", "", *scene_table(piles),
        *drawn_section(piles), "",
        "The same heap of chess pieces on a growing floor, on the GPU; *at rest* is after 8 s. "
        "One fast sphere forces all lists of near spheres to be rebuilt, which slows large heaps "
        "while they collapse:", "", *size_table(piles),
    ]
