"""Saved settings, scene files and parameters, in real windows (window.py)."""

import json
import os
import re
import time

import window
from screen import Program, wait_until
from window import CURTAIN, Window


class Settings(Window):
    def test_what_was_set_is_kept_for_the_next_start(self):
        kept = os.path.join(self.screen.folder, "limber", "settings.json")

        def start(*words):  # without --stats, with which no settings are saved
            program = Program(self.screen, window.LIMBER, *words, size=None)
            self.addCleanup(program.kill)
            return program

        def end(program):
            program.press("ctrl+q")
            self.assertEqual(program.wait_for_end(), 0, program.stderr_text())
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
        program = start()  # its saved scene no longer exists
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
        self.screen.xdotool("type", "mine")  # replaces the proposed name
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

    def test_a_file_is_replaced_only_after_a_question(self):
        old = os.path.join(self.screen.folder, "old.toml")
        with open(old, "w", encoding="ascii") as file:
            file.write("old")

        def text():
            with open(old, encoding="utf-8") as file:
                return file.read()

        def amber():  # pixels of the question, above the lower edge of a window of this size
            return sum(r > 200 and 140 < g < 200 and b < 110
                       for r, g, b in self.colors(50, 380, 590, 478))
        program = self.start(self.curtain, size="640x480")
        self.pause(program)
        program.press("ctrl+shift+s")
        time.sleep(0.5)
        self.screen.xdotool("type", "old")
        wait_until("a warning", lambda: amber() > 50)
        program.press("Return")
        time.sleep(0.5)
        self.assertEqual(text(), "old")
        self.assertGreater(amber(), 50)
        program.press("Return")
        wait_until("another file", lambda: "A curtain" in text())
        program.press("ctrl+q")
        self.stats_at_end(program)

    def test_a_preset_has_its_new_values_once_the_file_has_them(self):
        def write(dt_s):
            with open(self.curtain, "w", encoding="ascii") as file:
                file.write(f'{CURTAIN}[[preset]]\nname = "steps"\nsettings = ["dt_s={dt_s}"]\n')
        write("0.01")
        program = self.start(self.curtain, "--set", "preset=steps")
        write("0.0025")
        time.sleep(1.5)
        program.press("ctrl+q")
        self.assertAlmostEqual(self.stats_at_end(program)["dt_s"], 0.0025)

    def test_the_panel_chooses_a_preset(self):
        with open(self.curtain, "w", encoding="ascii") as file:
            for name, dt_s in (("fine", 0.0025), ("coarse", 0.02)):
                file.write(CURTAIN if name == "fine" else "")
                file.write(f'[[preset]]\nname = "{name}"\nsettings = ["dt_s={dt_s}"]\n')
        program = self.start(self.curtain, size="640x480")
        self.pause(program)
        self.screen.click(60, 198)  # closes the solvers' section, to show the parameters
        before = self.still_picture()
        self.screen.click(132, 261)  # opens the list of presets
        wait_until("the list", lambda: self.screen.share_changed(before) > 0.004)
        self.screen.click(115, 314)  # chooses the second
        self.still_picture()
        program.press("ctrl+q")
        self.assertAlmostEqual(self.stats_at_end(program)["dt_s"], 0.02)

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
        self.screen.click(60, 198)  # closes the solvers' section, to show the parameters
        self.screen.click(120, 307)  # the slider of dt_s
        changed = saved_as("changed")
        self.assertIn("\n[settings]\ndt_s = ", changed)
        self.assertEqual(re.sub("dt_s = .*\n", "", changed), CURTAIN)
        program.press("ctrl+d")
        self.assertEqual(saved_as("reset"), CURTAIN)
        program.press("f")
        self.assertIn("\n[camera]\neye_m = ", saved_as("framed"))


if __name__ == "__main__":
    window.main(Settings)
