// SPDX-License-Identifier: MIT

package room

import (
	"math"
	"math/rand/v2"
	"slices"
)

// What served best for the made-up things of docs/EVALUATION.md.
const (
	// tries is into how many searches the looks are divided.
	tries = 4
	// hot and cold are how much worse an order may become in one change, at first and
	// at last, with a chance of one in e.
	hot, cold = 1, 0.2
	// together is how often batches are moved with what belongs to them, and mostOf how
	// many crafts are made sooner at once.
	together, mostOf = 0.5, 40
	// near is how far from a chosen turn the next few changes are made, and stay how
	// many these are.
	near, stay = 4, 30
)

// The ways in which turns are moved.
const (
	later = iota
	sooner
)

// search is an order that is changed.
type search struct {
	rnd *rand.Rand
	// users are the crafts that take what a craft gives.
	users [][]int32
	turns []Turn
	// over is by how much the slots are exceeded at each turn, sum by how much at all.
	over []int32
	sum  int32
	// st is the state before turn at.
	st *state
	at int
	// changed is what a stretch of turns would become, overs what over would.
	changed, moved []Turn
	overs          []int32
	// late is how many batches of each turn are moved, from the last on; lacks what is
	// not needed any more of each item then.
	late, lacks []int32
	// among marks the crafts of group.
	among []bool
	group []int32
}

func newSearch(p *Problem, users [][]int32, turns []Turn, seed uint64) *search {
	s := &search{rnd: rand.New(rand.NewPCG(seed, 0)), users: users, turns: turns, st: newState(p),
		among: make([]bool, len(p.Crafts)), lacks: make([]int32, len(p.Held))}
	for _, t := range turns {
		over := s.do(t)
		s.over = append(s.over, over)
		s.sum += over
		s.at++
	}
	return s
}

// do runs a turn; a negative answer means that something was missing.
func (s *search) do(t Turn) int32 {
	most, ok := s.st.do(t)
	if !ok {
		return -1
	}
	return max(0, most-s.st.p.Slots)
}

// seek goes to the state before a turn.
func (s *search) seek(at int) {
	for ; s.at < at; s.at++ {
		s.st.do(s.turns[s.at])
	}
	for s.at > at {
		s.at--
		s.st.undo(s.turns[s.at])
	}
}

// anneal makes so many changes, and reports whether the slots suffice then.
func (s *search) anneal(ended func() bool, looks int) bool {
	heat, reach, about := 0.0, 0.0, 0
	for look := 0; look < looks && s.sum > 0; look++ {
		if look%1024 == 0 {
			if ended() {
				return false
			}
			heat = hot * math.Pow(cold/hot, float64(look)/float64(looks))
			reach = math.Log2(float64(len(s.turns)))
		}
		if look%stay == 0 {
			about = s.somewhere()
		}
		from := about + s.rnd.IntN(2*near+1) - near
		far, way := int(math.Exp2(s.rnd.Float64()*reach)), s.rnd.IntN(2)
		if way == sooner {
			far = -far
		}
		if to := from + far; min(from, to) >= 0 && max(from, to) < len(s.turns) && far != 0 {
			s.change(from, to, way, heat)
		}
	}
	return s.sum == 0
}

// somewhere is a turn, rather one at which the slots do not suffice.
func (s *search) somewhere() int {
	at := 0
	for range 4 {
		if at = s.rnd.IntN(len(s.turns)); s.over[at] > 0 {
			break
		}
	}
	return at
}

// change looks at one change and makes it, unless it is too bad.
func (s *search) change(from, to, way int, heat float64) {
	low, high := min(from, to), max(from, to)
	s.changed = s.changed[:0]
	switch group := s.rnd.Float64() < together; {
	case !group:
		s.moveOne(from, to)
	case way == later:
		low = max(0, from-(to-from))
		s.delay(from, low, high)
	default:
		high = min(len(s.turns)-1, from+(from-to))
		s.hasten(s.turns[from].Craft, low, high)
	}
	s.seek(low)
	was := int32(0)
	for _, over := range s.over[low : high+1] {
		was += over
	}
	most := was + int32(-heat*math.Log(1-s.rnd.Float64()))
	now := int32(0)
	s.overs = s.overs[:0]
	for n, t := range s.changed {
		over := s.do(t)
		if now += over; over < 0 || now > most {
			for ; n >= 0; n-- {
				s.st.undo(s.changed[n])
			}
			return
		}
		s.overs = append(s.overs, over)
	}
	s.turns = slices.Replace(s.turns, low, high+1, s.changed...)
	s.over = slices.Replace(s.over, low, high+1, s.overs...)
	s.at, s.sum = low+len(s.changed), s.sum+now-was
}

// put adds a turn to what the stretch would become.
func (s *search) put(t Turn) {
	if n := len(s.changed); n > 0 && s.changed[n-1].Craft == t.Craft {
		s.changed[n-1].N += t.N
	} else if t.N > 0 {
		s.changed = append(s.changed, t)
	}
}

// moveOne moves some batches of a turn to another place.
func (s *search) moveOne(from, to int) {
	t := s.turns[from]
	switch s.rnd.IntN(3) {
	case 0:
		t.N = 1
	case 1:
		t.N = 1 + s.rnd.Int32N(t.N)
	}
	rest := Turn{t.Craft, s.turns[from].N - t.N}
	if from < to {
		s.put(rest)
		for _, u := range s.turns[from+1 : to+1] {
			s.put(u)
		}
		s.put(t)
		return
	}
	s.put(t)
	for _, u := range s.turns[to:from] {
		s.put(u)
	}
	s.put(rest)
}

// delay moves some batches of a turn to the end of a stretch, and before it what was
// made for them alone.
func (s *search) delay(from, low, high int) {
	clear(s.lacks)
	s.moved = s.moved[:0]
	s.late = s.late[:0]
	likely := s.rnd.Float64()
	for i := from; i >= low; i-- {
		t, n := s.turns[i], int32(0)
		c := &s.st.p.Crafts[t.Craft]
		switch {
		case i == from && s.rnd.IntN(2) == 0:
			n = 1 + s.rnd.Int32N(t.N)
		case i == from:
			n = t.N
		case s.rnd.Float64() < likely:
			n = t.N
			for _, a := range c.Gives {
				n = min(n, s.lacks[a.Item]/a.N)
			}
		}
		if n = max(n, 0); n > 0 {
			for _, a := range c.Gives {
				s.lacks[a.Item] -= a.N * n
			}
			for _, a := range c.Takes {
				s.lacks[a.Item] += a.N * n
			}
			s.moved = append(s.moved, Turn{t.Craft, n})
		}
		s.late = append(s.late, n)
	}
	for i := low; i <= high; i++ {
		t := s.turns[i]
		if i <= from {
			t.N -= s.late[from-i]
		}
		s.put(t)
	}
	for _, t := range slices.Backward(s.moved) {
		s.put(t)
	}
}

// hasten moves a craft and some of those that take what it gives to the begin of a stretch.
func (s *search) hasten(craft int32, low, high int) {
	s.group, s.among[craft] = append(s.group[:0], craft), true
	likely := s.rnd.Float64()
	for n := 0; n < len(s.group) && len(s.group) < mostOf; n++ {
		for _, k := range s.users[s.group[n]] {
			if !s.among[k] && s.rnd.Float64() < likely {
				s.group, s.among[k] = append(s.group, k), true
			}
		}
	}
	for _, first := range []bool{true, false} {
		for _, t := range s.turns[low : high+1] {
			if s.among[t.Craft] == first {
				s.put(t)
			}
		}
	}
	for _, k := range s.group {
		s.among[k] = false
	}
}
