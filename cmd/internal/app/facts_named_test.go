// SPDX-License-Identifier: MIT

package app

import "testing"

// A question about a named thing is answered from the request that made that very thing, as long
// as it was not put back.
func TestANamedThingIsTheOneThatWasMade(t *testing.T) {
	k := keepsIn(t, map[string]int{"oak_planks": 20, "oak_fence": 40, "oak_fence_gate": 2, "iron_shovel": 1, "cobblestone": 20})
	asks := func(told map[string]string) {
		t.Helper()
		for question, says := range told {
			k.tells(question, says)
			k.expect("begins", "nothing")
		}
	}
	k.does("build a pen")
	k.does("dig a hole 3 blocks deep")
	asks(map[string]string{
		"how deep is the hole?":               "3 blocks deep",
		"wie tief ist die Grube?":             "3 tief",
		"how deep is the well?":               "Not that I know of",
		"how deep is the tunnel?":             "Not that I know of",
		"how long did the pen take?":          `"build a pen" took`,
		"wie lange hat der Zaun gedauert?":    `"build a pen" dauerte`,
		"how long did the tunnel take?":       "Not that I know of",
		"is the pen still standing?":          `"build a pen" changed`,
		"is the bridge still standing?":       "Not that I know of",
		"did you finish the bridge?":          "Not that I know of",
		"is the tunnel finished?":             "Not that I know of",
		"ist die Brücke fertig?":              "Nicht dass ich wüsste",
		"hast du den Zaun gebaut?":            "Fertig",
		"is the hole finished?":               "Complete",
		"is the job finished?":                "Nothing at the moment",
		"洞有多深":                                "3",
		"桥还在吗":                                "没有",
		"¿cuánto tardó el túnel?":             "túnel", //nolint:misspell // it is Spanish
		"combien de temps a pris le tunnel ?": "tunnel",
	})
	k.does("undo the hole")
	asks(map[string]string{
		"how deep is the hole?": `put back "dig a hole 3 blocks deep"`,
		"how deep is it?":       `put back "dig a hole 3 blocks deep"`,
	})
	k.does("craft 3 oak fences")
	k.does("build a 3x2 wall of cobblestone")
	asks(map[string]string{
		"is the fence still standing?": `"build a pen" changed`,
		"is the wall still standing?":  `"build a 3x2 wall of cobblestone" changed`,
	})
	asks(map[string]string{"did you take the wall down?": "Not that I know of"})
	k.does("undo the wall")
	asks(map[string]string{
		"did you take the wall down?":   `put back "build a 3x2 wall of cobblestone"`,
		"did you tear down the wall?":   `put back "build a 3x2 wall of cobblestone"`,
		"hast du die Mauer abgerissen?": "rückgängig",
		"did you take the pen down?":    "Not that I know of",
	})
	asks(map[string]string{"is the wall still standing?": `put back "build a 3x2 wall of cobblestone"`})
}

// A name is none inside another word.
func TestANameIsAWord(t *testing.T) {
	k := keepsIn(t, map[string]int{"chest": 1})
	k.does("place a chest")
	k.does("open the chest")
	k.tells("did you build the pen?", "Not that I know of")
	k.tells("did you place the chests?", "1 chest")
}
