#!/bin/sh
# Usage, as root: sh tests/bare.sh [OPTIONS] CACHE [CTEST-ARGUMENTS]
# Runs both commands of the README on a minimal Debian or Ubuntu, in a clean clone of the commit that
# is checked out, and prints a table of what worked. This finds packages that app/packages.txt lacks
# and a developer's machine happens to have.
#
#   --debian 12|13    only this release; otherwise 12, then 13
#   --ubuntu 24.04    on Ubuntu instead
#   --cuda FOLDER     mounted as /usr/local/cuda, to build with nvcc; otherwise without CUDA
#   --ccache FOLDER   ccache's folder; otherwise CACHE/ccache
#   --mirror URL      Debian mirror; otherwise this machine's own
#
# sh app/run.sh has no display and must make a video of 600 frames. sh tests/run.sh builds all tests
# with warnings as errors and passes CTEST-ARGUMENTS on (-R Exec: only a few). For example:
#
#   sh tests/bare.sh /var/tmp/limber-bare
#   sh tests/bare.sh --debian 13 --cuda /usr/local/cuda /var/tmp/limber-bare -R 'Coloring|headless'
#
# CACHE takes some GB and makes later trials fast. It holds, likewise for 13:
#   debian-12                  debootstrap's result, never written to again
#   debs-12                    downloaded packages
#   trial-12                   the copy of debian-12 in which the last trial ran, with the clone in
#                              /root/limber (to look around: chroot CACHE/trial-12)
#   run-12.log, tests-12.log   the output of the two commands
# Each trial begins with a new copy, without anything that an earlier one installed. Only ccache's
# compiled files are reused, for the same compiler, options and headers. ccache ignores -Werror, so
# that the second command need not recompile the program; instead, warnings fail the trial.
#
# tests/chroots.sh says what a trial uses of this machine.
set -eu

. "$(dirname "$0")/chroots.sh"

releases="12 13" cuda= ccache= mirror=
while [ $# -gt 0 ]; do
  case $1 in
    --debian | --ubuntu | --cuda | --ccache | --mirror) [ $# -ge 2 ] || fail "$1 needs a value." ;;
  esac
  case $1 in
    --debian | --ubuntu) releases=$2 ;;
    --cuda) cuda=$(folder_of "$1" "$2") ;;
    --ccache) ccache=$(folder_of "$1" "$2") ;;
    --mirror) mirror=$2 ;;
    -*) fail "There is no option '$1'; the first lines of $0 list them." ;;
    *) break ;;
  esac
  shift 2
done
check_releases
[ -z "$cuda" ] || [ -x "$cuda/bin/nvcc" ] || fail "--cuda: there is no nvcc in $cuda/bin."
[ $# -gt 0 ] || fail "Usage: sh tests/bare.sh [OPTIONS] CACHE [CTEST-ARGUMENTS]; CACHE is a folder" \
  "for chroots and packages."
use_cache "$1"
shift

find_mirror

# Runs a command with its output in a log; sets `outcome` to worked or FAILED, and `seconds`.
try() {  # LOG COMMAND...
  log=$1
  shift
  echo "$(system_of $release) $release: $* (follow: tail -f $log)"
  began=$(date +%s)
  if inside "$@" >"$log" 2>&1; then outcome=worked; else outcome=FAILED; fi
  seconds=$(($(date +%s) - began))
  [ $outcome = worked ] || tail -n 25 "$log"
}

row() { printf '%-7s %-5s %-9s %-29s %s\n' "$@"; }
table=$(row System nvcc g++ "sh app/run.sh" "sh tests/run.sh")
status=0
nvcc=no no_nvcc=yes
[ -z "$cuda" ] || { nvcc=yes no_nvcc=; }
git -C "$root" diff --quiet HEAD || echo "What is not committed in $root is not tried."
for release in $releases; do
  if ! { make_base $release && make_trial trial $release && clone_into_trial; }; then
    table="$table
$(row $release $nvcc - "FAILED: no chroot" -)"
    status=1
    continue
  fi

  try "$cache/run-$release.log" sh app/run.sh
  frames=$(inside ffprobe -v error -count_packets -select_streams v -of csv=p=0 \
    -show_entries stream=nb_read_packets limber-flags.mp4 2>/dev/null || true)
  [ "$frames" = 600 ] || outcome=FAILED
  run="$outcome, ${frames:-0} frames, $seconds s"
  [ $outcome = worked ] || status=1

  try "$cache/tests-$release.log" sh tests/run.sh "$@"
  counts=$(tail -n 1 "$log" | grep '^[0-9]* passed, ' || echo "not built")
  if [ -n "$no_nvcc" ] && grep 'warning: .*\[-W' "$cache/run-$release.log" "$log"; then
    outcome=FAILED counts="$counts, warnings"
  fi
  [ $outcome = worked ] || status=1
  table="$table
$(row $release $nvcc "$(inside g++ -dumpfullversion 2>/dev/null || echo -)" "$run" \
    "$outcome, $counts, $seconds s")"
done
echo
echo "$table"
exit $status
