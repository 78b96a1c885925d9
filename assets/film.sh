#!/bin/sh
# Usage: sh assets/film.sh LIMBER [OPTIONS]
# Makes the film of README.md; OPTIONS go to LIMBER. Needs ffmpeg with libwebp.
set -eu
film=$(cd "$(dirname "$0")" && pwd)/pictures/limber.webp
limber=$1
shift
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT

take() {  # SCENE FIRST-FRAME LAST-FRAME CROP [OPTIONS]: CROP is W:H:X:Y within 960x540
  scene=$1 first=$2 last=$3 crop=$4
  shift 4
  "$limber" "$scene" --headless --fps 15 --frames "$last" --size 960x540 \
    --record "$folder/all.png" "$@"
  ffmpeg -v error -framerate 15 -start_number "$first" -i "$folder/all-%05d.png" \
    -vf "crop=$crop,scale=640:360:flags=lanczos" "$folder/$(basename "$scene")-%05d.png"
  rm "$folder"/all-*.png
}
take joints/wrecker 13 36 800:450:80:60 "$@"
take fluid/splash 1 34 704:396:150:50 "$@"
take world/trampoline 1 26 864:486:48:0 "$@"
cat "$folder"/wrecker-*.png "$folder"/splash-*.png "$folder"/trampoline-*.png |
  ffmpeg -v error -y -f image2pipe -framerate 15 -i - -c:v libwebp_anim -loop 0 -quality 75 \
    -compression_level 6 "$film"
ls -l "$film"
