// SPDX-License-Identifier: MIT

// Package gamechat lets players speak to a body in the game's chat: a line that
// names the body or is whispered to it, from somebody who may give it goals, is said
// to it as any client says it, and the answer goes back the same way.
//
// Invariants: who is not allowed is not answered, and nothing of theirs is done;
// what the body itself said is never heard as a wish; at most a few lines a time go
// out, none of them a command; nobody waits for the game.
//
// Usage:
//
//	c := gamechat.New(gamechat.Config{Client: backend.Connect(), Body: bodies.Body, Say: say})
//	go c.Run(ctx)
//	c.Heard("bot", view.Chat{Sender: "Alex", Message: "Minehand, get 3 logs"})
package gamechat

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/messages"
	"github.com/minehand/minehand/internal/lists"
	"github.com/minehand/minehand/ui"
	"github.com/minehand/minehand/ui/client"
	"github.com/minehand/minehand/ui/view"
)

// Config of a Chat. Client, Body, Stops, Answers and Say are required.
type Config struct {
	// Client makes the calls; Run subscribes with it, and it belongs to the chat.
	Client *client.Client
	// Body tells who a body is.
	Body func(id string) (ui.Body, bool)
	// Stops says how a text stops what is being done: view.SpeechStop, SpeechPause, or
	// empty when it does not.
	Stops func(text string) view.SpeechKind
	// Answers says how a text answers an open question: view.SpeechYes, SpeechNo, or empty
	// when it does not.
	Answers func(text string) view.SpeechKind
	// Say puts a line into the chat of a body's game; to is the player to whom alone
	// it is said, empty for everybody.
	Say func(body, line, to string) error
	// Owners may give goals to every body, beside the body's own owner.
	Owners []string
	// TrustNames: the server makes sure of who players are, or the person does not
	// mind; without it only a world of one player is trusted, and "stop".
	TrustNames bool
	// Silent: nothing is answered.
	Silent bool
	// Log; nil means silence.
	Log *slog.Logger
}

const (
	// maxInbox is how many lines wait to be answered.
	maxInbox = 64
	// callTime bounds what one line may take.
	callTime = 10 * time.Second
	// openTime is how long a question waits for its yes.
	openTime = 2 * time.Minute
	// echoTime is how long a line that the body said is known as its own.
	echoTime = time.Minute
	// Lines go out at most one a time, after a few at once; more than mostPending wait
	// for none: the oldest are let go of.
	lineEvery, lineBurst, mostPending = 2 * time.Second, 3, 6
	// maxLine is the longest line, in characters.
	maxLine = 240
)

// Chat is what is said between players and bodies. Heard, Says and Wish may be
// called from any goroutine.
type Chat struct {
	cfg   Config
	inbox chan line

	mu sync.Mutex
	// talks are those with each body.
	talks map[string]*talk
}

// line is something that a player wants of a body.
type line struct {
	body, sender, text string
	// whisper: it was said to the body alone, and is answered so.
	whisper bool
}

// to is who alone is answered; empty for everybody.
func (l *line) to() string {
	if l.whisper {
		return l.sender
	}
	return ""
}

// talk is what is going on with one body; it belongs to the chat's mutex.
type talk struct {
	// guess is the request that waits for the yes of the one who made it; without a hash it
	// is done already, and its verdict asks whether that was meant.
	guess guess
	// language is that of the goal of the task that was told of last.
	language string
	// tasks are those that began here, with who asked for them.
	tasks map[string]line
	// awaiting is the task whose plan waits for a yes.
	awaiting string
	// said are the lines that the body said itself, with when.
	said map[string]time.Time
	// hinted are who was told that names prove nothing.
	hinted map[string]bool
	// pending are lines to go out; tokens say how many may.
	pending []answer
	tokens  float64
	filled  time.Time
}

// answer is a line to go out, to one player or to all.
type answer struct{ text, to string }

type guess struct {
	sender, text, hash string
	until              time.Time
}

// New returns a chat; Run lets it work.
func New(cfg Config) *Chat {
	cfg.Log = cmp.Or(cfg.Log, slog.New(slog.DiscardHandler))
	return &Chat{cfg: cfg, inbox: make(chan line, maxInbox), talks: map[string]*talk{}}
}

// at is the talk with a body; c.mu is held.
func (c *Chat) at(body string) *talk {
	t := c.talks[body]
	if t == nil {
		t = &talk{tasks: map[string]line{}, said: map[string]time.Time{}, hinted: map[string]bool{}, tokens: lineBurst, filled: time.Now()}
		c.talks[body] = t
	}
	return t
}

// Gone lets go of what was said to a body that is gone.
func (c *Chat) Gone(body string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.talks, body)
}

// Run answers, until ctx ends.
func (c *Chat) Run(ctx context.Context) {
	if _, err := c.cfg.Client.Subscribe(ctx, view.Place{}); err != nil {
		c.cfg.Log.Error("the game's chat is not answered", "error", err)
		return
	}
	every := time.NewTicker(lineEvery)
	defer every.Stop()
	events := c.cfg.Client.Events()
	for {
		select {
		case l := <-c.inbox:
			c.answer(ctx, l)
		case e, there := <-events:
			if !there { // what ends is no longer told of; lines are answered still
				events = nil
				continue
			}
			c.happened(&e)
		case <-every.C:
			c.flush()
		case <-ctx.Done():
			return
		}
	}
}

// Says takes in an action before the body is told to do it: what it says is no
// player's line when it is heard again.
func (c *Chat) Says(body string, a game.Action) {
	if info, _ := game.Lookup(a.Kind); !info.Speaks {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at(body).note(a.Message)
}

// Heard takes in a line of the chat that a body saw.
func (c *Chat) Heard(body string, heard view.Chat) {
	sender, message := heard.Sender, heard.Message
	b, ok := c.cfg.Body(body)
	if !ok || sender == "" {
		return
	}
	own := strings.EqualFold(sender, b.Info.Name)
	self := b.Info.Role == roleSelf
	text, named := addressed(message, b.Info.Name)
	// What is whispered to a companion is meant for it; in the player's own game it is
	// meant for the player.
	whisper := heard.Whisper && !self
	if whisper && !named {
		text, named = message, true
	}
	c.mu.Lock()
	t := c.at(body)
	echo := own && !self || t.echo(message)
	if !named {
		text, named = message, t.open(sender) && c.cfg.Answers(message) != ""
	}
	c.mu.Unlock()
	if echo || !named || !c.allowed(&b, sender) {
		return
	}
	stops := c.cfg.Stops(text)
	if !c.trusted(&b) {
		if stops == "" {
			c.hint(line{body, sender, text, whisper}, b.Info.Name)
			return
		}
		text = string(stops) // and nothing else that is said with it
	}
	l := line{body, sender, text, whisper}
	if stops != "" { // it waits for nothing
		c.answer(context.Background(), l)
		return
	}
	select {
	case c.inbox <- l:
	default:
		c.cfg.Log.Warn("a line of the chat was passed over: too many wait", "body", body)
	}
}

// roleSelf is the role of a body that is the player's own game.
const roleSelf = "self"

// allowed reports whether a player may give goals to a body.
func (c *Chat) allowed(b *ui.Body, sender string) bool {
	if b.Info.Owner != "" && strings.EqualFold(sender, b.Info.Owner) || b.Info.Role == roleSelf && strings.EqualFold(sender, b.Info.Name) {
		return true
	}
	return slices.ContainsFunc(c.cfg.Owners, func(o string) bool { return strings.EqualFold(o, sender) })
}

// trusted reports whether the names of players prove who they are: a world of one
// player has nobody else in it.
func (c *Chat) trusted(b *ui.Body) bool {
	w := b.Snapshot.State.World
	return c.cfg.TrustNames || w != nil && w.Kind == "singleplayer"
}

// hint tells somebody, once, why nothing but stop is done.
func (c *Chat) hint(l line, name string) {
	c.mu.Lock()
	t := c.at(l.body)
	told := t.hinted[l.sender]
	t.hinted[l.sender] = true
	c.mu.Unlock()
	if !told {
		const why = "Names prove nothing on a server: set chat.trust_names to true in Minehand's config to be heard here. \"%s stop\" works."
		c.tell(l.body, l.to(), fmt.Sprintf(why, callName(name)))
	}
}

// echo reports whether the body said that itself a while ago.
func (t *talk) echo(message string) bool {
	at, ok := t.said[oneLine(message)]
	return ok && time.Since(at) < echoTime
}

// open reports whether a question waits for the sender's yes.
func (t *talk) open(sender string) bool {
	return strings.EqualFold(t.guess.sender, sender) && time.Now().Before(t.guess.until) ||
		t.awaiting != "" && strings.EqualFold(t.tasks[t.awaiting].sender, sender)
}

// usual is a name that every body answers to.
const usual = "minehand"

// addressed is what a line says to the body of that name, when it names it at its
// beginning or end.
func addressed(message, name string) (text string, ok bool) {
	message = strings.TrimSpace(message)
	for _, greeting := range []string{"", "hey ", "hi ", "ok ", "hello "} {
		for _, n := range []string{name, usual} {
			if n == "" {
				continue
			}
			for _, begin := range []string{greeting + n, greeting + "@" + n} {
				if len(message) < len(begin) || !strings.EqualFold(message[:len(begin)], begin) {
					continue
				}
				rest := message[len(begin):]
				if rest == "" || strings.ContainsRune(" ,:;!?.", rune(rest[0])) {
					return strings.TrimLeft(rest, " ,:;!."), true
				}
			}
			cut := len(message) - len(n)
			if greeting == "" && cut > 1 && strings.EqualFold(message[cut:], n) && strings.ContainsRune(" ,", rune(message[cut-1])) {
				return strings.TrimRight(message[:cut], " ,"), true
			}
		}
	}
	return "", false
}

// callName is how a body is called in a sentence.
func callName(name string) string {
	if name == "" || strings.Contains(name, " ") {
		return "Minehand"
	}
	return name
}

// answer does what a line says and answers it.
func (c *Chat) answer(ctx context.Context, l line) {
	said, err := c.do(ctx, l)
	if err != nil {
		said = game.Sentence(err.Error())
		c.cfg.Log.Info("a wish from the game was refused", "body", l.body, "error", err)
	}
	c.tell(l.body, l.to(), said)
}

// do does what a line says; a yes may be to the guess that was made of an earlier
// one.
func (c *Chat) do(ctx context.Context, l line) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	if strings.TrimSpace(l.text) == "" {
		return "Yes? Say what to do, such as \"get 3 logs\".", nil
	}
	what := view.Talk{Text: l.text, OfBody: view.OfBody{Instance: l.body}}
	what.Settings.Speaker, what.Settings.FromGame = l.sender, true
	c.mu.Lock()
	g := c.at(l.body).guess
	c.at(l.body).guess = guess{}
	c.mu.Unlock()
	if g.hash != "" && strings.EqualFold(g.sender, l.sender) && time.Now().Before(g.until) {
		switch c.cfg.Answers(l.text) {
		case view.SpeechYes:
			what.Text, what.Accepted = g.text, g.hash
		case view.SpeechNo:
			what.Text, what.Declined = g.text, g.hash
		default:
		}
	}
	out, err := c.cfg.Client.Talk(ctx, what)
	if err != nil {
		return "", err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	t := c.at(l.body)
	if r := out.Reading; out.TaskID == "" && r != nil && r.Guess != "" {
		t.guess = guess{l.sender, what.Text, r.Hash, time.Now().Add(openTime)}
		return out.Say + " " + out.Asks, nil
	}
	if out.TaskID != "" {
		t.tasks[out.TaskID] = l
	}
	return out.Say, nil
}

// Wish does what a key in the game, or the mod's own line, asks for: a request in
// words. What is open is answered by Approve. The error is a sentence for the
// player.
func (c *Chat) Wish(ctx context.Context, body, text string) error {
	if strings.TrimSpace(text) == "" {
		return errors.New("there is no goal: say what to do, such as \"get 3 logs\"")
	}
	said, err := c.do(ctx, line{body: body, text: text})
	if err != nil {
		return err
	}
	c.mu.Lock()
	open := c.at(body).guess.hash != ""
	c.mu.Unlock()
	if open {
		return &view.RefusedError{Code: view.CodeGuess, Sentence: said}
	}
	return nil
}

// Approve says yes to the guess that was made of a Wish; ok is false when none is
// open.
func (c *Chat) Approve(ctx context.Context, body string) (ok bool, err error) {
	c.mu.Lock()
	g := c.at(body).guess
	c.mu.Unlock()
	if g.hash == "" || time.Now().After(g.until) {
		return false, nil
	}
	_, err = c.do(ctx, line{body: body, sender: g.sender, text: "yes"})
	return true, err
}

// happened tells who asked for it what became of a task.
func (c *Chat) happened(e *view.Event) {
	c.mu.Lock()
	t := c.talks[e.Body]
	var said, to string
	switch b, _ := c.cfg.Body(e.Body); {
	case e.Notice != nil && e.Notice.Condition:
		if to = t.asker(b.Info.Owner); to != "" {
			said = e.Notice.Message
		}
	case t != nil:
		if e.Task != nil && !e.Task.State.Ended() && t.guess.hash == "" {
			t.guess = guess{} // what is said now is said of that one
		}
		if l, ours := t.tasks[e.TaskID]; ours {
			to = l.to()
			said = t.told(e, callName(b.Info.Name))
		}
	}
	c.mu.Unlock()
	if said != "" {
		c.tell(e.Body, to, said)
	}
}

// asker is who hears how the body is: one who asked for what it does, else its owner;
// c.mu is held.
func (t *talk) asker(owner string) string {
	if t != nil {
		for _, id := range slices.Sorted(maps.Keys(t.tasks)) {
			return t.tasks[id].sender
		}
	}
	return owner
}

// told is the line about an event of a task; c.mu is held.
func (t *talk) told(e *view.Event, name string) string {
	switch {
	case e.Round != nil && e.Round.Round > 1 && e.Round.Error == "" && e.Round.Why != "": // a new plan after trouble
		why := e.Round.Messages["why"].Or(game.TextOf(e.Round.Why))
		return messages.Say(t.language, game.Then(game.AsSentence(game.Say("verdict.trouble", "reason", why)), game.Say("verdict.anew")))
	case e.Task == nil:
		return ""
	}
	task := e.Task
	t.language = task.Language
	if task.State != view.TaskAwaiting && t.awaiting == task.ID {
		t.awaiting = ""
	}
	switch task.State {
	case view.TaskAwaiting:
		if t.awaiting == task.ID {
			return ""
		}
		t.awaiting = task.ID
		return messages.Say(task.Language, game.Say("verdict.awaits", "n", task.Of, "task", task.Named(), "name", name))
	case view.TaskInterrupted:
		if task.NeedsPerson {
			return messages.Say(task.Language, game.Say("verdict.waits", "task", task.Named(), "reason", because(task)))
		}
	case view.TaskComplete, view.TaskUnverified, view.TaskError, view.TaskStopped:
		return t.ended(task)
	default:
	}
	return ""
}

// ended forgets a task that has ended, and is its verdict.
func (t *talk) ended(task *view.Task) string {
	// A guess that waits for its yes was asked about last by nobody else.
	if strings.HasSuffix(task.Reason, ui.MeantQuestion()) && (t.guess.hash == "" || time.Now().After(t.guess.until)) {
		t.guess = guess{sender: t.tasks[task.ID].sender, until: time.Now().Add(openTime)}
	}
	delete(t.tasks, task.ID)
	verdict := map[view.TaskState]string{view.TaskUnverified: "verdict.unverified", view.TaskError: "verdict.not-done"}[task.State]
	switch {
	case task.State == view.TaskComplete:
		return done(task)
	case verdict == "":
		return ""
	}
	return messages.Say(task.Language, game.Say(verdict, "reason", because(task)))
}

// because is why a task is where it is, for the language that it is said in.
func because(task *view.Task) any {
	if m, ok := task.Messages["reason"]; ok && messages.InEnglish(m) == task.Reason {
		return m
	}
	return task.Reason
}

// done is the verdict of a goal that is proven, with what it asks, in the language that the
// goal was said in.
func done(task *view.Task) string {
	if task.Language == "" || task.Language == messages.English {
		return task.Reason
	}
	shows := lists.Of(task.Clauses, func(c *view.Clause) game.Message { return c.Shows })
	verdict := game.Say("verdict.done", "parts", game.Parts(shows))
	if strings.HasSuffix(task.Reason, ui.MeantQuestion()) {
		verdict = game.Then(verdict, game.Say("meant.question"))
	}
	return messages.Say(task.Language, verdict)
}

// note keeps a line as the body's own.
func (t *talk) note(message string) {
	const most = 64
	if len(t.said) >= most {
		for text, at := range t.said {
			if time.Since(at) > echoTime {
				delete(t.said, text)
			}
		}
	}
	if len(t.said) < 2*most {
		t.said[oneLine(message)] = time.Now()
	}
}

// oneLine is a text as the chat can show it.
func oneLine(text string) string {
	text = strings.Join(strings.Fields(game.Plain(strings.ReplaceAll(text, "\n", " - "))), " ")
	if r := []rune(text); len(r) > maxLine {
		text = string(r[:maxLine-3]) + "..."
	}
	return text
}

// tell lets a line wait for its turn, and sends the lines whose turn it is.
func (c *Chat) tell(body, to, text string) {
	if text = strings.TrimLeft(oneLine(text), "/#."); !c.cfg.Silent && text != "" {
		c.mu.Lock()
		t := c.at(body)
		t.pending = append(t.pending, answer{text, to})
		t.pending = t.pending[max(len(t.pending)-mostPending, 0):]
		c.mu.Unlock()
	}
	c.flush()
}

// flush sends the lines that may go out.
func (c *Chat) flush() {
	type out struct {
		body string
		answer
	}
	var list []out
	c.mu.Lock()
	for body, t := range c.talks {
		now := time.Now()
		t.tokens, t.filled = min(lineBurst, t.tokens+float64(now.Sub(t.filled))/float64(lineEvery)), now
		for len(t.pending) > 0 && t.tokens >= 1 {
			t.note(t.pending[0].text)
			list = append(list, out{body, t.pending[0]})
			t.pending, t.tokens = t.pending[1:], t.tokens-1
		}
	}
	c.mu.Unlock()
	for _, o := range list {
		if err := c.cfg.Say(o.body, o.text, o.to); err != nil {
			c.cfg.Log.Warn("a line could not be said", "body", o.body, "error", err)
		}
	}
}
