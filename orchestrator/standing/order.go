// SPDX-License-Identifier: MIT

package standing

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/orchestrator"
)

// When is the condition of an order.
type When string

// The conditions.
const (
	// Unmet: a state shows that what the goal asks for is not held, worn or reached.
	Unmet When = "unmet"
	// Dawn and Dusk: once for each morning or evening that comes.
	Dawn When = "dawn"
	Dusk When = "dusk"
	// Every: so long after it began last.
	Every When = "every"
	// Hungry: the hunger is low enough for all food to be of use.
	Hungry When = "hungry"
)

// Order is one standing order.
type Order struct {
	// N names it among all orders.
	N    int    `json:"n"`
	Body string `json:"body"`
	// Text is how it was said, Goal what is done.
	Text string `json:"text"`
	Goal string `json:"goal"`
	When When   `json:"when"`
	// Every is how often at most, for that condition.
	Every   time.Duration `json:"every,omitempty"`
	Paused  bool          `json:"paused,omitempty"`
	Created time.Time     `json:"created"`
	// Armed: of Dawn and Dusk, the other half of the day was seen since it began last.
	Armed bool `json:"armed,omitempty"`
	// Last is its last run, nil for none yet; Failed counts the runs that failed since one
	// that did not, and Next is when it may begin again.
	Last   *Run      `json:"last,omitempty"`
	Failed int       `json:"failed,omitempty"`
	Next   time.Time `json:"next,omitzero"`
}

// Run is one time that an order was carried out.
type Run struct {
	// Task is its id; empty when it was not taken.
	Task  string             `json:"task,omitempty"`
	Began time.Time          `json:"began"`
	Ended time.Time          `json:"ended,omitzero"`
	State orchestrator.State `json:"state,omitempty"`
	// Reason is a sentence where it failed.
	Reason string `json:"reason,omitempty"`
}

// Place is a place by its name.
type Place struct {
	World string    `json:"world"`
	Name  string    `json:"name"`
	At    game.Pos  `json:"at"`
	Set   time.Time `json:"set"`
}

// The times of day that part the halves, in ticks (Minecraft Wiki, "Daylight cycle":
// monsters burn from 23,460 on and appear outside from about 13,000).
const (
	morning = 0
	evening = 12_500
)

// hungry is the hunger below which an order to eat is due: 3 shanks less than full.
const hungry = 14

// calls begin the Call of the tasks of orders.
const calls = "standing:"

func (o *Order) call() string { return fmt.Sprintf("%s%d:%d", calls, o.N, time.Now().UnixNano()) }

// Of is the number of the order that a task is a run of; not ok for a person's task.
func Of(call string) (n int, ok bool) {
	rest, ok := strings.CutPrefix(call, calls)
	number, _, _ := strings.Cut(rest, ":")
	n, err := strconv.Atoi(number)
	return n, ok && err == nil
}

// day arms an order of a time of day, and reports whether it is now that time.
func (o *Order) day(s *game.State) (now bool) {
	if s.Time == nil {
		return false
	}
	now = (*s.Time >= evening) == (o.When == Dusk)
	o.Armed = o.Armed || !now
	return now
}

// due reports whether the condition holds. clauses are those of the goal.
func (o *Order) due(s *game.State, clauses []game.Clause, now time.Time) bool {
	switch o.When {
	case Unmet:
		return !holds(clauses, s)
	case Dawn, Dusk:
		return o.day(s) && o.Armed
	case Every:
		return o.Last == nil && now.Sub(o.Created) >= o.Every || o.Last != nil && now.Sub(o.Last.Began) >= o.Every
	case Hungry:
		return s.Hunger != nil && *s.Hunger < hungry
	}
	return false
}

// kept are the kinds of checks that a state alone shows.
var kept = []game.CheckKind{game.CheckHave, game.CheckEquipped, game.CheckAt}

// Keepable reports whether a state alone shows that clauses are met, so that they can be
// kept so.
func Keepable(clauses []game.Clause) bool {
	for i := range clauses {
		if len(clauses[i].Proofs) == 0 {
			return false
		}
		for _, p := range clauses[i].Proofs {
			if !slices.Contains(kept, p.Kind) {
				return false
			}
		}
	}
	return len(clauses) > 0
}

// holds reports whether a state shows that all clauses are met.
func holds(clauses []game.Clause, s *game.State) bool {
	for i := range clauses {
		standing := game.Progress(&clauses[i], s, &game.Credits{})
		if !standing.Met() {
			return false
		}
	}
	return true
}
