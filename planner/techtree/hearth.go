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
// burn what is on fire already and nothing was lit for before, and for one that
// takes more than one kind.
func (h *hearth) smelt(n int32) []stack {
	var parts []stack
	add := func(item, k int32) {
		h.burn -= k * smeltTicks
		n -= k
		if last := len(parts) - 1; last >= 0 && parts[last].item == item {
			parts[last].n += k
			return
		}
		parts = append(parts, stack{item, k})
	}
	lit := int32(-1)
	for n > 0 {
		if k := min(n, h.burn/smeltTicks); k > 0 {
			add(lit, k)
			continue
		}
		lit = -1
		for kinds := 0; h.burn < smeltTicks && len(h.laid) > 0; {
			f := &h.laid[0]
			kinds++
			if lit = f.item; kinds > 1 {
				lit = -1
			}
			units := min(f.n, (smeltTicks-h.burn+f.ticks-1)/f.ticks)
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
