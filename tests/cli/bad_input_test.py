"""Every bad input ends with its exit code, one line that says what and where, and nothing written."""

import json
import math
import os
import re
import signal
import subprocess
import tempfile
import time

import command

USAGE, BAD_INPUT, UNAVAILABLE, DIVERGED = 2, 3, 4, 5
QUICK = ("--no-render", "--frames", "2", "--solver", "serial")
TRIANGLE = "v 0 0 0\nv 1 0 0\nv 0 1 0\n"
SCENE = """title = "T"
family = "cloth"
[[cloth]]
columns = 5
rows = 5
"""
SOLID = """family = "volume"
[[solid]]
file = "missing.obj"
"""


def faces_from(first):
    """Of a cube, of which this vertex is the first."""
    quads = ((0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3))
    return "".join("f {}\n".format(" ".join(str(first + k) for k in quad)) for quad in quads)


CUBE = "".join(f"v {x} {y} {z}\n" for x in (10, 11) for y in (0, 1)
               for z in (0, 1)) + faces_from(1)


class BadCommandLine(command.CommandTest):
    def test_help_that_is_not_there(self):
        self.assert_refused(USAGE, "parameter", "did you mean 'parameters'",
                            arguments=["help", "parameter"])
        self.assert_refused(USAGE, "fluids", "did you mean 'fluid'",
                            arguments=["help", "parameters", "fluids"])
        self.assert_refused(USAGE, "mouse", arguments=["help", "keys", "mouse"])

    def test_unknown_options_and_values(self):
        for arguments in (["--nonsense"], ["--solver", "gpu"], ["--frames", "0"],
                          ["--frames", "many"], ["--fps", "0"],
                          ["--fps", "nan"], ["--fps", "-NAN(1)"], ["--fps", "inf"], ["--threads", "-1"],
                          ["--speed", "0"], ["--speed", "-1"], ["--speed", "nan"],
                          ["--speed", "fast"],
                          ["--as", "jelly", "a.obj"], ["--mesher", "sweep", "a.obj"],
                          ["cloth/flags", "surplus"], ["bench", "nothing"], ["help", "nothing"]):
            self.assert_refused(USAGE, arguments=arguments)

    def test_help_of_an_unknown_table(self):
        self.assert_refused(USAGE, "'solids'", "did you mean 'solid'?",
                            arguments=["help", "scene", "solids"])

    def test_sizes(self):
        for size in ("0x720", "1280x0", "1280", "x", "1280x720x3", "-4x4", "99999x10", "axb"):
            self.assert_refused(USAGE, "--size", arguments=["--headless", "--size", size])

    def test_only_windows_keep_settings(self):
        self.assert_refused(USAGE, "--reset-settings", arguments=["--headless", "--reset-settings"])

    def test_odd_sizes_cannot_be_recorded(self):
        for size in ("321x240", "320x241"):
            self.assert_refused(
                USAGE, size, arguments=["--headless", "--size", size, "--record", "a.mp4"])

    def test_no_render_draws_nothing(self):
        for option in (["--screenshot", "a.png"], ["--record", "a.mp4"]):
            self.assert_refused(USAGE, "--no-render", arguments=[*QUICK, *option])

    def test_moments(self):
        self.assert_refused(USAGE, "a.txt", ".limber", arguments=[*QUICK, "--save", "a.txt"])
        self.assert_refused(BAD_INPUT, "no/a.limber", arguments=[*QUICK, "--save", "no/a.limber"])
        self.assert_refused(BAD_INPUT, "a.limber", arguments=[*QUICK, "--load", "a.limber"])
        self.assert_refused(USAGE, "--stats", "--save", "two files", arguments=[
            *QUICK, "--save", "a.limber", "--stats", "a.limber"])
        self.run_limber("cloth/flags", *QUICK, "--save", "a.limber")
        self.assert_refused(BAD_INPUT, "cloth/flags", "cloth/veil",
                            arguments=["cloth/veil", *QUICK, "--load", "a.limber"])
        with open(os.path.join(self.folder, "a.limber"), "rb") as file:
            whole = file.read()
        with open(os.path.join(self.folder, "half.limber"), "wb") as file:
            file.write(whole[:len(whole) // 2])
        self.write("foreign.limber", SCENE)
        for name, why in (("half.limber", "damaged"), ("foreign.limber", "no moment")):
            for scene in ([], ["cloth/flags"]):
                self.assert_refused(BAD_INPUT, name, why,
                                    arguments=[*scene, *QUICK, "--load", name])

    def test_names_of_outputs(self):
        run = ["cloth/flags", "--headless", "--frames", "1", "--size", "64x64"]
        for name in ("x.jpg", "x", "x.png.jpeg"):
            self.assert_refused(USAGE, name, ".png", arguments=[*run, "--screenshot", name])
        for option, name in (("--screenshot", "a.png"), ("--record", "a.mp4"),
                             ("--mesh", "a.obj")):
            for same in (name, "./" + name, os.path.join(self.folder, name)):
                self.assert_refused(USAGE, option, "--stats", same, "two files",
                                    arguments=[*run, option, name, "--stats", same])
        os.mkdir(os.path.join(self.folder, "folder"))
        for name, leads_to in (("way", "folder"), ("empty.obj", "new.json")):
            os.symlink(leads_to, os.path.join(self.folder, name))
        for mesh, stats in (("folder/a.obj", "way/a.obj"), ("empty.obj", "new.json")):
            self.assert_refused(USAGE, "--mesh", "--stats", stats, "two files",
                                arguments=[*run, "--mesh", mesh, "--stats", stats])
        for option in ("--screenshot", "--record", "--mesh", "--stats"):
            self.assert_refused(USAGE, option, "is empty", arguments=[*run, option, ""])
        scene = self.write("scene.toml", SCENE)
        self.write("mesh.obj", CUBE)
        os.symlink("scene.toml", os.path.join(self.folder, "link"))
        for option, name in (("--stats", scene), ("--stats", "link")):
            self.assert_refused(USAGE, option, "overwrite", "scene.toml",
                                arguments=["scene.toml", *QUICK, option, name])
        self.assert_refused(USAGE, "--mesh", "overwrite", "mesh.obj",
                            arguments=["mesh.obj", *QUICK, "--mesh", "./mesh.obj"])

    def test_as_is_for_meshes(self):
        for use in ("cloth", "volume", "modes"):
            self.assert_refused(USAGE, "--as", "cloth/flags",
                                arguments=["cloth/flags", *QUICK, "--as", use])

    def test_mesher_is_for_solids_that_leave_a_choice(self):
        sheet = self.write("sheet.obj", TRIANGLE + "f 1 2 3\n")
        for words in (["cloth/flags"], ["volume/tori"], [sheet], [sheet, "--as", "cloth"]):
            self.assert_refused(USAGE, "--mesher", words[0],
                                arguments=[*words, *QUICK, "--mesher", "lattice"])

    def test_settings(self):
        run = ["cloth/flags", *QUICK]
        self.assert_refused(USAGE, "KEY=VALUE", arguments=[*run, "--set", "iterations"])
        self.assert_refused(
            BAD_INPUT, "iterations", arguments=[*run, "--set", "iteration=3"])
        for value in ("iterations=0", "iterations=1e9", "dt_s=nan", "dt_s=-1", "dt_s=",
                      "method=magic", "wind_m_s=1,2", "collisions=perhaps"):
            key = value.split("=")[0]
            self.assert_refused(BAD_INPUT, key, arguments=[*run, "--set", value])

    def test_settings_are_refused_before_solids_are_made(self):
        scene = self.write("solid.toml", SOLID)
        self.assert_refused(BAD_INPUT, "missing.obj", arguments=[scene, *QUICK])
        for code, setting in ((USAGE, "iterations"), (BAD_INPUT, "iteration=3"),
                              (BAD_INPUT, "dt_s=-1")):
            self.assert_refused(code, setting.split("=")[0],
                                arguments=[scene, *QUICK, "--set", setting])

    def test_settings_leave_the_methods_of_a_comparison_alone(self):
        scene = self.write("both.toml", SOLID + '[compare]\nvalues = ["gauss_seidel", "jacobi"]\n')
        self.assert_refused(BAD_INPUT, "'method'", "compares its values",
                            arguments=[scene, *QUICK, "--set", "method=jacobi"])


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

    def test_an_opened_mesh_may_cross_itself_and_is_told(self):
        crossed = "v 0.2 0.2 -1\nv 0.2 0.2 1\nv 0.3 -1 0\nf 1 2 3\nf 4 5 6\n"
        path = self.write("crossed.obj", TRIANGLE + crossed)
        outcome = self.run_limber(path, "--as", "cloth", *QUICK)
        self.assertEqual(outcome.code, 0, outcome.err)
        self.assertIn("passes through itself", outcome.err)
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
        # A lattice within the other one, half a spacing off.
        self.refuse(fluid + "[[fluid]]\ncenter_m = [0.01, 0.51, 0.01]\n", "bad.toml:4",
                    "center_m puts it into the fluid in")
        self.refuse(fluid + "center_m = [0, 0.195, 0]\n[[collider]]\nshape = \"ground\"\n",
                    "bad.toml:3", "center_m puts it too near to", "half a spacing away")
        drops = "".join(f"[[fluid]]\ncenter_m = [{i}, 0.5, 0]\nscatter = [0, 0, {0.1 * i:.1f}]\n"
                        for i in range(1, 9))
        self.refuse(fluid + drops, "absorption_per_m is one more look than the 8", "the same")
        self.refuse(fluid + "[[fluid]]\ncenter_m = [3, 0.5, 0]\nspacing_m = 0.03\n",
                    "bad.toml:5", "spacing_m has to be that of the fluid in", "0.02")

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
                    "spacing_m has to be that of the fluid in", "0.03")
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
        self.refuse(moved + "[[0, 0, 0, 0], [0, 1, 0, 0]]\n", "bad.toml:8", "rise")
        self.refuse(moved + "[[0, 0, 0, 0], [1, 1e9, 0, 0]]\n", "bad.toml:8", "10000")

    def test_keys_of_another_shape_model_or_family(self):
        self.refuse(SCENE + "subdivisions = 3\n", "bad.toml:6",
                    "cloth.subdivisions is only for shape ball, but here shape is grid")
        self.refuse(SCENE + "stretch_N_m = 300\n", "bad.toml:6",
                    "cloth.stretch_N_m is only for model fem, but here model is pbd")
        self.refuse('elements = "quadratic"\n' + SCENE, "bad.toml:1",
                    "elements is only for family fem or world, but here family is cloth")


class BadSolids(command.CommandTest):
    """Lines 1 and 2 are the family and [[solid]], what is tested begins on line 3."""

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
        # Too thin for a cell, but not for the shape.
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
        # Next to incompressible, as hard as steel, softer than its weight, next to no mass.
        for keys in ("poisson_ratio = 0.499\n", "young_modulus_Pa = 2e11\n",
                     "young_modulus_Pa = 10\n", "density_kg_m3 = 1\n"):
            self.run_odd("quadratic", keys, "--set", "dt_s=0.0166")

    def test_slivers_are_refused_with_their_place(self):
        # A plate so thin that tetrahedra as wide as it is long are slivers.
        path = self.write("sliver.toml", self.HEAD.format("linear") +
                          '[[solid]]\nshape = "box"\nsize_m = [1, 0.0005, 1]\nmesher = "grid"\n'
                          "grid_cells = [1, 1, 1]\n")
        self.assert_refused(BAD_INPUT, "sliver.toml", "mesher", "too flat", " m ", arguments=[path, *QUICK])


class BadPiles(command.CommandTest):
    """Lines 1 and 2 are the family and [[pile]], what is tested begins on line 3."""

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
            self.refuse_mesh(plate + faces_from(1), "m thick", "ask for more of them")
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
        # Less than 64 bodies wherever there is room for a sphere, but of 199 spheres each.
        self.refuse('shape = "teapot"\ncount = 1000\ncolumns = 10\nstep_m = [0.05, 0.05, 0.05]',
                    "bad.toml:6", "step_m", "so deep into each other", "larger step_m")
        # Of two tables, each of which is no crowd.
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
        # Their product is 0 in 32 bits, that of 46,341 is negative, that of 100,000 anything.
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


class BadPlants(command.CommandTest):
    """Lines 1 and 2 are the family and the table, what is tested begins on line 3. Modes are kept
    in a folder of the test's own."""

    HEAD = 'family = "plants"\n[[{}]]\n{}\n'
    # 8 nodes, and 10 on the edges that are not held: 54 coordinates can move.
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
                    "60 modes are asked for", "only 54 coordinates", table="solid")
        self.refuse(self.BOX + "modes = 30", "bad.toml:6", "solid.modes", "only 20",
                    "raise linear_modes", table="solid")
        for modes in ("0", "65"):
            self.refuse(self.BOX + f"modes = {modes}", "bad.toml:6", "solid.modes", table="solid")

    def test_solids_that_nothing_or_everything_holds(self):
        self.refuse(self.BOX + "pinned_below_m = -0.6", "bad.toml:6", "solid.pinned_below_m",
                    "begins at -0.5 m", "nothing would hold it", table="solid")
        self.refuse(self.BOX + "pinned_below_m = 0.6", "bad.toml:6", "solid.pinned_below_m",
                    "ends at 0.5 m", "could bend", table="solid")
        # Held at an edge it could swing as a door does.
        self.refuse(self.BOX + "tumbled = true\npinned_below_m = -0.5", "bad.toml:2",
                    "solid.modes", "move without bending", table="solid")

    def refuse_mesh(self, name, mesher, *words):
        self.assert_refused(BAD_INPUT, name + " cannot ", "in another way (--as, --mesher): ", *words,
                            arguments=[name, "--as", "modes", "--mesher", mesher, *QUICK])

    def test_a_mesh_that_stands_on_an_edge(self):
        if "ok   tetgen" not in self.run_limber("--doctor").out:
            self.skipTest("the lattice gives it a foot")
        corners = ((-1, 1, -1), (1, 1, -1), (1, 1, 1), (-1, 1, 1), (0, 0, -1), (0, 0, 1))
        self.write("edge.obj", "".join("v {} {} {}\n".format(*corner) for corner in corners)
                   + "f 1 4 3 2\nf 1 5 6 4\nf 2 3 6 5\nf 1 2 5\nf 4 6 3\n")
        self.refuse_mesh("edge.obj", "tetgen", "bend in modes", "can move without bending")

    def test_meshes_that_cannot_bend(self):
        second = "".join(f"v {x} {y} {z}\n" for x in (13, 14) for y in (0, 1) for z in (0, 1))
        self.write("two.obj", CUBE + second + faces_from(9))
        self.refuse('file = "two.obj"\nmesher = "lattice"', "bad.toml:3", "solid.file",
                    "falls into 2 pieces", "a part of its own", table="solid")
        self.refuse_mesh("two.obj", "lattice", "falls into 2 pieces")
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
                    "solid.modes", "coordinates that can move", "60000", table="solid")
        # Far finer ones before they are meshed, which would take minutes and gigabytes.
        for fine, line, key in (('shape = "ball"\ncell_m = 0.01', 4, "cell_m"),
                                ('file = "cube.obj"\nmesher = "lattice"\ncell_m = 0.01', 5, "cell_m"),
                                ('shape = "box"\nmesher = "grid"\ngrid_cells = [90, 90, 90]', 5,
                                 "grid_cells")):
            self.write("cube.obj", CUBE)
            self.refuse(fine, f"bad.toml:{line}", f"solid.{key} makes a part of about",
                        "modes are computed of 60000", "choose larger cells", table="solid")

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

    def kept(self):
        return sorted(os.listdir(self.cache))

    def bytes_of(self, name):
        with open(os.path.join(self.cache, name), "rb") as file:
            return file.read()

    def test_damaged_modes_are_computed_anew(self):
        scene = self.scene("")
        right = self.hash_of(scene)
        whole = {name: self.bytes_of(name) for name in self.kept()}
        self.assertGreater(len(whole), 10)
        damages = (lambda file: b"", lambda file: file[:len(file) // 2],
                   lambda file: file + b"more", lambda file: b"\xff" * len(file),
                   lambda file: file[:100] + bytes([file[100] ^ 1]) + file[101:])
        for number, (name, content) in enumerate(whole.items()):
            with open(os.path.join(self.cache, name), "wb") as file:
                file.write(damages[number % len(damages)](content))
        self.assertEqual(self.hash_of(scene), right)
        self.assertEqual({name: self.bytes_of(name) for name in self.kept()}, whole)

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
            while not any(name.endswith(".modes") for name in self.kept()):
                self.assertIsNone(process.poll(), "over before it could be interrupted")
                time.sleep(0.001)
            process.send_signal(signal.SIGINT)
        self.assertEqual(process.returncode, -signal.SIGINT)
        interrupted = [name for name in self.kept() if name.endswith(".modes")]
        half = {name: self.bytes_of(name) for name in interrupted}
        after = self.hash_of(scene)
        self.assertLess(len(interrupted), len(self.kept()), "it was too late")
        for name in self.kept():
            os.remove(os.path.join(self.cache, name))
        self.assertEqual(self.hash_of(scene), after)
        for name, content in half.items():
            self.assertEqual(content, self.bytes_of(name), name)


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
        # The place is that in the file, not that of the solid, which is scaled and moved.
        self.refuse_solid(CUBE.replace("f 2 6 8 4\n", ""), "is open", "4 edges", "(10, 0.5, 1)")
        self.refuse_solid("", "empty")
        # A second cube shares no more than an edge with the first.
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
        # Each triangle of three of 500 places by chance, in a closed surface: a torus of 25 by 20.
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


class MissingThings(command.CommandTest):
    def test_outputs_that_cannot_be_written(self):
        run = ["cloth/flags", "--headless", "--frames", "1", "--size", "64x64"]
        for option, name in (("--screenshot", "a.png"), ("--record", "a.mp4"),
                             ("--stats", "a.json")):
            self.assert_refused(
                BAD_INPUT, "missing", arguments=[*run, option, os.path.join("missing", name)])
        self.assert_refused(BAD_INPUT, arguments=["bench", "coloring", "--json", "missing/a.json"])

    def test_files_that_may_not_be_replaced(self):
        os.chmod(self.write("old.json", "old"), 0o444)
        self.assert_refused(BAD_INPUT, "old.json", "permissions",
                            arguments=["cloth/flags", *QUICK, "--stats", "old.json"])
        os.mkfifo(os.path.join(self.folder, "pipe.mp4"))
        self.assert_refused(BAD_INPUT, "pipe.mp4", "name a file",
                            arguments=["cloth/flags", "--headless", "--record", "pipe.mp4"])

    def test_films_that_cannot_be(self):
        run = ["cloth/flags", "--headless", "--frames", "1"]
        self.assert_refused(USAGE, ".mp4", ".png", arguments=[*run, "--record", "a.avi"])
        self.assert_refused(USAGE, "--cut-out", "alpha",
                            arguments=[*run, "--cut-out", "--record", "a.mp4"])
        self.assert_refused(USAGE, "--cut-out", "alpha", arguments=[*run, "--cut-out"])
        self.assert_refused(USAGE, "--supersample", arguments=[*run, "--supersample", "3"])
        self.assert_refused(USAGE, "--no-render", "--bar",
                            arguments=["--no-render", "--bar", "--frames", "1"])
        self.write("a-00001.png", "of another film")
        self.assert_refused(BAD_INPUT, "a-00001.png", "another",
                            arguments=[*run, "--record", "a.png"])
        self.assert_refused(UNAVAILABLE, "too large",
                            arguments=[*run, "--size", "16384x16384", "--supersample", "4",
                                       "--screenshot", "b.png"])

    def test_comparisons_that_cannot_be(self):
        run = ["cloth/flags", "--no-render", "--frames", "1"]
        for words in (["--solver", "tbb", "--compare", "tbb"], ["--compare", "tbb,tbb"]):
            self.assert_refused(USAGE, "--compare", "tbb", arguments=[*run, *words])
        self.assert_refused(USAGE, "--compare", arguments=[*run, "--compare", "gpu"])

    def test_no_ffmpeg(self):
        self.assert_refused(
            UNAVAILABLE, "ffmpeg",
            arguments=["--headless", "--frames", "1", "--record", "a.mp4"],
            env={"PATH": self.folder})

    def test_no_display(self):
        self.assert_refused(
            UNAVAILABLE, "--headless", arguments=["cloth/flags", "--frames", "1"],
            env={"DISPLAY": "", "WAYLAND_DISPLAY": ""})

    def test_no_display_is_found_before_a_scene_is_opened(self):
        self.assert_refused(UNAVAILABLE, "--headless", arguments=["missing.toml"],
                            env={"DISPLAY": "", "WAYLAND_DISPLAY": ""})

    def test_cuda_without_a_gpu(self):
        if "ok   cuda" in self.run_limber("--doctor").out:
            self.skipTest("there is a GPU here")
        self.assert_refused(
            UNAVAILABLE, "cuda",
            arguments=["cloth/flags", "--no-render", "--frames", "1", "--solver", "cuda"])


class Divergence(command.CommandTest):
    def test_a_state_that_is_not_finite_ends_the_run(self):
        run = ["cloth/flags", "--solver", "serial", "--frames", "60",
               "--set", "method=jacobi", "--set", "jacobi_relaxation=8"]
        line = self.assert_refused(
            DIVERGED, "cloth/flags", "diverged", "serial", arguments=[*run, "--no-render"])
        self.assertRegex(line, "frame [0-9]+")
        self.assert_refused(
            DIVERGED, "diverged",
            arguments=[*run, "--headless", "--size", "64x64", "--record", "a.mp4",
                       "--screenshot", "a.png", "--stats", "a.json"])


if __name__ == "__main__":
    command.main()
