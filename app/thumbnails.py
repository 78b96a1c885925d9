"""Makes the thumbnails of the scene list, assets/thumbnails/FAMILY/NAME.jpg.

Usage: thumbnails.py LIMBER [SCENE...]     without SCENE: those that lack a thumbnail

A scene with a picture in scenes/README.md uses that picture. Limber draws the others after 1.5 s of
simulation, or earlier if that takes too long. Needs ffmpeg.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
FOLDER = ROOT / "assets" / "thumbnails"
WIDTH, HEIGHT = 240, 135
MAX_S = 40
FRAMES = (90, 20, 1)  # tried in turn; 1 has no time limit


def pictures_of_gallery():
    """{scene: its first picture in scenes/README.md}"""
    pictures = {}
    lines = (ROOT / "scenes/README.md").read_text(encoding="utf-8").splitlines()
    for i, row in enumerate(lines):
        files = re.findall(r"!\[[^\]]*\]\(\.\./(assets/pictures/[^)]*)\)", row)
        if row.startswith("| !["):
            below = lines[i + 2] if lines[i + 1].startswith("|---") else lines[i + 1]
            names = [cell.strip(" `") for cell in below.strip("|").split("|")]
            for name, file in zip(names, files):
                pictures.setdefault(name, ROOT / file)
    return pictures


def write_jpeg(picture, scene):
    file = FOLDER / (scene + ".jpg")
    file.parent.mkdir(parents=True, exist_ok=True)
    cut = f"crop=min(iw\\,ih*{WIDTH}/{HEIGHT}):min(ih\\,iw*{HEIGHT}/{WIDTH})"
    subprocess.run(["ffmpeg", "-v", "error", "-y", "-i", str(picture), "-vf",
                    f"{cut},scale={WIDTH}:{HEIGHT}:flags=area", "-q:v", "3", "-pix_fmt", "yuvj420p",
                    "-bitexact", str(file)], check=True)
    print(f"{scene}: {file.stat().st_size} bytes", flush=True)


def draw(limber, scene, picture):
    for frames in FRAMES:
        words = [limber, scene, "--headless", "--frames", str(frames), "--size", "640x360",
                 "--screenshot", str(picture)]
        try:
            subprocess.run(words, check=True, timeout=None if frames == 1 else MAX_S)
            return
        except subprocess.TimeoutExpired:
            print(f"{scene}: {frames} frames take too long", flush=True)


def main():
    limber = sys.argv[1]
    answer = subprocess.run([limber, "--list"], check=True, capture_output=True, text=True)
    scenes = [line.split()[0] for line in answer.stdout.splitlines()]
    wanted = sys.argv[2:] or [s for s in scenes if not (FOLDER / (s + ".jpg")).exists()]
    shown = pictures_of_gallery()
    with tempfile.TemporaryDirectory() as folder:
        for scene in sorted(wanted, key=lambda scene: scene not in shown):
            picture = shown.get(scene)
            if not picture:
                picture = pathlib.Path(folder) / "picture.png"
                draw(limber, scene, picture)
            write_jpeg(picture, scene)


if __name__ == "__main__":
    main()
