// SPDX-License-Identifier: MIT

package ui

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/ui/command"
	"github.com/minehand/minehand/ui/view"
)

// Listener sorts what people say, without any model. Its methods may be called
// from any goroutine.
type Listener interface {
	// Stops says how a text stops what is being done: SpeechStop when it says nothing
	// else, SpeechPause when it does or asks to wait; empty when it does not. It is quick.
	Stops(text string) view.SpeechKind
	// Sort says what a text is, about what was said before.
	Sort(text string, about About) Said
	// Make says how a thing is made, as for a body in that state.
	Make(ctx context.Context, what view.MakeWhat, body game.BodyInfo, state game.State) (view.HowTo, error)
	// Can lists requests that a body in that state can be given.
	Can(body game.BodyInfo, state game.State) []string
}

// About is what a text may refer to.
type About struct {
	Body  game.BodyInfo
	State game.State
	// Earlier are the body's last requests in full, newest first; a ready list of
	// actions is an empty one.
	Earlier []string
	// Open says which of them have not ended.
	Open []bool
	// Busy: something is being done or waits; Paused: it is paused; Awaiting: its plan
	// waits for a yes.
	Busy, Paused, Awaiting bool
}

// Said is a text as a Listener sorts it.
type Said struct {
	Kind view.SpeechKind
	// Goal is a request in full; Again: the last request once more, as it was.
	Goal  string
	Again bool
	// Guess: a person has to agree to the request, which has a misspelt word.
	Guess bool
	// Instead: what is being done is given up for it.
	Instead bool
	// All: a yes to later plans too.
	All bool
	// Topic of a question, the items that it is about, how many, and their name.
	Topic view.Topic
	Items []string
	Count int
	Name  string
	// Of is the earlier request that a correction changes, by its place. NothingLeft:
	// all of that one is taken back, and there is no goal.
	Of          int
	NothingLeft bool
	// Fault is a sentence when nothing can be made of it.
	Fault string
}

// maxEarlier is how many requests a text may refer to.
const maxEarlier = 8

// mostSaid bounds a text, in bytes: what is longer is no talk.
const mostSaid = 8000

// stopsByWord reports whether a message of talk is to overtake the others.
func stopsByWord(s *Service, data []byte) (first, waits, once bool) {
	var p view.Talk
	if json.Unmarshal(data, &p) != nil {
		return false, false, false
	}
	if p.Ask {
		return false, false, true
	}
	stops := s.Stops(p.Text)
	return stops != "", false, stops != view.SpeechStop // among other words there may be a request
}

// Stops says how a text stops what is being done, as a Listener does.
func (s *Service) Stops(text string) view.SpeechKind {
	if s.cfg.Listener == nil {
		return ""
	}
	return s.cfg.Listener.Stops(text)
}

func talk(ctx context.Context, x *exchange, p view.Talk) (view.Talked, error) {
	t := &talking{exchange: x, ctx: ctx, p: p, body: p.Instance}
	if t.body == "" {
		t.body = x.active
	}
	t.p.Text = strings.TrimSpace(p.Text)
	asked := x.svc.thread.asked(t.talker())
	switch {
	case p.Declined != "":
		x.svc.thread.decline(t.talker(), p.Declined)
		return view.Talked{Kind: view.SpeechNo, Say: notBegun}, nil
	case t.p.Text == "" && p.Accepted != "" && asked != nil && asked.Guess == p.Accepted:
		t.p = *asked.Asked
	case t.p.Text == "" && p.Accepted != "":
		return view.Talked{}, errGuessOver
	case t.p.Text == "":
		return view.Talked{}, view.Refuse(view.CodeInvalid, `nothing was said: talk needs a "text"`)
	}
	words := t.p.Text
	out, err := t.answer()
	if out.TaskID != "" && asked != nil && t.p.Accepted == asked.Guess { // its task shows it
		x.svc.thread.drop(asked.ID)
	}
	t.note(words, &out, err)
	return out, err
}

// note has the talk keep what made no task.
func (t *talking) note(words string, out *view.Talked, err error) {
	s := Spoken{Spoken: view.Spoken{Body: t.body, Speaker: t.p.Settings.Speaker, Text: words, Say: out.Say}, Asked: t.asks}
	switch {
	case t.ctx.Err() != nil: // who said it does not listen any more
		return
	case err != nil:
		s.Say, s.Fault = "", err.Error()
	case out.TaskID != "" && out.Start != view.StartRevised:
		return
	case t.p.Ask && out.Kind != view.SpeechQuestion && t.body == "": // it was only tried
		return
	}
	if len(words) > mostSaid {
		s.Text = strings.ToValidUTF8(words[:mostSaid], "")
	}
	if t.asks != nil {
		s.Guess = t.asks.Accepted
	}
	t.svc.thread.add(s)
}

// talking is one text on its way to its answer.
type talking struct {
	*exchange
	ctx context.Context //nolint:containedctx // it lives as long as the call
	p   view.Talk
	// body is whom it is said to, empty when that is nobody.
	body string
	// player is what that one does, past its requests, newest first.
	player view.Player
	past   []view.Task
	said   Said
	// asks is what a yes to the guess says that was made; nil for none.
	asks *view.Talk
}

func (t *talking) answer() (view.Talked, error) {
	text := t.p.Text
	if len(text) > mostSaid {
		return view.Talked{}, view.Refuse(view.CodeInvalid, "a text has at most %d bytes", mostSaid)
	}
	if t.body != "" {
		t.player = t.svc.tasks.player(t.body)
		var err error
		// All that waits can be referred to, however much that is.
		limit := max(maxEarlier, 1+len(t.player.Queue)+len(t.player.Parked))
		if t.past, err = t.svc.tasks.history(t.ctx, view.TaskQuery{Instance: t.body, Limit: limit}); err != nil {
			return view.Talked{}, err
		}
	}
	t.said = t.sort(text)
	out := view.Talked{Kind: t.said.Kind}
	switch {
	case t.said.Kind == view.SpeechQuestion:
		out.Topic = t.said.Topic
		var err error
		out.Say, err = t.reply()
		return out, err
	case t.p.Ask:
		out.Say = "That is no question that can be answered. " + askFor
		return out, nil
	case t.said.Fault != "":
		return out, &view.RefusedError{Code: view.CodeNotUnderstood, Sentence: t.said.Fault}
	}
	if t.said.Kind == view.SpeechYes && t.p.ByModel {
		return out, view.Refuse(view.CodeBadRequest, "A yes counts only where the person gives it: in Minehand's window, in the game's chat, or by typing it.")
	}
	if t.said.Kind != view.SpeechRemark && t.p.Accepted == "" { // the talk goes on
		asked := t.svc.thread.asked(t.talker())
		answers := asked != nil && t.answers(asked)
		if answers && t.said.Kind == view.SpeechYes {
			t.p = *asked.Asked
			return t.answer()
		}
		if t.svc.thread.overFor(t.talker()); answers {
			out.Say = notBegun
			return out, nil
		}
	}
	switch t.said.Kind {
	case view.SpeechRemark:
		if out.Say = "Ready. Say what to do, such as \"get 3 diamonds\", or ask."; t.said.Name == "thanks" {
			out.Say = "You are welcome."
		}
		return out, nil
	case view.SpeechYes, view.SpeechNo:
		return t.yesOrNo(out)
	case view.SpeechStop, view.SpeechPause, view.SpeechResume, view.SpeechSkip:
		return t.steer(out)
	case view.SpeechUndo:
		return t.undo(out)
	case view.SpeechGoal, view.SpeechFollowUp, view.SpeechCorrection, view.SpeechQuestion:
	}
	return t.request(out)
}

// sort is what a text says: without a listener, and beside a list of actions, a goal.
func (t *talking) sort(text string) Said {
	listener := t.svc.cfg.Listener
	if listener == nil || len(t.p.Settings.Actions) > 0 {
		return Said{Kind: view.SpeechGoal, Goal: text}
	}
	b, _ := t.svc.cfg.Bodies.Body(t.body)
	about := About{Body: b.Info, State: b.Snapshot.State, Busy: t.player.Current != nil || len(t.player.Queue) > 0}
	if now := t.player.Current; now != nil {
		about.Paused, about.Awaiting = now.State == view.TaskPaused, now.State == view.TaskAwaiting
	}
	about.Awaiting = about.Awaiting || t.svc.thread.asked(t.talker()) != nil
	for i := range t.past {
		about.Earlier = append(about.Earlier, t.past[i].Goal)
		about.Open = append(about.Open, changeable(&t.past[i]))
	}
	said := listener.Sort(text, about)
	if t.p.Change && (said.Kind == view.SpeechGoal || said.Kind == view.SpeechFollowUp) {
		return listener.Sort("actually "+text, about)
	}
	return said
}

// steer does what a word says to the task at hand.
func (t *talking) steer(out view.Talked) (view.Talked, error) {
	this := view.OfBody{Instance: t.p.Instance}
	var err error
	switch t.said.Kind {
	case view.SpeechStop:
		out.Say = "Nothing was being done."
		if now := t.player.Current; now != nil {
			out.Say = fmt.Sprintf("Stopping %q.", now.Title)
		} else if t.body == "" {
			out.Say = "Stopped."
		}
		if n := waiting(t.player.Queue); n > 0 {
			out.Say += " " + held(n)
		}
		_, err = stopTask(t.ctx, t.exchange, this)
	case view.SpeechPause:
		out.Say = "Paused. \"Go on\" goes on."
		if now := t.player.Current; now == nil || now.State != view.TaskPaused {
			_, err = pauseTask(t.ctx, t.exchange, this)
		}
	case view.SpeechResume:
		out.Say = "Going on."
		_, err = resumeTask(t.ctx, t.exchange, view.Resume{OfBody: this})
	default:
		out.Say = "The action at hand is given up; the next follows."
		_, err = skipAction(t.ctx, t.exchange, this)
	}
	return out, err
}

// waiting counts the tasks of a queue that start by themselves.
func waiting(queue []view.Task) int {
	n := 0
	for i := range queue {
		if !queue[i].Held {
			n++
		}
	}
	return n
}

func held(n int) string {
	if n == 1 {
		return "One more request is held until \"go on\"."
	}
	return fmt.Sprintf("%d more requests are held until \"go on\".", n)
}

// talker is who says it, and to whom.
func (t *talking) talker() talker { return talker{t.body, t.p.Settings.Speaker} }

// answers reports whether a yes or no is meant for a guess: of what waits for one, it
// was asked last.
func (t *talking) answers(asked *Spoken) bool {
	now := t.player.Current
	planWaits := now != nil && now.State == view.TaskAwaiting && now.Since.After(asked.At)
	return !planWaits && (t.said.Kind == view.SpeechYes || t.said.Kind == view.SpeechNo)
}

// notBegun answers a no to a guess.
const notBegun = "Not begun."

// yesOrNo answers the plan that waits.
func (t *talking) yesOrNo(out view.Talked) (view.Talked, error) {
	now := t.player.Current
	if now == nil || now.State != view.TaskAwaiting {
		return out, &view.RefusedError{Code: view.CodeNothing, Sentence: "Nothing waits for a yes or no."}
	}
	yes := t.said.Kind == view.SpeechYes
	if out.Say = "The plan is not run."; yes {
		out.Say = "The plan runs."
	}
	out.TaskID = now.ID
	_, err := answerPlan(t.ctx, t.exchange, view.Answer{TaskID: now.ID, Revision: now.Revision, Approve: yes, All: t.said.All})
	return out, err
}

// guesses reads the goal, and reports whether it is only guessed at, so that a yes is
// waited for. What cannot be read beforehand is for whoever plans.
func (t *talking) guesses(out *view.Talked) bool {
	if out.Goal == "" || t.svc.cfg.Reader == nil {
		return false
	}
	r, err := t.svc.read(t.ctx, out.Goal, t.body)
	if err != nil {
		return false
	}
	if t.said.Guess && r.Guess == "" {
		r.Guess, r.Question = r.Text, fmt.Sprintf("Did you mean %q?", r.Text)
	}
	out.Reading = &r
	if r.Guess == "" || t.p.Accepted != "" || !t.svc.reads(t.p.Settings.Provider) {
		return false
	}
	out.Say = r.Question
	asks := t.p
	asks.Accepted = r.Hash
	t.asks = &asks
	return true
}

// request begins, or changes, a task.
func (t *talking) request(out view.Talked) (view.Talked, error) {
	switch {
	case t.said.Again && t.said.Goal == "":
		return t.again(out)
	case t.said.NothingLeft:
		return t.takeBack(out)
	}
	out.Goal = t.said.Goal
	if len(t.p.Settings.Actions) > 0 {
		out.Goal = ""
	}
	prompt := view.Prompt{Prompt: out.Goal, Settings: t.p.Settings, Accepted: t.p.Accepted, OfBody: t.p.OfBody}
	if t.guesses(&out) {
		return out, nil
	}
	now, behind := t.player.Current, waiting(t.player.Queue)
	if now != nil && !ending(now) {
		behind++
	}
	// It neither waits for its turn nor takes another's place to be refused then.
	if fault := unread(out.Reading); fault != "" && (t.svc.onlyReads(t.p.Settings.Provider) || behind > 0 && !t.svc.modelAnswers(t.ctx, t.p.Settings)) {
		return out, &view.RefusedError{Code: view.CodeNotUnderstood, Sentence: game.Sentence(fault)}
	}
	if t.said.Kind == view.SpeechCorrection {
		if done, err := t.revise(&out, prompt); done || err != nil {
			return out, err
		}
	}
	out.Start, out.Behind = view.StartNow, behind
	switch {
	case out.Behind > 0 && t.said.Instead:
		if err := t.svc.stop(t.ctx, t.body); err != nil {
			return out, err
		}
		if out.Start, out.Behind = view.StartInstead, 0; now != nil {
			out.Replaced = now.ID
		}
	case out.Behind > 0:
		out.Start = view.StartAfter
	}
	q, err := sendPrompt(t.ctx, t.exchange, prompt)
	if err != nil {
		return out, err
	}
	out.TaskID = q.TaskID
	out.Say = t.taken(&out)
	return out, nil
}

// ending: it makes room for the next by itself.
func ending(now *view.Task) bool { return now.State == view.TaskStopping || now.State.Ended() }

// again does the last request once more that was no text.
func (t *talking) again(out view.Talked) (view.Talked, error) {
	if len(t.past) == 0 {
		return out, &view.RefusedError{Code: view.CodeNothing, Sentence: "Nothing was asked for yet that could be done again."}
	}
	last := &t.past[0]
	if !last.State.Ended() {
		return out, &view.RefusedError{Code: view.CodeNothing, Sentence: fmt.Sprintf("%q has not ended yet; say \"again\" when it has.", last.Title)}
	}
	q, err := retryTask(t.ctx, t.exchange, view.Retry{TaskID: last.ID, Instance: t.body})
	if err != nil {
		return out, err
	}
	out.TaskID, out.Start, out.Goal = q.TaskID, view.StartNow, last.Title
	out.Say = t.taken(&out)
	return out, nil
}

// takeBack lets go of a task of which nothing is wanted any more.
func (t *talking) takeBack(out view.Talked) (view.Talked, error) {
	task := &t.past[t.said.Of]
	if now := t.player.Current; now != nil && now.ID == task.ID {
		t.said.Kind = view.SpeechStop
		return t.steer(out)
	}
	if err := t.svc.tasks.cancel(t.ctx, task.ID); err != nil {
		return out, err
	}
	out.Say = fmt.Sprintf("Taken back: %q.", task.Title)
	return out, nil
}

// changeable says that a task can be given other words.
func changeable(task *view.Task) bool { return !task.State.Ended() && task.State != view.TaskStopping }

// revise changes the task that the words are about, which is the one that was asked
// for last unless they name a part of another, when it has not ended.
func (t *talking) revise(out *view.Talked, prompt view.Prompt) (bool, error) {
	if t.said.Of >= len(t.past) || !changeable(&t.past[t.said.Of]) {
		return false, nil
	}
	last := &t.past[t.said.Of]
	if r := out.Reading; prompt.Accepted != "" && r != nil {
		switch {
		case r.Hash != prompt.Accepted:
			return true, errReadsDifferently
		case r.Guess != "" && !t.svc.thread.waits(t.talker(), r.Hash):
			return true, errGuessOver
		}
	}
	err := t.svc.tasks.revise(t.ctx, last.ID, prompt.Prompt, prompt.Accepted)
	if codeOf(err) == view.CodeNothing {
		return false, nil // it has just ended
	}
	out.TaskID, out.Start = last.ID, view.StartRevised
	out.Say = "Changed: " + t.named(out) + "."
	if err == nil {
		t.svc.thread.overFor(t.talker())
	}
	return true, err
}

// named is a request as it was understood.
func (t *talking) named(out *view.Talked) string {
	if r := out.Reading; r != nil {
		return cmp.Or(r.Text, r.Guess, out.Goal)
	}
	return out.Goal
}

// unread is what nobody could read of a request, as a sentence; empty when it was read
// or nobody reads.
func unread(r *view.Reading) string {
	if r == nil || !r.Unreadable {
		return ""
	}
	return r.Missing
}

// taken says that a request is taken, and when it is done.
func (t *talking) taken(out *view.Talked) string {
	what := t.named(out)
	if what == "" {
		what = "the list of actions"
	}
	if fault := unread(out.Reading); fault != "" { // the words are not said as if they were understood
		what = fmt.Sprintf("I cannot read %q myself: a model is asked, if one answers", what)
	}
	switch out.Start {
	case view.StartAfter:
		if out.Behind == 1 {
			return fmt.Sprintf("After that: %s.", what)
		}
		return fmt.Sprintf("Noted, after %d others: %s.", out.Behind, what)
	case view.StartInstead:
		text := fmt.Sprintf("At once: %s.", what)
		if now := t.player.Current; now != nil {
			text += fmt.Sprintf(" %q is given up.", now.Title)
		}
		if n := waiting(t.player.Queue); n > 0 {
			text += " " + held(n)
		}
		return text
	case view.StartNow, view.StartRevised:
	}
	return game.Sentence(what) + "."
}

// askFor tells what can be asked.
const askFor = "Ask what is held, where the player is, what is being done and why, what is missing, what comes next, how a thing is made, or what can be done."

// reply answers a question; nothing is begun.
func (t *talking) reply() (string, error) {
	switch t.said.Topic {
	case view.TopicUnknown:
		return "I cannot answer that. " + askFor, nil
	case view.TopicMake:
		return t.making(false)
	case view.TopicMissing:
		if t.said.Name != "" {
			return t.making(true)
		}
	case view.TopicCan:
		b, _ := t.svc.cfg.Bodies.Body(t.body)
		return "I can be asked for things like: " + strings.Join(t.svc.cfg.Listener.Can(b.Info, b.Snapshot.State), "; ") + ". Several go in one sentence, \"stop\" stops, and a slash (/) lists commands.", nil
	default:
	}
	if t.body == "" {
		_, err := t.svc.target(t.p.Instance, t.active)
		return "", err
	}
	switch t.said.Topic {
	case view.TopicHave:
		return t.holding()
	case view.TopicWhere, view.TopicCondition:
		snap, err := t.report(t.p.Instance)
		if err != nil {
			return "", err
		}
		state := t.svc.shown(&snap)
		if t.said.Topic == view.TopicWhere {
			return command.PlaceWords(&state), nil
		}
		return game.Sentence(command.StateWords(&state)) + ".", nil
	case view.TopicDoing:
		return command.DoingWords(&t.player), nil
	case view.TopicWhy:
		return t.why()
	case view.TopicMissing:
		return command.MissingWords(&t.player), nil
	case view.TopicWaiting:
		return command.NextWords(&t.player), nil
	case view.TopicDone:
		if len(t.past) == 0 {
			return "Nothing was asked for yet.", nil
		}
		lines := make([]string, 0, len(t.past))
		for i := range t.past {
			lines = append(lines, fmt.Sprintf("%q: %s", t.past[i].Title, command.Headline(&t.past[i])))
		}
		return strings.Join(lines, "\n"), nil
	default:
		return "I cannot answer that. " + askFor, nil
	}
}

// holding answers what is held, or how much of a thing.
func (t *talking) holding() (string, error) {
	snap, err := t.report(t.p.Instance)
	if err != nil {
		return "", err
	}
	inv := inventoryOf(&snap.State, snap.At)
	if len(t.said.Items) == 0 {
		if len(inv.Counts) == 0 {
			return "I hold nothing.", nil
		}
		return "I hold " + command.InventoryWords(&inv) + ".", nil
	}
	held := view.Inventory{Counts: map[string]int{}}
	n := 0
	for item, count := range inv.Counts {
		if slices.Contains(t.said.Items, item) {
			held.Counts[item] = count
			n += count
		}
	}
	switch {
	case n == 0:
		return "No, none.", nil
	case len(held.Counts) > 1:
		return fmt.Sprintf("%d: %s.", n, command.InventoryWords(&held)), nil
	}
	return command.InventoryWords(&held) + ".", nil
}

// why answers with what made the task at hand, or the last one, what it is.
func (t *talking) why() (string, error) {
	now, err := t.svc.current(t.ctx, t.body)
	if err != nil || now == nil {
		return "Nothing was asked for yet.", err
	}
	rec, err := t.svc.tasks.record(t.ctx, now.ID)
	if err != nil {
		return "", err
	}
	text := command.WhyWords(&rec)
	if a := t.player.Action; a != nil && a.Open() && a.Step.Why != "" {
		text += fmt.Sprintf("\n%s now: %s.", a.Step.Text, a.Step.Why)
	}
	return text, nil
}

// making answers how a thing is made, or what of it is missing.
func (t *talking) making(missing bool) (string, error) {
	b, _ := t.svc.cfg.Bodies.Body(t.body)
	h, err := t.svc.cfg.Listener.Make(t.ctx, view.MakeWhat{Item: t.said.Name}, b.Info, b.Snapshot.State)
	if err != nil {
		return "", err
	}
	if missing {
		return h.Lacks, nil
	}
	return h.Text, nil
}

func howToMake(ctx context.Context, x *exchange, p view.MakeWhat) (view.HowTo, error) {
	if x.svc.cfg.Listener == nil {
		return view.HowTo{}, view.Refuse(view.CodeUnavailable, "this Minehand has no rules of the game to ask")
	}
	body := p.Instance
	if body == "" {
		body = x.active
	}
	b, _ := x.svc.cfg.Bodies.Body(body)
	return x.svc.cfg.Listener.Make(ctx, p, b.Info, b.Snapshot.State)
}
