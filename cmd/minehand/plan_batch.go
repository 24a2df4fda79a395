// SPDX-License-Identifier: MIT

package main

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/internal/budget"
	"github.com/minehand/minehand/planner"
	"github.com/minehand/minehand/planner/book"
)

// byteOrderMark begins files that some editors of Windows write.
const byteOrderMark = "\ufeff"

// batchLine is one question of a batch. What a line leaves out is as the flags
// say.
type batchLine struct {
	ID        json.RawMessage `json:"id"`
	Goal      string          `json:"goal"`
	Items     counts          `json:"items"`
	Inventory counts          `json:"inventory"`
	Nearby    nameList        `json:"nearby"`
	Deny      nameList        `json:"deny"`
	Dimension string          `json:"dimension"`
	Closed    *bool           `json:"closed"`
	Fuel      string          `json:"fuel"`
	Version   versionName     `json:"version"`
}

// counts are items with how many of each, where 3.0 is 3.
type counts map[string]int

func (c *counts) UnmarshalJSON(raw []byte) error {
	var list map[string]json.RawMessage
	if err := json.Unmarshal(raw, &list); err != nil || list == nil {
		return err
	}
	*c = make(counts, len(list))
	for name, v := range list {
		n, err := game.LooseNumber(v)
		if err != nil || n != math.Trunc(n) || math.Abs(n) > math.MaxInt32 {
			return fmt.Errorf("the count of %q must be a whole number, not %.40s", name, v)
		}
		(*c)[name] = int(n)
	}
	return nil
}

// versionName is a version of the game, "1.21" or 1.21.
type versionName string

func (v *versionName) UnmarshalJSON(raw []byte) error {
	text, err := game.LooseString(raw)
	*v = versionName(text)
	return err
}

// nameList is a list of names, or one text with commas.
type nameList []string

func (l *nameList) UnmarshalJSON(raw []byte) error {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		*l = append(nameList{}, nameWords(text)...)
		return nil
	}
	return json.Unmarshal(raw, (*[]string)(l))
}

// batchAnswer is the answer to one line, with its id as it was given.
type batchAnswer struct {
	ID json.RawMessage `json:"id"`
	planAnswer
}

// runBatch answers every line of a file in its order. A line with a fault gets
// an answer that says so.
func runBatch(cmd *cobra.Command, library *book.Library, flags planner.Question, file string) error {
	in := cmd.InOrStdin()
	if file != "-" {
		f, err := os.Open(file)
		if err != nil {
			return badInput("--batch: %w", err)
		}
		defer func() { _ = f.Close() }()
		in = f
	}
	return answerLines(cmd, library, flags, in)
}

func answerLines(cmd *cobra.Command, library *book.Library, flags planner.Question, in io.Reader) error {
	r := bufio.NewReaderSize(in, budget.GoalLine.Bytes())
	if mark, err := r.Peek(len(byteOrderMark)); err == nil && string(mark) == byteOrderMark {
		_, _ = r.Discard(len(byteOrderMark))
	}
	out := bufio.NewWriter(cmd.OutOrStdout())
	for n := 1; ; n++ {
		line, tooLong, err := readLine(r)
		if err != nil && !errors.Is(err, io.EOF) {
			return badInput("--batch: %w", errors.Join(err, out.Flush()))
		}
		if tooLong || len(bytes.TrimSpace(line)) > 0 {
			a := answerLine(cmd, library, flags, line, n, tooLong)
			if err := writeJSON(out, a); err != nil {
				return err
			}
		}
		// Whoever pipes questions in waits for the answers to those so far.
		if r.Buffered() == 0 || err != nil {
			if ferr := out.Flush(); ferr != nil {
				return ferr
			}
		}
		if err != nil {
			return cmd.Context().Err()
		}
		if err := cmd.Context().Err(); err != nil {
			return err
		}
	}
}

// answerLine answers one line of questions.
func answerLine(cmd *cobra.Command, library *book.Library, q planner.Question, raw []byte, n int, tooLong bool) batchAnswer {
	a := batchAnswer{ID: json.RawMessage("null")}
	var line batchLine
	var s planner.Solution
	err := budget.GoalLine.JSON(raw, &line)
	if len(line.ID) > 0 {
		a.ID = line.ID
	}
	switch {
	case tooLong:
		err = fmt.Errorf("line %d is longer than %d bytes", n, budget.GoalLine.Bytes())
	case err != nil:
		err = fmt.Errorf("line %d cannot be read: %w", n, game.JSONFault(err))
	default:
		if err = line.fill(&q); err == nil {
			s, err = planner.Ask(cmd.Context(), library, q)
		}
	}
	a.planAnswer = newPlanAnswer(s, err)
	return a
}

// readLine reads one line. One that is too long is skipped to its end.
func readLine(r *bufio.Reader) (line []byte, tooLong bool, err error) {
	line, err = r.ReadSlice('\n')
	for errors.Is(err, bufio.ErrBufferFull) {
		tooLong = true
		_, err = r.ReadSlice('\n')
	}
	return line, tooLong, err
}

// fill puts what the line says into the question.
func (l *batchLine) fill(q *planner.Question) (err error) {
	q.Goal, q.Items = strings.TrimSpace(l.Goal), l.Items
	if l.Inventory != nil {
		q.Inventory = l.Inventory
	}
	if l.Nearby != nil {
		q.Nearby = l.Nearby
	}
	if l.Closed != nil {
		q.Closed = *l.Closed
	}
	q.Dimension, q.Version = cmp.Or(l.Dimension, q.Dimension), cmp.Or(string(l.Version), q.Version)
	if l.Deny != nil {
		q.Deny = nil
		for _, k := range l.Deny {
			q.Deny = append(q.Deny, game.Kind(k))
		}
	}
	if l.Fuel != "" {
		if q.FreeFuel, err = readFuel(l.Fuel); err != nil {
			return fmt.Errorf("fuel: %w", err)
		}
	}
	return nil
}

// readInventory reads --inventory: a JSON object, a file that holds one, or
// "item=count,...".
func readInventory(text string) (map[string]int, error) {
	text = strings.TrimSpace(text)
	raw := []byte(text)
	if !strings.HasPrefix(text, "{") {
		f, err := os.Open(text)
		switch {
		case text != "" && err == nil:
			defer func() { _ = f.Close() }()
			if raw, err = budget.Inventory.Read(f); err != nil {
				return nil, badInput("--inventory: %w", err)
			}
			raw = bytes.TrimPrefix(raw, []byte(byteOrderMark))
		case strings.ContainsAny(text, `/\`) || strings.HasSuffix(text, ".json"):
			return nil, badInput("--inventory: %w", err)
		default:
			return parseInventory(text)
		}
	}
	inventory := counts{}
	if err := budget.Inventory.JSON(raw, &inventory); err != nil {
		return nil, badInput(`--inventory: %w; write a JSON object such as {"oak_log": 3}, or oak_log=3`, game.JSONFault(err))
	}
	return inventory, nil
}

// writeJSON writes one compact line.
func writeJSON(w io.Writer, v any) error {
	e := json.NewEncoder(newPrintable(w, true))
	e.SetEscapeHTML(false)
	return e.Encode(v)
}
