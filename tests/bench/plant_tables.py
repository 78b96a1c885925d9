"""Tables of plants with reduced modes, compared with [Wang20, tables 1 to 5]."""

import re

from rows import head, line, number, row_of, table_named

CHUNKS = ("8", "6,8", "6,8 with fewer 6", "5,6,7,8")


def us(row):
    return number(1e3 * row["value"]) if row else ""


def us_and_paper(row):
    return f"{us(row)} ({1e3 * row['paper']:,.0f})" if row["paper"] else us(row)


def batch_table(uq):
    sizes = (1, 4, 8, 16, 32)
    rows = head(["One part of 1,000,000 vertices", *(f"batches of {k}" for k in sizes), "fused",
                 "fused, share of a copy's speed"])
    for modes in (16, 32):
        case = f"one part, n=1000000 r={modes}"
        rows.append(line([
            f"{modes} modes",
            *(us_and_paper(row_of(uq, f"{case}, the paper's kernel, batches of {k}"))
              for k in sizes),
            us(row_of(uq, f"{case}, fused")),
            f"{row_of(uq, f'{case}, fused', metric='share_of_copy')['value']:.2f}"]))
    return rows


def plant_table(uq):
    has_kernels = any(r["metric"] == "kernels" for r in uq["rows"])
    rows = head(["Plant", "TBB", "GPU, fused", "with positions", *(f"chunks of {c}" for c in CHUNKS),
                 "best of cuBLAS", "fused, speed-up over it", "fused, share of a copy's speed",
                 *(["kernels: fused, one launch per part, chunks of 6,8"] if has_kernels else [])])
    for row in uq["rows"]:
        found = re.fullmatch(r"(plants/.*), Uq, fused", row["case"])
        if not found or row["solver"] != "cuda" or row["metric"] != "ms":
            continue
        plant = found[1]
        share = row_of(uq, row["case"], metric="share_of_copy")["value"]
        rows.append(line([
            plant, us_and_paper(row_of(uq, row["case"], "tbb")), us_and_paper(row),
            us_and_paper(row_of(uq, f"{plant}, Uq and T, fused")),
            *(us_and_paper(row_of(uq, f"{plant}, Uq, the paper's chunks of {c}")) for c in CHUNKS),
            f"{number(1e3 * row['baseline_value'])}, {row['baseline'].split(': ')[1]}",
            f"{row['ratio']:.1f}", f"{share:.2f}",
            *([kernel_counts(uq, plant)] if has_kernels else [])]))
    return rows


def slower_plants(uq):
    """Times of the table above those of [Wang20], in brackets; empty if there are none."""
    variants = [("TBB", "tbb", "Uq, fused"), ("fused", "cuda", "Uq, fused"),
                ("with positions", "cuda", "Uq and T, fused"),
                *((f"chunks of {c}", "cuda", f"Uq, the paper's chunks of {c}") for c in CHUNKS)]
    behind = []
    for plant in dict.fromkeys(r["case"].split(", Uq")[0] for r in uq["rows"] if ", Uq" in r["case"]):
        for variant, solver, case in variants:
            row = row_of(uq, f"{plant}, {case}", solver, "ms")
            if row and row["paper"] and row["value"] > row["paper"]:
                behind.append(f"{plant}, {variant}")
    return f" (slower than in [Wang20]: {'; '.join(behind)})" if behind else ""


def kernel_counts(uq, plant):
    """Numbers of kernels for u = U q, with that of [Wang20] in brackets."""
    counts = [row_of(uq, f"{plant}, Uq, {variant}", metric="kernels")
              for variant in ("fused", "the paper's kernel for one part, a launch a part",
                              "the paper's chunks of 6,8")]
    paper = f" ({counts[-1]['paper']:.0f})" if counts[-1]["paper"] else ""
    return ", ".join(number(int(c["value"])) for c in counts) + paper


def position_table(uq):
    """Times of x = T (rest + u) alone; empty for older results without them."""
    rows = []
    for row in uq["rows"]:
        found = re.fullmatch(r"(plants/.*), T, the paper's kernel", row["case"])
        if not found:
            continue
        plain = f"{found[1]}, T, plain"
        rows.append(line([
            found[1], us_and_paper(row_of(uq, plain, "tbb")), us(row_of(uq, plain)),
            us_and_paper(row), f"{row['ratio']:.2f}",
            us(row_of(uq, f"{found[1]}, matrices for the paper's T")),
            *(us(row_of(uq, f"{found[1]}, Uq and T, {variant}"))
              for variant in ("fused", "plain", "the paper's chunks of 6,8"))]))
    if rows:
        rows = head(["Plant", "TBB", "GPU, one thread per vertex", "the paper's kernel",
                     "speed-up of the paper's", "matrices from poses", "with Uq, fused",
                     "with Uq, one thread per vertex", "with Uq, the paper's"]) + rows
    return rows


def position_section(uq):
    table = position_table(uq)
    if not table:
        return []
    return ["", "The positions alone, x = T (rest + u), with u known, and together with u = U q. The "
            "paper's kernel reads matrices, which come from the CPU; the time to compute them "
            "from poses on the GPU is in no other column:", "", *table]


def ratio_table(uq):
    vertices = (1000, 10000, 100000, 1000000, 10000000)
    rows = head(["Modes", *(f"{n:,} vertices" for n in vertices)])
    for modes in (5, 10, 15, 20, 25, 30):
        cells = [row_of(uq, f"one part, n={n} r={modes}", metric="times_faster") for n in vertices]
        rows.append(line([str(modes), *(f"{c['value']:.1f} ({c['paper']:.1f})" for c in cells)]))
    return rows


def lower_speedups(uq):
    """Speed-ups over all cores below those of [Wang20], in brackets; empty if there are none."""
    behind = {}
    for row in uq["rows"]:
        found = re.fullmatch(r"one part, n=(\d+) r=(\d+)", row["case"])
        if found and row["metric"] == "times_faster" and row["value"] < row["paper"]:
            behind.setdefault(int(found[1]), []).append(found[2])
    where = "; ".join(f"{', '.join(modes)} modes of {n:,} vertices" for n, modes in behind.items())
    return f" (less than in [Wang20] for {where})" if where else ""


def run_table(plants):
    """Times of steps, and frames per second, of the scenes."""
    on_cpu = ", q on the processor"
    drawn = "frame drawn at 1280x720"
    has_memory = any(r["metric"] == "memory" for r in plants["rows"])
    rows = head(["Plant", "q, one core", "q, TBB", "q, GPU", "[Wang20]'s q", "frames without a picture, "
                 "TBB", "GPU", "frames drawn, TBB", "GPU, q on the GPU", "GPU, q on the CPU",
                 "[Wang20]'s GPU (CPU)", *(["GPU memory, MB ([Wang20]'s)"] if has_memory else [])])
    for plant in dict.fromkeys(r["case"].split(",")[0] for r in plants["rows"]):
        step = {s: row_of(plants, f"{plant}, step", s) for s in ("serial", "tbb", "cuda")}
        frame, picture = ({s: row_of(plants, f"{plant}, {what}", s) for s in ("tbb", "cuda")}
                          for what in ("frame without a picture", drawn))
        rows.append(line([
            plant, *(number(step[s]["value"]) for s in step), number(step["tbb"]["paper"]),
            *(number(frame[s]["value"]) for s in frame),
            *(number(picture[s]["value"]) for s in picture),
            number(row_of(plants, f"{plant}, {drawn}{on_cpu}")["value"]),
            f"{number(picture['cuda']['paper'])} ({number(picture['tbb']['paper'])})",
            *([memory(row_of(plants, f"{plant}, memory"))] if has_memory else [])]))
    return rows


def memory(row):
    paper = f" ({number(row['paper'])})" if row["paper"] else ""
    return f"{number(row['value'])}{paper}"


def memory_sentence(plants):
    if not any(r["metric"] == "memory" for r in plants["rows"]):
        return ""
    return (". The memory is that of the steps and the vertices' positions, without the buffers that "
            "OpenGL draws from")


def run_section(tables):
    plants = table_named(tables, "plants")
    if not plants:
        return []
    return ["", "The plants' scenes: milliseconds per step of q, and frames "
            "(1/60 s each) per second, drawn at 1280x720 or not at all; [Wang20]'s times are from 28 cores and an RTX 2080 "
            "Ti. GPUs such as this one draw with a few of their multiprocessors, so that drawing "
            f"takes most of a frame wherever q is computed{memory_sentence(plants)}:", "", *run_table(plants)]


def plant_section(tables):
    """Lines of Markdown; empty for results without plants."""
    uq = table_named(tables, "uq")
    if not uq:
        return []
    one, two = (row_of(uq, f"plants/dragon, normals in {stages}")
                for stages in ("one stage", "two stages"))
    copy = row_of(uq, "copy of 512 MiB")["value"]
    return [
        "", "Reduced plants: microseconds of u = U q with random U, repeated, "
        "so that whatever fits into the GPU's cache stays there. No two parts share a U. "
        "In brackets are the times of [Wang20], on an RTX 2080 Ti and 28 cores. A copy runs at "
        f"{number(copy)} GB/s. The paper's kernel takes q in batches:", "",
        *batch_table(uq), "",
        "Plants with the numbers of parts, vertices and modes of [Wang20], every vertex on a part that bends; "
        "*as grown* are ours, whose rigid leaves have vertices, too. cuBLAS is called in four "
        f"ways, of which the fastest is shown{slower_plants(uq)}:", "", *plant_table(uq),
        *position_section(uq), "",
        f"Normals of a mesh of the dragon's size: {us_and_paper(one)} in one stage, "
        f"{us_and_paper(two)} in two; with today's caches one stage is faster, not two as in the "
        f"paper. Speed-up of the GPU over all cores for one part{lower_speedups(uq)}:", "",
        *ratio_table(uq), *run_section(tables),
    ]
