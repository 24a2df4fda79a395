// SPDX-License-Identifier: MIT

package missions

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Matrix is how often, and in which variants, each mission is played. Empty lists
// leave what the mission says.
type Matrix struct {
	Providers []string `json:"providers,omitempty"`
	Models    []string `json:"models,omitempty"`
	Modes     []string `json:"modes,omitempty"`
	Assists   []string `json:"assists,omitempty"`
	// World, Fault and Sampling are seeds.
	World    []int `json:"world_seeds,omitempty"`
	Fault    []int `json:"fault_seeds,omitempty"`
	Sampling []int `json:"sampling_seeds,omitempty"`
	// Repeat each run so often; 0 counts as 1.
	Repeat int `json:"repeat"`
	// Wall is how long a mission may take, in place of the missions' own limits; 0
	// for those.
	Wall time.Duration `json:"wall,omitempty"`
	// Scale of the times, in place of the missions' own; 0 for those.
	Scale float64 `json:"scale,omitempty"`
}

// or are the values, or for none of them def alone.
func or[T any](values []T, def T) []T {
	if len(values) == 0 {
		return []T{def}
	}
	return values
}

// Runs are all runs of the missions, in a fixed order. A variant that a mission
// cannot be played in is a Mistake.
func (x Matrix) Runs(rules Rules, list []Mission) ([]Run, error) {
	if err := x.check(); err != nil {
		return nil, err
	}
	var runs []Run
	var wrong Mistakes
	for i := range list {
		for _, p := range x.planners(list[i].Planner) {
			m, err := list[i].variant(rules, p)
			if err != nil {
				wrong = append(wrong, *err)
				continue
			}
			if x.Scale > 0 { // and as much longer a mission may take
				m.Limits.Wall = time.Duration(float64(cmp.Or(m.Limits.Wall, defaultWall)) * max(x.Scale/m.Scaled(), 1))
				m.Timings.Scale = &x.Scale
			}
			if x.Wall > 0 {
				m.Limits.Wall = x.Wall
			}
			runs = append(runs, x.seeded(m)...)
		}
	}
	if len(wrong) > 0 {
		return nil, wrong
	}
	return runs, nil
}

// planners are the variants of a mission's planner. The built-in planner has no models, is
// not asked in a mode and is not helped, so that it plays a mission once.
func (x Matrix) planners(base Planner) (list []Planner) {
	for _, provider := range or(x.Providers, base.Provider) {
		x, p := x, base
		if len(x.Models) == 0 && provider != base.Provider {
			p.Model = ""
		}
		if isBuiltin(provider) {
			p.Assist, x.Models, x.Modes, x.Assists = "", nil, nil, nil
		}
		for _, model := range or(x.Models, p.Model) {
			for _, mode := range or(x.Modes, p.Mode) {
				for _, assist := range or(x.Assists, p.Assist) {
					one := base
					one.Provider, one.Model, one.Mode, one.Assist = provider, model, mode, assist
					list = append(list, one)
				}
			}
		}
	}
	return list
}

// check names a mode or a kind of help that does not exist.
func (x Matrix) check() error {
	for _, of := range []struct {
		name, setting string
		words         []string
	}{{"mode", "planner.mode", x.Modes}, {"assist", "planner.assist", x.Assists}} {
		for _, word := range of.words {
			if !slices.Contains(choices[of.setting], word) {
				return fmt.Errorf("%s: %q is none of %s", of.name, word, strings.Join(choices[of.setting], ", "))
			}
		}
	}
	return nil
}

// isBuiltin reports whether a provider is the built-in planner.
func isBuiltin(provider string) bool { return provider == "" || provider == "builtin" }

// seeded are the runs of one variant.
func (x Matrix) seeded(m *Mission) []Run {
	var runs []Run
	for _, world := range or(x.World, m.World.Seed) {
		for _, fault := range or(x.Fault, 0) {
			for _, sampling := range or(x.Sampling, 0) {
				for repeat := 1; repeat <= max(x.Repeat, 1); repeat++ {
					r := Run{Mission: m, Seeds: Seeds{cmp.Or(world, 1), fault, sampling}, Repeat: repeat}
					r.ID = r.name()
					runs = append(runs, r)
				}
			}
		}
	}
	return runs
}

// variant is the mission planned by another.
func (m *Mission) variant(rules Rules, by Planner) (*Mission, *Mistake) {
	v := *m
	v.Planner = by
	if by.Provider != "scripted" && by.Provider != "auto" {
		v.Planner.Replies = nil
	}
	var first *Mistake
	c := checker{rules: rules, m: &v, say: func(where, format string, args ...any) {
		if first == nil {
			first = &Mistake{m.File, m.Line, fmt.Sprintf("%s cannot be played like this: %s: %s", m.Name, where, fmt.Sprintf(format, args...))}
		}
	}}
	c.planner()
	return &v, first
}

// name is the run's id: what tells it from others of the same matrix.
func (r *Run) name() string {
	p := &r.Mission.Planner
	parts := []string{r.Mission.Name, cmp.Or(p.Provider, "builtin")}
	for _, word := range []string{p.Model, p.Mode, p.Assist} {
		parts = append(parts, cmp.Or(word, "-"))
	}
	return fmt.Sprintf("%s/%d.%d.%d/%d", strings.Join(parts, "/"), r.Seeds.World, r.Seeds.Fault, r.Seeds.Sampling, r.Repeat)
}

// Pair names what is compared between two models: mission, seeds and repeat.
func (r *Row) Pair() string {
	return fmt.Sprintf("%s/%d.%d.%d/%d", r.Mission, r.Seeds.World, r.Seeds.Fault, r.Seeds.Sampling, r.Repeat)
}

// Play plays runs, so many at a time, and hands over each result in the order of
// the runs as soon as all before it are there. It returns when all have ended;
// what had not begun when ctx ended is not played, and told of by the error.
func (r *Runner) Play(ctx context.Context, runs []Run, parallel int, done func(*Result) error) error {
	results := make([]chan *Result, len(runs))
	for i := range results {
		results[i] = make(chan *Result, 1)
	}
	ctx, cancel := context.WithCancel(ctx)
	var workers sync.WaitGroup
	var begun atomic.Int64
	defer workers.Wait()
	defer cancel()
	for range max(parallel, 1) {
		workers.Go(func() {
			for i := begun.Add(1) - 1; i < int64(len(runs)) && ctx.Err() == nil; i = begun.Add(1) - 1 {
				results[i] <- r.Run(ctx, &runs[i])
			}
		})
	}
	for i := range runs {
		select {
		case res := <-results[i]:
			if ctx.Err() != nil {
				return ctx.Err() // it was broken off, and is played anew
			}
			if err := done(res); err != nil {
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}
