"""Invalid scene files and meshes end the run with one line that says what is wrong and where."""

import math
import os
import re

import command
from bad_input import BAD_INPUT, QUICK, TRIANGLE, SCENE, SOLID, faces_from, CUBE


class BadScenes(command.CommandTest):
    def refuse(self, text, *words):
        path = self.write("bad.toml", text)
        return self.assert_refused(BAD_INPUT, *words, arguments=[path, *QUICK])

    def test_bodies_that_begin_within_each_other(self):
        upright = "[[cloth]]\ncolumns = 5\nrows = 5\ndown = [0, 1, 0]\ncenter_m = [0.03, 2.02, 0.04]\n"
        path = self.write("crossed.toml", SCENE + upright)
        self.assert_refused(BAD_INPUT, "crossed.toml:3", "crossed.toml:6", "near (",
                            arguments=[path, *QUICK, "--set", "contact_distance_m=0.02"])

    def test_a_crowd_within_each_other_is_refused_at_once(self):
        self.refuse('family = "joints"\n[[rigid]]\nsize_m = [0.1, 0.1, 0.1]\ncount = 20000\n'
                    "step_m = [0, 0, 0]\n[settings]\ncontact_distance_m = 0.01\n",
                    "the [[rigid]] in", "bad.toml:2", "pass through each other", "move them apart")

    def test_an_opened_mesh_is_named_where_the_scene_around_it_refuses(self):
        folder = os.path.join(self.folder, "scenes", "cloth")
        os.makedirs(folder)
        with open(os.path.join(folder, "shell.toml"), "w", encoding="utf-8") as file:
            file.write('family = "cloth"\n[[cloth]]\nshape = "ball"\ncount = 2\n'
                       "[settings]\ncontact_distance_m = 0.01\n")
        self.assert_refused(BAD_INPUT, "one.obj cannot be shown as cloth: ", "shell.toml:4",
                            "at one place", env={"LIMBER_DATA": self.folder},
                            arguments=[self.write("one.obj", TRIANGLE + "f 1 2 3\n"), "--as", "cloth",
                                       *QUICK])

    def test_an_opened_mesh_may_cross_itself_and_is_told(self):
        crossed = "v 0.2 0.2 -1\nv 0.2 0.2 1\nv 0.3 -1 0\nf 1 2 3\nf 4 5 6\n"
        path = self.write("crossed.obj", TRIANGLE + crossed)
        outcome = self.run_limber(path, "--as", "cloth", *QUICK)
        self.assertEqual(outcome.code, 0, outcome.err)
        self.assertIn(f"note: {path} passes through itself", outcome.err)
        self.assertIn("passes through itself",
                      " ".join(self.stats(path, "--as", "cloth", *QUICK)["notes"]))

    def test_unknown_scene_names_the_nearest(self):
        self.assert_refused(
            BAD_INPUT, "cloth/flag", "cloth/flags", arguments=["cloth/flag", *QUICK])
        self.assert_refused(BAD_INPUT, "nonsense", arguments=["nonsense", *QUICK])

    def test_unreadable_files(self):
        for name in ("missing.toml", "missing.obj"):
            self.assert_refused(BAD_INPUT, name, arguments=[name, *QUICK])
        os.mkdir(os.path.join(self.folder, "folder.toml"))
        self.assert_refused(BAD_INPUT, "folder.toml", "folder", arguments=["folder.toml", *QUICK])
        os.symlink("/dev/zero", os.path.join(self.folder, "zero.toml"))
        os.mkfifo(os.path.join(self.folder, "pipe.toml"))
        for name in ("zero.toml", "pipe.toml"):
            self.assert_refused(BAD_INPUT, name, "not a file", arguments=[name, *QUICK])
        self.write("large.toml", "#" * (16 << 20) + "\n")
        self.assert_refused(BAD_INPUT, "large.toml", "16 MiB", arguments=["large.toml", *QUICK])
        self.refuse("", "bad.toml", "is empty")
        # Files of /proc have no size; reading some of them waits for ever.
        os.symlink("/proc/self/status", os.path.join(self.folder, "proc.toml"))
        self.assert_refused(BAD_INPUT, "proc.toml", "is empty", arguments=["proc.toml", *QUICK])
        self.refuse("# nothing\n", "bad.toml:1: family is missing: it must be one of cloth, ")

    def test_malformed_toml_is_named_by_line(self):
        self.refuse('title = "T"\nfamily = \n', "bad.toml:2")
        self.refuse(SCENE + "[settings\n", "bad.toml:6")
        self.refuse("\x00\x01", "bad.toml:1")

    def test_keys_of_very_many_parts(self):
        deep = "a" + 100_000 * ".a"
        for line in (deep + " = 1", f"[{deep}]", f"[[{deep}]]", f"a = {{ {deep} = 1 }}",
                     f'"=".{deep} = 1', f"['#'.{deep}]", f'"\\"=".{deep} = 1',
                     f'a = {{ b = """c""""", {deep} = 1 }}'):
            self.refuse(SCENE + line + "\n", "bad.toml:6", "more than 32 parts")
        for quotes in ('"', '"""', "'''"):
            dots = 100 * "." if quotes == '"' else "\n" + 100 * "."
            title = self.write("dots.toml", SCENE.replace('"T"', quotes + "Wait" + dots + quotes))
            self.assertTrue(self.stats(title, *QUICK)["finite"])

    def test_wrong_keys_and_values_are_named_by_line(self):
        self.refuse(SCENE + 'colums = 3\n', "bad.toml:6", "colums", "columns")
        self.refuse(SCENE.replace("columns = 5", "columns = 1"), "bad.toml:4", "columns")
        self.refuse(SCENE.replace("columns = 5", 'columns = "many"'), "bad.toml:4", "number")
        self.refuse(SCENE.replace("columns = 5", "columns = 5.5"), "bad.toml:4", "whole")
        self.refuse(SCENE.replace("columns = 5", "columns = nan"), "bad.toml:4")
        self.refuse(SCENE + "[settings]\ndt_s = 9\n", "bad.toml:7", "dt_s")
        self.refuse(SCENE + "[settings]\nspeed = 9\n", "bad.toml:7", "speed")
        self.refuse(SCENE + "right = [0, 0, 0]\n", "bad.toml:6", "zero")
        self.refuse(SCENE + "down = [1, 0, 0]\n", "bad.toml:6", "right")
        self.refuse(SCENE + "[[collider]]\nshape = \"cone\"\n", "bad.toml:7", "cone")
        self.refuse(SCENE.replace('"cloth"', '"clouds"'), "bad.toml:2", "clouds")
        self.refuse('title = "T"\nfamily = "cloth"\n', "bad.toml", "cloth")


    def test_mixtures(self):
        pile = '[[pile]]\nshape = "torus"\n'
        mixed = SCENE + pile
        self.refuse(mixed + "[settings]\nfriction = 0.5\n", "bad.toml:9",
                    "several systems have", "cloth.friction", "pile.friction")
        self.refuse(mixed + "[settings.cloth]\niterations = 0\n", "bad.toml:9", "cloth.iterations")
        self.refuse(mixed + "[settings.clth]\niterations = 3\n", "bad.toml:9", "clth")
        self.refuse(mixed + "[settings.cloth]\nstep_budget_ms = 5\n", "cloth",
                    "cannot share a world", "set step_budget_ms = 0")
        self.refuse(mixed + '[compare]\nkey = "metod"\nvalues = ["jacobi"]\n', "metod")
        self.refuse('title = "T"\nfamily = "world"\n', "bad.toml", "[[cloth]]", "[[plant]]")

    def test_tables_without_what_they_are_of(self):
        for table, key in (("container", "size_m"), ("beam_theory", "length_m")):
            for more in ("", "color = [1, 0, 0]\n" if table == "container" else "height_m = 1\n"):
                self.refuse(SCENE + f"[{table}]\n{more}", "bad.toml:6", f"{table}.{key} is missing")
            self.refuse(SCENE + f"[{table}]\nlenght = 1\n", "bad.toml:7", "lenght", "not a known key")

    def test_messages_are_one_line_to_read(self):
        for text, words in ((SCENE.replace('"cloth"', '"clo\\u001b[31mth\\u0007\\u009b"'), "clo?[31mth??"),
                            (SCENE.replace('"cloth"', '"clo\u202eth\u2028\u200b"'), "'clo?th??'"),
                            (SCENE + '"' + "k" * 100_000 + '" = 1\n', " ... ")):
            line = self.refuse(text, "bad.toml:", words)
            self.assertLess(len(line), 2000)
            self.assertTrue(line.isprintable(), repr(line[:200]))
        name = os.path.join(os.fsencode(self.folder), b"\xff\x1b[1m.toml")
        with open(name, "w", encoding="ascii") as file:
            file.write(SCENE)
        self.assertTrue(self.stats(name, *QUICK)["finite"])

    def test_more_memory_than_there_is(self):
        big = SCENE.replace("columns = 5\nrows = 5", "columns = 4000\nrows = 4000")
        self.refuse(big, "bad.toml:4", "columns makes 16000000 particles", "11.9 GiB")
        self.refuse(SCENE.replace("rows = 5", "rows = 1000\ncount = 10000"), "bad.toml:4", "GiB")
        grid = '[[solid]]\nshape = "box"\nmesher = "grid"\ngrid_cells = [1000, 1000, 1000]\n'
        for family in ("volume", "fem", "plants"):
            self.refuse(f'family = "{family}"\n' + grid, "bad.toml:5", "grid_cells",
                        "1003003001 particles", "GiB")

    def test_cloths_that_fit_one_by_one_but_not_together(self):
        cloth = "[[cloth]]\ncolumns = 1100\nrows = 1000\n"
        line = self.refuse('family = "cloth"\n' + 20 * cloth, "columns makes 1100000 particles",
                           "GiB that are free, but", "are taken before it", "at most")
        self.assertGreater(int(re.search(r"bad.toml:(\d+)", line).group(1)), 3)

    def test_what_contacts_of_cloth_take_counts(self):
        cloth = SCENE.replace("columns = 5", "columns = 3000").replace("rows = 5", "rows = 3000")
        self.refuse(cloth + "[settings]\ncontact_distance_m = 0.01\n", "bad.toml:4", "53.6 GiB")

    def test_cloths_at_one_place_are_refused_before_they_are_made(self):
        many = SCENE.replace("columns = 5", "columns = 40").replace("rows = 5", "rows = 40")
        contacts = "[settings]\ncontact_distance_m = 0.01\n"
        self.refuse(many + "count = 300\n" + contacts, "bad.toml:6", "puts 300 cloths at one place",
                    "give step_m")
        self.refuse(SCENE + "count = 300\nstep_m = [1e-6, 0, 0]\n" + contacts, "bad.toml:3",
                    "pass through each other")

    def test_lattices_that_would_not_fit(self):
        ball = '[[solid]]\nshape = "ball"\nradius_m = 10\ncell_m = 0.05\n'
        for family, mib in (("volume", "GiB"), ("fem", "GiB")):
            self.refuse(f'family = "{family}"\n' + ball, "bad.toml:5", "solid.cell_m makes 6",
                        "particles", mib)

    def test_more_colliders_than_can_be_compared_with(self):
        self.refuse(SCENE + 10_001 * '[[collider]]\nshape = "sphere"\n', "bad.toml:20007",
                    "one more than the 10000 colliders")

    def test_cloth_whose_triangles_all_meet_at_one_vertex(self):
        count = 6000
        rim = "".join(f"v {i} {i * i % 7} 0\n" for i in range(count))
        fan = "".join(f"f 1 {i + 2} {i + 3}\n" for i in range(count - 1))
        self.write("fan.obj", "v 5 9 1\n" + rim + fan)
        words = ("(5, 9, 1)", f"{count - 1} triangles meet", "5000 at most")
        self.assert_refused(BAD_INPUT, "fan.obj", *words,
                            arguments=["fan.obj", "--as", "cloth", *QUICK])
        self.refuse('family = "cloth"\n[[cloth]]\nshape = "mesh"\nfile = "fan.obj"\n',
                    "bad.toml:4", *words)

    def test_files_that_are_missing_are_named_by_line(self):
        for line, text in ((4, 'family = "cloth"\n[[cloth]]\nshape = "mesh"\n'),
                           (8, SCENE + '[[collider]]\nshape = "mesh"\n'),
                           (4, 'family = "joints"\n[[rigid]]\nshape = "mesh"\n')):
            self.refuse(text + 'file = "nowhere.obj"\n', f"bad.toml:{line}", "nowhere.obj",
                        "check the path")
            self.write("text.obj", "v 0 0 0\nf 1 2 x\n")
            self.refuse(text + 'file = "text.obj"\n', f"bad.toml:{line}", "text.obj:2")

    def test_fluids(self):
        fluid = 'family = "fluid"\n[[fluid]]\n'
        self.refuse('family = "fluid"\n', "fluid", "is missing: the scene needs a [[fluid]]")
        self.refuse(fluid + "spacing_m = 0.5\n", "bad.toml:2", "size_m", "less than a spacing")
        self.refuse(fluid + "spacing_m = 0.01\nsize_m = [50, 50, 50]\n", "bad.toml:4", "size_m",
                    "makes 125000000000 particles", "take fewer")
        self.refuse(fluid + "center_m = [0, 0.1, 0]\n[[collider]]\nshape = \"ground\"\n",
                    "bad.toml:3", "center_m puts it into", "(-0.19, -0.09, -0.19) m")
        self.refuse(fluid + "[[fluid]]\ncenter_m = [0.3, 0.5, 0]\n", "bad.toml:4",
                    "center_m puts it into the fluid in", "bad.toml:2")
        # A lattice inside of the other one, shifted by half a spacing.
        self.refuse(fluid + "[[fluid]]\ncenter_m = [0.01, 0.51, 0.01]\n", "bad.toml:4",
                    "center_m puts it into the fluid in")
        self.refuse(fluid + "center_m = [0, 0.195, 0]\n[[collider]]\nshape = \"ground\"\n",
                    "bad.toml:3", "center_m puts it too near to", "half a spacing away")
        drops = "".join(f"[[fluid]]\ncenter_m = [{i}, 0.5, 0]\nscatter = [0, 0, {0.1 * i:.1f}]\n"
                        for i in range(1, 9))
        self.refuse(fluid + drops, "absorption_per_m makes more looks than the 8", "the same")
        self.refuse(fluid + "[[fluid]]\ncenter_m = [3, 0.5, 0]\nspacing_m = 0.03\n",
                    "bad.toml:5", "spacing_m must be that of the fluid in", "0.02")

    def test_fluids_that_come_and_go(self):
        emitter = 'family = "fluid"\n[[emitter]]\n'
        ground = "[[collider]]\nshape = \"ground\"\n"
        self.refuse(emitter + "center_m = [0, 0.045, 0]\ndirection = [0, 1, 0]\n" + ground,
                    "bad.toml:3", "center_m puts it too near to", "half a spacing away")
        self.refuse(emitter + "center_m = [0, 0.03, 0]\ndirection = [1, 0, 0]\n" + ground,
                    "bad.toml:3", "center_m puts it into")
        self.refuse(emitter + "start_s = 2\nstop_s = 1\n", "bad.toml:4", "must come after start_s")
        self.refuse(emitter + "max_particles = 100000000\n", "bad.toml:3", "max_particles",
                    "makes 100000000 particles")
        self.refuse(emitter + "radius_m = 100\nspacing_m = 0.001\n", "bad.toml:3", "radius_m",
                    "GiB")
        self.refuse(emitter + "[[fluid]]\nspacing_m = 0.03\n", "bad.toml:2",
                    "spacing_m must be that of the fluid in", "0.03")
        self.refuse(emitter + "center_m = [0, 0.7, 0]\n[[fluid]]\ncenter_m = [0, 0.5, 0]\n",
                    "bad.toml:3", "center_m puts it into the fluid in", "bad.toml:4")
        self.refuse('family = "cloth"\n[[cloth]]\n[[drain]]\n', "bad.toml:3", "has no effect")
        self.refuse('family = "cloth"\n[[cloth]]\n[foam]\nmax_specks = 10\n', "bad.toml:4",
                    "has no effect")
        self.refuse(emitter + "[foam]\n", "bad.toml:3", "max_specks", "is missing")
        self.refuse(emitter + "[foam]\nmax_specks = 0\n", "bad.toml:4", "max_specks", "1 to")

    def test_mesh_colliders_and_paths(self):
        collider = SCENE + '[[collider]]\nshape = "mesh"\n'
        self.refuse(collider, "bad.toml:6", "file", "missing")
        self.refuse(collider + 'file = "nowhere.obj"\n', "nowhere.obj")
        self.write("open.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"
                               "f 1 2 3\nf 1 4 2\nf 1 3 4\n")
        path = os.path.join(self.folder, "open.obj")
        self.refuse(collider + f'file = "{path}"\n', "bad.toml:8", "open.obj", "edge")
        moved = SCENE + '[[collider]]\nshape = "sphere"\npath = '
        self.refuse(moved + "[[0, 0, 0, 0]]\n", "bad.toml:8", "two places")
        self.refuse(moved + "[[0, 0, 0, 0], [0, 1, 0, 0]]\n", "bad.toml:8", "ascending")
        self.refuse(moved + "[[0, 0, 0, 0], [1, 1e9, 0, 0]]\n", "bad.toml:8", "10000")

    def test_keys_of_another_shape_model_or_family(self):
        self.refuse(SCENE + "subdivisions = 3\n", "bad.toml:6",
                    "cloth.subdivisions is only for shape ball, but here shape is grid")
        self.refuse(SCENE + "stretch_N_m = 300\n", "bad.toml:6",
                    "cloth.stretch_N_m is only for model fem, but here model is pbd")
        self.refuse('elements = "quadratic"\n' + SCENE, "bad.toml:1",
                    "elements is only for family fem or world, but here family is cloth")


class BadMeshes(command.CommandTest):
    def refuse(self, text, *words):
        path = self.write("bad.obj", text)
        self.assert_refused(BAD_INPUT, "bad.obj", *words, arguments=[path, *QUICK])

    def test_bad_meshes(self):
        self.refuse("", "empty")
        self.refuse(TRIANGLE, "faces")
        self.refuse(TRIANGLE + "f 1 2\n", ":4")
        self.refuse(TRIANGLE + "f 1 2 4\n", ":4")
        self.refuse(TRIANGLE + "f 0 1 2\n", ":4")
        self.refuse(TRIANGLE + "f 1 2 x\n", ":4")
        self.refuse("v 0 0\n" + TRIANGLE + "f 1 2 3\n", ":1")
        self.refuse(TRIANGLE.replace("v 1 0 0", "v nan 0 0") + "f 1 2 3\n", ":2")
        self.refuse(TRIANGLE.replace("v 1 0 0", "v 1e99 0 0") + "f 1 2 3\n", ":2")
        self.refuse(TRIANGLE + "f 1 1 2\n")
        self.refuse("garbage\x00\xff" * 50)

    def refuse_solid(self, text, *words):
        path = self.write("bad.obj", text)
        for mesher in ("auto", "lattice"):
            self.assert_refused(BAD_INPUT, "bad.obj", *words,
                                arguments=[path, *QUICK, "--as", "volume", "--mesher", mesher])

    def test_surfaces_that_are_not_the_boundary_of_a_solid_are_told_where(self):
        # Positions are those in the file, not those of the solid, which is scaled and moved.
        self.refuse_solid(CUBE.replace("f 2 6 8 4\n", ""), "is open", "4 edges", "(10, 0.5, 1)")
        self.refuse_solid("", "empty")
        # A second cube that shares only an edge with the first.
        beside = [(x, y, z) for x in (11, 12) for y in (1, 2) for z in (0, 1)]
        second = "".join(f"v {x} {y} {z}\n" for x, y, z in beside)
        self.refuse_solid(CUBE + second + faces_from(9), "branches", "1 edge", "(11, 1, 0.5)")

    def test_solids_whose_triangles_all_meet_at_one_vertex(self):
        count = 6000
        turns = [2 * math.pi * i / count for i in range(count)]
        rim = "".join(f"v {math.cos(a):.6f} 0 {math.sin(a):.6f}\n" for a in turns)
        faces = "".join(f"f {tip} {a} {b}\n" for i in range(count)
                        for tip, a, b in ((1, 3 + (i + 1) % count, 3 + i),
                                          (2, 3 + i, 3 + (i + 1) % count)))
        self.write("fans.obj", "v 0 1 0\nv 0 -1 0\n" + rim + faces)
        scenes = [["fans.obj", "--as", use] for use in ("volume", "modes")]
        for family, table in (("joints", "rigid"), ("volume", "solid")):
            scenes.append([self.write(f"{table}.toml", f'family = "{family}"\n[[{table}]]\n'
                                      'shape = "mesh"\nfile = "fans.obj"\n')])
        for scene in scenes:
            self.assert_refused(BAD_INPUT, scene[0], "fans.obj has a vertex at (0, 1, 0)",
                                "6000 triangles meet", arguments=[*scene, *QUICK])

    def test_a_hopeless_tangle_is_refused_at_once(self):
        # A closed surface, a torus of 25 by 20 quads, whose 500 vertices are at random places.
        places = [(i * 7919 % 503, i * 104729 % 509, i * 1299709 % 521) for i in range(500)]
        at = [[1 + i % 25 * 20 + j % 20 for j in range(21)] for i in range(26)]
        faces = "".join(f"f {at[i][j]} {at[i + 1][j]} {at[i + 1][j + 1]}\n"
                        f"f {at[i][j]} {at[i + 1][j + 1]} {at[i][j + 1]}\n"
                        for i in range(25) for j in range(20))
        path = self.write("tangle.obj", "".join(f"v {x} {y} {z}\n" for x, y, z in places) + faces)
        self.assert_refused(BAD_INPUT, "tangle.obj", "crosses itself: at least 16", "near (",
                            arguments=[path, *QUICK, "--as", "volume"])

    def test_solids_too_thin_for_a_lattice_are_named(self):
        corners = "".join(f"v {x} {y} {z}\n" for x in (0, 1) for y in (0, 1) for z in (0, 1e-5))
        self.write("thin.obj", corners + faces_from(1))
        self.write("thin.toml", SOLID.replace("missing", "thin"))
        for place, *words in (("thin.obj", "--as", "volume"), ("thin.toml:3",)):
            self.assert_refused(BAD_INPUT, place, "too thin", arguments=[
                place.partition(":")[0], *QUICK, "--mesher", "lattice", *words])

    def test_crossings_that_stay_are_told_where(self):
        inside = [(x, y, z) for x in (10.5, 11.5) for y in (0.3, 1.3) for z in (0.4, 1.4)]
        second = "".join(f"v {x} {y} {z}\n" for x, y, z in inside)
        line = re.sub(r".*near \((.*?)\).*", r"\1", self.assert_refused(
            BAD_INPUT, "bad.obj", "crosses itself", "union",
            arguments=[self.write("bad.obj", CUBE + second + faces_from(9)), *QUICK,
                       "--as", "volume"]))
        for low, at, high in zip((10, 0, 0), map(float, line.split(",")), (11.5, 1.3, 1.4)):
            self.assertTrue(low <= at <= high, line)


if __name__ == "__main__":
    command.main()
