"""The meshes that --mesh writes, read by our own parsers, and by trimesh and meshio if present."""

import importlib.util
import os
import re
import struct

import command

USAGE, BAD_INPUT, DIVERGED = 2, 3, 5

# A scene per family, and its number of frames.
FAMILIES = {"cloth/flags": 4, "volume/drop": 3, "fem/beam": 3, "piles/few": 30, "plants/conifer": 2}


class Mesh:
    """positions: three floats as bytes, per vertex; triangles: indices from 0; bodies: a name per
    triangle; names: of all bodies."""

    def __init__(self):
        self.positions, self.triangles, self.bodies, self.names = [], [], [], []

    def floats(self, vertex):
        return struct.unpack("<3f", self.positions[vertex])

    def corners_by_body(self):
        corners = {name: [] for name in self.names}
        for triangle, body in zip(self.triangles, self.bodies):
            corners[body] += triangle
        return corners


def read_obj(path):
    mesh = Mesh()
    with open(path, encoding="ascii") as file:
        for line in file:
            words = line.split()
            if words[0] == "o":
                mesh.names.append(words[1])
            elif words[0] == "v":
                mesh.positions.append(struct.pack("<3f", *map(float, words[1:])))
            elif words[0] == "f":
                mesh.triangles.append(tuple(int(word) - 1 for word in words[1:]))
                mesh.bodies.append(mesh.names[-1])
            else:
                assert words[0] == "#", line
    return mesh


def read_ply(path):
    mesh = Mesh()
    with open(path, "rb") as file:
        header, _, body = file.read().partition(b"end_header\n")
    lines = header.decode("ascii").splitlines()
    counts = {}
    for words in map(str.split, lines):
        if words[:2] == ["comment", "body"]:
            assert int(words[2]) == len(mesh.names)
            mesh.names.append(words[3])
        elif words[0] == "element":
            counts[words[1]] = int(words[2])
    faces_at = 12 * counts["vertex"]
    assert len(body) == faces_at + 17 * counts["face"]
    mesh.positions = [body[i:i + 12] for i in range(0, faces_at, 12)]
    for corners, a, b, c, number in struct.iter_unpack("<B4i", body[faces_at:]):
        assert corners == 3
        mesh.triangles.append((a, b, c))
        mesh.bodies.append(mesh.names[number])
    return mesh


class MeshTest(command.CommandTest):
    def mesh(self, scene, name, *words):
        """The mesh that a run wrote, and the run's statistics."""
        outcome = self.run_limber(scene, *words, "--mesh", name, "--stats", "stats.json")
        self.assertEqual(outcome.code, 0, outcome.err)
        mesh = (read_obj if name.endswith(".obj") else read_ply)(os.path.join(self.folder, name))
        line = f"limber: wrote {name}: {len(mesh.names)} objects, {len(mesh.positions)} vertices, "
        self.assertIn(line + f"{len(mesh.triangles)} triangles\n", outcome.err)
        with open(os.path.join(self.folder, "stats.json"), encoding="utf-8") as file:
            return mesh, command.json.load(file)

    def content(self, name):
        with open(os.path.join(self.folder, name), "rb") as file:
            return file.read()

    def assert_sound(self, mesh):
        """Each body has its own contiguous range of vertices, in the order of bodies."""
        used = mesh.corners_by_body()
        self.assertEqual(len(used), len(mesh.names), "a name twice")
        after = 0
        for name in mesh.names:
            self.assertEqual(min(used[name]), after, name)
            after = max(used[name]) + 1
        self.assertEqual(after, len(mesh.positions))


class EachFamily(MeshTest):
    def both(self, scene):
        """Compares both formats, and runs with and without drawing; returns mesh and statistics."""
        run = ("--frames", str(FAMILIES[scene]), "--solver", "tbb", "--set", "dt_s=0.01")
        obj, stats = self.mesh(scene, "a.obj", *run, "--no-render")
        ply, _ = self.mesh(scene, "a.ply", *run, "--no-render")
        for key in ("names", "positions", "triangles", "bodies"):
            self.assertEqual(getattr(obj, key), getattr(ply, key), key)
        self.assert_sound(obj)
        self.assertEqual(self.stats(scene, *run, "--no-render")["state_hash"], stats["state_hash"])
        _, drawn = self.mesh(scene, "drawn.ply", *run, "--headless", "--size", "64x48")
        self.assertEqual(drawn["state_hash"], stats["state_hash"])
        self.assertEqual(self.content("drawn.ply"), self.content("a.ply"))
        return obj, stats

    def test_cloth(self):
        mesh, stats = self.both("cloth/flags")
        flags = [name for name in mesh.names if name.startswith("surface")]
        self.assertEqual(flags, ["surface0", "surface1", "surface2", "surface3"])
        corners = mesh.corners_by_body()
        for flag in flags:  # 20 by 60 particles
            self.assertEqual(len(set(corners[flag])), 20 * 60)
            self.assertEqual(len(corners[flag]), 3 * 2 * 19 * 59)
        self.assertEqual(stats["vertices"], 4 * 20 * 60)

    def test_solids(self):
        for scene in ("volume/drop", "fem/beam"):
            mesh, stats = self.both(scene)
            surfaces = [name for name in mesh.names if name.startswith("surface")]
            corners = mesh.corners_by_body()
            drawn = sum(len(set(corners[name])) for name in surfaces)
            self.assertGreater(drawn, 0)
            self.assertLessEqual(drawn, stats["vertices"])
            for name in surfaces:  # faces outward: the volume is positive
                self.assertGreater(self.volume(mesh, corners[name]), 0, name)

    def volume(self, mesh, corners):
        six_times = 0.0
        for i in range(0, len(corners), 3):
            (ax, ay, az), (bx, by, bz), (cx, cy, cz) = map(mesh.floats, corners[i:i + 3])
            six_times += (ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz)
                          + az * (bx * cy - by * cx))
        return six_times / 6

    def test_piles(self):
        mesh, stats = self.both("piles/few")
        bodies = [name for name in mesh.names if name.startswith("instance")]
        self.assertEqual(len(bodies), stats["bodies"])
        corners = mesh.corners_by_body()
        kinds = {}
        for body in bodies:
            kinds.setdefault(body.split(".")[0], []).append(self.volume(mesh, corners[body]))
        for kind, volumes in kinds.items():  # rotated copies of one mesh have equal volumes
            self.assertGreater(min(volumes), 0)
            self.assertLess(max(volumes) - min(volumes), 1e-3 * min(volumes), kind)

    def test_plants(self):
        mesh, stats = self.both("plants/conifer")
        pieces = [name for name in mesh.names if name.startswith("surface")]
        self.assertEqual(len(pieces), stats["parts"])
        corners = mesh.corners_by_body()
        drawn = sum(len(set(corners[piece])) for piece in pieces)
        self.assertEqual(drawn, stats["vertices"])

    def test_fluids(self):
        run = ("--frames", "6", "--solver", "tbb", "--no-render")
        mesh, stats = self.mesh("fluid/splash", "a.ply", *run)
        self.assertEqual(mesh.names[0], "fluid0")
        self.assert_sound(mesh)
        water = self.volume(mesh, mesh.corners_by_body()["fluid0"])
        self.assertAlmostEqual(water / (17920 * 0.02 ** 3), 1.0, delta=0.06)
        again, _ = self.mesh("fluid/splash", "b.ply", *run, "--threads", "1")
        self.assertEqual(again.positions, mesh.positions)
        self.assertEqual(again.triangles, mesh.triangles)

    def test_colliders_are_there_and_the_ground_is_not(self):
        mesh, _ = self.mesh("cloth/stack", "a.obj", "--no-render", "--frames", "1")
        colliders = [name for name in mesh.names if name.startswith("collider")]
        self.assertGreater(len(colliders), 0)
        self.assertEqual(len(mesh.names), 16 + len(colliders))
        reach_m = max(abs(x) for i in range(len(mesh.positions)) for x in mesh.floats(i))
        self.assertLess(reach_m, 20)

    def by_other_reader(self, name, *endings):
        """Yields the reader's module, a mesh and its file, for each ending."""
        if importlib.util.find_spec(name) is None:
            self.skipTest(f"Python's {name} is not installed")
        for ending in endings:
            mesh, _ = self.mesh("cloth/flags", "a." + ending, "--no-render", "--frames", "2")
            yield importlib.import_module(name), mesh, os.path.join(self.folder, "a." + ending)

    def assert_same(self, positions, triangles, mesh):
        self.assertEqual([struct.pack("<3f", *position) for position in positions],
                         mesh.positions)
        self.assertEqual([tuple(triangle) for triangle in triangles], mesh.triangles)

    def test_trimesh_reads_it(self):
        for trimesh, mesh, path in self.by_other_reader("trimesh", "obj", "ply"):
            read = trimesh.load(path, process=False, force="mesh", maintain_order=True)
            self.assert_same(read.vertices, read.faces, mesh)

    # Only OBJ: meshio's PLY reader accepts no face property besides the corners.
    def test_meshio_reads_it(self):
        for meshio, mesh, path in self.by_other_reader("meshio", "obj"):
            read = meshio.read(path)
            self.assert_same(read.points, [t for block in read.cells for t in block.data], mesh)


class BadInput(MeshTest):
    RUN = ("cloth/flags", "--no-render", "--frames", "1")

    def test_other_endings(self):
        for name in ("a.stl", "a", ".obj", "a.OBJ", "-"):
            self.assert_refused(USAGE, name, ".obj", ".ply", arguments=[*self.RUN, "--mesh", name])

    def test_no_file_can_be_there(self):
        os.mkdir(os.path.join(self.folder, "folder.ply"))
        for name in ("missing/a.obj", "folder.ply", "/proc/nowhere/a.ply"):
            self.assert_refused(BAD_INPUT, name, arguments=[*self.RUN, "--mesh", name])

    def test_the_mesh_that_is_read_is_not_overwritten(self):
        path = self.write("cube.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
        before = self.content("cube.obj")
        self.assert_refused(USAGE, "overwrite", "cube.obj", arguments=[
            path, "--no-render", "--frames", "1", "--as", "cloth", "--mesh", "cube.obj"])
        self.assertEqual(self.content("cube.obj"), before)

    def test_a_full_disk_leaves_nothing(self):
        limit = ["bash", "-c", 'ulimit -f 64; trap "" XFSZ; exec "$@"', "limited", command.LIMBER]
        for name in ("a.obj", "a.ply"):
            outcome = command.subprocess.run([*limit, *self.RUN, "--mesh", name], cwd=self.folder,
                                             capture_output=True, text=True, timeout=240)
            self.assertEqual(outcome.returncode, BAD_INPUT, outcome.stderr)
            self.assertRegex(outcome.stderr, f"^limber: {re.escape(name)}: cannot be written.*\n$")
            self.assertEqual(os.listdir(self.folder), [])

    def test_a_state_that_diverged_is_not_written(self):
        for name in ("a.obj", "a.ply"):
            self.assert_refused(DIVERGED, "diverged", arguments=[
                "cloth/flags", "--no-render", "--solver", "serial", "--frames", "60", "--set",
                "method=jacobi", "--set", "jacobi_relaxation=8", "--mesh", name])


if __name__ == "__main__":
    command.main()
