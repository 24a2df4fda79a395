// SPDX-License-Identifier: MIT

package chaos

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/minehand/minehand/internal/raced"
)

// TestDamagedJournals kills the backend again and again while it works, and cuts or
// changes its log at random bytes before the next process starts: that one starts,
// says what was lost, and loses no task but those.
func TestDamagedJournals(t *testing.T) {
	seed := *flagSeed
	if seed == 0 {
		seed = uint64(time.Now().UnixNano()) % 1_000_000
	}
	t.Logf("seed %d: repeat with SEED=%d make chaos", seed, seed)
	damage(t, seed, 0, *flagDamages)
}

// TestSeedsThatOnceFailed plays the goals of TestDamagedJournals that showed something
// once, each with what follows it in its seed.
func TestSeedsThatOnceFailed(t *testing.T) {
	for _, once := range [...]struct {
		seed uint64
		goal int
	}{
		// An action whose outcome was in a damaged record stayed open for ever.
		{1, 2}, {101, 125}, {303, 81}, {404, 118}, {606, 99}, {909, 82}, {6130, 73},
	} {
		t.Run(fmt.Sprint(once.seed), func(t *testing.T) { damage(t, once.seed, once.goal, raced.Of(36, 4)) })
	}
}

// damage plays the goals of a seed from one on until so many logs were harmed.
func damage(t *testing.T, seed uint64, from, damages int) {
	harmed, told, lost := 0, 0, 0
	ends := map[string]int{}
	for n := from; harmed < damages; n++ {
		synctest.Test(t, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(seed, uint64(n)^0x6c6f67))
			e := draw(seed, n)
			e.player.faults.Crash, e.player.faults.CrashAfter, e.player.crashes = 0, 0, 0
			e.events = nil
			for at := 4 * time.Second; len(e.events) < 12; at += time.Duration(200+rng.IntN(9000)) * time.Millisecond {
				e.events = append(e.events, event{at: at, what: kill, span: time.Duration(1+rng.IntN(20)) * 100 * time.Millisecond})
			}
			s := play(t, e, func(s *stage) {
				s.home.harm = func(dir string) bool {
					harmed++
					return harmLog(t, rng, dir)
				}
			})
			told += len(s.home.told.list())
			ends[string(s.final.State)]++
			if s.final.Reason == lostWithItsGoal {
				lost++
			}
			if len(s.wrong) > 0 {
				t.Log(s.told)
				t.Log(s.home.told.list())
				for _, w := range s.wrong {
					t.Error(w)
				}
				t.Errorf("goal %d of seed %d", n, seed)
			}
		})
		if t.Failed() {
			return
		}
	}
	t.Logf("%d logs harmed, %d sentences, %d tasks lost with their goals; ended %v", harmed, told, lost, ends)
	if told == 0 {
		t.Error("nothing was ever said")
	}
}

// harmLog cuts the newest segment of a log at a random byte, or changes up to 20 of
// them; cut says which.
func harmLog(t *testing.T, rng *rand.Rand, dir string) (cut bool) {
	names, err := filepath.Glob(filepath.Join(dir, "journal-0*.log"))
	if err != nil || len(names) == 0 {
		t.Fatalf("%v, %v", names, err)
	}
	name := slices.Max(names)
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	// What was written last is not folded yet: half of the harm is done there.
	from := 0
	if rng.IntN(2) == 0 {
		from = max(0, len(data)-1000)
	}
	somewhere := func() int { return from + rng.IntN(max(len(data)-from, 1)) }
	if rng.IntN(3) == 0 {
		data = data[:min(somewhere(), len(data))]
		cut = true
	} else if len(data) > 0 {
		for range 1 + rng.IntN(20) {
			data[somewhere()] ^= byte(1 + rng.IntN(255))
		}
	}
	if err := os.WriteFile(name, data, 0o600); err != nil {
		t.Fatal(fmt.Errorf("harming %s: %w", name, err))
	}
	return cut
}
