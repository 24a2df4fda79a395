package modbridge

import (
	"context"

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
}

// notify queues a notice; called under the server's mutex. See Observer for
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
	}
	s.srv.notices = append(s.srv.notices, notice{kind: kind, session: s, said: said})
	select {
	case s.srv.noticed <- struct{}{}:
	default:
	}
}

// deliver hands notices to the observer until ctx ends, and then those that
// are left.
func (srv *Server) deliver(ctx context.Context) {
	for {
		srv.mu.Lock()
		batch := srv.notices
		srv.notices = nil
		srv.mu.Unlock()
		for _, n := range batch {
			srv.tell(n)
		}
		if len(batch) > 0 {
			continue
		}
		select {
		case <-srv.noticed:
		case <-ctx.Done():
			return
		}
	}
}

func (srv *Server) tell(n notice) {
	s := n.session
	srv.mu.Lock()
	switch n.kind {
	case noticeChanged:
		s.changeQueued = false
	case noticeSaid:
		s.unheard--
	}
	srv.mu.Unlock()
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
