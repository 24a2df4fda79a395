// SPDX-License-Identifier: MIT

package main

import (
	"strconv"
	"strings"

	"github.com/minehand/minehand/game"
)

// maxItems bounds the count of one entry; far more than an inventory holds.
const maxItems = 100_000

// parseInventory reads "item=count,item=count"; a bare item means one.
func parseInventory(text string) (map[string]int, error) {
	inventory := map[string]int{}
	for part := range strings.SplitSeq(text, ",") {
		part = strings.TrimSpace(part)
		if part == "" {
			continue
		}
		item, count, found := strings.Cut(part, "=")
		n := 1
		if found {
			var err error
			if n, err = strconv.Atoi(strings.TrimSpace(count)); err != nil || n < 1 || n > maxItems {
				return nil, badInput("--inventory: %q is not item=count with a count from 1 to %d, such as oak_log=3", part, maxItems)
			}
		}
		name := game.Name(item)
		if name == "" {
			return nil, badInput("--inventory: %q names no item; write for example oak_log=3,stick=2", part)
		}
		inventory[name] += n
	}
	return inventory, nil
}

// maxSeeds bounds one run over many seeds.
const maxSeeds = 10_000

// parseSeeds reads "A-B" or a single number.
func parseSeeds(text string) ([]int64, error) {
	first, last, found := strings.Cut(text, "-")
	if !found {
		last = first
	}
	a, errA := strconv.ParseInt(strings.TrimSpace(first), 10, 64)
	b, errB := strconv.ParseInt(strings.TrimSpace(last), 10, 64)
	if errA != nil || errB != nil || a < 1 || b < a || b-a >= maxSeeds {
		return nil, badInput("--seeds: %q is not a range such as 1-20 (at most %d seeds)", text, maxSeeds)
	}
	seeds := make([]int64, 0, b-a+1)
	for s := a; s <= b; s++ {
		seeds = append(seeds, s)
	}
	return seeds, nil
}
