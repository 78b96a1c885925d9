# Chroots of a Debian with nothing on it: what bare.sh and package.sh, which read this file, share.
#
# Mounts and processes are in namespaces of their own and end with the script. This machine lends a
# chroot its kernel, /dev, network and settings of apt's downloads, but no file. The scripts set
#   cache     the folder of it all: debian-12 is what debootstrap made and is never written to,
#             debs-12 the packages that were downloaded; likewise 13
#   ccache    a folder of compiled files, which clones use
#   releases  12, 13 or both
#   mirror    where packages come from; empty: where this machine has its own from
#   cuda      a folder that is seen as /usr/local/cuda; empty: none

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

# Where this machine has its Debian from, whichever of apt's two formats says so.
host_codename=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
source_of() {  # SUITE
  apt-get indextargets --format '$(RELEASE) $(COMPONENT) $(REPO_URI)' 'Identifier: Packages' |
    sed -n "s/^$1 main //p" | head -n 1
}
security=
find_mirror() {
  [ -z "$mirror" ] || return 0
  command -v apt-get >/dev/null || fail "This is not Debian: say with --mirror where packages are."
  mirror=$(source_of "$host_codename")
  security=$(source_of "$host_codename-security")
  [ -n "$mirror" ] || fail "The sources of this machine's apt name no Debian '$host_codename':" \
    "say with --mirror where packages are."
}

codename_of() {  # 12|13
  case $1 in 12) echo bookworm ;; 13) echo trixie ;; esac
}

check_releases() {
  case $releases in
    12 | 13 | "12 13") ;;
    *) fail "--debian is 12 or 13, not '$releases'." ;;
  esac
}
use_cache() {  # FOLDER
  mkdir -p "$1" || fail "The cache folder '$1' cannot be made."
  cache=$(readlink -f "$1")
  [ -n "$ccache" ] || { ccache=$cache/ccache && mkdir -p "$ccache"; }
}

# A release as debootstrap makes it, once.
make_base() {  # 12|13
  exec 9>"$cache/lock-$1"
  flock -n 9 || fail "Another trial of Debian $1 is running in $cache: wait for it, or name" \
    "another folder."
  base=$cache/debian-$1
  [ ! -d "$base" ] || return 0
  echo "Debian $1: making $base ..."
  rm -rf --one-file-system "$base.new"
  certificates=  # apt itself needs them where the mirror speaks https
  case $mirror in https:*) certificates=--include=ca-certificates ;; esac
  debootstrap --variant=minbase $certificates "$(codename_of $1)" "$base.new" "$mirror" \
    >"$base.log" 2>&1 || {
    tail -n 3 "$base.log" >&2
    echo "Debian $1 could not be made; $base.log says why." >&2
    return 1
  }
  chroot "$base.new" apt-get clean
  mv "$base.new" "$base"
}

# A copy of it with what the kernel and the network need: CACHE/NAME-12, which becomes `trial`.
make_trial() {  # NAME 12|13
  trial=${cache:?}/${1:?}-${2:?}
  debs=$cache/debs-$2
  ! grep -qF " $trial/" /proc/self/mounts || fail "Something is mounted in $trial: unmount it."
  rm -rf --one-file-system "$trial"
  cp -a "$cache/debian-$2" "$trial"
  {
    echo "deb $mirror $(codename_of $2) main"
    [ -z "$security" ] || echo "deb $security $(codename_of $2)-security main"
  } >"$trial/etc/apt/sources.list"
  # A proxy, and clocks or mirrors that are behind, are this machine's and not the trial's matter.
  apt-config dump Acquire 2>/dev/null | grep -E '^Acquire::(https?|Check-|Force|Retries)' \
    >"$trial/etc/apt/apt.conf.d/90host" || true
  cp -L /etc/resolv.conf /etc/hosts "$trial/etc/"

  mkdir -p "$debs" "$trial/root/limber"
  mount -t proc proc "$trial/proc"
  mount --rbind /sys "$trial/sys"
  mount --rbind /dev "$trial/dev"
  mount --bind "$debs" "$trial/var/cache/apt/archives"
}

# The commit that is checked out, in /root/limber of the trial, and what it is compiled with.
clone_into_trial() {
  git clone --quiet --no-hardlinks "$root" "$trial/root/limber"
  mkdir -p "$trial/root/.cache/ccache"
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
