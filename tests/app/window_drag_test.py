"""Interaction with the scene by mouse and keys, in real windows (window.py)."""

import math
import os
import shutil
import subprocess
import time

import window
from screen import need, wait_until
from window import Window

# A red block on the ground.
BLOCK = """
title = "A block"
family = "joints"
[camera]
eye_m = [0.0, 1.0, 6.0]
target_m = [0.0, 0.8, 0.0]
[settings]
contact_distance_m = 0.01
[[rigid]]
size_m = [0.6, 0.6, 0.6]
center_m = [0.0, 0.3, 0.0]
colors = [[0.7, 0.02, 0.02]]
[[collider]]
shape = "ground"
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

# A drag for each system in mixed.toml: the object's name in --mesh, and the start and end (x, y) in
# metres. Each drag ends where nothing of the object was before.
MIXED = os.path.join(os.path.dirname(os.path.abspath(__file__)), "mixed")
MIXED_PULLS = [("surface0", (-1.12, 1.1), (-1.4, 1.35)),   # a corner of the cloth
               ("surface2", (0.0, 0.56), (0.3, 0.95)),     # the finite elements
               ("instance0.2", (0.9, 0.43), (1.2, 0.75)),  # the block on top of two others
               ("surface1", (1.75, 0.645), (1.55, 1.15))]  # a solid of particles on its platform


def mixed_px(x_m, y_m, z_m):
    """The pixel of a 400x300 picture to which mixed.toml's camera projects a point."""
    eye_y, eye_z, target_y, fov_deg = 1.1, 6.5, 0.9, 30
    length = math.hypot(target_y - eye_y, eye_z)
    down, ahead = (target_y - eye_y) / length, eye_z / length
    depth = (y_m - eye_y) * down + (eye_z - z_m) * ahead
    up = (y_m - eye_y) * ahead - (eye_z - z_m) * down
    scale = 150 / math.tan(math.radians(fov_deg / 2)) / depth
    return 200 + x_m * scale, 150 - up * scale


class BackendSwitcher:
    """Switches between the serial and TBB backends; poll() does so at most once per second."""

    def __init__(self, program):
        self.program, self.count = program, 0
        self.next_s = time.monotonic() + 1

    def poll(self):
        if time.monotonic() < self.next_s:
            return
        self.count += 1
        solver = "tbb" if self.count % 2 else "serial"
        self.program.press("2" if self.count % 2 else "1")
        self.program.wait_for_title(f"- {solver} -")
        self.next_s = time.monotonic() + 1


class Drag(Window):
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

    def test_a_pulled_vertex_follows_and_stays_where_it_is_pinned(self):
        program = self.start(self.curtain, "--solver", "serial")
        program.press("h")  # hides the panels
        x, y = 220, 150
        self.screen.xdotool("mousemove", x, y)
        before = self.still_picture()
        self.screen.xdotool("mousedown", 1)
        wait_until("the grab mark", lambda: self.screen.share_changed(before) > 0)
        self.screen.xdotool("mousemove", x - 80, y + 60)  # the pinned edge is on the left
        wait_until("the curtain to follow", lambda: self.screen.share_changed(before) > 0.01)
        program.press("2")  # keeps the grab
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

    def test_all_pins_are_released_at_once(self):
        program = self.start(self.curtain, "--solver", "serial")
        program.press("h")

        def pins():  # pixels in their colour
            return sum(r < 140 and g > 190 and b > 225 for r, g, b in self.colors(60, 0, 400, 300))
        for start, end in (((220, 130), (240, 110)), ((220, 180), (240, 200))):
            self.screen.xdotool("mousemove", *start, "mousedown", 1)
            time.sleep(0.5)
            self.screen.xdotool("mousemove", *end)
            time.sleep(0.5)
            self.screen.xdotool("keydown", "shift", "mouseup", 1)
            time.sleep(0.3)
            self.screen.xdotool("keyup", "shift")
        self.screen.xdotool("mousemove", 30, 280)
        wait_until("two pins", lambda: pins() > 30)
        program.press("u")
        wait_until("no pin", lambda: pins() == 0)
        self.assertLess(self.dark_share(250, 300), 0.02)
        program.press("u")
        wait_until("a note that there is none", lambda: self.dark_share(250, 300) > 0.2)
        program.press("ctrl+q")
        self.assertTrue(self.stats_at_end(program)["finite"])

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
        """Whether the grab mark is at the cursor (x, y): a disc wider than the mark of what a click
        would grab. The cursor hides part of it."""
        def golden(i, j):
            first = 4 * (j * self.screen.width + i)
            b, g, r = pixels[first:first + 3]
            return b < 130 and 170 < g < 235 and r > 220
        pixels = self.screen.pixels()
        rim = [(i, j) for j in range(y - 7, y + 7) for i in range(x - 7, x + 7)
               if 4.7 < math.hypot(i + 0.5 - x, j + 0.5 - y) < 6]
        return sum(golden(*at) for at in rim) > len(rim) / 3

    def pull_and_pin(self, switcher, start, end):
        """Drags from start to end and pins there, after a switch of the backend during the grab."""
        def is_held_at(place):
            switcher.poll()
            return self.is_held_at(*place)
        self.screen.xdotool("mousemove", *start)
        self.screen.xdotool("mousedown", 1)
        wait_until("the grab mark", lambda: is_held_at(start))
        self.screen.xdotool("mousemove", *end)
        wait_until("the grabbed point to follow", lambda: is_held_at(end))
        count = switcher.count
        wait_until("another backend to hold it", lambda: is_held_at(end) and switcher.count > count)
        self.screen.xdotool("keydown", "shift", "mouseup", 1)
        wait_until("no grab mark", lambda: not is_held_at(end))
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
        switcher = BackendSwitcher(program)
        for _, start_m, end_m in MIXED_PULLS:
            start, end = ([round(c) for c in mixed_px(*m, 0.1)] for m in (start_m, end_m))
            self.pull_and_pin(switcher, start, end)

        def many():
            switcher.poll()
            return switcher.count >= 10
        wait_until("ten switches", many)
        program.press("ctrl+q")
        stats = self.stats_at_end(program)
        self.assertEqual(stats["steps"], 2 * stats["frames"])  # no switch has lost a step
        self.assertTrue(stats["finite"])
        stream = self.probe(video)
        self.assertEqual(int(stream["nb_read_frames"]), stats["frames"])
        self.assertEqual(stream["r_frame_rate"], "25/1")
        seen = self.objects_px(mesh)
        for name, _, end_m in MIXED_PULLS:
            end = mixed_px(*end_m, 0.1)
            self.assertLess(min(math.dist(end, at) for at in seen[name]), 12, name)

    def objects_px(self, mesh):
        """{object: projected vertices} of an OBJ file, by mixed.toml's camera."""
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
        wait_until("the grab mark", lambda: self.screen.share_changed(before) > 0)
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

    def ball_pixels(self, left=0, right=400):
        """The number of yellow pixels, which only balls have, in these columns."""
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
        program.press("1")  # the ball flies on
        program.wait_for_title("- serial -")
        program.press("r")
        wait_until("no ball", lambda: self.ball_pixels() == 0)
        wait_until("the curtain as it was", lambda: self.screen.share_changed(before) < 0.003)
        program.press("c")
        wait_until("two pictures", lambda: self.screen.share_changed(before) > 0.02)
        self.screen.xdotool("mousemove", 120, 150)
        program.press("g")
        for left, right in ((0, 199), (201, 400)):
            wait_until("a ball for each", lambda: self.ball_pixels(left, right) > 10)
        program.press("ctrl+q")
        self.assertTrue(self.stats_at_end(program)["finite"])

    def test_a_body_is_added_where_the_mouse_is_and_gone_after_a_reset(self):
        block = os.path.join(self.screen.folder, "block.toml")
        with open(block, "w", encoding="ascii") as file:
            file.write(BLOCK)
        program = self.start(block, "--solver", "tbb")
        program.press("h")

        def red_pixels(left, right):
            return sum(r > 90 and g < 0.4 * r and b < 0.4 * r
                       for r, g, b in self.colors(left, 0, right, 300))
        self.screen.xdotool("mousemove", 330, 230)  # on the ground, to the right of the block
        before = self.still_picture()
        alone = red_pixels(0, 400)
        self.assertEqual(red_pixels(260, 400), 0)
        program.press("n")
        wait_until("another block", lambda: red_pixels(260, 400) > 0.7 * alone)
        self.still_picture()  # the block has landed
        program.press("1")  # the block stays
        program.wait_for_title("- serial -")
        self.assertGreater(red_pixels(260, 400), 0.7 * alone)
        program.press("r")
        wait_until("one block", lambda: self.screen.share_changed(before) < 0.003)
        program.press("ctrl+q")
        self.assertTrue(self.stats_at_end(program)["finite"])

    def test_cloth_is_cut_by_a_drag_with_x_held_and_mended_by_a_reset(self):
        program = self.start(self.curtain, "--solver", "tbb")
        program.press("h")
        self.screen.xdotool("mousemove", 200, 40)  # above the curtain
        before = self.still_picture()
        self.screen.xdotool("keydown", "x", "mousedown", 1)
        time.sleep(0.3)
        self.screen.xdotool("mousemove", 201, 260)
        # On release, the line of the stroke vanishes and the gap remains.
        self.screen.xdotool("mouseup", 1, "keyup", "x")
        wait_until("a cut", lambda: self.screen.share_changed(before) > 0.005)
        after = self.still_picture()
        program.press("1")  # the cut stays
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
        self.still_picture()  # the curtain comes to rest
        program.press("ctrl+q")
        self.assertTrue(self.stats_at_end(program)["finite"])


if __name__ == "__main__":
    window.main(Drag)
