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

// nearest suggests goals for the words of a clause that has a verb. Nothing is
// suggested that could not be read, or that no rule of the version allows.
func (r *Reader) nearest(kind Kind, words []string) []string {
	out := r.things(kind, words)
	for i, text := range out {
		if thing, ok := strings.CutPrefix(text, string(kind)+" "); ok && (kind == Craft || kind == Mine || kind == Smelt) && !r.offered(text) {
			out[i] = string(Get) + " " + thing // "craft log"
		}
	}
	out = slices.Compact(slices.DeleteFunc(out, func(text string) bool { return !r.offered(text) }))
	if len(out) == 0 && kind != "" {
		out = slices.Clone(kind.examples())
	}
	const most = 3
	return out[:min(len(out), most)]
}

// offered says that a text can be read and that nothing in it is impossible by
// the rules of the version.
func (r *Reader) offered(text string) bool {
	said, _, ok := r.spokenBy(text)
	return ok && !slices.ContainsFunc(said.Goals, func(g Goal) bool {
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

// things are goals about the things that some words seem to name.
func (r *Reader) things(kind Kind, words []string) []string {
	switch kind {
	case Get, Craft, Mine, Smelt, Eat, Equip, Place:
	case "":
		kind = Get
	default:
		return nil // a goal of another verb is not near
	}
	var out []string
	add := func(phrase string) {
		if text := string(kind) + " " + phrase; !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	const looked, shortest = 12, 3 // a long text is answered by its beginning
	words = words[:min(len(words), looked)]
	if i := slices.IndexFunc(words, Negates); i >= 0 {
		words = words[:i] // what is not wanted is not offered
	}
	for i := 0; i < len(words); i++ {
		w := words[i]
		if n, phrase := r.longest(words[i:]); n > 0 && (i > 0 || !slices.Contains(kind.Words(), w)) && len(w) >= shortest {
			add(phrase)
			i += n - 1
			continue
		}
		if len(w) < shortest || english().Says(w) && !tell().gear[w] {
			continue
		}
		if n, _, ok := r.Closest([]string{w}, r.Items); ok && n.Set == nil {
			add(strings.ReplaceAll(strings.TrimPrefix(n.Name, "any "), "_", " "))
		} else if tell().gear[w] {
			add("iron " + w)
		} else if phrase := r.Ending(w, func(p string) bool { return r.offered(string(Get) + " " + p) }); phrase != "" {
			add(phrase)
		}
	}
	return out
}

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
