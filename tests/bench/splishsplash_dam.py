#!/usr/bin/env python3
"""Simulates the dam of `limber bench fluid` (app/bench/bench_fluid.cpp) in SPlisHSPlasH, on one core and
on all.

Needs `pip install pysplishsplash`, libGL, and idle cores: its threads spin while they wait. Prints the
rows as JSON; --into adds them to the table `fluid` of a file that limber bench --json has written, from
which report.py makes the page.
"""

import argparse
import ctypes
import json
import os
import subprocess
import sys
import tempfile
import time

import numpy

from rows import add_rows

PARTICLES = 16384
SPACING_M = 0.02
SUPPORT_M = 2 * SPACING_M  # of its kernel: four particle radii
VISCOSITY_M2_S = 1e-4
DT_S = 1 / 480
BROKEN_S, MEASURED_S = 0.1, 0.1
# Its walls are this far outside of Limber's. Half a spacing in front of them, where the lattice begins in
# Limber, it has more than twice the density at rest, and bursts.
WALLS_BACK_M = SPACING_M

# Name, settings; the rest is as SPlisHSPlasH has it by default: steps by CFL of at most 5 ms, and at
# least two iterations, until the mean density is at most 0.01% too high.
SETTINGS = [("steps of 1/480 s, 4 iterations",
             {"cflMethod": 0, "timeStepSize": DT_S,
              "DFSPH": {"minIterations": 4, "maxIterations": 4, "maxIterationsV": 1}}),
            ("its defaults", {})]
DFSPH, VOLUME_MAPS = 4, 2  # [Bender17, Bender19], as in Limber


def particles_along(particles):
    """As dam_scene() in bench_fluid.cpp: the block is twice as high and as wide as long."""
    return max(round((particles / 4) ** (1 / 3)), 1)


def box_m(particles):
    """Low and high corner of Limber's box; y is up."""
    length_m = SPACING_M * particles_along(particles)
    return length_m * numpy.array([-2.5, 0, -1]), length_m * numpy.array([2.5, 3, 1])


def cube():
    """A unit cube as OBJ."""
    corners = [f"v {x} {y} {z}" for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)]
    sides = ((1, 2, 4, 3), (5, 7, 8, 6), (1, 5, 6, 2), (3, 4, 8, 7), (1, 3, 7, 5), (2, 6, 8, 4))
    return "\n".join(corners + [f"f {a} {b} {c}\nf {a} {c} {d}" for a, b, c, d in sides]) + "\n"


def scene(particles, settings):
    low_m, high_m = box_m(particles)
    size_m = high_m - low_m + 2 * WALLS_BACK_M
    # Its map of the walls reaches eight support radii beyond them. With cells wider than one, edges push.
    cells = numpy.ceil(size_m / SUPPORT_M + 16)
    length_m = SPACING_M * particles_along(particles)
    # It leaves out half a spacing at each side of a block.
    start_m = low_m - 0.5 * SPACING_M
    end_m = low_m + length_m * numpy.array([1, 2, 2]) + 0.5 * SPACING_M
    return {
        "Configuration": {"particleRadius": 0.5 * SPACING_M, "gravitation": [0, -9.81, 0],
                          "simulationMethod": DFSPH, "boundaryHandlingMethod": VOLUME_MAPS, **settings},
        "Materials": [{"id": "Fluid", "density0": 1000,
                       "Standard viscosity": {"viscosity": VISCOSITY_M2_S}}],
        "RigidBodies": [{"geometryFile": "cube.obj", "isWall": True, "mapInvert": True,
                         "translation": (0.5 * (low_m + high_m)).tolist(), "scale": size_m.tolist(),
                         "mapResolution": cells.astype(int).tolist()}],
        "FluidBlocks": [{"start": start_m.tolist(), "end": end_m.tolist()}]}


def measure(path, particles):
    """Measures the scene in that file, and writes the figures in its place."""
    ctypes.CDLL("libGL.so.1")  # The wheel brings parts of another, and crashes if they are loaded first.
    import pysplishsplash as sph
    base = sph.Exec.SimulatorBase()
    base.init(sceneFile=path, outputDir=os.path.dirname(path), useGui=False)
    base.initSimulation()
    base.setValueFloat(base.STOP_AT, 1e-6)
    base.runSimulation()  # makes the walls, and does one step
    simulation, clock = sph.Simulation.getCurrent(), sph.TimeManager.getCurrent()
    solver, fluid = simulation.getTimeStep(), simulation.getFluidModel(0)
    while clock.getTime() < BROKEN_S - 0.5 * DT_S:
        solver.step()
    ms, times_s, iterations = [], [clock.getTime()], []
    while clock.getTime() < BROKEN_S + MEASURED_S - 0.5 * DT_S:
        start = time.perf_counter()
        solver.step()
        ms.append(1000 * (time.perf_counter() - start))
        times_s.append(clock.getTime())
        iterations.append(solver.getNumIterations())
    count = fluid.numActiveParticles()
    places_m, densities_kg_m3 = (numpy.asarray(fluid.getFieldBuffer(name))[:count]
                                 for name in ("position", "density"))
    low_m, high_m = box_m(particles)
    if count != 4 * particles_along(particles) ** 3:
        raise SystemExit(f"{count} particles are not those of Limber")
    if not ((low_m - WALLS_BACK_M < places_m) & (places_m < high_m + WALLS_BACK_M)).all():
        raise SystemExit("particles have left the box")
    figures = {"ms": ms, "simulated_s": times_s[-1] - times_s[0], "iterations": iterations,
               "too_dense": float(numpy.maximum(densities_kg_m3 / fluid.getDensity0() - 1, 0).mean())}
    with open(path, "w", encoding="utf-8") as file:
        json.dump(figures, file)


def rows_of(case, threads, figures):
    """Rows as in bench_fluid.cpp."""
    ms = figures["ms"]

    def row(what, metric, unit, value, p95=None):
        return {"case": case + what, "solver": "serial" if threads == 1 else "openmp", "metric": metric,
                "unit": unit, "value": float(value), "p95": p95, "paper": None, "baseline": "",
                "baseline_value": None, "ratio": None}
    return [row("", "ms_per_step", "ms", numpy.mean(ms), float(numpy.percentile(ms, 95))),
            row("", "ms_per_simulated_s", "ms", sum(ms) / figures["simulated_s"]),
            row(", iterations", "iterations", "1", numpy.mean(figures["iterations"])),
            row(", density error", "share", "1", figures["too_dense"])]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--particles", type=int, default=PARTICLES)
    parser.add_argument("--threads", type=int, default=len(os.sched_getaffinity(0)), metavar="N",
                        help="threads beside one; default: all cores")
    parser.add_argument("--only", default="", help="measure settings whose name starts with this")
    parser.add_argument("--into", metavar="FILE", help="results to which the rows are added")
    parser.add_argument("--scene", metavar="FILE", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.scene:
        measure(options.scene, options.particles)
        return
    count = 4 * particles_along(options.particles) ** 3
    measured = []
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "cube.obj"), "w", encoding="utf-8") as file:
            file.write(cube())
        path = os.path.join(folder, "scene.json")
        # All cores first: they make the map of the walls, which the other runs find in its cache.
        for threads in sorted({options.threads, 1}, reverse=True):
            for name, settings in SETTINGS:
                if not name.startswith(options.only):
                    continue
                with open(path, "w", encoding="utf-8") as file:
                    json.dump(scene(options.particles, settings), file)
                # A process of its own: OpenMP reads the number of threads when it is loaded.
                subprocess.run([sys.executable, os.path.abspath(__file__), "--scene", path,
                                "--particles", str(options.particles)], check=True,
                               env={**os.environ, "OMP_NUM_THREADS": str(threads)},
                               stdout=subprocess.DEVNULL)
                with open(path, encoding="utf-8") as file:
                    new = rows_of(f"dfsph, {count} particles, SPlisHSPlasH, {name}", threads, json.load(file))
                for r in new:
                    print(f"{r['case']}, {r['solver']}: {r['value']:.4g} {r['metric']}", file=sys.stderr)
                measured += new
    print(json.dumps(measured, indent=1))
    if options.into:
        add_rows(options.into, "fluid", measured)


if __name__ == "__main__":
    main()
