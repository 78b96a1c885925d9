#!/bin/sh
# Installs missing packages, builds with warnings as errors, and runs all tests; long ones only if
# LIMBER_LONG_TESTS=1 is set. Arguments go to ctest (-R cloth: only tests with cloth in their names).
# --quick, as the first argument, leaves out slow tests: the others take up to 3 minutes on two
# cores. The last line counts the results.
set -eu
cd "$(dirname "$0")/.."
PATH=$PATH:/usr/local/cuda/bin  # where NVIDIA installs nvcc, often not on PATH
build=build/tests
if [ "${1-}" = --quick ]; then
  shift
  set -- -L '^quick$' "$@"
fi
[ -n "${LIMBER_LONG_TESTS-}" ] || set -- -LE '^long$' "$@"

sh app/install.sh build run test
# Without a GPU, CUDA code is only compiled: for one architecture, in two thirds of the time.
architectures=-UCMAKE_CUDA_ARCHITECTURES
nvidia-smi -L >/dev/null 2>&1 || architectures=-DCMAKE_CUDA_ARCHITECTURES=90
cmake -S . -B $build -G Ninja -DCMAKE_BUILD_TYPE=Release -DLIMBER_WERROR=ON -DLIMBER_TESTS=ON \
  $architectures
cmake --build $build

results=$PWD/$build/results.xml
rm -f "$results"
status=0
ctest --test-dir $build --output-on-failure -j "$(nproc)" --output-junit "$results" "$@" || status=$?

# Each test has one line with its status: run, fail, notrun (skipped) or disabled.
count() { grep -c "<testcase .*status=\"$1\"" "$results" || true; }
passed=$(count run) failed=$(count fail) skipped=$(count '\(notrun\|disabled\)')
[ "$((passed + failed))" -gt 0 ] || status=1
[ -n "${LIMBER_LONG_TESTS-}" ] || echo "Long tests are left out; LIMBER_LONG_TESTS=1 runs them."
echo "$passed passed, $failed failed, $skipped skipped"
exit $status
