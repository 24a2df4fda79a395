// SPDX-License-Identifier: MIT

// Command mutate changes one place of a package at a time and runs the package's
// tests, and those of others that show what it does: a change that no test notices
// is a survivor. docs/MUTATION.md has the last run, and what survived it with the
// reasons.
//
// The tree is left alone: the compiler is handed the changed files by an overlay. All
// changes within functions are compiled at once, and the environment chooses one for
// each run; those of constants and variables of the package are compiled one at a
// time. A coverage profile of each test says which tests reach a place: no other is
// run for it, and a place that none reaches is only told. Which places come first is
// drawn from the seed.
//
// Usage: go run ./cmd/internal/qa/mutate -for 20m ./modbridge ./orchestrator (make mutate).
package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

func main() {
	seed := flag.Uint64("seed", 1, "which places come first")
	length := flag.Duration("for", 20*time.Minute, "how long each package is tried, once its tests are compiled")
	timeout := flag.Duration("timeout", 90*time.Second, "how long the tests may take for one change")
	processor := flag.Duration("processor", time.Second,
		"how much of a processor's time they may take beside three times what they take as it is; beyond it a change counts as noticed")
	flags := flag.String("flags", "", "further flags of the tests, such as -rapid.seed=1")
	tests := flag.String("tests", "", "packages whose tests are run beside the package's own, with spaces between")
	only := flag.String("only", "", "only the places whose line of the list matches this")
	list := flag.Bool("list", false, "list the places and try nothing")
	flag.Parse()
	chosen, err := regexp.Compile(*only)
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutate: -only:", err)
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	for _, dir := range flag.Args() {
		r := run{
			dir: dir, seed: *seed, length: *length, limit: limit{*processor, *timeout}, only: chosen,
			flags: strings.Fields(*flags), tests: append([]string{dir}, strings.Fields(*tests)...),
		}
		if err := r.run(ctx, os.Stdout, *list); err != nil {
			fmt.Fprintln(os.Stderr, "mutate:", err)
			os.Exit(1)
		}
	}
}

// run is one package.
type run struct {
	dir    string
	seed   uint64
	length time.Duration
	limit  limit
	only   *regexp.Regexp
	flags  []string
	tests  []string // the packages whose tests are run, its own first
}

// tally counts what became of the changes of a file.
type tally map[outcome]int

// run tries the places of the package in a drawn order for as long as it may.
func (r *run) run(ctx context.Context, out io.Writer, listOnly bool) error {
	places, err := placesOf(r.dir)
	if err != nil {
		return err
	}
	places = slices.DeleteFunc(places, func(p place) bool { return !r.only.MatchString(p.String()) })
	if listOnly {
		for _, p := range places {
			fmt.Fprintln(out, p)
		}
		return nil
	}
	b, err := r.bench(ctx, places)
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(b.compiler.temp) }()
	rng := rand.New(rand.NewPCG(r.seed, 0)) // #nosec G404 -- an order to repeat
	rng.Shuffle(len(places), func(i, k int) { places[i], places[k] = places[k], places[i] })
	files, began := map[string]tally{}, time.Now()
	for _, p := range places {
		if time.Since(began) > r.length {
			break
		}
		what, err := b.try(ctx, p)
		if err != nil {
			return err
		}
		if files[p.file] == nil {
			files[p.file] = tally{}
		}
		files[p.file][what]++
		if what != killed && what != broken {
			fmt.Fprintf(out, "%s: %s\n", what, p)
		}
	}
	fmt.Fprintf(out, "\n%s: %d places, seed %d, %s\n\n", r.dir, len(places), r.seed, time.Since(began).Round(time.Second))
	report(out, r.dir, files)
	return nil
}

// report is the table of docs/MUTATION.md.
func report(out io.Writer, dir string, files map[string]tally) {
	columns := []outcome{killed, timedOut, notReached, survived}
	fmt.Fprint(out, "| file | mutants |")
	for _, c := range columns {
		fmt.Fprintf(out, " %s |", c)
	}
	fmt.Fprintf(out, "\n|---|%s\n", strings.Repeat("---|", 1+len(columns)))
	row := func(name, mark string, t tally) {
		mutants := 0
		for _, c := range columns {
			mutants += t[c]
		}
		fmt.Fprintf(out, "| %s%s%s | %s%d%s |", mark, name, mark, mark, mutants, mark)
		for _, c := range columns {
			fmt.Fprintf(out, " %s%d%s |", mark, t[c], mark)
		}
		fmt.Fprintln(out)
	}
	sum := tally{}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		row(filepath.ToSlash(name), "", files[name])
		for what, n := range files[name] {
			sum[what] += n
		}
	}
	row(dir, "**", sum)
	fmt.Fprintf(out, "\n%d did not compile and are not counted.\n\n", sum[broken])
}

// bench is where the changes of a package are tried.
type bench struct {
	*run
	compiler compiler
	known    *reach
	trial    trial // of all that is changed within functions
}

// bench compiles the tests with every change in it and learns what they reach.
func (r *run) bench(ctx context.Context, places []place) (*bench, error) {
	path, err := exec.CommandContext(ctx, "go", "list", r.dir).Output() // #nosec G204 -- the developer's own argument
	if err != nil {
		return nil, err
	}
	temp, err := os.MkdirTemp("", "minehand-mutate-")
	if err != nil {
		return nil, err
	}
	b := &bench{run: r, compiler: compiler{dir: r.dir, path: string(bytes.TrimSpace(path)), tests: r.tests, temp: temp}}
	within := slices.DeleteFunc(slices.Clone(places), func(p place) bool { return p.in == nil })
	if b.trial, err = b.compiler.compile(ctx, "trial", within); err == nil {
		b.known, err = r.learn(ctx, b.compiler, b.trial)
	}
	if err != nil {
		_ = os.RemoveAll(temp)
	}
	return b, err
}

// try makes one change and says what became of it.
func (b *bench) try(ctx context.Context, p place) (outcome, error) {
	tests := b.known.of(p)
	if len(tests) == 0 && !b.trial.broken[p.id] {
		return notReached, nil
	}
	t := b.trial
	if p.in == nil {
		var err error
		if t, err = b.compiler.compile(ctx, "one", []place{p}); err != nil {
			return 0, err
		}
	}
	if t.broken[p.id] {
		return broken, nil
	}
	for pkg, program := range t.programs {
		own := slices.DeleteFunc(slices.Clone(tests), func(t test) bool { return t.pkg != pkg })
		for _, part := range inParts(own) {
			a := attempt{program: program, dir: b.tests[pkg], change: p.id, flags: b.flags, limit: b.limit}
			for _, t := range part {
				a.only = append(a.only, t.name)
				a.limit.processor += 3 * t.took
			}
			if what, _, err := a.run(ctx); err != nil || what != survived {
				return what, err
			}
		}
	}
	return survived, nil
}
