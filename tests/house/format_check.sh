#!/bin/sh
# Checks that all C++ and CUDA sources are formatted. Exit code 77: there is no clang-format 14.
cd "$(dirname "$0")/../.."
if ! command -v clang-format >/dev/null; then
  echo "skipped: clang-format is not installed"
  exit 77
fi
version=$(clang-format --version | sed 's/.*version \([0-9]*\).*/\1/')
if [ "$version" != 14 ]; then  # versions break some lines differently
  echo "skipped: the sources are as clang-format 14 of Debian 12 leaves them; here is $version"
  exit 77
fi
find app kernels render scenes sim tests -name '*.h' -o -name '*.cpp' -o -name '*.cu' |
  xargs clang-format --dry-run -Werror || {
  echo "Format these files with clang-format -i."
  exit 1
}
