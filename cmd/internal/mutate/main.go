// Command mutate changes one place of a package at a time and runs the package's
// tests, and those of others that show what it does: a change that no test notices
// is a survivor. docs/TESTING.md has the
// last run, and what survived it with the reasons.
//
// The tree is left alone: the compiler is handed the changed file by an overlay.
// Which places come first is drawn from the seed.
//
// Usage: go run ./cmd/internal/mutate -for 20m ./modbridge ./orchestrator (make mutate).
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

func main() {
	seed := flag.Uint64("seed", 1, "which places come first")
	length := flag.Duration("for", 20*time.Minute, "how long each package is tried")
	timeout := flag.Duration("timeout", 25*time.Second, "how long a package's tests may take; beyond it a change counts as noticed")
	flags := flag.String("flags", "", "further flags of the tests, such as -rapid.seed=1")
	tests := flag.String("tests", "", "packages whose tests are run beside the package's own, with spaces between")
	list := flag.Bool("list", false, "list the places and try nothing")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	for _, dir := range flag.Args() {
		r := run{dir: dir, seed: *seed, length: *length, timeout: *timeout, flags: strings.Fields(*flags), tests: strings.Fields(*tests)}
		if err := r.run(ctx, os.Stdout, *list); err != nil {
			fmt.Fprintln(os.Stderr, "mutate:", err)
			os.Exit(1)
		}
	}
}

// run is one package.
type run struct {
	dir             string
	seed            uint64
	length, timeout time.Duration
	flags, tests    []string
}

// tally counts what became of the changes of a file.
type tally struct{ tried, killed, timedOut, survived, broken int }

// run tries the places of the package in a drawn order for as long as it may.
func (r *run) run(ctx context.Context, out io.Writer, listOnly bool) error {
	places, err := placesOf(r.dir)
	if err != nil {
		return err
	}
	if listOnly {
		for _, p := range places {
			fmt.Fprintln(out, p)
		}
		return nil
	}
	rng := rand.New(rand.NewPCG(r.seed, 0)) // #nosec G404 -- an order to repeat
	rng.Shuffle(len(places), func(i, k int) { places[i], places[k] = places[k], places[i] })
	temp, err := os.MkdirTemp("", "minehand-mutate-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(temp) }()
	if what, err := r.test(ctx, ""); err != nil || what != survived {
		return errors.Join(fmt.Errorf("the tests of %s fail as it is", r.dir), err)
	}
	files, began := map[string]*tally{}, time.Now()
	var survivors []place
	for _, p := range places {
		if time.Since(began) > r.length || ctx.Err() != nil {
			break
		}
		overlay, err := p.overlay(temp)
		if err != nil {
			return err
		}
		what, err := r.test(ctx, overlay)
		if err != nil {
			return err
		}
		t := files[p.file]
		if t == nil {
			t = &tally{}
			files[p.file] = t
		}
		t.tried++
		switch what {
		case killed:
			t.killed++
		case timedOut:
			t.timedOut++
		case notCompiled:
			t.broken++
		case survived:
			t.survived++
			survivors = append(survivors, p)
		}
	}
	fmt.Fprintf(out, "%s: %d places, seed %d, %s\n\n", r.dir, len(places), r.seed, time.Since(began).Round(time.Second))
	fmt.Fprintln(out, "| file | mutants | killed | timed out | survived |\n|---|---|---|---|---|")
	var names []string
	for name := range files {
		names = append(names, name)
	}
	slices.Sort(names)
	var sum tally
	for _, name := range names {
		t := files[name]
		fmt.Fprintf(out, "| %s | %d | %d | %d | %d |\n", filepath.ToSlash(name), t.tried-t.broken, t.killed, t.timedOut, t.survived)
		sum.tried += t.tried - t.broken
		sum.killed += t.killed
		sum.timedOut += t.timedOut
		sum.survived += t.survived
		sum.broken += t.broken
	}
	fmt.Fprintf(out, "| **%s** | **%d** | **%d** | **%d** | **%d** |\n\n%d did not compile and are not counted.\n\n", r.dir, sum.tried, sum.killed, sum.timedOut, sum.survived, sum.broken)
	for _, p := range survivors {
		fmt.Fprintf(out, "survived: %s\n", p)
	}
	return nil
}

// outcome is what became of a change.
type outcome int

const (
	survived outcome = iota
	killed
	timedOut
	notCompiled
)

// test runs the package's tests with an overlay, "" for none.
func (r *run) test(ctx context.Context, overlay string) (outcome, error) {
	// The tests' own limit ends those that wait for ever, with the stacks that nobody
	// needs; this one ends those that cannot be ended so.
	ctx, cancel := context.WithTimeout(ctx, r.timeout+time.Minute)
	defer cancel()
	args := []string{"test", "-vet=off", "-count=1", "-failfast", "-timeout", r.timeout.String()}
	if overlay != "" {
		args = append(args, "-overlay", overlay)
	}
	args = slices.Concat(args, []string{r.dir}, r.tests, r.flags)
	cmd := exec.CommandContext(ctx, "go", args...) // #nosec G204 -- the developer's own arguments
	cmd.WaitDelay = 5 * time.Second
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	err := cmd.Run()
	switch text := said.String(); {
	case err == nil:
		return survived, nil
	case strings.Contains(text, "[build failed]"):
		return notCompiled, nil
	case strings.Contains(text, "panic: test timed out") || ctx.Err() != nil:
		return timedOut, nil
	case !errors.As(err, new(*exec.ExitError)):
		return 0, err
	}
	return killed, nil
}

// overlay writes the changed file and the overlay that puts it in its place.
func (p place) overlay(dir string) (string, error) {
	src, err := os.ReadFile(p.file)
	if err != nil {
		return "", err
	}
	changed := filepath.Join(dir, filepath.Base(p.file))
	if err := os.WriteFile(changed, slices.Concat(src[:p.from], []byte(p.with), src[p.to:]), 0o600); err != nil {
		return "", err
	}
	name, err := filepath.Abs(p.file)
	if err != nil {
		return "", err
	}
	text, err := json.Marshal(map[string]map[string]string{"Replace": {name: changed}})
	if err != nil {
		return "", err
	}
	overlay := filepath.Join(dir, "overlay.json")
	return overlay, os.WriteFile(overlay, text, 0o600)
}
