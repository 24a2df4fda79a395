// SPDX-License-Identifier: MIT

package workers

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"

	"github.com/minehand/minehand/internal/again"
	"github.com/minehand/minehand/internal/budget"
	"github.com/minehand/minehand/internal/natsurl"
	"github.com/minehand/minehand/missions"
)

// Hooks are told what happens meanwhile. Each may be nil.
type Hooks struct {
	// Moment is told each line of a run's timeline, as far as lines arrive.
	Moment func(*missions.Run, missions.Moment)
	// Notice is told in a sentence what a person should know.
	Notice func(string)
}

// unheard is how long nobody takes a run before Play says so.
const unheard = 10 * time.Second

// Play has runs played by workers, and hands over each result in the order of the
// runs as soon as all before it are there. It returns when all have ended, or when ctx
// does, whose runs are then taken back.
func (q *Queue) Play(ctx context.Context, runs []missions.Run, hooks Hooks, done func(*missions.Result) error) error {
	batch := nuid.Next()
	ctx, cancel := context.WithCancel(ctx)
	kept := make(chan struct{})
	defer func() {
		cancel()
		<-kept
		q.forget(context.WithoutCancel(ctx), batch)
	}()
	if _, err := q.alive.Put(ctx, batch, nil); err != nil {
		close(kept)
		return fmt.Errorf("the batch cannot be begun: %w", err)
	}
	go func() {
		defer close(kept)
		q.keep(ctx, batch)
	}()
	l := &lines{runs: runs, to: hooks.Moment, ended: make([]bool, len(runs))}
	if hooks.Moment != nil {
		sub, err := q.nc.Subscribe(momentsPrefix+"."+batch+".*", l.hear)
		if err != nil {
			return err
		}
		defer func() { _ = sub.Unsubscribe() }()
	}
	for i := range runs {
		if err := q.submit(ctx, jobOf(batch, i, &runs[i])); err != nil {
			return err
		}
	}
	return q.collect(ctx, batch, runs, hooks, func(i int, res *missions.Result) error {
		l.end(i)
		return done(res)
	})
}

// submit puts a run into the queue.
func (q *Queue) submit(ctx context.Context, j job) error {
	text, err := jsonOf(j)
	if err != nil {
		return fmt.Errorf("%s cannot be written: %w", j.ID, err)
	}
	_, err = q.js.Publish(ctx, q.subject(&j), text, jetstream.WithExpectLastSequencePerSubject(0))
	switch {
	case taken(err):
		return nil // it is there
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, nats.ErrTimeout), errors.Is(err, jetstream.ErrNoStreamResponse):
		return nil // the server is away; what did not arrive is put there by resubmit
	case err != nil:
		return fmt.Errorf("%s cannot be put into the queue: %w", j.ID, err)
	}
	return nil
}

// subject is where a job waits for a worker.
func (q *Queue) subject(j *job) string {
	return strings.Join([]string{runsPrefix, q.build(), j.Batch, strconv.Itoa(j.Index)}, ".")
}

// taken reports whether a publish was refused because its subject holds a message. A
// replicated stream has a code of its own for that.
func taken(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) &&
		(api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence || api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequenceConstant)
}

// keep says again and again that somebody waits for the batch.
func (q *Queue) keep(ctx context.Context, batch string) {
	// A server that is away is told when it is back; what workers dropped meanwhile, collect
	// puts into the queue again.
	again.Every(ctx, renewed, func() { _, _ = q.alive.Put(ctx, batch, nil) })
}

// forget takes back what is left of a batch.
func (q *Queue) forget(ctx context.Context, batch string) {
	ctx, cancel := context.WithTimeout(ctx, connecting)
	defer cancel()
	// What cannot be reached now goes by its age.
	_ = q.alive.Purge(ctx, batch)
	_ = q.runs.Purge(ctx, jetstream.WithPurgeSubject(runsPrefix+"."+q.build()+"."+batch+".*"))
	_ = q.results.Purge(ctx, jetstream.WithPurgeSubject(resultsPrefix+"."+batch+".*"))
}

// collect takes results as they come.
func (q *Queue) collect(ctx context.Context, batch string, runs []missions.Run, hooks Hooks, done func(int, *missions.Result) error) error {
	consumer, err := q.results.OrderedConsumer(ctx, jetstream.OrderedConsumerConfig{
		FilterSubjects: []string{resultsPrefix + "." + batch + ".*"},
	})
	if err != nil {
		return fmt.Errorf("the results cannot be followed: %w", err)
	}
	heard, told := time.Now(), hooks.Notice == nil
	got := make([]*missions.Result, len(runs))
	for next := 0; next < len(runs); {
		msg, err := consumer.Next(jetstream.FetchMaxWait(time.Second))
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil: // nothing yet, or the server is away: the client joins it again
			if time.Since(heard) < unheard {
				continue
			}
			heard = time.Now()
			q.resubmit(ctx, batch, runs, got)
			if !told && q.idle(ctx) {
				told = true
				hooks.Notice(fmt.Sprintf("No worker of this build (%s) takes runs yet; start one: minehand mission worker --cluster %s",
					q.config.Build, natsurl.Printable(q.config.URL)))
			}
			continue
		}
		heard, told = time.Now(), true
		i, err := q.take(ctx, msg, runs, got)
		if err != nil {
			if !errors.Is(err, errAgain) {
				return err
			}
			// Without a result it counts as missing, and is played again.
			if err := q.results.Purge(ctx, jetstream.WithPurgeSubject(msg.Subject())); err != nil {
				return fmt.Errorf("%s cannot be played again: %w", runs[i].ID, err)
			}
			q.resubmit(ctx, batch, runs, got)
			continue
		}
		for ; next < len(runs) && got[next] != nil; next++ {
			if err := done(next, got[next]); err != nil {
				return err
			}
			got[next] = &missions.Result{} // handed over: its records are let go
		}
	}
	return nil
}

// errAgain is the result of a run that must be played again.
var errAgain = errors.New("the result cannot be read")

// take reads a result and takes its file out of the store.
func (q *Queue) take(ctx context.Context, msg jetstream.Msg, runs []missions.Run, got []*missions.Result) (int, error) {
	index := msg.Subject()[strings.LastIndexByte(msg.Subject(), '.')+1:]
	i, err := strconv.Atoi(index)
	if err != nil || i < 0 || i >= len(runs) {
		return 0, fmt.Errorf("the results name a run %q that this batch does not have", index)
	}
	if got[i] != nil {
		return i, nil
	}
	file := string(msg.Data())
	data, err := q.files.GetBytes(ctx, file)
	if ctx.Err() != nil {
		return i, ctx.Err()
	}
	if err != nil {
		return i, errAgain
	}
	if got[i], err = unpack(data, &runs[i]); err != nil {
		return i, errAgain
	}
	_ = q.files.Delete(ctx, file)
	return i, nil
}

// resubmit puts those runs into the queue again that are neither there nor have a
// result. A run of which both are on their way is played twice at worst, and counts
// once.
func (q *Queue) resubmit(ctx context.Context, batch string, runs []missions.Run, got []*missions.Result) {
	queued, err := q.runs.Info(ctx, jetstream.WithSubjectFilter(runsPrefix+"."+q.build()+"."+batch+".*"))
	if err != nil {
		return // the server is away: the next look tells
	}
	for i := range runs {
		j := jobOf(batch, i, &runs[i])
		if _, is := queued.State.Subjects[q.subject(&j)]; is || got[i] != nil {
			continue
		}
		if _, err := q.results.GetLastMsgForSubject(ctx, j.result()); errors.Is(err, jetstream.ErrMsgNotFound) {
			_ = q.submit(ctx, j) // what fails now is seen to be missing again
		}
	}
}

// idle reports whether no worker of this build asks for runs or plays one.
func (q *Queue) idle(ctx context.Context) bool {
	consumer, err := q.runs.Consumer(ctx, q.consumer())
	if errors.Is(err, jetstream.ErrConsumerNotFound) {
		return true
	}
	if err != nil {
		return false
	}
	info := consumer.CachedInfo()
	return info.NumWaiting == 0 && info.NumAckPending == 0
}

// lines hands on what is heard of runs, up to their results.
type lines struct {
	runs []missions.Run
	to   func(*missions.Run, missions.Moment)

	mu    sync.Mutex
	ended []bool
}

func (l *lines) hear(m *nats.Msg) {
	i, err := strconv.Atoi(m.Subject[strings.LastIndexByte(m.Subject, '.')+1:])
	var line missions.Moment
	if err != nil || i < 0 || i >= len(l.runs) || budget.ResultFile.JSON(m.Data, &line) != nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.ended[i] {
		l.to(&l.runs[i], line)
	}
}

func (l *lines) end(i int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.ended[i] = true
}
