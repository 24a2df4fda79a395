// SPDX-License-Identifier: MIT

package reply

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/internal/spelling"
)

// sort of names, in the order in which a field is looked up.
type sortOf int

const (
	anItem sortOf = iota
	aBlock
	aMob
)

func (s sortOf) String() string {
	return [...]string{"item", "block", "mob"}[s]
}

// found is what a name means.
type found struct {
	id   string
	sort sortOf
	// guessed: the name is another one, and only this can be meant.
	guessed bool
}

// lookup finds a name among the sorts, the first sort first. The error is a
// sentence that names the candidates.
func (n *normaliser) lookup(name string, sorts ...sortOf) (found, error) {
	key := fmt.Sprint(sorts, name)
	if f, ok := n.cache[key]; ok {
		return f.found, f.err
	}
	f, err := n.search(name, sorts)
	n.cache[key] = cached{f, err}
	return f, err
}

type cached struct {
	found found
	err   error
}

// longestName bounds what is looked up, in bytes.
const longestName = 80

func (n *normaliser) search(name string, sorts []sortOf) (found, error) {
	p := phrase(name)
	if p == "" {
		return found{}, fmt.Errorf("it names no %s", sorts[0])
	}
	if len(p) > longestName {
		return found{}, fmt.Errorf("there is no %s with so long a name", sorts[0])
	}
	tries := append([]string{p}, singulars(p)...)
	for _, q := range tries {
		if f, ok := n.exact(q, sorts); ok {
			return f, nil
		}
	}
	if q := withoutFillers(p); q != p && q != "" {
		for _, q := range append([]string{q}, singulars(q)...) {
			if f, ok := n.exact(q, sorts); ok {
				return f, nil
			}
		}
	}
	for _, s := range sorts {
		if id := n.sorted(s)[alphabetical(p)]; id != "" {
			return found{id: id, sort: s, guessed: true}, nil
		}
	}
	return n.nearest(p, sorts)
}

// exact finds a phrase as an id, display name, alias or group.
func (n *normaliser) exact(p string, sorts []sortOf) (found, bool) {
	for _, s := range sorts {
		if id, ok := n.all(s)[p]; ok {
			return found{id: id, sort: s}, true
		}
	}
	ids, ok := n.env.Names.groups[p]
	if !ok || slices.Equal(sorts, []sortOf{aMob}) {
		return found{}, false
	}
	return found{id: n.pick(ids), sort: sorts[0]}, true
}

func (n *normaliser) all(s sortOf) map[string]string {
	return [...]map[string]string{n.env.Names.items, n.env.Names.blocks, n.env.Names.mobs}[s]
}

func (n *normaliser) sorted(s sortOf) map[string]string {
	return [...]map[string]string{n.env.Names.sortedItems, n.env.Names.sortedBlocks, n.env.Names.sortedMobs}[s]
}

var fillers = []string{
	"block", "blocks", "item", "items", "piece", "pieces", "of", "the", "a", "an", "some", "any", "minecraft", "nearest", "nearby",
	"unit", "units",
}

func withoutFillers(p string) string {
	words := slices.DeleteFunc(strings.Fields(p), func(w string) bool { return slices.Contains(fillers, w) })
	return strings.Join(words, " ")
}

// near finds the names that a phrase differs least from, by a letter or, if it is long, two.
func (n *normaliser) near(p string, sorts []sortOf) (hits []found) {
	limit := 1
	if len(p) >= 6 {
		limit = 2
	}
	best := limit + 1
	for i, s := range sorts {
		for q, id := range n.all(s) {
			if slices.ContainsFunc(sorts[:i], func(earlier sortOf) bool { return n.all(earlier)[q] != "" }) {
				continue // so written it means that one
			}
			if d := spelling.Distance(p, q, min(best, limit)); d < best {
				best, hits = d, append(hits[:0], found{id: id, sort: s, guessed: true})
			} else if d == best && d <= limit && !slices.ContainsFunc(hits, func(f found) bool { return f.id == id }) {
				hits = append(hits, found{id: id, sort: s, guessed: true})
			}
		}
	}
	return hits
}

// nearest finds the one name that is misspelt so little that no other is as
// near; otherwise it names the candidates.
func (n *normaliser) nearest(p string, sorts []sortOf) (found, error) {
	hits := n.near(p, sorts)
	if len(hits) == 1 {
		return hits[0], nil
	}
	var ids []string
	for _, h := range hits {
		ids = append(ids, h.id)
	}
	if len(ids) == 0 {
		ids = n.holding(p, sorts)
	}
	if joined := strings.ReplaceAll(p, " ", ""); len(ids) == 0 && joined != p {
		ids = n.holding(joined, sorts)
	}
	version := n.env.Names.v.Name
	what := sorts[0].String()
	if len(ids) == 0 {
		return found{}, fmt.Errorf("there is no %s %q in Minecraft %s", what, clip(p), version)
	}
	sort.Strings(ids)
	const most = 6
	more := ""
	if len(ids) > most {
		ids, more = ids[:most], " and others"
	}
	return found{}, fmt.Errorf(
		"there is no %s %q in Minecraft %s; it may mean %s%s: name one of them",
		what,
		clip(p),
		version,
		strings.Join(ids, ", "),
		more,
	)
}

// holding lists the ids that have all words of the phrase.
func (n *normaliser) holding(p string, sorts []sortOf) []string {
	words := strings.Fields(p)
	var ids []string
	if last := words[len(words)-1]; last == "armor" || last == "armour" {
		for _, piece := range [...]string{"helmet", "chestplate", "leggings", "boots"} {
			id := strings.Join(append(words[:len(words)-1:len(words)-1], piece), "_")
			if _, ok := n.v.Item(id); ok {
				ids = append(ids, id)
			}
		}
	}
	for _, s := range sorts {
		for _, id := range n.all(s) {
			have := strings.Split(id, "_")
			if !slices.Contains(ids, id) && !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(have, w) }) {
				ids = append(ids, id)
			}
		}
	}
	return ids
}

// pick chooses among things that will all do: what is held, what is of the wood
// in use, else the usual one.
func (n *normaliser) pick(ids []string) string {
	best, most := "", 0
	for _, id := range ids {
		if c := n.env.State.Count(id); c > most {
			best, most = id, c
		}
	}
	if best != "" {
		return best
	}
	if wood := n.woodInUse(); wood != "" {
		for _, id := range ids {
			if strings.HasPrefix(id, wood+"_") &&
				(strings.Count(id, "_") == strings.Count(wood, "_")+1 || strings.HasSuffix(id, "_pressure_plate") ||
					strings.HasSuffix(id, "_fence_gate")) {
				return id
			}
		}
	}
	return ids[0]
}

// woodInUse is the wood that the plan has used so far, else the one held, else
// the nearest in view; empty for none.
func (n *normaliser) woodInUse() string {
	if n.wood != "" {
		return n.wood
	}
	logs := n.env.Names.groups["log"]
	for _, suffix := range [...]string{"_planks", "_log"} {
		best, most := "", 0
		for _, l := range logs {
			wood := strings.TrimSuffix(l, "_log")
			if c := n.env.State.Count(wood + suffix); c > most {
				best, most = wood, c
			}
		}
		if best != "" {
			return best
		}
	}
	near, wood := 0.0, ""
	if n.env.State.Nearby != nil {
		for _, s := range n.env.State.Nearby.Blocks {
			if id := game.Name(s.Name); slices.Contains(logs, id) && (wood == "" || s.Distance < near) {
				near, wood = s.Distance, strings.TrimSuffix(id, "_log")
			}
		}
	}
	return wood
}

// clip shortens foreign text for a sentence.
func clip(s string) string {
	const most = 40
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "..."
	}
	return s
}
