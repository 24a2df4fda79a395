// SPDX-License-Identifier: MIT

package command

import (
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/messages"
	"github.com/minehand/minehand/ui/view"
)

// Fill says what the service adds to the params of a call, which Route cannot
// know.
type Fill string

// What is filled in. FillNext is the value after the current one.
const (
	FillNothing Fill = ""
	// FillWaiting: the plan that waits for a yes, with its revision.
	FillWaiting Fill = "waiting"
	// FillCurrent: the task that the status is about.
	FillCurrent Fill = "current"
	// FillEnded: the task that ended last.
	FillEnded Fill = "ended"
	FillNext  Fill = "next"
)

// Routed is the call that a slash command stands for.
type Routed struct {
	Command view.Command
	// Call of the call table; empty for /help, which is answered from the
	// catalogue.
	Call   string
	Params any
	Fill   Fill
	// Change of the plan that waits, for an edit; nil for other calls.
	Change *Change
	// Words for its answer; nil for those of the call's own row.
	Words Words
	// Long: it makes a task, and is over when that is.
	Long bool
}

// builtin is one of Minehand's own commands.
type builtin struct {
	name   string
	need   view.ArgsNeed
	schema *view.ArgSchema
	call   string
	fill   Fill
	long   bool
	words  Words
	// params makes those of the call from arguments that are there; nil for
	// commands that take none.
	params func(args string) (any, error)
	// bare are the params without arguments.
	bare any
}

// otherCall are params of another call than the command's own.
type otherCall struct {
	call   string
	params any
}

func text(name, placeholder string) *view.ArgSchema {
	return &view.ArgSchema{Type: view.ArgText, Name: name, Placeholder: placeholder}
}

func enum(values ...string) *view.ArgSchema {
	return &view.ArgSchema{Type: view.ArgEnum, Values: values}
}

func from(t view.ArgType, source string) *view.ArgSchema {
	return &view.ArgSchema{Type: t, CompletionSource: source}
}

func modes() []string { return game.Mode("").Values() }

// builtins is the table of Minehand's own commands.
var builtins = []builtin{
	{
		name: "goal", need: view.ArgsRequired, schema: text("goal", "get 3 diamonds"), call: "send-prompt", long: true,
		params: func(a string) (any, error) { return view.Prompt{Prompt: a}, nil },
	},
	{name: "stop", need: view.ArgsNone, call: "stop-task", bare: view.OfBody{}},
	{name: "abort", need: view.ArgsNone, call: "stop-task", bare: view.OfBody{}},
	{name: "pause", need: view.ArgsNone, call: "pause-task", bare: view.OfBody{}},
	{
		name: "resume", need: view.ArgsOptional, schema: from(view.ArgTask, "tasks"), call: "resume-task", bare: view.Resume{},
		params: func(a string) (any, error) { return view.Resume{TaskID: a}, nil },
	},
	{
		name: "remember", need: view.ArgsRequired, schema: text("name", "home"), call: "remember-place",
		params: func(a string) (any, error) { return view.RememberPlace{Name: a}, nil },
	},
	{
		name: "forget", need: view.ArgsRequired, schema: text("name", "home"), call: "forget-place",
		params: func(a string) (any, error) { return view.OfPlace{Name: a}, nil },
	},
	{
		name: "owner", need: view.ArgsRequired, schema: text("name", "Alex"), call: "set-owner",
		params: func(a string) (any, error) { return view.Owner{Name: a}, nil },
	},
	{name: "places", need: view.ArgsNone, call: "get-kept", bare: view.OfBody{}},
	{
		name: "order", need: view.ArgsRequired, schema: text("order", "always keep 10 torches"), call: "add-order",
		params: func(a string) (any, error) { return view.AddOrder{Text: a}, nil },
	},
	{
		name: "orders", need: view.ArgsOptional, schema: text("change", "pause 2"), call: "change-order", params: orderChange,
		bare: otherCall{"get-kept", view.OfBody{}},
	},
	{name: "clear", need: view.ArgsNone, call: "clear-queue", bare: view.Clear{}},
	{
		name: "retry", need: view.ArgsOptional, schema: from(view.ArgTask, "tasks"), call: "retry-task", bare: view.Retry{},
		fill: FillEnded, long: true, params: func(a string) (any, error) { return view.Retry{TaskID: a}, nil },
	},
	{name: "skip", need: view.ArgsNone, call: "skip-action", bare: view.OfBody{}},
	{
		name: "approve", need: view.ArgsOptional, schema: enum("yes", "all", "no"), call: "answer-plan",
		bare: view.Answer{Approve: true}, fill: FillWaiting,
		params: func(a string) (any, error) { return view.Answer{Approve: a != "no", All: a == "all"}, nil },
	},
	{name: "edit", need: view.ArgsRequired, schema: text("change", "remove 2"), call: "edit-plan", fill: FillWaiting, params: change},
	{
		name: "mode", need: view.ArgsOptional, schema: enum(modes()...), call: "set-settings", bare: view.ChangeSettings{},
		fill: FillNext, params: func(a string) (any, error) { return view.ChangeSettings{Mode: game.Mode(a)}, nil },
	},
	{
		name:   "model",
		need:   view.ArgsOptional,
		schema: from(view.ArgModel, "models"),
		call:   "set-settings",
		bare:   view.ChangeSettings{},
		fill:   FillNext,
		params: func(a string) (any, error) {
			if strings.HasSuffix(a, "/") || strings.HasPrefix(a, "/") {
				return nil, sentence("%q lacks a part: write PROVIDER/MODEL, such as lmstudio/qwen3-4b", a)
			}
			return view.ChangeSettings{Model: a}, nil
		},
	},
	{
		name: "provider", need: view.ArgsOptional, schema: from(view.ArgPicker, "providers"), call: "set-settings",
		bare: view.ChangeSettings{}, fill: FillNext,
		params: func(a string) (any, error) { return view.ChangeSettings{Provider: a}, nil },
	},
	{
		name:   "temperature",
		need:   view.ArgsRequired,
		schema: &view.ArgSchema{Type: view.ArgQuantity, Name: "number", Placeholder: "0.2"},
		call:   "set-settings",
		params: func(a string) (any, error) {
			n, err := number(a)
			return view.ChangeSettings{Temperature: &n}, err
		},
	},
	{
		name: "policy", need: view.ArgsOptional, schema: enum(view.Policy("").Values()...), call: "set-settings",
		bare: view.ChangeSettings{}, fill: FillNext,
		params: func(a string) (any, error) { return view.ChangeSettings{Policy: view.Policy(a)}, nil },
	},
	{
		name: "ask", need: view.ArgsRequired, schema: text("question", "how do I make a cake?"), call: "talk",
		params: func(a string) (any, error) { return view.Talk{Text: a, Ask: true}, nil },
	},
	{
		name:   "speed",
		need:   view.ArgsRequired,
		schema: &view.ArgSchema{Type: view.ArgQuantity, Name: "number", Placeholder: "60"},
		call:   "set-practice-speed",
		params: func(a string) (any, error) {
			n, err := number(a)
			return view.PracticeSpeed{Speed: n}, err
		},
	},
	{
		name: "instance", need: view.ArgsOptional, schema: from(view.ArgInstance, "instances"), call: "connect-instance",
		bare: view.Connect{}, fill: FillNext, params: func(a string) (any, error) { return view.Connect{InstanceID: a}, nil },
	},
	{name: "status", need: view.ArgsNone, call: "get-status", bare: view.OfBody{}},
	{name: "state", need: view.ArgsNone, call: "get-state", bare: view.OfBody{}},
	{name: "inventory", need: view.ArgsNone, call: "get-inventory", bare: view.OfBody{}},
	{name: "queue", need: view.ArgsNone, call: "get-queue", bare: view.OfBody{}},
	{name: "history", need: view.ArgsNone, call: "list-tasks", bare: view.TaskQuery{Limit: 10}},
	{
		name: "plan", need: view.ArgsOptional, schema: from(view.ArgTask, "tasks"),
		call: "get-task", bare: view.OfTask{}, fill: FillCurrent, words: Says(planWords), params: ofTask,
	},
	{
		name: "why", need: view.ArgsOptional, schema: from(view.ArgTask, "tasks"), call: "get-task", bare: view.OfTask{},
		fill: FillCurrent, params: ofTask,
	},
	{
		name:   "improve",
		need:   view.ArgsRequired,
		schema: text("goal", "get diamonds"),
		call:   "ask-provider",
		params: func(a string) (any, error) {
			return view.AskProvider{Task: "chat", Context: map[string]any{"prompt": a}}, nil
		},
	},
	{
		name:   "mission",
		need:   view.ArgsOptional,
		schema: from(view.ArgPicker, "missions"),
		call:   "run-missions",
		bare:   otherCall{"list-mission-runs", view.Nothing{}},
		params: func(a string) (any, error) {
			words := strings.Fields(a)
			if words[0] == "stop" {
				if len(words) > 1 {
					return nil, sentence("stop takes nothing more: leave out %q", strings.Join(words[1:], " "))
				}
				return otherCall{"stop-missions", view.Nothing{}}, nil
			}
			return view.RunMissions{Sets: words[:1], Providers: words[1:]}, nil
		},
	},
	{
		name: "help", need: view.ArgsOptional, schema: from(view.ArgPicker, "commands"),
		params: func(a string) (any, error) { return strings.TrimPrefix(a, "/"), nil }, bare: "",
	},
}

// orderChange reads "pause", "resume 2", "forget 3".
func orderChange(a string) (any, error) {
	words := strings.Fields(a)
	c := view.ChangeOrder{Change: view.OrderChange(words[0])}
	if !slices.Contains(c.Change.Values(), words[0]) || len(words) > 2 {
		return nil, sentence("%q is no change of an order: use %s, and the number of one of them", a, strings.Join(c.Change.Values(), ", "))
	}
	if len(words) == 2 {
		n, err := number(words[1])
		if err != nil || n < 1 || n != float64(int(n)) {
			return nil, sentence("%q is no number of an order", words[1])
		}
		c.Number = int(n)
	}
	return c, nil
}

func ofTask(a string) (any, error) { return view.OfTask{TaskID: a}, nil }

// elsewhere are names that other programs have and Minehand has not, with what
// to do instead.
var elsewhere = map[string]string{
	"thinking": "how a model thinks is set in its provider's configuration",
	"compact":  "nothing has to be compacted: each goal is planned from what is known now",
	"new":      "there are no sessions to begin: /clear lets go of what waits, and the next goal stands for itself",
	"stats":    "/history and /status say how tasks went",
	"name":     "players have the names that their games give them",
	"fork":     "a task cannot be forked: /retry does one again",
	"todos":    "/queue shows what waits",
}

// Catalogue returns all commands, of each name one: the builtins, the kinds of
// action, and a body's own.
func Catalogue(body []view.Command) []view.Command {
	var list []view.Command
	for i := range builtins {
		b := &builtins[i]
		list = append(list, view.Command{
			Name: b.name, Description: messages.Say(messages.English, game.Say("command."+b.name)), Source: view.SourceBuiltin,
			Args: view.Args{Type: b.need, Schema: b.schema},
		})
	}
	for _, k := range game.Catalogue() {
		if !k.Local {
			list = append(list, action(&k))
		}
	}
	for _, c := range body {
		c.Name, c.Source = strings.TrimPrefix(c.Name, "/"), view.SourceBody
		if c.Args.Type == "" {
			c.Args = view.Args{Type: view.ArgsOptional, Schema: text("args", "")}
		}
		list = append(list, c)
	}
	seen := map[string]bool{}
	return slices.DeleteFunc(list, func(c view.Command) bool {
		again := seen[c.Name] || c.Name == ""
		seen[c.Name] = true
		return again
	})
}

// action is the command of a kind of action: its arguments are the kind's
// fields.
func action(k *game.KindInfo) view.Command {
	c := view.Command{
		Name: string(k.Kind), Description: strings.ToUpper(k.Doc[:1]) + k.Doc[1:], Source: view.SourceAction,
		Args: view.Args{Type: view.ArgsOptional},
	}
	if len(k.AnyOf) > 0 {
		c.Args.Type = view.ArgsRequired
	}
	for i, f := range k.Fields {
		if f.Required {
			c.Args.Type = view.ArgsRequired
		}
		s := argument(&f)
		if i == 0 {
			c.Args.Schema = &s
		} else {
			c.Args.Rest = append(c.Args.Rest, s)
		}
	}
	if len(k.Fields) == 0 {
		c.Args.Type = view.ArgsNone
	}
	return c
}

func argument(f *game.Field) view.ArgSchema {
	s := view.ArgSchema{Type: view.ArgText, Name: f.Name, Required: f.Required, Placeholder: f.Doc}
	switch f.Type {
	case game.TypeItem:
		s.Type, s.CompletionSource = view.ArgItem, "items"
	case game.TypeBlock:
		s.Type, s.CompletionSource = view.ArgBlock, "blocks"
	case game.TypeTarget:
		if s.CompletionSource = "targets"; f.Mob {
			s.CompletionSource = "mobs"
		}
	case game.TypeEnum:
		s.Type, s.Values = view.ArgEnum, f.Enum
	case game.TypeInteger, game.TypeNumber:
		s.Type = view.ArgQuantity
	case game.TypePosition:
		s.Type = view.ArgPlace
	case game.TypeText, game.TypeUntil, game.TypeEdits, game.TypeCounts:
	}
	return s
}

// Calls are those that Minehand's own slash commands stand for, each once, but for
// those that make a task.
func Calls() []string {
	var names []string
	for _, b := range builtins {
		if other, is := b.bare.(otherCall); is && !slices.Contains(names, other.call) {
			names = append(names, other.call)
		}
		if b.call != "" && !b.long && !slices.Contains(names, b.call) {
			names = append(names, b.call)
		}
	}
	return names
}
