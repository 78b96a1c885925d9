"""Every bad input ends with its exit code, one line that says what and where, and nothing written."""

import os

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


class BadCommandLine(command.CommandTest):
    def test_unknown_options_and_values(self):
        for arguments in (["--nonsense"], ["--solver", "gpu"], ["--frames", "0"],
                          ["--frames", "many"], ["--fps", "0"], ["--threads", "-1"],
                          ["--as", "jelly", "a.obj"],
                          ["cloth/flags", "surplus"], ["bench", "nothing"]):
            self.assert_refused(USAGE, arguments=arguments)

    def test_sizes(self):
        for size in ("0x720", "1280x0", "1280", "x", "1280x720x3", "-4x4", "99999x10", "axb"):
            self.assert_refused(USAGE, "--size", arguments=["--headless", "--size", size])

    def test_odd_sizes_cannot_be_recorded(self):
        for size in ("321x240", "320x241"):
            self.assert_refused(
                USAGE, size, arguments=["--headless", "--size", size, "--record", "a.mp4"])

    def test_no_render_draws_nothing(self):
        for option in (["--screenshot", "a.png"], ["--record", "a.mp4"]):
            self.assert_refused(USAGE, "--no-render", arguments=[*QUICK, *option])

    def test_as_is_for_meshes(self):
        for use in ("cloth", "volume"):
            self.assert_refused(USAGE, "--as", "cloth/flags",
                                arguments=["cloth/flags", *QUICK, "--as", use])

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
        scene = self.write("both.toml", SOLID + '[compare]\nmethods = ["gauss_seidel", "jacobi"]\n')
        self.assert_refused(BAD_INPUT, "'method'",
                            arguments=[scene, *QUICK, "--set", "method=jacobi"])


class BadScenes(command.CommandTest):
    def refuse(self, text, *words):
        path = self.write("bad.toml", text)
        return self.assert_refused(BAD_INPUT, *words, arguments=[path, *QUICK])

    def test_unknown_scene_names_the_nearest(self):
        self.assert_refused(
            BAD_INPUT, "cloth/flag", "cloth/flags", arguments=["cloth/flag", *QUICK])
        self.assert_refused(BAD_INPUT, "nonsense", arguments=["nonsense", *QUICK])

    def test_unreadable_files(self):
        for name in ("missing.toml", "missing.obj"):
            self.assert_refused(BAD_INPUT, name, arguments=[name, *QUICK])
        os.mkdir(os.path.join(self.folder, "folder.toml"))
        self.assert_refused(BAD_INPUT, "folder.toml", arguments=["folder.toml", *QUICK])

    def test_malformed_toml_is_named_by_line(self):
        self.refuse('title = "T"\nfamily = \n', "bad.toml:2")
        self.refuse(SCENE + "[settings\n", "bad.toml:6")
        self.refuse("\x00\x01", "bad.toml:1")

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


class MissingThings(command.CommandTest):
    def test_outputs_that_cannot_be_written(self):
        run = ["cloth/flags", "--headless", "--frames", "1", "--size", "64x64"]
        for option, name in (("--screenshot", "a.png"), ("--record", "a.mp4"),
                             ("--stats", "a.json")):
            self.assert_refused(
                BAD_INPUT, "missing", arguments=[*run, option, os.path.join("missing", name)])
        self.assert_refused(BAD_INPUT, arguments=["bench", "coloring", "--json", "missing/a.json"])

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
