package botrun

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/cenkalti/backoff/v5"
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
// later.
func (b *Bot) Run(ctx context.Context, args []string) error {
	wait := backoff.NewExponentialBackOff()
	wait.InitialInterval, wait.MaxInterval = time.Second, time.Minute
	for {
		started := time.Now()
		err := b.once(ctx, args)
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
		b.cfg.Say(fmt.Sprintf("The bot ended (%v); starting it again in %s.", err, d.Round(time.Second)))
		select {
		case <-time.After(d):
		case <-ctx.Done():
			return nil
		}
	}
}

// once runs the bot until it ends; when ctx ends it is asked to leave, and
// killed with everything it started if it does not. Its stdin closes with this
// process, however that ends, and it leaves then.
func (b *Bot) once(ctx context.Context, args []string) error {
	cmd := exec.CommandContext(ctx, b.node, append([]string{filepath.Join(b.dir, "src", "main.ts"), "--with-parent"}, args...)...)
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return fmt.Errorf("the bot cannot be started: %w", err)
	}
	defer stdin.Close()
	cmd.Dir, cmd.Env = b.dir, b.environ()
	cmd.Stdout, cmd.Stderr = out(b.cfg.Output), out(b.cfg.Output)
	cmd.WaitDelay = b.leave
	own(cmd)
	err = cmd.Run()
	sweep(cmd)
	return err
}

func out(w io.Writer) io.Writer {
	if w == nil {
		return io.Discard
	}
	return w
}
