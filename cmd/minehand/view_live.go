// SPDX-License-Identifier: MIT

package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/internal/lists"
	"github.com/minehand/minehand/ui/view"
)

// liveView draws the plan and its progress in a terminal. Ctrl+C stays a
// signal: the program reads no keys.
type liveView struct {
	program *tea.Program
	done    chan struct{}
	out     io.Writer
}

// newLiveView starts drawing. simSeconds, when not nil, tells the time in the
// game.
func newLiveView(out io.Writer, goal string, simSeconds func() float64) *liveView {
	m := liveModel{goal: goal, started: time.Now(), simSeconds: simSeconds, pace: 1, width: 80, height: 24}
	v := &liveView{
		program: tea.NewProgram(m, tea.WithOutput(out), tea.WithInput(nil), tea.WithoutSignalHandler()),
		done:    make(chan struct{}), out: out,
	}
	go func() {
		defer close(v.done)
		_, _ = v.program.Run() // a terminal that is gone leaves nothing to draw on
	}()
	return v
}

func (v *liveView) event(e view.Event) { v.program.Send(e) }
func (v *liveView) note(text string)   { v.program.Send(noteMsg(text)) }

func (v *liveView) end(s summary) {
	v.program.Send(finalMsg{})
	<-v.done
	_, _ = fmt.Fprintln(v.out, s.sentence())
}

type (
	noteMsg  string
	finalMsg struct{}
	tickMsg  time.Time
)

// frameEvery is how often clocks and bars move.
const frameEvery = 200 * time.Millisecond

func tick() tea.Cmd {
	return tea.Tick(frameEvery, func(t time.Time) tea.Msg { return tickMsg(t) })
}

// liveModel is what the terminal shows.
type liveModel struct {
	goal       string
	started    time.Time
	simSeconds func() float64
	width      int
	height     int

	task  view.Task
	round int
	by    string
	steps []view.Step
	folds []view.Fold
	ended map[int]stepEnd // by the index of the step
	now   int             // index of the running step, -1 for none
	since time.Time
	// sinceSim is what simSeconds told at since; pace is how many seconds of the game
	// pass in one where there is no simSeconds, 0 when that is not known.
	sinceSim, pace float64
	said           string
	frac           float64
	notes          []string
	final          bool
}

// stepEnd is how a step ended; its mark is + when it was done, x when it failed, - when it was skipped.
type stepEnd struct{ line, mark string }

func (m liveModel) Init() tea.Cmd { return tick() }

func (m liveModel) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
	case tickMsg:
		return m, tick()
	case noteMsg:
		m = m.noted(string(msg))
	case finalMsg:
		m.final = true
		return m, tea.Quit
	case view.Event:
		m = m.with(msg)
	}
	return m, nil
}

// noted keeps the last few sentences.
func (m liveModel) noted(text string) liveModel {
	m.notes = append(slices.Clone(m.notes), game.Plain(text))
	m.notes = m.notes[max(len(m.notes)-3, 0):]
	return m
}

func (m liveModel) with(e view.Event) liveModel {
	switch e.Kind {
	case view.EventTask:
		m.task = *e.Task
	case view.EventRound:
		m = m.newRound(e.Round)
	case view.EventAction:
		m = m.acted(e.Action)
	case view.EventProgress:
		m.said, m.frac = game.Plain(e.Progress.Message), -1
		if e.Progress.Fraction != nil {
			m.frac = *e.Progress.Fraction
		}
		if e.Progress.Paused != "" {
			m.said = "paused: " + strings.ReplaceAll(e.Progress.Paused, "_", " ")
		}
	case view.EventNotice:
		m = m.noted(e.Notice.Message)
	case view.EventTerminal:
		m = m.noted(commandLine(e.Terminal))
	default: // no step of the goal
	}
	return m
}

// newRound is the model with the plan of another round.
func (m liveModel) newRound(r *view.Round) liveModel {
	if r.Error != "" {
		return m
	}
	why := m.why(r)
	m.round, m.by, m.steps, m.folds = r.Round, r.Plan.PlannedBy, r.Plan.Steps, r.Plan.Folds
	m.ended, m.now, m.said = map[int]stepEnd{}, -1, ""
	if why != "" {
		m = m.noted(fmt.Sprintf("Round %d: %s", r.Round, why))
	}
	return m
}

func (m liveModel) acted(a *view.Action) liveModel {
	if a.Open() {
		m.now, m.since, m.said, m.frac = a.Index, time.Now(), "", -1
		if m.simSeconds != nil {
			m.sinceSim = m.simSeconds()
		}
		delete(m.ended, a.Index) // it may be a second try
		return m
	}
	if m.ended != nil {
		mark := map[game.Verdict]string{game.Failed: "x", game.Contradicted: "x", game.Skipped: "-"}[a.Verdict]
		m.ended[a.Index] = stepEnd{endLine(a), cmp.Or(mark, "+")}
		m.now, m.said = -1, ""
	}
	return m
}

func (m liveModel) View() tea.View {
	lines := []string{"Goal: " + m.goal, m.status()}
	var notes []string
	for _, n := range m.notes {
		notes = append(notes, wrapped("  ! "+n, max(m.width-1, 1))...)
	}
	if len(m.steps) > 0 {
		done := 0
		for _, e := range m.ended {
			done += strings.Count(e.mark, "+")
		}
		lines = append(lines, fmt.Sprintf("%s %d of %d", bar(float64(done)/float64(len(m.steps)), 20), done, len(m.steps)))
		lines = append(lines, m.list(m.height-len(lines)-len(notes)-2)...)
	}
	lines = append(fitted(lines, max(m.width-1, 1)), notes...)
	return tea.NewView(strings.Join(lines, "\n") + "\n")
}

// running begins the line of the step under way.
const running = " > "

// fitted cuts lines to the width; that of the step under way goes on in the next.
func fitted(lines []string, width int) []string {
	var list []string
	for _, line := range lines {
		if strings.HasPrefix(line, running) {
			list = append(list, wrapped(line, width)...)
		} else {
			list = append(list, ansi.Truncate(game.Plain(line), width, "..."))
		}
	}
	return list
}

// wrapped is a line as several, broken between words.
func wrapped(line string, width int) []string {
	return strings.Split(ansi.Wrap(game.Plain(line), width, ""), "\n")
}

func (m liveModel) status() string {
	line := cmp.Or(string(m.task.State), "starting")
	line = strings.ReplaceAll(line, "_", " ") + ", " + seconds(time.Since(m.started).Seconds())
	if m.simSeconds != nil {
		line += fmt.Sprintf(" (%s in the game)", seconds(m.simSeconds()))
	}
	if m.by != "" {
		line += fmt.Sprintf(", plan %d by %s", m.round, signature(m.by))
	}
	if m.task.Waiting != "" {
		line += " - " + m.task.Waiting
	}
	if m.now < 0 && m.said != "" {
		line += " - " + m.said
	}
	return line
}

// list draws as many steps around the current one as fit.
func (m liveModel) list(rows int) []string {
	if rows < 1 {
		return nil
	}
	all, over := (&view.Plan{Steps: m.steps, Folds: m.folds}).Lines(), 0
	for over < len(all) && m.endedIn(all[over]) == all[over].Count {
		over++
	}
	from := max(min(over-rows/2, len(all)-rows), 0)
	to := min(from+rows, len(all))
	var lines []string
	for _, l := range all[from:to] {
		lines = append(lines, m.line(l))
	}
	if to < len(all) {
		lines = append(lines, fmt.Sprintf("   ... and %d more", len(m.steps)-all[to].First))
	}
	return lines
}

// endedIn is how many steps of a line have ended.
func (m liveModel) endedIn(l view.Line) (n int) {
	for i := range l.Count {
		if m.ended[l.First+i].mark != "" {
			n++
		}
	}
	return n
}

// line is a line of the plan, with how it stands: of a fold by the step under way, else by how many ended.
func (m liveModel) line(l view.Line) string {
	i, mark, tail := l.First, " ", ""
	if m.now >= i && m.now < min(i+l.Count, len(m.steps)) { // of a long plan only the first are here
		i = m.now
	}
	n := m.endedIn(l)
	switch {
	case i == m.now:
		mark = ">"
		tail = fmt.Sprintf("  %s%s", seconds(time.Since(m.since).Seconds()), m.remains(&m.steps[i].Action))
		if m.frac >= 0 {
			tail += " " + bar(m.frac, 10)
		}
		if m.said != "" {
			tail += " " + m.said
		}
	case l.Count > 1 && n == l.Count:
		mark = "+"
	case l.Count > 1: // the steps of it say nothing of the whole
	case m.ended[i].mark != "":
		mark, tail = m.ended[i].mark, ": "+m.ended[i].line
	}
	if l.Count > 1 && n > 0 {
		tail = fmt.Sprintf(", %d of %d", n, l.Count) + tail
	}
	return fmt.Sprintf(" %s %2s. %s%s", mark, l.Number(), stepLine(l.Text, l.Why(), l.Step.Source), tail)
}

// why says why a round came, and what changed in the plan with it.
func (m liveModel) why(r *view.Round) string {
	if r.Why == "" || len(m.steps) == 0 || len(r.Plan.Steps) == 0 {
		return r.Why
	}
	var before []string
	for i := range m.steps {
		if mark := m.ended[i].mark; mark == "" || mark == "x" {
			before = append(before, m.steps[i].Text)
		}
	}
	fresh, gone := changedSteps(before, r.Plan.Steps)
	if len(fresh)+len(gone) == 0 {
		return r.Why + " The plan is as before."
	}
	added := lists.Of(fresh, func(i *int) string { return r.Plan.Steps[*i].Text })
	said := r.Why
	if len(added) > 0 {
		said += " New: " + shortList(added) + "."
	}
	if len(gone) > 0 {
		said += " No longer: " + shortList(gone) + "."
	}
	return said
}

// shortList is the first few of some texts, and how many more there are.
func shortList(texts []string) string {
	const most = 3
	if more := len(texts) - most; more > 0 {
		return strings.Join(texts[:most], "; ") + fmt.Sprintf("; %d more", more)
	}
	return strings.Join(texts, "; ")
}

// remains says what is left of an action that lasts as long as it says, in the time
// of the game; empty for others, and where that time is not known.
func (m liveModel) remains(a *game.Action) string {
	gone := time.Since(m.since).Seconds() * m.pace
	switch {
	case a.Seconds <= 0:
		return ""
	case m.simSeconds != nil:
		gone = m.simSeconds() - m.sinceSim
	case m.pace == 0:
		return ""
	}
	left := time.Duration(max(0, a.Seconds-gone) * float64(time.Second))
	return ", " + game.Lasting(left) + " left"
}

// bar is a progress bar of so many cells.
func bar(fraction float64, cells int) string {
	full := int(max(0, min(1, fraction)) * float64(cells))
	return "[" + strings.Repeat("#", full) + strings.Repeat(".", cells-full) + "]"
}
