package planner

import (
	"slices"
	"sync"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/planner/goalread"
	"github.com/minehand/minehand/planner/techtree"
)

// Config holds the wishes that hold for all plans. Its zero value works.
type Config struct {
	// Version overrides the version that bodies name; empty follows the body.
	Version string
	// Deny lists kinds that no plan may hold; Allow, when not empty, the only
	// ones it may.
	Deny, Allow []game.Kind
}

// Book keeps the rules of every version in use. It may be used from any number
// of goroutines; the zero value is not usable, see NewBook.
type Book struct {
	config Config

	mu    sync.Mutex
	rules map[string]*rules
}

// rules are what is compiled once per version.
type rules struct {
	version *data.Version
	solver  *techtree.Solver
	reader  *goalread.Reader
}

// NewBook makes an empty book.
func NewBook(config Config) *Book { return &Book{config: config, rules: map[string]*rules{}} }

func (b *Book) open(version string) (*rules, string, error) {
	v, err := data.Load(version)
	if err != nil {
		// A body that names no version we can read plays the default.
		if v, err = data.Load(""); err != nil {
			return nil, "", err
		}
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	r := b.rules[v.Name]
	if r == nil {
		r = &rules{version: v, solver: techtree.New(v), reader: goalread.New(v)}
		b.rules[v.Name] = r
	}
	return r, v.Notice(), nil
}

// Desk is where one request is worked on: the rules of its version, its body,
// its state. It is used by one goroutine.
type Desk struct {
	rules  *rules
	config Config
	req    game.Request
	// closed plans from what is held alone, freeFuel leaves fuel out of account.
	closed, freeFuel bool
	// Notice says when another version's rules stand in.
	Notice string
	// notices say what a plan looks for farther away.
	notices []string
	// taken are the places that the builds of the goal being read take up.
	taken map[game.Pos]bool
	// placing are the containers that the goal being read sets up.
	placing map[string]bool
	// next is what the goal being read needs another round for.
	next string
}

// Desk opens a desk for a request.
func (b *Book) Desk(req game.Request) (*Desk, error) {
	version := b.config.Version
	if version == "" {
		version = req.Body.Version
	}
	r, notice, err := b.open(version)
	if err != nil {
		return nil, err
	}
	if req.Baseline.Inventory == nil {
		req.Baseline = game.BaselineOf(&req.State)
	}
	req.Exclude = standing(req.Exclude, req.History)
	return &Desk{rules: r, config: b.config, req: req, Notice: notice}, nil
}

// Version is the version whose rules the desk works by.
func (d *Desk) Version() *data.Version { return d.rules.version }

// Can reports whether the body has the kind and no list denies it.
func (d *Desk) Can(k game.Kind) bool {
	return d.req.Body.Can(k) && !d.denied(k)
}

func (d *Desk) denied(k game.Kind) bool {
	if slices.Contains(d.config.Deny, k) {
		return true
	}
	return len(d.config.Allow) > 0 && !slices.Contains(d.config.Allow, k)
}

// problem is what the solver is asked from a symbolic state.
func (d *Desk) problem(l *ledger, wants ...techtree.Want) techtree.Problem {
	p := techtree.Problem{
		Wants: wants, Stock: l.stacks(), Stations: l.stationsAtHand(), Can: d.Can, Seen: d.seen(),
		Fuel: d.req.Body.CanField(game.Smelt, "fuel"), Until: d.req.Body.CanField(game.Mine, "until"),
		Exclude: d.req.Exclude, Dimension: game.Name(d.req.State.Dimension), Closed: d.closed, FreeFuel: d.freeFuel,
	}
	return p
}

// seen lists what is in view with its distance.
func (d *Desk) seen() map[string]float64 {
	n := d.req.State.Nearby
	if n == nil {
		return nil
	}
	seen := make(map[string]float64, len(n.Blocks)+len(n.Entities))
	for _, list := range [...][]game.Sight{n.Blocks, n.Entities} {
		for _, s := range list {
			name, dist := game.Name(s.Name), d.distance(s)
			if old, ok := seen[name]; !ok || dist < old {
				seen[name] = dist
			}
		}
	}
	return seen
}

func (d *Desk) distance(s game.Sight) float64 {
	if s.Distance > 0 || d.req.State.Position == nil {
		return s.Distance
	}
	return d.req.State.Position.Distance(game.Vec3{X: s.X, Y: s.Y, Z: s.Z})
}
