// SPDX-License-Identifier: MIT

package data

import (
	"bytes"
	"cmp"
	"embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/minehand/minehand/game/data/internal/table"
)

//go:embed tables/*.json.gz
var embedded embed.FS

// index decodes the list of releases on first use. It is part of the program, so
// that a fault in it is one of the program.
var index = sync.OnceValue(func() *table.Index {
	raw, err := embedded.ReadFile("tables/index.json.gz")
	if err != nil {
		panic("data: " + err.Error())
	}
	x, err := table.DecodeIndex(bytes.NewReader(raw))
	if err != nil {
		panic("data: " + err.Error())
	}
	return x
})

// Versions lists the releases with tables, oldest first.
func Versions() []string {
	out := make([]string, len(index().Releases))
	for i, r := range index().Releases {
		out[i] = r.Name
	}
	return out
}

// Newest is the newest release with tables.
func Newest() string { return index().Releases[len(index().Releases)-1].Name }

// Tables lists one release for each table, the oldest that it holds for.
func Tables() []string {
	var out []string
	for _, r := range index().Releases {
		if r.Name == r.Table {
			out = append(out, r.Name)
		}
	}
	return out
}

// Since is the first release that has an item, block or mob, experiments apart
// where a later one has it without; ok is false when none has it. It reads no
// tables.
func Since(name string) (release string, ok bool) {
	at, ok := index().Items[name]
	if !ok {
		at, ok = index().Others[name]
	}
	if !ok {
		return "", false
	}
	return index().Releases[at].Name, true
}

// EverItem reports whether any release has the item. It reads no tables.
func EverItem(name string) bool {
	_, ok := index().Items[name]
	return ok
}

// PerVersion returns a function that makes a value for each version once, when
// it is first asked for. It may be called from any number of goroutines.
func PerVersion[T any](build func(*Version) T) func(*Version) T {
	made := new(sync.Map) // release -> func() T
	return func(v *Version) T {
		in, key := made, any(v.Name)
		if v.added != nil { // it goes when the version goes
			in, key = &v.added.per, made
		}
		once, ok := in.Load(key)
		if !ok {
			once, _ = in.LoadOrStore(key, sync.OnceValue(func() T { return build(v) }))
		}
		return once.(func() T)()
	}
}

// decoded holds the tables by name, each decoded once, on first use.
var decoded sync.Map

func tablesOf(name string) (*tables, error) {
	once, ok := decoded.Load(name)
	if !ok {
		once, _ = decoded.LoadOrStore(name, sync.OnceValues(func() (*tables, error) { return readTables(name) }))
	}
	return once.(func() (*tables, error))()
}

// TooOldError is a version below the oldest with tables.
type TooOldError struct{ Version string }

func (e *TooOldError) Error() string {
	return fmt.Sprintf("Minecraft %s is older than %s, the oldest that Minehand knows the rules of: play %[2]s or later",
		e.Version, index().Releases[0].Name)
}

// Load gives the tables of a release such as "1.21.5". An empty version means
// DefaultVersion. A version beyond the newest release gets the tables of that,
// and a Notice saying so; one below the oldest is a *TooOldError. Text that is no
// version is an error. Load decodes each table once and may be called from any
// number of goroutines.
func Load(version string) (*Version, error) {
	asked := strings.TrimSpace(version)
	asked = cmp.Or(asked, DefaultVersion)
	r, err := releaseFor(asked)
	if err != nil {
		return nil, err
	}
	t, err := tablesOf(r.Table)
	if err != nil {
		return nil, fmt.Errorf("loading the tables of Minecraft %s: %w", r.Name, err)
	}
	v := &Version{Name: r.Name, Requested: asked, tables: t}
	if r.Name != asked {
		v.notice = fmt.Sprintf("Minecraft %s has no rules of its own here; using those of %s.", asked, r.Name)
	}
	return v, nil
}

// releaseFor finds the release whose tables hold for a version: its own, else
// the newest before it.
func releaseFor(asked string) (table.Release, error) {
	want, err := parseVersion(asked)
	if err != nil {
		return table.Release{}, err
	}
	releases := index().Releases
	if i := slices.IndexFunc(releases, func(r table.Release) bool { return r.Name == asked }); i >= 0 {
		return releases[i], nil
	}
	for i := len(releases) - 1; i >= 0; i-- {
		have, err := parseVersion(releases[i].Name)
		if err != nil {
			return table.Release{}, err
		}
		if compareVersions(have, want) <= 0 {
			return releases[i], nil
		}
	}
	return table.Release{}, &TooOldError{Version: asked}
}

// parseVersion reads "1.21.5" as its numbers. A suffix such as "-pre1" is
// dropped: a pre-release has the rules of its release.
func parseVersion(s string) ([3]int, error) {
	var out [3]int
	bare, _, _ := strings.Cut(s, "-")
	parts := strings.Split(bare, ".")
	if len(parts) < 2 || len(parts) > 3 {
		return out, fmt.Errorf("%q is no Minecraft version: write it like 1.21.5", s)
	}
	for i, p := range parts {
		n, err := strconv.Atoi(p)
		if err != nil || n < 0 || n > 9999 {
			return out, fmt.Errorf("%q is no Minecraft version: write it like 1.21.5", s)
		}
		out[i] = n
	}
	return out, nil
}

// AtLeast reports whether it is a release or a later one: "1.18".
func (v *Version) AtLeast(release string) bool {
	have, err := parseVersion(v.Name)
	least, fault := parseVersion(release)
	return err == nil && fault == nil && compareVersions(have, least) >= 0
}

func compareVersions(a, b [3]int) int {
	return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1]), cmp.Compare(a[2], b[2]))
}
