// SPDX-License-Identifier: MIT

package techtree

import (
	_ "embed"
	"path"
	"strings"
	"sync"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
)

// exceptionsText lists what no plan reaches, by class, reviewed; that it is right
// and complete cmd/internal/qa/coverage holds against the solver (docs/COVERAGE.md).
//
//go:embed exceptions.txt
var exceptionsText string

// exception is an item or pattern of a class, in a span of releases.
type exception struct {
	pattern, class string
	span           data.Span
}

var exceptions = sync.OnceValue(func() []exception {
	var list []exception
	class := ""
	for line := range strings.Lines(exceptionsText) {
		line = strings.TrimSpace(line)
		if head, ok := strings.CutPrefix(line, "class "); ok {
			class, _, _ = strings.Cut(head, ":")
			continue
		}
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		pattern, when, _ := strings.Cut(line, " ")
		span, err := data.ParseSpan(when)
		if err != nil { // it is part of the program
			panic("techtree: exceptions.txt: " + err.Error())
		}
		list = append(list, exception{pattern: pattern, class: class, span: span})
	}
	return list
})

// raid is the class of what only mobs leave that besiege players.
const raid = "raid"

// experimental is the class of what the tables call an experiment.
const experimental = "experimental"

// class says why nothing leads to an item, by its class; false for items of none.
func (s *Solver) class(item int32) (game.Message, bool) {
	name := s.Names[item]
	if it, ok := s.Version.Item(name); ok && it.Experiment {
		return classed(experimental, name), true
	}
	for _, e := range exceptions() {
		if ok, _ := path.Match(e.pattern, name); ok && e.span.Holds(s.Version.Name) {
			m := classed(e.class, name)
			if goals := s.besiegers(name); e.class == raid && goals != "" {
				m = game.Say("why.besieged", "what", m, "goals", goals)
			}
			return m, true
		}
	}
	return game.Message{}, false
}

// classed says of an item of a class why nothing leads to it.
func classed(class, name string) game.Message {
	return game.Say("class."+strings.ReplaceAll(class, " ", "-"), "thing", game.Named(name))
}
