// SPDX-License-Identifier: MIT

package app

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/internal/budget"
	"github.com/minehand/minehand/llm"
	"github.com/minehand/minehand/ui/view"
)

// measureLimit bounds the questions of a measurement that follow the first, which
// may have to load the model.
const measureLimit = 60 * time.Second

// slowSpeed is the speed below which a plan of some hundred tokens takes more than
// a minute, in tokens a second.
const slowSpeed = 5.0

// Measure asks a model a few small questions and says what it is good for: how soon
// and how fast it answers, whether it keeps to a form and calls tools, what its
// server refuses. name is a provider, PROVIDER/MODEL, or a model of whoever is asked
// first. The response is that of the first question; its error is the provider's.
func (p *Providers) Measure(ctx context.Context, name string) (llm.Response, []view.Finding, error) {
	name, model := p.named(name)
	d := &diagnosis{name: name}
	ask, err := p.Provider(name)
	if err != nil {
		return llm.Response{}, nil, err
	}
	req, err := p.question(name)
	if err != nil {
		return llm.Response{}, nil, err
	}
	if free := req.Task == ""; free {
		req.System, req.Prompt = "Do what you are asked, without any other words.", "Count from 1 to 30, one number a line."
	}
	req.Model = model
	limited, cancel := context.WithTimeout(ctx, testLimit)
	resp, err := ask.Generate(limited, req.Streamed(func(llm.Chunk) error { return nil }))
	cancel()
	if err != nil {
		d.fix("doctor.fault", "what", err.Error())
		return resp, d.found, err
	}
	d.pace(resp)
	if req.Task == "" {
		limited, cancel := context.WithTimeout(ctx, measureLimit)
		defer cancel()
		d.form(limited, ask, model)
		if e, ok := p.Entry(name); ok && e.Can().Tools {
			d.tools(limited, ask, model)
		}
	}
	if h, err := ask.Health(ctx); err == nil && (model == "" || model == h.Model) {
		for _, sentence := range h.Learned {
			d.say(view.FindingNote, game.TextOf(sentence))
		}
	}
	return resp, d.found, nil
}

// named takes what a person calls a model apart: the provider, and the model if it
// is not the provider's own choice.
func (p *Providers) named(name string) (provider, model string) {
	names := p.Names()
	if slices.Contains(names, name) || name == "" {
		return name, ""
	}
	if first, rest, ok := strings.Cut(name, "/"); ok && slices.Contains(names, first) {
		return first, rest
	}
	return p.Default(), name
}

// pace tells how fast an answer came.
func (d *diagnosis) pace(resp llm.Response) {
	who := game.TextOf(d.name)
	if resp.Model != "" && resp.Model != d.name {
		who = game.Say("doctor.server", "name", d.name, "server", resp.Model)
	}
	tenths := func(n float64) string { return strconv.FormatFloat(n, 'f', 1, 64) }
	first, writing := resp.FirstToken, resp.Latency-resp.FirstToken
	if writing < 50*time.Millisecond || resp.Usage.Output < 16 {
		d.ok("doctor.pace.whole", "server", who, "time", tenths(resp.Latency.Seconds()))
		return
	}
	speed := float64(resp.Usage.Output) / writing.Seconds()
	d.ok("doctor.pace", "server", who, "time", tenths(first.Seconds()), "speed", tenths(speed))
	if speed < slowSpeed {
		d.note("doctor.pace.slow")
	}
}

// wantedForm is the form of the second question's answer.
var wantedForm = &llm.Schema{Name: "wanted", Strict: true, JSON: json.RawMessage(`{"type":"object",
 "properties":{"item":{"type":"string"},"count":{"type":"integer"}},"required":["item","count"],"additionalProperties":false}`)}

// form looks whether the model keeps to a form, which plans and translations need.
func (d *diagnosis) form(ctx context.Context, ask llm.Provider, model string) {
	fails := func(code string, values ...any) {
		d.say(view.FindingFix, game.Then(game.Say(code, values...), game.Say("doctor.form.choose")))
	}
	resp, err := ask.Generate(ctx, llm.Request{Model: model, Schema: wantedForm,
		System: "You read what a Minecraft player wants. Give the item's id and how many.", Prompt: "get me 3 oak logs"})
	var got struct {
		Item  string
		Count int
	}
	raw := resp.Document()
	if first, last := strings.IndexByte(raw, '{'), strings.LastIndexByte(raw, '}'); first >= 0 && last > first {
		raw = raw[first : last+1]
	}
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		fails("doctor.form.late", "time", measureLimit.String())
	case err != nil:
		d.fix("doctor.form.fault", "what", err.Error())
	case budget.ModelReply.JSON([]byte(raw), &got) != nil:
		fails("doctor.form.other")
	case got.Count != 3 || !strings.Contains(strings.ReplaceAll(got.Item, " ", "_"), "oak_log"):
		fails("doctor.form.wrong", "what", strconv.Quote(llm.Redact(clipped(raw))))
	default:
		d.ok("doctor.form.right", "by", resp.SchemaBy)
	}
}

// tools looks whether the model calls a tool.
func (d *diagnosis) tools(ctx context.Context, ask llm.Provider, model string) {
	resp, err := ask.Generate(ctx, llm.Request{Model: model, System: "Use the tool.", Prompt: "How is a stick made?",
		Tools: []llm.Tool{{Name: "how_to_make", Description: "Look up how an item is made.",
			Parameters: json.RawMessage(`{"type":"object","properties":{"item":{"type":"string"}},"required":["item"]}`)}}})
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		d.note("doctor.tools.late", "time", measureLimit.String())
	case err != nil:
		d.note("doctor.tools.fault", "what", err.Error())
	case len(resp.ToolCalls) == 0 || resp.ToolCalls[0].Name != "how_to_make":
		d.note("doctor.tools.none")
	default:
		d.ok("doctor.tools.right")
	}
}

// clipped is an answer as a part of a sentence.
func clipped(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if r := []rune(text); len(r) > mostSaid {
		return string(r[:mostSaid]) + "..."
	}
	return text
}
