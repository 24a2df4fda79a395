// SPDX-License-Identifier: MIT

package app

import (
	"strings"
	"testing"

	"github.com/minehand/minehand/ui/view"
)

// paced sets the practice world's speed.
func (k *keeping) paced(speed float64) {
	k.Helper()
	if _, err := k.c.SetPracticeSpeed(k.Context(), view.PracticeSpeed{Speed: speed}); err != nil {
		k.fatal("%v", err)
	}
}

// While a build is paused, what was placed so far is told, and nothing as done.
func TestAPausedBuildIsNotSaidToBeDone(t *testing.T) {
	k := keepsIn(t, map[string]int{"cobblestone": 64})
	k.paced(8)
	k.say("build a 12x4 wall of cobblestone", "")
	k.until("some blocks", func() (string, bool) {
		inv, err := k.c.GetInventory(k.Context(), view.OfBody{})
		return "", err == nil && inv.Counts["cobblestone"] < 55
	})
	for _, question := range []string{"what is still missing?", "was fehlt noch?", "还缺什么"} {
		k.tells(question, "48")
		k.expect("unsaid", ": 0 of 48")
		k.expect("unsaid", ": 0 von 48")
		k.expect("unsaid", "：0/48")
	}
	k.tells("pause", "")
	k.await(1, string(view.TaskPaused))
	for question, says := range map[string]string{"what are you doing?": "Paused", "what is still missing?": "not yet"} {
		k.tells(question, says)
		k.expect("unsaid", "of 48")
		k.expect("says", "Placed: ")
	}
	rec, err := k.c.GetTask(k.Context(), view.OfTask{TaskID: k.tasks[0]})
	if err != nil || len(rec.Actions) == 0 || !strings.Contains(rec.Actions[0].Reason, "broken off") {
		t.Errorf("%v: a build that a pause broke off is told as %+v", err, rec.Actions)
	}
	k.tells("go on", "")
	k.paced(talkFast)
	k.await(1, string(view.TaskComplete))
}

// The water of a field is part of what was changed.
func TestTheWaterOfAFieldIsToldOf(t *testing.T) {
	k := keepsIn(t, map[string]int{"water_bucket": 1, "iron_hoe": 1, "wheat_seeds": 30, "oak_fence": 40, "oak_fence_gate": 2})
	k.does("make a wheat field")
	k.tells("what did you change?", "1 water")
}

// An order is dropped and paused by what it is about; of several Minehand asks which.
func TestOrdersAreNamedInWords(t *testing.T) {
	k := keepsIn(t, map[string]int{"torch": 64, "dirt": 64, "cobblestone": 64})
	k.tells("always keep 10 torches", "Standing order 1")
	k.tells("always keep 12 torches on you", "Standing order 2")
	k.tells("always keep 20 dirt", "Standing order 3")
	k.refuses("always keep 10000 dirt", "An inventory holds 2304 dirt at most")
	k.tells("stop keeping torches", "2 standing orders are about torches")
	k.expect("says", `2: "always keep 12 torches on you"`)
	k.expect("unsaid", "20 dirt")
	k.tells("forget the gold order", "No standing order is about gold")
	k.tells("pause the dirt order", "Standing order 3 is paused")
	k.tells("resume the dirt order", "Standing order 3 goes on")
	k.tells("delete the second order", "Standing order 2 is forgotten")
	k.tells("forget the torch order", "Standing order 1 is forgotten")
	if kept := k.kept(); len(kept.Orders) != 1 || kept.Held {
		t.Errorf("it keeps %+v", kept)
	}
	k.tells("stop", "A stop holds the standing orders")
	k.tells("always keep 30 cobblestone", "A stop holds the standing orders")
	k.tells("cancel every order", "are forgotten")
	if kept := k.kept(); len(kept.Orders) != 0 {
		t.Errorf("it keeps %+v", kept)
	}
}

// Nobody walks to where it did not die.
func TestADeathThatWasNone(t *testing.T) {
	keepsIn(t, nil).refuses("go to where you died", "has not died in this world")
}

// A chest says what it held, and is emptied of that.
func TestAChestIsEmptied(t *testing.T) {
	k := keepsIn(t, map[string]int{"chest": 1, "dirt": 30, "torch": 20})
	k.does("place a chest")
	k.does("put all the dirt in the chest")
	k.does("put all the torches in the chest")
	k.tells("where are my torches?", "Chest at")
	k.expect("says", "20 torches")
	k.expect("unsaid", "dirt")
	k.does("take all the torches from the chest")
	k.expect("held", "torch 20")
	k.does("put 5 torches in the chest")
	k.does("empty the chest")
	k.expect("held", "torch 20")
	k.expect("held", "dirt 30")
	k.tells("whats in the chest", "empty")
}

// What puts something back is named for that, not for its actions.
func TestAnUndoHasAName(t *testing.T) {
	k := keepsIn(t, map[string]int{"oak_planks": 10})
	k.does("build a row of 3 oak planks")
	k.does("undo")
	k.tells("what did you do?", `put back "build a row of 3 oak planks"`)
	k.expect("unsaid", "Mine 3")
	k.tells("was hast du gemacht?", "„build a row of 3 oak planks“ rückgängig machen")
}

// What was done is told by the ledger and by what was asked for; of what was not, nothing is claimed.
func TestWhatWasDoneIsTold(t *testing.T) {
	k := keepsIn(t, map[string]int{"oak_planks": 200, "torch": 20, "oak_door": 2, "iron_shovel": 1, "cobblestone": 20})
	k.tells("did you put a door in?", "Nothing was asked for yet")
	k.does("build a small house of oak planks")
	k.does("dig a hole 3 blocks deep")
	k.answers(map[string]string{
		"did you put a door in?":              `By "build a small house of oak planks", 1 placed: 1 oak door`,
		"hast du eine Tür eingebaut?":         `Gesetzt bei "build a small house of oak planks", zusammen 1`,
		"你放门了吗":                               "橡木门",
		"did you put a bed in?":               "in the last 2 requests there was nothing like that with bed",
		"ist die Brücke fertig?":              "Nicht dass ich wüsste",
		"did you finish the house?":           "Complete: every part was seen to be met",
		"did you give me the bread?":          "Not that I know of",
		"did you get 3 diamonds?":             "Not that I know of",
		"how many torches did you use?":       "1 torch",
		"how many blocks did you dig?":        "27 dug: 18 dirt and 9 grass blocks",
		"how deep is the hole?":               "3 blocks deep",
		"how long did it take?":               `"dig a hole 3 blocks deep" took`,
		"where did you die?":                  "I did not die in this world",
		"did you die?":                        "I did not die in this world",
		"bist du gestorben?":                  "in dieser Welt",
		"when did you last sleep?":            "Not that I know of",
		"is it still standing?":               "73 were seen as it left them",
		"steht das Haus noch?":                "was seit dem letzten Blick dort geschah, weiß ich nicht",
		"who else is here?":                   "In view: Steve",
		"which blueprints do you have?":       "into the folder blueprints",
		"why is it so dark?":                  "It is ",
		"what can you make with oak planks?":  "It goes into",
		"was hast du gemacht?":                "Fertig: jeder Teil ist nachgewiesen",
		"what do I still need for the house?": "build a small house of oak planks",
	})
	k.expect("tasks", "2")
}

// The chests that are known say what they held, and how long ago.
func TestChestsAreCounted(t *testing.T) {
	k := keepsIn(t, map[string]int{"chest": 1, "dirt": 30})
	k.tells("how much dirt is in the chest?", "No chest is remembered")
	k.does("place a chest")
	k.tells("is there any iron in my chests?", "not opened yet")
	k.does("put all the dirt in the chest")
	for question, says := range map[string]string{
		"how much dirt is in the chest?":        "30 dirt, seen",
		"wie viel Erde ist in der Truhe?":       "30x Erde, gesehen vor",
		"箱子里有多少泥土？":                             "30 个 泥土",
		"is there any iron in my chests?":       "No iron was in the chest that I know",
		"what is in the first chest?":           "30 dirt, seen",
		"what is in the second chest?":          "I know only 1 chest",
		"¿cuánta tierra hay en el cofre?":       "tierra",
		"which chest has the dirt?":             "30 dirt",
		"is there a diamond left in the chest?": "No diamond was in the chest",
	} {
		k.tells(question, says)
	}
}

// Orders are told of, held and dropped in other languages, too.
func TestOrdersInOtherLanguages(t *testing.T) {
	k := keepsIn(t, map[string]int{"torch": 64, "dirt": 64})
	k.tells("总是带着10个火把", "1")
	k.tells("всегда держи 10 факелов", "2")
	k.tells("ten siempre 20 tierra", "3")
	k.tells("¿qué órdenes tienes?", "ten siempre 20 tierra")
	k.tells("暂停火把的规则", "1")
	k.tells("отмени приказ про факелы", "2")
	k.tells("pausa la orden de la tierra", "3")
	if kept := k.kept(); len(kept.Orders) != 2 || kept.Orders[0].State != view.OrderPaused || kept.Orders[1].State != view.OrderPaused {
		t.Errorf("it keeps %+v", kept)
	}
	k.tells("cancela todas as ordens", "")
	if kept := k.kept(); len(kept.Orders) != 0 {
		t.Errorf("it keeps %+v", kept)
	}
}

// An undo goes back as far as there is something of this world to be put back, and waits for a yes
// where every plan does.
func TestAnUndoGoesBackAsFarAsItTakes(t *testing.T) {
	k := keepsIn(t, map[string]int{"oak_planks": 64, "cobblestone": 64})
	k.does("build a 2x2 wall of oak planks")
	k.does("build a pillar of cobblestone 2 high")
	for range 2 * 5 {
		k.does("say hello")
	}
	k.does("undo the wall")
	k.expect("says", "2x2 wall of oak planks")
	k.refuses("undo the wall", "Nothing of")
	yes := true
	k.set.Approve = &yes
	k.say("undo", "")
	k.expect("says", "pillar of cobblestone")
	k.await(len(k.tasks), string(view.TaskAwaiting))
	k.say("yes", "")
	k.await(len(k.tasks), string(view.TaskComplete))
	k.refuses("undo", "put back")
}

// What was so before counts as no deed.
func TestWhatWasSoBeforeIsNoDeed(t *testing.T) {
	k := keepsIn(t, map[string]int{"dirt": 20, "iron_shovel": 1})
	for _, goal := range []string{"clear a 5x5 area", "build a 3x2 wall of dirt at 4 64 4", "dig a 2x2 hole at 12 63 4"} {
		k.does(goal)
		k.does(goal)
		rec, err := k.c.GetTask(k.Context(), view.OfTask{TaskID: k.tasks[len(k.tasks)-1]})
		if err != nil || len(rec.Task.Clauses) != 1 || rec.Task.Clauses[0].Want > 1 || rec.Actions[0].Placed != nil {
			t.Errorf("%s again is told as %+v, %v", goal, rec, err)
		}
		k.tells("what did you do?", "all of it was so before")
	}
	k.tells("what did you change?", "8 dirt")
	k.tells("how many blocks did you dig?", "nothing was changed")
}

// The way out of what was dug is part of the task, also after a pause and over a restart.
func TestItComesOutAfterABreak(t *testing.T) {
	for name, breaks := range map[string]func(*keeping){
		"a pause": func(k *keeping) {
			k.tells("pause", "")
			k.await(len(k.tasks), string(view.TaskPaused))
			k.paced(talkFast)
			k.tells("go on", "")
		},
		"a restart": func(k *keeping) {
			k.goesOn = true
			k.start(nil)
			k.paced(talkFast)
		},
	} {
		t.Run(name, func(t *testing.T) {
			k := keepsIn(t, map[string]int{"iron_shovel": 1, "iron_pickaxe": 1})
			before, err := k.c.GetState(t.Context(), view.OfBody{})
			if err != nil {
				t.Fatal(err)
			}
			k.paced(8)
			k.say("dig a hole 4 deep", "")
			k.until("it comes out", func() (string, bool) {
				s, err := k.c.GetSnapshot(t.Context())
				if err != nil || len(s.Players) == 0 {
					return "", false
				}
				a := s.Players[0].Action
				return "", a != nil && a.Open() && a.Step.Action.Kind == "goto"
			})
			k.paced(talkSlow)
			breaks(k)
			k.await(1, string(view.TaskComplete))
			k.goesOn = false
			after, err := k.c.GetState(t.Context(), view.OfBody{})
			if err != nil || after.Position.Y < before.Position.Y-0.5 {
				t.Errorf("it stands at %v, %v; before at %v", after.Position, err, before.Position)
			}
		})
	}
}

// An undo takes away with its tools what they last for, and the rest by hand.
func TestAnUndoWithAWornTool(t *testing.T) {
	k := keepsIn(t, map[string]int{"cobblestone": 64, "wooden_pickaxe": 1})
	k.does("build a 16x4 wall of cobblestone")
	k.does("undo")
	k.refuses("undo", "Nothing that was done here is left")
	k.expect("held", "cobblestone 59")
}

// Of several chests the one is meant that is known to hold what is taken, then one that nobody has looked into.
func TestWhatIsKnownOfChestsDecides(t *testing.T) {
	k := keepsIn(t, map[string]int{"chest": 3, "dirt": 30, "torch": 9, "stick": 5})
	k.does("place a chest at 4 64 4")
	k.does("place a chest at 12 64 4")
	k.does("put 10 dirt in the chest at 12 64 4")
	k.does("place a chest at 20 64 4")
	k.does("put 5 torches in the chest at 20 64 4")
	k.does("go to 20 6")
	for goal, says := range map[string]string{
		"take 2 dirt from the chest":      "ithdraw 2 dirt at 12 64 4",
		"nimm 2 Erde aus der Truhe":       "12 64 4",
		"nimm 2 Fackeln aus der Kiste":    "20 64 4",
		"достань 2 земли из сундука":      "12 64 4",
		"take 2 torches out of the chest": "ithdraw 2 torches at 20 64 4",
		"take 2 sticks from the chest":    "ithdraw 2 sticks at 4 64 4",
		"get 2 dirt from the chest":       "ithdraw 2 dirt at 12 64 4",
	} {
		k.say(goal, "")
		k.expect("says", says)
	}
}

// What a build was made of fills the holes again that it was taken from.
func TestAnUndoFillsWithWhatItTakesAway(t *testing.T) {
	k := keepsIn(t, map[string]int{"iron_shovel": 1})
	k.does("build a 3x2 wall of dirt")
	k.does("undo")
	rec, err := k.c.GetTask(k.Context(), view.OfTask{TaskID: k.tasks[1]})
	if err != nil || strings.Contains(rec.Task.Reason, "not put back") {
		t.Errorf("it ends with %s, %v", rec.Task.Reason, err)
	}
}

// Where nothing of the last request can be put back that is said, and what an undo of an earlier one
// would change waits for a yes.
func TestAnUndoOfAnEarlierRequestIsAskedFor(t *testing.T) {
	k := keepsIn(t, map[string]int{"iron_shovel": 1, "cobblestone": 9})
	k.does("build a pillar of cobblestone 3 high")
	k.does("get 3 dirt")
	k.say("undo", "")
	k.expect("says", `Nothing of what "get 3 dirt" changed`)
	k.expect("says", "pillar of cobblestone")
	k.await(3, string(view.TaskAwaiting))
	k.say("yes", "")
	k.await(3, string(view.TaskComplete))
	k.refuses("undo", "Nothing that was done here is left")
}

// A word that names what can be built is none misspelt, and what was built is where it stands.
func TestAHouseIsNoHoe(t *testing.T) {
	k := keepsIn(t, map[string]int{"oak_planks": 200, "torch": 20, "oak_door": 2, "iron_shovel": 1})
	asked := []string{"where is the house?", "where is my house", "wo ist das Haus?", "where is the hole?", "where is the wall?", "where is the tower?"}
	for _, question := range asked {
		k.tells(question, "")
		for _, no := range []string{"hoe", "Hacke", "hopper", "find ", "such "} {
			k.expect("unsaid", no)
		}
		k.expect("begins", "nothing")
	}
	k.tells("where is the nearest diamond ore?", `"find `)
	k.does("build a small house of oak planks")
	for _, question := range asked[:3] {
		k.tells(question, "build a small house of oak planks")
	}
	for _, question := range []string{"what is missing for the house?", "was fehlt für das Haus?"} {
		k.tells(question, "build a small house of oak planks")
	}
	k.does("undo the house")
	k.tells("where is the house?", "")
	k.expect("unsaid", "small house")
}

// On flat ground no bridge is begun, however long it is to be.
func TestNoBridgeIsBegunOnFlatGround(t *testing.T) {
	k := keepsIn(t, map[string]int{"dirt": 20})
	for _, goal := range []string{"build a bridge", "build a 10 long bridge", "baue eine 10 lange Brücke"} {
		k.say(goal, "")
		k.await(len(k.tasks), string(view.TaskError))
		rec, err := k.c.GetTask(t.Context(), view.OfTask{TaskID: k.tasks[len(k.tasks)-1]})
		if err != nil || !strings.Contains(rec.Task.Reason, "gap or water") || rec.Task.Sent > 0 {
			t.Errorf("%s: %s, %v", goal, rec.Task.Reason, err)
		}
	}
}

// How long something takes is told of what is being done, not of what was done before.
func TestHowLongItHasTakenIsOfWhatIsBeingDone(t *testing.T) {
	k := keepsIn(t, map[string]int{"cobblestone": 64})
	k.tells("is the wall still standing?", "Nothing was asked for yet")
	k.does("build a pillar of cobblestone 2 high")
	k.paced(talkSlow) // so that it is under way however slow this machine is
	k.say("build a 12x4 wall of cobblestone", "")
	k.await(2, string(view.TaskRunning))
	for question, says := range map[string]string{
		"how long has it taken?":        `"build a 12x4 wall of cobblestone" has taken`,
		"how long did the wall take?":   `so far`,
		"how long did the pillar take?": `"build a pillar of cobblestone 2 high" took`,
		"wie lange hat das gedauert?":   "dauert bisher",
		"用了多久":                          "到现在用了",
	} {
		k.tells(question, says)
	}
	k.paced(talkFast)
	k.await(2, string(view.TaskComplete))
	k.tells("how long has it taken?", `"build a 12x4 wall of cobblestone" took`)
}

// What was built in a world that is gone stands nowhere here.
func TestWhatStandsElsewhereIsNotSaidToStandHere(t *testing.T) {
	k := keepsIn(t, map[string]int{"cobblestone": 9, "iron_shovel": 1})
	k.does("build a 3x2 wall of cobblestone")
	k.does("dig a hole 3 blocks deep")
	k.tells("where is the wall?", "built: at")
	k.start(nil)
	k.tells("where is the wall?", "I see no wall")
	k.expect("unsaid", "built: at")
	for question, says := range map[string]string{
		"is the wall still standing?": "in another world",
		"how deep is the hole?":       "in another world",
		"steht die Mauer noch?":       "in einer anderen Welt",
		"洞有多深":                        "另一个世界",
	} {
		k.tells(question, says)
	}
}

// How a door was left is known of what was asked for; how it stands by now nobody sees.
func TestADoorIsToldAsItWasLeft(t *testing.T) {
	k := keepsIn(t, map[string]int{"oak_door": 1})
	k.tells("is the door shut?", "How door stands now I do not see")
	k.does("place an oak door at 4 64 4")
	k.does("open the door")
	k.does("close the door")
	k.answers(map[string]string{
		"is the door shut?":              "Done: oak door shut",
		"did you shut the door?":         "Done: oak door shut",
		"did you open the door?":         "Done: oak door open",
		"is the gate open?":              "Not that I know of",
		"ist die Tür zu?":                "Wie ",
		"hast du die Tür geschlossen?":   `"close the door"`,
		"门关了吗":                           "close the door",
		"¿está cerrada la puerta?":       "close the door",
		"est ce que la porte est fermée": "close the door",
		"a porta está fechada?":          "close the door",
		"дверь закрыта?":                 "close the door",
	})
}

// Of several of a kind each is named; what was put back is not told as done and no more.
func TestEachOfSeveralIsPlacedAndWhatWasPutBackIsSaid(t *testing.T) {
	k := keepsIn(t, map[string]int{"chest": 2, "cobblestone": 20, "iron_shovel": 1})
	k.does("place a chest at 4 64 12")
	k.does("place a chest at 12 64 12")
	for _, question := range []string{"where is the chest?", "wo ist die Truhe?", "箱子在哪"} {
		k.tells(question, "4 64 12")
		k.expect("says", "12 64 12")
	}
	k.does("build a 3x2 wall of cobblestone")
	k.does("undo the wall")
	for _, question := range []string{
		"did you build the wall?", "is the wall finished?", "how many cobblestone did you place?", "ist die Mauer fertig?", "墙建好了吗",
	} {
		k.tells(question, "build a 3x2 wall of cobblestone")
		if !strings.Contains(k.out.Say, "put back") && !strings.Contains(k.out.Say, "rückgängig") && !strings.Contains(k.out.Say, "撤销") {
			t.Errorf("%s: it does not say that it was put back: %s", question, k.out.Say)
		}
	}
}

// A building is no item, and is not said to be unknown to the game: it takes blocks, as many as its
// size says or the ground.
func TestABuildingIsNoItem(t *testing.T) {
	k := keepsIn(t, nil)
	k.tells("how would you build a house?", "7x7x3 blocks large")
	k.tells("what is missing for the wall?", "For the wall, 15 ")
	k.refuses("how would you build a bridge?", "is in its plan")
	k.refuses("wie würdest du eine Brücke bauen?", "steht in seinem Plan")
}
