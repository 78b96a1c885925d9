# Chroots of a minimal Debian or Ubuntu, for bare.sh and package.sh, which source this file.
#
# Mounts and processes are in namespaces of their own and end with the script. A chroot uses this
# machine's kernel, /dev, /sys, network and download settings of apt, but none of its programs. The
# scripts set
#   cache     the folder of the chroots: debian-12 is debootstrap's result, never written to again,
#             debs-12 has the downloaded packages; likewise 13 and ubuntu-24.04
#   ccache    ccache's folder for builds in a chroot
#   releases  12, 13 or both
#   mirror    mirror; empty: this machine's own for Debian, archive.ubuntu.com for Ubuntu
#   cuda      a folder mounted as /usr/local/cuda; empty: none

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
# Namespaces of mounts and processes: nothing stays mounted or running, however the script ends.
if [ -z "${LIMBER_BARE_INSIDE:-}" ]; then
  unshare --mount --pid --fork --kill-child true 2>/dev/null ||
    fail "This machine allows no namespaces of mounts and processes (unshare --mount --pid), as" \
      "many containers do: run it on a machine, or in a container, that does."
  exec env LIMBER_BARE_INSIDE=1 unshare --mount --pid --fork --kill-child sh "$0" "$@"
fi
trap 'exit 130' INT TERM  # process 1 of a namespace ignores them by default

root=$(cd "$(dirname "$0")/.." && pwd)

# This machine's own mirror, from either of apt's two formats of sources.
host_codename=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
source_of() {  # SUITE
  apt-get indextargets --format '$(RELEASE) $(COMPONENT) $(REPO_URI)' 'Identifier: Packages' |
    sed -n "s/^$1 main //p" | head -n 1
}
security=
find_mirror() {
  [ -z "$mirror" ] || return 0
  [ "$releases" != 24.04 ] || { mirror=http://archive.ubuntu.com/ubuntu; return 0; }
  command -v apt-get >/dev/null || fail "This is not Debian: say with --mirror where packages are."
  mirror=$(source_of "$host_codename")
  security=$(source_of "$host_codename-security")
  [ -n "$mirror" ] || fail "The sources of this machine's apt name no Debian '$host_codename':" \
    "say with --mirror where packages are."
}

codename_of() {  # RELEASE
  case $1 in 12) echo bookworm ;; 13) echo trixie ;; 24.04) echo noble ;; esac
}
system_of() {  # RELEASE
  case $1 in 24.04) echo Ubuntu ;; *) echo Debian ;; esac
}
name_of() {  # RELEASE
  case $1 in 24.04) echo ubuntu-$1 ;; *) echo debian-$1 ;; esac
}
components_of() {  # RELEASE
  case $1 in 24.04) echo main universe ;; *) echo main ;; esac
}

check_releases() {
  case $releases in
    12 | 13 | "12 13" | 24.04) ;;
    *) fail "--debian is 12 or 13, --ubuntu is 24.04, not '$releases'." ;;
  esac
}
use_cache() {  # FOLDER
  mkdir -p "$1" || fail "The cache folder '$1' cannot be made."
  cache=$(readlink -f "$1")
  [ -n "$ccache" ] || { ccache=$cache/ccache && mkdir -p "$ccache"; }
}

# Makes CACHE/debian-RELEASE with debootstrap, unless it exists; likewise for Ubuntu.
make_base() {  # RELEASE
  exec 9>"$cache/lock-$1"
  flock -n 9 || fail "Another trial of $(system_of $1) $1 is running in $cache: wait for it, or name" \
    "another folder."
  base=$cache/$(name_of $1)
  [ ! -d "$base" ] || return 0
  echo "$(system_of $1) $1: making $base ..."
  rm -rf --one-file-system "$base.new"
  certificates=  # apt needs them for a mirror with https
  case $mirror in https:*) certificates=--include=ca-certificates ;; esac
  debootstrap --variant=minbase --components="$(components_of $1 | tr ' ' ,)" $certificates \
    "$(codename_of $1)" "$base.new" "$mirror" \
    >"$base.log" 2>&1 || {
    tail -n 3 "$base.log" >&2
    echo "$(system_of $1) $1 could not be made; $base.log says why." >&2
    return 1
  }
  chroot "$base.new" apt-get clean
  mv "$base.new" "$base"
}

# Copies it to CACHE/NAME-RELEASE, with mounts and network; sets `trial` to the copy.
make_trial() {  # NAME RELEASE
  trial=${cache:?}/${1:?}-${2:?}
  debs=$cache/debs-$2
  ! grep -qF " $trial/" /proc/self/mounts || fail "Something is mounted in $trial: unmount it."
  rm -rf --one-file-system "$trial"
  cp -a "$cache/$(name_of $2)" "$trial"
  {
    echo "deb $mirror $(codename_of $2) $(components_of $2)"
    [ -z "$security" ] || echo "deb $security $(codename_of $2)-security main"
  } >"$trial/etc/apt/sources.list"
  # Take over this machine's proxy, and its tolerance of late clocks or mirrors.
  apt-config dump Acquire 2>/dev/null | grep -E '^Acquire::(https?|Check-|Force|Retries)' \
    >"$trial/etc/apt/apt.conf.d/90host" || true
  cp -L /etc/resolv.conf /etc/hosts "$trial/etc/"

  mkdir -p "$debs" "$trial/root/limber"
  mount -t proc proc "$trial/proc"
  mount --rbind /sys "$trial/sys"
  mount --rbind /dev "$trial/dev"
  mount --bind "$debs" "$trial/var/cache/apt/archives"
}

# Clones the commit that is checked out into /root/limber of the trial; mounts ccache and CUDA.
clone_into_trial() {
  git clone --quiet --no-hardlinks "$root" "$trial/root/limber" || return 1
  mkdir -p "$trial/root/.cache/ccache"
  mount --bind "$ccache" "$trial/root/.cache/ccache"
  if [ -n "$cuda" ]; then
    mkdir -p "$trial/usr/local/cuda"
    mount --bind -o ro "$cuda" "$trial/usr/local/cuda"
  fi
}

# Runs a command in the trial's clone, with no variable of this machine's environment but its proxy.
# ccache identifies files by their path in the clone, and compilers by content. It ignores -Werror
# only without nvcc: host code of .cu files has warnings that are no errors.
inside() {  # COMMAND...
  env -i HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    ${http_proxy:+http_proxy="$http_proxy"} ${https_proxy:+https_proxy="$https_proxy"} \
    CCACHE_BASEDIR=/root/limber CCACHE_NOHASHDIR=1 CCACHE_COMPILERCHECK=content CCACHE_MAXSIZE=20G \
    ${no_nvcc:+CCACHE_IGNOREOPTIONS=-Werror} \
    chroot "$trial" sh -c 'cd /root/limber && exec "$@"' sh "$@"
}
