#!/usr/bin/env python3
"""Simulates the pyramid of `limber bench rigid` (app/bench/pyramid.h) in MuJoCo, on one thread.

Needs `pip install mujoco`. Prints the rows as JSON; --into adds them to the table `rigid` of a file
that limber bench --json has written, from which report.py makes the page.
"""

import argparse
import json
import sys
import time

import mujoco
import numpy

from rows import add_rows

ROWS = 100
SIZE_M = numpy.array([0.3, 0.15, 0.15])  # x, depth, height: MuJoCo's z is up
PITCH_M = 0.31
DT_S = 0.0041667

# Name, solver, iterations; None: MuJoCo's default, 100. The rest is as MuJoCo has it by default.
# With 20 iterations of CG the mean drift is about that of Limber.
SETTINGS = [("CG, 20 iterations", "CG", 20), ("CG", "CG", None), ("Newton", "Newton", None),
            ("PGS, 10 iterations", "PGS", 10), ("PGS", "PGS", None)]


def scene(rows, solver, iterations):
    half = " ".join(f"{0.5 * side:g}" for side in SIZE_M)
    boxes = "".join(
        f'<body pos="{0.5 * PITCH_M * row + PITCH_M * i:.9g} 0 {SIZE_M[2] * (row + 0.5):.9g}">'
        f'<freejoint/><geom type="box" size="{half}" density="700"/></body>'
        for row in range(rows) for i in range(rows - row))
    limit = f'iterations="{iterations}"' if iterations else ""
    return (f'<mujoco><size memory="8G"/>'
            f'<option timestep="{DT_S}" gravity="0 0 -9.81" solver="{solver}" {limit}/>'
            f'<default><geom friction="0.6"/></default>'
            f'<worldbody><geom type="plane" size="0 0 1"/>{boxes}</worldbody></mujoco>')


def corners_m(model, data):
    mujoco.mj_kinematics(model, data)
    signs = numpy.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
    turned = numpy.einsum("bij,cj->bci", data.xmat[1:].reshape(-1, 3, 3), 0.5 * signs * SIZE_M)
    return data.xpos[1:, None, :] + turned


def measure(case, rows, solver, iterations, run_s, limit_s):
    """Rows as in bench_rigid.cpp. A run longer than limit_s ends early, as its name says."""
    model = mujoco.MjModel.from_xml_string(scene(rows, solver, iterations))
    data = mujoco.MjData(model)
    before = corners_m(model, data)
    ms, steps = [], max(1, round(run_s / DT_S))
    while len(ms) < steps and sum(ms) < 1000 * limit_s:
        start = time.perf_counter()
        mujoco.mj_step(model, data)
        ms.append(1000 * (time.perf_counter() - start))
    moved = numpy.linalg.norm(corners_m(model, data) - before, axis=2)
    for i, warning in enumerate(data.warning):
        if warning.number:
            print(f"{case}: note: {mujoco.mjtWarning(i).name}", file=sys.stderr)
    simulated = f"{len(ms) * DT_S:.2g} s"
    if len(ms) < steps:
        case += f", first {simulated}"

    def row(what, metric, unit, value, p95=None):
        return {"case": case + what, "solver": "serial", "metric": metric, "unit": unit,
                "value": float(value), "p95": p95, "paper": None, "baseline": "",
                "baseline_value": None, "ratio": None}
    return [row("", "ms_per_step", "ms", numpy.mean(ms), float(numpy.percentile(ms, 95))),
            row(", slowest step", "ms_per_step", "ms", max(ms)),
            row(f", moved in {simulated}", "drift", "m", moved.mean()),
            row(f", moved in {simulated}, at most", "drift", "m", moved.max())]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=ROWS, help="height of the pyramid")
    parser.add_argument("--run", type=float, default=0.5, metavar="S", help="simulated time")
    parser.add_argument("--limit", type=float, default=300, metavar="S",
                        help="wall time after which a solver's run ends early")
    parser.add_argument("--only", default="", help="measure settings whose name starts with this")
    parser.add_argument("--into", metavar="FILE", help="results to which the rows are added")
    options = parser.parse_args()
    boxes = options.rows * (options.rows + 1) // 2
    measured = []
    for name, solver, iterations in SETTINGS:
        if name.startswith(options.only):
            new = measure(f"pyramid of {boxes} boxes, MuJoCo, {name}", options.rows, solver,
                          iterations, options.run, options.limit)
            for r in new:
                print(f"{r['case']}: {r['value']:.4g} {r['unit']}", file=sys.stderr)
            measured += new
    print(json.dumps(measured, indent=1))
    if options.into:
        add_rows(options.into, "rigid", measured)


if __name__ == "__main__":
    main()
