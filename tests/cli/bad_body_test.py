"""Invalid and odd solids, piles and plants in scene files."""

import json
import math
import os
import signal
import subprocess
import tempfile
import time

import command
from bad_input import BAD_INPUT, DIVERGED, QUICK, faces_from, CUBE


class BadSolids(command.CommandTest):
    """Lines 1 and 2 are the family and [[solid]]; the tested keys begin on line 3."""

    def refuse(self, solid, *words):
        path = self.write("bad.toml", f'family = "volume"\n[[solid]]\n{solid}\n')
        return self.assert_refused(BAD_INPUT, *words, arguments=[path, *QUICK])

    def refuse_ball(self, keys, *words):
        return self.refuse('shape = "ball"\ncell_m = 0.2\n' + keys, *words)

    def test_shapes(self):
        self.refuse('shape = "bal"', "bad.toml:3", "'bal'", "ball")
        self.refuse_ball("radus_m = 1", "bad.toml:5", "radus_m", "radius_m")
        self.refuse_ball("size_m = 1", "bad.toml:5", "size_m")
        self.refuse('shape = "box"\nsize_m = [1, 1, 0]', "bad.toml:4", "size_m")
        self.refuse('shape = "box"\nrounding_m = 0.6', "bad.toml:4", "rounding_m", "0.5")
        self.refuse('shape = "torus"\nring_radius_m = 0.3\ntube_radius_m = 0.3', "bad.toml:5",
                    "tube_radius_m", "ring_radius_m")

    def test_bones(self):
        def refuse_bones(bones, *words):
            self.refuse(f'shape = "blend"\ncell_m = 0.1\nbones = {bones}', "bad.toml:5", "bones",
                        *words)
        self.refuse('shape = "blend"\ncell_m = 0.1', "bad.toml:2", "bones", "radius")
        good = "[0, 0, 0, 0.1, 0, 1, 0, 0.1]"
        refuse_bones("3", "8 numbers")
        refuse_bones("[0, 0]", "8 numbers", "list 1")
        refuse_bones(f"[{good}, [0, 0, 0, 0.1, 0, 1, 0]]", "8 numbers", "list 2")
        refuse_bones(f"[{good}, {good.replace('1]', '1, 0]')}]", "8 numbers", "list 2")
        refuse_bones('[[0, 0, 0, 0.1, 0, 1, 0, "wide"]]', "8 numbers", "list 1")
        refuse_bones("[[0, 0, 0, 0.1, 0, 1, 0, -0.1]]", "above 0")
        refuse_bones("[[0, 0, 0, 0.1, 0, 1e9, 0, 0.1]]", "1000000000")

    def test_cells(self):
        self.refuse('shape = "ball"', "bad.toml:2", "cell_m", "missing")
        self.refuse('shape = "ball"\nmesher = "tetgen"', "bad.toml:2", "drawn_cell_m", "missing")
        self.refuse('shape = "ball"\nmesher = "sweep"', "bad.toml:4", "sweep", "lattice")
        for cell, why, drawn in (("1e-6", "GiB", "larger cells"),
                                 ("5", "smaller cells", "smaller cells")):
            self.refuse(f'shape = "ball"\ncell_m = {cell}', "bad.toml:4", "cell_m", why)
            self.refuse_ball(f"drawn_cell_m = {cell}", "bad.toml:5", "drawn_cell_m", drawn)
            self.refuse_ball(f"drawn_cell_m = 0.1\n[solid.given]\ncell_m = -{cell}",
                             "bad.toml:7", "given.cell_m")

    def test_skins_thicker_than_the_shape(self):
        self.refuse_ball("skin_m = 0.5", "bad.toml:5", "skin_m", "below 0.5")
        # Valid for the shape, but the ball of 0.05 m inside of the skin is too small for a cell.
        self.refuse_ball("skin_m = 0.45", "bad.toml:4", "cell_m", "smaller cells")
        for mesher in ("sweep", "lattice"):
            self.refuse(f'shape = "torus"\ncell_m = 0.1\ntube_radius_m = 0.1\nskin_m = 0.1\n'
                        f'mesher = "{mesher}"', "bad.toml:6", "skin_m", "below 0.1")
        self.refuse('shape = "box"\ncell_m = 0.1\nsize_m = [1, 0.2, 1]\nskin_m = 0.1',
                    "bad.toml:6", "skin_m", "below 0.1")
        self.refuse('shape = "blend"\ncell_m = 0.1\nbones = [[0, 0, 0, 0.2, 0, 1, 0, 0.1]]\n'
                    "skin_m = 0.2", "bad.toml:6", "skin_m", "below 0.2")
        self.refuse('file = "bunny.obj"\nskin_m = 0.01', "bad.toml:4", "skin_m")

    def test_copies_and_where_they_start(self):
        self.refuse_ball("copies = [1.5, 1, 1]", "bad.toml:5", "copies", "whole")
        self.refuse_ball("copies = [1, 0, 1]", "bad.toml:5", "copies", "from 1 to 1000")
        self.refuse_ball("copies = 2", "bad.toml:5", "copies", "3 numbers")
        self.refuse_ball("copies = [900, 900, 900]", "bad.toml:5", "copies", "fewer")
        for share in ("-0.1", "1.1", "nan"):
            self.refuse_ball(f"flatten = {share}", "bad.toml:5", "flatten")

    def test_meshes(self):
        self.refuse("", "bad.toml:2", "file", "missing")
        self.refuse('file = "other.obj"', "bad.toml:3", "other.obj", "check the path")
        line = self.refuse('file = "models/bunny.obj"', "bad.toml:3", "glmark2-data")
        self.assertNotIn("check the path", line)
        self.write("cube.obj", CUBE)
        self.refuse('file = "cube.obj"\nmesher = "lattice"\ncell_m = 5', "bad.toml:5", "cell_m",
                    "smaller cells")
        self.refuse('file = "cube.obj"\nsurface_triangles = 4', "bad.toml:4",
                    "surface_triangles", "cube.obj")

    def test_comparisons(self):
        compare = 'shape = "ball"\ncell_m = 0.2\n[compare]\nvalues = '
        self.refuse(compare + '["jacobi", "magic"]', "bad.toml:6", "'magic'", "gauss_seidel")
        self.refuse(compare + '["jacobi", "jacobi"]', "bad.toml:6", "'jacobi'", "once")
        self.refuse(compare + '"jacobi"', "bad.toml:6", "list of texts")
        self.refuse('shape = "ball"\ncell_m = 0.2\n[compare]\nmethod = ["jacobi"]',
                    "bad.toml:6", "compare.method", "not")

    def test_what_is_strange_but_runs(self):
        for keys in ("pinned_below_m = 100", "flatten = 0"):
            path = self.write("odd.toml", 'family = "volume"\n[[solid]]\nshape = "ball"\n'
                              f"cell_m = 0.2\n{keys}\n")
            self.assertTrue(self.stats(path, *QUICK)["finite"], keys)


class BadElements(command.CommandTest):
    HEAD = 'family = "fem"\nelements = "{}"\n'
    BALL = '[[solid]]\nshape = "ball"\ncell_m = 0.25\ncenter_m = [0, 1, 0]\n'
    GROUND = '[[collider]]\nshape = "ground"\n'

    def refuse(self, text, *words):
        path = self.write("bad.toml", text)
        self.assert_refused(BAD_INPUT, "bad.toml", *words, arguments=[path, *QUICK])

    def test_materials_that_cannot_be(self):
        ball = self.HEAD.format("quadratic") + self.BALL
        for key, value in (("poisson_ratio", "0.5"), ("poisson_ratio", "-1"),
                           ("poisson_ratio", "nan"), ("density_kg_m3", "-1000"),
                           ("young_modulus_Pa", "0"), ("young_modulus_Pa", "-1e5")):
            self.refuse(ball + f"{key} = {value}\n", "bad.toml:7", key)

    def test_elements_that_do_not_fit_what_they_are_of(self):
        self.refuse(self.HEAD.format("cubic") + self.BALL, "bad.toml:2", "elements", "quadratic")
        self.refuse(self.HEAD.format("springs") + self.BALL, "springs", "linear", "[[cloth]]")
        self.refuse(self.HEAD.format("springs") + "[[cloth]]\nstretch_N_m = -1\n",
                    "bad.toml:4", "stretch_N_m")
        self.refuse(self.HEAD.format("springs") + "[[cloth]]\ncolumns = 1\n", "bad.toml:4", "columns")

    def run_odd(self, elements, keys, *options):
        path = self.write("odd.toml", self.HEAD.format(elements) + self.BALL + keys + self.GROUND)
        stats = self.stats(path, "--solver", "tbb", "--no-render", "--frames", "90", *options)
        self.assertTrue(stats["finite"], keys)
        return stats

    def test_pinning_everything_or_nothing_runs(self):
        for elements in ("linear", "quadratic"):
            stats = self.run_odd(elements, "pinned_below_m = 100\n")
            again = self.run_odd(elements, "pinned_below_m = 100\n", "--set", "gravity_m_s2=0")
            self.assertEqual(stats["state_hash"], again["state_hash"], "nothing moves it")
            self.run_odd(elements, "")

    def test_extreme_materials_stay_together(self):
        # Nearly incompressible, as stiff as steel, too soft to bear its weight, nearly massless.
        for keys in ("poisson_ratio = 0.499\n", "young_modulus_Pa = 2e11\n",
                     "young_modulus_Pa = 10\n", "density_kg_m3 = 1\n"):
            self.run_odd("quadratic", keys, "--set", "dt_s=0.0166")

    def test_slivers_are_refused_with_their_place(self):
        # The plate is so thin that tetrahedra as wide as the plate are slivers.
        path = self.write("sliver.toml", self.HEAD.format("linear") +
                          '[[solid]]\nshape = "box"\nsize_m = [1, 0.0005, 1]\nmesher = "grid"\n'
                          "grid_cells = [1, 1, 1]\n")
        self.assert_refused(BAD_INPUT, "sliver.toml", "mesher", "too flat", " m ", arguments=[path, *QUICK])


class Crowds(command.CommandTest):
    """Too many bodies at nearly one place are refused before they take gigabytes."""

    def refuse(self, scene, *words):
        path = self.write("crowd.toml", scene + "[settings]\ncontact_distance_m = 0.01\n")
        with tempfile.TemporaryFile(mode="w+") as err:
            process = subprocess.Popen([command.LIMBER, path, *QUICK], stderr=err)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            err.seek(0)
            line = err.read()
        self.assertEqual(process.returncode, BAD_INPUT, line)
        for word in ("crowd.toml:2", "move them apart", *words):
            self.assertIn(word, line)
        self.assertLess(usage.ru_utime, 2.0)
        self.assertLess(usage.ru_maxrss, 300_000, "KiB")

    def test_what_crosses(self):
        steps = "step_m = [1e-5, 0, 1e-5]\n"
        self.refuse(f'family = "cloth"\n[[cloth]]\ncolumns = 40\nrows = 40\ncount = 300\n{steps}',
                    "and copy 2 of", "pass through each other", "near (")
        self.refuse(f'family = "joints"\n[[rigid]]\ncount = 20_000\n{steps}',
                    "and copy 2 of", "pass through each other", "near (")
        for family in ("volume", "fem"):
            self.refuse(f'family = "{family}"\n[[solid]]\nshape = "ball"\ncell_m = 0.5\n'
                        f"copies = [100, 2, 100]\n{steps}", "pass through each other", "near (")

    def test_what_does_not_cross_but_is_too_much(self):
        self.refuse('family = "cloth"\n[[cloth]]\ncolumns = 40\nrows = 40\ncount = 300\n'
                    "step_m = [0, 3e-6, 0]\n", "and copy 17 of", "must keep 0.01 m", "15 others")

    def test_what_joints_and_plants_leave_out(self):
        self.refuse('family = "joints"\n[[chain]]\nlinks = 5000\nfrom_m = [0, 1, 0]\n'
                    "to_m = [1e-3, 1, 0]\nwidth_m = 0.1\n", "of the [[chain]]", "63 others")
        self.refuse('family = "plants"\n[[solid]]\nshape = "box"\nsize_m = [0.1, 1, 0.1]\n'
                    'mesher = "grid"\ngrid_cells = [1, 1, 1]\ncopies = [100, 1, 100]\n'
                    "step_m = [1e-5, 0, 1e-5]\n", "of the [[solid]]", "63 others")

    def test_small_bodies_within_a_large_one_are_no_crowd(self):
        bar = "size_m = [1, 0.05, 0.05]\ncenter_m = [0, {}, 0]\n"
        path = self.write("frame.toml", 'family = "joints"\n[[rigid]]\nname = "frame"\nheld = true\n'
                          f'{bar.format(1.5)}[[rigid]]\npart_of = "frame"\n{bar.format(0.5)}'
                          "[[chain]]\nlinks = 80\nwidth_m = 0.002\nfrom_m = [0, 1.07, 0]\n"
                          'to_m = [0, 0.93, 0]\nends = ["frame", "free"]\n'
                          "[settings]\ncontact_distance_m = 0.001\n")
        self.assertTrue(self.stats(path, *QUICK)["finite"])


class BadPiles(command.CommandTest):
    """Lines 1 and 2 are the family and [[pile]]; the tested keys begin on line 3."""

    def scene(self, pile):
        return self.write("bad.toml", f'family = "piles"\n[[pile]]\n{pile}\n')

    def refuse(self, pile, *words):
        self.assert_refused(BAD_INPUT, "bad.toml", *words, arguments=[self.scene(pile), *QUICK])

    def refuse_mesh(self, text, *words):
        self.write("bad.obj", text)
        for inside in ("ray_parity", "depth_peeling"):
            self.refuse(f'shape = "mesh"\nfile = "bad.obj"\ninside = "{inside}"', "bad.toml:3",
                        "bad.obj", *words)

    def test_meshes(self):
        self.refuse_mesh(CUBE.replace("f 2 6 8 4\n", ""), "is open", "4 edges", "close its holes")
        for height in (1e-6, 0):
            plate = "".join(f"v {x} {y} {z}\n" for x in (0, 1) for y in (0, height) for z in (0, 1))
            self.refuse_mesh(plate + faces_from(1), "m thick", "ask for more voxels")
        self.write("cube.obj", CUBE)
        cube = 'shape = "mesh"\nfile = "cube.obj"\n'
        self.write("empty.obj", "")
        path = self.scene('shape = "mesh"\nfile = "empty.obj"')
        self.assert_refused(BAD_INPUT, "empty.obj", "empty", arguments=[path, *QUICK])
        self.refuse(cube + 'inside = "magic"', "bad.toml:5", "'magic'", "depth_peeling")
        for spheres in (0, 4097):
            self.refuse(cube + f"spheres = {spheres}", "bad.toml:5", "spheres")

    def test_counts(self):
        for count in (0, -3, 10_000_001, 2.5):
            self.refuse(f"count = {count}", "bad.toml:3", "count")
        self.refuse("columns = 0", "bad.toml:3", "columns")
        path = self.scene('shape = "torus"\ncount = 10_000_000\ncolumns = 1000')
        self.assert_refused(BAD_INPUT, "bad.toml:4", "60000000 spheres", "fewer",
                            arguments=[path, *QUICK])
        self.refuse("count = 20000\nstep_m = [1e-5, 0, 1e-5]", "bad.toml:4", "step_m",
                    "20000 bodies", "64")
        # Not more than 64 bodies in a cell, but each has 199 spheres: too many pairs.
        self.refuse('shape = "teapot"\ncount = 1000\ncolumns = 10\nstep_m = [0.05, 0.05, 0.05]',
                    "bad.toml:6", "step_m", "so deep into each other", "larger step_m")
        # Two tables that are valid by themselves, but not together.
        path = self.scene("count = 40\nstep_m = [0, 0, 0]\n[[pile]]\ncount = 40\nstep_m = [0, 0, 0]\n"
                          "center_m = [0, 0.101, 0]")
        self.assert_refused(BAD_INPUT, "bad.toml:7", "80 bodies", arguments=[path, *QUICK])

    def test_sizes(self):
        self.refuse("sizes = [[0.02, 1], [0.03, 1.5]]", "bad.toml:3", "sizes", "whole numbers",
                    "list 2")
        self.refuse("sizes = [[0.02, 0]]", "bad.toml:3", "sizes")
        self.refuse("sizes = [[0.02]]", "bad.toml:3", "sizes must be a list of lists of 2 numbers")
        self.refuse("size_m = 0.02\nsizes = [[0.02, 1]]", "bad.toml:3", "size_m and sizes are both given")
        self.refuse("sizes = [[0.02, 1], [0.03, 1], [0.04, 1]]\ncolors = [[1, 1, 1], [0, 0, 0]]",
                    "bad.toml:4", "colors must be one, or one per size, but are 2 for 3 sizes")
        self.refuse('shape = "torus"\nsizes = [[0.02, 1]]', "bad.toml:4", "sizes is only for shape ball")

    def test_funnels(self):
        funnel = '[[collider]]\nshape = "funnel"\n'
        self.refuse(funnel + "radius_m = 0.04\nwall_m = 0.02", "bad.toml:6", "wall_m must be below")
        self.refuse(funnel + "open_deg = 300", "bad.toml:5", "open_deg")
        self.refuse(funnel + "turn_axis = [0, 0, 0]", "bad.toml:5", "turn_axis must not be zero")
        self.refuse('[[collider]]\nshape = "box"\nopen_deg = 90', "bad.toml:5",
                    "open_deg is only for shape tube or funnel")

    def test_layers_too_wide_to_count(self):
        # Their squares in 32 bits are negative, 0, and arbitrary.
        for across in (46_341, 65_536, 100_000):
            self.refuse(f"columns = {across}\nrows = {across}\nstep_m = [1, 1, 1]", "bad.toml:",
                        "pile.count", "further than 10000 m")
            wide = self.scene(f"count = 3\ncolumns = {across}\nrows = {across}\n"
                              f"step_m = [0.15, 1, 0.15]\njitter_m = 0")
            self.assertTrue(self.stats(wide, *QUICK)["finite"])

    def test_steps_and_stiffnesses_that_cannot_be(self):
        scene = self.scene("")
        for setting in ("dt_s=0", "dt_s=1", "dt_s=nan", "stiffness_N_m=-5", "stiffness_N_m=1e12"):
            self.assert_refused(BAD_INPUT, setting.split("=")[0],
                                arguments=[scene, *QUICK, "--set", setting])

    def run_odd(self, pile, *options):
        scene = self.scene(pile + '\n[[collider]]\nshape = "ground"')
        return self.run_limber(scene, "--solver", "serial", "--no-render", "--frames", "60",
                               "--stats", "-", *options)

    def test_odd_steps_and_stiffnesses_are_told(self):
        pile = 'shape = "torus"\ncount = 27\ncolumns = 3'
        for setting, words in (("stiffness_N_m=1e7", "too long"), ("dt_s=0.02", "so soft")):
            ended = self.run_odd(pile, "--set", setting)
            self.assertIn(ended.code, (0, DIVERGED), setting)
            self.assertIn(words, ended.err)

    def test_what_starts_inside_of_each_other_is_not_shot_out(self):
        for shape, step in (("ball", "0.0"), ("torus", "0.0"), ("torus", "0.02")):
            ended = self.run_odd(f'shape = "{shape}"\ncount = 8\ncolumns = 2\n'
                                 f"step_m = [{step}, {step}, {step}]")
            self.assertEqual(ended.code, 0, ended.err)
            stats = json.loads(ended.out)
            self.assertTrue(stats["finite"])
            self.assertLess(stats["residual"]["speed"], 4.0, shape)


class BadRigidBodies(command.CommandTest):
    def test_hulls_of_many_points(self):
        def refuse(points, words):
            around = ", ".join(
                f"[{math.cos(2.4 * i) * math.sqrt(1 - y * y)}, {y}, {math.sin(2.4 * i) * math.sqrt(1 - y * y)}]"
                for i in range(points) for y in [1 - (2 * i + 1) / points])
            self.write("bad.toml", 'family = "joints"\n[[rigid]]\nshape = "hull"\n'
                       f"points_m = [{around}]\n")
            line = self.assert_refused(BAD_INPUT, words, arguments=["bad.toml", *QUICK])
            self.assertEqual(line.count("bad.toml"), 1)
        refuse(6000, "bad.toml:4: rigid.points_m makes a body of 11996 triangles, but at most 10000")
        refuse(12000, "bad.toml:4: rigid.points_m has no hull: the hull has more than 20000 triangles")


class BadPlants(command.CommandTest):
    """Lines 1 and 2 are the family and the table; the tested keys begin on line 3. Modes are cached
    in a temporary folder."""

    HEAD = 'family = "plants"\n[[{}]]\n{}\n'
    # Besides those at its held bottom it has 18 nodes, thus 54 degrees of freedom.
    BOX = 'shape = "box"\nmesher = "grid"\ngrid_cells = [1, 1, 1]\n'
    BEAM = ('shape = "box"\nsize_m = [0.1, 1, 0.1]\nmesher = "grid"\ngrid_cells = [1, 8, 1]\n'
            "center_m = [0, 0.5, 0]\nyoung_modulus_Pa = {}\n")

    def setUp(self):
        super().setUp()
        cache = tempfile.TemporaryDirectory()
        self.addCleanup(cache.cleanup)
        self.cache = cache.name

    def run_limber(self, *arguments, env=None, **options):
        return super().run_limber(*arguments, env={"LIMBER_CACHE": self.cache, **(env or {})},
                                  **options)

    def scene(self, keys, table="plant", more=""):
        return self.write("bad.toml", self.HEAD.format(table, keys) + more)

    def refuse(self, keys, *words, table="plant"):
        self.assert_refused(BAD_INPUT, "bad.toml", *words,
                            arguments=[self.scene(keys, table), *QUICK])

    def test_keys_of_a_plant(self):
        self.refuse('species = "cactus"', "bad.toml:3", "'cactus'", "broadleaf")
        self.refuse("seeds = 1", "bad.toml:3", "seeds", "'seed'")
        for seed in ("-1", "1.5", "1000001", '"one"'):
            self.refuse(f"seed = {seed}", "bad.toml:3", "plant.seed")
        for height in ("-3", "0.001", "1e-30", "1001", "nan", "inf"):
            self.refuse(f"height_m = {height}", "bad.toml:3", "plant.height_m")
        self.refuse("length_m = 2", "bad.toml:3", "length_m")
        self.refuse('species = "dragon"\nheight_m = 2', "bad.toml:4", "height_m")
        self.refuse("position_m = [1e9, 0, 0]", "bad.toml:3", "position_m")
        self.refuse("turn_deg = 361", "bad.toml:3", "turn_deg")
        self.refuse("linear_modes = 5", "bad.toml:3", "linear_modes")
        for modes in ("-1", "65", "2.5"):
            self.refuse(f"modes = {modes}", "bad.toml:3", "plant.modes")
        path = self.write("bad.toml", 'family = "plants"\n')
        self.assert_refused(BAD_INPUT, "bad.toml", "[[plant]]", arguments=[path, *QUICK])

    def test_more_modes_than_there_are(self):
        self.refuse('species = "sketch"\nmodes = 60', "bad.toml:4", "plant.modes",
                    "60 modes are asked for", "the part has only")
        self.refuse(self.BOX + "modes = 60\nlinear_modes = 60", "bad.toml:6", "solid.modes",
                    "60 modes are asked for", "only 54 free degrees of freedom", table="solid")
        self.refuse(self.BOX + "modes = 30", "bad.toml:6", "solid.modes", "only 20",
                    "raise linear_modes", table="solid")
        for modes in ("0", "65"):
            self.refuse(self.BOX + f"modes = {modes}", "bad.toml:6", "solid.modes", table="solid")

    def test_solids_that_nothing_or_everything_holds(self):
        self.refuse(self.BOX + "pinned_below_m = -0.6", "bad.toml:6", "solid.pinned_below_m",
                    "begins at -0.5 m", "nothing would hold it", table="solid")
        self.refuse(self.BOX + "pinned_below_m = 0.6", "bad.toml:6", "solid.pinned_below_m",
                    "ends at 0.5 m", "could bend", table="solid")
        # Held only at an edge, it could swing like a door.
        self.refuse(self.BOX + "tumbled = true\npinned_below_m = -0.5", "bad.toml:2",
                    "solid.modes", "move as a rigid body", table="solid")

    def refuse_mesh(self, name, mesher, *words):
        self.assert_refused(BAD_INPUT, name + " cannot ", "in another way (--as, --mesher): ", *words,
                            arguments=[name, "--as", "modes", "--mesher", mesher, *QUICK])

    def test_a_mesh_that_stands_on_an_edge(self):
        if "ok   tetgen" not in self.run_limber("--doctor").out:
            self.skipTest("the lattice gives it a foot")
        corners = ((-1, 1, -1), (1, 1, -1), (1, 1, 1), (-1, 1, 1), (0, 0, -1), (0, 0, 1))
        self.write("edge.obj", "".join("v {} {} {}\n".format(*corner) for corner in corners)
                   + "f 1 4 3 2\nf 1 5 6 4\nf 2 3 6 5\nf 1 2 5\nf 4 6 3\n")
        self.refuse_mesh("edge.obj", "tetgen", "bend in modes", "can move as a rigid body")

    def test_meshes_that_cannot_bend(self):
        second = "".join(f"v {x} {y} {z}\n" for x in (13, 14) for y in (0, 1) for z in (0, 1))
        self.write("two.obj", CUBE + second + faces_from(9))
        self.refuse('file = "two.obj"\nmesher = "lattice"', "bad.toml:3", "solid.file",
                    "consists of 2 separate pieces", "a part of its own", table="solid")
        self.refuse_mesh("two.obj", "lattice", "consists of 2 separate pieces")
        self.write("thin.obj", "".join(f"v {x} {y} {z}\n" for x in (0, 1) for y in (0, 1)
                                       for z in (0, 0.02)) + faces_from(1))
        self.refuse_mesh("thin.obj", "lattice", "be filled here", "no room for a cell")
        self.write("open.obj", CUBE.replace("f 2 6 8 4\n", ""))
        flat = "".join(f"v {x} {y} 0\n" for x in (0, 1) for y in (0, 1)) + "f 1 2 4 3\nf 1 3 4 2\n"
        self.write("flat.obj", flat)
        for name, words in (("open.obj", "is open"), ("flat.obj", "flat.obj")):
            for scene in ([self.scene(f'file = "{name}"', "solid")], [name, "--as", "modes"]):
                self.assert_refused(BAD_INPUT, name, words, arguments=[*scene, *QUICK])
        self.refuse('file = "none.obj"', "bad.toml:3", "none.obj", "check the path", table="solid")
        self.refuse('shape = "box"\nsize_m = [1, 1e-4, 1]\nmesher = "grid"\n'
                    "grid_cells = [1, 1, 1]\nsize = 1", "bad.toml:7", "solid.size", table="solid")

    def test_solids_too_fine_for_modes(self):
        self.refuse('shape = "box"\nmesher = "grid"\ngrid_cells = [20, 20, 20]', "bad.toml:2",
                    "solid.modes", "free degrees of freedom", "60000", table="solid")
        # Much finer solids are refused before meshing, which would take minutes and gigabytes.
        for fine, line, key in (('shape = "ball"\ncell_m = 0.01', 4, "cell_m"),
                                ('file = "cube.obj"\nmesher = "lattice"\ncell_m = 0.01', 5, "cell_m"),
                                ('shape = "box"\nmesher = "grid"\ngrid_cells = [90, 90, 90]', 5,
                                 "grid_cells")):
            self.write("cube.obj", CUBE)
            self.refuse(fine, f"bad.toml:{line}", f"solid.{key} makes a part of about",
                        "modes are computed for at most 60000", "choose larger cells", table="solid")

    def test_a_round_mesh_is_filled_with_so_few_cells_that_its_modes_take_seconds(self):
        golden = (1 + 5 ** 0.5) / 2
        corners = [(a, b * golden, 0) for a in (-1, 1) for b in (-1, 1)]
        corners = [c[k:] + c[:k] for c in corners for k in range(3)]
        near = [[j for j in range(12) if 1.9 < math.dist(corners[i], corners[j]) < 2.1]
                for i in range(12)]
        faces = [(i, j, k) for i in range(12) for j in near[i] for k in near[i]
                 if i < j < k and k in near[j]]
        def outward(face):
            a, b, c = (corners[i] for i in face)
            volume = sum(a[k] * (b[k - 2] * c[k - 1] - b[k - 1] * c[k - 2]) for k in range(3))
            return face if volume > 0 else face[::-1]
        self.write("round.obj", "".join("v {} {} {}\n".format(*c) for c in corners)
                   + "".join("f {} {} {}\n".format(*(i + 1 for i in outward(f))) for f in faces))
        stats = self.stats("round.obj", "--as", "modes", "--mesher", "lattice", *QUICK)
        self.assertEqual(stats["modes"], 15)

    def test_materials_that_cannot_be(self):
        for key, value in (("poisson_ratio", "0.5"), ("young_modulus_Pa", "0"),
                           ("young_modulus_Pa", "nan"), ("density_kg_m3", "-1000")):
            self.refuse(self.BOX + f"{key} = {value}", "bad.toml:6", key, table="solid")

    def test_more_than_fits_into_memory(self):
        plant = '[[plant]]\nspecies = "peach"\n'
        path = self.write("bad.toml", 'family = "plants"\n' + plant * 300)
        self.assert_refused(BAD_INPUT, "bad.toml:", "plant.species", "20 million drawn", "memory",
                            arguments=[path, *QUICK])
        self.refuse(self.BOX + "copies = [1000, 1000, 1]", "bad.toml:6", "solid.copies",
                    "20 million pairs of modes", "memory", table="solid")
        self.refuse(self.BOX + "copies = [1000, 1000, 1000]", "bad.toml:6", "solid.copies",
                    "8000000000 particles", table="solid")

    def test_settings_that_cannot_be(self):
        scene = self.scene(self.BOX, "solid")
        for setting in ("dt_s=1", "dt_s=0", "dt_s=nan", "dt_s=-0.01", "stiffness=0",
                        "stiffness=1e9", "numerical_damping=2", "wind_m_s=1e9",
                        "gravity_m_s2=inf", "newton_iterations=0", "q=tpu", "shown_mode=65"):
            self.assert_refused(BAD_INPUT, f"{setting.split('=')[0]} = ",
                                arguments=[scene, *QUICK, "--set", setting])

    def run_odd(self, scene, *settings, largest_bend=1.0):
        words = [word for setting in settings for word in ("--set", setting)]
        frames = "6" if "dt_s=0.0001" in settings else "120"
        stats = self.stats(scene, "--no-render", "--frames", frames, "--solver", "tbb", *words)
        self.assertTrue(stats["finite"], settings)
        self.assertLess(stats["residual"]["bend"], largest_bend, settings)
        return stats

    STORM = ("wind_m_s=30", "gustiness=1", "gust_length_m=0.1", "drag=5")
    UNDAMPED = ("mass_damping_per_s=0", "stiffness_damping_s=0")

    def test_what_is_strange_but_runs(self):
        tree = self.scene("height_m = 3")
        weight = self.write("weight.toml", 'grown_under_gravity = false\n'
                            + self.HEAD.format("plant", ""))
        for scene in (tree, weight):
            for dt in ("0.2", "0.0001"):
                for damping in (("numerical_damping=0", *self.UNDAMPED), ("numerical_damping=0.5",),
                                ("mass_damping_per_s=50", "stiffness_damping_s=1")):
                    self.run_odd(scene, f"dt_s={dt}", *damping, *self.STORM, "gravity_m_s2=30")
            for stiffness in ("0.01", "100"):
                for gravity in ("30", "-30"):
                    self.run_odd(scene, f"stiffness={stiffness}", f"gravity_m_s2={gravity}",
                                 *self.STORM, *self.UNDAMPED)

    def test_extreme_solids_stay_together(self):
        for young_Pa in ("1", "1e12"):
            scene = self.scene(self.BEAM.format(young_Pa), "solid", "[settings]\ndt_s = 0.01\n")
            for settings in (("dt_s=0.2", "numerical_damping=0", *self.UNDAMPED),
                             ("dt_s=0.2", "newton_iterations=1"), ("dt_s=0.0001",),
                             ("stiffness=0.01", "gravity_m_s2=-30")):
                self.run_odd(scene, *settings, *self.STORM)

    def test_extreme_sizes_stay_together(self):
        for height_m in ("0.01", "1000"):
            self.run_odd(self.scene(f"height_m = {height_m}"), *self.STORM)
        for modes in ("1", "20"):
            stats = self.run_odd(self.scene(f"modes = {modes}"), *self.STORM)
            self.assertEqual(stats["modes"], int(modes) * stats["deformable_parts"])

    def hash_of(self, scene, **options):
        outcome = self.run_limber(scene, *QUICK, "--stats", "-", **options)
        self.assertEqual((outcome.code, outcome.err), (0, ""))
        return json.loads(outcome.out)["state_hash"]

    def cached(self):
        return sorted(os.listdir(self.cache))

    def bytes_of(self, name):
        with open(os.path.join(self.cache, name), "rb") as file:
            return file.read()

    def test_damaged_modes_are_computed_anew(self):
        scene = self.scene("")
        right = self.hash_of(scene)
        whole = {name: self.bytes_of(name) for name in self.cached()}
        self.assertGreater(len(whole), 10)
        damages = (lambda file: b"", lambda file: file[:len(file) // 2],
                   lambda file: file + b"more", lambda file: b"\xff" * len(file),
                   lambda file: file[:100] + bytes([file[100] ^ 1]) + file[101:])
        for number, (name, content) in enumerate(whole.items()):
            with open(os.path.join(self.cache, name), "wb") as file:
                file.write(damages[number % len(damages)](content))
        self.assertEqual(self.hash_of(scene), right)
        self.assertEqual({name: self.bytes_of(name) for name in self.cached()}, whole)

    def test_a_cache_that_cannot_be_written_changes_nothing(self):
        scene = self.scene("")
        right = self.hash_of(scene)
        file = self.write("file", "")
        for folder in (os.path.join(file, "below"), file, "/proc/nowhere"):
            self.assertEqual(self.hash_of(scene, env={"LIMBER_CACHE": folder}), right)

    def test_ctrl_c_leaves_no_half_modes(self):
        scene = self.scene('species = "broadleaf"')
        with subprocess.Popen([command.LIMBER, scene, *QUICK], cwd=self.folder,
                              env=dict(os.environ, LIMBER_CACHE=self.cache)) as process:
            while not any(name.endswith(".modes") for name in self.cached()):
                self.assertIsNone(process.poll(), "over before it could be interrupted")
                time.sleep(0.001)
            process.send_signal(signal.SIGINT)
        self.assertEqual(process.returncode, -signal.SIGINT)
        interrupted = [name for name in self.cached() if name.endswith(".modes")]
        half = {name: self.bytes_of(name) for name in interrupted}
        after = self.hash_of(scene)
        self.assertLess(len(interrupted), len(self.cached()), "it was too late")
        for name in self.cached():
            os.remove(os.path.join(self.cache, name))
        self.assertEqual(self.hash_of(scene), after)
        for name, content in half.items():
            self.assertEqual(content, self.bytes_of(name), name)


if __name__ == "__main__":
    command.main()
