// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/messages"
	"github.com/minehand/minehand/planner"
	"github.com/minehand/minehand/planner/book"
)

// planOptions are the flags of plan.
type planOptions struct {
	version, inventory, nearby, fuel, deny, dimension, batch string
	closed, json                                             bool
}

func newPlan() *cobra.Command {
	var o planOptions
	cmd := &cobra.Command{
		Use:   "plan GOAL",
		Short: "Work out what a goal needs, without playing",
		Long: `Work out what a goal needs, without playing.

Exit codes: 0 there is a plan, 2 bad input, 3 impossible, 4 gave up. With
--batch every line has its own answer, and the exit code is 0.`,
		Example: `  minehand plan "get 3 diamonds"
  minehand plan "iron pickaxe" --closed --inventory iron_ingot=3,oak_log=2 --nearby crafting_table
  minehand plan --batch questions.jsonl`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			return runPlan(cmd, strings.TrimSpace(strings.Join(args, " ")), &o)
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.version, "version", "", "Minecraft version (default 1.21.5)")
	f.StringVar(&o.inventory, "inventory", "", "what is held: item=count,..., a JSON object, or a file that holds one")
	f.StringVar(&o.nearby, "nearby", "",
		"stations at hand, which the plan leaves behind when it goes off to gather: crafting_table,furnace,...")
	f.BoolVar(&o.closed, "closed", false, "use only what is held: nothing is mined or killed")
	f.StringVar(&o.fuel, "fuel", fuelCounted, "counted, or free to leave fuel out of account")
	f.StringVar(&o.dimension, "dimension", "", "the world to plan in: overworld (the default), the_nether, the_end")
	f.StringVar(&o.deny, "deny", "", "kinds of action that the plan must not hold: mine,attack,...")
	f.StringVar(&o.batch, "batch", "",
		"answer every line of a file (- for standard input): {id, goal or items, inventory, nearby, closed, fuel, dimension, version}")
	f.BoolVar(&o.json, "json", false, "print the answer as one JSON object")
	return cmd
}

// The values of --fuel.
const (
	fuelCounted = "counted"
	fuelFree    = "free"
)

func runPlan(cmd *cobra.Command, goal string, o *planOptions) error {
	q, err := o.question()
	if err != nil {
		return err
	}
	collectAt(briefPercent)
	library := book.NewLibrary(planner.Config{})
	if o.batch != "" {
		if goal != "" {
			return badInput("--batch reads its goals from the file; leave out %q", goal)
		}
		return runBatch(cmd, library, q, o.batch)
	}
	if goal == "" {
		return badInput(`plan needs a goal, such as: minehand plan "get 3 diamonds"`)
	}
	q.Goal, q.Shown = goal, true
	s, err := planner.Ask(cmd.Context(), library, q)
	a := newPlanAnswer(s, err)
	if a.Error != "" {
		if o.json {
			if err := writeJSON(cmd.OutOrStdout(), a); err != nil {
				return err
			}
		}
		return badInput("%w", err)
	}
	if o.json {
		err = writeJSON(cmd.OutOrStdout(), a)
	} else {
		err = writePlan(cmd.OutOrStdout(), goal, s, a)
	}
	if err != nil {
		return err
	}
	return a.exit()
}

// question is what the flags say.
func (o *planOptions) question() (planner.Question, error) {
	q := planner.Question{Version: o.version, Closed: o.closed}
	var err error
	if q.Inventory, err = readInventory(o.inventory); err != nil {
		return q, err
	}
	q.Nearby, q.Dimension = nameWords(o.nearby), o.dimension
	for _, k := range nameWords(o.deny) {
		kind := game.Kind(k)
		if _, ok := game.Lookup(kind); !ok {
			return q, badInput("--deny: there is no kind of action %q; write for example mine,attack", k)
		}
		q.Deny = append(q.Deny, kind)
	}
	if q.FreeFuel, err = readFuel(o.fuel); err != nil {
		return q, badInput("--fuel: %w", err)
	}
	return q, nil
}

func readFuel(word string) (free bool, err error) {
	switch strings.ToLower(word) {
	case fuelFree:
		return true, nil
	case fuelCounted:
		return false, nil
	}
	return false, fmt.Errorf("%q is neither %s nor %s", word, fuelFree, fuelCounted)
}

// nameWords are the names in a list with commas.
func nameWords(text string) []string {
	var out []string
	for w := range strings.SplitSeq(text, ",") {
		if w = game.Name(w); w != "" {
			out = append(out, w)
		}
	}
	return out
}

// planAnswer is an answer as plan prints it.
type planAnswer struct {
	Possible bool   `json:"possible"`
	GaveUp   bool   `json:"gaveUp"`
	Reason   string `json:"reason"`
	// Error says what is wrong with the question itself.
	Error         string         `json:"error,omitempty"`
	Actions       []game.Action  `json:"actions"`
	Leftover      map[string]int `json:"leftover"`
	Cost          float64        `json:"cost"`
	ElapsedMicros int64          `json:"elapsedMicros"`
	// Reading is the goal as it was understood, Notice that another version's
	// rules stand in.
	Reading string `json:"reading,omitempty"`
	Notice  string `json:"notice,omitempty"`
	// Next is what is left to do then, which depends on how the actions end.
	Next string `json:"next,omitempty"`
	// Outlook is how long it may take, what may go wrong, and what would shorten it.
	Outlook *game.Outlook `json:"outlook,omitempty"`
}

func newPlanAnswer(s planner.Solution, err error) planAnswer {
	a := planAnswer{
		Possible: err == nil, Actions: make([]game.Action, 0, len(s.Steps)), Leftover: s.Leftover,
		Cost: s.Seconds, ElapsedMicros: s.Elapsed.Microseconds(), Reading: s.Reading, Notice: s.Notice, Next: s.Next, Outlook: s.Outlook,
	}
	if a.Leftover == nil {
		a.Leftover = map[string]int{}
	}
	var impossible *game.ImpossibleError
	var gaveUp *game.GaveUpError
	switch {
	case err == nil:
		for i := range s.Steps {
			a.Actions = append(a.Actions, s.Steps[i].Action)
		}
	case errors.As(err, &impossible):
		a.Reason = impossible.Reason
	case errors.As(err, &gaveUp):
		a.GaveUp, a.Reason = true, gaveUp.Reason
	default:
		a.Error = err.Error()
		a.Reason = a.Error
	}
	return a
}

// exit is the exit of the program for this answer.
func (a *planAnswer) exit() error {
	switch {
	case a.Possible:
		return nil
	case a.GaveUp:
		return &exitError{code: exitGaveUp}
	}
	return &exitError{code: exitImpossible}
}

// within is between what times a plan ends four times in five, where that is known.
func within(o *game.Outlook) string {
	if o == nil || o.Most-o.Least < 1 {
		return ""
	}
	if o.Most < 2*60 {
		return fmt.Sprintf(", most often %.0f to %.0f s", o.Least, o.Most)
	}
	return fmt.Sprintf(", most often %.0f to %.0f min", o.Least/60, o.Most/60)
}

// writePlan prints an answer for people.
func writePlan(w io.Writer, goal string, s planner.Solution, a planAnswer) error {
	var b strings.Builder
	if s.Reading != "" {
		goal = s.Reading
	}
	if s.Notice != "" {
		b.WriteString(s.Notice + "\n")
	}
	switch {
	case a.GaveUp:
		fmt.Fprintf(&b, "%s: no answer. %s.\n", goal, strings.TrimSuffix(a.Reason, "."))
	case !a.Possible:
		fmt.Fprintf(&b, "%s: impossible. %s.\n", goal, strings.TrimSuffix(a.Reason, "."))
	case len(s.Steps) == 0:
		fmt.Fprintf(&b, "%s: nothing is left to do.\n", goal)
	default:
		fmt.Fprintf(&b, "%s: %s, about %s in the game%s.\n", goal, game.Numbered(len(s.Steps), "action"), seconds(s.Seconds), within(s.Outlook))
		for i := range s.Steps {
			fmt.Fprintf(&b, "%3d. %s\n", i+1, stepLine(s.Steps[i].Describe(), s.Steps[i].Why, s.Steps[i].Source))
		}
		if s.Next != "" {
			fmt.Fprintf(&b, "     then: %s\n", s.Next)
		}
		if len(s.Leftover) > 0 {
			fmt.Fprintf(&b, "Held then: %s.\n", itemList(s.Leftover))
		}
		if s.Outlook != nil {
			for _, m := range slices.Concat(s.Outlook.Risks, s.Outlook.Shorter) {
				b.WriteString(messages.InEnglish(m) + "\n")
			}
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}
