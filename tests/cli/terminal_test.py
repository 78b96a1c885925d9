"""What a terminal shows while a scene is slow to open, and what happens if standard output or
error is closed or full."""

import os
import pty
import signal
import subprocess
import unittest

import command

CLEAR = "\r\x1b[K"
RUN = ("--no-render", "--frames", "2", "--solver", "serial", "--as", "cloth")


class Terminal(command.CommandTest):
    def write_slow_mesh(self):
        """A triangle after many unused vertices: slow to read, quick to simulate."""
        unused = "".join(f"v {i}.125 {i}.25 {i}.5\n" for i in range(10000))
        return self.write("slow.obj", unused * 250 + "v 0 0 0\nv 1 0 0\nv 0 1 0\nf -3 -2 -1\n")

    def stderr_on_terminal(self, *arguments, code=0, interrupt_at=None):
        """What limber writes to standard error if this is a terminal. Once it has written
        `interrupt_at`, it gets SIGINT, as from Ctrl+C."""
        ours, theirs = pty.openpty()
        with subprocess.Popen([command.LIMBER, *arguments], cwd=self.folder, stderr=theirs,
                              stdout=subprocess.DEVNULL) as process:
            os.close(theirs)
            said = b""
            try:
                while chunk := os.read(ours, 65536):
                    said += chunk
                    if interrupt_at and interrupt_at in said:
                        process.send_signal(signal.SIGINT)
                        interrupt_at = None
            except OSError:
                pass  # Linux's end of file when the other side is closed
            os.close(ours)
        self.assertEqual(process.returncode, code, said)
        return said.decode()

    def test_a_slow_scene_is_told_of_in_a_line_that_goes_away(self):
        said = self.stderr_on_terminal(self.write_slow_mesh(), *RUN)
        self.assertRegex(said, r"limber: reading slow\.obj \.\.\. \d+ s")
        self.assertNotIn("\n", said)
        self.assertTrue(said.endswith(CLEAR), repr(said))

    def test_what_went_wrong_stands_in_a_line_of_its_own(self):
        mesh = self.write_slow_mesh()
        with open(mesh, "a", encoding="utf-8") as file:
            file.write("f 1 2 x\n")
        *before, error = self.stderr_on_terminal(mesh, *RUN, code=3).split(CLEAR)
        self.assertIn("reading slow.obj", "".join(before))
        self.assertRegex(error, r"^limber: [^\n]*slow\.obj:2500005[^\n]*\n$")

    def test_ctrl_c_ends_it(self):
        self.stderr_on_terminal(self.write_slow_mesh(), *RUN, interrupt_at=b"reading",
                                code=-signal.SIGINT)

    def test_a_fast_scene_says_nothing(self):
        self.assertEqual(self.stderr_on_terminal("cloth/flags", *RUN[:-2]), "")

    def test_frames_that_take_their_time_are_told_of_and_what_stops_them(self):
        scene = self.write("slow.toml", 'family = "cloth"\n[[cloth]]\ncolumns = 200\nrows = 200\n'
                           "[settings]\niterations = 500\n")
        words = (scene, "--no-render", "--frames", "300", "--solver", "serial")
        for more in ((), ("--stats", "a.json")):
            said = self.stderr_on_terminal(*words, *more, interrupt_at=b"frame 1 of 300",
                                           code=-signal.SIGINT)
            self.assertRegex(said, r"limber: frame 1 of 300 \.\.\. \d+ s")
        self.assertIn("SIGINT ends the run after that, a second signal at once", said)
        self.assertRegex(said, "\x1b\\[Klimber: note: SIGINT stopped the run after frame \\d+ of 300")
        self.assertIn("a.json", os.listdir(self.folder))

    def test_names_do_not_reach_the_terminal_as_they_are(self):
        self.write_slow_mesh()
        os.rename(os.path.join(self.folder, "slow.obj"), os.path.join(self.folder, "\x1b[2J.obj"))
        said = self.stderr_on_terminal("\x1b[2J.obj", *RUN)
        self.assertIn("reading ?[2J.obj", said)
        self.assertNotIn("\x1b[2J", said)

    def test_nothing_is_said_elsewhere(self):
        outcome = self.run_limber(self.write_slow_mesh(), *RUN)
        self.assertEqual((outcome.code, outcome.err), (0, ""))


@unittest.skipUnless(os.path.exists("/dev/full"), "there is no /dev/full")
class Streams(command.CommandTest):
    RECORD = "cloth/flags --headless --frames 3 --size 64x64 --record a.mp4 --stats a.json"

    def shell(self, words):
        """Runs limber in a shell with these words and redirections."""
        return subprocess.run(["sh", "-c", f'exec "$LIMBER" {words}'], cwd=self.folder,
                              env=dict(os.environ, LIMBER=command.LIMBER), text=True,
                              capture_output=True, timeout=240)

    def test_a_recording_is_finished_though_nobody_can_be_told(self):
        for error in ("2>/dev/full", "2>&-", "0<&- 1>&- 2>&-"):
            self.assertEqual(self.shell(f"{self.RECORD} {error}").returncode, 0, error)
            self.assertEqual(sorted(os.listdir(self.folder)), ["a.json", "a.mp4"])
            probe = subprocess.run(
                ["ffprobe", "-v", "error", "-count_frames", "-show_entries",
                 "stream=nb_read_frames", "-of", "csv=p=0", "a.mp4"],
                cwd=self.folder, capture_output=True, text=True, check=True)
            self.assertEqual(probe.stdout.strip(), "3", error)
            for name in os.listdir(self.folder):
                os.remove(os.path.join(self.folder, name))

    def test_a_failure_keeps_its_exit_code(self):
        for error in ("2>/dev/full", "2>&-"):
            self.assertEqual(self.shell(f"nonsense --no-render {error}").returncode, 3, error)

    def test_standard_output_that_cannot_be_written(self):
        stats = "cloth/flags --no-render --frames 1 --solver serial --stats -"
        for words in ("--list", "--doctor", "--help", "--version", "help scene", stats):
            for output in (">/dev/full", ">&-"):
                ended = self.shell(f"{words} {output}")
                self.assertEqual(ended.returncode, 3, words)
                self.assertRegex(ended.stderr, "^limber: standard output cannot be written: .*\n$")

    def test_a_reader_that_has_gone_is_told_nothing(self):
        process = subprocess.Popen([command.LIMBER, "help", "scene"], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE)
        process.stdout.close()
        self.assertEqual(process.stderr.read(), b"")
        process.stderr.close()
        self.assertEqual(process.wait(), -signal.SIGPIPE)


if __name__ == "__main__":
    command.main()
