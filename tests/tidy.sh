#!/bin/sh
# Usage: sh tests/tidy.sh [BRANCH]
# Runs clang-tidy on all .cpp files, or on those that differ from BRANCH.
set -eu
cd "$(dirname "$0")/.."
build=build/tidy

sh app/install.sh build run test tidy
# Without CUDA: clang-tidy 14 cannot read the headers of a current toolkit.
# Each source by itself: those that are compiled together are not among the commands.
cmake -S . -B $build -G Ninja -DLIMBER_CUDA=OFF -DLIMBER_UNITY=OFF >/dev/null
cmake --build $build --target limber_commit >/dev/null

if [ $# -gt 0 ]; then
  files=$(git diff --name-only --diff-filter=d "$1" -- '*.cpp')
else
  files=$(git ls-files '*.cpp')
fi
known=
for file in $files; do
  grep -Fq "\"$PWD/$file\"" $build/compile_commands.json && known="$known $PWD/$file"
done
[ -n "$known" ] || { echo "No .cpp file to look at."; exit 0; }
run-clang-tidy -quiet -j 2 -p $build $known 2>/dev/null
