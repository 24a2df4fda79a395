// SPDX-License-Identifier: MIT

package chaos

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/minehand/minehand/orchestrator"
	"github.com/minehand/minehand/sim/body"
)

// stage is one goal being carried out: backend, player, and a person who
// submits, resumes what waits for a person, and writes down what is wrong.
type stage struct {
	t      *testing.T
	e      *episode
	home   *home
	player *player
	begun  time.Time
	todo   []doing // by time

	task string
	// ended is when the task was first seen to have ended, and truth what was true
	// then.
	ended time.Time
	final orchestrator.Task
	truth body.Truth
	// parked are the reasons why the task waited for a person.
	parked []string
	// frozenSince is when nothing more may have been started: a second after a
	// stop; frozen is how much had been.
	stopAt   time.Time
	frozen   int
	stopped  bool
	skipped  bool
	resumeAt time.Time
	// wrong is what does not hold.
	wrong  []string
	trail  []string
	record orchestrator.Record
	// told is the story, once all is over.
	told string
}

// doing is something that is to be done at a moment.
type doing struct {
	at   time.Time
	what string
	do   func()
}

const (
	// tick is how often the person looks.
	tick = 200 * time.Millisecond
	// longest is how long a goal may take before its task counts as lost.
	longest = 6 * time.Hour
	// restTime is how long a connected body may take to come to rest after the end
	// of a task: 5 s of settling (rule 6) and the delay of its line. A body whose
	// line never holds that long is looked at after restWait.
	restTime = 9 * time.Second
	restWait = 10 * time.Minute
	// personAway is how long a task that waits for a person does so.
	personAway = 30 * time.Second
)

func (s *stage) fault(format string, args ...any) {
	s.wrong = append(s.wrong, fmt.Sprintf(format, args...))
}

func (s *stage) note(format string, args ...any) {
	s.trail = append(s.trail, fmt.Sprintf("%8s ", time.Since(s.begun).Round(100*time.Millisecond))+fmt.Sprintf(format, args...))
}

// play carries out an episode, with what more adds to it, and returns its
// stage. It runs in a bubble.
func play(t *testing.T, e *episode, more ...func(*stage)) *stage {
	s := &stage{t: t, e: e, begun: time.Now(), home: newHome(t)}
	s.player = newPlayer(t, s.home.net, e.player)
	defer func() {
		s.home.net.Freeze(false)
		s.home.close()
		s.player.close()
		time.Sleep(15 * time.Second) // what still waits for an answer gives up
	}()
	defer func() { s.told = s.story() }()
	if !s.submit() {
		s.fault("the goal could not be submitted within %s", longest)
		return s
	}
	for _, ev := range e.events {
		s.at(ev.at, string(ev.what), func() { s.happen(ev) })
	}
	for _, f := range more {
		f(s)
	}
	for time.Since(s.begun) < longest {
		s.step()
		if !s.ended.IsZero() && len(s.todo) == 0 {
			break
		}
		time.Sleep(tick)
	}
	s.aftermath()
	return s
}

// story is what happened, for a person who looks for the cause.
func (s *stage) story() string {
	lines := append([]string{s.e.String()}, s.trail...)
	if s.task == "" {
		return strings.Join(lines, "\n")
	}
	if rec, ok := s.home.task(s.task); ok {
		for _, r := range rec.Rounds {
			lines = append(lines, fmt.Sprintf("%8s round %d: %d steps %s%s", r.At.Sub(s.begun).Round(100*time.Millisecond), r.Round, len(r.Plan.Steps), r.Why, r.Error))
		}
		for _, a := range rec.Actions {
			lines = append(lines, fmt.Sprintf("%8s-%-8s %d.%d %s: %s %s %v %s", a.Started.Sub(s.begun).Round(100*time.Millisecond), a.Ended.Sub(s.begun).Round(100*time.Millisecond),
				a.Round, a.Index+1, a.Step.Action.Describe(), a.End, a.Verdict, a.Gained, a.Reason))
		}
	}
	return strings.Join(lines, "\n")
}

// submit gives the goal to the body as soon as one is there.
func (s *stage) submit() bool {
	for time.Since(s.begun) < longest {
		id, err := s.home.backend.Orchestrator.Submit(s.t.Context(), instance, orchestrator.Submission{Goal: s.e.goal.text})
		if err == nil {
			s.task, s.begun = id, time.Now()
			return true
		}
		if !errors.Is(err, orchestrator.ErrNoBody) {
			s.t.Fatal(err)
		}
		time.Sleep(tick)
	}
	return false
}

func (s *stage) at(after time.Duration, what string, do func()) {
	s.todo = append(s.todo, doing{s.begun.Add(after), what, do})
	slices.SortStableFunc(s.todo, func(a, b doing) int { return a.at.Compare(b.at) })
}

// after is at, from now.
func (s *stage) after(d time.Duration, what string, do func()) { s.at(time.Since(s.begun)+d, what, do) }

func (s *stage) step() {
	for len(s.todo) > 0 && !time.Now().Before(s.todo[0].at) {
		d := s.todo[0]
		s.todo = s.todo[1:]
		s.note("%s", d.what)
		d.do()
	}
	s.look()
}

// look sees how the task stands, and does what a person has to.
func (s *stage) look() {
	rec, ok := s.home.task(s.task)
	if !ok {
		return
	}
	t := rec.Task
	if t.State.Ended() {
		if s.ended.IsZero() {
			s.ended, s.final, s.truth = time.Now(), t, s.player.truth()
			s.note("%s: %s", t.State, t.Reason)
		} else if t.State != s.final.State {
			s.fault("it ended %s and was %s later", s.final.State, t.State)
		}
		return
	}
	if !s.ended.IsZero() {
		s.fault("it ended %s and was %s later", s.final.State, t.State)
		s.ended = time.Time{}
	}
	waits := t.NeedsPerson || t.Held
	switch {
	case !waits:
		s.resumeAt = time.Time{}
	case s.resumeAt.IsZero():
		s.parked = append(s.parked, t.Reason)
		s.note("waits for a person: %s", t.Reason)
		s.resumeAt = time.Now().Add(personAway)
	case time.Now().After(s.resumeAt):
		s.resume()
		s.resumeAt = time.Time{}
	}
}

func (s *stage) resume() {
	s.stopped = false
	if s.home.backend == nil {
		s.after(tick, "resume", s.resume)
		return
	}
	err := s.home.backend.Orchestrator.Resume(context.Background(), instance, "")
	if err != nil && !errors.Is(err, orchestrator.ErrNothing) && !errors.Is(err, orchestrator.ErrNoBody) {
		s.fault("resume: %v", err)
	}
	s.note("resumed: %v", err)
}

// happen does what an event says.
func (s *stage) happen(ev event) {
	h := s.home
	switch ev.what {
	case cutOff:
		h.net.Cut()
	case outage:
		h.net.Refuse(true)
		s.after(ev.span, "outage over", func() { h.net.Refuse(false) })
	case freeze:
		h.net.Freeze(true)
		s.after(ev.span, "freeze over", func() { h.net.Freeze(false) })
	case kill, restart:
		if h.backend == nil {
			return
		}
		if s.look(); ev.what == kill {
			h.kill()
		} else {
			h.close()
		}
		s.after(ev.span, "backend starts", h.start)
	case sleepy:
		h.slept.Add(int64(ev.span))
	case stop, pause, skip:
		s.ask(ev)
	}
}

// ask is what a person wants of the task.
func (s *stage) ask(ev event) {
	if s.home.backend == nil || !s.ended.IsZero() {
		return
	}
	orch := s.home.backend.Orchestrator
	var err error
	switch ev.what {
	case stop:
		err = orch.Stop(context.Background(), instance)
		s.stopAt, s.stopped = time.Now(), true
		s.after(time.Second, "a second after the stop", func() { s.frozen = len(s.player.executed()) })
		s.after(31*time.Second, "half a minute after the stop", func() {
			if n := len(s.player.executed()); s.stopped && n > s.frozen && s.frozen > 0 {
				s.fault("%d actions were started more than a second after a stop", n-s.frozen)
			}
		})
	case pause:
		if err = orch.Pause(context.Background(), instance); err == nil {
			s.after(ev.span, "resume", s.resume)
		}
	case skip:
		err = orch.Skip(context.Background(), instance)
		s.skipped = s.skipped || err == nil
	}
	if err != nil && !errors.Is(err, orchestrator.ErrNothing) && !errors.Is(err, orchestrator.ErrNoBody) {
		s.fault("%s: %v", ev.what, err)
	}
}

// aftermath lets everything come to rest and looks at what is left.
func (s *stage) aftermath() {
	over := time.Now()
	for s.settledFor(restTime) < restTime && time.Since(over) < restWait {
		time.Sleep(tick)
	}
	s.check()
}

// settledFor waits up to d while the body stays connected, and returns how long
// it did.
func (s *stage) settledFor(d time.Duration) time.Duration {
	from := time.Now()
	for time.Since(from) < d && s.player.truth().Connected {
		time.Sleep(tick)
	}
	return time.Since(from)
}
