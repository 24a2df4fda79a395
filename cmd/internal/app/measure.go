// SPDX-License-Identifier: MIT

package app

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

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
		d.fix("%s", err)
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
			d.note("%s", sentence)
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
	who := d.name
	if resp.Model != "" && resp.Model != d.name {
		who += " (" + resp.Model + ")"
	}
	first, writing := resp.FirstToken, resp.Latency-resp.FirstToken
	if writing < 50*time.Millisecond || resp.Usage.Output < 16 {
		d.ok("%s answers after %.1f s.", who, resp.Latency.Seconds())
		return
	}
	speed := float64(resp.Usage.Output) / writing.Seconds()
	d.ok("%s gives its first word after %.1f s and then writes about %.1f tokens a second.", who, first.Seconds(), speed)
	if speed < slowSpeed {
		d.note("That is slow: a plan takes a minute or more. A smaller model, or one that fits into the graphics card, is faster.")
	}
}

// wantedForm is the form of the second question's answer.
var wantedForm = &llm.Schema{Name: "wanted", Strict: true, JSON: json.RawMessage(`{"type":"object",
 "properties":{"item":{"type":"string"},"count":{"type":"integer"}},"required":["item","count"],"additionalProperties":false}`)}

// form looks whether the model keeps to a form, which plans and translations need.
func (d *diagnosis) form(ctx context.Context, ask llm.Provider, model string) {
	const fix = " Plans and translations by it will mostly fail: choose another model; Qwen3 with 4B or more does this well."
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
		d.fix("It did not answer a question in a form within %s.%s", measureLimit, fix)
	case err != nil:
		d.fix("It does not answer in a form: %s", err)
	case budget.ModelReply.JSON([]byte(raw), &got) != nil:
		d.fix("It does not answer in a form, but with other words.%s", fix)
	case got.Count != 3 || !strings.Contains(strings.ReplaceAll(got.Item, " ", "_"), "oak_log"):
		d.fix("It answers in a form, and wrong: %q for 3 oak logs.%s", llm.Redact(clipped(raw)), fix)
	default:
		d.ok("It answers in a form, and right (by %s).", resp.SchemaBy)
	}
}

// tools looks whether the model calls a tool.
func (d *diagnosis) tools(ctx context.Context, ask llm.Provider, model string) {
	resp, err := ask.Generate(ctx, llm.Request{Model: model, System: "Use the tool.", Prompt: "How is a stick made?",
		Tools: []llm.Tool{{Name: "how_to_make", Description: "Look up how an item is made.",
			Parameters: json.RawMessage(`{"type":"object","properties":{"item":{"type":"string"}},"required":["item"]}`)}}})
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		d.note("It called no tool within %s.", measureLimit)
	case err != nil:
		d.note("It cannot be offered tools: %s", err)
	case len(resp.ToolCalls) == 0 || resp.ToolCalls[0].Name != "how_to_make":
		d.note("It was offered a tool and called none. Plans need no tools; what is asked of it with tools is asked in words.")
	default:
		d.ok("It calls tools.")
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
