// SPDX-License-Identifier: MIT

package missions

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/ui/view"
)

// Format is the version of the file format that is read.
const Format = 1

// Mission is one mission as its file has it.
type Mission struct {
	// Format of the file: 1.
	Format int `yaml:"format" json:"format"`
	// Name in small letters, digits and dashes; no two missions of a run share it.
	Name string `yaml:"name" json:"name"`
	// About says in a sentence what it shows.
	About string   `yaml:"about" json:"about,omitempty"`
	Tags  []string `yaml:"tags" json:"tags,omitempty"`
	// Guards names the part whose failing the mission notices.
	Guards string `yaml:"guards" json:"guards,omitempty"`

	World   World   `yaml:"world" json:"world"`
	Start   Start   `yaml:"start" json:"start"`
	Planner Planner `yaml:"planner" json:"planner"`
	Server  Server  `yaml:"server" json:"server"`
	Timings Timings `yaml:"timings" json:"timings"`
	Limits  Limits  `yaml:"limits" json:"limits"`
	// Do is what the player does, in order.
	Do []Step `yaml:"do" json:"do"`
	// Faults go wrong on the way.
	Faults []Fault `yaml:"faults" json:"faults,omitempty"`
	Expect Expect  `yaml:"expect" json:"expect"`
	// Milestones are items on the way, whose first being held is noted.
	Milestones []string `yaml:"milestones" json:"milestones,omitempty"`

	// File and Line are where it stands.
	File string `json:"-"`
	Line int    `json:"-"`
	// Hash of the mission as it was read, independent of comments and order.
	Hash string `json:"-"`
}

// World is where a mission is played, unless a live body is named.
type World struct {
	// Seed of the world, 1 or more; left out, 1.
	Seed int `yaml:"seed" json:"seed,omitempty"`
	// Version of Minecraft; left out, the default one.
	Version string `yaml:"version" json:"version,omitempty"`
	// Wild leaves villages and other structures out.
	Wild bool `yaml:"wild" json:"wild,omitempty"`
	// Body that plays: v2 (default), v1, v1-worst.
	Body string `yaml:"body" json:"body,omitempty"`
	// Speed in game seconds a second; left out, no time is waited for.
	Speed float64 `yaml:"speed" json:"speed,omitempty"`
	// Chance are faults by chance, as minehand body --fault has them: lose=0.2.
	Chance string `yaml:"chance" json:"chance,omitempty"`
}

// Start is what the player begins with.
type Start struct {
	// Inventory: item -> count.
	Inventory map[string]int `yaml:"inventory" json:"inventory,omitempty"`
	// At is the place; left out, the world's own.
	At *Place `yaml:"at" json:"at,omitempty"`
}

// Place is a block's position.
type Place struct {
	X int `yaml:"x" json:"x"`
	// Y of 0 stands for the ground.
	Y int `yaml:"y" json:"y"`
	Z int `yaml:"z" json:"z"`
	// Within so many blocks of it, for expectations; left out, 2.
	Within int `yaml:"within" json:"within,omitempty"`
}

// Planner says who plans and how.
type Planner struct {
	// Provider: builtin (default), scripted (with replies), auto, or a configured
	// one.
	Provider string `yaml:"provider" json:"provider,omitempty"`
	Model    string `yaml:"model" json:"model,omitempty"`
	// Replies of a scripted provider, as docs/PROVIDERS.md has them.
	Replies []any `yaml:"replies" json:"replies,omitempty"`
	// Mode: hybrid (default), high-level, low-level, agent.
	Mode string `yaml:"mode" json:"mode,omitempty"`
	// Policy after a failed action: replan (default), continue, stop.
	Policy string `yaml:"policy" json:"policy,omitempty"`
	// Reader off: the goal's words are left to the model.
	Reader string `yaml:"reader" json:"reader,omitempty"`
	// Assist is how much Minehand does for a model: none, check, complete; left
	// out, what the mode says.
	Assist string `yaml:"assist" json:"assist,omitempty"`
	// Fallback on: the built-in planner helps out. Off unless it says so.
	Fallback string `yaml:"fallback" json:"fallback,omitempty"`
	// Guess run: what a model only guessed at is carried out and judged by what was
	// expected. Left out, it ends as not understood.
	Guess string `yaml:"guess" json:"guess,omitempty"`
	// AgentCalls and AgentTokens are the budget of a goal in the mode agent; left out,
	// 24 and 40000.
	AgentCalls  int `yaml:"agent_calls" json:"agent_calls,omitempty"`
	AgentTokens int `yaml:"agent_tokens" json:"agent_tokens,omitempty"`
	// Temperature of the model, 0 to 2.
	Temperature *float64 `yaml:"temperature" json:"temperature,omitempty"`
	// Approve yes or no: every plan waits for that answer.
	Approve string `yaml:"approve" json:"approve,omitempty"`
}

// Server are settings of the server, as its config has them.
type Server struct {
	Allow []string `yaml:"allow" json:"allow,omitempty"`
	Deny  []string `yaml:"deny" json:"deny,omitempty"`
	// ChatCommands are those that a chat line may begin with.
	ChatCommands []string `yaml:"chat_commands" json:"chat_commands,omitempty"`
}

// Timings say how fast the protocol's times pass.
type Timings struct {
	// Scale of them, 0.001 to 1; left out, 0.1. The durations of faults are scaled
	// with them.
	Scale *float64 `yaml:"scale" json:"scale,omitempty"`
}

// defaultScale is the scale of missions that name none.
const defaultScale = 0.1

// Limits end a mission that went astray.
type Limits struct {
	// Wall time of the whole mission; left out, a minute.
	Wall time.Duration `yaml:"wall" json:"wall,omitempty"`
	// ModelCalls and Tokens that may be used; 0 for no limit.
	ModelCalls int `yaml:"model_calls" json:"model_calls,omitempty"`
	Tokens     int `yaml:"tokens" json:"tokens,omitempty"`
}

// defaultWall is how long a mission may take that names no limit.
const defaultWall = time.Minute

// Step is one thing that the player does.
type Step struct {
	// Goal in words, or Command: a slash command. One of them.
	Goal    string `yaml:"goal" json:"goal,omitempty"`
	Command string `yaml:"command" json:"command,omitempty"`
	// AtAction does it as soon as that action of the goal before it began, from 1;
	// left out, when everything before it has ended.
	AtAction int `yaml:"at_action" json:"at_action,omitempty"`
	// Verdict that the goal must end with; the last one's stands in expect too.
	Verdict string `yaml:"verdict" json:"verdict,omitempty"`
}

// Fault goes wrong with one action.
type Fault struct {
	// At is the number of the action, counted over all that the body began.
	At int `yaml:"at" json:"at"`
	// What: docs/MISSIONS.md lists them.
	What string `yaml:"what" json:"what"`
	// For is how long, of those that last, before scaling.
	For time.Duration `yaml:"for" json:"for,omitempty"`
	// Code of a failure.
	Code string `yaml:"code" json:"code,omitempty"`
}

// Expect is what must hold in the end. What is left out may be anything.
type Expect struct {
	// Verdict of the last goal.
	Verdict string `yaml:"verdict" json:"verdict,omitempty"`
	// Clauses of the last goal that were proven.
	Clauses *Bound `yaml:"clauses" json:"clauses,omitempty"`
	// Inventory of the world's player, item -> count.
	Inventory map[string]*Bound `yaml:"inventory" json:"inventory,omitempty"`
	// Standing are blocks that the player placed and that stand, block -> count.
	Standing map[string]*Bound `yaml:"standing" json:"standing,omitempty"`
	Position *Place            `yaml:"position" json:"position,omitempty"`
	// Chat are lines that were said exactly once; no other may have been.
	Chat []string `yaml:"chat" json:"chat,omitempty"`
	// Actions that were sent, Failed of them, over all goals.
	Actions *Bound `yaml:"actions" json:"actions,omitempty"`
	Failed  *Bound `yaml:"failed" json:"failed,omitempty"`
	// Rounds of the last goal, and what its plans had inserted.
	Rounds   *Bound `yaml:"rounds" json:"rounds,omitempty"`
	Inserted *Bound `yaml:"inserted" json:"inserted,omitempty"`
	// Never are kinds of actions that were not sent.
	Never []string `yaml:"never" json:"never,omitempty"`
	// Sim is the time that passed in the game, in seconds.
	Sim        *Bound `yaml:"sim_seconds" json:"sim_seconds,omitempty"`
	ModelCalls *Bound `yaml:"model_calls" json:"model_calls,omitempty"`
	Deaths     *Bound `yaml:"deaths" json:"deaths,omitempty"`
	// Was are states that the last goal was in on its way.
	Was []string `yaml:"was" json:"was,omitempty"`
	// Reason is a part of the sentence that the last goal ended with, Notice of one
	// that the player was shown.
	Reason string `yaml:"reason" json:"reason,omitempty"`
	Notice string `yaml:"notice" json:"notice,omitempty"`
	// PlannedBy is a part of who planned it.
	PlannedBy string `yaml:"planned_by" json:"planned_by,omitempty"`
}

// Bound is a count that is expected: 3, >=3, <=3 or 2..5.
type Bound struct {
	Least, Most int
	text        string
}

// unbounded is the most of a bound without an upper end.
const unbounded = 1 << 30

// SetText reads a bound.
func (b *Bound) SetText(text string) error {
	text = strings.TrimSpace(text)
	number := func(s string) (int, bool) {
		n, err := strconv.Atoi(strings.TrimSpace(s))
		return n, err == nil && n >= 0 && n < unbounded
	}
	least, most, ok := 0, unbounded, false
	switch low, high, between := strings.Cut(text, ".."); {
	case strings.HasPrefix(text, ">="):
		least, ok = number(text[2:])
	case strings.HasPrefix(text, "<="):
		most, ok = number(text[2:])
	case between:
		var fits bool
		least, ok = number(low)
		most, fits = number(high)
		ok = ok && fits && least <= most
	default:
		least, ok = number(text)
		most = least
	}
	if !ok {
		return fmt.Errorf("%q is no count; write 3, >=3, <=3 or 2..5", text)
	}
	*b = Bound{least, most, text}
	return nil
}

// UnmarshalText reads what MarshalText wrote.
func (b *Bound) UnmarshalText(text []byte) error { return b.SetText(string(text)) }

// MarshalText writes the bound as it was read.
func (b *Bound) MarshalText() ([]byte, error) { return []byte(b.text), nil }

// Holds reports whether the count is as expected; a nil bound takes any.
func (b *Bound) Holds(n int) bool { return b == nil || n >= b.Least && n <= b.Most }

func (b *Bound) String() string { return b.text }

// The verdicts of a goal: how its task ended, or why there was none.
const (
	Complete   = string(view.TaskComplete)
	Unverified = string(view.TaskUnverified)
	Failed     = string(view.TaskError)
	Stopped    = string(view.TaskStopped)
	// Impossible and Unreadable are errors with their cause.
	Impossible = "impossible"
	Unreadable = "unreadable"
	// Waiting: it goes on only when a person resumes it.
	Waiting = "waiting"
	// Refused: the server did not take it.
	Refused = "refused"
)

// allVerdicts lists all of them.
var allVerdicts = []string{Complete, Unverified, Failed, Stopped, Impossible, Unreadable, Waiting, Refused}

// verdictOf is how a task stands, in one word; empty while it goes on.
func verdictOf(t *view.Task) string {
	switch {
	case t.State == view.TaskError && t.Impossible:
		return Impossible
	case t.State == view.TaskError && t.Unreadable:
		return Unreadable
	case t.State.Ended():
		return string(t.State)
	case t.NeedsPerson, t.State == view.TaskPaused:
		return Waiting
	}
	return ""
}

// Scaled is the scale of a mission's times.
func (m *Mission) Scaled() float64 {
	scale := defaultScale
	return *cmp.Or(m.Timings.Scale, &scale)
}

// settings are those of the mission's prompts.
func (p *Planner) settings() view.PromptSettings {
	approve := p.Approve != ""
	s := view.PromptSettings{
		Settings: game.Settings{
			Mode: game.Mode(p.Mode), Provider: cmp.Or(p.Provider, "builtin"), Model: p.Model, Temperature: p.Temperature,
			Assist: game.Assist(p.Assist), Reader: p.Reader, Fallback: "fail", Unattended: true, Guess: p.Guess,
		},
		Policy: view.Policy(p.Policy), Approve: &approve,
	}
	if p.Fallback == "on" {
		s.Fallback = "builtin"
	}
	return s
}

// scaled is a duration as it is on the wall clock.
func scaled(d time.Duration, scale float64) time.Duration {
	return time.Duration(float64(d) * scale).Round(time.Millisecond)
}
