// SPDX-License-Identifier: MIT

package judge

import (
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/sim"
)

// TestTheJudge shows what each kind of clause takes for true, and what not.
func TestTheJudge(t *testing.T) {
	at := game.Pos{X: 1, Y: 64, Z: 1, Dimension: "overworld"}
	item := func(what sim.What, name string, n int) sim.Occurrence {
		return sim.Occurrence{What: what, Name: name, Count: n}
	}
	do := func(v verb, name string, n int) meant { return meant{verb: v, item: name, out: name, n: n} }
	for _, c := range []struct {
		name    string
		clauses []meant
		seen    []sim.Occurrence
		want    []bool
	}{
		{"held at the end", []meant{do(get, "dirt", 2)}, []sim.Occurrence{item(sim.Gathered, "dirt", 2)}, []bool{true}},
		{"lost again", []meant{do(get, "dirt", 2)}, []sim.Occurrence{item(sim.Gathered, "dirt", 2), item(sim.Thrown, "dirt", -1)}, []bool{false}},
		{"taken by a later clause", []meant{do(get, "dirt", 2), do(drop, "dirt", 2)}, []sim.Occurrence{item(sim.Gathered, "dirt", 2), item(sim.Thrown, "dirt", -2)}, []bool{true, true}},
		{"taken by an earlier clause", []meant{do(drop, "dirt", 2), do(get, "dirt", 2)}, []sim.Occurrence{item(sim.Gathered, "dirt", 2), item(sim.Thrown, "dirt", -2)}, []bool{true, false}},
		{"taken by what nobody asked for", []meant{do(get, "stick", 2), do(get, "torch", 4)}, []sim.Occurrence{
			item(sim.Crafted, "stick", 2), {What: sim.Used, Name: "stick", Count: -2, For: "ladder"}, item(sim.Crafted, "torch", 4)}, []bool{false, true}},
		{"an ingredient of a later clause", []meant{do(get, "stick", 2), do(craft, "torch", 4)}, []sim.Occurrence{
			item(sim.Crafted, "stick", 2), {What: sim.Used, Name: "stick", Count: -1, For: "torch"}, item(sim.Crafted, "torch", 4)}, []bool{true, true}},
		{"held before is not made", []meant{do(craft, "bread", 1)}, []sim.Occurrence{item(sim.Began, "bread", 3)}, []bool{false}},
		{"one meal for two clauses", []meant{do(eat, "bread", 1), do(eat, "bread", 1)}, []sim.Occurrence{item(sim.Eaten, "bread", -1)}, []bool{true, false}},
		{"stands", []meant{do(place, "torch", 1)}, []sim.Occurrence{{What: sim.Stands, Name: "torch", At: at}}, []bool{true}},
		{"taken up again", []meant{do(place, "torch", 1)}, []sim.Occurrence{{What: sim.Stands, Name: "torch", At: at}, {What: sim.Broken, Name: "torch", At: at}}, []bool{false}},
		{"out of hand", []meant{do(hold, "stone_axe", 1)}, []sim.Occurrence{{What: sim.InHand, Name: "stone_axe"}, {What: sim.InHand, Name: "dirt"}}, []bool{false}},
		{"worn", []meant{do(wear, "iron_boots", 1)}, []sim.Occurrence{{What: sim.Worn, Name: "iron_boots", Slot: 36}}, []bool{true}},
		{"was there", []meant{{verb: walk, n: 1, at: game.Pos{X: 3, Y: 64}}}, []sim.Occurrence{{What: sim.Arrived, At: at}}, []bool{true}},
		{"was not near", []meant{{verb: walk, n: 1, at: game.Pos{X: 4, Y: 64}}}, []sim.Occurrence{{What: sim.Arrived, At: at}}, []bool{false}},
		{"stored and taken out", []meant{do(store, "coal", 3), do(take, "coal", 1)}, []sim.Occurrence{item(sim.Stored, "coal", -3), item(sim.Withdrawn, "coal", 1)}, []bool{true, true}},
		{"said", []meant{do(say, "hello", 1)}, []sim.Occurrence{{What: sim.Said, Name: "hello"}}, []bool{true}},
		{"nothing at all", []meant{do(kill, "cow", 1), do(mine, "stone", 1), do(smelt, "sand", 1)}, nil, []bool{false, false, false}},
	} {
		for i, f := range judge(c.clauses, c.seen) {
			if f.true() != c.want[i] {
				t.Errorf("%s: clause %d: %s, want %v", c.name, i+1, f, c.want[i])
			}
		}
	}
}
