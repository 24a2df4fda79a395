// SPDX-License-Identifier: MIT

package modbridge

import (
	"reflect"
	"testing"
)

// TestEveryCountIsSummed: none is forgotten in what all sessions together saw.
func TestEveryCountIsSummed(t *testing.T) {
	var one, all Stats
	for i, v := 0, reflect.ValueOf(&one).Elem(); i < v.NumField(); i++ {
		v.Field(i).SetInt(int64(i + 1))
	}
	all.add(&one)
	all.add(&one)
	for i, v := 0, reflect.ValueOf(all); i < v.NumField(); i++ {
		if got := v.Field(i).Int(); got != int64(2*(i+1)) {
			t.Errorf("%s: %d, want %d", v.Type().Field(i).Name, got, 2*(i+1))
		}
	}
}
