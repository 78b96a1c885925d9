"""Real windows, driven with mouse and keys: window_test.py LIMBER [TEST...]."""

import glob
import json
import math
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import unittest

from screen import Program, Screen, need, wait_until

LIMBER = ""
MISSING = 77  # as CMakeLists.txt says

# A curtain that hangs still until somebody pulls it.
CURTAIN = """
title = "A curtain"
family = "cloth"
[camera]
eye_m = [0.0, 1.0, 4.0]
target_m = [0.0, 1.0, 0.0]
[settings]
gravity_m_s2 = 0.0
damping_per_s = 1.0
[[cloth]]
shape = "grid"
columns = 12
rows = 12
size_m = [1.4, 1.4]
center_m = [0.0, 1.0, 0.0]
right = [1.0, 0.0, 0.0]
down = [0.0, -1.0, 0.0]
pins = "left_edge"
density_kg_m2 = 0.2
"""


# A young tree that stands still.
TREE = """
title = "A tree"
family = "plants"
[camera]
eye_m = [0.0, 1.2, 5.0]
target_m = [0.0, 1.2, 0.0]
[settings]
wind_m_s = 0.0
[[plant]]
species = "conifer"
height_m = 2.5
"""

# A block that sags a little, and whose steps take seconds on one core: two hundred iterations over
# nine million numbers. What is drawn of it is small.
SLOW = """
title = "A slow block"
family = "fem"
elements = "quadratic"
[camera]
eye_m = [0.0, 0.4, 4.5]
target_m = [0.0, 0.4, 0.0]
[settings]
dt_s = 0.02
gravity_m_s2 = 0.1
cg_iterations = 200
cg_tolerance = 0.0
[[solid]]
shape = "box"
mesher = "grid"
grid_cells = [16, 16, 16]
drawn = "simulated"
pinned_left_of_m = -0.49
"""

# One system of each kind, as mixed.toml has it: what is pulled to where, in metres, and the object
# of --mesh that it is. What is pulled sideways is seen where nothing of it was before.
MIXED = os.path.join(os.path.dirname(os.path.abspath(__file__)), "mixed")
MIXED_PULLS = [("surface0", (-1.12, 1.1), (-1.4, 1.35)),   # a corner of the cloth
               ("surface2", (0.0, 0.56), (0.3, 0.95)),     # finite elements
               ("instance0.2", (0.9, 0.43), (1.2, 0.75)),  # the block on top of two others
               ("surface1", (1.75, 0.645), (1.55, 1.15))]  # a solid of particles on its platform


def mixed_px(x_m, y_m, z_m):
    """Where mixed.toml's camera sees a place in a picture of 400x300."""
    eye_y, eye_z, target_y, fov_deg = 1.1, 6.5, 0.9, 30
    length = math.hypot(target_y - eye_y, eye_z)
    down, ahead = (target_y - eye_y) / length, eye_z / length
    depth = (y_m - eye_y) * down + (eye_z - z_m) * ahead
    up = (y_m - eye_y) * ahead - (eye_z - z_m) * down
    scale = 150 / math.tan(math.radians(fov_deg / 2)) / depth
    return 200 + x_m * scale, 150 - up * scale


# Two scenes with all that steps may have; the first one goes on for a step on another solver.
TOUR = """
[[step]]
scene = "curtain.toml"
solver = "serial"
seconds = 0.28
turn_deg_s = 20
[[step.pull]]
start_s = 0.05
at_m = [0.7, 1.7, 0.0]
path = [[0, 0, 0, 0], [0.2, 0, -0.3, 0.4]]
pin = true
[[step]]
solver = "tbb"
seconds = 0.22
[[step.set]]
time_s = 0.1
parameter = "gravity_m_s2=20"
[[step]]
scene = "cloth/flags"
seconds = 0.2
[[step.camera]]
eye_m = [0.6, 2.2, 9.2]
target_m = [0.0, 1.95, 0.0]
[[step.camera]]
time_s = 0.2
eye_m = [-4.0, 2.2, 6.0]
target_m = [0.0, 1.95, 0.0]
"""


class Switching:
    """Switches the solver back and forth, every second in which it is asked to look at the time."""

    def __init__(self, program):
        self.program, self.count = program, 0
        self.next_s = time.monotonic() + 1

    def look(self):
        if time.monotonic() < self.next_s:
            return
        self.count += 1
        solver = "tbb" if self.count % 2 else "serial"
        self.program.press("2" if self.count % 2 else "1")
        self.program.wait_for_title(f"- {solver} -")
        self.next_s = time.monotonic() + 1


class Window(unittest.TestCase):
    def setUp(self):
        self.screen = Screen()
        self.addCleanup(self.screen.close)
        self.stats_file = os.path.join(self.screen.folder, "stats.json")
        self.curtain = os.path.join(self.screen.folder, "curtain.toml")
        with open(self.curtain, "w", encoding="ascii") as file:
            file.write(CURTAIN)

    def start(self, *words, **options):
        program = Program(self.screen, LIMBER, *words, "--stats", self.stats_file, **options)
        self.addCleanup(program.kill)
        return program

    def stats_at_end(self, program):
        self.assertEqual(program.wait_for_end(), 0, program.said())
        with open(self.stats_file, encoding="ascii") as file:
            return json.load(file)

    def still_picture(self):
        """The screen's pixels once they stay the same, but for a few numbers in the panels."""
        def look():
            pixels = self.screen.pixels()
            time.sleep(0.5)
            return pixels if self.screen.share_changed(pixels) < 0.003 else None
        return wait_until("a picture that stands still", look)

    def pause(self, program):
        program.press("space")
        program.wait_for_title("(paused)")

    def colors(self, left, top, right, bottom):
        """Red, green and blue of each pixel in this part of the screen, row by row."""
        pixels, row = self.screen.pixels(), 4 * self.screen.width
        part = b"".join(pixels[y * row + 4 * left:y * row + 4 * right] for y in range(top, bottom))
        return list(zip(part[2::4], part[1::4], part[0::4]))

    def dark_share(self, top, bottom):
        """The share of dark pixels in these rows of a window that is 400 wide."""
        colors = self.colors(0, top, 400, bottom)
        return sum(green < 60 for _, green, _ in colors) / len(colors)

    def seconds_until(self, change, rows, action):
        """How long it takes from an action of the user until these rows of the screen change: such
        that change(colours) holds, or in any way where that is None."""
        row = 4 * self.screen.width
        part = slice(rows[0] * row, rows[1] * row)
        before, start_s = self.screen.pixels()[part], time.monotonic()
        action()

        def is_there():
            now = self.screen.pixels()[part]
            return now != before and (not change or change(
                list(zip(now[2::4], now[1::4], now[0::4]))))
        wait_until("an answer", is_there)
        return time.monotonic() - start_s

    def blue_pixels(self):
        """How many have the colour of the first type of constraint in plots, in the panel on the
        right of a window of 640x480: pictures of scenes are blue, too."""
        return sum(r < 60 and 90 < g < 140 and b > 150
                   for r, g, b in self.colors(460, 30, 630, 480))

    def orange_pixels(self):
        """How many have the second one's in the panel on the right of a window of 640x480."""
        return sum(r > 220 and 100 < g < 145 and b < 50
                   for r, g, b in self.colors(460, 30, 630, 480))

    def files(self, ending):
        """The files with this ending that are whole."""
        names = glob.glob(os.path.join(self.screen.folder, "limber-*" + ending))
        return [name for name in names if ".part-" not in name]

    def probe(self, video):
        need("ffprobe")
        words = ["ffprobe", "-v", "error", "-count_frames", "-select_streams", "v", "-of", "json",
                 "-show_entries", "stream=width,height,nb_read_frames,r_frame_rate", video]
        answer = json.loads(subprocess.run(words, capture_output=True, check=True).stdout)
        return answer["streams"][0]

    def test_the_window_manager_closes_it(self):
        program = self.start(self.curtain)
        program.close_window()
        self.assertGreater(self.stats_at_end(program)["frames"], 0)

    def test_a_signal_closes_it_as_a_click_does(self):
        program = self.start(self.curtain)
        program.press("ctrl+r")
        program.wait_for_title("(recording)")
        time.sleep(0.5)
        program.process.send_signal(signal.SIGTERM)
        self.assertEqual(program.wait_for_end(), -signal.SIGTERM, program.said())
        with open(self.stats_file, encoding="ascii") as file:
            self.assertGreater(json.load(file)["frames"], 0)
        self.assertGreater(int(self.probe(self.files(".mp4")[0])["nb_read_frames"]), 0)

    def test_pauses_resets_and_steps(self):
        program = self.start(self.curtain, "--solver", "serial")
        program.press("space")
        program.wait_for_title("(paused)")
        program.press("p")
        program.wait_for_title("Limber", without=["(paused)"])
        program.press("o")
        program.wait_for_title("(paused)")
        program.press("r", "o", "period", "o", "ctrl+q")
        self.assertEqual(self.stats_at_end(program)["steps"], 3)

    def test_steps_back_slows_down_saves_and_loads_and_keeps_the_camera(self):
        program = self.start(self.curtain, "--solver", "serial", "--set", "gravity_m_s2=9.81", "--set",
                             "dt_s=0.05")
        self.pause(program)
        program.press("h", "r", "o", "o", "o", "o")
        self.screen.xdotool("mousemove", 30, 30)
        before = self.still_picture()
        self.screen.xdotool("mousedown", 1, "mousemove", 130, 60)
        wait_until("another view", lambda: self.screen.share_changed(before) > 0.01)
        self.screen.xdotool("mouseup", 1)
        fourth = self.still_picture()
        program.press("comma", "comma")
        second = self.still_picture()
        self.assertGreater(self.screen.share_changed(fourth), 0.001)

        def wait_for_second(what):
            wait_until(what, lambda: self.screen.share_changed(second) < 0.0005)
        program.press("r")
        wait_until("the start", lambda: self.screen.share_changed(second) > 0.001)
        program.press("o", "o")
        wait_for_second("the same from where the camera was")
        program.press("ctrl+s")
        wait_until("a saved moment", lambda: self.files(".limber"))
        program.press("o", "o")
        wait_until("another moment", lambda: self.screen.share_changed(second) > 0.001)
        program.press("ctrl+l")
        wait_for_second("the moment that was saved")  # once what is said of it has faded
        program.press("minus", "minus", "minus", "minus", "space")
        program.wait_for_title("Limber", without=["(paused)"])
        start_s = time.monotonic()
        time.sleep(1)
        program.press("space")
        program.wait_for_title("(paused)")
        real_s = time.monotonic() - start_s
        program.press("ctrl+q")
        simulated_s = 0.05 * (self.stats_at_end(program)["steps"] - 2)
        self.assertLess(simulated_s, 1.5 * real_s / 8)
        self.assertGreater(simulated_s, 0.0)

    def test_the_slider_goes_to_any_moment_and_going_on_branches_off(self):
        program = self.start("cloth/flags", "--solver", "tbb", size="640x480")
        time.sleep(1.5)
        self.pause(program)
        self.still_picture()
        y = 170  # the slider's row, in the left panel
        for words in (("mousemove", 160, y), ("mousedown", 1), ("mousemove", 300, y)):
            self.screen.xdotool(*words)
            time.sleep(0.3)
        now = self.still_picture()  # a paused one may lie between two steps
        changed = lambda: self.screen.share_changed(now, 205, 445)
        self.screen.xdotool("mousemove", 140, y)
        wait_until("an earlier moment", lambda: changed() > 0.01)
        self.screen.xdotool("mousemove", 300, y)
        wait_until("now again", lambda: changed() < 0.003)
        self.screen.xdotool("mousemove", 60, y)
        wait_until("the start", lambda: changed() > 0.01)
        self.still_picture()
        self.screen.xdotool("mouseup", 1)
        program.press("o", "ctrl+q")
        self.assertLess(self.stats_at_end(program)["steps"], 30)

    def test_switches_the_solver(self):
        program = self.start(self.curtain, "--solver", "serial")
        program.wait_for_title("- serial -")
        program.press("2")
        program.wait_for_title("- tbb -")
        program.press("1")
        program.wait_for_title("- serial -")
        program.press("2")
        program.wait_for_title("- tbb -")
        program.press("ctrl+q")
        self.assertEqual(self.stats_at_end(program)["solver"], "tbb")

    def test_says_why_there_is_no_gpu_and_goes_on(self):
        program = self.start(self.curtain, "--solver", "tbb",
                             environment={"CUDA_VISIBLE_DEVICES": ""})
        program.press("h")
        wait_until("no panels", lambda: self.dark_share(250, 300) < 0.02)
        program.press("3")
        wait_until("a note", lambda: self.dark_share(250, 300) > 0.2)
        self.assertIn("- tbb -", program.title())
        program.press("1")  # nobody has to close it
        program.wait_for_title("- serial -")
        wait_until("no note", lambda: self.dark_share(250, 300) < 0.02)

    def test_changes_the_scene(self):
        answer = subprocess.run([LIMBER, "--list"], capture_output=True, check=True, text=True)
        scenes = [line.split()[0] for line in answer.stdout.splitlines()]
        program = self.start(scenes[0])
        program.wait_for_title(scenes[0] + " -")
        program.press("bracketright")
        program.wait_for_title(scenes[1] + " -")
        program.press("bracketleft")
        program.wait_for_title(scenes[0] + " -")
        program.press("ctrl+o")
        self.screen.xdotool("type", "tube cloth")
        program.press("Return")
        program.wait_for_title("cloth/tube -")

    def test_opens_what_is_dropped_and_survives_what_cannot_be_opened(self):
        program = self.start("cloth/flags")
        program.drop_file(self.curtain)
        program.wait_for_title("curtain.toml -")
        self.pause(program)
        before = self.still_picture()
        program.drop_file("/no/such/mesh.obj")
        wait_until("a message over the picture", lambda: self.screen.share_changed(before) > 0.1)
        self.assertIn("curtain.toml -", program.title())
        program.drop_file(self.curtain)  # what was wrong before is of no interest any more
        wait_until("no message", lambda: self.screen.share_changed(before) < 0.1)
        program.drop_file("/no/such/picture.png")
        wait_until("another message", lambda: self.screen.share_changed(before) > 0.1)
        program.press("Escape", "ctrl+q")
        self.assertEqual(self.stats_at_end(program)["particles"], 144)

    def test_a_note_about_a_mesh_comes_and_goes(self):
        path = os.path.join(self.screen.folder, "flat.obj")
        with open(path, "w", encoding="ascii") as file:
            file.write("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nf 1 1 2\n")
        program = self.start(self.curtain)
        program.press("h")
        # The note is dark, the ground behind it bright.
        wait_until("no panels", lambda: self.dark_share(250, 300) < 0.02)
        program.drop_file(path)
        program.wait_for_title("flat.obj -")
        wait_until("a note", lambda: self.dark_share(250, 300) > 0.2)
        wait_until("no note", lambda: self.dark_share(250, 300) < 0.02)

    def test_the_panel_chooses_who_fills_a_mesh(self):
        doctor = subprocess.run([LIMBER, "--doctor"], capture_output=True, check=True, text=True)
        if "ok   tetgen" not in doctor.stdout:
            self.skipTest("the lattice fills everything where TetGen is missing")
        with open(os.path.join(self.screen.folder, "pyramid.obj"), "w", encoding="ascii") as file:
            file.write("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"
                       "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n")
        program = self.start("pyramid.obj", "--as", "volume", size="640x480")

        def moved_since(before):  # between the panels
            return self.screen.share_changed(before, left=200, right=450) > 0.02
        start = self.screen.pixels()
        wait_until("it to fall", lambda: moved_since(start))
        self.pause(program)
        before = self.still_picture()
        self.screen.click(126, 149)  # "Filled by"
        wait_until("the list", lambda: self.screen.share_changed(before) > 0.004)
        self.screen.click(110, 201)  # the lattice
        wait_until("another solid where it began", lambda: moved_since(before))
        self.still_picture()
        program.press("ctrl+q")
        self.assertGreater(self.stats_at_end(program)["particles"], 100)

    def test_the_window_answers_while_a_step_takes_seconds(self):
        slow = os.path.join(self.screen.folder, "slow.toml")
        with open(slow, "w", encoding="ascii") as file:
            file.write(SLOW)
        program = self.start(slow, "--solver", "serial", size="320x240")
        # Above is the badge, whose numbers change; the block is above where the mouse turns it.
        top, block, below = (0, 80), (90, 170), (110, 240)

        def amber(colors):  # the badge's words
            return sum(r > 200 and 140 < g < 200 and b < 110 for r, g, b in colors) > 30

        def golden(colors):  # the line from what is held to the mouse
            return sum(r > 220 and 170 < g < 235 and b < 130 for r, g, b in colors) > 30
        program.press("h")
        wait_until("the badge", lambda: amber(self.colors(0, top[0], 320, top[1])))
        answers = {}

        def answer(what, change, rows, *words):
            answers[what] = self.seconds_until(change, rows, lambda: self.screen.xdotool(*words))
        self.screen.xdotool("mousemove", 30, 200, "mousedown", 1)
        for i in range(1, 5):
            answer(f"turn {i}", None, block, "mousemove", 30 + 20 * i, 200)
        self.screen.xdotool("mouseup", 1, "mousemove", 160, 130)
        time.sleep(0.5)
        answer("a line", golden, below, "mousedown", 1, "mousemove", 220, 200)
        answer("no line", lambda colors: not golden(colors), below, "key", "Escape")
        self.screen.xdotool("mouseup", 1)
        answer("help", None, below, "key", "F1")
        answer("no help", None, below, "key", "Escape")
        start_s = time.monotonic()
        program.press("space")
        program.wait_for_title("(paused)")
        answers["a pause"] = time.monotonic() - start_s
        program.press("space")
        program.wait_for_title("Limber", without=["(paused)"])
        start_s = time.monotonic()
        program.process.send_signal(signal.SIGINT)
        self.assertEqual(program.wait_for_end(), -signal.SIGINT, program.said())
        ended_s = time.monotonic() - start_s
        with open(self.stats_file, encoding="ascii") as file:
            stats = json.load(file)
        step_s = stats["ms_per_step"]["median"] / 1e3
        self.assertGreater(step_s, 0.5)
        # A busy machine is slow at both.
        for what, seconds in answers.items():
            self.assertLess(seconds, step_s / 2, f"{what}, of {answers}")
        self.assertLess(stats["ms_per_picture"]["longest"] / 1e3, step_s / 2)
        self.assertLess(ended_s, 1.5 * stats["ms_per_step"]["p95"] / 1e3 + 2)
        if ended_s > 1:
            self.assertIn("limber: ends after the step that is under way", program.said())

    def test_convergence_is_plotted_while_its_section_is_open(self):
        program = self.start(self.curtain, "--solver", "serial", "--set", "gravity_m_s2=9.81",
                             size="640x480")
        self.still_picture()
        self.screen.click(540, 56)  # the headings of the panel on the right; View
        self.screen.click(540, 192)  # Statistics, whose curves are as blue
        wait_until("closed sections", lambda: self.blue_pixels() == 0)
        self.screen.click(540, 226)  # Convergence
        wait_until("curves", lambda: self.blue_pixels() > 80)
        self.pause(program)
        self.screen.click(540, 226)
        wait_until("no curves", lambda: self.blue_pixels() == 0)
        program.press("r")  # what was measured is forgotten
        self.screen.click(540, 226)
        wait_until("curves of what stands still", lambda: self.blue_pixels() > 80)

    def drop_slow_mesh(self, program, faces):
        """A triangle, and many faces without an area that are slow to cut: some seconds for
        10,000. Waits until the program shows that it is at work."""
        before = self.still_picture()
        path = os.path.join(self.screen.folder, "slow.obj")
        with open(path, "w", encoding="ascii") as file:
            file.write("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
            file.write("".join(f"v {i} 0 0\n" for i in range(250)))
            file.write(("f " + " ".join(str(i + 4) for i in range(250)) + "\n") * faces)
        program.drop_file(path)
        wait_until("a pop-up", lambda: self.screen.share_changed(before) > 0.05)
        self.assertIn("curtain.toml -", program.title())
        return before

    def test_what_runs_goes_on_while_a_slow_scene_opens(self):
        program = self.start(self.curtain)
        self.drop_slow_mesh(program, faces=8000)
        program.press("space")
        program.wait_for_title("curtain.toml -", "(paused)")
        program.press("space")
        program.wait_for_title("slow.obj -", without=["(paused)"])
        program.press("ctrl+q")
        self.assertEqual(self.stats_at_end(program)["particles"], 3)

    def test_escape_stops_opening_a_scene(self):
        program = self.start(self.curtain)
        self.pause(program)
        before = self.drop_slow_mesh(program, faces=60000)
        program.press("Escape")
        wait_until("no pop-up", lambda: self.screen.share_changed(before) < 0.01)
        self.assertIn("curtain.toml -", program.title())

    def test_another_scene_takes_the_place_of_one_that_is_being_opened(self):
        program = self.start(self.curtain)
        self.drop_slow_mesh(program, faces=60000)
        program.press("bracketright")
        program.wait_for_title("cloth/flags -")

    def test_a_window_closes_at_once_while_a_scene_opens(self):
        program = self.start(self.curtain)
        self.drop_slow_mesh(program, faces=60000)
        start_s = time.monotonic()
        program.close_window()
        self.assertEqual(self.stats_at_end(program)["particles"], 144)
        self.assertLess(time.monotonic() - start_s, 10)

    def test_home_kept_views_and_the_turntable_move_the_camera(self):
        program = self.start(self.curtain, "--solver", "serial")
        program.press("h")
        self.pause(program)
        self.screen.xdotool("mousemove", 60, 60)

        def moved(before):  # more than a note covers
            return self.screen.share_changed(before) > 0.03
        home = self.still_picture()
        program.press("t")
        wait_until("the turntable to turn what is paused", lambda: self.screen.share_changed(home) > 0.06)
        program.press("t")
        turned = self.still_picture()
        self.assertTrue(moved(home))
        program.press("ctrl+2", "ctrl+c", "Home")
        wait_until("the way home", lambda: not moved(home))
        program.press("shift+2")
        wait_until("the kept view", lambda: not moved(turned))
        program.press("Home")
        wait_until("the way home", lambda: not moved(home))
        program.press("ctrl+v")
        wait_until("the copied view", lambda: not moved(turned))
        program.press("ctrl+q")
        self.stats_at_end(program)

    def test_what_a_click_would_grab_is_marked_but_not_in_files(self):
        program = self.start(self.curtain, "--solver", "serial")
        program.press("h")
        self.pause(program)

        def white(colors):
            return sum(min(color) > 250 for color in colors)
        self.screen.xdotool("mousemove", 60, 60)
        self.still_picture()
        self.assertEqual(white(self.colors(180, 120, 260, 180)), 0)
        self.screen.xdotool("mousemove", 220, 150)
        wait_until("a mark", lambda: white(self.colors(180, 120, 260, 180)) > 15)
        program.press("ctrl+p")
        file = wait_until("a picture", lambda: self.files(".png"))[0]
        pixels = subprocess.run(["ffmpeg", "-v", "error", "-i", file, "-f", "rawvideo", "-pix_fmt",
                                 "rgb24", "-"], capture_output=True, check=True).stdout
        self.assertEqual(len(pixels), 3 * 400 * 300)
        part = b"".join(pixels[1200 * y + 540:1200 * y + 780] for y in range(120, 180))
        self.assertEqual(white(list(zip(part[0::3], part[1::3], part[2::3]))), 0)
        program.press("ctrl+q")
        self.stats_at_end(program)

    def frames_of(self, video):
        """A sum of each frame."""
        words = ["ffmpeg", "-v", "error", "-i", video, "-f", "framemd5", "-"]
        sums = subprocess.run(words, capture_output=True, check=True, text=True).stdout
        return [line.split()[-1] for line in sums.splitlines() if not line.startswith("#")]

    def test_a_tour_has_the_same_frames_with_and_without_a_window(self):
        need("ffmpeg")
        with open(os.path.join(self.screen.folder, "tour.toml"), "w", encoding="ascii") as file:
            file.write(TOUR)
        run = ("--tour", "tour.toml", "--fps", "60")
        program = self.start(*run, "--record", "window.mp4")
        in_window = self.stats_at_end(program)
        subprocess.run([LIMBER, *run, "--record", "without.mp4", "--headless", "--size", "400x300",
                        "--stats", self.stats_file], cwd=self.screen.folder, check=True,
                       capture_output=True)
        with open(self.stats_file, encoding="ascii") as file:
            without = json.load(file)
        for key in ("scene", "solver", "steps", "state_hash"):
            self.assertEqual(in_window[key], without[key], key)
        frames = [self.frames_of(os.path.join(self.screen.folder, name))
                  for name in ("window.mp4", "without.mp4")]
        self.assertEqual(len(frames[0]), 17 + 13 + 12)
        self.assertEqual(frames[0], frames[1])

    def test_escape_ends_a_tour_and_its_scene_goes_on(self):
        with open(os.path.join(self.screen.folder, "tour.toml"), "w", encoding="ascii") as file:
            file.write('[[step]]\nscene = "curtain.toml"\nseconds = 0.2\n'
                       '[[step]]\nscene = "cloth/flags"\nseconds = 0.2\n')
        program = self.start("--tour", "tour.toml", "--loop", "--solver", "serial")
        for _ in range(2):
            program.wait_for_title("cloth/flags -")
            program.wait_for_title("curtain.toml -")
        program.press("Escape")
        title = program.title()
        time.sleep(1.5)
        self.assertEqual(program.title(), title)
        wait_until("panels", lambda: self.dark_share(250, 300) > 0.2)
        program.press("ctrl+q")
        self.stats_at_end(program)

    def test_what_is_done_becomes_a_tour(self):
        program = self.start(self.curtain, "--solver", "serial")
        program.press("h", "ctrl+t")
        program.wait_for_title("(noting)")
        self.screen.xdotool("mousemove", 260, 100)
        time.sleep(0.3)
        self.screen.xdotool("mousedown", 1)
        time.sleep(0.3)
        self.screen.xdotool("mousemove", 220, 160)
        time.sleep(0.5)
        self.screen.xdotool("mouseup", 1)
        program.press("2")
        program.wait_for_title("- tbb -")
        program.press("ctrl+t")
        program.wait_for_title("Limber", without=["(noting)"])
        file = self.files("-tour.toml")[0]
        program.press("ctrl+q")
        self.stats_at_end(program)
        with open(file, encoding="utf-8") as text:
            notes = text.read()
        self.assertIn(f'scene = "{self.curtain}"\nsolver = "serial"\n', notes)
        self.assertIn("[[step.pull]]", notes)
        self.assertIn('[[step]]\nsolver = "tbb"\n', notes)
        played = subprocess.run([LIMBER, "--tour", file, "--no-render", "--stats", "-"],
                                capture_output=True, text=True, timeout=60)
        self.assertEqual(played.returncode, 0, played.stderr + notes)
        stats = json.loads(played.stdout)
        self.assertEqual(stats["solver"], "tbb")
        self.assertGreater(stats["residual"]["stretch"], 1e-6)  # it was pulled

    def test_a_pulled_vertex_follows_and_stays_where_it_is_pinned(self):
        program = self.start(self.curtain, "--solver", "serial")
        program.press("h")  # panels away
        x, y = 220, 150
        self.screen.xdotool("mousemove", x, y)
        before = self.still_picture()
        self.screen.xdotool("mousedown", 1)
        wait_until("the mark of the pull", lambda: self.screen.share_changed(before) > 0)
        self.screen.xdotool("mousemove", x - 80, y + 60)  # the pinned edge is on the left
        wait_until("the curtain to follow", lambda: self.screen.share_changed(before) > 0.01)
        program.press("2")  # what is held stays held
        program.wait_for_title("- tbb -")
        self.screen.xdotool("keydown", "shift", "mouseup", 1)
        program.press("space")
        self.screen.xdotool("keyup", "shift")
        program.wait_for_title("(paused)")
        self.assertGreater(self.screen.share_changed(before), 0.01)
        program.press("ctrl+q")
        stats = self.stats_at_end(program)
        self.assertTrue(stats["finite"])
        self.assertGreater(stats["residual"]["stretch"], 1e-4)

    def test_a_pulled_tree_bends_and_swings_back(self):
        tree = os.path.join(self.screen.folder, "tree.toml")
        with open(tree, "w", encoding="ascii") as file:
            file.write(TREE)
        program = self.start(tree, "--solver", "serial")
        program.press("h")
        x, y = 200, 160
        self.screen.xdotool("mousemove", x, y)
        before = self.still_picture()
        self.screen.xdotool("mousedown", 1, "mousemove", x + 80, y)
        wait_until("the tree to follow", lambda: self.screen.share_changed(before) > 0.025)
        program.press("2")
        program.wait_for_title("- tbb -")
        self.assertGreater(self.screen.share_changed(before), 0.025)
        self.screen.xdotool("mouseup", 1)
        wait_until("the tree to swing back", lambda: self.screen.share_changed(before) < 0.01)
        program.press("ctrl+q")
        stats = self.stats_at_end(program)
        self.assertTrue(stats["finite"])
        self.assertEqual(stats["deformable_parts"], 43)

    def is_held_at(self, x, y):
        """Whether the mark on what is held lies around the cursor: a disc that is wider than the
        mark of the cursor's own target. The cursor hides some of it."""
        def golden(i, j):
            first = 4 * (j * self.screen.width + i)
            b, g, r = pixels[first:first + 3]
            return b < 130 and 170 < g < 235 and r > 220
        pixels = self.screen.pixels()
        rim = [(i, j) for j in range(y - 7, y + 7) for i in range(x - 7, x + 7)
               if 4.7 < math.hypot(i + 0.5 - x, j + 0.5 - y) < 6]
        return sum(golden(*at) for at in rim) > len(rim) / 3

    def pull_and_pin(self, switching, start, end):
        """Lets go once another solver has held it, too."""
        def is_held_at(place):
            switching.look()
            return self.is_held_at(*place)
        self.screen.xdotool("mousemove", *start)
        self.screen.xdotool("mousedown", 1)
        wait_until("the mark of what is held", lambda: is_held_at(start))
        self.screen.xdotool("mousemove", *end)
        wait_until("what is held to come", lambda: is_held_at(end))
        count = switching.count
        wait_until("what another solver holds", lambda: is_held_at(end) and switching.count > count)
        self.screen.xdotool("keydown", "shift", "mouseup", 1)
        wait_until("nothing to be held", lambda: not is_held_at(end))
        self.screen.xdotool("keyup", "shift")

    def test_a_mixed_scene_is_pulled_switched_and_recorded(self):
        need("ffmpeg")
        shutil.copy(os.path.join(MIXED, "stool.obj"), self.screen.folder)
        video = os.path.join(self.screen.folder, "video.mp4")
        mesh = os.path.join(self.screen.folder, "mesh.obj")
        program = self.start(os.path.join(MIXED, "mixed.toml"), "--solver", "serial", "--fps", 25,
                             "--record", video, "--mesh", mesh)
        wait_until("panels", lambda: self.dark_share(250, 300) > 0.2)
        program.press("h")
        wait_until("no panels", lambda: self.dark_share(250, 300) < 0.02)
        switching = Switching(program)
        for _, start_m, end_m in MIXED_PULLS:
            start, end = ([round(c) for c in mixed_px(*m, 0.1)] for m in (start_m, end_m))
            self.pull_and_pin(switching, start, end)

        def many():
            switching.look()
            return switching.count >= 10
        wait_until("ten switches", many)
        program.press("ctrl+q")
        stats = self.stats_at_end(program)
        self.assertEqual(stats["steps"], 2 * stats["frames"])  # none was lost to a switch
        self.assertTrue(stats["finite"])
        stream = self.probe(video)
        self.assertEqual(int(stream["nb_read_frames"]), stats["frames"])
        self.assertEqual(stream["r_frame_rate"], "25/1")
        seen = self.objects_px(mesh)
        for name, _, end_m in MIXED_PULLS:
            end = mixed_px(*end_m, 0.1)
            self.assertLess(min(math.dist(end, at) for at in seen[name]), 12, name)

    def objects_px(self, mesh):
        """The vertices of each object of an OBJ file as mixed.toml's camera sees them."""
        objects = {}
        with open(mesh, encoding="ascii") as file:
            for words in map(str.split, file):
                if words[0] == "o":
                    objects[words[1]] = []
                elif words[0] == "v":
                    objects[list(objects)[-1]].append(mixed_px(*map(float, words[1:])))
        return objects

    def test_escape_lets_go(self):
        program = self.start(self.curtain)
        program.press("h")
        self.screen.xdotool("mousemove", 220, 150)
        before = self.still_picture()
        self.screen.xdotool("mousedown", 1)
        wait_until("the mark of the pull", lambda: self.screen.share_changed(before) > 0)
        program.press("Escape")
        wait_until("no mark", lambda: self.screen.share_changed(before) < 0.001)
        self.screen.xdotool("mouseup", 1)

    def test_nothing_under_the_mouse_turns_the_camera(self):
        program = self.start(self.curtain)
        program.press("h")
        self.screen.xdotool("mousemove", 30, 30)
        before = self.still_picture()
        self.screen.xdotool("mousedown", 1, "mousemove", 130, 60)
        wait_until("another view", lambda: self.screen.share_changed(before) > 0.01)
        self.screen.xdotool("mouseup", 1)
        program.press("ctrl+q")
        self.assertLess(self.stats_at_end(program)["residual"]["stretch"], 1e-5)

    def share_of(self, is_it, left, top, right, bottom):
        colors = self.colors(left, top, right, bottom)
        return sum(map(is_it, colors)) / len(colors)

    def test_bar_badge_and_feedback_are_on_the_screen_and_not_in_the_film(self):
        need("ffmpeg")
        program = self.start(self.curtain)
        program.press("h")
        bar, badge, words = (20, 265, 380, 285), (280, 5, 395, 60), (150, 30, 250, 65)

        def dark(color):
            return max(color) < 90

        def red(color):
            return color[0] > color[1] + 90
        wait_until("no panels", lambda: self.share_of(dark, *bar) < 0.02)
        program.press("b", "ctrl+r")
        wait_until("a bar", lambda: self.share_of(dark, *bar) > 0.5)
        wait_until("a badge", lambda: self.share_of(red, *badge) > 0.01)
        program.press("space")
        wait_until("what the key has done", lambda: self.share_of(dark, *words) > 0.3)
        program.press("ctrl+r")
        wait_until("no badge", lambda: self.share_of(red, *badge) == 0)
        [video] = wait_until("a film", lambda: self.files(".mp4"))
        program.press("b")
        wait_until("no bar", lambda: self.share_of(dark, *bar) < 0.02)
        program.press("ctrl+q")
        self.stats_at_end(program)
        film = subprocess.run(["ffmpeg", "-v", "error", "-i", video, "-f", "rawvideo", "-pix_fmt",
                               "rgb24", "-"], check=True, capture_output=True).stdout
        last = film[-3 * 400 * 300:]
        seen = list(zip(last[::3], last[1::3], last[2::3]))
        for left, top, right, bottom in (bar, badge, words):
            part = [seen[400 * y + x] for y in range(top, bottom) for x in range(left, right)]
            self.assertEqual(sum(dark(c) for c in part), 0)

    def test_two_solvers_run_side_by_side_under_one_mouse(self):
        program = self.start(self.curtain, "--solver", "tbb")
        program.press("h")
        wait_until("no panels", lambda: self.dark_share(250, 300) < 0.02)

        def halves_agree():
            left, right = self.colors(2, 100, 198, 290), self.colors(202, 100, 398, 290)
            apart = sum(max(abs(a - b) for a, b in zip(*pair)) > 40 for pair in zip(left, right))
            return apart < 0.01 * len(left)
        self.assertFalse(halves_agree())
        program.press("c")
        wait_until("two halves alike", halves_agree)
        # What is pulled in the right half moves in both.
        before = self.screen.pixels()
        self.screen.xdotool("mousemove", 300, 160, "mousedown", 1)
        self.screen.xdotool("mousemove", 350, 120)
        for left, right in ((0, 199), (201, 400)):
            wait_until("a pull", lambda: self.screen.share_changed(before, left, right) > 0.002)
        self.screen.xdotool("mouseup", 1)
        wait_until("two halves alike", halves_agree)
        program.press("c")
        wait_until("one picture", lambda: not halves_agree())
        program.press("ctrl+q")
        self.assertTrue(self.stats_at_end(program)["finite"])

    def ball_pixels(self, left=0, right=400):
        """Of balls, which are yellow, in these columns."""
        return sum(red > 110 and green > 0.55 * red and blue < 0.5 * green
                   for red, green, blue in self.colors(left, 0, right, 300))

    def test_a_ball_is_shot_at_what_is_under_the_mouse_and_gone_after_a_reset(self):
        program = self.start(self.curtain, "--solver", "tbb")
        program.press("h")
        self.screen.xdotool("mousemove", 230, 150)
        before = self.still_picture()
        self.assertEqual(self.ball_pixels(), 0)
        program.press("g")
        wait_until("a ball", lambda: self.ball_pixels() > 30)
        wait_until("the curtain to give way", lambda: self.screen.share_changed(before) > 0.02)
        program.press("1")  # it flies on there
        program.wait_for_title("- serial -")
        program.press("r")
        wait_until("no ball", lambda: self.ball_pixels() == 0)
        wait_until("the curtain as it was", lambda: self.screen.share_changed(before) < 0.003)
        program.press("c")
        wait_until("two solvers", lambda: self.screen.share_changed(before) > 0.02)
        self.screen.xdotool("mousemove", 120, 150)
        program.press("g")
        for left, right in ((0, 199), (201, 400)):
            wait_until("a ball for each", lambda: self.ball_pixels(left, right) > 10)
        program.press("ctrl+q")
        self.assertTrue(self.stats_at_end(program)["finite"])

    def test_cloth_is_cut_by_a_drag_with_x_held_and_mended_by_a_reset(self):
        program = self.start(self.curtain, "--solver", "tbb")
        program.press("h")
        self.screen.xdotool("mousemove", 200, 40)  # above it
        before = self.still_picture()
        self.screen.xdotool("keydown", "x", "mousedown", 1)
        time.sleep(0.3)
        self.screen.xdotool("mousemove", 201, 260)
        # Then there is a gap, and no longer the line of the stroke.
        self.screen.xdotool("mouseup", 1, "keyup", "x")
        wait_until("a cut", lambda: self.screen.share_changed(before) > 0.005)
        after = self.still_picture()
        program.press("1")  # it stays cut there
        program.wait_for_title("- serial -")
        wait_until("the cut and no badge", lambda: self.screen.share_changed(after) < 0.003)
        program.press("r")
        wait_until("the curtain as it was", lambda: self.screen.share_changed(before) < 0.003)
        program.press("ctrl+q")
        self.assertTrue(self.stats_at_end(program)["finite"])

    def test_air_is_blown_while_the_key_is_down(self):
        program = self.start(self.curtain, "--solver", "tbb")
        program.press("h")
        self.screen.xdotool("mousemove", 230, 150)
        before = self.still_picture()
        self.screen.xdotool("keydown", "w")
        wait_until("the curtain to give way", lambda: self.screen.share_changed(before) > 0.02)
        self.screen.xdotool("keyup", "w")
        self.still_picture()  # as it does not become while air is blown
        program.press("ctrl+q")
        self.assertTrue(self.stats_at_end(program)["finite"])

    def test_a_comparison_from_the_command_line_begins_with_all(self):
        program = self.start(self.curtain, "--solver", "tbb", "--compare", "serial",
                             "--frames", 10)
        stats = self.stats_at_end(program)
        self.assertEqual(stats["frames"], 10)
        [other] = stats["beside"]
        self.assertEqual(other["solver"], "serial")
        self.assertGreater(other["ms_per_step"]["median"], 0)
        self.assertEqual(other["largest_difference_m"], 0)

    def test_records_what_is_drawn_at_an_even_size(self):
        need("ffmpeg")
        program = self.start(self.curtain, size="401x301")
        program.press("ctrl+r")
        program.wait_for_title("(recording)")
        program.press("ctrl+r")
        program.wait_for_title("Limber", without=["(recording)"])
        program.press("ctrl+q")
        self.stats_at_end(program)
        [video] = self.files(".mp4")
        stream = self.probe(video)
        self.assertEqual((stream["width"], stream["height"]), (402, 302))
        self.assertGreater(int(stream["nb_read_frames"]), 0)

    def test_a_recording_from_the_command_line_has_every_frame(self):
        need("ffmpeg")
        video = os.path.join(self.screen.folder, "video.mp4")
        picture = os.path.join(self.screen.folder, "picture.png")
        program = self.start(self.curtain, "--frames", 12, "--record", video, "--fps", 32,
                             "--set", "dt_s=0.0078125", "--screenshot", picture)
        self.assertEqual(self.stats_at_end(program)["steps"], 48)
        stream = self.probe(video)
        self.assertEqual(stream["nb_read_frames"], "12")
        self.assertEqual(stream["r_frame_rate"], "32/1")
        with open(picture, "rb") as file:
            self.assertEqual(file.read(4), b"\x89PNG")

    def test_a_screenshot_is_cut_out(self):
        need("ffmpeg")
        picture = os.path.join(self.screen.folder, "picture.png")
        program = self.start(self.curtain, "--frames", 3, "--cut-out", "--screenshot", picture)
        self.stats_at_end(program)
        pixels = subprocess.run(["ffmpeg", "-v", "error", "-i", picture, "-f", "rawvideo",
                                 "-pix_fmt", "rgba", "-"], check=True, capture_output=True).stdout
        self.assertEqual((min(pixels[3::4]), max(pixels[3::4])), (0, 255))

    def test_the_mesh_is_written_when_it_ends(self):
        mesh = os.path.join(self.screen.folder, "mesh.obj")
        program = self.start(self.curtain, "--mesh", mesh)
        program.wait_for_title("curtain")
        self.assertFalse(os.path.exists(mesh))
        program.close_window()
        self.stats_at_end(program)
        with open(mesh, encoding="ascii") as file:
            written = [line.split() for line in file]
        self.assertEqual([words[1] for words in written if words[0] == "o"], ["surface0"])
        self.assertEqual(sum(words[0] == "v" for words in written), 12 * 12)

    def test_exports_what_moves_for_other_programs(self):
        program = self.start(self.curtain, "--set", "wind_m_s=0, 0, 3")
        program.press("ctrl+e")
        program.wait_for_title("(exporting)")
        time.sleep(0.5)
        program.press("ctrl+e")
        program.wait_for_title("Limber", without=["(exporting)"])
        program.press("ctrl+q")
        self.stats_at_end(program)
        [file] = self.files(".usda")
        with open(file, encoding="ascii") as lines:
            frames = re.findall(r"^            (\d+): ", lines.read(), re.MULTILINE)
        self.assertEqual(frames, [str(1 + i) for i in range(len(frames))])
        self.assertGreater(len(frames), 1)

    def test_an_export_is_the_same_as_without_a_window(self):
        run = [self.curtain, "--set", "wind_m_s=0, 0, 3", "--solver", "serial", "--fps", "48",
               "--frames", "6", "--export"]
        files = [os.path.join(self.screen.folder, name) for name in ("a.usda", "b.usda")]
        self.stats_at_end(self.start(*run, files[0], "--export-frames", "2:5"))
        subprocess.run([LIMBER, *run, files[1], "--export-frames", "2:5", "--no-render"],
                       check=True, capture_output=True)
        with open(files[0], "rb") as shown, open(files[1], "rb") as unseen:
            written = shown.read()
            self.assertTrue(written == unseen.read())
        self.assertIn(b"points.timeSamples = {\n            2: ", written)

    def test_takes_a_screenshot(self):
        program = self.start(self.curtain)
        program.press("ctrl+p")
        wait_until("a picture", lambda: self.files(".png"))

    def test_help_and_search_close_with_escape(self):
        program = self.start(self.curtain)
        self.pause(program)
        before = self.still_picture()
        for key in ("F1", "ctrl+o"):
            program.press(key)
            wait_until("something over it", lambda: self.screen.share_changed(before) > 0.1)
            program.press("Escape")
            wait_until("it to go away", lambda: self.screen.share_changed(before) < 0.05)
        self.assertIn("(paused)", program.title())

    def test_escape_closes_a_menu(self):
        program = self.start(self.curtain, size="640x480")
        self.pause(program)
        before = self.still_picture()

        def changed():  # between the panels
            return self.screen.share_changed(before, left=200, right=450)
        self.screen.click(212, 12)
        wait_until("a menu", lambda: changed() > 0.1)
        program.press("Escape")
        wait_until("no menu", lambda: changed() < 0.01)

    def test_the_camera_makes_room_for_panels_that_come_back(self):
        program = self.start(self.curtain, size="640x480")
        self.pause(program)
        before = self.still_picture()
        program.press("h")
        wait_until("no panels", lambda: self.screen.share_changed(before) > 0.3)
        program.drop_file(self.curtain)
        self.still_picture()
        program.press("h")
        wait_until("what was there before", lambda: self.screen.share_changed(before) < 0.01)
        program.press("h", "f", "h")
        framed = self.still_picture()
        program.press("f")
        time.sleep(1)
        self.assertLess(self.screen.share_changed(framed), 0.01)

    def test_residuals_have_a_colour_each_and_begin_anew_with_the_scene(self):
        program = self.start("piles/few", size="640x480")
        self.screen.click(540, 56)  # View: there is room for the curves then
        wait_until("the second curve", lambda: self.orange_pixels() > 40)
        self.pause(program)
        program.press("r")
        wait_until("no curves", lambda: self.orange_pixels() == 0)

    def test_the_search_shows_the_chosen_row_unlike_the_one_under_the_mouse(self):
        def ground(y):
            colors = self.colors(60, y, 580, y + 1)
            return max(set(colors), key=colors.count)

        def is_teal(y):
            r, g, _ = ground(y)
            return g - r > 20
        program = self.start(self.curtain, size="640x480")
        self.pause(program)
        program.press("ctrl+o")
        chosen, other = 185, 244  # below the words of these rows
        wait_until("the chosen row", lambda: is_teal(chosen))
        before = ground(other)
        self.screen.xdotool("mousemove", 320, other)
        wait_until("a row under the mouse", lambda: ground(other) != before)
        self.assertFalse(is_teal(other))
        self.screen.xdotool("mousemove", 320, chosen)
        wait_until("no row under the mouse", lambda: ground(other) == before)
        self.assertTrue(is_teal(chosen))

    def test_the_list_of_scenes_shows_the_running_one(self):
        def is_there():  # in the colour of a chosen row
            return sum(abs(r - 38) < 10 and abs(g - 70) < 10 and abs(b - 72) < 10
                       for r, g, b in self.colors(20, 220, 190, 470)) > 400
        program = self.start("piles/few", size="640x480")
        self.pause(program)
        self.screen.click(60, 205)  # the solvers' heading, to have more of the list
        self.screen.click(60, 240)  # the parameters'
        wait_until("its row", is_there)
        program.press("bracketleft")
        program.wait_for_title("piles/drum -")
        wait_until("another one's row", is_there)

    def test_what_was_set_is_kept_for_the_next_start(self):
        kept = os.path.join(self.screen.folder, "limber", "settings.json")

        def start(*words):  # without --stats, which measures and so keeps nothing
            program = Program(self.screen, LIMBER, *words, size=None)
            self.addCleanup(program.kill)
            return program

        def end(program):
            program.press("ctrl+q")
            self.assertEqual(program.wait_for_end(), 0, program.said())
            with open(kept, encoding="utf-8") as file:
                return json.load(file)
        program = start(self.curtain, "--size", "420x310")
        before = self.still_picture()
        program.press("ctrl+equal", "ctrl+equal", "ctrl+minus")
        wait_until("larger text", lambda: self.screen.share_changed(before, right=150) > 0.02)
        program.press("ctrl+1", "h")
        wait_until("no panels", lambda: self.dark_share(280, 310) < 0.02)
        first = end(program)
        self.assertEqual(first["scene"], self.curtain)
        self.assertEqual(first["window"], [420, 310])
        self.assertEqual(first["text_size"], 1.125)
        self.assertEqual(list(first["views"]), [self.curtain])
        program = start()
        program.wait_for_title("curtain.toml -")
        self.assertIn("420x310", self.screen.xdotool("getwindowgeometry", program.window))
        self.assertEqual(end(program), first)
        program = start("cloth/veil", "--size", "400x300")
        program.wait_for_title("cloth/veil -")
        os.remove(self.curtain)
        end(program)
        with open(kept, "w", encoding="ascii") as file:
            json.dump(dict(first, panels=True), file)
        program = start()  # of which the scene is gone
        program.wait_for_title("cloth/flags -")
        program.press("Escape")
        end(program)
        with open(kept, "w", encoding="ascii") as file:
            file.write("{")
        program = start("--reset-settings")
        program.wait_for_title("cloth/flags -")
        self.assertFalse(os.path.exists(kept))
        end(program)

    def test_a_window_that_measures_keeps_nothing(self):
        program = self.start(self.curtain)
        program.press("ctrl+q")
        self.stats_at_end(program)
        self.assertFalse(os.path.exists(os.path.join(self.screen.folder, "limber")))

    def test_a_scene_file_is_watched_opened_and_saved_as_another_one(self):
        program = self.start("cloth/flags", "--set", "iterations=3")
        program.press("ctrl+shift+s")
        time.sleep(0.5)
        self.screen.xdotool("type", "mine")  # instead of the name that is proposed
        program.press("Return")
        mine = os.path.join(self.screen.folder, "mine.toml")
        wait_until("a scene file", lambda: os.path.exists(mine))
        with open(mine, encoding="utf-8") as file:
            self.assertIn("iterations = 3\n", file.read())
        program.press("ctrl+shift+o")
        time.sleep(0.5)
        self.screen.xdotool("type", "curt")
        program.press("Return")
        program.wait_for_title("curtain.toml -")
        program.press("h")
        wait_until("no panels", lambda: self.dark_share(250, 300) < 0.02)
        self.pause(program)
        self.screen.xdotool("mousemove", 30, 30)
        before = self.still_picture()
        self.screen.xdotool("mousedown", 1, "mousemove", 130, 60)
        wait_until("another view", lambda: self.screen.share_changed(before) > 0.01)
        self.screen.xdotool("mouseup", 1)
        turned = self.still_picture()

        def write(text):
            with open(self.curtain, "w", encoding="ascii") as file:
                file.write(text)
        write(CURTAIN.replace("rows = 12", "rows = twelve"))
        wait_until("a message", lambda: self.screen.share_changed(turned) > 0.3)
        write(CURTAIN)
        wait_until("no message, and the same view",
                   lambda: self.screen.share_changed(turned) < 0.002)
        write(CURTAIN.replace("rows = 12", "rows = 7"))
        time.sleep(1.5)
        program.press("ctrl+q")
        self.assertEqual(self.stats_at_end(program)["particles"], 12 * 7)

    def test_parameters_are_saved_as_they_are_and_all_reset(self):
        program = self.start(self.curtain, size="640x480")

        def saved_as(name):
            program.press("ctrl+shift+s")
            time.sleep(0.5)
            self.screen.xdotool("type", name)
            program.press("Return")
            path = os.path.join(self.screen.folder, name + ".toml")
            wait_until("a scene file", lambda: os.path.exists(path))
            with open(path, encoding="utf-8") as file:
                return file.read()
        self.screen.click(60, 198)  # the solvers' heading, to have the parameters in sight
        self.screen.click(120, 307)  # the slider of dt_s
        changed = saved_as("changed")
        self.assertIn("\n[settings]\ndt_s = ", changed)
        self.assertEqual(re.sub("dt_s = .*\n", "", changed), CURTAIN)
        program.press("ctrl+d")
        self.assertEqual(saved_as("reset"), CURTAIN)
        program.press("f")
        self.assertIn("\n[camera]\neye_m = ", saved_as("framed"))

    def test_several_dropped_scenes_follow_each_other(self):
        other = os.path.join(self.screen.folder, "other.toml")
        shutil.copy(self.curtain, other)
        program = self.start("cloth/flags")
        program.drop_file(self.curtain, other)
        program.wait_for_title("curtain.toml -")
        program.press("bracketright")
        program.wait_for_title("other.toml -")
        program.press("bracketright")
        program.wait_for_title("curtain.toml -")

    def test_a_tip_leaves_the_other_buttons_free(self):
        program = self.start("cloth/flags", size="640x480")
        self.pause(program)
        self.still_picture()
        around, others = (60, 115, 180, 170), (60, 115, 180, 130)
        before, others_before = self.colors(*around), self.colors(*others)
        self.screen.xdotool("mousemove", 28, 123)
        wait_until("a tip", lambda: self.colors(*around) != before)
        self.assertTrue(self.colors(*others) == others_before)  # a difference is long to print

    def test_headings_have_nothing_that_looks_like_the_play_button(self):
        program = self.start(self.curtain, size="640x480")
        self.pause(program)
        self.still_picture()
        self.assertLess(max(g for _, g, _ in self.colors(462, 48, 479, 64)), 200)

    def test_a_wrong_scene_ends_it_with_a_sentence(self):
        answer = subprocess.run([LIMBER, "no/such"], env=self.screen.environment,
                                capture_output=True, text=True)
        self.assertEqual(answer.returncode, 3)
        self.assertIn("no/such", answer.stderr)

    def test_no_display_ends_it_with_a_sentence(self):
        environment = {key: value for key, value in os.environ.items()
                       if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
        environment["XDG_CONFIG_HOME"] = self.screen.folder
        answer = subprocess.run([LIMBER], env=environment, capture_output=True, text=True)
        self.assertEqual(answer.returncode, 4)
        self.assertIn("--headless", answer.stderr)


if __name__ == "__main__":
    LIMBER = os.path.abspath(sys.argv[1])
    suite = unittest.TestSuite(map(Window, sys.argv[2:])) if sys.argv[2:] else \
        unittest.defaultTestLoader.loadTestsFromTestCase(Window)
    result = unittest.TextTestRunner(verbosity=2).run(suite)
    if result.skipped:
        sys.exit(MISSING)
    sys.exit(not result.wasSuccessful())
