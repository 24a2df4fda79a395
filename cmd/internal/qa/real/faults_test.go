// SPDX-License-Identifier: MIT

//go:build real && !windows

package real

import (
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// death takes everything in the middle of a goal.
func death(t *testing.T, r *rig) {
	s := r.server
	r.give(t, "wooden_pickaxe", 1)
	dug, deaths := s.count(t, "dug:stone"), s.seen("death")
	id := r.submit(t, "get 8 cobblestone")
	r.duringCount(t, "dug:stone", dug, 3)
	s.do(t, "kill", fields{"player": player})
	task := r.complete(t, id)
	r.carries(t, map[string]int{"cobblestone": 8})
	if n := s.seen("death") - deaths; n != 1 {
		t.Errorf("the player died %d times", n)
	}
	if task.Round < 2 {
		t.Errorf("the goal was finished in round %d: nothing was planned anew after the death", task.Round)
	}
}

// serverRestarts takes the world away for some seconds.
func serverRestarts(t *testing.T, r *rig) {
	s := r.server
	dug := s.count(t, "dug:oak_log")
	id := r.submit(t, "get 5 oak logs")
	r.duringCount(t, "dug:oak_log", dug, 1)
	s.do(t, "restart", fields{"seconds": 3})
	r.complete(t, id)
	r.carries(t, map[string]int{"oak_log": 5})
}

// killedWhileRunning kills Minehand in the middle of an action that goes on.
func killedWhileRunning(t *testing.T, r *rig) {
	s := r.server
	r.give(t, "wooden_pickaxe", 1)
	dug := s.count(t, "dug:stone")
	id := r.submit(t, "get 8 cobblestone")
	r.duringCount(t, "dug:stone", dug, 2)
	r.serve.kill()
	r.startServe(t)
	r.doneOnce(t, id)
	r.carries(t, map[string]int{"cobblestone": 8})
	// The way to the last one may lead through another.
	if n := s.count(t, "dug:stone") - dug; n >= 2*8 {
		t.Errorf("%d stone were dug for 8 cobblestone", n)
	}
}

// killedWhileFinished brings Minehand back when the action has long ended.
func killedWhileFinished(t *testing.T, r *rig) {
	s := r.server
	r.give(t, "wooden_pickaxe", 1)
	dug := s.count(t, "dug:stone")
	id := r.submit(t, "get 6 cobblestone")
	r.duringCount(t, "dug:stone", dug, 2)
	done := func() int { return strings.Count(r.body.out.text(), "mine done") }
	before := done()
	r.serve.kill()
	until(t, patience, "the body to finish by itself", func() bool { return done() > before })
	r.carries(t, map[string]int{"cobblestone": 6})
	dug = s.count(t, "dug:stone")
	r.startServe(t)
	r.doneOnce(t, id)
	if n := s.count(t, "dug:stone") - dug; n > 0 {
		t.Errorf("%d stone were dug after the body had finished", n)
	}
}

// doneOnce wants the task complete by the one action that was under way: what
// goes on is not sent again.
func (r *rig) doneOnce(t *testing.T, id string) {
	t.Helper()
	if task := r.complete(t, id); task.Sent != 1 {
		t.Errorf("%d actions were sent", task.Sent)
	}
}

// botKilled kills the bot itself; `minehand body` starts it again, with the
// token by which Minehand knows it.
func botKilled(t *testing.T, r *rig) {
	s := r.server
	refused := strings.Count(r.body.out.text(), "refused this body")
	dug := s.count(t, "dug:oak_log")
	id := r.submit(t, "get 5 oak logs")
	r.duringCount(t, "dug:oak_log", dug, 1)
	bot := children(t, r.body.cmd.Process.Pid)[0]
	if err := syscall.Kill(bot, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	r.complete(t, id)
	r.carries(t, map[string]int{"oak_log": 5})
	if n := strings.Count(r.body.out.text(), "refused this body") - refused; n > 0 {
		t.Errorf("Minehand refused the new bot %d times", n)
	}
}

// children are the processes that a process started.
func children(t *testing.T, pid int) []int {
	t.Helper()
	out, err := exec.Command("pgrep", "-P", strconv.Itoa(pid)).Output()
	if err != nil {
		t.Fatal(err)
	}
	var list []int
	for _, f := range strings.Fields(string(out)) {
		n, err := strconv.Atoi(f)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, n)
	}
	return list
}

// bodyKilled kills `minehand body`: the bot does not play on without it.
func bodyKilled(t *testing.T, r *rig) {
	left := r.server.seen("leave")
	r.body.kill()
	until(t, patience, "the bot to leave the game", func() bool { return r.server.seen("leave") > left })
}
