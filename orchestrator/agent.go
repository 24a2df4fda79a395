package orchestrator

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/minehand/minehand/game"
)

// What takes an agent out of what it is doing. Every blocking call of an agent
// returns one of these, an *ending, or nil.
var (
	errShutdown = errors.New("shutting down")
	errStop     = errors.New("stop was asked for")
	errLimit    = errors.New("a limit was reached")
	errPause    = errors.New("pause was asked for")
	errSkip     = errors.New("skip was asked for")
	errLost     = errors.New("the session is gone")
	errPark     = errors.New("a person has to resume")
)

// ending ends a task.
type ending struct {
	state  State
	reason string
}

func (e *ending) Error() string { return e.reason }

// requests are what clients want from the agent.
type requests struct {
	stop, pause, resume, skip bool
	// first is the goal that stop ends when none was at hand: it would have begun
	// next.
	first *run
	// limit is the sentence of a limit that was reached.
	limit string
	// answer to the plan that waits for approval.
	answer *answer
	// rows are queued tasks that were held or released, to be journalled.
	rows bool
	// debt: a stop that is owed is not in the journal yet.
	debt bool
}

// agent is one body's worker: a goroutine (run), a queue, a current task.
type agent struct {
	id  string
	o   *Orchestrator
	log *slog.Logger
	// wake has room for one nudge.
	wake chan struct{}
	// telling holds the latest line for the body; told one at a time.
	telling chan struct{}

	// calls is held while a client's call changes the queue and journals that.
	calls sync.Mutex

	mu    sync.Mutex
	ctx   context.Context // of run; nil before
	body  Body
	cur   *run
	queue []*run
	// parked are interrupted tasks that wait for a person, newest last.
	parked []*run
	// last is the task that ended last.
	last *Task
	req  requests
	// op is the context of the blocking call at hand; requests that interrupt
	// cancel it.
	op         context.Context
	cancelOp   context.CancelFunc
	line       game.TaskStatus
	progress   *game.Progress
	progressAt time.Time
	// fault is the journal's sentence while it cannot be written.
	fault string
	// stood is where the body was last seen alive.
	stood *game.State
	// left is when the body's session ended; retired: the agent was let go of, and
	// retire ends its goroutines.
	left    time.Time
	retired bool
	retire  context.CancelFunc
	// reserved are places in the queue of goals that are being journalled.
	reserved int
	// owes: the body is to be stopped before anything else is sent to it. owed is
	// when that stop was given, as the journal has it; zero when it has it not.
	owes bool
	owed time.Time

	// Owned by the goroutine.
	pending  Batch
	chat     *rate.Limiter
	accepted map[string]bool // cautions a person said yes to
	sampled  time.Time
	limit    *time.Timer
	told     Body // of the stop that it is owed
}

// run is one task with what the agent needs to work on it. Fields of the first
// group are written by the agent under agent.mu and read by clients.
type run struct {
	task    Task
	rounds  []Round
	actions []Action
	moves   []Move

	// Owned by the agent.
	plan    game.Plan
	planned bool
	// approved: this round's plan may run.
	approved bool
	step     int
	history  []game.Attempt
	exclude  []game.Exclusion
	// repeating: the step at hand is sent a second time.
	repeating bool
	// nearer: this round brought the goal nearer; highs are the most that was
	// held of wanted items.
	nearer bool
	highs  map[string]int
	// failedAt is the history index of the first failure of this round, or -1.
	failedAt int
	// why is the reason for the coming round.
	why string
	// badReplies counts plans of re-planning that could not be used.
	badReplies int
	// open is the action whose end is unknown since a restart or an outage.
	open int // index in actions, or -1
	// lost is when the body was last seen before an interruption.
	lost time.Time
	// activeFrom is when the clock of unattended work started; zero when it
	// stands.
	activeFrom time.Time
	// best is the furthest that the goal's checks were met.
	best int
	// places is what is known of a world that has no name.
	places *landmarks
}

func newRun(t Task) *run { return &run{task: t, failedAt: -1, open: -1, places: newLandmarks()} }

func newAgent(o *Orchestrator, id string) *agent {
	return &agent{
		id: id, o: o, log: o.log.With("body", id),
		wake: make(chan struct{}, 1), telling: make(chan struct{}, 1),
		accepted: make(map[string]bool), chat: rate.NewLimiter(rate.Every(chatEvery), chatBurst),
	}
}

// Chat lines are sent at most one a second after the first five: servers
// disconnect players who write faster (rule 16).
const (
	chatEvery = time.Second
	chatBurst = 5
)

func (a *agent) nudge() {
	select {
	case a.wake <- struct{}{}:
	default:
	}
}

// run is the agent's goroutine.
func (a *agent) run(ctx context.Context) {
	a.mu.Lock()
	a.ctx = ctx
	a.op, a.cancelOp = context.WithCancel(ctx)
	a.mu.Unlock()
	defer func() {
		a.mu.Lock()
		a.cancelOp()
		a.mu.Unlock()
	}()
	for {
		r, recovered := a.next(ctx)
		if r == nil {
			return
		}
		a.perform(r, recovered)
	}
}

// rest stops a body that works on no task of ours.
func (a *agent) rest(body Body) {
	if body == nil {
		return
	}
	body.Stop()
	ctx, cancel := context.WithTimeout(a.ctx, settleTime)
	defer cancel()
	if err := body.Settle(ctx); err != nil {
		a.log.Warn("body did not come to rest after a stop", "error", err)
	}
}

// settleTime bounds a settling from outside: the body's own limit is 5 s, and
// counts only while the line is up (rule 6).
const settleTime = 45 * time.Second

// interruption returns why the agent has to leave what it is doing, or nil.
func (a *agent) interruption() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.interruptionLocked()
}

func (a *agent) interruptionLocked() error {
	switch {
	case a.ctx.Err() != nil:
		return errShutdown
	case a.req.stop:
		return errStop
	case a.req.limit != "":
		return errLimit
	case a.req.pause:
		return errPause
	case a.req.skip:
		return errSkip
	}
	return nil
}

// operation returns the context for a blocking call. It has ended when a
// request waits that interrupts.
func (a *agent) operation() context.Context {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.op.Err() != nil && a.interruptionLocked() == nil {
		a.op, a.cancelOp = context.WithCancel(a.ctx)
	}
	return a.op
}

// interrupt wakes the agent out of a blocking call; a.mu is held.
func (a *agent) interrupt() {
	if a.cancelOp != nil {
		a.cancelOp()
	}
	a.nudge()
}

// current returns the body, nil when its session is gone. A body is never
// called under a.mu: it calls back under locks of its own.
func (a *agent) current() Body {
	a.mu.Lock()
	body := a.body
	a.mu.Unlock()
	if body == nil || body.Link().State == game.LinkGone {
		return nil
	}
	return body
}

// sleep waits for d; it returns early with the interruption.
func (a *agent) sleep(d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	op := a.operation()
	select {
	case <-t.C:
		return nil
	case <-op.Done():
		return a.interruption()
	}
}

// tellEvery is the least time between two lines for a body.
const tellEvery = 50 * time.Millisecond

// tell hands the latest line of the task to the body, off the agent's path;
// lines in between may be lost, the last one never is.
func (a *agent) tell(ctx context.Context) {
	pace := time.NewTimer(0)
	defer pace.Stop()
	for {
		select {
		case <-pace.C:
		case <-ctx.Done():
			return
		}
		select {
		case <-a.telling:
		case <-ctx.Done():
			return
		}
		a.mu.Lock()
		line, body := a.line, a.body
		a.mu.Unlock()
		if body != nil {
			body.Tell(line)
		}
		pace.Reset(tellEvery)
	}
}

// say sets the line; a.mu is held.
func (a *agent) say(line game.TaskStatus) {
	a.line = line
	select {
	case a.telling <- struct{}{}:
	default:
	}
}
