// SPDX-License-Identifier: MIT

package language

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data/lexicon"
	"github.com/minehand/minehand/internal/spelling"
)

const (
	// mostEdges bounds the work on one message: edges and the steps between them.
	mostEdges = 60_000
	// mostReadings are kept of the same words by the same rule, the best first; mostTails of
	// the end of a clause, which every slot of its verb may stand in.
	mostReadings, mostTails = 4, 40
	// mostSpelt are the ways to spell one name that are looked at.
	mostSpelt = 16
	// mostFields are in one value: more things than a message may ask for, 40.
	mostFields = 44
	// Margin is how much heavier, at least, the next reading must be for the best to be taken alone.
	Margin = 0.5
)

// What a reading weighs: the sum of what was guessed in it.
const (
	slipWeight = 1.0  // a letter of a misspelt word
	nameWeight = 0.3  // a word that is taken for a player's name
	restWeight = 0.2  // words that are taken as they stand
	rarely     = 0.6  // words that another way to read them goes before
	loosely    = 0.6  // words for which something else is done
	slightly   = 0.01 // a word without its marks, or in another form: none of another language
)

// chart reads one message by one grammar: every rule from every token is worked out
// once, and all its readings are kept with their weight. One goroutine.
type chart struct {
	*Grammar
	names  *lexicon.Lexicon
	text   string
	tokens []Token
	// forms are what each token may stand for: itself, and when words may be misspelt those that it is near to.
	forms [][]form
	// memo is what each rule read from each token on.
	memo [][]cell
	// start are the words of each token's forms by number, and may the leaves that it may begin.
	start [][]int
	may   []uint16
	edges int
	over  bool
	// most readings are kept of the same words by the same rule, the best first.
	most int
	// farthest is the token that no rule took, as far as any came.
	farthest int
	// changed is what the words weigh that stand for others of the language.
	changed float64
	// skips is what it weighs to leave out each token; nil where none may be.
	skips []float64
}

// cell is what a rule read from a token on.
type cell struct {
	done     bool
	readings []reading
	// reach is how far its phrases came.
	reach int
}

// form is a word that a token may stand for.
type form struct {
	word   string
	weight float64
}

// reading is one way to read tokens: from where it was asked up to end.
type reading struct {
	end    int
	weight float64
	value  *Value
	fixes  *fix
}

// fix is a word that was taken for another, before those of the rest.
type fix struct {
	token  int
	as     string
	before *fix
	// end is the token behind what was taken for something else; 0 for one word.
	end int
}

// path is a reading in the making: at a state of a net.
type path struct {
	state  int
	weight float64
	fields *chain
	fixes  *fix
	// left is how many words in a row were left out just before.
	left int
}

// chain are fields, the last first.
type chain struct {
	field  string
	value  *Value
	span   [2]int
	before *chain
	depth  int
}

// len is how many fields a chain has.
func (c *chain) len() int {
	if c == nil {
		return 0
	}
	return c.depth
}

// with is the chain with a field behind it.
func (c *chain) with(field string, value *Value, span [2]int) *chain {
	return &chain{field, value, span, c, c.len() + 1}
}

func newChart(g *Grammar, names *lexicon.Lexicon, text string, tokens []Token) *chart {
	c := &chart{Grammar: g, names: names, text: text, most: mostReadings, memo: make([][]cell, len(g.symbols))}
	for _, t := range tokens {
		words := []string{t.Text}
		if t.Kind == Word && !g.vocabulary[t.Text] && !c.known(t.Text) && g.file.Misspellings[t.Text] == "" {
			if words = g.meant(t.Text); words[0] != t.Text {
				c.changed += slightly
			}
		}
		for _, t.Text = range words {
			c.tokens = append(c.tokens, t)
		}
	}
	tokens, c.forms = c.tokens, make([][]form, len(c.tokens))
	for i := range tokens {
		word := tokens[i].Text
		c.forms[i] = append(c.forms[i], form{word: word})
		if right, ok := g.file.Misspellings[word]; ok && tokens[i].Kind != Quote {
			if !g.vocabulary[word] {
				c.forms[i] = nil
			}
			c.forms[i] = append(c.forms[i], form{word: right})
		} else if right := names.Corrected(word); g.file.Lexicon && right != word && !g.vocabulary[word] && !names.Knows(word) && tokens[i].Kind == Word {
			c.forms[i] = append(c.forms[i], form{word: right})
		}
	}
	c.begin()
	return c
}

// begin notes what each token may begin.
func (c *chart) begin() {
	c.start, c.may = make([][]int, len(c.tokens)), make([]uint16, len(c.tokens))
	numbers, quote := leafBit(typeNumber)|leafBit(typePosition)|leafBit(typeColumn), leafBit(typeQuote)
	rest := ^uint16(0) &^ (numbers | quote)
	for i, t := range c.tokens {
		switch t.Kind {
		case Quote:
			if c.may[i] = quote | leafBit(typeStem); isFile(t.Text) {
				c.may[i] |= leafBit(typeFile)
			}
			continue
		case FileName:
			c.may[i] = leafBit(typeFile)
			continue
		case Number:
			c.may[i] = numbers | rest
		case Word:
			c.may[i] = rest
			if len(t.Text) == 1 { // x 100
				c.may[i] |= numbers
			}
		case Sign:
			c.may[i] = leafBit(typeRest)
			if t.Text == "(" || t.Text == "[" {
				c.may[i] |= leafBit(typePosition) | leafBit(typeColumn)
			}
		}
		for _, f := range c.forms[i] {
			if id, ok := c.ids[f.word]; ok {
				c.start[i] = append(c.start[i], id)
			}
			if c.file.Numbers[f.word]+c.file.Scales[f.word] > 0 {
				c.may[i] |= numbers
			}
		}
	}
}

// begins reports whether a rule may begin at a token.
func (c *chart) begins(s *symbol, at int) bool {
	if s.leaves&c.may[at] != 0 {
		return true
	}
	for _, id := range c.start[at] {
		if s.first[id/64]&(1<<(id%64)) != 0 {
			return true
		}
	}
	return false
}

// misspelt lets words that nobody knows stand for those that they are near to, loosely by any letter.
func (c *chart) misspelt(loosely bool) (any bool) {
	known := map[bool][]spelling.Words{true: {c.near, c.names.Near}, false: {c.near}}[c.file.Lexicon]
	slips := spelling.Remembered(loosely, known...)
	for i, t := range c.tokens {
		if t.Kind != Word || c.vocabulary[t.Text] || len(c.forms[i]) > 1 || c.known(t.Text) {
			continue
		}
		for _, as := range slips(t.Text) {
			any, c.forms[i] = true, append(c.forms[i], form{as, slipWeight})
		}
	}
	if any {
		c.edges = 0
		c.begin()
		clear(c.memo)
	}
	return any
}

// known reports whether a word is part of a name.
func (c *chart) known(word string) bool {
	return c.file.Lexicon && (c.names.Knows(word) || strings.Contains(word, "_") &&
		!slices.ContainsFunc(strings.Split(word, "_"), func(w string) bool { return !c.names.Knows(w) }))
}

// readings are the ways to read all of the text, the best first: as a message, or with a verb as the end of its clause.
func (c *chart) readings(verb string) []reading {
	var all []reading
	if verb == "" {
		all = slices.Clone(c.parse(c.index["message"], 0))
	} else {
		all = c.tails(&c.symbols[c.index[verbWords+verb]])
	}
	return slices.DeleteFunc(all, func(r reading) bool { return r.end < len(c.tokens) })
}

// tails are the ways to read a clause whose beginning is not said.
func (c *chart) tails(s *symbol) []reading {
	starts := make([]path, len(s.states))
	for i := range starts {
		starts[i].state = i
	}
	c.most = mostTails
	all, _ := c.net(s, 0, starts...)
	c.most = mostReadings
	for i := range all {
		clause := *all[i].value
		clause.at[1] = all[i].end
		all[i].value = newValue("message", []Field{{"clause", &clause}})
	}
	return all
}

// spent counts an edge and reports whether there may be more.
func (c *chart) spent() bool {
	c.edges++
	c.over = c.over || c.edges > mostEdges
	return !c.over
}

// parse reads a rule from a token on.
func (c *chart) parse(symbol, at int) []reading {
	if at >= len(c.tokens) || c.over {
		return nil
	}
	if s := &c.symbols[symbol]; !c.begins(s, at) {
		return c.shares(s, at)
	}
	if c.memo[symbol] == nil {
		c.memo[symbol] = make([]cell, len(c.tokens))
	}
	memo := &c.memo[symbol][at]
	if memo.done {
		return memo.readings
	}
	memo.done = true // a rule that begins with itself reads nothing so
	var got []reading
	if leaf := c.symbols[symbol].leaf; leaf != "" {
		got = c.leaf(leaf, at)
	} else {
		got, memo.reach = c.net(&c.symbols[symbol], at, path{})
	}
	got = append(got, c.shares(&c.symbols[symbol], at)...)
	for _, r := range got {
		if c.symbols[symbol].leaf != typeStem { // which takes any word
			c.farthest = max(c.farthest, r.end)
		}
	}
	memo.readings = got
	return got
}

// shares reads a thing that is not said, because what follows a word of the list "shared" says it of the next verb.
func (c *chart) shares(s *symbol, at int) []reading {
	if !s.shares || at == 0 || c.tokens[at-1].Kind != Word {
		return nil
	}
	for _, r := range c.parse(c.index["words "+shared], at) {
		if len(c.parse(c.index["clause"], r.end)) > 0 {
			return []reading{{end: at, weight: rarely, value: newValue(s.makes, []Field{{shared, flagSet}})}}
		}
	}
	return nil
}

// net follows a rule's net, and says how far it came.
func (c *chart) net(s *symbol, from int, starts ...path) ([]reading, int) {
	paths := make([][]path, 1, 8)
	paths[0] = starts
	put := func(at int, p path) {
		if p.fields.len() > mostFields || !c.spent() {
			return
		}
		for len(paths) <= at-from {
			paths = append(paths, nil)
		}
		paths[at-from] = c.addPath(paths[at-from], p)
	}
	var out []reading
	for k := 0; k < len(paths); k++ {
		at := from + k
		for i := 0; i < len(paths[k]); i++ {
			p := paths[k][i]
			st := &s.states[p.state]
			for _, e := range st.ends {
				if p.left == 0 {
					out = c.end(out, s, e, p, at)
				}
			}
			if at >= len(c.tokens) {
				continue
			}
			if c.skips != nil && k > 0 {
				c.leave(s, at, p, put)
			}
			if c.tokens[at].Kind != Quote {
				for _, f := range c.forms[at] {
					for _, a := range st.by(f.word) {
						next := path{a.to, p.weight + f.weight, p.fields, p.fixes, 0}
						if f.weight > 0 {
							next.fixes = &fix{at, f.word, p.fixes, 0}
						}
						c.farthest = max(c.farthest, at+1)
						put(at+1, next)
					}
				}
			}
			for _, e := range st.rules {
				for _, r := range c.parse(e.symbol, at) {
					next := path{e.to, p.weight + r.weight, p.fields, p.fixes, 0}
					switch span := [2]int{at, r.end}; {
					case e.field == splice:
						for _, f := range r.value.Fields {
							if next.fields.within(f.Name, at) {
								r.value = nil // said already
								break
							}
							next.fields = next.fields.with(f.Name, f.Value.placed(s, span), span)
						}
						if r.value == nil {
							continue
						}
					case e.field != "":
						next.fields = p.fields.with(e.field, r.value.placed(s, span), span)
					}
					for f := r.fixes; f != nil; f = f.before {
						next.fixes = &fix{f.token, f.as, next.fixes, f.end}
					}
					if as := c.symbols[e.symbol].guess; as != "" {
						next.weight += loosely
						next.fixes = &fix{at, as, next.fixes, r.end}
					}
					put(r.end, next)
				}
			}
		}
	}
	slices.SortStableFunc(out, func(a, b reading) int { return cmp.Or(cmp.Compare(a.end, b.end), cmp.Compare(a.weight, b.weight)) })
	return out, from + len(paths) - 1
}

// placed is a clause, or a value in a rule that makes one, where it stands.
func (v *Value) placed(s *symbol, at [2]int) *Value {
	if !strings.HasPrefix(s.makes, verbType) && !strings.HasPrefix(v.Type, verbType) {
		return v
	}
	clone := *v
	clone.at = at
	return &clone
}

// within reports whether a field of a name was said before a token.
func (c *chain) within(name string, before int) bool {
	for ; c != nil; c = c.before {
		if c.field == name && c.span[0] < before {
			return true
		}
	}
	return false
}

// addPath adds a path unless so many better ones, or one of the same fields, stand at its state.
func (c *chart) addPath(list []path, p path) []path {
	same, worst := 0, -1
	for i := range list {
		if list[i].state != p.state {
			continue
		}
		if sameFields(list[i].fields, p.fields) {
			if p.weight < list[i].weight {
				list[i] = p
			}
			return list
		}
		same++
		if worst < 0 || list[i].weight > list[worst].weight {
			worst = i
		}
	}
	if same < c.most {
		return append(list, p)
	}
	if p.weight < list[worst].weight {
		list[worst] = p
	}
	return list
}

func sameFields(a, b *chain) bool {
	for a != b {
		if a == nil || b == nil || a.field != b.field || a.span != b.span || !a.value.same(b.value) {
			return false
		}
		a, b = a.before, b.before
	}
	return true
}

// end makes a reading of a path at the end of a phrase.
func (c *chart) end(out []reading, s *symbol, phrase int, p path, at int) []reading {
	if !c.spent() {
		return out
	}
	r := reading{end: at, weight: p.weight, fixes: p.fixes}
	if phrase < len(s.phrases) {
		r.weight += s.phrases[phrase].weight
	}
	switch s.makes {
	case "":
	case through:
		r.value = p.fields.value
	default:
		n := len(s.phrases[phrase].fields)
		fields := append(make([]Field, 0, n+p.fields.len()), s.phrases[phrase].fields...)
		for f := p.fields; f != nil; f = f.before {
			fields = append(fields, Field{f.field, f.value})
		}
		slices.Reverse(fields[n:])
		r.value = newValue(s.makes, fields)
	}
	return c.keepBest(out, r)
}

// keepBest adds a reading to those that end where it does, of which the lightest are kept.
func (c *chart) keepBest(out []reading, r reading) []reading {
	same, worst := 0, -1
	for i := len(out) - 1; i >= 0 && out[i].end == r.end; i-- { // they come by their ends
		if worst < 0 || out[i].weight >= out[worst].weight {
			worst = i
		}
		if r.value == nil || out[i].value.same(r.value) {
			if r.weight < out[i].weight {
				out[i] = r
			}
			return out
		}
		same++
	}
	if same < c.most {
		return append(out, r)
	}
	if r.weight < out[worst].weight {
		out[worst] = r
	}
	return out
}

// leaf reads what no phrases are written for.
func (c *chart) leaf(kind string, at int) []reading {
	t, ok := c.tokens[at], false
	switch kind {
	case typeNumber:
		return c.number(at)
	case typeItem:
		return c.item(at, c.names.Items, c.names.Blocks, c.Grammar.names)
	case "block":
		return c.item(at, c.names.Blocks, c.names.Items, c.Grammar.names)
	case typeMob:
		return c.item(at, c.names.Mobs, nil, c.mobs)
	case typeName:
		return c.name(at)
	case typePosition:
		return c.position(at, kind, "xyz")
	case typeColumn:
		return c.position(at, kind, "xz")
	case typeBiome:
		return c.place(at, typeBiome, c.names.Biomes)
	case typeStructure:
		return c.place(at, typeStructure, c.names.Structures)
	case typeRest:
		return c.rest(at)
	case typePart:
		return c.part(at)
	case typeAside, typeWhere:
		return c.aside(at, kind)
	case typeQuote:
		ok = t.Kind == Quote
	case typeFile:
		ok = t.Kind == FileName || t.Kind == Quote && isFile(t.Text)
	case typeStem:
		ok = t.Kind == Quote || t.Kind == Word && len(t.Text) >= shortestName && !c.is("unnamed", at)
	}
	if !ok {
		return nil
	}
	return []reading{{end: at + 1, value: Leaf(kind, t.Text)}}
}

// part reads a word of a name: the "red" of a "red bed", in the singular.
func (c *chart) part(at int) []reading {
	t := c.tokens[at]
	if t.Kind != Word || !c.known(t.Text) {
		return nil
	}
	one := t.Text
	for _, p := range spelling.Singulars(t.Text) {
		if c.known(p) && game.Plural(p) == t.Text {
			one = p
		}
	}
	return []reading{{end: at + 1, value: &Value{Type: typePart, Text: one, Plural: one != t.Text, key: one}}}
}

// mostWords is how many words an aside, and the name of a place, may have.
var mostWords = map[string]int{typeAside: 8, typeWhere: 4}

// shortAside is how many words of one another thing to do may follow.
const shortAside = 3

// aside reads words that ask for nothing, of a place fewer and none that names a thing: up to every sign, word for "then" and end.
func (c *chart) aside(at int, kind string) (out []reading) {
	heard, most := false, mostWords[kind]
	for k := at; k < len(c.tokens) && k < at+most && (kind == typeAside || !c.named(k, typeItem, typeMob)); k++ {
		t := c.tokens[k]
		heard = heard || c.vocabulary[t.Text] || c.known(t.Text)
		if t.Kind != Word || c.file.Numbers[t.Text]+c.file.Scales[t.Text] > 0 || c.is("weighty", k) || c.is("bound", k) || k > at && c.is("then", k) {
			break
		}
		next := k + 1
		ends := next == len(c.tokens) || c.tokens[next].Kind == Sign || c.is("closer", next) || k < at+shortAside && c.is("then", next)
		if heard && ends { // what nobody knows a word of may be a name
			out = append(out, reading{end: next, value: Leaf(kind, "")})
		}
	}
	return out
}

// listed are the ways to read a phrase of a list at a token; none where the language has no such list.
func (c *chart) listed(list string, at int) []reading {
	if symbol, ok := c.index["words "+list]; ok {
		return c.parse(symbol, at)
	}
	return nil
}

// is reports whether a phrase of a list begins at a token.
func (c *chart) is(list string, at int) bool { return len(c.listed(list, at)) > 0 }

// spelt reads every phrase that begins at a token and means something, as it may be spelt.
func (c *chart) spelt(at int, means func(phrase string) *Value) (out []reading) {
	type spelling struct {
		form
		fixes *fix
	}
	texts := []spelling{{}}
	for n := 1; n <= max(lexicon.MaxWords, c.longest) && at+n <= len(c.tokens); n++ {
		t := c.tokens[at+n-1]
		if n > 1 && t.Text == ":" && t.Span.From == c.tokens[at+n-2].Span.To {
			continue // a mod's own: "brass:gear"
		}
		if t.Kind == Quote || t.Kind == Sign {
			return out
		}
		var longer []spelling
		for _, text := range texts {
			for _, f := range c.forms[at+n-1] {
				phrase := strings.TrimPrefix(text.word+" "+strings.ReplaceAll(f.word, "_", " "), " ")
				next := spelling{form{phrase, text.weight + f.weight}, text.fixes}
				if f.weight > 0 {
					next.fixes = &fix{at + n - 1, f.word, text.fixes, 0}
				}
				longer = append(longer, next)
			}
		}
		texts = longer[:min(len(longer), mostSpelt)]
		for _, text := range texts {
			if !c.spent() {
				return out
			}
			if v := means(text.word); v != nil {
				out = append(out, reading{at + n, text.weight, v, text.fixes})
			}
		}
	}
	return out
}

// item reads a thing's name: by the lexicon or the file's own names.
func (c *chart) item(at int, first, second lexicon.Table, own map[string]name) []reading {
	kind := typeItem
	if second == nil {
		kind = typeMob
	}
	means := func(p string) lexicon.Meaning {
		m, ok := first[p]
		if !ok {
			m = second[p]
		}
		return m
	}
	has := func(p string) bool { m := means(p); return len(m.Items)+len(m.Set) > 0 }
	return c.spelt(at, func(phrase string) *Value {
		if n, ok := own[phrase]; ok && has(n.of) {
			return &Value{Type: kind, Text: n.of, Plural: n.plural, key: n.of}
		}
		if !c.file.Lexicon {
			return nil
		}
		one, plural := phrase, false
		if !has(phrase) { // block of iron
			var ok bool
			if one, plural, ok = c.names.BlockOf(phrase); !ok || kind == typeMob {
				return nil
			}
		}
		for _, p := range spelling.Singulars(phrase) {
			// bricks are a block, and not several of the item
			if has(p) && game.Plural(p) == phrase && means(p).Name == means(phrase).Name {
				one, plural = p, true
				break
			}
		}
		return &Value{Type: kind, Text: one, Plural: plural, key: one}
	})
}

// number reads digits, or numerals that add up: "twenty five", "two hundred and one".
func (c *chart) number(at int) []reading {
	if t := c.tokens[at]; t.Kind == Number {
		return c.digits(at)
	}
	var out []reading
	var n numeral
	for k := at; k < len(c.tokens); k++ {
		w := c.numeral(k)
		if k > at && slices.Contains(c.file.Joins, w) && k+1 < len(c.tokens) && n.joins(c.file.Numbers[c.numeral(k+1)]) {
			continue
		}
		value, scale := c.file.Numbers[w], c.file.Scales[w]
		if len(w) == 1 {
			scale = 0 // "3k", in digits
		}
		if !n.take(value, scale, k == at) {
			break
		}
		out = append(out, reading{end: k + 1, value: Counting(n.total + n.part)})
	}
	return out
}

// numeral is a word as numerals are written.
func (c *chart) numeral(at int) string {
	w := c.tokens[at].Text
	return cmp.Or(c.file.Misspellings[w], w)
}

// digits reads "64", "1,000" and "2 dozen".
func (c *chart) digits(at int) []reading {
	n, err := strconv.ParseFloat(c.tokens[at].Text, 64)
	if err != nil || n <= 0 || n > game.MaxCoordinate {
		return nil
	}
	out := []reading{{end: at + 1, value: Counting(n)}}
	if at+2 < len(c.tokens) && c.thousand(at) {
		if more, err := strconv.ParseFloat(c.tokens[at+2].Text, 64); err == nil {
			return []reading{{end: at + 3, value: Counting(n*thousands + more)}}
		}
	}
	if at+1 < len(c.tokens) {
		next := c.tokens[at+1]
		if scale := c.file.Scales[next.Text]; scale > 0 && (len(next.Text) > 1 || next.Span.From == c.tokens[at].Span.To) {
			out = append(out, reading{end: at + 2, value: Counting(n * scale)})
		}
	}
	return out
}

const thousands = 1000

// thousand reports whether a comma within a number follows: "1,000".
func (c *chart) thousand(at int) bool {
	a, comma, b := c.tokens[at], c.tokens[at+1], c.tokens[at+2]
	return comma.Text == "," && b.Kind == Number && len(b.Text) == 3 && len(a.Text) <= 3 && a.Span.To == comma.Span.From && comma.Span.To == b.Span.From
}

// numeral adds up a number that is written in words.
type numeral struct {
	total, part float64
	// scaled is the last scale, 0 for none.
	scaled float64
}

// joins reports whether a word for "and" may stand before a number.
func (n *numeral) joins(value float64) bool {
	return value > 0 && (n.scaled > value && n.part == 0 || n.part >= 20 && value < 10 && int(n.part)%10 == 0)
}

// take adds a word and reports whether it may stand there.
func (n *numeral) take(value, scale float64, first bool) bool {
	switch {
	case scale > 0 && (first || n.part > 0):
		n.total += max(n.part, 1) * scale
		n.part, n.scaled = 0, scale
	case value > 0 && n.part == 0 && (first || n.scaled > value):
		n.part = value
	case value > 0 && value < 10 && n.part >= 20 && int(n.part)%10 == 0:
		n.part += value
	default:
		return false
	}
	return true
}

// position reads "100 64 -20", "x=100, y=64, z=-20".
func (c *chart) position(at int, kind, axes string) []reading {
	var words []string
	k := at
	open := c.tokens[at].Text == "(" || c.tokens[at].Text == "["
	if open {
		k++
	}
	sign := func(texts ...string) {
		for k < len(c.tokens) && slices.Contains(texts, c.tokens[k].Text) {
			k++
		}
	}
	before := []string{"xyz", ":"}
	for _, axis := range axes {
		sign(before...)
		before = []string{",", "/"}
		sign(string(axis), ":", "=")
		if k >= len(c.tokens) || c.tokens[k].Kind != Number {
			return nil
		}
		words = append(words, c.tokens[k].Text)
		k++
	}
	if open {
		sign(")", "]")
	}
	v := Leaf(kind, strings.Join(words, " "))
	third := kind == typeColumn && k < len(c.tokens) && c.tokens[k].Kind == Number // which is none in "100 64 4 me"
	if _, ok := v.Position(); !ok || third && (k+1 == len(c.tokens) || c.tokens[k+1].Kind != Word) {
		return nil
	}
	return []reading{{end: k, value: v}}
}

// place reads the name of a biome or structure.
func (c *chart) place(at int, kind string, named map[string]string) []reading {
	return c.spelt(at, func(phrase string) *Value {
		own := c.Grammar.places[phrase].of
		if id := named[cmp.Or(own, phrase)]; id != "" && (own != "" || c.file.Lexicon) {
			return Leaf(kind, id)
		}
		return nil
	})
}

// shortestName is how many letters the name of a file without its ending has at least.
const shortestName = 3

// name reads a word that nothing else is known of.
func (c *chart) name(at int) []reading {
	t := c.tokens[at]
	typed := t.Span.Of(c.text)
	weight := nameWeight
	if c.known(t.Text) && at > 0 && typed[0] >= 'A' && typed[0] <= 'Z' {
		weight = 2 * nameWeight
	} else if c.known(t.Text) {
		return nil
	}
	if t.Kind != Word || !game.IsPlayerName(typed) || c.vocabulary[t.Text] || c.names.Biomes[t.Text]+c.names.Structures[t.Text] != "" {
		return nil
	}
	return []reading{{end: at + 1, weight: weight, value: Leaf(typeName, typed)}}
}

// rest reads all words to the end, unless a sign or a word for "then" parts them.
func (c *chart) rest(at int) []reading {
	if c.tokens[at].Kind == Sign || c.is("unsaid", at) {
		return nil
	}
	for k := at; k < len(c.tokens); k++ {
		if k > at {
			until := reading{end: k, weight: restWeight, value: Leaf(typeRest, c.span([2]int{at, k}).Of(c.text))}
			if c.leads("thence", k) || c.leads("heard", k) || c.leads("toward", k) {
				return []reading{until}
			}
			if c.leads("then", k) { // "say hi and come here" may be one thing to say
				until.weight, until.fixes = until.weight+loosely, &fix{at, until.value.Text, nil, k}
				return []reading{until}
			}
		}
		t := c.tokens[k]
		if t.Kind == Quote || (t.Kind == Number || c.file.Numbers[t.Text] > 0) && k == at || c.is("weighty", k) {
			return nil
		}
	}
	text := strings.TrimSpace(c.text[c.tokens[at].Span.From:])
	return []reading{{end: len(c.tokens), weight: restWeight, value: Leaf(typeRest, text)}}
}

// leads reports whether a phrase of a list stands at a token and what belongs behind it:
// a clause, the end behind where it is heard, a player behind what leads to one.
func (c *chart) leads(list string, at int) bool {
	ends := func(r reading) bool { return r.end == len(c.tokens) || c.is("then", r.end) || c.is("closer", r.end) }
	return slices.ContainsFunc(c.listed(list, at), func(r reading) bool {
		switch list {
		case "heard":
			return ends(r)
		case "toward":
			return slices.ContainsFunc(c.parse(c.index["value player"], r.end), ends)
		}
		return len(c.parse(c.index["clause"], r.end)) > 0
	})
}

// Edge is a part of a text, in tokens, that a clause of a verb can hold: what stands in its
// slots, or words without a value, which lead to one or add nothing.
type Edge struct {
	From, To int
	Fields   []Field
	// Says: they are words of the verb. Leads: what adds nothing stands before a clause, and not behind one.
	Says, Leads bool
}

// Edges are the parts of a text that a clause of a verb can hold; without a verb what stands
// around clauses and adds nothing. What is done loosely is none.
func (g *Grammar) Edges(names *lexicon.Lexicon, text, verb string) []Edge {
	if len(text) > MaxText {
		return nil
	}
	c := newChart(g, names, text, Tokenize(text))
	var out []Edge
	rules := func(at int, list []edge, leads bool) {
		for _, e := range list {
			for _, r := range c.parse(e.symbol, at) {
				part := Edge{From: at, To: r.end, Leads: leads}
				if e.field == splice {
					part.Fields = r.value.Fields
				} else if e.field != "" {
					part.Fields = []Field{{e.field, r.value}}
				}
				if c.symbols[e.symbol].guess == "" {
					out = append(out, part)
				}
			}
		}
	}
	for at := range c.tokens {
		if verb == "" {
			for i, list := range [...]string{"opener", "ask", "closer", "then"} {
				if symbol, ok := c.index["words "+list]; ok && !c.is("weighty", at) {
					rules(at, []edge{{symbol: symbol}}, i < 2)
				}
			}
			continue
		}
		s := &c.symbols[c.index[verbWords+verb]]
		heads := map[int]bool{0: true} // no word stands before these
		for i := 0; i < len(s.states); i++ {
			if rules(at, s.states[i].rules, false); heads[i] {
				out = append(out, c.says(s, i, at, at)...)
				for _, e := range s.states[i].rules {
					heads[e.to] = true
				}
			}
			for _, f := range c.forms[at] {
				if len(s.states[i].by(f.word)) == 0 || c.tokens[at].Kind == Quote {
					continue
				}
				out = append(out, Edge{From: at, To: at + 1, Fields: c.somebody(at)})
			}
		}
	}
	return c.asTyped(out)
}

// asTyped are edges in the tokens of the text, of which one may stand for several words.
func (c *chart) asTyped(edges []Edge) []Edge {
	at := make([]int, len(c.tokens)+1)
	for i := range c.tokens {
		if at[i+1] = at[i] + 1; i+1 < len(c.tokens) && c.tokens[i+1].Span == c.tokens[i].Span {
			at[i+1] = at[i]
		}
	}
	for i := range edges {
		e := &edges[i]
		e.From, e.To = at[e.From], max(at[e.To], at[e.From]+min(e.To-e.From, 1))
	}
	return edges
}

// somebody is who is meant by a word that stands for a player.
func (c *chart) somebody(at int) (fields []Field) {
	for _, r := range c.parse(c.index["value player"], at) {
		if r.value.Has("me") || r.value.Has("him") {
			fields = r.value.Fields
		}
	}
	return fields
}

// says are the words of a verb from a state and a token on, behind which none of it is missing.
func (c *chart) says(s *symbol, state, from, at int) (out []Edge) {
	if at >= len(c.tokens) || c.tokens[at].Kind == Quote {
		return nil
	}
	for _, f := range c.forms[at] {
		for _, a := range s.states[state].by(f.word) {
			if s.open(a.to) {
				out = append(out, Edge{From: from, To: at + 1, Says: true})
			}
			out = append(out, c.says(s, a.to, from, at+1)...)
		}
	}
	return out
}

// open reports whether a phrase can end behind a state without another word of its own.
func (s *symbol) open(at int) bool {
	return len(s.states[at].ends) > 0 || slices.ContainsFunc(s.states[at].rules, func(e edge) bool { return e.to > at && s.open(e.to) })
}

// Fillings are what slots hold in examples of a verb, first without a number, then as they are: those given, then the file's own.
// Words for what was named before, and names of players, are none.
func (g *Grammar) Fillings(names *lexicon.Lexicon, verb string, first ...string) []string {
	var plain, whole []string
	for _, text := range append(first, g.Examples(verb)...) {
		c := newChart(g, names, text, Tokenize(text))
		all := c.readings("")
		if len(all) == 0 {
			continue
		}
		for _, clause := range c.reading(all[0]).Clauses {
			if clause.Verb != verb {
				continue
			}
			last := clause.Value.at[0] + 1
			fields := slices.Clone(clause.Value.Fields)
			slices.SortStableFunc(fields, func(a, b Field) int { return a.Value.at[0] - b.Value.at[0] })
			for _, f := range fields {
				from, to := f.Value.at[0], f.Value.at[1]
				if to <= from || f.Value.Has("it") || f.Value.Has("them") || f.Value.Has(typeName) {
					continue
				}
				said := func(from int) string { return c.span([2]int{from, to}).Of(text) }
				bare := from // behind the number
				for _, r := range c.parse(c.index["value quantity"], from) {
					if r.end < to {
						bare = max(bare, r.end)
					}
				}
				plain = append(plain, said(bare))
				if whole = append(whole, said(from)); last < from && !c.is("and", last) {
					whole = append(whole, said(last)) // with what leads to it
				}
				for k := from + 2; k < to; k++ {
					if len(c.parse(c.index["value "+typePosition], k)) > 0 {
						whole = append(whole, said(k-1)) // where the chest is
						break
					}
				}
				last = to
			}
		}
	}
	return unique(append(plain, whole...))
}

// unique are the texts in their order, each once.
func unique(texts []string) (out []string) {
	for _, text := range texts {
		if !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	return out
}

// stuck is the part of the message from the word that no rule took, the clause that it
// stands in, and the verbs whose phrases came farthest there, the farthest first.
func (c *chart) stuck() *Unread {
	if len(c.tokens) == 0 {
		return &Unread{}
	}
	at := min(c.farthest, len(c.tokens)-1)
	part := c.tokens[at].Span
	to := at + 1
	for to < len(c.tokens) && c.tokens[to].Kind != Sign && !c.is("then", to) {
		to++
	}
	from, within := c.unread()
	const before = 3 // the number of what was not understood is part of it
	for k := max(from, at-before); k < at; k++ {
		if slices.ContainsFunc(c.parse(c.index["value quantity"], k), func(r reading) bool { return r.end == at }) {
			at = k
		}
	}
	u := &Unread{Part: part, Rest: c.span([2]int{at, to}), Language: c.file.Language, Open: c.farthest >= len(c.tokens)}
	if n, numeral := c.file.Numbers[c.tokens[at].Text]; numeral && n == 0 || c.tokens[at].Kind == Number && len(c.number(at)) == 0 &&
		(at == 0 || c.tokens[at-1].Kind != Number) && (at+1 >= len(c.tokens) || c.tokens[at+1].Kind != Number) { // no coordinate
		u.None = part.Of(c.text)
	}
	if from >= to {
		return u
	}
	if u.Verbs = c.reaching(within); within < to && len(u.Verbs) == 0 {
		u.Verbs = c.reaching(from)
	}
	if within < to && (from == within || len(c.reaching(from)) == 0 || len(c.reaching(within)) > 0) {
		from = within
	}
	u.Clause = c.span([2]int{from, to})
	return u
}

// reaching are the verbs of which a word stands at a token, those whose phrases come farthest first.
func (c *chart) reaching(from int) []string {
	var out []string
	if from >= len(c.tokens) {
		return nil
	}
	reach := func(verb string) int {
		if cells := c.memo[c.index[verbWords+verb]]; cells != nil {
			return cells[from].reach
		}
		return 0
	}
	for verb := range c.frames {
		symbol := c.index[verbWords+verb]
		said := slices.ContainsFunc(c.forms[from], func(f form) bool { return len(c.symbols[symbol].states[0].by(f.word)) > 0 })
		if c.parse(symbol, from); said && reach(verb) > from {
			out = append(out, verb)
		}
	}
	slices.SortFunc(out, func(a, b string) int {
		return cmp.Or(reach(b)-reach(a), c.index[verbWords+a]-c.index[verbWords+b])
	})
	return out
}

// unread is where the first clause begins that is not read, with its openers and behind them.
func (c *chart) unread() (from, within int) {
	at := c.past("opener", 0)
	for at < len(c.tokens) {
		next, start := at, from
		for _, r := range c.parse(c.index["clause"], at) {
			for end, more := r.end, -1; end > more; {
				for _, then := range c.parse(c.index["words then"], end) {
					if within := c.past("opener", then.end); within > next {
						next, start = within, then.end
					}
				}
				more, end = end, c.step("closer", end)
			}
		}
		if next == at {
			break
		}
		at, from = next, start
	}
	return from, at
}

// past is the token behind the phrases of a list that stand at one.
func (c *chart) past(list string, at int) int {
	for next := c.step(list, at); next > at; next = c.step(list, at) {
		at = next
	}
	return at
}

// step is the token behind the longest phrase of a list that stands at one.
func (c *chart) step(list string, at int) int {
	next := at
	for _, r := range c.listed(list, at) {
		next = max(next, r.end)
	}
	return next
}
