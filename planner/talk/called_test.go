// SPDX-License-Identifier: MIT

package talk_test

import (
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/book"
	"github.com/minehand/minehand/planner/talk"
)

// Whoever is called by their name, at the beginning and behind a greeting, hears the rest.
func TestCalledByName(t *testing.T) {
	sorter := talk.New(book.NewLibrary(book.Config{}))
	for text, meant := range map[string]string{
		"hey handy, could you please get me 3 dirts": "goal: could you please get me 3 dirts",
		"Hey Handy get 3 dirt":                       "goal: get 3 dirt",
		"Handy, get 3 dirt":                          "goal: get 3 dirt",
		"hallo handy, hol 3 Erde":                    "goal: hol 3 Erde",
		"handy stop":                                 "stop",
		"get 3 dirt, handy":                          "goal: get 3 dirt",
		"hi handy!":                                  "remark",
		"follow handy":                               "goal: follow handy (instead)",
	} {
		about := talk.About{Body: game.BodyInfo{ID: "b", Name: "Handy"}}
		if got := shown(sorter.Sort(text, about)[0]); got != meant {
			t.Errorf("%q is %s, not %s", text, got, meant)
		}
	}
	if got := shown(sorter.Sort("", talk.About{Body: game.BodyInfo{Name: "Handy"}})[0]); got == "" {
		t.Error("nothing said is nothing")
	}
}
