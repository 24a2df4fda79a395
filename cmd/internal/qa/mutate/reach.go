// SPDX-License-Identifier: MIT

package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/minehand/minehand/internal/lists"
)

// test is one test function, example or fuzz target.
type test struct {
	pkg     int // which of the packages
	name    string
	took    time.Duration
	reached map[block]bool
}

// block is a piece of code of which all is reached or nothing, as a coverage
// profile has it.
type block struct {
	file                               string // import path and name
	line, column, lastLine, lastColumn int
}

func (b block) holds(line, column int) bool {
	after := line > b.line || line == b.line && column >= b.column
	before := line < b.lastLine || line == b.lastLine && column < b.lastColumn
	return after && before
}

func (b block) compareSize(c block) int {
	return cmp.Or(cmp.Compare(b.lastLine-b.line, c.lastLine-c.line), cmp.Compare(b.lastColumn-b.column, c.lastColumn-c.column))
}

// reach knows which tests reach a place: no other can notice a change there.
type reach struct {
	path   string // the import path of the package
	tests  []test
	blocks map[block]bool
}

// of are the tests that reach a place.
func (r *reach) of(p place) []test {
	name := path.Join(r.path, filepath.Base(p.file))
	in := func(hold func(block) bool) []block {
		var list []block
		for b := range r.blocks {
			if b.file == name && hold(b) {
				list = append(list, b)
			}
		}
		return list
	}
	blocks := in(func(b block) bool { return b.holds(p.line, p.column) })
	switch {
	case len(blocks) > 0:
		blocks = []block{slices.MinFunc(blocks, block.compareSize)}
	case p.in == nil:
		return r.tests
	default: // such as what a case of a switch compares with
		blocks = in(func(b block) bool { return b.line >= p.in.line && b.lastLine <= p.in.lastLine })
	}
	var list []test
	for _, t := range r.tests {
		if slices.ContainsFunc(blocks, func(b block) bool { return t.reached[b] }) {
			list = append(list, t)
		}
	}
	return list
}

// profileLine of a coverage profile.
var profileLine = regexp.MustCompile(`^(.+):(\d+)\.(\d+),(\d+)\.(\d+) \d+ (\d+)$`)

// readProfile reads which blocks there are, and whether they were reached.
func readProfile(name string) (map[block]bool, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	blocks := map[block]bool{}
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		found := profileLine.FindStringSubmatch(lines.Text())
		if found == nil {
			continue // its heading
		}
		b := block{file: found[1]}
		for i, n := range []*int{&b.line, &b.column, &b.lastLine, &b.lastColumn} {
			if *n, err = strconv.Atoi(found[i+2]); err != nil {
				return nil, err
			}
		}
		blocks[b] = blocks[b] || found[6] != "0"
	}
	return blocks, lines.Err()
}

// took finds in what a program says with -test.v how long its tests took.
var took = regexp.MustCompile(`(?m)^--- PASS: (\S+) \((\d+\.\d+)s\)$`)

// learn runs each test by itself, as the package is, and sees what it reaches.
func (r *run) learn(ctx context.Context, c compiler, unchanged trial) (*reach, error) {
	known := &reach{path: c.path, blocks: map[block]bool{}}
	covered, err := c.build(ctx, "covered", "-cover", "-coverpkg", c.path)
	if err != nil {
		return nil, err
	}
	unhurried := limit{processor: 10 * r.limit.all, all: 10 * r.limit.all}
	for pkg, program := range unchanged.programs {
		all := attempt{program: program, dir: c.tests[pkg], flags: append(slices.Clone(r.flags), "-test.v"), limit: unhurried}
		what, said, err := all.run(ctx)
		if err != nil || what != survived {
			return nil, errors.Join(fmt.Errorf("the tests of %s fail as they are:\n%s", all.dir, end(said)), err)
		}
		for _, found := range took.FindAllStringSubmatch(said, -1) {
			t := test{pkg: pkg, name: found[1]}
			if t.took, err = time.ParseDuration(found[2] + "s"); err != nil {
				return nil, err
			}
			profile := filepath.Join(c.temp, "profile")
			alone := attempt{
				program: covered[pkg],
				dir:     all.dir,
				only:    []string{t.name},
				flags:   append(slices.Clone(r.flags), "-test.coverprofile", profile),
				limit:   unhurried,
			}
			what, said, err := alone.run(ctx)
			if err != nil || what != survived {
				return nil, errors.Join(fmt.Errorf("%s fails alone:\n%s", t.name, end(said)), err)
			}
			if t.reached, err = readProfile(profile); err != nil {
				return nil, err
			}
			for b := range t.reached {
				known.blocks[b] = true
			}
			known.tests = append(known.tests, t)
		}
	}
	return known, nil
}

// end is what matters of what failing tests say.
func end(said string) string { return said[max(0, len(said)-2000):] }

// inParts divides tests into parts that are run one after another, the quick ones
// first: the slow ones need not be asked when a quick one has noticed, and what is
// stuck is known to be so when it has used up a part's small share of time.
func inParts(tests []test) [][]test {
	const most, together = 20, 200 * time.Millisecond
	tests = slices.Clone(tests)
	slices.SortStableFunc(tests, func(a, b test) int { return cmp.Compare(a.took, b.took) })
	var parts [][]test
	var took time.Duration
	for _, t := range tests {
		last := len(parts) - 1
		if last < 0 || len(parts[last]) == most || took+t.took > together {
			parts = append(parts, nil)
			last, took = last+1, 0
		}
		parts[last] = append(parts[last], t)
		took += t.took
	}
	return parts
}

// pattern is the -test.run of these tests alone.
func pattern(only []string) string {
	if len(only) == 0 {
		return "."
	}
	quoted := lists.Of(only, func(name *string) string { return regexp.QuoteMeta(*name) })
	return "^(" + strings.Join(quoted, "|") + ")$"
}
