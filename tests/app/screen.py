"""A private X display with the program in it: what a user sees and does there."""

import os
import shutil
import struct
import subprocess
import tempfile
import time
import unittest

from x11 import Connection

MAX_WAIT_S = 60  # generous: a busy machine draws only a few frames per second


def need(*programs):
    for program in programs:
        if not shutil.which(program):
            raise unittest.SkipTest(f"{program} is not installed")


def wait_until(what, condition):
    """Returns the first true value of condition(); fails with `what` after MAX_WAIT_S."""
    end = time.monotonic() + MAX_WAIT_S
    while time.monotonic() < end:
        answer = condition()
        if answer:
            return answer
        time.sleep(0.05)
    raise AssertionError(f"timed out after {MAX_WAIT_S} s: {what}")


class Screen:
    """An X server on a free display, with a temporary folder."""

    def __init__(self, width=640, height=480):
        need("Xvfb", "xdotool")
        self.width = width
        self.folder = tempfile.mkdtemp(prefix="limber-test-")
        read_end, write_end = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write_end), "-screen", "0", f"{width}x{height}x24",
             "-fbdir", self.folder, "-nolisten", "tcp", "-noreset"],
            pass_fds=[write_end], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(write_end)
        with os.fdopen(read_end) as answer:
            self.display = ":" + answer.readline().strip()
        # Settings are saved to the temporary folder, not to the user's.
        self.environment = dict(os.environ, DISPLAY=self.display, XDG_CONFIG_HOME=self.folder)
        self.environment.pop("WAYLAND_DISPLAY", None)

    def close(self):
        self.server.terminate()
        self.server.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def xdotool(self, *words):
        return subprocess.run(["xdotool", *map(str, words)], env=self.environment,
                              capture_output=True, text=True, timeout=MAX_WAIT_S).stdout.strip()

    def click(self, x, y):
        """Clicks slowly enough for a program that draws a few frames per second."""
        for words in (("mousemove", x, y), ("mousedown", 1), ("mouseup", 1)):
            self.xdotool(*words)
            time.sleep(0.3)

    def pixels(self):
        """The screen's pixels, four bytes (BGRX) per pixel, row by row from the top."""
        with open(os.path.join(self.folder, "Xvfb_screen0"), "rb") as file:
            dump = file.read()
        header = struct.unpack(">25I", dump[:100])  # XWD, the X window dump format
        start = header[0] + 12 * header[19]
        return dump[start:start + header[12] * header[5]]

    def share_changed(self, before, left=0, right=None):
        """The share of pixels in columns [left, right) whose green clearly differs from before."""
        now = self.pixels()
        row = 4 * self.width
        columns = slice(4 * left + 1, 4 * (right or self.width), 4)
        greens = [pair for y in range(0, len(now), row)
                  for pair in zip(now[y:y + row][columns], before[y:y + row][columns])]
        return sum(abs(a - b) > 24 for a, b in greens) / len(greens)


class Program:
    """The program in a window."""

    def __init__(self, screen, limber, *words, size="400x300", environment=None):
        self.screen = screen
        self.errors = open(os.path.join(screen.folder, "errors"), "w+")
        self.process = subprocess.Popen(
            [limber, *map(str, words), *(["--size", size] if size else [])], cwd=screen.folder,
            env=dict(screen.environment, **(environment or {})), stderr=self.errors)
        self.window = wait_until("a window of Limber", self.find_window)
        screen.xdotool("mousemove", 5, 295)

    def find_window(self):
        if self.process.poll() is not None:
            raise AssertionError("ended at once: " + self.stderr_text())
        # The title names the scene once the first frame is drawn.
        return self.screen.xdotool("search", "--onlyvisible", "--name", " - Limber").split("\n")[0]

    def stderr_text(self):
        self.errors.seek(0)
        return self.errors.read()

    def title(self):
        if self.process.poll() is not None:
            raise AssertionError("ended: " + self.stderr_text())
        return self.screen.xdotool("getwindowname", self.window)

    def wait_for_title(self, *words, without=()):
        wait_until(f"a title with {words} without {without}, it is '{self.title()}'",
                   lambda: all(word in self.title() for word in words)
                   and not any(word in self.title() for word in without))

    def press(self, *keys):
        for key in keys:
            self.screen.xdotool("key", key)

    def close_window(self):
        """Sends what a window manager sends when its close button is clicked."""
        connection = Connection(self.screen.display)
        connection.close_window(int(self.window))
        connection.close()

    def drop_file(self, *paths):
        connection = Connection(self.screen.display)
        connection.drop_files(int(self.window), paths)
        connection.close()

    def wait_for_end(self):
        return self.process.wait(timeout=MAX_WAIT_S)

    def kill(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.errors.close()
