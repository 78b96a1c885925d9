#!/usr/bin/env python3
"""Turns the newest benchmark results into the tables and plots of tests/bench/results.

    python3 tests/bench/report.py           writes results/README.md and the plots beside it
    python3 tests/bench/report.py --check   fails if these are out of date
"""

import json
import math
import os
import re
import sys

from contact_tables import contact_section
from convergence_tables import METHODS, convergence_section, curves_of
from fluid_tables import fluid_section
from frame_tables import frame_section
from grain_tables import grain_section
from joint_tables import joint_section, rigid_section
from pile_tables import pile_section
from plant_tables import plant_section
from rows import head, line, number, row_of, table_named
from start_tables import start_section

HERE = os.path.dirname(os.path.abspath(__file__))
RESULTS = os.path.join(HERE, "results", "results.json")
FOLDER = os.path.join(HERE, "results")
PLOTS = (  # table, scene, error, file, title
    ("pbd", "cloth/flags", "stretch residual", "convergence.svg",
     "Stretch left in hanging cloths (cloth/flags), RMS in metres"),
    ("pbd", "volume/cube", "stretch residual", "convergence_cube.svg",
     "Stretch left in a falling cube (volume/cube), RMS in metres"),
    ("joints", "joints/bridge", "largest joint error", "convergence_bridge.svg",
     "Largest gap of a joint (joints/bridge), in metres"),
    ("convergence", "cloth/tube", "stretch", "convergence_tube.svg",
     "Stretch left in a cloth on a tube (cloth/tube), RMS in metres"),
    ("convergence", "volume/bunny", "stretch", "convergence_bunny.svg",
     "Stretch left in a bunny (volume/bunny), RMS in metres"),
    ("convergence", "volume/tori", "stretch", "convergence_tori.svg",
     "Stretch left in a hundred tori (volume/tori), RMS in metres"),
    ("convergence", "fem/linear", "velocity", "convergence_linear.svg",
     "Relative error of a step's velocities (fem/linear)"),
    ("convergence", "fem/quadratic", "velocity", "convergence_quadratic.svg",
     "Relative error of a step's velocities (fem/quadratic)"),
)
COLORS = ("#1b7f4d", "#c0392b", "#2456a6", "#8a5a00", "#7a3b93", "#00838f", "#c2187a", "#5b6b00")
PAGE = os.path.join(FOLDER, "README.md")
INTRODUCTION = """# Benchmark results

Written by `python3 tests/bench/report.py` from the results beside this page, which `limber bench`
measured; [BENCH.md](../../../scenes/BENCH.md) says what each benchmark measures. Keys such as
[Weber13] are in the [list of references](../../../sim/README.md#references).

Each benchmark ran on one GPU and cores of its host; all columns of a table are from the same run.
Most ran beside another benchmark on another GPU and other cores of the host, which can slow one
core and TBB where memory limits them. `results.json` holds the 95th percentiles and the rest.

{runs}
"""


def speed_table(pbd):
    rows = [
        "| Scene | One core | TBB, {} threads | GPU | GPU / one core | TBB / one core | "
        "GPU, one launch per colour | The paper's GPU |".format(pbd["threads"]),
        "|---|---|---|---|---|---|---|---|",
    ]
    cases = {}
    for row in pbd["rows"]:
        if row["metric"] == "steps_per_s":
            cases.setdefault(row["case"], {})[row["solver"]] = row
    for case, by_solver in cases.items():
        if len(by_solver) < 3:
            continue
        serial, tbb, cuda = (by_solver[s] for s in ("serial", "tbb", "cuda"))
        launches = cases.get(case + ", clusters", {}).get("cuda", {}).get("baseline_value")
        rows.append("| {} | {} | {} | {} | {:.1f} | {:.1f} | {} | {} |".format(
            case, number(serial["value"]), number(tbb["value"]), number(cuda["value"]),
            cuda["ratio"], tbb["ratio"], number(launches), number(cuda["paper"])))
    return rows


def untimed_figures(pbd):
    """A sentence on measured scenes for which the paper has a picture but no time."""
    shown = {"cloth/veil": "figure 1", "volume/bunny-coarse": "figure 2"}
    measured = [scene for scene in shown if row_of(pbd, f"{scene}, solids only")]
    if not measured:
        return ""
    return " [Fratarcangeli14] shows " + " and ".join(f"`{s}` ({shown[s]})" for s in measured) + " without times."


def decades(values):
    """The range of exponents of ten that covers the values."""
    logs = [math.log10(value) for value in values]
    return range(math.floor(min(logs)), math.ceil(max(logs)) + 1)


class Chart:
    """An SVG plot with a logarithmic y axis; `x_scale` maps x values to the x axis."""

    HEIGHT, LEFT, BOTTOM, TOP = 400, 80, 56, 40
    LEGENDS_INSIDE = 5  # more do not fit above the curves

    def __init__(self, title, x_label, x_ticks, y_values, x_scale, legends=0):
        self.beside = legends > self.LEGENDS_INSIDE
        self.right_margin = 320 if self.beside else 24
        self.width = 616 + self.right_margin
        y_exponents = decades(y_values)
        self.x_scale = x_scale
        self.low_x, self.high_x = x_scale(x_ticks[0]), x_scale(x_ticks[-1])
        self.low_y, self.high_y = y_exponents[0], y_exponents[-1]
        self.legends = 0
        bottom, right = self.HEIGHT - self.BOTTOM, self.width - self.right_margin
        self.svg = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.HEIGHT}" '
            'font-family="sans-serif" font-size="13">',
            f'<rect width="{self.width}" height="{self.HEIGHT}" fill="#ffffff"/>',
            f'<text x="{self.LEFT}" y="22" font-size="15">{title}</text>']
        for tick in x_ticks:
            x, _ = self.at(tick, 10.0**self.low_y)
            self.svg.append(
                f'<line x1="{x}" y1="{self.TOP}" x2="{x}" y2="{bottom}" stroke="#d8d8d8"/>'
                f'<text x="{x}" y="{bottom + 18}" text-anchor="middle">{tick:g}</text>')
        for e in y_exponents:
            _, y = self.at(x_ticks[0], 10.0**e)
            self.svg.append(
                f'<line x1="{self.LEFT}" y1="{y}" x2="{right}" y2="{y}" stroke="#d8d8d8"/>'
                f'<text x="{self.LEFT - 8}" y="{y}" dy="4" text-anchor="end">{10.0**e:g}</text>')
        self.svg.append(f'<text x="{(self.LEFT + right) / 2:.0f}" y="{self.HEIGHT - 12}" '
                        f'text-anchor="middle">{x_label}</text>')

    def at(self, x, y):
        across = (self.x_scale(x) - self.low_x) / (self.high_x - self.low_x)
        down = (self.high_y - math.log10(y)) / (self.high_y - self.low_y)
        return (f"{self.LEFT + across * (self.width - self.LEFT - self.right_margin):.1f}",
                f"{self.TOP + down * (self.HEIGHT - self.TOP - self.BOTTOM):.1f}")

    def line(self, points, color):
        path = " ".join(",".join(self.at(x, y)) for x, y in points)
        self.svg.append(
            f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="2"/>')

    def point(self, x, y, color, text=""):
        x, y = self.at(x, y)
        circle = f'<circle cx="{x}" cy="{y}" r="3.5" fill="{color}"/>'
        if text:
            circle += (f'<text x="{x}" y="{y}" dx="6" dy="-6" fill="{color}" font-size="11">'
                       f'{text}</text>')
        self.svg.append(circle)

    def legend(self, text, color):
        self.svg.append(f'<text x="{self.width - self.right_margin + (10 if self.beside else -10)}" '
                        f'y="{self.TOP + 18 + 18 * self.legends}" '
                        f'text-anchor="{"start" if self.beside else "end"}" fill="{color}">{text}</text>')
        self.legends += 1

    def text(self):
        return "\n".join(self.svg + ["</svg>", ""])


def with_colors(curves):
    """[((name, curve), color)], by name."""
    if len(curves) > len(COLORS):
        raise SystemExit(f"report.py has {len(COLORS)} colors for {len(curves)} curves: add some")
    return list(zip(sorted(curves.items()), COLORS))


def convergence_plot(curves, title, x_label):
    points = [p for curve in curves.values() for p in curve]
    chart = Chart(title, x_label,
                  [10.0**e for e in decades(p[1] for p in points)], [p[2] for p in points],
                  math.log10, len(curves))
    for (method, curve), color in with_colors(curves):
        chart.line([p[1:] for p in curve], color)
        for iterations, ms, residual in curve:
            chart.point(ms, residual, color, iterations)
        chart.legend(METHODS[method], color)
    return chart.text()


RESIDUAL = r"(\w+)( \([^)]*\))?, (\w+), iteration (\d+)"  # in brackets: the matrix's origin


def residual_rows(tables):
    cg = table_named(tables, "cg")
    return [row for row in (cg["rows"] if cg else []) if row["metric"] == "residual"]


def residual_curves(tables):
    """{matrix: {precision: {solver: [(iterations, residual)]}}}"""
    curves = {}
    for row in residual_rows(tables):
        matrix, _, precision, iterations = re.fullmatch(RESIDUAL, row["case"]).groups()
        curves.setdefault(matrix, {}).setdefault(precision, {}).setdefault(
            row["solver"], []).append((int(iterations), row["value"]))
    return curves


def residual_section(tables):
    """Lines of Markdown. Older results have matrices with values of springs."""
    curves = residual_curves(tables)
    if not curves:
        return []
    own = all(re.fullmatch(RESIDUAL, row["case"])[2] for row in residual_rows(tables))
    of_what = ("equations are those of a step of `fem/linear` and of `fem/quadratic`" if own else
               "matrices have the patterns of `fem/linear` and `fem/quadratic`, and values of springs")
    return [
        "", "Single precision converges like double precision, on one core and on the GPU, until its "
        f"digits are exhausted [Weber13, figure 7]. The {of_what}:", "",
        *(f"![Residual of conjugate gradients ({matrix})]"
          f"({residual_file(matrix)})" for matrix in curves),
    ]


def residual_file(matrix):
    return f"residual_{matrix.lower()}.svg"


def residual_plot(by_precision, matrix):
    points = [p for by_solver in by_precision.values() for c in by_solver.values() for p in c]
    last = max(iterations for iterations, _ in points)
    chart = Chart(f"Relative residual of conjugate gradients ({matrix})", "iterations",
                  range(0, last + 1, max(1, last // 8)), [y for _, y in points], float)
    for (precision, by_solver), color in with_colors(by_precision):
        chart.line(by_solver["serial"], color)
        for iterations, residual in by_solver.get("cuda", []):
            chart.point(iterations, residual, color)
        chart.legend(f"{precision} precision", color)
    if any("cuda" in by_solver for by_solver in by_precision.values()):
        chart.legend("lines: one core, circles: GPU", "#000000")
    return chart.text()


def matrices(table):
    """Names of matrices, in the order of the table."""
    return list(dict.fromkeys(
        re.match(r"\w+", r["case"])[0] for r in table["rows"] if re.search(r"BIN-CSR$", r["case"])))


def fem_table(fem):
    rows = [
        "| Scene | One core | TBB | GPU | of which elements, assembly, solve | GPU, plain BIN-CSR | "
        "GPU, merged BIN-BCSR | GPU speed-up over one core | [Weber13]'s GPU (one core) |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for scene in dict.fromkeys(r["case"].split(",")[0] for r in fem["rows"]):
        serial, tbb, cuda = (row_of(fem, scene, s) for s in ("serial", "tbb", "cuda"))
        stages = ", ".join(number(row_of(fem, f"{scene}, {stage}")["value"])
                           for stage in ("elements", "assembly", "solve"))
        methods = [number(row_of(fem, f"{scene}, {m}")["value"])
                   for m in ("plain bin_csr", "merged bin_bcsr")]
        paper = f"{number(cuda['paper'])} ({number(serial['paper'])})" if cuda["paper"] else ""
        rows.append("| " + " | ".join(
            [scene, *(number(r["value"]) for r in (serial, tbb, cuda)), stages, *methods,
             f"{cuda['ratio']:.0f}", paper]) + " |")
    return rows


def fem_methods(fem):
    """A sentence on scenes for which merged BSELL beats persistent BSELL, which they use."""
    faster = []
    for scene in dict.fromkeys(r["case"].split(",")[0] for r in fem["rows"]):
        merged = row_of(fem, f"{scene}, merged block_sell")
        if merged and merged["value"] < row_of(fem, f"{scene}, persistent block_sell")["value"]:
            faster.append(f"{scene} ({number(merged['value'])})")
    sentence = " On the GPU the scenes use persistent BSELL"
    return sentence + (f"; merged BSELL is faster in {' and '.join(faster)}." if faster else ".")


CSR_BYTES, BLOCK_BYTES = 8, 4 + 4 / 9  # per non-zero: value and column, or 1/9 of a column


def too_large(spmv, bytes_per_nonzero=CSR_BYTES):
    """The matrices that do not fit into an H100's cache of 50 MB."""
    return " and ".join(re.match(r"\w+", r["case"])[0] for r in spmv["rows"]
                        if r["metric"] == "nonzeros" and bytes_per_nonzero * r["value"] > 50e6)


def spmv_table(spmv):
    rows = [
        "| Matrix | Non-zeros ([Weber13]'s) | BIN-CSR | BIN-BCSR | BSELL | cuSPARSE | its best format | "
        "BSELL / cuSPARSE | BSELL, share of a copy's speed |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    ratios = []
    for name in matrices(spmv):
        gpu = [r for r in spmv["rows"] if r["case"].startswith(name + ",") and r["solver"] == "cuda"]
        ours = next(r for r in gpu if "BSELL (" in r["case"] and r["metric"] == "gflops")
        size = next(r for r in spmv["rows"]
                    if r["case"].startswith(name) and r["metric"] == "nonzeros")
        ratios.append(ours["ratio"])
        rows.append("| " + " | ".join([
            name, f"{number(size['value'])} ({number(size['paper'])})",
            *(number(row_of(spmv, f"{name}, {layout}", metric="gflops")["value"])
              for layout in ("BIN-CSR", "BIN-BCSR")),
            number(ours["value"]), number(ours["baseline_value"]),
            ours["baseline"].replace("best of cuSPARSE: cuSPARSE ", ""),
            f"{ours['ratio']:.2f}",
            f"{row_of(spmv, ours['case'], metric='share_of_copy')['value']:.2f}"]) + " |")
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    copy = next(r for r in spmv["rows"] if r["case"].startswith("copy"))
    return rows, mean, copy["value"]


CG_METHODS = ("plain BIN-CSR", "merged BIN-CSR", "plain BIN-BCSR", "merged BIN-BCSR", "merged BSELL",
              "persistent BSELL")


def cg_table(cg):
    rows = head(["Matrix", *(method[0].upper() + method[1:] for method in CG_METHODS),
                 "cuSPARSE and cuBLAS", "speed-up of merged BSELL", "of persistent BSELL"])
    for name in matrices(cg):
        found = {method: row_of(cg, f"{name}, {method}") for method in CG_METHODS}
        rows.append(line([
            name, *(number(r["value"]) for r in found.values()),
            number(found["plain BIN-CSR"]["baseline_value"]),
            f"{found['merged BSELL']['ratio']:.2f}", f"{found['persistent BSELL']['ratio']:.2f}"]))
    return rows


def merging(cg):
    """A sentence on where [Weber13]'s merged kernels are slower."""
    slower = [f"{layout} on {name}" for layout in ("BIN-CSR", "BIN-BCSR") for name in matrices(cg)
              if row_of(cg, f"{name}, merged {layout}")["value"] >
              row_of(cg, f"{name}, plain {layout}")["value"]]
    if not slower:
        return "Merged [Weber13] is faster than plain in all of them."
    return ("Merged [Weber13] is faster than plain, except for " + ", ".join(slower) + ".")


def persisting(cg):
    """A sentence on where one kernel for all iterations is not the fastest."""
    beaten = {}
    for name in matrices(cg):
        ms = {r["case"].split(", ")[1]: r["value"] for r in cg["rows"]
              if r["metric"] == "us_per_iteration" and r["solver"] == "cuda"
              and r["case"].startswith(f"{name}, ") and "cuSPARSE" not in r["case"]}
        best = min(ms, key=ms.get)
        if ms[best] < ms["persistent BSELL"]:
            beaten.setdefault(best, []).append(name)
    return "Persistent BSELL is the fastest of ours" + "".join(
        f"{' but' if k == 0 else ', and'} for {', '.join(names)}, where {best} is"
        for k, (best, names) in enumerate(beaten.items())) + "."


SOLVE = r"linear elements, (\d+) non-zeros"
SOLVE_METHODS = ("plain BIN-BCSR", "merged BIN-BCSR", "merged BSELL", "persistent BSELL")


def solve_section(cg):
    """Lines to compare with [Weber13, figure 6]; empty for older results without them."""
    sizes = dict.fromkeys(re.match(SOLVE, r["case"])[0] for r in cg["rows"]
                          if r["metric"] == "ms_per_solve" and r["solver"] == "cuda")
    rows = head(["Non-zeros", *(method[0].upper() + method[1:] for method in SOLVE_METHODS),
                 "cuSPARSE and cuBLAS", "speed-up of plain BIN-BCSR", "of merged BIN-BCSR",
                 "of persistent BSELL"])
    for size in sizes:
        found = {method: row_of(cg, f"{size}, {method}") for method in SOLVE_METHODS}
        rows.append(line([
            number(int(re.match(SOLVE, size)[1])), *(number(r["value"]) for r in found.values()),
            number(found["plain BIN-BCSR"]["baseline_value"]),
            *(f"{found[method]['ratio']:.2f}"
              for method in ("plain BIN-BCSR", "merged BIN-BCSR", "persistent BSELL"))]))
    if not sizes:
        return []
    return ["", "A thousand iterations in milliseconds against the number of non-zeros [Weber13, figure 6], "
            "with matrices of linear elements. [Weber13] compares with CUSP on a GTX 470, where merging "
            f"gains more the smaller a matrix is. {gains_of_merging(cg, list(sizes))}:", "", *rows]


def gains_of_merging(cg, sizes):
    gains = [row_of(cg, f"{size}, plain BIN-BCSR")["value"] /
             row_of(cg, f"{size}, merged BIN-BCSR")["value"] for size in sizes]
    return (f"Here merged BIN-BCSR is {gains[0]:.2f} times as fast as plain with the smallest and "
            f"{gains[-1]:.2f} times with the largest" +
            ("" if gains == sorted(gains, reverse=True) else ", but not monotonically"))


def fem_section(tables):
    """Lines of Markdown; empty for results without finite elements."""
    fem, spmv, cg = (table_named(tables, name) for name in ("fem", "spmv", "cg"))
    if not (fem and spmv and cg):
        return []
    products, mean, copy_gb_s = spmv_table(spmv)
    return [
        "", "Finite elements: milliseconds per step with 30 iterations. The "
        "figures of [Weber13] are from a GTX 470 and one core of 2013, for models of the same size."
        + fem_methods(fem), "",
        *fem_table(fem), "",
        "Sparse products on the GPU in GFLOP/s (two operations per non-zero), repeated "
        f"as in conjugate gradients: in BIN-CSR all but {too_large(spmv)} stay in the GPU's cache, in the "
        f"other layouts all but {too_large(spmv, BLOCK_BYTES)}. Against the best of cuSPARSE's CSR, BSR "
        f"and SELL, BSELL is {mean:.2f} times as fast in the geometric mean. A copy of 512 MiB runs "
        f"at {number(copy_gb_s)} GB/s.", "", *products, "",
        "An iteration of conjugate gradients on the GPU in microseconds, the mean of 30 "
        f"including their setup. Speed-ups are over cuSPARSE and cuBLAS. {merging(cg)} {persisting(cg)}", "", *cg_table(cg), *solve_section(cg),
    ]


def plots(tables):
    """(table, file, title, curves, x axis) of those that were measured."""
    for name, scene, error, file, title in PLOTS:
        table = table_named(tables, name)
        per_second = name == "convergence"
        curves = curves_of(table, scene, error, "cuda" if per_second else None) if table else {}
        if curves:
            yield name, file, title, curves, ("milliseconds per simulated second" if per_second
                                              else "milliseconds per step")


def pictures(tables, name):
    return [f"![{title}]({file})" for table, file, title, *_ in plots(tables) if table == name]


def section(tables):
    pbd = next(t for t in tables if t["name"] == "pbd")
    lines = [
        "## Cloth and soft bodies", "",
        "Steps per second, simulation only, median of 20 blocks:",
        "", *speed_table(pbd), "",
        "The papers measured *solids only*, with colliders but no contact between bodies [Fratarcangeli14], and *no contacts*, "
        "without collisions [Fratarcangeli13]; the other rows have all contacts of the scene. All are by Gauss-Seidel, "
        "as in the papers, whose GPUs were a "
        "GeForce 610M [Fratarcangeli14] and a GTX 780 Ti [Fratarcangeli13]."
        + untimed_figures(pbd), "",
        "Gauss-Seidel reaches lower errors than Jacobi in the same time [Fratarcangeli13, figure 5]; the numbers at the "
        "points are iterations:", "",
        *pictures(tables, "pbd"),
    ]
    of_joints = pictures(tables, "joints")
    if of_joints:
        of_joints = ["", "Error against time on the GPU, by numbers of iterations. Conjugate gradients "
                     "predict and solve up to four times in a step:", "", *of_joints]
    for title, more in (
            ("Error against time", convergence_section(tables, pictures(tables, "convergence"))),
            ("Finite elements and sparse matrices", fem_section(tables) + residual_section(tables)),
            ("Rigid piles", pile_section(tables)), ("Grains", grain_section(tables)),
            ("Plants", plant_section(tables)), ("Contacts", contact_section(tables)),
            ("Joints and rigid bodies", joint_section(tables) + of_joints + rigid_section(tables)),
            ("Fluids", fluid_section(tables)), ("Frame rates", frame_section(tables)),
            ("Starts", start_section(tables))):
        lines += ["", f"## {title}", *more] if more else []
    return "\n".join(lines)


def introduction(tables):
    """What each table was measured on, a row for each commit and machine."""
    runs = {}
    for table in tables:
        key = tuple(table[k] for k in ("commit", "date", "device", "driver", "cpu", "threads"))
        runs.setdefault(key, []).append(table["name"])
    rows = head(["Benchmarks", "Commit", "Date", "GPU", "Driver", "CPU", "Cores"])
    rows += [line([", ".join(names), *map(str, key)]) for key, names in runs.items()]
    return INTRODUCTION.format(runs="\n".join(rows))


def main():
    with open(RESULTS, encoding="utf-8") as file:
        tables = json.load(file)
    written = {PAGE: f"{introduction(tables)}\n{section(tables)}\n"}
    for _, file, title, curves, x_label in plots(tables):
        written[os.path.join(FOLDER, file)] = convergence_plot(curves, title, x_label)
    for matrix, curves in residual_curves(tables).items():
        written[os.path.join(FOLDER, residual_file(matrix))] = residual_plot(curves, matrix)
    for path, text in written.items():
        if "--check" not in sys.argv:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        elif not os.path.exists(path) or open(path, encoding="utf-8").read() != text:
            sys.exit(f"{path} is not what the results say; run python3 tests/bench/report.py")


if __name__ == "__main__":
    main()
