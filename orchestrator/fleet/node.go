// SPDX-License-Identifier: MIT

package fleet

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/minehand/minehand/internal/again"
)

// What things are called in the cluster. The subject of a body's batches is
// minehand.log.b.BODY, that of a node's own minehand.log.n.NODE, where a node is
// asked for a body minehand.node.NODE, where all are, everyone, and what happens to a body
// is told at minehand.event.BODY; names are encoded.
const (
	logStream    = "minehand-log"
	logPrefix    = "minehand.log."
	nodePrefix   = "minehand.node."
	eventPrefix  = "minehand.event."
	everyone     = "minehand.nodes"
	leasesBucket = "minehand-nodes"
	bodiesBucket = "minehand-bodies"
)

// agreeing is how long the servers may take to be ready, and asking how long for one
// answer meanwhile.
const (
	agreeing = 2 * time.Minute
	asking   = 5 * time.Second
)

// kept is how long the log keeps a message. A node that was away for longer needs a new
// data folder.
const kept = 30 * 24 * time.Hour

// Times are those of leases. The zero value of each means its default.
type Times struct {
	// Renew is how often a lease is renewed (2 s), Silent after how long without that
	// its holder does nothing more (10 s), and Lease when others may take over (15 s).
	Renew, Silent, Lease time.Duration
	// Grace is how long a body's name waits for it after its node was lost (30 s).
	Grace time.Duration
	// Answer is how long a server may take for one answer (2 s).
	Answer time.Duration
}

func (t Times) withDefaults() Times {
	return Times{
		Renew: cmp.Or(t.Renew, 2*time.Second), Silent: cmp.Or(t.Silent, 10*time.Second), Lease: cmp.Or(t.Lease, 15*time.Second),
		Grace: cmp.Or(t.Grace, 30*time.Second), Answer: cmp.Or(t.Answer, 2*time.Second),
	}
}

// Scaled are the default times, each that many times as long.
func (t Times) Scaled(scale float64) Times {
	t = t.withDefaults()
	for _, d := range []*time.Duration{&t.Renew, &t.Silent, &t.Lease, &t.Grace} {
		*d = time.Duration(float64(*d) * scale)
	}
	return t
}

// Config says which cluster, and who this node is there.
type Config struct {
	// URL of one or more servers, with commas between.
	URL string
	// Credentials is a file of NATS credentials; empty for none.
	Credentials string
	// Node is this node's name, one for each data folder; empty for the computer's.
	Node string
	// Address is where clients reach this node.
	Address string
	// Folder keeps who this node is. The process has it to itself.
	Folder string
	Times  Times
	// Log; nil means silence.
	Log *slog.Logger
}

// Host is the Minehand that a node is. Its methods may be called from any goroutine.
type Host interface {
	// Present reports whether the body is connected here, or is waited for.
	Present(body string) bool
	// Recover takes up what the log has of a body up to a position; its owner before was
	// last heard of at alive.
	Recover(ctx context.Context, body string, position uint64, alive time.Time) error
	// LetGo ends what is done here for a body: while it is still this node's, and may
	// be written for (graceful), and once it is not.
	LetGo(body string, graceful bool)
	// Folded is up to where the history is.
	Folded() uint64
	// Call answers what Ask was given on another node.
	Call(ctx context.Context, call []byte) []byte
	// Doing says what each body of this node is doing, a line a body.
	Doing(ctx context.Context) []byte
	// Told takes in what another node told of one of its bodies (Tell). It does not wait.
	Told(event []byte)
}

// Node is one Minehand in a cluster. Its methods may be called from any goroutine.
type Node struct {
	config Config
	nc     *nats.Conn
	js     jetstream.JetStream
	stream jetstream.Stream
	born   int64  // when the stream was made
	last   uint64 // where it ended when this node joined
	leases jetstream.KeyValue
	bodies jetstream.KeyValue
	passes jetstream.KeyValue
	// run is this process, and batches counts its batches.
	run     string
	folder  string
	kept    bool // the folder has its name
	batches atomic.Uint64

	end    context.CancelFunc
	ended  sync.WaitGroup
	served []*nats.Subscription
	hush   context.CancelFunc // ends what Serve began

	mu   sync.Mutex
	host Host
	held map[string]*held
	// locks are held while a body changes hands.
	locks map[string]*lock
	// suspects are bodies whose owner was first seen lost at that time.
	suspects map[string]time.Time
	silent   map[string]bool // the nodes, encoded, that did not answer Gather the last time
	// revision of the lease, and when its last renewal was begun that succeeded.
	revision uint64
	renewed  time.Time
	closed   bool
	// ear hears what happens to other nodes' bodies, nil while nobody listens here; epochs are
	// the highest heard, by subject; listened is when another node last asked to be told.
	earMu    sync.Mutex
	ear      *nats.Subscription // guarded by earMu
	epochs   map[string]uint64
	listened time.Time
	// pass was made at passed.
	passMu sync.Mutex
	pass   string
	passed time.Time
}

// held is a body of this node, or, with its own subject, the node itself.
type held struct {
	mu      sync.Mutex
	subject string
	epoch   uint64
	last    uint64 // the last message of its subject
	since   time.Time
}

// lock is a mutex with a count of who wants it.
type lock struct {
	sync.Mutex
	wanted int
}

// encoded is a name as a part of subjects and keys.
func encoded(name string) string { return base64.RawURLEncoding.EncodeToString([]byte(name)) }

const identityFile = "cluster.id"

// identity is what tells this data folder from all others; kept is false where that is new.
func identity(dir string) (id string, kept bool, err error) {
	data, err := os.ReadFile(filepath.Join(dir, identityFile))
	if id = strings.TrimSpace(string(data)); dir != "" && err == nil && id != "" {
		return id, true, nil
	}
	if dir != "" && err != nil && !errors.Is(err, os.ErrNotExist) {
		return "", false, fmt.Errorf("who this node is cannot be read: %w", err)
	}
	return rand.Text(), dir == "", nil
}

// keepIdentity writes who this node is into its folder, once that is known to be fit.
func (n *Node) keepIdentity() error {
	if n.kept {
		return nil
	}
	if err := os.WriteFile(filepath.Join(n.config.Folder, identityFile), []byte(n.folder+"\n"), 0o600); err != nil {
		return fmt.Errorf("who this node is cannot be kept: %w", err)
	}
	return nil
}

// Join connects to a cluster, makes there what is missing, and takes this node's lease:
// when another process has it, that is waited for. Errors are sentences with the fix.
func Join(ctx context.Context, c Config) (_ *Node, err error) {
	c.Times = c.Times.withDefaults()
	c.Log = cmp.Or(c.Log, slog.New(slog.DiscardHandler))
	if c.Node == "" {
		if c.Node, err = os.Hostname(); err != nil {
			return nil, fmt.Errorf("this computer has no name: set cluster.node in the config: %w", err)
		}
	}
	n := &Node{config: c, run: rand.Text(), held: map[string]*held{}, locks: map[string]*lock{}, suspects: map[string]time.Time{},
		epochs: map[string]uint64{}}
	if n.folder, n.kept, err = identity(c.Folder); err != nil {
		return nil, err
	}
	if n.nc, err = connect(&c, "minehand "+c.Node, nats.Timeout(asking), nats.MaxReconnects(-1), nats.ReconnectWait(200*time.Millisecond),
		nats.FlusherTimeout(asking)); err != nil {
		return nil, fmt.Errorf("no NATS server of the cluster answers (%w): start one with `minehand-fleet cluster up` or `nats-server -js`, "+
			"or take cluster.url out of the config", err)
	}
	defer func() {
		if err != nil {
			n.nc.Close()
		}
	}()
	if err = n.open(ctx); err != nil {
		return nil, fmt.Errorf("the cluster cannot be used: %w", err)
	}
	if err = n.acquire(ctx); err != nil {
		return nil, err
	}
	running, end := context.WithCancel(context.Background())
	n.end = end
	n.ended.Go(func() { n.renew(running) })
	return n, nil
}

// connect connects to the servers of a config.
func connect(c *Config, name string, options ...nats.Option) (*nats.Conn, error) {
	options = append(options, nats.Name(name))
	if c.Credentials != "" {
		options = append(options, nats.UserCredentials(c.Credentials))
	}
	return nats.Connect(c.URL, options...)
}

// open makes stream and buckets, or takes those that are there.
func (n *Node) open(ctx context.Context) (err error) {
	if n.js, err = jetstream.New(n.nc, jetstream.WithDefaultTimeout(n.config.Times.Answer)); err != nil {
		return err
	}
	replicas := 1
	if n.nc.ConnectedClusterName() != "" {
		replicas = 3
	}
	ctx, cancel := context.WithTimeout(ctx, agreeing)
	defer cancel()
	for { // servers that have just been started take a while to agree, and lose what they are asked
		once, over := context.WithTimeout(ctx, asking)
		err = n.make(once, replicas)
		over()
		if err == nil || ctx.Err() != nil {
			break
		}
		n.config.Log.Info("the cluster is not ready", "error", err)
		again.Pause(ctx, 500*time.Millisecond)
	}
	if err != nil {
		return err
	}
	info, err := n.stream.Info(ctx)
	if err != nil {
		return err
	}
	n.born = info.Created.UnixNano()
	if info.State.Msgs > 0 { // what is too old is gone, and is not waited for
		n.last = info.State.LastSeq
	}
	return nil
}

func (n *Node) make(ctx context.Context, replicas int) (err error) {
	if n.stream, err = n.js.Stream(ctx, logStream); errors.Is(err, jetstream.ErrStreamNotFound) {
		// Reads of a subject's last message are the leader's: no AllowDirect.
		n.stream, err = n.js.CreateStream(ctx, jetstream.StreamConfig{
			Name: logStream, Subjects: []string{logPrefix + ">"}, Storage: jetstream.FileStorage, Replicas: replicas, MaxAge: kept,
		})
	}
	if errors.Is(err, nats.ErrNoResponders) || errors.Is(err, jetstream.ErrJetStreamNotEnabled) {
		return errors.New("its servers have no JetStream: start them with `-js`")
	}
	bucket := func(name string, ttl time.Duration) (kv jetstream.KeyValue, err error) {
		if kv, err = n.js.KeyValue(ctx, name); errors.Is(err, jetstream.ErrBucketNotFound) {
			kv, err = n.js.CreateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: name, TTL: ttl, Replicas: replicas})
		}
		return kv, err
	}
	if err == nil {
		n.leases, err = bucket(leasesBucket, n.config.Times.Lease)
	}
	if err == nil {
		n.bodies, err = bucket(bodiesBucket, 0)
	}
	if err == nil {
		n.passes, err = bucket(passesBucket, passTime)
	}
	return err
}

// soon bounds one question to the servers.
func (n *Node) soon() (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.Background(), n.config.Times.Answer)
}

// Times are those of its lease.
func (n *Node) Times() Times { return n.config.Times }

// Name is this node's name in the cluster.
func (n *Node) Name() string { return n.config.Node }

// Serve has the node answer others, and a host do what follows. From then on the folder is
// this node's.
func (n *Node) Serve(h Host) error {
	if err := n.keepIdentity(); err != nil {
		return err
	}
	n.mu.Lock()
	n.host = h
	n.mu.Unlock()
	var ctx context.Context
	ctx, n.hush = context.WithCancel(context.Background())
	for subject, answer := range map[string]nats.MsgHandler{
		nodePrefix + encoded(n.config.Node): func(m *nats.Msg) { n.ended.Go(func() { n.answer(ctx, m) }) },
		everyone:                            func(m *nats.Msg) { n.asked(ctx, m) },
	} {
		s, err := n.nc.Subscribe(subject, answer)
		if err != nil {
			return err
		}
		n.served = append(n.served, s)
	}
	return nil
}

func (n *Node) hosted() Host {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.host
}

// Close leaves the cluster. What the host had to write it has written.
func (n *Node) Close() error {
	n.mu.Lock()
	was := n.closed
	n.closed = true
	revision := n.revision
	n.mu.Unlock()
	if was {
		return nil
	}
	n.Listen(false)
	for _, s := range n.served {
		_ = s.Unsubscribe()
	}
	if n.hush != nil {
		n.hush()
	}
	n.end()
	n.ended.Wait()
	ctx, cancel := n.soon()
	defer cancel()
	err := n.leases.Delete(ctx, encoded(n.config.Node), jetstream.LastRevision(revision))
	n.nc.Close()
	if err != nil {
		n.config.Log.Info("the lease was not given back and ends by itself", "error", err)
	}
	return nil
}
