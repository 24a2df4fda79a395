// SPDX-License-Identifier: MIT

package ui

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/messages"
	"github.com/minehand/minehand/ui/view"
)

// Keeper keeps standing orders and places, and knows what is said of them. Its methods
// may be called from any goroutine; their errors are sentences.
type Keeper interface {
	// Kept is what a body keeps, without chests; Chests are the containers that are
	// remembered of its world.
	Kept(body string) view.Kept
	Chests(ctx context.Context, body string) ([]view.Chest, error)
	// Died is where and when a body died last in the world that it is in; not ok for never.
	Died(ctx context.Context, body string) (at game.Pos, when time.Time, ok bool)
	// Remember gives a place of a body's world a name; nil is where the body stands.
	Remember(body, name string, at *game.Pos) (view.NamedPlace, error)
	Forget(body, name string) error
	// Order gives a standing order. A goal that is only guessed at is a *game.GuessError
	// unless accepted is its name.
	Order(ctx context.Context, body, text string, wish *Wish, accepted string) (view.StandingOrder, error)
	// Change changes an order, or all for 0.
	Change(body string, n int, change view.OrderChange) error
	// Hold holds a body's orders as a stop does, or lets them go on, and reports whether
	// that changed anything. An empty body means all.
	Hold(body string, held bool) bool
	// Hear says what a text wants of places, chests or orders.
	Hear(text, body string) (Wish, bool)
	// Meant words what names a place or a chest as coordinates. An error names what
	// nobody knows.
	Meant(ctx context.Context, body, text string) (Meant, error)
	// Away is what puts all that is held, but for tools and what is worn, into a chest;
	// Look is the goal that looks into one.
	Away(ctx context.Context, body string) ([]game.Action, error)
	Look(ctx context.Context, body string) (string, error)
}

// Wish is what a text wants of places, chests or orders.
type Wish struct {
	// Kind is one of the rows of wishes.
	Kind     string
	Language string
	// Name of a place.
	Name string
	// Goal of an order, and when it is done.
	Goal  string
	When  string
	Every time.Duration
	// Number of an order; 0 means all. Named: the words say which order or orders they are
	// about; Among are the numbers of those, and Name is what they say.
	Number int
	Named  bool
	Among  []int
}

// Meant is a text with places as coordinates; Typed is the part of the text before that a
// part of it stands for. Out: it takes something out of a chest that is known by what it held.
type Meant struct {
	Text string
	Out  bool
	// Language of the words that name a place or a chest; empty where none do.
	Language string
	Typed    func(part string) string
}

// meant words a text as the readers understand it.
func (s *Service) meant(ctx context.Context, body, text string) (Meant, error) {
	if s.cfg.Keeper == nil || text == "" {
		return Meant{Text: text}, nil
	}
	return s.cfg.Keeper.Meant(ctx, body, text)
}

func (s *Service) worded(ctx context.Context, body, text string) (string, error) {
	m, err := s.meant(ctx, body, text)
	return m.Text, err
}

// inWordsOf has a reading of the text show what was typed.
func (m *Meant) inWordsOf(typed string, r *view.Reading) {
	if m.Text == typed || m.Typed == nil {
		return
	}
	for i := range r.Clauses {
		r.Clauses[i].Words = m.Typed(r.Clauses[i].Words)
	}
	r.Part = m.Typed(r.Part)
}

// hears says what a text wants of places, chests or orders.
func (s *Service) hears(text, body string) (Wish, bool) {
	if s.cfg.Keeper == nil {
		return Wish{}, false
	}
	return s.cfg.Keeper.Hear(text, body)
}

// holdOrders holds the standing orders of a body, or of all, until a resume.
func (s *Service) holdOrders(body string) {
	if s.cfg.Keeper != nil {
		s.cfg.Keeper.Hold(body, true)
	}
}

// kept is what a body keeps; nil for nothing.
func (s *Service) kept(body string) *view.Kept {
	if s.cfg.Keeper == nil {
		return nil
	}
	k := s.cfg.Keeper.Kept(body)
	if len(k.Orders)+len(k.Places) == 0 {
		return nil
	}
	return &k
}

// hasOrder reports whether a body keeps the order of that number.
func (s *Service) hasOrder(body string, n int) bool {
	k := s.kept(body)
	return k != nil && slices.ContainsFunc(k.Orders, func(o view.StandingOrder) bool { return o.Number == n })
}

// KeptChanged tells clients what a body keeps now.
func (s *Service) KeptChanged(body string) {
	k := s.cfg.Keeper.Kept(body)
	s.hub.publish(view.Event{Kind: view.EventKept, Body: body, Kept: &k})
}

// unmet is when an order is done that no time is said for.
const unmet = "unmet"

// shareKind is the kind of what all players are to do together.
const shareKind = "share"

// together is the goal of a text that all players are to do together, and the body that
// they are then; a lone player is left to do it alone.
func (s *Service) together(text, body string) (goal, whom string, ok bool) {
	if s.cfg.Crew == nil {
		return text, body, false
	}
	w, ok := s.hears(text, body)
	if !ok || w.Kind != shareKind {
		return text, body, false
	}
	if all, several := s.cfg.Crew.Hire(); several {
		body = all
	}
	return w.Goal, body, true
}

// together is Service.together; whom is empty for what one player is to do. All together
// may be another Minehand's, which the call is passed on to then.
func (x *exchange) together(text, body string) (goal, whom string, err error) {
	goal, whom, ok := x.svc.together(text, body)
	switch {
	case !ok:
		return goal, "", nil
	case x.svc.elsewhere(whom) != nil:
		x.meant = whom
		return goal, "", x.svc.absent(whom)
	}
	return goal, whom, nil
}

// SubmitShare begins a player's share of what all do together, in an area of its own. Who
// agreed to the whole agreed to it. One whose call is known was begun before.
func (s *Service) SubmitShare(ctx context.Context, body, goal, call string, within *game.Area, list []game.Action) (string, error) {
	if q, err := s.tasks.taken(ctx, body, call); err != nil {
		return "", err
	} else if q != nil {
		return q.TaskID, nil
	}
	set := view.PromptSettings{Approve: new(bool)}
	set.Unattended, set.Within = true, within
	if len(list) > 0 {
		set.Actions, set.Policy = list, view.StopOnFailure
	}
	s.settle(&set)
	return s.tasks.submit(ctx, body, goal, heard{}, call, set)
}

// SubmitOrder begins the goal of a standing order as a task with that call, as a prompt
// would that nobody is there to be asked about.
func (s *Service) SubmitOrder(ctx context.Context, body, goal, call string) (string, error) {
	goal, err := s.worded(ctx, body, goal)
	if err != nil {
		return "", err
	}
	var set view.PromptSettings
	set.Unattended = true
	s.settle(&set)
	return s.tasks.submit(ctx, body, goal, heard{}, call, set)
}

// errNoKeeper: this program keeps nothing.
var errNoKeeper = view.Refuse(view.CodeUnavailable, "this Minehand keeps no places and no standing orders")

// wishes has a row for each kind of wish: what is done and said. asks: nothing is changed.
var wishes = map[string]struct {
	do   func(*keeping, *Wish) ([]game.Message, error)
	asks bool
}{
	"remember": {do: (*keeping).remember},
	"forget":   {do: (*keeping).forget},
	"places":   {do: (*keeping).places, asks: true},
	"where":    {do: (*keeping).where, asks: true},
	"chests":   {do: (*keeping).chests, asks: true},
	"order":    {do: (*keeping).order},
	"orders":   {do: (*keeping).orders, asks: true},
	"pause":    {do: changing(view.OrderPause)},
	"resume":   {do: changing(view.OrderResume)},
	"cancel":   {do: changing(view.OrderForget)},
}

// keeping is one wish, or call, about what a body keeps.
type keeping struct {
	Keeper
	svc  *Service
	ctx  context.Context //nolint:containedctx // it lives as long as the call
	body string
	// text is what was said.
	text string
	// at is the place of remember; nil for where the body stands.
	at *game.Pos
	// accepted is the guess that the person agreed to, guess the one to agree to.
	accepted, guess string
}

func (x *exchange) keeping(ctx context.Context, of view.OfBody) (*keeping, error) {
	body, err := x.svc.target(of.Instance, x.active)
	if err == nil && x.svc.cfg.Keeper == nil {
		err = errNoKeeper
	}
	return &keeping{Keeper: x.svc.cfg.Keeper, svc: x.svc, ctx: ctx, body: body}, err
}

// tell does what a wish wants and answers with what is kept then.
func (k *keeping) tell(w *Wish) (view.Kept, error) {
	say, err := wishes[w.Kind].do(k, w)
	if err != nil {
		return view.Kept{}, err
	}
	if !wishes[w.Kind].asks {
		k.svc.KeptChanged(k.body)
	}
	out := k.Kept(k.body)
	out.Say = messages.Say(w.Language, say...)
	return out, nil
}

func getKept(ctx context.Context, x *exchange, p view.OfBody) (view.Kept, error) {
	k, err := x.keeping(ctx, p)
	if err != nil {
		return view.Kept{}, err
	}
	var say []game.Message
	for _, kind := range []string{"orders", "places", "chests"} {
		part, err := wishes[kind].do(k, &Wish{})
		if err != nil {
			return view.Kept{}, err
		}
		say = append(say, part...)
	}
	out := k.Kept(k.body)
	out.Say = messages.Say(messages.English, say...)
	out.Chests, err = k.Chests(ctx, k.body)
	return out, err
}

func rememberPlace(ctx context.Context, x *exchange, p view.RememberPlace) (view.Kept, error) {
	k, err := x.keeping(ctx, p.OfBody)
	if err != nil {
		return view.Kept{}, err
	}
	k.at = p.At
	return k.tell(&Wish{Kind: "remember", Name: p.Name})
}

func forgetPlace(ctx context.Context, x *exchange, p view.OfPlace) (view.Kept, error) {
	k, err := x.keeping(ctx, p.OfBody)
	if err != nil {
		return view.Kept{}, err
	}
	return k.tell(&Wish{Kind: "forget", Name: p.Name})
}

func addOrder(ctx context.Context, x *exchange, p view.AddOrder) (view.Kept, error) {
	k, err := x.keeping(ctx, p.OfBody)
	if err != nil {
		return view.Kept{}, err
	}
	w, ok := k.Hear(p.Text, k.body)
	if !ok || w.Kind != "order" {
		return view.Kept{}, view.Refuse(view.CodeNotUnderstood, `%q is no standing order: say it as in "always keep 10 torches", `+
			`"every morning harvest the wheat", "every 10 minutes get 3 logs", "come home at night" or "eat when you are hungry"`, p.Text)
	}
	k.text, k.accepted = p.Text, p.Accepted
	return k.tell(&w)
}

func changeOrder(ctx context.Context, x *exchange, p view.ChangeOrder) (view.Kept, error) {
	k, err := x.keeping(ctx, p.OfBody)
	if err != nil {
		return view.Kept{}, err
	}
	for kind, change := range map[string]view.OrderChange{"pause": view.OrderPause, "resume": view.OrderResume, "cancel": view.OrderForget} {
		if change == p.Change {
			return k.tell(&Wish{Kind: kind, Number: p.Number})
		}
	}
	return view.Kept{}, view.Refuse(
		view.CodeInvalid, "a standing order can be paused, resumed or forgotten: change is pause, resume or forget",
	)
}

// keep does what a text wants of places, chests and orders.
func (t *talking) keep(w *Wish) (view.Talked, error) {
	out := view.Talked{Kind: view.SpeechKept, Acts: []view.SpeechKind{view.SpeechKept}}
	k, err := t.keeping(t.ctx, t.p.OfBody)
	if err != nil {
		return out, err
	}
	row, said := wishes[w.Kind]
	if t.p.Ask && (!said || !row.asks) {
		out.Say = t.words(game.Say("unknown"))
		return out, nil
	}
	t.svc.thread.overFor(t.talker())
	switch {
	case w.Kind == "look":
		t.said = Said{Kind: view.SpeechGoal, Language: w.Language}
		if t.said.Goal, err = k.Look(t.ctx, k.body); err != nil {
			return out, err
		}
		return t.act()
	case w.Kind == "empty":
		t.said = Said{Kind: view.SpeechGoal, Language: w.Language, Goal: w.Goal}
		return t.act()
	case w.Kind == "away":
		t.said = Said{Kind: view.SpeechGoal, Language: w.Language}
		if t.p.Settings.Actions, err = k.Away(t.ctx, k.body); err != nil {
			return out, err
		}
		return t.act()
	}
	k.text, k.accepted = t.p.Text, t.p.Accepted
	kept, err := k.tell(w)
	if out.Say = kept.Say; k.guess != "" {
		asks := t.p
		asks.Accepted = k.guess
		out.Say, t.asks = err.Error(), &asks
		return out, nil
	}
	if now := t.player.Current; err == nil && w.Kind == "cancel" && now != nil && now.Order > 0 && !t.svc.hasOrder(k.body, now.Order) {
		out.Say += "\n" + t.words(game.Say("steer.stopping", "task", now.Named()))
		err = t.svc.stop(t.ctx, k.body)
	}
	return out, err
}

func (k *keeping) remember(w *Wish) ([]game.Message, error) {
	p, err := k.Remember(k.body, w.Name, k.at)
	return done(err, game.Say("kept.remembered", "name", p.Name, "at", p.At.String()))
}

func (k *keeping) forget(w *Wish) ([]game.Message, error) {
	return done(k.Forget(k.body, w.Name), game.Say("kept.forgotten", "name", w.Name))
}

func (k *keeping) places(*Wish) ([]game.Message, error) {
	var out []game.Message
	for _, p := range k.Kept(k.body).Places {
		out = append(out, k.whereOf(&p))
	}
	if out == nil {
		return list(game.Say("kept.places.none"))
	}
	return out, nil
}

// whereOf says where a place is, and how far from the body.
func (k *keeping) whereOf(p *view.NamedPlace) game.Message {
	now := k.svc.stateOf(k.body)
	if now == nil || now.Position == nil || p.At.Dimension != "" && game.Name(now.Dimension) != p.At.Dimension {
		return game.Say("kept.place.elsewhere", "name", game.Sentence(p.Name), "at", p.At.String(), "dimension", game.Display(p.At.Dimension))
	}
	return game.Say("kept.place", "name", game.Sentence(p.Name), "at", p.At.String(), "n", now.Position.Distance(p.At.Center()))
}

func (k *keeping) where(w *Wish) ([]game.Message, error) {
	places := k.Kept(k.body).Places
	i := slices.IndexFunc(places, func(p view.NamedPlace) bool { return p.Name == w.Name })
	if i < 0 {
		return list(game.Say("kept.places.none"))
	}
	return list(k.whereOf(&places[i]))
}

func (k *keeping) chests(w *Wish) ([]game.Message, error) {
	chests, err := k.Chests(k.ctx, k.body)
	if err != nil {
		return nil, err
	}
	var out []game.Message
	switch n, known := w.Number, len(chests); {
	case known > 0 && n > known:
		out = append(out, game.Say("kept.chests.few", "n", known))
	case n > 0 && known > 0:
		chests = chests[n-1 : n]
	case n < 0 && known > 0:
		chests = chests[known-1:]
	}
	for i := range chests {
		c := &chests[i]
		out = append(out, chestSaid(c, game.Sentence(messages.Say(w.Language, called(c.Name)))))
	}
	if out == nil {
		return list(game.Say("kept.chests.none"))
	}
	return out, nil
}

// chestSaid says what a chest held, as far as that is known, and how long ago.
func chestSaid(c *view.Chest, name string) game.Message {
	seen := game.Seconds(time.Since(c.Seen).Seconds())
	switch {
	case c.Contents == nil:
		return game.Say("kept.chest.unknown", "name", name, "at", c.At.String())
	case len(c.Contents) == 0:
		return game.Say("kept.chest.empty", "name", name, "at", c.At.String(), "time", seen)
	}
	return game.Say("kept.chest", "name", name, "at", c.At.String(), "items", c.Contents, "time", seen)
}

func (k *keeping) order(w *Wish) ([]game.Message, error) {
	o, err := k.Order(k.ctx, k.body, k.text, w, k.accepted)
	if guess := (*game.GuessError)(nil); errors.As(err, &guess) {
		k.guess = guess.Guess.Accept
		return nil, &view.RefusedError{Code: view.CodeGuess, Sentence: guess.Guess.Sentence()}
	}
	code := "kept.order"
	if err == nil && k.Kept(k.body).Held {
		code = "kept.order.held"
	} else if w.When != unmet {
		code = "kept.order.timed"
	}
	return done(err, game.Say(code, "n", o.Number, "text", o.Text))
}

// which asks which of several orders is meant, or says that none is.
func (k *keeping) which(w *Wish) ([]game.Message, error) {
	orders := k.Kept(k.body).Orders
	if len(w.Among) == 0 {
		list, err := k.orders(nil)
		return append([]game.Message{game.Say("kept.named.none", "name", w.Name)}, list...), err
	}
	orders = slices.DeleteFunc(orders, func(o view.StandingOrder) bool { return !slices.Contains(w.Among, o.Number) })
	asks := game.Say("kept.named.several", "n", len(w.Among), "name", w.Name, "first", w.Among[0])
	return append([]game.Message{asks}, listed(orders)...), nil
}

// listed says a line for each order.
func listed(orders []view.StandingOrder) []game.Message {
	out := make([]game.Message, len(orders))
	for i, o := range orders {
		out[i] = game.Say("kept.order."+string(o.State), "n", o.Number, "text", o.Text, "reason", o.Reason)
	}
	return out
}

func (k *keeping) orders(*Wish) ([]game.Message, error) {
	kept := k.Kept(k.body)
	if len(kept.Orders) == 0 {
		return list(game.Say("kept.orders.none"))
	}
	var out []game.Message
	if kept.Held {
		out = append(out, game.Say("kept.held"))
	}
	return append(out, listed(kept.Orders)...), nil
}

// changing changes one order, or all.
func changing(change view.OrderChange) func(*keeping, *Wish) ([]game.Message, error) {
	return func(k *keeping, w *Wish) ([]game.Message, error) {
		if w.Named && w.Number == 0 {
			return k.which(w)
		}
		err := k.Change(k.body, w.Number, change)
		code := "kept.all." + string(change)
		if w.Number > 0 {
			code = "kept.one." + string(change)
		}
		if change == view.OrderResume && w.Number == 0 && k.Hold(k.body, false) {
			err = nil
		}
		return done(err, game.Say(code, "n", w.Number))
	}
}

// sayingOf is a refusal as a message; empty where it is none.
func sayingOf(err error) (m game.Message) {
	if refused, ok := errors.AsType[*view.RefusedError](err); ok {
		m = refused.Say
	}
	return m
}

// done is what is said unless it failed.
func done(err error, m game.Message) ([]game.Message, error) {
	if err != nil && !errors.As(err, new(*view.RefusedError)) {
		refused := &view.RefusedError{Code: view.CodeNotFound, Sentence: err.Error()}
		if cannot, ok := errors.AsType[*game.ImpossibleError](err); ok {
			refused.Say = cannot.Say()
		}
		err = refused
	}
	return []game.Message{m}, err
}
