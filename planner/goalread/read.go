package goalread

import (
	"slices"
	"strconv"
	"strings"

	"github.com/minehand/minehand/game"
)

// parser works through the words of one text.
type parser struct {
	r     *Reader
	text  string
	words []string
	at    int
	goals []Goal
	// kind is the verb that still holds: "get 3 logs and 2 torches".
	kind Kind
	verb bool
}

// maxGoals bounds the goals of one text.
const maxGoals = 40

// Read reads a goal whole, or returns an *game.UnreadableError.
func (r *Reader) Read(text string) (Reading, error) {
	if len(text) > maxText {
		return Reading{}, &game.UnreadableError{Text: text[:60] + "...", Nearest: []string{"get 3 diamonds"}}
	}
	p := &parser{r: r, text: text, words: tokens(text)}
	if !p.read() || len(p.goals) == 0 {
		return Reading{}, &game.UnreadableError{Text: text, Nearest: r.nearest(p)}
	}
	return Reading{Goals: p.goals}, nil
}

func (p *parser) peek() string {
	if p.at < len(p.words) {
		return p.words[p.at]
	}
	return ""
}

// nextAre reports whether the words from offset on are these.
func (p *parser) nextAre(offset int, words ...string) bool {
	for i, w := range words {
		if k := p.at + offset + i; k >= len(p.words) || p.words[k] != w {
			return false
		}
	}
	return true
}

func (p *parser) skip(words ...string) bool {
	for _, w := range words {
		if parts := strings.Fields(w); p.nextAre(0, parts...) {
			p.at += len(parts)
			return true
		}
	}
	return false
}

// skipLongest skips the longest of the phrases that comes next.
func (p *parser) skipLongest(phrases []string) bool {
	best := 0
	for _, ph := range phrases {
		if parts := strings.Fields(ph); len(parts) > best && p.nextAre(0, parts...) {
			best = len(parts)
		}
	}
	p.at += best
	return best > 0
}

func (p *parser) read() bool {
	for {
		opened := p.open()
		if p.at >= len(p.words) {
			return true
		}
		if len(p.goals) >= maxGoals {
			return false
		}
		kind, ok := p.verbHere()
		switch {
		case ok:
			p.kind, p.verb = kind, true
		case p.kind == "":
			p.kind = Get
		case !opened && len(p.goals) > 0:
			return false
		}
		p.open2()
		if !p.clause() {
			return false
		}
		for p.skipLongest(closers) {
		}
	}
}

// open skips what stands between and before goals and reports whether there
// was something.
func (p *parser) open() bool {
	start := p.at
	for p.at < len(p.words) && (connectors[p.peek()] || p.skipLongest(openers)) {
		if connectors[p.peek()] {
			p.at++
		}
	}
	return p.at > start
}

// open2 skips what stands between a verb and its thing.
func (p *parser) open2() {
	if p.kind == Get || p.kind == Craft || p.kind == Mine {
		p.skip("me some", "us some", "yourself", "me", "us", "for me")
		if p.words[max(p.at-1, 0)] == "some" {
			p.at--
		}
	}
}

// verbHere reads the longest verb at hand, or the one that a misspelt word is
// nearest to.
func (p *parser) verbHere() (Kind, bool) {
	for n := 3; n >= 1; n-- {
		if p.at+n > len(p.words) {
			continue
		}
		if k, ok := verbs[strings.Join(p.words[p.at:p.at+n], " ")]; ok {
			if (k == Goto && n == 1) && p.at+1 < len(p.words) {
				if _, verb := verbs[p.words[p.at+1]]; verb && p.words[p.at] == "go" {
					p.at++ // go mine
					return p.verbHere()
				}
			}
			p.at += n
			return k, true
		}
	}
	w := p.peek()
	if len(w) < 3 || isNumber(w) || p.nounAhead() {
		return "", false
	}
	best, bestKind, tie := 3, Kind(""), false
	for v, k := range verbs {
		if len(v) < 3 || strings.Contains(v, " ") {
			continue
		}
		d := distance(w, v, 2)
		if d > 1 && len(w) < 6 || w[0] != v[0] || len(w) < 5 && !swapped(w, v) && len(v) == len(w) {
			continue
		}
		switch {
		case d < best:
			best, bestKind, tie = d, k, false
		case d == best && k != bestKind:
			tie = true
		}
	}
	if best > 2 || tie {
		return "", false
	}
	p.at++
	return bestKind, true
}

// swapped says that two texts of a length have the same letters.
func swapped(a, b string) bool {
	x, y := []byte(a), []byte(b)
	slices.Sort(x)
	slices.Sort(y)
	return slices.Equal(x, y)
}

// nounAhead says that a quantity or thing begins here.
func (p *parser) nounAhead() bool {
	w := p.peek()
	if _, ok := numberWords[w]; ok {
		return true
	}
	for n := min(maxWords, len(p.words)-p.at); n >= 1; n-- {
		if _, ok := p.r.items[strings.Join(p.words[p.at:p.at+n], " ")]; ok {
			return true
		}
	}
	return false
}

func (p *parser) clause() bool {
	switch p.kind {
	case Say:
		return p.say()
	case Goto:
		return p.goTo()
	case Follow:
		return p.follow()
	case Sleep:
		p.goals = append(p.goals, Goal{Kind: Sleep})
		return true
	case Wait:
		s, ok := p.duration()
		if ok {
			p.goals = append(p.goals, Goal{Kind: Wait, Seconds: s})
		}
		return ok
	case Interact:
		return p.interact()
	case Kill:
		return p.kill()
	case Eat:
		return p.eat()
	case Give:
		return p.give()
	}
	return p.things()
}

// things reads a quantity, a thing and, where the kind has one, a place.
func (p *parser) things() bool {
	if p.pronoun() {
		last := p.lastThing()
		if last == nil {
			return false
		}
		g := *last
		g.Kind, g.Refers, g.At, g.To, g.More = p.kind, true, nil, "", false
		return p.finish(g)
	}
	a := p.amount()
	n, ok := p.noun(p.kind == Mine)
	if !ok {
		return false
	}
	if times, ok := p.timesAfter(); ok && !a.given {
		a = times
	}
	if n.set != nil {
		for _, id := range n.set {
			g := Goal{Kind: p.kind, Name: id, Items: []string{id}, Count: max(1, a.n), More: a.more}
			if p.kind == Place || p.kind == Mine || p.kind == Smelt || !p.finish(g) {
				return false
			}
		}
		return true
	}
	count := a.of(p.r.stack(n))
	if n.factor > 0 {
		count *= n.factor
	}
	if count > maxCount {
		return false
	}
	return p.finish(Goal{Kind: p.kind, Name: n.name, Items: n.items, Count: count, More: a.more})
}

// timesAfter reads "x3" behind a thing.
func (p *parser) timesAfter() (amount, bool) {
	k := p.at
	if p.peek() == "x" {
		k++
	}
	if k > p.at && k < len(p.words) && isNumber(p.words[k]) {
		if n, err := strconv.Atoi(p.words[k]); err == nil && n > 0 && n <= maxCount {
			p.at = k + 1
			return amount{n: n, given: true}, true
		}
	}
	return amount{}, false
}

func (r *Reader) stack(n noun) int {
	if it, ok := r.v.Item(n.items[0]); ok {
		return it.Stack
	}
	return 64
}

func (p *parser) pronoun() bool {
	for _, w := range [...]string{"it", "them", "that", "those", "this", "all of them", "all of it"} {
		if parts := strings.Fields(w); p.nextAre(0, parts...) {
			k := p.at + len(parts)
			if k < len(p.words) && (w == "that" || w == "this" || w == "those") && !connectors[p.words[k]] {
				continue
			}
			p.at = k
			return true
		}
	}
	return false
}

func (p *parser) lastThing() *Goal {
	for i := len(p.goals) - 1; i >= 0; i-- {
		if len(p.goals[i].Items) > 0 && p.goals[i].Kind != Kill {
			return &p.goals[i]
		}
	}
	return nil
}

// finish reads what may follow a thing and appends the goal.
func (p *parser) finish(g Goal) bool {
	switch g.Kind {
	case Place:
		p.skip("down")
		p.place(&g)
		if g.At == nil && (p.peek() == "in" || p.peek() == "into") {
			g.Kind = Deposit
			return p.container(g)
		}
	case Deposit, Withdraw:
		return p.container(g)
	case Equip:
		g.Count = 1
		p.skipLongest([]string{"in hand", "in your hand", "in the hand", "on"})
	case Craft:
		if p.r.onlySmelted(g.Items[0]) {
			g.Kind, g.Product = Smelt, true
		}
	}
	p.goals = append(p.goals, g)
	return true
}

// onlySmelted says that an item is cooked rather than crafted: "make glass".
func (r *Reader) onlySmelted(id string) bool {
	return len(r.v.Recipes(id)) == 0 && len(r.v.SmeltingTo(id)) > 0
}

// container reads "in the chest at 1 64 3". Without a place it is unreadable:
// Minehand opens no chest that was not named.
func (p *parser) container(g Goal) bool {
	p.skip("in", "into", "inside", "from", "out of", "to", "at")
	p.skip("the", "a", "my", "that")
	p.skip("chest", "barrel", "box", "container", "shulker box", "trapped chest")
	p.place(&g)
	if g.At == nil {
		return false
	}
	p.goals = append(p.goals, g)
	return true
}

// place reads "at 1 64 3" when it comes next.
func (p *parser) place(g *Goal) {
	start := p.at
	p.skip("at", "to", "on", "in")
	p.skip("the")
	p.skip("coordinates", "coords", "position", "location", "block", "spot")
	if at, ok := p.position(); ok {
		g.At = &at
		return
	}
	p.at = start
}

// position reads three coordinates: "100 64 -20", "x=100 y=64 z=-20".
func (p *parser) position() (game.Pos, bool) {
	start := p.at
	var c [3]int
	for i := range c {
		if i > 0 {
			p.skip(",")
		}
		p.skip([]string{"x", "y", "z"}[i])
		f, err := strconv.ParseFloat(p.peek(), 64)
		if err != nil || !isNumber(p.peek()) || f > game.MaxCoordinate || f < -game.MaxCoordinate {
			p.at = start
			return game.Pos{}, false
		}
		c[i] = int(floor(f))
		p.at++
	}
	pos := game.Pos{X: c[0], Y: c[1], Z: c[2]}
	if (game.Action{Kind: game.Goto, At: &pos}).Validate() != nil {
		p.at = start
		return game.Pos{}, false
	}
	return pos, true
}

func floor(f float64) float64 {
	n := float64(int64(f))
	if n > f {
		n--
	}
	return n
}

// noun reads the longest thing at hand, else the one nearest to the words up
// to the next connector.
func (p *parser) noun(blocks bool) (noun, bool) {
	p.skip("of", "the", "my", "some")
	maps := []map[string]noun{p.r.items, p.r.blocks}
	if blocks {
		maps = []map[string]noun{p.r.blocks, p.r.items}
	}
	if got, ok := p.exact(maps); ok {
		return got, true
	}
	if p.skipLongest(unitWords) {
		if got, ok := p.exact(maps); ok {
			return got, true
		}
	}
	return p.near(maps)
}

// unitWords stand before a thing and add nothing.
var unitWords = []string{"pieces of", "piece of", "blocks of", "block of", "units of", "bits of", "items of"}

// exact reads the longest phrase at hand that has a meaning.
func (p *parser) exact(maps []map[string]noun) (noun, bool) {
	for n := min(maxWords, len(p.words)-p.at); n >= 1; n-- {
		phrase := strings.Join(p.words[p.at:p.at+n], " ")
		for _, m := range maps {
			if got, ok := m[phrase]; ok {
				p.at += n
				p.skipBlockWord(phrase)
				return got, true
			}
		}
	}
	return noun{}, false
}

// skipBlockWord passes over "blocks" in "10 dirt blocks".
func (p *parser) skipBlockWord(phrase string) {
	if !strings.Contains(phrase, "block") {
		p.skip("blocks", "block", "items", "item")
	}
}

// near reads a misspelt thing. It must be nearer to one thing than to any
// other.
func (p *parser) near(maps []map[string]noun) (noun, bool) {
	longest := 0
	for p.at+longest < len(p.words) && longest < maxWords && !connectors[p.words[p.at+longest]] && !isNumber(p.words[p.at+longest]) {
		longest++
	}
	for n := longest; n >= 1; n-- {
		phrase := strings.Join(p.words[p.at:p.at+n], " ")
		best, ok := p.r.closest(phrase, p.r.phrases, maps)
		if ok {
			p.at += n
			p.skipBlockWord(phrase)
			return best, true
		}
	}
	return noun{}, false
}

// closest finds the one thing whose name is nearest to a phrase.
func (r *Reader) closest(phrase string, list [maxWords + 1][]string, maps []map[string]noun) (noun, bool) {
	limit := allowed(phrase)
	if limit == 0 {
		return noun{}, false
	}
	var best noun
	bestD, tie := limit+1, false
	words := strings.Count(phrase, " ") + 1
	for n := max(1, words-1); n <= min(maxWords, words+1); n++ {
		for _, candidate := range list[n] {
			d := distance(phrase, candidate, bestD)
			if d > limit || d > bestD {
				continue
			}
			for _, m := range maps {
				got, ok := m[candidate]
				if !ok {
					continue
				}
				if d < bestD {
					best, bestD, tie = got, d, false
				} else if got.name != best.name {
					tie = true
				}
				break
			}
		}
	}
	return best, bestD <= limit && !tie
}

// allowed is how many slips a phrase may hold.
func allowed(phrase string) int {
	switch n := len(phrase); {
	case n < 4:
		return 0
	case n < 8:
		return 1
	case n < 14:
		return 2
	default:
		return 3
	}
}

// distance counts the slips between two texts (a letter too many, too few,
// another, or two swapped), or more than most when there are more.
func distance(a, b string, most int) int {
	if a == b {
		return 0
	}
	if len(a)-len(b) > most || len(b)-len(a) > most {
		return most + 1
	}
	var rows [3][]int
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		old, prev, row := rows[(i+1)%3], rows[(i-1)%3], rows[i%3]
		row[0] = i
		least := row[0]
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			d := min(prev[j]+1, row[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d = min(d, old[j-2]+1)
			}
			row[j] = d
			least = min(least, d)
		}
		if least > most {
			return most + 1
		}
	}
	return rows[len(a)%3][len(b)]
}

// nearest suggests goals that can be read.
func (r *Reader) nearest(p *parser) []string {
	kind := p.kind
	if kind == "" || kind == Say || kind == Goto || kind == Follow {
		kind = Get
	}
	var out []string
	const looked = 12 // a long text is answered by its beginning
	for _, w := range p.words[:min(len(p.words), looked)] {
		if len(w) < 3 || isNumber(w) || len(out) >= 3 {
			continue
		}
		if n, ok := r.items[w]; ok && n.set == nil {
			out = append(out, string(kind)+" "+w)
			continue
		}
		if n, ok := r.closest(w, r.phrases, []map[string]noun{r.items}); ok {
			out = append(out, string(kind)+" "+game.Display(n.name))
		}
	}
	switch p.kind {
	case Goto:
		out = append(out, "go to 100 64 -20")
	case Follow:
		out = append(out, "follow me")
	case Deposit, Withdraw:
		out = append(out, string(p.kind)+" 3 dirt at 100 64 -20")
	}
	if len(out) == 0 {
		out = []string{"get 3 diamonds", "craft a furnace", "go to 100 64 -20"}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
