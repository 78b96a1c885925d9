#!/bin/sh
# Are all C++ and CUDA sources as clang-format leaves them? Exit code 77: it cannot be told.
cd "$(dirname "$0")/../.."
if ! command -v clang-format >/dev/null; then
  echo "skipped: clang-format is not installed"
  exit 77
fi
version=$(clang-format --version | sed 's/.*version \([0-9]*\).*/\1/')
if [ "$version" != 14 ]; then  # each breaks some lines elsewhere
  echo "skipped: the sources are as clang-format 14 of Debian 12 leaves them; here is $version"
  exit 77
fi
find app kernels render scenes sim tests -name '*.h' -o -name '*.cpp' -o -name '*.cu' |
  xargs clang-format --dry-run -Werror || {
  echo "Format these files with clang-format -i."
  exit 1
}
