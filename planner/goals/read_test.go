// SPDX-License-Identifier: MIT

package goals_test

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/internal/raced"
	"github.com/minehand/minehand/planner/goals"
	"github.com/minehand/minehand/planner/skills"
)

func version(t testing.TB, name string) *data.Version {
	t.Helper()
	v, err := data.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func reader(t testing.TB, name string) *goals.Reader {
	t.Helper()
	return goals.New(version(t, name))
}

// The files of sentences: readings.txt is for 1.21.5, the others name their
// version.
func TestReadings(t *testing.T) {
	files, err := filepath.Glob("testdata/readings*.txt")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, file := range files {
		name := strings.TrimPrefix(strings.TrimSuffix(filepath.Base(file), ".txt"), "readings")
		if name = strings.TrimPrefix(name, "-"); name == "" {
			name = "1.21.5"
		}
		n += readings(t, file, reader(t, name))
	}
	fresh, err := filepath.Glob("testdata/fresh/*.txt")
	if err != nil || len(fresh) == 0 {
		t.Fatalf("no fresh sentences: %v", err)
	}
	for _, file := range fresh {
		readings(t, file, reader(t, "1.21.5"))
	}
	if n < 600 {
		t.Errorf("only %d sentences", n)
	}
}

// The tables are shared: what a reading says of a crop changes none of them.
func TestAReadingLeavesTheCropsAlone(t *testing.T) {
	r := reader(t, "1.21.5")
	was := fmt.Sprint(r.Version.Crops())
	for _, text := range []string{"harvest the carrots", "harvest the wheat and replant it", "harvest my field", "make a potato field", "plant carrots and harvest them"} {
		if _, err := r.Read(text); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
	if is := fmt.Sprint(r.Version.Crops()); is != was {
		t.Errorf("the crops are %s, were %s", is, was)
	}
}

// sentence is a line of a file: a text and its reading (behind "? " when it is a
// guess), "!" when it is to be refused, "~" when it is refused and need not be, or
// "!!" and why it is impossible.
type sentence struct{ text, want string }

func sentences(t testing.TB, file string) []sentence {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []sentence
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		line := lines.Text()
		if strings.HasPrefix(line, "#") {
			continue
		}
		text, want, ok := strings.Cut(line, " => ")
		if !ok {
			t.Fatalf("%s: no => in %q", file, line)
		}
		out = append(out, sentence{text, want})
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

// readings reads the sentences of a file and returns how many they are.
func readings(t *testing.T, file string, r *goals.Reader) int {
	list := sentences(t, file)
	for _, s := range raced.Every(8, list) {
		got, err := r.Read(s.text)
		if s.want == "!" || s.want == "~" {
			var unreadable *game.UnreadableError
			if !errors.As(err, &unreadable) {
				t.Errorf("%q was read as %s, want unreadable, or the right reading in the file", s.text, got)
			} else if msg := unreadable.Error(); len(unreadable.Nearest) == 0 && unreadable.Partly == nil && unreadable.Number == "" && !strings.Contains(msg, `"what can you do?" says`) {
				t.Errorf("%q: neither a goal that is near nor where to look: %s", s.text, msg)
			}
			continue
		}
		if reason, ok := strings.CutPrefix(s.want, "!! "); ok {
			var impossible *game.ImpossibleError
			if !errors.As(err, &impossible) || impossible.Reason != reason {
				t.Errorf("%q: %v, want %s", s.text, err, reason)
			}
			continue
		}
		want, guess := strings.CutPrefix(s.want, "? ")
		if err != nil {
			t.Errorf("%q: %v, want %s", s.text, err, s.want)
		} else if guess != (len(got.Respelt) > 0) {
			t.Errorf("%q: respelt %v, want %s", s.text, got.Respelt, s.want)
		} else if got.Line() != want {
			t.Errorf("%q was read as %s, want %s", s.text, got, s.want)
		}
	}
	return len(list)
}

// What the reader offers when it cannot read a goal can itself be read.
func TestNearestGoalsAreReadable(t *testing.T) {
	r := reader(t, "1.21.5")
	for _, s := range raced.Every(8, sentences(t, "testdata/readings.txt")) {
		var unreadable *game.UnreadableError
		if _, err := r.Read(s.text); errors.As(err, &unreadable) {
			for _, near := range unreadable.Nearest {
				if _, err := r.Read(near); err != nil && !heard(near) {
					t.Errorf("%q: the nearest goal %q: %v", s.text, near, err)
				}
			}
		}
	}
}

// heard reports whether a text is about places, chests or orders.
func heard(text string) bool {
	_, ok := skills.Hear(text, nil)
	again := skills.Reword(text, skills.Known{
		Place: func(string) *game.Pos { return &game.Pos{} },
		Box:   func(bool, func(string, game.Pos) string) (string, game.Pos, bool) { return "chest", game.Pos{}, true },
	})
	return ok || again.Changed()
}

// A reading in words is itself a goal with the same reading: it is what a
// refusal offers and a list of tasks shows.
func TestWordsAreReadable(t *testing.T) {
	r := reader(t, "1.21.5")
	for _, s := range raced.Every(8, sentences(t, "testdata/readings.txt")) {
		got, err := r.Read(s.text)
		if err != nil {
			continue
		}
		again, err := r.Read(got.Words())
		if err != nil {
			t.Errorf("%q is %q in words: %v", s.text, got.Words(), err)
		} else if again.Line() != got.Line() || !slices.EqualFunc(again.Goals, got.Goals, saysTheSame) {
			t.Errorf("%q is %q in words, which is read as %s, want %s", s.text, got.Words(), again, got)
		}
	}
}

// saysTheSame: what goes in is not what comes out, though both may be stone, and a tool
// that is used is not one that is only there.
func saysTheSame(a, b goals.Goal) bool {
	return a.Product == b.Product && slices.Equal(a.Except, b.Except) && slices.EqualFunc(a.With, b.With, func(x, y goals.Thing) bool {
		return x.Tool == y.Tool && x.Of == y.Of && x.Not == y.Not && slices.Equal(x.Items, y.Items)
	})
}

// Sentences that are refused, with a part of what is said then.
func TestRefused(t *testing.T) {
	list := sentences(t, "testdata/refused.txt")
	if len(list) < 100 {
		t.Errorf("only %d sentences", len(list))
	}
	r := reader(t, "1.21.5")
	for _, s := range list {
		if got, err := r.Read(s.text); err == nil {
			t.Errorf("%q was read as %s", s.text, got)
		} else if !strings.Contains(err.Error(), s.want) {
			t.Errorf("%q: %v, want it to say %s", s.text, err, s.want)
		}
	}
}

// shape is a clause of a frame as the property test writes it: what stands behind
// the verb and what it is read as. not are words of the frame that say more than
// the verb, or want another thing behind them.
type shape struct {
	write func(g *rapid.T) (said, want string)
	not   []string
}

// pick draws one of some texts.
func pick(g *rapid.T, label string, from ...string) string {
	return rapid.SampledFrom(from).Draw(g, label)
}

// counted is a number of one of some things, written in one of several ways.
func counted(g *rapid.T, things ...string) (said, want string) {
	thing, n := pick(g, "thing", things...), rapid.IntRange(2, 64).Draw(g, "count")
	said = pick(g, "form", game.Counted(n, thing), fmt.Sprintf("%d %s", n, thing), fmt.Sprintf("%dx %s", n, game.Display(thing)), fmt.Sprintf("%s x%d", game.Display(thing), n))
	return said, fmt.Sprintf("%d %s", n, thing)
}

// mobs is a number of one of some mobs.
func mobs(g *rapid.T, kinds ...string) (said, want string) {
	mob, n := pick(g, "mob", kinds...), rapid.IntRange(2, 20).Draw(g, "count")
	return pick(g, "form", game.Counted(n, mob), fmt.Sprintf("%d %s", n, mob)), fmt.Sprintf("%d %s", n, mob)
}

// at is a place.
func at(g *rapid.T) string { return pick(g, "place", "100 64 -20", "0 70 0", "-5 12 7") }

// ofThings writes a number of one of some things behind a verb.
func ofThings(verb string, things ...string) func(g *rapid.T) (said, want string) {
	return func(g *rapid.T) (string, string) {
		said, want := counted(g, things...)
		return said, verb + " " + want
	}
}

// ofMobs writes a number of one of some mobs behind a verb.
func ofMobs(verb string, kinds ...string) func(g *rapid.T) (said, want string) {
	return func(g *rapid.T) (string, string) {
		said, want := mobs(g, kinds...)
		return said, verb + " " + want
	}
}

// one writes one of some things behind a verb.
func one(verb string, things ...string) func(g *rapid.T) (said, want string) {
	return func(g *rapid.T) (string, string) {
		thing := pick(g, "thing", things...)
		return pick(g, "article", "", "the ", "a ") + game.Display(thing), verb + " " + thing
	}
}

// shapes are a clause of every frame.
func shapes() map[goals.Kind]shape {
	things := []string{"dirt", "oak_log", "iron_ingot", "bread", "torch", "cobblestone", "diamond", "stick"}
	return map[goals.Kind]shape{
		goals.Get: {ofThings("get", things...), []string{
			"pick", "fill", "fill up", "refill", // take a vessel
			"mine until you have", "mine till you have", "dig until you have", "keep mining until you have", "mine until you get", "mine until we have", "chop until you have",
		}},
		goals.Mine: {ofThings("mine", "stone", "oak_log", "iron_ore", "sand"), []string{"harvest"}}, // what was planted is grown first
		goals.Craft: {ofThings("craft", "stick", "furnace", "torch", "stone_pickaxe"), []string{
			"do",                                                           // a question without a number behind it
			"turn", "convert", "transform", "process", "combine", "refine", // say what goes in first
		}},
		goals.Smelt: {ofThings("smelt", "beef", "sand", "raw_iron"), nil},
		goals.Grow:  {ofThings("grow", "carrot", "wheat", "potato"), nil},
		goals.Shear: {ofMobs("shear", "sheep", "mooshroom"), nil},
		goals.Milk:  {ofMobs("milk", "cow", "goat"), nil},
		goals.Barter: {func(g *rapid.T) (string, string) {
			said, want := counted(g, "ender_pearl", "string", "obsidian")
			return pick(g, "with", "", "with piglins ") + "for " + said, "barter " + want
		}, nil},
		goals.Buy:   {ofThings("buy", "bread", "arrow", "redstone"), nil},
		goals.Sell:  {ofThings("sell", "wheat", "stick", "coal"), nil},
		goals.Catch: {ofThings("catch", "cod", "salmon"), []string{"go fishing", "go fish"}}, // take "for"
		goals.Breed: {ofMobs("breed", "cow", "sheep", "pig"), nil},
		goals.Plant: {ofThings("plant", "oak_sapling", "wheat_seeds", "carrot"), nil},
		goals.Till:  {ofThings("till", "dirt"), nil},
		goals.Kill:  {ofMobs("kill", "zombie", "cow", "spider"), nil},
		goals.Goto:  {func(g *rapid.T) (string, string) { to := at(g); return to, "goto " + to }, nil},
		goals.Find:  {one("find", "village", "cow", "desert"), nil},
		goals.Build: {func(g *rapid.T) (string, string) {
			w, h, of := rapid.IntRange(2, 9).Draw(g, "wide"), rapid.IntRange(2, 5).Draw(g, "high"), pick(g, "block", "cobblestone", "dirt", "oak_planks")
			switch pick(g, "shape", "wall", "platform", "pillar", "row") {
			case "wall":
				return pick(g, "form", fmt.Sprintf("a %dx%d wall of %s", w, h, of), fmt.Sprintf("a wall %d wide and %d high out of %s", w, h, of)), fmt.Sprintf("build %dx%d wall of %s", w, h, of)
			case "platform":
				return fmt.Sprintf("a %dx%d platform of %s", w, h, of), fmt.Sprintf("build %dx%d platform of %s", w, h, of)
			case "pillar":
				return pick(g, "form", fmt.Sprintf("a %d high pillar of %s", h, of), fmt.Sprintf("a pillar of %s %d blocks high", of, h)), fmt.Sprintf("build %d high pillar of %s", h, of)
			}
			return fmt.Sprintf("a %d long row of %s", w, of), fmt.Sprintf("build %d long row of %s", w, of)
		}, nil},
		goals.Place: {func(g *rapid.T) (string, string) {
			thing, to := pick(g, "block", "chest", "torch", "furnace"), at(g)
			return "a " + game.Display(thing) + " at " + to, "place 1 " + thing + " at " + to
		}, nil},
		goals.Enchant: {func(g *rapid.T) (string, string) {
			thing := pick(g, "thing", "bow", "iron_sword", "diamond_helmet")
			return "a " + game.Display(thing), "enchant 1 " + thing
		}, nil},
		goals.Equip: {one("equip", "iron_sword", "diamond_helmet", "shield"), nil},
		goals.Eat: {ofThings("eat", "bread", "apple", "carrot"), []string{
			"feed", "im hungry", "i am hungry", "im starving", "i am starving", "i have hunger", "i am so hungry", "im so hungry", "i am very hungry",
		}},
		goals.Give: {func(g *rapid.T) (string, string) {
			said, want := counted(g, things...)
			return said + " to Alex", "give " + want + " to Alex"
		}, []string{"throw out", "throw away", "get rid of", "dump", "trash", "discard", "drop"}}, // to nobody
		goals.Throw: {ofThings("throw", "egg", "snowball"), nil},
		goals.Deposit: {func(g *rapid.T) (string, string) {
			said, want := counted(g, things...)
			to := at(g)
			return said + " in the chest at " + to, "deposit " + want + " at " + to
		}, nil},
		goals.Withdraw: {func(g *rapid.T) (string, string) {
			said, want := counted(g, things...)
			from := at(g)
			return said + " from the chest at " + from, "withdraw " + want + " at " + from
		}, nil},
		goals.Say: {func(g *rapid.T) (string, string) {
			text := pick(g, "text", "hello", "good morning all", "I get 3 dirt and go home")
			return "\"" + text + "\"", fmt.Sprintf("say %q", text)
		}, nil},
		goals.Follow: {func(g *rapid.T) (string, string) {
			who, n := pick(g, "who", "me", "Alex"), rapid.IntRange(2, 60).Draw(g, "seconds")
			return fmt.Sprintf("%s for %d seconds", who, n), fmt.Sprintf("follow %s for %d s", who, n)
		}, nil},
		goals.Guard: {func(g *rapid.T) (string, string) {
			who, n := pick(g, "who", "me", "Alex", at(g)), rapid.IntRange(2, 60).Draw(g, "seconds")
			return fmt.Sprintf("%s for %d seconds", who, n), fmt.Sprintf("guard %s for %d s", who, n)
		}, nil},
		goals.Sleep: {func(*rapid.T) (string, string) { return "", "sleep" }, nil},
		goals.Wait: {func(g *rapid.T) (string, string) {
			n := rapid.IntRange(2, 60).Draw(g, "seconds")
			return pick(g, "form", fmt.Sprintf("%d seconds", n), fmt.Sprintf("for %d seconds", n)), fmt.Sprintf("wait %d s", n)
		}, []string{"wait for", "pause for"}}, // say "for" themselves
		goals.Look: {func(g *rapid.T) (string, string) {
			to := pick(g, "to", "Alex", at(g))
			return to, "look at " + to
		}, nil},
		goals.Clear: {func(g *rapid.T) (string, string) {
			n, m := rapid.IntRange(1, 9).Draw(g, "wide"), rapid.IntRange(1, 9).Draw(g, "deep")
			return fmt.Sprintf("a %dx%d area", n, m), fmt.Sprintf("clear %dx%dx3 area", n, m)
		}, nil},
		goals.Dig: {func(g *rapid.T) (string, string) {
			n := rapid.IntRange(1, 40).Draw(g, "long")
			return fmt.Sprintf("a %d block long tunnel", n), fmt.Sprintf("dig %d long tunnel", n)
		}, nil},
		goals.Light: {func(g *rapid.T) (string, string) {
			n := rapid.IntRange(1, 15).Draw(g, "radius")
			return fmt.Sprintf("%d blocks around", n), fmt.Sprintf("light up %d blocks around", n)
		}, nil},
		goals.Harvest: {func(g *rapid.T) (string, string) {
			crop := rapid.SampledFrom([]string{"wheat", "carrot", "potato", "beetroot"}).Draw(g, "crop")
			return "the " + crop, "harvest " + crop
		}, nil},
		goals.Sort: {func(g *rapid.T) (string, string) {
			return pick(g, "chests", "my chests", "the barrels", "our storage"), "sort"
		}, nil},
		goals.Interact: {func(g *rapid.T) (string, string) {
			to := at(g)
			return "the lever at " + to, "interact lever at " + to
		}, nil},
	}
}

// verbs are words that a frame has to go on being known by, parted by commas; one without a row
// is tried with the openings of its English phrases.
var verbs = map[goals.Kind]string{
	goals.Breed:    "breed",
	goals.Build:    "build",
	goals.Catch:    "catch, fish for, go fishing, go fish, fish",
	goals.Craft:    "craft, make, create, construct, forge, produce, build, bake, craft up, put together, brew, assemble, put up, erect, raise, do, turn, convert, transform, process, combine, refine",
	goals.Deposit:  "deposit, store, stash, stow",
	goals.Eat:      "eat, consume, drink, feed, im hungry, i am hungry, im starving, i am starving, i have hunger, i am so hungry, im so hungry, i am very hungry",
	goals.Equip:    "hold, equip, wear, put on, wield, switch to, swap to, dress in, dress, change into, put on you, put on yourself, put yourself, put yourself on, take in hand, take in the hand, take in your hand, hold in your hand, gear up with",
	goals.Find:     "find, locate, look for, search for, look around for, search, go and find, find out where is, find where is, explore until you find, explore to find",
	goals.Follow:   "follow, come with, stay with, stick with, come along with, keep following, accompany",
	goals.Get:      "get, obtain, acquire, fetch, grab, have, collect, gather, gather up, pick up, get hold of, stock up on, need, want, bring back, loot, own, procure, go get, mine until you have, mine till you have, dig until you have, keep mining until you have, mine until you get, mine until we have, chop until you have, pick, fill, fill up, refill, achieve",
	goals.Give:     "give, hand, bring, deliver, toss, throw, drop, hand over, throw out, throw away, get rid of, dump, trash, discard",
	goals.Goto:     "go to, goto, go, walk to, walk, travel to, travel, run to, run, move to, move, head to, head over to, come to, come, navigate to, return to, go over to, get over, get to, get back, return, walk over to, enter, visit, travel into, head into",
	goals.Enchant:  "enchant",
	goals.Barter:   "barter",
	goals.Buy:      "buy, purchase",
	goals.Sell:     "sell",
	goals.Grow:     "grow, farm, cultivate",
	goals.Guard:    "guard, protect, defend",
	goals.Harvest:  "harvest, reap",
	goals.Sort:     "sort, organize, tidy up, rearrange",
	goals.Interact: "interact with, use, click, right click, press, open, pull, flip, activate, close, shut, ring",
	goals.Kill:     "kill, slay, hunt, attack, fight, defeat, murder, hunt down, hunt for, slaughter, butcher, combat, shoot",
	goals.Look:     "look at, stare at, gaze at, turn to, turn towards, look to, look on",
	goals.Milk:     "milk",
	goals.Clear:    "clear, flatten, level",
	goals.Dig:      "dig, dig out, excavate, carve",
	goals.Light:    "light up, illuminate",
	goals.Mine:     "mine, dig, dig up, dig out, chop, chop down, cut, cut down, break, excavate, harvest, fell, mine for, punch, dig for",
	goals.Place:    "place, put down, set down, set, put, set up, lay, hang, hang up",
	goals.Plant:    "plant, sow, replant, resow",
	goals.Say:      "say, chat, shout, announce, tell everyone, tell everybody, tell to everybody, tell to everyone, tell all, tell to all, write, type, yell, tell the chat, say in chat, tell, tell to",
	goals.Shear:    "shear, cut the wool of, cut the wool off, cut the wool from, cut wool of, cut wool off, cut wool from, take the wool off, take the wool of, take wool off",
	goals.Sleep:    "sleep, go to sleep, go to bed, get in bed, get into bed, get in the bed, lie down, take a nap",
	goals.Smelt:    "smelt, cook, roast, melt, grill, fry, burn, dry",
	goals.Throw:    "lob, hurl, chuck",
	goals.Till:     "till, plow, plough, hoe",
	goals.Wait:     "wait, stay, stay here, stay there, stand still, hold still, wait for, pause for",
	goals.Withdraw: "withdraw, take, take out, retrieve",
}

// Clauses of every frame written out in its own words read back the same, alone
// and several in a sentence.
func TestWrittenClausesReadBack(t *testing.T) {
	r, list := reader(t, "1.21.5"), shapes()
	frames := goals.Frames()
	for _, f := range frames {
		if list[f.Kind].write == nil {
			t.Fatalf("no shape writes a clause of %s", f.Kind)
		}
	}
	rapid.Check(t, func(g *rapid.T) {
		var said, want []string
		for range rapid.IntRange(1, 4).Draw(g, "clauses") {
			f := rapid.SampledFrom(frames).Draw(g, "frame")
			words := slices.Clone(f.Kind.Words())
			if kept := verbs[f.Kind]; kept != "" {
				words = strings.Split(kept, ", ")
			}
			words = slices.DeleteFunc(words, func(w string) bool { return slices.Contains(list[f.Kind].not, w) })
			verb := rapid.SampledFrom(words).Draw(g, "verb")
			s, w := list[f.Kind].write(g)
			said, want = append(said, strings.TrimSpace(verb+" "+s)), append(want, w)
		}
		harvestsWhatWasPlanted(want)
		text := strings.Join(said, pick(g, "between", " and then ", ", then ", "; ", ". "))
		got, err := r.Read(text)
		if takesWhatWasPlanted(want) {
			if err == nil {
				g.Fatalf("%q was read as %s: another field may stand in for what was planted", text, got)
			}
			return
		}
		if err != nil || got.Line() != strings.Join(want, ", ") || len(got.Respelt) > 0 {
			g.Fatalf("%q was read as %s (%v), want %s", text, got, err, strings.Join(want, ", "))
		}
	})
}

// harvestsWhatWasPlanted words a harvest of what an earlier clause plants as one of that.
func harvestsWhatWasPlanted(clauses []string) {
	for _, i := range ofPlanted(clauses, map[string]string{"wheat_seeds": "harvest wheat", "carrot": "harvest carrot"}) {
		clauses[i] = "harvest it"
	}
}

// takesWhatWasPlanted reports whether a clause takes what an earlier one planted, without
// saying that it means just that.
func takesWhatWasPlanted(clauses []string) bool {
	return len(ofPlanted(clauses, map[string]string{"oak_sapling": "mine oak_log", "wheat_seeds": "grow wheat", "carrot": "grow carrot"})) > 0
}

// ofPlanted are the clauses of one verb and thing for each that earlier ones plant.
func ofPlanted(clauses []string, of map[string]string) (found []int) {
	planted := map[string]bool{}
	for i, c := range clauses {
		words := strings.Fields(c)
		verb, thing := words[0], words[len(words)-1]
		if planted[verb+" "+thing] {
			found = append(found, i)
		}
		if verb == "plant" {
			planted[of[thing]] = true
		}
	}
	return found
}

// What is said around a clause leaves it what it is: a task's wording and what there
// is to begin with are passed over, a tool may come first, and what no step is bound
// to makes a guess of the same clauses.
func TestWhatIsSaidAroundAClauseLeavesIt(t *testing.T) {
	r, list := reader(t, "1.21.5"), shapes()
	gather := []goals.Kind{goals.Get, goals.Mine, goals.Kill, goals.Shear, goals.Milk, goals.Breed}
	rapid.Check(t, func(g *rapid.T) {
		kind := rapid.SampledFrom(gather).Draw(g, "kind")
		said, want := list[kind].write(g)
		text := string(kind) + " " + said
		guess := false
		switch pick(g, "around", "opened", "empty", "tool", "place", "several") {
		case "opened":
			text = pick(g, "opener", "your objective is to ", "Task: ", "the agent must ", "we would like you to ", "I want that you ", "your next task is to ") + text
		case "empty":
			text = pick(g, "empty", "starting from an empty inventory, ", "from scratch, ", "beginning with nothing, ", "With an empty inventory, ") + text
		case "tool":
			if kind == goals.Breed || kind == goals.Shear || kind == goals.Milk {
				return
			}
			text, want = pick(g, "first", "using ", "with ")+"an iron pickaxe, "+text, want+" with 1 iron_pickaxe"
			if kind == goals.Kill {
				text, want = strings.ReplaceAll(text, "an iron pickaxe", "a stone sword"), strings.ReplaceAll(want, "iron_pickaxe", "stone_sword")
			}
		case "place":
			guess = true
			text += " " + pick(g, "place", "near the lake", "from the nearest river", "behind my house", "at the edge of the woods", "by the old well", "at night")
		case "several":
			text += " " + pick(g, "later", "please", "in your inventory", "by yourself", "as fast as you can")
		}
		got, err := r.Read(text)
		if strings.HasSuffix(want, "bread with 1 iron_pickaxe") || strings.HasSuffix(want, "torch with 1 iron_pickaxe") {
			if err == nil { // made, and nothing of it with a pickaxe
				g.Fatalf("%q was read as %s", text, got)
			}
			return
		}
		if err != nil || got.Line() != want || (len(got.Respelt) > 0) != guess {
			g.Fatalf("%q was read as %s (%v, %v), want %s", text, got, got.Respelt, err, want)
		}
	})
}

// What goes in before what comes out, in every wording, is as many as it makes.
func TestTurnedIntoReadsBack(t *testing.T) {
	r := reader(t, "1.21.5")
	rapid.Check(t, func(g *rapid.T) {
		verb, n := pick(g, "verb", "turn", "convert", "transform", "process", "craft"), rapid.IntRange(1, 16).Draw(g, "count")
		of := rapid.SampledFrom([]struct{ in, out, want string }{
			{"oak_log", "planks", fmt.Sprintf("craft %d oak_planks with %d oak_log", 4*n, n)},
			{"sand", "glass", fmt.Sprintf("smelt %d sand", n)},
			{"iron_ingot", "iron nuggets", fmt.Sprintf("craft %d iron_nugget", 9*n)},
			{"clay_ball", "bricks", fmt.Sprintf("smelt %d clay_ball", n)},
		}).Draw(g, "of")
		text := fmt.Sprintf("%s %s into %s", verb, game.Counted(n, of.in), of.out)
		if got, err := r.Read(text); err != nil || got.Line() != of.want || len(got.Respelt) > 0 {
			g.Fatalf("%q was read as %s (%v, %v), want %s", text, got, got.Respelt, err, of.want)
		}
	})
}
