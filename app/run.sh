#!/bin/sh
# Installs missing packages, builds, and runs Limber with the given arguments. Without arguments and
# without a display, it records a video of the default scene.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
PATH=$PATH:/usr/local/cuda/bin  # where NVIDIA installs nvcc, often not on PATH

# To standard error: standard output is for Limber alone (--stats -).
sh "$root/app/install.sh" build run >&2
(cd "$root" && cmake --preset release >/dev/null && cmake --build --preset release --target limber) >&2 || {
  echo "Limber could not be built; the lines above say why." >&2
  exit 1
}

limber=$root/build/release/limber
if [ $# -eq 0 ] && [ -z "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
  video=limber-flags.mp4
  echo "There is no display: recording 10 seconds of cloth/flags instead ..."
  "$limber" cloth/flags --headless --frames 600 --size 1280x720 --record $video
  echo "The video is $PWD/$video"
else
  exec "$limber" "$@"
fi
