"""Panels, menus, lists and the camera, in real windows (window.py)."""

import time

import window
from screen import Screen, wait_until
from window import Window


class Panel(Window):
    def blue_pixels(self):
        """The number of pixels in the plots' first colour, in the right panel of a 640x480 window:
        the scene itself may be blue, too."""
        return sum(r < 60 and 90 < g < 140 and b > 150
                   for r, g, b in self.colors(460, 30, 630, 480))

    def orange_pixels(self):
        """The number of pixels in the plots' second colour, likewise."""
        return sum(r > 220 and 100 < g < 145 and b < 50
                   for r, g, b in self.colors(460, 30, 630, 480))

    def test_convergence_is_plotted_while_its_section_is_open(self):
        program = self.start(self.curtain, "--solver", "serial", "--set", "gravity_m_s2=9.81",
                             size="640x480")
        self.still_picture()
        self.screen.click(540, 56)  # closes the section View
        self.screen.click(540, 192)  # closes Statistics, whose curves are blue, too
        wait_until("closed sections", lambda: self.blue_pixels() == 0)
        self.screen.click(540, 226)  # opens Convergence
        wait_until("curves", lambda: self.blue_pixels() > 80)
        self.pause(program)
        self.screen.click(540, 226)
        wait_until("no curves", lambda: self.blue_pixels() == 0)
        program.press("r")  # a reset discards the measurements
        self.screen.click(540, 226)
        wait_until("curves of what stands still", lambda: self.blue_pixels() > 80)

    def test_a_click_counts_where_it_was_made(self):
        self.start(self.curtain, "--solver", "serial", size="640x480")
        before = self.still_picture()
        # Faster than a picture: the cursor is elsewhere when the click is seen.
        self.screen.xdotool("mousemove", 540, 56, "mousedown", 1, "mouseup", 1,
                            "mousemove", 320, 240)
        wait_until("a closed section View",
                   lambda: self.screen.share_changed(before, left=460, right=630) > 0.05)

    def test_home_kept_views_and_the_turntable_move_the_camera(self):
        program = self.start(self.curtain, "--solver", "serial")
        program.press("h")
        self.pause(program)
        self.screen.xdotool("mousemove", 60, 60)

        def moved(before):  # more pixels than a note covers
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

    def test_the_camera_follows_a_path_of_kept_views(self):
        program = self.start(self.curtain, "--solver", "serial")
        program.press("h")
        self.pause(program)
        self.screen.xdotool("mousemove", 30, 30)

        def moved(before):  # more pixels than the drawn path covers
            return self.screen.share_changed(before) > 0.03
        home = self.still_picture()
        program.press("k")
        self.screen.xdotool("mousedown", 1, "mousemove", 130, 60)
        wait_until("another view", lambda: moved(home))
        self.screen.xdotool("mouseup", 1)
        turned = self.still_picture()
        program.press("k", "Home")
        wait_until("the way home", lambda: not moved(home))
        program.press("ctrl+k")
        wait_until("the end of the path", lambda: not moved(turned))
        program.press("ctrl+shift+k")
        [file] = wait_until("a file", lambda: self.files("-path.toml"))
        with open(file, encoding="ascii") as text:
            self.assertEqual(text.read().count("eye_m"), 2)
        time.sleep(0.5)
        program.press("shift+k", "Home")
        wait_until("the way home", lambda: not moved(home))
        program.press("ctrl+k")  # there is no path any more
        time.sleep(1)
        wait_until("where it was, once the note has faded", lambda: not moved(home))

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

        def changed():  # the share between the panels
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
        self.screen.click(540, 56)  # closes View to make room for the curves
        wait_until("the second curve", lambda: self.orange_pixels() > 40)
        self.pause(program)
        program.press("r")
        wait_until("no curves", lambda: self.orange_pixels() == 0)

    def test_the_search_shows_the_chosen_row_unlike_the_one_under_the_mouse(self):
        def background(y):
            colors = self.colors(60, y, 580, y + 1)
            return max(set(colors), key=colors.count)

        def is_teal(y):
            r, g, _ = background(y)
            return g - r > 20
        program = self.start(self.curtain, size="640x480")
        self.pause(program)
        program.press("ctrl+o")
        chosen, other = 185, 244  # y of two rows, below their text
        wait_until("the chosen row", lambda: is_teal(chosen))
        before = background(other)
        self.screen.xdotool("mousemove", 320, other)
        wait_until("a row under the mouse", lambda: background(other) != before)
        self.assertFalse(is_teal(other))
        self.screen.xdotool("mousemove", 320, chosen)
        wait_until("no row under the mouse", lambda: background(other) == before)
        self.assertTrue(is_teal(chosen))

    def test_the_list_of_scenes_shows_the_running_one(self):
        def is_there():  # pixels in the colour of a chosen row
            return sum(abs(r - 38) < 10 and abs(g - 70) < 10 and abs(b - 72) < 10
                       for r, g, b in self.colors(20, 220, 190, 470)) > 400
        program = self.start("piles/few", size="640x480")
        self.pause(program)
        self.screen.click(60, 205)  # closes the solvers' section, to show more of the list
        self.screen.click(60, 240)  # closes the parameters' section
        wait_until("its row", is_there)
        program.press("bracketleft")
        program.wait_for_title("piles/drum -")
        wait_until("another one's row", is_there)

    def test_the_list_of_scenes_has_whole_rows_where_the_panel_is_full(self):
        self.screen = Screen(1280, 720)
        self.addCleanup(self.screen.close)
        program = self.start("volume/character", "--solver", "serial", size="1280x720")
        self.pause(program)
        self.screen.xdotool("mousemove", 160, 55)  # outside of what scrolls by itself
        self.screen.xdotool("click", "--repeat", 40, "--delay", 50, 5)

        def rows():  # of pixels that cross the small pictures of the scenes
            colors = self.colors(22, 400, 98, 712)
            bright = [min(color) > 100 for color in colors]
            return sum(sum(bright[76 * y:76 * y + 76]) > 40 for y in range(312))
        wait_until("more than two of the small pictures", lambda: rows() > 100)

    def test_a_tip_leaves_the_other_buttons_free(self):
        program = self.start("cloth/flags", size="640x480")
        self.pause(program)
        self.still_picture()
        around, others = (60, 115, 180, 170), (60, 115, 180, 130)
        before, others_before = self.colors(*around), self.colors(*others)
        self.screen.xdotool("mousemove", 28, 123)
        wait_until("a tip", lambda: self.colors(*around) != before)
        self.assertTrue(self.colors(*others) == others_before)  # assertEqual would print too much

    def test_headings_have_nothing_that_looks_like_the_play_button(self):
        program = self.start(self.curtain, size="640x480")
        self.pause(program)
        self.still_picture()
        self.assertLess(max(g for _, g, _ in self.colors(462, 48, 479, 64)), 200)


if __name__ == "__main__":
    window.main(Panel)
