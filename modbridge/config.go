// SPDX-License-Identifier: MIT

package modbridge

import (
	"cmp"
	"context"
	"log/slog"
	"net/http"
	"net/netip"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/modbridge/wire"
)

// Observer hears what happens on bodies. Its methods are called one at a time,
// in order, from one goroutine of the Server; they may take their time without
// holding up a body, but must return soon after Run's context ends.
//
// Loss policy: Registered and Gone are never lost. Changed is coalesced: after
// it, read Link, Info and Snapshot. Said may be lost when a body says more than
// 256 things that were not heard yet (Stats.Unheard counts them).
type Observer interface {
	// Registered: a new session began. Reconnects of a live one are Changed.
	Registered(*Session)
	// Changed: the state, the link or what the body says of itself is new.
	Changed(*Session)
	// Gone: the session ended and will not come back; the same body gets a new
	// one.
	Gone(*Session)
	// Said: a log line, chat line, event, user request of the body.
	Said(*Session, wire.FromBody)
}

// TokenStore keeps the hashes of resume tokens over restarts (rule 8). Its
// methods are called from the goroutine that reads a connection.
type TokenStore interface {
	// Put keeps the hash (hex) for the instanceId, replacing an earlier one.
	Put(instanceID, hash string) error
	// Get returns the kept hash, "" when there is none.
	Get(instanceID string) (hash string, err error)
}

// Owners share bodies among several Minehands: each is one's at a time.
type Owners interface {
	// Take makes a body this Minehand's before it is told that it is registered; known
	// says that it showed the token that is kept. The caller calls done when it is
	// registered, or refused. owes: a stop waits for it. An error's sentence refuses it.
	Take(ctx context.Context, instanceID string, known bool) (owes bool, done func(), err error)
	// Holds reports whether a body may be sent actions.
	Holds(instanceID string) bool
}

// Config holds what is optional; the zero value works.
type Config struct {
	// Logger gets attributes body and remote. Default: no logging.
	Logger *slog.Logger
	// Observer hears of sessions. Default: nobody.
	Observer Observer
	// Complaint hears, in a sentence, what of a body's frames could not be
	// understood: once for each cause of a session, and of at most 64 causes. It
	// may be called under a lock and must not call back. Default: nobody.
	Complaint func(instanceID, text string)
	// Names knows the items of a body's version, to say what a name is nearest to.
	// Default: every name that has the form of one is taken for an item's.
	Names func(body game.BodyInfo) wire.Lexicon
	// Tokens keeps resume tokens' hashes over restarts. Default: not kept.
	Tokens TokenStore
	// Stops keeps the stops that bodies are away for. Default: kept in memory.
	Stops Stops
	// Owners say which bodies are this Minehand's. Default: all that connect.
	Owners Owners
	// WorksFor is the player whom a body works for that names no owner. Default: nobody.
	WorksFor func(instanceID string) string
	// Authorize checks the body token of a register; an error refuses it with its
	// sentence and the close code 4501. Default: everybody may.
	Authorize func(r *http.Request, reg *wire.Register) error
	// CheckOrigin decides on the Origin header of an upgrade. Default: requests
	// without an Origin only (bodies send none).
	CheckOrigin func(r *http.Request) bool
	// Loopback reports whether the peer is on this machine. Default: by
	// RemoteAddr.
	Loopback func(r *http.Request) bool
	// MinProtocol refuses older bodies with the close code 4503. Default: 1.
	MinProtocol int

	// Grace is how long a session outlives its socket. Default: 30 s.
	Grace time.Duration
	// Heartbeat is how often a body is pinged; a version 2 body that was silent
	// for three of them is taken for lost. Default: 20 s.
	Heartbeat time.Duration
	// Settle is how long a body may take to come to rest. Default: 5 s.
	Settle time.Duration
	// Handshake is how long a socket may take to register. Default: 30 s.
	Handshake time.Duration
	// Limits bound what connections may cost.
	Limits Limits

	// Chat guards chat texts. ChatEvery is the least time between two chat lines
	// once ChatBurst of them went out. Default: no commands, 1 s, 5 (vanilla
	// servers kick for more).
	Chat      game.ChatGuard
	ChatEvery time.Duration
	ChatBurst int

	// Protected are the places where nothing is broken or built; version 2 bodies
	// are told of them. Default: none.
	Protected []game.Zone

	// Now is the clock; it may jump. Default: time.Now.
	Now func() time.Time
	// Scale is how long a second of grace, deadlines, heartbeats and handshakes
	// takes, in seconds: 0.1 lets them end ten times as early. What bodies are told
	// of these times stays as it is, and so do Settle and how old a state may be:
	// bodies come to rest and report at their own pace. Default: 1.
	Scale float64
}

// Fixed times of the protocol.
const (
	// leastDeadline and perExpected: a version 1 action may take twice the
	// expected time, and always a minute (rule 5).
	leastDeadline = 60 * time.Second
	perExpected   = 2
	// quietLimit and totalLimit are the deadlines of version 2 (rule 5).
	quietLimit = 60 * time.Second
	totalLimit = 15 * time.Minute
	// standingMargin is added to the seconds of a standing action.
	standingMargin = 60 * time.Second
	// staleState is how old the last state may be for an action to go out
	// (rule 12).
	staleState = game.StaleAfter
	// writeLimit is how long one write may take; then the peer is dead.
	writeLimit = 5 * time.Second
	// pulseEvery is how often deadlines are looked at.
	pulseEvery = 250 * time.Millisecond
	// leastPulse bounds how often, however the times are scaled.
	leastPulse = 10 * time.Millisecond
	// silentBeats is how many heartbeats a version 2 body may be silent for.
	silentBeats = 3
)

func (c Config) withDefaults() Config {
	c.Logger = cmp.Or(c.Logger, slog.New(slog.DiscardHandler))
	if c.CheckOrigin == nil {
		c.CheckOrigin = func(r *http.Request) bool { return len(r.Header["Origin"]) == 0 }
	}
	if c.Loopback == nil {
		c.Loopback = loopback
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if !(c.Scale > 0) {
		c.Scale = 1
	}
	c.MinProtocol = or(c.MinProtocol, game.ProtocolV1)
	c.Grace = or(c.Grace, 30*time.Second)
	c.Heartbeat = or(c.Heartbeat, 20*time.Second)
	c.Settle = time.Duration(float64(or(c.Settle, 5*time.Second)) / c.Scale) // on the scaled clock
	c.Handshake = or(c.Handshake, 30*time.Second)
	c.Limits = c.Limits.withDefaults()
	c.ChatEvery = or(c.ChatEvery, game.ChatEvery)
	c.ChatBurst = or(c.ChatBurst, game.ChatBurst)
	return c
}

func or[T int | time.Duration](v, def T) T {
	if v <= 0 {
		return def
	}
	return v
}

func loopback(r *http.Request) bool {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	return err == nil && peer.Addr().Unmap().IsLoopback()
}
