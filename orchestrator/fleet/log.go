// SPDX-License-Identifier: MIT

package fleet

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/minehand/minehand/internal/again"
)

// The headers of a message. A batch is one message, or pieces whose last one is marked;
// each further piece names the one before it.
const (
	headEpoch  = "Minehand-Epoch"
	headTaken  = "Minehand-Taken" // by which node, with which lease
	headBefore = "Minehand-Before"
	headMore   = "Minehand-More"
)

// pieceBytes is the most that one message may hold, headers aside.
const pieceBytes = 1<<20 - 4096

// ID implements journal.Stream.
func (n *Node) ID() int64 { return n.born }

// Last implements journal.Stream.
func (n *Node) Last() uint64 { return n.last }

// Append implements journal.Stream.
func (n *Node) Append(body string, batch []byte) (uint64, error) {
	h, err := n.holding(body)
	if err != nil {
		return 0, err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	most := min(pieceBytes, int(n.nc.MaxPayload())-4096)
	before := uint64(0)
	for rest := batch; ; {
		m := nats.NewMsg(h.subject)
		m.Data = rest[:min(len(rest), most)]
		rest = rest[len(m.Data):]
		if before > 0 {
			m.Header.Set(headBefore, strconv.FormatUint(before, 10))
		}
		if len(rest) > 0 {
			m.Header.Set(headMore, "1")
		}
		if err := n.publish(body, h, m); err != nil {
			return 0, err
		}
		if before = h.last; len(rest) == 0 {
			return h.last, nil
		}
	}
}

// holding is a body that this node may write for; with "", the node itself.
func (n *Node) holding(body string) (*held, error) {
	n.mu.Lock()
	h := n.held[body]
	if h == nil && body == "" {
		h = &held{subject: logPrefix + "n." + encoded(n.config.Node), epoch: n.revision}
		n.held[body] = h
	}
	n.mu.Unlock()
	if !n.fresh() {
		if h != nil {
			n.lose(body, h)
		}
		return nil, n.adrift()
	}
	if h == nil {
		return nil, n.elsewhere(body)
	}
	return h, nil
}

// adrift says why nothing is done.
func (n *Node) adrift() error {
	return errors.New("this Minehand has lost touch with its cluster and does nothing until it is back: check the NATS servers and the network between")
}

// publish appends a message to a subject and returns when the servers have it. When they
// do not say so they are asked what they have; after an error the body is let go of, unless
// the servers refused each try.
func (n *Node) publish(body string, h *held, m *nats.Msg) error {
	id := n.run + "-" + strconv.FormatUint(n.batches.Add(1), 10)
	m.Header.Set(headEpoch, strconv.FormatUint(h.epoch, 10))
	doubt := false // a try may be on its way still
	for begun := time.Now(); ; {
		if n.gone(body, h) {
			return n.elsewhere(body)
		}
		if !n.fresh() {
			n.lose(body, h)
			return n.adrift()
		}
		ctx, cancel := n.soon()
		ack, err := n.put(ctx, m, id, h.last)
		cancel()
		if err == nil {
			h.last = ack.Sequence
			return nil
		}
		refused := !conflict(err) && errors.As(err, new(*jetstream.APIError))
		doubt = doubt || !refused
		last, fault := n.lastOf(h.subject)
		switch {
		case fault != nil: // nobody answers
			n.config.Log.Warn("the cluster does not answer", "body", body, "error", errors.Join(err, fault))
		case last.id == id:
			h.last = last.seq
			return nil
		case body == "" && last.seq != h.last: // an earlier process of this node wrote, which has ended
			h.last = last.seq
		case last.seq != h.last:
			n.lose(body, h)
			return n.elsewhere(body)
		case refused && time.Since(begun) > n.config.Times.Answer: // not by a leader that is new
			if doubt {
				n.lose(body, h)
			}
			return fmt.Errorf("the cluster's servers refuse to keep it (%w): look at their disks, and at the limits of "+logStream, err)
		}
		time.Sleep(n.config.Times.Answer / 10)
	}
}

// put has the servers keep a message if the last of its subject is that one.
func (n *Node) put(ctx context.Context, m *nats.Msg, id string, last uint64) (*jetstream.PubAck, error) {
	return n.js.PublishMsg(ctx, m, jetstream.WithMsgID(id), jetstream.WithExpectLastSequencePerSubject(last), jetstream.WithRetryAttempts(0))
}

// lastMsg is the last message of a subject; the zero value when there is none.
type lastMsg struct {
	seq   uint64
	id    string
	epoch uint64
	at    time.Time
}

// lastOf reads the last message of a subject from the stream's leader.
func (n *Node) lastOf(subject string) (last lastMsg, err error) {
	ctx, cancel := n.soon()
	defer cancel()
	m, err := n.stream.GetLastMsgForSubject(ctx, subject)
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return last, nil
	}
	if err != nil {
		return last, err
	}
	epoch, _ := strconv.ParseUint(m.Header.Get(headEpoch), 10, 64)
	return lastMsg{m.Sequence, m.Header.Get(jetstream.MsgIDHeader), epoch, m.Time}, nil
}

// Follow implements journal.Stream.
func (n *Node) Follow(ctx context.Context, after uint64, take func(position uint64, batch []byte)) error {
	open := map[string]*pieces{}
	for ctx.Err() == nil {
		err := n.followOn(ctx, &after, open, take)
		if ctx.Err() != nil {
			break
		}
		n.config.Log.Warn("the cluster's log is followed anew", "after", after, "error", err)
		again.Pause(ctx, n.config.Times.Answer/4)
	}
	return nil
}

// leastBeat is the least that servers take for how often they are heard of. One that is
// silent for two beats is lost, and the log is read from another.
const leastBeat = 500 * time.Millisecond

// pieces are those of a batch that is not whole yet.
type pieces struct {
	last uint64
	data []byte
}

func (n *Node) followOn(ctx context.Context, after *uint64, open map[string]*pieces, take func(uint64, []byte)) error {
	var watch sync.WaitGroup
	defer watch.Wait()
	anew := n.nc.StatusChanged(nats.CONNECTED)
	defer n.nc.RemoveStatusListener(anew)
	ask, cancel := n.soon()
	c, err := n.stream.CreateConsumer(ask, jetstream.ConsumerConfig{
		DeliverPolicy: jetstream.DeliverByStartSequencePolicy, OptStartSeq: *after + 1, AckPolicy: jetstream.AckNonePolicy,
		MemoryStorage: true, Replicas: 1, InactiveThreshold: 10 * n.config.Times.Answer,
	})
	cancel()
	if err != nil {
		return err
	}
	list, err := c.Messages(jetstream.PullMaxMessages(500), jetstream.PullHeartbeat(max(n.config.Times.Answer, leastBeat)))
	if err != nil {
		return err
	}
	defer list.Stop()
	defer context.AfterFunc(ctx, list.Stop)()
	watch.Go(func() {
		if _, ok := <-anew; ok { // what was on its way when the connection broke is not sent again
			list.Stop()
		}
	})
	for next := uint64(1); ; next++ {
		m, err := list.Next()
		if err != nil {
			return err
		}
		meta, err := m.Metadata()
		if err != nil {
			return err
		}
		if meta.Sequence.Consumer != next {
			return errors.New("a part of it went missing on its way")
		}
		seq, head := meta.Sequence.Stream, m.Headers()
		p := open[m.Subject()]
		before, _ := strconv.ParseUint(head.Get(headBefore), 10, 64)
		switch {
		case before == 0: // what was begun there before is cut off
			p = nil
		case p == nil || p.last != before:
			if p, err = n.earlier(ctx, before); err != nil {
				return err
			}
		}
		switch {
		case before == 0 && head.Get(headMore) == "":
			take(seq, m.Data())
			delete(open, m.Subject())
		case head.Get(headMore) != "":
			if p == nil {
				p = &pieces{}
			}
			p.data, p.last = append(p.data, m.Data()...), seq
			open[m.Subject()] = p
			take(seq, nil)
		default:
			take(seq, append(p.data, m.Data()...))
			delete(open, m.Subject())
		}
		*after = seq
	}
}

// earlier reads the pieces of a batch up to one that came before the following began.
func (n *Node) earlier(ctx context.Context, last uint64) (*pieces, error) {
	var list [][]byte
	for seq := last; seq > 0; {
		m, err := n.stream.GetMsg(ctx, seq)
		if err != nil {
			return nil, fmt.Errorf("a piece of a batch: %w", err)
		}
		list = append(list, m.Data)
		seq, _ = strconv.ParseUint(m.Header.Get(headBefore), 10, 64)
	}
	p := &pieces{last: last}
	for i := len(list) - 1; i >= 0; i-- {
		p.data = append(p.data, list[i]...)
	}
	return p, nil
}
