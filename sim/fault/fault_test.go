// SPDX-License-Identifier: MIT

package fault

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

func TestParse(t *testing.T) {
	p, err := Parse("drop=0.02, delay=200ms,cut=40,half-open=9,reconnect=8s,seed=7,false-success=1,no-inventory=on,no-result-state=off")
	if err != nil {
		t.Fatal(err)
	}
	want := Plan{Drop: 0.02, Delay: 200 * time.Millisecond, Cut: 40, HalfOpen: 9, Reconnect: 8 * time.Second, Seed: 7, FalseSuccess: 1, NoInventory: true}
	if !reflect.DeepEqual(p, want) {
		t.Fatalf("read %+v, want %+v", p, want)
	}
	if got := p.String(); got != "drop=0.02,false-success=1,no-inventory=on,delay=200ms,cut=40,half-open=9,reconnect=8s,seed=7" {
		t.Fatalf("wrote %q", got)
	}
}

func TestParseFaultsAreSentences(t *testing.T) {
	for text, want := range map[string]string{
		"drop":           "write name=value",
		"drop=2":         "from 0 to 1",
		"drop=NaN":       "from 0 to 1",
		"cut=-1":         "number of frames",
		"delay=fast":     "duration",
		"delay=9999h":    "duration",
		"seed=x":         "whole number",
		"no-inventory=1": "on or off",
		"explode=1":      `no fault "explode"; the faults are drop,`,
		"drop=1,cut=0.5": "number of frames",
		"explode@3":      `no fault "explode" of an action; the faults are disconnect,`,
		"double@0":       "number of an action",
		"double@x":       "number of an action",
		"disconnect@3":   "say how long",
		"late@3=soon":    "give a duration",
		"fail@3":         "give the code",
		"double@3=2s":    "takes no value",
	} {
		if _, err := Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Parse(%q) gave %v, want %q", text, err, want)
		}
	}
}

func TestMomentsOfActions(t *testing.T) {
	const text = "drop=0.1,disconnect@3=8s,double@5,fail@2=not_found"
	p, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	want := []Moment{{Action: 3, What: Disconnect, For: 8 * time.Second}, {Action: 5, What: Double}, {Action: 2, What: Fail, Code: "not_found"}}
	if !reflect.DeepEqual(p.Moments, want) || p.String() != text {
		t.Errorf("read %+v, written %q", p.Moments, p.String())
	}
	if got := p.At(5); len(got) != 1 || got[0].What != Double || len(p.At(4)) != 0 {
		t.Errorf("at 5: %v, at 4: %v", got, p.At(4))
	}
	if got := p.After(3).Moments; len(got) != 1 || got[0] != (Moment{Action: 2, What: Double}) {
		t.Errorf("after 3 actions: %v", got)
	}
}

func FuzzParse(f *testing.F) {
	f.Add("drop=0.02,delay=200ms,cut=40,seed=7")
	f.Add("=,=,")
	f.Add("disconnect@3=8s,double@5,fail@2=not_found")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := Parse(text)
		if err != nil {
			return
		}
		again, err := Parse(p.String())
		if err != nil || !reflect.DeepEqual(again, p) {
			t.Fatalf("%q parsed to %+v, whose text %q gives %+v, %v", text, p, p.String(), again, err)
		}
	})
}

func TestDiceAreSeededAndKeepText(t *testing.T) {
	a, b := Plan{Seed: 3}.Dice(), Plan{Seed: 3}.Dice()
	for range 200 {
		if a.Hit(0.3) != b.Hit(0.3) {
			t.Fatal("the same seed gave other chances")
		}
		x, y := a.Garble([]byte(`{"type":"log","message":"grün"}`)), b.Garble([]byte(`{"type":"log","message":"grün"}`))
		if string(x) != string(y) || !utf8.Valid(x) {
			t.Fatalf("garbled to %q and %q", x, y)
		}
	}
}

func TestAGarbledFrameCannotBeTakenForATrueOne(t *testing.T) {
	dice := Plan{Seed: 3}.Dice()
	for range 5000 {
		if out := dice.Garble([]byte(`{"count":12345678901234567890123456789}`)); json.Valid(out) {
			t.Fatalf("%s reads well", out)
		}
	}
}
