// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/ui/command"
	"github.com/minehand/minehand/ui/view"
)

// live talks in a terminal.
func (s *session) live(ctx context.Context, in io.Reader, out io.Writer) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	m := newShellModel(ctx, s)
	program := tea.NewProgram(m, tea.WithInput(in), tea.WithOutput(out), tea.WithContext(ctx), tea.WithoutSignalHandler())
	told := make(chan struct{})
	go func() {
		defer close(told)
		for {
			select {
			case e, there := <-s.client.Events():
				if !there {
					program.Send(lostMsg{})
					return
				}
				program.Send(e)
			case <-ctx.Done():
				return
			}
		}
	}()
	end, err := program.Run()
	cancel()
	<-told
	if errors.Is(err, tea.ErrProgramKilled) || errors.Is(err, context.Canceled) {
		return &exitError{code: exitIncomplete}
	}
	if last, ok := end.(*shellModel); ok && last.lost && err == nil {
		err = fmt.Errorf("the Minehand that was talked to has ended: %w", s.client.Err())
	}
	return err
}

type (
	lostMsg struct{}
	saidMsg struct {
		said
		err error
	}
	completeMsg struct {
		typed string
		list  []view.Completion
	}
)

const (
	// keptLines is how much of the log can be seen again in a larger window.
	keptLines = 1000
	// maxOffered is how many completions are shown at once, maxShown how many
	// steps of a plan.
	maxOffered = 6
	maxShown   = 8
)

// shellModel is what the terminal shows. It belongs to the program's one
// goroutine; what takes a while is a command that ends in a message.
type shellModel struct {
	ctx   context.Context //nolint:containedctx // a model has no other way to hand it to its commands
	s     *session
	input textinput.Model

	width, height int
	log           []string
	players       map[string]*view.Body
	guess         guess
	follow        follower
	// plan is the task at hand.
	plan     liveModel
	practice view.Practice
	// offered are completions of what was typed; chosen is one of them.
	offered []view.Completion
	chosen  int
	// past are the lines typed before; at is the one shown.
	past []string
	at   int
	// armed: Ctrl+C was pressed last, and once more leaves.
	armed, lost bool
}

func newShellModel(ctx context.Context, s *session) *shellModel {
	m := &shellModel{ctx: ctx, s: s, input: textinput.New(), width: 80, height: 24, players: map[string]*view.Body{}}
	m.input.Prompt = "> "
	m.input.Placeholder = "a goal, or / for commands"
	m.input.SetVirtualCursor(false)
	m.input.Focus()
	m.plan.now, m.practice = -1, s.at.Practice
	m.say(s.greeting())
	for i := range s.at.Players {
		p := &s.at.Players[i]
		m.players[p.Body.ID] = &p.Body
		if p.Current != nil {
			m.plan = m.plan.with(view.Event{Kind: view.EventTask, Task: p.Current})
			m.ask(view.Event{Kind: view.EventTask, Task: p.Current})
		}
		if p.Round != nil {
			m.plan = m.plan.with(view.Event{Kind: view.EventRound, Round: p.Round})
		}
	}
	return m
}

// tell adds one line to the log, whatever is in its words.
func (m *shellModel) tell(text string) { m.say(game.Plain(text)) }

// say adds a text of Minehand's own to the log, of one line or several.
func (m *shellModel) say(text string) {
	for line := range strings.Lines(text) {
		m.log = append(m.log, game.Plain(strings.TrimRight(line, "\n")))
	}
	m.log = m.log[max(len(m.log)-keptLines, 0):]
}

func (m *shellModel) Init() tea.Cmd { return tick() }

func (m *shellModel) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
		m.input.SetWidth(max(msg.Width-4, 1))
		return m, tea.ClearScreen // some terminals keep what a narrower window hid
	case tickMsg:
		return m, tick()
	case view.Event:
		m.event(msg)
		return m, nil
	case saidMsg:
		m.answered(msg)
		return m, nil
	case completeMsg:
		if msg.typed == m.input.Value() {
			m.offered, m.chosen = msg.list, 0
		}
		return m, nil
	case lostMsg:
		m.lost = true
		return m, tea.Quit
	case tea.KeyPressMsg:
		return m.key(msg)
	}
	return m.edit(msg)
}

// answered shows what came of a line that was said.
func (m *shellModel) answered(msg saidMsg) {
	if msg.err != nil {
		if text := complaint(msg.err); len(m.log) == 0 || !strings.Contains(m.log[len(m.log)-1], text) {
			m.say(text)
		}
		return
	}
	if !msg.heard {
		m.say(msg.text)
	}
	m.guess = msg.guess
}

func (m *shellModel) key(k tea.KeyPressMsg) (tea.Model, tea.Cmd) {
	name := k.String()
	if name != "ctrl+c" {
		m.armed = false
	}
	switch name {
	case "ctrl+c":
		return m.interrupt()
	case "ctrl+d":
		if m.input.Value() == "" {
			return m, tea.Quit
		}
	case "tab":
		if m.chosen < len(m.offered) {
			m.take()
		}
		return m, m.complete()
	case "up", "down":
		m.move(name == "up")
		return m, nil
	case "esc":
		m.offered = nil
		return m, nil
	case "enter":
		return m, m.enter()
	}
	return m.edit(k)
}

// interrupt stops what is being done, and leaves when it comes again.
func (m *shellModel) interrupt() (tea.Model, tea.Cmd) {
	if m.armed {
		return m, tea.Quit
	}
	m.armed = true
	if !m.busy() {
		m.say("Nothing is being done. Ctrl+C again leaves.")
		return m, nil
	}
	m.say("Stopping. Ctrl+C again leaves.")
	return m, func() tea.Msg { return saidMsg{err: m.s.client.StopTask(m.ctx, view.OfBody{})} }
}

// move goes up or down in what is offered, else in what was typed before.
func (m *shellModel) move(up bool) {
	step := 1
	if up {
		step = -1
	}
	if len(m.offered) > 0 {
		m.chosen = (m.chosen + step + len(m.offered)) % len(m.offered)
		return
	}
	m.at = min(max(m.at+step, 0), len(m.past))
	m.input.SetValue("")
	if m.at < len(m.past) {
		m.input.SetValue(m.past[m.at])
	}
	m.input.CursorEnd()
}

// edit lets the input have a message.
func (m *shellModel) edit(msg tea.Msg) (tea.Model, tea.Cmd) {
	before := m.input.Value()
	var cmd tea.Cmd
	m.input, cmd = m.input.Update(msg)
	if m.input.Value() != before {
		return m, tea.Batch(cmd, m.complete())
	}
	return m, cmd
}

// take puts the chosen completion into the input.
func (m *shellModel) take() {
	name, _, args := strings.Cut(m.input.Value(), " ")
	if value := m.offered[m.chosen].Value; args {
		m.input.SetValue(name + " " + value)
	} else {
		m.input.SetValue(value + " ")
	}
	m.input.CursorEnd()
}

// complete asks how what is typed may go on.
func (m *shellModel) complete() tea.Cmd {
	typed := m.input.Value()
	m.offered = nil
	if !strings.HasPrefix(typed, "/") {
		return nil
	}
	what := view.CompleteWhat{Prefix: typed}
	if name, args, ok := strings.Cut(typed, " "); ok {
		what = view.CompleteWhat{Command: name, Prefix: args}
	}
	return func() tea.Msg {
		c, err := m.s.client.GetCompletions(m.ctx, what)
		if err != nil {
			return nil // nothing to offer
		}
		return completeMsg{typed, c.Completions}
	}
}

// enter does what was typed.
func (m *shellModel) enter() tea.Cmd {
	line := strings.TrimSpace(m.input.Value())
	m.input.Reset()
	m.offered = nil
	if line == "" {
		return nil
	}
	m.past = append(m.past, line)
	m.at = len(m.past)
	m.say("> " + line)
	now, waits := m.guess, m.follow.command
	m.guess = guess{} // it is answered by the next line or not at all
	return func() tea.Msg {
		a, err := m.s.say(m.ctx, line, now, waits)
		return saidMsg{a, err}
	}
}

// busy reports whether there is something to stop.
func (m *shellModel) busy() bool {
	return m.plan.task.ID != "" && !m.plan.task.State.Ended()
}

// ask asks what an event leaves open.
func (m *shellModel) ask(e view.Event) {
	if question := m.follow.see(e); question != "" {
		m.tell(question)
	}
}

// clause shows what became of one.
func (m *shellModel) clause(c *view.Clause) {
	list := m.plan.task.Clauses
	if i := slices.IndexFunc(list, func(one view.Clause) bool { return one.ID == c.ID }); i >= 0 {
		list[i] = *c
	}
}

func (m *shellModel) event(e view.Event) {
	if e.TaskID != "" && e.Task == nil && e.Kind != view.EventNotice && e.TaskID != m.plan.task.ID {
		return // of a task that is not the one shown
	}
	switch e.Kind {
	case view.EventBody:
		m.body(e.Info)
	case view.EventChat:
		who := e.Chat.Sender
		if e.Chat.Whisper {
			who += " whispers"
		}
		m.tell("<" + who + "> " + e.Chat.Message)
	case view.EventSettings:
		m.say(command.ChangeWords(e.StateChanges))
	case view.EventNotice:
		m.tell(e.Notice.Message)
	case view.EventTerminal:
		m.say(commandLine(e.Terminal))
		m.ask(e)
	case view.EventClause:
		m.clause(e.Clause)
	case view.EventTask:
		m.task(e.Task)
	case view.EventRound:
		m.round(e)
	case view.EventAction:
		m.action(e)
	case view.EventProgress:
		m.plan = m.plan.with(e)
	case view.EventPractice:
		m.practice = *e.Practice
		m.plan.pace = 0 // what passed of the action under way is no longer known
	default: // shown by commands that ask
	}
}

func (m *shellModel) round(e view.Event) {
	if e.Round.Error != "" {
		m.tell("No plan: " + e.Round.Error)
		return
	}
	if why := m.plan.why(e.Round); why != "" {
		m.tell(fmt.Sprintf("Plan %d of %s: %s", e.Round.Round, game.Numbered(len(e.Round.Plan.Steps), "action"), why))
	}
	m.plan = m.plan.with(e)
}

func (m *shellModel) action(e view.Event) {
	m.plan = m.plan.acted(e.Action)
	if m.plan.pace = 1; e.Body == m.practice.Instance {
		m.plan.pace = m.practice.Speed
	}
	if a := e.Action; !a.Open() && (a.Verdict == game.Failed || a.Verdict == game.Contradicted) {
		m.tell(a.Step.Text + ": " + endLine(a))
	}
}

func (m *shellModel) task(t *view.Task) {
	if t.ID != m.plan.task.ID {
		if m.busy() { // another player's, or one that waits
			switch {
			case t.State.Ended():
				m.say(command.TaskWords(t))
			case t.State == view.TaskQueued:
				m.tell(fmt.Sprintf("%q: %s", t.Title, command.Headline(t)))
			}
			return
		}
		m.plan = liveModel{now: -1}
	}
	m.ask(view.Event{Kind: view.EventTask, Task: t})
	if t.State.Ended() {
		if m.plan.task.ID != t.ID || !m.plan.task.State.Ended() {
			m.say(command.TaskWords(t))
		}
		m.plan = liveModel{now: -1, task: *t}
		m.armed = false
		return
	}
	if t.Waiting != "" && t.Waiting != m.plan.task.Waiting {
		m.tell(t.Waiting)
	}
	m.plan.task = *t
}

func (m *shellModel) body(b *view.Body) {
	old := m.players[b.ID]
	m.players[b.ID] = b
	switch {
	case old != nil && old.Link.State == b.Link.State:
	case b.Link.State == game.LinkUp:
		m.tell(b.Name + " is here.")
	case b.Link.State == game.LinkDown:
		m.tell(fmt.Sprintf("%s lost its connection; it has %d s to come back.", b.Name, b.Link.GraceSeconds))
	case b.Link.State == game.LinkGone:
		name := b.Name
		if old != nil { // one that was heard of before a restart has no name after it
			name = old.Name
		}
		m.tell(name + " is gone.")
	}
}

// View draws the log, the task at hand, the completions and the input, from the
// bottom up as much as fits.
func (m *shellModel) View() tea.View {
	width := max(m.width-1, 1)
	tail := m.current(width)
	for i, c := range m.offering() {
		mark := "  "
		if i == m.chosenShown() {
			mark = "> "
		}
		line := mark + c.Value
		if c.Description != "" {
			line += "  " + c.Description
		}
		tail = append(tail, ansi.Truncate(game.Plain(line), width, "..."))
	}
	tail = tail[max(len(tail)-(m.height-1), 0):]
	room := m.height - 1 - len(tail)
	var log []string
	for i := len(m.log) - 1; i >= 0 && len(log) < room; i-- {
		log = append(strings.Split(ansi.Wrap(m.log[i], width, ""), "\n"), log...)
	}
	log = log[max(len(log)-room, 0):]
	lines := append(log, tail...)
	v := tea.NewView(strings.Join(append(lines, m.input.View()), "\n"))
	v.AltScreen = true
	if c := m.input.Cursor(); c != nil {
		c.Y += len(lines)
		v.Cursor = c
	}
	return v
}

// offering are the completions that are shown, those around the chosen one.
func (m *shellModel) offering() []view.Completion {
	from := max(m.chosen-maxOffered+1, 0)
	return m.offered[from:min(from+maxOffered, len(m.offered))]
}

func (m *shellModel) chosenShown() int { return min(m.chosen, maxOffered-1) }

// current is the task at hand: how it stands, its clauses, the steps around the
// one under way.
func (m *shellModel) current(width int) []string {
	if !m.busy() {
		return nil
	}
	t := m.plan.task
	if t.Of = len(m.plan.steps); m.plan.now >= 0 { // a task's events do not tell each step
		t.Step = m.plan.now + 1
	}
	text := []string{strings.Repeat("-", width), fmt.Sprintf("%s: %s", t.Title, command.Headline(&t))}
	for i := range t.Clauses {
		c := &t.Clauses[i]
		tick := " "
		if c.Met {
			tick = "x"
		}
		line := fmt.Sprintf("[%s] %s", tick, c.Text)
		if c.Want > 1 {
			line += fmt.Sprintf(" (%d of %d)", c.Have, c.Want)
		}
		text = append(text, line)
	}
	var lines []string
	for _, line := range text {
		lines = append(lines, wrapped(line, width)...)
	}
	lines = append(lines, fitted(m.plan.list(min(maxShown, m.height/3)), width)...)
	return append(lines, strings.Repeat("-", width))
}
