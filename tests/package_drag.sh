# Run by tests/package.sh in a display of its own: records a drag at a curtain that hangs still,
# takes a picture, and closes the window. Then opens a second window, whose settings are saved.
set -e
cd "$(mktemp -d)"
cat >curtain.toml <<'END'
family = "cloth"
[camera]
eye_m = [0.0, 1.0, 4.0]
target_m = [0.0, 1.0, 0.0]
[settings]
gravity_m_s2 = 0.0
damping_per_s = 1.0
[[cloth]]
columns = 12
rows = 12
size_m = [1.4, 1.4]
center_m = [0.0, 1.0, 0.0]
right = [1.0, 0.0, 0.0]
down = [0.0, -1.0, 0.0]
pins = "left_edge"
END

wait_for_window() {
  seconds=0
  until xdotool search --onlyvisible --name " - Limber" >/dev/null; do
    [ $((seconds += 1)) -le 60 ] || exit 1
    sleep 1
  done
}

limber curtain.toml --size 400x300 --record film.mp4 --screenshot end.png --stats stats.json &
wait_for_window
xdotool mousemove 220 150
sleep 1
xdotool mousedown 1
sleep 1
xdotool mousemove 140 210
sleep 2
xdotool key ctrl+q
wait $!

film=$(ffprobe -v error -count_packets -select_streams v -of csv=p=0 \
  -show_entries stream=codec_name,width,height,nb_read_packets film.mp4)
echo "film: $film"
[ "${film##*,}" -ge 24 ]  # fewer than 60 a second where two cores have other work
[ "$(head -c 4 end.png | tail -c 3)" = PNG ]
# Only the drag stretches the curtain.
awk -F : '/"stretch":/ { print "stretched by" $2; pulled = $2 > 1e-4 } END { exit !pulled }' stats.json

limber cloth/tube --size 400x300 &
wait_for_window
sleep 2
xdotool key ctrl+q
wait $!
ls "$HOME/.config/limber"
