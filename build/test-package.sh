#!/usr/bin/env bash
# Checks the .deb of dist/ in a clean Debian: it is installed with what it names
# and nothing else of ours, its window starts under Xvfb, and a goal is done in it
# (frontend/test/window.desktop.mjs). DEB=FILE checks another one. Needs root for chroot; the clean system is
# kept in build/.cache and copied for each run.
set -euo pipefail
cd "$(dirname "$0")/.."
[ "$(id -u)" = 0 ] || exec sudo -E "$0" "$@"
CLEAN=$(readlink -f build/.cache)/debian/root
ROOT=$(mktemp -d)
deb=${DEB:-$(ls dist/*_amd64.deb)}

if [ ! -e "$CLEAN/etc/debian_version" ]; then
  # From where this system has its own packages.
  mirror=$(apt-get indextargets --format '$(SITE) $(RELEASE)' 'Created-By: Packages' | awk '$2 == "bookworm" { print $1; exit }')
  mkdir -p "$(dirname "$CLEAN")" && debootstrap --variant=minbase bookworm "$CLEAN" "$mirror" >/dev/null
fi
mounted=()
leave() {
  for ((i = ${#mounted[@]} - 1; i >= 0; i--)); do umount "${mounted[$i]}"; done
  rm -rf --one-file-system "$ROOT"
}
trap leave EXIT
cp -a "$CLEAN/." "$ROOT"
for d in proc dev tmp; do
  mount --bind "/$d" "$ROOT/$d"
  mounted+=("$ROOT/$d")
done
cp -L /etc/resolv.conf "$ROOT/etc/resolv.conf"
cp -L /etc/hosts "$ROOT/etc/hosts"
cp "$deb" "$ROOT/root/minehand.deb"

echo "Installing $(basename "$deb") in a clean Debian $(cat "$ROOT/etc/debian_version") ..."
inside() { chroot "$ROOT" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }
inside apt-get update -qq
inside apt-get install -y -qq --no-install-recommends /root/minehand.deb fonts-dejavu-core >/dev/null
inside minehand version
inside sh -c 'cd /usr/lib/minehand/bot && ../node/node src/main.ts --help >/dev/null' # the bot runs with what came along
inside minehand play --port 0 "get a wooden pickaxe" >/dev/null

program=$(mktemp)
trap 'rm -f "$program"; leave' EXIT
printf '#!/bin/sh\nexec chroot %q /usr/bin/minehand-desktop "$@"\n' "$ROOT" >"$program"
chmod +x "$program"
cd frontend && DESKTOP=$program PICTURES= node --test test/window.desktop.mjs
cd .. && inside apt-get purge -y -qq minehand >/dev/null
left=$(find "$ROOT/usr/lib/minehand" "$ROOT/usr/bin/minehand"* 2>/dev/null || true)
[ -z "$left" ] || { echo "purging it left behind: $left"; exit 1; }
echo "The package installs, runs a goal in its window, and goes again."
