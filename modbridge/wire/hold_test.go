// SPDX-License-Identifier: MIT

package wire

import (
	"reflect"
	"runtime/debug"
	"strings"
	"testing"
	"unsafe"
)

// TestNoStateHoldsItsFrame: a state is kept for as long as nothing is new in it,
// and its frame is many times as large as what it says.
func TestNoStateHoldsItsFrame(t *testing.T) {
	const state = `{"position":{"x":8.5,"y":64,"z":8.5},"health":20,"hunger":20,"saturation":5,"oxygen":20,"time":6000,
		"dimension":"minecraft:overworld","gameMode":"survival","hardcore":true,"weather":"rain","biome":"plains","viewerUrl":"http://localhost:3000",
		"world":{"present":true,"id":"home","kind":"server","dimension":"overworld","screen":"chat"},"heldItem":"stick","armor":["iron_boots"],
		"nearby":{"blocks":[{"name":"oak_log","x":1,"y":64,"z":2}],"players":[{"name":"Steve","x":1,"y":64,"z":2}]},
		"inventory":[{"slot":3,"item":"minecraft:bow","count":1,"durability":12,"enchantments":{"power":2}}]}`
	// A word that a collection comes upon is made anew the next time.
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	for _, frame := range []string{
		`{"type":"state_update","instanceId":"body_1","data":` + state + `}`,
		`{"type":"action_complete","instanceId":"body_1","actionId":"a","result":{"success":true,"delta":{"oak_log":1},"message":"it is done","state":` + state + `}}`,
	} {
		data := []byte(frame)
		m, err := DecodeFromBody(data)
		if err != nil {
			t.Fatal(err)
		}
		clear(data)
		if again, err := DecodeFromBody([]byte(frame)); err != nil || !reflect.DeepEqual(m, again) {
			t.Errorf("%+v became %+v with its frame (%v)", again, m, err)
		}
		var keeps any
		var all map[string]bool
		switch m := m.(type) {
		case *StateUpdate:
			keeps, all = m, map[string]bool{}
		case *ActionComplete:
			keeps, all = m.Result, map[string]bool{}
		}
		texts(reflect.ValueOf(keeps), func(s string) { all[s] = true })
		if len(all) < 15 {
			t.Fatalf("only %d texts were read: %v", len(all), all)
		}
		texts(reflect.ValueOf(keeps), func(s string) {
			if again := word(strings.Clone(s)); s != "it is done" && unsafe.StringData(again) != unsafe.StringData(s) {
				t.Errorf("%q is a part of its frame", s)
			}
		})
	}
}

// texts calls f with every text in v that is not empty.
func texts(v reflect.Value, f func(string)) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			texts(v.Elem(), f)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			texts(v.Field(i), f)
		}
	case reflect.Slice:
		for i := range v.Len() {
			texts(v.Index(i), f)
		}
	case reflect.Map:
		for _, k := range v.MapKeys() {
			texts(k, f)
		}
	case reflect.String:
		if v.Len() > 0 {
			f(v.String())
		}
	default:
	}
}
