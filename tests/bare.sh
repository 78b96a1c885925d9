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
# This machine lends the trial its kernel, /dev, network and settings of apt's downloads, but no
# file. Mounts and processes are in namespaces of their own and end with this script.
set -eu

fail() {
  echo "$*" >&2
  exit 2
}
folder_of() {  # OPTION FOLDER
  [ -d "$2" ] || fail "$1: there is no folder '$2'."
  readlink -f "$2"
}

[ "$(id -u)" -eq 0 ] || fail "This makes chroots, which only root may: run it as root."
for program in debootstrap chroot unshare flock git; do
  command -v $program >/dev/null || fail "$program is missing: install it (apt-get install $program)."
done
# Own mounts and processes: nothing is left mounted or running, however this ends.
if [ -z "${LIMBER_BARE_INSIDE:-}" ]; then
  unshare --mount --pid --fork --kill-child true 2>/dev/null ||
    fail "This machine allows no namespaces of mounts and processes (unshare --mount --pid), as" \
      "many containers do: run it on a machine, or in a container, that does."
  exec env LIMBER_BARE_INSIDE=1 unshare --mount --pid --fork --kill-child sh "$0" "$@"
fi
trap 'exit 130' INT TERM  # process 1 of a namespace is not ended by them otherwise

root=$(cd "$(dirname "$0")/.." && pwd)
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
case $releases in
  12 | 13 | "12 13") ;;
  *) fail "--debian is 12 or 13, not '$releases'." ;;
esac
[ -z "$cuda" ] || [ -x "$cuda/bin/nvcc" ] || fail "--cuda: there is no nvcc in $cuda/bin."
[ $# -gt 0 ] || fail "Usage: sh tests/bare.sh [OPTIONS] CACHE [CTEST-ARGUMENTS]; CACHE is a folder" \
  "for chroots and packages."
mkdir -p "$1" || fail "The cache folder '$1' cannot be made."
cache=$(readlink -f "$1")
shift
[ -n "$ccache" ] || { ccache=$cache/ccache && mkdir -p "$ccache"; }

# Where this machine has its Debian from, whichever of apt's two formats says so.
host_codename=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
source_of() {  # SUITE
  apt-get indextargets --format '$(RELEASE) $(COMPONENT) $(REPO_URI)' 'Identifier: Packages' |
    sed -n "s/^$1 main //p" | head -n 1
}
security=
if [ -z "$mirror" ]; then
  command -v apt-get >/dev/null || fail "This is not Debian: say with --mirror where packages are."
  mirror=$(source_of "$host_codename")
  security=$(source_of "$host_codename-security")
  [ -n "$mirror" ] || fail "The sources of this machine's apt name no Debian '$host_codename':" \
    "say with --mirror where packages are."
fi

# A release as debootstrap makes it, once.
make_base() {  # 12|13 CODENAME
  exec 9>"$cache/lock-$1"
  flock -n 9 || fail "Another trial of Debian $1 is running in $cache: wait for it, or name" \
    "another folder."
  base=$cache/debian-$1
  [ ! -d "$base" ] || return 0
  echo "Debian $1: making $base ..."
  rm -rf --one-file-system "$base.new"
  certificates=  # apt itself needs them where the mirror speaks https
  case $mirror in https:*) certificates=--include=ca-certificates ;; esac
  debootstrap --variant=minbase $certificates "$2" "$base.new" "$mirror" >"$base.log" 2>&1 || {
    tail -n 3 "$base.log" >&2
    echo "Debian $1 could not be made; $base.log says why." >&2
    return 1
  }
  chroot "$base.new" apt-get clean
  mv "$base.new" "$base"
}

# A copy of it with what the kernel and the network need, and the clone.
make_trial() {  # 12|13 CODENAME
  trial=$cache/trial-$1
  debs=$cache/debs-$1
  rm -rf --one-file-system "$trial"
  cp -a "$cache/debian-$1" "$trial"
  {
    echo "deb $mirror $2 main"
    [ -z "$security" ] || echo "deb $security $2-security main"
  } >"$trial/etc/apt/sources.list"
  # A proxy, and clocks or mirrors that are behind, are this machine's and not the trial's matter.
  apt-config dump Acquire 2>/dev/null | grep -E '^Acquire::(https?|Check-|Force|Retries)' \
    >"$trial/etc/apt/apt.conf.d/90host" || true
  cp -L /etc/resolv.conf /etc/hosts "$trial/etc/"
  git clone --quiet --no-hardlinks "$root" "$trial/root/limber"

  mkdir -p "$debs" "$trial/root/.cache/ccache"
  mount -t proc proc "$trial/proc"
  mount --rbind /sys "$trial/sys"
  mount --rbind /dev "$trial/dev"
  mount --bind "$debs" "$trial/var/cache/apt/archives"
  mount --bind "$ccache" "$trial/root/.cache/ccache"
  if [ -n "$cuda" ]; then
    mkdir -p "$trial/usr/local/cuda"
    mount --bind -o ro "$cuda" "$trial/usr/local/cuda"
  fi
}

# Nothing of this machine's environment but its proxy. ccache knows files by where they are in the
# clone, and compilers by what they are. (Host code of .cu files has warnings that are no errors:
# with nvcc both commands compile everything.)
inside() {  # COMMAND...
  env -i HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    ${http_proxy:+http_proxy="$http_proxy"} ${https_proxy:+https_proxy="$https_proxy"} \
    CCACHE_BASEDIR=/root/limber CCACHE_NOHASHDIR=1 CCACHE_COMPILERCHECK=content CCACHE_MAXSIZE=20G \
    ${no_nvcc:+CCACHE_IGNOREOPTIONS=-Werror} \
    chroot "$trial" sh -c 'cd /root/limber && exec "$@"' sh "$@"
}

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
  case $release in 12) codename=bookworm ;; 13) codename=trixie ;; esac
  if ! { make_base $release $codename && make_trial $release $codename; }; then
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
