// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// The end is never waited for longer than the budget, and its own fault is told.
func TestTheEndHasABudget(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		fault := errors.New("a fault")
		if err := closeWithin(shutdownBudget, func() error { time.Sleep(shutdownBudget - 1); return fault }); !errors.Is(err, fault) {
			t.Errorf("an end in time: %v", err)
		}
		begun := time.Now()
		if err := closeWithin(shutdownBudget, func() error { time.Sleep(time.Hour); return nil }); !errors.Is(err, errLeft) {
			t.Errorf("an end that takes an hour: %v", err)
		}
		if took := time.Since(begun); took != shutdownBudget || shutdownBudget > 2*time.Second {
			t.Errorf("it took %s", took)
		}
		time.Sleep(time.Hour) // what was left ends here with the program
	})
}
