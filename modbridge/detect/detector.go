// SPDX-License-Identifier: MIT

package detect

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"net"
	"net/netip"
	"slices"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Config holds what is optional; the zero value works.
type Config struct {
	// Source is where processes come from. Default: this computer.
	Source Source
	// ReadFile reads what launchers wrote of their instances. Paths are those of
	// the processes. Default: regular files of this computer, up to 1 MiB.
	ReadFile func(path string) ([]byte, error)
	// Ping asks a world on loopback for its status. Default: Ping.
	Ping func(ctx context.Context, at netip.AddrPort) (World, error)
	// Now is the clock. Default: time.Now.
	Now func() time.Time
}

// Times of a Detector.
const (
	// lookAgain is when a process is read again after the first time, in case it
	// became another program or its pid another process; the wait doubles up to
	// lookAgainMost.
	lookAgain     = time.Second
	lookAgainMost = 16 * time.Second
	// sameStart is how far two readings of one process's start may differ, where
	// the system counts it from a boot time that it rounds.
	sameStart = 2500 * time.Millisecond
	// portsFor is how long a process's listening ports are taken as they were.
	portsFor = time.Second
	// pingFor is how long a world's answer holds. A port that gave none is left
	// alone for as long, then for twice that and so on up to silenceMost: it may
	// be a server that is starting, or no world at all.
	pingFor     = 5 * time.Second
	silenceMost = time.Minute
	// pingLimit is how long a port may take to answer.
	pingLimit = 500 * time.Millisecond
	// maxPorts is how many ports of one process are asked.
	maxPorts = 16
	// tableFor is how long the table of sockets holds for one that is in it. For
	// one that is not it is read again, at most missBurst times at once and once
	// every missEvery.
	tableFor  = time.Second
	missEvery = 100 * time.Millisecond
	missBurst = 10
)

// Detector keeps what it read of processes between scans: a scan opens new ones
// only, and those whose reading is due again. Its methods may be called from any
// goroutine; calls wait for each other.
type Detector struct {
	cfg Config

	mu         sync.Mutex
	seen       map[int32]*seen
	unreadable int

	tableMu sync.Mutex
	table   map[ends]int32 // of sockets, from their own end
	read    time.Time
	misses  *rate.Limiter
}

// seen is what is kept of a process.
type seen struct {
	reading reading
	// details and profile are of a recognised process.
	details Details
	profile string
	// denied: it runs Java, and the system does not show its arguments.
	denied bool
	due    time.Time
	wait   time.Duration

	ports   []netip.AddrPort
	portsAt time.Time
	worlds  map[netip.AddrPort]answer
}

// answer is what a port said to a ping.
type answer struct {
	world World
	ok    bool
	wait  time.Duration
	until time.Time
}

func (s *seen) minecraft() bool {
	return s.reading.kind == kindClient || s.reading.kind == kindServer
}

// New returns a Detector. It starts nothing.
func New(cfg Config) *Detector {
	if cfg.Source == nil {
		cfg.Source = System{}
	}
	if cfg.ReadFile == nil {
		cfg.ReadFile = readRegular
	}
	if cfg.Ping == nil {
		cfg.Ping = Ping
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	return &Detector{cfg: cfg, seen: map[int32]*seen{}, misses: rate.NewLimiter(rate.Every(missEvery), missBurst)}
}

// Scan returns the Minecraft instances that run, by pid, with the worlds that
// they hold open; Bodies is empty, for who is registered is the bridge's to
// say. A process that ends meanwhile, or that the system does not show, is left
// out; an error means that no process could be listed at all.
func (d *Detector) Scan(ctx context.Context) ([]Instance, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	pids, err := d.cfg.Source.PIDs(ctx)
	if err != nil {
		return nil, fmt.Errorf("the system does not list its processes: %w", err)
	}
	d.refresh(ctx, pids)
	found := d.instances()
	d.askPorts(ctx, found)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	list := make([]Instance, 0, len(found))
	for _, pid := range found {
		list = append(list, d.seen[pid].instance(pid))
	}
	return list, nil
}

// Identify reads one process, without asking for its worlds. It is not ok when
// the process is no Minecraft, or gone.
func (d *Detector) Identify(ctx context.Context, pid int32) (Instance, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	s := d.look(ctx, pid, nil)
	if s == nil || !s.minecraft() {
		return Instance{}, false
	}
	return s.instance(pid), true
}

// Unreadable is how many Java processes the last Scan could not read the
// arguments of: they belong to another user, or run as administrator.
func (d *Detector) Unreadable() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.unreadable
}

// refresh brings seen up to the list of pids.
func (d *Detector) refresh(ctx context.Context, pids []int32) {
	now := d.cfg.Now()
	running := make(map[int32]struct{}, len(pids))
	d.unreadable = 0
	for _, pid := range pids {
		running[pid] = struct{}{}
		s := d.seen[pid]
		if s == nil || !now.Before(s.due) || s.minecraft() && !d.same(ctx, pid, s) {
			if s = d.look(ctx, pid, s); s == nil {
				delete(d.seen, pid)
				continue
			}
			s.wait = min(max(2*s.wait, lookAgain), lookAgainMost)
			s.due = now.Add(s.wait)
			d.seen[pid] = s
		}
		if s.denied {
			d.unreadable++
		}
	}
	maps.DeleteFunc(d.seen, func(pid int32, _ *seen) bool { _, ok := running[pid]; return !ok })
}

// same reports whether the pid is still the process that was read.
func (d *Detector) same(ctx context.Context, pid int32, s *seen) bool {
	details, err := d.cfg.Source.Details(ctx, pid)
	return err == nil && s.details.sameStart(details)
}

func (a Details) sameStart(b Details) bool {
	return time.Duration(max(a.Started-b.Started, b.Started-a.Started))*time.Millisecond <= sameStart
}

// look reads a process, and returns nil when it is gone. before is what was
// read of this pid earlier, if anything.
func (d *Detector) look(ctx context.Context, pid int32, before *seen) *seen {
	p, err := d.cfg.Source.Process(ctx, pid)
	if err != nil {
		return nil
	}
	s := &seen{}
	if len(p.Args.argv) == 0 {
		s.denied = isJava(program(p.Name))
		if r, ok := natives[program(p.Name)]; ok {
			s.reading = r
		}
	} else {
		s.reading = read(p.Args)
	}
	if before != nil {
		s.wait = before.wait
	}
	if !s.minecraft() && !s.reading.serverJar && len(s.reading.argumentFiles) == 0 {
		return s
	}
	if s.details, err = d.cfg.Source.Details(ctx, pid); err != nil {
		return nil
	}
	s.profile = s.reading.look(s.details, d.cfg.ReadFile)
	switch {
	case before == nil:
	case before.details.sameStart(s.details):
		s.ports, s.portsAt, s.worlds = before.ports, before.portsAt, before.worlds
	default: // another process under the same pid
		s.wait = 0
	}
	return s
}

// instances are the pids of what was recognised, in order, without the
// programs that only wait for one of the others.
func (d *Detector) instances() []int32 {
	var found []int32
	outer := map[int32]bool{}
	for pid, s := range d.seen {
		if !s.minecraft() {
			continue
		}
		found = append(found, pid)
		if p := d.seen[s.details.Parent]; p != nil && p.reading.within {
			outer[s.details.Parent] = true
		}
	}
	found = slices.DeleteFunc(found, func(pid int32) bool { return outer[pid] })
	slices.Sort(found)
	return found
}

// askPorts finds the worlds of the processes: their listening ports, as far as
// loopback reaches them, and what answers a ping there.
func (d *Detector) askPorts(ctx context.Context, pids []int32) {
	now := d.cfg.Now()
	var open []question
	for _, pid := range pids {
		s := d.seen[pid]
		if s.reading.bedrock {
			continue
		}
		d.lookForPorts(ctx, s, pid, now)
		maps.DeleteFunc(s.worlds, func(at netip.AddrPort, _ answer) bool { return !slices.Contains(s.ports, at) })
		for _, at := range s.ports {
			if a, asked := s.worlds[at]; !asked || !now.Before(a.until) {
				open = append(open, question{s, at})
			}
		}
	}
	answers := make([]answer, len(open))
	var wg sync.WaitGroup
	for i, q := range open {
		wg.Go(func() { answers[i] = d.ask(ctx, q, now) })
	}
	wg.Wait()
	if ctx.Err() != nil {
		return // silence says nothing of the ports then
	}
	for i, q := range open {
		if q.s.worlds == nil {
			q.s.worlds = map[netip.AddrPort]answer{}
		}
		q.s.worlds[q.at] = answers[i]
	}
}

// loopbackPorts are the listening ports that can be reached on loopback, each
// once, IPv4 before IPv6.
func loopbackPorts(sockets []Socket) []netip.AddrPort {
	var list []netip.AddrPort
	for _, s := range sockets {
		ip := s.Local.Addr().Unmap()
		switch {
		case !s.Listening || !s.Local.IsValid() || s.Local.Port() == 0:
			continue
		case ip.IsUnspecified() && ip.Is4():
			ip = netip.AddrFrom4([4]byte{127, 0, 0, 1})
		case ip.IsUnspecified():
			// On most systems such a socket takes IPv4 as well; ::1 is sure.
			ip = netip.IPv6Loopback()
		case !ip.IsLoopback():
			continue
		}
		list = append(list, netip.AddrPortFrom(ip, s.Local.Port()))
	}
	slices.SortFunc(list, func(a, b netip.AddrPort) int {
		return cmp.Or(cmp.Compare(a.Port(), b.Port()), a.Addr().Compare(b.Addr()))
	})
	list = slices.CompactFunc(list, func(a, b netip.AddrPort) bool { return a.Port() == b.Port() })
	return list[:min(len(list), maxPorts)]
}

// instance is the process as it is told.
func (s *seen) instance(pid int32) Instance {
	in := s.reading.instance(pid, s.profile)
	for _, at := range s.ports {
		a := s.worlds[at]
		if !a.ok {
			continue
		}
		a.world.Kind = "lan"
		if in.Role == Server {
			a.world.Kind = "server"
		}
		in.Worlds = append(in.Worlds, a.world)
	}
	if in.Version == "" && len(in.Worlds) > 0 { // a server names its version itself
		if found := inWords().FindString(in.Worlds[0].Version); found != "" {
			in.Version, in.VersionHint = found, ""
			in.name(s.profile)
		}
	}
	return in
}

// PIDOf returns the process at the other end of a socket of this computer, by
// that end's address and this one's: for a body's connection its RemoteAddr and
// LocalAddr. One alone does not tell: two programs that connect to two others may
// do so from the same port. It is not ok when the address is not on loopback, both are
// one, as no two programs' are, or the system does not tell.
func (d *Detector) PIDOf(ctx context.Context, remote, local net.Addr) (pid int32, ok bool) {
	at := ends{endOf(remote), endOf(local)}
	if !at.from.Addr().IsLoopback() || at.from == at.to {
		return 0, false
	}
	d.tableMu.Lock()
	defer d.tableMu.Unlock()
	now := d.cfg.Now()
	if pid, ok = d.table[at]; d.table == nil || now.Sub(d.read) >= tableFor || !ok && d.misses.AllowN(now, 1) {
		if d.readTable(ctx) != nil {
			return 0, false
		}
		pid, ok = d.table[at]
	}
	return pid, ok
}

// ends are the addresses of a connection.
type ends struct{ from, to netip.AddrPort }

// endOf is the zero value for what is no address of a network.
func endOf(a net.Addr) netip.AddrPort {
	if a == nil {
		return netip.AddrPort{}
	}
	at, err := netip.ParseAddrPort(a.String())
	if err != nil {
		return netip.AddrPort{}
	}
	return netip.AddrPortFrom(at.Addr().Unmap(), at.Port())
}

func (d *Detector) readTable(ctx context.Context) error {
	sockets, err := d.cfg.Source.Sockets(ctx, 0)
	if err != nil {
		return err
	}
	d.table, d.read = make(map[ends]int32, len(sockets)), d.cfg.Now()
	for _, s := range sockets {
		if s.PID != 0 && !s.Listening && s.Local.Addr().IsLoopback() {
			d.table[ends{s.Local, s.Remote}] = s.PID
		}
	}
	return nil
}

// question is a port of a program that is asked for its world.
type question struct {
	s  *seen
	at netip.AddrPort
}

// lookForPorts reads anew which ports a program listens on, unless that was done lately.
func (d *Detector) lookForPorts(ctx context.Context, s *seen, pid int32, now time.Time) {
	if now.Sub(s.portsAt) < portsFor && !s.portsAt.IsZero() {
		return
	}
	if sockets, err := d.cfg.Source.Sockets(ctx, pid); err == nil {
		s.ports, s.portsAt = loopbackPorts(sockets), now
	}
}

// ask asks a port for its world; one that does not answer is asked less and less often.
func (d *Detector) ask(ctx context.Context, q question, now time.Time) answer {
	ctx, cancel := context.WithTimeout(ctx, pingLimit)
	defer cancel()
	w, err := d.cfg.Ping(ctx, q.at)
	a := answer{world: w, ok: err == nil, wait: pingFor}
	if last := q.s.worlds[q.at]; err != nil && !last.ok {
		a.wait = min(max(2*last.wait, pingFor), silenceMost)
	}
	a.until = now.Add(a.wait)
	return a
}
