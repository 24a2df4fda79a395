// SPDX-License-Identifier: MIT

package skills

import (
	"embed"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/minehand/minehand/planner/language"
)

//go:embed phrases/*.yaml
var phrases embed.FS

// acts are the phrases of all languages, English first.
var acts = sync.OnceValue(func() []*language.Acts { return language.ActsIn(phrases, "phrases") })

// Kind is what a text wants.
type Kind = string

// The kinds.
const (
	Remember Kind = "remember" // where the body stands is called Name
	Forget   Kind = "forget"   // Name is forgotten
	Places   Kind = "places"   // the places are listed
	Where    Kind = "where"    // where Name is
	Chests   Kind = "chests"   // what the chests held
	Look     Kind = "look"     // a chest is looked into
	Away     Kind = "away"     // what is held is put into a chest
	Empty    Kind = "empty"    // Goal takes all out of a chest
	Order    Kind = "order"    // Goal is done as When says
	Orders   Kind = "orders"   // the standing orders are listed
	Pause    Kind = "pause"    // Number, the one that Name is about, or all are paused
	Resume   Kind = "resume"
	Cancel   Kind = "cancel"
	Share    Kind = "share" // Goal is done by all players together
)

// When is the condition of a standing order.
type When = string

// The conditions.
const (
	Unmet  When = "unmet"  // what Goal asks for is not held, worn or reached
	Dawn   When = "dawn"   // once every morning
	Dusk   When = "dusk"   // once every evening
	Every  When = "every"  // so often
	Hungry When = "hungry" // the body is hungry
)

// Said is a text as it was understood.
type Said struct {
	Kind     Kind
	Language string
	// Name of a place, or of what the order that is forgotten is about.
	Name string
	// Goal of an order in words, and when it is done; Every is how often.
	Goal  string
	When  When
	Every time.Duration
	// Number of an order; 0 means all. Nth is its place in the list, from 1 or, for the
	// last, -1.
	Number, Nth int
}

// topic is a row of what the phrases of a topic mean. thing is the slot that a goal is
// worded from, with the words for it: those that the language asks for a thing with.
type topic struct {
	Said
	// known: it counts only with the name of a place that is known.
	known bool
	// unit is what the number of {number} counts.
	unit time.Duration
	// fixed is the goal where the phrase names none, by language.
	fixed map[string]string
	// asks is the verb before {keep}, by language.
	asks map[string]string
}

// Death is the place where the body died last.
const Death = "death"

// Home is the place that "go home" means.
const Home = "home"

// emptied is how all is taken out of a chest.
var emptied = map[string]string{"en": "take everything from the chest", "de": "nimm alles aus der Truhe"}

var topics = map[string]topic{
	"remember":      {Said: Said{Kind: Remember}},
	"remember-home": {Said: Said{Kind: Remember, Name: Home}},
	"forget":        {Said: Said{Kind: Forget}, known: true},
	"places":        {Said: Said{Kind: Places}},
	"where-is":      {Said: Said{Kind: Where}, known: true},
	"chests":        {Said: Said{Kind: Chests}},
	"look":          {Said: Said{Kind: Look}},
	"away":          {Said: Said{Kind: Away}},
	"empty":         {Said: Said{Kind: Empty}, fixed: emptied},
	"keep": {Said: Said{Kind: Order, When: Unmet}, asks: map[string]string{
		"en": "get ", "de": "hol ", "es": "consigue ", "fr": "prends ", "pt": "pegue ", "ru": "достань ", "zh": "拿",
	}},
	"wear": {Said: Said{Kind: Order, When: Unmet}, asks: map[string]string{"en": "wear "}},
	"dawn": {Said: Said{Kind: Order, When: Dawn}},
	"dusk": {Said: Said{Kind: Order, When: Dusk}},
	"dusk-home": {Said: Said{Kind: Order, When: Dusk}, fixed: map[string]string{
		"en": "go home", "de": "geh nach hause", "es": "ve a casa", "fr": "rentre à la maison", "pt": "volte para casa", "ru": "иди домой", "zh": "回家",
	}},
	"hungry": {Said: Said{Kind: Order, When: Hungry}, fixed: map[string]string{
		"en": "eat", "de": "iss etwas", "es": "come algo", "fr": "mange", "pt": "coma algo", "ru": "поешь", "zh": "吃点东西",
	}},
	"seconds":       {Said: Said{Kind: Order, When: Every}, unit: time.Second},
	"minutes":       {Said: Said{Kind: Order, When: Every}, unit: time.Minute},
	"hours":         {Said: Said{Kind: Order, When: Every}, unit: time.Hour},
	"minute":        {Said: Said{Kind: Order, When: Every, Every: time.Minute}},
	"hour":          {Said: Said{Kind: Order, When: Every, Every: time.Hour}},
	"share":         {Said: Said{Kind: Share}},
	"orders":        {Said: Said{Kind: Orders}},
	"pause-orders":  {Said: Said{Kind: Pause}},
	"resume-orders": {Said: Said{Kind: Resume}},
	"forget-orders": {Said: Said{Kind: Cancel}},
	"forget-kept":   {Said: Said{Kind: Cancel}},
}

// nths are the words for places in a list, the last at the end.
var nths = []string{"first", "second", "third", "fourth", "fifth", "last"}

// nthOf is the place in a list that a name says, 0 for none.
func nthOf(a *language.Acts, name language.Spoken) int {
	n := slices.IndexFunc(nths, func(nth string) bool { return a.Whole(nth, name) }) + 1
	if n == len(nths) {
		return -1
	}
	return n
}

// mostHeard is the longest text that is heard, in bytes.
const mostHeard = 400

// Hear says what a text wants of places, chests or standing orders; not ok when it wants
// something else. known are the names of the places.
func Hear(text string, known []string) (Said, bool) {
	if len(text) > mostHeard {
		return Said{}, false
	}
	for _, a := range acts() {
		words := bare(a, spoken(text))
		name, took, _ := a.Asks(words, false)
		row, ok := topics[name]
		if !ok {
			continue
		}
		said := row.Said
		said.Language = a.Language
		if slot := took["name"]; slot != nil {
			if said.Name = Name(slot.String()); said.Kind == Cancel || said.Kind == Pause || said.Kind == Resume {
				said.Name = Name(slot.Of(text)) // it is looked for in what was typed
			}
			said.Nth = nthOf(a, slot)
		}
		if row.known && !slices.Contains(known, said.Name) || said.Kind == Remember && said.Name == "" ||
			said.Kind == Chests && said.Name != "" && said.Nth == 0 {
			continue
		}
		if slot := took["number"]; slot != nil {
			n, err := strconv.Atoi(slot.String())
			if err != nil || n < 1 {
				continue
			}
			if said.Number = n; row.unit > 0 {
				said.Number, said.Every = 0, time.Duration(n)*row.unit
			}
		}
		switch {
		case said.Kind != Order && said.Kind != Share && said.Kind != Empty:
		case took["goal"] != nil: // "harvest, every morning, the wheat": what follows belongs to it
			said.Goal = strings.TrimSpace(took["goal"].Of(text) + " " + took["more"].Of(text))
		case took["keep"] != nil:
			said.Goal = row.asks[a.Language] + took["keep"].Of(text)
		default:
			said.Goal = row.fixed[a.Language]
		}
		return said, true
	}
	return Said{}, false
}

// Name is the name of a place as it is kept.
func Name(name string) string { return strings.Join(strings.Fields(strings.ToLower(name)), " ") }

// spoken is a text as its words, without what parts sentences.
func spoken(text string) language.Spoken {
	return slices.DeleteFunc(language.Hear(text), func(w language.SpokenWord) bool { return w.Text == language.Comma })
}

// bare is a text without the words around it that add nothing.
func bare(a *language.Acts, words language.Spoken) language.Spoken {
	for n := a.Begins("lead", words); n > 0 && n < len(words); n = a.Begins("lead", words) {
		words = words[n:]
	}
	for n := a.Ends("trail", words); n > 0 && n < len(words); n = a.Ends("trail", words) {
		words = words[:len(words)-n]
	}
	return words
}
