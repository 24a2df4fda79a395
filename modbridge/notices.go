package modbridge

import (
	"context"
	"slices"
	"sync/atomic"

	"github.com/minehand/minehand/modbridge/wire"
)

// maxUnheard is how many things a body may have said that the observer did not
// hear yet.
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
	before  *notice
}

// notices is a list that any goroutine adds to without a lock, for every state
// of every body comes by here, and one goroutine empties.
type notices struct {
	last  atomic.Pointer[notice]
	added chan struct{} // holds a token after the first of a new list
}

func (n *notices) add(next *notice) {
	for {
		next.before = n.last.Load()
		if n.last.CompareAndSwap(next.before, next) {
			break
		}
	}
	if next.before == nil {
		select {
		case n.added <- struct{}{}:
		default:
		}
	}
}

// take empties the list and returns it in the order in which it was made.
func (n *notices) take() []*notice {
	var list []*notice
	for e := n.last.Swap(nil); e != nil; e = e.before {
		list = append(list, e)
	}
	slices.Reverse(list)
	return list
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
	s.srv.notices.add(&notice{kind: kind, session: s, said: said})
}

// deliver hands notices to the observer until ctx ends, and then those that
// are left.
func (srv *Server) deliver(ctx context.Context) {
	for {
		batch := srv.notices.take()
		for _, n := range batch {
			srv.tell(n)
		}
		if len(batch) > 0 {
			continue
		}
		select {
		case <-srv.notices.added:
		case <-ctx.Done():
			return
		}
	}
}

func (srv *Server) tell(n *notice) {
	s := n.session
	s.mu.Lock()
	switch n.kind {
	case noticeChanged:
		s.changeQueued = false
	case noticeSaid:
		s.unheard--
	case noticeRegistered, noticeGone:
	}
	s.mu.Unlock()
	switch n.kind {
	case noticeRegistered:
		srv.config.Observer.Registered(s)
	case noticeChanged:
		srv.config.Observer.Changed(s)
	case noticeGone:
		srv.config.Observer.Gone(s)
	case noticeSaid:
		srv.config.Observer.Said(s, n.said)
	}
}
