// SPDX-License-Identifier: MIT

// Package money counts what asking models costs, where their prices are known.
//
// Invariants:
//   - What costs nothing is the zero value, which is left out of JSON and shown nowhere.
//   - An amount comes from the tokens that an answer says it took; an estimate from the
//     question alone, before it is sent.
package money

import (
	"cmp"
	"math"
	"strconv"
)

// Price is what a million tokens cost, of those that a model reads and of those that
// it writes.
type Price struct {
	Input  float64 `yaml:"input"`
	Output float64 `yaml:"output"`
}

// million is how many tokens a price is for.
const million = 1e6

// Of is the price of so many tokens.
func (p Price) Of(input, output int) float64 {
	return (p.Input*float64(input) + p.Output*float64(output)) / million
}

// Cost is what calls to models cost.
type Cost struct {
	// Amount is by the tokens that the answers took, Estimate what was expected as
	// each question was put.
	Amount   float64 `json:"amount"`
	Estimate float64 `json:"estimate"`
	Currency string  `json:"currency"`
	// Guessed: a server did not count its tokens, they are guessed from the texts.
	Guessed bool `json:"guessed,omitempty"`
}

// Plus is both together; they are of one currency, for a config has one.
func (c Cost) Plus(other Cost) Cost {
	return Cost{c.Amount + other.Amount, c.Estimate + other.Estimate, cmp.Or(c.Currency, other.Currency), c.Guessed || other.Guessed}
}

// String is the amount: "0.0021 USD", "about 1.20 EUR"; empty for what costs nothing.
func (c Cost) String() string {
	if c.Currency == "" {
		return ""
	}
	if c.Guessed {
		return "about " + Text(c.Amount, c.Currency)
	}
	return Text(c.Amount, c.Currency)
}

// Text is an amount with two digits that say something.
func Text(amount float64, currency string) string {
	digits := 2
	if amount > 0 && amount < 1 {
		digits = max(2, 1-int(math.Floor(math.Log10(amount))))
	}
	return strconv.FormatFloat(amount, 'f', digits, 64) + " " + currency
}
