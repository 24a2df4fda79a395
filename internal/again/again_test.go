// SPDX-License-Identifier: MIT

package again

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// TestEveryWaitsFirst: it is done once a pause, and not after the end.
func TestEveryWaitsFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 35*time.Second)
		defer cancel()
		began, n := time.Now(), 0
		Every(ctx, 10*time.Second, func() {
			n++
			if at := time.Since(began); at != time.Duration(n)*10*time.Second {
				t.Errorf("the call %d came after %s", n, at)
			}
		})
		if n != 3 || time.Since(began) != 35*time.Second {
			t.Errorf("%d calls in %s", n, time.Since(began))
		}
	})
}

// TestUntilAsksAtOnce: it ends by a yes, by an error, or with the context, whichever is first.
func TestUntilAsksAtOnce(t *testing.T) {
	fault := errors.New("no")
	synctest.Test(t, func(t *testing.T) {
		for _, c := range []struct {
			yes, fail int
			want      error
			took      time.Duration
		}{{1, 0, nil, 0}, {3, 0, nil, 2 * time.Second}, {9, 2, fault, time.Second}, {9, 0, context.DeadlineExceeded, 4500 * time.Millisecond}} {
			ctx, cancel := context.WithTimeout(t.Context(), 4500*time.Millisecond)
			began, n := time.Now(), 0
			err := Until(ctx, time.Second, func() (bool, error) {
				if n++; n == c.fail {
					return false, fault
				}
				return n == c.yes, nil
			})
			if took := time.Since(began); !errors.Is(err, c.want) || took != c.took {
				t.Errorf("%v: %v after %s", c, err, took)
			}
			cancel()
		}
	})
}

// TestPauseTellsOfTheEnd: it waits for no more than the context goes on.
func TestPauseTellsOfTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 90*time.Second)
		defer cancel()
		began := time.Now()
		if !Pause(ctx, time.Minute) || Pause(ctx, time.Minute) || time.Since(began) != 90*time.Second {
			t.Errorf("after %s", time.Since(began))
		}
	})
}
