// SPDX-License-Identifier: MIT

package game

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// Protocol versions.
const (
	ProtocolV1 = 1
	ProtocolV2 = 2
)

// BodyInfo is what a body said of itself when it registered.
type BodyInfo struct {
	// ID is the instanceId.
	ID       string `json:"id"`
	Name     string `json:"name,omitempty"`
	Protocol int    `json:"protocol"`
	// Version is Minecraft's version as the body gave it.
	Version string `json:"version,omitempty"`
	// Detected is the version that the game's process shows, empty when it is not
	// known. It is surer than what the body gave.
	Detected string `json:"detected,omitempty"`
	Loader   string `json:"loader,omitempty"`
	// Role: self (the player's own game) or companion.
	Role  string `json:"role,omitempty"`
	Owner string `json:"owner,omitempty"`
	// Actions are the kinds that the body can do.
	Actions []Kind `json:"actions"`
	// Arguments are the declared fields that it knows, each as kind.name.
	Arguments []string `json:"arguments,omitempty"`
	// Protects: it keeps away from protected places itself.
	Protects bool `json:"protects,omitempty"`
	// Series names the count of the changes that the body reports; empty for one that
	// reports none.
	Series string `json:"series,omitempty"`
	// Surveys: it answers surveys.
	Surveys bool `json:"surveys,omitempty"`
	// Extra is what its game has beyond the tables of its release, nil for nothing.
	Extra *Extra `json:"-"`
}

// Can reports whether the body declared the kind. Local kinds need no body.
func (b BodyInfo) Can(k Kind) bool {
	info, ok := Lookup(k)
	return ok && (info.Local || slices.Contains(b.Actions, k))
}

// CanField reports whether the body knows the field of a kind: v2 fields are
// unknown to v1 bodies, declared ones to those that do not name them.
func (b BodyInfo) CanField(k Kind, field string) bool {
	info, _ := Lookup(k)
	f, ok := info.Field(field)
	return ok && (!f.V2 || b.Protocol >= ProtocolV2) && (!f.Declared || slices.Contains(b.Arguments, string(k)+"."+field))
}

// Snapshot is a body's state with its place in the order of reports.
type Snapshot struct {
	State State `json:"state"`
	// Seq counts the reports of a session from 1; 0 means none came yet.
	Seq uint64    `json:"seq"`
	At  time.Time `json:"at"`
	// Told: it came with an action's result; the body has not reported since.
	Told bool `json:"told,omitempty"`
}

// Settings are a client's wishes for one task; zero values mean the
// configured ones.
type Settings struct {
	Mode Mode `json:"mode,omitempty"`
	// Provider names who plans: auto, builtin, or a configured provider.
	Provider string `json:"provider,omitempty"`
	Model    string `json:"model,omitempty"`
	// Temperature is nil when not set; 0 is honoured.
	Temperature *float64 `json:"temperature,omitempty"`
	LMStudioURL string   `json:"lmStudioUrl,omitempty"`
	// Fallback: builtin or fail.
	Fallback string `json:"fallback,omitempty"`
	// Assist is how much is done for a model's plan; empty for what its mode says.
	Assist Assist `json:"assist,omitempty"`
	// Reader off: the goal's words are left to the model; nothing is read from them.
	Reader string `json:"reader,omitempty"`
	// Seed of the model's sampling, where its server takes one.
	Seed *int64 `json:"seed,omitempty"`
	// FromGame: the words were said in the game, where other players may have put
	// them into somebody's mouth. A model that plans them runs no commands.
	FromGame bool `json:"fromGame,omitempty"`
	// Speaker is the player who asks, in the game; empty for the body's owner. See [Request.Me].
	Speaker string `json:"speaker,omitempty"`
	// Within, when not nil, is where it is looked for what the goal does not place: the
	// share of the land of one of several players who work together.
	Within *Area `json:"within,omitempty"`
	// PutsBack is the task whose changes of the world the given actions put back.
	PutsBack string `json:"putsBack,omitempty"`
	// PutsBackTitle is what that task is called.
	PutsBackTitle string `json:"putsBackTitle,omitempty"`
	// Stays counts the blocks that they do not put back, by name: the end of the task names them.
	Stays map[string]int `json:"stays,omitempty"`
	// Unattended: nobody is there to be asked. What a model only guessed at ends as not
	// understood, and nothing moves; without it such a plan waits for a yes.
	Unattended bool `json:"unattended,omitempty"`
	// Guess run: what a model only guessed at is carried out without a yes, and its end
	// is unverified at best. Empty or ask: it is not.
	Guess string `json:"guess,omitempty"`
	// Accepted is what agreed to a guess (see Guess); a goal that is only guessed
	// at is not begun without it.
	Accepted string `json:"accepted,omitempty"`
}

// mostStays is how many kinds of blocks a sentence names.
const mostStays = 6

// NotBack says what a task that puts something back leaves as it is; empty for nothing.
func (s *Settings) NotBack() (none Message) {
	n := 0
	for _, count := range s.Stays {
		n += count
	}
	if n == 0 {
		return none
	}
	return Say("end.stays", "n", n, "things", ListOf(mostStays, slices.Sorted(maps.Keys(s.Stays)), func(name string) any {
		return map[string]int{name: s.Stays[name]}
	}))
}

// GuessRun lets what a model only guessed at be carried out.
const GuessRun = "run"

// Assist is how much is done for a plan that a model made.
type Assist string

// The assists.
const (
	// AssistNone: its steps run as they were read, whatever the checker says of them.
	AssistNone Assist = "none"
	// AssistCheck: a plan that cannot work goes back once; nothing is inserted.
	AssistCheck Assist = "check"
	// AssistComplete: what is missing is inserted as well.
	AssistComplete Assist = "complete"
	// AssistTranslate: the model only says what the words mean, in clauses, and the
	// solver plans these. What cannot be said in clauses the model plans, and it is
	// completed.
	AssistTranslate Assist = "translate"
)

// Values lists all assists.
func (Assist) Values() []string {
	return []string{string(AssistNone), string(AssistCheck), string(AssistComplete), string(AssistTranslate)}
}

// Validate says in a sentence what is wrong with the settings. Whether there is
// such a provider or model is for others to say.
func (s Settings) Validate() error {
	switch {
	case s.Mode != "" && !slices.Contains(s.Mode.Values(), string(s.Mode)):
		return fmt.Errorf("there is no mode %q; use %s", s.Mode, strings.Join(s.Mode.Values(), ", "))
	case s.Fallback != "" && s.Fallback != "builtin" && s.Fallback != "fail":
		return fmt.Errorf("there is no fallback %q; use builtin or fail", s.Fallback)
	case s.Assist != "" && !slices.Contains(s.Assist.Values(), string(s.Assist)):
		return fmt.Errorf("there is no assist %q; use %s", s.Assist, strings.Join(s.Assist.Values(), ", "))
	case s.Guess != "" && s.Guess != "ask" && s.Guess != GuessRun:
		return fmt.Errorf("a guess of a model can wait for a yes (ask) or %s, not %q", GuessRun, s.Guess)
	case s.Reader != "" && s.Reader != "on" && s.Reader != "off":
		return fmt.Errorf("the reader can be on or off, not %q", s.Reader)
	case s.Temperature != nil && !(*s.Temperature >= 0 && *s.Temperature <= maxTemperature):
		return fmt.Errorf("a temperature of %g does not work; use 0 to %d", *s.Temperature, maxTemperature)
	}
	return nil
}

// maxTemperature is the highest that model servers take (OpenAI's API).
const maxTemperature = 2

// Request asks a planner for a plan.
type Request struct {
	TaskID string
	// Round counts from 1.
	Round int
	// Goal is the person's own words; empty when Actions are given.
	Goal string
	// Read is what the words were read as before; nil when nobody did.
	Read *Reading
	// Actions is a ready list to check and run as it is, without a planner's
	// own ideas.
	Actions []Action
	// Edited: Actions are a plan as a person changed it. What they lack is put in.
	Edited   bool
	Body     BodyInfo
	State    State
	Baseline Baseline
	// History holds the actions of all rounds so far, oldest first.
	History []Attempt
	// Begun are the attempts of the task before this one, where that was broken off in the same
	// world: a build like one of them goes on there.
	Begun []Attempt
	// Exclude lists what failed in a way that must not be tried again.
	Exclude []Exclusion
	// Known is what is remembered of the body's world in its dimension, and where
	// it last died, nearest first. What containers held is for goals that name
	// the container only.
	Known []Landmark
	// Zones are the protected places that the goal does not name.
	Zones    []Zone
	Settings Settings
	// Translation is what a model took the goal for in an earlier round; nil when
	// none did.
	Translation *Translation
	// Turns are those of earlier rounds (AgentMode), oldest first.
	Turns []Turn
	// Progress, when not nil, is told in a few words what takes long.
	Progress func(message string)
	// Look, when not nil, shows what stands in the boxes that hold the cells, in the
	// dimension that the body is in: the block states of what is loaded.
	Look func(at []Cell) map[Cell]string
	// Blueprint, when not nil, reads a file of the folder of blueprints by its name, with or
	// without what it ends with. The error is a sentence.
	Blueprint func(name string) ([]byte, error)
	// Shown: a person sees the plan before it runs. What would shorten it is looked for then.
	Shown bool
}

// AsksWho is the code of the message that no "me" is known: nobody speaks in the game, and
// the body has no owner.
const AsksWho = "impossible.no-owner"

// Me is the player whom "me" means: who speaks in the game, else the body's owner; empty where nobody is known.
func (r *Request) Me() string { return cmp.Or(r.Settings.Speaker, r.Body.Owner) }

// Attempt is one action that was run, or skipped.
type Attempt struct {
	Round   int     `json:"round"`
	Step    Step    `json:"step"`
	Outcome Outcome `json:"outcome"`
	Verdict Verdict `json:"verdict"`
	// Reason explains a verdict that is not confirmed.
	Reason string `json:"reason,omitempty"`
	// Gained and Used are what states showed to come in and to go of what the step
	// was to bring and to use up.
	Gained map[string]int `json:"gained,omitempty"`
	Used   map[string]int `json:"used,omitempty"`
	// Mark is what the body had just before; Again: its failure does not count.
	Mark  *Mark `json:"-"`
	Again bool  `json:"-"`
}

// Exclusion is something not to try again in this task: a kind as a whole, or
// one about a subject, at a place.
type Exclusion struct {
	Kind    Kind   `json:"kind"`
	Subject string `json:"subject,omitempty"`
	At      *Pos   `json:"at,omitempty"`
	Code    Code   `json:"code,omitempty"`
	Reason  string `json:"reason,omitempty"`
}

// ExclusionOf is what an action's failure forbids from then on; false for nothing.
func ExclusionOf(a *Action, f *Failure) (Exclusion, bool) {
	if f == nil {
		return Exclusion{}, false
	}
	x := Exclusion{Kind: a.Kind, Code: f.Code, Reason: f.Message}
	switch LookupCode(f.Code).Excludes {
	case ExcludesSubject:
		x.Subject, x.At = a.Subject(), a.At
	case ExcludesKind:
	case ExcludesNothing:
		return Exclusion{}, false
	}
	return x, true
}

// Covers reports whether an action of the exclusion's kind and subject is at what
// failed: another place is another try, and so is a block that is put wherever the
// body likes.
func (x *Exclusion) Covers(a *Action) bool {
	switch {
	case x.At == nil:
		return true
	case a.At == nil:
		return x.Subject != "" && a.Kind != Place
	}
	return *a.At == *x.At
}

// Exclude adds to a list what is not in it yet. The list is not changed.
func Exclude(list []Exclusion, x Exclusion) []Exclusion {
	if slices.ContainsFunc(list, func(y Exclusion) bool { return x.Kind == y.Kind && x.Subject == y.Subject && SamePlace(x.At, y.At) }) {
		return list
	}
	return append(slices.Clip(list), x)
}

// lostTool names the tool that the attempt failed for; empty
// when it did not. Bodies of version 1 give no code: theirs is gone when the
// inventory holds none any more.
func (a *Attempt) lostTool(now *State) (tool Message) {
	act := &a.Step.Action
	if info, _ := Lookup(act.Kind); !info.NeedsTool || a.Verdict.Worked() {
		return tool
	}
	if missing := missingNeed(a.Step.Needs, now); missing != nil {
		return missing.Say()
	}
	if f := a.Outcome.Failure; f != nil && f.Code == CodeMissingTool {
		return Say("end.right-tool")
	}
	return tool
}

// OutOfReach says why a goal is given up whose last action lost its tool: the plan
// takes longer to another than the limit; empty when it may go on. A negative limit is
// none.
func OutOfReach(history []Attempt, plan *Plan, now *State, limit time.Duration) (why Message) {
	if len(history) == 0 || limit < 0 {
		return why
	}
	last := &history[len(history)-1]
	tool := last.lostTool(now)
	if tool.Code == "" {
		return why
	}
	seconds := 0.0
	for i := range plan.Steps {
		act := &plan.Steps[i].Action
		if act.Kind == last.Step.Action.Kind && act.Subject() == last.Step.Action.Subject() {
			break
		}
		seconds += plan.Steps[i].Seconds
	}
	takes := time.Duration(seconds * float64(time.Second))
	if takes <= limit {
		return why
	}
	return Then(Say("end.tool", "tool", tool, "takes", SayLasting(takes), "limit", SayLasting(limit)), last.CouldNot(nil))
}

// LookedFor says how far was looked for what was not found; empty when nothing was.
func LookedFor(history []Attempt) (all Message) {
	type search struct{ places, walks int }
	var order []string
	of := make(map[string]search)
	for i := range history {
		step := &history[i].Step
		if info, _ := Lookup(step.Action.Kind); step.Seeks == "" || info.Breaks {
			continue
		}
		s, known := of[step.Seeks]
		if !known {
			order = append(order, step.Seeks)
		}
		if step.Action.At != nil {
			s.places++
		} else {
			s.walks++
		}
		of[step.Seeks] = s
	}
	for _, block := range order {
		var where []Message
		if n := of[block].places; n > 0 {
			where = append(where, Say("looked.places", "n", n))
		}
		if n := of[block].walks; n > 0 {
			where = append(where, Say("looked.walks", "n", n))
		}
		all = Then(all, AsSentence(Say("looked", "what", Named(block), "where", where)))
	}
	return all
}

// ImpossibleError says that no plan can reach the goal, and why, in a sentence: in English,
// and as a message where it is one (game/messages makes it of that).
type ImpossibleError struct {
	Reason string
	Why    Message
}

func (e *ImpossibleError) Error() string { return e.Reason }

// Say is why, as a message.
func (e *ImpossibleError) Say() Message { return e.Why.Or(TextOf(e.Reason)) }

// SayError is an error as a player reads it: the message that it is, or its text.
func SayError(err error) Message {
	if says, ok := err.(interface{ Say() Message }); ok { // what wraps it adds to its words
		return says.Say()
	}
	return TextOf(err.Error())
}

// UnreadableError says that a goal's words were not understood.
type UnreadableError struct {
	Text string
	// Part is what was not understood of it; empty for all of it.
	Part string
	// Nearest are goals that would be understood, nil when none is near.
	Nearest []string
	// Partly is what was understood of it, with what is still to be said; nil for nothing.
	Partly *Partial `json:"Partly,omitempty"`
	// Language is the language that it is in, empty for English or none that is
	// known. Cannot is the part of it that asks for what no goal is: "tame a cow".
	Language, Cannot string
	// Beyond is the kind of what nobody here can do, which Cannot names in English; empty for none.
	Beyond string `json:",omitempty"`
	// Example is a goal in that language, or in English where none can be read in it.
	Example string `json:",omitempty"`
	// In is the code of that language, where its phrases were heard.
	In string `json:",omitempty"`
	// Number is a number in it that nobody can do, as it was said; Most is the largest
	// that would do.
	Number string
	Most   int
	// Help: the words asked what can be asked, and Nearest answers.
	Help bool
	// Guess is what a model took the words for where nobody is there to say yes to it.
	Guess string
}

// named is the language as a message: the codes are the first words of the names.
func (e *UnreadableError) named() Message {
	first, _, _ := strings.Cut(e.Language, " ")
	return Say("language." + strings.ToLower(strings.TrimSuffix(first, ",")))
}

// example is a goal that can be read, whoever made the error.
func (e *UnreadableError) example() string { return cmp.Or(e.Example, "get 3 diamonds") }

// Say is the error as a message, whose words Error has in English.
func (e *UnreadableError) Say() Message {
	near := strings.Join(e.Nearest, "; ")
	switch {
	case e.Beyond != "":
		return e.next(Say("unread.beyond", "part", Say("beyond."+e.Beyond)))
	case e.Help:
		return Say("unread.help", "near", near)
	case e.Guess != "":
		return Say("unread.guess", "goal", e.Text, "guess", e.Guess)
	case e.Number != "":
		return Say("unread.number", "goal", e.Text, "number", e.Number, "most", e.Most)
	case e.Language != "" && e.Part != "":
		return Say("unread.language.part", "goal", e.Text, "language", e.named(), "part", e.Part, "example", e.example())
	case e.Language != "":
		return Say("unread.language", "goal", e.Text, "language", e.named(), "example", e.example())
	case e.Cannot != "":
		return e.next(Say("unread.cannot", "goal", e.Text, "part", e.Cannot))
	}
	var part, partly Message
	if e.partTold() {
		part = Say("unread.part", "part", e.Part)
	}
	if e.Partly != nil && (part.Code == "" || len(e.Nearest) == 0) {
		partly = Say("unread.partly", "partly", e.Partly.String())
	}
	return e.next(Say("unread", "goal", e.Text, "part", part, "partly", partly))
}

// next is what is said behind: what can be asked instead.
func (e *UnreadableError) next(said Message) Message {
	if len(e.Nearest) == 0 {
		return Say("unread.next", "said", said)
	}
	return Say("unread.near", "said", said, "near", strings.Join(e.Nearest, "; "))
}

// partTold reports whether the part that was not understood is quoted.
func (e *UnreadableError) partTold() bool {
	const most = 80 // characters of a part that are quoted
	return e.Part != "" && len(e.Part) <= most && !strings.EqualFold(e.Part, e.Text)
}

func (e *UnreadableError) Error() string {
	if e.Help {
		return "you can ask for example: " + strings.Join(e.Nearest, "; ")
	}
	switch {
	case e.Beyond != "":
		return e.cannot()
	case e.Guess != "":
		return fmt.Sprintf("the goal %q was not understood, and nobody is here to say yes to a guess: %s", e.Text, e.Guess)
	case e.Number != "":
		return fmt.Sprintf("the goal %q could not be read: %s is no number of things to ask for; say one from 1 to %d", e.Text, e.Number, e.Most)
	case e.Language != "" && e.Part != "":
		return fmt.Sprintf(
			"the goal %q is in %s and could not be read: %q was not understood; say that in other words, for example %q; \"what can "+
				"you do?\" says what can be asked",
			e.Text, e.Language, e.Part, e.example(),
		)
	case e.Language != "":
		return fmt.Sprintf(
			"the goal %q is in %s and could not be read; say it in simpler words, for example %q; \"what can you do?\" says what "+
				"can be asked",
			e.Text, e.Language, e.example(),
		)
	case e.Cannot != "":
		return e.cannot()
	}
	return e.unread()
}

// cannot is the error of a goal that asks for what nobody here can do.
func (e *UnreadableError) cannot() string {
	next := "\"what can you do?\" says what can be asked"
	if len(e.Nearest) > 0 {
		next = "the nearest that can be: " + strings.Join(e.Nearest, "; ")
	}
	if e.Beyond != "" {
		return fmt.Sprintf("I cannot %s yet; %s", e.Cannot, next)
	}
	return fmt.Sprintf("the goal %q could not be read: I cannot %q yet; %s", e.Text, e.Cannot, next)
}

// unread is the error of a goal of which nothing is known but what could not be read.
func (e *UnreadableError) unread() string {
	part := ""
	if e.partTold() {
		part = fmt.Sprintf(": %q was not understood", e.Part)
	}
	if e.Partly != nil && (part == "" || len(e.Nearest) == 0) {
		part += ": " + e.Partly.String()
	}
	if len(e.Nearest) == 0 {
		return fmt.Sprintf("the goal %q could not be read%s; \"what can you do?\" says what can be asked", e.Text, part)
	}
	return fmt.Sprintf("the goal %q could not be read%s; the nearest that can be: %s", e.Text, part, strings.Join(e.Nearest, "; "))
}

// GaveUpError says that the planner's bounded work ended without an answer, as
// ImpossibleError says why.
type GaveUpError struct {
	Reason string
	Why    Message
}

func (e *GaveUpError) Error() string { return e.Reason }

// Say is why, as a message.
func (e *GaveUpError) Say() Message { return e.Why.Or(TextOf(e.Reason)) }

// FaultsError says what is wrong with a plan, one sentence a fault: in English, and as
// messages where they are some (game/messages makes it of those).
type FaultsError struct {
	Faults []string
	Why    []Message
}

// faultsTold is how many faults of a plan are told in words: a list may have thousands.
const faultsTold = 10

// Error tells the first faults, and how many more there are.
func (e *FaultsError) Error() string {
	told := e.Faults[:min(len(e.Faults), faultsTold)]
	text := "the plan cannot work: " + strings.Join(told, "; ")
	if rest := len(e.Faults) - len(told); rest > 0 {
		text += fmt.Sprintf("; and %d more", rest)
	}
	return text
}

// At is one of the faults as a message.
func (e *FaultsError) At(i int) Message {
	if i < len(e.Why) {
		return e.Why[i]
	}
	return TextOf(e.Faults[i])
}

// Say is the error as a message, whose words Error has in English.
func (e *FaultsError) Say() Message {
	var all Message
	for i := range e.Faults[:min(len(e.Faults), faultsTold)] {
		next := e.At(i)
		if all.Code != "" {
			next = Say("faults.next", "first", all, "next", next)
		}
		all = next
	}
	if rest := len(e.Faults) - faultsTold; rest > 0 {
		all = Say("faults.more", "first", all, "rest", rest)
	}
	return Say("faults", "what", all)
}
