#!/bin/sh
# Usage: sh app/install.sh SECTION...   sections of app/packages.txt: build, run, test, bench, tidy
# Installs missing packages of these sections; silent and quick if none are missing.
set -eu
list=$(dirname "$0")/packages.txt

wanted=$(for section in "$@"; do
  sed -n "/^\[$section\]/,/^\[/ s/^\([a-z0-9][^ ]*\).*/\1/p" "$list"
done)

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
  echo "This is not Debian: install what app/packages.txt lists." >&2
  exit 0
fi

here=$(dpkg-query -W -f '${db:Status-Status} ${binary:Package}\n' $wanted 2>/dev/null |
  sed -n 's/^installed \([^:]*\).*/\1/p')
missing=
for package in $wanted; do
  echo "$here" | grep -Fqx -- "$package" || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

as_root=
if [ "$(id -u)" -ne 0 ]; then
  as_root=sudo
  if ! command -v sudo >/dev/null; then
    echo "Limber needs more packages and there is no sudo; run as root: apt-get install$missing" >&2
    exit 1
  fi
fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT
apt() {
  $as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0 "$@" >>"$log" 2>&1
}
echo "Installing$missing ..."
if ! { apt update && apt install -y --no-install-recommends $missing; }; then
  tail -n 5 "$log" >&2
  echo "The packages could not be installed; fix what apt reports above, then run this again." >&2
  exit 1
fi
