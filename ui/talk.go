// SPDX-License-Identifier: MIT

package ui

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/messages"
	"github.com/minehand/minehand/orchestrator"
	"github.com/minehand/minehand/ui/view"
)

// Listener sorts what people say, without any model. Its methods may be called
// from any goroutine.
type Listener interface {
	// Stops says how a text stops what is being done: SpeechStop when it says nothing
	// else, SpeechPause when it does or asks to wait; empty when it does not. It is quick.
	Stops(text string) view.SpeechKind
	// Answers says how a text answers an open question: SpeechYes or SpeechNo when it says
	// nothing else; empty when it does not.
	Answers(text string) view.SpeechKind
	// Sort says what a text is, about what was said before: its acts, in their order.
	Sort(text string, about About) []Said
	// Gist is what a request that is not read says with words left out, for a person to agree
	// to; empty for nothing.
	Gist(text string, about About) Gist
	// Make says how a thing is made, as for a body in that state.
	Make(ctx context.Context, what view.MakeWhat, body game.BodyInfo, state game.State) (view.HowTo, error)
	// Can lists requests that a body in that state can be given, those of the wishes where there are any, in a
	// language's words; "" is English. Grows is what it can plant.
	Can(body game.BodyInfo, state game.State, language string, wishes ...string) []string
	Grows(body game.BodyInfo, state game.State) []string
	// Use says what items are for, by the rules of the game; nothing for none.
	Use(items []string, body game.BodyInfo, state game.State) []game.Message
	// Takes says how long so many of an item take to grow or to be smelted; nothing for what does neither.
	Takes(item string, n int, body game.BodyInfo, state game.State) []game.Message
	// Eatable is what can be eaten of what is held.
	Eatable(body game.BodyInfo, state game.State) map[string]int
}

// About is what a text may refer to.
type About = game.About

// Gist is a part of a request, with the words that it leaves out and what it is read as.
type Gist = game.Gist

// Learner is a Listener that keeps what a message means, so that it is read so from then
// on.
type Learner interface {
	// MayMean reports whether a yes could be kept: the words are not read as they are,
	// what they mean is, and they have no meaning yet.
	MayMean(said, meant string) bool
	Keep(said, meant string) error
}

// MeantQuestion ends the verdict of a goal that a model guessed at and a person said yes to.
// It is asked for when it is needed: the texts are read then, and not as the program starts.
func MeantQuestion() string { return " " + messages.InEnglish(meantQuestion) }

var meantQuestion = game.Say("meant.question")

// asksMeaning reports whether the verdict of a task asks for its meaning.
func (s *Service) asksMeaning(row *orchestrator.Task) bool {
	k, ok := s.cfg.Listener.(Learner)
	return ok && row.State == orchestrator.StateComplete && row.Guess != "" && row.Agreed == row.Guess &&
		k.MayMean(row.Goal, row.Reading.Reading)
}

// meant is the last task, if its verdict asks what was meant and nothing is being done.
func (t *talking) meant() *view.Task {
	if t.player.Current == nil && len(t.past) > 0 && strings.HasSuffix(t.past[0].Reason, MeantQuestion()) {
		return &t.past[0]
	}
	return nil
}

// Said is an act of a text as a Listener sorts it.
type Said struct {
	Kind view.SpeechKind
	// Language of the words; empty where that does not matter.
	Language string
	// Goal is a request in full; Again: the last request once more, as it was.
	Goal  string
	Again bool
	// Read is what that request was read as.
	Read *game.Reading
	// Guess: a person has to agree to the request, which has a misspelt word.
	Guess bool
	// Gist is what it says in part, where that was found out already.
	Gist Gist
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
	// Among are the earlier requests that made what is named, to be undone or asked about: Name.
	Among []int
	// Fault is the code of a sentence when nothing can be made of it.
	Fault string
}

// maxEarlier is how many requests a text may refer to.
const maxEarlier = 8

// orderRuns is how many more tasks are looked through for them, as runs of standing orders
// lie between.
const orderRuns = 4

// talkCall is the call that what people say goes through.
const talkCall = "talk"

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

// Answers says how a text answers an open question, as a Listener does.
func (s *Service) Answers(text string) view.SpeechKind {
	if s.cfg.Listener == nil {
		return ""
	}
	return s.cfg.Listener.Answers(text)
}

func talk(ctx context.Context, x *exchange, p view.Talk) (view.Talked, error) {
	t := &talking{exchange: x, ctx: ctx, p: p, body: x.whom(p.OfBody)}
	t.p.Text = strings.TrimSpace(p.Text)
	t.typed = t.p.Text
	goal, whom, err := x.together(t.p.Text, t.body)
	if err != nil {
		return view.Talked{}, err
	}
	if t.p.Text = goal; whom != "" {
		t.p.Instance, t.body = whom, whom
	}
	asked := x.svc.thread.asked(t.talker())
	switch {
	case p.Declined != "":
		x.svc.thread.decline(t.talker(), p.Declined)
		return view.Talked{Kind: view.SpeechNo, Acts: []view.SpeechKind{view.SpeechNo}, Say: t.words(game.Say("answer.not-begun"))}, nil
	case p.Accepted != "" && asked != nil && asked.Guess == p.Accepted && (t.p.Text == "" || asked.Asked.Accepted == ""):
		t.p, t.typed = t.instead(asked), asked.Text
	case t.p.Text == "" && p.Accepted != "":
		return view.Talked{}, errGuessOver
	case t.p.Text == "":
		return view.Talked{}, view.Refuse(view.CodeInvalid, `nothing was said: talk needs a "text"`)
	}
	if name := x.namedIn(ctx, asked, t.p.Text, t.body); name != "" {
		x.svc.cfg.Owners.SetOwner(t.body, name)
		t.p, t.typed = *asked.Asked, asked.Text
	}
	words := t.p.Text
	out, err := t.answer()
	if codeOf(err) == view.CodeNoBody && x.lost != nil {
		err = x.lost
	}
	t.agreed(asked, &out)
	err = t.stillOpen(asked, &out, err)
	if t.asks != nil && !t.nameless {
		out.Asks = t.words(game.Say("answer.yes-or-no"))
	}
	t.note(words, &out, err)
	return out, err
}

// agreed takes a question out of the talk whose yes made a task: that shows it.
func (t *talking) agreed(asked *Spoken, out *view.Talked) {
	if out.TaskID != "" && asked != nil && t.p.Accepted == asked.Guess {
		t.svc.thread.drop(asked.ID)
	}
}

// stillOpen says a question again that what was said did not answer, for that was not understood.
func (t *talking) stillOpen(asked *Spoken, out *view.Talked, err error) error {
	still, refused := t.svc.thread.asked(t.talker()), (*view.RefusedError)(nil)
	if asked == nil || asked.Who || still == nil || still.ID != asked.ID || t.asks != nil || out.TaskID != "" {
		return err
	}
	again := func(said string) string {
		return t.words(game.Say("answer.open", "said", strings.TrimRight(said, ".。"), "what", still.Offer))
	}
	switch {
	case out.Kind == view.SpeechUnread && errors.As(err, &refused):
		return &view.RefusedError{Code: refused.Code, Sentence: again(refused.Sentence)}
	case err == nil && out.Topic == view.TopicUnknown:
		out.Say = again(out.Say)
	}
	return err
}

// note has the talk keep what made no task.
func (t *talking) note(words string, out *view.Talked, err error) {
	s := Spoken{Spoken: view.Spoken{Body: t.body, Speaker: t.p.Settings.Speaker, Text: words, Kind: out.Kind, Say: out.Say}, Asked: t.asks}
	switch {
	case t.ctx.Err() != nil: // who said it does not listen any more
		return
	case err != nil && (out.Kind == "" || out.Kind == view.SpeechGoal || out.Kind == view.SpeechFollowUp || out.Kind == view.SpeechCorrection):
		s.Say, s.Fault, s.Refused = "", err.Error(), true
	case err != nil: // no request was refused
		s.Say = err.Error()
	case out.TaskID != "" && out.Start != view.StartRevised && t.beside == "":
		return
	case out.TaskID != "" && out.Start != view.StartRevised:
		s.Say = t.beside
	case out.Start == view.StartRevised:
		s.TaskID = out.TaskID
	case t.p.Ask && out.Kind != view.SpeechQuestion && t.body == "": // it was only tried
		return
	}
	if len(words) > mostSaid {
		s.Text = strings.ToValidUTF8(words[:mostSaid], "")
	}
	if t.asks != nil {
		t.question(&s, out)
	}
	s.World = t.svc.worldOf(s.Body)
	if r := out.Reading; r != nil && out.Kind == view.SpeechUnread {
		s.Partly, s.Open, s.Refused = r.Partly, r.Partly != nil, true
	}
	if out.Kind == view.SpeechQuestion {
		s.About = t.said.Name
	}
	t.svc.thread.add(s)
}

// question notes what is asked about.
func (t *talking) question(s *Spoken, out *view.Talked) {
	if t.standsAlone() || len(out.Acts) > 1 && !t.said.Instead { // what else was said is done, or answered what waited then
		s.Kind, t.asks.Text = view.SpeechGoal, out.Goal
	}
	s.Who, s.Choices = t.nameless, t.seen
	if s.Guess, s.Read = t.asks.Accepted, t.said.Read; out.Reading != nil {
		s.Offer = out.Reading.Guess
	}
	if t.said.Name == nearby {
		t.asks.Accepted = ""
	}
}

// changed reports whether a question that is agreed to stands for more than the words which it answered.
func (s *Spoken) changed(accepted string) bool {
	return s != nil && accepted == s.Guess && s.Asked.Text != s.Text
}

// standsAlone reports whether what is asked about is said in full by its goal alone: it changes a question, or is offered.
func (t *talking) standsAlone() bool {
	return t.said.Of >= len(t.past) && t.said.Kind == view.SpeechCorrection || t.said.Name == "offer"
}

// helps is the request that is offered behind the answer, empty for none.
func (t *talking) helps() string {
	if t.body == "" || t.p.Ask {
		return ""
	}
	return cmp.Or(t.help, factTable[t.said.Topic].offers)
}

// talking is one text on its way to its answer.
type talking struct {
	*exchange
	ctx context.Context //nolint:containedctx // it lives as long as the call
	p   view.Talk
	// typed is what the person typed of it.
	typed string
	// body is whom it is said to, empty when that is nobody.
	body string
	// player is what that one does, past its requests, newest first.
	player view.Player
	past   []view.Task
	read   []*game.Reading // what they were read as
	said   Said
	// gist: the request is what is left of the words with some left out, which are passed over.
	gist   bool
	passed string
	// cannot says what of the words nobody here can do, or what was not understood, before something else is offered.
	cannot game.Message
	// asks is what a yes to the guess says that was made; nil for none.
	asks *view.Talk
	// nameless: what is asked is who "me" is; seen are the players in sight.
	nameless bool
	seen     []string
	// help is the request, in English, that an answer offers beside that of its row.
	help string
	// beside is what was answered to the acts that made no task.
	beside string
}

func (t *talking) answer() (view.Talked, error) {
	text := t.p.Text
	if len(text) > mostSaid {
		return view.Talked{}, view.Refuse(view.CodeInvalid, "a text has at most %d bytes", mostSaid)
	}
	if t.body != "" {
		t.player = t.svc.tasks.player(t.body)
		if _, err := t.recall(""); err != nil {
			return view.Talked{}, err
		}
	}
	acts := t.sort(text)
	if wish, ok := t.wishes(text); ok && !(wish.Kind == "order" && acts[0].asks()) {
		t.said = Said{Kind: view.SpeechKept, Language: wish.Language}
		out, err := t.keep(&wish)
		if err != nil && t.within(&out) {
			return out, nil
		}
		return out, t.inTheirs(wish.Language, err)
	}
	var all view.Talked
	for i, call := 0, t.part; i < len(acts); i++ {
		t.said, t.part = acts[i], fmt.Sprintf("%s/%d", call, i)
		all.Acts = append(all.Acts, t.said.Kind)
		if len(acts) > 1 && (t.said.Kind == view.SpeechRemark || t.p.Accepted != "" && !t.said.requests()) {
			continue // it adds nothing, or was done when the guess was made
		}
		if i > 0 && t.body != "" {
			t.player = t.svc.tasks.player(t.body)
		}
		out, err := t.act()
		refused, answers := (*view.RefusedError)(nil), func(s Said) bool { return s.asks() }
		if errors.As(err, &refused) && (all.Say != "" || slices.ContainsFunc(acts[i+1:], answers)) { // the rest is answered
			out, err = view.Talked{Kind: all.Kind, Topic: all.Topic, Say: refused.Sentence}, nil
		}
		if out.TaskID == "" {
			t.beside = strings.TrimPrefix(t.beside+"\n"+out.Say, "\n")
		}
		if all = joined(all, &out); err != nil {
			return all, err
		}
	}
	if all.Kind == "" {
		t.said = acts[0]
		all.Kind, all.Say = view.SpeechRemark, t.words(game.Say("said."+cmp.Or(t.said.Name, "remark")))
	}
	return all, nil
}

// wishes is what a text wants of places, chests or standing orders, if it wants anything of them.
func (t *talking) wishes(text string) (Wish, bool) {
	wish, ok := t.svc.hears(text, t.body)
	return wish, ok && wish.Kind != shareKind && len(t.p.Settings.Actions) == 0 &&
		(t.svc.Stops(text) == "" || wish.Kind == "cancel" && (!wish.Named || len(wish.Among) > 0)) // "stop keeping dirt" names an order
}

// recall looks up the past requests of the body, the newest, else those before a task: last is
// where it came to, empty where there is none. A share is of the request that all do together.
// What it does is known.
func (t *talking) recall(before string) (last string, err error) {
	// All that waits can be referred to, however much that is.
	limit := max(maxEarlier, 1+len(t.player.Queue)+len(t.player.Parked))
	rows, err := t.svc.tasks.rows(t.ctx, view.TaskQuery{Instance: t.body, Before: before, Limit: orderRuns * limit})
	t.past, t.read = nil, nil
	for i := range rows {
		if len(t.past) == limit {
			break
		}
		v, row := t.svc.tasks.task(&rows[i]), &rows[i]
		if last = v.ID; v.PartOf != "" {
			rec, gone := t.svc.tasks.of.Task(t.ctx, v.PartOf)
			if gone != nil {
				continue
			}
			v, row = t.svc.tasks.task(&rec.Task), &rec.Task
		}
		again := slices.ContainsFunc(t.past, func(one view.Task) bool { return one.ID == v.ID })
		if v.Order == 0 && !again { // else nobody said it just now
			t.past, t.read = append(t.past, brief(v)), append(t.read, row.Read)
		}
	}
	return last, err
}

// starts says when a request is done if it is said as things are; empty for no request, and
// for a body that does nothing.
func (x *exchange) starts(ctx context.Context, p view.ReadPrompt) (view.Start, error) {
	t := &talking{exchange: x, ctx: ctx, p: view.Talk{Text: strings.TrimSpace(p.Prompt), OfBody: p.OfBody}, body: x.whom(p.OfBody)}
	if t.body == "" || t.p.Text == "" || len(t.p.Text) > mostSaid {
		return "", nil
	}
	if t.player = t.svc.tasks.player(t.body); t.player.Current == nil {
		return "", nil
	}
	if _, err := t.recall(""); err != nil {
		return "", err
	}
	acts := t.sort(t.p.Text)
	if t.said = acts[len(acts)-1]; !t.said.requests() {
		return "", nil
	}
	start, _ := t.start()
	return start, nil
}

// start is when a request is done, and how many tasks come before it.
func (t *talking) start() (start view.Start, behind int) {
	now, behind := t.player.Current, waiting(t.player.Queue)
	order := now != nil && now.Order > 0 // it gives way by itself
	if now != nil && !ending(now) && !order {
		behind++
	}
	switch {
	case t.said.Kind == view.SpeechCorrection && !t.p.After && t.said.Of < len(t.past) && changeable(&t.past[t.said.Of]):
		return view.StartRevised, behind
	case behind > 0 && t.said.Instead && !t.p.After, behind == 0 && order:
		return view.StartInstead, behind
	case behind > 0:
		return view.StartAfter, behind
	default:
		return view.StartNow, 0
	}
}

// joined is what came of several acts.
func joined(all view.Talked, out *view.Talked) view.Talked {
	acts := all.Acts
	if all.Say != "" && out.Say != "" {
		out.Say = all.Say + "\n" + out.Say
	}
	if out.TaskID == "" {
		out.TaskID, out.Start, out.Behind = all.TaskID, all.Start, all.Behind
	}
	if out.Reading == nil && all.Reading != nil && all.Reading.Guess != "" { // which is still asked about
		out.Goal, out.Reading = all.Goal, all.Reading
	}
	out.Acts = acts
	return *out
}

// requests reports whether it begins or changes a task.
func (s *Said) requests() bool {
	return s.Kind == view.SpeechGoal || s.Kind == view.SpeechFollowUp || s.Kind == view.SpeechCorrection
}

// asks reports whether it is a question that can be answered.
func (s *Said) asks() bool { return s.Kind == view.SpeechQuestion && s.Topic != view.TopicUnknown }

// words are messages in the language of what was said, or in that of who said it.
func (t *talking) words(list ...game.Message) string {
	return messages.Say(cmp.Or(t.said.Language, t.p.Language), list...)
}

// inTheirs is an error in a language that was spoken, as far as it is a message.
func (t *talking) inTheirs(language string, err error) error {
	if say := sayingOf(err); say.Code != "" {
		t.said.Language = cmp.Or(t.said.Language, language)
		err = &view.RefusedError{Code: codeOf(err), Sentence: t.words(say), Say: say}
	}
	return err
}

// nothing is a refusal that is no fault of the words.
func (t *talking) nothing(m game.Message) error {
	return &view.RefusedError{Code: view.CodeNothing, Sentence: t.words(m)}
}

// act does one act of a text.
func (t *talking) act() (view.Talked, error) {
	out := view.Talked{Kind: t.said.Kind}
	switch {
	case t.said.Kind == view.SpeechQuestion:
		if t.said.Topic == view.TopicUnknown && !t.p.Ask && t.within(&out) {
			return out, nil
		}
		out.Topic = t.said.Topic
		facts, err := t.facts()
		out.Say = t.words(facts...)
		if offers := t.helps(); err == nil && offers != "" {
			return t.offer(out, offers)
		}
		return out, err
	case t.p.Ask:
		out.Say = t.words(game.Say("unknown"))
		return out, nil
	case t.lost != nil && t.body == "" && t.said.Kind != view.SpeechRemark:
		return out, t.lost
	case t.said.Fault != "":
		out.Kind = view.SpeechUnread
		return out, &view.RefusedError{Code: view.CodeNotUnderstood, Sentence: t.words(game.Say(t.said.Fault))}
	}
	if t.said.Kind == view.SpeechYes && t.p.ByModel {
		return out, view.Refuse(view.CodeBadRequest,
			"A yes counts only where the person gives it: in Minehand's window, in the game's chat, or by typing it.")
	}
	if t.said.Kind != view.SpeechRemark && t.p.Accepted == "" {
		asked := t.svc.thread.asked(t.talker())
		answers := asked != nil && t.answers(asked)
		if answers && t.said.Kind == view.SpeechYes {
			yes := &talking{exchange: t.exchange, ctx: t.ctx, p: t.instead(asked), typed: asked.Text, body: t.body}
			out, err := yes.answer()
			yes.agreed(asked, &out)
			return out, err
		}
		if answers {
			t.svc.thread.overFor(t.talker())
			out.Say = t.words(game.Say("answer.not-begun"))
			return out, nil
		}
	}
	out, err := t.does(out)
	if t.said.Kind != view.SpeechRemark && t.p.Accepted == "" && out.Kind != view.SpeechUnread { // the talk goes on
		t.svc.thread.overFor(t.talker())
	}
	return out, err
}

// does carries out an act that answers no question.
func (t *talking) does(out view.Talked) (view.Talked, error) {
	switch t.said.Kind {
	case view.SpeechRemark:
		out.Say = t.words(game.Say("said." + cmp.Or(t.said.Name, "remark")))
		return out, nil
	case view.SpeechYes, view.SpeechNo:
		return t.yesOrNo(out)
	case view.SpeechUndo:
		return t.undo(out)
	case view.SpeechGoal, view.SpeechFollowUp, view.SpeechCorrection:
		return t.request(out)
	default:
		return t.steer(out)
	}
}

// sort is what a text says: without a listener, and beside a list of actions, a goal.
func (t *talking) sort(text string) []Said {
	listener := t.svc.cfg.Listener
	if listener == nil || len(t.p.Settings.Actions) > 0 {
		return []Said{{Kind: view.SpeechGoal, Goal: text}}
	}
	if asked := t.svc.thread.asked(t.talker()); asked.changed(t.p.Accepted) {
		return []Said{{Kind: view.SpeechGoal, Goal: asked.Asked.Text, Read: asked.Read, Guess: true}} // a question that was changed
	}
	about := t.about()
	said := t.sorted(listener, text, &about)
	if len(said) == 1 && said[0].Kind == view.SpeechFollowUp { // which chest, what it held says, and not what was done last
		if m, err := t.svc.meant(t.ctx, t.body, text); err == nil && m.Out {
			return listener.Sort(text, About{Body: about.Body, State: about.State})
		}
	}
	if t.p.Change && (said[0].Kind == view.SpeechGoal || said[0].Kind == view.SpeechFollowUp) {
		return listener.Sort("actually "+text, about)
	}
	return said
}

// about is what a text may refer to.
func (t *talking) about() About {
	b, _ := t.svc.cfg.Bodies.Body(t.body)
	about := About{
		Body: b.Info, State: b.Snapshot.State, Read: slices.Clone(t.read), Language: t.p.Language,
		Busy: t.player.Current != nil || len(t.player.Queue) > 0,
	}
	if now := t.player.Current; now != nil {
		about.Paused, about.Awaiting = now.State == view.TaskPaused, now.State == view.TaskAwaiting
	}
	about.Partly, about.Asked, about.Refused = t.svc.thread.left(t.talker())
	about.Awaiting = about.Awaiting || t.guessed() != nil || t.meant() != nil
	for i := range t.past {
		about.Earlier = append(about.Earlier, t.past[i].Goal)
		about.Open = append(about.Open, changeable(&t.past[i]))
	}
	about.Stood = t.stood
	return about
}

// guessed is the guess that waits for an answer, nil for none; one that is agreed to is said as it
// was the first time.
func (t *talking) guessed() *Spoken {
	asked := t.svc.thread.asked(t.talker())
	if asked != nil && t.p.Accepted != "" && asked.Guess == t.p.Accepted {
		return nil
	}
	return asked
}

// sorted is a text about tasks, and about a guess that waits: "no, I meant 10".
func (t *talking) sorted(listener Listener, text string, about *About) []Said {
	asked := t.guessed()
	if asked != nil {
		about.Offered = asked.Read
	}
	if asked == nil || asked.Kind == view.SpeechCorrection {
		return listener.Sort(text, *about)
	}
	about.Earlier, about.Read = slices.Insert(about.Earlier, 0, asked.Asked.Text), slices.Insert(about.Read, 0, asked.Read)
	about.Open = slices.Insert(about.Open, 0, true) // it has not even begun
	about.Stood = func(of int) []game.Edit { return t.stood(of - 1) }
	said := listener.Sort(text, *about)
	for i := range said {
		if said[i].Of--; said[i].Of < 0 {
			said[i].Of = len(t.past) // which is no task yet
		}
		for k := range said[i].Among {
			said[i].Among[k]--
		}
	}
	return said
}

// steer does what a word says to the task at hand, to those that wait, or to time.
func (t *talking) steer(out view.Talked) (view.Talked, error) {
	this := view.OfBody{Instance: t.p.Instance}
	now := t.player.Current
	var say []game.Message
	var err error
	switch t.said.Kind {
	case view.SpeechStop:
		switch {
		case now != nil:
			say = append(say, game.Say("steer.stopping", "task", now.Named()))
		case t.body == "":
			say = append(say, game.Say("steer.stopped"))
		default:
			say = append(say, game.Say("steer.none"))
		}
		say = append(say, t.held()...)
		if kept := t.svc.kept(t.body); kept != nil && len(kept.Orders) > 0 {
			say = append(say, game.Say("kept.held"))
		}
		_, err = stopTask(t.ctx, t.exchange, this)
	case view.SpeechPause:
		if say = append(say, game.Say("steer.paused")); t.said.Name != "" {
			say = append(say, game.Say("steer.rest"))
		}
		if now == nil || now.State != view.TaskPaused {
			_, err = pauseTask(t.ctx, t.exchange, this)
		}
	case view.SpeechResume:
		say = append(say, game.Say("steer.goes-on"))
		_, err = resumeTask(t.ctx, t.exchange, view.Resume{OfBody: this})
	case view.SpeechCancel:
		return t.cancelLast(out)
	case view.SpeechClear:
		var n int
		switch n, err = t.svc.tasks.clear(t.ctx, t.body); {
		case err != nil:
		case n == 0:
			err = t.nothing(game.Say("steer.nothing-waits"))
		default:
			say = append(say, game.Say("steer.cleared", "n", n))
		}
	case view.SpeechFaster, view.SpeechSlower:
		var m game.Message
		m, err = t.speed(t.said.Kind == view.SpeechFaster)
		say = append(say, m)
	default:
		say = append(say, game.Say("steer.skipped"))
		_, err = skipAction(t.ctx, t.exchange, this)
	}
	out.Say = t.words(say...)
	return out, err
}

// cancelLast lets go of the request that was made last and waits; with none that waits
// what is done is stopped.
func (t *talking) cancelLast(out view.Talked) (view.Talked, error) {
	if n := len(t.player.Queue); n > 0 {
		task := &t.player.Queue[n-1]
		out.Say = t.words(game.Say("steer.cancelled", "task", task.Named()))
		return out, t.svc.tasks.cancel(t.ctx, task.ID)
	}
	if t.player.Current == nil {
		return out, t.nothing(game.Say("steer.nothing-waits"))
	}
	t.said.Kind = view.SpeechStop
	return t.steer(out)
}

// speeds are those of the practice world that "faster" and "slower" go through.
var speeds = []float64{1, 8, 60}

// speed has the practice world's time go faster or slower.
func (t *talking) speed(faster bool) (game.Message, error) {
	now, ok := t.practises()
	if !ok {
		return game.Message{}, t.nothing(game.Say("steer.no-speed"))
	}
	speed := now.Speed // at either end it stays as it is
	for _, s := range speeds {
		if !faster && s < now.Speed {
			speed = s
		}
	}
	if i := slices.IndexFunc(speeds, func(s float64) bool { return s > now.Speed }); faster && i >= 0 {
		speed = speeds[i]
	}
	_, err := setPracticeSpeed(t.ctx, t.exchange, view.PracticeSpeed{Speed: speed})
	return game.Say("steer.speed", "speed", speed), err
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

// held says how many requests are held after a stop.
func (t *talking) held() []game.Message {
	if n := waiting(t.player.Queue); n > 0 {
		return []game.Message{game.Say("steer.held", "n", n)}
	}
	return nil
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

// yesOrNo answers the plan that waits.
func (t *talking) yesOrNo(out view.Talked) (view.Talked, error) {
	now := t.player.Current
	yes := t.said.Kind == view.SpeechYes
	switch last := t.meant(); {
	case last != nil && !yes:
		out.Say = t.words(game.Say("said.not-meant"))
		return out, nil
	case last != nil:
		if err := t.svc.cfg.Listener.(Learner).Keep(last.Goal, last.Reading); err != nil {
			return out, t.nothing(game.Say("said.routine-lost"))
		}
		out.Say = t.words(game.Say("said.routine-kept"))
		return out, nil
	}
	if now == nil || now.State != view.TaskAwaiting {
		return out, t.nothing(game.Say("answer.nothing"))
	}
	if out.Say = t.words(game.Say("answer.rejected")); yes {
		out.Say = t.words(game.Say("answer.runs"))
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
	r, err := t.svc.read(t.ctx, out.Goal, t.said.Read, t.body)
	if err != nil {
		return false
	}
	if t.said.Read = r.Read; r.Read != nil {
		t.said.Language = cmp.Or(t.said.Language, tongueOf(r.Read))
	}
	if t.passed = cmp.Or(t.passed, t.said.Gist.Left); t.said.Guess && (r.Guess == "" || t.gist) {
		what := cmp.Or(r.Text, r.Guess)
		asks := game.Say("meant.guess", "what", what)
		if t.said.Name == "offer" {
			asks = game.Say("meant.offer", "what", what)
		} else if t.passed != "" && t.cannot.Code == "" {
			asks = game.Say("meant.gist", "what", what, "left", t.passed)
		}
		if t.said.Read != nil {
			asks = game.Taking(asks, slices.DeleteFunc(slices.Clone(t.said.Read.Respelt), func(o game.Respelling) bool { return o.To == what }))
		}
		asks = game.Then(t.cannot, asks)
		r.Guess, r.Question, r.Messages = what, game.Sentence(messages.InEnglish(asks)), InWords("question", asks)
	}
	out.Reading = &r.Reading
	if r.Guess == "" || t.p.Accepted != "" || !t.svc.reads(t.p.Settings.Provider) {
		return false
	}
	out.Say = game.Sentence(t.words(r.Messages["question"].Or(game.TextOf(r.Question))))
	t.asksFor(r.Hash)
	return true
}

// asksFor keeps what was said until a yes to its guess.
func (t *talking) asksFor(hash string) {
	asks := t.p
	asks.Accepted = hash
	t.asks = &asks
}

// tongueOf is the language of what was read, or of the words that were not.
func tongueOf(read *game.Reading) string {
	if read.Unread != nil {
		return cmp.Or(read.Language, read.Unread.In)
	}
	return read.Language
}

// request begins, or changes, a task.
func (t *talking) request(out view.Talked) (view.Talked, error) {
	switch {
	case t.said.Again && t.said.Goal == "":
		return t.again(out)
	case t.said.NothingLeft:
		return t.takeBack(out)
	}
	out.Kind = t.asShown()
	m, err := t.svc.meant(t.ctx, t.body, t.said.Goal)
	if out.Goal = m.Text; err != nil {
		return out, t.inTheirs(m.Language, err)
	}
	if len(t.p.Settings.Actions) > 0 {
		out.Goal = ""
	}
	prompt := view.Prompt{Prompt: out.Goal, Settings: t.p.Settings, Accepted: t.p.Accepted, OfBody: t.p.OfBody}
	if t.guesses(&out) || t.asksWho(&out) {
		return out, nil
	} else if t.offered(&out) {
		return t.request(out)
	}
	now := t.player.Current
	start, behind := t.start()
	// What nobody can read never becomes a task.
	if r := out.Reading; t.unreadable(r) {
		if t.cannot = beyond(r); t.offersOrder(&out) {
			return out, nil
		} else if t.gists(out.Goal, r.Partly) {
			return t.request(out)
		} else if t.within(&out) {
			return out, nil
		} else if t.nearest(r) {
			return t.request(out)
		}
		out.Kind = view.SpeechUnread
		return out, &view.RefusedError{Code: view.CodeNotUnderstood, Sentence: game.Sentence(t.words(r.Messages["missing"].Or(game.TextOf(r.Missing))))}
	}
	if start == view.StartRevised {
		if done, err := t.revise(&out, prompt); done || err != nil {
			return out, err
		}
		t.said.Kind = view.SpeechGoal // it has just ended
		start, behind = t.start()
	}
	if out.Start, out.Behind = start, behind; start == view.StartInstead {
		if err := t.replace(&out, now); err != nil {
			return out, err
		}
	}
	q, err := t.send(t.ctx, prompt, heard{t.typed, t.said.Read})
	if err != nil {
		return out, err
	}
	out.TaskID = q.TaskID
	out.Say = t.taken(&out)
	if m := t.svc.joins(cmp.Or(t.body, q.Instance)); m.Code != "" {
		out.Say += "\n" + t.words(m)
	}
	return out, nil
}

// offered takes what a yes was asked for as it was offered, where the words that were asked about mean something else by now.
func (t *talking) offered(out *view.Talked) bool {
	asked, r := t.svc.thread.asked(t.talker()), out.Reading
	if r == nil || !asked.offers(t.p.Accepted) || r.Hash == asked.Guess || t.said.Read == asked.Read {
		return false
	}
	t.said = Said{Kind: view.SpeechGoal, Language: t.said.Language, Goal: asked.Read.Text, Read: asked.Read, Guess: true}
	return true
}

// offers reports whether a question is the one that was agreed to, and what it offers is known.
func (s *Spoken) offers(accepted string) bool {
	return s != nil && s.Read != nil && accepted != "" && accepted == s.Guess
}

// unreadable reports whether neither the rules nor a model can read a request.
func (t *talking) unreadable(r *view.Reading) bool {
	return r != nil && r.Unreadable && (t.svc.onlyReads(t.p.Settings.Provider) || !t.svc.modelAnswers(t.ctx, t.p.Settings))
}

// gists takes what is not read for what it says with words left out, which a person has to
// agree to; false where that is nothing, or less than what it says with a hole.
func (t *talking) gists(text string, partly *game.Partial) bool {
	if t.gist || t.svc.cfg.Listener == nil {
		return false
	}
	gist := t.said.Gist
	for _, said := range []string{text, t.p.Text} { // a part of it alone may say nothing
		if gist.Text == "" {
			gist = t.svc.cfg.Listener.Gist(said, t.about())
		}
	}
	holds := partly != nil && len(partly.Choices) > 0 && len(gist.Text) < len(strings.TrimSpace(partly.Fill("")))
	if gist.Text == "" || holds {
		return false
	}
	t.said.Goal, t.said.Read, t.said.Guess, t.gist, t.passed = gist.Text, gist.Read, true, true, gist.Left
	return true
}

// beyond is what of a request that is not read nobody here can do; empty where that is nothing.
func beyond(r *view.Reading) (none game.Message) {
	if said, ok := r.Messages["missing"].Values["said"].(game.Message); ok && said.Code == "unread.beyond" {
		return game.Say("unread.said", "said", said)
	}
	return none
}

// offersOrder offers the standing order that comes nearest to what is not read.
func (t *talking) offersOrder(out *view.Talked) bool {
	r := out.Reading
	if t.gist || len(r.Nearest) != 1 {
		return false
	}
	if wish, ok := t.svc.hears(r.Nearest[0], t.body); !ok || wish.Kind != "order" {
		return false
	}
	return t.near(out, r.Nearest[0], game.Say("meant.offer", "what", r.Nearest[0]))
}

// nearest offers the request that comes nearest to what is not read, where nothing of that is left open.
func (t *talking) nearest(r *view.Reading) bool {
	if t.gist || r.Partly != nil || len(r.Nearest) != 1 || r.Messages["missing"].Code != "unread.near" {
		return false
	}
	near, err := t.svc.read(t.ctx, r.Nearest[0], nil, t.body)
	if err != nil || !near.Understood || near.Clauses[0].Verb == "find" { // a mob that is named is hardly looked for
		return false
	}
	t.said = Said{Kind: view.SpeechGoal, Language: t.said.Language, Goal: r.Nearest[0], Read: near.Read, Guess: true}
	if t.gist, t.passed = true, r.Part; !strings.ContainsFunc(t.passed, unicode.IsLetter) {
		t.passed = t.p.Text
	}
	return true
}

// near asks about one wish, which a yes says in the stead of what was said, of which something is left out.
func (t *talking) near(out *view.Talked, wish string, asks game.Message) bool {
	asks = game.AsSentence(asks)
	out.Reading = &view.Reading{
		Clauses: []view.Clause{}, Guess: wish, Question: messages.InEnglish(asks), Messages: InWords("question", asks),
		Hash: game.AcceptanceOf(wish, nil),
	}
	t.said.Name, t.said.Read = nearby, nil
	t.asksFor(out.Reading.Hash)
	t.asks.Text, out.Goal, out.Say, out.Kind = wish, wish, t.words(asks), view.SpeechGoal
	return true
}

// within answers, or asks about, the first part of a text that wants something of places, chests or orders, or an undo.
func (t *talking) within(out *view.Talked) bool {
	parts := strings.FieldsFunc(t.p.Text, func(r rune) bool { return strings.ContainsRune(",.;!?，。；！？\n", r) })
	if t.svc.cfg.Listener == nil || len(parts) < 2 {
		return false
	}
	var rest []string
	for i := range parts {
		part := strings.TrimSpace(parts[i])
		wish, ok := t.wishes(part)
		if ok && wish.Goal != "" {
			r, err := t.svc.read(t.ctx, wish.Goal, nil, t.body)
			ok = err == nil && !r.Unreadable
		}
		acts := t.svc.cfg.Listener.Sort(part, t.about())
		if undo := acts[0].Kind == view.SpeechUndo && len(acts) == 1; !ok && !undo {
			rest = append(rest, part)
			continue
		}
		t.said.Language = cmp.Or(wish.Language, acts[0].Language)
		for _, other := range parts[i+1:] {
			rest = append(rest, strings.TrimSpace(other))
		}
		if ok && wishes[wish.Kind].asks {
			said, err := t.keep(&wish)
			*out = said
			return err == nil
		}
		return t.near(out, part, game.Say("meant.gist", "what", part, "left", strings.Join(rest, " ... ")))
	}
	return false
}

// nearby names a request whose words are near to what was said.
const nearby = "near"

// instead is what a yes to a question says; words that are only near to what was typed are said in its stead.
func (t *talking) instead(asked *Spoken) view.Talk {
	if asked.Asked.Accepted == "" {
		t.svc.thread.drop(asked.ID)
	}
	return *asked.Asked
}

// replace stops the tasks before a request that starts in their stead; now is the current one.
func (t *talking) replace(out *view.Talked, now *view.Task) error {
	if out.Behind > 0 {
		if err := t.svc.stop(t.ctx, t.body); err != nil {
			return err
		}
	}
	if out.Behind = 0; now != nil {
		out.Replaced = now.ID
	}
	return nil
}

// asShown takes words that were agreed to as they stand for what those say, however they were sorted, and is their kind. A change of
// what was asked for last, and what is offered, need a yes of their own.
func (t *talking) asShown() view.SpeechKind {
	if t.p.Accepted == "" {
		return t.said.Kind
	}
	switch r, err := t.svc.read(t.ctx, t.p.Text, nil, t.body); {
	case err != nil || r.Hash != t.p.Accepted || r.Guess != "":
	case t.said.Kind == view.SpeechCorrection || t.said.Name == "offer":
		t.p.Accepted = ""
	default:
		t.said = Said{Kind: view.SpeechGoal, Language: t.said.Language, Goal: t.p.Text, Read: r.Read, Instead: t.said.Instead}
	}
	return t.said.Kind
}

// ending: it makes room for the next by itself.
func ending(now *view.Task) bool { return now.State == view.TaskStopping || now.State.Ended() }

// again does the last request once more that was no text.
func (t *talking) again(out view.Talked) (view.Talked, error) {
	if len(t.past) == 0 {
		return out, t.nothing(game.Say("refer.nothing-again"))
	}
	last := &t.past[0]
	if !last.State.Ended() {
		return out, t.nothing(game.Say("taken.not-ended", "task", last.Named()))
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
	out.Say = t.words(game.Say("steer.cancelled", "task", task.Named()))
	return out, nil
}

// changeable says that a task can be given other words.
func changeable(task *view.Task) bool { return !task.State.Ended() && task.State != view.TaskStopping }

// revise changes the task that the words are about, which is the one that was asked
// for last unless they name a part of another, when it has not ended.
func (t *talking) revise(out *view.Talked, prompt view.Prompt) (bool, error) {
	last := &t.past[t.said.Of]
	if r := out.Reading; prompt.Accepted != "" && r != nil {
		switch {
		case r.Hash != prompt.Accepted:
			return true, errReadsDifferently
		case r.Guess != "" && !t.svc.thread.waits(t.talker(), r.Hash):
			return true, errGuessOver
		}
	}
	err := t.svc.tasks.revise(t.ctx, last.ID, prompt.Prompt, t.said.Read, prompt.Accepted)
	if codeOf(err) == view.CodeNothing {
		return false, nil // it has just ended
	}
	out.TaskID, out.Start = last.ID, view.StartRevised
	out.Say = t.words(game.Say("taken.changed", "what", t.named(out)))
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

// taken says that a request is taken, and when it is done.
func (t *talking) taken(out *view.Talked) string {
	what := game.TextOf(t.named(out)).Or(game.Say("taken.list"))
	if r := out.Reading; r != nil && r.Unreadable { // the words are not said as if they were understood
		what = game.Say("taken.unread", "what", what)
	}
	switch out.Start {
	case view.StartAfter:
		if out.Behind == 1 {
			return t.words(game.Say("taken.after", "what", what))
		}
		return t.words(game.Say("taken.noted", "n", out.Behind, "what", what))
	case view.StartInstead:
		said := game.Say("taken.instead", "what", what)
		if now := t.player.Current; now != nil {
			said = game.Then(said, game.Say("taken.given-up", "task", now.Named()))
		}
		return t.words(game.Then(append([]game.Message{said}, t.held()...)...))
	case view.StartNow, view.StartRevised:
	}
	return game.Sentence(t.words(game.Say("taken.now", "what", what)))
}

func howToMake(ctx context.Context, x *exchange, p view.MakeWhat) (view.HowTo, error) {
	if x.svc.cfg.Listener == nil {
		return view.HowTo{}, view.Refuse(view.CodeUnavailable, "this Minehand has no rules of the game to ask")
	}
	body := p.Instance
	body = cmp.Or(body, x.active)
	b, _ := x.svc.cfg.Bodies.Body(body)
	return x.svc.cfg.Listener.Make(ctx, p, b.Info, b.Snapshot.State)
}
