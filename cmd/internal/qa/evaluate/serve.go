// SPDX-License-Identifier: MIT

package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// contextTokens is the context that the model is loaded with: what LM Studio and
// Ollama load by default.
const contextTokens = 4096

// modelServer is the running server.
type modelServer struct {
	url  string
	stop context.CancelFunc
	done chan struct{}
}

// serve starts the server and waits until it listens.
func serve(ctx context.Context, dir, model string) (*modelServer, error) {
	path, err := filepath.Abs(model)
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancel(ctx)
	cmd := exec.CommandContext(ctx, "node", "server.mjs", path, fmt.Sprint(contextTokens))
	cmd.Dir, cmd.Stderr, cmd.WaitDelay = dir, os.Stderr, 5*time.Second
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		stop()
		return nil, &skipped{"the model's server could not be started: " + err.Error()}
	}
	s := &modelServer{stop: stop, done: make(chan struct{})}
	port := make(chan string, 1)
	go func() {
		defer close(s.done)
		lines := bufio.NewScanner(out)
		for lines.Scan() {
			if p, ok := strings.CutPrefix(lines.Text(), "listening "); ok {
				port <- p
			}
		}
		_ = cmd.Wait() // it is stopped by a signal
	}()
	select {
	case p := <-port:
		s.url = "http://127.0.0.1:" + p
		return s, nil
	case <-s.done:
		stop()
		return nil, fmt.Errorf("the model's server ended before it listened")
	case <-time.After(2 * time.Minute):
		s.close()
		return nil, fmt.Errorf("the model's server did not listen within 2 minutes")
	}
}

// close ends the server and waits for it.
func (s *modelServer) close() {
	s.stop()
	<-s.done
}
