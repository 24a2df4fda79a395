// SPDX-License-Identifier: MIT

//go:build real && !windows

package real

import (
	"regexp"
	"strconv"
	"testing"
	"time"
)

var verdict = regexp.MustCompile(`(?m)^(\d+) passed, (\d+) failed, \d+ skipped in`)

// TestConformance holds the bot to the protocol, in a game: Minehand's side
// played badly on purpose.
func TestConformance(t *testing.T) {
	t.Parallel()
	for _, v := range versions {
		t.Run(v, func(t *testing.T) {
			t.Parallel()
			s := startServer(t, v)
			run := spawn(t, t, "conformance", t.TempDir(), program, "conformance", "--yes", "--port", "0", "--timeout", patience.String())
			until(t, patience, "conformance to listen", func() bool { return listens.MatchString(run.out.text()) })
			spawn(t, t, "the body", root, program, "body", "--server", "127.0.0.1:"+strconv.Itoa(s.port),
				"--port", listens.FindStringSubmatch(run.out.text())[1], "--name", player, "--cache-dir", cache)
			s.inGame(t)
			for item, n := range map[string]int{"oak_log": 8, "crafting_table": 1, "furnace": 1, "coal": 4, "dirt": 16, "bread": 2, "chest": 1} {
				s.do(t, "give", fields{"player": player, "item": item, "count": n})
			}
			s.do(t, "mob", fields{"mob": "cow", "x": 12.5, "y": 64, "z": 8.5})
			select {
			case <-run.ended:
			case <-time.After(2 * goalTime):
				t.Fatalf("it does not end:\n%s", run.out.tail(10))
			}
			m := verdict.FindStringSubmatch(run.out.text())
			if m == nil || m[2] != "0" {
				t.Fatalf("it ended with\n%s", run.out.text())
			}
			if passed, _ := strconv.Atoi(m[1]); passed < 110 { // the others need a world with more in it
				t.Errorf("only %d cases were run:\n%s", passed, run.out.text())
			}
			t.Log(m[0])
			if list := s.faults(); len(list) > 0 {
				t.Errorf("faults of the game server: %v", list)
			}
		})
	}
}
