"""What `cmake --install` installs works wherever it is moved to."""

import os
import re
import shutil
import subprocess
import unittest

import command

BUILD = os.environ["LIMBER_BUILD"]


class Installed(command.CommandTest):
    def setUp(self):
        super().setUp()
        staged = os.path.join(self.folder, "staged")
        environment = dict(os.environ, DESTDIR=staged)
        subprocess.run([os.environ["CMAKE"], "--install", BUILD, "--prefix", "/opt/limber"],
                       env=environment, capture_output=True, check=True)
        self.prefix = os.path.join(self.folder, "moved here")
        os.rename(os.path.join(staged, "opt/limber"), self.prefix)
        self.assertEqual(sorted(os.listdir(staged)), ["opt"], "all that was installed")

    def path(self, *below):
        return os.path.join(self.prefix, *below)

    def run_installed(self, *arguments, **environment):
        return subprocess.run([self.path("bin/limber"), *arguments], cwd=self.folder,
                              env=dict(os.environ, **environment), capture_output=True, text=True,
                              timeout=60)

    def test_its_scenes_are_those_beside_it(self):
        with open(self.path("share/limber/scenes/cloth/mine.toml"), "w", encoding="utf-8") as file:
            file.write('title = "A scene of mine"\nthis is wrong')
        refused = self.run_installed("--list")
        self.assertEqual(refused.returncode, 3, refused.stderr)
        self.assertIn(self.path("share/limber/scenes/cloth/mine.toml") + ":2", refused.stderr)

        os.remove(self.path("share/limber/scenes/cloth/mine.toml"))
        listed = self.run_installed("--list")
        self.assertEqual(listed.returncode, 0, listed.stderr)
        self.assertEqual(listed.stdout, self.run_limber("--list").out, "all of them")

    def test_it_draws_and_steps(self):
        drawn = self.run_installed("cloth/flags", "--headless", "--frames", "2", "--size", "64x48",
                                   "--solver", "serial", "--screenshot", "flags.png")
        if "OpenGL" in drawn.stderr and drawn.returncode == 4:
            self.skipTest(drawn.stderr)
        self.assertEqual(drawn.returncode, 0, drawn.stderr)
        self.assertGreater(os.path.getsize(os.path.join(self.folder, "flags.png")), 1000)

    def test_it_needs_nothing_beside_it(self):
        os.rename(self.path("bin/limber"), os.path.join(self.folder, "alone"))
        self.prefix = self.folder
        os.mkdir(self.path("bin"))
        os.rename(self.path("alone"), self.path("bin/limber"))
        self.assertEqual(self.run_installed("--list").stdout, self.run_limber("--list").out)
        wrong = self.run_installed("--list", LIMBER_DATA="/nowhere")
        self.assertEqual(wrong.returncode, 3)
        self.assertEqual(wrong.stderr.count("\n"), 1)
        self.assertIn("LIMBER_DATA is /nowhere", wrong.stderr)

    @unittest.skipUnless(shutil.which("readelf"), "binutils are missing")
    def test_it_needs_no_library_of_cuda_nor_of_its_build(self):
        said = subprocess.run(["readelf", "--dynamic", self.path("bin/limber")],
                              capture_output=True, text=True, check=True).stdout
        needed = re.findall(r"\(NEEDED\).*\[(.*)\]", said)
        self.assertIn("libc.so.6", needed)
        self.assertEqual([name for name in needed if re.match("lib(cu(da|blas|sparse)|nv)", name)],
                         [])
        self.assertNotRegex(said, r"\((RPATH|RUNPATH)\)")

    def test_tetgen_comes_along(self):
        if not os.path.exists(os.path.join(BUILD, "limber_tetgen")):
            self.skipTest("built without TetGen")
        said = self.run_installed("--doctor", LIMBER_CACHE=self.path("cache")).stdout
        self.assertIn(self.path("libexec/limber/limber_tetgen"), said)

    @unittest.skipUnless(shutil.which("desktop-file-validate"), "desktop-file-utils is missing")
    def test_the_desktop_file_and_its_icon_are_there(self):
        desktop = self.path("share/applications/limber.desktop")
        checked = subprocess.run(["desktop-file-validate", desktop], capture_output=True, text=True)
        self.assertEqual(checked.stdout + checked.stderr, "")
        for icon in ("scalable/apps/limber.svg", "256x256/apps/limber.png"):
            self.assertTrue(os.path.isfile(self.path("share/icons/hicolor", icon)), icon)


if __name__ == "__main__":
    command.main()
