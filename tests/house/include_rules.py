"""Enforces which headers a folder may include, that each type in a header has a name of its own
(two of one name are undefined behaviour once a program links both), and which files may lie at the
top.

Usage: include_rules.py [--self-test]     exit code 1 and one line for each violation
"""
import fnmatch
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]

# The project's headers that files of each top-level folder may include.
FOLDERS = {
    "kernels": ["kernels/*"],
    "sim": ["kernels/*", "sim/*"],
    "scenes": ["kernels/*", "sim/*", "scenes/*"],
    "render": ["kernels/*", "sim/publish.h", "sim/look.h", "render/*"],
    "app": ["kernels/*", "sim/*", "scenes/*", "render/*", "app/*"],
    "tests": ["*"],
}

# Third-party headers, and the files that may include them.
THIRD_PARTY = [
    ("OpenGL", r"(glad|GL|GLES\d?|EGL|KHR)/", ["render/*", "tests/gl/*"]),
    # In app only for the codes of keys and buttons.
    ("GLFW", r"GLFW/", ["render/*", "app/*", "tests/app/*", "tests/gl/*"]),
    ("Dear ImGui", r"(backends/)?im(gui|config)", ["app/panel/*"]),
    ("TBB", r"(oneapi/)?tbb[/.]", ["kernels/exec.cpp"]),
    ("CUDA", r"(cu[a-z_]*\.h|cub/|thrust/|nvtx3/|nvml)",
     ["*.cu", "kernels/launch_on_cuda.h", "app/bench/cusparse.h"]),
    ("toml++", r"toml", ["scenes/*", "tests/scenes/*"]),
    ("CLI11", r"CLI/", ["app/*"]),
    ("JSON", r"nlohmann/", ["app/*", "tests/*"]),
    ("tinyobjloader", r"tiny_obj_loader", ["sim/mesh/obj_file.cpp"]),
    ("TetGen", r"tetgen\.h$", ["sim/mesh/tetgen/main.cpp"]),
    ("Bullet", r"((bullet|BulletCollision|BulletDynamics|LinearMath)/|bt[A-Z])",
     ["app/bench/bullet/main.cpp"]),
    ("meshoptimizer", r"meshoptimizer",
     ["sim/mesh/simplified.cpp", "render/leveled_mesh.cpp"]),
    ("stb", r"(stb/)?stb_", ["render/image_file.cpp", "tests/gl/*"]),
    ("GoogleTest", r"g(test|mock)/", ["tests/*"]),
    ("Eigen", r"(unsupported/)?Eigen/", ["sim/piles/sphere_body.cpp", "sim/plants/*",
     "app/bench/convergence_rows.cpp", "tests/*"]),
    ("Spectra", r"Spectra/", ["sim/plants/modal_analysis.cpp"]),
    ("files", r"(filesystem|fstream|cstdio|stdio\.h)$",
     ["sim/*", "scenes/*", "render/*", "app/*", "tests/*"]),
]

TOP_LEVEL = {"app", "sim", "kernels", "render", "shaders", "scenes", "assets", "tests",
             "CMakeLists.txt", "CMakePresets.json", "LICENSE", "README.md"}

SOURCES = {".h", ".cpp", ".cu", ".cuh", ".c", ".hpp", ".cc"}
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)

TYPE = re.compile(r"^(?:struct|class|enum class|enum) (?:alignas\(\w+\) )?(\w+)(?!\w|::)[^;(]*\{",
                  re.MULTILINE)


def matches(path, patterns):
    return any(fnmatch.fnmatchcase(path, pattern) for pattern in patterns)


def include_violations(path, text):
    """Messages about one source file; path is relative to the root, with slashes."""
    folder = path.split("/")[0]
    for found in INCLUDE.finditer(text):
        header = found.group(2)
        where = f"{path}:{text.count(chr(10), 0, found.start(1)) + 1}"
        if header.startswith("."):
            yield f"{where}: {header} is not written from the root"
        elif header.split("/")[0] in FOLDERS and "/" in header:
            if not matches(header, FOLDERS.get(folder, [])):
                yield f"{where}: {folder} may not include {header}"
        for name, pattern, homes in THIRD_PARTY:
            if re.match(pattern, header) and not matches(path, homes):
                yield f"{where}: {header} ({name}) stays in {', '.join(homes)}"


def name_violations(headers):
    """Messages about types defined at the top of several headers; headers: path to text."""
    defined = {}
    for path, text in headers.items():
        for name in TYPE.findall(text):
            if name in defined:
                yield f"{path}: {name} is also defined in {defined[name]}"
            defined[name] = path


def top_level_violations(paths):
    for entry in sorted({path.split("/")[0] for path in paths}):
        if entry not in TOP_LEVEL and not entry.startswith("."):
            yield f"{entry}: not one of the entries that belong at the top"


def sources():
    for folder in FOLDERS:
        for file in sorted((ROOT / folder).rglob("*")):
            if file.suffix in SOURCES:
                yield file


def top_level_paths():
    """Paths that git tracks; in an unpacked archive, all entries but the build and videos."""
    listed = subprocess.run(["git", "-c", f"safe.directory={ROOT}", "ls-files"], cwd=ROOT,
                            capture_output=True, text=True)
    if listed.returncode == 0:
        return listed.stdout.splitlines()
    return [entry.name for entry in ROOT.iterdir()
            if entry.name != "build" and not entry.name.startswith("limber-")]


def violations():
    headers = {}
    for file in sources():
        path = file.relative_to(ROOT).as_posix()
        text = file.read_text(encoding="utf-8")
        yield from include_violations(path, text)
        if file.suffix == ".h":
            headers[path] = text
    yield from name_violations(headers)
    yield from top_level_violations(top_level_paths())


def self_test():
    """Each rule finds the violations below and accepts the valid includes."""
    wrong = [
        ("kernels/a.h", '#include "sim/simulation.h"'),
        ("kernels/a.h", '#include "render/window.h"'),
        ("kernels/a.cpp", "#include <fstream>"),
        ("sim/a.cpp", '#include "scenes/scene.h"'),
        ("sim/pbd/a.cpp", '  #  include "render/window.h"'),
        ("sim/a.cpp", '#include "app/options.h"'),
        ("scenes/a.cpp", '#include "render/window.h"'),
        ("render/a.cpp", '#include "sim/simulation.h"'),
        ("render/a.cpp", '#include "scenes/scene.h"'),
        ("render/a.cpp", '#include "app/options.h"'),
        ("render/a.cpp", '#include "../sim/simulation.h"'),
        ("app/a.cpp", '#include "tests/each_backend.h"'),
        ("shaders/a.h", '#include "kernels/hd.h"'),
        ("sim/a.cpp", "#include <glad/gl.h>"),
        ("sim/a.cpp", "#include <GLFW/glfw3.h>"),
        ("app/session.cpp", "#include <imgui.h>"),
        ("app/session.cpp", "#include <GL/gl.h>"),
        ("scenes/a.cpp", "#include <EGL/egl.h>"),
        ("render/a.cpp", "#include <imgui.h>"),
        ("render/a.cpp", '#include "imgui_internal.h"'),
        ("kernels/scan.cpp", "#include <tbb/parallel_for.h>"),
        ("kernels/device.cu", "#include <tbb/parallel_for.h>"),
        ("sim/a.cpp", "#include <oneapi/tbb/parallel_for.h>"),
        ("kernels/buffer.h", "#include <cuda_runtime.h>"),
        ("render/a.h", "#include <cuda_gl_interop.h>"),
        ("sim/a.cpp", "#include <cub/cub.cuh>"),
        ("app/a.cpp", "#include <cusparse.h>"),
        ("app/a.cpp", "#include <toml++/toml.h>"),
        ("scenes/a.cpp", "#include <CLI/CLI.hpp>"),
        ("scenes/a.cpp", "#include <nlohmann/json.hpp>"),
        ("sim/mesh/polygon.cpp", "#include <tiny_obj_loader.h>"),
        ("sim/mesh/tetgen_mesher.cpp", "#include <tetgen.h>"),
        ("app/bench/bench_rigid.cpp", "#include <btBulletDynamicsCommon.h>"),
        ("sim/mesh/polygon.cpp", "#include <meshoptimizer.h>"),
        ("render/renderer.cpp", "#include <meshoptimizer.h>"),
        ("app/a.cpp", "#include <stb/stb_image_write.h>"),
        ("app/a.cpp", "#include <gtest/gtest.h>"),
        ("sim/fem/a.cpp", "#include <Eigen/Dense>"),
        ("sim/plants/a.cpp", "#include <Spectra/SymEigsSolver.h>"),
    ]
    right = [
        ("kernels/a.cpp", '#include "kernels/view.h"\n#include <vector>\n#include <cuchar>'),
        ("sim/a.cpp", '#include "kernels/exec.h"\n#include "sim/publish.h"\n#include <fstream>'),
        ("scenes/a.cpp", '#include "sim/simulation.h"\n#include <toml++/toml.h>'),
        ("render/a.cpp", '#include "sim/publish.h"\n#include "render/a.h"\n#include <glad/gl.h>'),
        ("render/cuda_interop.cu", "#include <cuda_gl_interop.h>"),
        ("app/panel/a.cpp", '#include "scenes/scene.h"\n#include <imgui.h>'),
        ("app/actions.cpp", "#include <GLFW/glfw3.h>"),
        ("app/build_info.cpp", '#include "build_commit.h"'),
        ("kernels/exec.cpp", "#include <tbb/task_arena.h>"),
        ("tests/gl/a.cpp", '#include "gl_fixture.h"\n#include "app/options.h"'),
        ("tests/kernels/a.cpp", "#include <Eigen/Dense>"),
        ("sim/piles/sphere_body.cpp", "#include <Eigen/Eigenvalues>"),
        ("sim/plants/a.h", "#include <Eigen/Core>"),
        ("sim/a.cpp", '// once: #include <glad/gl.h>'),
    ]
    for path, text in wrong:
        assert len(list(include_violations(path, "\n" + text + "\n"))) == 1, (path, text)
    for path, text in right:
        assert not list(include_violations(path, text)), (path, text)
    assert ":3:" in next(include_violations("sim/a.cpp", "\n\n#include <glad/gl.h>\n"))
    box = "struct Box {\n};\n"
    assert not list(name_violations({"a.h": box, "b.h": "struct Box;\nclass Tree : Box {\n};\n"}))
    same = "class alignas(16) Box final : A {\n};\n"
    assert len(list(name_violations({"a.h": box, "b.h": same}))) == 1
    paths = ["app/main.cpp", ".gitignore", "README.md"]
    assert not list(top_level_violations(paths))
    assert len(list(top_level_violations(paths + ["notes.txt", "tools/a.py", "tools/b.py"]))) == 2


if __name__ == "__main__":
    if sys.argv[1:] == ["--self-test"]:
        self_test()
        sys.exit(0)
    found = list(violations())
    print("\n".join(found) or "No violations.")
    sys.exit(1 if found else 0)
