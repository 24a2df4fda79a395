#!/usr/bin/env bash
# What `make quick` runs: lints and tests of the packages that differ from main
# (on main itself: from the commit before), and short tests of those that import
# them. BASE=commit compares with another one.
set -euo pipefail
cd "$(dirname "$0")/.."
export GOFLAGS="${GOFLAGS:-} -tags=fleet" # all that there is: minehand is a part of minehand-fleet
base=${BASE:-$(git merge-base HEAD main 2>/dev/null || git merge-base HEAD origin/main 2>/dev/null || git rev-parse HEAD)}
[ "$base" != "$(git rev-parse HEAD)" ] || [ -n "$(git status --porcelain)" ] || base=HEAD~1
files=$( (git diff --name-only "$base"; git ls-files --others --exclude-standard) | sort -u)
module=$(go list -m)

# A file belongs to the nearest package above it: testdata and tables count too.
packages=$(go list ./...)
changed=$(while read -r file; do
	dir=$(dirname "$file")
	while [ "$dir" != . ] && ! grep -qx "$module/$dir" <<<"$packages"; do dir=$(dirname "$dir"); done
	[ "$dir" = . ] || echo "$module/$dir"
done <<<"$files" | sort -u)
if grep -qxE 'go\.(mod|sum)' <<<"$files"; then changed=$packages; fi
[ -n "$changed" ] || { echo "no package differs from $base"; exit 0; }
importers=$(go list -f '{{$p := .ImportPath}}{{range .Imports}}{{.}} {{$p}}{{"\n"}}{{end}}{{range .TestImports}}{{.}} {{$p}}{{"\n"}}{{end}}{{range .XTestImports}}{{.}} {{$p}}{{"\n"}}{{end}}' ./... |
	awk 'NR == FNR {changed[$1]; next} ($1 in changed) && !($2 in changed) {print $2}' <(echo "$changed") - | sort -u)
echo "changed: $(wc -w <<<"$changed") packages, imported by $(wc -w <<<"$importers")"

unformatted=$(grep '\.go$' <<<"$files" | xargs -r ls 2>/dev/null | xargs -r gofmt -l)
[ -z "$unformatted" ] || { echo "run gofmt on:"; echo "$unformatted"; exit 1; }
# shellcheck disable=SC2086 # lists of words
{
	go vet $changed $importers
	"$LINTER" run --allow-parallel-runners $(sed "s#^$module#.#" <<<"$changed")
	go test -vet=off $changed "$module/internal/archtest"
	# Most of their time is waiting, so more wait at once than there are cores.
	[ -z "$importers" ] || go test -vet=off -short -parallel 8 $importers
}
