// SPDX-License-Identifier: MIT

package command

import (
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/ui/view"
)

// maxCompletions is the most that one answer holds.
const maxCompletions = 50

// Complete lists what may be typed next, best first. values gives those of a
// completion source and is asked only for the one that is wanted; it may be nil.
func Complete(catalogue []view.Command, what view.CompleteWhat, values func(source string) []view.Completion) []view.Completion {
	name := strings.TrimPrefix(strings.TrimSpace(what.Command), "/")
	names := make([]view.Completion, len(catalogue))
	for i, c := range catalogue {
		names[i] = view.Completion{Value: "/" + c.Name, Description: c.Description}
	}
	if name == "" {
		return fitting(names, "/"+strings.TrimPrefix(what.Prefix, "/"), "")
	}
	i := slices.IndexFunc(catalogue, func(c view.Command) bool { return strings.EqualFold(c.Name, name) })
	if i < 0 || catalogue[i].Args.Type == view.ArgsNone || catalogue[i].Args.Schema == nil {
		return []view.Completion{}
	}
	schema, done, typed := next(catalogue[i], what.Prefix)
	if schema == nil {
		return []view.Completion{}
	}
	var list []view.Completion
	switch {
	case schema.Type == view.ArgEnum:
		for _, v := range schema.Values {
			list = append(list, view.Completion{Value: v})
		}
	case schema.CompletionSource == "commands":
		list = names
	case schema.CompletionSource != "" && values != nil:
		list = values(schema.CompletionSource)
	}
	return fitting(list, typed, done)
}

// next is the argument that is being typed, what stands before it, and its
// beginning; nil when there is none left.
func next(c view.Command, prefix string) (*view.ArgSchema, string, string) {
	if c.Source != view.SourceAction {
		return c.Args.Schema, "", prefix
	}
	cut := strings.LastIndex(prefix, " ") + 1
	done, typed := prefix[:cut], prefix[cut:]
	kind, _ := game.Lookup(game.Kind(c.Name))
	given, err := fields(&kind, done)
	if err != nil {
		return nil, "", ""
	}
	all := append([]view.ArgSchema{*c.Args.Schema}, c.Args.Rest...)
	for i := range all {
		_, there := given[all[i].Name]
		_, placed := given["x"]
		if !there && !(placed && all[i].Type == view.ArgPlace) && (all[i].Type == view.ArgEnum || all[i].CompletionSource != "") {
			return &all[i], done, typed
		}
	}
	return nil, "", ""
}

// fitting are the completions that begin with what was typed, then those that
// have it in them.
func fitting(list []view.Completion, typed, done string) []view.Completion {
	typed = strings.ToLower(typed)
	begin, within := []view.Completion{}, []view.Completion{}
	for _, c := range list {
		v := strings.ToLower(c.Value)
		c.Value = done + c.Value
		switch {
		case strings.HasPrefix(v, typed):
			begin = append(begin, c)
		case strings.Contains(v, strings.TrimPrefix(typed, "/")):
			within = append(within, c)
		}
	}
	begin = append(begin, within...)
	return begin[:min(len(begin), maxCompletions)]
}
