// SPDX-License-Identifier: MIT

package reply

import (
	"encoding/json"
	"strings"

	"github.com/minehand/minehand/internal/budget"
	"github.com/minehand/minehand/llm"
)

// Read finds the plan in a reply. The error is a *Fault; with TerminalOnly the
// commands are in the Parsed that comes with it.
func Read(resp llm.Response) (Parsed, error) {
	if resp.Truncated() {
		return Parsed{}, fault(Cut)
	}
	content, thoughts := llm.SplitThinking(resp.Content)
	var worst *Fault
	for _, text := range sources(content, resp, thoughts) {
		p, f := readText(text)
		if f == nil {
			return p, nil
		}
		if f.Kind == TerminalOnly {
			return p, f
		}
		if worst == nil || rank(f.Kind) > rank(worst.Kind) {
			worst = f
		}
	}
	return Parsed{}, worst
}

// sources are the texts that may hold the plan, the likeliest first: what the
// model said, the calls it made, its thoughts.
func sources(content string, resp llm.Response, thoughts string) []string {
	list := []string{content}
	for _, c := range resp.ToolCalls {
		if c.Name == "" || c.Name == submitTool {
			list = append(list, c.Arguments)
			continue
		}
		// A call that is named for an action is that action.
		list = append(list, `{"name":`+quote(c.Name)+`,"arguments":`+orEmpty(c.Arguments)+`}`)
	}
	if calls := len(resp.ToolCalls); calls > 1 {
		list = append([]string{content, strings.Join(list[1:], "\n")}, list[1:]...)
	}
	return append(list, resp.Reasoning, thoughts)
}

func orEmpty(arguments string) string {
	if strings.TrimSpace(arguments) == "" {
		return "{}"
	}
	return arguments
}

// rank orders faults by how much they say about what went wrong.
func rank(k FaultKind) int {
	switch k {
	case Nothing:
		return 0
	case NoJSON:
		return 1
	case NoPlan:
		return 2
	case Broken:
		return 3
	case Empty:
		return 4
	default:
	}
	return 5
}

func readText(text string) (Parsed, *Fault) {
	if len(text) > budget.ModelReply.Bytes() {
		return Parsed{}, fault(TooLarge)
	}
	segs, f := segments(text)
	if f != nil {
		return Parsed{}, f
	}
	switch {
	case len(segs) > 0:
	case strings.TrimSpace(text) == "":
		return Parsed{}, fault(Nothing)
	default:
		return Parsed{}, fault(NoJSON)
	}
	var values []value
	var broken *Fault
	mendable := maxMended
	for _, s := range segs {
		v, f := decode(s, &mendable)
		if f != nil {
			if broken == nil || rank(f.Kind) > rank(broken.Kind) {
				broken = f
			}
			continue
		}
		values = append(values, v)
	}
	p, f := assemble(values)
	if f != nil && broken != nil && f.Kind == NoPlan {
		f = broken
	}
	return p, f
}

// assemble joins the values of a text: those that follow each other without
// words between them are one plan in pieces, and of several plans with words
// between them the last is the one that the model settled on.
func assemble(values []value) (Parsed, *Fault) {
	var best, run Parsed
	found, running, empty := false, false, false
	keep := func() {
		if running && (run.Entries() > 0 || run.Impossible != "" || !found) {
			best, found = run, true
		}
		run, running = Parsed{}, false
	}
	for _, v := range values {
		p, ok := shapeOf(v.v, 0)
		if !ok {
			continue
		}
		if v.apart {
			keep()
		}
		p.Mended = v.mended
		run, running = join(run, p, running), true
	}
	keep()
	if !found {
		return Parsed{}, fault(NoPlan)
	}
	empty = best.Entries() == 0 && best.Impossible == ""
	switch {
	case empty && len(best.Terminal) > 0:
		return best, fault(TerminalOnly)
	case empty:
		return Parsed{}, fault(Empty)
	}
	return best, nil
}

func join(a, b Parsed, running bool) Parsed {
	if !running {
		return b
	}
	if b.Shape != a.Shape {
		a.Shape = List
	}
	for _, g := range b.Groups {
		if n := len(a.Groups); g.Description == "" && n > 0 && a.Groups[n-1].Description == "" {
			a.Groups[n-1].Entries = append(a.Groups[n-1].Entries, g.Entries...)
			continue
		}
		a.Groups = append(a.Groups, g)
	}
	a.GoalCheck = append(a.GoalCheck, b.GoalCheck...)
	a.Terminal = append(a.Terminal, b.Terminal...)
	if b.Say != "" {
		a.Say = b.Say
	}
	if b.Impossible != "" {
		a.Impossible = b.Impossible
	}
	a.Mended = a.Mended || b.Mended
	return a
}

// Holding finds the JSON object of a reply that has a member, wherever it stands
// and mended where it must be; ok is false for none, and for a reply that was
// cut. Names of members are in lower case and of letters and digits.
func Holding(resp llm.Response, member string) (raw json.RawMessage, ok bool) {
	if resp.Truncated() {
		return nil, false
	}
	content, thoughts := llm.SplitThinking(resp.Content)
	texts := []string{content}
	for _, c := range resp.ToolCalls {
		texts = append(texts, c.Arguments)
	}
	for _, text := range append(texts, resp.Reasoning, thoughts) {
		if len(text) > budget.ModelReply.Bytes() {
			continue
		}
		segs, f := segments(text)
		if f != nil {
			continue
		}
		mendable := maxMended
		for _, s := range segs {
			v, f := decode(s, &mendable)
			if f != nil {
				continue
			}
			if o, is := v.v.(map[string]any); is && o[member] != nil {
				if raw, err := json.Marshal(o); err == nil {
					return raw, true
				}
			}
		}
	}
	return nil, false
}
