package coverage

import (
	"bufio"
	"fmt"
	"os"
	"path"
	"slices"
	"strings"
)

// class is one reason for which items are not reached.
type class struct {
	name, words string
	entries     []*entry
}

// entry is an item or a pattern with *, in some versions or (empty) in all.
type entry struct {
	pattern  string
	versions []string
	used     bool
}

type exceptions struct{ classes []*class }

// readExceptions reads the reviewed list: "class NAME: why", then an item or
// pattern a line, with "in VERSION,..." when that does not hold for all versions.
func readExceptions(file string) (*exceptions, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	x := &exceptions{}
	for n, sc := 1, bufio.NewScanner(f); sc.Scan(); n++ {
		line := strings.TrimSpace(sc.Text())
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if head, ok := strings.CutPrefix(line, "class "); ok {
			name, words, found := strings.Cut(head, ": ")
			if !found {
				return nil, fmt.Errorf("%s:%d: a class is \"class NAME: why\"", file, n)
			}
			x.classes = append(x.classes, &class{name: name, words: words})
			continue
		}
		if len(x.classes) == 0 {
			return nil, fmt.Errorf("%s:%d: %q belongs to no class", file, n, line)
		}
		pattern, versions, _ := strings.Cut(line, " in ")
		e := &entry{pattern: pattern}
		if versions != "" {
			e.versions = strings.Split(versions, ",")
		}
		if _, err := path.Match(pattern, ""); err != nil || strings.Contains(pattern, " ") {
			return nil, fmt.Errorf("%s:%d: %q is no item or pattern", file, n, pattern)
		}
		c := x.classes[len(x.classes)-1]
		c.entries = append(c.entries, e)
	}
	return x, nil
}

// find is the class that excepts an item of a version, nil for none.
func (x *exceptions) find(item, version string) *class {
	for _, c := range x.classes {
		for _, e := range c.entries {
			if ok, _ := path.Match(e.pattern, item); ok && (e.versions == nil || slices.Contains(e.versions, version)) {
				return c
			}
		}
	}
	return nil
}

// faults compares an outcome with the list.
func (x *exceptions) faults(o *outcome) map[string]string {
	out := map[string]string{}
	for _, item := range o.left {
		if x.find(item, o.version) == nil {
			out[item] = "is neither reached nor listed in exceptions.txt"
		}
	}
	for where, items := range o.reached {
		for _, item := range items {
			if c := x.find(item, o.version); c != nil {
				out[item] = fmt.Sprintf("is reached (%s), but exceptions.txt lists it under %s", where, c.name)
			}
		}
	}
	return out
}

// unused lists the entries that except nothing in any version.
func (x *exceptions) unused() []string {
	var out []string
	for _, c := range x.classes {
		for _, e := range c.entries {
			if !e.used {
				out = append(out, e.pattern)
			}
		}
	}
	return out
}
