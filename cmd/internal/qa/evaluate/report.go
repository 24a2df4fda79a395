// SPDX-License-Identifier: MIT

package main

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
)

// report writes the document.
func report(results []result, tokens int) string {
	var b strings.Builder
	b.WriteString("# What a very small model does as a planner\n\n")
	fmt.Fprintf(
		&b,
		"Measured by `make test-model`: SmolLM2-135M-Instruct (Q4_1) on llama.cpp, processor only, a context of %d tokens, "+
			"replies of at most %d tokens (twice that after a cut one), temperature %g, seed 1. ",
		contextTokens,
		tokens,
		temperature,
	)
	b.WriteString(
		"Each goal is asked for once in each mode, with and without a schema, in the embedded world on Minecraft 1.21.5; the " +
			"plan is carried out there once, without re-planning and without the fallback to the built-in planner.\n\n",
	)
	b.WriteString(
		"A model of 135 million parameters cannot plan; these figures show what reading, checking and completing make of its " +
			"replies, not what a model of 8 billion would do. The prompt is not tuned to it.\n\n",
	)
	if all := 2 * len(modes) * len(goals); len(results) < all {
		fmt.Fprintf(&b, "The run was ended by its time limit after %d of %d questions; the others are marked.\n\n", len(results), all)
	}
	b.WriteString(head)
	table(&b, results, false)
	b.WriteString(
		"\n*Parsed*: a plan could be read in the first reply. *Sound*: it passed the checker as it was and met the goal. " +
			"*Valid*: a plan that passes the checker came out, after completing and at most one repair turn. *Said to be reached*: " +
			"after carrying it out in the embedded world its clauses are met. *So in the world*: what the goal asks for is held " +
			"there at the end, or was said, told by the world alone. *False successes*: said to be reached, and not so. One of the " +
			"goals (get bedrock) cannot be reached.\n",
	)
	b.WriteString(
		"\n## Goals that no reader knows\n\nThe model must say what these mean before anything is planned; what it says is " +
			"bound to the words. Its reading is a guess: a player is asked before it is carried out, which is left out " +
			"here.\n\n" + head,
	)
	table(&b, results, true)

	b.WriteString("\n## Goals reached\n\n| goal |")
	for _, mode := range modes {
		fmt.Fprintf(&b, " %s | without schema |", mode)
	}
	b.WriteString("\n|---|" + strings.Repeat("---|", 2*len(modes)) + "\n")
	for _, g := range goals {
		fmt.Fprintf(&b, "| %s |", g.Text)
		for _, mode := range modes {
			for _, schema := range [...]bool{true, false} {
				b.WriteString(" " + cell(mode, schema, g.Text, results) + " |")
			}
		}
		b.WriteString("\n")
	}
	b.WriteString("\n## Why there was no plan, or it did not reach the goal\n\n| times | sentence |\n|---|---|\n")
	for _, f := range faults(results) {
		fmt.Fprintf(&b, "| %d | %s |\n", f.n, strings.ReplaceAll(f.text, "|", "/"))
	}
	return b.String()
}

// head begins a table of rows.
const head = "| mode | schema | goals | parsed | sound as given | valid plan in the end | of these repaired | steps " +
	"(inserted) | said to be reached | so in the world | false successes | called impossible | calls | tokens in + out | " +
	"seconds a goal |\n|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n"

// table writes a row for each mode with and without a schema, of the goals that a
// reader knows or of the others.
func table(b *strings.Builder, results []result, outside bool) {
	for _, mode := range modes {
		for _, schema := range [...]bool{true, false} {
			b.WriteString(row(mode, schema, outside, results))
		}
	}
}

func row(mode game.Mode, schema, outside bool, results []result) string {
	var n, parsed, sound, valid, repaired, steps, inserted, reached, done, wrong, refused, calls, in, out int
	seconds := 0.0
	for _, r := range results {
		if r.mode != mode || r.schema != schema || r.outside != outside {
			continue
		}
		n++
		parsed, sound, valid = parsed+one01(r.parsed), sound+one01(r.sound), valid+one01(r.valid)
		repaired, reached, refused = repaired+one01(r.repaired), reached+one01(r.reached), refused+one01(r.refused)
		done, wrong = done+one01(r.done), wrong+one01(r.reached && !r.done)
		steps, inserted, calls, in, out = steps+r.steps, inserted+r.inserted, calls+r.calls, in+r.input, out+r.output
		seconds += r.seconds
	}
	if n == 0 {
		return ""
	}
	word := "no"
	if schema {
		word = "yes"
	}
	return fmt.Sprintf("| %s | %s | %d | %d | %d | %d | %d | %d (%d) | %d | %d | %d | %d | %d | %d + %d | %.0f |\n",
		mode, word, n, parsed, sound, valid, repaired, steps, inserted, reached, done, wrong, refused, calls, in, out, seconds/float64(n))
}

func one01(b bool) int {
	if b {
		return 1
	}
	return 0
}

func cell(mode game.Mode, schema bool, goal string, results []result) string {
	for _, r := range results {
		if r.mode != mode || r.schema != schema || r.goal != goal {
			continue
		}
		switch {
		case r.reached && !r.done:
			return "**said to be, and is not**"
		case r.reached && r.inserted == 0:
			return "yes"
		case r.reached:
			return fmt.Sprintf("yes, %d of %d steps inserted", r.inserted, r.steps)
		case r.refused:
			return "called impossible"
		case r.valid:
			return "plan failed"
		case !r.parsed:
			return "not read"
		}
		return "no"
	}
	return "not asked"
}

type counted struct {
	text string
	n    int
}

var numbers = regexp.MustCompile(`[0-9]+`)

// faults counts the sentences, with numbers left out.
func faults(results []result) []counted {
	const most, longest = 15, 160
	counts := map[string]int{}
	for _, r := range results {
		if r.fault == "" || r.reached {
			continue
		}
		text := numbers.ReplaceAllString(strings.Join(strings.Fields(r.fault), " "), "N")
		if runes := []rune(text); len(runes) > longest {
			text = string(runes[:longest]) + "..."
		}
		counts[text]++
	}
	var list []counted
	for _, text := range slices.Sorted(maps.Keys(counts)) {
		list = append(list, counted{text, counts[text]})
	}
	slices.SortStableFunc(list, func(a, b counted) int { return cmp.Compare(b.n, a.n) })
	return list[:min(most, len(list))]
}
