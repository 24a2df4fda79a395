// SPDX-License-Identifier: MIT

package goals

import (
	"slices"
	"strings"

	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/game/data/lexicon"
)

// examples are goals of a kind that answer what could not be read of it.
func (k Kind) examples() []string {
	f := k.row()
	if f.near != nil {
		return f.near
	}
	return f.Examples[:min(len(f.Examples), 1)]
}

// buildExamples answer what cannot be built.
var buildExamples = []string{"build a 5x5 platform of cobblestone", "build a 5x3 wall of cobblestone", "build a 5 high pillar of cobblestone"}

// portalExamples answer who wants a portal, which no body builds.
var portalExamples = []string{"get 10 obsidian and flint and steel"}

// buildWords are the verbs that ask for a building.
var buildWords = wordSet("build construct erect raise make create")

// nearest suggests goals that can be read. Nothing is suggested that could not
// be.
func (r *Reader) nearest(p *parser) []string {
	out := r.things(p)
	switch {
	case slices.Contains(p.words, "portal"):
		out = slices.Clone(portalExamples)
	case p.kind == Craft && (buildWords[p.said] || p.said == "put up") && (len(out) == 0 || slices.ContainsFunc(p.words, isShape) || p.said == "build"):
		out = slices.Clone(buildExamples)
		for i, w := range p.words {
			if s := shapeWords[w]; s == "" || i == 0 {
				continue
			} else if k := slices.IndexFunc(out, func(e string) bool { return strings.Contains(e, string(s)) }); k >= 0 {
				out = out[k : k+1]
			}
		}
	case (p.said == "put" || p.said == "place") && slices.ContainsFunc(p.words, areContainers):
		for i := range out {
			if thing := strings.TrimPrefix(out[i], "place "); !areContainers(thing) {
				out[i] = "put " + thing + " in a chest"
			}
		}
	case len(out) == 0 || p.kind == Goto || p.kind == Follow || p.kind == Deposit || p.kind == Withdraw:
		out = append(slices.Clone(p.kind.examples()), out...)
	}
	const most = 3
	for i, text := range out {
		if thing, ok := strings.CutPrefix(text, string(p.kind)+" "); ok && (p.kind == Craft || p.kind == Mine || p.kind == Smelt) && !r.offered(text) {
			out[i] = string(Get) + " " + thing // "craft log"
		}
	}
	out = slices.DeleteFunc(out, func(text string) bool { return !r.offered(text) })
	out = slices.Compact(out)
	switch p.kind {
	case Shear, Milk, Breed, Catch, Plant, Till, Grow:
		out = slices.Clone(p.kind.examples())
	default:
		if len(out) == 0 && p.said != "" {
			out = slices.Clone(p.kind.examples())
		}
	}
	return out[:min(len(out), most)]
}

// offered says that a text can be read and that nothing in it is impossible by
// the rules of the version.
func (r *Reader) offered(text string) bool {
	p, ok := r.parse(text, false)
	return ok && !slices.ContainsFunc(p.goals, func(g Goal) bool {
		return len(g.Items) > 0 && !slices.ContainsFunc(g.Items, func(id string) bool { return r.possible(g.Kind, id) })
	})
}

// possible says that the version has a way to do something to a thing.
func (r *Reader) possible(k Kind, id string) bool {
	block, isBlock := r.Version.Block(id)
	switch k {
	case Craft:
		return len(r.Version.Recipes(id)) > 0 || len(r.Version.SmithingTo(id)) > 0
	case Mine:
		return isBlock && block.Breakable() || slices.ContainsFunc(r.Version.DroppedBy(id), func(s data.Source) bool { return s.Block != "" && s.Drop.Chance >= often })
	case Smelt:
		_, goesIn := r.Version.SmeltingOf(id)
		return goesIn || len(r.Version.SmeltingTo(id)) > 0
	case Get:
		return len(r.Version.Recipes(id)) > 0 || len(r.Version.SmithingTo(id)) > 0 || len(r.Version.SmeltingTo(id)) > 0 || len(r.Version.CutsTo(id)) > 0 || len(r.Version.InteractionsTo(id)) > 0 || len(r.Version.DroppedBy(id)) > 0
	default:
	}
	return true
}

func isContainer(w string) bool { return slices.Contains(containerWords, w) }

func areContainers(w string) bool { return isContainer(w) || isContainer(strings.TrimSuffix(w, "s")) }

func isShape(w string) bool { return shapeWords[w] != "" }

// things are goals about the things that a text seems to name.
func (r *Reader) things(p *parser) []string {
	asked := string(p.kind)
	switch p.kind {
	case Get, Craft, Mine, Smelt, Eat, Equip, Place:
	case "":
		asked = string(Get)
	default:
		return nil // a goal of another verb is not near
	}
	var out []string
	add := func(phrase string) {
		if text := asked + " " + phrase; !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	const looked = 12 // a long text is answered by its beginning
	words := p.words[:min(len(p.words), looked)]
	if i := slices.IndexFunc(words, func(w string) bool { return negations[w] }); i >= 0 {
		words = words[:i] // what is not wanted is not offered
	}
	for i := 0; i < len(words); i++ {
		w := words[i]
		if verb(w) != "" && i == 0 || len(w) < 3 || isNumber(w) || questions[w] || refusals[w] {
			continue
		}
		if n, phrase := r.longest(words[i:]); n > 0 {
			add(phrase)
			i += n - 1
			continue
		}
		if verb(w) != "" || quantities[w] || noThings[w] && !gearWords[w] {
			continue
		}
		if n, _, ok := r.Closest([]string{w}, r.Items); ok && n.Set == nil {
			add(strings.ReplaceAll(strings.TrimPrefix(n.Name, "any "), "_", " "))
		} else if phrase := r.Ending(w, func(p string) bool { return r.offered(string(Get) + " " + p) }); phrase != "" && !gearWords[w] {
			add(phrase)
		} else if gearWords[w] {
			add("iron " + w)
		}
	}
	return out
}

// gearWords need a material before them.
var gearWords = wordSet("armor armour tools gear")

// longest is the longest phrase at the beginning of some words, 0 for none.
func (r *Reader) longest(words []string) (int, string) {
	for n := min(lexicon.MaxWords, len(words)); n >= 1; n-- {
		phrase := strings.Join(words[:n], " ")
		if got, ok := r.Items[phrase]; ok && (got.Set != nil || len(got.Items) > 0) {
			return n, phrase
		}
	}
	return 0, ""
}
