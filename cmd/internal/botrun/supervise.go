// SPDX-License-Identifier: MIT

package botrun

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"sync"
	"time"

	"github.com/cenkalti/backoff/v5"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/internal/again"
	"github.com/minehand/minehand/internal/budget"
)

const (
	// exitUsage is the bot's exit code for what another try would not help.
	exitUsage = 2
	// steady is how long a run must last for the backoff to start over.
	steady = time.Minute
	// leaveTime is how long the bot may take to leave the game.
	leaveTime = 5 * time.Second
)

// Run keeps the bot running with these arguments until ctx ends or the bot says
// that trying again is of no use. A crash is followed by another try, later and
// later. The resume token of the bot that crashed is handed to the next one, so
// that Minehand takes it back at once.
func (b *Bot) Run(ctx context.Context, args []string) error {
	wait := backoff.NewExponentialBackOff()
	wait.InitialInterval, wait.MaxInterval = time.Second, time.Minute
	token := "" // of the bot that ran last
	for {
		started := time.Now()
		err := b.once(ctx, args, &token)
		var exit *exec.ExitError
		switch {
		case ctx.Err() != nil:
			return nil
		case errors.As(err, &exit) && exit.ExitCode() == exitUsage:
			return errors.New("the bot cannot run like this; see its last line above")
		case err == nil:
			return nil
		}
		if time.Since(started) > steady {
			wait.Reset()
		}
		d := wait.NextBackOff()
		b.cfg.Say(game.Say("join.ended", "why", err.Error(), "time", d.Round(time.Second).String()))
		if !again.Pause(ctx, d) {
			return nil
		}
	}
}

// once runs the bot until it ends; when ctx ends it is asked to leave, and
// killed with everything it started if it does not. Its stdin closes with this
// process, however that ends, and it leaves then. Over stdin and stdout it is
// given the resume token, a secret, and gives the new one.
func (b *Bot) once(ctx context.Context, args []string, token *string) error {
	// The bot gives memory back between its actions (bot/src/heap.ts).
	args = append([]string{"--expose-gc", filepath.Join(b.dir, "src", "main.ts"), "--with-parent"}, args...)
	cmd := exec.CommandContext(ctx, b.node, args...)
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return fmt.Errorf("the bot cannot be started: %w", err)
	}
	defer stdin.Close()
	cmd.Dir, cmd.Env = b.dir, b.environ()
	told := &tokens{out: out(b.cfg.Output)}
	cmd.Stdout, cmd.Stderr = told, out(b.cfg.Output)
	cmd.WaitDelay = b.leave
	own(cmd)
	if err := cmd.Start(); err != nil {
		return err
	}
	first, err := json.Marshal(parentLine{*token})
	if err == nil {
		_, _ = stdin.Write(append(first, '\n')) // a bot that is gone already says so by its end
	}
	err = cmd.Wait()
	sweep(cmd)
	if last := told.kept(); last != "" {
		*token = last
	}
	return err
}

// parentLine is what this process and the bot tell each other, a line each.
type parentLine struct {
	ResumeToken string `json:"resumeToken"`
}

// longestLine is the longest line of the bot's stdout that may be a token.
const longestLine = 4096

// tokens passes on what the bot prints, but for its resume tokens: of these it
// keeps the last.
type tokens struct {
	out io.Writer

	mu   sync.Mutex
	rest []byte
	last string
}

// kept is the last token told, "" for none.
func (t *tokens) kept() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.last
}

func (t *tokens) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.rest = append(t.rest, p...)
	for {
		i := bytes.IndexByte(t.rest, '\n')
		if i < 0 {
			break
		}
		line := t.rest[:i+1]
		t.rest = t.rest[i+1:]
		var l parentLine
		if budget.HelperLine.JSON(line, &l) == nil && l.ResumeToken != "" {
			t.last = l.ResumeToken
		} else if _, err := t.out.Write(line); err != nil {
			return 0, err
		}
	}
	if len(t.rest) > longestLine { // no token
		rest := t.rest
		t.rest = nil
		if _, err := t.out.Write(rest); err != nil {
			return 0, err
		}
	}
	return len(p), nil
}

func out(w io.Writer) io.Writer {
	if w == nil {
		return io.Discard
	}
	return w
}
