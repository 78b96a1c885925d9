"""The tables of reduced plants (Wang, Barbic 2020, tables 1 to 5)."""

import re

from rows import head, line, number, row_of, table_named

CHUNKS = ("8", "6,8", "6,8 with fewer 6", "5,6,7,8")


def us(row):
    return number(1e3 * row["value"]) if row else ""


def us_beside(row):
    return f"{us(row)} ({1e3 * row['paper']:,.0f})" if row["paper"] else us(row)


def batch_table(uq):
    sizes = (1, 4, 8, 16, 32)
    rows = head(["One part of 1,000,000 vertices", *(f"batches of {k}" for k in sizes), "fused",
                 "fused, share of a copy"])
    for modes in (16, 32):
        case = f"one part, n=1000000 r={modes}"
        rows.append(line([
            f"{modes} modes",
            *(us_beside(row_of(uq, f"{case}, the paper's kernel, batches of {k}")) for k in sizes),
            us(row_of(uq, f"{case}, fused")),
            f"{row_of(uq, f'{case}, fused', metric='share_of_copy')['value']:.2f}"]))
    return rows


def plant_table(uq):
    rows = head(["Plant", "TBB", "GPU, fused", "with places", *(f"chunks of {c}" for c in CHUNKS),
                 "best of cuBLAS", "fused / cuBLAS", "fused, share of a copy"])
    for row in uq["rows"]:
        found = re.fullmatch(r"(plants/.*), Uq, fused", row["case"])
        if not found or row["solver"] != "cuda" or row["metric"] != "ms":
            continue
        plant = found[1]
        share = row_of(uq, row["case"], metric="share_of_copy")["value"]
        rows.append(line([
            plant, us_beside(row_of(uq, row["case"], "tbb")), us_beside(row),
            us_beside(row_of(uq, f"{plant}, Uq and T, fused")),
            *(us_beside(row_of(uq, f"{plant}, Uq, the paper's chunks of {c}")) for c in CHUNKS),
            f"{number(1e3 * row['baseline_value'])}, {row['baseline'].split(': ')[1]}",
            f"{row['ratio']:.1f}", f"{share:.2f}"]))
    return rows


def ratio_table(uq):
    vertices = (1000, 10000, 100000, 1000000, 10000000)
    rows = head(["Modes", *(f"{n:,} vertices" for n in vertices)])
    for modes in (5, 10, 15, 20, 25, 30):
        cells = [row_of(uq, f"one part, n={n} r={modes}", metric="times_faster") for n in vertices]
        rows.append(line([str(modes), *(f"{c['value']:.1f} ({c['paper']:.1f})" for c in cells)]))
    return rows


def plant_section(tables):
    """As lines; empty for results without plants."""
    uq = table_named(tables, "uq")
    if not uq:
        return []
    one, two = (row_of(uq, f"plants/dragon, normals in {stages}")
                for stages in ("one stage", "two stages"))
    copy = row_of(uq, "copy of 512 MiB")["value"]
    return [
        "", f"Reduced plants (commit {uq['commit']}): microseconds of u = U q with random U, over and "
        "over, so that what fits into the GPU's cache comes from there. No two parts share a U. "
        "In brackets are 003's, on an RTX 2080 Ti and 28 cores. A copy runs at "
        f"{number(copy)} GB/s. The paper's kernel takes q in batches:", "",
        *batch_table(uq), "",
        "Plants with 003's numbers of parts, vertices and modes, every vertex on a part that bends; "
        "*as grown* are those of ours, whose rigid leaves have vertices, too. cuBLAS comes in four "
        "ways, of which the fastest counts:", "", *plant_table(uq), "",
        f"Normals of the dragon's size: {us_beside(one)} in one stage, {us_beside(two)} in two; "
        "today's caches turn the paper's finding around. How many times faster than all cores the "
        "GPU is for one part:", "", *ratio_table(uq),
    ]
