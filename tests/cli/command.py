"""Runs limber as a user does, and checks its output."""

import json
import os
import subprocess
import sys
import tempfile
import unittest

LIMBER = os.environ["LIMBER"]


class Outcome:
    def __init__(self, completed):
        self.code = completed.returncode
        self.out = completed.stdout
        self.err = completed.stderr


class CommandTest(unittest.TestCase):
    """Each test runs in a temporary folder."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def run_limber(self, *arguments, env=None, timeout=240):
        environment = dict(os.environ, **(env or {}))
        return Outcome(
            subprocess.run(
                [LIMBER, *arguments],
                cwd=self.folder,
                env=environment,
                capture_output=True,
                text=True,
                timeout=timeout,
            )
        )

    def write(self, name, content):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(content)
        return path

    def assert_refused(self, code, *words, arguments, env=None):
        """Checks the exit code, that standard error is one line with these words, and that no file
        is left; returns the line."""
        before = sorted(os.listdir(self.folder))
        outcome = self.run_limber(*arguments, env=env)
        lines = outcome.err.strip().splitlines()
        self.assertEqual(outcome.code, code, f"{arguments}: {outcome.err}")
        self.assertEqual(len(lines), 1, outcome.err)
        self.assertTrue(lines[0].startswith("limber: "), lines[0])
        for word in words:
            self.assertIn(word, lines[0])
        self.assertEqual(sorted(os.listdir(self.folder)), before)
        return lines[0]

    def stats(self, *arguments):
        outcome = self.run_limber(*arguments, "--stats", "-")
        self.assertEqual(outcome.code, 0, outcome.err)
        return json.loads(outcome.out)


def main():
    unittest.main(verbosity=2, argv=[sys.argv[0], *sys.argv[1:]])
