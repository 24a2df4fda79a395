// SPDX-License-Identifier: MIT

package table

import (
	"fmt"
	"io"
	"reflect"
)

// Index lists every release, oldest first, and where each name first appears.
type Index struct {
	Releases []Release      `json:"r"`
	Items    map[string]int `json:"i"` // name -> index of the first release that has it without an experiment, else with one
	Others   map[string]int `json:"o"` // the same of blocks and mobs

	last       *File           // that was added, without its version
	experiment map[string]bool // items that were only an experiment so far
}

// Release is one release of the game and the name of the table that holds for it.
type Release struct {
	Name  string `json:"n"`
	Table string `json:"t"`
}

// Add appends a release. It reports whether the table of the release before it
// holds for this one too, and needs no file of its own.
func (x *Index) Add(release string, f *File) (same bool) {
	if x.Items == nil {
		x.Items, x.Others, x.experiment = map[string]int{}, map[string]int{}, map[string]bool{}
	}
	bare := *f
	bare.Version = ""
	r := Release{Name: release, Table: release}
	if same = x.last != nil && reflect.DeepEqual(*x.last, bare); same {
		r.Table = x.Releases[len(x.Releases)-1].Table
	}
	first := func(names map[string]int, name string) {
		if _, has := names[name]; !has {
			names[name] = len(x.Releases)
		}
	}
	for _, it := range f.Items {
		if x.experiment[it.Name] && !it.Experiment {
			delete(x.Items, it.Name)
		}
		x.experiment[it.Name] = it.Experiment
		first(x.Items, it.Name)
	}
	for _, b := range f.Blocks {
		if _, item := x.Items[b.Name]; !item {
			first(x.Others, b.Name)
		}
	}
	for _, m := range f.Mobs {
		first(x.Others, m.Name)
	}
	x.Releases, x.last = append(x.Releases, r), &bare
	return same
}

// DecodeIndex reads an index that Encode wrote.
func DecodeIndex(r io.Reader) (*Index, error) {
	x := new(Index)
	if err := decode(r, x); err != nil {
		return nil, err
	}
	for _, names := range []map[string]int{x.Items, x.Others} {
		for name, at := range names {
			if at < 0 || at >= len(x.Releases) {
				return nil, fmt.Errorf("%s: release %d does not exist", name, at)
			}
		}
	}
	return x, nil
}
