// SPDX-License-Identifier: MIT

package messages_test

import (
	"encoding/json"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/messages"
)

// whole are the languages that lack no text; the others say the rest in English.
var whole = []string{"de", "es", "fr", "pt", "ru", "zh"}

// ownCodes are those that English has none of: its words for things follow from their ids,
// and those for settings stand in their table (cmd/internal/app/settings), which holds the others.
var ownCodes = regexp.MustCompile(`^(items(\.more|\.kind|\.of)?|(item|first)\.\w+|(setting|unit)\..+)$`)

var place = regexp.MustCompile(`\{[^}]*\}`)

func placesOf(text messages.Text) []string {
	var list []string
	for category, form := range text {
		list = append(list, place.FindAllString(form, -1)...)
		if category != "other" {
			list = append(list, "{n}") // a form may do without its number
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// A language says what English says, with the same values, and the whole ones all of it.
func TestLanguagesSayTheSame(t *testing.T) {
	english := messages.Texts(messages.English)
	for _, lang := range messages.Languages() {
		texts := messages.Texts(lang)
		for code, text := range texts {
			want, ok := english[code]
			if ok == ownCodes.MatchString(code) {
				t.Errorf("game/messages/%s.json: there is no %q in English", lang, code)
			}
			a, b := placesOf(text), placesOf(want)
			if strings.HasPrefix(code, "failure.") { // English has the body's own words, the others have those of the code
				a, b = nil, nil
			}
			if ok && len(text) == 1 && len(want) > 1 && slices.Contains(a, "{n}") == slices.Contains(b, "{n}") {
				b = placesOf(messages.Text{"other": want["other"]}) // a language without forms
			}
			if ok && !slices.Equal(a, b) {
				t.Errorf("%s: %q has the places %v, in English %v", lang, code, a, b)
			}
		}
		for code := range english {
			if texts[code] == nil && slices.Contains(whole, lang) {
				t.Errorf("game/messages/%s.json lacks %q", lang, code)
			}
		}
	}
}

// Every code is said somewhere, and what is said has a code.
func TestCodesAreSaid(t *testing.T) {
	said := map[string]bool{}
	word := regexp.MustCompile(`"([a-z][a-z_-]*(?:[.][a-z_-]*)*)"`)
	call := regexp.MustCompile(`\b(?:Say|impossible)\("([^"]+)"[,)]`)
	english := messages.Texts(messages.English)
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() && (name == "node_modules" || name == "build" || name == "frontend" || strings.HasPrefix(name, ".") && name != "..") {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		text, err := os.ReadFile(path)
		for _, m := range word.FindAllSubmatch(text, -1) {
			said[string(m[1])] = true
		}
		for _, m := range call.FindAllSubmatch(text, -1) {
			if code := string(m[1]); english[code] == nil && strings.Contains(string(text), `minehand/game"`) && !strings.HasSuffix(code, ".") && !ownCodes.MatchString(code) && code != "de" {
				t.Errorf("%s says %q, which has no words", path, code)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for code := range english {
		family, _, _ := strings.Cut(code, ".")
		member := code[:strings.LastIndex(code, ".")+1]
		if !said[code] && !said[member] && !said[family+"."] && family != "list" && family != "time" {
			t.Errorf("nothing says %q", code)
		}
	}
}

func TestSay(t *testing.T) {
	for want, m := range map[string]game.Message{
		"I hold 1 oak log, 2 sticks and 3 dirt.":                                 game.Say("have.list", "items", []string{"1 oak log", "2 sticks", "3 dirt"}),
		"About 2 min more by your clock for \"get 3 logs\", 2 of 5 steps to do.": game.Say("left.about", "time", game.Seconds(125), "task", "get 3 logs", "steps", 2, "of", 5),
		"stone: at 1 64 -3, 4 blocks north of me.":                               game.Say("place.seen", "thing", "stone", "at", game.Vec3{X: 1, Y: 64, Z: -3}, "n", 4, "direction", game.Say("direction.n")),
		"To eat I hold 2 bread.":                                                 game.Say("food.held", "items", map[string]int{"bread": 2}),
		"\"get 3 logs\" took 90 min.":                                            game.Say("left.took", "time", game.Seconds(5400), "task", "get 3 logs"),
		"One more request is held until \"go on\".":                              game.Say("steer.held", "n", 1),
		"2 more requests are held until \"go on\".":                              game.Say("steer.held", "n", 2),
		"no.such.code": game.Say("no.such.code"),
	} {
		if got := messages.Say("en", m); got != want {
			t.Errorf("%q, not %q", got, want)
		}
		// Another program says it as well, by what was written.
		text, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		var back game.Message
		if err := json.Unmarshal(text, &back); err != nil {
			t.Fatal(err)
		}
		if got := messages.Say("en", back); got != want {
			t.Errorf("read back from %s: %q, not %q", text, got, want)
		}
	}
	if got := messages.Say("xx", game.Say("said.thanks")); got != "You are welcome." {
		t.Errorf("a language without a file says %q", got)
	}
}

// A language has the plural forms that are its own.
func TestFormsAreTheLanguagesOwn(t *testing.T) {
	for want, m := range map[string]game.Message{
		"построить 1 блок": game.Say("act.build", "n", 1), "построить 2 блока": game.Say("act.build", "n", 2),
		"построить 5 блоков": game.Say("act.build", "n", 5), "построить 11 блоков": game.Say("act.build", "n", 11),
		"построить 21 блок": game.Say("act.build", "n", 21),
	} {
		if got := messages.Say("ru", m); got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
	if got, want := messages.Say("es", game.Say("act.build", "n", 1000000)), "construir 1000000 bloques"; got != want {
		t.Errorf("%q, not %q", got, want)
	}
}

// A thing of a material or a colour that has no name of its own is called by both.
func TestThingsAreCalledByKindAndMaterial(t *testing.T) {
	for id, want := range map[string]string{
		"oak_log": "Eichenstamm", "light_blue_bed": "Bett (hellblau)", "dark_oak_door": "Tür (Schwarzeiche)", "minecraft:stone_brick_stairs": "Treppe (Steinziegel)",
		"odd_bed": "odd bed", "white_": "white ", "mod:white_bed": "white bed",
	} {
		if got := messages.Say("de", game.Say("text", "text", game.Named(id))); got != want {
			t.Errorf("%s: %q, not %q", id, got, want)
		}
	}
	if got := messages.Say("zh", game.Say("text", "text", game.Named("white_bed"))); got != "白色床" {
		t.Error(got)
	}
}

// A question whether a guess was meant is said in English as its error says it.
func TestGuessesSayWhatTheyAre(t *testing.T) {
	g := game.Guess{Reading: "get 3 dirt"}
	for _, more := range []game.Respelling{{From: "gett", To: "get"}, {From: "dirtt", To: "dirt"}, {From: "3e", To: "3"}} {
		g.Respelt = append(g.Respelt, more)
		if got := messages.InEnglish(g.Say()); len(g.Respelt) < 3 && got != g.Sentence() {
			t.Errorf("%q, and as a message %q", g.Sentence(), got)
		}
	}
	g.Respelt = g.Respelt[:1]
	if got, want := messages.Say("de", g.Say()), "Meintest du „get 3 dirt“? Gelesen wurde „gett“ als „get“."; got != want {
		t.Errorf("%q, not %q", got, want)
	}
}

// What was not understood is said in English as its error says it.
func TestUnreadSayWhatTheyAre(t *testing.T) {
	near, partly := []string{"get 3 logs", "get 3 dirt"}, &game.Partial{Before: "build", Asks: "where"}
	for _, e := range []game.UnreadableError{
		{Text: "x"}, {Text: "x", Part: "y"}, {Text: "x", Nearest: near}, {Text: "x", Part: "y", Nearest: near}, {Text: "x", Partly: partly},
		{Text: "x", Part: "y", Partly: partly}, {Text: "x", Part: "y", Partly: partly, Nearest: near}, {Text: "x", Cannot: "tame"},
		{Text: "x", Cannot: "tame", Nearest: near}, {Text: "x", Language: "German"}, {Text: "x", Language: "German", Part: "y"},
		{Text: "x", Language: "Russian, or another language in Cyrillic letters"}, {Text: "x", Language: "Chinese or Japanese"},
		{Text: "x", Number: "0", Most: 9}, {Text: "x", Guess: "get 3 logs"}, {Help: true, Nearest: near},
	} {
		if got := messages.InEnglish(e.Say()); got != e.Error() {
			t.Errorf("%q, and as a message %q", e.Error(), got)
		}
	}
}

// A language is named in the language of the sentence.
func TestALanguageIsNamedInTheLanguageOfTheSentence(t *testing.T) {
	e := game.UnreadableError{Text: "x", Language: "German"}
	for lang, name := range map[string]string{"de": "Sprache: Deutsch", "es": "(alemán)", "fr": "(allemand)", "pt": "(alemão)", "ru": "(немецкий)", "zh": "德语"} {
		if got := messages.Say(lang, e.Say()); !strings.Contains(got, name) {
			t.Errorf("%s: %q does not name it as %q", lang, got, name)
		}
	}
	var known struct {
		Languages map[string]any    `json:"languages"`
		Scripts   map[string]string `json:"scripts"`
	}
	raw, err := os.ReadFile("../../planner/goals/words.json")
	if err == nil {
		err = json.Unmarshal(raw, &known)
	}
	names := slices.AppendSeq(slices.Collect(maps.Keys(known.Languages)), maps.Values(known.Scripts))
	if err != nil || len(names) < 10 {
		t.Fatalf("%v, %v", names, err)
	}
	for _, name := range names {
		e := game.UnreadableError{Text: "x", Language: name}
		if got := messages.InEnglish(e.Say()); got != e.Error() {
			t.Errorf("%q, and as a message %q", e.Error(), got)
		}
	}
}

// Every code of a failure has words, and English those of the body.
func TestFailuresAreSaidByTheirCodes(t *testing.T) {
	for _, code := range append(game.GeneralCodes(), game.CodeNotFound, game.CodeMonstersNear, game.CodeContradicted, game.CodeUnresponsive) {
		f := &game.Failure{Code: code, Message: "no stone within 64 blocks."}
		if got := messages.InEnglish(f.Say()); got != "no stone within 64 blocks" {
			t.Errorf("%s is %q in English", code, got)
		}
		f.Message = ""
		if got := messages.InEnglish(f.Say()); got != f.Words() {
			t.Errorf("%s without words is %q in English", code, got)
		}
		if got := messages.Say("de", f.Say()); got == f.Words() || strings.Contains(got, "failure.") {
			t.Errorf("%s is %q in German", code, got)
		}
	}
	var none *game.Failure
	if got := messages.InEnglish(none.Say()); got != none.Words() {
		t.Errorf("no failure is %q", got)
	}
}

// How a thing is got is said by the kind of action, which its row has in English.
func TestWaysAreSaidByTheirKinds(t *testing.T) {
	for _, k := range game.Catalogue() {
		if got := messages.InEnglish(game.Say("by." + string(k.Kind))); k.By != "" && got != k.By {
			t.Errorf("%s is got by %q, and as a message by %q", k.Kind, k.By, got)
		}
	}
}

// A refusal is said in each language, with its reasons in it, also by a program that has
// read it from a file.
func TestWhyAGoalIsRefused(t *testing.T) {
	err := messages.Impossible(game.Say("why.lacks", "thing", game.Named("iron_ingot"), "needs", game.A("furnace"),
		"why", game.Say("why.far", "thing", game.Named("furnace"), "there", game.SayWorld("the_nether"), "here", game.SayWorld("overworld"))))
	text, fault := json.Marshal(game.AsSentence(game.SayError(err)))
	if fault != nil {
		t.Fatal(fault)
	}
	var kept game.Message
	if err := json.Unmarshal(text, &kept); err != nil {
		t.Fatal(err)
	}
	got := map[string]string{"text": err.Error(), "en": messages.InEnglish(kept), "de": messages.Say("de", kept), "zh": messages.Say("zh", kept)}
	want := map[string]string{
		"text": "Iron ingot needs a furnace, and furnace is found in the Nether, and the body is in the overworld",
		"en":   "Iron ingot needs a furnace, and furnace is found in the Nether, and the body is in the overworld.",
		"de":   "Eisenbarren braucht Ofen, und: Ofen findet man hier: den Nether. Der Spieler ist woanders: die Oberwelt.",
		"zh":   "铁锭需要熔炉，而熔炉在下界，而角色在主世界。",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// Why a task failed is one message of several: it is said in each language, also by a
// program that has read it from a file.
func TestWhyATaskFailed(t *testing.T) {
	a := game.Attempt{
		Verdict: game.Failed, Step: game.Step{Action: game.Action{Kind: game.Mine, Target: "iron_ore", Quantity: 3}},
		Outcome: game.Outcome{Failure: &game.Failure{Code: game.CodeNotFound}},
	}
	open := []game.Message{game.Say("check.have", "things", game.Things{Count: 3, Items: []string{"raw_iron"}}), game.Say("check.ate")}
	m := game.Then(a.CouldNot(nil), game.Message{}, game.Say("end.missing", "parts", open))
	text, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	var kept game.Message
	if err := json.Unmarshal(text, &kept); err != nil {
		t.Fatal(err)
	}
	got := map[string]string{"en": messages.InEnglish(m), "de": messages.Say("de", kept), "zh": messages.Say("zh", kept)}
	want := map[string]string{
		"en": "Could not mine 3 iron ore: none was found. Still missing: 3 raw iron held and fed.",
		"de": "Das ging nicht: 3x Eisenerz abbauen. Grund: es wurde keines gefunden. Es fehlt noch: 3x Roheisen in Besitz, satt.",
		"zh": "没能做到：挖掘3 个 铁矿石。原因：没有找到。还缺：持有3 个 粗铁、吃饱。",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// deeds are an action of each kind, as it may come.
func deeds() []game.Action {
	at := &game.Pos{X: 1, Y: 64, Z: -3}
	list := []game.Action{
		{Kind: game.Goto, At: at}, {Kind: game.Goto, Target: "village"}, {Kind: game.Chat, Message: "hi"}, {Kind: game.Mine, At: at},
		{Kind: game.Place, Block: "torch", At: at}, {Kind: game.Wait, Seconds: 30}, {Kind: game.Wait, Until: &game.Until{Phase: "night"}},
		{Kind: game.Use, Item: "flint_and_steel", Target: "obsidian"}, {Kind: game.Build, Edits: []game.Edit{{Block: "stone"}, {Block: "stone"}}},
		{Kind: game.Build, Edits: []game.Edit{{Block: "air"}}}, {Kind: game.Look, At: at}, {Kind: game.Travel, Target: "the_nether"},
		{Kind: game.Sleep}, {Kind: game.Interact, At: at}, {Kind: game.Follow, Target: "Alex"},
	}
	for _, k := range game.Catalogue() {
		switch k.Kind {
		case game.Wait, game.Chat, game.Build:
		default:
			list = append(list, game.Action{Kind: k.Kind, Target: "oak_log", Quantity: 3})
		}
	}
	return list
}

// What an action is in words and what it is as a message are the same, in English.
func TestActionsSayWhatTheyAre(t *testing.T) {
	for _, a := range deeds() {
		if got, want := messages.Say(messages.English, a.Say()), a.Describe(); got != want {
			t.Errorf("%q, and as a message %q", want, got)
		}
		for _, lang := range whole {
			if said := messages.Say(lang, a.Say()); strings.ContainsAny(said, "{}") || said == "" {
				t.Errorf("%s: %q is %q", lang, a.Describe(), said)
			}
		}
	}
	a := game.Action{Kind: game.Mine, Target: "iron_ore", Quantity: 3}
	got := map[string]string{"de": messages.Say("de", a.Say()), "zh": messages.Say("zh", a.Say())}
	if diff := cmp.Diff(map[string]string{"de": "3x Eisenerz abbauen", "zh": "挖掘3 个 铁矿石"}, got); diff != "" {
		t.Error(diff)
	}
}

// So it is with what shows a goal.
func TestChecksSayWhatTheyAre(t *testing.T) {
	at := &game.Pos{X: 1, Y: 64, Z: -3}
	logs := []string{"oak_log", "birch_log", "spruce_log", "acacia_log"}
	list := []game.Check{
		{Kind: game.CheckHave, Items: []string{"diamond"}, Count: 3}, {Kind: game.CheckGain, Items: logs, Count: 2}, {Kind: game.CheckAt, At: at},
		{Kind: game.CheckAt, At: &game.Pos{Dimension: "the_end"}, Range: 2 * game.MaxCoordinate}, {Kind: game.CheckSaid, Text: "hi"},
		{Kind: game.CheckAte}, {Kind: game.CheckBuilt, Count: 2}, {Kind: game.CheckBuilt, Text: "a hut built"},
		{Kind: game.CheckPlaced, Items: []string{"torch"}, Count: 4}, {Kind: game.CheckStored, Items: []string{"dirt"}, Count: 1, At: at},
		{Kind: game.CheckStored, Items: []string{"coal", "charcoal"}, Count: 2, Target: "chest"},
		{Kind: game.CheckWithdrawn, Items: []string{"dirt"}, Count: 1, At: at}, {Kind: game.CheckGiven, Items: []string{"dirt"}, Count: 5, To: "Alex"},
		{Kind: game.CheckKilled, Target: "zombie", Count: 2}, {Kind: game.CheckUsed, Items: []string{"stick"}, Count: 2, Target: "torch"},
		{Kind: game.CheckDone, Action: game.Goto}, {Kind: game.CheckDone, Action: game.Goto, Count: 3}, {Kind: game.CheckDone, Action: game.Drop, Items: []string{"dirt"}, Count: 3},
		{Kind: game.CheckDone, Action: game.Explore, Target: "village", At: at}, {Kind: game.CheckDone, Action: game.Breed, Target: "cow", Count: 2},
		{Kind: game.CheckDone, Action: game.Sleep}, {Kind: game.CheckDone, Action: game.Sleep, Count: 2}, {Kind: game.CheckDone, Action: game.Interact, Target: "lever"},
		{Kind: game.CheckDone, Action: game.Interact, Text: "doors opened", Count: 2},
	}
	for _, slot := range []string{"head", "torso", "legs", "feet", "hand", "off_hand"} {
		list = append(list, game.Check{Kind: game.CheckEquipped, Items: []string{"shield"}, Slot: slot})
	}
	for _, c := range list {
		if got, want := messages.Say(messages.English, c.Say()), c.Describe(); got != want {
			t.Errorf("%q, and as a message %q", want, got)
		}
		s := game.Shortfall{Check: c, Have: 1, Want: 2}
		if got := messages.Say(messages.English, s.Say()); got != s.String() {
			t.Errorf("%q, and as a message %q", s.String(), got)
		}
	}
	for _, lang := range whole {
		for code := range maps.All(messages.Texts(lang)) {
			if id, ok := strings.CutPrefix(code, "item."); ok && id != game.Name(id) {
				t.Errorf("%s: %q is no id", lang, code)
			}
		}
	}
}

// A code that stands twice in a file would be said in the words of the later one.
func TestEachCodeStandsOnce(t *testing.T) {
	files, err := filepath.Glob("*.json")
	if err != nil || len(files) < 3 {
		t.Fatalf("%v, %v", files, err)
	}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for _, m := range regexp.MustCompile(`(?m)^  ("[^"]+"):`).FindAllString(string(raw), -1) {
			if seen[m] {
				t.Errorf("%s has %s twice", file, strings.TrimSpace(m))
			}
			seen[m] = true
		}
		if len(seen) < 100 {
			t.Errorf("%s: only %d codes were read", file, len(seen))
		}
	}
}

// A sentence begins with a capital, a name is written as it is: no row begins with one.
func TestNoRowBeginsWithAName(t *testing.T) {
	for _, lang := range messages.Languages() {
		for code, text := range messages.Texts(lang) {
			for _, form := range text {
				if strings.HasPrefix(form, "{who}") && strings.HasPrefix(code, "impossible.") || strings.HasPrefix(form, "{file}") && lang != "zh" {
					t.Errorf("%s: %q begins with a name", lang, code)
				}
			}
		}
	}
}
