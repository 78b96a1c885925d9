"""Base of the tests with real windows, which are driven with mouse and keyboard."""

import glob
import json
import os
import subprocess
import sys
import time
import unittest

from screen import Program, Screen, need, wait_until

LIMBER = ""
MISSING = 77  # SKIP_RETURN_CODE in CMakeLists.txt

# A curtain that hangs still until it is pulled.
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
        self.assertEqual(program.wait_for_end(), 0, program.stderr_text())
        with open(self.stats_file, encoding="ascii") as file:
            return json.load(file)

    def still_picture(self):
        """The screen's pixels once they no longer change, except for numbers in the panels."""
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
        """The share of dark pixels in these rows of a window 400 pixels wide."""
        colors = self.colors(0, top, 400, bottom)
        return sum(green < 60 for _, green, _ in colors) / len(colors)

    def files(self, ending):
        """The finished files with this ending."""
        names = glob.glob(os.path.join(self.screen.folder, "limber-*" + ending))
        return [name for name in names if ".part-" not in name]

    def probe(self, video):
        need("ffprobe")
        words = ["ffprobe", "-v", "error", "-count_frames", "-select_streams", "v", "-of", "json",
                 "-show_entries", "stream=width,height,nb_read_frames,r_frame_rate", video]
        answer = json.loads(subprocess.run(words, capture_output=True, check=True).stdout)
        return answer["streams"][0]


def main(tests):
    """Runs the named tests of a test case, or all. Command line: FILE LIMBER [TEST...]"""
    global LIMBER
    LIMBER = os.path.abspath(sys.argv[1])
    suite = unittest.TestSuite(map(tests, sys.argv[2:])) if sys.argv[2:] else \
        unittest.defaultTestLoader.loadTestsFromTestCase(tests)
    result = unittest.TextTestRunner(verbosity=2).run(suite)
    if result.skipped:
        sys.exit(MISSING)
    sys.exit(not result.wasSuccessful())
