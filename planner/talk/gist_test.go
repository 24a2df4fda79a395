// SPDX-License-Identifier: MIT

package talk

import (
	"testing"

	"github.com/minehand/minehand/planner/book"
)

// What a request says with words left out is what a person is asked about; where that would be
// something else, nothing is.
func TestTheGistOfARequest(t *testing.T) {
	s := New(book.NewLibrary(book.Config{}))
	about := About{}
	for text, want := range map[string]string{
		"make me a bed bro i am so sleepy rn":                                         "craft 1 bed of any kind",
		"Build a house by the water with two floors.":                                 "build 7x7 house of any block",
		"my cousin broke it so mine 12 coal ore for the both of us":                   "mine 12 coal ore",
		"we lost again. get 5 torches from wherever":                                  "get 5 torches",
		"was für ein Mist, hol mir flott 6 Fackeln aus dem Lager":                     "hol 6 Fackeln",
		"Könntet ihr mir wohl ein kleines Haus mit Balkon bauen":                      "bau 5x5 Hütte aus beliebigen Blöcken",
		"ich bräuchte 7 Brote, mein Neffe hat solchen Hunger":                         "hol 7 Brote",
		"Reparieren Sie meinen Zaun und bauen Sie mir doch eine Hütte mit Keller":     "bau 5x5 Hütte aus beliebigen Blöcken",
		"天黑了，盖个小房子吧，最好有窗户":                                                            "build 5x5 hut of any block",
		"hazme ya mismo una mesa de trabajo en la esquina":                            "haz 1 mesa de trabajo",
		"fabrique en vitesse une table de craft pour ma soeur":                        "fabrique 1 établi",
		"get whatever but not the sword":                                              "",
		"do not ever build a house over there by the lake":                            "",
		"leave the two beds where they are":                                           "",
		"why would anybody make a bed of wool":                                        "",
		"when the sun is up, build a house":                                           "",
		"the old kite of ours is torn, make 2 sticks or whatever it takes to mend it": "craft 2 sticks",
		"does a zombie like bread":                                                    "",
		"my house burned down":                                                        "",
		"make 3 or so of the 12 beds that she wanted":                                 "",
	} {
		gist := s.Gist(text, about)
		if gist != "" {
			read, _ := s.listener(s.book(&about), &about).read(gist)
			gist = read.Words()
		}
		if gist != want {
			t.Errorf("%q: %q, want %q", text, gist, want)
		}
	}
}
