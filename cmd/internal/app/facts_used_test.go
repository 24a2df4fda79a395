// SPDX-License-Identifier: MIT

package app

import "testing"

// What was used up, and for what, is what the steps of the last requests took; a why that names a
// thing or a world is answered by the step that is about it, of whichever request.
func TestWhatWasUsedAndWhatFor(t *testing.T) {
	k := keepsIn(t, map[string]int{"cobblestone": 24, "coal": 4})
	k.does("craft 1 furnace")
	k.does("get 1 comparator")
	k.does("get 3 dirt")
	for question, says := range map[string]string{
		"how much of my cobblestone did you use up?":                        "cobblestone: Craft",
		"did you use up my cobblestone?":                                    "Craft 1 furnace",
		"what did you use the cobblestone for?":                             "Craft 1 furnace",
		"wie viel von meinem Bruchstein hast du verbraucht?":                "Ofen herstellen",
		"你用掉了我多少圆石？":                                                        "熔炉",
		"¿cuánto cobblestone gastaste?":                                     "horno", //nolint:misspell // it is Spanish
		"combien de pavés as-tu utilisés ?":                                 "four",
		"quantas pedras do nether você gastou?":                             "Que eu saiba, não",
		"did you use up my diamonds blocks?":                                "Not that I know of",
		"why did you need the Nether?":                                      "quartz ore: for comparator",
		"wozu brauchst du den Nether?":                                      "quartz ore",
		"你为什么要去下界？":                                                         "comparator",
		"pourquoi faut-il aller dans le Nether ?":                           "quartz ore",
		"зачем тебе незер?":                                                 "quartz ore",
		"why do you need the Nether, and how much cobblestone did you use?": "quartz ore",
	} {
		k.tells(question, says)
		k.expect("begins", "nothing")
	}
}

// How long a thing grows or is smelted stands in the game's data; "tell me" before a question is none of it.
func TestHowLongAThingTakes(t *testing.T) {
	k := keepsIn(t, nil)
	for question, says := range map[string]string{
		"how long does it take for carrots to grow?":           "56 min",
		"how long does it take to smelt 18 iron?":              "18 iron ingots: smelted in 3 min",
		"Wie lange braucht ein Setzling, bis er ein Baum ist?": "16 min",
		"dann sag mir doch, wie lange der Weizen noch braucht": "56 min",
		"那你就说说麦子还要多久能收":                                        "56",
		"麦子大概要多久才熟啊，我身上现在都有啥":                                  "56",
		"combien de temps met le blé à pousser ?":              "56 min",
		"¿cuánto tarda en crecer el trigo?":                    "56 min", //nolint:misspell // it is Spanish
		"quanto tempo o trigo demora pra crescer?":             "56 min",
		"сколько растёт пшеница?":                              "56",
		"how long does it take for a bucket to grow?":          "I do not know",
	} {
		k.tells(question, says)
		k.expect("begins", "nothing")
	}
	k.tells("¿cuánto tarda en crecer el trigo?", "56 min") //nolint:misspell // it is Spanish
	k.expect("=", "question takes")
}
