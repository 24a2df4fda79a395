// SPDX-License-Identifier: MIT

package talk_test

import (
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/book"
	"github.com/minehand/minehand/planner/talk"
)

// box are four walls of 5 by 5, 2 high, with a door, and a chest far away.
func box(int) (out []game.Edit) {
	for i := range 25 {
		if x, z := i%5, i/5; x%4 == 0 || z%4 == 0 {
			for y := range 2 {
				out = append(out, game.Edit{X: x, Y: 64 + y, Z: z, Block: "oak_planks"})
			}
		}
	}
	out[4].Block = "oak_door"
	return append(out, game.Edit{X: 40, Y: 64, Z: 40, Block: "chest"})
}

// What was built or placed is a place, by its name and as "it".
func TestSaidOfWhatStands(t *testing.T) {
	sorter := talk.New(book.NewLibrary(book.Config{}))
	for _, s := range []struct{ earlier, text, meant string }{
		{"build a hut", "put a chest in the house", "follow_up: place 1 chest at 1 64 3"},
		{"build a hut", "please put two torches inside it", "follow_up: place 1 torch at 1 64 3, place 1 torch at 3 64 2"},
		{"build a hut", "put 9 torches in the hut", "follow_up: place 1 torch at 1 64 3, place 1 torch at 3 64 2, place 1 torch at 1 64 1, place 1 torch at 1 64 2 (guess)"},
		{"build a hut", "build a fence round it", "follow_up: build 9x9 pen at -2 64 -2"},
		{"build a hut", "go inside", "follow_up: go to 1 64 3"},
		{"build a hut", "go to the house", "follow_up: go to 2 64 -2"},
		{"build a hut", "put a torch next to the house", "follow_up: go to 2 64 -2, place 1 torch"},
		{"place a chest", "put a torch next to the chest", "follow_up: go to 41 64 40, place 1 torch"},
		{"bau eine Hütte", "stell eine Fackel in die Hütte", "follow_up: platzier 1 Fackel bei 1 64 3"},
		{"bau eine Hütte", "geh rein", "follow_up: geh zu 1 64 3"},
		{"bau eine Hütte", "mach Licht rein", "follow_up: geh zu 1 64 3, beleuchte die Umgebung im Umkreis von 8 Blöcken"},
		{"construye una cabaña", "pon un cofre dentro", "follow_up: coloca 1 cofre en 1 64 3"},
		{"construis une cabane", "mets un coffre dans la cabane", "follow_up: place 1 coffre en 1 64 3"},
		{"建一个小屋", "在小屋里放一个火把", "follow_up: 在1 64 3放1火把"},
		{"build a hut", "plant 8 flowers all around the house", "follow_up: place 8 flowers of any kind around 5x5 at 0 64 0"},
		{"build a hut", "could I have a bed in the house", "follow_up: place 1 bed of any kind at 1 64 3 (guess)"},
		{"build a hut", "get some food near the house", "follow_up: go to 2 64 -2, get 8 food of any kind (guess)"},
		{"build a hut", "put 3 torches behind the house", "follow_up: go to 2 64 6, place 3 torches"},
		{"build a hut", "build a wall behind it", "follow_up: go to 2 64 6, build 5x3 wall of any block (guess)"},
		{"bau eine Hütte", "pflanz Blumen um das Haus", "follow_up: platzier 3 Blumen um 5x5 bei 0 64 0"},
		{"construis une cabane", "je peux avoir des fleurs autour ?", "follow_up: place 8 fleurs autour de 5x5 en 0 64 0 (guess)"},
		{"построй хижину", "поставь 4 факела вокруг дома", "follow_up: поставь 4 факела вокруг 5x5 на 0 64 0"},
		{"建一个小屋", "在小屋周围放8个火把", "follow_up: 在0 64 0的5乘5周围放8火把"},
		{"build a hut", "put torches around the house so that no monsters spawn", "follow_up: go to 1 64 3, light up 9 blocks around"},
		{"bau eine Hütte", "stell Fackeln um das Haus, damit keine Monster spawnen", "follow_up: geh zu 1 64 3, beleuchte die Umgebung im Umkreis von 9 Blöcken"},
		{"construye una cabaña", "pon antorchas alrededor de la casa para que no aparezcan zombis", "follow_up: ve a 1 64 3, ilumina los alrededores en 9 bloques"},
		{"建一个小屋", "在小屋周围放火把，防止怪物生成", "follow_up: 去1 64 3，照亮周围9格"},
		{"build a hut", "light up the area around the house", "follow_up: go to 1 64 3, light up 9 blocks around"},
		{"build a hut", "put 3 dirt in the chest", "goal: put 3 dirt in the chest"},
		{"place a chest", "go inside the castle", "goal: go inside the castle"},
	} {
		about := talk.About{Earlier: []string{s.earlier}, Open: []bool{false}, Stood: box}
		if got := shown(sorter.Sort(s.text, about)[0]); got != s.meant {
			t.Errorf("%q after %q is\n%s, not\n%s", s.text, s.earlier, got, s.meant)
		}
	}
}

// What stands already is a place, and never built again by an offer.
func TestWhatStandsIsNotOffered(t *testing.T) {
	sorter := talk.New(book.NewLibrary(book.Config{}))
	for _, s := range []struct{ earlier, text, want string }{
		{"build a castle", "put a red flag on my castle and many flowers around it", "place 32 flowers of any kind around 5x5 at 0 64 0"},
		{"build a castle", "make the castle prettier with a shiny flag", ""},
		{"bau eine Burg", "mach noch ne rote fahne auf mein schloss", ""},
		{"bau eine Burg", "setz ganz viele Blumen drum rum und bau mein Schloss hübscher", "platzier 32 Blumen um 5x5 bei 0 64 0"},
		{"construye una casa", "decora mi casa con algo bonito", ""},
		{"построй дом", "укрась мой дом флагами", ""},
		{"建一个城堡", "在我的城堡上插一面红旗", ""},
	} {
		about := talk.About{Earlier: []string{s.earlier}, Open: []bool{false}, Stood: box}
		if got := sorter.Gist(s.text, about).Text; got != s.want {
			t.Errorf("%q after %q offers\n%q, not\n%q", s.text, s.earlier, got, s.want)
		}
	}
}

// A correction may say any place at what stands.
func TestCorrectedToAPlace(t *testing.T) {
	sorter := talk.New(book.NewLibrary(book.Config{}))
	about := talk.About{Earlier: []string{"place 3 torches", "build a hut"}, Open: []bool{true, false}, Stood: func(of int) []game.Edit {
		return map[int][]game.Edit{1: box(of)}[of]
	}}
	for text, meant := range map[string]string{
		"no, behind the house": "correction: go to 2 64 6, place 3 torches",
		"no, around the house": "correction: place 3 torches around 5x5 at 0 64 0",
		"no, into the house":   "correction: place 1 torch at 1 64 3, place 1 torch at 3 64 2, place 1 torch at 1 64 1",
	} {
		if got := shown(sorter.Sort(text, about)[0]); got != meant {
			t.Errorf("%q is\n%s, not\n%s", text, got, meant)
		}
	}
}

// Parts of a wish stand each at its own place, and in front of the door is in front of the house.
func TestSeveralPlaces(t *testing.T) {
	sorter := talk.New(book.NewLibrary(book.Config{}))
	for _, s := range []struct{ earlier, text, want string }{
		{"build a hut", "put a bed and a barrel inside and 2 torches next to the door",
			"place 1 bed of any kind at 1 64 3, place 1 barrel at 3 64 2, go to 2 64 -2, place 2 torches"},
		{"build a hut", "plant a sapling by the door and put 8 flowers around the hut",
			"go to 2 64 -2, plant 1 sapling of any kind, place 8 flowers of any kind around 5x5 at 0 64 0"},
		{"bau eine Hütte", "stell ein Fass rein und Licht, und eine Truhe neben die Tür",
			"platzier 1 Fass bei 1 64 3, geh zu 1 64 3, beleuchte die Umgebung im Umkreis von 8 Blöcken, geh zu 2 64 -2, platzier 1 Truhe"},
		{"construye una casa", "ponele una cama y un cofre adentro, y 2 antorchas afuera al lado de la puerta",
			"coloca 1 cama en 1 64 3, coloca 1 cofre en 3 64 2, ve a 2 64 -2, coloca 2 antorchas"},
		{"建一个小屋", "在里面放一张床和一个箱子，门口放两个火把", "在1 64 3放1床，在3 64 2放1箱子，去2 64 -2，放2火把"},
	} {
		about := talk.About{Earlier: []string{s.earlier}, Open: []bool{false}, Stood: box}
		if got := sorter.Sort(s.text, about)[0]; got.Goal != s.want || !got.Guess {
			t.Errorf("%q after %q is\n%q, not\n%q", s.text, s.earlier, got.Goal, s.want)
		}
	}
}

// Things that no sign parts are a list of which nothing is lost.
func TestAListWithoutSigns(t *testing.T) {
	sorter := talk.New(book.NewLibrary(book.Config{}))
	for text, want := range map[string]string{
		"mach mir bitte Schwert Schild und Bogen":      "mach mir bitte Schwert, Schild und Bogen",
		"traeme 20 troncos 10 piedras y 5 carbones":    "traeme 20 troncos, 10 piedras y 5 carbones",
		"donne moi casque plastron et bottes en fer":   "donne moi casque, plastron et bottes en fer",
		"给我铁头盔铁胸甲和铁靴子":                                 "给我铁头盔、铁胸甲和铁靴子",
		"bring me 3 bread 5 torches and a boat please": "bring me 3 bread, 5 torches and a boat please",
	} {
		if got := sorter.Gist(text, talk.About{}).Text; got != want {
			t.Errorf("%q says %q, not %q", text, got, want)
		}
	}
}
