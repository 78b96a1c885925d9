"""Tours, films, pictures and exports, in real windows (window.py)."""

import json
import os
import re
import struct
import subprocess
import time

import window
from screen import need, wait_until
from window import Window

# A tour of two scenes, with a pull, tools, a changed setting and a camera path. Its second step
# continues the first scene on another backend.
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
[[step.cut]]
time_s = 0.1
eye_m = [0, 1.2, 4]
from = [-2, -0.1, -4]
to = [2, 0.1, -4]
[[step]]
solver = "tbb"
seconds = 0.22
[[step.shot]]
time_s = 0.05
from_m = [0.1, 1.2, 2]
velocity_m_s = [0, 0, -9]
[[step.blow]]
from_m = [0, 1.2, 3]
velocity_m_s = [0, 0, -4]
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


class Film(Window):
    def frames_of(self, video):
        """The MD5 sum of each frame."""
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
        subprocess.run([window.LIMBER, *run, "--record", "without.mp4", "--headless", "--size",
                        "400x300", "--stats", self.stats_file], cwd=self.screen.folder, check=True,
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

        def stays():
            title = program.title()
            time.sleep(1.5)
            return program.title() == title
        wait_until("a scene that goes on", stays)
        wait_until("panels", lambda: self.dark_share(250, 300) > 0.2)
        program.press("ctrl+q")
        self.stats_at_end(program)

    def test_what_is_done_becomes_a_tour(self):
        program = self.start(self.curtain, "--solver", "serial")
        program.press("h", "ctrl+t")
        program.wait_for_title("(recording tour)")
        self.screen.xdotool("mousemove", 260, 100)
        time.sleep(0.3)
        self.screen.xdotool("mousedown", 1)
        time.sleep(0.3)
        self.screen.xdotool("mousemove", 220, 160)
        time.sleep(0.5)
        self.screen.xdotool("mouseup", 1)
        self.screen.xdotool("keydown", "w")
        time.sleep(0.4)
        self.screen.xdotool("keyup", "w")
        program.press("g")
        time.sleep(0.4)
        program.press("2")
        program.wait_for_title("- tbb -")
        program.press("ctrl+t")
        program.wait_for_title("Limber", without=["(recording tour)"])
        file = self.files("-tour.toml")[0]
        program.press("ctrl+q")
        self.stats_at_end(program)
        with open(file, encoding="utf-8") as text:
            notes = text.read()
        self.assertIn(f'scene = "{self.curtain}"\nsolver = "serial"\n', notes)
        for table in ("pull", "blow", "shot"):
            self.assertIn(f"[[step.{table}]]", notes)
        self.assertIn("velocity_m_s = [0, 0, 0]", notes)  # the air stops
        self.assertIn('[[step]]\nsolver = "tbb"\n', notes)
        played = subprocess.run([window.LIMBER, "--tour", file, "--no-render", "--stats", "-"],
                                capture_output=True, text=True, timeout=60)
        self.assertEqual(played.returncode, 0, played.stderr + notes)
        stats = json.loads(played.stdout)
        self.assertEqual(stats["solver"], "tbb")
        self.assertGreater(stats["residual"]["stretch"], 1e-6)  # from the recorded pull

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
        _, last = self.pictures_of(video, 400, 300)
        seen = list(zip(last[::3], last[1::3], last[2::3]))
        for left, top, right, bottom in (bar, badge, words):
            part = [seen[400 * y + x] for y in range(top, bottom) for x in range(left, right)]
            self.assertEqual(sum(dark(c) for c in part), 0)

    def pictures_of(self, video, width, height):
        """The first and the last picture of a film, as red, green and blue of each pixel."""
        film = subprocess.run(["ffmpeg", "-v", "error", "-i", video, "-f", "rawvideo", "-pix_fmt",
                               "rgb24", "-"], check=True, capture_output=True).stdout
        return film[:3 * width * height], film[-3 * width * height:]

    def test_a_film_keeps_its_framing_when_the_window_changes(self):
        need("ffmpeg")
        program = self.start(self.curtain, "--solver", "serial")
        program.press("ctrl+r")
        program.wait_for_title("(recording)")
        time.sleep(1)
        before = self.still_picture()
        program.press("h")
        wait_until("no panels", lambda: self.dark_share(250, 300) < 0.02)
        self.screen.xdotool("windowsize", program.window, 240, 400)
        wait_until("another size", lambda: self.screen.share_changed(before) > 0.2)
        time.sleep(2)
        program.press("ctrl+r")
        program.wait_for_title("Limber", without=["(recording)"])
        [video] = self.files(".mp4")
        program.press("ctrl+q")
        self.stats_at_end(program)
        first, last = self.pictures_of(video, 400, 300)
        changed = sum(abs(a - b) > 24 for a, b in zip(first, last)) / len(first)
        self.assertLess(changed, 0.01)

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

    def open_film_section(self):
        self.screen.click(540, 56)  # closes the section View
        self.screen.click(540, 124)  # opens Film
        self.still_picture()

    def record(self, program, seconds):
        """Records for that long, while nothing moves."""
        program.press("ctrl+r")
        program.wait_for_title("(recording)")
        time.sleep(seconds)
        program.press("ctrl+r")
        program.wait_for_title("Limber", without=["(recording)"])

    def test_a_film_shows_drags_and_pins_or_leaves_them_out(self):
        need("ffmpeg")
        program = self.start(self.curtain, "--solver", "serial", size="640x480")
        self.screen.xdotool("mousemove", 350, 240, "mousedown", 1)
        time.sleep(0.5)
        self.screen.xdotool("keydown", "shift", "mouseup", 1)
        time.sleep(0.3)
        self.screen.xdotool("keyup", "shift")
        self.open_film_section()
        videos, pins = [], []
        for _ in range(2):
            self.record(program, 1)
            [video] = set(self.files(".mp4")) - set(videos)
            videos.append(video)
            _, last = self.pictures_of(video, 640, 480)
            pins.append(sum(r < 140 and g > 190 and b > 215
                            for r, g, b in zip(last[::3], last[1::3], last[2::3])))
            self.screen.click(475, 357)  # Drags and pins
        self.assertGreater(pins[0], 15)
        self.assertEqual(pins[1], 0)
        program.press("ctrl+q")
        self.stats_at_end(program)

    def test_a_window_records_numbered_pictures(self):
        program = self.start(self.curtain, "--solver", "serial", size="640x480")
        self.open_film_section()
        self.screen.click(475, 241)  # PNG pictures
        self.record(program, 1)
        program.press("ctrl+q")
        self.stats_at_end(program)
        self.assertEqual(self.files(".mp4"), [])
        pictures = sorted(self.files(".png"))
        self.assertGreater(len(pictures), 1)
        for number, path in enumerate(pictures, 1):
            self.assertTrue(path.endswith(f"-{number:05}.png"), path)
            with open(path, "rb") as file:
                self.assertEqual(struct.unpack(">8x4x4sII", file.read(24)), (b"IHDR", 640, 480))

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
        subprocess.run([window.LIMBER, *run, files[1], "--export-frames", "2:5", "--no-render"],
                       check=True, capture_output=True)
        with open(files[0], "rb") as shown, open(files[1], "rb") as unseen:
            written = shown.read()
            self.assertTrue(written == unseen.read())
        self.assertIn(b"points.timeSamples = {\n            2: ", written)

    def test_takes_a_screenshot(self):
        program = self.start(self.curtain)
        program.press("ctrl+p")
        wait_until("a picture", lambda: self.files(".png"))


if __name__ == "__main__":
    window.main(Film)
