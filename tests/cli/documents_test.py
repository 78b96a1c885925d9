"""Every command in the documents is accepted, made cheap: two frames, small pictures, no window."""

import os
import pathlib
import re
import shlex

import command

ROOT = pathlib.Path(__file__).resolve().parents[2]
AS_THEY_ARE = {"help", "--help", "--list", "--doctor", "--version"}
CHEAP = {"--frames": "2", "--size": "64x36", "--export-frames": "1:2"}
DRAWS = {"--record", "--screenshot", "--tour"}
UNAVAILABLE = 4


def pages():
    for folder, folders, files in os.walk(ROOT):
        folders[:] = [name for name in folders if name not in ("build", ".git", ".cache")]
        yield from (pathlib.Path(folder, name) for name in files if name.endswith(".md"))


def commands():
    """(page, line) of each command, in the order of pages; not those with placeholders."""
    for page in sorted(pages()):
        for line in page.read_text(encoding="utf-8").splitlines():
            if line.startswith("    limber ") and not re.search(r"\[|[A-Z]{4}", line):
                yield page.relative_to(ROOT), line.strip()


def made_cheap(words):
    """The same for two frames; words[0] is limber."""
    if words[1] in AS_THEY_ARE:
        return words[1:]
    result, at = [], 1
    while at < len(words):
        if words[at] in ("--frames", "--size"):
            at += 1
        elif words[at] in CHEAP:
            result += [words[at], CHEAP[words[at]]]
            at += 1
        else:
            result.append(words[at])
        at += 1
    draws = not DRAWS.isdisjoint(words)
    if not draws and "--no-render" not in words:
        result.append("--no-render")
    if draws and "--headless" not in words:
        result.append("--headless")
    return result + ["--frames", CHEAP["--frames"], "--size", CHEAP["--size"]]


class Documents(command.CommandTest):
    def test_every_command_is_accepted(self):
        towel = re.search(r"```toml\n(title.*?)```",
                          (ROOT / "scenes/README.md").read_text(encoding="utf-8"), re.DOTALL)
        self.write("towel.toml", towel[1])
        done = set()
        for page, line in commands():
            words = shlex.split(line)
            if any(word.startswith("/") and not os.path.exists(word) for word in words):
                continue  # a mesh of another package
            arguments = made_cheap(words)
            if tuple(arguments) in done:
                continue
            done.add(tuple(arguments))
            with self.subTest(page=str(page), line=line):
                outcome = self.run_limber(*arguments)
                if outcome.code == UNAVAILABLE and not DRAWS.isdisjoint(words):
                    continue  # no OpenGL here, or no ffmpeg
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
