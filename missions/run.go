// SPDX-License-Identifier: MIT

package missions

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/internal/again"
	"github.com/minehand/minehand/ui/client"
	"github.com/minehand/minehand/ui/view"
)

// Run is one mission to be played once, in one of its variants.
type Run struct {
	// ID names it among others: mission, variant, seeds and repeat.
	ID      string
	Mission *Mission
	Seeds   Seeds
	Repeat  int
}

// Seeds are those of one run; 0 stands for what the mission says, or none.
type Seeds struct {
	World    int `json:"world"`
	Fault    int `json:"fault,omitempty"`
	Sampling int `json:"sampling,omitempty"`
}

// Outcome is what came of a run.
type Outcome string

// The outcomes.
const (
	Passed Outcome = "passed"
	// Missed: something that was expected does not hold.
	Missed  Outcome = "failed"
	Skipped Outcome = "skipped"
	// Infrastructure: the run could not be played, for which no planner is to blame.
	Infrastructure Outcome = "infrastructure"
)

// Moment is a line of a run's timeline.
type Moment struct {
	// At is the time since the run began, in milliseconds.
	At   int64  `json:"at"`
	Kind string `json:"kind"`
	Text string `json:"text"`
}

// Result is a run that is over.
type Result struct {
	Run     *Run
	Outcome Outcome
	// Why is the reason of a skipped run or of a fault of the infrastructure; Failures
	// are what does not hold of what was expected.
	Why      string
	Failures []string
	// Verdict and Reason of the last goal.
	Verdict, Reason string
	Timeline        []Moment
	// Records of the goals, in order; Truth of the world, nil for a live body.
	Records  []view.TaskRecord
	Truth    *Truth
	Began    time.Time
	Took     time.Duration
	Thinking time.Duration
}

// Runner plays runs. It may be used from any number of goroutines.
type Runner struct {
	Launcher Launcher
	// Progress, when not nil, is told each line of a timeline as it happens.
	Progress func(*Run, Moment)
}

// Run plays a run to its end.
func (r *Runner) Run(ctx context.Context, run *Run) *Result {
	m := run.Mission
	res := &Result{Run: run, Began: time.Now()}
	limit := cmp.Or(m.Limits.Wall, defaultWall)
	limited, cancel := context.WithTimeoutCause(ctx, limit, fmt.Errorf("it did not end within %s", limit))
	defer cancel()
	p := &play{Runner: r, run: run, res: res}
	err := p.stageAndPlay(limited)
	res.Took = time.Since(res.Began)
	skip, skips := errors.AsType[*SkipError](err)
	lost, loses := errors.AsType[*lostError](err)
	switch {
	case skips:
		res.Outcome, res.Why = Skipped, skip.Why
	case ctx.Err() != nil:
		res.Outcome, res.Why = Infrastructure, "it was broken off"
	case loses:
		res.Outcome, res.Failures = Missed, append(res.Failures, lost.Error())
	case err != nil && limited.Err() != nil:
		res.Outcome, res.Failures = Missed, append(res.Failures, context.Cause(limited).Error()+p.standing())
	case err != nil:
		res.Outcome, res.Why = Infrastructure, err.Error()
	case len(res.Failures) > 0:
		res.Outcome = Missed
	default:
		res.Outcome = Passed
	}
	return res
}

// lostError: the server does not know a goal that it took.
type lostError struct{ cause error }

func (e *lostError) Error() string { return "the server has lost the goal: " + e.cause.Error() }

// play is one run under way; one goroutine.
type play struct {
	*Runner
	run *Run
	res *Result

	stage  Stage
	client *client.Client
	marks  <-chan Mark

	goals    []*goal // in order
	notices  []string
	verdicts []string // by step
	ofStep   []string // task of each step, "" for none
	answers  chan answer
	pending  int
	lastLink game.LinkState
}

// goal is a task as it stands.
type goal struct {
	*view.Task
	// past are the moves before the one that it was at when it was asked for.
	past []view.Move
	// begun is its last action that began, open the id of the one under way, "" for none.
	begun int
	open  string
	was   []string
}

// goal is a goal of the run, nil for one that is not known.
func (p *play) goal(id string) *goal {
	if i := slices.IndexFunc(p.goals, func(g *goal) bool { return g.ID == id }); i >= 0 {
		return p.goals[i]
	}
	return nil
}

// verdict is how it ended, in one word; empty while it goes on.
func (g *goal) verdict() string { return verdictOf(g.Task) }

// answer is what came of a slash command.
type answer struct {
	step int
	ran  view.CommandData
	err  error
}

func (p *play) note(kind, format string, args ...any) {
	m := Moment{At: time.Since(p.res.Began).Milliseconds(), Kind: kind, Text: fmt.Sprintf(format, args...)}
	p.res.Timeline = append(p.res.Timeline, m)
	if p.Progress != nil {
		p.Progress(p.run, m)
	}
}

// standing says how the last goal stood when the time was over.
func (p *play) standing() string {
	if len(p.goals) == 0 {
		return ": no goal had begun"
	}
	t := p.goals[len(p.goals)-1]
	text := ": the goal was " + string(t.State)
	if t.Waiting != "" {
		text += " (" + t.Waiting + ")"
	}
	return text
}

// setup is the stage that a run needs.
func (run *Run) setup() Setup {
	m := run.Mission
	s := Setup{World: m.World, Start: m.Start, Faults: m.faultText(run.Seeds.Fault)}
	s.World.Seed = cmp.Or(run.Seeds.World, m.World.Seed, 1)
	planner := map[string]any{"provider": cmp.Or(m.Planner.Provider, "builtin"), "fallback": "fail"}
	put(planner, "mode", m.Planner.Mode)
	put(planner, "policy", m.Planner.Policy)
	put(planner, "agent_calls", m.Planner.AgentCalls)
	put(planner, "agent_tokens", m.Planner.AgentTokens)
	if m.Planner.Fallback == "on" {
		planner["fallback"] = "builtin"
	}
	if m.Planner.Approve != "" {
		planner["approve"] = true
	}
	s.Config = map[string]any{"planner": planner, "timings": map[string]any{"scale": m.Scaled()}}
	if len(m.Server.Allow)+len(m.Server.Deny) > 0 {
		s.Config["actions"] = map[string]any{"allow": append([]string{}, m.Server.Allow...), "deny": append([]string{}, m.Server.Deny...)}
	}
	if len(m.Server.ChatCommands) > 0 {
		s.Config["chat"] = map[string]any{"allow_commands": m.Server.ChatCommands}
	}
	if len(m.Planner.Replies) > 0 {
		s.Replies = asJSON(m.Planner.Replies)
		s.Config["providers"] = []any{map[string]any{"name": "scripted", "type": "scripted", "config": map[string]any{"path": RepliesFile}}}
	}
	return s
}

// put sets what is named, and leaves the rest to its default.
func put[T comparable](to map[string]any, name string, value T) {
	if value != *new(T) {
		to[name] = value
	}
}

func (p *play) stageAndPlay(ctx context.Context) (err error) {
	if p.stage, err = p.Launcher.Launch(ctx, p.run.setup()); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.stage.Close()) }()
	if w := p.stage.World(); w != nil {
		p.marks = w.Marks()
	}
	p.answers = make(chan answer, len(p.run.Mission.Do))
	if err := p.connect(ctx); err != nil {
		return err
	}
	defer func() { _ = p.client.Close() }()
	if err := p.ready(ctx); err != nil {
		return err
	}
	for i := range p.run.Mission.Do {
		if err := p.step(ctx, i); err != nil {
			return err
		}
	}
	if err := p.until(ctx, p.over); err != nil {
		return err
	}
	return p.aftermath(ctx)
}

// connect makes a client that hears events.
func (p *play) connect(ctx context.Context) error {
	c, err := p.stage.Connect(ctx)
	if err != nil {
		return err
	}
	if _, err := c.Subscribe(ctx, view.Place{}); err != nil {
		return errors.Join(err, c.Close())
	}
	p.client = c
	return nil
}

// lookEvery is how often something is asked again that no event tells of.
const lookEvery = 10 * time.Millisecond

// ready waits until the body has registered and reported where it is.
func (p *play) ready(ctx context.Context) error {
	of := view.OfBody{Instance: p.stage.Body()}
	err := again.Until(ctx, lookEvery, func() (bool, error) {
		_, err := p.client.GetState(ctx, of)
		if _, refused := errors.AsType[*view.RefusedError](err); refused {
			return false, nil
		}
		return err == nil, err
	})
	if err != nil {
		return fmt.Errorf("the body %s did not come: %w", p.stage.Body(), err)
	}
	if _, err := p.client.ConnectInstance(ctx, view.Connect{InstanceID: p.stage.Body()}); err != nil {
		return err
	}
	p.note("body", "%s is there", p.stage.Body())
	return nil
}

// over reports whether everything that was asked for has ended, or waits for a
// person.
func (p *play) over() bool {
	// The slash command that made a goal that waits is not answered before it ends.
	return (p.pending == 0 || p.isAt(Waiting)) && !p.isAt("")
}

// isAt reports whether a goal has that verdict, empty for one that goes on.
func (p *play) isAt(verdict string) bool {
	return slices.ContainsFunc(p.goals, func(g *goal) bool { return g.verdict() == verdict })
}

// step does what the player does.
func (p *play) step(ctx context.Context, i int) error {
	s := &p.run.Mission.Do[i]
	p.verdicts, p.ofStep = append(p.verdicts, ""), append(p.ofStep, "")
	if s.AtAction > 0 {
		if err := p.untilBegun(ctx, i); err != nil {
			return err
		}
	} else if err := p.until(ctx, p.over); err != nil {
		return err
	}
	if s.Command != "" {
		return p.command(ctx, i)
	}
	p.note("player", "%s", s.Goal)
	prompt := view.Prompt{Prompt: s.Goal, Settings: p.run.Mission.Planner.settings(), OfBody: view.OfBody{Instance: p.stage.Body()}}
	if seed := int64(p.run.Seeds.Sampling); seed != 0 {
		prompt.Settings.Seed = &seed
	}
	queued, err := p.client.SendPrompt(ctx, prompt)
	if refused, ok := errors.AsType[*view.RefusedError](err); ok {
		p.verdicts[i] = Refused
		p.res.Verdict, p.res.Reason = Refused, refused.Sentence
		p.note("refused", "%s", refused.Sentence)
		return nil
	}
	if err != nil {
		return err
	}
	p.ofStep[i] = queued.TaskID
	return p.until(ctx, func() bool { return p.goal(queued.TaskID) != nil })
}

// untilBegun waits until the task before a step is at the step's action.
func (p *play) untilBegun(ctx context.Context, i int) error {
	at := p.run.Mission.Do[i].AtAction
	last := func() *goal { // the goal before
		for _, id := range slices.Backward(p.ofStep[:i]) {
			if id != "" {
				return p.goal(id)
			}
		}
		return nil
	}
	err := p.until(ctx, func() bool {
		g := last()
		return g == nil || g.begun >= at || g.verdict() != ""
	})
	if err != nil {
		return err
	}
	return p.under(ctx, last(), at)
}

// command gives the slash command of a step.
func (p *play) command(ctx context.Context, i int) error {
	s := &p.run.Mission.Do[i]
	p.note("player", "%s", s.Command)
	name, args, _ := strings.Cut(strings.TrimSpace(s.Command), " ")
	p.pending++
	calls := p.client
	go func() {
		ran, err := calls.SlashCommand(ctx,
			view.SlashCommand{Command: name, Args: strings.TrimSpace(args), OfBody: view.OfBody{Instance: p.stage.Body()}})
		p.answers <- answer{i, ran, err}
	}()
	// A command without a task is answered at once; one with a task makes it known.
	known := len(p.goals)
	return p.until(ctx, func() bool { return p.pending == 0 || len(p.goals) > known })
}

// until takes in what happens until something is so.
func (p *play) until(ctx context.Context, done func() bool) error {
	for !done() {
		if err := p.take(ctx, nil); err != nil {
			return err
		}
	}
	return nil
}

// take waits for the next thing that happens, or a tick, and takes it in.
func (p *play) take(ctx context.Context, tick <-chan time.Time) error {
	select {
	case e, there := <-p.client.Events():
		if !there {
			return fmt.Errorf("the server went away: %w", p.client.Err())
		}
		return p.see(ctx, e)
	case a := <-p.answers:
		p.answered(a)
		return p.refresh(ctx)
	case m, there := <-p.marks:
		if !there {
			p.marks = nil
			return nil
		}
		p.note("fault", "%s at action %d", m.What, m.Action)
		return p.kill(ctx, m)
	case <-tick:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// under waits until the body has begun an action whose beginning the server has
// told, or the action is over: what the server means to do is told before it is
// sent. A live body does not tell what it began.
func (p *play) under(ctx context.Context, g *goal, seq int) error {
	w := p.stage.World()
	if w == nil || g == nil {
		return nil
	}
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for g.verdict() == "" && g.begun <= seq && g.open != "" {
		t, err := w.Truth(ctx)
		if err != nil {
			return err
		}
		if slices.Contains(t.Begun, g.open) {
			return nil
		}
		if err := p.take(ctx, tick.C); err != nil {
			return err
		}
	}
	return nil
}

func (p *play) answered(a answer) {
	p.pending--
	if a.err != nil {
		p.verdicts[a.step] = Refused
		p.res.Reason = a.err.Error()
		p.note("refused", "%s", a.err)
		return
	}
	if a.ran.TaskID != "" {
		p.ofStep[a.step] = a.ran.TaskID
	}
	p.note("answer", "%s", a.ran.Text)
}

// kill ends the server when the fault says so, and starts it again.
func (p *play) kill(ctx context.Context, m Mark) error {
	if m.What != "kill" {
		return nil
	}
	var away time.Duration
	for _, f := range p.run.Mission.Faults {
		if f.At == m.Action && f.What == m.What {
			away = scaled(f.For, p.run.Mission.Scaled())
		}
	}
	_ = p.client.Close()
	if err := p.stage.Kill(ctx); err != nil {
		return err
	}
	p.note("server", "killed")
	if !again.Pause(ctx, away) {
		return ctx.Err()
	}
	if err := p.stage.Revive(ctx); err != nil {
		return err
	}
	p.note("server", "started again")
	if err := p.connect(ctx); err != nil {
		return err
	}
	return p.refresh(ctx)
}

// refresh asks how the tasks stand, for those whose events may be on their way.
func (p *play) refresh(ctx context.Context) error {
	for _, g := range p.goals {
		rec, err := p.client.GetTask(ctx, view.OfTask{TaskID: g.ID})
		if refused, ok := errors.AsType[*view.RefusedError](err); ok {
			return &lostError{refused}
		}
		if err != nil {
			return err
		}
		if err := p.moved(ctx, &rec.Task); err != nil {
			return err
		}
		g.past = rec.Moves[:max(len(rec.Moves)-1, 0)]
	}
	return nil
}

// see takes in an event.
func (p *play) see(ctx context.Context, e view.Event) error {
	if e.Body != p.stage.Body() {
		return nil
	}
	switch e.Kind {
	case view.EventTask:
		gone := func(m view.Move) bool {
			return m.State == e.Task.State && m.At.Equal(e.Task.Since) && m.Reason == e.Task.Reason
		}
		if g := p.goal(e.TaskID); g == nil || !slices.ContainsFunc(g.past, gone) { // else it was asked for meanwhile
			return p.moved(ctx, e.Task)
		}
	case view.EventAction:
		p.acted(e.TaskID, e.Action)
	case view.EventRound:
		if r := e.Round; r.Error != "" {
			p.note("plan", "round %d: none: %s", r.Round, r.Error)
		} else {
			p.note("plan", "round %d: %d steps by %s", r.Round, len(r.Plan.Steps), r.Plan.PlannedBy)
			p.notices = append(p.notices, r.Plan.Notices...)
		}
	case view.EventNotice:
		p.notices = append(p.notices, e.Notice.Message)
		p.note("notice", "%s", e.Notice.Message)
	case view.EventBody:
		if s := e.Info.Link.State; s != p.lastLink {
			p.lastLink = s
			p.note("body", "%s", s)
		}
	default: // nothing that a mission expects or its report tells
	}
	return nil
}

// acted notes how far an action of a task is.
func (p *play) acted(task string, a *view.Action) {
	g := p.goal(task)
	if g == nil {
		return
	}
	if a.Open() {
		g.begun, g.open = max(g.begun, a.Seq), a.ID
		p.note("action", "%d. %s", a.Seq, a.Step.Text)
		return
	}
	g.open = ""
	text := string(a.Verdict)
	if a.Reason != "" {
		text += ": " + a.Reason
	}
	p.note("action", "%d. %s: %s", a.Seq, a.Step.Text, text)
}

// moved takes in how a task stands.
func (p *play) moved(ctx context.Context, t *view.Task) error {
	g := p.goal(t.ID)
	if g == nil {
		g = &goal{Task: &view.Task{}}
		p.goals = append(p.goals, g)
		if n := len(p.ofStep); n > 0 && p.ofStep[n-1] == "" {
			p.ofStep[n-1] = t.ID
		}
	}
	before := g.Task
	if t.Since.Before(before.Since) {
		return nil // it was asked for meanwhile
	}
	g.Task = t
	if before.State == t.State && before.NeedsPerson == t.NeedsPerson && before.Revision == t.Revision {
		return nil
	}
	g.was = append(g.was, string(t.State))
	p.note("task", "%s", stateText(t))
	if w, speed := p.stage.World(), p.run.Mission.World.Speed; w != nil && speed > 0 {
		if t.State == view.TaskPlanning {
			speed = 0 // the game waits while somebody thinks
		}
		if err := w.SetSpeed(ctx, speed); err != nil {
			return err
		}
	}
	if t.State == view.TaskAwaiting && p.run.Mission.Planner.Approve != "" {
		return p.approve(ctx, t)
	}
	return nil
}

// stateText is what a task is in, with the reason and what the model said at its end.
func stateText(t *view.Task) string {
	text := string(t.State)
	if t.Reason != "" {
		text += ": " + t.Reason
	}
	if t.Say != "" && t.State.Ended() {
		text += fmt.Sprintf(" The model says: %q", t.Say)
	}
	return text
}

// approve answers a plan as the mission says.
func (p *play) approve(ctx context.Context, t *view.Task) error {
	err := p.client.AnswerPlan(ctx,
		view.Answer{TaskID: t.ID, Revision: t.Revision, Approve: p.run.Mission.Planner.Approve == "yes", Reason: "the mission says no"})
	if _, refused := errors.AsType[*view.RefusedError](err); refused { // another revision came meanwhile
		return nil
	}
	return err
}

// aftermath lets the world come to rest and holds everything to what was expected.
func (p *play) aftermath(ctx context.Context) error {
	if err := p.truth(ctx); err != nil {
		return err
	}
	for i, id := range p.ofStep {
		if g := p.goal(id); g != nil {
			p.verdicts[i] = cmp.Or(p.verdicts[i], g.verdict())
		}
	}
	if err := p.collect(ctx); err != nil {
		return err
	}
	switch n := len(p.goals); {
	case p.verdicts[len(p.verdicts)-1] == Refused:
		p.res.Verdict = Refused
	case n > 0:
		p.res.Verdict, p.res.Reason = p.goals[n-1].verdict(), p.goals[n-1].Reason
	}
	p.res.Failures = append(p.res.Failures, p.judge()...)
	return nil
}

// truth asks the world what came of it, once it rests.
func (p *play) truth(ctx context.Context) error {
	w := p.stage.World()
	if w == nil {
		return p.live(ctx)
	}
	if err := again.Until(ctx, lookEvery, func() (bool, error) {
		t, err := w.Truth(ctx)
		p.res.Truth = &t
		return !t.Running, err
	}); err != nil {
		return fmt.Errorf("the world did not come to rest: %w", err)
	}
	return nil
}

// collect gathers the records of the tasks.
func (p *play) collect(ctx context.Context) error {
	for _, g := range p.goals {
		rec, err := p.client.GetTask(ctx, view.OfTask{TaskID: g.ID})
		if err != nil {
			return err
		}
		p.res.Records = append(p.res.Records, rec)
		for _, mv := range rec.Moves {
			g.was = append(g.was, string(mv.State))
		}
		p.res.Thinking += thinking(rec.Moves)
		if p.stage.World() == nil {
			p.res.Truth.Chat = append(p.res.Truth.Chat, acknowledged(&rec)...)
		}
	}
	return nil
}

// live is what a live body reports, in place of a world's truth.
func (p *play) live(ctx context.Context) error {
	of := view.OfBody{Instance: p.stage.Body()}
	held, err := p.client.GetInventory(ctx, of)
	if err != nil {
		return err
	}
	state, err := p.client.GetState(ctx, of)
	if err != nil {
		return err
	}
	p.res.Truth = &Truth{Inventory: held.Counts, Position: *cmp.Or(state.Position, &game.Vec3{})}
	return nil
}

// acknowledged are the lines that a live body says it said.
func acknowledged(rec *view.TaskRecord) []string {
	var lines []string
	for i := range rec.Actions {
		a := &rec.Actions[i]
		if info, _ := game.Lookup(a.Step.Action.Kind); info.Speaks && a.Verdict.Worked() {
			lines = append(lines, a.Step.Action.Message)
		}
	}
	return lines
}

// thinking is the time that a task was being planned.
func thinking(moves []view.Move) time.Duration {
	var sum time.Duration
	for i := range moves {
		if moves[i].State == view.TaskPlanning && i+1 < len(moves) {
			sum += moves[i+1].At.Sub(moves[i].At)
		}
	}
	return sum
}
