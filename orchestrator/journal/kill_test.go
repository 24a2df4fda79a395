// SPDX-License-Identifier: MIT

package journal

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"testing"

	"github.com/minehand/minehand/game/ledger"
	"github.com/minehand/minehand/orchestrator"
	"github.com/minehand/minehand/orchestrator/worldmap"
)

// killDir tells the child process of TestCommitsSurviveAKill where to write.
const killDir = "MINEHAND_TEST_KILL_DIR"

// TestCommitsSurviveAKill kills a process without warning while it commits:
// every commit that Append returned from is there afterwards, and the folder is
// free again.
func TestCommitsSurviveAKill(t *testing.T) {
	if dir := os.Getenv(killDir); dir != "" {
		commitForEver(t, dir)
	}
	dir := t.TempDir()
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestCommitsSurviveAKill$")
	cmd.Env = append(os.Environ(), killDir+"="+dir)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	last := 0
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if n, err := strconv.Atoi(lines.Text()); err == nil {
			last = n
		}
		if last == 300 {
			if err := cmd.Process.Kill(); err != nil {
				t.Fatal(err)
			}
		}
	}
	_ = cmd.Wait() // killed
	j := opened(t, dir)
	rec, err := j.Task(t.Context(), "T1")
	if err != nil {
		t.Fatal(err)
	}
	if last < 300 || len(rec.Actions) < last {
		t.Errorf("%d commits were acknowledged, %d are there", last, len(rec.Actions))
	}
	if l, err := j.Ledger(t.Context(), "T1"); err != nil || l.Incomplete() || len(l.Cells()) < last {
		t.Errorf("%d changes were acknowledged, %d are there, %v", last, len(l.Cells()), err)
	}
	if n := len(places(t, j, "w")); n < last/10 {
		t.Errorf("%d commits were acknowledged, %d places are remembered", last, n)
	}
}

func commitForEver(t *testing.T, dir string) {
	j, err := Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	example, batch := example("T1")
	batch.Actions = nil
	if err := j.Append(t.Context(), &batch); err != nil {
		t.Fatal(err)
	}
	a := example.Actions[0]
	for a.Seq = 1; ; a.Seq++ {
		b := orchestrator.Batch{Actions: []orchestrator.Action{a}}
		if a.Seq%10 == 0 {
			b.WorldMap = []worldmap.Row{{World: "w", Landmark: table(a.Seq)}}
		}
		if err := j.Append(t.Context(), &b); err != nil {
			t.Fatal(err)
		}
		if err := j.KeepChanges(t.Context(), []Changed{{Body: "b1", Rows: []ledger.Row{changed(a.Seq, a.Seq, "stone", "air", a.ID)}}}); err != nil {
			t.Fatal(err)
		}
		fmt.Println(a.Seq)
	}
}
