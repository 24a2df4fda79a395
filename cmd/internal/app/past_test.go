// SPDX-License-Identifier: MIT

package app

import (
	"testing"

	"github.com/minehand/minehand/ui/view"
)

// What waits for its turn, or is held, was asked for: a question about it says how it stands.
func TestWhatWaitsIsKnownOf(t *testing.T) {
	k := keepsIn(t, map[string]int{"cobblestone": 200, "oak_door": 1, "iron_shovel": 1})
	k.paced(talkSlow)
	k.say("build a 12x4 wall of cobblestone", "")
	k.await(1, string(view.TaskRunning))
	k.say("then dig a 3x3 hole", "")
	k.say("then build a hut", "")
	for _, question := range []string{
		"did you dig a hole?", "is the hole finished?", "how deep is the hole?", "is the hut finished?", "did you build a hut?", "is the hut still standing?",
	} {
		k.tells(question, "Waits for its turn")
		k.expect("begins", "nothing")
	}
	k.tells("where is the hole?", "Waits for its turn")
	k.tells("did you build the bridge?", "Not that I know of")
	k.tells("hast du ein Loch gegraben?", "Warte")
	k.tells("what is in the queue?", "dig 3x3x2 hole")
	k.tells("stop", "")
	k.await(1, string(view.TaskStopped))
	k.answers(map[string]string{
		"what is in the queue?": "go on",
		"what's next?":          "go on",
		"did you dig a hole?":   "Held after a stop",
		"is the hut finished?":  "Held after a stop",
	})
	k.tells("what is in the queue?", "")
	k.expect("unsaid", "Then: ")
	k.tells("what's next?", "")
	k.expect("unsaid", "After this task")
}

// A thing is called as it is asked for or by its last word, in the title too.
func TestAStaircaseIsKnownOf(t *testing.T) {
	k := keepsIn(t, map[string]int{"iron_shovel": 1, "iron_pickaxe": 1})
	k.does("dig a staircase down")
	k.answers(map[string]string{
		"how deep is the staircase?":    "deep",
		"did you dig a staircase?":      "dig a staircase down",
		"is the staircase finished?":    "dig a staircase down",
		"where is the staircase?":       "dug: at",
		"is the staircase still there?": "dig a staircase down",
	})
}

// What lies in a chest was put there.
func TestWhatWasPutAwayWasPut(t *testing.T) {
	k := keepsIn(t, map[string]int{"chest": 1, "cobblestone": 20, "dirt": 9})
	k.does("place a chest")
	k.does("put 10 cobblestone in the chest")
	k.does("put everything away")
	k.answers(map[string]string{
		"did you put cobblestone in the chest?": "put 10 cobblestone in the chest",
		"did you put dirt in the chest?":        "9 dirt put away",
		"did you put torches in the chest?":     "Not that I know of",
		"did you put the dirt away?":            "9 dirt put away",
	})
}

// What was dug is where it was dug, as long as it is open.
func TestAHoleIsWhereItWasDug(t *testing.T) {
	k := keepsIn(t, map[string]int{"iron_shovel": 1, "water_bucket": 1, "iron_hoe": 1, "wheat_seeds": 30})
	k.does("dig a 3x3 hole at 4 63 4")
	k.does("make a wheat field")
	k.answers(map[string]string{
		"where is the hole?":    `"dig a 3x3 hole at 4 63 4"`,
		"wo ist das Loch?":      `"dig a 3x3 hole at 4 63 4"`,
		"where is the field?":   `wheat field`,
		"¿dónde está el campo?": `wheat field`,
		"田在哪里？":                 `wheat field`,
	})
}

// What was filled again is nowhere.
func TestAFilledHoleIsNowhere(t *testing.T) {
	k := keepsIn(t, map[string]int{"iron_shovel": 1})
	k.does("dig a hole 3 blocks deep")
	k.does("undo the hole")
	k.tells("where is the hole?", "I see no hole")
	k.expect("unsaid", "dug: at")
}

// Of two of a name the one that stands is told of where the newer was put back; what is no longer
// there is not told as it was planned.
func TestWhatStandsIsToldBesideWhatWasPutBack(t *testing.T) {
	k := keepsIn(t, map[string]int{"cobblestone": 99, "oak_planks": 200, "oak_door": 2, "iron_shovel": 1})
	k.does("dig a 3x3 hole at 4 63 4")
	k.does("dig a hole 4 deep")
	k.does("undo")
	k.tells("how deep is the hole?", `"dig a 3x3 hole at 4 63 4"`)
	k.tells("is the hole still there?", `"dig a 3x3 hole at 4 63 4"`)
	k.does("build a 3x2 wall of cobblestone at 4 64 12")
	k.does("undo the wall")
	k.tells("is the wall still standing?", "put back")
	k.tells("is the wall finished?", "put back")
	k.expect("unsaid", "stands as planned")
	k.does("build a hut at 30 64 20")
	k.does("mine the oak door")
	k.tells("is the hut finished?", "otherwise by now")
	k.expect("unsaid", "stands as planned")
	k.tells("what is missing for the hut?", "oak door")
}

// What failed in part is told with what is still missing, of what was taken too.
func TestWhatIsTakenInPartIsTold(t *testing.T) {
	k := keepsIn(t, map[string]int{"chest": 1, "dirt": 72})
	k.does("place a chest")
	k.does("put all the dirt in the chest")
	k.say("take 500 dirt from the chest", "")
	k.await(len(k.tasks), string(view.TaskError))
	k.tells("what went wrong?", "(72 so far)")
	k.expect("unsaid", "no other way")
}

// An order that is paused is listed as that while its run goes on.
func TestAPausedOrderIsListedAsPaused(t *testing.T) {
	k := keepsIn(t, nil)
	k.paced(talkSlow)
	k.tells("always keep 10 torches", "Standing order 1")
	k.until("a run", func() (string, bool) { return "", k.kept().Orders[0].State == view.OrderRunning })
	k.tells("pause order 1", "is paused")
	k.tells("what orders do you have?", "paused")
	k.expect("unsaid", "under way")
}

// What a building takes is known before it is asked for, and of no old request that changed nothing.
func TestWhatABuildingTakes(t *testing.T) {
	k := keepsIn(t, map[string]int{"cobblestone": 100, "oak_door": 1})
	k.say("build a hut of water", "")
	k.await(1, string(view.TaskError))
	k.answers(map[string]string{
		"how would you build a house?":         "119 cobblestone, 1 oak door and 1 torch",
		"what do you need for a house 9x9?":    "9x9x3",
		"what is missing for a house?":         "19 cobblestone and 1 torch are missing",
		"what is missing for a hut?":           "1 torch",
		"how do I make a 5x5 hut of birch?":    "71 birch planks, 1 birch door",
		"what do I need for a hole?":           "18 blocks in all",
		"was brauche ich für ein Haus?":        "119x Bruchstein",
		"¿cómo se construye una casa?":         "casa",
		"que faut-il pour construire un mur ?": "15x",
		"怎么盖房子？":                               "119",
	})
}

// How large what was made is, and what it is made of, is told by its cells.
func TestWhatWasMadeHasASizeAndAMaterial(t *testing.T) {
	k := keepsIn(t, map[string]int{"cobblestone": 40, "iron_shovel": 1, "oak_fence": 40, "oak_fence_gate": 1, "cake": 1})
	k.does("build a 5x3 wall of cobblestone")
	k.does("dig a hole at 20 63 20")
	k.does("build a pen")
	k.does("place a cake")
	k.answers(map[string]string{
		"how high is the wall?":       "5 blocks long, 1 wide and 3 high",
		"wie lang ist die Mauer?":     "5 Blöcke lang",
		"墙有多高？":                       "高3格",
		"how big is the hole?":        "3 blocks long, 3 wide and 2 high",
		"what is the pen made of?":    "31 oak fences and 1 oak fence gate",
		"woraus ist der Zaun?":        "31x Zaun (Eiche)",
		"what is a cake made of?":     "craft it from",
		"how wide is the bridge?":     "Not that I know of",
		"did you kill anything?":      "Not that I know of: in the last 4 requests there was nothing like that.",
		"hast du etwas gebaut?":       "build a pen",
		"is it dark here?":            "in the game",
		"what is the hole made of?":   "18 blocks in all",
		"¿de qué está hecho el muro?": "15x",
	})
	k.does("undo the wall")
	k.tells("how high is the wall?", "put back")
}

// Standing orders are asked for in every language, and what asks for them gives none.
func TestStandingOrdersAreAskedFor(t *testing.T) {
	k := keepsIn(t, map[string]int{"torch": 20})
	k.tells("always keep 10 torches", "whenever nothing else is")
	k.tells("every morning harvest the wheat", "When its time comes")
	for _, question := range []string{
		"what do you do every morning?", "do you have any orders?", "welche Aufträge hast du?", "was machst du jeden Morgen?",
		"was machst du jeden Morgen",
		"¿qué haces cada mañana?", "que fais-tu tous les matins ?",
		"o que você faz toda manhã?", "что ты делаешь каждое утро?", "你有什么长期任务？", "你每天早上做什么？",
	} {
		k.tells(question, "harvest the wheat")
		k.expect("begins", "nothing")
	}
	if kept := k.kept(); len(kept.Orders) != 2 {
		t.Errorf("it keeps %+v", kept.Orders)
	}
}

// What was eaten, sorted, cleared and filled again is told of by its verb.
func TestWhatWasDoneIsAskedByItsVerb(t *testing.T) {
	k := keepsIn(t, map[string]int{"chest": 2, "dirt": 72, "iron_shovel": 1})
	k.tells("did you eat?", "Nothing was asked for yet")
	k.does("place a chest")
	k.does("place a chest")
	k.does("put 10 dirt in the chest")
	k.does("sort my chests")
	k.does("dig a hole 3 blocks deep")
	k.does("undo the hole")
	k.answers(map[string]string{
		"did you sort the chests?":       "sort my chests",
		"hast du die Truhen sortiert?":   "sort my chests",
		"¿has ordenado los cofres?":      "sort my chests",
		"tu as rangé les coffres ?":      "sort my chests",
		"你整理好了箱子吗？":                      "sort my chests",
		"did you fill the hole?":         `put back "dig a hole 3 blocks deep"`,
		"hast du das Loch zugeschüttet?": "rückgängig",
		"did you eat?":                   "Not that I know of: in the last 6 requests there was nothing like that.",
		"hast du schon gegessen?":        "Nicht dass ich wüsste",
		"你吃过东西吗？":                        "没有",
		"did you guard the house?":       "Not that I know of",
		"how much is still missing?":     "put back",
		"how many holes did you dig?":    "put back",
		"did you clear the area?":        "Not that I know of",
		"ты отсортировал сундуки?":       "sort my chests",
		"você organizou os baús?":        "sort my chests",
	})
}

// What is looked for is named without how many, and each chest is told of as it was seen last.
func TestWhereThingsAre(t *testing.T) {
	k := keepsIn(t, map[string]int{"chest": 3, "carrot": 24, "iron_hoe": 1, "water_bucket": 1, "oak_fence": 40, "oak_fence_gate": 2})
	k.does("place a chest")
	k.does("place a chest")
	k.does("put 1 chest in the chest")
	k.tells("where is the chest?", "1 chest, seen")
	k.expect("says", "not opened yet")
	k.tells("where is the fence?", `"find fence" goes and looks`)
	k.does("make a carrot field")
	k.tells("where are the carrots?", "Carrots: at")
	k.expect("unsaid", "I see no")
}
