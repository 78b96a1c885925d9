"""Bad command lines, missing programs and bad saved states: a run ends with its exit code and one
line that says what is wrong and where, and writes no file."""

import os
import resource
import subprocess

import command
from bad_input import USAGE, BAD_INPUT, UNAVAILABLE, DIVERGED, QUICK, TRIANGLE, SCENE, SOLID, CUBE


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

    def test_saved_states(self):
        self.assert_refused(USAGE, "a.txt", ".limber", arguments=[*QUICK, "--save", "a.txt"])
        self.assert_refused(BAD_INPUT, "no/a.limber", arguments=[*QUICK, "--save", "no/a.limber"])
        self.assert_refused(BAD_INPUT, "a.limber", arguments=[*QUICK, "--load", "a.limber"])
        self.assert_refused(USAGE, "--stats", "--save", "two files", arguments=[
            *QUICK, "--save", "a.limber", "--stats", "a.limber"])
        os.mkfifo(os.path.join(self.folder, "pipe.limber"))
        for scene in ([], ["cloth/flags"]):
            self.assert_refused(BAD_INPUT, "pipe.limber", "a pipe or a device",
                                arguments=[*scene, *QUICK, "--load", "pipe.limber"])
        self.run_limber("cloth/flags", *QUICK, "--save", "a.limber")
        self.assert_refused(BAD_INPUT, "cloth/flags", "cloth/veil",
                            arguments=["cloth/veil", *QUICK, "--load", "a.limber"])
        with open(os.path.join(self.folder, "a.limber"), "rb") as file:
            whole = file.read()
        with open(os.path.join(self.folder, "half.limber"), "wb") as file:
            file.write(whole[:len(whole) // 2])
        self.write("foreign.limber", SCENE)
        for name, why in (("half.limber", "damaged"), ("foreign.limber", "not a state saved")):
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
        for option, name in (("--screenshot", "q-00002.png"), ("--stats", "./q-123456.png")):
            self.assert_refused(USAGE, "--record q.png", "overwrite", name, option,
                                arguments=[*run, "--record", "q.png", option, name])
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
        self.write("solid.toml", SOLID.replace("missing", "mesh"))
        self.assert_refused(USAGE, "--mesh", "overwrite", "mesh.obj",
                            arguments=["solid.toml", *QUICK, "--mesh", "./mesh.obj"])
        self.write("tour.toml", '[[step]]\nscene = "scene.toml"\nseconds = 0.1\n')
        self.assert_refused(USAGE, "--stats", "overwrite", "scene.toml",
                            arguments=["--tour", "tour.toml", "--no-render", "--stats", scene])
        self.run_limber("scene.toml", *QUICK, "--save", "a.limber")
        self.assert_refused(USAGE, "--stats", "overwrite", "a.limber",
                            arguments=["scene.toml", *QUICK, "--load", "a.limber", "--stats",
                                       "./a.limber"])
        self.assertEqual(self.run_limber("scene.toml", *QUICK, "--load", "a.limber", "--save",
                                         "a.limber").code, 0)

    def test_captions_that_no_picture_can_hold(self):
        run = ["--headless", "--frames", "1", "--size", "64x64", "--screenshot", "a.png"]
        self.assert_refused(USAGE, "--caption", "20000", "1000 bytes at most",
                            arguments=["cloth/flags", *run, "--caption", 20000 * "x"])
        self.write("tour.toml", '[[step]]\nscene = "cloth/flags"\nseconds = 0.1\n'
                   f'caption = "{20000 * "x"}"\n')
        self.assert_refused(BAD_INPUT, "tour.toml:4", "caption", "20000 bytes",
                            arguments=["--tour", "tour.toml", *run[:1], *run[3:]])

    def test_a_limit_on_the_size_of_files(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (2048, 2048))
        outcome = subprocess.run([command.LIMBER, "cloth/flags", *QUICK, "--save", "a.limber"],
                                 cwd=self.folder, preexec_fn=limit, capture_output=True, text=True)
        self.assertEqual(outcome.returncode, BAD_INPUT, outcome.stderr)
        self.assertIn("a.limber", outcome.stderr)
        self.assertEqual(os.listdir(self.folder), [])

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
        self.assert_refused(USAGE, "--quality", arguments=[*run, "--quality", "best"])
        for words in (["--bar"], ["--quality", "low"]):
            self.assert_refused(USAGE, "--no-render", words[0],
                                arguments=["--no-render", *words, "--frames", "1"])
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
        self.assert_refused(USAGE, "--compare", "3", "4",
                            arguments=[*run, "--compare", "serial,tbb,method=xpbd,method=jacobi"])
        self.assert_refused(USAGE, "--compare", "method=xpbd",
                            arguments=[*run, "--solver", "tbb", "--compare",
                                       "method=xpbd,tbb+method=xpbd"])
        self.assert_refused(USAGE, "preset", arguments=[*run, "--compare", "preset=calm"])
        self.assert_refused(BAD_INPUT, "method", "magic",
                            arguments=[*run, "--compare", "method=magic"])

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
