// SPDX-License-Identifier: MIT

package conformance_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/gorilla/websocket"

	"github.com/minehand/minehand/conformance"
	"github.com/minehand/minehand/internal/pipenet"
	"github.com/minehand/minehand/sim"
	"github.com/minehand/minehand/sim/body"
)

var update = flag.Bool("update", false, "write the golden files")

// serve runs a handler until the test is over and returns what dials it.
func serve(t *testing.T, h http.Handler) *websocket.Dialer {
	p := pipenet.New()
	srv := &http.Server{Handler: h}
	var wg sync.WaitGroup
	wg.Go(func() { _ = srv.Serve(p) })
	t.Cleanup(func() { _ = srv.Close(); wg.Wait() })
	return &websocket.Dialer{NetDialContext: p.Dial}
}

// run plays a suite against a body in an embedded world. The quirk, when not
// nil, stands between the two.
func run(t *testing.T, kind body.Kind, config conformance.Config, q *quirk) (conformance.Report, error) {
	t.Helper()
	s, err := conformance.New(config)
	if err != nil {
		t.Fatal(err)
	}
	world, err := sim.New(sim.Config{Seed: 1, Speed: 1, Inventory: map[string]int{"bread": 2}})
	if err != nil {
		t.Fatal(err)
	}
	dial := serve(t, s)
	if q != nil {
		q.suite = dial
		dial = serve(t, q)
	}
	b := body.New(world, body.Config{URL: "ws://minehand/", Kind: kind, InstanceID: "sim_1", Dialer: dial})
	ctx, cancel := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	wg.Go(func() {
		if err := b.Run(ctx); err != nil && !errors.Is(err, context.Canceled) && !errors.Is(err, body.ErrCrashed) {
			t.Errorf("the body: %v", err)
		}
	})
	report, err := s.Run(ctx)
	cancel()
	wg.Wait()
	return report, err
}

// quirk relays frames between the body and the suite and changes them.
type quirk struct {
	suite *websocket.Dialer
	// fromBody and toBody return the frames to pass on; nil passes all as they are.
	fromBody, toBody func(frame string) []string
	// deaf leaves pings unanswered.
	deaf bool
}

func (q *quirk) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	back, resp, err := q.suite.Dial("ws://minehand/", nil)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	_ = resp.Body.Close()
	up := websocket.Upgrader{}
	front, err := up.Upgrade(w, r, nil)
	if err != nil {
		_ = back.Close()
		return
	}
	if q.deaf {
		back.SetPingHandler(func(string) error { return nil })
	}
	var wg sync.WaitGroup
	wg.Go(func() { relay(back, front, q.toBody) })
	wg.Go(func() { relay(front, back, q.fromBody) })
	wg.Wait()
}

func relay(from, to *websocket.Conn, change func(string) []string) {
	defer func() { _ = to.Close(); _ = from.Close() }()
	for {
		kind, data, err := from.ReadMessage()
		if err != nil {
			var closed *websocket.CloseError
			if errors.As(err, &closed) && closed.Code != websocket.CloseAbnormalClosure {
				_ = to.WriteMessage(websocket.CloseMessage, websocket.FormatCloseMessage(closed.Code, closed.Text))
			}
			return
		}
		frames := []string{string(data)}
		if change != nil {
			frames = change(string(data))
		}
		for _, f := range frames {
			if to.WriteMessage(kind, []byte(f)) != nil {
				return
			}
		}
	}
}

// bubble runs f in virtual time.
func bubble(t *testing.T, f func(*testing.T)) {
	t.Helper()
	synctest.Test(t, f)
}

// golden compares text with a file of testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs; if the change is meant, run the test with -update.\ngot:\n%s\nwant:\n%s", file, got, want)
	}
}

// lines is a report's verdicts with one of the results, with their sentences.
func lines(r conformance.Report, results ...string) string {
	var text strings.Builder
	for _, v := range r.Verdicts {
		if slices.Contains(results, v.Result) {
			fmt.Fprintf(&text, "%s %s: %s\n", v.Result, v.ID, v.Sentence)
		}
	}
	return text.String()
}

// rows is a report's failures and skips by id.
func rows(r conformance.Report) string {
	var text strings.Builder
	for _, result := range []string{conformance.Fail, conformance.Skip} {
		for _, v := range r.Verdicts {
			if v.Result == result {
				fmt.Fprintf(&text, "%s %s\n", v.Result, v.ID)
			}
		}
	}
	return text.String()
}
