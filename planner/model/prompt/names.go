// SPDX-License-Identifier: MIT

package prompt

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/minehand/minehand/game"
)

// longestName bounds the names that a model is told, in bytes.
const longestName = 64

// plain reports whether a name may stand in a prompt: an identifier of ASCII letters,
// digits and _ - . : / alone. In other scripts a sentence needs no spaces.
func plain(name string) bool {
	return name != "" && len(name) <= longestName && !strings.ContainsFunc(name, func(c rune) bool {
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		return !letter && (c < '0' || c > '9') && !strings.ContainsRune("_-.:/", c)
	})
}

// Hidden are the names of a request that no model reads: of blocks, entities, players,
// items and places that are no identifiers, and the sentences of a body. Somebody may
// have chosen them to be read by one. The zero value hides nothing.
type Hidden struct {
	names *regexp.Regexp
	all   bool // there are too many to look for
}

// mostHidden bounds what is looked for, in bytes; with more, whole texts are left out.
const mostHidden = 16 << 10

// leftOut stands where a hidden name stood.
const leftOut = "(a name that is left out)"

// Replace takes the hidden names out of a text, in whatever way it spells them: with
// spaces for underscores, in other capitals, in the plural.
func (h Hidden) Replace(text string) string {
	switch {
	case h.all:
		return leftOut
	case h.names == nil:
		return text
	}
	return h.names.ReplaceAllLiteralString(text, leftOut)
}

// Hide collects the hidden names of a request. What its goal says is no secret: these
// are the words that a model is asked about.
func Hide(r *game.Request) Hidden {
	c := collector{goal: strings.Join(wordsOf(strings.ToLower(r.Goal)), " "), seen: map[string]bool{}}
	c.add(r.Settings.Speaker, r.Body.Owner, r.Body.Name, r.Body.Version)
	c.state(&r.State)
	for i := range r.Known {
		c.add(r.Known[i].Name, r.Known[i].At.Dimension)
	}
	for i := range r.History {
		h := &r.History[i]
		c.action(&h.Step.Action)
		c.add(h.Step.Seeks)
		c.state(h.Outcome.Before)
		c.state(h.Outcome.After)
		c.failure(h.Outcome.Failure)
	}
	for i := range r.Exclude {
		x := &r.Exclude[i]
		c.add(x.Subject)
		if x.At != nil {
			c.add(x.At.Dimension)
		}
	}
	return c.hidden()
}

// collector gathers what is hidden.
type collector struct {
	goal string
	seen map[string]bool
}

func (c *collector) add(names ...string) {
	for _, name := range names {
		name = strings.TrimSpace(strings.ToValidUTF8(name, ""))
		said := strings.Join(wordsOf(strings.ToLower(name)), " ")
		if name == "" || plain(name) || said != "" && strings.Contains(c.goal, said) {
			continue
		}
		c.seen[name] = true
		if space, path, ok := strings.Cut(name, ":"); ok && plain(space) { // shown without its namespace
			if path = strings.TrimSpace(path); path != "" && !plain(path) {
				c.seen[path] = true
			}
		}
	}
}

func (c *collector) state(s *game.State) {
	if s == nil {
		return
	}
	c.add(s.Dimension, s.Biome, s.HeldItem, s.GameMode, s.Weather)
	c.add(s.Armor...)
	for i := range s.Inventory {
		c.add(s.Inventory[i].Item)
	}
	if s.Nearby != nil {
		for _, list := range [...][]game.Sight{s.Nearby.Blocks, s.Nearby.Entities, s.Nearby.Players} {
			for i := range list {
				c.add(list[i].Name)
			}
		}
	}
}

func (c *collector) action(a *game.Action) {
	c.add(a.Target, a.Item, a.Block, a.Recipe, a.For, a.Fuel, a.To)
	for item := range a.Using {
		c.add(item)
	}
	if a.Until != nil {
		c.add(a.Until.Item)
	}
	if a.At != nil {
		c.add(a.At.Dimension)
	}
	for i := range a.Edits {
		c.add(a.Edits[i].Block)
	}
}

// failure hides a body's sentence, which may be quoted in another.
func (c *collector) failure(f *game.Failure) {
	if f != nil {
		c.add(strings.TrimRight(f.Message, ". "), string(f.Code))
	}
}

func (c *collector) hidden() Hidden {
	patterns := make([]string, 0, len(c.seen))
	size := 0
	for name := range c.seen {
		patterns = append(patterns, spellings(name))
		size += min(len(name), longestSearch)
	}
	switch {
	case size == 0:
		return Hidden{}
	case size > mostHidden:
		return Hidden{all: true}
	}
	slices.Sort(patterns)
	names := regexp.MustCompile(`(?i)` + strings.Join(patterns, "|"))
	names.Longest()
	return Hidden{names: names}
}

const (
	// leastShown is the beginning by which a name that was cut is known, in letters.
	leastShown = 16
	// longestSearch bounds the names that are looked for to their end, in bytes; with a
	// longer one, what follows its beginning is left out as well.
	longestSearch = 256
)

// spellings is the pattern of a name: its words, whatever stands between them, to its
// end or to where it was cut. One short word is looked for as it is: "the!" is not "the".
func spellings(name string) string {
	const (
		between = `(?:\\(?:u[0-9a-f]{4}|U[0-9a-f]{8}|x[0-9a-f]{2}|[abfnrtv])|[^\pL\pN])+` // %q escapes some
		letters = `[\pL\pN]*`
		cut     = `(?:[^\pL\pN]*[\pL\pN]*\.\.\.)?`
	)
	long := len(name) > longestSearch
	if long {
		name = strings.ToValidUTF8(name[:longestSearch], "")
	}
	words := wordsOf(name)
	shown := 0
	var first, rest []string
	for _, w := range words {
		pattern := regexp.QuoteMeta(w)
		if stem, ok := strings.CutSuffix(w, "y"); ok {
			pattern = regexp.QuoteMeta(stem) + "(?:y|ies)" // the plural
		}
		if shown >= leastShown {
			rest = append(rest, pattern)
			continue
		}
		r := []rune(w)
		if len(r) > leastShown {
			pattern = regexp.QuoteMeta(string(r[:leastShown])) + letters
		}
		shown += len(r)
		first = append(first, pattern)
	}
	switch {
	case long && shown < leastShown:
		return regexp.QuoteMeta(name) + "(?s:.*)"
	case len(words) == 0, len(words) == 1 && shown <= leastShown:
		return regexp.QuoteMeta(name)
	case long:
		return strings.Join(first, between) + "(?s:.*)"
	case len(rest) == 0:
		return strings.Join(first, between) + cut
	}
	return strings.Join(first, between) + "(?:" + between + "(?:" + strings.Join(rest, "|") + "))*" + cut
}

// wordsOf are the runs of letters and numbers in a text.
func wordsOf(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) })
}

// known are the sights whose names are told.
func known(list []game.Sight) []game.Sight {
	return slices.DeleteFunc(slices.Clone(list), func(s game.Sight) bool { return !plain(s.Name) })
}

// Why says why an action failed, in the words of its code, empty when it has none: what
// a body says itself is not quoted.
func Why(code game.Code, message string) string {
	f := game.Failure{Code: code, Message: message}
	if f.Absent() && code == "" {
		code = game.CodeNotFound
	}
	return game.LookupCode(code).Words
}
