// SPDX-License-Identifier: MIT

package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/minehand/minehand/game/data/internal/table"
)

// fullHarvest is the first version whose harvest tools minecraft-data has for
// every block; in older ones most stairs and slabs are wrong, and what a block
// asks for did not change up to it.
const fullHarvest = "1.20.4"

// newest is where the tool classes come from: its materials name them.
const newest = "26.1"

// harvest is the number of a list of tools, which is written once.
func (b *builder) harvest(tools []string, lists map[string]int) int {
	key := strings.Join(tools, ",")
	if lists[key] == 0 {
		b.file.Harvests = append(b.file.Harvests, tools)
		lists[key] = len(b.file.Harvests)
	}
	return lists[key]
}

func (b *builder) buildBlocks() error {
	complete, err := b.pkg.version(fullHarvest)
	if err != nil {
		return err
	}
	classes, err := b.pkg.version(newest)
	if err != nil {
		return err
	}
	drops, err := b.allDrops()
	if err != nil {
		return err
	}
	natural, places := b.natural(), b.structures()
	lists := map[string]int{}
	for _, in := range b.src.blocks {
		if isAir(in.Name) {
			continue
		}
		bl := table.Block{
			Name: in.Name, Display: displayFor(in.DisplayName, in.Name), Hardness: hardness(in),
			Class: toolClass(&in, classes.block[in.Name]), Drops: drops[in.Name],
		}
		if b.experimental[in.Name] {
			// It neither grows nor is built anywhere.
		} else if dim, ok := natural[in.Name]; ok {
			bl.Natural, bl.Dimension = true, dim
		} else if place, ok := places[in.Name]; ok {
			bl.Structure, bl.Dimension = place[0], place[1]
		}
		tools := b.harvestTools(&in, complete)
		if len(tools) > 0 {
			bl.Harvest = b.harvest(tools, lists)
			bl.Class = cmp.Or(bl.Class, tools[0][strings.LastIndex(tools[0], "_")+1:])
		}
		b.file.Blocks = append(b.file.Blocks, bl)
	}
	return nil
}

// hardness is negative for what cannot be broken: the unbreakable and fluids.
func hardness(in srcBlock) float64 {
	if in.Hardness == nil || !in.Diggable || in.Name == "water" || in.Name == "lava" || in.Name == "bubble_column" {
		return -1
	}
	return *in.Hardness
}

func (b *builder) harvestTools(in *srcBlock, complete *source) []string {
	ids, names := in.HarvestTools, b.src.nameByID
	if number(b.src.version) < number(fullHarvest) {
		if later, ok := complete.block[in.Name]; ok {
			ids, names = later.HarvestTools, complete.nameByID
		}
	}
	var out []string
	for id := range maps.Keys(ids) {
		n, err := strconv.Atoi(id)
		if name := names[n]; err == nil && b.isItem(name) {
			out = append(out, name)
		}
	}
	slices.SortFunc(out, func(x, y string) int { return b.itemIndex[x] - b.itemIndex[y] })
	return out
}

// toolClass reads the class from the material; later is the same block in the
// newest version, nil when it is gone there.
func toolClass(in, later *srcBlock) string {
	material := in.Material
	if later != nil {
		material = later.Material
	}
	if _, class, ok := strings.Cut(material, "mineable/"); ok {
		return class
	}
	switch material {
	case "incorrect_for_wooden_tool", "rock":
		return "pickaxe"
	case "wood", "plant":
		return "axe"
	case "dirt":
		return "shovel"
	case "coweb", "web":
		return "sword"
	case "wool":
		return "shears"
	case "sword_instantly_mines":
		return "axe"
	}
	return ""
}

func (b *builder) natural() map[string]string {
	out := map[string]string{}
	for _, dimension := range []string{"overworld", "the_nether", "the_end"} {
		for _, group := range b.rules.natural.Dimensions[dimension] {
			for _, name := range b.pick("natural", b.rules.expand(group), b.blockNames) {
				out[name] = dimension
			}
		}
	}
	for _, rule := range b.rules.natural.Later {
		if b.within(rule.Span) {
			for _, name := range b.pick("natural, later", rule.Blocks, b.blockNames) {
				delete(out, name)
			}
		}
	}
	return out
}

func (b *builder) structures() map[string][2]string {
	out := map[string][2]string{}
	for _, s := range b.rules.natural.Structures {
		if !b.within(s.Span) {
			continue
		}
		for _, name := range b.pick("structure "+s.Name, s.Blocks, b.blockNames) {
			out[name] = [2]string{s.Name, s.Dimension}
		}
	}
	return out
}

// allDrops applies the first rule that fits each block; a block without one
// leaves itself, if it is an item.
func (b *builder) allDrops() (map[string][]table.Drop, error) {
	out := make(map[string][]table.Drop, len(b.blockNames))
	for _, rule := range b.rules.drops {
		for _, bound := range b.rules.bindings(rule.Drops...) {
			for _, pattern := range b.rules.expand(bound.applyAll(rule.Of)) {
				applied := false
				for _, name := range b.blockNames {
					star, ok := match(pattern, name)
					if !ok || !b.within(rule.Span) {
						continue
					}
					drops, ok, err := b.drops(name, star, bound.applyAll(rule.Drops))
					if err != nil {
						return nil, fmt.Errorf("drops of %s: %w", pattern, err)
					}
					if !ok {
						continue
					}
					applied = true
					if _, has := out[name]; !has {
						out[name] = drops
					}
				}
				b.rules.mark("drops "+pattern, applied)
			}
		}
	}
	for _, name := range b.blockNames {
		if _, has := out[name]; !has && b.isItem(name) {
			out[name] = []table.Drop{{Item: name, Min: 1, Max: 1}}
		}
	}
	return out, nil
}

// drops reads the drops of one block; ok is false when the version lacks an
// item among them.
func (b *builder) drops(block, star string, texts []string) (out []table.Drop, ok bool, err error) {
	out = []table.Drop{}
	for _, text := range texts {
		name, rest, _ := strings.Cut(text, " ")
		if name == "self" {
			name = block
		}
		name = strings.ReplaceAll(name, "*", star)
		if !b.isItem(name) {
			return nil, false, nil
		}
		d, err := parseDrop(name, rest)
		if err != nil {
			return nil, false, err
		}
		out = append(out, d)
	}
	return out, true, nil
}

// parseDrop reads "[N | MIN-MAX] [CHANCE%] [silk | nosilk | shears | player]".
func parseDrop(item, text string) (table.Drop, error) {
	d := table.Drop{Item: item, Min: 1, Max: 1}
	for _, word := range strings.Fields(text) {
		percent, isChance := strings.CutSuffix(word, "%")
		low, high, isRange := strings.Cut(word, "-")
		var err error
		switch {
		case word == "silk" || word == "nosilk" || word == "shears" || word == "player":
			d.Only = word
		case isChance:
			d.Chance, err = strconv.ParseFloat(percent, 64)
			d.Chance /= 100
		case isRange:
			if d.Min, err = strconv.Atoi(low); err == nil {
				d.Max, err = strconv.Atoi(high)
			}
		default:
			d.Min, err = strconv.Atoi(word)
			d.Max = d.Min
		}
		if err != nil {
			return d, fmt.Errorf("drop %s: cannot read %q", item, word)
		}
	}
	return d, nil
}
