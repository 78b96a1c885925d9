"""What a terminal shows while a scene takes its time to open."""

import os
import pty
import signal
import subprocess

import command

CLEAR = "\r\x1b[K"
RUN = ("--no-render", "--frames", "2", "--solver", "serial", "--as", "cloth")


class Terminal(command.CommandTest):
    def write_slow_mesh(self):
        """A triangle after many vertices that nothing uses: slow to read, quick to simulate."""
        unused = "".join(f"v {i}.125 {i}.25 {i}.5\n" for i in range(10000))
        return self.write("slow.obj", unused * 250 + "v 0 0 0\nv 1 0 0\nv 0 1 0\nf -3 -2 -1\n")

    def said_on_a_terminal(self, *arguments, code=0, interrupt_at=None):
        """Everything that is written to standard error where it is a terminal. interrupt_at: at
        which words the user presses Ctrl+C."""
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
            except OSError:
                pass  # how Linux says that nobody can write any more
            os.close(ours)
        self.assertEqual(process.returncode, code, said)
        return said.decode()

    def test_a_slow_scene_is_told_of_in_a_line_that_goes_away(self):
        said = self.said_on_a_terminal(self.write_slow_mesh(), *RUN)
        self.assertRegex(said, r"limber: reading slow\.obj \.\.\. \d+ s")
        self.assertNotIn("\n", said)
        self.assertTrue(said.endswith(CLEAR), repr(said))

    def test_what_went_wrong_stands_in_a_line_of_its_own(self):
        mesh = self.write_slow_mesh()
        with open(mesh, "a", encoding="utf-8") as file:
            file.write("f 1 2 x\n")
        *before, error = self.said_on_a_terminal(mesh, *RUN, code=3).split(CLEAR)
        self.assertIn("reading slow.obj", "".join(before))
        self.assertRegex(error, r"^limber: [^\n]*slow\.obj:2500005[^\n]*\n$")

    def test_ctrl_c_ends_it(self):
        self.said_on_a_terminal(self.write_slow_mesh(), *RUN, interrupt_at=b"reading",
                                code=-signal.SIGINT)

    def test_a_fast_scene_says_nothing(self):
        self.assertEqual(self.said_on_a_terminal("cloth/flags", *RUN[:-2]), "")

    def test_nothing_is_said_elsewhere(self):
        outcome = self.run_limber(self.write_slow_mesh(), *RUN)
        self.assertEqual((outcome.code, outcome.err), (0, ""))


if __name__ == "__main__":
    command.main()
