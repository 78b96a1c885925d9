#!/usr/bin/env python3
"""Tests that the tables show the results that exist, and leave out those that do not."""

import copy
import json
import os
import tempfile
import unittest

import contact_tables
import convergence_tables
import fluid_tables
import frame_tables
import grain_tables
import joint_tables
import pile_tables
import plant_tables
import report
import start_tables
from rows import add_rows, row_of, table_named


def row(case, solver, metric, value, **more):
    return {"case": case, "solver": solver, "metric": metric, "unit": "", "value": value, "p95": None,
            "paper": None, "baseline": "", "baseline_value": None, "ratio": None, **more}


class Report(unittest.TestCase):
    def setUp(self):
        with open(report.RESULTS, encoding="utf-8") as file:
            self.tables = copy.deepcopy(json.load(file))

    def rows(self, table):
        return table_named(self.tables, table)["rows"]

    def leave_out(self, table, unwanted):
        rows = self.rows(table)
        rows[:] = [r for r in rows if not unwanted(r)]

    def test_says_where_merging_does_not_pay(self):
        for name in ("Bridge", "Pensatore", "Armadillo", "Cloth", "Bunny"):
            for layout in ("BIN-CSR", "BIN-BCSR"):
                plain, merged = (row_of(table_named(self.tables, "cg"), f"{name}, {m} {layout}")
                                 for m in ("plain", "merged"))
                merged["value"] = 0.5 * plain["value"]
        self.leave_out("cg", lambda r: r["case"].startswith("Ship,"))
        cg = table_named(self.tables, "cg")
        self.assertEqual(report.merging(cg), "Merged [Weber13] is faster than plain in all of them.")
        row_of(cg, "Bunny, merged BIN-CSR")["value"] = 1e6
        self.assertIn("except for BIN-CSR on Bunny.", report.merging(cg))
        self.assertTrue(any("| 1,000,000 |" in line for line in report.cg_table(cg)))

    def test_says_where_one_kernel_for_all_iterations_does_not_pay(self):
        cg, fem = (table_named(self.tables, name) for name in ("cg", "fem"))
        for name in report.matrices(cg):
            row_of(cg, f"{name}, persistent BSELL")["value"] = 0.1
        self.assertEqual(report.persisting(cg), "Persistent BSELL is the fastest of ours.")
        row_of(cg, "Cloth, merged BIN-CSR")["value"] = 0.05
        row_of(cg, "Bunny, merged BSELL")["value"] = 0.05
        self.assertTrue(report.persisting(cg).endswith(
            " but for Cloth, where merged BIN-CSR is, and for Bunny, where merged BSELL is."))
        for scene in dict.fromkeys(r["case"].split(",")[0] for r in fem["rows"]):
            row_of(fem, f"{scene}, persistent block_sell")["value"] = 0.1
        self.assertEqual(report.fem_methods(fem), " On the GPU the scenes use persistent BSELL.")
        row_of(fem, "fem/cloth, merged block_sell")["value"] = 0.09
        self.assertIn("; merged BSELL is faster in fem/cloth (0.09).", report.fem_methods(fem))

    def test_says_where_merging_gains_less(self):
        rows = []
        for size, merged in (("1", 20), ("2", 25), ("3", 40)):
            rows += [row(f"{size}, plain BIN-BCSR", "cuda", "ms_per_solve", 40),
                     row(f"{size}, merged BIN-BCSR", "cuda", "ms_per_solve", merged)]
        sentence = ("Here merged BIN-BCSR is 2.00 times as fast as plain with the smallest and 1.00 times "
                    "with the largest")
        self.assertEqual(report.gains_of_merging({"rows": rows}, ["1", "2", "3"]), sentence)
        rows[3]["value"] = 10
        self.assertEqual(report.gains_of_merging({"rows": rows}, ["1", "2", "3"]),
                         sentence + ", but not monotonically")

    def test_says_where_plants_are_slower_than_in_003(self):
        uq = table_named(self.tables, "uq")
        for r in uq["rows"]:
            if r["paper"]:
                r["value"] = (2.0 if r["metric"] == "times_faster" else 0.5) * r["paper"]
        self.assertEqual(plant_tables.slower_plants(uq), "")
        self.assertEqual(plant_tables.lower_speedups(uq), "")
        for case, solver in (("Uq, fused", "tbb"), ("Uq, the paper's chunks of 8", "cuda")):
            row_of(uq, f"plants/peach, {case}", solver, "ms")["value"] = 99.0
        for modes in (5, 20):
            row_of(uq, f"one part, n=1000 r={modes}", metric="times_faster")["value"] = 1.0
        self.assertEqual(plant_tables.slower_plants(uq),
                         " (slower than in [Wang20]: plants/peach, TBB; plants/peach, chunks of 8)")
        self.assertEqual(plant_tables.lower_speedups(uq),
                         " (less than in [Wang20] for 5, 20 modes of 1,000 vertices)")

    def test_shows_a_thousand_iterations_once_they_are_there(self):
        self.leave_out("cg", lambda r: r["metric"] == "ms_per_solve")
        cg = table_named(self.tables, "cg")
        self.assertEqual(report.solve_section(cg), [])
        for method, ms in zip(report.SOLVE_METHODS, (40, 25, 20, 16)):
            cg["rows"].append(row(f"linear elements, 104715 non-zeros, {method}", "cuda", "ms_per_solve",
                                  ms, baseline_value=50, ratio=50 / ms))
        self.assertEqual(report.solve_section(cg)[-1],
                         "| 104,715 | 40 | 25 | 20 | 16 | 50 | 1.25 | 2.00 | 3.12 |")
        self.assertNotIn("linear", report.matrices(cg))

    def test_tells_springs_from_the_elements_own_equations(self):
        curve = [row("Armadillo, single, iteration 0", "serial", "residual", 1.0),
                 row("Armadillo, single, iteration 8", "serial", "residual", 0.5)]
        tables = [{"name": "cg", "rows": curve}]
        self.assertIn("values of springs", report.residual_section(tables)[1])
        for r in curve:
            r["case"] = r["case"].replace(",", " (the creature of fem/quadratic),", 1)
        self.assertIn("equations are those of a step", report.residual_section(tables)[1])
        self.assertEqual(report.residual_curves(tables)["Armadillo"]["single"]["serial"],
                         [(0, 1.0), (8, 0.5)])

    def test_names_matrices_beyond_the_cache(self):
        self.leave_out("spmv", lambda r: r["case"].startswith("Ship"))
        spmv = table_named(self.tables, "spmv")
        self.assertEqual(report.too_large(spmv), "Bunny")
        spmv["rows"].insert(0, row("Ship (plates), non-zeros", "", "nonzeros", 7813404))
        self.assertEqual(report.too_large(spmv), "Ship and Bunny")
        self.assertEqual(report.too_large(spmv, report.BLOCK_BYTES), "Bunny")

    def test_shows_drawn_piles_once_they_are_there(self):
        self.leave_out("piles", lambda r: "every step drawn" in r["case"])
        piles = table_named(self.tables, "piles")
        self.assertEqual(pile_tables.drawn_section(piles), [])
        steps = row_of(piles, "piles/chess")
        piles["rows"].append(row("piles/chess, every step drawn at 1280x720", "cuda", "frames_per_s", 71.4,
                                 paper=44))
        section = pile_tables.drawn_section(piles)
        self.assertIn("every step drawn at 1280x720", section[1])
        self.assertEqual(section[-1],
                         f"| piles/chess | {steps['value']:,.0f} | 71.4 | 44 |")
        self.assertNotIn("drawn", "".join(pile_tables.scene_table(piles)))
        self.assertNotIn("is faster in", section[1])
        piles["rows"][-1]["value"] = 43.9
        self.assertIn("(where piles/chess ran faster)", pile_tables.drawn_section(piles)[1])

    def test_shows_fluids_once_they_are_there(self):
        self.assertEqual(fluid_tables.fluid_section([]), [])
        rows = [row("fluid/dam", "cuda", "ms_per_step", 4.87)]
        for method in ("dfsph", "sph"):
            case = f"{method}, 1048576 particles"
            rows += [row(case, "cuda", "ms_per_step", 2.0, paper=833.3),
                     row(case + ", density error", "cuda", "share", 0.0031),
                     row(case + ", forces", "cuda", "ms", 0.5)]
        rows += [row("dfsph, 16384 particles", solver, "ms_per_step", ms)
                 for solver, ms in (("serial", 40), ("tbb", 6))]
        section = fluid_tables.fluid_section([{"name": "fluid", "rows": rows}])
        self.assertIn("took 833 ms", section[1])
        self.assertIn("forces 0.5.", section[1])
        self.assertIn("takes 40 ms on one core and 6 ms with TBB", section[1])
        self.assertIn("| 1,048,576 | 2 | 0.31% | 2 | 0.31% |", section)
        self.assertEqual(section[-1], "| fluid/dam | 4.87 | 39 |")

    def test_shows_the_dam_beside_another_program(self):
        peer = f"{fluid_tables.DAM}, SPlisHSPlasH, its defaults"
        limber = [row(fluid_tables.DAM, "serial", "ms_per_step", 50),
                  row(f"{fluid_tables.DAM}, density error", "serial", "share", 0.0025),
                  row(fluid_tables.DAM, "tbb", "ms_per_step", 5)]
        self.assertEqual(fluid_tables.peer_section({"rows": limber}), [])
        rows = [row(f"{peer}, iterations", "serial", "iterations", 26.8)]
        for solver, ms in (("openmp", 40), ("serial", 70)):
            rows += [row(peer, solver, "ms_per_step", ms), row(peer, solver, "ms_per_simulated_s", 700 * ms)]
        section = fluid_tables.peer_section({"rows": limber + rows})
        self.assertEqual(section[-2:], [
            "| Limber | 50 | 5 | 24,000 | 2,400 | 4 | 0.25% |",
            "| SPlisHSPlasH, its defaults | 70 | 40 | 49,000 | 28,000 | 26.8 |  |"])
        self.assertNotIn("measured at", section[1])
        older = fluid_tables.peer_section({"rows": limber + rows, "cpu_commit": "abc"})
        self.assertIn("measured at abc", older[1])

    def test_shows_grains_once_they_are_there(self):
        self.assertEqual(grain_tables.grain_section([]), [])
        rows = [row("grains/heap", "cuda", "ms_per_step", 0.06),
                row("16384 grains, springs", "tbb", "ms_per_step", 2.0)]
        for count in (16384, 1048576):
            for method, frame_ms in (("springs", 40.0), ("positions", 12.0)):
                case = f"{count} grains, {method}"
                rows += [row(case, "cuda", "ms_per_step", 1.2, paper=3.509),
                         row(case, "cuda", "ms_per_frame", frame_ms),
                         row(case, "cuda", "overlap", 0.0123)]
        grains = {"name": "grains", "rows": rows}
        section = grain_tables.grain_section([grains])
        self.assertIn("took 3.51 ms", section[1])
        self.assertIn("takes 2 ms with TBB", section[1])
        self.assertIn("is 10 ms; it takes 12.", section[1])
        self.assertIn("| 1,048,576 | 1.2 | 40 | 1.2% | 12 | 1.2% |", section)
        self.assertEqual(section[-1], "| grains/heap | 0.06 | 2 |")
        row_of(grains, "1048576 grains, positions", metric="ms_per_frame")["value"] = 9.9
        self.assertNotIn("The goal", grain_tables.grain_section([grains])[1])

    def test_says_what_is_not_reached(self):
        layers = row("50 layers on a cylinder", "cuda", "ms_per_step", 6.3, paper=6.3)
        stack = row("cloth/stack", "cuda", "steps_per_s", 2999.0)
        tables = [{"name": "contact", "rows": [layers]}, {"name": "pbd", "rows": [stack]}]
        self.assertEqual(contact_tables.shortfalls(tables),
                         " Goals not reached yet: 6 ms per step of 50 layers on a cylinder (6.3), "
                         "3,000 steps per second of cloth/stack (2,999).")
        layers["value"], stack["value"] = 6.4, 3000.0
        self.assertIn(" Slower than in the paper: 50 layers on a cylinder. Goals",
                      contact_tables.shortfalls(tables))
        layers["value"] = 6.0
        self.assertEqual(contact_tables.shortfalls(tables), "")

    def test_shows_kernels_and_memory_once_they_are_there(self):
        self.leave_out("uq", lambda r: r["metric"] == "kernels")
        self.leave_out("plants", lambda r: r["metric"] == "memory")
        uq, plants = (table_named(self.tables, name) for name in ("uq", "plants"))
        self.assertNotIn("kernels", plant_tables.plant_table(uq)[0])
        self.assertNotIn("memory", "".join(plant_tables.run_section(self.tables)))
        for r in list(uq["rows"]):
            if r["case"].endswith(", Uq, fused") and r["solver"] == "cuda" and r["metric"] == "ms":
                plant = r["case"].split(", Uq")[0]
                for variant, count, paper in (
                        ("fused", 1, None), ("the paper's chunks of 6,8", 2, 2.0),
                        ("the paper's kernel for one part, a launch a part", 43, None)):
                    uq["rows"].append(row(f"{plant}, Uq, {variant}", "cuda", "kernels", count,
                                          paper=paper))
        self.assertTrue(plant_tables.plant_table(uq)[2].endswith("| 1, 43, 2 (2) |"))
        for plant in dict.fromkeys(r["case"].split(",")[0] for r in plants["rows"]):
            plants["rows"].append(row(f"{plant}, memory", "cuda", "memory", 12.3, paper=5.8))
        section = plant_tables.run_section(self.tables)
        self.assertIn("without the buffers that OpenGL draws from", section[1])
        self.assertTrue(section[-1].endswith("| 12.3 (5.8) |"))

    def test_shows_joints_once_they_are_there(self):
        self.tables[:] = [t for t in self.tables if t["name"] != "joints"]
        self.assertEqual(joint_tables.joint_section(self.tables), [])
        bridge = "joints/bridge"
        rows = [row(bridge, "serial", "ms_per_step", 150, paper=298),
                row(bridge, "tbb", "ms_per_step", 20),
                row(bridge, "cuda", "ms_per_step", 0.5, paper=21, ratio=300),
                row(f"{bridge}, assembly", "cuda", "ms", 0.1), row(f"{bridge}, solve", "cuda", "ms", 0.4),
                row(f"{bridge}, largest joint error", "cuda", "joint_error", 2.5e-5)]
        for method, ms in zip(joint_tables.METHODS, (0.9, 0.6, 0.4)):
            rows.append(row(f"{bridge}, {method}", "cuda", "ms_per_step", ms))
        self.tables.append({"name": "joints", "rows": rows})
        section = joint_tables.joint_section(self.tables)
        self.assertEqual(section[-1], "| joints/bridge | 150 | 20 | 0.5 | 0.1, 0.4 | 2.5e-05 | 0.9 | 0.6 "
                                      "| 0.4 | 300 | 21 (298) |")

    def test_shows_rigid_bodies_with_how_far_they_have_moved(self):
        self.assertEqual(joint_tables.rigid_section([]), [])
        rows = [row("bricks", "cuda", "ms_per_step", 20, paper=9.8),
                row("bricks, slowest step", "cuda", "ms_per_step", 23),
                row("bricks, moved in 4 s", "cuda", "drift", 0.017),
                row("bricks, moved in 4 s, at most", "cuda", "drift", 0.064),
                row("pyramid", "serial", "ms_per_step", 389)]
        section = joint_tables.rigid_section([{"name": "rigid", "rows": rows}])
        self.assertEqual(section[-2:], ["| bricks |  |  | 20 | 23 | 17 mm, 64 mm | 9.8 |",
                                        "| pyramid | 389 |  |  |  |  |  |"])

    def test_shows_rigid_bodies_in_other_programs_after_their_scene(self):
        bullet, mujoco = "pyramid, Bullet, 10 iterations", "pyramid, MuJoCo, CG"
        rows = [row("pyramid", "serial", "ms_per_step", 340), row(bullet, "serial", "ms_per_step", 34),
                row(f"{bullet}, slowest step", "serial", "ms_per_step", 101),
                row(f"{bullet}, moved in 0.5 s", "serial", "drift", 0.024),
                row(f"{bullet}, moved in 0.5 s, at most", "serial", "drift", 0.074),
                row("bricks", "cuda", "ms_per_step", 20), row(mujoco, "serial", "ms_per_step", 850)]
        section = joint_tables.rigid_section([{"name": "rigid", "rows": rows}])
        self.assertEqual(section[-4:], ["| pyramid | 340 |  |  |  |  |  |",
                                        f"| {bullet} | 34 |  |  |  | 24 mm, 74 mm |  |",
                                        f"| {mujoco} | 850 |  |  |  |  |  |",
                                        "| bricks |  |  | 20 |  |  |  |"])
        self.assertIn("other programs", section[1])
        del rows[1:5], rows[2]
        self.assertNotIn("other programs", joint_tables.rigid_section([{"name": "rigid", "rows": rows}])[1])

    def test_reads_times_between_measured_errors(self):
        curve = [(1, 10.0, 1.0), (2, 100.0, 0.01)]
        self.assertEqual(convergence_tables.ms_for(curve, 0.1), "31.6")
        self.assertEqual(convergence_tables.ms_for(curve, 0.01), "100")
        self.assertEqual(convergence_tables.ms_for(curve, 2.0), "< 10")
        self.assertEqual(convergence_tables.ms_for(curve, 0.001), "-")

    def test_compares_methods_at_equal_error(self):
        def rows(method, count, error, ms):
            name = f"cloth/tube, {method} {count}"
            return [row(f"{name}, stretch", "cuda", "residual_m", error),
                    row(name, "cuda", "ms_per_simulated_s", ms)]
        table = {"name": "convergence", "threads": 16,
                 "rows": rows("gauss_seidel", 8, 0.004, 20) + rows("xpbd", 1, 0.04, 2)
                 + rows("xpbd", 8, 0.0004, 200)}
        section = convergence_tables.convergence_section([table], ["![plot](a.svg)"])
        self.assertIn("| `cloth/tube`, 0.004 m: Gauss-Seidel by colour, 8 | Gauss-Seidel by colour "
                      "| < 20 | - | - |  |  |", section)
        self.assertIn("|  | XPBD, by substeps | 20 | 80 | - |  |  |", section)
        self.assertNotIn("Newton", section[1])
        table["rows"] += rows("newton_vbd_substeps", 2, 0.008, 50) + rows("newton_vbd_substeps", 8, 0.002, 200)
        section = convergence_tables.convergence_section([table], [])
        self.assertIn("|  | Newton, vertex block descent, by substeps of 4 | 100 | - | - |  |  |", section)
        self.assertIn("`tests/bench/newton_convergence.py`", section[1])
        self.assertEqual(convergence_tables.convergence_section([], []), [])

    def test_draws_all_curves_of_a_plot(self):
        methods = list(convergence_tables.METHODS)
        curves = {method: [(2, 10.0, 0.1), (4, 20.0, 0.01)] for method in methods[:7]}
        plot = report.convergence_plot(curves, "title", "ms")
        for method in curves:
            self.assertIn(f">{convergence_tables.METHODS[method]}</text>", plot)
        self.assertEqual(plot.count("<polyline"), 7)
        with self.assertRaises(SystemExit):
            report.convergence_plot(dict.fromkeys(methods[:9], curves[methods[0]]), "title", "ms")

    def test_adds_rows_in_place_of_the_same_cases(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "results.json")
            with open(path, "w", encoding="utf-8") as file:
                json.dump([{"name": "rigid", "rows": [{"case": "a", "value": 1}, {"case": "b", "value": 2}]}], file)
            add_rows(path, "rigid", [{"case": "a", "value": 3}])
            with open(path, encoding="utf-8") as file:
                self.assertEqual(json.load(file)[0]["rows"],
                                 [{"case": "b", "value": 2}, {"case": "a", "value": 3}])
            with self.assertRaises(SystemExit):
                add_rows(path, "convergence", [])

    def test_says_which_commit_and_gpu_measured_what(self):
        run = {key: "same" for key in ("device", "driver", "threads", "cpu", "commit", "date")}
        text = report.introduction([{**run, "name": "pbd"}, {**run, "name": "fem"},
                                    {**run, "name": "cg", "commit": "other"}])
        self.assertIn("| pbd, fem | same | same |", text)
        self.assertIn("| cg | other | same |", text)

    def test_names_the_papers_figures_once_they_are_measured(self):
        self.leave_out("pbd", lambda r: r["case"].startswith(("cloth/veil", "volume/bunny-coarse")))
        pbd = table_named(self.tables, "pbd")
        self.assertEqual(report.untimed_figures(pbd), "")
        for solver in ("serial", "tbb", "cuda"):
            pbd["rows"].append(row("cloth/veil, solids only", solver, "steps_per_s", 40.0, ratio=1.0))
        self.assertEqual(report.untimed_figures(pbd),
                         " [Fratarcangeli14] shows `cloth/veil` (figure 1) without times.")
        self.assertIn("| cloth/veil, solids only | 40 | 40 | 40 | 1.0 | 1.0 |  |  |",
                      report.speed_table(pbd))

    def test_the_first_page_has_the_figures_of_the_results(self):
        ratios = [row_of(table_named(self.tables, table), case, solver="cuda", metric=metric)["ratio"]
                  for table, case, metric in (("pbd", "cloth/stack, solids only", "steps_per_s"),
                                              ("piles", "piles/tori", "steps_per_s"),
                                              ("fem", "fem/quadratic", "ms_per_step"))]
        with open(os.path.join(report.HERE, "..", "..", "README.md"), encoding="utf-8") as file:
            page = " ".join(file.read().split())
        self.assertIn("`cloth/stack` (colliders only) {:.0f} times, `piles/tori` {:.0f} times and "
                      "`fem/quadratic` {:.0f} times as fast as one core".format(*ratios), page)

    def test_counts_scenes_that_reach_their_frame_rate(self):
        frames = {"name": "frames", "rows": []}
        for scene, rate in (("piles/chess", 121.0), ("cloth/flags", 239.0), ("piles/giant", 5.0)):
            frames["rows"] += [
                row(f"{scene}, picture alone", "cuda", "frames_per_s", 2.0 * rate, p95=rate),
                row(scene, "cuda", "frames_per_s", rate, p95=0.5 * rate)]
        lines = frame_tables.frame_section([frames])
        self.assertIn("1 of 2 scenes", lines[1])
        self.assertIn("| cloth/flags | 239 | 120 | 478 | 240 |", lines)
        self.assertIn("| piles/giant | 5 | 2.5 | 10 |  |", lines)
        self.assertEqual(frame_tables.frame_section([]), [])

    def test_starts_are_counted_that_reach_both_goals(self):
        starts = {"name": "start", "rows": []}
        for scene, cold, warm in (("cloth/flags", 9.9, 0.9), ("fem/beam", 9.9, 1.1),
                                  ("plants/dragon", 11.0, 0.9)):
            starts["rows"] += [row(f"{scene}, cold", "cuda", "start_s", cold),
                               row(f"{scene}, warm", "cuda", "start_s", warm)]
        lines = start_tables.start_section([starts])
        self.assertIn("1 of 3 scenes", lines[1])
        self.assertIn("| plants/dragon | 11 | 0.9 |", lines)
        self.assertEqual(start_tables.start_section([]), [])


if __name__ == "__main__":
    unittest.main()
