// SPDX-License-Identifier: MIT

package chaos

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/minehand/minehand/orchestrator"
)

// TestChaos carries out random goals under random faults. What it prints on a
// failure repeats that goal alone.
func TestChaos(t *testing.T) {
	seed := *flagSeed
	if seed == 0 {
		seed = uint64(time.Now().UnixNano()) % 1_000_000
	}
	t.Logf("seed %d: repeat with SEED=%d make chaos", seed, seed)
	ends, errors := map[string]int{}, map[string][]int{}
	for n := range *flagGoals {
		if *flagOnly >= 0 && n != *flagOnly {
			continue
		}
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				e := draw(seed, n)
				s := play(t, e)
				ends[string(s.final.State)]++
				if s.final.State == orchestrator.StateError {
					errors[s.final.Reason] = append(errors[s.final.Reason], n)
				}
				if len(s.wrong) == 0 && *flagOnly < 0 {
					return
				}
				t.Log(s.told)
				for _, w := range s.wrong {
					t.Error(w)
				}
				t.Logf("repeat: go test ./cmd/internal/qa/chaos -run 'TestChaos$' -count=1 -v -chaos.goals=%d -chaos.seed=%d -chaos.only=%d", *flagGoals, seed, n)
			})
		})
	}
	t.Logf("ended: %v", ends)
	for reason, numbers := range errors {
		t.Logf("%s %v", reason, numbers)
	}
}
