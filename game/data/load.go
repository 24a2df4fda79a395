package data

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"sync"
)

// known are the versions with tables of their own, oldest first; each has a
// file tables/<version>.json.gz.
var known = []string{"1.16.5", "1.20.4", "1.21.4", "1.21.5", "26.1"}

// loaders decode each version once, on first use.
var loaders = func() map[string]func() (*tables, error) {
	m := make(map[string]func() (*tables, error), len(known))
	for _, name := range known {
		m[name] = sync.OnceValues(func() (*tables, error) { return readTables(name) })
	}
	return m
}()

// Load gives the tables of a version such as "1.21.5". An empty version means
// DefaultVersion. A version without tables of its own gets those of the nearest
// lower one (below the lowest: the lowest) and a Notice saying so. Text that is
// no version is an error. Load decodes each version once and may be called from
// any number of goroutines.
func Load(version string) (*Version, error) {
	asked := strings.TrimSpace(version)
	if asked == "" {
		asked = DefaultVersion
	}
	name, err := nearest(asked)
	if err != nil {
		return nil, err
	}
	t, err := loaders[name]()
	if err != nil {
		return nil, fmt.Errorf("loading the tables of Minecraft %s: %w", name, err)
	}
	v := &Version{Name: name, Requested: asked, tables: t}
	if name != asked {
		v.notice = fmt.Sprintf("Minecraft %s has no rules of its own here; using those of %s.", asked, name)
	}
	return v, nil
}

// nearest finds the known version to use for the one asked for.
func nearest(asked string) (string, error) {
	want, err := parseVersion(asked)
	if err != nil {
		return "", err
	}
	best := known[0]
	for _, name := range known {
		have, err := parseVersion(name)
		if err != nil {
			return "", err
		}
		if compareVersions(have, want) <= 0 {
			best = name
		}
	}
	return best, nil
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

func compareVersions(a, b [3]int) int {
	return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1]), cmp.Compare(a[2], b[2]))
}
