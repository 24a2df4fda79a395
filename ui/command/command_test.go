// SPDX-License-Identifier: MIT

package command_test

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/ui"
	"github.com/minehand/minehand/ui/command"
	"github.com/minehand/minehand/ui/view"
)

// TestRoutes: what each line stands for, or what is said of it. The lines of the
// document that the command layer follows (pi-server's unified commands) are
// among them, with Minehand's result.
func TestRoutes(t *testing.T) {
	own := []view.Command{{Name: "home", Description: "Go home"}, {Name: "mine", Description: "shadowed"}, {Name: "/stop", Description: "shadowed"}}
	list := command.Catalogue(own)
	hot, two := 0.2, 2.0
	for _, c := range []struct {
		line   string
		call   string
		params any
		fault  string
	}{
		// The document's own.
		{"/model google/gemini-2.5-flash", "set-settings", view.ChangeSettings{Model: "google/gemini-2.5-flash"}, ""},
		{"/model gemini-2.5-flash", "set-settings", view.ChangeSettings{Model: "gemini-2.5-flash"}, ""},
		{"/model", "set-settings", view.ChangeSettings{}, ""},
		{"/abort", "stop-task", view.OfBody{}, ""},
		{"/model google/", "", nil, "PROVIDER/MODEL"},
		{"/thinking", "", nil, "provider's configuration"},
		{"/thinking high", "", nil, "provider's configuration"},
		{"/compact focus on X", "", nil, "nothing has to be compacted"},
		{"/new", "", nil, "/clear lets go"},
		{"/stats", "", nil, "/history"},
		{"/name my-session", "", nil, "names that their games give"},
		{"/fork", "", nil, "/retry"},
		{"/todos", "", nil, "/queue"},
		{"/skill:web-search", "", nil, "skills are not called by name"},
		{"/plan", "get-task", view.OfTask{}, ""},
		// Minehand's.
		{"/goal get 3 diamonds", "send-prompt", view.Prompt{Prompt: "get 3 diamonds"}, ""},
		{"/goal", "", nil, "/goal needs more"},
		{"/goal /model", "send-prompt", view.Prompt{Prompt: "/model"}, ""},
		{"/mode hybrid", "set-settings", view.ChangeSettings{Mode: game.Hybrid}, ""},
		{"/MODE hybrid", "set-settings", view.ChangeSettings{Mode: game.Hybrid}, ""},
		{"mode hybrid", "set-settings", view.ChangeSettings{Mode: game.Hybrid}, ""},
		{"/mode sideways", "", nil, "use hybrid, high-level, low-level"},
		{"/stop now", "", nil, "takes no arguments"},
		{"/temperature 0.2", "set-settings", view.ChangeSettings{Temperature: &hot}, ""},
		{"/temperature hot", "", nil, `"hot" is no number`},
		{"/temperature NaN", "", nil, "no number"},
		{"/speed 2", "set-practice-speed", view.PracticeSpeed{Speed: two}, ""},
		{"/policy stop", "set-settings", view.ChangeSettings{Policy: view.StopOnFailure}, ""},
		{"/approve", "answer-plan", view.Answer{Approve: true}, ""},
		{"/approve all", "answer-plan", view.Answer{Approve: true, All: true}, ""},
		{"/approve no", "answer-plan", view.Answer{}, ""},
		{"/edit remove 2", "edit-plan", view.Edit{}, ""},
		{"/edit move 3 1", "edit-plan", view.Edit{}, ""},
		{"/edit add mine oak log 4", "edit-plan", view.Edit{}, ""},
		{"/edit remove 0", "", nil, "/plan shows the steps"},
		{"/edit add fly", "", nil, `"fly" is no action`},
		{"/edit", "", nil, "/edit needs more"},
		{"/retry 01ABC", "retry-task", view.Retry{TaskID: "01ABC"}, ""},
		{"/history", "list-tasks", view.TaskQuery{Limit: 10}, ""},
		{"/instance minecraft_1", "connect-instance", view.Connect{InstanceID: "minecraft_1"}, ""},
		{"/mdoe", "", nil, "did you mean /mode"},
		{"/inv", "", nil, "/inventory"},
		{"/xyzzy", "", nil, "/help lists"},
		{"/", "", nil, "/help lists"},
		{"", "", nil, "/help lists"},
		// Kinds of action.
		{"/mine diamond_ore 5", "send-prompt", does(game.Action{Kind: game.Mine, Target: "diamond_ore", Quantity: 5}), ""},
		{"/mine Diamond Ore 5", "send-prompt", does(game.Action{Kind: game.Mine, Target: "diamond_ore", Quantity: 5}), ""},
		{"/mine", "", nil, "/mine needs more"},
		{"/mine stone 5 6 7", "", nil, "write /mine TARGET"},
		{"/craft stick 4 5", "", nil, "/craft has no use for \"5\""},
		{"/mine stone lots", "send-prompt", does(game.Action{Kind: game.Mine, Target: "stone_lots"}), ""}, // the planner's fault names it
		{"/chat hello, you 2", "send-prompt", does(game.Action{Kind: game.Chat, Message: "hello, you 2"}), ""},
		{"/craft stick 4", "send-prompt", does(game.Action{Kind: game.Craft, Recipe: "stick", Quantity: 4}), ""},
		{`/craft stick 4 {"oak_planks":2}`, "send-prompt", does(game.Action{Kind: game.Craft, Recipe: "stick", Quantity: 4, Using: map[string]int{"oak_planks": 2}}), ""},
		{"/mine diamond_ore -1", "", nil, "/mine"},
		{"/goto Steve", "send-prompt", does(game.Action{Kind: game.Goto, Target: "Steve"}), ""},
		{"/build nonsense", "", nil, "as JSON"},
		// A body's own.
		{"/home now", "run-command", view.RunCommand{Name: "home", Args: "now"}, ""},
		{"/stop", "stop-task", view.OfBody{}, ""},
	} {
		r, err := command.Route(list, command.Split(c.line))
		switch {
		case c.fault != "":
			if err == nil || !strings.Contains(err.Error(), c.fault) {
				t.Errorf("%q: got %v, want a sentence with %q", c.line, err, c.fault)
			}
		case err != nil || r.Call != c.call || !reflect.DeepEqual(r.Params, c.params):
			t.Errorf("%q: is %s %+v, %v; want %s %+v", c.line, r.Call, r.Params, err, c.call, c.params)
		}
	}
	r, err := command.Route(list, view.SlashCommand{Command: "/goto", Args: "10 64 -3"})
	if p, ok := r.Params.(view.Prompt); err != nil || !ok || p.Settings.Actions[0].At == nil || p.Settings.Actions[0].At.Z != -3 {
		t.Errorf("/goto 10 64 -3 is %+v, %v", r, err)
	}
}

func does(a game.Action) view.Prompt {
	return view.Prompt{Settings: view.PromptSettings{Actions: []game.Action{a}}}
}

var update = flag.Bool("update", false, "write the table of docs/COMMANDS.md")

// tableRows are the rows of the table in docs/COMMANDS.md.
var tableRows = regexp.MustCompile("(?m)(^\\| `/.*\n)+")

// withRows is the document with the rows of these commands.
func withRows(text []byte, list []view.Command) []byte {
	var rows strings.Builder
	for _, c := range list {
		rows.WriteString(command.Row(c) + "\n")
	}
	at := tableRows.FindIndex(text)
	return slices.Concat(text[:at[0]], []byte(rows.String()), text[at[1]:])
}

// TestTheBodyOfACommandIsThatOfItsCall: of each command whose call is about a body; the one
// that chooses a body has its own.
func TestTheBodyOfACommandIsThatOfItsCall(t *testing.T) {
	list, named := command.Catalogue([]view.Command{{Name: "home", Description: "Go home"}}), 0
	for _, c := range list {
		r, err := command.Route(list, view.SlashCommand{Command: c.Name, Args: sample(c), OfBody: view.OfBody{Instance: "b9"}})
		if err != nil {
			t.Errorf("/%s %s: %v", c.Name, sample(c), err)
			continue
		}
		if r.Params == nil || r.Fill == command.FillNext {
			continue
		}
		p := reflect.New(reflect.TypeOf(r.Params))
		p.Elem().Set(reflect.ValueOf(r.Params))
		if of, about := p.Interface().(interface{ Named() *string }); about {
			if named++; *of.Named() != "b9" {
				t.Errorf("/%s is about %q", c.Name, *of.Named())
			}
		}
	}
	if named < 20 {
		t.Errorf("only %d commands are about a body", named)
	}
	r, err := command.Route(list, view.SlashCommand{Command: "instance", Args: "b1", OfBody: view.OfBody{Instance: "b9"}})
	if err != nil || r.Params != (view.Connect{InstanceID: "b1"}) {
		t.Errorf("/instance b1 is %+v, %v", r.Params, err)
	}
	if r, err = command.Route(list, view.SlashCommand{Command: "instance", OfBody: view.OfBody{Instance: "b9"}}); err != nil || r.Params != (view.Connect{}) {
		t.Errorf("/instance is %+v, %v", r.Params, err)
	}
}

// TestNothingDrifts: every command is routed to a call that there is, can be
// completed as its schema says, and stands in the document; so does every call
// whose answer has words.
func TestNothingDrifts(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "COMMANDS.md"))
	if err != nil {
		t.Fatal(err)
	}
	calls := map[string]ui.Call{}
	for _, c := range ui.Calls() {
		calls[c.Name] = c
	}
	list := command.Catalogue(nil)
	if *update {
		text = withRows(text, list)
		if err := os.WriteFile(filepath.Join("..", "..", "docs", "COMMANDS.md"), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	kinds := 0
	for _, c := range list {
		if c.Source == view.SourceAction {
			kinds++
		}
		row := "| `/" + c.Name + "`"
		if !strings.Contains(string(text), row) {
			t.Errorf("docs/COMMANDS.md has no row for /%s: run go test ./ui/command -update, which writes %s", c.Name, command.Row(c))
		} else if !strings.Contains(string(text), command.Row(c)) {
			t.Errorf("docs/COMMANDS.md has another row for /%s: run go test ./ui/command -update, which writes %s", c.Name, command.Row(c))
		}
		if c.Description == "" || c.Args.Type == "" {
			t.Errorf("/%s is %+v", c.Name, c)
		}
		found := command.Complete(list, view.CompleteWhat{Prefix: "/" + c.Name}, nil)
		if len(found) == 0 || found[0].Value != "/"+c.Name && !strings.HasPrefix(found[0].Value, "/"+c.Name) {
			t.Errorf("/%s is completed as %v", c.Name, found)
		}
		if s := c.Args.Schema; s != nil {
			args := command.Complete(list, view.CompleteWhat{Command: c.Name}, func(source string) []view.Completion {
				return []view.Completion{{Value: "a-" + source}}
			})
			if (s.CompletionSource != "" || len(s.Values) > 0) && len(args) == 0 {
				t.Errorf("the arguments of /%s cannot be completed", c.Name)
			}
		}
		r, err := command.Route(list, view.SlashCommand{Command: c.Name, Args: sample(c)})
		if err != nil {
			t.Errorf("/%s %s: %v", c.Name, sample(c), err)
			continue
		}
		if call, ok := calls[r.Call]; r.Call != "" && (!ok || reflect.TypeOf(r.Params) != call.Params) {
			t.Errorf("/%s is the call %q with %T; its params are %v", c.Name, r.Call, r.Params, call.Params)
		}
	}
	want := 0
	for _, k := range game.Catalogue() {
		if !k.Local {
			want++
		}
	}
	if kinds != want {
		t.Errorf("%d kinds of action are commands, of %d", kinds, want)
	}
}

// sample are arguments that fit a command.
func sample(c view.Command) string {
	s := c.Args.Schema
	switch {
	case s == nil || c.Args.Type != view.ArgsRequired:
		return ""
	case c.Name == "edit":
		return s.Placeholder
	case c.Name == "build":
		return `[{"x":1,"y":2,"z":3,"block":"stone"}]`
	case s.Type == view.ArgEnum:
		return s.Values[0]
	case s.Type == view.ArgQuantity:
		return "1"
	case s.Type == view.ArgPlace:
		return "1 2 3"
	}
	if slices.ContainsFunc(c.Args.Rest, func(s view.ArgSchema) bool { return s.Required }) {
		return "stone 1 2 3 4"
	}
	return "stone"
}

// TestCompletions of names, values, and the arguments of an action one after
// the other.
func TestCompletions(t *testing.T) {
	list := command.Catalogue(nil)
	source := func(name string) []view.Completion {
		return map[string][]view.Completion{
			"models": {{Value: "lmstudio/qwen3-4b"}, {Value: "google/gemini-2.5-flash"}},
			"blocks": {{Value: "deepslate_diamond_ore"}, {Value: "diamond_ore"}},
			"items":  {{Value: "iron_sword"}},
		}[name]
	}
	for _, c := range []struct{ command, prefix, want string }{
		{"", "/mod", "/mode /model"},
		{"", "mod", "/mode /model"},
		{"/model", "", "lmstudio/qwen3-4b google/gemini-2.5-flash"},
		{"model", "gem", "google/gemini-2.5-flash"},
		{"/mode", "h", "hybrid high-level"},
		{"/stop", "", ""},
		{"/xyzzy", "", ""},
		{"/mine", "dia", "diamond_ore deepslate_diamond_ore"},
		{"/mine", "diamond_ore ", ""},
		{"/equip", "iron_sword he", "iron_sword head"},
		{"/help", "/mod", "/mode /model"},
	} {
		var got []string
		for _, v := range command.Complete(list, view.CompleteWhat{Command: c.command, Prefix: c.prefix}, source) {
			got = append(got, v.Value)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%q %q goes on as %q, want %q", c.command, c.prefix, got, c.want)
		}
	}
}

// FuzzRoute: no input breaks it, and what it gives is an answer.
func FuzzRoute(f *testing.F) {
	for _, line := range []string{"/mine diamond ore 5 1 2 3", "/goto x=1 y=2", "/build [", "/model a/", "/equip a hand", "/ / /", "/goal \x00"} {
		f.Add(line)
	}
	list := command.Catalogue([]view.Command{{Name: "home"}})
	f.Fuzz(func(t *testing.T, line string) {
		r, err := command.Route(list, command.Split(line))
		if err == nil && r.Call == "" && r.Command.Name != "help" {
			t.Errorf("%q is nothing", line)
		}
		if err == nil {
			if _, err := json.Marshal(r.Params); err != nil {
				t.Errorf("%q: %v", line, err)
			}
		}
		command.Complete(list, view.CompleteWhat{Command: line, Prefix: line}, nil)
	})
}

// TestChangesOfAPlan: what /edit makes of the steps of the plan that waits.
func TestChangesOfAPlan(t *testing.T) {
	steps := make([]view.Step, 3)
	for i, target := range []string{"dirt", "stone", "coal"} {
		steps[i].Action = game.Action{ID: "x", Kind: game.Mine, Target: target, Quantity: 1}
	}
	for args, want := range map[string]string{
		"remove 2": "dirt coal", "move 3 1": "coal dirt stone", "move 1 3": "stone coal dirt", "add mine oak log 4": "dirt stone coal oak_log",
		"add /MINE sand": "dirt stone coal sand", "remove 4": "the plan that waits has 3 steps", "move 1 4": "the plan that waits has 3 steps",
	} {
		r, err := command.Route(command.Catalogue(nil), view.SlashCommand{Command: "/edit", Args: args})
		if err != nil {
			t.Errorf("/edit %s: %v", args, err)
			continue
		}
		list, err := r.Change.Of(steps)
		var got []string
		for _, a := range list {
			got = append(got, a.Target+a.ID)
		}
		if err != nil {
			got = []string{err.Error()}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("/edit %s makes %q, want %q", args, got, want)
		}
	}
}
