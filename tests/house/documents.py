#!/usr/bin/env python3
"""Checks the documents: links, anchors, files and references exist, papers are cited by key, and
README.md is short.

    documents.py               checks the documents of this repository
    documents.py --self-test   checks that mistakes are found
"""

import json
import os
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
MAX_WORDS = 1400  # of README.md
MAX_BYTES = 3_000_000  # of a picture or film
REFERENCES = "sim/README.md"
SOURCES = (".h", ".cpp", ".cu", ".comp", ".frag", ".vert", ".glsl", ".toml", ".py")
EXAMPLES = {"kernels/pbd/shift.h", "tests/kernels/shift_test.cpp"}  # in kernels/README.md

LINK = re.compile(r"\]\(([^)\s]+)\)")
KEY = re.compile(r"^[A-Z][A-Za-z]+\d\d$")
MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
BY_AUTHOR = re.compile(  # Weber et al.; Weber 2013; Weber (2013); "A title", 2013; "A title" (2013)
    r"\bet al\b|"
    rf"\b(?!{MONTHS})[A-Z][a-z]+,? \(?(?:1[89]|20)\d\d\b(?![.'x]\d)|"
    r'[\w"],?",? \(?(?:1[89]|20)\d\d\b[).,;]')
NAMED_FILE = re.compile(r"`((?:app|sim|kernels|render|shaders|scenes|assets|tests)/[\w./-]*\w)`")
SCRIPT = re.compile(r"^(?:    )?(?:sh|python3) (\S+)", re.MULTILINE)


def paths(root, suffixes):
    for folder, folders, files in os.walk(root):
        folders[:] = [name for name in folders if name not in ("build", ".git", ".cache")]
        for name in files:
            if name.endswith(suffixes):
                yield pathlib.Path(folder, name)


def without_code(text):
    """Removes code blocks and `code` in lines."""
    text = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    return re.sub(r"`[^`\n]*`", "", text)


def anchors(text):
    """The anchors that GitHub gives to the headings."""
    found = {}
    for heading in re.findall(r"^#+ (.*)$", re.sub(r"^```.*?^```$", "", text,
                                                   flags=re.MULTILINE | re.DOTALL), re.MULTILINE):
        slug = re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")
        count = found[slug] = found.get(slug, -1) + 1
        yield f"{slug}-{count}" if count else slug


def link_mistakes(root, page, text):
    for target in LINK.findall(without_code(text)):
        if re.match(r"[a-z]+:", target):
            continue
        file, _, anchor = target.partition("#")
        path = (page.parent / file).resolve() if file else page
        if not path.exists():
            yield f"{page.relative_to(root)}: there is no {target}"
        elif anchor and anchor not in anchors(path.read_text(encoding="utf-8")):
            yield f"{page.relative_to(root)}: {target} has no such heading"
        elif path.is_file() and path.stat().st_size > MAX_BYTES:
            yield f"{page.relative_to(root)}: {target} has more than {MAX_BYTES} bytes"


def file_mistakes(root, page, text):
    for file in NAMED_FILE.findall(text) + SCRIPT.findall(text):
        scene = re.fullmatch(r"scenes/[A-Z/]+\.toml", file)
        if not scene and file not in EXAMPLES and not (root / file).exists():
            yield f"{page.relative_to(root)}: there is no file {file}"


def unwrapped(text):
    """Joins the lines of wrapped comments and string literals."""
    return re.sub(r'[ "]*\n[ ]*(?://+<?|#|")?[ ]*', " ", text)


def cited_keys(text):
    """The keys in citations such as [Weber13, section 3] and [Matula83, Bloechliger08]."""
    for inside in re.findall(r"\[([A-Z][^\]\[\n]*)\]", text):
        yield from (word for word in re.split(r",\s*", inside) if KEY.match(word))


def reference_mistakes(root):
    listed = re.findall(r"^- \[(\w+)\]", (root / REFERENCES).read_text(encoding="utf-8"),
                        re.MULTILINE)
    for key in sorted({key for key in listed if listed.count(key) > 1}):
        yield f"{REFERENCES}: [{key}] is listed twice"
    for path in paths(root, SOURCES + (".md",)):
        text = unwrapped(path.read_text(encoding="utf-8"))
        for key in sorted(set(cited_keys(text)) - set(listed)):
            yield f"{path.relative_to(root)}: [{key}] is not among the references of {REFERENCES}"


def by_author(text):
    """Citations by author and year, or by title, instead of a key."""
    return [found.group() for found in BY_AUTHOR.finditer(unwrapped(text))]


def citation_mistakes(root):
    for path in paths(root, SOURCES + (".md",)):
        text = path.read_text(encoding="utf-8")
        if path == root / REFERENCES:
            text = text[:text.index("## References")]
        if path != pathlib.Path(__file__).resolve():
            for words in by_author(text):
                yield f"{path.relative_to(root)}: cite by a key of {REFERENCES}, not: {words}"


def preset_mistakes(root):
    presets = json.loads((root / "CMakePresets.json").read_text(encoding="utf-8"))
    there = {p["name"] for p in presets["configurePresets"] if not p.get("hidden")}
    page = (root / "tests/README.md").read_text(encoding="utf-8")
    table = page[page.index("| Preset |"):].split("\n\n")[0]
    for name in sorted(there ^ set(re.findall(r"^\| `([\w-]+)`", table, re.MULTILINE))):
        yield f"tests/README.md: its table of presets and CMakePresets.json differ in {name}"


def mistakes(root):
    for page in sorted(paths(root, (".md",))):
        text = page.read_text(encoding="utf-8")
        yield from link_mistakes(root, page, text)
        yield from file_mistakes(root, page, text)
    yield from reference_mistakes(root)
    yield from citation_mistakes(root)
    yield from preset_mistakes(root)
    words = len((root / "README.md").read_text(encoding="utf-8").split())
    if words > MAX_WORDS:
        yield f"README.md has {words} words, but {MAX_WORDS} at most; move the rest to other pages"


def self_test():
    page = ROOT / "README.md"
    wrong = {
        "[a](no/where.md)": link_mistakes,
        "![a](no/where.jpg)": link_mistakes,
        "[a](sim/README.md#no-such-heading)": link_mistakes,
        "[a](#no-such-heading)": link_mistakes,
        "Run `app/no_file.sh`.": file_mistakes,
        "    sh app/no_file.sh": file_mistakes,
    }
    right = {
        "[a](sim/README.md#references) [b](https://no.where/x) `[c](no/where.md)`": link_mistakes,
        "```\n[a](no/where.md)\n```\n": link_mistakes,
        "`app/run.sh` `scenes/README.md`\n    sh app/run.sh": file_mistakes,
    }
    for text, look in wrong.items():
        assert len(list(look(ROOT, page, text))) == 1, text
    for text, look in right.items():
        assert not list(look(ROOT, page, text)), text
    for text in ("Weber et al.", "// Weber et\n// al.", "after Harada 2007", "Harada (2007, section",
                 "(Wang, Barbic 2020)", '("Some Title", 1998)', '/// "Some\n/// Title" (1998).',
                 '"SPH (Mueller "\n        "2003)"'):
        assert by_author(text), text
    for text in ("[Weber13]", "As of November 2026", "an RTX 2080 Ti", "Windows 1920x1080", "of 2013",
                 '{"steps", 2000}', '"room for 2000"'):
        assert not by_author(text), text
    assert list(anchors("# A b\n## `[check]`\n# A b\n")) == ["a-b", "check", "a-b-1"]
    keys = "[Weber13, section 3], [Matula83, Bloechliger08], [SCENE], [1, 2], [Harada07]: 3"
    assert list(cited_keys(unwrapped("// [Weber13,\n// Wang20]"))) == ["Weber13", "Wang20"]
    assert list(cited_keys(keys)) == ["Weber13", "Matula83", "Bloechliger08", "Harada07"]


if __name__ == "__main__":
    if sys.argv[1:] == ["--self-test"]:
        self_test()
        sys.exit(0)
    found = list(mistakes(ROOT))
    print("\n".join(found) or "No mistakes.")
    sys.exit(1 if found else 0)
