// SPDX-License-Identifier: MIT

//go:build unix

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/ui/view"
)

const (
	// largeLength is how many actions a large submit has, each a chat line of largeLine
	// letters: 224 KB as JSON, close to the most that a call may have.
	largeLength = 4000
	largeLine   = 19
	// largePeak is the most memory in MB that the server may have had when all are
	// stopped, largeQueued when as many as a queue takes have waited at once too;
	// largeLive is the most that the last collection of garbage may have left before.
	largePeak   = 120
	largeQueued = 150
	largeLive   = 40
)

// large submits n large lists to one body, each of which is stopped before the next
// comes, and then as many as its queue takes. It returns what was wrong with the
// server's memory.
func large(ctx context.Context, program, dir string, n int) (wrong []string, err error) {
	srv, err := serve(ctx, program, dir, "")
	if err != nil {
		return nil, err
	}
	defer func() { _ = srv.cmd.Process.Kill() }()
	b, err := connect(ctx, srv.port, 0, 1)
	if err != nil {
		return nil, err
	}
	var reader sync.WaitGroup
	reader.Go(b.obey)
	_, stop := sendStates([]*body{b})
	defer func() { stop(); _ = b.ws.Close(); reader.Wait() }()
	list := make([]game.Action, largeLength)
	for i := range list {
		list[i] = game.Action{Kind: game.Chat, Message: fmt.Sprintf("%04d %s", i, strings.Repeat("x", largeLine))}
	}
	of := view.OfBody{Instance: b.id}
	prompt := view.Prompt{Settings: view.PromptSettings{Actions: list}, OfBody: of}
	for range n {
		if _, err := srv.c.SendPrompt(ctx, prompt); err != nil {
			return nil, err
		}
		if err := srv.stopTask(ctx, of); err != nil {
			return nil, err
		}
	}
	peak, err := srv.peak()
	if err != nil {
		return nil, err
	}
	live, err := srv.live(ctx)
	if err != nil {
		return nil, err
	}
	queued := 0
	for {
		if _, err := srv.c.SendPrompt(ctx, prompt); err != nil {
			break // the queue is full
		}
		queued++
	}
	full, err := srv.peak()
	if err != nil {
		return nil, err
	}
	fmt.Printf("%d large submits: %.0f MB at most, %.1f MB live; %d more at once: %.0f MB\n", n, peak, live/1024, queued, full)
	for _, c := range []struct {
		what     string
		mb, most float64
	}{{"at most", peak, largePeak}, {"live", live / 1024, largeLive}, {"with a full queue", full, largeQueued}} {
		if c.mb > c.most {
			wrong = append(wrong, fmt.Sprintf("%d large submits take %.0f MB %s, more than %.0f", n, c.mb, c.what, c.most))
		}
	}
	return wrong, nil
}

// stopTask stops a body's task and waits for its end.
func (s *server) stopTask(ctx context.Context, of view.OfBody) error {
	if err := s.c.StopTask(ctx, of); err != nil {
		return err
	}
	for until := time.Now().Add(patience); time.Now().Before(until); time.Sleep(20 * time.Millisecond) {
		st, err := s.c.GetStatus(ctx, of)
		if err != nil {
			return err
		}
		if t := st.CurrentTask; t == nil || !t.Ended.IsZero() {
			return nil
		}
	}
	return errors.New("a task never stopped")
}

// obey answers each stop until the line ends.
func (b *body) obey() {
	for {
		_, data, err := b.ws.ReadMessage()
		if err != nil {
			return
		}
		var f struct{ Type, ID string }
		if json.Unmarshal(data, &f) == nil && f.Type == "stop" {
			_, _ = b.write([]byte(`{"type":"stopped","id":"`+f.ID+`"}`)), b.report()
		}
	}
}

var peakLine = regexp.MustCompile(`(?m)^VmHWM:\s+(\d+) kB$`)

// peak is the most memory in MB that the server ever had.
func (s *server) peak() (float64, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.cmd.Process.Pid))
	if err != nil {
		return 0, err
	}
	m := peakLine.FindSubmatch(text)
	if m == nil {
		return 0, errors.New("the system does not tell the most memory of a process")
	}
	kb, err := strconv.ParseFloat(string(m[1]), 64)
	return kb / 1024, err
}
