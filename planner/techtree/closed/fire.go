// SPDX-License-Identifier: MIT

package closed

import "github.com/minehand/minehand/planner/rules"

// Fire follows the fire of a furnace, to say which fuel is burnt for what. The
// fuels are numbers of the caller's, from 0 on.
type Fire struct {
	// burn is what is left of the fire, in ticks.
	burn int32
	// laid are the fuels put by for the next smelt, in order.
	laid []laidFuel
}

type laidFuel struct {
	fuel, ticks, n int32
}

// Lay puts one piece of fuel by.
func (h *Fire) Lay(fuel, ticks int32) {
	if k := len(h.laid) - 1; k >= 0 && h.laid[k].fuel == fuel {
		h.laid[k].n++
		return
	}
	h.laid = append(h.laid, laidFuel{fuel, ticks, 1})
}

// Smelt divides n smelts by the fuel that each burns; -1 is for those that burn
// what is on fire already and nothing was lit for before, and for one that takes
// more than one kind.
func (h *Fire) Smelt(n int32) []rules.Amount {
	var parts []rules.Amount
	add := func(fuel, k int32) {
		h.burn -= k * rules.SmeltTicks
		n -= k
		if last := len(parts) - 1; last >= 0 && parts[last].Item == fuel {
			parts[last].N += k
			return
		}
		parts = append(parts, rules.Amount{Item: fuel, N: k})
	}
	lit := int32(-1)
	for n > 0 {
		if k := min(n, h.burn/rules.SmeltTicks); k > 0 {
			add(lit, k)
			continue
		}
		lit = -1
		for kinds := 0; h.burn < rules.SmeltTicks && len(h.laid) > 0; {
			f := &h.laid[0]
			kinds++
			if lit = f.fuel; kinds > 1 {
				lit = -1
			}
			units := min(f.n, (rules.SmeltTicks-h.burn+f.ticks-1)/f.ticks)
			h.burn += units * f.ticks
			if f.n -= units; f.n == 0 {
				h.laid = h.laid[1:]
			}
		}
		add(lit, 1)
	}
	h.laid = h.laid[:0]
	return parts
}
