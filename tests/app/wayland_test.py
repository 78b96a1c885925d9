"""A window on Wayland. Usage: wayland_test.py LIMBER

The compositor is Weston, in a window of a virtual X server. Its headless backend has no keyboard
and mouse, without which GLFW 3.4 crashes.
"""

import os
import re
import subprocess
import sys
import unittest

from screen import MAX_WAIT_S, Screen, need, wait_until

LIMBER = ""
MISSING = 77  # SKIP_RETURN_CODE in CMakeLists.txt


class Compositor:
    def __init__(self, screen):
        need("weston")
        version = subprocess.run(["weston", "--version"], capture_output=True, text=True).stdout
        new = int(re.search(r"\d+", version).group()) >= 12
        self.socket = os.path.join(screen.folder, "limber-test")
        self.environment = dict(screen.environment, XDG_RUNTIME_DIR=screen.folder)
        self.server = subprocess.Popen(
            ["weston", "--backend=" + ("x11" if new else "x11-backend.so"),
             "--renderer=pixman" if new else "--use-pixman", "--width=600", "--height=440",
             "--socket=limber-test", "--no-config", "--idle-time=0"], env=self.environment,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_until("the compositor", lambda: os.path.exists(self.socket))
        # Clients cannot fall back to the X server.
        self.environment.pop("DISPLAY")
        self.environment["WAYLAND_DISPLAY"] = "limber-test"

    def close(self):
        self.server.terminate()
        self.server.wait()


class WaylandWindow(unittest.TestCase):
    def setUp(self):
        need("weston")
        self.screen = Screen()
        self.addCleanup(self.screen.close)
        self.compositor = Compositor(self.screen)
        self.addCleanup(self.compositor.close)

    def test_shows_frames_and_ends(self):
        picture = os.path.join(self.screen.folder, "last.png")
        run = subprocess.run(
            [LIMBER, "cloth/flags", "--frames", "20", "--size", "320x240", "--screenshot", picture],
            capture_output=True, text=True, timeout=MAX_WAIT_S,
            env=dict(self.compositor.environment, WAYLAND_DEBUG="1"))
        if "X11: The DISPLAY" in run.stderr:
            self.skipTest("GLFW before 3.4 knows no Wayland")
        self.assertEqual(run.returncode, 0, run.stderr[-2000:])
        self.assertRegex(run.stderr, r'xdg_toplevel[@#]\d+\.set_title\(".* - Limber"\)')
        self.assertRegex(run.stderr, r'xdg_toplevel[@#]\d+\.set_app_id\("limber"\)')
        frames = re.findall(r"wl_surface[@#]\d+\.attach\(wl_buffer", run.stderr)
        self.assertGreaterEqual(len(frames), 20)
        self.assertGreater(os.path.getsize(picture), 2000)


if __name__ == "__main__":
    LIMBER = os.path.abspath(sys.argv.pop(1))
    program = unittest.main(verbosity=2, exit=False)
    sys.exit(MISSING if program.result.skipped else not program.result.wasSuccessful())
