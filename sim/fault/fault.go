// Package fault describes what is to go wrong with an embedded body, seen from
// outside: frames lost or mangled, connections cut, results that never come or
// lie, a body that crashes.
//
// A Plan is text such as "drop=0.02,delay=200ms,cut=40,seed=7"; its String form
// parses back to the same plan, so that a failed test can print it. Chance is
// drawn from the plan's seed.
//
// Usage:
//
//	plan, err := fault.Parse("lose=0.1,reconnect=8s,cut=40")
package fault

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Plan says what goes wrong. The zero value is a body without faults. Chances
// are 0..1 for each frame that the body sends.
type Plan struct {
	// Seed of the chances; 0 counts as 1.
	Seed int64
	// Drop loses a frame, Double sends it twice, Reorder sends it after the next
	// one, Garble mangles its bytes.
	Drop, Double, Reorder, Garble float64
	// Lose loses action_complete and action_failed frames only.
	Lose float64
	// FalseSuccess is the chance that an action is not done and reported as
	// done, FalseDelta that it is reported with the delta that it would have had,
	// too. NoEffect is the same for what places blocks alone, with no delta.
	FalseSuccess, FalseDelta, NoEffect float64
	// NoInventory leaves the inventory out of every state, NoResultState the state
	// out of every result.
	NoInventory, NoResultState bool
	// Delay holds back every frame.
	Delay time.Duration
	// Cut ends the connection after so many frames sent on it, CutAfter after so
	// long.
	Cut      int
	CutAfter time.Duration
	// HalfOpen falls silent after so many frames on a connection, without
	// closing it, and connects anew.
	HalfOpen int
	// Crash ends the body after so many frames in all, CrashAfter after so long.
	Crash      int
	CrashAfter time.Duration
	// Reconnect is how long the body waits before it connects again; 0 leaves the
	// body's own habit.
	Reconnect time.Duration
}

// field is one switch of a plan.
type field struct {
	name   string
	chance *float64
	count  *int
	span   *time.Duration
	seed   *int64
	on     *bool
}

func (p *Plan) fields() []field {
	return []field{
		{name: "drop", chance: &p.Drop},
		{name: "double", chance: &p.Double},
		{name: "reorder", chance: &p.Reorder},
		{name: "garble", chance: &p.Garble},
		{name: "lose", chance: &p.Lose},
		{name: "false-success", chance: &p.FalseSuccess},
		{name: "false-delta", chance: &p.FalseDelta},
		{name: "no-effect", chance: &p.NoEffect},
		{name: "no-inventory", on: &p.NoInventory},
		{name: "no-result-state", on: &p.NoResultState},
		{name: "delay", span: &p.Delay},
		{name: "cut", count: &p.Cut},
		{name: "cut-after", span: &p.CutAfter},
		{name: "half-open", count: &p.HalfOpen},
		{name: "crash", count: &p.Crash},
		{name: "crash-after", span: &p.CrashAfter},
		{name: "reconnect", span: &p.Reconnect},
		{name: "seed", seed: &p.Seed},
	}
}

// maxSpan bounds the durations of a plan.
const maxSpan = 24 * time.Hour

// Parse reads "name=value,name=value". Chances are numbers from 0 to 1, counts
// whole numbers of frames, spans durations such as 200ms or 8s.
func Parse(text string) (Plan, error) {
	var p Plan
	if strings.TrimSpace(text) == "" {
		return p, nil
	}
	var errs []error
	for part := range strings.SplitSeq(text, ",") {
		name, value, ok := strings.Cut(strings.TrimSpace(part), "=")
		if !ok {
			errs = append(errs, fmt.Errorf("%q is no fault: write name=value, such as drop=0.02", part))
			continue
		}
		if err := p.set(name, value); err != nil {
			errs = append(errs, err)
		}
	}
	if len(errs) > 0 {
		return Plan{}, errors.Join(errs...)
	}
	return p, nil
}

func (p *Plan) set(name, value string) error {
	var names []string
	for _, f := range p.fields() {
		names = append(names, f.name)
		if f.name != name {
			continue
		}
		switch {
		case f.chance != nil:
			v, err := strconv.ParseFloat(value, 64)
			if err != nil || !(v >= 0 && v <= 1) {
				return fmt.Errorf("%s=%s: give a chance from 0 to 1", name, value)
			}
			*f.chance = v
		case f.count != nil:
			v, err := strconv.Atoi(value)
			if err != nil || v < 0 {
				return fmt.Errorf("%s=%s: give a number of frames", name, value)
			}
			*f.count = v
		case f.span != nil:
			v, err := time.ParseDuration(value)
			if err != nil || v < 0 || v > maxSpan {
				return fmt.Errorf("%s=%s: give a duration such as 200ms or 8s", name, value)
			}
			*f.span = v
		case f.seed != nil:
			v, err := strconv.ParseInt(value, 10, 64)
			if err != nil {
				return fmt.Errorf("%s=%s: give a whole number", name, value)
			}
			*f.seed = v
		case f.on != nil:
			if value != "on" && value != "off" {
				return fmt.Errorf("%s=%s: say on or off", name, value)
			}
			*f.on = value == "on"
		}
		return nil
	}
	return fmt.Errorf("there is no fault %q; the faults are %s", name, strings.Join(names, ", "))
}

// String is the plan as text that Parse reads, empty for no faults.
func (p Plan) String() string {
	var parts []string
	for _, f := range p.fields() {
		switch {
		case f.chance != nil && *f.chance != 0:
			parts = append(parts, f.name+"="+strconv.FormatFloat(*f.chance, 'g', -1, 64))
		case f.count != nil && *f.count != 0:
			parts = append(parts, f.name+"="+strconv.Itoa(*f.count))
		case f.span != nil && *f.span != 0:
			parts = append(parts, f.name+"="+f.span.String())
		case f.on != nil && *f.on:
			parts = append(parts, f.name+"=on")
		case f.seed != nil && *f.seed != 0:
			parts = append(parts, f.name+"="+strconv.FormatInt(*f.seed, 10))
		}
	}
	return strings.Join(parts, ",")
}

// Dice draws a plan's chances. It may be used from any goroutine.
type Dice struct {
	mu  sync.Mutex
	rng *rand.Rand // owned by mu
}

// Dice starts the plan's chances anew.
func (p Plan) Dice() *Dice {
	seed := p.Seed
	if seed == 0 {
		seed = 1
	}
	return &Dice{rng: rand.New(rand.NewPCG(uint64(seed), 0x6661756c74))}
}

// Hit reports whether something of that chance happens now.
func (d *Dice) Hit(chance float64) bool {
	if chance <= 0 {
		return false
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.rng.Float64() < chance
}

// Garble returns the frame with one to four bytes changed. It is never valid
// JSON: a frame that still reads well is a lie that no receiver can tell from
// the truth.
func (d *Dice) Garble(frame []byte) []byte {
	out := append([]byte(nil), frame...)
	if len(out) == 0 {
		return out
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	for range 1 + d.rng.IntN(4) {
		// Text frames must stay UTF-8, or the socket itself would be at fault.
		if i := d.rng.IntN(len(out)); out[i] < 0x80 {
			out[i] = byte(' ' + d.rng.IntN('~'-' '))
		}
	}
	if json.Valid(out) {
		out[0] = '~'
	}
	return out
}
