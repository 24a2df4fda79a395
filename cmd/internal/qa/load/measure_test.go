// SPDX-License-Identifier: MIT

//go:build unix

package main

import (
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/minehand/minehand/ui/view"
)

func TestGrowth(t *testing.T) {
	flat := []float64{20, 90, 60, 62, 61, 60, 63, 61}
	for _, c := range []struct {
		mb    []float64
		grows bool
	}{
		{nil, false}, {[]float64{1, 1000}, false}, {flat, false},
		{[]float64{20, 60, 60, 60, 90, 100, 120, 130}, true},
		{[]float64{1, 2, 3, 4, 5, 6, 7, 8}, false}, // it grows, and by nothing
	} {
		if words := growth("memory", c.mb, 0.5, 32); (words != "") != c.grows {
			t.Errorf("%v: %q", c.mb, words)
		}
	}
}

// TestAListBeginsWithNothingOfWhatItDigs: whichever arrives first, the list or the
// report that what the one before dug was put away.
func TestAListBeginsWithNothingOfWhatItDigs(t *testing.T) {
	var b body
	for n := range 4 {
		b.held = listLength
		before, item := b.state(), b.begin(n)[0].Target
		for _, state := range []string{before, b.state()} {
			if stack := strconv.Quote(item); n > 0 && strings.Contains(state, stack) {
				t.Errorf("list %d digs %s, and may begin with %s", n, item, state[strings.LastIndex(state, stack):])
			}
		}
	}
}

// TestEachTaskEndsOnce: a task whose end was told twice, or never, is named.
func TestEachTaskEndsOnce(t *testing.T) {
	e := ends{times: map[string]int{}}
	at := time.Unix(1, 0)
	for _, task := range []view.Task{{ID: "a"}, {ID: "a", Ended: at}, {ID: "b", Ended: at}, {ID: "c"}, {ID: "b", Ended: at}} {
		e.hear(view.Event{Kind: view.EventTask, TaskID: task.ID, Task: &task})
	}
	e.hear(view.Event{Kind: view.EventAction, TaskID: "a", Action: &view.Action{Ended: at}})
	if got, want := strings.Join(e.wrong([]string{"a", "b", "c"}), "; "), "the end of task b was told 2 times; the end of task c was told 0 times"; got != want {
		t.Errorf("%s, not %s", got, want)
	}
}

// TestTheServerHasAGroupOfItsOwn: what ends this program by a signal to its group, as
// Ctrl-C and timeout do, does not end the server under its bodies.
func TestTheServerHasAGroupOfItsOwn(t *testing.T) {
	cmd := exec.CommandContext(t.Context(), "sleep", "60")
	if err := startApart(cmd); err != nil {
		t.Fatal(err)
	}
	defer func() { _, _ = cmd.Process.Kill(), cmd.Wait() }()
	if group, err := syscall.Getpgid(cmd.Process.Pid); err != nil || group == syscall.Getpgrp() {
		t.Errorf("it is in group %d, and this program too (%v)", group, err)
	}
}
