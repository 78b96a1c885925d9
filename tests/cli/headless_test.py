"""What a headless run writes: statistics, pictures, videos."""

import json
import os
import signal
import stat
import struct
import subprocess
import time

import command


class Headless(command.CommandTest):
    def test_lists_scenes_a_line_each(self):
        outcome = self.run_limber("--list")
        self.assertEqual(outcome.code, 0)
        ids = [line.split()[0] for line in outcome.out.splitlines()]
        for scene in ("cloth/flags", "cloth/stack", "cloth/tube", "cloth/shell", "volume/bunny",
                      "volume/character", "volume/cube", "volume/drop", "volume/tori"):
            self.assertIn(scene, ids)
        # The families are aligned in a column.
        self.assertEqual(len({line.index(line.split()[1], len(scene))
                              for scene, line in zip(ids, outcome.out.splitlines())}), 1)

    def test_help_and_version_succeed(self):
        for option in ("--help", "--version"):
            outcome = self.run_limber(option)
            self.assertEqual(outcome.code, 0)
            self.assertIn("limber", outcome.out.lower())

    def test_help_scene_prints_the_reference(self):
        page = self.run_limber("help", "scene")
        self.assertEqual(page.code, 0)
        for table in ("[[cloth]]", "[[solid]]", "[[pile]]", "[[plant]]", "[[collider]]",
                      "[container]", "[camera]", "[settings]"):
            self.assertIn(f"## `{table}`", page.out)
        solid = self.run_limber("help", "scene", "solid")
        self.assertEqual(solid.code, 0)
        self.assertIn(solid.out, page.out)
        self.assertIn("| `young_modulus_Pa` | `100000` | 1 to 1000000000000 |", solid.out)

    def test_help_has_topics(self):
        topics = self.run_limber("help")
        self.assertEqual(topics.code, 0)
        pages = {}
        for topic in ("scene", "parameters", "keys", "bench"):
            self.assertIn(f"limber help {topic}", topics.out)
            page = self.run_limber("help", topic)
            self.assertEqual(page.code, 0, topic)
            self.assertTrue(page.out.startswith("# "), topic)
            pages[topic] = page.out
        self.assertEqual(len(set(pages.values())), 4)
        fluid = self.run_limber("help", "parameters", "fluid")
        self.assertIn(fluid.out, pages["parameters"])

    def test_doctor_says_what_works(self):
        outcome = self.run_limber("--doctor")
        self.assertEqual(outcome.code, 0)
        words = [line.split()[0] for line in outcome.out.splitlines()]
        self.assertTrue(set(words) <= {"ok", "no"}, outcome.out)
        for what in ("build", "serial", "tbb", "cuda", "headless", "window", "record", "tetgen",
                     "cache", "scenes"):
            self.assertIn(f" {what} ", outcome.out)

    def test_stats_hold_what_was_measured(self):
        stats = self.stats("cloth/tube", "--no-render", "--frames", "6", "--solver", "serial")
        self.assertEqual(stats["scene"], "cloth/tube")
        self.assertEqual(stats["solver"], "serial")
        self.assertEqual(stats["frames"], 6)
        self.assertEqual(stats["steps"], 10)  # six frames of 1/60 s in steps of 10 ms
        self.assertEqual(stats["particles"], 10000)
        self.assertEqual(
            [(c["type"], c["count"]) for c in stats["constraints"]],
            [("stretch", 29601), ("dihedral", 29205)],
        )
        self.assertGreater(stats["ms_per_step"]["median"], 0)
        self.assertGreaterEqual(stats["ms_per_frame"]["p95"], stats["ms_per_frame"]["median"])
        self.assertEqual(set(stats["residual"]), {"stretch", "dihedral", "held_back", "pairs_left_out"})
        self.assertTrue(stats["finite"])
        self.assertRegex(stats["state_hash"], "^[0-9a-f]{16}$")
        for key in ("device", "threads", "dt_s", "vertices", "build"):
            self.assertIn(key, stats)

    def test_serial_and_tbb_end_in_the_same_bits(self):
        run = ("cloth/flags", "--no-render", "--frames", "30")
        serial = self.stats(*run, "--solver", "serial")
        for threads in ("1", "3"):
            tbb = self.stats(*run, "--solver", "tbb", "--threads", threads)
            self.assertEqual(tbb["state_hash"], serial["state_hash"])
            self.assertEqual(tbb["threads"], int(threads))

    def test_a_method_beside_another_is_measured(self):
        stats = self.stats("cloth/flags", "--no-render", "--frames", "5",
                           "--solver", "tbb", "--compare", "method=xpbd,serial+iterations=2")
        method, fewer = stats["beside"]
        self.assertEqual((method["solver"], method["set"]), ("tbb", ["method=xpbd"]))
        self.assertEqual((fewer["solver"], fewer["set"]), ("serial", ["iterations=2"]))
        self.assertGreater(method["largest_difference_m"], 0)
        self.assertGreater(fewer["largest_difference_m"], 0)
        self.assertGreater(method["ms_per_step"]["median"], 0)

    def test_solvers_side_by_side_are_measured_and_drawn(self):
        stats = self.stats("cloth/flags", "--headless", "--frames", "5", "--size", "320x90",
                           "--solver", "tbb", "--compare", "serial", "--screenshot", "a.png")
        [other] = stats["beside"]
        self.assertEqual(other["solver"], "serial")
        self.assertGreater(other["ms_per_step"]["median"], 0)
        self.assertEqual(other["largest_difference_m"], 0)
        pixels = subprocess.run(
            ["ffmpeg", "-v", "error", "-i", "a.png", "-f", "rawvideo", "-pix_fmt", "gray", "-"],
            cwd=self.folder, capture_output=True, check=True).stdout
        # Below their labels, both halves show the same.
        rows = [pixels[320 * y:320 * (y + 1)] for y in range(40, 90)]
        self.assertEqual([row[2:158] for row in rows], [row[162:318] for row in rows])
        self.assertGreater(max(map(max, rows)) - min(map(min, rows)), 60)

    def test_a_saved_state_goes_on_as_it_would_have_done(self):
        run = ("--no-render", "--solver")
        whole = self.stats("cloth/flags", *run, "serial", "--frames", "9")
        self.stats("cloth/flags", *run, "serial", "--frames", "5", "--save", "a.limber")
        rest = self.stats("--load", "a.limber", *run, "tbb", "--frames", "4")
        for key in ("scene", "steps", "state_hash"):
            self.assertEqual(rest[key], whole[key])
        changed = self.run_limber("--load", "a.limber", *run, "serial", "--frames", "1", "--set",
                                  "iterations=4")
        self.assertIn("iterations was 16 and is 4", changed.err)

    def test_slow_motion_has_more_frames_of_the_same(self):
        run = ("cloth/flags", "--no-render", "--solver", "serial")
        slow = self.stats(*run, "--frames", "24", "--speed", "0.25")
        self.assertEqual(slow["steps"], self.stats(*run, "--frames", "6")["steps"])
        self.assertEqual(slow["frames"], 24)
        self.assertEqual(slow["dt_s"], 0.01)

    def test_settings_change_the_run(self):
        run = ("cloth/stack", "--no-render", "--frames", "3", "--solver", "serial")
        changed = self.stats(*run, "--set", "dt_s=0.005", "--set", "iterations=2")
        self.assertEqual(changed["dt_s"], 0.005)
        self.assertEqual(changed["steps"], 10)
        self.assertNotEqual(changed["state_hash"], self.stats(*run)["state_hash"])

    def test_notes_say_what_was_repaired_a_line_each(self):
        # The first vertex is there twice, and one face has no area.
        self.write("double.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nv 0 0 0\n"
                   "f 1 3 2\nf 5 2 4\nf 1 4 3\nf 2 3 4\nf 1 1 2\n")
        run = ("--no-render", "--frames", "1", "--solver", "serial")
        no_area = "limber: note: double.obj: left out 1 triangle without an area"
        solid = self.write("solid.toml", 'family = "volume"\n[[solid]]\nfile = "double.obj"\n'
                           'mesher = "lattice"\ncell_m = 0.2\n')
        cloth = self.write("cloth.toml", 'family = "cloth"\n[[cloth]]\nshape = "mesh"\n'
                           'file = "double.obj"\n')
        both = [no_area, "limber: note: double.obj: welded 1 vertex"]
        for words, notes in (([solid], both), (["double.obj", "--as", "volume"], both),
                             ([cloth], [no_area]), (["double.obj", "--as", "cloth"], [no_area])):
            outcome = self.run_limber(*words, *run)
            self.assertEqual(outcome.code, 0, outcome.err)
            self.assertEqual(outcome.err.splitlines(), notes)

    def test_files_are_written_through_links_and_pipes_that_stay(self):
        run = ("cloth/flags", "--no-render", "--frames", "1", "--solver", "serial", "--stats")
        link, pipe = (os.path.join(self.folder, name) for name in ("link", "pipe"))
        os.symlink("target.json", link)
        for _ in range(2):  # at first the link is dangling
            self.assertEqual(self.run_limber(*run, "link").code, 0)
            with open(os.path.join(self.folder, "target.json"), encoding="utf-8") as file:
                self.assertEqual(json.load(file)["frames"], 1)
        os.mkfifo(pipe)
        self.assert_refused(3, "pipe", "nothing reads", arguments=[*run, "pipe"])
        with subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE) as reader:
            self.assertEqual(self.run_limber(*run, "pipe").code, 0)
            self.assertEqual(json.loads(reader.communicate(timeout=60)[0])["frames"], 1)
        self.assertTrue(os.path.islink(link) and stat.S_ISFIFO(os.stat(pipe).st_mode))
        self.assertEqual(sorted(os.listdir(self.folder)), ["link", "pipe", "target.json"])

    def test_screenshot_is_a_png_of_that_size(self):
        outcome = self.run_limber(
            "cloth/flags", "--headless", "--frames", "2", "--size", "201x99",
            "--screenshot", "a.png", "--stats", "a.json")
        self.assertEqual(outcome.code, 0, outcome.err)
        with open(os.path.join(self.folder, "a.png"), "rb") as file:
            header = file.read(24)
        self.assertEqual(header[:8], b"\x89PNG\r\n\x1a\n")
        self.assertEqual(struct.unpack(">II", header[16:24]), (201, 99))
        with open(os.path.join(self.folder, "a.json"), encoding="utf-8") as file:
            self.assertEqual(json.load(file)["frames"], 2)

    def test_drawing_does_not_change_the_physics(self):
        run = ("cloth/stack", "--frames", "4", "--solver", "tbb", "--size", "64x64")
        drawn = self.stats(*run, "--headless")
        self.assertEqual(drawn["state_hash"], self.stats(*run, "--no-render")["state_hash"])

    def frames_of(self, video):
        probe = subprocess.run(
            ["ffprobe", "-v", "error", "-count_frames", "-show_entries", "stream=nb_read_frames",
             "-of", "csv=p=0", video], cwd=self.folder, capture_output=True, text=True, check=True)
        return int(probe.stdout)

    def test_video_has_the_frames_size_and_rate(self):
        outcome = self.run_limber(
            "cloth/flags", "--headless", "--frames", "9", "--fps", "30", "--size", "160x90",
            "--record", "a.mp4")
        self.assertEqual(outcome.code, 0, outcome.err)
        self.assertIn("frame 9 of 9", outcome.err)
        self.assertEqual(os.listdir(self.folder), ["a.mp4"])
        probe = subprocess.run(
            ["ffprobe", "-v", "error", "-count_frames", "-show_streams", "-of", "json", "a.mp4"],
            cwd=self.folder, capture_output=True, text=True, check=True)
        stream = json.loads(probe.stdout)["streams"][0]
        self.assertEqual((stream["width"], stream["height"]), (160, 90))
        self.assertEqual(stream["nb_read_frames"], "9")
        self.assertEqual(stream["avg_frame_rate"], "30/1")

    def pixels_of(self, picture, pixel_format="rgb24"):
        return subprocess.run(
            ["ffmpeg", "-v", "error", "-i", picture, "-f", "rawvideo", "-pix_fmt", pixel_format,
             "-"], cwd=self.folder, capture_output=True, check=True).stdout

    def test_a_film_of_pictures_has_a_bar_below_and_none_above(self):
        run = ("cloth/flags", "--headless", "--frames", "2", "--size", "320x180", "--solver",
               "serial")
        self.assertEqual(self.run_limber(*run, "--record", "plain.png").code, 0)
        self.assertEqual(self.run_limber(*run, "--record", "bar.png", "--bar", "--caption", "Look").code, 0)
        self.assertEqual(sorted(os.listdir(self.folder)),
                         [f"{name}-0000{i}.png" for name in ("bar", "plain") for i in (1, 2)])
        plain, bar = (self.pixels_of(f"{name}-00002.png") for name in ("plain", "bar"))
        above = 3 * 320 * 120
        self.assertEqual(plain[:above], bar[:above])
        darker = sum(b + 40 < p for p, b in zip(plain[above:], bar[above:]))
        self.assertGreater(darker, 0.3 * (len(plain) - above))

    def test_a_cut_out_has_alpha_and_a_finer_picture_the_same_light(self):
        run = ("cloth/flags", "--headless", "--frames", "1", "--size", "160x90")
        for name, words in (("plain", ()), ("fine", ("--supersample", "4")),
                            ("rough", ("--quality", "low")), ("cut", ("--cut-out",))):
            self.assertEqual(
                self.run_limber(*run, *words, "--screenshot", f"{name}.png").code, 0)
        plain, fine = self.pixels_of("plain.png"), self.pixels_of("fine.png")
        self.assertEqual(len(fine), len(plain))
        self.assertNotEqual(fine, plain)
        self.assertLess(sum(abs(a - b) for a, b in zip(fine, plain)) / len(plain), 4)
        rough = self.pixels_of("rough.png")
        self.assertNotEqual(rough, plain)
        self.assertLess(sum(abs(a - b) for a, b in zip(rough, plain)) / len(plain), 4)
        alpha = self.pixels_of("cut.png", "rgba")[3::4]
        self.assertEqual((alpha[0], max(alpha)), (0, 255))
        self.assertGreater(sum(0 < a < 255 for a in alpha), 100)

    def test_a_signal_finishes_the_video_and_what_is_measured(self):
        words = ("cloth/flags", "--headless", "--frames", "5000", "--size", "64x64", "--record",
                 "a.mp4", "--screenshot", "a.png", "--mesh", "a.ply", "--stats", "a.json")
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
            with subprocess.Popen([command.LIMBER, *words], cwd=self.folder, text=True,
                                  stderr=subprocess.PIPE) as process:
                while not any(".part-" in name for name in os.listdir(self.folder)):
                    self.assertIsNone(process.poll())
                    time.sleep(0.01)
                time.sleep(0.5)
                process.send_signal(number)
                said = process.communicate(timeout=120)[1]
            self.assertEqual(process.returncode, -number, said)
            self.assertIn(f"{number.name} stopped the run after frame ", said)
            self.assertEqual(sorted(os.listdir(self.folder)), ["a.json", "a.mp4", "a.ply", "a.png"])
            with open(os.path.join(self.folder, "a.json"), encoding="utf-8") as file:
                stats = json.load(file)
            self.assertIn(number.name, stats["notes"][-1])
            self.assertEqual(self.frames_of("a.mp4"), stats["frames"])
            for name in os.listdir(self.folder):
                os.remove(os.path.join(self.folder, name))

    def test_a_second_signal_ends_it_at_once_and_leaves_no_half_file(self):
        words = ("cloth/flags", "--headless", "--frames", "500", "--size", "2000x2000", "--record",
                 "a.mp4", "--stats", "a.json")
        with subprocess.Popen([command.LIMBER, *words], cwd=self.folder,
                              stderr=subprocess.DEVNULL) as process:
            while not any(".part-" in name for name in os.listdir(self.folder)):
                self.assertIsNone(process.poll())
                time.sleep(0.01)
            time.sleep(0.5)
            for _ in range(2):
                process.send_signal(signal.SIGINT)
                time.sleep(0.02)
        self.assertEqual(process.returncode, -signal.SIGINT)
        # A busy machine may deliver both signals as one.
        self.assertIn(sorted(os.listdir(self.folder)), ([], ["a.json", "a.mp4"]))

    def write_cube(self, faces=6):
        corners = [(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)]
        quads = ["1 2 4 3", "5 7 8 6", "1 5 6 2", "3 4 8 7", "1 3 7 5", "2 6 8 4"]
        obj = "".join("v {} {} {}\n".format(*c) for c in corners)
        return self.write("cube.obj", obj + "".join(f"f {q}\n" for q in quads[:faces]))

    def test_a_mesh_falls_as_cloth(self):
        run = (self.write_cube(), "--no-render", "--frames", "10", "--as", "cloth")
        stats = self.stats(*run)
        self.assertEqual(stats["particles"], 8)
        self.assertEqual([(c["type"], c["count"]) for c in stats["constraints"]],
                         [("stretch", 18), ("dihedral", 18)])

    def test_an_open_mesh_falls_as_cloth_of_itself(self):
        run = (self.write_cube(faces=5), "--no-render", "--frames", "2")
        self.assertEqual([c["type"] for c in self.stats(*run)["constraints"]],
                         ["stretch", "dihedral"])

    def test_a_closed_mesh_falls_as_a_soft_body_where_there_is_a_scene_for_it(self):
        run = (self.write_cube(), "--no-render", "--frames", "2")
        if "volume/drop" in self.run_limber("--list").out:
            for choice in ((), ("--as", "auto"), ("--as", "volume")):
                types = [c["type"] for c in self.stats(*run, *choice)["constraints"]]
                self.assertIn("volume", types)
        else:
            self.assertEqual(self.stats(*run)["constraints"][1]["type"], "dihedral")
            self.assert_refused(3, "cube.obj", "volume/drop", "cloth",
                                arguments=[*run, "--as", "volume"])

    def test_the_user_chooses_who_fills_a_solid(self):
        def particles(scene, *words):
            outcome = self.stats(scene, *words, "--no-render", "--frames", "1", "--solver", "tbb")
            return outcome["particles"]
        cube = self.write_cube()
        # The default lattice is neither too fine nor too coarse for the cube.
        self.assertTrue(1000 < particles(cube, "--mesher", "lattice") < 5000)
        ball = self.write("ball.toml", 'family = "volume"\n[[solid]]\nshape = "ball"\n'
                          "cell_m = 0.1\n")
        lattice = particles(ball)
        self.assertEqual(particles(ball, "--mesher", "lattice"), lattice)
        self.assertEqual(particles(ball, "--mesher", "auto"), lattice)
        if "ok   tetgen" in self.run_limber("--doctor").out:
            self.assertEqual(particles(cube, "--mesher", "tetgen"), particles(cube))
            self.assertLess(particles(cube, "--mesher", "tetgen"), 1000)
            self.assertNotEqual(particles(ball, "--mesher", "tetgen"), lattice)

    def test_a_scene_file_needs_no_compiler(self):
        scene = self.write("mine.toml", """
title = "Mine"
family = "cloth"
[settings]
dt_s = 0.02
[[cloth]]
columns = 7
rows = 5
pins = "top_edge"
[[collider]]
shape = "ground"
""")
        stats = self.stats(scene, "--no-render", "--frames", "10")
        self.assertEqual((stats["particles"], stats["dt_s"]), (35, 0.02))


class Plants(command.CommandTest):
    def test_stats_count_parts_and_modes(self):
        stats = self.stats("plants/conifer", "--no-render", "--frames", "6", "--solver", "serial")
        counts = {key: stats[key] for key in ("particles", "parts", "deformable_parts", "modes")}
        self.assertEqual(counts, {"particles": 644, "parts": 644, "deformable_parts": 43,
                                  "modes": 356})
        self.assertEqual(set(stats["residual"]), {"bend", "speed"})
        self.assertEqual(stats["constraints"], [])
        self.assertGreater(stats["vertices"], 4 * 644)
        self.assertNotIn("parts", self.stats("cloth/flags", "--no-render", "--frames", "1"))

    def test_serial_and_tbb_end_in_the_same_bits(self):
        for scene in ("plants/conifer", "plants/cactus"):
            run = (scene, "--no-render", "--frames", "30")
            serial = self.stats(*run, "--solver", "serial")
            for threads in ("1", "3"):
                tbb = self.stats(*run, "--solver", "tbb", "--threads", threads)
                self.assertEqual(tbb["state_hash"], serial["state_hash"], scene)

    def test_a_video_shows_what_is_simulated_without_one(self):
        run = ("plants/conifer", "--frames", "7", "--solver", "tbb")
        recorded = self.stats(*run, "--headless", "--size", "96x64", "--record", "a.mp4")
        self.assertEqual(os.listdir(self.folder), ["a.mp4"])
        self.assertEqual(recorded["state_hash"], self.stats(*run, "--no-render")["state_hash"])
        probe = subprocess.run(
            ["ffprobe", "-v", "error", "-count_frames", "-show_streams", "-of", "json", "a.mp4"],
            cwd=self.folder, capture_output=True, text=True, check=True)
        stream = json.loads(probe.stdout)["streams"][0]
        self.assertEqual((stream["width"], stream["height"]), (96, 64))
        self.assertEqual(stream["nb_read_frames"], "7")

    def test_the_wind_moves_them_and_more_of_it_further(self):
        run = ("plants/conifer", "--no-render", "--frames", "60", "--solver", "tbb")
        bends = [self.stats(*run, "--set", f"wind_m_s={speed}")["residual"]["bend"]
                 for speed in (0, 3, 12)]
        self.assertLess(bends[0], 1e-4)
        self.assertGreater(bends[1], 10 * bends[0])
        self.assertGreater(bends[2], 2 * bends[1])

    def test_a_mesh_bends_in_modes(self):
        corners = [(x, y, z) for x in (0, 0.1) for y in (0, 1) for z in (0, 0.1)]
        quads = ["1 2 4 3", "5 7 8 6", "1 5 6 2", "3 4 8 7", "1 3 7 5", "2 6 8 4"]
        self.write("beam.obj", "".join("v {} {} {}\n".format(*c) for c in corners)
                   + "".join(f"f {q}\n" for q in quads))
        stats = self.stats("beam.obj", "--as", "modes", "--no-render", "--frames", "60")
        self.assertEqual((stats["parts"], stats["deformable_parts"], stats["modes"]), (1, 1, 15))
        self.assertTrue(stats["finite"])
        self.assertGreater(stats["residual"]["bend"], 0)

    def test_copies_of_a_solid_share_its_modes_and_move_alike(self):
        text = ('family = "plants"\ngrown_under_gravity = false\n[[solid]]\nshape = "box"\n'
                'size_m = [0.1, 1, 0.1]\nmesher = "grid"\ngrid_cells = [1, 8, 1]\nmodes = {}\n'
                "linear_modes = 3\nyoung_modulus_Pa = 1e7\ncopies = [{}, 1, 1]\n"
                "step_m = [1, 0, 1]\n")
        run = ("--no-render", "--frames", "60", "--solver", "serial", "--set", "wind_m_s=20",
               "--set", "gustiness=0")  # the same wind everywhere
        one = self.stats(self.write("one.toml", text.format(6, 1)), *run)
        # Copies, followed by copies of a solid with another number of modes.
        more = text.format(6, 3) + text.format(4, 2).partition("false\n")[2]
        all_of_them = self.stats(self.write("more.toml", more), *run)
        self.assertEqual((all_of_them["parts"], all_of_them["modes"]), (5, 26))
        other = self.stats(self.write("other.toml", text.format(4, 1)), *run)
        squares = (18 * one["residual"]["bend"] ** 2 + 8 * other["residual"]["bend"] ** 2) / 26
        self.assertGreater(one["residual"]["bend"], 1e-4)
        self.assertAlmostEqual(all_of_them["residual"]["bend"] / squares ** 0.5, 1, places=3)


if __name__ == "__main__":
    command.main()
