#!/bin/sh
# Usage, as root: sh tests/package.sh [--debian 12|13 | --ubuntu 24.04] [--ccache FOLDER] CACHE \
#                   [CMAKE-ARGUMENTS]
# Builds the .deb and the archive (app/archive.sh) of the commit that is checked out, on a minimal
# Debian or Ubuntu. Installs the .deb on another one without compilers and tries it: --doctor, a
# picture without a window, a window, and a recorded drag with the mouse. Purging it must leave
# nothing but the user's files (app/README.md). Then the archive of Debian 12 is unpacked and tried
# there.
#
# CACHE is as for tests/bare.sh, and may be the same folder. The packages are in CACHE/packages-12,
# the output in CACHE/package-12.log; likewise 13. Packages are installed only in chroots in CACHE.
set -eu
. "$(dirname "$0")/chroots.sh"

releases="12 13" ccache= mirror= cuda= no_nvcc=yes
while [ $# -gt 0 ]; do
  case $1 in
    --debian | --ubuntu) releases=${2:-} ;;
    --ccache) ccache=$(folder_of "$1" "${2:-}") ;;
    -*) fail "There is no option '$1'; the first lines of $0 list them." ;;
    *) break ;;
  esac
  shift 2
done
check_releases
[ $# -gt 0 ] || fail "Usage: sh tests/package.sh [OPTIONS] CACHE [CMAKE-ARGUMENTS]"
use_cache "$1"
shift
find_mirror

apt() {
  inside env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0 "$@" >>"$log" 2>&1
}
now() { date +%s; }
# Runs a command and prints whether it worked; a failure prints its output and sets `status`.
check() {  # NAME COMMAND...
  what=$1
  shift
  began=$(now)
  if "$@" >"$cache/said" 2>&1; then
    echo "  ok      $what ($(($(now) - began)) s)"
  else
    status=1
    echo "  FAILED  $what"
    tail -n 5 "$cache/said"
  fi
  cat "$cache/said" >>"$log"
}

build() {  # CMAKE-ARGUMENTS...
  inside sh app/install.sh build &&
    apt install -y --no-install-recommends dpkg-dev file patchelf &&
    inside cmake --preset release "$@" &&
    inside cmake --build --preset release &&
    inside cpack -G DEB --config build/release/CPackConfig.cmake -B /root/packages &&
    inside sh app/archive.sh build/release /root/packages/limber-$(name_of $release).tar.gz
}
picture() {  # PROGRAM: draws a frame without a window
  inside "$1" cloth/flags --headless --frames 1 --size 320x240 --screenshot /root/picture.png &&
    [ -s "$trial/root/picture.png" ]
}
window() {  # PROGRAM: draws frames in a window
  inside xvfb-run -a "$1" cloth/flags --frames 5 --size 320x240 --screenshot /root/window.png &&
    [ -s "$trial/root/window.png" ]
}
drag() {
  # -noreset: a server that resets itself after its last window refuses one that opens meanwhile.
  cp "$root/tests/package_drag.sh" "$trial/root/" &&
    inside xvfb-run -a -s "-screen 0 640x480x24 -noreset" sh /root/package_drag.sh
}
says() {  # EXIT-CODE WORDS COMMAND...: whether it exits with this code and prints these words
  code=$1 words=$2
  shift 2
  answer=0
  said=$("$@" 2>&1) || answer=$?
  echo "$said"
  [ $answer -eq $code ] && echo "$said" | grep -qF -- "$words"
}
# Looks for files with limber in their names, except the user's: settings, cached meshes, and the
# files of these tests.
nothing_left() {
  ! (cd "$trial" && find etc lib opt root usr var -xdev -name '*limber*' \
    -not -path 'root/limber*' -not -path 'root/packages*' -not -path 'root/.cache/limber*' \
    -not -path 'root/.config/limber*' | grep .)
}
archive_works() {  # FILE
  inside tar -C /opt -xf "$1" && unpacked=/opt/$(basename "$1" .tar.gz) &&
    picture "$unpacked/bin/limber" && window "$unpacked/bin/limber" &&
    says 0 "$unpacked/libexec/limber/limber_tetgen" inside "$unpacked/bin/limber" --doctor
}

status=0
for release in $releases; do
  log=$cache/package-$release.log
  : >"$log"
  packages=$cache/packages-$release
  mkdir -p "$packages"
  make_base $release
  make_trial package $release
  clone_into_trial
  mkdir "$trial/root/packages"
  mount --bind "$packages" "$trial/root/packages"
  echo "$(system_of $release) $release (follow: tail -f $log)"
  check "the package and the archive are built" build "$@"
  deb=$(cd "$packages" && ls -t limber_*.deb 2>/dev/null | head -n 1)
  [ -n "$deb" ] || continue

  make_trial installed $release
  mkdir "$trial/root/packages"
  mount --bind -o ro "$packages" "$trial/root/packages"
  apt update
  file_there=$(now)
  check "$deb is installed without compilers" \
    apt install -y --no-install-recommends "/root/packages/$deb"
  check "--doctor finds the scenes" says 0 "scenes; --list" inside limber --doctor
  check "a picture without a window" picture limber
  echo "          $(($(now) - file_there)) s from the file to the first picture, with all downloads"
  apt install -y --no-install-recommends xvfb xauth xdotool ffmpeg
  check "a window" window limber
  check "a pull with the mouse, filmed" drag
  check "a scene with the bunny says what is missing" \
    says 3 glmark2-data inside limber fluid/dam --no-render --frames 1
  check "it is purged" apt purge -y limber
  check "nothing of it is left" nothing_left

  # The archive needs OpenGL from the system, and X11 for a window.
  apt install -y --no-install-recommends libegl1 libgl1 libopengl0 libx11-6
  archive=$cache/packages-12/limber-debian-12.tar.gz
  [ -e "$archive" ] || continue
  cp "$archive" "$trial/root/"
  check "the archive of Debian 12" archive_works /root/limber-debian-12.tar.gz
done
exit $status
