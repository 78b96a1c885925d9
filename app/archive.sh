#!/bin/sh
# Usage: sh app/archive.sh BUILD FILE.tar.gz
# Packs the build in folder BUILD into a binary archive for other Linux systems, with its shared
# libraries, except those that must be the system's own (C and C++ libraries, OpenGL, X11, Wayland).
# A target system needs a C library at least as new as this one's, so pack on the oldest target.
set -eu

fail() {
  echo "$*" >&2
  exit 1
}
[ $# -eq 2 ] || fail "Usage: sh app/archive.sh BUILD FILE.tar.gz"
for program in cmake patchelf dpkg; do
  command -v $program >/dev/null || fail "$program is missing: install it (apt-get install $program)."
done
case $2 in *.tar.gz) ;; *) fail "The archive must be called FILE.tar.gz, not '$2'." ;; esac

folder=$(mktemp -d)
trap 'rm -r -- "${folder:?}"' EXIT
name=$(basename "$2" .tar.gz)
cmake --install "$1" --strip --prefix "$folder/$name" >/dev/null
mkdir "$folder/$name/lib"

# The system's own libraries, after AppImage's exclude list.
of_the_system='^(ld-linux.*|lib(c|m|dl|rt|pthread|stdc\+\+|gcc_s|GL|GLX|GLdispatch|EGL|OpenGL|X.*|xcb.*|wayland-.*|drm.*|gbm|bsd|md|z|expat))\.so'
libraries_of() {  # FILE: prints the paths of its libraries to pack
  ldd "$1" | sed -n 's/^\t[^ ]* => \(\/[^ ]*\) .*/\1/p' | while read -r path; do
    basename "$path" | grep -Eq "$of_the_system" || echo "$path"
  done
}
licences=$folder/$name/share/doc/limber/licences
mkdir "$licences"
copy_licence() {  # LIBRARY: copies the licence of its Debian package
  package=$(dpkg -S "*/$(basename "$(readlink -f "$1")")" 2>/dev/null | sed 's/:.*//' | head -n 1)
  [ -n "$package" ] || fail "$1 belongs to no package, so its licence is unknown."
  cp -L -- "/usr/share/doc/$package/copyright" "$licences/$package"
}
for program in bin/limber libexec/limber/limber_tetgen; do
  file=$folder/$name/$program
  [ -e "$file" ] || continue  # built without TetGen
  for library in $(libraries_of "$file"); do
    cp -L -- "$library" "$folder/$name/lib/"
    copy_licence "$library"
  done
  up=$(dirname "$program" | sed 's/[^/][^/]*/../g')
  patchelf --set-rpath "\$ORIGIN/$up/lib" "$file"
done
for library in "$folder/$name/lib/"*; do
  chmod u+w "$library"
  patchelf --set-rpath '$ORIGIN' "$library"
done

tar -C "$folder" --owner=0 --group=0 -czf "$2.part" "$name"
mv "$2.part" "$2"
echo "$2: $(du -h "$2" | cut -f 1), with $(ls "$folder/$name/lib" | tr '\n' ' ')"
