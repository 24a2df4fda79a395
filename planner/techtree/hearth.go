package techtree

// hearth follows the fire of a furnace, to say which fuel is burnt for what.
type hearth struct {
	// burn is what is left of the fire, in ticks.
	burn int32
	// laid are the fuels put by for the next smelt, in order.
	laid []laidFuel
}

type laidFuel struct {
	item, ticks, n int32
}

// lay puts one piece of fuel by.
func (h *hearth) lay(item, ticks int32) {
	if k := len(h.laid) - 1; k >= 0 && h.laid[k].item == item {
		h.laid[k].n++
		return
	}
	h.laid = append(h.laid, laidFuel{item, ticks, 1})
}

// smelt divides n smelts by the fuel that each burns; item -1 is for those that
// burn what is on fire already, or more than one fuel.
func (h *hearth) smelt(n int32) []stack {
	var parts []stack
	take := func(item, k int32) {
		if k > 0 {
			parts = append(parts, stack{item, k})
			h.burn -= k * smeltTicks
			n -= k
		}
	}
	take(-1, min(n, h.burn/smeltTicks))
	for i, f := range h.laid {
		k := min(n, (h.burn+f.n*f.ticks)/smeltTicks)
		burnt := max(0, (k*smeltTicks-h.burn+f.ticks-1)/f.ticks)
		if burnt < f.n && k < n {
			// The rest of this fuel and the next serve one smelt together.
			for _, g := range h.laid[i:] {
				h.burn += g.n * g.ticks
			}
			break
		}
		h.burn += f.n * f.ticks
		take(f.item, k)
	}
	take(-1, n)
	h.laid = h.laid[:0]
	return parts
}
