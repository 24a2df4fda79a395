// SPDX-License-Identifier: MIT

package language

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// Draw makes a random clause of a verb that the grammar has words for, of the things
// and mobs given; nil when there is none.
func (g *Grammar) Draw(verb string, things, mobs []string, draw *rand.Rand) *Value {
	i, ok := g.index["verb "+verb]
	if !ok || len(g.symbols[i].phrases) == 0 {
		return nil
	}
	d := &drawer{writer: &writer{Grammar: g}, draw: draw, things: things, mobs: mobs}
	return d.value(i)
}

// drawer makes random values by walking the phrases.
type drawer struct {
	*writer
	draw         *rand.Rand
	things, mobs []string
}

func (d *drawer) value(symbol int) *Value {
	s := &d.symbols[symbol]
	if s.leaf != "" {
		return d.leaf(s.leaf)
	}
	p := d.phrase(s)
	fields := append(slices.Clone(p.fields), d.fields(s, p.part)...)
	for _, i := range s.modifiers {
		m := &d.symbols[i]
		if m.guess == "" && m.phrases[0].weight == 0 && d.draw.IntN(8) == 0 {
			more := d.fields(m, m.phrases[d.draw.IntN(len(m.phrases))].part)
			if !slices.ContainsFunc(more, func(f Field) bool {
				return slices.ContainsFunc(fields, func(o Field) bool { return o.Name == f.Name })
			}) {
				fields = append(fields, more...)
			}
		}
	}
	return newValue(s.makes, fields)
}

// phrase draws one of those that say a rule plainly.
func (d *drawer) phrase(s *symbol) *said {
	for {
		if p := &s.phrases[d.draw.IntN(len(s.phrases))]; p.weight == 0 {
			return p
		}
	}
}

func (d *drawer) fields(s *symbol, p *part) []Field {
	switch p.kind {
	case slot:
		return []Field{{p.text, d.value(d.slotSymbol(s, p.text))}}
	case choice:
		return d.fields(s, p.parts[d.draw.IntN(len(p.parts))])
	case optional:
		if d.draw.IntN(2) == 0 {
			return nil
		}
	case repeated:
		out := d.fields(s, p.parts[0])
		for len(out) > 0 && d.draw.IntN(3) == 0 {
			out = append(out, d.fields(s, p.parts[0])...)
		}
		return out
	case word, rule, sequence:
	}
	var out []Field
	for _, q := range p.parts {
		out = append(out, d.fields(s, q)...)
	}
	return out
}

// leaf draws a leaf.
func (d *drawer) leaf(kind string) *Value {
	pick := func(list []string) string { return list[d.draw.IntN(len(list))] }
	switch kind {
	case typeNumber:
		return Counting(float64(1 + d.draw.IntN(99)))
	case typeItem, "block":
		return Leaf(typeItem, pick(d.things))
	case typeMob:
		return Leaf(typeMob, pick(d.mobs))
	case typeName:
		return Leaf(typeName, pick([]string{"Steve_01", "xX_Jo_Xx", "Qwzt"}))
	case typePosition:
		return Leaf(typePosition, fmt.Sprintf("%d %d %d", d.draw.IntN(2000)-1000, d.draw.IntN(200), d.draw.IntN(2000)-1000))
	case typeColumn:
		return Leaf(typeColumn, fmt.Sprintf("%d %d", d.draw.IntN(2000)-1000, d.draw.IntN(2000)-1000))
	case typeBiome:
		return Leaf(typeBiome, pick([]string{"desert", "plains", "jungle"}))
	case typeStructure:
		return Leaf(typeStructure, pick([]string{"village", "stronghold"}))
	case typeQuote:
		return Leaf(typeQuote, pick([]string{"hi there", "get 3 logs", "stop, thief"}))
	case typeFile:
		return Leaf(typeFile, pick([]string{"castle.schem", "my-house_2.litematic", "Tower.nbt"}))
	default:
		return Leaf(kind, pick([]string{"zzyzx", "qwzt zzyzx"}))
	}
}
