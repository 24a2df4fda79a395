// SPDX-License-Identifier: MIT

package ui

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/messages"
	"github.com/minehand/minehand/ui/command"
	"github.com/minehand/minehand/ui/view"
)

// fact is a row of the fact table: what Minehand knows about a topic, as messages. The
// questions that ask for it stand in the phrases under the topic's name, its words in the
// message files.
type fact struct {
	of func(*talking) ([]game.Message, error)
	// anywhere: it is known without a body too.
	anywhere bool
	// offers is the request, in English, that helps: a person is asked whether it is to be done.
	offers string
}

// factTable has a row for each topic; a test holds it to view.Topic.
var factTable = map[view.Topic]fact{
	view.TopicHave:       {of: (*talking).holding},
	view.TopicWhere:      {of: of((*talking).whereFact)},
	view.TopicPlace:      {of: (*talking).place},
	view.TopicFar:        {of: (*talking).inView},
	view.TopicHealth:     {of: of(healthFact)},
	view.TopicFood:       {of: of(foodFact)},
	view.TopicTime:       {of: of(timeFact)},
	view.TopicWeather:    {of: of(weatherFact)},
	view.TopicCondition:  {of: of(healthFact, foodFact, (*talking).whereFact, timeFact, weatherFact)},
	view.TopicDoing:      {of: (*talking).doing},
	view.TopicLeft:       {of: (*talking).left},
	view.TopicSteps:      {of: (*talking).steps},
	view.TopicNext:       {of: (*talking).next},
	view.TopicWaiting:    {of: (*talking).waits},
	view.TopicWhy:        {of: (*talking).why},
	view.TopicAnother:    {of: (*talking).another},
	view.TopicFailed:     {of: (*talking).failed},
	view.TopicMissing:    {of: (*talking).missing},
	view.TopicMake:       {of: func(t *talking) ([]game.Message, error) { return t.making(false) }, anywhere: true},
	view.TopicUse:        {of: (*talking).use, anywhere: true},
	view.TopicChanged:    {of: (*talking).changed},
	view.TopicDone:       {of: (*talking).done},
	view.TopicCan:        {of: (*talking).can, anywhere: true},
	view.TopicWho:        {of: (*talking).who, anywhere: true},
	view.TopicPerson:     {of: (*talking).person},
	view.TopicConnect:    {of: words("connect"), anywhere: true},
	view.TopicModel:      {of: (*talking).model, anywhere: true},
	view.TopicData:       {of: (*talking).data, anywhere: true},
	view.TopicCost:       {of: words("cost"), anywhere: true},
	view.TopicHistory:    {of: words("history"), anywhere: true},
	view.TopicProven:     {of: words("proven"), anywhere: true},
	view.TopicSpeed:      {of: (*talking).pacing, anywhere: true},
	view.TopicSeed:       {of: (*talking).seed, anywhere: true},
	view.TopicTheme:      {of: words("theme"), anywhere: true},
	view.TopicStopButton: {of: words("stop-button"), anywhere: true},
	view.TopicPlayed:     {of: (*talking).played},
	view.TopicStored:     {of: (*talking).chestsHeld},
	view.TopicPlaced:     {of: (*talking).did},
	view.TopicUsed:       {of: (*talking).used},
	view.TopicTakes:      {of: (*talking).takes, anywhere: true},
	view.TopicDug:        {of: (*talking).did},
	view.TopicGot:        {of: (*talking).did},
	view.TopicMade:       {of: (*talking).did},
	view.TopicGave:       {of: (*talking).did},
	view.TopicKilled:     {of: (*talking).did},
	view.TopicSlept:      {of: (*talking).did},
	view.TopicAte:        {of: (*talking).did},
	view.TopicSorted:     {of: (*talking).did},
	view.TopicGuarded:    {of: (*talking).did},
	view.TopicFinished:   {of: (*talking).did},
	view.TopicDeep:       {of: (*talking).deep},
	view.TopicTook:       {of: (*talking).took},
	view.TopicDied:       {of: (*talking).died},
	view.TopicStanding:   {of: (*talking).standing},
	view.TopicPeople:     {of: (*talking).people},
	view.TopicBlueprints: {of: (*talking).blueprints, anywhere: true},
	view.TopicRipe:       {of: (*talking).ripe},
	view.TopicShut:       {of: (*talking).shut},
	view.TopicSize:       {of: (*talking).size},
	view.TopicMaterial:   {of: (*talking).material, anywhere: true},
	view.TopicOrders:     {of: (*talking).orders},
	view.TopicGrows:      {of: (*talking).grows, anywhere: true},
	view.TopicBuilds:     {of: (*talking).builds, anywhere: true},
	view.TopicDanger:     {of: of(timeFact, dangerFact), offers: "light up the area"},
	view.TopicHungry:     {of: of(), offers: "give me 8 food"},
	view.TopicDark:       {of: of(timeFact), offers: "light up the area"},
	view.TopicHurt:       {of: words("danger"), offers: "guard this place"},
	view.TopicAmiss:      {of: (*talking).amiss},
	view.TopicLacking:    {of: (*talking).lacking},
	view.TopicSource:     {of: (*talking).source},
	view.TopicSafe:       {of: (*talking).safe},
	view.TopicRan:        {of: (*talking).ran},
	view.TopicUnknown:    {of: (*talking).noted, anywhere: true},
}

func list(m ...game.Message) ([]game.Message, error) { return m, nil }

// facts answers a question; nothing is begun.
func (t *talking) facts() ([]game.Message, error) {
	row, ok := factTable[t.said.Topic]
	if !ok {
		row = factTable[view.TopicUnknown]
	}
	if t.body == "" && !row.anywhere {
		if t.said.Topic == view.TopicMissing && t.said.Name != "" {
			return t.making(true)
		}
		_, err := t.svc.target(t.p.Instance, t.active)
		return nil, err
	}
	return row.of(t)
}

// of makes a fact of what a state shows.
func of(parts ...func(*talking, *view.State) []game.Message) func(*talking) ([]game.Message, error) {
	return func(t *talking) ([]game.Message, error) {
		snap, err := t.report(t.p.Instance)
		if err != nil {
			return nil, err
		}
		state := t.svc.shown(&snap)
		var out []game.Message
		for _, part := range parts {
			out = append(out, part(t, &state)...)
		}
		if len(parts) > 0 && state.Warning != "" && t.said.Topic != view.TopicWhere && t.said.Topic != view.TopicTime &&
			t.said.Topic != view.TopicWeather {
			out = append(out, game.Say("warning", "text", strings.TrimSuffix(state.Warning, ".")))
		}
		return out, nil
	}
}

func (t *talking) whereFact(s *view.State) []game.Message {
	if s.Position == nil {
		return []game.Message{game.Say("where.unknown")}
	}
	code := "where.at"
	dimension := strings.TrimPrefix(game.Display(game.Name(s.Dimension)), "the ")
	if dimension != "" {
		code = "where.in"
		if s.Biome != "" {
			code = "where.biome"
		}
	}
	return []game.Message{game.Say(code, "at", *s.Position, "dimension", dimension, "biome", game.Display(game.Name(s.Biome)))}
}

func healthFact(_ *talking, s *view.State) []game.Message {
	if s.Health == nil {
		return []game.Message{game.Say("health.unknown")}
	}
	return []game.Message{game.Say("health.is", "n", *s.Health)}
}

func foodFact(t *talking, s *view.State) []game.Message {
	if s.Hunger == nil {
		return []game.Message{game.Say("food.unknown")}
	}
	out := []game.Message{game.Say("food.is", "n", *s.Hunger)}
	b, _ := t.svc.cfg.Bodies.Body(t.body)
	switch food := t.svc.cfg.Listener.Eatable(b.Info, b.Snapshot.State); {
	case len(food) > 0:
		out = append(out, game.Say("food.held", "items", food))
	case b.Snapshot.State.Inventory != nil:
		out = append(out, game.Say("food.none"))
	}
	return out
}

// When it gets dark and light, and a day's length, in ticks.
const (
	dusk, dawn, day = 13_000, 23_000, 24_000
	ticks           = 20 // a second
)

func timeFact(_ *talking, s *view.State) []game.Message {
	if s.Time == nil {
		return []game.Message{game.Say("time.unknown")}
	}
	now := *s.Time % day
	code, until := "time.is.day", (dusk-now+day)%day
	if now >= dusk && now < dawn {
		code, until = "time.is.night", dawn-now
	}
	return []game.Message{game.Say(code, "clock", command.Clock(*s.Time), "time", game.Seconds(until/ticks))}
}

func weatherFact(_ *talking, s *view.State) []game.Message {
	if s.Weather == "" {
		return []game.Message{game.Say("weather.unknown")}
	}
	return []game.Message{game.Say("weather.is", "weather", game.Display(s.Weather))}
}

// dangerFact is what monsters do.
func dangerFact(*talking, *view.State) []game.Message { return []game.Message{game.Say("danger")} }

// worded are requests in the words of who asks.
func (t *talking) worded(wishes ...string) []string {
	b, _ := t.svc.cfg.Bodies.Body(t.body)
	return t.svc.cfg.Listener.Can(b.Info, b.Snapshot.State, cmp.Or(t.said.Language, t.p.Language), wishes...)
}

// isAsker reports whether a player who is seen is the one who asks.
func (t *talking) isAsker(name string, alone bool) bool {
	return name == t.p.Settings.Speaker || alone && t.p.Settings.Speaker == ""
}

// wayOf is a way along x and z.
func wayOf(code, who string, x, z float64) game.Message {
	return game.Say(code, "n", math.Round(math.Hypot(x, z)), "direction", direction(x, z), "who", who)
}

// offer asks whether what helps is to be done, behind what is known.
func (t *talking) offer(out view.Talked, wish string) (view.Talked, error) {
	words := t.worded(wish)
	if len(words) == 0 {
		return out, nil
	}
	facts := out.Say
	t.said.Kind, t.said.Goal, t.said.Guess, t.said.Name = view.SpeechGoal, words[0], true, "offer"
	asks, err := t.request(view.Talked{})
	asks.Topic, asks.Say = out.Topic, strings.TrimSpace(facts+" "+asks.Say)
	return asks, err
}

// grows is what can be planted, builds what can be built and dug.
func (t *talking) grows() ([]game.Message, error) {
	b, _ := t.svc.cfg.Bodies.Body(t.body)
	var things []game.Message
	for _, item := range t.svc.cfg.Listener.Grows(b.Info, b.Snapshot.State) {
		things = append(things, called(item))
	}
	fields := t.worded("build a field of carrots")
	return list(game.Say("grows", "things", things, "goal", strings.Join(fields, "")))
}

func (t *talking) builds() ([]game.Message, error) {
	wishes := []string{
		"build a hut", "build a house", "build a house of oak planks", "build a tower", "build a castle", "build a wall", "build a platform", "build a bridge",
		"build a fence", "build a field", "dig a tunnel", "dig a staircase", "dig a pit",
	}
	return list(game.Say("builds", "goals", strings.Join(t.worded(wishes...), "; ")))
}

// holding answers what is held, or how much of a thing.
func (t *talking) holding() ([]game.Message, error) {
	snap, err := t.report(t.p.Instance)
	if err != nil {
		return nil, err
	}
	if snap.State.Inventory == nil {
		return list(game.Say("have.unknown"))
	}
	inv := inventoryOf(&snap.State, snap.At)
	if len(t.said.Items) == 0 {
		if len(inv.Counts) == 0 {
			return list(game.Say("have.nothing"))
		}
		return list(game.Say("have.list", "items", inv.Counts))
	}
	held, n := map[string]int{}, 0
	for item, count := range inv.Counts {
		if slices.Contains(t.said.Items, item) {
			held[item] = count
			n += count
		}
	}
	if n == 0 && t.said.Count > 0 { // which is asked for as well
		t.help = "get 1 " + game.Display(t.said.Items[0])
	}
	switch {
	case n == 0 && len(inv.Counts) == 0:
		return list(game.Say("have.none.nothing"))
	case n == 0:
		return list(game.Say("have.none", "items", inv.Counts))
	case len(held) > 1:
		return list(game.Say("have.several", "n", n, "items", held))
	}
	return list(game.Say("have.some", "items", held))
}

// place answers where a thing is: in which chest, and in view.
func (t *talking) place() ([]game.Message, error) {
	stored, err := t.stored()
	if err != nil {
		return nil, err
	}
	if len(stored) == 0 {
		stored = t.built()
	}
	if t.said.Name == "" { // of what was asked for last
		if len(stored) == 0 {
			return of((*talking).whereFact)(t)
		}
		return stored, nil
	}
	seen, err := t.inView()
	if len(stored) > 0 && (err != nil || unseen(&seen[0])) {
		return stored, nil
	}
	return append(stored, seen...), err
}

// built is where stands what earlier requests built that is asked about, its lowest block or the
// highest that was dug; none where nothing does.
func (t *talking) built() (out []game.Message) {
	placed, dug := deeds[view.TopicPlaced], deeds[view.TopicDug]
	for i := range t.past {
		if !t.calls(i) || t.said.Name == "" && len(out) > 0 || t.past[i].Sent > 0 && !t.isHere(&t.past[i]) {
			continue
		}
		digs := t.wants(i, &dug)
		cells := slices.DeleteFunc(slices.Clone(t.cellsOf(t.past[i].ID)), func(c view.ChangedCell) bool {
			air := game.IsAir(c.To)
			return !same(&c) || c.Why != string(game.WhyGoal) || air && !digs || !air && !t.wants(i, &placed)
		})
		if len(cells) == 0 && !t.past[i].State.Ended() {
			out = append(out, toldOf(&t.past[i]))
		}
		if len(cells) == 0 {
			continue
		}
		first := slices.MinFunc(cells, lower)
		code, at := "place.built", game.Cell{X: first.X, Y: first.Y, Z: first.Z}
		if game.IsAir(first.To) {
			code, first = "place.dug", slices.MaxFunc(cells, lower)
			at = game.Cell{X: first.X, Y: first.Y, Z: first.Z}
		}
		out = append(out, game.Say(code, "task", t.past[i].Named(), "at", at.In("").String()))
		out = append(out, t.wayTo(at)...)
	}
	return out[:min(len(out), mostTold)]
}

// wayTo is how far and in which direction a place is, from who asks where the body sees that one.
func (t *talking) wayTo(c game.Cell) []game.Message {
	snap, err := t.report(t.p.Instance)
	me := snap.State.Position
	if err != nil || me == nil {
		return nil
	}
	x, z, code, who := me.X, me.Z, "place.way", ""
	if n := snap.State.Nearby; n != nil {
		for i := range n.Players {
			if p := &n.Players[i]; t.isAsker(p.Name, len(n.Players) == 1) {
				x, z, code, who = p.X, p.Z, "place.way.player", p.Name
			}
		}
	}
	return []game.Message{wayOf(code, who, float64(c.X)-x, float64(c.Z)-z)}
}

// lower orders cells by their height, then by where they are.
func lower(a, b view.ChangedCell) int {
	return cmp.Or(cmp.Compare(a.Y, b.Y), cmp.Compare(a.X, b.X), cmp.Compare(a.Z, b.Z))
}

// stored are the chests that were last seen to hold what is asked for, or that are themselves looked for.
func (t *talking) stored() ([]game.Message, error) {
	if t.svc.cfg.Keeper == nil {
		return nil, nil
	}
	chests, err := t.svc.cfg.Keeper.Chests(t.ctx, t.body)
	var out []game.Message
	for i := range chests {
		itself := t.said.Topic == view.TopicPlace && t.isAbout(game.Name(chests[i].Name))
		maps.DeleteFunc(chests[i].Contents, func(item string, n int) bool { return !itself && (n == 0 || !t.isAbout(item)) })
		if itself || len(chests[i].Contents) > 0 {
			out = append(out, chestSaid(&chests[i], game.Sentence(t.words(called(chests[i].Name)))))
		}
	}
	return out, err
}

// inView answers where a thing is in view, and how far.
func (t *talking) inView() ([]game.Message, error) {
	snap, err := t.report(t.p.Instance)
	if err != nil {
		return nil, err
	}
	thing := strings.TrimLeft(strings.TrimSuffix(t.said.Name, game.OfAnyKind), "0123456789 ") // how many is no part of its name
	name := game.Name(strings.ReplaceAll(thing, " ", "_"))
	var seen, near []game.Sight
	var others []game.Message
	shown := map[string]bool{}
	if n := snap.State.Nearby; n != nil {
		seen = slices.Concat(n.Blocks, n.Entities, n.Players)
	}
	for _, s := range seen {
		id := game.Name(s.Name)
		if id == name || strings.TrimSuffix(name, "s") == id || strings.EqualFold(s.Name, thing) || slices.Contains(t.said.Items, id) {
			near = append(near, s)
		} else if !shown[id] {
			shown[id], others = true, append(others, called(s.Name))
		}
	}
	me := snap.State.Position
	if len(near) == 0 || me == nil {
		unseen := game.Say("place.unseen", "thing", thing, "seen", others[:min(len(others), 8)])
		if len(others) == 0 {
			unseen = game.Say("place.blind", "thing", thing)
		}
		if len(t.said.Items) == 0 { // nothing that could be looked for
			return list(unseen)
		}
		return list(unseen, game.Say("place.find", "thing", thing))
	}
	first := slices.MinFunc(near, func(a, b game.Sight) int { return cmp.Compare(far(&a, me), far(&b, me)) })
	at := first.At()
	out := []game.Message{game.Say("place.near", "thing", game.Sentence(t.words(called(first.Name))), "at", at)}
	if n := math.Round(far(&first, me)); n >= 2 {
		out[0] = game.Say("place.seen", "thing", game.Sentence(t.words(called(first.Name))), "at", at, "n", n, "direction",
			direction(first.X-me.X, first.Z-me.Z))
	}
	if len(near) > 1 {
		out = append(out, game.Say("place.more", "n", len(near)))
	}
	return out, nil
}

// called is a thing by its name in the language of the answer.
func called(name string) game.Message {
	return game.Say("called", "thing", game.Things{Items: []string{name}})
}

func far(s *game.Sight, me *game.Vec3) float64 {
	return math.Sqrt((s.X-me.X)*(s.X-me.X) + (s.Y-me.Y)*(s.Y-me.Y) + (s.Z-me.Z)*(s.Z-me.Z))
}

// direction is where a place is from another: x goes east, z south.
func direction(x, z float64) game.Message {
	names := [...]string{"e", "se", "s", "sw", "w", "nw", "n", "ne"}
	eighth := int(math.Round(math.Atan2(z, x) / (math.Pi / 4)))
	return game.Say("direction." + names[(eighth+8)%8])
}

// doing is what is being done, and how far it is.
func (t *talking) doing() ([]game.Message, error) {
	now := t.player.Current
	if now == nil {
		out := []game.Message{game.Say("doing.nothing")}
		if last := t.player.Last; last != nil {
			out = append(out, game.Say("doing.before", "task", last.Named(), "state", command.Stands(last)))
		}
		if n := len(t.player.Parked); n > 0 {
			out = append(out, game.Say("doing.parked", "task", t.player.Parked[n-1].Title))
		}
		return out, nil
	}
	var out []game.Message
	if a := t.player.Action; a != nil && a.Open() {
		out = append(out, game.Say("doing.step", "task", now.Named(), "step", max(now.Step, 1), "of", now.Of, "text", a.Step.Say))
	} else {
		out = append(out, game.Say("doing.state", "task", now.Named(), "state", command.Stands(now)))
	}
	out = append(out, soFar(&t.player, t.changedBy(now))...)
	if now.Waiting != "" {
		out = append(out, game.Say("warning", "text", strings.TrimSuffix(now.Waiting, ".")))
	}
	if now.State == view.TaskRunning {
		left, err := t.left()
		if err != nil {
			return nil, err
		}
		out = append(out, left...)
	}
	if len(t.player.Queue) > 0 {
		out = append(out, game.Say("doing.then", "tasks", quoted(t.player.Queue)))
	}
	return out, nil
}

// soFar is how far the parts of a task are, and what it changed; of a part of which nothing
// is proven yet the ledger tells more.
func soFar(player *view.Player, changed []game.Message) []game.Message {
	var parts []string
	clauses := counted(player, player.Current)
	for i := range clauses {
		c := clauses[i]
		if (len(changed) == 0 || c.Have > 0) && (c.Want > 1 || len(clauses) > 1) {
			parts = append(parts, command.ClauseWords(&c)[len("- "):])
		}
	}
	if len(parts) == 0 {
		return changed
	}
	return append([]game.Message{game.Say("doing.so-far", "parts", parts[:min(len(parts), mostTold)])}, changed...)
}

// counted are the parts of a task, the build under way as far as was heard of it last.
func counted(player *view.Player, task *view.Task) []view.Clause {
	out := slices.Clone(task.Clauses)
	made, of := building(player)
	for i := range out {
		if c := &out[i]; !c.Met && of > 0 && c.Want >= of {
			c.Have, c.Evidence, of = max(made, c.Have), "", 0
		}
	}
	return out
}

// building is how many of its blocks the build under way has made, by what was heard of it last.
func building(player *view.Player) (made, of int) {
	a, p := player.Action, player.Progress
	if a == nil || p == nil || p.ActionID != a.ID || p.Fraction == nil {
		return 0, 0
	}
	of = a.Step.Action.Made(a.Step.Action.Edits)
	return int(math.Round(*p.Fraction * float64(of))), of
}

// changedBy is what a task has dug and placed so far; nothing where nobody tells.
func (t *talking) changedBy(task *view.Task) []game.Message {
	c, err := t.ledger(task)
	if err != nil || c == nil {
		return nil
	}
	return dugAndPlaced(c)
}

// mostTold is how many steps or parts are told in words.
const mostTold = 6

func quoted(tasks []view.Task) []game.Message {
	out := make([]game.Message, len(tasks))
	for i := range tasks {
		out[i] = game.Say("quoted", "task", tasks[i].Named())
	}
	return out
}

// ahead are the steps of the plan at hand from the one at hand on.
func (t *talking) ahead() []view.Step {
	now, round := t.player.Current, t.player.Round
	if now == nil || round == nil {
		return nil
	}
	steps := round.Plan.Steps
	return steps[min(max(now.Step-1, 0), len(steps)):]
}

// left is how long the task at hand will take.
func (t *talking) left() ([]game.Message, error) {
	now := t.player.Current
	if now == nil {
		out := []game.Message{game.Say("left.nothing")}
		if last := t.player.Last; last != nil && last.ActiveMs > 0 {
			out = append(out, t.tookOf(last))
		}
		return out, nil
	}
	ahead := t.ahead()
	seconds, known := t.remaining(ahead)
	took := game.Seconds(seconds / t.pace())
	switch {
	case now.State == view.TaskAwaiting && seconds > 0:
		return list(game.Say("left.would", "time", took))
	case now.State == view.TaskPlanning:
		return list(game.Say("left.planning", "task", now.Named()))
	case now.State == view.TaskInterrupted && !now.NeedsPerson || now.State == view.TaskStopping:
		return list(game.Say("done.task", "task", now.Named(), "state", command.Stands(now)))
	case now.State != view.TaskRunning:
		return list(game.Say("left.waits", "task", now.Named(), "state", command.Stands(now)))
	case seconds <= 0 || !known && seconds < 1:
		return list(game.Say("left.unknown", "task", now.Named(), "steps", len(ahead), "of", now.Of))
	}
	out := []game.Message{game.Say("left.about", "task", now.Named(), "time", took, "steps", len(ahead), "of", now.Of)}
	if n := len(t.player.Queue); n > 0 {
		out = append(out, game.Say("left.total", "n", n))
	}
	return out, nil
}

// remaining is the estimate of the steps ahead, in seconds, less what is done of the open action;
// known reports whether every step has an estimate.
func (t *talking) remaining(ahead []view.Step) (seconds float64, known bool) {
	known = len(ahead) > 0
	for i := range ahead {
		known = known && ahead[i].Seconds > 0
		seconds += ahead[i].Seconds
	}
	a := t.player.Action
	switch p := t.player.Progress; {
	case a == nil || !a.Open() || len(ahead) == 0:
	case p != nil && p.ActionID == a.ID && p.Fraction != nil:
		seconds -= *p.Fraction * ahead[0].Seconds
	default:
		seconds -= min(time.Since(a.Started).Seconds()*t.pace(), ahead[0].Seconds)
	}
	return seconds, known
}

// pace is how many of the estimated seconds go by in one: as they did in the task at hand so far,
// else as the practice world is set.
func (t *talking) pace() float64 {
	if now := t.player.Current; now != nil {
		if rec, err := t.svc.tasks.record(t.ctx, now.ID); err == nil {
			if pace := paceOf(rec.Actions, t.player.Progress); pace > 0 {
				return pace
			}
		}
	}
	if p, ok := t.practises(); ok && p.Speed > 0 {
		return p.Speed
	}
	return 1
}

// leastTimed is how long actions take, in seconds, that show a pace.
const leastTimed = 1

// paceOf is the pace of actions; 0 where they took too little.
func paceOf(done []view.Action, heard *view.Progress) float64 {
	estimated, took := timed(done, heard)
	if took < leastTimed {
		return 0
	}
	return estimated / took
}

// timed is how long actions were to take and took, in seconds, an open one as far as was heard of
// it; nothing of what failed is known.
func timed(done []view.Action, heard *view.Progress) (estimated, took float64) {
	for i := range done {
		switch a := &done[i]; {
		case !a.Open() && a.Verdict != game.Failed:
			estimated, took = estimated+a.Step.Seconds, took+a.Ended.Sub(a.Started).Seconds()
		case a.Open() && heard != nil && heard.ActionID == a.ID && heard.Fraction != nil:
			estimated, took = estimated+*heard.Fraction*a.Step.Seconds, took+time.Since(a.Started).Seconds()
		}
	}
	return estimated, took
}

func stepTexts(steps []view.Step) []game.Message {
	out := make([]game.Message, 0, mostTold)
	for i := range steps[:min(len(steps), mostTold)] {
		out = append(out, steps[i].Say)
	}
	return out
}

// steps are the step at hand and those to come.
func (t *talking) steps() ([]game.Message, error) {
	ahead := t.ahead()
	if len(ahead) == 0 {
		return list(game.Say("steps.none"))
	}
	now := t.player.Current
	out := []game.Message{game.Say("steps.now", "step", max(now.Step, 1), "of", now.Of, "text", ahead[0].Say)}
	switch rest := ahead[1:]; {
	case len(rest) == 0:
		return append(out, game.Say("steps.last")), nil
	case len(rest) > mostTold:
		return append(out, game.Say("steps.more", "steps", game.Parts(stepTexts(rest)), "n", len(rest)-mostTold)), nil
	default:
		return append(out, game.Say("steps.then", "steps", stepTexts(rest))), nil
	}
}

// next is the step after the one at hand, and what comes after the task.
func (t *talking) next() ([]game.Message, error) {
	var out []game.Message
	if ahead := t.ahead(); len(ahead) > 1 {
		out = append(out, game.Say("next.step", "text", ahead[1].Say))
	} else if len(ahead) == 1 && t.player.Action == nil {
		out = append(out, game.Say("next.step", "text", ahead[0].Say))
	}
	switch queue, held := t.queued(); {
	case len(queue) > 0:
		out = append(out, game.Say("next.task", "tasks", quoted(queue)))
	case len(held) > 0:
		out = append(out, game.Say("waiting.parked", "tasks", quoted(held)))
	case t.player.Current == nil:
		out = append(out, game.Say("next.idle"))
	case len(out) == 0:
		out = append(out, game.Say("next.nothing"))
	}
	return out, nil
}

// queued are the requests that begin by themselves, and those that wait for "go on".
func (t *talking) queued() (queue, held []view.Task) {
	held = slices.Clone(t.player.Parked)
	for i := range t.player.Queue {
		if task := t.player.Queue[i]; task.Held {
			held = append(held, task)
		} else {
			queue = append(queue, task)
		}
	}
	return queue, held
}

// waits are the requests that wait.
func (t *talking) waits() ([]game.Message, error) {
	var out []game.Message
	if now := t.player.Current; now != nil {
		out = append(out, game.Say("waiting.now", "task", now.Named()))
	}
	queue, held := t.queued()
	if len(queue) > 0 {
		out = append(out, game.Say("waiting.then", "tasks", quoted(queue)))
	}
	if len(held) > 0 {
		out = append(out, game.Say("waiting.parked", "tasks", quoted(held)))
	}
	if len(queue)+len(held) == 0 {
		out = append(out, game.Say("waiting.nothing"))
	}
	return out, nil
}

// lastRecord is everything about the task at hand, or the last one; nil for none.
func (t *talking) lastRecord() (*view.TaskRecord, error) {
	now, err := t.svc.current(t.ctx, t.body)
	if err != nil || now == nil {
		return nil, err
	}
	rec, err := t.svc.tasks.record(t.ctx, now.ID)
	return &rec, err
}

// why is what a step of the plan is for: of the one that the question names, else of the
// one at hand; with none, how the task stands.
func (t *talking) why() ([]game.Message, error) {
	rec, err := t.lastRecord()
	if err != nil || rec == nil {
		return []game.Message{game.Say("nothing-yet")}, err
	}
	said, err := t.purpose(rec)
	if said != nil || err != nil {
		return said, err
	}
	var steps []view.Step
	if n := len(rec.Rounds); n > 0 {
		steps = rec.Rounds[n-1].Plan.Steps
	}
	ahead := t.ahead()
	switch a := t.player.Action; {
	case a != nil && a.Open():
		ahead = append([]view.Step{a.Step}, ahead[min(1, len(ahead)):]...)
	case rec.Task.State == view.TaskPlanning && rec.Task.Failed == 0:
		return list(game.Say("left.planning", "task", rec.Task.Named()))
	case rec.Task.State == view.TaskComplete && len(steps) > 0: // a question about what was
		told := stepTexts(steps)
		if len(steps) > mostTold {
			told = append(told, game.TextOf("..."))
		}
		return list(game.Say("why.over", "task", rec.Task.Named(), "steps", game.Parts(told)))
	case len(ahead) == 0 || rec.Task.Failed > 0:
		return t.failed()
	}
	return list(reason(ahead, &rec.Task))
}

// purpose is what the step is for that the question names, of the newest plan that has one; nil for none.
func (t *talking) purpose(rec *view.TaskRecord) ([]game.Message, error) {
	for i := 0; ; i++ {
		for r := len(rec.Rounds) - 1; r >= 0; r-- {
			steps := rec.Rounds[r].Plan.Steps
			if at := slices.IndexFunc(steps, func(s view.Step) bool { return t.names(&s) }); at >= 0 {
				return reasons(steps[at:], &rec.Task), nil
			}
		}
		if i == len(t.past) {
			return nil, nil
		}
		earlier, err := t.svc.tasks.record(t.ctx, t.past[i].ID)
		if rec = &earlier; err != nil {
			return nil, err
		}
	}
}

// world begins the code of the name of a world.
const world = "world."

// reasons are that of the first of some steps and, of a journey, that of what is done there.
func reasons(steps []view.Step, task *view.Task) []game.Message {
	out := []game.Message{reason(steps, task)}
	if messages.Has(world+steps[0].Action.Subject()) && len(steps) > 1 {
		out = append(out, reason(steps[1:], task))
	}
	return out
}

// names reports whether the question says what a step makes, or what it is done to, in its language.
func (t *talking) names(s *view.Step) bool {
	question := strings.ToLower(cmp.Or(t.said.Name, t.p.Text))
	said := func(item string) bool {
		own := strings.ToLower(t.words(called(item)))
		if messages.Has(world + item) {
			own = strings.ToLower(t.words(game.Say(world + item)))
			own = own[strings.LastIndexAny(own, " '")+1:] // without its article
		}
		return item != "" && (strings.Contains(question, game.Display(game.Name(item))) || strings.Contains(question, own))
	}
	gains := func(g view.Amount) bool { return slices.ContainsFunc(g.Items, said) }
	return slices.Contains(t.said.Items, s.Action.Subject()) || said(s.Action.Subject()) || slices.ContainsFunc(s.Gains, gains)
}

// reason is what the first of some steps is for: what it says, a later one that needs what
// it brings, else the goal.
func reason(steps []view.Step, task *view.Task) game.Message {
	s := &steps[0]
	if why := s.Messages["why"].Or(game.TextOf(strings.TrimSuffix(s.Why, "."))); why.Code != "" {
		return game.Say("why.step", "text", s.Say, "why", why)
	}
	for i := range steps[1:] {
		for _, need := range steps[i+1].Needs {
			if slices.ContainsFunc(s.Gains, func(g view.Amount) bool { return overlaps(g.Items, need.Items) }) {
				return game.Say("why.needs", "text", s.Say, "later", steps[i+1].Say, "items", game.Things{Count: need.Count, Items: need.Items})
			}
		}
	}
	return game.Say("why.goal", "text", s.Say, "task", task.Named())
}

func overlaps(a, b []string) bool {
	return slices.ContainsFunc(a, func(one string) bool { return slices.Contains(b, one) })
}

// another is why the plan is the one that it is.
func (t *talking) another() ([]game.Message, error) {
	rec, err := t.lastRecord()
	if err != nil || rec == nil {
		return []game.Message{game.Say("nothing-yet")}, err
	}
	if rec.Task.State == view.TaskError { // "why not?"
		return t.failed()
	}
	var out []game.Message
	for i := range rec.Rounds {
		if r := &rec.Rounds[i]; r.Why != "" {
			out = append(out, game.Say("another.round", "n", r.Round, "why", r.Messages["why"].Or(game.TextOf(r.Why))))
		}
	}
	if len(out) == 0 {
		out = append(out, game.Say("another.first", "task", rec.Task.Named()))
	}
	return append(out, game.Say("another.cheapest")), nil
}

// failed is what went wrong with the task at hand, or the last one.
func (t *talking) failed() ([]game.Message, error) {
	rec, err := t.lastRecord()
	if err != nil || rec == nil {
		return []game.Message{game.Say("nothing-yet")}, err
	}
	var out []game.Message
	for i := range rec.Actions {
		if a := &rec.Actions[i]; (a.Verdict == game.Failed || a.Verdict == game.Contradicted) && !interrupted(a) {
			out = append(out, game.Say("failed.step", "text", a.Step.Say, "why", a.Reason))
		}
	}
	for i := range rec.Rounds {
		if r := &rec.Rounds[i]; r.Error != "" {
			out = append(out, game.Say("failed.plan", "n", r.Round, "why", r.Error))
		}
	}
	if len(out) == 0 && (!rec.Task.State.Ended() || rec.Task.State == view.TaskComplete) {
		out = append(out, game.Say("failed.nothing"))
	}
	out = out[max(len(out)-mostTold, 0):]
	return append(out, game.Say("failed.state", "task", rec.Task.Named(), "state", command.Stands(&rec.Task))), nil
}

// interrupted reports whether an action failed only because somebody stopped it.
func interrupted(a *view.Action) bool {
	return a.Failure != nil && a.Failure.Code == game.CodeInterrupted
}

// missing is what the task at hand still lacks, or a thing.
func (t *talking) missing() ([]game.Message, error) {
	if t.said.Name != "" {
		return t.making(true)
	}
	var out []game.Message
	task := t.player.Current
	if task == nil {
		if task = t.player.Last; task == nil {
			return list(game.Say("missing.idle"))
		}
		out = append(out, game.Say("missing.last", "task", task.Named()))
	}
	open, clauses := 0, counted(&t.player, task)
	var changed []game.Message // of a part of which nothing is proven yet the ledger tells more
	for i := range clauses {
		c := &clauses[i]
		if c.Met {
			continue
		}
		if c.Have == 0 && len(changed) == 0 {
			changed = t.changedBy(task)
		}
		part := game.Say("missing.part.one", "text", game.Sentence(c.Text))
		if c.Want > 1 && (c.Have > 0 || len(changed) == 0) {
			part = game.Say("missing.part", "text", game.Sentence(c.Text), "have", c.Have, "want", c.Want)
		}
		out = append(out, part)
		open++
	}
	if open == 0 && len(clauses) > 0 {
		return append(out, game.Say("missing.nothing", "task", task.Named())), nil
	}
	out = append(out, changed...)
	if ahead := t.ahead(); len(ahead) > mostTold {
		out = append(out, game.Say("missing.steps.more", "steps", game.Parts(stepTexts(ahead)), "n", len(ahead)-mostTold))
	} else if len(ahead) > 0 {
		out = append(out, game.Say("missing.steps", "steps", stepTexts(ahead)))
	} else if open == 0 {
		out = append(out, game.Say("left.planning", "task", task.Named()))
	}
	return out, nil
}

// making answers how a thing is made, or what of it is missing.
func (t *talking) making(missing bool) ([]game.Message, error) {
	b, _ := t.svc.cfg.Bodies.Body(t.body)
	h, err := t.svc.cfg.Listener.Make(t.ctx, view.MakeWhat{Item: t.said.Name}, b.Info, b.Snapshot.State)
	if task := t.askedFor(); task != nil && (err != nil || missing && len(t.said.Items) == 0) { // no item, but what was asked for
		c, failed := t.ledger(task)
		if t.said.Name = ""; !task.State.Ended() {
			return t.missing()
		} else if err != nil || task.State == view.TaskComplete {
			return byNow(task, c), failed
		} else if c != nil && slices.ContainsFunc(c.List, stands) { // some of it
			return append(byNow(task, c), dugAndPlaced(c)...), failed
		}
	}
	if codeOf(err) == view.CodeNotFound {
		err = &view.RefusedError{Code: view.CodeNotFound, Sentence: t.words(game.Say("make.no-item", "what", t.said.Name))}
	}
	if err != nil {
		return nil, err
	}
	if missing {
		if len(h.Missing) == 0 && h.Impossible == "" && h.Item != "" {
			t.help = "craft 1 " + game.Display(h.Item)
		}
		return list(h.Messages["lacks"].Or(game.TextOf(h.Lacks)))
	}
	return list(h.Messages["text"].Or(game.TextOf(h.Text)))
}

// use answers what a thing is for: an enchantment, an item, a block.
func (t *talking) use() ([]game.Message, error) {
	name := strings.TrimPrefix(strings.TrimPrefix(game.Display(strings.ToLower(t.said.Name)), "1 "), "the ")
	name = strings.TrimSpace(strings.TrimSuffix(strings.TrimSuffix(name, "enchantment"), "enchant"))
	if code := "enchantment." + strings.ReplaceAll(name, " ", "_"); messages.Has(code) {
		return list(game.Say("use.enchantment", "thing", game.Sentence(name), "does", game.Say(code)))
	}
	b, _ := t.svc.cfg.Bodies.Body(t.body)
	if out := t.svc.cfg.Listener.Use(t.said.Items, b.Info, b.Snapshot.State); len(out) > 0 {
		return out, nil
	}
	return list(game.Say("unknown"))
}

// changed is what the task at hand, or the last one that changed anything, changed.
func (t *talking) changed() ([]game.Message, error) {
	if t.svc.cfg.Changes == nil || len(t.past) == 0 {
		return list(game.Say("nothing-yet"))
	}
	for i := range t.past {
		task := &t.past[i]
		if task.Sent == 0 {
			continue
		}
		c, err := t.svc.changesOf(t.ctx, task.ID)
		switch {
		case err != nil:
			return nil, err
		case c == nil || !c.Told:
			return list(game.Say("changed.untold", "task", task.Named()))
		case c.Cells == 0 && i+1 < len(t.past):
			continue
		}
		out := append([]game.Message{game.Say("changed.of", "task", task.Named())}, dugAndPlaced(c)...)
		if len(out) == 1 {
			out = []game.Message{game.Say("changed.nothing", "task", task.Named())}
		}
		if c.Incomplete {
			out = append(out, game.Say("changed.incomplete"))
		}
		return out, nil
	}
	return list(game.Say("changed.nothing", "task", t.past[0].Named()))
}

// dugAndPlaced are the blocks of a ledger.
func dugAndPlaced(c *view.Changes) (out []game.Message) {
	if len(c.Dug) > 0 {
		out = append(out, game.Say("changed.dug", "items", c.Dug))
	}
	if len(c.Placed) > 0 {
		out = append(out, game.Say("changed.placed", "items", c.Placed))
	}
	return out
}

// done is what was asked for before, and what came of it.
func (t *talking) done() ([]game.Message, error) {
	if len(t.past) == 0 {
		return list(game.Say("nothing-yet"))
	}
	out := make([]game.Message, len(t.past))
	for i := range t.past {
		out[i] = game.Say("done.task", "task", t.past[i].Named(), "state", command.Stands(&t.past[i]))
	}
	return out, nil
}

func (t *talking) can() ([]game.Message, error) {
	if t.said.Name != "" {
		return list(game.Say("can.yes", "goal", t.said.Name))
	}
	b, _ := t.svc.cfg.Bodies.Body(t.body)
	goals := t.svc.cfg.Listener.Can(b.Info, b.Snapshot.State, t.said.Language)
	return list(game.Say("can", "goals", strings.Join(goals, "; ")))
}

func (t *talking) who() ([]game.Message, error) {
	out := []game.Message{game.Say("who")}
	if b, ok := t.svc.cfg.Bodies.Body(t.body); ok {
		code := "who.body"
		if b.Info.Version == "" {
			code = "who.body.unversioned"
		}
		out = append(out, game.Say(code, "name", b.Info.Name, "version", b.Info.Version))
	}
	return out, nil
}
