// SPDX-License-Identifier: MIT

//go:build fleet

package main

import (
	"context"
	"flag"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/minehand/minehand/internal/natstest"
)

var (
	fleetRepeat = flag.Int("fleet.repeat", 3, "how often each of five missions is played by workers")
	fleetKills  = flag.Int("fleet.kills", 2, "how often a worker is killed meanwhile")
)

// TestWorkersPlayAsOneMachine: three workers, which are killed as kill -9 does and
// started anew, play missions. Each run has one row, and the rows are those of a
// machine that played them alone: verdict, clauses, actions and all but the times.
func TestWorkersPlayAsOneMachine(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 4*time.Minute+time.Duration(*fleetRepeat)*20*time.Second)
	defer cancel()
	url := natstest.Start(t)
	dir := t.TempDir()
	file := filepath.Join(dir, "some.yaml")
	if err := os.WriteFile(file, []byte(someMissions), 0o600); err != nil {
		t.Fatal(err)
	}
	run := func(out string, args ...string) []string {
		played := []string{"mission", "run", file, "--repeat", strconv.Itoa(*fleetRepeat), "--out", filepath.Join(dir, out)}
		cmd := program(ctx, t, append(played, args...)...)
		if text, err := cmd.CombinedOutput(); cmd.ProcessState.ExitCode() != exitIncomplete { // one of the five fails
			t.Fatalf("%v\n%s", err, text)
		}
		return resultsIn(t, filepath.Join(dir, out))
	}
	want := run("alone")
	worker := func() *exec.Cmd {
		cmd := program(ctx, t, "mission", "worker", "--cluster", url, "--parallel", "1")
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		return cmd
	}
	end := func(cmd *exec.Cmd) {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	}
	pool := []*exec.Cmd{worker(), worker(), worker()}
	defer func() {
		for _, w := range pool {
			end(w)
		}
	}()
	over, killed := make(chan struct{}), make(chan int)
	go func() {
		rng, n := rand.New(rand.NewPCG(1, 0x666c6565)), 0
		defer func() { killed <- n }()
		for n < *fleetKills {
			select {
			case <-over:
				return
			case <-time.After(time.Duration(1+rng.IntN(3)) * time.Second):
			}
			i := rng.IntN(len(pool))
			end(pool[i])
			pool[i] = worker()
			n++
		}
	}()
	got := run("fleet", "--workers", url)
	close(over)
	if n := <-killed; n == 0 {
		t.Error("no worker was killed while they played")
	} else {
		t.Logf("%d rows, %d workers killed", len(got), n)
	}
	if len(want) != 5**fleetRepeat || !slices.Equal(got, want) {
		t.Errorf("the workers' %d rows differ from the %d of one machine:\n%s\n\nwant:\n%s",
			len(got), len(want), strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
