// SPDX-License-Identifier: MIT

package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"math"
	"slices"
	"sync"
	"time"

	"github.com/minehand/minehand/cmd/internal/proof"
	"github.com/minehand/minehand/cmd/internal/release"
	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	cells "github.com/minehand/minehand/game/ledger"
	"github.com/minehand/minehand/game/messages"
	"github.com/minehand/minehand/internal/again"
	"github.com/minehand/minehand/internal/lists"
	"github.com/minehand/minehand/modbridge"
	"github.com/minehand/minehand/orchestrator"
	"github.com/minehand/minehand/orchestrator/journal"
	"github.com/minehand/minehand/ui"
	"github.com/minehand/minehand/ui/view"
)

const (
	// keepPause gathers what many bodies report into one transaction.
	keepPause = 100 * time.Millisecond
	// keepAgain is the pause after the journal refused.
	keepAgain = 2 * time.Second
	// tellLimit is how long a body is waited for that has more to tell than one frame holds.
	tellLimit = 5 * time.Second
	// mostBoxes is how many surveys a look at what a task changed may take.
	mostBoxes = 64
	// lookLimit is how long such a look may take.
	lookLimit = 20 * time.Second
	// mostLater is how many tasks are looked through for what stands on a change.
	mostLater = 64
	// mostListed is how many cells of a ledger clients get.
	mostListed = 256
	// mostPutBack is how many actions one putting back may have; the rest is for another.
	mostPutBack = 512
)

// changes keeps what bodies change in their worlds, has surveys show it when a task is
// over, and says how it is put back. It implements ui.Changes.
type changes struct {
	journal *journal.Journal
	tasks   interface {
		Task(ctx context.Context, id string) (orchestrator.Record, error)
		Tasks(ctx context.Context, q orchestrator.Query) ([]orchestrator.Task, error)
		Status(body string) (orchestrator.View, error)
		Listen(hear func(orchestrator.Event))
	}
	session func(body string) (*modbridge.Session, bool)
	// tell hands a task's changes to clients, notice a sentence.
	tell   func(body, task string, c *view.Changes)
	notice func(body string, sentence game.Message)
	log    *slog.Logger

	// keepingMu is held while something is written down, so that whoever keeps next finds
	// all of it there.
	keepingMu sync.Mutex
	mu        sync.Mutex
	// waiting are the sessions that reported something.
	waiting map[*modbridge.Session]bool
	wake    chan struct{}
	// looks are the looks at ended tasks that are under way; none begins once left is set.
	looks sync.WaitGroup
	left  bool
}

// reported notes that a session may have something to keep. It returns at once.
func (c *changes) reported(s *modbridge.Session) {
	if !s.Reports() {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.waiting[s] = true
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

// run keeps what is reported, and looks at what ended tasks changed, until ctx ends.
func (c *changes) run(ctx context.Context) {
	c.looks.Go(func() { c.keeping(ctx) })
	c.tasks.Listen(func(e orchestrator.Event) {
		if e.Kind == orchestrator.EventTask {
			c.changed(ctx, e.Task)
		}
	})
	<-ctx.Done()
	c.mu.Lock()
	c.left = true
	c.mu.Unlock()
	c.looks.Wait()
}

// changed begins what the new state of a task asks for. It returns at once.
func (c *changes) changed(ctx context.Context, task *orchestrator.Task) {
	s, there := c.session(task.Body) // it may leave right after
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.left:
	case task.State.Ended() && (task.Sent > 0 || task.Settings.PutsBack != ""):
		if there && s.Reports() {
			c.looks.Go(func() { c.over(ctx, task, s) })
		}
	case task.State == orchestrator.StateAwaiting && task.Sent > 0: // who says yes to more sees what there is
		c.looks.Go(func() { c.soFar(ctx, task) })
	}
}

// soFar tells what a task has changed by now, by the body's word.
func (c *changes) soFar(ctx context.Context, task *orchestrator.Task) {
	if err := c.keep(ctx); err != nil {
		return // it is told at the end
	}
	if a, err := c.account(ctx, task.ID); err == nil {
		c.tell(task.Body, task.ID, c.show(a))
	}
}

func (c *changes) keeping(ctx context.Context) {
	pause := time.NewTimer(0)
	defer pause.Stop()
	for {
		select {
		case <-c.wake:
		case <-ctx.Done():
			return
		}
		wait := keepPause
		if err := c.keep(ctx); err != nil {
			c.log.Warn("what bodies changed cannot be kept yet; they will tell it again", "error", err)
			wait = keepAgain
		}
		pause.Reset(wait)
		select {
		case <-pause.C:
		case <-ctx.Done():
			return
		}
	}
}

// keep writes down what waits, and tells the bodies.
func (c *changes) keep(ctx context.Context) error {
	c.keepingMu.Lock()
	defer c.keepingMu.Unlock()
	c.mu.Lock()
	sessions := slices.Collect(maps.Keys(c.waiting))
	clear(c.waiting)
	c.mu.Unlock()
	var list []journal.Changed
	through := map[*modbridge.Session]map[string]int{}
	for _, s := range sessions {
		told := s.Changes()
		if len(told) == 0 {
			continue
		}
		through[s] = map[string]int{}
		acted, rest := journal.Changed{Body: s.ID()}, journal.Changed{Body: s.ID(), Task: c.doing(s.ID())}
		for i := range told {
			through[s][told[i].Series] = told[i].N
			of := &acted
			if told[i].Action == "" { // a reflex, or what an action left behind: it is the task's that is at hand
				of = &rest
			}
			of.Rows = append(of.Rows, cells.Row{Reported: told[i]})
		}
		list = append(list, acted, rest)
	}
	if len(list) == 0 {
		return nil
	}
	if err := c.journal.KeepChanges(ctx, list); err != nil {
		for _, s := range sessions {
			c.reported(s)
		}
		return err
	}
	for s, series := range through {
		for name, n := range series {
			s.Keep(name, n)
		}
	}
	return nil
}

// whole keeps what a body changed until it has told all of it, as far as tellLimit allows.
func (c *changes) whole(ctx context.Context, s *modbridge.Session) error {
	limit := time.Now().Add(tellLimit)
	return again.Until(ctx, keepPause/4, func() (bool, error) {
		err := c.keep(ctx)
		return !s.Owes() || time.Now().After(limit), err
	})
}

// doing is the task that a body is at, empty for none.
func (c *changes) doing(body string) string {
	if v, err := c.tasks.Status(body); err == nil && v.Current != nil {
		return v.Current.ID
	}
	return ""
}

// over tells what a task changed when it has ended, at once by the body's word and then
// as a survey shows it; of one that puts another back, what became of that one too.
func (c *changes) over(ctx context.Context, task *orchestrator.Task, s *modbridge.Session) {
	if err := errors.Join(c.whole(ctx, s), c.mark(ctx, task)); err != nil {
		c.log.Warn("what a task changed is not complete yet", "task", task.ID, "error", err)
	}
	a, err := c.account(ctx, task.ID)
	if err != nil {
		c.log.Warn("what a task changed cannot be read", "task", task.ID, "error", err)
		return
	}
	accounts := []*account{a}
	if a.before != nil {
		accounts = append(accounts, a.before)
	}
	show := func() {
		for _, a := range accounts {
			c.tell(task.Body, a.rec.Task.ID, c.show(a))
		}
	}
	show()
	for _, a := range accounts {
		if err := c.look(ctx, s, a.rec.Task.ID, a.ledger); err != nil {
			c.log.Debug("what a task changed was not looked at", "task", a.rec.Task.ID, "error", err)
		}
	}
	show()
	if a.before != nil {
		c.notice(task.Body, game.Then(sayOutcome(c.show(a).Outcome), a.lost()))
	}
}

// account is a task with its ledger.
type account struct {
	rec    orchestrator.Record
	ledger *journal.TaskLedger
	// before is the task that it puts back; nil for none.
	before *account
}

// account reads what is known of a task's changes.
func (c *changes) account(ctx context.Context, id string) (*account, error) {
	rec, err := c.tasks.Task(ctx, id)
	if err != nil {
		return nil, err
	}
	a := &account{rec: rec}
	if a.ledger, err = c.journal.Ledger(ctx, id); err != nil {
		return nil, err
	}
	if of := rec.Task.Settings.PutsBack; of != "" {
		if a.before, err = c.account(ctx, of); errors.Is(err, orchestrator.ErrNoTask) { // it is dropped already
			return a, nil
		}
	}
	return a, err
}

// mark notes that a task's body tells what it changes, though it may have changed nothing.
func (c *changes) mark(ctx context.Context, task *orchestrator.Task) error {
	row := cells.Row{Shown: true, Reported: game.Reported{Series: "told " + task.ID, World: task.World}}
	return c.journal.KeepChanges(ctx, []journal.Changed{{Body: task.Body, Task: task.ID, Rows: []cells.Row{row}}})
}

// look has a body survey what a task changed, and keeps what it shows.
func (c *changes) look(ctx context.Context, s *modbridge.Session, task string, l *journal.TaskLedger) error {
	snap := s.Snapshot()
	if !s.Info().Surveys || snap.State.WorldID() != l.World {
		return nil
	}
	dimension := game.Name(snap.State.Dimension)
	var at []game.Cell
	for _, cell := range l.Cells() {
		if game.Name(cell.At.Dimension) == dimension {
			at = append(at, game.CellOf(cell.At))
		}
	}
	ctx, cancel := context.WithTimeout(ctx, lookLimit)
	defer cancel()
	seen, err := survey(ctx, s, at)
	if err != nil || len(seen) == 0 {
		return err
	}
	rows := make([]cells.Row, 0, len(at))
	series := fmt.Sprintf("survey %s %d", task, time.Now().UnixNano())
	for i, cell := range at {
		state, shown := seen[cell.In(dimension)]
		if !shown {
			continue
		}
		rows = append(rows, cells.Row{Shown: true, Reported: game.Reported{Series: series, World: l.World, Change: game.Change{
			N: i + 1, X: cell.X, Y: cell.Y, Z: cell.Z, Dimension: dimension, To: state,
		}}})
	}
	l.Show(seen)
	return c.journal.KeepChanges(ctx, []journal.Changed{{Body: s.ID(), Task: task, Rows: rows}})
}

// survey is what stands in some cells of the body's dimension; of more than mostBoxes hold,
// some are left out.
func survey(ctx context.Context, s *modbridge.Session, at []game.Cell) (game.Cells, error) {
	seen := game.Cells{}
	boxes, _ := game.BoxesOver(at, mostBoxes)
	for _, box := range boxes {
		list, err := s.Survey(ctx, game.Survey{Box: &box})
		if err != nil {
			return seen, err
		}
		for i := range list {
			list[i].Dimension = cmp.Or(list[i].Dimension, game.Name(s.Snapshot().State.Dimension))
			seen.Add(&list[i])
		}
	}
	return seen, nil
}

// Of implements ui.Changes.
func (c *changes) Of(ctx context.Context, id string) (*view.Changes, error) {
	if err := c.keep(ctx); err != nil {
		c.log.Debug("what bodies changed cannot be kept yet", "error", err)
	}
	a, err := c.account(ctx, id)
	if err != nil {
		return nil, err
	}
	return c.show(a), nil
}

// Proof implements ui.Changes.
func (c *changes) Proof(ctx context.Context, id string) (string, error) {
	if err := c.keep(ctx); err != nil {
		return "", err
	}
	rec, err := c.tasks.Task(ctx, id)
	if err != nil {
		return "", err
	}
	rows, err := c.journal.OwnChanges(ctx, id)
	if err != nil {
		return "", err
	}
	list := lists.Of(rows, func(c *journal.ChangedRow) proof.Change { return proof.Change{Body: c.Body, At: c.At, Row: c.Row} })
	content, err := proof.Of(&rec, list)
	if err != nil {
		return "", &view.RefusedError{Code: view.CodeNothing, Sentence: game.FullSentence(err.Error())}
	}
	text, err := content.File(release.Text())
	return string(text), err
}

// show is an account as clients see it.
func (c *changes) show(a *account) *view.Changes {
	task, l := &a.rec.Task, a.ledger
	s, there := c.session(task.Body)
	if !l.Told && (!there || !s.Reports() || task.State.Ended() && task.Sent > 0) {
		return &view.Changes{}
	}
	sum := l.Sum()
	v := &view.Changes{
		Told: true, Incomplete: sum.Incomplete, Dug: sum.Dug, Placed: sum.Placed, Cells: sum.Cells, Shown: sum.Shown, Back: sum.Back,
		Others: sum.Others, Whys: map[string]int{}, Of: task.Settings.PutsBack,
	}
	if task.State.Ended() {
		v.Foretold = foretold(&a.rec)
	}
	if there && task.State.Ended() && v.Of == "" { // what was put back stays so
		v.Left = c.plan(&a.rec, l, s).Cells
	}
	for why, n := range sum.Whys {
		v.Whys[string(why)] = n
	}
	all := l.Cells()
	v.List = listed(all)
	for _, cell := range all {
		if state := poured(&cell); state != "" {
			v.Placed[state]++
		}
	}
	if a.before != nil {
		v.Outcome = map[string]int{}
		for fate, n := range a.before.ledger.Outcome(&l.Ledger, fillsOf(c.version(task.Body))) {
			v.Outcome[string(fate)] = n
		}
	}
	return v
}

// poured is the fluid of which a task poured a source into a cell, empty for none: what
// flows from it is nobody's.
func poured(c *cells.Cell) string {
	name := game.BlockName(c.To)
	if source(c.To) && c.Why == game.WhyGoal && game.BlockName(c.From) != name {
		return name
	}
	return ""
}

// source reports whether a block state is that of a fluid that does not come from beside it.
func source(state string) bool {
	name, level := game.BlockName(state), game.BlockProperty(state, "level")
	return (name == "water" || name == "lava") && (level == "" || level == "0")
}

// listed are the first of the cells that were changed.
func listed(all []cells.Cell) (list []view.ChangedCell) {
	for _, cell := range all[:min(len(all), mostListed)] {
		list = append(list, view.ChangedCell{
			X:         cell.At.X,
			Y:         cell.At.Y,
			Z:         cell.At.Z,
			Dimension: cell.At.Dimension,
			From:      cell.From,
			To:        cell.To,
			Why:       string(cell.Why),
			Shown:     cell.Shown,
		})
	}
	return list
}

// PutBack implements ui.Changes.
func (c *changes) PutBack(ctx context.Context, id string) (view.Prompt, error) {
	refuse := func(sentence string, args ...any) (view.Prompt, error) {
		return view.Prompt{}, &view.RefusedError{Code: view.CodeImpossible, Sentence: fmt.Sprintf(sentence, args...)}
	}
	rec, err := c.tasks.Task(ctx, id)
	if err != nil {
		return view.Prompt{}, err
	}
	body := rec.Task.Body
	s, there := c.session(body)
	if !there || s.Link().State != game.LinkUp {
		return refuse("The player of that task is not here. Bring it back first.")
	}
	if !rec.Task.State.Ended() {
		return refuse("That task has not ended. Stop it first.")
	}
	if err := c.whole(ctx, s); err != nil {
		return view.Prompt{}, err
	}
	l, err := c.journal.Ledger(ctx, id)
	if err != nil {
		return view.Prompt{}, err
	}
	snap := s.Snapshot()
	switch {
	case !l.Told:
		return refuse("What that task changed was not told, so nothing can be put back.")
	case snap.State.WorldID() != l.World:
		return refuse("That task was done in another world. Go there first.")
	}
	if err := c.look(ctx, s, id, l); err != nil {
		c.log.Debug("what is put back was not looked at first", "task", id, "error", err)
	}
	if later, err := c.onTop(ctx, &rec.Task, l); err != nil {
		return view.Prompt{}, err
	} else if later != nil {
		say := game.Say("undo.under", "task", ui.TitleOf(&rec.Task), "later", ui.TitleOf(later))
		return view.Prompt{}, &view.RefusedError{Code: view.CodeImpossible, Sentence: messages.InEnglish(say), Say: say}
	}
	back := c.plan(&rec, l, s)
	if len(back.Actions) == 0 {
		counts := map[string]int{}
		for _, fate := range back.Fates {
			counts[string(fate)]++
		}
		return refuse("There is nothing that can be put back. %s", messages.InEnglish(sayOutcome(counts)))
	}
	p := view.Prompt{}
	p.Instance = body
	p.Settings.Actions = back.Actions[:min(len(back.Actions), mostPutBack)]
	p.Settings.PutsBack, p.Settings.PutsBackTitle, p.Settings.Stays = id, ui.TitleOf(&rec.Task), l.Stays(back)
	p.Settings.Policy = view.Policy(orchestrator.Continue)
	return p, nil
}

// onTop is the newest later task that built on what a task changed and was not put back since, of
// those that are looked through; nil for none.
func (c *changes) onTop(ctx context.Context, task *orchestrator.Task, l *journal.TaskLedger) (*orchestrator.Task, error) {
	later, err := c.tasks.Tasks(ctx, orchestrator.Query{Limit: mostLater})
	if err != nil {
		return nil, err
	}
	for i := range later {
		if later[i].ID <= task.ID {
			break
		}
		if later[i].Sent == 0 || later[i].World != task.World || later[i].Settings.PutsBack != "" {
			continue
		}
		top, err := c.journal.Ledger(ctx, later[i].ID)
		if err != nil {
			return nil, err
		}
		if l.Under(&top.Ledger) {
			return &later[i], nil
		}
	}
	return nil, nil
}

// plan says how what a task changed is put back with what its body holds now.
func (c *changes) plan(rec *orchestrator.Record, l *journal.TaskLedger, s *modbridge.Session) cells.Back {
	wanted := map[string]bool{}
	for _, check := range rec.Task.Reading.Checks() {
		if check.Kind == game.CheckBuilt || check.Kind == game.CheckPlaced { // what it was built of is free again
			continue
		}
		for _, item := range check.Items {
			wanted[game.Name(item)] = true
		}
	}
	snap, v := s.Snapshot(), c.version(rec.Task.Body)
	held, lasts := snap.State.Counts(), usesLeft(&snap.State, v)
	return l.PutBack(cells.Means{
		Held: held, Keep: func(item string) bool { return wanted[item] }, Fills: fillsOf(v),
		Takes: func(at game.Pos, state string) cells.Taking {
			b, known := v.Block(game.BlockName(state))
			if !known || b.Hardness >= 0 && b.Harvest == nil {
				return cells.Whole
			}
			tool := slices.IndexFunc(b.Harvest, func(tool string) bool { return lasts[tool] > 0 })
			switch {
			case b.Hardness >= 0 && tool >= 0:
				lasts[b.Harvest[tool]]--
				return cells.Whole
			case b.Hardness >= 0 && s.Info().Can(game.Build) && game.Name(snap.State.Dimension) == game.Name(at.Dimension):
				return cells.Bare
			}
			return cells.Stays
		},
		Leaves: func(state string) string {
			return surelyLeft(v, state)
		},
	})
}

// usesLeft is for how many blocks what is held of each tool lasts.
func usesLeft(s *game.State, v *data.Version) map[string]int {
	left := map[string]int{}
	for i := range s.Inventory {
		stack := &s.Inventory[i]
		name := game.Name(stack.Item)
		it, _ := v.Item(name)
		switch {
		case it == nil || it.Durability == 0:
			left[name] += math.MaxInt32
		case stack.Durability != nil:
			left[name] += *stack.Durability
		default:
			left[name] += it.Durability * stack.Count
		}
	}
	return left
}

// surelyLeft is the item that breaking a block leaves for certain.
func surelyLeft(v *data.Version, state string) string {
	b, _ := v.Block(game.BlockName(state))
	if b == nil {
		return ""
	}
	for _, y := range b.Yields(false) {
		if y.Sure > 0 {
			return y.Item
		}
	}
	return ""
}

// version is the body's version of the game, or the usual one where nobody knows.
func (c *changes) version(body string) *data.Version {
	version := ""
	if s, there := c.session(body); there {
		version = s.Info().Version
	}
	v, err := data.Load(version)
	if err != nil {
		v, _ = data.Load(data.DefaultVersion)
	}
	return v
}

// fillsOf are the items that fill a hole: the block itself, and what it leaves where that
// is something to build with.
func fillsOf(v *data.Version) cells.Fills {
	return func(state string) []string {
		name := game.BlockName(state)
		var list []string
		add := func(item string) {
			if it, ok := v.Item(item); ok && !slices.Contains(list, item) {
				if _, block := v.Block(cmp.Or(it.Block, item)); block {
					list = append(list, item)
				}
			}
		}
		b, ok := v.Block(name)
		if !ok || b.Fluid {
			return nil
		}
		add(name)
		for _, d := range b.Drops {
			if !d.SilkTouch && !d.Shears && slices.Contains(v.Building(), d.Item) {
				add(d.Item)
			}
		}
		return list
	}
}

// lost says what left nothing when it was taken away by hand.
func (a *account) lost() (m game.Message) {
	bare := map[game.Cell]bool{}
	for i := range a.rec.Task.Actions {
		for _, e := range a.rec.Task.Actions[i].Edits {
			bare[e.Cell()] = true
		}
	}
	counts := map[string]int{}
	for _, c := range a.ledger.Cells() {
		if bare[game.CellOf(c.At)] {
			counts[game.BlockName(c.From)]++
		}
	}
	if len(counts) == 0 {
		return m
	}
	return game.Say("back.lost", "things", counts)
}

// sayOutcome says what became of the cells that were put back.
func sayOutcome(counts map[string]int) game.Message {
	var parts game.Parts
	for _, fate := range []cells.Fate{cells.Restored, cells.Refilled, cells.Others, cells.Missing} {
		if n := counts[string(fate)]; n > 0 {
			parts = append(parts, game.Say("back."+string(fate), "n", n))
		}
	}
	if len(parts) == 0 {
		return game.Say("back.none")
	}
	return game.Say("back.of", "parts", parts)
}
