// SPDX-License-Identifier: MIT

package techtree

import (
	_ "embed"
	"fmt"
	"path"
	"strings"
	"sync"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
)

// exceptionsText lists what no plan reaches, by class, reviewed; that it is right
// and complete cmd/internal/coverage holds against the solver (docs/COVERAGE.md).
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

// classWords say of an item of a class why nothing leads to it.
var classWords = map[string]string{
	"creative only":          "%s is not to be had in a survival world",
	"silk touch":             "%s is only had by mining with Silk Touch, and which enchantment a table gives is left to chance",
	"structure loot":         "%s is found in structures or bartered for, or made from what is",
	"boss":                   "%s needs the wither or the ender dragon",
	raid:                     "%s is dropped by a mob of raids, mansions or bastions, which kills anyone unprepared; it is fought when a goal names it",
	"rare drop":              "%s is a drop that a mob leaves once in dozens of kills at best",
	"growing and hatching":   "%s has to be grown or hatched from what only animals or Silk Touch bring",
	"enchanting and brewing": "%s is made at a brewing stand or an enchanting table, or traded for",
	"use":                    "%s is made by using, writing or wearing down something",
	"weathering":             "%s is what copper turns into in the open over many game days",
	"not grown yet":          "%s is in this version, but its world does not grow it yet; a later version does",
	experimental:             "%s is in the files of this version, but not in its survival game",
}

// class says in a sentence why nothing leads to an item, by its class; false for
// items of none.
func (s *Solver) class(item int32) (string, bool) {
	name := s.Names[item]
	if it, ok := s.Version.Item(name); ok && it.Experiment {
		return fmt.Sprintf(classWords[experimental], game.Display(name)), true
	}
	for _, e := range exceptions() {
		if ok, _ := path.Match(e.pattern, name); ok && e.span.Holds(s.Version.Name) {
			words := fmt.Sprintf(classWords[e.class], game.Display(name))
			if e.class == raid {
				words += s.besiegers(name)
			}
			return words, true
		}
	}
	return "", false
}
