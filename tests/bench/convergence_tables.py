"""The section on error against time."""

import math
import re

from rows import head, line, number, table_named

SCENES = {  # scene: (what its error is, unit, the setting of the paper)
    "cloth/tube": ("stretch", "m", "gauss_seidel 8"),
    "volume/bunny": ("stretch", "m", "gauss_seidel 4"),
    "volume/tori": ("stretch", "m", "gauss_seidel 8"),
    "fem/linear": ("velocity", "", "merged_blocks 20"),
    "fem/quadratic": ("velocity", "", "merged_blocks 20"),
}
METHODS = {"gauss_seidel": "Gauss-Seidel by colour", "jacobi": "averaged Jacobi",
           "xpbd": "XPBD, by substeps", "descent": "descent",
           "plain": "conjugate gradients, plain", "merged": "merged", "persistent": "persistent",
           "merged_blocks": "merged, blocks inverted",
           "persistent_blocks": "persistent, blocks inverted",
           "newton_vbd_iterations": "Newton, vertex block descent, by iterations",
           "newton_vbd_substeps": "Newton, vertex block descent, by substeps of 4",
           "newton_xpbd_substeps": "Newton, XPBD, by substeps of 2 iterations",
           "newton_style3d_iterations": "Newton, Style3D, by iterations",
           "newton_style3d_substeps": "Newton, Style3D, by substeps of 4"}


def curves_of(table, scene, error_is, solver=None):
    """{method: [(number, ms, error)]}: times of one solver or, without, of any; errors of any."""
    errors, curves = {}, {}
    for row in table["rows"]:
        found = re.fullmatch(scene + rf", (\w+) (\d+), {error_is}", row["case"])
        if found:
            errors[found[1], int(found[2])] = row["value"]
    for row in table["rows"]:
        found = re.fullmatch(scene + r", (\w+) (\d+)", row["case"])
        if found and solver in (None, row["solver"]) and (found[1], int(found[2])) in errors:
            key = (found[1], int(found[2]))
            curves.setdefault(key[0], []).append((key[1], row["value"], errors[key]))
    return {method: sorted(curve) for method, curve in curves.items()}


def ms_for(curve, error):
    """Milliseconds at which the curve first has the error, on straight lines between logarithms;
    None if it never has. "<" before the first point."""
    last = None
    for _, ms, now in curve:
        if now <= error:
            if last is None:
                return "< " + number(ms)
            share = math.log(last[1] / error) / math.log(last[1] / now)
            return number(last[0] * (ms / last[0]) ** share)
        last = (ms, now)
    return "-"


def setting_error(table, scene):
    kind, _, setting = SCENES[scene]
    return next((r["value"] for r in table["rows"] if r["case"] == f"{scene}, {setting}, {kind}"), None)


def newton_sentence(table):
    if not any("newton" in row["case"] for row in table["rows"]):
        return ""
    return (" [NVIDIA Newton](https://github.com/newton-physics/newton) is measured on the same "
            "meshes by `tests/bench/newton_convergence.py`, in a run of its own: each setting with the "
            "stiffness of several that leaves the least stretch, of cloths that hang on the tube at "
            "the end and tori that lie on the ground.")


def convergence_section(tables, pictures):
    """pictures: lines of Markdown with its plots."""
    table = table_named(tables, "convergence")
    if not table:
        return []
    lines = ["", "Milliseconds of computation per simulated second at which a method reaches an "
             "error, without drawing; between measured numbers of iterations or substeps on straight "
             "lines between logarithms; - where none of them does. The error of cloth and soft "
             "bodies is the stretch of edges that is left after 2 s, root mean square, without "
             "contact of bodies: the exact solution has none. The error of finite elements is that of the velocities "
             "of step 20, from zero, relative to the solution in double precision by Eigen. *E* is "
             "the error of the first column's setting." + newton_sentence(table), ""]
    lines += head(["Scene, *E*", "Method", "GPU: *E*", "*E*/4", "*E*/16",
                   f"TBB, {table['threads']} threads: *E*/4", "One core: *E*/4"])
    for scene, (error_is, unit, setting) in SCENES.items():
        error = setting_error(table, scene)
        if error is None:
            continue
        by_solver = {solver: curves_of(table, scene, error_is, solver)
                     for solver in ("cuda", "tbb", "serial")}
        method, count = setting.split()
        name = f"`{scene}`, {number(error)} {unit}".rstrip() + f": {METHODS[method]}, {count}"
        for method in dict.fromkeys(m for curves in by_solver.values() for m in curves):
            cells = [(solver, part) for solver, part in
                     (("cuda", 1), ("cuda", 4), ("cuda", 16), ("tbb", 4), ("serial", 4))]
            lines.append(line([name, METHODS[method]] + [
                ms_for(by_solver[solver][method], error / part) if method in by_solver[solver] else ""
                for solver, part in cells]))
            name = ""
    return lines + ["", "On the GPU; the numbers at the points are iterations or substeps:", "", *pictures]
