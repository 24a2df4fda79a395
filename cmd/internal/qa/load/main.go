// SPDX-License-Identifier: MIT

//go:build unix

// Command load puts many bodies on one `minehand serve` and measures what each
// costs and how long an action takes to follow a result. It makes the figures of
// docs/PERFORMANCE.md.
//
// Every body is a WebSocket of its own that sends a state of 3 KB once a second;
// some of them work: each carries out lists of actions, a result after each
// rhythm. Server and bodies are processes of their own on this computer, so the
// bodies' own cost is part of what the machine has to bear. Beside them a bare
// echo over one WebSocket within the load process is timed at the same rhythm:
// what the machine itself adds. With -nodes the bodies are spread over several Minehands of
// a cluster, whose one NATS server with `sync_interval: always` is a process, too.
//
// Usage: go run ./cmd/internal/qa/load -bodies 1000,5000 (make load). Linux and macOS.
package main

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// settings are what one run varies.
type settings struct {
	program string
	bodies  int
	nodes   int
	working int
	worlds  int
	busy    bool
	length  time.Duration
	rhythm  time.Duration
	// watch is how often the server's memory is looked at, 0 for at the end alone.
	watch time.Duration
	// submits, where it is above 0, is how many large lists are submitted instead.
	submits int
}

func main() {
	bodies := flag.String("bodies", "1000,5000,10000", "how many bodies, a run for each")
	nodes := flag.Int("nodes", 1, "spread them over so many nodes of a cluster on one NATS server (make load NODES=3); 1 for none")
	working := flag.Int("working", 100, "how many of them work")
	worlds := flag.String("worlds", "one,each", "one: all in one world; each: each in a world of its own; a run for each")
	busy := flag.String("busy", "no,yes", "yes: beside a process that uses every core; a run for each")
	length := flag.Duration("for", 20*time.Second, "how long each run is measured")
	rhythm := flag.Duration("rhythm", time.Second, "how long an action takes")
	watch := flag.Duration("watch", 0, "look at the server's memory this often, and fail when it grows over the run (make soak)")
	program := flag.String("program", "", "the minehand to measure; left out, this tree's is built")
	submits := flag.Int(
		"submits", 0, "instead: submit this many lists of 224 KB, and fail when they take too much memory (make submits; Linux)",
	)
	asJSON := flag.Bool("json", false, "a JSON object a run instead of the table")
	burn := flag.Bool("burn", false, "use one core until killed (for the runs beside a busy process)")
	flag.Parse()
	if *burn {
		for block := make([]byte, 4096); ; {
			sum := sha256.Sum256(block)
			copy(block, sum[:])
		}
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	set := settings{program: *program, nodes: *nodes, working: *working, length: *length, rhythm: *rhythm, watch: *watch, submits: *submits}
	if err := runs(ctx, *bodies, *worlds, *busy, set, *asJSON); err != nil {
		fmt.Fprintln(os.Stderr, "load:", err)
		os.Exit(1)
	}
}

// runs makes a run for each combination and fails when one of them lost
// something.
func runs(ctx context.Context, bodies, worlds, busy string, s settings, asJSON bool) error {
	if s.nodes < 1 || s.working < 1 || s.length <= 0 || s.rhythm <= 0 {
		return errors.New("-nodes, -working, -for and -rhythm have to be above 0")
	}
	dir, err := os.MkdirTemp("", "minehand-load-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if s.program == "" {
		if s.program, err = build(ctx, dir, s.nodes > 1); err != nil {
			return err
		}
	}
	if err := openFiles(); err != nil {
		return err
	}
	if s.submits > 0 {
		wrong, err := large(ctx, s.program, dir, s.submits)
		if err == nil && len(wrong) > 0 {
			err = errors.New(strings.Join(wrong, "; "))
		}
		return err
	}
	if !asJSON {
		fmt.Println(heading)
	}
	list, err := combinations(s, bodies, worlds, busy)
	if err != nil {
		return err
	}
	lost := 0
	for _, s := range list {
		r, err := measure(ctx, s, dir)
		if err != nil {
			return fmt.Errorf("%d bodies in %d worlds, busy %t: %w", s.bodies, s.worlds, s.busy, err)
		}
		if asJSON {
			_ = json.NewEncoder(os.Stdout).Encode(r)
		} else {
			fmt.Println(r)
		}
		for _, l := range r.Lost[:min(len(r.Lost), 10)] {
			fmt.Fprintln(os.Stderr, "lost:", l)
		}
		lost += len(r.Lost)
		for _, words := range []string{growth("the server's memory", r.Resident, 0.25, 32), growth("its live heap", r.Live, 0.1, 8)} {
			if words != "" {
				lost++
				fmt.Fprintln(os.Stderr, words)
			}
		}
	}
	if lost > 0 {
		return fmt.Errorf("%d things went wrong", lost)
	}
	return nil
}

// combinations are the settings of each run: all bodies with all worlds, busy or not.
func combinations(s settings, bodies, worlds, busy string) ([]settings, error) {
	var list []settings
	for _, b := range strings.Split(bodies, ",") {
		var err error
		if s.bodies, err = strconv.Atoi(b); err != nil || s.bodies < s.working {
			return nil, fmt.Errorf("-bodies wants whole numbers from -working (%d), and %q is none", s.working, b)
		}
		for _, w := range strings.Split(worlds, ",") {
			switch w {
			case "one":
				s.worlds = 1
			case "each":
				s.worlds = s.bodies
			default:
				return nil, fmt.Errorf("-worlds takes one and each, not %q", w)
			}
			for _, y := range strings.Split(busy, ",") {
				if y != "no" && y != "yes" {
					return nil, fmt.Errorf("-busy takes no and yes, not %q", y)
				}
				s.busy = y == "yes"
				list = append(list, s)
			}
		}
	}
	return list, nil
}
