// SPDX-License-Identifier: MIT

package modbridge

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/minehand/minehand/modbridge/wire"
)

// maxUnheard is how many things a body may have said that the observer did not
// hear yet. Each is a few texts, none over the 4 KB that wire reads of one.
const maxUnheard = 256

type noticeKind uint8

const (
	noticeRegistered noticeKind = iota
	noticeChanged
	noticeGone
	noticeSaid
)

type notice struct {
	kind    noticeKind
	session *Session
	said    wire.FromBody
	// next is the one before it in notices, and the one after it in what take returns.
	next *notice
}

// notices is a list that any goroutine adds to without a lock, for every state
// of every body comes by here, and one goroutine empties.
type notices struct {
	last  atomic.Pointer[notice]
	added chan struct{} // holds a token after the first of a new list
	// urgent holds a token after one that is no mere change.
	urgent chan struct{}
}

func (n *notices) add(one *notice) {
	var before *notice
	for {
		before = n.last.Load()
		one.next = before
		if n.last.CompareAndSwap(before, one) {
			break
		}
	}
	if before == nil {
		poke(n.added)
	}
	if one.kind != noticeChanged {
		poke(n.urgent)
	}
}

func poke(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// take empties the list and returns the first that was added, from which next
// leads on.
func (n *notices) take() *notice {
	var first *notice
	for e := n.last.Swap(nil); e != nil; {
		e.next, first, e = first, e, e.next
	}
	return first
}

// notify queues a notice; called under the session's mutex. See Observer for
// what may be lost.
func (s *Session) notify(kind noticeKind, said wire.FromBody) {
	if s.srv.config.Observer == nil {
		return
	}
	switch kind {
	case noticeChanged:
		if s.changeQueued {
			return
		}
		s.changeQueued = true
	case noticeSaid:
		if s.unheard >= maxUnheard {
			s.stats.Unheard++
			return
		}
		s.unheard++
	case noticeRegistered, noticeGone: // never lost
	}
	n := &s.change // there is one at a time
	if kind != noticeChanged {
		n = &notice{}
	}
	*n = notice{kind: kind, session: s, said: said}
	s.srv.notices.add(n)
}

// bunch is how long the observer is told of no other change after it was told
// something: to wake it for every state costs the body that sent it more than all else.
const bunch = 5 * time.Millisecond

// deliver hands notices to the observer until ctx ends, and then those that
// are left.
func (srv *Server) deliver(ctx context.Context) {
	rest := time.NewTimer(bunch)
	defer rest.Stop()
	for ctx.Err() == nil {
		select {
		case <-srv.notices.added:
		case <-ctx.Done():
		}
		srv.tellAll()
		rest.Reset(bunch)
		select {
		case <-rest.C:
		case <-srv.notices.urgent:
		case <-ctx.Done():
		}
	}
	srv.tellAll()
}

func (srv *Server) tellAll() {
	for n := srv.notices.take(); n != nil; {
		next := n.next // once it is told of, it may be queued again
		srv.tell(*n)
		n = next
	}
}

func (srv *Server) tell(n notice) {
	s, observer := n.session, srv.config.Observer
	switch n.kind {
	case noticeRegistered:
		observer.Registered(s)
	case noticeChanged:
		s.update(func(moment) { s.changeQueued = false })
		observer.Changed(s)
	case noticeGone:
		observer.Gone(s)
	case noticeSaid:
		s.update(func(moment) { s.unheard-- })
		observer.Said(s, n.said)
	}
}
