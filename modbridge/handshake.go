// SPDX-License-Identifier: MIT

package modbridge

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/time/rate"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/modbridge/wire"
)

// refusal is why a register is not accepted: a close code and a sentence.
type refusal struct {
	code     int
	sentence string
}

// register takes a register frame of c (rules 4 and 8). It runs on c's reading
// goroutine.
func (srv *Server) register(c *conn, reg *wire.Register) {
	protocol := game.ProtocolV1
	if reg.Protocol >= game.ProtocolV2 {
		protocol = game.ProtocolV2
	}
	if r := srv.check(c, reg, protocol); r != nil {
		srv.refuse(c, reg, protocol, r)
		return
	}
	kept := srv.keptHash(c, reg)
	fresh := newToken()
	owesStop, done, r := srv.own(c, reg, protocol, kept, fresh)
	defer done()
	if r != nil {
		srv.refuse(c, reg, protocol, r)
		return
	}

	srv.mu.Lock()
	now := srv.clock.read()
	first := c.session.Load()
	owes := c.renounce(now, reg.InstanceID)
	if owesStop {
		srv.oweStop(reg.InstanceID)
	}
	s, r := srv.claim(c, reg, protocol)
	if s == nil && owes != (owing{}) { // it may come back as who it was
		srv.owed[first.id] = owes
	}
	token, isNew := reg.ResumeToken, false
	if s != nil {
		isNew = s.stats.Sockets == 0
		s.owes.stop = s.owes.stop || owes.stop
		s.owes.atWork = s.owes.atWork || owes.atWork
		if isNew {
			if s.resumed = sameHash(kept, hashToken(token)); s.resumed {
				s.tokenHash = kept
			}
		}
		if protocol >= game.ProtocolV2 && !sameHash(s.tokenHash, hashToken(token)) {
			token = fresh
			s.tokenHash = hashToken(fresh)
		}
		if !c.known {
			c.known = true
			srv.strangers--
		}
		s.join(now, c, reg, protocol, token)
		if isNew {
			s.notify(noticeRegistered, nil)
		}
		s.touch()
		s.mu.Unlock()
	}
	srv.mu.Unlock()

	if r != nil {
		srv.refuse(c, reg, protocol, r)
		return
	}
	c.request = nil
	c.ws.SetReadLimit(wire.MaxFrame)
	if protocol >= game.ProtocolV2 {
		c.warnOfRegister(s)
	}
	if token == fresh {
		srv.keepToken(c, reg.InstanceID, fresh)
	}
	srv.sometimes(reg.InstanceID, func() { c.log().Info("body registered", "body", reg.InstanceID, "protocol", protocol, "new", isNew) })
}

// oweStop notes that a body gets a stop as soon as it is registered, as was kept.
func (srv *Server) oweStop(id string) {
	o := srv.owed[id]
	o.stop = true
	srv.owed[id] = o
	srv.kept[id] = true
}

// warnOfRegister tells the body what of its register was not understood.
func (c *conn) warnOfRegister(s *Session) {
	c.warnEarly(s)
	for _, f := range append(wire.RegisterFaults(c.taken), wire.Misnamed(c.taken)...) {
		c.warn(s, "register was not understood", f)
	}
}

// keepToken keeps a new resume token over restarts, where its owner alone does.
func (srv *Server) keepToken(c *conn, id, token string) {
	if srv.config.Tokens == nil || srv.config.Owners != nil {
		return
	}
	if err := srv.config.Tokens.Put(id, hashToken(token)); err != nil {
		c.log().Warn("resume token not kept", "body", id, "err", err)
	}
}

// takeTime bounds how long a body waits until another Minehand has let go of it, or is
// known to be lost.
const takeTime = 25 * time.Second

// own makes the body this Minehand's, and keeps the token that it is told next where all
// of them read it. Without other Minehands it does nothing.
func (srv *Server) own(c *conn, reg *wire.Register, protocol int, kept, fresh string) (owes bool, done func(), r *refusal) {
	owners := srv.config.Owners
	if owners == nil {
		return false, func() {}, nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), takeTime)
	defer cancel()
	owes, done, err := owners.Take(ctx, reg.InstanceID, sameHash(kept, hashToken(reg.ResumeToken)))
	if err != nil {
		return false, func() {}, &refusal{wire.CloseTaken, err.Error()}
	}
	if protocol < game.ProtocolV2 || srv.config.Tokens == nil {
		return owes, done, nil
	}
	if s, ok := srv.Session(reg.InstanceID); ok {
		s.mu.Lock()
		kept, r = s.tokenHash, s.takeable(c, reg, protocol)
		s.mu.Unlock()
	}
	if r == nil && !sameHash(kept, hashToken(reg.ResumeToken)) {
		if err := srv.config.Tokens.Put(reg.InstanceID, hashToken(fresh)); err != nil {
			r = &refusal{wire.CloseTaken, "the cluster does not answer: come back in a moment"}
		}
	}
	return owes, done, r
}

// LetGo ends the session of a body that another Minehand takes, with what it is owed: the
// other knows of it.
func (srv *Server) LetGo(instanceID, why string) {
	srv.End(instanceID, why)
	srv.mu.Lock()
	defer srv.mu.Unlock()
	delete(srv.owed, instanceID)
	delete(srv.kept, instanceID)
}

// renounce ends the session of a socket that registers as another body (rule
// 4), and returns what that session still owes the body.
func (c *conn) renounce(now moment, id string) owing {
	first := c.session.Load()
	if first == nil || first.id == id {
		return owing{}
	}
	first.mu.Lock()
	defer first.mu.Unlock()
	c.session.Store(nil)
	first.end(now, "the body registered as another")
	delete(c.srv.owed, first.id)
	return first.owes
}

// check is what can be said without looking at sessions.
func (srv *Server) check(c *conn, reg *wire.Register, protocol int) *refusal {
	if protocol < srv.config.MinProtocol {
		return &refusal{wire.CloseTooOld, "this Minehand asks for protocol 2; update the mod"}
	}
	if srv.config.Authorize != nil && c.request != nil {
		if err := srv.config.Authorize(c.request, reg); err != nil {
			return &refusal{wire.CloseBadToken, err.Error()}
		}
	}
	return nil
}

func (srv *Server) keptHash(c *conn, reg *wire.Register) string {
	if srv.config.Tokens == nil || reg.ResumeToken == "" {
		return ""
	}
	hash, err := srv.config.Tokens.Get(reg.InstanceID)
	if err != nil {
		c.log().Warn("kept resume token not read", "body", reg.InstanceID, "err", err)
	}
	return hash
}

// claim returns the session that the register is for, a new one when there is
// no live one, or why c may not have it. Called under the server's mutex; a
// session is returned with its own held.
func (srv *Server) claim(c *conn, reg *wire.Register, protocol int) (*Session, *refusal) {
	if srv.closed {
		return nil, &refusal{wire.CloseGoingAway, "Minehand is shutting down"}
	}
	if c.evicted {
		return nil, &refusal{wire.CloseSilent, "others wait for the place of this connection: come back"}
	}
	s, ok := srv.Session(reg.InstanceID)
	if !ok {
		if !srv.newBodies.Allow() {
			return nil, &refusal{wire.CloseFull,
				"too many bodies with new instance ids registered within the last hour: use the same id at every connection, or come back later"}
		}
		return srv.newSession(reg.InstanceID), nil
	}
	s.mu.Lock()
	if r := s.takeable(c, reg, protocol); r != nil {
		s.mu.Unlock()
		return nil, r
	}
	return s, nil
}

// takeable says why c may not have the live session, nil when it may. Called
// under the session's mutex.
func (s *Session) takeable(c *conn, reg *wire.Register, protocol int) *refusal {
	switch {
	case s.conn == c:
	case s.info.Protocol >= game.ProtocolV2:
		if protocol < game.ProtocolV2 || !sameHash(s.tokenHash, hashToken(reg.ResumeToken)) {
			return &refusal{wire.CloseTaken, s.taken()}
		}
	case !c.loopback:
		return &refusal{wire.CloseTaken, "a body on Minehand's own machine is connected as " + reg.InstanceID + "; use another instance id"}
	}
	return nil
}

// taken says that this body's name is another's. Called under the session's
// mutex.
func (s *Session) taken() string {
	if s.conn != nil {
		return "a body is connected as " + s.id + "; use another instance id, or come back when it has been away for a while"
	}
	return fmt.Sprintf("the name %s is free in %d s: its body lost its line just now, and is waited for",
		s.id, wholeSeconds(s.srv.config.Grace-s.down))
}

// newSession returns a session with its mutex held.
func (srv *Server) newSession(id string) *Session {
	s := &Session{
		srv: srv, id: id, sessionID: newToken(),
		chat:       rate.NewLimiter(rate.Every(srv.config.ChatEvery), srv.config.ChatBurst),
		complaints: rate.Sometimes{First: 5, Interval: 10 * time.Second},
	}
	s.accrued = srv.clock.read()
	s.owes = srv.owed[id]
	delete(srv.owed, id)
	s.mu.Lock() // nobody sees it before its body is in it
	srv.sessions.Store(id, s)
	srv.bodies.Add(1)
	return s
}

// join makes c the session's socket and settles what was open. Called under
// the session's mutex.
func (s *Session) join(now moment, c *conn, reg *wire.Register, protocol int, token string) {
	s.accrue(now)
	other := s.conn != c
	if old := s.conn; old != nil && other {
		s.leave() // even when it is half-open
		s.stats.Replaced++
		old.session.Store(nil)
		old.out.goodbye(wire.CloseReplaced, "another socket of this body took over")
	}
	if other {
		s.stats.Sockets++
	}
	if c.session.Swap(s) != s {
		c.introduce(s)
	}
	s.conn, s.newest = c, 0
	s.since = s.srv.clock.now()
	s.rest.failed = false
	s.info = infoOf(reg, protocol)
	s.warned.renamed()
	c.v2.Store(protocol >= game.ProtocolV2)
	s.commands, s.world = reg.Commands, reg.World
	if s.info.Series != s.reports.series {
		s.reports.series, s.reports.through, s.reports.placed = s.info.Series, 0, 0
	}
	s.settles = protocol >= game.ProtocolV2 && reg.Settles()

	s.send(s.welcome(reg, protocol, token))
	if other && s.settles {
		s.settle(reg)
	}
	stop := s.owes.stop || s.owes.atWork && !s.settles
	s.owes = owing{}
	if stop {
		s.updateInFlight(change{kind: changeStop})
	}
	s.sendStatus()
}

// welcome is the answer to a register.
func (s *Session) welcome(reg *wire.Register, protocol int, token string) *wire.Registered {
	if protocol < game.ProtocolV2 {
		return &wire.Registered{Success: true}
	}
	return &wire.Registered{
		Success: true, Protocol: protocol, SessionID: s.sessionID, ResumeToken: token,
		HeartbeatSeconds: wholeSeconds(s.srv.config.Heartbeat), GraceSeconds: wholeSeconds(s.srv.config.Grace),
		Protected: *s.srv.protected.Load(), AcceptedActions: s.info.Actions, RejectedActions: rejected(reg),
	}
}

// settle compares what the body runs and finished with what is open (rule 7).
func (s *Session) settle(reg *wire.Register) {
	s.finished = reg.Finished
	s.orphans = slices.Clone(reg.Running)
	f := s.flight
	if f == nil {
		return
	}
	id := f.call.Action.ID
	if done := finishedOf(reg.Finished, id); done != nil {
		s.updateInFlight(endOf(done))
		return
	}
	if slices.Contains(reg.Running, id) {
		s.orphans = slices.DeleteFunc(s.orphans, func(o string) bool { return o == id })
		f.paused = "" // a body that is still paused says so again
		return
	}
	end := game.EndReported
	if info, _ := game.Lookup(f.call.Action.Kind); info.Once { // a body that was started anew does not know it either
		end = game.EndGone
	}
	s.updateInFlight(failed(end, game.CodeInterrupted, "the body came back without this action"))
}

func infoOf(reg *wire.Register, protocol int) game.BodyInfo {
	info := game.BodyInfo{ID: reg.InstanceID, Protocol: protocol, Version: reg.Version, Actions: game.V1Kinds()}
	if protocol < game.ProtocolV2 {
		return info
	}
	info.Name, info.Loader, info.Role, info.Owner, info.Extra = reg.Name, reg.Loader, reg.Role, reg.Owner, reg.Extra
	if reg.Capabilities != nil {
		info.Protects = reg.Capabilities.Protects
		info.Surveys, info.Arguments = reg.Capabilities.Survey, reg.Capabilities.Arguments
		if reg.Capabilities.Changes {
			info.Series = reg.Series
		}
		info.Actions = slices.DeleteFunc(slices.Clone(reg.Capabilities.Actions), func(k game.Kind) bool {
			row, ok := game.Lookup(k)
			return !ok || row.Local
		})
	}
	return info
}

// rejected are the kinds that a body registered and that will never be sent to it,
// with why.
func rejected(reg *wire.Register) map[string]string {
	if reg.Capabilities == nil {
		return nil
	}
	list := map[string]string{}
	for _, kind := range reg.Capabilities.Actions {
		if why := wire.RejectedAction(string(kind)); why != "" {
			list[string(kind)] = why + "."
		}
	}
	return list
}

func wholeSeconds(d time.Duration) int { return max(1, int(d.Round(time.Second)/time.Second)) }

// refuse answers a register that is not accepted: a version 2 body with a
// sentence, a version 1 body with a closed socket alone, for it takes any
// registered for a yes.
func (srv *Server) refuse(c *conn, reg *wire.Register, protocol int, r *refusal) {
	c.dropped, c.rule = r.sentence, 4
	srv.sometimes(reg.InstanceID, func() {
		c.log().Warn("body refused", "body", reg.InstanceID, "code", r.code, "err", errors.New(r.sentence))
	})
	if r.code != wire.CloseGoingAway && r.code != wire.CloseSilent { // which are Minehand's own reasons
		name := "A body without a name"
		if reg.InstanceID != "" {
			name = "The body " + game.Plain(reg.InstanceID)
		}
		srv.turnAway(reg.InstanceID, strconv.Itoa(r.code), name+" was not let in: "+strings.TrimSuffix(r.sentence, ".")+".")
	}
	if protocol >= game.ProtocolV2 {
		if data, err := wire.Encode(&wire.Registered{Error: r.sentence, Protocol: game.ProtocolV2}); err == nil {
			c.out.text(data)
		}
	}
	c.out.goodbye(r.code, r.sentence)
}
