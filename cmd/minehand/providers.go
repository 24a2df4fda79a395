// SPDX-License-Identifier: MIT

package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/minehand/minehand/cmd/internal/app"
	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/internal/budget"
	"github.com/minehand/minehand/internal/lists"
	"github.com/minehand/minehand/llm"
	"github.com/minehand/minehand/llm/process"
	"github.com/minehand/minehand/llm/router"
	"github.com/minehand/minehand/llm/tasks"
	llmterminal "github.com/minehand/minehand/llm/terminal"
)

func newProviders() *cobra.Command {
	var config string
	cmd := &cobra.Command{
		Use:   "providers",
		Short: "List, test and call the models that may be asked",
		Long: `List, test and call the models that may be asked. They are named in the
config file (docs/PROVIDERS.md); LM Studio on this computer is there without one.`,
		Args: noCommand,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return listProviders(cmd, config)
		},
	}
	cmd.SuggestionsMinimumDistance = 2 // letters that may be wrong
	configFlag(cmd.PersistentFlags(), &config)
	open := func(cmd *cobra.Command) (*app.Planner, error) {
		cfg, err := loadConfig(cmd, config)
		if err != nil {
			return nil, err
		}
		return newPlanner(cfg, "")
	}
	cmd.AddCommand(
		&cobra.Command{Use: "list", Short: "List the providers in the order in which they are asked", Args: noArgs,
			RunE: func(cmd *cobra.Command, _ []string) error { return listProviders(cmd, config) }},
		each("health [NAME...]", "Say whether each could be asked, without asking a model", open, healthOf),
		each("test [NAME...]", "Ask each for one word, which loads its model", open, testOf),
		each("models [NAME...]", "List the models of each", open, modelsOf),
		newCall(open),
	)
	return cmd
}

// opener opens the planner with the providers behind it.
type opener func(cmd *cobra.Command) (*app.Planner, error)

// each makes a command that does the same with every provider that is named, or
// with all.
func each(use, short string, open opener,
	do func(ctx context.Context, out io.Writer, name string, p llm.Provider, all *app.Providers) error) *cobra.Command {
	return &cobra.Command{Use: use, Short: short, RunE: func(cmd *cobra.Command, names []string) error {
		planner, err := open(cmd)
		if err != nil {
			return err
		}
		defer func() { _ = planner.Close() }()
		if len(names) == 0 {
			names = planner.Providers.Names()
		}
		ctx, stop := untilSignal(cmd.Context(), nil)
		defer stop()
		out, failed := newPrintable(cmd.OutOrStdout(), false), false
		for _, name := range names {
			p, err := planner.Providers.Provider(name)
			if err != nil {
				return badInput("%w", err)
			}
			if err := do(ctx, out, name, p, planner.Providers); err != nil {
				failed = true
				_, _ = fmt.Fprintf(out, "%s: %s\n", name, err)
			}
			if ctx.Err() != nil {
				break
			}
		}
		if failed {
			return &exitError{code: exitIncomplete}
		}
		return nil
	}}
}

func listProviders(cmd *cobra.Command, config string) error {
	cfg, err := loadConfig(cmd, config)
	if err != nil {
		return err
	}
	p, err := app.NewProviders(cfg, os.Getenv(lmStudioEnv), os.Getenv)
	if err != nil {
		return badInput("%w", err)
	}
	defer func() { _ = p.Close() }()
	w := tabwriter.NewWriter(newPrintable(cmd.OutOrStdout(), false), 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(w, "NAME\tTYPE\tMODEL\tTASKS\tWHERE")
	for _, s := range p.List() {
		e, _ := p.Entry(s.Name)
		model, where := cmp.Or(e.Model(), "its own choice"), "this computer"
		if s.Host != "" {
			if where = "sends your text to " + s.Host; !s.Consent {
				where += ", when it is chosen by name"
			}
		} else if s.ByName {
			where += ", when it is chosen by name"
		}
		_, _ = fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", s.Name, e.Type, model, served(s), where)
	}
	return w.Flush()
}

// served are the tasks that a provider serves, and its scope.
func served(s router.Status) string {
	serves := "all"
	if len(s.Tasks) > 0 {
		names := lists.Of(s.Tasks, func(t *llm.Task) string { return string(*t) })
		serves = strings.Join(names, ",")
	}
	if s.Scope != "" && s.Scope != llm.ScopeUnrestricted {
		serves += " (" + string(s.Scope) + ")"
	}
	return serves
}

func healthOf(ctx context.Context, out io.Writer, name string, p llm.Provider, _ *app.Providers) error {
	h, err := p.Health(ctx)
	if err != nil {
		return err
	}
	if h.Unasked != "" {
		_, err = fmt.Fprintf(out, "%s: Nothing was asked: %s. To ask it: minehand providers test %s\n", name, h.Unasked, name)
		return err
	}
	loaded := ""
	if !h.Loaded {
		loaded = ", which is not known to be in memory"
	}
	model := "the model is " + h.Model + loaded
	if h.Model == "" {
		model = "it does not say which model"
	}
	_, err = fmt.Fprintf(out, "%s: %s answers in %s; %s.\n", name, h.Server, h.Latency.Round(time.Millisecond), model)
	return err
}

func modelsOf(ctx context.Context, out io.Writer, name string, p llm.Provider, _ *app.Providers) error {
	models, err := p.Models(ctx)
	if err != nil {
		return err
	}
	if len(models) == 0 {
		_, err = fmt.Fprintf(out, "%s: it has no list; name one with model in its config.\n", name)
		return err
	}
	for _, m := range models {
		var notes []string
		if m.Loaded {
			notes = append(notes, "loaded")
		}
		if m.ContextLength > 0 {
			notes = append(notes, fmt.Sprintf("context %d", m.ContextLength))
		}
		if m.Reasoning {
			notes = append(notes, "thinks first")
		}
		line := name + ": " + m.ID
		if len(notes) > 0 {
			line += " (" + strings.Join(notes, ", ") + ")"
		}
		if _, err := fmt.Fprintln(out, line); err != nil {
			return err
		}
	}
	return nil
}

func testOf(ctx context.Context, out io.Writer, name string, _ llm.Provider, all *app.Providers) error {
	resp, err := all.Test(ctx, name)
	if err != nil {
		return err
	}
	about := ""
	if resp.Usage.Estimated {
		about = "about "
	}
	_, err = fmt.Fprintf(out, "%s: %s said %q after %s (%s%d tokens).\n", name, cmp.Or(resp.Model, "its model"), resp.Content,
		resp.Latency.Round(time.Millisecond), about, resp.Usage.Total())
	return err
}

// callOptions are the flags of providers call.
type callOptions struct {
	task, prompt, message, system, model, who string
	stream, json, terminal                    bool
}

func newCall(open opener) *cobra.Command {
	var o callOptions
	cmd := &cobra.Command{
		Use:   "call [NAME]",
		Short: "Ask one provider, or whoever answers, one question",
		Long: `Ask one provider, or whoever answers, one question. The question comes from
--prompt, or from standard input: plain text, or a JSON object with the task's
parameters ({"task":"npc_dialogue","context":{"player_message":"hello"}}).`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			planner, err := open(cmd)
			if err != nil {
				return err
			}
			defer func() { _ = planner.Close() }()
			return runCall(cmd, planner, strings.Join(args, ""), o)
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.task, "task", "",
		"plan, chat, categorize_prompt, npc_dialogue, or a name that the provider lists (default: a plain question)")
	f.StringVar(&o.prompt, "prompt", "", "the question, or the prompt that a task is about (default: standard input)")
	f.StringVar(&o.message, "message", "", "what is asked about the prompt (chat), or what a player says (npc_dialogue)")
	f.StringVar(&o.system, "system", "", "system prompt of a plain question")
	f.StringVar(&o.model, "model", "", "model, or a hint such as fast or capable")
	f.StringVar(&o.who, "user", "", "who asks, for the record")
	f.BoolVar(&o.stream, "stream", false, "print the answer as it comes")
	f.BoolVar(&o.terminal, "terminal", false, "let the model ask for commands of the config's list (terminal.allow), each after your yes")
	f.BoolVar(&o.json, "json", false, "print one JSON object: output, model, tokens, provider")
	return cmd
}

// request is the question that the options ask.
func (o *callOptions) request(params map[string]any) (req llm.Request, err error) {
	req = llm.Request{System: o.system, Prompt: fmt.Sprint(params["prompt"])}
	if task := llm.Task(o.task); task != "" {
		if req, err = tasks.Request(task, params); err != nil {
			return req, badInput("%w%s", err, where(err))
		}
	}
	req.Model = o.model
	if o.who != "" {
		req.Metadata = map[string]string{"who": o.who, "user_id": o.who}
	}
	return req, nil
}

func runCall(cmd *cobra.Command, planner *app.Planner, name string, o callOptions) error {
	if o.terminal && (o.stream || o.prompt == "" && o.message == "") {
		return badInput("--terminal asks you on standard input whether a command may run: " +
			"give the question with --prompt, and leave out --stream")
	}
	params, err := o.params(cmd.InOrStdin())
	if err != nil {
		return badInput("%w", err)
	}
	p, err := planner.Providers.Provider(name)
	if err != nil {
		return badInput("%w", err)
	}
	req, err := o.request(params)
	if err != nil {
		return err
	}
	ctx, stop := untilSignal(cmd.Context(), nil)
	defer stop()
	shown := newProgress(cmd.ErrOrStderr())
	req.Progress = shown.tell
	to := newPrintable(cmd.OutOrStdout(), o.json)
	out := bufio.NewWriter(to)
	var resp llm.Response
	switch {
	case o.terminal:
		term, terr := planner.Terminal()
		if terr != nil {
			return badInput("%w", terr)
		}
		ask := newAsking(cmd.InOrStdin(), cmd.ErrOrStderr(), shown)
		resp, err = term.Ask(ctx, p, req, ask.confirm, ask.show)
	case o.stream:
		req.OnChunk = func(c llm.Chunk) error {
			shown.clear()
			if c.Restart {
				_, _ = out.WriteString("\n[asked again]\n")
			}
			_, _ = out.WriteString(c.Text)
			return out.Flush()
		}
		fallthrough
	default:
		resp, err = p.Generate(ctx, req)
	}
	shown.clear()
	if o.stream && resp.Content != "" { // what came has no end of its own
		_, _ = fmt.Fprintln(to)
	}
	for _, passed := range resp.Passed {
		_, _ = fmt.Fprintf(newPrintable(cmd.ErrOrStderr(), false), "minehand: %s did not answer: %s\n", passed.Provider, passed.Cause)
	}
	if err != nil {
		return err
	}
	answer, err := tasks.Read(req, resp)
	if err != nil {
		return err
	}
	return o.print(to, answer)
}

// asking is the person at the terminal, who says which commands may run.
type asking struct {
	in       *bufio.Scanner
	out      io.Writer
	progress *progress
}

func newAsking(in io.Reader, out io.Writer, p *progress) asking {
	return asking{in: bufio.NewScanner(in), out: newPrintable(out, false), progress: p}
}

// confirm asks; anything but a yes is a no, and at the end of the input nobody is
// there.
func (a asking) confirm(_ context.Context, c *llmterminal.Command) (bool, error) {
	a.progress.clear()
	if c.Description != "" {
		_, _ = fmt.Fprintf(a.out, "The model wants to run a command (%s).\n", game.Plain(process.OneLine(c.Description)))
	}
	if _, err := fmt.Fprintf(a.out, "Run %q? [y/N] ", c.Line); err != nil {
		return false, err
	}
	if !a.in.Scan() {
		_, _ = fmt.Fprintln(a.out)
		return false, &llmterminal.UnansweredError{Why: "Nobody is there to say yes to it."}
	}
	return answered(a.in.Text()) == "y", nil
}

func (a asking) show(run llmterminal.Run) {
	a.progress.clear()
	if run.Refused != "" {
		_, _ = fmt.Fprintf(a.out, "Not run: %q. %s\n", run.Line, game.Plain(run.Refused))
		return
	}
	_, _ = fmt.Fprintf(a.out, "%s(exit code %d)\n", run.Output, run.Exit)
}

// params are the task's parameters, from the flags and from standard input.
func (o *callOptions) params(in io.Reader) (map[string]any, error) {
	params := map[string]any{}
	if o.prompt == "" && o.message == "" {
		raw, err := budget.Question.Read(in)
		if errors.Is(err, budget.ErrOver) {
			return nil, err
		}
		if err != nil {
			return nil, fmt.Errorf("standard input cannot be read: %w", err)
		}
		text := strings.TrimSpace(string(raw))
		if strings.HasPrefix(text, "{") {
			return o.document(raw)
		}
		o.prompt = text
	}
	if o.prompt == "" && o.message == "" {
		return nil, errNoQuestion
	}
	params["prompt"] = o.prompt
	if o.message != "" {
		params["message"], params["player_message"] = o.message, o.message
	}
	return params, nil
}

var errNoQuestion = errors.New("there is no question: use --prompt, or write it to standard input")

// objectForm is how an object on standard input looks.
const objectForm = `{"task":"npc_dialogue","context":{"player_message":"hello"}}`

// document reads the parameters of a JSON object, and the task and the person that it
// names. What cannot be meant is said rather than asked.
func (o *callOptions) document(raw []byte) (map[string]any, error) {
	var doc struct {
		Task    string         `json:"task"`
		Context map[string]any `json:"context"`
		UserID  string         `json:"user_id"`
	}
	if err := budget.Question.Check(raw); err != nil {
		return nil, err
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	var members map[string]json.RawMessage
	err := d.Decode(&members)
	if err == nil {
		if _, after := d.Token(); !errors.Is(after, io.EOF) {
			err = errors.New("something comes after it")
		}
	}
	if err != nil {
		return nil, fmt.Errorf(
			"standard input begins as a JSON object and is none (%w): write it as %s; a text that begins so is asked with --prompt", err,
			objectForm)
	}
	if err := onlyMembers(members); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(raw, &doc); err != nil {
		return nil, fmt.Errorf("the JSON object on standard input cannot be read: %s; write it as %s", misformed(err), objectForm)
	}
	if o.task != "" && doc.Task != "" && o.task != doc.Task {
		return nil, fmt.Errorf("--task says %.60s, and the object on standard input %.60s: leave one of them out", o.task, doc.Task)
	}
	o.task = cmp.Or(o.task, doc.Task)
	o.who = cmp.Or(o.who, doc.UserID)
	if doc.Context == nil {
		doc.Context = map[string]any{}
	}
	if o.task == "" {
		prompt, ok := doc.Context["prompt"].(string)
		if !ok || strings.TrimSpace(prompt) == "" {
			return nil, errNoQuestion
		}
	}
	return doc.Context, nil
}

// onlyMembers refuses members that a question does not have.
func onlyMembers(members map[string]json.RawMessage) error {
	for _, name := range slices.Sorted(maps.Keys(members)) {
		if !slices.Contains([]string{"task", "context", "user_id"}, name) {
			return fmt.Errorf("the JSON object on standard input has %.60q; it may have task, context, user_id, as in %s; "+
				"a text that begins so is asked with --prompt", name, objectForm)
		}
	}
	return nil
}

// misformed says which member of a question has another type than it must.
func misformed(err error) string {
	kind := (*json.UnmarshalTypeError)(nil)
	switch {
	case !errors.As(err, &kind):
		return "it is not of its form"
	case kind.Field == "context":
		return "context must be an object"
	}
	return kind.Field + " must be text"
}

// where says how a parameter is given that a task lacks; empty for other errors.
func where(err error) string {
	var missing *tasks.MissingError
	if !errors.As(err, &missing) {
		return ""
	}
	flag := map[string]string{"prompt": "--prompt", "message": "--message", "player_message": "--message"}[missing.Param]
	return ": give it with " + flag + ", or in the context of a JSON object on standard input"
}

func (o *callOptions) print(out io.Writer, a tasks.Answer) error {
	encode := json.NewEncoder(out)
	encode.SetEscapeHTML(false) // what a provider wrote stays as it is
	if o.json {
		return encode.Encode(a)
	}
	if o.stream { // it was printed as it came
		return nil
	}
	if a.Said != "" { // what has no form of Minehand's is given as it came
		_, err := fmt.Fprintln(out, a.Said)
		return err
	}
	if text, ok := a.Output.(string); ok {
		_, err := fmt.Fprintln(out, text)
		return err
	}
	return encode.Encode(a.Output)
}

// progress shows what a call does on one line of a terminal, and nothing
// elsewhere but why another provider is asked.
type progress struct {
	mu   sync.Mutex // it is told and cleared from two goroutines
	line statusLine
}

func newProgress(out io.Writer) *progress {
	p := &progress{}
	if tty(out) != nil {
		p.line.to = out
	}
	return p
}

func (p *progress) tell(now llm.Progress) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.line.show(progressLine(now))
}

// progressLine is one line: why another is asked holds a program's own words.
func progressLine(now llm.Progress) string { return game.Plain(now.String()) }

func (p *progress) clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.line.clear()
}
