// SPDX-License-Identifier: MIT

package app

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/messages"
	"github.com/minehand/minehand/llm"
	"github.com/minehand/minehand/ui/view"
)

// The prompt of a plan with its recipes needs about this many tokens, and its
// reply some more; a smaller context cuts the state and history short.
const (
	smallContext = 4096
	goodContext  = 8192
)

// slowProbe is the latency from which a server is said to be slow.
const slowProbe = 2 * time.Second

// questionLimit is how long a model may take to begin its answer to a small question.
const questionLimit = 20 * time.Second

// Diagnose looks at a provider and says in sentences what is well with it and what is
// to be mended, as `minehand doctor` and the page show it. A model on this computer that is not
// known to be out of memory is asked a small question, of which the first word is
// waited for: a list of models is no sign that they answer.
func (p *Providers) Diagnose(ctx context.Context, name string) []view.Finding {
	d := &diagnosis{name: name}
	ask, err := p.Provider(name)
	if err != nil {
		d.fix("doctor.fault", "what", err.Error())
		return d.found
	}
	h, err := ask.Health(ctx)
	if err != nil {
		what := silence(err)
		if what.Code == "" {
			what = game.TextOf(err.Error())
		}
		d.fix("doctor.provider", "name", name, "what", what)
		return d.found
	}
	d.model(h)
	if h.Model != "" && h.Unasked == "" {
		d.reasoning(ctx, h.Model, ask)
		if p.here(name) && !h.Unloaded {
			d.answers(ctx, p, ask)
		}
	}
	return d.found
}

// here reports whether a provider is on this computer.
func (p *Providers) here(name string) bool {
	for _, one := range p.List() {
		if one.Name == name {
			return one.Host == ""
		}
	}
	return false
}

// diagnosis is what is found of one provider.
type diagnosis struct {
	name  string
	found []view.Finding
}

func (d *diagnosis) say(mark view.FindingMark, m game.Message) {
	d.found = append(d.found, finding(mark, m))
}

// finding is one thing that was found, in English and as a message.
func finding(mark view.FindingMark, m game.Message) view.Finding {
	return view.Finding{Mark: mark, Text: messages.InEnglish(m), Say: m}
}

func (d *diagnosis) ok(code string, values ...any) { d.say(view.FindingOK, game.Say(code, values...)) }
func (d *diagnosis) note(code string, values ...any) {
	d.say(view.FindingNote, game.Say(code, values...))
}
func (d *diagnosis) fix(code string, values ...any) {
	d.say(view.FindingFix, game.Say(code, values...))
}

// model tells what a provider said of itself.
func (d *diagnosis) model(h llm.Health) {
	server, took := game.TextOf(d.name), h.Latency.Round(time.Millisecond).String()
	if h.Server != "" && !strings.EqualFold(h.Server, d.name) {
		server = game.Say("doctor.server", "name", d.name, "server", h.Server)
	}
	switch {
	case h.Unasked != "":
		d.ok("doctor.unasked", "server", server, "what", h.Unasked)
		return
	case h.Model == "":
		d.ok("doctor.answers", "server", server, "time", took)
		return
	}
	d.ok("doctor.model", "server", server, "time", took, "model", h.Model)
	if h.Latency > slowProbe {
		d.note("doctor.slow", "server", server, "time", h.Latency.Round(time.Second).String())
	}
	if !h.Loaded {
		told := game.Say("doctor.unloaded", "model", h.Model)
		if h.Unloaded {
			told = game.Then(told, game.Say("doctor.load"))
		}
		d.say(view.FindingNote, told)
	}
	d.context(h, server)
}

// context says whether the model's context is long enough.
func (d *diagnosis) context(h llm.Health, server game.Message) {
	switch {
	case h.ContextLength == 0 && !h.Loaded:
		d.note("doctor.context.later", "n", smallContext, "good", goodContext)
	case h.ContextLength == 0:
		d.note("doctor.context.unknown", "server", server, "n", smallContext)
	case h.ContextLength < smallContext:
		d.fix("doctor.context.small", "model", h.Model, "n", h.ContextLength, "good", goodContext)
	case h.ContextLength < goodContext:
		d.note("doctor.context.short", "model", h.Model, "n", h.ContextLength, "good", goodContext)
	}
}

// reasoning warns of thinking models, whose schema-bound answers some servers
// put into the reasoning.
func (d *diagnosis) reasoning(ctx context.Context, model string, p llm.Provider) {
	list, err := p.Models(ctx)
	if err != nil {
		d.note("doctor.models", "what", err.Error())
		return
	}
	for _, m := range list {
		if m.ID == model && m.Reasoning {
			d.note("doctor.thinks", "model", model)
		}
	}
}

// errBegun ends an answer of which the beginning is all that is wanted to be known.
var errBegun = errors.New("the answer has begun")

// answers asks a model something and waits for the first of its answer.
func (d *diagnosis) answers(ctx context.Context, p *Providers, ask llm.Provider) {
	req, err := p.question(d.name)
	if err != nil {
		d.fix("doctor.provider", "name", d.name, "what", err.Error())
		return
	}
	limited, cancel := context.WithTimeout(ctx, questionLimit)
	defer cancel()
	began := time.Now()
	_, err = ask.Generate(limited, req.Streamed(func(c llm.Chunk) error {
		if c.Restart {
			return nil
		}
		return errBegun
	}))
	switch {
	case ctx.Err() != nil: // nobody waits for it any more
	case err == nil, errors.Is(err, errBegun):
		d.ok("doctor.begins", "name", d.name, "time", time.Since(began).Round(time.Millisecond).String())
	case limited.Err() != nil:
		d.fix("doctor.stuck", "name", d.name, "time", questionLimit.String())
	default:
		d.fix("doctor.silent", "name", d.name, "what", err.Error())
	}
}
