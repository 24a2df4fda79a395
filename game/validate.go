// SPDX-License-Identifier: MIT

package game

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/minehand/minehand/internal/lists"
)

// maxChat is the longest chat line, in characters (Minecraft's own limit).
const maxChat = 256

// maxName bounds ids from outside, in bytes.
const maxName = 256

// Validate checks the action against the catalogue: a known kind, its required
// fields, values in their ranges. The error is a sentence with the fix. It
// knows no game rules: whether an item exists is game/data's to say.
func (a *Action) Validate() error {
	info, ok := Lookup(a.Kind)
	if !ok {
		if a.Kind == "" {
			return fmt.Errorf(`an action needs a "type": one of %s`, kindList())
		}
		return fmt.Errorf("there is no action %q; the actions are %s", a.Kind, kindList())
	}
	for i := range info.Fields {
		if err := a.validateField(&info.Fields[i]); err != nil {
			return err
		}
	}
	if len(info.AnyOf) == 0 || slices.ContainsFunc(info.AnyOf, a.Has) {
		return nil
	}
	return fmt.Errorf("%s needs %s", a.Kind, strings.Join(fieldWords(info.AnyOf), " or "))
}

func (a *Action) validateField(f *Field) error {
	if !a.Has(f.Name) {
		if f.Required {
			return fmt.Errorf("%s needs %s: %s", a.Kind, fieldWords([]string{f.Name})[0], f.Doc)
		}
		return nil
	}
	switch v := a.field(f.Name).(type) {
	case **Pos:
		if err := (*v).validate(); err != nil {
			return fmt.Errorf("%s: %w", a.Kind, err)
		}
	case *string:
		return a.validateString(f, *v)
	case *int:
		return a.validateNumber(f, float64(*v))
	case *float64:
		return a.validateNumber(f, *v)
	case **Until:
		return a.validateUntil(*v)
	case *[]Edit:
		return a.validateEdits(*v)
	case *map[string]int:
		return a.validateCounts(f, *v)
	}
	return nil
}

func (a *Action) validateString(f *Field, s string) error {
	if !utf8.ValidString(s) {
		return fmt.Errorf("%s: %q is not valid text (UTF-8)", a.Kind, f.Name)
	}
	if a.Kind == Chat && f.Name == "message" {
		if strings.ContainsAny(s, "\r\n") {
			return fmt.Errorf("chat: a message is one line; send several messages instead")
		}
		if n := utf8.RuneCountInString(s); n > maxChat {
			return fmt.Errorf("chat: a message has at most %d characters, this one has %d", maxChat, n)
		}
		return nil
	}
	if len(s) > maxName {
		return fmt.Errorf("%s: %q is longer than %d characters", a.Kind, f.Name, maxName)
	}
	if f.Type == TypeEnum && !slices.Contains(f.Enum, s) {
		return fmt.Errorf("%s: %q must be one of %s, not %q", a.Kind, f.Name, strings.Join(f.Enum, ", "), s)
	}
	return nil
}

func (a *Action) validateNumber(f *Field, n float64) error {
	if math.IsNaN(n) || math.IsInf(n, 0) {
		return fmt.Errorf("%s: %q must be a finite number", a.Kind, f.Name)
	}
	if (f.Min != 0 || f.Max != 0) && (n < f.Min || n > f.Max) {
		return fmt.Errorf("%s: %q must be from %g to %g %s, not %g", a.Kind, f.Name, f.Min, f.Max, f.Unit, n)
	}
	return nil
}

func (a *Action) validateUntil(u *Until) error {
	if a.Kind == Wait {
		if u.Phase != "day" && u.Phase != "night" {
			return fmt.Errorf(`wait: "until" must be "day" or "night"`)
		}
		return nil
	}
	if u.Item == "" || u.Count < 1 {
		return fmt.Errorf(`%s: "until" needs an item and a count of at least 1`, a.Kind)
	}
	return nil
}

// maxEdits bounds one build, in blocks, and mostState how one of them is to stand, in bytes.
const (
	maxEdits  = 32_768
	mostState = 200
)

func (a *Action) validateEdits(edits []Edit) error {
	if len(edits) > maxEdits {
		return fmt.Errorf("%s: %d blocks are too many for one build; split it into builds of at most %d", a.Kind, len(edits), maxEdits)
	}
	for i, e := range edits {
		if e.Block == "" {
			return fmt.Errorf("%s: block %d of the list names no block", a.Kind, i+1)
		}
		if len(e.State) > mostState {
			return fmt.Errorf("%s: block %d of the list has a state of more than %d bytes", a.Kind, i+1, mostState)
		}
		if err := (Pos{X: e.X, Y: e.Y, Z: e.Z}).validate(); err != nil {
			return fmt.Errorf("%s: block %d of the list: %w", a.Kind, i+1, err)
		}
	}
	return nil
}

// maxCounts bounds a list of counts: no recipe has more kinds of ingredients than
// its grid has places, but the wanted items may be made in several ways.
const maxCounts = 64

func (a *Action) validateCounts(f *Field, counts map[string]int) error {
	if len(counts) > maxCounts {
		return fmt.Errorf("%s: %q names %d items; at most %d make sense", a.Kind, f.Name, len(counts), maxCounts)
	}
	for _, item := range slices.Sorted(maps.Keys(counts)) {
		switch n := counts[item]; {
		case item == "":
			return fmt.Errorf("%s: %q has an item without a name", a.Kind, f.Name)
		case len(item) > maxName || !utf8.ValidString(item):
			return fmt.Errorf("%s: %q has an item whose name is no name", a.Kind, f.Name)
		case n < 1:
			return fmt.Errorf("%s: %q needs a count of at least 1 of %s, not %d", a.Kind, f.Name, item, n)
		}
	}
	return nil
}

func fieldWords(names []string) []string {
	words := make([]string, len(names))
	for i, n := range names {
		if n == FieldPosition {
			words[i] = `a position ("x", "y", "z")`
		} else {
			words[i] = fmt.Sprintf("%q", n)
		}
	}
	return words
}

func kindList() string {
	names := lists.Of(catalogue, func(k *KindInfo) string { return string(k.Kind) })
	return strings.Join(names, ", ")
}

// Describe is the action as a short sentence without a full stop: "Mine 3 iron
// ore", "Go to 100 64 -20".
func (a Action) Describe() string {
	subject := Called(a.Subject())
	switch a.Kind {
	case Goto:
		if a.At != nil {
			return "Go to " + a.At.String()
		}
		return "Go to " + subject
	case Chat:
		return fmt.Sprintf("Say %q", a.Message)
	case Mine, Craft, Brew, Smith, Barter, Smelt, Collect, Attack, Breed, Shear, Harvest, Plant, Till, Milk, Fish:
		if subject == "" && a.At != nil {
			return fmt.Sprintf("%s the block at %s", Sentence(string(a.Kind)), a.At)
		}
		info, _ := Lookup(a.Kind)
		return Sentence(string(a.Kind)) + " " + info.counted(a.Count(), a.Subject())
	case Trade:
		return a.describeTrade()
	case Deposit, Withdraw, Drop:
		return Sentence(string(a.Kind)) + " " + Counted(a.Count(), a.Subject())
	case Place:
		if a.At != nil {
			return fmt.Sprintf("Place %s at %s", subject, a.At)
		}
		return "Place " + subject
	case Build:
		switch {
		case a.Made(a.Edits) == 0:
			return "Look at what stands there"
		case a.Digs():
			return "Dig " + Counted(a.Made(a.Edits), "block") + " free"
		}
		return "Build " + Counted(a.Made(a.Edits), "block")
	case Travel:
		return "Travel to " + WorldName(a.Target)
	case Explore:
		return "Look around for " + subject
	case Look:
		if a.At != nil {
			return "Look at " + a.At.String()
		}
		return "Look at " + subject
	case Wait:
		return a.describeWait()
	default:
	}
	leaves := map[string]string{"open": "Open", "closed": "Shut", "on": "Switch on", "off": "Switch off"}
	words := cmp.Or(leaves[a.As], Sentence(Display(string(a.Kind))))
	if a.Kind == Use && a.Item != "" && a.Target != "" {
		return words + " " + Display(a.Item) + " on " + Display(a.Target)
	}
	if subject != "" {
		words += " " + subject
	} else if a.At != nil {
		words += " at " + a.At.String()
	}
	return words
}

func (a Action) describeWait() string {
	if a.Until != nil {
		return "Wait until " + a.Until.Phase
	}
	const minute = 60
	if a.Seconds >= 2*minute {
		return fmt.Sprintf("Wait %.0f min", a.Seconds/minute)
	}
	return fmt.Sprintf("Wait %g s", a.Seconds)
}

// Swaps are what a trade gives away and what it is for: a coin where it buys.
func (a Action) Swaps(coin string) (takes, gives string) {
	if a.For == "" {
		return coin, a.Item
	}
	return a.Item, a.For
}

func (a Action) describeTrade() string {
	if a.For == "" {
		return "Buy " + Counted(a.Count(), a.Item)
	}
	return "Trade " + noun(2, a.Item) + " for " + Counted(a.Count(), a.For)
}
