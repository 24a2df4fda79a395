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
		"make me a bed bro i am so sleepy rn":                                             "craft 1 bed of any kind",
		"Build a house by the water with two floors.":                                     "build 7x7 house of any block with two floors",
		"my cousin broke it so mine 12 coal ore for the both of us":                       "mine 12 coal ore",
		"we lost again. get 5 torches from wherever":                                      "get 5 torches",
		"was für ein Mist, hol mir flott 6 Fackeln aus dem Lager":                         "hol 6 Fackeln",
		"Könntet ihr mir wohl ein kleines Haus mit Balkon bauen":                          "bau 5x5 Hütte aus beliebigen Blöcken",
		"ich bräuchte 7 Brote, mein Neffe hat solchen Hunger":                             "hol 7 Brote",
		"Reparieren Sie meinen Zaun und bauen Sie mir doch eine Hütte mit Keller":         "bau 5x5 Hütte aus beliebigen Blöcken",
		"天黑了，盖个小房子吧，最好有窗户":                                                                "用任意方块建5乘5小屋",
		"hazme ya mismo una mesa de trabajo en la esquina":                                "haz 1 mesa de trabajo",
		"fabrique en vitesse une table de craft pour ma soeur":                            "fabrique 1 établi",
		"Nun sagt der Kleine, es wird dunkel. Könnten Sie bitte vier Fackeln aufstellen?": "platzier 4 Fackeln",
		"fala mano, bora fazer um castelo top pra live? quero algo grandão de pedra":      "construa castelo 13x13x6 de pedra",
		"não era pra falar no chat não mano, era pra construir um castelo de pedra mesmo": "construa castelo 13x13x6 de pedra",
		"get whatever but not the sword":                                                  "",
		"do not ever build a house over there by the lake":                                "",
		"leave the two beds where they are":                                               "",
		"why would anybody make a bed of wool":                                            "",
		"when the sun is up, build a house":                                               "",
		"the old kite of ours is torn, make 2 sticks or whatever it takes to mend it":     "craft 2 sticks",
		"ugh never mind the shed. bring some dirt instead":                                "give 8 dirt to me",
		"se me rompió y no vale 🙁 construye una casa bonita de madera":                    "construye casa 7x7 de tablón",
		"хотелось бы уж 26 железных слитков":                                              "добудь 26 железных слитков",
		"how much coal would one use to cook 5 beef":                                      "",
		"用了多少煤才能烧5块牛肉":                                                                    "",
		"I'd quite like a little wooden hut by the old lake":                              "build 5x5 hut of planks",
		"me gustaría mucho tener unas antorchas para la noche":                            "consigue 3 antorchas",
		"我真的很想要几个火把":                                                                      "拿3火把",
		"does a zombie like bread":                                                        "",
		"my house burned down":                                                            "",
		"make 3 or so of the 12 beds that she wanted":                                     "",
		"build a lighthouse with 4 doors":                                                 "",
		"bau mal eine Windmühle am Wasser":                                                "",
		"construye un faro con 3 puertas":                                                 "",
		"fabrique un phare avec 2 portes":                                                 "",
		"make me a bow. wait no, make a shield":                                           "craft 1 shield",
		"haz una armadura completa de oro":                                                "haz 1 casco de oro, haz 1 golden chestplate, haz golden leggings, haz golden boots",
		"so ein Mist. na dann halt einen Turm, so 12 hoch, aus Stein":                     "bau 5x5x12 Turm aus Stein",
		"get 4 apples. actually scratch the apples and be quick":                          "",
		"eine Burg aus Stein am Meer, das wäre was":                                       "bau 13x13x6 Burg aus Stein",
		"pico de hierro y pala de hierro, q se me rompieron":                              "consigue 1 pico de hierro, consigue 1 pala de hierro",
		"una espada de diamnte pal pvp de esta noche":                                     "consigue 1 espada de diamante",
		"загон для коров 12х12, чтобы они не разбежались":                                 "построй 12x12 загон",
		"make a field where potatoes grow, not wheat":                                     "build 5x5 field of potato",
		"the shed looks great today":                                                      "",
	} {
		gist := s.Gist(text, about).Text
		if gist != "" {
			read, _ := s.listener(s.book(&about), &about).read(gist)
			gist = read.Words()
		}
		if gist != want {
			t.Errorf("%q: %q, want %q", text, gist, want)
		}
	}
}

// A "not" with no sign behind it is no answer: what follows is not wanted.
func TestWhatIsNotWantedIsNoRequest(t *testing.T) {
	s := New(book.NewLibrary(book.Config{}))
	for _, text := range []string{
		"i dont want bread", "no make bread", "ich will kein Brot", "mach kein Brot", "no quiero pan", "no hagas pan",
		"no puedes hacer una espada", "je ne veux pas de pain", "não quero pão", "não faça pão", "não dá pra fazer uma espada",
		"не делай хлеб", "я не хочу хлеб", "我不要面包", "别做面包", "不用做面包",
	} {
		for _, said := range s.Sort(text, About{}) {
			if gist := s.Gist(said.Goal, About{}).Text; said.Goal != "" && (said.Read == nil || said.Read.Unread == nil || gist != "") {
				t.Errorf("%q is taken for %q", text, said.Goal)
			}
		}
	}
	for _, text := range []string{"no, haz pan", "non, fais du pain", "não, faça pão", "nein, mach Brot", "нет, сделай хлеб"} {
		if said := s.Sort(text, About{})[0]; said.Read == nil || said.Read.Unread != nil {
			t.Errorf("%q is not read: %+v", text, said)
		}
	}
}
