// SPDX-License-Identifier: MIT

package money_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/minehand/minehand/internal/money"
)

func TestAmountsAsPeopleReadThem(t *testing.T) {
	for amount, want := range map[float64]string{
		0: "0.00 USD", 12: "12.00 USD", 1.234: "1.23 USD", 0.5: "0.50 USD", 0.0123: "0.012 USD", 0.0021: "0.0021 USD", 0.00000042: "0.00000042 USD",
	} {
		if got := (money.Cost{Amount: amount, Currency: "USD"}).String(); got != want {
			t.Errorf("%v is %q, want %q", amount, got, want)
		}
	}
}

func TestWhatCostsNothingIsLeftOut(t *testing.T) {
	raw, err := json.Marshal(struct {
		Cost money.Cost `json:"cost,omitzero"`
	}{})
	if said := (money.Cost{}).String(); err != nil || string(raw) != "{}" || said != "" {
		t.Errorf("%s, %q, %v", raw, said, err)
	}
}

func ExamplePrice_Of() {
	price := money.Price{Input: 0.15, Output: 0.6}
	first := money.Cost{Amount: price.Of(3000, 200), Estimate: price.Of(3100, 1000), Currency: "USD"}
	second := money.Cost{Amount: price.Of(3200, 100), Estimate: price.Of(3300, 1000), Currency: "USD", Guessed: true}
	fmt.Println(first, "and", first.Plus(second))
	// Output: 0.00057 USD and about 0.0011 USD
}
