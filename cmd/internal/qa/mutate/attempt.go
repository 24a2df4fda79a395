// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"
)

// outcome is what became of a change.
type outcome int

const (
	survived outcome = iota
	killed
	timedOut
	notReached // by any test
	broken     // it does not compile
)

func (o outcome) String() string {
	return [...]string{"survived", "killed", "timed out", "not reached", "not compiled"}[o]
}

// attempt is one run of a test program.
type attempt struct {
	program, dir string
	change       int      // the id of a place, 0 for the package as it is
	only         []string // tests, none for all
	flags        []string
	limit        limit
}

// limit is what a run may take. Processor time is what one that is stuck uses up,
// however busy the machine is; the other is for what waits for ever.
type limit struct{ processor, all time.Duration }

// bounded runs a program within limits: seconds of processor time (beyond them it is
// killed) and 6 GB of addresses, for changes that make something grow for ever.
const bounded = `ulimit -t "$0" && ulimit -v 6000000 && exec "$@"`

// run says what became of the change, and what the tests said.
func (a attempt) run(ctx context.Context) (outcome, string, error) {
	// The tests' own limit ends those that wait for ever; this one ends those that
	// cannot be ended so.
	bound, cancel := context.WithTimeout(ctx, a.limit.all+time.Minute)
	defer cancel()
	args := slices.Concat(
		[]string{"-c", bounded, strconv.Itoa(int(math.Ceil(a.limit.processor.Seconds()))), a.program},
		[]string{"-test.failfast", "-test.count=1", "-test.timeout", a.limit.all.String(), "-test.run", pattern(a.only)},
		a.flags)
	cmd := exec.CommandContext(bound, "sh", args...) // #nosec G204 -- a program that was compiled here
	cmd.Dir = a.dir
	cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%d", chosenBy, a.change), "GOMAXPROCS=1")
	cmd.WaitDelay = 5 * time.Second
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	err := cmd.Run()
	exit := new(exec.ExitError)
	switch {
	case ctx.Err() != nil:
		return 0, "", ctx.Err()
	case err == nil:
		return survived, said.String(), nil
	case strings.Contains(said.String(), "panic: test timed out") || bound.Err() != nil:
		return timedOut, said.String(), nil
	case !errors.As(err, &exit):
		return 0, "", err
	case !exit.Exited(): // killed, at the limit of the processor
		return timedOut, said.String(), nil
	}
	return killed, said.String(), nil
}
