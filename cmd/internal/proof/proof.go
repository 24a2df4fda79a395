// SPDX-License-Identifier: MIT

// Package proof saves how a goal ended in a file that anyone can keep, and judges such a
// file again by the rules that decided it then, those of game.Goal.
//
// Invariants:
//   - A file that is not as it was saved is refused, with the part that differs. Sums show
//     that, and not who saved it. Who judged it may sign the sum as a witness; one false
//     signature refuses the file.
//   - What a file cannot show again is said: it stands as it was judged then.
//   - Questions to models and their replies are left out: they prove nothing.
//
// Usage:
//
//	text, err := proof.Of(&record, changes).File(release.Text())
//	content, err := proof.Read(text)
//	report := content.Judge()
package proof

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/minehand/minehand/game/ledger"
	"github.com/minehand/minehand/internal/budget"
	"github.com/minehand/minehand/orchestrator"
)

// form is that of the files.
const form = "minehand proof 1"

// Change is one row of what a task changed, or of what a survey showed of it.
type Change struct {
	Body string     `json:"body"`
	At   time.Time  `json:"at"`
	Row  ledger.Row `json:"row"`
}

// Content is what a file proves by.
type Content struct {
	Record  orchestrator.Record
	Changes []Change
	// By is the Minehand that saved it, Saved when.
	By    string
	Saved time.Time
	// Witnesses have signed it, each with a signature that holds.
	Witnesses []Witness
}

// file is the document: its parts, each with the sum of its data without spaces, and the
// sum of all that.
type file struct {
	Form  string    `json:"form"`
	By    string    `json:"by"`
	Saved time.Time `json:"saved"`
	Parts []part    `json:"parts"`
	Sum   string    `json:"sum"`
	// Witnesses signed the sum after it was saved.
	Witnesses []Witness `json:"witnesses,omitempty"`
}

type part struct {
	Name string          `json:"name"`
	Sum  string          `json:"sum"`
	Data json.RawMessage `json:"data"`
}

// parts of the content, by their names.
func (c *Content) parts() []struct {
	name string
	of   any
} {
	r := &c.Record
	return []struct {
		name string
		of   any
	}{{"task", &r.Task}, {"moves", &r.Moves}, {"plans", &r.Rounds}, {"actions", &r.Actions}, {"states", &r.Samples}, {"changes", &c.Changes}}
}

// ErrNothing: a goal ended in a way that proves nothing.
var ErrNothing = errors.New("only a goal that was carried out to its end has a proof; this one has not")

// Of is the content of a task's file.
func Of(r *orchestrator.Record, changes []Change) (*Content, error) {
	if s := r.Task.State; s != orchestrator.StateComplete && s != orchestrator.StateUnverified {
		return nil, ErrNothing
	}
	c := &Content{Record: *r, Changes: changes}
	c.Record.Rounds = slices.Clone(r.Rounds)
	for i := range c.Record.Rounds {
		p := &c.Record.Rounds[i].Plan
		p.Record, p.Turn = nil, nil
	}
	return c, nil
}

// File writes it.
func (c *Content) File(by string) ([]byte, error) {
	f := file{Form: form, By: by, Saved: time.Now().UTC().Round(time.Second)}
	for _, p := range c.parts() {
		data, err := json.Marshal(p.of)
		if err != nil {
			return nil, fmt.Errorf("the %s cannot be written: %w", p.name, err)
		}
		f.Parts = append(f.Parts, part{p.name, sum(data), data})
	}
	f.Sum = f.sum()
	text, err := json.MarshalIndent(&f, "", " ")
	return append(text, '\n'), err
}

func sum(data []byte) string {
	s := sha256.Sum256(data)
	return hex.EncodeToString(s[:])
}

// sum is over all but the data, which the sums of the parts are over.
func (f *file) sum() string {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s\n%q\n%s\n", f.Form, f.By, f.Saved.UTC().Format(time.RFC3339Nano))
	for _, p := range f.Parts {
		fmt.Fprintf(&b, "%q %s\n", p.Name, p.Sum)
	}
	return sum(b.Bytes())
}

// AlteredError: a file is not as it was saved.
type AlteredError struct{ Part string }

func (e *AlteredError) Error() string {
	return fmt.Sprintf("it was altered after it was saved: %s not what was written. "+
		"Save the proof anew, on the page where the goal ended", e.Part)
}

// readParts reads each part into its place, and holds it against its sum.
func (f *file) readParts(c *Content) error {
	parts := c.parts()
	for i, p := range f.Parts {
		var data bytes.Buffer
		if err := json.Compact(&data, p.Data); err != nil || sum(data.Bytes()) != p.Sum ||
			i >= len(parts) || p.Name != parts[i].name || budget.Proof.JSON(p.Data, parts[i].of) != nil {
			return &AlteredError{fmt.Sprintf("the part %q is", p.Name)}
		}
	}
	if f.Sum != f.sum() || len(f.Parts) != len(parts) {
		return &AlteredError{"its head and its list of parts are"}
	}
	return nil
}

// Read reads a file. Its error is an *AlteredError or a sentence.
func Read(text []byte) (*Content, error) {
	var f file
	switch err := budget.Proof.JSON(text, &f); {
	case errors.Is(err, budget.ErrOver):
		return nil, err
	case err != nil || f.Form == "":
		return nil, errors.New("it is no proof of Minehand: the page saves them, under More where a goal ended")
	case f.Form != form:
		return nil, fmt.Errorf("it has the form %q, and this Minehand reads %q: take the Minehand that saved it (%s)", f.Form, form, f.By)
	}
	c := &Content{By: f.By, Saved: f.Saved}
	if err := f.readParts(c); err != nil {
		return nil, err
	}
	for i := range f.Witnesses {
		if w := &f.Witnesses[i]; i >= mostWitnesses || !w.holds(f.Sum) {
			return nil, &AlteredError{fmt.Sprintf("what %q signed is", w.Name)}
		}
	}
	c.Witnesses = f.Witnesses
	return c, nil
}
