// SPDX-License-Identifier: MIT

package app

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

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
		d.fix("%s", err)
		return d.found
	}
	h, err := ask.Health(ctx)
	if err != nil {
		d.fix("%s: %s", name, err)
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

func (d *diagnosis) say(mark view.FindingMark, format string, args ...any) {
	d.found = append(d.found, view.Finding{Mark: mark, Text: fmt.Sprintf(format, args...)})
}

func (d *diagnosis) ok(format string, args ...any)   { d.say(view.FindingOK, format, args...) }
func (d *diagnosis) note(format string, args ...any) { d.say(view.FindingNote, format, args...) }
func (d *diagnosis) fix(format string, args ...any)  { d.say(view.FindingFix, format, args...) }

// model tells what a provider said of itself.
func (d *diagnosis) model(h llm.Health) {
	server := d.name
	if h.Server != "" && !strings.EqualFold(h.Server, d.name) {
		server += " (" + h.Server + ")"
	}
	switch {
	case h.Unasked != "":
		d.ok("%s: %s; nothing was asked.", server, h.Unasked)
		return
	case h.Model == "":
		d.ok("%s answers in %s; it does not say which model.", server, h.Latency.Round(time.Millisecond))
		return
	}
	d.ok("%s answers in %s; the model is %s.", server, h.Latency.Round(time.Millisecond), h.Model)
	if h.Latency > slowProbe {
		d.note("%s took %s to say how it is: its computer may be busy.", server, h.Latency.Round(time.Second))
	}
	if !h.Loaded {
		text := h.Model + " is not known to be in memory: the first plan may wait for it to load, 15 seconds to minutes."
		if h.Unloaded {
			text += " Load it there first; where loading on demand is off, nothing is answered before."
		}
		d.note("%s", text)
	}
	switch {
	case h.ContextLength == 0 && !h.Loaded:
		d.note("How large its context is shows when it is loaded: %d tokens are assumed, %d or more are better.", smallContext, goodContext)
	case h.ContextLength == 0:
		d.note("%s does not say how large its context is; %d tokens are assumed.", server, smallContext)
	case h.ContextLength < smallContext:
		d.fix(
			"%s is loaded with a context of %d tokens, too small for a plan with its recipes: load it with %d or more.",
			h.Model,
			h.ContextLength,
			goodContext,
		)
	case h.ContextLength < goodContext:
		d.note(
			"%s is loaded with a context of %d tokens: what the body sees and did is cut short; %d would do.",
			h.Model,
			h.ContextLength,
			goodContext,
		)
	}
}

// reasoning warns of thinking models, whose schema-bound answers some servers
// put into the reasoning.
func (d *diagnosis) reasoning(ctx context.Context, model string, p llm.Provider) {
	list, err := p.Models(ctx)
	if err != nil {
		d.note("The list of models could not be read: %s", err)
		return
	}
	for _, m := range list {
		if m.ID == model && m.Reasoning {
			d.note(
				"%s thinks before it answers: plans take longer, and are read from its reasoning when the server puts them there. A model of 4B to 8B that does not think is faster.",
				model,
			)
		}
	}
}

// errBegun ends an answer of which the beginning is all that is wanted to be known.
var errBegun = errors.New("the answer has begun")

// answers asks a model something and waits for the first of its answer.
func (d *diagnosis) answers(ctx context.Context, p *Providers, ask llm.Provider) {
	req, err := p.question(d.name)
	if err != nil {
		d.fix("%s: %s", d.name, err)
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
		d.ok("%s begins to answer a question after %s.", d.name, time.Since(began).Round(time.Millisecond))
	case limited.Err() != nil:
		d.fix(
			"%s lists its models and does not answer: a small question got no word within %s. It may be busy with another question or still be loading; if not it is stuck: restart it, or load the model there again.",
			d.name,
			questionLimit,
		)
	default:
		d.fix("%s lists its models and does not answer a question: %s", d.name, err)
	}
}
