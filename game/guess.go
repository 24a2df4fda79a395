// SPDX-License-Identifier: MIT

package game

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/minehand/minehand/internal/lists"
)

// Guess is a reading that a person has to agree to before anything is done: the
// sentence was not read surely.
type Guess struct {
	// Text is the sentence as it was typed, Reading what it is taken for.
	Text    string   `json:"text"`
	Reading string   `json:"reading"`
	Clauses []Clause `json:"clauses"`
	// Respelt are the words that were taken for others.
	Respelt []Respelling `json:"respelt,omitempty"`
	// Accept is what a client sends back to agree: see AcceptanceOf.
	Accept string `json:"accept"`
}

// Respelling is a word that was taken for another.
type Respelling struct {
	Span Span   `json:"span"`
	From string `json:"from"`
	To   string `json:"to"`
}

// NewGuess is a guess with what agrees to it.
func NewGuess(text, reading string, clauses []Clause, respelt []Respelling) Guess {
	return Guess{Text: text, Reading: reading, Clauses: clauses, Respelt: respelt, Accept: AcceptanceOf(text, clauses)}
}

// Sentence asks for the yes: "Did you mean \"get 3 diamonds\"?"
func (g Guess) Sentence() string {
	taken := lists.Of(g.Respelt, func(r *Respelling) string { return fmt.Sprintf("%q as %q", r.From, r.To) })
	if len(taken) == 0 {
		return fmt.Sprintf("Did you mean %q?", g.Reading)
	}
	return fmt.Sprintf("Did you mean %q? It reads %s.", g.Reading, strings.Join(taken, " and "))
}

// Say is the question as a message, whose words Sentence has in English.
func (g Guess) Say() Message { return Taking(Say("meant.guess", "what", g.Reading), g.Respelt) }

// Taking is a question about a reading, with the words that it takes for others behind it.
func Taking(asks Message, respelt []Respelling) Message {
	if len(respelt) == 0 {
		return asks
	}
	taken := lists.Of(respelt, func(r *Respelling) Message { return Say("meant.read", "from", r.From, "to", r.To) })
	return Then(asks, AsSentence(Say("meant.reads", "words", taken)))
}

// GuessError says that a goal was only guessed at: it is not begun before
// somebody agrees.
type GuessError struct{ Guess Guess }

func (e *GuessError) Error() string { return e.Guess.Sentence() }

// AcceptanceOf names a reading of a sentence: one that reads differently later
// has another name. How long it is until the morning does not count: it changes all the time.
func AcceptanceOf(text string, clauses []Clause) string {
	clauses = slices.Clone(clauses)
	for i := range clauses {
		clauses[i].Proofs = slices.Clone(clauses[i].Proofs)
		for k := range clauses[i].Proofs {
			clauses[i].Proofs[k].Seconds = 0
		}
	}
	data, err := json.Marshal(struct {
		Text    string
		Clauses []Clause
	}{text, clauses})
	if err != nil { // a position beyond what JSON can say: no reading has one
		return ""
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:8])
}
