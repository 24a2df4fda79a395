// SPDX-License-Identifier: MIT

package workers

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/minehand/minehand/internal/natsurl"
)

// What the queue is called in the cluster. A run's subject is runs.BUILD.BATCH.INDEX,
// that of its result results.BATCH.INDEX.
const (
	runsStream    = "minehand-runs"
	resultsStream = "minehand-results"
	filesBucket   = "minehand-result-files"
	aliveBucket   = "minehand-batches"
	runsPrefix    = "minehand.runs"
	resultsPrefix = "minehand.results"
	momentsPrefix = "minehand.moments"
)

const (
	// kept is how long runs and results stay in the cluster that nobody fetches.
	kept = 24 * time.Hour
	// awaited is how long a batch counts as waited for after its player was last heard
	// of, and renewed how often the player says so.
	awaited = 15 * time.Second
	renewed = 5 * time.Second
	// takeover is how long a worker may be silent before its run goes to another;
	// it says every takeover/3 that it is at work.
	takeover = 15 * time.Second
	// connecting is how long a server may take to answer.
	connecting = 10 * time.Second
)

// Config says which queue.
type Config struct {
	// URL of one or more servers, with commas between, which natsurl.Safe lets pass.
	URL string
	// Credentials is a file of NATS credentials; empty for none.
	Credentials string
	// Build of this program. Runs go to workers of the same build.
	Build string
}

// Queue is a work queue of runs. Its methods may be used by any number of goroutines.
type Queue struct {
	config  Config
	nc      *nats.Conn
	js      jetstream.JetStream
	runs    jetstream.Stream
	results jetstream.Stream
	files   jetstream.ObjectStore
	alive   jetstream.KeyValue
}

// Connect connects to a cluster and makes there what the queue needs. Its errors are
// sentences with the fix.
func Connect(ctx context.Context, c Config) (*Queue, error) {
	options := []nats.Option{nats.Name("minehand"), nats.Timeout(connecting), nats.MaxReconnects(-1)}
	if c.Credentials != "" {
		options = append(options, nats.UserCredentials(c.Credentials))
	}
	nc, err := nats.Connect(c.URL, options...)
	if err != nil {
		return nil, fmt.Errorf("no NATS server answers at %s (%w); start one with `minehand-fleet cluster up` or `nats-server -js`",
			natsurl.Printable(c.URL), err)
	}
	q := &Queue{config: c, nc: nc}
	if err := q.open(ctx); err != nil {
		nc.Close()
		return nil, err
	}
	return q, nil
}

// open makes streams and buckets, or takes those that are there.
func (q *Queue) open(ctx context.Context) (err error) {
	if q.js, err = jetstream.New(q.nc); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, connecting)
	defer cancel()
	q.runs, err = q.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: runsStream, Subjects: []string{runsPrefix + ".>"}, Retention: jetstream.WorkQueuePolicy, MaxAge: kept,
	})
	if err == nil {
		q.results, err = q.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
			Name: resultsStream, Subjects: []string{resultsPrefix + ".>"}, MaxAge: kept, AllowDirect: true,
		})
	}
	if err == nil {
		q.files, err = q.js.CreateOrUpdateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: filesBucket, TTL: kept})
	}
	if err == nil {
		q.alive, err = q.js.CreateOrUpdateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: aliveBucket, TTL: awaited})
	}
	if errors.Is(err, nats.ErrNoResponders) || errors.Is(err, jetstream.ErrJetStreamNotEnabled) {
		return fmt.Errorf("the NATS server at %s has no JetStream; start it with `-js`", natsurl.Printable(q.config.URL))
	}
	if err != nil {
		return fmt.Errorf("the queue of missions cannot be made at %s: %w", natsurl.Printable(q.config.URL), err)
	}
	return nil
}

// Close leaves the cluster.
func (q *Queue) Close() { q.nc.Close() }

// build is the subject's part for this build.
func (q *Queue) build() string {
	sum := sha256.Sum256([]byte(q.config.Build))
	return hex.EncodeToString(sum[:6])
}

// consumer is the name of what the workers of this build share.
func (q *Queue) consumer() string { return "workers-" + q.build() }

// Status is what is in the queue.
type Status struct {
	// Waiting and UnderWay count runs; Batches those that somebody waits for.
	Waiting  int     `json:"waiting"`
	UnderWay int     `json:"under_way"`
	Batches  int     `json:"batches"`
	Builds   []Build `json:"builds"`
}

// Build is the part of one build's workers.
type Build struct {
	// Own: it is the build that asks.
	Own      bool `json:"own"`
	Waiting  int  `json:"waiting"`
	UnderWay int  `json:"under_way"`
	// Free are the workers' slots that ask for a run.
	Free int `json:"free"`
}

// Status looks at the queue.
func (q *Queue) Status(ctx context.Context) (Status, error) {
	s := Status{Builds: []Build{}}
	batches, err := q.alive.ListKeys(ctx)
	if err != nil {
		return s, fmt.Errorf("the batches cannot be listed: %w", err)
	}
	for range batches.Keys() {
		s.Batches++
	}
	info, err := q.runs.Info(ctx)
	if err != nil {
		return s, fmt.Errorf("the queue cannot be looked at: %w", err)
	}
	s.Waiting = int(info.State.Msgs)
	list := q.runs.ListConsumers(ctx)
	for c := range list.Info() {
		b := Build{Own: c.Name == q.consumer(), Waiting: int(c.NumPending), UnderWay: c.NumAckPending, Free: c.NumWaiting}
		s.UnderWay += b.UnderWay
		s.Builds = append(s.Builds, b)
	}
	s.Waiting -= s.UnderWay
	return s, list.Err()
}
