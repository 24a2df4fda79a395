// SPDX-License-Identifier: MIT

package techtree_test

import "slices"

// reached is a set of states.
type reached struct {
	seen  map[string]bool
	queue []state
}

func (r *reached) put(st state) {
	if key := st.key(); !r.seen[key] {
		r.seen[key] = true
		r.queue = append(r.queue, st)
	}
}

// mostStates is where a search is given up as too large.
const mostStates = 12_000

// exhaustive tries every order of everything. A body that is sensible takes what
// a body of the docs takes, any other whatever serves; small is false when the
// instance is too large to decide.
func (x *small) exhaustive(sensible bool) (possible, small bool) {
	r := reached{seen: map[string]bool{}}
	r.put(x.start())
	for len(r.queue) > 0 {
		st := r.queue[0]
		r.queue = r.queue[1:]
		if x.met(st) {
			return true, true
		}
		if len(r.seen) > mostStates {
			return false, false
		}
		var after []state
		for k := range x.deeds {
			d := &x.deeds[k]
			if d.n > 0 && st[d.out] > 0 && x.names[d.out][0] == '@' {
				continue // it stands already
			}
			if sensible {
				if next := x.sensibly(st, d); next != nil {
					after = append(after, next)
				}
				continue
			}
			after = x.every(st, d, after)
		}
		for _, next := range after {
			r.put(next)
		}
	}
	return false, true
}

// every appends the states that a deed can lead to, by any choice.
func (x *small) every(st state, d *deed, into []state) []state {
	if !x.stands(st, d) {
		return into
	}
	fired := []state{st}
	if d.smelts && !x.in.freeFuel {
		fired = x.fires(st, d)
	}
	for _, s := range fired {
		into = x.parts(s, d, 0, into)
	}
	return into
}

func (x *small) stands(st state, d *deed) bool {
	return len(d.at) == 0 || slices.ContainsFunc(d.at, func(k int) bool { return st[k] > 0 })
}

// smeltTicks is what one smelt burns.
const SmeltTicks = 200

// fires lists the states in which the fire suffices for one smelt, whatever was
// burnt for it, with that much of the fire taken off. The input is spared.
func (x *small) fires(st state, d *deed) []state {
	if st[x.burn] >= SmeltTicks {
		next := slices.Clone(st)
		next[x.burn] -= SmeltTicks
		return []state{next}
	}
	var out []state
	for _, f := range x.fuels {
		if next := x.feed(st, f, d.parts[0].items[0]); next != nil {
			out = append(out, x.fires(next, d)...)
		}
	}
	return out
}

func (x *small) feed(st state, f fuelItem, input int) state {
	least := int16(1)
	if f.item == input {
		least = 2
	}
	if st[f.item] < least {
		return nil
	}
	next := slices.Clone(st)
	next[f.item]--
	if f.leaves >= 0 {
		next[f.leaves]++
	}
	next[x.burn] += int16(f.ticks)
	return next
}

// parts takes the parts from the k-th on in every way.
func (x *small) parts(st state, d *deed, k int, into []state) []state {
	if k == len(d.parts) {
		next := slices.Clone(st)
		next[d.out] += int16(d.n)
		return append(into, next)
	}
	return x.share(st, d, k, 0, d.parts[k].count, into)
}

func (x *small) share(st state, d *deed, k, alt, need int, into []state) []state {
	p := &d.parts[k]
	if need == 0 {
		return x.parts(st, d, k+1, into)
	}
	if alt == len(p.items) {
		return into
	}
	item := p.items[alt]
	for n := min(need, int(st[item])); n >= 0; n-- {
		next := st
		if n > 0 {
			next = slices.Clone(st)
			next[item] -= int16(n)
			if l := p.leaves[alt]; l >= 0 {
				next[l] += int16(n)
			}
		}
		into = x.share(next, d, k, alt+1, need-n, into)
	}
	return into
}

// sensibly does a deed as docs/protocol has a body do it: parts with the fewest
// alternatives first, of the alternatives the most plentiful. Nil when it cannot
// be done. A craft by another manner to the same item comes first when it comes
// first in the order.
func (x *small) sensibly(st state, d *deed) state {
	if d.smelts {
		return x.smeltsSensibly(st, d)
	}
	for k := range x.deeds {
		o := &x.deeds[k]
		if o.kind != d.kind || o.out != d.out || !x.stands(st, o) {
			continue
		}
		if next := x.takeMost(st, o); next != nil {
			return next
		}
	}
	return nil
}

func (x *small) smeltsSensibly(st state, d *deed) state {
	if !x.stands(st, d) || st[d.parts[0].items[0]] == 0 {
		return nil
	}
	if !x.in.freeFuel {
		// The plan names the fuel, so any of what serves will do.
		fired := x.fires(st, d)
		if len(fired) == 0 {
			return nil
		}
		st = fired[0]
	}
	return x.takeMost(st, d)
}

func (x *small) takeMost(st state, d *deed) state {
	held, next := slices.Clone(st), slices.Clone(st)
	order := slices.Clone(d.parts)
	slices.SortStableFunc(order, func(a, b part) int { return a.choices - b.choices })
	for _, p := range order {
		need := int16(p.count)
		for need > 0 {
			best := -1
			for a, item := range p.items {
				if held[item] > 0 && (best < 0 || held[item] > held[p.items[best]]) {
					best = a
				}
			}
			if best < 0 {
				return nil
			}
			n := min(need, held[p.items[best]])
			held[p.items[best]] -= n
			next[p.items[best]] -= n
			if l := p.leaves[best]; l >= 0 {
				next[l] += n
			}
			need -= n
		}
	}
	next[d.out] += int16(d.n)
	return next
}
