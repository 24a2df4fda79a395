// SPDX-License-Identifier: MIT

package rules

import "github.com/minehand/minehand/game"

// A step of a brewing stand takes twenty seconds and turns up to three bottles
// (Minecraft Wiki, "Brewing").
const (
	brewSeconds = 20
	bottles     = 3
)

// addBrews adds what a brewing stand makes: three bottles at once, and one alone.
func (r *Rules) addBrews() {
	fuel, steps := r.Version.BrewFuel()
	if r.BrewFuel, r.BrewUses = r.ID(fuel), int32(steps); r.BrewFuel < 0 || r.Stations[Brewer] < 0 {
		return
	}
	for _, n := range [...]int{bottles, 1} {
		for _, b := range r.Version.Brewings() {
			o := op(game.Brew, b.Result, r.ID(b.Result), n, float64(n), brewSeconds)
			o.Takes = []Part{{[]int32{r.ID(b.Base)}, int32(n)}, {[]int32{r.ID(b.With)}, 1}}
			o.Station, o.Charge = r.Stations[Brewer], 1
			r.Ops = append(r.Ops, o)
		}
	}
}

// Fires is how much fuel so many steps of a cold brewing stand take.
func (r *Rules) Fires(steps int32) int32 { return (steps + r.BrewUses - 1) / max(r.BrewUses, 1) }

// fire fuels the brewing stand for what an effect runs, and returns how much is short.
func (s *State) fire(e *Effect) (short int32) {
	steps := int32(0)
	for _, run := range e.Runs {
		steps += run.N * run.Op.Charge
	}
	if steps == 0 {
		return 0
	}
	e.charge = s.Charge - steps
	if e.charge >= 0 {
		return 0
	}
	fuel, need := s.r.BrewFuel, s.r.Fires(-e.charge)
	if left := s.Held[fuel] - amount(e.Used, fuel); left < need {
		return need - max(left, 0)
	}
	e.charge += need * s.r.BrewUses
	e.Burnt = append(e.Burnt, Amount{fuel, need})
	return 0
}
