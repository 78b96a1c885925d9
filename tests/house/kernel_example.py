#!/usr/bin/env python3
"""Checks that the example in kernels/README.md compiles: header, CUDA line, launch and test.

Usage: kernel_example.py COMPILER
"""

import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]

UNIT = """{test}
#include "kernels/launch_on_cuda.h"
{line}
namespace limber {{
void launch_it(const Exec& exec, Buffer<Particle>& particles) {{
  {launch}
}}
}}  // namespace limber
"""


def main(compiler):
    page = (ROOT / "kernels/README.md").read_text(encoding="utf-8")
    header, line, launch, test = re.findall(r"```cpp\n(.*?)```", page, re.DOTALL)
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "kernels/pbd/shift.h")
        file.parent.mkdir(parents=True)
        file.write_text(header, encoding="utf-8")
        unit = pathlib.Path(folder, "shift_test.cpp")
        unit.write_text(UNIT.format(test=test, line=line, launch=launch), encoding="utf-8")
        return subprocess.run([compiler, "-std=c++20", "-fsyntax-only", f"-I{folder}", f"-I{ROOT}",
                               str(unit)], check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
