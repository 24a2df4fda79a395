// SPDX-License-Identifier: MIT

package language

import (
	"bytes"
	"cmp"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/minehand/minehand/game"
)

// Value is what a rule makes of words: a leaf with its text or number, or fields. It is not to be changed.
type Value struct {
	// Type is a row of types; of a clause it is "verb " and the verb.
	Type string
	// Text of a leaf: an item's phrase of the lexicon in the singular, a name as typed.
	Text string
	// Number of a leaf of type number.
	Number float64
	// Plural says that an item was named by a plural. It tells no values apart.
	Plural bool
	// Fields in a fixed order; of one name in the order of the words.
	Fields []Field

	// Span is where what fills a slot of a clause stands in the text.
	Span game.Span

	// at is where a clause, and what fills its slots, stands, in tokens.
	at [2]int
	// key is what a value without fields says.
	key string
}

// Field is a slot with what stands in it.
type Field struct {
	Name  string
	Value *Value
}

// newValue makes a value of fields, which it sorts.
func newValue(kind string, fields []Field) *Value {
	main := types[kind].main
	slices.SortStableFunc(fields, func(a, b Field) int {
		switch {
		case main[a.Name] != main[b.Name]:
			if main[a.Name] {
				return -1
			}
			return 1
		case main[a.Name]:
			a, b = b, a // a quantity before its item
		}
		return strings.Compare(a.Name, b.Name)
	})
	return &Value{Type: kind, Fields: fields}
}

// same reports whether two values have the same string.
func (v *Value) same(o *Value) bool {
	if v == o {
		return true
	}
	if v.Type != o.Type || !slices.EqualFunc(v.Fields, o.Fields, func(a, b Field) bool { return a.Name == b.Name }) {
		var a, b [256]byte
		return bytes.Equal(v.append(a[:0]), o.append(b[:0]))
	}
	return v.key == o.key && slices.EqualFunc(v.Fields, o.Fields, func(a, b Field) bool { return a.Value.same(b.Value) })
}

// as is a value of other fields at the same place.
func (v *Value) as(kind string, fields []Field) *Value {
	out := newValue(kind, fields)
	out.at, out.Span = v.at, v.Span
	return out
}

// Do is the value of a clause: a verb with its slots.
func Do(verb string, slots ...Field) *Value { return newValue(verbType+verb, slots) }

// Make is a value of a type with its fields.
func Make(kind string, fields ...Field) *Value { return newValue(kind, fields) }

// Set is the value of a flag.
func Set() *Value { return flagSet }

// Leaf is a value of a text.
func Leaf(kind, text string) *Value { return &Value{Type: kind, Text: text, key: text} }

// Counting is the value of a number.
func Counting(n float64) *Value {
	return &Value{Type: typeNumber, Number: n, key: strconv.FormatFloat(n, 'f', -1, 64)}
}

var flagSet = &Value{Type: typeFlag, key: "yes"}

// String is the value as examples write it: "get(thing: 3 diamond)". What has the same string is the same.
func (v *Value) String() string { return string(v.append(nil)) }

func (v *Value) append(to []byte) []byte {
	if v.key != "" {
		return append(to, v.key...)
	}
	if verb, ok := strings.CutPrefix(v.Type, verbType); ok {
		to = append(append(to, verb...), '(')
		return append(v.list(to, ": ", ", "), ')')
	}
	return v.list(to, " ", " ")
}

func (v *Value) list(to []byte, named, between string) []byte {
	main := types[v.Type].main
	for i, f := range v.Fields {
		if i > 0 {
			to = append(to, between...)
		}
		if f.Value.Type == typeFlag {
			to = append(to, f.Name...)
			continue
		}
		if !main[f.Name] {
			to = append(append(to, f.Name...), named...)
		}
		to = f.Value.append(to)
	}
	return to
}

// With is the value with a field in the place of those of its name; nil takes them away.
func (v *Value) With(name string, field *Value) *Value {
	fields := slices.DeleteFunc(slices.Clone(v.Fields), func(f Field) bool { return f.Name == name })
	if field != nil {
		fields = append(fields, Field{name, field})
	}
	return v.as(v.Type, fields)
}

// Field is the first value of a name, nil for none.
func (v *Value) Field(name string) *Value {
	if v == nil {
		return nil
	}
	for _, f := range v.Fields {
		if f.Name == name {
			return f.Value
		}
	}
	return nil
}

// All are the values of a name in the order of the words.
func (v *Value) All(name string) []*Value {
	var out []*Value
	for _, f := range v.Fields {
		if f.Name == name {
			out = append(out, f.Value)
		}
	}
	return out
}

// part is the first value of a name, an empty one for none.
func (v *Value) part(name string) *Value { return cmp.Or(v.Field(name), &Value{}) }

// Has reports whether a field is there.
func (v *Value) Has(name string) bool { return v.Field(name) != nil }

// shared is the field of a thing that the next clause names: "cook and eat a potato".
const shared = "shared"

// verbType stands before the verb in the type of a clause.
const verbType = "verb "

// Names of the types that the engine makes by itself.
const (
	typeNumber   = "number"
	typeItem     = "item"
	typeMob      = "mob"
	typeName     = "name"
	typePosition = "position"
	typeQuote    = "quote"
	typeRest     = "rest"
	typeFlag     = "flag"
	// A column is a place without its height.
	typeColumn    = "column"
	typeBiome     = "biome"
	typeStructure = "structure"
	// A part is a word of a name of the game, an aside some words that ask for nothing.
	typePart = "part"
	// A file is the name of a blueprint, a stem that without what it ends with.
	typeFile  = "file"
	typeStem  = "stem"
	typeAside = "aside"
	typeWhere = "where"
)

// kind is a row of types.
type kind struct {
	// fields are the types of the fields; nil for a leaf.
	fields map[string]string
	leaf   bool
	// like is the type whose phrases it is said by, with item read as another leaf.
	like, item string
	// main fields are written without their names.
	main map[string]bool
	// doc says what it is, for docs/PHRASES.md.
	doc string
}

// types are what slots may hold. Words for them stand in the phrases files.
var types = map[string]kind{
	typeNumber:    {leaf: true, doc: "a number, in digits or as the file's numbers say"},
	typeItem:      {leaf: true, doc: "an item, block or group by a name of the version, or one of the file's names"},
	typeMob:       {leaf: true, doc: "a mob by its name"},
	typeName:      {leaf: true, doc: "a player's name: 3 to 16 letters, digits and underscores"},
	typePosition:  {leaf: true, doc: "three coordinates"},
	typeQuote:     {leaf: true, doc: "what stands in quotation marks"},
	typeRest:      {leaf: true, doc: "all words to the end of the message"},
	typeFlag:      {leaf: true, doc: "said or not"},
	typeColumn:    {leaf: true, doc: "two coordinates, x and z"},
	typeBiome:     {leaf: true, doc: "a biome by its name"},
	typeStructure: {leaf: true, doc: "a structure by its name"},
	typePart:      {leaf: true, doc: "a word that names of the game have in them, such as a colour or material"},
	typeWhere:     {leaf: true, doc: "one to four words that may name a place: no number, thing or mob"},
	typeAside:     {leaf: true, doc: "one to eight words that say no number, condition or \"not\", and do not ask for anything"},
	typeFile:      {leaf: true, doc: "the name of a file of a building: castle.schem, castle.litematic, castle.nbt"},
	typeStem:      {leaf: true, doc: "any word, or what stands in quotation marks, as the name of such a file"},
	"quantity": {
		fields: map[string]string{
			"number": typeNumber, "stacks": typeNumber, "pairs": typeNumber, "more": typeFlag, "all": typeFlag, "half": typeFlag,
			"least": typeFlag, "part": typeFlag, "some": typeFlag, "about": typeFlag, "rest": typeFlag, "each": typeFlag,
			"enough": typeFlag,
		},
		main: map[string]bool{"number": true},
		doc:  "how many",
	},
	"direction": {fields: map[string]string{"north": typeFlag, "east": typeFlag, "south": typeFlag, "west": typeFlag}, doc: "a compass side"},
	"stance":    {fields: map[string]string{"open": typeFlag, "closed": typeFlag, "on": typeFlag, "off": typeFlag, "raised": typeFlag}, doc: "how a door stands, or what is made"},
	"way": {
		fields: map[string]string{"blocks": typeNumber, "direction": "direction", "away": typeFlag}, main: map[string]bool{"blocks": true},
		doc: "how far, to a side or away from what is hostile",
	},
	"thing": {
		fields: map[string]string{
			"quantity": "quantity", "item": typeItem, "of": typeItem, "or": typeItem, "for": typeItem, "it": typeFlag, "them": typeFlag, "the": typeFlag,
			"another": typeFlag, "near": typeFlag, "best": typeFlag, "everything": typeFlag, "its": typeFlag, "most": typeFlag,
			"more": typeFlag, "any": typeFlag, "kind": typePart, "head": typePart, shared: typeFlag, "stuff": "stuff",
		},
		main: map[string]bool{"quantity": true, "item": true},
		doc:  "a number of an item, or a word for what was named before",
	},
	"block": {like: "thing", item: typeItem, doc: "a thing, of blocks before items"},
	"beast": {like: "thing", item: typeMob, doc: "a number of mobs"},
	"place": {
		fields: map[string]string{
			"at": typePosition, "column": typeColumn, "here": typeFlag, "there": typeFlag, "biome": typeBiome, "structure": typeStructure,
			"nether": typeFlag, "end": typeFlag, "overworld": typeFlag, "block": typeItem, "mob": typeMob, "nearest": typeFlag,
		},
		main: map[string]bool{"at": true, "column": true},
		doc:  "coordinates, here, there, or something in the world",
	},
	"region": {fields: map[string]string{"biome": typeBiome}, main: map[string]bool{"biome": true}, doc: "where something is to be found"},
	"site":   {fields: map[string]string{"around": typeFlag, "before": typeFlag, "inside": typeFlag}, doc: "a place at what the message builds"},
	"box": {
		fields: map[string]string{"at": typePosition, "item": typeItem, "the": typeFlag, "it": typeFlag, "one": typeFlag},
		main:   map[string]bool{"item": true},
		doc:    "a container; with \"the\" or coordinates one that stands",
	},
	"player": {
		fields: map[string]string{"name": typeName, "me": typeFlag, "him": typeFlag},
		main:   map[string]bool{"name": true},
		doc:    "a player",
	},
	"time": {
		fields: map[string]string{"number": typeNumber, "seconds": typeNumber},
		main:   map[string]bool{"number": true},
		doc:    "a number of a unit that is so many seconds long",
	},
	"times":  {fields: map[string]string{"number": typeNumber}, main: map[string]bool{"number": true}, doc: "how often"},
	"tool":   {fields: map[string]string{"item": typeItem, "of": typeItem, "it": typeFlag, "any": typeFlag, "kind": typePart, "number": typeNumber}, main: map[string]bool{"item": true}, doc: "what it is done with"},
	"source": {fields: map[string]string{"quantity": "quantity", "mob": typeMob, "block": typeItem}, doc: "a mob or block that something comes of"},
	"shape": {
		fields: map[string]string{
			"platform": typeFlag, "wall": typeFlag, "pillar": typeFlag, "row": typeFlag,
			"house": typeFlag, "hut": typeFlag, "tower": typeFlag, "castle": typeFlag, "fence": typeFlag, "field": typeFlag, "bridge": typeFlag,
			"area": typeFlag, "hole": typeFlag, "tunnel": typeFlag, "staircase": typeFlag, "storey": typeFlag,
			"cube": typeFlag, "ring": typeFlag, "roof": typeFlag, "steps": typeFlag, "filling": typeFlag,
			"size": "size", "item": typeItem, "stuff": "stuff", "fit": "fitting", "file": typeFile, "named": typeStem,
		},
		main: map[string]bool{"item": true},
		doc:  "what is built, cleared, dug or filled: the building of a file, or the shape of that name; steps go up, a filling is that of a hole",
	},
	"fitting": {
		fields: map[string]string{
			"own": typeFlag, "glass": typeFlag, "glass_pane": typeFlag, "yard": typeFlag, "railing": typeFlag, "storey": typeFlag,
			"number": typeNumber, "item": typeItem,
		},
		main: map[string]bool{"item": true},
		doc:  "what a building is fitted with: a thing inside, windows, panes, a second storey, a fence around it, a railing, or its own",
	},
	"size": {
		fields: map[string]string{"measure": "measure", "wide": typeNumber, "high": typeNumber, "number": typeNumber, "across": typeNumber},
		main:   map[string]bool{"number": true, "measure": true},
		doc:    "the measures of what is built, in blocks",
	},
	"stuff": {
		fields: map[string]string{"item": typeItem}, main: map[string]bool{"item": true},
		doc: "a colour or a material as a word of its own: a house that is pink is of pink wool",
	},
	"measure": {
		fields: map[string]string{"wide": typeNumber, "long": typeNumber, "deep": typeNumber, "high": typeNumber, "radius": typeNumber},
		doc:    "how far one side of it goes, in blocks",
	},
	"text": {fields: map[string]string{"quote": typeQuote, "rest": typeRest}, main: map[string]bool{"quote": true, "rest": true}, doc: "words to be said"},
}

func init() {
	for name, k := range types {
		if k.like != "" {
			like := types[k.like]
			k.fields, k.main = map[string]string{}, like.main
			for f, t := range like.fields {
				if t == typeItem {
					t = k.item
				}
				k.fields[f] = t
			}
			types[name] = k
		}
	}
}

// Types are the names of all types, each with what it is and its fields: what docs/PHRASES.md shows.
func Types() [][3]string {
	var out [][3]string
	for _, name := range slices.Sorted(maps.Keys(types)) {
		out = append(out, [3]string{name, types[name].doc, strings.Join(slices.Sorted(maps.Keys(types[name].fields)), ", ")})
	}
	return out
}

// Quantity is how many of something, as it was said.
type Quantity struct {
	// Number of pieces, or of stacks; 0 when none was said.
	Number float64
	Stacks bool
	// More: beyond what is held. All: as many as there are. Half of them. Least: or more. Some: a number that nobody said.
	More, All, Half, Least, Some bool
	// About a number. Most: as many as can be had. Rest: what is left. Each: of each of what is named. Pairs is the number of pairs.
	// Part: so many of them, as in "one of iron". Enough: as many as are of use.
	About, Most, Rest, Each, Part, Enough bool
	Pairs                                 float64
}

// Thing is an item, block or mob with its quantity.
type Thing struct {
	Quantity Quantity
	// Name is a phrase of the lexicon; empty for a word that refers.
	Name string
	// Plural says that a plural was said, Definite that it was pointed to.
	Plural, Definite bool
	// It and Them refer to what was named before, Another to one more of it.
	It, Them, Another bool
	// Of is the material, Kind a word that belongs before the name, For what is to be made
	// of enough of it, Or are further names that would do.
	Of, Kind, For string
	Or            []string
	// Near: the nearest. Best: of all that would do. Its: of the mob named before.
	Near, Best, Its bool
	// Everything that is held.
	Everything bool
}

// Relative reports whether how many are meant depends on how many there are.
func (q Quantity) Relative() bool { return q.More || q.All || q.Half || q.Rest }

// Refers reports whether what was named before is meant.
func (t Thing) Refers() bool { return t.It || t.Them }

// Quantity is the value as a quantity; of nil nothing was said.
func (v *Value) Quantity() Quantity {
	if v == nil {
		return Quantity{}
	}
	q := Quantity{
		More: v.Has("more"), All: v.Has("all"), Half: v.Has("half"), Least: v.Has("least"), Some: v.Has("some"),
		About: v.Has("about"), Rest: v.Has("rest"), Each: v.Has("each"), Part: v.Has("part"), Enough: v.Has("enough"),
		Number: v.part("number").Number, Pairs: v.part("pairs").Number,
	}
	if n := v.Field("stacks"); n != nil {
		q.Number, q.Stacks = n.Number, true
	}
	return q
}

// Thing is the value as a thing.
func (v *Value) Thing() Thing {
	t := Thing{
		Quantity: v.Field("quantity").Quantity(), It: v.Has("it"), Them: v.Has("them"), Definite: v.Has("the"), Another: v.Has("another"),
		Near: v.Has("near"), Best: v.Has("best"), Its: v.Has("its"), Everything: v.Has("everything"),
		Of: cmp.Or(v.Field("of"), v.Field("stuff").part("item")).Text, Kind: v.part("kind").Text, For: v.part("for").Text,
	}
	t.Quantity.Most = v.Has("most")
	t.Quantity.More = t.Quantity.More || v.Has("more")
	named := cmp.Or(v.Field("head"), v.part("item"))
	t.Name, t.Plural = named.Text, named.Plural
	for _, or := range v.All("or") {
		t.Or, t.Plural = append(t.Or, or.Text), t.Plural || or.Plural
	}
	return t
}

// Seconds is the value as a time, in seconds of game time.
func (v *Value) Seconds() float64 { return v.part("number").Number * v.part("seconds").Number }

// Position is the value of three coordinates as a block; ok is false for what no world has.
func (v *Value) Position() (game.Pos, bool) {
	var c [3]int
	for i, word := range strings.Fields(v.Text) {
		f, err := strconv.ParseFloat(word, 64)
		if err != nil || i > 2 || math.Abs(f) > game.MaxCoordinate {
			return game.Pos{}, false
		}
		c[i] = int(math.Floor(f))
	}
	return game.Pos{X: c[0], Y: c[1], Z: c[2]}, true
}

// Column is the value of two coordinates as a block without its height.
func (v *Value) Column() (game.Pos, bool) {
	x, z, _ := strings.Cut(v.Text, " ")
	return Leaf(typePosition, x+" 0 "+z).Position()
}
