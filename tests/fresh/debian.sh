#!/usr/bin/env bash
# A fresh Debian in a folder, a fresh clone in it, and a user who is not root: ./dev debian 12|13 [TASK]... [-- WORD...]
#
# Needs root, for debootstrap, chroot and mounts of its own. TASK is a task of ./dev (demo by default; test takes long);
# `readonly-home` runs the demo once more with a home that cannot be written. The words after -- go to the last task:
# ./dev debian 13 test -- tests/teams. What is committed is what is tried. The guests keep what pip downloads and compiles
# in a cache of their own (beside their roots): remove it to see every package compiled again.
set -euo pipefail
cd "$(dirname "$0")/../.."

say() { printf '\033[1m==> %s\033[0m\n' "$*" >&2; }
fail() { printf 'dev debian: %s\n' "$*" >&2; exit 2; }

case "${1:-}" in
  12) readonly SUITE=bookworm ;;
  13) readonly SUITE=trixie ;;
  *) fail "say which Debian: 12 or 13" ;;
esac
readonly VERSION=$1 CHECKOUT=$PWD GUEST=porter
shift
tasks=()
while [ $# -gt 0 ] && [ "$1" != -- ]; do
  tasks+=("$1")
  shift
done
[ $# -eq 0 ] || shift
[ ${#tasks[@]} -gt 0 ] || tasks=(demo readonly-home)
for task in "${tasks[@]}"; do
  case $task in demo | test | lint | types | docs | setup | readonly-home) ;; *) fail "there is no task $task" ;; esac
done
[ "$(id -u)" = 0 ] || fail "needs root, to make a root of its own and to enter it"
for tool in debootstrap unshare chroot git; do
  command -v "$tool" >/dev/null || fail "needs $tool: apt-get install debootstrap util-linux coreutils git"
done

readonly BASE=${CASS_DEBIAN_ROOTS:-${XDG_CACHE_HOME:-$HOME/.cache}/cass-tools-dev/debian}
readonly ROOT=$BASE/$VERSION PIP_CACHE=$BASE/pip-cache

# The mirror of this machine, where it is a Debian; else debootstrap's own choice.
mirror() {
  sed -nE 's/^(URIs: *|deb +(\[[^]]*\] +)?)(https?:[^ ]+).*/\3/p' /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null |
    grep -v security | grep -m 1 '/debian/*$' || true
}

make_root() {
  if [ -f "$ROOT/.complete" ]; then return; fi
  say "making a fresh Debian $VERSION in $ROOT"
  rm -rf "$ROOT"
  mkdir -p "$BASE"
  # shellcheck disable=SC2046 # no word where there is no mirror to name
  debootstrap --variant=minbase --include=ca-certificates,git,sudo,python3 "$SUITE" "$ROOT" $(mirror) >"$BASE/$VERSION.log" 2>&1 ||
    fail "debootstrap could not make it; see $BASE/$VERSION.log"
  touch "$ROOT/.complete"
}

# How this machine reaches its package registries: names, certificates and settings that are not the user's own.
# (Node and uv have certificates of their own, so `enter` names the guest's to them.)
let_it_reach_the_network() {
  local file
  cp -L /etc/resolv.conf /etc/hosts "$ROOT/etc/"
  for file in /etc/pip.conf /etc/xdg/pip /etc/npmrc /etc/apt/apt.conf.d/*proxy* /usr/local/share/ca-certificates; do
    [ -e "$file" ] || continue
    mkdir -p "$ROOT${file%/*}"
    cp -rT "$file" "$ROOT$file"
  done
  chroot "$ROOT" update-ca-certificates >/dev/null 2>&1
}

make_user() {
  chroot "$ROOT" id "$GUEST" >/dev/null 2>&1 || chroot "$ROOT" useradd --create-home --shell /bin/bash "$GUEST"
  echo "$GUEST ALL=(ALL) NOPASSWD: ALL" >"$ROOT/etc/sudoers.d/$GUEST"
  rm -rf "${ROOT:?}/srv/cass-tools" "${ROOT:?}/home/${GUEST:?}"
  git clone --quiet --no-hardlinks "$CHECKOUT" "$ROOT/srv/cass-tools"
  chroot "$ROOT" install -d -o "$GUEST" -g "$GUEST" "/home/$GUEST" "/home/$GUEST/.cache" "/home/$GUEST/.cache/pip"
  mkdir -p "$PIP_CACHE"
  chown -R "$(chroot "$ROOT" id -u "$GUEST")" "$PIP_CACHE" # else pip would not use it
  chroot "$ROOT" chown -R "$GUEST:$GUEST" /srv/cass-tools
}

# enter COMMAND...: as the user, in the clone, with mounts and processes that end with it
enter() {
  # shellcheck disable=SC2016 # expanded by the inner shell
  local before=${READONLY:+'mount --bind "$root/home" "$root/home"; mount -o remount,bind,ro "$root/home";'}
  # shellcheck disable=SC2016 # expanded by the inner shell
  unshare --mount --pid --fork --kill-child bash -euc '
    root=$1 guest=$2 pip_cache=$3; shift 3
    mount --make-rprivate /
    mount --bind "$root" "$root"
    mount -t proc proc "$root/proc"
    mount --rbind /sys "$root/sys"
    mount --rbind /dev "$root/dev"
    mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
    mount --bind "$pip_cache" "$root/home/$guest/.cache/pip"
    '"$before"'
    cd "$root"
    mkdir -p .outside
    pivot_root . .outside # in a chroot no user namespace may be made, which the sandbox wants
    exec /bin/sh -euc "umount -l /.outside; exec \"\$@\"" here "$@"
  ' enter "$ROOT" "$GUEST" "$PIP_CACHE" sudo -u "$GUEST" -H env LANG=C.UTF-8 TERM="${TERM:-dumb}" \
    NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt bash -c \
    'cd /srv/cass-tools && exec "$@"' in-the-clone "$@"
}

make_root
let_it_reach_the_network
make_user
for at in "${!tasks[@]}"; do
  task=${tasks[at]} words=()
  [ "$at" -lt $((${#tasks[@]} - 1)) ] || words=("$@")
  say "Debian $VERSION, user $GUEST: ./dev $task ${words[*]}"
  case $task in
    readonly-home) READONLY=1 enter ./dev demo "${words[@]}" ;;
    *) enter ./dev "$task" "${words[@]}" ;;
  esac
done
say "Debian $VERSION: ${tasks[*]} passed"
