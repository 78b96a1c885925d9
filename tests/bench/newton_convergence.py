#!/usr/bin/env python3
"""Measures solvers of NVIDIA Newton as `limber bench convergence` measures Limber's: error against
computing time for the meshes of cloth/tube and volume/tori.

Needs `pip install newton`, and takes minutes on a GPU; --small works without one. Prints the rows as JSON; --into adds them to the table
`convergence` of a file that limber bench --json has written, from which report.py makes the page.

The error is the root mean square difference of the length of edges from their length at rest, after
2 s. Newton's solvers know stiff materials only, not rigid edges: each number of iterations or
substeps is measured with several stiffnesses, and the least error counts, of runs whose bodies end
about where they should: a cloth that slipped off the tube is hardly stretched.
"""

import argparse
import json
import math
import os
import re
import sys
import time

import newton
import numpy
import warp

from rows import add_rows

AFTER_S = 2.0
MEAN_HEIGHTS_M = {"cloth/tube": (0.1, 1.2), "volume/tori": (0.0, 0.5)}  # low, high: of runs that count
HERE = os.path.dirname(os.path.abspath(__file__))
TORUS_SOURCE = os.path.join(HERE, "..", "..", "sim", "mesh", "torus_mesh.cpp")


def grid(n, side_m, height_m):
    """cloth/tube: n x n particles. Newton's z is up."""
    along = (numpy.arange(n) / (n - 1) - 0.5) * side_m
    places_m = numpy.array([(x, y, height_m) for y in along for x in along])
    corner = [row * n + column for row in range(n - 1) for column in range(n - 1)]
    triangles = [t for i in corner for t in ((i, i + n + 1, i + n), (i, i + 1, i + n + 1))]
    return places_m, numpy.array(triangles)


def torus(ring_m, tube_m, layers):
    """The mesh of torus_mesh.cpp: layers of the disc that is listed there, and prisms between."""
    with open(TORUS_SOURCE, encoding="utf-8") as file:
        source = file.read()
    disc = [(float(a), float(b)) for a, b in re.findall(r"\{([\d.]+)f, ([\d.]+)f\}", source)]
    faces = [tuple(map(int, t)) for t in re.findall(r"\{(\d+), +(\d+), +(\d+)\}", source)]
    places_m, tetrahedra = [], []
    for layer in range(layers):
        turn = 2 * math.pi * layer / layers
        for radius, degrees in disc:
            angle = math.radians(degrees)
            out_m = ring_m + tube_m * radius * math.cos(angle)
            places_m.append((out_m * math.cos(turn), out_m * math.sin(turn),
                             tube_m * radius * math.sin(angle)))
        here, there = len(disc) * layer, len(disc) * ((layer + 1) % layers)
        for a, *rest in faces:
            b, c = sorted(rest)
            tetrahedra += [(here + a, here + b, here + c, there + c),
                           (here + a, here + b, there + c, there + b),
                           (here + a, there + a, there + b, there + c)]
    x, t = numpy.array(places_m), numpy.array(tetrahedra)
    a, b, c, d = (x[t[:, k]] for k in range(4))
    turned = numpy.einsum("ij,ij->i", numpy.cross(b - a, c - a), d - a) < 0
    t[turned] = t[turned][:, [0, 1, 3, 2]]
    return x, t


def edges_of(cells):
    """Each edge of triangles or tetrahedra once."""
    corners = cells.shape[1]
    pairs = [cells[:, [a, b]] for a in range(corners) for b in range(a + 1, corners)]
    return numpy.unique(numpy.sort(numpy.concatenate(pairs), axis=1), axis=0)


def cloth_model(solver, stiffness):
    places_m, triangles = grid(20 if SMALL else 100, 2.4, 1.75)
    builder = newton.ModelBuilder()
    builder.default_shape_cfg.mu = 0.35
    mesh = {"pos": warp.vec3(0.0), "rot": warp.quat_identity(), "vel": warp.vec3(0.0), "scale": 1.0,
            "density": 0.2, "vertices": [warp.vec3(*p) for p in places_m],
            "indices": triangles.ravel().tolist(), "particle_radius": 0.018}
    if solver == "style3d":
        newton.solvers.SolverStyle3D.register_custom_attributes(builder)
        newton.solvers.style3d.add_cloth_mesh(
            builder, **mesh, panel_verts=places_m[:, :2].tolist(),
            tri_aniso_ke=warp.vec3(stiffness, stiffness, 0.1 * stiffness),
            edge_aniso_ke=warp.vec3(2e-5, 1e-5, 5e-6))
    elif solver == "vbd":
        builder.add_cloth_mesh(**mesh, tri_ke=stiffness, tri_ka=stiffness, tri_kd=1e-3,
                               edge_ke=1e-3, edge_kd=1e-5)
        builder.color(include_bending=True)
    else:
        builder.add_cloth_mesh(**mesh, tri_ke=0.0, tri_ka=0.0, tri_kd=0.0, edge_ke=1e-3,
                               edge_kd=0.0)
        for i, j in edges_of(triangles).tolist():
            builder.add_spring(i, j, stiffness, 0.0, 0.0)
    builder.add_ground_plane()
    along = numpy.array([1.0, 0.3, 0.0]) / math.hypot(1.0, 0.3)
    turn = warp.quat_between_vectors(warp.vec3(0.0, 0.0, 1.0), warp.vec3(*along))
    builder.add_shape_cylinder(-1, xform=warp.transform(warp.vec3(0.0, 0.0, 1.0), turn), radius=0.45,
                               half_height=0.75)
    model = builder.finalize()
    model.soft_contact_mu = 0.35
    model.soft_contact_ke, model.soft_contact_kd = \
        (1e1, 1e-5) if solver == "style3d" else (1e3, 1e-2)
    return model, edges_of(triangles)


def tori_model(solver, stiffness):
    layers, copies = (12, (2, 2, 1)) if SMALL else (49, (4, 5, 5))
    places_m, tetrahedra = torus(0.26, 0.114, layers)  # tube_radius_m - skin_m
    body = newton.ModelBuilder()
    body.add_soft_mesh(pos=warp.vec3(0.0), rot=warp.quat_identity(), scale=1.0, vel=warp.vec3(0.0),
                       vertices=[warp.vec3(*p) for p in places_m],
                       indices=tetrahedra.ravel().tolist(), density=300.0, k_mu=stiffness,
                       k_lambda=stiffness, k_damp=1.0, particle_radius=0.001,
                       add_surface_mesh_edges=False)
    if solver == "vbd":
        body.color()
    builder = newton.ModelBuilder()
    builder.default_shape_cfg.mu = 0.8
    turns = numpy.random.default_rng(1).standard_normal((math.prod(copies), 4))
    turns /= numpy.linalg.norm(turns, axis=1, keepdims=True)
    middle = 0.5 * (numpy.array(copies) - 1)
    places = [((i - middle[0]) * 0.76, (j - middle[1]) * 0.76, 0.5 + 0.73 * k)
              for k in range(copies[2]) for j in range(copies[1]) for i in range(copies[0])]
    builder.replicate(body, xforms=[warp.transform(warp.vec3(*p), warp.quat(*q))
                                    for p, q in zip(places, turns.tolist())],
                      copy_count=len(places), separate_worlds=False)
    builder.add_ground_plane()
    model = builder.finalize()
    model.soft_contact_mu = 0.8
    model.soft_contact_ke, model.soft_contact_kd = 1e4, 1e-2
    return model, edges_of(model.tet_indices.numpy().reshape(-1, 4))


def solver_of(model, name, iterations):
    if name == "style3d":
        config = newton.solvers.SolverStyle3D.Config(iterations=iterations)
        solver = newton.solvers.SolverStyle3D(model, config=config)
        solver.collision.stiff_vf = solver.collision.stiff_ee = solver.collision.stiff_ef = 0.0
        return solver
    if name == "vbd":
        return newton.solvers.SolverVBD(model, iterations=iterations)
    model.particle_grid, model.particle_max_radius = None, 0.0  # particles do not collide
    return newton.solvers.SolverXPBD(model, iterations=iterations, soft_body_relaxation=0.2)


class Run:
    """One scene from its start; on a GPU, a graph of two steps at a time."""

    def __init__(self, model, solver, dt_s, substeps):
        self.solver, self.dt_s, self.substeps = solver, dt_s, substeps
        self.pipeline = newton.CollisionPipeline(model)
        self.contacts, self.control = self.pipeline.contacts(), model.control()
        self.now, self.next = model.state(), model.state()
        self.start = model.state()

    def steps(self, count):
        for _ in range(count * self.substeps):
            self.now.clear_forces()
            self.pipeline.collide(self.now, self.contacts)
            self.solver.step(self.now, self.next, self.control, self.contacts,
                             self.dt_s / self.substeps)
            self.now, self.next = self.next, self.now

    def ms_per_simulated_s(self, run_s):
        """Simulates run_s from the start."""
        self.steps(2)  # compiles
        two_steps = lambda: self.steps(2)
        if warp.get_device().is_cuda:
            with warp.ScopedCapture() as capture:
                self.steps(2)
            two_steps = lambda: warp.capture_launch(capture.graph)
        self.now.assign(self.start)
        self.next.assign(self.start)
        warp.synchronize()
        pairs = max(1, round(run_s / (2 * self.dt_s)))
        start = time.perf_counter()
        for _ in range(pairs):
            two_steps()
        warp.synchronize()
        return 1e3 * (time.perf_counter() - start) / (2 * pairs * self.dt_s)


def measure(case, model_of, solver, stiffnesses, dt_s, iterations, substeps):
    """(milliseconds per simulated second, error) of the stiffness with the least error."""
    best = None
    for stiffness in stiffnesses:
        model, edges = model_of(solver, stiffness)
        run = Run(model, solver_of(model, solver, iterations), dt_s, substeps)
        at_rest = run.start.particle_q.numpy().astype(float)
        ms = run.ms_per_simulated_s(0.02 if SMALL else AFTER_S)
        x = run.now.particle_q.numpy().astype(float)
        length_m, rest_m = (numpy.linalg.norm(p[edges[:, 0]] - p[edges[:, 1]], axis=1)
                            for p in (x, at_rest))
        error_m = float(numpy.sqrt(((length_m - rest_m) ** 2).mean()))
        height_m = x[:, 2].mean()
        print(f"{case}, stiffness {stiffness:g}: {ms:.4g} ms, {error_m:.3g} m, mean height "
              f"{height_m:.3f} m", file=sys.stderr, flush=True)
        low_m, high_m = MEAN_HEIGHTS_M[case.split(",")[0]]
        if (SMALL or low_m < height_m < high_m) and (best is None or error_m < best[1]):
            best = (ms, error_m)
    return best


def settings():
    """Scene, its model, solver, stiffnesses, dt_s, what is counted, [(iterations, substeps)]."""
    by_iterations = [(count, 1) for count in (4, 16, 64)]
    by_substeps = [(4, count) for count in (2, 4, 8, 16)]
    for scene, model_of, dt_s, stiff in (("cloth/tube", cloth_model, 0.01, (1e3, 1e4, 1e5)),
                                         ("volume/tori", tori_model, 1 / 300, (1e5, 1e6, 1e7))):
        yield scene, model_of, "vbd", stiff, dt_s, "iterations", by_iterations
        yield scene, model_of, "vbd", stiff, dt_s, "substeps", by_substeps
        soft = (0.2, 0.4) if scene == "cloth/tube" else (3e4, 1e5)
        yield (scene, model_of, "xpbd", soft, dt_s, "substeps",
               [(2, count) for count in (1, 2, 4, 8, 16)])
    yield ("cloth/tube", cloth_model, "style3d", (1e2, 1e3, 1e4), 0.01, "iterations",
           by_iterations)
    yield ("cloth/tube", cloth_model, "style3d", (1e2, 1e3, 1e4), 0.01, "substeps",
           by_substeps)


def rows_of(scene, solver, counted, count, ms, error_m):
    """As convergence_rows.cpp names them."""
    name = f"{scene}, newton_{solver}_{counted} {count}"
    empty = {"p95": None, "paper": None, "baseline": "", "baseline_value": None, "ratio": None}
    return [{"case": name, "solver": "cuda", "metric": "ms_per_simulated_s", "unit": "ms",
             "value": ms, **empty},
            {"case": f"{name}, stretch", "solver": "cuda", "metric": "residual_m", "unit": "m",
             "value": error_m, **empty}]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="measure scenes whose name starts with this")
    parser.add_argument("--small", action="store_true", help="small meshes and few steps, to try it")
    parser.add_argument("--into", metavar="FILE", help="results to which the rows are added")
    options = parser.parse_args()
    global SMALL
    SMALL = options.small
    warp.init()
    measured = []
    for scene, model_of, solver, stiffnesses, dt_s, counted, counts in settings():
        if not scene.startswith(options.only):
            continue
        for iterations, substeps in counts:
            count = iterations if counted == "iterations" else substeps
            # The stiffest springs that XPBD keeps stable grow with the square of the substeps.
            factor = substeps * substeps if solver == "xpbd" else 1
            best = measure(f"{scene}, {solver}, {count} {counted}", model_of, solver,
                           [factor * k for k in stiffnesses], dt_s, iterations, substeps)
            if best:
                measured += rows_of(scene, solver, counted, count, *best)
    print(json.dumps(measured, indent=1))
    if options.into:
        add_rows(options.into, "convergence", measured)


SMALL = False
if __name__ == "__main__":
    main()
