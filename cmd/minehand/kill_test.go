// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"flag"
	"math/rand/v2"
	"os/exec"
	"strconv"
	"testing"
	"time"

	"github.com/minehand/minehand/ui/view"
)

var (
	killMoments = flag.Int("kill.moments", 10, "at how many random moments the server is killed")
	killSeed    = flag.Uint64("kill.seed", 1, "seed of the moments; 0 takes a new one and prints it")
)

// killGoals follow one another in one world; each starts from what the last
// left.
var killGoals = []string{
	"get 3 diamonds", "craft 8 torches", "mine 2 diamonds", "smelt 3 iron", "mine 12 cobblestone",
	"craft a furnace", "mine 6 oak logs", "craft 2 chests",
}

// TestKilledServer kills `minehand serve` at random moments of plans while the
// body's process keeps its world: every task goes on by itself and ends
// complete.
func TestKilledServer(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute+time.Duration(*killMoments)*15*time.Second)
	defer cancel()
	seed := *killSeed
	if seed == 0 {
		seed = uint64(time.Now().UnixNano()) % 1_000_000
	}
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 0x6b696c6c))
	s := newServer(ctx, t)
	enter := func(seed int) *exec.Cmd {
		return newSim(ctx, t, s.port, "--speed", "100", "--seed", strconv.Itoa(seed), "--inventory", "bread=32")
	}
	player := enter(3)
	states := map[view.TaskState]int{}
	for killed, n := 0, 0; killed < *killMoments; n++ {
		if n%64 == 63 { // before what all of them leave fills the inventory
			_ = player.Process.Kill()
			_ = player.Wait()
			player = enter(3 + n)
		}
		goal := killGoals[n%len(killGoals)]
		id := s.submit(goal)
		for range 1 + rng.IntN(4) {
			if killed == *killMoments {
				break
			}
			moment := time.NewTimer(time.Duration(rng.IntN(1200)) * time.Millisecond)
			select {
			case <-moment.C:
			case <-ctx.Done():
				t.Fatal(ctx.Err())
			}
			task, _ := s.status(id)
			if task.State == "complete" {
				break
			}
			states[task.State]++
			killed++
			s.kill()
			s.start()
		}
		eventually(t, 90*time.Second, "the end of "+goal, func() bool {
			task, ok := s.status(id)
			switch {
			case !ok:
				return false
			case task.NeedsPerson || task.State == "error" || task.State == "stopped":
				t.Fatalf("%q is %s after %d kills: %s", goal, task.State, killed, task.Reason)
			}
			return task.State == "complete"
		})
	}
	t.Logf("killed while it was: %v", states)
}
