"""Opening scenes and meshes, in real windows (window.py)."""

import os
import shutil
import subprocess
import time

import window
from screen import wait_until
from window import Window


class Scenes(Window):
    def test_changes_the_scene(self):
        answer = subprocess.run([window.LIMBER, "--list"], capture_output=True, check=True,
                                text=True)
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
        program.drop_file(self.curtain)  # closes the message about the previous file
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
        doctor = subprocess.run([window.LIMBER, "--doctor"], capture_output=True, check=True,
                                text=True)
        if "ok   tetgen" not in doctor.stdout:
            self.skipTest("the lattice fills everything where TetGen is missing")
        with open(os.path.join(self.screen.folder, "pyramid.obj"), "w", encoding="ascii") as file:
            file.write("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"
                       "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n")
        program = self.start("pyramid.obj", "--as", "volume", size="640x480")

        def moved_since(before):  # in the columns between the panels
            return self.screen.share_changed(before, left=200, right=450) > 0.02
        start = self.screen.pixels()
        wait_until("it to fall", lambda: moved_since(start))
        self.pause(program)
        before = self.still_picture()
        self.screen.click(126, 149)  # opens the list "Filled by"
        wait_until("the list", lambda: self.screen.share_changed(before) > 0.004)
        self.screen.click(110, 201)  # chooses the lattice
        wait_until("another solid where it began", lambda: moved_since(before))
        self.still_picture()
        program.press("ctrl+q")
        self.assertGreater(self.stats_at_end(program)["particles"], 100)

    def drop_slow_mesh(self, program, faces):
        """Drops a triangle and many polygons without an area, which take seconds per 10,000 to
        triangulate. Waits for the pop-up that shows progress."""
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


if __name__ == "__main__":
    window.main(Scenes)
