// SPDX-License-Identifier: MIT

package game

import (
	"reflect"
	"testing"
	"time"
)

// full is a state with every field set, to values of its own for each n.
func full(n int) State {
	v := float64(n)
	return State{
		N: n, Died: time.Unix(int64(n), 0), Placed: Placed{"s", n}, Position: &Vec3{X: v}, Health: &v, Hunger: &v, Saturation: &v, Oxygen: &v, Time: &n, Deaths: &n, Hardcore: true,
		Inventory: []Stack{{Slot: n, Item: "stick", Count: 1, Durability: &n, Enchantments: map[string]int{"power": n}}},
		Dimension: "overworld", GameMode: "survival", World: &World{Present: true, ID: string(rune('a' + n))}, HeldItem: "stick",
		Armor: []string{"iron_boots", string(rune('a' + n))}, Weather: "rain", Biome: "plains", ViewerURL: "http://localhost",
		Nearby: &Nearby{Blocks: []Sight{{Name: "dirt", X: v}}, Entities: []Sight{{Name: "cow"}}, Players: []Sight{{Name: "Steve"}}},
	}
}

func TestAStateIsFilledFromAnother(t *testing.T) {
	want := full(1)
	for i, v := 0, reflect.ValueOf(want); i < v.NumField(); i++ {
		if v.Field(i).IsZero() {
			t.Fatalf("%s is not set: the test says nothing of it", v.Type().Field(i).Name)
		}
	}
	var s State
	if s.FillFrom(&want); !reflect.DeepEqual(s, want) {
		t.Errorf("nothing was filled up to %+v", s)
	}
	own := full(2)
	s = own
	if s.FillFrom(&want); !reflect.DeepEqual(s, own) {
		t.Errorf("what was there is now %+v", s)
	}
}

func TestStatesShareWhatIsEqual(t *testing.T) {
	before := full(1)
	same, other := full(1), full(2)
	same.Share(&before)
	other.Share(&before)
	if !reflect.DeepEqual(same, full(1)) || !reflect.DeepEqual(other, full(2)) {
		t.Fatalf("sharing changed %+v or %+v", same, other)
	}
	for i, name := range reflect.VisibleFields(reflect.TypeFor[State]()) {
		s, o, b := reflect.ValueOf(same).Field(i), reflect.ValueOf(other).Field(i), reflect.ValueOf(before).Field(i)
		if k := s.Kind(); k != reflect.Pointer && k != reflect.Slice {
			continue
		}
		if s.UnsafePointer() != b.UnsafePointer() {
			t.Errorf("%s is kept twice", name.Name)
		}
		if o.UnsafePointer() == b.UnsafePointer() {
			t.Errorf("%s is shared and differs", name.Name)
		}
	}
	same.Share(nil)
}
