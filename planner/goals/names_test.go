// SPDX-License-Identifier: MIT

package goals_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/internal/raced"
	"github.com/minehand/minehand/planner/goals"
)

// Every item, block and mob of every version can be named by its id, with and
// without underscores and in capitals, by its display name, and by the plural
// of both. How capitals, underscores, numbers and articles are read does not go by the
// version: they are tried in the oldest and the newest.
func TestEveryNameIsRead(t *testing.T) {
	tables := data.Tables()
	for _, name := range raced.Every(7, tables) {
		written := name == tables[0] || name == tables[len(tables)-1]
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v := version(t, name)
			r := goals.New(v)
			shown := map[string][]string{} // display names may be shared
			for _, it := range v.Items() {
				shown["get "+strings.ToLower(it.Display)] = append(shown["get "+strings.ToLower(it.Display)], it.Name)
			}
			for _, b := range v.Blocks() {
				shown["mine "+strings.ToLower(b.Display)] = append(shown["mine "+strings.ToLower(b.Display)], b.Name)
			}
			for _, m := range v.Mobs() {
				shown["kill "+strings.ToLower(m.Display)] = append(shown["kill "+strings.ToLower(m.Display)], m.Name)
			}
			check := func(verb, id, display string) {
				ids, shows, several := []string{id}, []string{display}, []string{display}
				if written {
					ids = append(ids, game.Namespace+id, strings.ToUpper(id), game.Display(id), "2 "+id)
					shows = append(shows, strings.ToLower(display), strings.ToUpper(display), "a "+display)
					several = append(several, game.Display(id))
				}
				for _, text := range ids {
					if got := only(r, verb+" "+text); got != id {
						t.Errorf("%s %s was read as %q", verb, text, got)
					}
				}
				for _, text := range shows {
					got := only(r, verb+" "+text)
					if got != id && game.Display(got) != strings.ToLower(display) && !slices.Contains(shown[verb+" "+strings.ToLower(display)], got) {
						t.Errorf("%s %s was read as %q, want %q", verb, text, got, id)
					}
				}
				for _, one := range several {
					plural := many(one)
					if got := only(r, verb+" 3 "+plural); got == "" {
						t.Errorf("%s 3 %s was not read", verb, plural)
					} else if got != id && !slices.Contains(shown[verb+" "+strings.ToLower(display)], got) && !strings.HasPrefix(game.Display(got), game.Display(id)+"s") && !strings.EqualFold(game.Display(got), plural) && !strings.EqualFold(game.Display(got), display) {
						t.Errorf("%s 3 %s was read as %q, want %q", verb, plural, got, id)
					}
				}
			}
			for _, it := range v.Items() {
				check("get", it.Name, it.Display)
			}
			for _, b := range v.Blocks() {
				check("mine", b.Name, b.Display)
			}
			for _, m := range v.Mobs() {
				check("kill", m.Name, m.Display)
			}
		})
	}
}

// many is the plural that a player writes.
func many(s string) string {
	switch end := strings.ToLower(s); {
	case strings.ContainsAny(s[len(s)-1:], "0123456789"):
		return s
	case strings.HasSuffix(end, "ss"), strings.HasSuffix(end, "us"), strings.HasSuffix(end, "x"), strings.HasSuffix(end, "ch"), strings.HasSuffix(end, "sh"):
		return s + "es"
	case strings.HasSuffix(end, "s"):
		return s
	case strings.HasSuffix(end, "y") && !strings.ContainsAny(end[len(end)-2:len(end)-1], "aeiou"):
		return s[:len(s)-1] + "ies"
	}
	return s + "s"
}

// only is the name of the one goal of a text, "" when it was not read so.
func only(r *goals.Reader, text string) string {
	got, err := r.Read(text)
	if err != nil || len(got.Goals) != 1 {
		return ""
	}
	return got.Goals[0].Name
}
