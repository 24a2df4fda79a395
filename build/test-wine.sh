#!/usr/bin/env bash
# Runs cmd/internal/qa/wine: the Windows packages of dist/ in a fresh Windows of wine's.
# SETUP=FILE takes another installer.
set -euo pipefail
cd "$(dirname "$0")/.."
setup=$(readlink -f "${SETUP:-$(ls dist/*-setup.exe)}")
made=$(mktemp -d)
export WINEPREFIX=$made/windows WINEARCH=win64 WINEDEBUG=-all DISPLAY= MINEHAND_SETUP=$setup
leave() {
  wineserver64 -k 2>/dev/null || wineserver -k 2>/dev/null || true
  rm -rf "$made"
}
trap leave EXIT
PATH=$PATH:/usr/lib/wine
{ wineboot -i && wine winecfg -v win10; } >/dev/null 2>&1

# wine 8 has no bcryptprimitives.dll, from which Go takes its random numbers: one
# that hands its only function on to an older one.
if [ ! -e "$WINEPREFIX/drive_c/windows/system32/bcryptprimitives.dll" ]; then
  printf 'LIBRARY bcryptprimitives.dll\nEXPORTS\nProcessPrng = ADVAPI32.SystemFunction036\n' >"$made/random.def"
  x86_64-w64-mingw32-dlltool -d "$made/random.def" -e "$made/random.o"
  x86_64-w64-mingw32-ld -shared --entry 0 -o "$WINEPREFIX/drive_c/windows/system32/bcryptprimitives.dll" "$made/random.o"
fi
go test -tags wine -count=1 -v ./cmd/internal/qa/wine
