#!/bin/sh
# Usage, as root: sh tests/bare.sh [OPTIONS] CACHE [CTEST-ARGUMENTS]
# Runs both commands of the README on a Debian with nothing on it, in a clean clone of the commit
# that is checked out, and says in a table what worked. What a developer's machine happens to have,
# and app/packages.txt forgets, is missing there.
#
#   --debian 12|13    only this release; otherwise 12, then 13
#   --cuda FOLDER     what is seen as /usr/local/cuda, to try with nvcc; otherwise there is none
#   --ccache FOLDER   compiled files to take and to keep; otherwise CACHE/ccache
#   --mirror URL      where packages come from; otherwise where this machine has its own from
#
# sh app/run.sh has no display and must make a video of 600 frames. sh tests/run.sh builds all tests
# with warnings as errors and passes CTEST-ARGUMENTS on (-R Exec: a few only). For example:
#
#   sh tests/bare.sh /var/tmp/limber-bare
#   sh tests/bare.sh --debian 13 --cuda /usr/local/cuda /var/tmp/limber-bare -R 'Coloring|headless'
#
# CACHE gets some GB and makes later trials fast: debian-12 is what debootstrap made and is never
# written to, debs-12 the packages that were downloaded, trial-12 the copy of debian-12 in which the
# last trial ran, with the clone in /root/limber (look around: chroot CACHE/trial-12), and
# run-12.log and tests-12.log what the two commands said; likewise 13. Each trial begins with a new
# copy, so that it finds nothing that an earlier one installed. Only compiled files are kept: ccache
# asks for the same compiler, options and headers. Of the options it passes over -Werror, so that
# the second command need not compile the program anew; what the first warned of counts instead.
#
# tests/chroots.sh says what this machine lends the trial.
set -eu

. "$(dirname "$0")/chroots.sh"

releases="12 13" cuda= ccache= mirror=
while [ $# -gt 0 ]; do
  case $1 in
    --debian | --cuda | --ccache | --mirror) [ $# -ge 2 ] || fail "$1 needs a value." ;;
  esac
  case $1 in
    --debian) releases=$2 ;;
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

# Runs a command, with what it says in a log, and sets `outcome` to how it went.
try() {  # LOG COMMAND...
  log=$1
  shift
  echo "Debian $release: $* (follow: tail -f $log)"
  began=$(date +%s)
  if inside "$@" >"$log" 2>&1; then outcome=worked; else outcome=FAILED; fi
  seconds=$(($(date +%s) - began))
  [ $outcome = worked ] || tail -n 25 "$log"
}

row() { printf '%-7s %-5s %-9s %-29s %s\n' "$@"; }
table=$(row Debian nvcc g++ "sh app/run.sh" "sh tests/run.sh")
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
