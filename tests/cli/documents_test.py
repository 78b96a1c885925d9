"""Every command in the documents is accepted, if shortened to two small frames without a window."""

import os
import pathlib
import re
import shlex

import command

ROOT = pathlib.Path(__file__).resolve().parents[2]
UNCHANGED = {"help", "--help", "--list", "--doctor", "--version"}
SHORT_VALUES = {"--frames": "2", "--size": "64x36", "--export-frames": "1:2"}
DRAWS = {"--record", "--screenshot", "--tour"}
UNAVAILABLE = 4


def pages():
    for folder, folders, files in os.walk(ROOT):
        folders[:] = [name for name in folders if name not in ("build", ".git", ".cache")]
        yield from (pathlib.Path(folder, name) for name in files if name.endswith(".md"))


def commands():
    """Yields (page, line) of each command without placeholders."""
    for page in sorted(pages()):
        for line in page.read_text(encoding="utf-8").splitlines():
            if line.startswith("    limber ") and not re.search(r"\[|[A-Z]{4}", line):
                yield page.relative_to(ROOT), line.strip()


def shortened(words):
    """Arguments of the same command for two frames; words[0] is limber."""
    if words[1] in UNCHANGED:
        return words[1:]
    result, at = [], 1
    while at < len(words):
        if words[at] in ("--frames", "--size"):
            at += 1
        elif words[at] in SHORT_VALUES:
            result += [words[at], SHORT_VALUES[words[at]]]
            at += 1
        else:
            result.append(words[at])
        at += 1
    draws = not DRAWS.isdisjoint(words)
    if not draws and "--no-render" not in words:
        result.append("--no-render")
    if draws and "--headless" not in words:
        result.append("--headless")
    return result + ["--frames", SHORT_VALUES["--frames"], "--size", SHORT_VALUES["--size"]]


class Documents(command.CommandTest):
    def test_every_command_is_accepted(self):
        towel = re.search(r"```toml\n(title.*?)```",
                          (ROOT / "scenes/README.md").read_text(encoding="utf-8"), re.DOTALL)
        self.write("towel.toml", towel[1])
        done = set()
        for page, line in commands():
            words = shlex.split(line)
            if any(word.startswith("/") and not os.path.exists(word) for word in words):
                continue  # it needs a mesh from another package
            arguments = shortened(words)
            if tuple(arguments) in done:
                continue
            done.add(tuple(arguments))
            with self.subTest(page=str(page), line=line):
                outcome = self.run_limber(*arguments)
                if outcome.code == UNAVAILABLE and not DRAWS.isdisjoint(words):
                    continue  # without OpenGL or ffmpeg
                self.assertEqual(outcome.code, 0, outcome.err)
        self.assertGreater(len(done), 20)

    def test_the_first_page_has_ten_commands(self):
        text = (ROOT / "README.md").read_text(encoding="utf-8")
        self.assertEqual(len(re.findall(r"^    limber ", text, re.MULTILINE)), 10)

    def test_every_option_is_in_the_table(self):
        shown = set(re.findall(r"--[a-z][a-z-]+", self.run_limber("--help").out))
        page = (ROOT / "app/README.md").read_text(encoding="utf-8")
        table = page[page.index("| Option |"):].split("\n\n")[0]
        rows = set()
        for row in table.splitlines()[2:]:
            rows |= set(re.findall(r"--[a-z][a-z-]+", row.split("|")[1]))
        self.assertEqual(shown, rows)


if __name__ == "__main__":
    command.main()
