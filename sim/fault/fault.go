// SPDX-License-Identifier: MIT

// Package fault describes what is to go wrong with an embedded body, seen from
// outside: frames lost or mangled, connections cut, results that never come or
// lie, a body that crashes.
//
// A Plan is text such as "drop=0.02,delay=200ms,cut=40,seed=7"; its String form
// parses back to the same plan, so that a failed test can print it. Chance is
// drawn from the plan's seed. What is to go wrong with one certain action is
// written with its number: "disconnect@3=8s,double@5,fail@2=not_found".
//
// Usage:
//
//	plan, err := fault.Parse("lose=0.1,reconnect=8s,cut=40")
package fault

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/minehand/minehand/internal/lists"
	"github.com/minehand/minehand/internal/pattern"
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
	// Moments are what goes wrong with certain actions.
	Moments []Moment
}

// Moment is something that goes wrong with one action.
type Moment struct {
	// Action counts the actions that the body began, from 1.
	Action int
	What   What
	// For is how long it lasts, of those that last.
	For time.Duration
	// Code of the failure, of Fail.
	Code string
}

// What goes wrong with an action.
type What string

// The faults of single actions; Whats describes them.
const (
	Disconnect   What = "disconnect"
	Double       What = "double"
	FalseSuccess What = "false-success"
	Lose         What = "lose"
	Fail         What = "fail"
	Hang         What = "hang"
	Late         What = "late"
	Garble       What = "garble"
	Crash        What = "crash"
	Kill         What = "kill"
	Damage       What = "damage"
)

// WhatInfo describes a fault of a single action.
type WhatInfo struct {
	What What
	// Lasts: it is given how long. Coded: it is given a code of docs/protocol.
	Lasts, Coded bool
	Doc          string
}

// whats is the table of the faults of single actions. It is not to be changed.
var whats = []WhatInfo{
	{What: Disconnect, Lasts: true, Doc: "the line is cut as the action arrives; the body carries it out and comes back after that long"},
	{What: Double, Doc: "its result is sent twice"},
	{What: FalseSuccess, Doc: "it is not done, and reported as done"},
	{What: Damage, Doc: "somebody else takes a block of the build away, or fills a cell that it dug, before its result is sent"},
	{What: Lose, Doc: "its result is never sent"},
	{What: Fail, Coded: true, Doc: "it is not done, and fails with that code"},
	{What: Hang, Doc: "it does nothing and does not end before it is given up"},
	{What: Late, Lasts: true, Doc: "its result comes that long after it was done"},
	{What: Garble, Doc: "a frame that cannot be read comes before its result"},
	{What: Crash, Lasts: true, Doc: "the body's process ends as the action arrives; a new one comes to the same world after that long"},
	{
		What: Kill, Lasts: true,
		Doc: "Minehand is killed as the action arrives, and started again after that long; the body carries the action out meanwhile",
	},
}

// Lookup finds the description of a fault of a single action.
func Lookup(w What) (WhatInfo, bool) {
	for _, i := range whats {
		if i.What == w {
			return i, true
		}
	}
	return WhatInfo{}, false
}

// String is the moment as text that Parse reads.
func (m Moment) String() string {
	text := fmt.Sprintf("%s@%d", m.What, m.Action)
	switch {
	case m.For > 0:
		text += "=" + m.For.String()
	case m.Code != "":
		text += "=" + m.Code
	}
	return text
}

// Check says in a sentence what is wrong with the moment.
func (m Moment) Check() error {
	info, ok := Lookup(m.What)
	names := lists.Of(whats, func(i *WhatInfo) string { return string(i.What) })
	switch {
	case !ok:
		return fmt.Errorf("there is no fault %q of an action; the faults are %s", m.What, strings.Join(names, ", "))
	case m.Action < 1 || m.Action > maxAction:
		return fmt.Errorf("%s: give the number of an action, 1 to %d", m.What, maxAction)
	case info.Lasts && (m.For <= 0 || m.For > maxSpan):
		return fmt.Errorf("%s: say how long, such as 8s", m.What)
	case info.Coded && !codeText().MatchString(m.Code):
		return fmt.Errorf("%s: give the code of the failure, such as not_found", m.What)
	case !info.Lasts && m.For != 0, !info.Coded && m.Code != "":
		return fmt.Errorf("%s takes no value: leave it out", m.What)
	}
	return nil
}

// maxAction bounds the number of an action.
const maxAction = 100_000

// codeText is how codes are written.
var codeText = pattern.Of(`^[a-z][a-z_]{0,30}$`)

// At lists what goes wrong with an action, in the order of the plan.
func (p Plan) At(action int) []Moment {
	return slices.DeleteFunc(slices.Clone(p.Moments), func(m Moment) bool { return m.Action != action })
}

// After is the plan for a new process of the body, which begins to count again
// when it has begun so many actions.
func (p Plan) After(actions int) Plan {
	var left []Moment
	for _, m := range p.Moments {
		if m.Action -= actions; m.Action > 0 {
			left = append(left, m)
		}
	}
	p.Moments = left
	return p
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
		if what, action, at := strings.Cut(name, "@"); at {
			m, err := moment(what, action, value)
			if err != nil {
				errs = append(errs, err)
			}
			p.Moments = append(p.Moments, m)
			continue
		}
		if !ok {
			errs = append(errs, fmt.Errorf("%q is no fault: write name=value, such as drop=0.02, or name@action, such as double@3", part))
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

// moment reads the parts of NAME@ACTION=VALUE.
func moment(what, action, value string) (Moment, error) {
	m := Moment{What: What(what)}
	info, _ := Lookup(m.What)
	m.Action, _ = strconv.Atoi(action)
	switch d, err := time.ParseDuration(value); {
	case value == "":
	case info.Lasts && err != nil:
		return m, fmt.Errorf("%s@%s=%s: give a duration such as 200ms or 8s", what, action, value)
	case info.Lasts:
		m.For = d
	default:
		m.Code = value
	}
	return m, m.Check()
}

func (p *Plan) set(name, value string) error {
	var names []string
	for _, f := range p.fields() {
		names = append(names, f.name)
		if f.name == name {
			return f.set(value)
		}
	}
	return fmt.Errorf("there is no fault %q; the faults are %s", name, strings.Join(names, ", "))
}

// set reads the value of a fault.
func (f field) set(value string) error {
	switch {
	case f.chance != nil:
		v, err := strconv.ParseFloat(value, 64)
		if err != nil || !(v >= 0 && v <= 1) {
			return fmt.Errorf("%s=%s: give a chance from 0 to 1", f.name, value)
		}
		*f.chance = v
	case f.count != nil:
		v, err := strconv.Atoi(value)
		if err != nil || v < 0 {
			return fmt.Errorf("%s=%s: give a number of frames", f.name, value)
		}
		*f.count = v
	case f.span != nil:
		v, err := time.ParseDuration(value)
		if err != nil || v < 0 || v > maxSpan {
			return fmt.Errorf("%s=%s: give a duration such as 200ms or 8s", f.name, value)
		}
		*f.span = v
	case f.seed != nil:
		v, err := strconv.ParseInt(value, 10, 64)
		if err != nil {
			return fmt.Errorf("%s=%s: give a whole number", f.name, value)
		}
		*f.seed = v
	case f.on != nil:
		if value != "on" && value != "off" {
			return fmt.Errorf("%s=%s: say on or off", f.name, value)
		}
		*f.on = value == "on"
	}
	return nil
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
	for _, m := range p.Moments {
		parts = append(parts, m.String())
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
	seed := cmp.Or(p.Seed, 1)
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
