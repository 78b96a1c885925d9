#!/usr/bin/env python3
"""Turns the newest benchmark results into the README's tables and a plot.

    python3 tests/bench/report.py           writes README.md (between the bench marks) and the plot
    python3 tests/bench/report.py --check   fails where they are not what the results say
"""

import json
import math
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
RESULTS = os.path.join(HERE, "results", "h200.json")
FOLDER = os.path.join(HERE, "results")
PLOTS = (  # scene, file, title
    ("cloth/flags", "convergence.svg", "Stretch left in hanging cloths (cloth/flags)"),
    ("volume/cube", "convergence_cube.svg", "Stretch left in a falling cube (volume/cube)"),
)
README = os.path.join(ROOT, "README.md")
MARKS = ("<!-- bench:begin -->", "<!-- bench:end -->")


def number(value):
    if value is None:
        return ""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def speed_table(pbd):
    rows = [
        "| Scene | One core | TBB, {} threads | GPU | GPU / one core | TBB / one core | "
        "GPU, a launch a colour | The paper's GPU |".format(pbd["threads"]),
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


def convergence(pbd, scene):
    """{method: [(iterations, ms, residual in m)]}"""
    ms, residual = {}, {}
    for row in pbd["rows"]:
        found = re.fullmatch(scene + r", (\w+) (\d+)(, stretch residual)?", row["case"])
        if found:
            key = (found[1], int(found[2]))
            (residual if found[3] else ms)[key] = row["value"]
    curves = {}
    for (method, iterations), value in sorted(residual.items()):
        curves.setdefault(method, []).append((iterations, ms[method, iterations], value))
    return curves


def plot(curves, title):
    width, height, left, bottom, top, right = 640, 400, 80, 56, 40, 24
    points = [p for curve in curves.values() for p in curve]
    low_x = math.floor(math.log10(min(p[1] for p in points)))
    high_x = math.ceil(math.log10(max(p[1] for p in points)))
    low_y = math.floor(math.log10(min(p[2] for p in points)))
    high_y = math.ceil(math.log10(max(p[2] for p in points)))

    def at(ms, residual):
        x = left + (math.log10(ms) - low_x) / (high_x - low_x) * (width - left - right)
        y = top + (high_y - math.log10(residual)) / (high_y - low_y) * (height - top - bottom)
        return f"{x:.1f}", f"{y:.1f}"

    svg = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
           'font-family="sans-serif" font-size="13">',
           f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
           f'<text x="{left}" y="22" font-size="15">{title}, RMS in metres</text>']
    for e in range(low_x, high_x + 1):
        x, _ = at(10**e, 10**low_y)
        svg.append(f'<line x1="{x}" y1="{top}" x2="{x}" y2="{height - bottom}" stroke="#d8d8d8"/>'
                   f'<text x="{x}" y="{height - bottom + 18}" text-anchor="middle">{10.0**e:g}</text>')
    for e in range(low_y, high_y + 1):
        _, y = at(10**low_x, 10**e)
        svg.append(f'<line x1="{left}" y1="{y}" x2="{width - right}" y2="{y}" stroke="#d8d8d8"/>'
                   f'<text x="{left - 8}" y="{y}" dy="4" text-anchor="end">{10.0**e:g}</text>')
    svg.append(f'<text x="{(left + width - right) / 2:.0f}" y="{height - 12}" '
               'text-anchor="middle">milliseconds a step</text>')
    for (method, curve), color in zip(sorted(curves.items()), ("#1b7f4d", "#c0392b")):
        path = " ".join(",".join(at(ms, residual)) for _, ms, residual in curve)
        svg.append(f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="2"/>')
        for iterations, ms, residual in curve:
            x, y = at(ms, residual)
            svg.append(f'<circle cx="{x}" cy="{y}" r="3.5" fill="{color}"/>'
                       f'<text x="{x}" y="{y}" dx="6" dy="-6" fill="{color}" font-size="11">'
                       f'{iterations}</text>')
        name = "Gauss-Seidel by colour" if method == "gauss_seidel" else "averaged Jacobi"
        svg.append(f'<text x="{width - right - 10}" y="{top + 18 + 18 * (color == "#c0392b")}" '
                   f'text-anchor="end" fill="{color}">{name}</text>')
    return "\n".join(svg + ["</svg>", ""])


def section(tables):
    pbd = next(t for t in tables if t["name"] == "pbd")
    lines = [
        f"Measured on one {pbd['device']} (driver {pbd['driver']}) and a host with "
        f"{pbd['threads']} cores ({pbd['cpu']}), {pbd['date']}, commit {pbd['commit']}; all columns "
        "from the same run. Steps a second, solver alone, median of 20 blocks; "
        "`tests/bench/results/h200.json` holds the 95th percentiles and the rest.",
        "", *speed_table(pbd), "",
        "*solids only* and *no contacts* are what the papers measured (000 with solids, 002 without "
        "contacts); the rows without such a word are the scenes as they are. The papers' GPUs were a "
        "GeForce 610M (000) and a GTX 780 Ti (002).", "",
        "Gauss-Seidel ends lower than Jacobi in the same time (002, figure 5); the numbers at the "
        "points are iterations:", "",
        *(f"![{title}](tests/bench/results/{file})" for _, file, title in PLOTS),
    ]
    return "\n".join(lines)


def main():
    with open(RESULTS, encoding="utf-8") as file:
        tables = json.load(file)
    with open(README, encoding="utf-8") as file:
        readme = file.read()
    before, rest = readme.split(MARKS[0])
    after = rest.split(MARKS[1])[1]
    expected = f"{before}{MARKS[0]}\n{section(tables)}\n{MARKS[1]}{after}"
    pbd = next(t for t in tables if t["name"] == "pbd")
    written = {README: expected}
    for scene, file, title in PLOTS:
        written[os.path.join(FOLDER, file)] = plot(convergence(pbd, scene), title)
    for path, text in written.items():
        if "--check" not in sys.argv:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        elif not os.path.exists(path) or open(path, encoding="utf-8").read() != text:
            sys.exit(f"{path} is not what the results say; run python3 tests/bench/report.py")


if __name__ == "__main__":
    main()
