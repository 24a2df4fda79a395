// SPDX-License-Identifier: MIT

package conformance

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/modbridge/wire"
)

// WorldPrefix begins the id of worlds in which actions may be tried out.
const WorldPrefix = "minehand-test"

var (
	// ErrNoCase: Config.Only matches no case.
	ErrNoCase = errors.New("no case has that name")
	// ErrNoBody: no body registered in time.
	ErrNoBody = errors.New("no body connected in time")
	// ErrForeignWorld: the body is in a world that is not for testing, or does not
	// say in which.
	ErrForeignWorld = errors.New("not a world for testing")
	// ErrMute: the body answers no action at all.
	ErrMute = errors.New("the body answers no action")
)

// Config says how to test. The zero value runs every case.
type Config struct {
	// Only runs the cases whose id contains this, or matches it as a pattern when
	// it holds * or ?.
	Only string
	// AnyWorld allows worlds whose id does not start with WorldPrefix, and bodies
	// of version 1, which cannot say where they are.
	AnyWorld bool
	// Wait is how long to wait for a body; 0 means 5 minutes.
	Wait time.Duration
	// ActionLimit is how long one action may take; 0 means 90 seconds.
	ActionLimit time.Duration
	// Lexicon, when not nil, gives the names of a body's version; without it names
	// are not looked at beyond their form.
	Lexicon func(version string, extra *game.Extra) Lexicon
	// Body, when not nil, is called once when the body is known.
	Body func(Body)
	// Each, when not nil, is called after every case. Body and Each are called
	// from Run's goroutine.
	Each func(Verdict)
	// Early, when not nil, is called with what is wrong with each frame that came before a
	// register (docs/protocol, rule 21), once a cause, and never after Body.
	Early func(why string)
	// Frame, when not nil, is called with every frame, in order; it must return
	// at once.
	Frame func(Frame)
}

// Suite is one run against one body. It is an http.Handler for the body's
// sockets; Run may be called once.
type Suite struct {
	*backend
	config Config
	cases  []testCase
}

// New makes a run. It fails with ErrNoCase when there is nothing to run.
func New(config Config) (*Suite, error) {
	config.Wait = cmp.Or(config.Wait, 5*time.Minute)
	config.ActionLimit = cmp.Or(config.ActionLimit, 90*time.Second)
	s := &Suite{backend: newBackend(config), config: config}
	for _, c := range allCases() {
		if chosen(config.Only, c.id) {
			s.cases = append(s.cases, c)
		}
	}
	if len(s.cases) == 0 {
		return nil, fmt.Errorf("%w: %q is contained in none; docs/CONFORMANCE.md lists them", ErrNoCase, config.Only)
	}
	return s, nil
}

// Run waits for a body, runs the cases that are asked of its protocol and closes
// every socket. It fails with ErrNoBody, ErrForeignWorld, ErrNoCase, ErrMute or ctx's error; the report then holds what was
// found out before.
func (s *Suite) Run(ctx context.Context) (Report, error) {
	defer s.close()
	var report Report
	if err := s.connected(ctx, s.config.Wait); err != nil {
		return report, s.noBody(err)
	}
	begun := time.Now()
	b := newBench(s)
	defer b.leave()
	if err := b.meet(ctx); err != nil {
		return report, err
	}
	report.Body = b.body
	if s.config.Body != nil {
		s.config.Body(b.body)
	}
	cases := slices.DeleteFunc(s.cases, func(c testCase) bool { return c.on != both && (c.on == onlyV2) != b.v2() })
	if len(cases) == 0 {
		return report, fmt.Errorf("%w: what %q names is not asked of bodies of protocol %d", ErrNoCase, s.config.Only, b.body.Protocol)
	}
	if err := s.runCases(ctx, b, cases, &report); err != nil {
		return report, err
	}
	report.Seconds = time.Since(begun).Seconds()
	return report, nil
}

// noBody says why no body came, where waiting for one ended.
func (s *Suite) noBody(err error) error {
	if !errors.Is(err, errLate) {
		return err
	}
	if why := s.unregistered(); why != "" {
		return fmt.Errorf("%w: one came, but %s", ErrNoBody, why)
	}
	const why = "%w: none came within %s; start the game with the mod, join a world, and look for the mod's log line about port and address"
	return fmt.Errorf(why, ErrNoBody, s.config.Wait)
}

// runCases runs the cases in their order and reports each.
func (s *Suite) runCases(ctx context.Context, b *bench, cases []testCase, report *Report) error {
	for _, c := range cases {
		if err := b.safe(); err != nil {
			return err
		}
		v, err := b.try(ctx, c)
		if err != nil {
			return err
		}
		report.Verdicts = append(report.Verdicts, v)
		if s.config.Each != nil {
			s.config.Each(v)
		}
		if err := b.mute(); err != nil {
			return err
		}
	}
	return nil
}

// chosen reports whether an id is meant by a pattern: * is any text, ? any
// character; without them the id has to contain it.
func chosen(pattern, id string) bool {
	if !strings.ContainsAny(pattern, "*?") {
		return strings.Contains(id, pattern)
	}
	return matches(pattern, id)
}

func matches(pattern, s string) bool {
	for len(pattern) > 0 {
		switch pattern[0] {
		case '*':
			for i := range len(s) + 1 {
				if matches(pattern[1:], s[i:]) {
					return true
				}
			}
			return false
		case '?':
			if s == "" {
				return false
			}
		default:
			if s == "" || s[0] != pattern[0] {
				return false
			}
		}
		pattern, s = pattern[1:], s[1:]
	}
	return s == ""
}

// Body is what a run found out about the body before its cases.
type Body struct {
	InstanceID string `json:"instanceId"`
	Protocol   int    `json:"protocol"`
	Name       string `json:"name,omitempty"`
	Version    string `json:"version,omitempty"`
	Role       string `json:"role,omitempty"`
	Loader     string `json:"loader,omitempty"`
	// World is the world's id; empty when the body does not say.
	World string `json:"world,omitempty"`
	// Actions are the kinds that the body has.
	Actions []game.Kind `json:"actions"`
	// Extra is what its game has beyond its version, nil for nothing.
	Extra *game.Extra `json:"-"`
}

// Lexicon knows the names of a version.
type Lexicon = wire.Lexicon
