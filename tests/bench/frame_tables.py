"""The table of times to simulate and draw each scene."""

import json
import os

from rows import head, line, number

RESULTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "results", "scenes_h100.json")


def frame_table(scenes):
    """Three scenes per row."""
    cells = [[s["scene"], number(s["ms_per_step"]["median"]),
              number(1e3 / s["ms_per_frame"]["median"])] for s in scenes]
    columns = 3
    cells += [["", "", ""]] * (-len(cells) % columns)
    rows = len(cells) // columns
    return head(["Scene", "ms per step", "frames per second"] * columns) + [
        line(sum(cells[row::rows], [])) for row in range(rows)]


def frame_results():
    with open(RESULTS, encoding="utf-8") as file:
        return json.load(file)


def frame_section():
    """Lines of Markdown."""
    return ["", "All scenes, simulated and drawn at 1920x1080 without a window, the median of 150 "
            "frames; the rest is in `scenes_h100.json`. A simulated second has 60 frames, however "
            "many are drawn per second. An H100 rasterises with few of its units, which slows "
            "foliage and heaps of small bodies:", "", *frame_table(frame_results()["scenes"])]
