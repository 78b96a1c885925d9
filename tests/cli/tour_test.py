"""Tours and camera paths, recorded without a window."""

import json
import os
import shutil
import subprocess
import unittest

import command

TINY = ("--headless", "--size", "64x48", "--solver", "serial")


class Tours(command.CommandTest):
    def video_frames(self, name):
        words = ["ffprobe", "-v", "error", "-count_frames", "-show_entries",
                 "stream=nb_read_frames", "-of", "json", os.path.join(self.folder, name)]
        answer = subprocess.run(words, capture_output=True, check=True)
        return int(json.loads(answer.stdout)["streams"][0]["nb_read_frames"])

    @unittest.skipUnless(shutil.which("ffprobe"), "ffprobe is not installed")
    def test_the_tour_that_comes_with_it_is_filmed(self):
        outcome = self.run_limber("--tour", "families", "--tour-pace", "400", "--record", "tour.mp4",
                                  "--stats", "stats.json", *TINY)
        self.assertEqual(outcome.code, 0, outcome.err)
        with open(os.path.join(self.folder, "stats.json"), encoding="utf-8") as file:
            stats = json.load(file)
        self.assertEqual(stats["scene"], "world/toys")  # the tour's last scene
        self.assertTrue(stats["finite"])
        self.assertEqual(stats["frames"], 14)
        self.assertEqual(self.video_frames("tour.mp4"), 14)

    def test_bad_tours_are_refused(self):
        tour = self.write("tour.toml", '[[step]]\nscene = "cloth/flags"\nseconds = 0.1\n'
                          '[[step.set]]\nparameter = "iteration=3"\n')
        self.assert_refused(3, "tour.toml:4", "did you mean 'iterations'",
                            arguments=("--tour", tour, "--no-render"))
        self.assert_refused(3, "no tour is called 'familis'", "families",
                            arguments=("--tour", "familis", "--no-render"))
        self.assert_refused(3, "none.toml", arguments=("--tour", "none.toml", "--no-render"))
        self.assert_refused(3, "none.toml", arguments=("--camera-path", "none.toml", *TINY))
        self.assert_refused(2, "--tour", arguments=("cloth/flags", "--tour", "families"))
        self.assert_refused(2, "--tour", arguments=("--tour", "families", "--set", "dt_s=0.01"))
        self.assert_refused(2, "--loop", arguments=("--tour", "families", "--loop", "--no-render"))
        self.assert_refused(2, "--tour", arguments=("--tour-pace", "2"))
        self.assert_refused(2, "--camera-path", arguments=("--camera-path", "x", "--no-render"))
        self.assert_refused(2, "overwrite", arguments=("--tour", tour, "--stats", tour))

    def test_a_tour_goes_on_where_a_tool_cannot_be_used(self):
        tour = self.write("tour.toml", '[[step]]\nscene = "piles/few"\nseconds = 0.1\n'
                          '[[step.cut]]\neye_m = [0, 2, 9]\nfrom = [-3, 0, -9]\nto = [3, 0, -9]\n')
        stats = self.stats("--tour", tour, "--no-render", "--solver", "serial")
        self.assertEqual(stats["frames"], 6)
        self.assertTrue(any("tour.toml:4: nothing here can be cut" in note
                            for note in stats["notes"]), stats["notes"])

    def test_a_loop_ends_after_its_frames(self):
        tour = self.write("tour.toml", '[[step]]\nscene = "cloth/flags"\nseconds = 0.1\n')
        run = ("--tour", tour, "--no-render", "--solver", "serial")
        self.assertEqual(self.stats(*run)["frames"], 6)
        looped = self.stats(*run, "--loop", "--frames", "8")
        self.assertEqual(looped["frames"], 8)
        self.assertEqual(looped["steps"], self.stats(*run, "--frames", "2")["steps"])

    def test_the_camera_follows_a_path(self):
        view = "eye_m = [{}, 2, 9]\ntarget_m = [0, 2, 0]\nfov_deg = 34\n"
        def shot(name, *words):
            outcome = self.run_limber("cloth/flags", *TINY, "--frames", "3", "--fps", "30",
                                      "--screenshot", name, *words)
            self.assertEqual(outcome.code, 0, outcome.err)
            with open(os.path.join(self.folder, name), "rb") as file:
                return file.read()
        pictures = []
        for i, (time_s, x) in enumerate(((0.09, 3), (0.1, -3), (0.05, 3))):
            path = self.write(f"path{i}.toml", "[[camera]]\ntime_s = 0\n" + view.format(0)
                              + f"[[camera]]\ntime_s = {time_s}\n" + view.format(x))
            pictures.append(shot(f"{i}.png", "--camera-path", path))
        self.assertEqual(pictures[0], pictures[2])  # both have reached their end by the third frame
        self.assertNotEqual(pictures[0], pictures[1])
        self.assertNotEqual(pictures[0], shot("home.png"))


if __name__ == "__main__":
    command.main()
