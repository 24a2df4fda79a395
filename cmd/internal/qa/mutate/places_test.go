// SPDX-License-Identifier: MIT

package main

import (
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"
)

const example = `package p

import "log"

func sum(list []int, limit int) (int, error) {
	n, out := 0, make([]int, 0, 7)
	for _, v := range list {
		if v > limit && n == 0 {
			return 1, err
		}
		if v == limit {
			continue
		}
		log.Info("seen", 3)
		defer log.Close(3)
		n += v
		_, _ = keep(n)
		drop(n)
		locked(func() { mu.Lock(); last = make(chan int, 3) })
	}
	return n, nil
}

const most = 9
`

func TestPlaces(t *testing.T) {
	list, err := placesIn("p.go", []byte(example))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, p := range list {
		got = append(got, p.String())
		changed := example[:p.from] + p.with + example[p.to:]
		if _, err := parser.ParseFile(token.NewFileSet(), "p.go", changed, 0); err != nil {
			t.Errorf("%s: %v", p, err)
		}
		if within := p.in != nil; within != (p.was != "9") {
			t.Errorf("%s: in a function %v", p, within)
		}
	}
	want := []string{
		"p.go:6:12: 0 -> 1", "p.go:6:27: 0 -> 1",
		"p.go:8:6: v > limit && n == 0 -> !(v > limit && n == 0)", "p.go:8:16: && -> ||", "p.go:8:8: > -> >=", "p.go:8:21: == -> !=", "p.go:8:24: 0 -> 1",
		"p.go:9:14: err -> nil", "p.go:9:11: 1 -> 2",
		"p.go:11:8: == -> !=", "p.go:12:4: continue -> nothing",
		"p.go:16:3: n += v -> nothing", "p.go:18:3: drop(n) -> nothing",
		"p.go:19:3: locked(func() { mu.Lock(); last = make(chan int, 3) }) -> nothing", "p.go:19:30: last -> _",
		"p.go:24:14: 9 -> 10",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
