// SPDX-License-Identifier: MIT

package workers

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"

	"github.com/minehand/minehand/internal/again"
	"github.com/minehand/minehand/missions"
)

const (
	// mostTries is how often a run is handed out before it counts as failed by its
	// machine.
	mostTries = 20
	// abandoned is how old a run is dropped at when nobody waits for it.
	abandoned = 10 * time.Minute
)

// Player plays a run to its end; moment is told each line of its timeline.
type Player func(ctx context.Context, run *missions.Run, moment func(missions.Moment)) *missions.Result

// Work takes runs and plays them, slots at a time, until ctx ends; what is under way
// then goes to another worker at once. told, which may be nil, gets a sentence about
// each run.
func (q *Queue) Work(ctx context.Context, slots int, play Player, told func(string)) error {
	consumer, err := q.runs.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
		Durable: q.consumer(), FilterSubject: runsPrefix + "." + q.build() + ".>",
		AckPolicy: jetstream.AckExplicitPolicy, AckWait: takeover, MaxAckPending: -1,
	})
	if err != nil {
		return fmt.Errorf("the queue cannot be joined: %w", err)
	}
	w := &worker{Queue: q, play: play, told: told}
	var slot sync.WaitGroup
	for range max(slots, 1) {
		slot.Go(func() { w.loop(ctx, consumer) })
	}
	slot.Wait()
	return ctx.Err()
}

// worker is one Work.
type worker struct {
	*Queue
	play Player
	told func(string)
	mu   sync.Mutex // over told
}

func (w *worker) tell(format string, args ...any) {
	if w.told != nil {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.told(fmt.Sprintf(format, args...))
	}
}

func (w *worker) loop(ctx context.Context, consumer jetstream.Consumer) {
	for ctx.Err() == nil {
		msg, err := consumer.Next(jetstream.FetchContext(ctx))
		if err != nil {
			again.Pause(ctx, 100*time.Millisecond) // no run yet, or the server is away
			continue
		}
		if err := w.one(ctx, msg); err != nil && ctx.Err() == nil {
			w.tell("%v; another worker takes it", err)
		}
	}
}

// one plays the run of a message, stores what came of it, and takes it off the queue.
func (w *worker) one(ctx context.Context, msg jetstream.Msg) error {
	j, err := readJob(msg.Data())
	if err != nil {
		return errors.Join(err, msg.Term())
	}
	switch played, err := w.played(ctx, j); {
	case err != nil:
		return errors.Join(err, msg.Nak())
	case played:
		return msg.Ack()
	}
	switch waited, err := w.awaited(ctx, j); {
	case err != nil:
		return errors.Join(err, msg.Nak())
	case waited:
	case young(msg):
		return msg.NakWithDelay(awaited) // who waits may be cut off for a while
	default:
		w.tell("%s: nobody waits for it any more", j.ID)
		return msg.Ack()
	}
	res := w.carryOut(ctx, j, msg)
	if ctx.Err() != nil {
		return errors.Join(ctx.Err(), msg.Nak())
	}
	if err := w.store(ctx, j, res); err != nil {
		return errors.Join(fmt.Errorf("the result of %s cannot be stored: %w", j.ID, err), msg.Nak())
	}
	w.tell("%s: %s", j.ID, res.Outcome)
	return msg.DoubleAck(ctx)
}

// played reports whether a job has its result.
func (w *worker) played(ctx context.Context, j *job) (bool, error) {
	_, err := w.results.GetLastMsgForSubject(ctx, j.result())
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return false, nil
	}
	return err == nil, err
}

// awaited reports whether somebody waits for a job's batch.
func (w *worker) awaited(ctx context.Context, j *job) (bool, error) {
	_, err := w.alive.Get(ctx, j.Batch)
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return false, nil
	}
	return err == nil, err
}

// young reports whether a run was put into the queue not long ago.
func young(msg jetstream.Msg) bool {
	meta, err := msg.Metadata()
	return err == nil && time.Since(meta.Timestamp) < abandoned
}

// carryOut plays a job, and says meanwhile that it is at work.
func (w *worker) carryOut(ctx context.Context, j *job, msg jetstream.Msg) *missions.Result {
	run := j.run()
	if meta, err := msg.Metadata(); err == nil && meta.NumDelivered > mostTries {
		return &missions.Result{Run: run, Outcome: missions.Infrastructure, Began: time.Now(),
			Why: fmt.Sprintf("it was handed to workers %d times, and none brought it to an end", mostTries)}
	}
	w.tell("%s: begins", j.ID)
	under, ended := context.WithCancel(context.WithoutCancel(ctx))
	var busy sync.WaitGroup
	busy.Go(func() {
		// A server that is away hands the run to another; the first result counts.
		again.Every(under, takeover/3, func() { _ = msg.InProgress() })
	})
	defer busy.Wait()
	defer ended()
	subject := momentsPrefix + "." + j.Batch + "." + strconv.Itoa(j.Index)
	return w.play(ctx, run, func(m missions.Moment) {
		if text, err := json.Marshal(m); err == nil {
			_ = w.nc.Publish(subject, text) // shown, and not kept
		}
	})
}

// store keeps a result, unless one of that run is there.
func (w *worker) store(ctx context.Context, j *job, res *missions.Result) error {
	data, err := pack(res)
	if err != nil {
		return err
	}
	file := j.Batch + "." + strconv.Itoa(j.Index) + "." + nuid.Next()
	if _, err := w.files.PutBytes(ctx, file, data); err != nil {
		return err
	}
	_, err = w.js.Publish(ctx, j.result(), []byte(file), jetstream.WithExpectLastSequencePerSubject(0))
	if err == nil {
		return nil
	}
	// Another was first, or the answer to this one was lost.
	there, look := w.results.GetLastMsgForSubject(ctx, j.result())
	if look != nil {
		return errors.Join(err, w.files.Delete(ctx, file))
	}
	if string(there.Data) != file {
		_ = w.files.Delete(ctx, file)
	}
	return nil
}
