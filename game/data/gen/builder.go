// SPDX-License-Identifier: MIT

package main

import (
	"strconv"
	"strings"

	"github.com/minehand/minehand/game/data/internal/table"
)

// builder puts one version together.
type builder struct {
	pkg   *npmPackage
	rules *ruleBook
	src   *source
	file  *table.File

	itemNames  []string
	itemIndex  map[string]int
	blockNames []string

	// experimental holds the items, blocks and mobs behind an experiment.
	experimental map[string]bool
}

func newBuilder(pkg *npmPackage, rules *ruleBook, src *source) *builder {
	b := &builder{
		pkg: pkg, rules: rules, src: src, itemIndex: map[string]int{},
		file: &table.File{Version: src.version, Tags: map[string][]string{}},
	}
	for _, it := range src.items {
		if !isAir(it.Name) {
			b.itemIndex[it.Name] = len(b.itemNames)
			b.itemNames = append(b.itemNames, it.Name)
		}
	}
	for _, bl := range src.blocks {
		if !isAir(bl.Name) {
			b.blockNames = append(b.blockNames, bl.Name)
		}
	}
	b.findExperiments()
	return b
}

func (b *builder) findExperiments() {
	b.experimental = map[string]bool{}
	universe := append(append([]string{}, b.itemNames...), b.blockNames...)
	for _, e := range b.src.entities {
		universe = append(universe, e.Name)
	}
	for _, rule := range b.rules.experiments {
		if b.within(rule.Span) {
			for _, name := range b.pick("experiments", rule.Names, universe) {
				b.experimental[name] = true
			}
		}
	}
}

func isAir(name string) bool { return name == "air" || name == "cave_air" || name == "void_air" }

func (b *builder) isItem(name string) bool {
	_, ok := b.itemIndex[name]
	return ok
}

// within says whether the version lies in the span.
func (b *builder) within(s Span) bool {
	v := number(b.src.version)
	return (s.Since == "" || v >= number(s.Since)) && (s.Until == "" || v <= number(s.Until))
}

// number makes "1.20.4" comparable.
func number(version string) int {
	n := 0
	parts := append(strings.Split(version, "."), "0", "0")
	for _, p := range parts[:3] {
		d, _ := strconv.Atoi(p)
		n = n*1000 + d
	}
	return n
}

// pick lists the names that the patterns of a rule stand for, in the order of
// the patterns and then of the universe, each once. "#tag" stands for the items
// of a tag.
func (b *builder) pick(where string, patterns, universe []string) []string {
	var out []string
	seen := map[string]bool{}
	add := func(name string) {
		if !seen[name] {
			seen[name] = true
			out = append(out, name)
		}
	}
	for _, p := range patterns {
		before := len(seen)
		hit := false
		if tag, ok := strings.CutPrefix(p, "#"); ok {
			for _, name := range b.file.Tags[tag] {
				add(name)
			}
		} else {
			for _, name := range universe {
				if _, ok := match(p, name); ok {
					hit = true
					add(name)
				}
			}
		}
		b.rules.mark(where+" "+p, hit || len(seen) > before)
	}
	return out
}

func (b *builder) buildTags() {
	for _, tag := range b.rules.tags {
		for _, bound := range b.rules.bindings(tag.name) {
			list := b.pick("tags", b.rules.expand(bound.applyAll(tag.patterns)), b.itemNames)
			if len(list) > 0 {
				b.file.Tags[bound.apply(tag.name)] = list
			}
		}
	}
}

// displayFor leaves out a display name that the reader can make itself.
func displayFor(display, name string) string {
	if display == table.Title(name) {
		return ""
	}
	return display
}
