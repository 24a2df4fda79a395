// SPDX-License-Identifier: MIT

package chaos

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/minehand/minehand/cmd/internal/app"
	"github.com/minehand/minehand/cmd/internal/app/settings"
	"github.com/minehand/minehand/orchestrator"
	"github.com/minehand/minehand/orchestrator/standing"
	"github.com/minehand/minehand/sim"
	"github.com/minehand/minehand/ui/view"
)

// "Always keep 10 torches" is restored within a minute of each moment at which nothing else
// is done, through two hours of other goals, a death and restarts.
func TestAStandingOrderIsKeptThroughTwoHours(t *testing.T) {
	goals := []string{
		"place 3 torches", "get 5 dirt", "throw away 4 torches", "go to 100 200", "throw away 1 torch and get 2 more sand", "get 4 more cobblestone",
	}
	const killedEvery, deathAfter = 7, 5 // goals
	synctest.Test(t, func(t *testing.T) {
		b := newBand(t, 1, map[string]int{"torch": 10, "coal": 64, "oak_log": 64, "iron_pickaxe": 1, "bread": 64})
		b.reads()
		b.order("always keep 10 torches")
		began, n, worst, runs := time.Now(), 0, time.Duration(0), 0
		for ; time.Since(began) < 2*time.Hour; n++ {
			goal := goals[n%len(goals)]
			if task, _ := b.end(b.ask(goal)); task.State != orchestrator.StateComplete {
				t.Errorf("%q is %s: %s", goal, task.State, task.Reason)
			}
			switch {
			case n == deathAfter:
				if err := b.worlds[0].ByHand(func(h *sim.Hands) { h.Hurt("fall", 100); h.Respawn() }); err != nil {
					t.Fatal(err)
				}
			case n%killedEvery == killedEvery-1:
				b.kill()
				b.start()
			}
			idle := time.Now()
			for b.held("torch") < 10 && time.Since(idle) < time.Minute {
				time.Sleep(time.Second)
			}
			worst = max(worst, time.Since(idle))
			if n := b.held("torch"); n < 10 {
				t.Errorf("after %q (%s in) there are %d torches a minute later: %s", goal, time.Since(began), n, b.orders())
			}
			time.Sleep(2 * time.Minute) // nothing is to be done
		}
		rows, err := b.backend.Orchestrator.Tasks(t.Context(), orchestrator.Query{Limit: 1000})
		if err != nil {
			t.Fatal(err)
		}
		for i := range rows {
			if _, ok := standing.Of(rows[i].Call); ok {
				runs++
			}
		}
		if t.Logf("%d goals, %d runs of the order, the longest wait %s", n, runs, worst); runs < n/4 {
			t.Error("the order was not at work")
		}
	})
}

// reads has the backend read what is said, as the program does.
func (b *band) reads() {
	b.t.Helper()
	p, err := app.NewPlanner(settings.Config{}, "http://127.0.0.1:9", func(string) string { return "" })
	if err != nil {
		b.t.Fatal(err)
	}
	b.t.Cleanup(func() { _ = p.Close() })
	b.close()
	b.cfg.Planner, b.cfg.Reader, b.cfg.Listener, b.cfg.Providers = p, p.Reader(), p.Listener(), p.Sources()
	b.start()
	time.Sleep(5 * time.Second)
}

// order gives the first player a standing order.
func (b *band) order(text string) {
	b.t.Helper()
	c := b.backend.Connect()
	defer func() { _ = c.Close() }()
	p := view.AddOrder{Text: text}
	p.Instance = "p1"
	if _, err := c.AddOrder(b.t.Context(), p); err != nil {
		b.t.Fatal(err)
	}
}

// orders is how they stand.
func (b *band) orders() string {
	c := b.backend.Connect()
	defer func() { _ = c.Close() }()
	k, err := c.GetKept(b.t.Context(), view.OfBody{Instance: "p1"})
	return fmt.Sprintf("%+v, held %v, %v", k.Orders, k.Held, err)
}
