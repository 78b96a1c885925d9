"""Time, backends, and how a window closes, in real windows (window.py)."""

import glob
import json
import os
import signal
import subprocess
import time

import window
from screen import wait_until
from window import Window
from x11 import Connection

# A block that sags a little, and whose steps take seconds on one core: 200 CG iterations with a
# matrix of nine million non-zeros. Few triangles are drawn.
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


class Run(Window):
    def seconds_until(self, change, rows, action):
        """Seconds from action() until these rows of the screen have changed and, unless `change` is
        None, change(colours) holds."""
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

    def test_the_window_tells_what_is_done_while_its_first_scene_opens(self):
        # Without kept files, this takes many seconds on any machine.
        process = subprocess.Popen(
            [window.LIMBER, "plants/dragon", "--solver", "serial", "--stats", self.stats_file,
             "--size", "400x300"], stderr=subprocess.PIPE, text=True,
            env=dict(self.screen.environment, LIMBER_CACHE=self.screen.folder))
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        found = wait_until("a window without a scene yet", lambda: self.screen.xdotool(
            "search", "--onlyvisible", "--name", "^Limber$"))
        # Light words on a dark box, which is all there is so far.
        wait_until("a box that tells of progress", lambda: sum(
            min(color) > 150 for color in self.colors(0, 100, 400, 300)) > 100)
        self.assertGreater(sum(max(color) < 100 for color in self.colors(0, 0, 400, 300)), 60000)
        connection = Connection(self.screen.display)
        connection.close_window(int(found))
        connection.close()
        wait_until("no window", lambda: not self.screen.xdotool(
            "search", "--onlyvisible", "--name", "^Limber$"))
        self.assertEqual(process.wait(timeout=60), 0)
        self.assertEqual(glob.glob(os.path.join(self.screen.folder, "**", "*.modes"), recursive=True),
                         [], "it was prepared to the end")

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
        self.assertEqual(program.wait_for_end(), -signal.SIGTERM, program.stderr_text())
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

    def words(self):
        """Whether the words on what a key did are in the picture; the panels must be hidden."""
        colors = self.colors(150, 30, 250, 65)
        return sum(max(color) < 90 for color in colors) > 0.3 * len(colors)

    def picture_after(self, program, *keys):
        program.press(*keys)
        wait_until("words on what the keys did", self.words)
        wait_until("no more words", lambda: not self.words())
        return self.still_picture()

    def test_steps_back_slows_down_saves_and_loads_and_keeps_the_camera(self):
        program = self.start(self.curtain, "--solver", "serial", "--set", "gravity_m_s2=9.81", "--set",
                             "dt_s=0.05")
        self.pause(program)
        program.press("h")
        wait_until("no panels", lambda: self.dark_share(250, 300) < 0.02)
        self.picture_after(program, "r", "o", "o", "o", "o")
        self.screen.xdotool("mousemove", 30, 30)
        before = self.still_picture()
        self.screen.xdotool("mousedown", 1, "mousemove", 130, 60)
        wait_until("another view", lambda: self.screen.share_changed(before) > 0.01)
        self.screen.xdotool("mouseup", 1)
        fourth = self.still_picture()
        second = self.picture_after(program, "comma", "comma")
        self.assertGreater(self.screen.share_changed(fourth), 0.001)

        def wait_for_second(what):
            wait_until(what, lambda: self.screen.share_changed(second) < 0.0005)
        self.picture_after(program, "r")
        self.assertGreater(self.screen.share_changed(second), 0.001)
        program.press("o", "o")
        wait_for_second("the same from where the camera was")
        program.press("ctrl+s")
        wait_until("a saved state", lambda: self.files(".limber"))
        self.picture_after(program, "o", "o")
        self.assertGreater(self.screen.share_changed(second), 0.001)
        program.press("ctrl+l")
        wait_for_second("the state that was saved")  # once the message has faded
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

    def test_a_step_back_is_said_where_the_panels_are_hidden(self):
        program = self.start(self.curtain, "--solver", "serial")
        self.pause(program)
        program.press("h")
        wait_until("no panels", lambda: self.dark_share(250, 300) < 0.02)
        self.still_picture()
        self.assertFalse(self.words())
        program.press("comma")
        wait_until("words", self.words)

    def test_the_slider_goes_to_any_moment_and_going_on_branches_off(self):
        program = self.start("cloth/flags", "--solver", "tbb", size="640x480")
        time.sleep(1.5)
        self.pause(program)
        self.still_picture()
        y = 170  # of the time slider, in the left panel
        for words in (("mousemove", 160, y), ("mousedown", 1), ("mousemove", 300, y)):
            self.screen.xdotool(*words)
            time.sleep(0.3)
        now = self.still_picture()  # the paused picture may lie between two steps
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
        program.press("1")  # the note need not be closed first
        program.wait_for_title("- serial -")
        wait_until("no note", lambda: self.dark_share(250, 300) < 0.02)

    def test_the_window_answers_while_a_step_takes_seconds(self):
        slow = os.path.join(self.screen.folder, "slow.toml")
        with open(slow, "w", encoding="ascii") as file:
            file.write(SLOW)
        program = self.start(slow, "--solver", "serial", size="320x240")
        # Rows of the badge, whose numbers change; of the block; and of the mouse that turns it.
        top, block, below = (0, 80), (90, 170), (110, 240)

        def amber(colors):  # the badge's text
            return sum(r > 200 and 140 < g < 200 and b < 110 for r, g, b in colors) > 30

        def golden(colors):  # the line from the grabbed point to the mouse
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
        self.assertEqual(program.wait_for_end(), -signal.SIGINT, program.stderr_text())
        ended_s = time.monotonic() - start_s
        with open(self.stats_file, encoding="ascii") as file:
            stats = json.load(file)
        step_s = stats["ms_per_step"]["median"] / 1e3
        self.assertGreater(step_s, 0.5)
        # Relative, because a busy machine slows down both.
        for what, seconds in answers.items():
            self.assertLess(seconds, step_s / 2, f"{what}, of {answers}")
        self.assertLess(stats["ms_per_picture"]["longest"] / 1e3, step_s / 2)
        self.assertLess(ended_s, 1.5 * stats["ms_per_step"]["p95"] / 1e3 + 2)
        if ended_s > 1:
            self.assertIn("limber: closes after the current step", program.stderr_text())

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
        # A drag in the right half moves both curtains.
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

    def test_a_comparison_from_the_command_line_begins_with_all(self):
        program = self.start(self.curtain, "--solver", "tbb", "--compare", "serial",
                             "--frames", 10)
        stats = self.stats_at_end(program)
        self.assertEqual(stats["frames"], 10)
        [other] = stats["beside"]
        self.assertEqual(other["solver"], "serial")
        self.assertGreater(other["ms_per_step"]["median"], 0)
        self.assertEqual(other["largest_difference_m"], 0)

    def test_a_wrong_scene_ends_it_with_a_sentence(self):
        answer = subprocess.run([window.LIMBER, "no/such"], env=self.screen.environment,
                                capture_output=True, text=True)
        self.assertEqual(answer.returncode, 3)
        self.assertIn("no/such", answer.stderr)

    def test_no_display_ends_it_with_a_sentence(self):
        environment = {key: value for key, value in os.environ.items()
                       if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
        environment["XDG_CONFIG_HOME"] = self.screen.folder
        answer = subprocess.run([window.LIMBER], env=environment, capture_output=True, text=True)
        self.assertEqual(answer.returncode, 4)
        self.assertIn("--headless", answer.stderr)


if __name__ == "__main__":
    window.main(Run)
