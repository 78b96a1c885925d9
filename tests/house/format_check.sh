#!/bin/sh
# Are all C++ and CUDA sources as clang-format leaves them? Exit code 77: it cannot be told.
cd "$(dirname "$0")/../.."
if ! command -v clang-format >/dev/null; then
  echo "skipped: clang-format is not installed"
  exit 77
fi
find app kernels render scenes sim tests -name '*.h' -o -name '*.cpp' -o -name '*.cu' |
  xargs clang-format --dry-run -Werror || {
  echo "Format these files with clang-format -i."
  exit 1
}
