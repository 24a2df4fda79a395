// SPDX-License-Identifier: MIT

// Package fakegame is the game's side of a Minescript script, over the embedded
// world: it starts a script as Minescript does, answers its function calls on
// stdin and stdout, and lets the player walk, dig and click by keys, one tick at a
// time. So the script body is tried without Minecraft.
//
// Invariants: nothing happens but by what a script can do (keys, looking, clicks in
// a window, chat); the rules of blocks, tools, drops and recipes are the embedded
// world's. One mutex guards the game; a tick and a function call each hold it.
//
// Where a refusal comes from is said where it stands: "Minescript" is
// github.com/maxuser0/minescript, read in November 2026, "vanilla" the game as its
// public documents (minecraft.wiki) and the sources of public mods tell it,
// "Java" its library, and "assumed" what none of them says; a test holds each line to that.
//
// The script was run over it once with its calls going through Minescript's own Python
// client (5.0), which is not kept here; docs/BODIES.md has the figures. Its java
// module was not tried: that asks for classes of Java's library, which are not here.
//
// What only the real game can show: the names of classes and methods behind
// reflection in each version and loader, the timing of its ticks and frames, blocks
// that are no full cubes, currents, mobs that move and fight, what servers refuse,
// and Baritone's own ways.
//
// Usage:
//
//	g, err := fakegame.New(fakegame.Config{World: sim.Config{Seed: 1, Speed: 10}})
//	if err != nil {
//		return err
//	}
//	err = g.Run(ctx, "python3", "minehand.py", "--port", "9876")
package fakegame
