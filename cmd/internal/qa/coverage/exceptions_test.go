// SPDX-License-Identifier: MIT

package coverage

import (
	"bufio"
	"fmt"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/minehand/minehand/game/data"
)

// class is one reason for which items are not reached.
type class struct {
	name, words string
	entries     []*entry
}

// entry is an item or a pattern with *, in a span of releases.
type entry struct {
	pattern string
	span    data.Span
	used    bool
}

type exceptions struct{ classes []*class }

// readExceptions reads the reviewed list: "class NAME: why", then an item or
// pattern a line, with "since VERSION" and "until VERSION" when it does not hold for
// all.
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
		pattern, when, _ := strings.Cut(line, " ")
		e := &entry{pattern: pattern}
		if e.span, err = data.ParseSpan(when); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, n, err)
		}
		if _, err := path.Match(pattern, ""); err != nil {
			return nil, fmt.Errorf("%s:%d: %q is no item or pattern", file, n, pattern)
		}
		c := x.classes[len(x.classes)-1]
		c.entries = append(c.entries, e)
	}
	return x, nil
}

// find is the class that excepts an item of a version, nil for none.
func (x *exceptions) find(item, version string) *class {
	if v, err := data.Load(version); err == nil {
		if it, ok := v.Item(item); ok && it.Experiment {
			return x.classes[slices.IndexFunc(x.classes, func(c *class) bool { return c.name == "experimental" })]
		}
	}
	for _, c := range x.classes {
		for _, e := range c.entries {
			if ok, _ := path.Match(e.pattern, item); ok && e.span.Holds(version) {
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
