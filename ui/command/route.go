// SPDX-License-Identifier: MIT

package command

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/internal/lists"
	"github.com/minehand/minehand/internal/spelling"
	"github.com/minehand/minehand/ui/view"
)

// sentence is an error for people.
func sentence(format string, args ...any) error { return fmt.Errorf(format, args...) }

// Split parts a typed line into a command: "/mode hybrid".
func Split(line string) view.SlashCommand {
	name, args, _ := strings.Cut(strings.TrimSpace(line), " ")
	return view.SlashCommand{Command: name, Args: strings.TrimSpace(args)}
}

// Route finds the call that a slash command stands for. It is pure. Errors say
// what is wrong with the input.
func Route(catalogue []view.Command, in view.SlashCommand) (Routed, error) {
	name, args := strings.TrimPrefix(strings.TrimSpace(in.Command), "/"), strings.TrimSpace(in.Args)
	if before, after, ok := strings.Cut(name, " "); ok && args == "" { // all in one
		name, args = before, strings.TrimSpace(after)
	}
	i := slices.IndexFunc(catalogue, func(c view.Command) bool { return strings.EqualFold(c.Name, name) })
	if i < 0 {
		return Routed{}, unknown(catalogue, name)
	}
	c := catalogue[i]
	switch {
	case c.Args.Type == view.ArgsNone && args != "":
		return Routed{Command: c}, sentence("/%s takes no arguments: leave out %q", c.Name, args)
	case c.Args.Type == view.ArgsRequired && args == "":
		return Routed{Command: c}, sentence("/%s needs more: %s", c.Name, usageOf(c))
	}
	switch c.Source {
	case view.SourceAction:
		return routeAction(c, args, in.OfBody)
	case view.SourceBody:
		return Routed{Command: c, Call: "run-command", Params: view.RunCommand{Name: c.Name, Args: args, OfBody: in.OfBody}}, nil
	case view.SourceBuiltin, view.SourceMission:
	}
	return routeBuiltin(c, args, in.OfBody)
}

func routeBuiltin(c view.Command, args string, of view.OfBody) (Routed, error) {
	b := &builtins[slices.IndexFunc(builtins, func(b builtin) bool { return b.name == c.Name })]
	r := Routed{Command: c, Call: b.call, Params: b.bare, Long: b.long, Fill: b.fill, Words: b.words}
	if s := b.schema; s != nil && s.Type == view.ArgEnum && args != "" && !slices.Contains(s.Values, args) {
		return r, sentence("/%s has no %q: use %s", c.Name, args, strings.Join(s.Values, ", "))
	}
	if args != "" {
		var err error
		if r.Params, err = b.params(args); err != nil {
			return r, fmt.Errorf("/%s: %w", c.Name, err)
		}
		if r.Fill != FillWaiting { // which is about a plan, not about the argument
			r.Fill = FillNothing
		}
	}
	if other, is := r.Params.(otherCall); is {
		r.Call, r.Params = other.call, other.params
	}
	if c, is := r.Params.(Change); is {
		r.Change, r.Params = &c, view.Edit{}
	}
	if r.Fill != FillNext { // which is about no body, or chooses one
		r.Params = onBody(r.Params, of)
	}
	return r, nil
}

// onBody names the body in params of calls about one, unless they name theirs.
func onBody(params any, of view.OfBody) any {
	if params == nil {
		return nil
	}
	p := reflect.New(reflect.TypeOf(params))
	p.Elem().Set(reflect.ValueOf(params))
	if named, about := p.Interface().(interface{ Named() *string }); about && *named.Named() == "" {
		*named.Named() = of.Instance
	}
	return p.Elem().Interface()
}

// routeAction makes a ready list of one action.
func routeAction(c view.Command, args string, of view.OfBody) (Routed, error) {
	kind, _ := game.Lookup(game.Kind(c.Name))
	members, err := fields(&kind, args)
	if err != nil {
		return Routed{Command: c}, fmt.Errorf("%w: %s", err, usageOf(c))
	}
	data, err := json.Marshal(members)
	if err != nil {
		return Routed{Command: c}, err
	}
	var a game.Action
	if err := json.Unmarshal(data, &a); err != nil {
		return Routed{Command: c}, fmt.Errorf("/%s: %w", c.Name, game.JSONFault(err))
	}
	if err := a.Validate(); err != nil {
		return Routed{Command: c}, fmt.Errorf("/%s: %w: %s", c.Name, err, usageOf(c))
	}
	p := view.Prompt{OfBody: of, Settings: view.PromptSettings{Actions: []game.Action{a}}}
	return Routed{Command: c, Call: "send-prompt", Params: p, Long: true}, nil
}

// unknown names what may have been meant.
func unknown(catalogue []view.Command, name string) error {
	if name == "" {
		return errors.New("a slash command has a name: /help lists them")
	}
	lower := strings.ToLower(name)
	why := elsewhere[lower]
	if strings.HasPrefix(lower, "skill:") {
		why = "skills are not called by name: Minehand picks them when a goal needs one"
	}
	if why != "" {
		return sentence("there is no command /%s: %s", name, why)
	}
	names := lists.Of(catalogue, func(c *view.Command) string { return c.Name })
	if near := spelling.Nearest(lower, names); len(near) > 0 {
		return sentence("there is no command /%s; did you mean /%s?", name, strings.Join(near, " or /"))
	}
	return sentence("there is no command /%s; /help lists those there are", name)
}

// usageOf is how a command is written: "/mine TARGET [QUANTITY] [X Y Z]".
func usageOf(c view.Command) string {
	usage := "write /" + c.Name
	add := func(s *view.ArgSchema, optional bool) {
		word := strings.ToUpper(s.Name)
		switch {
		case s.Type == view.ArgEnum:
			word = strings.Join(s.Values, "|")
		case s.Type == view.ArgPlace:
			word = "X Y Z"
		case word == "":
			word = strings.ToUpper(strings.TrimSuffix(s.CompletionSource, "s"))
		}
		if optional {
			word = "[" + word + "]"
		}
		usage += " " + word
	}
	if c.Args.Schema != nil {
		add(c.Args.Schema, c.Args.Type != view.ArgsRequired)
	}
	for i := range c.Args.Rest {
		add(&c.Args.Rest[i], !c.Args.Rest[i].Required)
	}
	return usage
}

func number(s string) (float64, error) {
	n, err := strconv.ParseFloat(s, 64)
	if err != nil || n != n || n-n != 0 {
		return 0, sentence("%q is no number", s)
	}
	return n, nil
}

// fields reads the arguments of an action: by their place, or by name
// (radius=16). A name of several words needs no quotes: /mine diamond ore 5.
func fields(k *game.KindInfo, args string) (map[string]any, error) {
	out := map[string]any{"type": k.Kind}
	if len(k.Fields) > 0 && k.Fields[0].Type == game.TypeEdits {
		switch {
		case args == "":
		case !json.Valid([]byte(args)):
			return nil, sentence("/%s takes its %s as JSON", k.Kind, k.Fields[0].Name)
		default:
			out[k.Fields[0].Name] = json.RawMessage(args)
		}
		return out, nil
	}
	words, err := namedFields(k, args, out)
	if err != nil {
		return nil, err
	}
	for i := range k.Fields {
		f := &k.Fields[i]
		if _, given := out[f.Name]; given || len(words) == 0 {
			continue
		}
		if f.Type == game.TypePosition {
			if len(words) >= 3 && numbers(words[:3]) {
				out["x"], out["y"], out["z"] = json.Number(words[0]), json.Number(words[1]), json.Number(words[2])
				words = words[3:]
			}
			continue
		}
		var v any
		if v, words = value1(f, words, k.Fields[i+1:]); v != nil {
			out[f.Name] = v
		}
	}
	if len(words) > 0 {
		return nil, sentence("/%s has no use for %q", k.Kind, strings.Join(words, " "))
	}
	return out, nil
}

// namedFields puts the arguments of the form name=value into out, and returns the other words.
func namedFields(k *game.KindInfo, args string, out map[string]any) ([]string, error) {
	var words []string
	for word := range strings.FieldsSeq(args) {
		name, value, named := strings.Cut(word, "=")
		f, known := k.Field(name)
		switch {
		case named && (name == "x" || name == "y" || name == "z"):
			f = game.Field{Name: name, Type: game.TypeNumber}
		case !named || !known:
			words = append(words, word)
			continue
		}
		v, rest := value1(&f, []string{value}, nil)
		if v == nil || len(rest) > 0 {
			return nil, sentence("/%s has no %s %q", k.Kind, name, value)
		}
		out[f.Name] = v
	}
	return words, nil
}

// value1 takes the value of a field from the front of words; nil when it is not
// there. later are the fields after it.
func value1(f *game.Field, words []string, later []game.Field) (any, []string) {
	switch f.Type {
	case game.TypeInteger, game.TypeNumber:
		if numbers(words[:1]) {
			return json.Number(words[0]), words[1:]
		}
	case game.TypeEnum:
		if slices.Contains(f.Enum, words[0]) {
			return words[0], words[1:]
		}
	case game.TypeText:
		return strings.Join(words, " "), nil
	case game.TypeItem, game.TypeBlock, game.TypeTarget:
		n := slices.IndexFunc(words, func(w string) bool {
			return numbers([]string{w}) || slices.ContainsFunc(later, func(l game.Field) bool { return slices.Contains(l.Enum, w) })
		})
		if n < 0 {
			n = len(words)
		}
		if n > 0 {
			name := strings.Join(words[:n], "_")
			if f.Type != game.TypeTarget { // which may be a player, whose name has capitals
				name = game.Name(name)
			}
			return name, words[n:]
		}
	case game.TypeUntil:
		return strings.Join(words, " "), nil
	case game.TypeCounts:
		if strings.HasPrefix(words[0], "{") && json.Valid([]byte(words[0])) {
			return json.RawMessage(words[0]), words[1:]
		}
	case game.TypePosition, game.TypeEdits:
	}
	return nil, words
}

func numbers(words []string) bool {
	return !slices.ContainsFunc(words, func(w string) bool {
		_, err := strconv.ParseFloat(w, 64)
		return err != nil || !json.Valid([]byte(w))
	})
}
