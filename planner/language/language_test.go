// SPDX-License-Identifier: MIT

package language_test

import (
	"errors"
	"flag"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/game/data/lexicon"
	"github.com/minehand/minehand/planner/goals"
	"github.com/minehand/minehand/planner/language"
)

func names(t testing.TB) *lexicon.Lexicon {
	t.Helper()
	v, err := data.Load("1.21.5")
	if err != nil {
		t.Fatal(err)
	}
	return lexicon.Of(v)
}

func library(t testing.TB) (*language.Library, []*language.Grammar) {
	t.Helper()
	l := language.NewLibrary(goals.Spoken(), nil)
	return l, l.Grammars()
}

func TestTokens(t *testing.T) {
	for text, want := range map[string]string{
		"Get 3x minecraft:iron_ore!": "get|3|x|iron_ore|!",
		"don't go to -12 64 -3.5":    "dont|go|to|-12|64|-3.5",
		"x100, y=64 z:-20":           "x|100|,|y|=|64|z|:|-20",
		"say “Hello, You” now":       "say|Hello, You|now",
		"给我3个钻石，谢谢":                  "给|我|3|个|钻|石|,|谢|谢",
		"gib Steve_01 zwei Öfen":     "gib|steve_01|zwei|öfen",
		"a 5x3 wall":                 "a|5|x|3|wall",
		"  ":                         "",
		"“”":                         "“|”",
		"\xff\xfe get wood":          "get|wood",
		"1,000 dirt":                 "1|,|000|dirt",
		"ＧＥＴ ３ ｌｏｇｓ":                 "get|3|logs",
		"mine:3 iron":                "mine|:|3|iron",
	} {
		var got []string
		for _, token := range language.Tokenize(text) {
			got = append(got, token.Text)
			if token.Span.To > len(text) || token.Span.From >= token.Span.To {
				t.Errorf("%q: the span of %q is %v", text, token.Text, token.Span)
			}
		}
		if joined := strings.Join(got, "|"); joined != want {
			t.Errorf("%q: %s, want %s", text, joined, want)
		}
	}
}

// Every example of every file is read as it says, and as nothing else.
func TestExamples(t *testing.T) {
	l, _ := library(t)
	r := l.Reader(names(t))
	for _, code := range language.Languages() {
		f, _, err := language.Embedded(code)
		if err != nil {
			t.Fatal(err)
		}
		for _, frame := range goals.Spoken() {
			if len(f.Verbs[frame.Verb].Say) == 0 {
				t.Errorf("%s: the verb %q has no phrases", code, frame.Verb)
			}
			if len(f.Verbs[frame.Verb].Examples) == 0 {
				t.Errorf("%s: the verb %q has no example", code, frame.Verb)
			}
			for text, want := range f.Verbs[frame.Verb].Examples {
				got, err := r.Read(text)
				if err != nil {
					t.Errorf("%s: %q: %v", code, text, err)
					continue
				}
				if len(got) != 1 || got[0].String() != want || got[0].Language != code {
					t.Errorf("%s: %q is read as %s, want %s", code, text, all(got), want)
				}
			}
		}
	}
}

// reads checks that texts are read as one thing each and without a guess, those that have none are not.
func reads(t *testing.T, texts map[string]string) {
	t.Helper()
	l, _ := library(t)
	r := l.Reader(names(t))
	for text, want := range texts {
		got, err := r.Read(text)
		if (err == nil) != (want != "") || all(got) != want || len(got) > 0 && len(got[0].Guesses) > 0 {
			t.Errorf("%q is read as %q (%v), want %q", text, all(got), err, want)
		}
	}
}

func all(list []language.Reading) string {
	out := make([]string, len(list))
	for i := range list {
		out[i] = list[i].Language + " " + list[i].String()
	}
	return strings.Join(out, " or ")
}

// drawn are things that random clauses are about: what a file has names for, or for
// the lexicon some of its own.
func drawn(f *language.File) (things, mobs []string) {
	if f.Lexicon {
		return []string{"diamond", "oak log", "iron pickaxe", "torch", "stone", "crafting table", "bread", "chest"}, []string{"zombie", "cow", "skeleton", "wither skeleton"}
	}
	return slices.Sorted(maps.Keys(f.Names)), slices.Sorted(maps.Keys(f.Mobs))
}

var roundTrips = flag.Int("round-trips", 3000, "how many random clauses of each language TestRoundTrip writes and reads")

// What is written by the phrases is read as it was meant, or it is a question with
// the meaning among its answers.
func TestRoundTrip(t *testing.T) {
	l, grammars := library(t)
	r := l.Reader(names(t))
	clauses := *roundTrips
	for i, code := range language.Languages() {
		f, _, err := language.Embedded(code)
		if err != nil {
			t.Fatal(err)
		}
		things, mobs := drawn(f)
		draw := rand.New(rand.NewPCG(31, uint64(i)))
		frames := goals.Spoken()
		asked, written := 0, 0
		for n := range clauses {
			frame := frames[n%len(frames)]
			if len(f.Verbs[frame.Verb].Say) == 0 {
				continue
			}
			value := grammars[i].Draw(frame.Verb, things, mobs, draw)
			text, err := grammars[i].Write([]*language.Value{value}, draw.Perm)
			if err != nil {
				t.Fatalf("%s: %v", code, err)
			}
			written++
			got, err := r.Read(text)
			if err != nil {
				t.Errorf("%s: %q, which says %s: %v", code, text, value, err)
				continue
			}
			meant := slices.IndexFunc(got, func(o language.Reading) bool { return o.String() == value.String() })
			switch {
			case meant < 0:
				t.Errorf("%s: %q says %s and is read as %s", code, text, value, all(got))
			case len(got) > 1:
				asked++
			}
		}
		// A verb more draws other clauses: with 29 verbs 40 of 3000 are questions, none of them the newest verb's.
		if asked*1000 > written*14 {
			t.Errorf("%s: %d of %d clauses are a question", code, asked, written)
		}
		t.Logf("%s: %d clauses, %d questions", code, written, asked)
	}
}

// What stands before a thing begins no verb: "an axe" after "no" is a thing.
func TestArticlesBeginNoVerb(t *testing.T) {
	l, _ := library(t)
	r := l.Reader(names(t))
	for word := range strings.FieldsSeq("a an one some ein eine einen un una uno une des um uma один одну 一 一个 一件") {
		if r.Led(word) {
			t.Errorf("%q begins a verb", word)
		}
	}
}

// A number behind two coordinates is the third, or begins what stands behind them.
func TestTwoCoordinatesAndANumber(t *testing.T) {
	reads(t, map[string]string{
		"visit 594 8 4 u":   "en goto(at: 594 8)",
		"visit 594 8":       "en goto(at: 594 8)",
		"visit 594 8 4":     "en goto(at: 594 8 4)",
		"visit 594 8 4 pls": "en goto(at: 594 8 4)",
	})
}

// A word without its marks, or in a form that the file makes of one, is that word and no guess.
func TestMarksAndForms(t *testing.T) {
	reads(t, map[string]string{
		"fabrique une epee en fer":            "fr craft(thing: 1 iron sword)",
		"fabriquez une épeé en fer":           "fr craft(thing: 1 iron sword)",
		"ramasse 3 oeufs":                     "fr get(thing: 3 egg)",
		"range l'épée dans le coffre":         "fr deposit(container: chest the, thing: sword the)",
		"tu peux me faire un lit ?":           "fr craft(thing: 1 bed)",
		"mina 5 menas de carbon":              "es mine(thing: 5 coal ore)",
		"¿me construyes una cabana?":          "es build(shape: hut)",
		"traeme 2 espaditas":                  "es give(thing: 2 sword, to: me)",
		"vc pode fazer uma tabua de carvalho": "pt craft(thing: 1 oak planks)",
		"planta 5 cenouras pra mim":           "pt plant(thing: 5 carrot)",
		"сделайте мне 2 дубовых бревна":       "ru craft(thing: 2 oak log)",
		"можешь принести три стекла":          "ru give(thing: 3 glass, to: me)",
		"baue eine bruecke":                   "de build(shape: bridge)",
		"gibst du mir zwei Birkentüren?":      "de give(thing: 2 door of birch planks, to: me)",
		"sortieren Sie meine Truhen":          "de sort()",
		"setz drei Kisten bei mir ab":         "de place(thing: 3 chest, to: me)",
		"alles in die Kiste":                  "de deposit(container: chest, thing: everything)",
		"tráemelo":                            "es give(thing: it, to: me)",
		"pon un horno junto a mí":             "es place(thing: 1 furnace, to: me)",
		"mets trois torches près de nous":     "fr place(thing: 3 torch, to: me)",
		"apporte deux lits ici":               "fr give(thing: 2 bed, to: me)",
		"bota uma fornalha do meu lado":       "pt place(thing: 1 furnace, to: me)",
		"traz a espada aqui":                  "pt give(thing: sword the, to: me)",
		"добудь еловую дверь":                 "ru get(thing: door of spruce planks)",
		"поставь рядом с нами печь":           "ru place(thing: furnace, to: me)",
		"把木棍拿过来":                              "zh give(thing: stick, to: me)",
		"在我身边放一个熔炉":                           "zh place(thing: 1 furnace, to: me)",
		"stell die Truhe nicht neben mich":    "",
		"не ставь сундук рядом со мной":       "",
		"не сделай мне кровать":               "",
		"no hagas una cama":                   "",
		"não faz uma cama":                    "",
		"ne fais pas un lit":                  "",
	})
}

// The same text is read in the same way, and no text takes more than its share.
func TestTheHardestTextsAreBounded(t *testing.T) {
	l, _ := library(t)
	r := l.Reader(names(t))
	for _, text := range []string{
		strings.Repeat("get 3 logs and ", 130) + "get 3 logs",
		strings.Repeat("a ", 999),
		strings.Repeat("please ", 280) + "get wood",
		strings.Repeat("diamon ", 280),
		strings.Repeat("木", 660),
		strings.Repeat("\"", 1999),
		"get " + strings.Repeat("1 ", 990),
	} {
		begun := time.Now()
		first, err := r.Read(text)
		again, sameErr := r.Read(text)
		if all(first) != all(again) || (err == nil) != (sameErr == nil) {
			t.Errorf("%.20q is read in two ways", text)
		}
		if took := time.Since(begun); took > 5*time.Second { // BenchmarkHardest measures
			t.Errorf("%.20q took %v", text, took)
		}
	}
	if _, err := r.Read(strings.Repeat("x", language.MaxText+1)); err == nil {
		t.Error("a text without end was read")
	}
	var unread *language.Unread
	if _, err := r.Read("get 3 logs quietly"); !errors.As(err, &unread) || unread.Part.Of("get 3 logs quietly") != "quietly" {
		t.Errorf("what was not understood: %v %v", err, unread)
	}
}

// Nothing that was typed is dropped: a negation, a number or a condition without a
// rule leaves the message unread.
func TestNothingIsSkipped(t *testing.T) {
	reads(t, map[string]string{
		"don't get wood": "", "get wood unless it rains": "", "get no wood": "", "get 3 logs but not birch": "", "never mine stone": "",
		"chop this firewood": "", "craft a stove": "", "get wood without making a sound": "", "stop mining stone": "", "get 3 4 logs": "",
		"hol kein Holz": "", "不要挖石头": "",
	})
}

func TestMistakesInAPhrasesFileHaveTheirLine(t *testing.T) {
	for text, want := range map[string]string{
		"language: en\nverbs:\n  get: {say: [\"get {thin}\"]}\nmessage: ['{clause}']\n":                "line 3: \"get {thin}\" has no slot {thin}; there are {aside}, {bare}, {from}, {given}",
		"language: en\nverbs:\n  fly: {say: [fly]}\nmessage: ['{clause}']\n":                           "line 3: there is no verb \"fly\"",
		"language: en\nwords:\n  and: [\"a (b\"]\nmessage: ['{clause}']\n":                             "line 3: \"a (b\" lacks a \")\"",
		"language: en\nverbs:\n  get: {say: [\"get <much> {thing}\"]}\nmessage: ['{clause}']\n":        "names <much>",
		"language: en\nvalues:\n  quantity: [{say: few, is: {number: none}}]\nmessage: ['{clause}']\n": "\"number\" is none; write a number above 0",
		"language: en\nwords: {and: [\"[x]\"]}\nmessage: ['{clause}']\n":                               "is optional as a whole",
		"language: en\n": "says nothing of a message",
	} {
		f, lines, err := language.ReadFile([]byte(text))
		if err == nil {
			_, err = language.Compile(f, lines, goals.Spoken())
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// A player's own phrases are read on top of the language's, which another language is
// beside; what is broken is left out.
func TestOwnPhrases(t *testing.T) {
	own := func(text string) *language.Reader {
		return language.NewLibrary(goals.Spoken(), func() ([]byte, error) { return []byte(text), nil }).Reader(names(t))
	}
	english := own("language: en\nverbs: {give: {say: ['(yeet|lob) {thing}+<and> [away]']}}\n")
	for text, want := range map[string]string{
		"please lob 3 dirt and a torch away": "en give(thing: 3 dirt, thing: 1 torch)", "get 3 dirt": "en get(thing: 3 dirt)", "gib mir 3 Brote": "de give(thing: 3 bread, to: me)",
	} {
		if got, err := english.Read(text); err != nil || all(got) != want {
			t.Errorf("%q: %s (%v), want %s", text, all(got), err, want)
		}
	}
	dutch := own("language: nl\nvalues:\n  thing: [{say: '{quantity} {item}'}]\n  quantity: [{say: '{number}'}]\nverbs: {get: {say: ['pak {thing}']}}\nnames: {diamond: [diamant, diamanten]}\nmessage: ['{clause}']\n")
	if got, err := dutch.Read("Pak 3 diamanten"); err != nil || all(got) != "nl get(thing: 3 diamond)" {
		t.Errorf("Dutch: %s, %v", all(got), err)
	}
	if got, err := own("language: en\nverbs: {fly: {say: [fly]}}\n").Read("get 3 dirt"); err != nil || all(got) != "en get(thing: 3 dirt)" {
		t.Errorf("beside a broken file: %s, %v", all(got), err)
	}
}

func FuzzRead(f *testing.F) {
	l, _ := library(f)
	r := l.Reader(names(f))
	for _, text := range []string{"get 3 logs", "gib mir 3 Diamanten", "给我3个钻石", "say \"hi", "go to 1 2 3", "get 3x oak_log and then come here!"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, err := r.Read(text)
		if err != nil {
			return
		}
		for _, one := range got {
			if len(one.Clauses) == 0 {
				t.Fatalf("%q is read as nothing", text)
			}
			for _, c := range one.Clauses {
				if c.Span.From < 0 || c.Span.To > len(text) || c.Span.From >= c.Span.To {
					t.Fatalf("%q: the span of %s is %v", text, c.Value, c.Span)
				}
			}
		}
	})
}

func FuzzPhrases(f *testing.F) {
	f.Add("language: en\nwords: {and: [a]}\nverbs: {get: {say: ['get {thing}+<and>']}}\nmessage: ['{clause}']\n")
	f.Fuzz(func(_ *testing.T, text string) {
		if file, lines, err := language.ReadFile([]byte(text)); err == nil {
			_, _ = language.Compile(file, lines, goals.Spoken())
		}
	})
}

// A word that stands for several is one token of the text for who holds edges against it.
func TestEdgesAreOfTheTextsTokens(t *testing.T) {
	_, grammars := library(t)
	for _, g := range grammars {
		for _, text := range []string{"tráeme una espada de hierro", "apporte-moi l'épée", "fais moi un lit", "сделайте мне меч", "Besorgen Sie mir 10 Fackeln"} {
			tokens := language.Tokenize(text)
			for _, verb := range []string{"", "give", "craft", "get"} {
				for _, e := range g.Edges(names(t), text, verb) {
					if e.From < 0 || e.From > e.To || e.To > len(tokens) {
						t.Errorf("%s: %q has %d tokens, and an edge of %q from %d to %d", g.Language(), text, len(tokens), verb, e.From, e.To)
					}
				}
			}
		}
	}
}

// Potions have names in every language, by their effect and by what was added.
func TestPotions(t *testing.T) {
	l, _ := library(t)
	r := l.Reader(names(t))
	for text, want := range map[string]string{
		"hol 2 Tränke der Schnelligkeit":    "get(thing: 2 swiftness potion)",
		"hol mir 3 Stärketränke":            "get(thing: 3 strength potion)",
		"hol einen Trank der Heilung II":    "get(thing: 1 strong healing potion)",
		"consigue una poción de velocidad":  "get(thing: 1 swiftness potion)",
		"prends une potion jetable de soin": "get(thing: 1 splash healing potion)",
		"pegue uma poção de agilidade":      "get(thing: 1 swiftness potion)",
		"добудь 3 зелья стремительности":    "get(thing: 3 swiftness potion)",
		"收集3瓶迅捷药水":                          "get(thing: 3 swiftness potion)",
	} {
		readings, err := r.Read(text)
		if err != nil || len(readings) != 1 || !strings.HasSuffix(readings[0].String(), want) {
			t.Errorf("%s is %v (%v), not %s", text, readings, err, want)
		}
	}
}
