// SPDX-License-Identifier: MIT

package prompt

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"github.com/minehand/minehand/llm"
	"github.com/minehand/minehand/planner/goals"
)

// Translation is a sentence that a model is to put into clauses.
type Translation struct {
	// Goal is the person's own words.
	Goal string
	// Near are names of the game that the sentence may mean, by id.
	Near []string
}

// translationName names the schema of a translation.
const translationName = "submit_clauses"

// mostNear bounds the names that are told.
const mostNear = 24

// Write writes the question in at most so many tokens, if that can be done
// without shortening the instructions and the sentence.
func (a Translation) Write(tokens int) Prompt {
	p := Prompt{System: a.system()}
	for most := mostNear; ; most /= 2 {
		var b strings.Builder
		fmt.Fprintf(&b, "The sentence: %q\n", Clip(a.Goal))
		if near := a.Near[:min(len(a.Near), most)]; len(near) > 0 {
			b.WriteString("Names that it may mean: " + strings.Join(near, ", ") + "\n")
		}
		b.WriteString("Answer with the JSON object.")
		p.User = b.String()
		p.Tokens = llm.EstimateTokens(p.System) + llm.EstimateTokens(p.User)
		if p.Shortened = most < mostNear; p.Tokens <= tokens || most == 0 {
			return p
		}
	}
}

// Clip is a person's sentence on one line and of a bounded length.
func Clip(goal string) string {
	goal = strings.Join(strings.Fields(goal), " ")
	if len(goal) > longestGoal {
		return strings.ToValidUTF8(goal[:longestGoal], "") + "..."
	}
	return goal
}

func (a Translation) system() string {
	var b strings.Builder
	b.WriteString(
		"You put what a Minecraft player asks for into clauses. You do not plan, and you add nothing: tools and ingredients are " +
			"worked out by others.\n\nVerbs, with what each is met by:\n",
	)
	b.WriteString(verbs(goals.Frames()) + "\nRules:\n" +
		"- One clause for each thing that is asked for, in the order of the sentence.\n" +
		"- \"span\" is the part of the sentence that the clause stands for, copied word for word, with its verb, its number and its thing.\n" +
		"- Names are Minecraft ids without prefix. quantity only when the sentence says a number.\n" +
		"- \"at\" is \"x y z\", \"to\" a player (me for the speaker), \"from\" the mob that it comes of, \"into\" chest or barrel.\n" +
		"- What cannot be said in these verbs, or is forbidden in the sentence: leave the list empty and say in \"cannot\" why.\n\n")
	for i, ex := range a.examples() {
		fmt.Fprintf(&b, "Example %d, for another sentence (%q): %s\n", i+1, ex.sentence, ex.answer)
	}
	return strings.TrimSpace(b.String())
}

// verbs tells verbs with their members and when each is met, a line each.
func verbs(frames []goals.Frame) string {
	var b strings.Builder
	for _, f := range frames {
		fmt.Fprintf(&b, "- %s (%s): %s\n", f.Kind, membersOf(f.Slots), f.Met)
	}
	return b.String()
}

// membersOf are the members that the slots of a verb fill.
func membersOf(slots []string) string {
	var out []string
	for _, s := range slots {
		for _, m := range slotMembers[s] {
			if !slices.Contains(out, m) {
				out = append(out, m)
			}
		}
	}
	return strings.Join(out, ", ")
}

// slotMembers are the members of a clause that fill a slot.
var slotMembers = map[string][]string{
	"thing": {"quantity", "item"}, "mob": {"quantity", "item"}, "place": {"at"}, "container": {"into", "at"},
	"player": {"to"}, "shape": {"shape", "width", "height", "item"}, "time": {"seconds"}, "text": {"text"},
	"until": {"quantity"}, "material": {"material"}, "tool": {"with"}, "biome": {"biome"},
}

// translated is an example of a translation. Its things are of no game: a model that
// copies them names nothing.
type translated struct{ sentence, answer string }

var translations = []translated{
	{
		"before it gets dark i'd want 2 plimbeds, craft those",
		`{"clauses":[{"span":"i'd want 2 plimbeds","verb":"get","quantity":2,"item":"plim_bed"}]}`,
	},
	{
		"would be swell if 4 zorladders got crafted and then, well, hand 2 zorladders to Kimx",
		`{"clauses":[{"span":"4 zorladders got crafted","verb":"craft","quantity":4,"item":"zor_ladder"},{"span":"hand 2 ` +
			`zorladders to Kimx","verb":"give","quantity":2,"item":"zor_ladder","to":"Kimx"}]}`,
	},
	{
		"the grumlins over there, kill 2 of those grumlins",
		`{"clauses":[{"span":"kill 2 of those grumlins","verb":"kill","quantity":2,"item":"grumlin"}]}`,
	},
	{"dye the sky pink", `{"clauses":[],"cannot":"nobody can change the sky"}`},
	{
		"a vessel that milk goes in: milk one moofle for it",
		`{"clauses":[{"span":"milk one moofle","verb":"milk","quantity":1,"item":"moofle"}]}`,
	},
	{"over at 8 70 -3 is where you walk to, quickly", `{"clauses":[{"span":"at 8 70 -3 is where you walk to","verb":"goto","at":"8 70 -3"}]}`},
}

// examples are three, other ones for other sentences.
func (a Translation) examples() []translated {
	const told = 3
	h := fnv.New32a()
	h.Write([]byte(a.Goal))
	var out []translated
	for i := range told {
		out = append(out, translations[(i+int(h.Sum32()%uint32(len(translations))))%len(translations)])
	}
	return out
}

// Parroted says that a reply repeats an example of the prompt.
func (a Translation) Parroted(clauses []goals.Written) bool {
	return len(clauses) > 0 && slices.ContainsFunc(a.examples(), func(ex translated) bool {
		var own struct{ Clauses []goals.Written }
		if json.Unmarshal([]byte(ex.answer), &own) != nil {
			return false
		}
		return slices.Equal(own.Clauses, clauses)
	})
}

// TranslationSchema is the JSON schema of a translation: the frames as verbs. It
// stays within what servers turn into a grammar.
func TranslationSchema() *llm.Schema {
	return &llm.Schema{Name: translationName, Description: "Submit the clauses.",
		JSON: marshalled(members([]string{"clauses"}, member{"clauses", array(clause(goals.Frames(), "span"))}, member{"cannot", text}))}
}

// clause is the schema of one in these verbs, with its span where that is asked for.
func clause(frames []goals.Frame, span ...string) object {
	var verbs []string
	for _, f := range frames {
		verbs = append(verbs, string(f.Kind))
	}
	var list []member
	for _, s := range span {
		list = append(list, member{s, text})
	}
	return members(append(span, "verb"), append(
		list,
		member{"verb", object{{"enum", verbs}}},
		member{"quantity", whole},
		member{"item", text},
		member{"all", yes},
		member{"more", yes},
		member{"material", text},
		member{"from", text},
		member{"into", text},
		member{"to", text},
		member{"with", text},
		member{"at", text},
		member{"seconds", whole},
		member{"shape", object{{"enum", []goals.Shape{goals.Platform, goals.Wall, goals.Pillar, goals.Row}}}},
		member{"width", whole},
		member{"height", whole},
		member{"biome", text},
		member{"text", text},
	)...)
}

// marshalled is a schema as JSON.
func marshalled(o object) json.RawMessage {
	raw, err := json.Marshal(o)
	if err != nil { // strings, lists and objects of them always marshal
		panic("prompt: " + err.Error())
	}
	return raw
}

var yes = object{{"type", "boolean"}}
