"""Exit codes and inputs shared by the tests of bad input."""

USAGE, BAD_INPUT, UNAVAILABLE, DIVERGED = 2, 3, 4, 5
QUICK = ("--no-render", "--frames", "2", "--solver", "serial")
TRIANGLE = "v 0 0 0\nv 1 0 0\nv 0 1 0\n"
SCENE = """title = "T"
family = "cloth"
[[cloth]]
columns = 5
rows = 5
"""
SOLID = """family = "volume"
[[solid]]
file = "missing.obj"
"""


def faces_from(first):
    """Faces, as OBJ lines, of a cube whose first vertex has this number."""
    quads = ((0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3))
    return "".join("f {}\n".format(" ".join(str(first + k) for k in quad)) for quad in quads)


CUBE = "".join(f"v {x} {y} {z}\n" for x in (10, 11) for y in (0, 1)
               for z in (0, 1)) + faces_from(1)
