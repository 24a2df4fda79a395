// SPDX-License-Identifier: MIT

package game_test

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/minehand/minehand/game"
)

func TestJSONFaultsAreSentencesWithoutTheProgramsNames(t *testing.T) {
	type question struct {
		Items  map[string]int `json:"items"`
		Closed *bool          `json:"closed"`
		Fuel   string         `json:"fuel"`
		Nearby []string       `json:"nearby"`
		Cost   float64        `json:"cost"`
		Where  struct {
			X int `json:"x"`
		} `json:"where"`
	}
	for raw, want := range map[string]string{
		`nope`:                    "it is no JSON from character 2 on",
		``:                        "it ends in the middle of the JSON",
		`{"items":`:               "it ends in the middle of the JSON",
		`[]`:                      "it must be an object, not a list",
		`{"items":3}`:             `"items" must be an object, not a number`,
		`{"closed":"yes"}`:        `"closed" must be true or false, not a string`,
		`{"fuel":{}}`:             `"fuel" must be a string, not an object`,
		`{"nearby":1}`:            `"nearby" must be a list, not a number`,
		`{"where":{"x":"far"}}`:   `"x" must be a whole number, not a string`,
		`{"cost":"much"}`:         `"cost" must be a number, not a string`,
		`{"fuel":"free"} {"a":1}`: "it is no JSON from character 17 on",
	} {
		var q question
		if err := game.JSONFault(json.Unmarshal([]byte(raw), &q)); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %q", raw, err, want)
		}
	}
	if other := errors.New("x"); !errors.Is(game.JSONFault(other), other) || game.JSONFault(nil) != nil {
		t.Error("other errors are changed")
	}
}
