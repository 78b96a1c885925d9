"""What --export writes for other programs, read by parsers of our own and compared with --mesh."""

import json
import math
import os
import re
import shutil
import signal
import struct
import time

import command
import mesh_test

USAGE, BAD_INPUT = 2, 3
MIXED = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "app", "mixed")

# A scene per family, with a step that divides the frame, so that --mesh writes the same state.
SCENES = {"cloth/flags": "dt_s=0.01", "volume/drop": "dt_s=0.01", "piles/few": "dt_s=0.01",
          "plants/conifer": "dt_s=0.01", "water.toml": "dt_s=0.005", "ball.toml": "dt_s=0.005",
          "mixed.toml": None}


WATER = """
title = "A little water"
family = "fluid"
[[fluid]]
center_m = [0.0, 0.2, 0.0]
size_m = [0.2, 0.2, 0.2]
spacing_m = 0.02
[foam]
max_specks = 100
[[collider]]
shape = "ground"
"""
BALL = """
[[collider]]
shape = "sphere"
radius_m = 0.05
center_m = [0.0, 0.05, 0.0]
"""


class Prim:
    def __init__(self, kind, name):
        self.kind, self.name = kind, name
        self.values, self.samples, self.references, self.children = {}, {}, None, {}

    def at(self, attribute, frame):
        """The attribute's sample in a frame, or its constant value."""
        if attribute in self.values:
            return self.values[attribute]
        return self.samples[attribute][frame]


def parse_value(text):
    return json.loads(text.replace("(", "[").replace(")", "]"))


def read_usda(path):
    """The layer's values, and the tree of its prims. Reads the part of the format that we write."""
    with open(path, encoding="utf-8") as file:
        lines = iter(file.read().splitlines())
    assert next(lines) == "#usda 1.0"
    layer, root = {}, Prim("", "")
    stack, samples = [root], None
    for line in map(str.strip, lines):
        if match := re.fullmatch(r'(def|class) (\w+) "(\w+)"( \()?', line):
            prim = Prim(match[2], match[3])
            assert prim.name not in stack[-1].children, f"{prim.name} twice"
            stack[-1].children[prim.name] = prim
            stack.append(prim)
        elif line == "}" and samples is not None:
            samples = None
        elif line == "}":
            stack.pop()
        elif samples is not None:
            frame, value = line.rstrip(",").split(": ", 1)
            samples[int(frame)] = parse_value(value)
        elif match := re.fullmatch(r"prepend references = </(\w+)>", line):
            stack[-1].references = match[1]
        elif match := re.fullmatch(r"(.* )?(\S+)\.timeSamples = {", line):
            samples = stack[-1].samples.setdefault(match[2], {})
        elif match := re.fullmatch(r"(.* )?(\S+) = (.*)", line):
            (layer if len(stack) == 1 else stack[-1].values)[match[2]] = (
                match[3] == "true" or parse_value(match[3]))
        else:
            assert line in ("(", ")", "{"), line
    assert len(stack) == 1
    return layer, root


def rotated(q, x):
    """Rotates a vector by a quaternion (w, x, y, z)."""
    w, axis = q[0], q[1:]
    cross = lambda a, b: [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2],
                          a[0] * b[1] - a[1] * b[0]]
    inner = [c + w * v for c, v in zip(cross(axis, x), x)]
    return [v + 2 * c for v, c in zip(x, cross(axis, inner))]


def meshes_at(root, frame):
    """{name: (positions, triangles)} of all meshes in a frame, in world space."""
    meshes = {}
    for prim in root.children["limber"].children.values():
        if prim.kind == "Points":
            continue
        mesh = prim
        if prim.kind == "Xform":
            mesh = root.children[prim.references].children["mesh"]
        positions = mesh.at("points", frame)
        if prim.kind == "Xform":
            turn, place = (prim.at("xformOp:" + op, frame) for op in ("orient", "translate"))
            positions = [[a + b for a, b in zip(rotated(turn, x), place)] for x in positions]
        corners = mesh.at("faceVertexIndices", frame)
        assert mesh.at("faceVertexCounts", frame) == [3] * (len(corners) // 3)
        meshes[prim.name] = positions, [tuple(corners[i:i + 3]) for i in range(0, len(corners), 3)]
    return meshes


class ExportTest(mesh_test.MeshTest):
    def path(self, name):
        return os.path.join(self.folder, name)

    def scene_of(self, scene):
        self.write("water.toml", WATER)
        self.write("ball.toml", WATER + BALL)
        for name in os.listdir(MIXED):
            shutil.copy(os.path.join(MIXED, name), self.folder)
        setting = ["--set", SCENES[scene]] if SCENES[scene] else []
        return [scene, "--no-render", "--solver", "tbb", "--fps", "50", *setting]

    def export(self, scene, frames, name, *words):
        """Exports, and returns the mesh that --mesh writes at the end of the same run."""
        outcome = self.run_limber(*self.scene_of(scene), "--frames", str(frames), "--export", name,
                                  "--mesh", "end.ply", *words)
        self.assertEqual(outcome.code, 0, outcome.err)
        self.assertRegex(outcome.err, f"limber: wrote {re.escape(name)}: ")
        self.stderr = outcome.err
        return mesh_test.read_ply(self.path("end.ply"))

    def by_name(self, mesh):
        """{name: (positions, triangles)} of the mesh; indices of each object start at 0."""
        objects = {name: ([], []) for name in mesh.names}
        for triangle, body in zip(mesh.triangles, mesh.bodies):
            objects[body][1].append(triangle)
        for name, (positions, triangles) in objects.items():
            corners = {corner for triangle in triangles for corner in triangle}
            first = min(corners)
            positions += map(mesh.floats, range(first, max(corners) + 1))
            triangles[:] = [tuple(corner - first for corner in t) for t in triangles]
        return objects

    def assert_near(self, positions, expected, name):
        self.assertEqual(len(positions), len(expected), name)
        worst = max(math.dist(a, b) for a, b in zip(positions, expected))
        self.assertLess(worst, 1e-6 * max(1, max(map(abs, sum(map(list, expected), [])))), name)

    def compare_pieces(self, expected, written):
        """Compares surfaces exported whole with their pieces in --mesh; returns other meshes."""
        pieces = {}
        for name in expected:
            if name.startswith("surface") and not {name, name.replace(".", "_")} & set(written):
                pieces.setdefault(name.split(".")[0], []).append(name)
        for whole, names in pieces.items():
            corners = lambda mesh: [tuple(tuple(mesh[0][c]) for c in t) for t in mesh[1]]
            of_pieces = [t for name in names for t in corners(expected[name])]
            of_whole = corners(written.pop(whole))
            self.assertGreater(len(names), 100)
            single = lambda t: struct.pack("<9f", *sum(t, ()))
            self.assertTrue(sorted(map(single, of_whole)) == sorted(map(single, of_pieces)), whole)
        left = {name for names in pieces.values() for name in names}
        return {name: mesh for name, mesh in expected.items() if name not in left}

    def assert_usd_shows(self, mesh, root, frame):
        written = meshes_at(root, frame)
        expected = self.compare_pieces(self.by_name(mesh), written)
        self.assertEqual(set(written), {name.replace(".", "_") for name in expected})
        for name, (positions, triangles) in expected.items():
            positions_there, triangles_there = written[name.replace(".", "_")]
            self.assertTrue(triangles_there == triangles, name)  # assertEqual would print too much
            self.assert_near(positions_there, positions, name)


class Usd(ExportTest):
    def check(self, scene, frames):
        mesh = self.export(scene, frames, "a.usda")
        layer, root = read_usda(self.path("a.usda"))
        self.assertEqual((layer["startTimeCode"], layer["endTimeCode"]), (1, frames))
        self.assertEqual(layer["timeCodesPerSecond"], 50)
        self.assertEqual((layer["metersPerUnit"], layer["upAxis"]), (1, "Y"))
        self.assert_usd_shows(mesh, root, frames)
        return root

    def test_cloth(self):
        root = self.check("cloth/flags", 4)
        flag = root.children["limber"].children["surface0"]
        self.assertEqual(list(flag.samples["points"]), [1, 2, 3, 4])
        self.assertTrue(flag.at("points", 1) != flag.at("points", 2))
        self.assert_usd_shows(self.export("cloth/flags", 2, "b.usda"), root, 2)

    def test_solids(self):
        self.check("volume/drop", 3)

    def test_piles(self):
        root = self.check("piles/few", 12)
        bodies = [p for p in root.children["limber"].children.values() if p.kind == "Xform"]
        self.assertGreater(len(bodies), 10)
        self.assertLess(len({body.references for body in bodies}), len(bodies))

    def test_plants_of_many_parts_stay_whole(self):
        root = self.check("plants/conifer", 2)
        self.assertLess(len(root.children["limber"].children), 100)

    def test_fluids_as_points_and_surface(self):
        root = self.check("ball.toml", 3)
        points = root.children["limber"].children["fluid0_points"]
        surface, _ = meshes_at(root, 3)["fluid0"]
        low, high = ([bound(x[k] for x in surface) for k in range(3)] for bound in (min, max))
        self.assertEqual(len(points.at("points", 3)), 1000)
        self.assertEqual(len(points.at("widths", 3)), 1000)
        for x in points.at("points", 3):
            self.assertTrue(all(a - 1e-3 <= c <= b + 1e-3 for a, c, b in zip(low, x, high)), x)

    def test_fluids_as_one_of_the_two(self):
        for kind, names in (("points", {"fluid0_points"}), ("surface", {"fluid0"})):
            self.export("water.toml", 1, "a.usda", "--export-fluids", kind)
            _, root = read_usda(self.path("a.usda"))
            self.assertEqual(set(root.children["limber"].children), names | {"foam0"})
        self.export("water.toml", 1, "a.ply", "--export-fluids", "points")
        self.assertEqual(self.content("a_0001.ply"), self.content("end.ply"))

    def test_a_mixed_world(self):
        self.check("mixed.toml", 10)

    def test_some_frames(self):
        self.export("cloth/flags", 5, "a.usda", "--export-frames", "2:4")
        layer, root = read_usda(self.path("a.usda"))
        self.assertEqual((layer["startTimeCode"], layer["endTimeCode"]), (2, 4))
        self.assert_usd_shows(self.export("cloth/flags", 4, "b.usda"), root, 4)
        self.assertIn("wrote b.usda: 4 frames", self.stderr)

    def test_frames_between_steps_are_evenly_apart(self):
        """With steps longer than frames, frames are interpolated between two states."""
        run = ("volume/drop", "--no-render", "--solver", "serial", "--set", "dt_s=0.01", "--frames",
               "4", "--fps", "200", "--export", "a.usda")
        self.assertEqual(self.run_limber(*run).code, 0)
        _, root = read_usda(self.path("a.usda"))
        heights = [meshes_at(root, frame)["surface0"][0][0][1] for frame in (1, 2, 3, 4)]
        self.assertEqual(len(set(heights)), 4)
        self.assertAlmostEqual(heights[2], (heights[1] + heights[3]) / 2, places=6)


class PointCaches(ExportTest):
    def read_pc2(self, name):
        """The number of the first frame, and the positions of each frame."""
        with open(self.path(name), "rb") as file:
            content = file.read()
        magic, version, points, start, rate, frames = struct.unpack_from("<12siiffi", content)
        self.assertEqual((magic, version, rate), (b"POINTCACHE2\0", 1, 1.0))
        self.assertEqual(len(content), 32 + 12 * points * frames)
        all_points = list(struct.iter_unpack("<3f", content[32:]))
        return start, [all_points[i * points:(i + 1) * points] for i in range(frames)]

    def check(self, scene, frames):
        """Each object has a cache that begins like the OBJ and ends like --mesh."""
        expected = self.by_name(self.export(scene, frames, "a.pc2"))
        begin = self.by_name(mesh_test.read_obj(self.path("a.obj")))
        files = {name: f"a_{name}.pc2" for name in begin} if len(begin) > 1 else {
            name: "a.pc2" for name in begin}
        self.assertEqual({name for name in os.listdir(self.folder) if name.endswith(".pc2")},
                         set(files.values()))
        end = {}
        for name, (positions, triangles) in begin.items():
            start, there = self.read_pc2(files[name])
            self.assertEqual((start, len(there)), (1, frames), name)
            self.assert_near(positions, there[0], name)
            end[name] = there[-1], triangles
        expected = self.compare_pieces({name: mesh for name, mesh in expected.items()
                             if not name.startswith("fluid")}, end)
        self.assertEqual(set(end), set(expected))
        for name, (positions, triangles) in expected.items():
            self.assertTrue(end[name][1] == triangles, name)
            self.assert_near(end[name][0], positions, name)

    def test_cloth(self):
        self.check("cloth/flags", 3)

    def test_a_mixed_world(self):
        self.check("mixed.toml", 4)
        self.assertNotIn("left out", self.stderr)

    def test_fluids_are_told_to_be_left_out(self):
        self.check("ball.toml", 2)
        self.assertIn("fluids and loose points are left out", self.stderr)


class Numbered(ExportTest):
    def test_a_file_for_each_frame(self):
        for ending in ("ply", "obj"):
            self.export("mixed.toml", 3, "a." + ending, "--export-frames", "2:3")
            self.assertFalse(os.path.exists(self.path("a_0001." + ending)))
            for frame in (2, 3):
                self.assertEqual(self.run_limber(*self.scene_of("mixed.toml"), "--frames",
                                                 str(frame), "--mesh", "one." + ending).code, 0)
                self.assertTrue(self.content(f"a_{frame:04}.{ending}")
                                == self.content("one." + ending), (ending, frame))


class InBlender(ExportTest):
    """In Blender without a window, every vertex is within 0.1 mm of its position in --mesh."""

    def setUp(self):
        super().setUp()
        self.blender = shutil.which(os.environ.get("BLENDER", "blender"))
        if not self.blender:
            self.skipTest("Blender is not installed (apt-get install blender)")

    def seen(self, file, frame):
        """{object: world positions} in Blender, with y up."""
        script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "in_blender.py")
        completed = command.subprocess.run(
            [self.blender, "-b", "--factory-startup", "--python-exit-code", "9", "--python", script,
             "--", file, str(frame), "seen.json"], cwd=self.folder, capture_output=True, text=True,
            timeout=240)
        self.assertEqual(completed.returncode, 0, completed.stdout + completed.stderr)
        with open(self.path("seen.json"), encoding="ascii") as out:
            seen = json.load(out)
        if isinstance(seen, str):
            self.skipTest(seen)
        return {name: [(x, z, -y) for x, y, z in mesh] for name, mesh in seen.items()}

    def check(self, scene, frames, file, opened):
        expected = self.by_name(self.export(scene, frames, file))
        seen = self.seen(opened, frames)
        compared = 0
        for name, (positions, _) in expected.items():
            name = name if name in seen else name.replace(".", "_")
            if name not in seen and name.split("_")[0] in seen:
                continue  # a piece of a surface that is exported whole
            self.assertEqual(len(seen[name]), len(positions), name)
            self.assertLess(max(map(math.dist, seen[name], positions)), 1e-4, name)
            compared += 1
        self.assertGreater(compared, 40)

    def test_usd(self):
        self.check("mixed.toml", 6, "a.usda", "a.usda")

    def test_point_caches(self):
        self.check("mixed.toml", 6, "a.pc2", "a.obj")

    def test_numbered_files(self):
        mesh = self.export("mixed.toml", 6, "a.ply", "--export-frames", "6:6")
        [seen] = self.seen("a_0006.ply", 6).values()  # a PLY file is one object
        self.assertEqual(len(seen), len(mesh.positions))
        self.assertLess(max(map(math.dist, seen, map(mesh.floats, range(len(seen))))), 1e-4)


class Ends(ExportTest):
    def test_drawn_or_not_is_the_same(self):
        run = ("cloth/flags", "--frames", "2", "--solver", "tbb", "--export")
        for name, how in (("a.usda", ["--no-render"]), ("b.usda", ["--headless", "--size", "64x48"])):
            self.assertEqual(self.run_limber(*run, name, *how).code, 0)
        self.assertTrue(self.content("a.usda") == self.content("b.usda"))

    def test_a_signal_ends_it_with_what_there_is(self):
        program = command.subprocess.Popen(
            [command.LIMBER, "cloth/flags", "--no-render", "--frames", "1000000", "--export",
             "a.usda"], cwd=self.folder, stderr=command.subprocess.PIPE, text=True)
        while not os.path.exists(self.path("a.part-%d.usda" % program.pid)):
            self.assertIsNone(program.poll())
        time.sleep(0.5)
        program.send_signal(signal.SIGINT)
        said = program.communicate(timeout=60)[1]
        frames = int(re.search(r"wrote a.usda: (\d+) frames", said)[1])
        layer, root = read_usda(self.path("a.usda"))
        self.assertEqual(layer["endTimeCode"], frames)
        flag = root.children["limber"].children["surface0"]
        self.assertEqual(list(flag.samples["points"]), list(range(1, frames + 1)))
        self.assertEqual(os.listdir(self.folder), ["a.usda"])


class BadInput(ExportTest):
    RUN = ("cloth/flags", "--no-render", "--frames", "2")

    def refuse(self, code, *words, arguments):
        return self.assert_refused(code, *words, arguments=[*self.RUN, *arguments])

    def test_other_endings(self):
        for name in ("a.fbx", "a", ".usda", "a.USDA", "-"):
            self.refuse(USAGE, name, ".usda", ".pc2", ".ply", ".obj", arguments=["--export", name])
        self.refuse(USAGE, "Alembic", ".usda", arguments=["--export", "a.abc"])

    def test_no_file_can_be_there(self):
        os.mkdir(self.path("folder.usda"))
        for ending in ("usda", "pc2", "ply"):
            for folder in ("missing", "/proc/nowhere"):
                self.refuse(BAD_INPUT, folder, arguments=["--export", f"{folder}/a.{ending}"])
        self.refuse(BAD_INPUT, "folder.usda", arguments=["--export", "folder.usda"])

    def test_frames_that_are_not_there(self):
        for frames in ("2:1", "0:2", "1", "a:b", "1:", ":2", "-1:2", "1:2:3", "1:99999999999"):
            self.refuse(USAGE, "--export-frames", frames,
                        arguments=["--export", "a.usda", "--export-frames=" + frames])
        self.refuse(USAGE, "last frame, 2", "--frames 3",
                    arguments=["--export", "a.usda", "--export-frames", "1:3"])
        self.refuse(USAGE, "--export", arguments=["--export-frames", "1:2"])

    def test_two_outputs_of_one_name(self):
        for other, name in (("a.usda", "a.usda"), ("a.obj", "a.pc2"), ("a_0002.ply", "a.ply"),
                            ("./a_0002.ply", "a.ply")):
            option = "--stats" if name == "a.usda" else "--mesh"
            self.refuse(USAGE, "--export", option, arguments=["--export", name, option, other])

    def test_the_scene_is_not_overwritten(self):
        self.write("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
        self.assert_refused(USAGE, "overwrite", "a.obj", arguments=[
            "a.obj", "--as", "cloth", "--no-render", "--frames", "1", "--export", "a.pc2"])

    def test_a_full_disk_leaves_nothing(self):
        limit = ["bash", "-c", 'ulimit -f 64; trap "" XFSZ; exec "$@"', "limited", command.LIMBER]
        for name in ("a.usda", "a.pc2", "a.ply"):
            outcome = command.subprocess.run([*limit, *self.RUN, "--export", name], cwd=self.folder,
                                             capture_output=True, text=True, timeout=240)
            self.assertEqual(outcome.returncode, BAD_INPUT, outcome.stderr)
            self.assertRegex(outcome.stderr, r"^limber: a.*cannot be (written|kept|read).*\n$")
            self.assertEqual(os.listdir(self.folder), [])
        os.symlink("/dev/full", self.path("full.usda"))
        self.refuse(BAD_INPUT, "full.usda", "disk full", arguments=["--export", "full.usda"])

    def test_caches_have_their_names_once_their_mesh_is_written(self):
        os.symlink("/dev/full", self.path("a.obj"))
        self.refuse(BAD_INPUT, "a.obj", "full", arguments=["--export", "a.pc2"])
        self.assertEqual([], [name for name in os.listdir(self.folder) if ".pc2" in name])

    def test_files_beside_the_named_one_may_be_devices(self):
        for name, other in (("a.pc2", "a.obj"), ("b.ply", "b_0001.ply")):
            os.symlink("/dev/null", self.path(other))
            outcome = self.run_limber(*self.RUN, "--export", name)
            self.assertEqual(outcome.code, 0, outcome.err)
            self.assertIn(f"wrote {name}: 2 frames", outcome.err)

    def test_a_scene_without_triangles_has_no_point_cache(self):
        self.write("water.toml", WATER)
        self.assert_refused(BAD_INPUT, "a.pc2", ".usda", arguments=[
            "water.toml", "--no-render", "--frames", "1", "--export", "a.pc2"])


if __name__ == "__main__":
    command.main()
