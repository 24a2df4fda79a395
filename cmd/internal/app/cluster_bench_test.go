// SPDX-License-Identifier: MIT

//go:build fleet

package app

import (
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/minehand/minehand/cmd/internal/app/settings"
	"github.com/minehand/minehand/internal/natstest"
)

func TestMain(m *testing.M) {
	natstest.Main()
	os.Exit(m.Run())
}

// BenchmarkClusterTurnaround measures BenchmarkTurnaround's with the log in files, at one
// server and at three, which are processes with `sync_interval: always`, all in one run: a
// task of each, one after the other. Beside them are the bare loop, and a bare publish
// of as large a message to a stream of the same servers. Figures are medians.
func BenchmarkClusterTurnaround(b *testing.B) {
	benchStates()
	played := []benchPlayed{{name: "bare-us", play: bareSamples(b)}, {name: "files-us", play: turnSamples(benchBackend(b, settings.Cluster{}))}}
	for n, name := range map[int]string{1: "one", 3: "three"} {
		url := natstest.URLs(natstest.Cluster(b, n))
		m := benchBackend(b, settings.Cluster{URL: url, Node: "n0"})
		m.end(b, m.begin(b), 0) // makes the message that a publish is like
		played = append(played,
			benchPlayed{name: name + "-us", play: turnSamples(m)},
			benchPlayed{name: name + "-publish-us", play: publishSamples(b, url, n)})
	}
	b.ResetTimer()
	for left := b.N; left > 0; left -= benchPerTask - 1 {
		for i := range played {
			p := &played[i]
			p.took = p.play(b, min(left, benchPerTask-1), p.took)
			time.Sleep(benchRest)
		}
	}
	b.StopTimer()
	for _, p := range played {
		slices.Sort(p.took)
		b.ReportMetric(float64(p.took[len(p.took)/2].Nanoseconds())/1000, p.name)
	}
}

// benchPlayed is one of those that are measured side by side: play plays so many turns, and
// appends how long each took.
type benchPlayed struct {
	name string
	play func(b *testing.B, n int, took []time.Duration) []time.Duration
	took []time.Duration
}

func bareSamples(b *testing.B) func(*testing.B, int, []time.Duration) []time.Duration {
	bare := bareLoop(b)
	return func(_ *testing.B, n int, took []time.Duration) []time.Duration {
		for range n {
			took = append(took, bare(1))
		}
		return took
	}
}

func turnSamples(m benchMinehand) func(*testing.B, int, []time.Duration) []time.Duration {
	return func(b *testing.B, n int, took []time.Duration) []time.Duration {
		id := m.begin(b)
		for i := range n {
			start := time.Now()
			id = m.turn(b, id, i)
			took = append(took, time.Since(start))
		}
		m.end(b, id, n)
		return took
	}
}

// publishSamples publishes messages as large as the log's last, fenced as those are.
func publishSamples(b *testing.B, url string, replicas int) func(*testing.B, int, []time.Duration) []time.Duration {
	b.Helper()
	nc, err := nats.Connect(url)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(nc.Close)
	js, err := jetstream.New(nc)
	if err != nil {
		b.Fatal(err)
	}
	log, err := js.Stream(b.Context(), "minehand-log")
	if err != nil {
		b.Fatal(err)
	}
	info, err := log.Info(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	data := make([]byte, info.State.Bytes/info.State.Msgs)
	if _, err := js.CreateStream(b.Context(), jetstream.StreamConfig{
		Name: "bare", Subjects: []string{"bare"}, Storage: jetstream.FileStorage, Replicas: replicas,
	}); err != nil {
		b.Fatal(err)
	}
	last := uint64(0)
	return func(b *testing.B, n int, took []time.Duration) []time.Duration {
		for range n {
			start := time.Now()
			ack, err := js.Publish(b.Context(), "bare", data,
				jetstream.WithMsgID(strconv.FormatUint(last, 10)), jetstream.WithExpectLastSequencePerSubject(last))
			if err != nil {
				b.Fatal(err)
			}
			took, last = append(took, time.Since(start)), ack.Sequence
		}
		return took
	}
}
