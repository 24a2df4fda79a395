// SPDX-License-Identifier: MIT

package missions

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/minehand/minehand/internal/lists"
)

// Measure is a number of a row that models are compared by.
type Measure struct {
	Name string
	// Of a row; false where it has none.
	Of func(*Row) (float64, bool)
	// Less is better.
	Less bool
	// Share: a row has it or not, 1 or 0.
	Share bool
}

// interval is that of the measure's values.
func (m *Measure) interval(values []float64) Interval {
	if m.Share {
		return Wilson(values)
	}
	return Bootstrap(values)
}

// measures are what models are compared by, the most telling first.
func measures() []Measure {
	yes := func(b bool) float64 { return map[bool]float64{true: 1}[b] }
	asked := func(f func(*Row) bool) func(*Row) (float64, bool) {
		return func(r *Row) (float64, bool) { return yes(f(r)), r.Calls > 0 }
	}
	return []Measure{
		{Name: "passed", Share: true, Of: func(r *Row) (float64, bool) { return yes(r.Outcome == Passed), true }},
		{Name: "clauses proven", Of: func(r *Row) (float64, bool) {
			if r.Clauses == 0 {
				return 0, false
			}
			return float64(r.Proven) / float64(r.Clauses), true
		}},
		{Name: "false success", Share: true, Less: true, Of: func(r *Row) (float64, bool) { return yes(r.FalseSuccess), true }},
		{Name: "replies parsed", Share: true, Of: asked(func(r *Row) bool { return r.Parsed })},
		{Name: "valid before checking", Share: true, Of: asked(func(r *Row) bool { return r.ValidBefore })},
		{Name: "valid after checking", Share: true, Of: asked(func(r *Row) bool { return r.ValidAfter })},
		{Name: "own share of steps", Of: func(r *Row) (float64, bool) { return r.OwnShare, r.Steps > 0 }},
		{Name: "actions failed", Less: true, Of: func(r *Row) (float64, bool) { return float64(r.Failed), true }},
		{Name: "tokens", Less: true, Of: func(r *Row) (float64, bool) { return float64(r.Tokens), r.Calls > 0 }},
	}
}

// Interval is a mean with its 95 % interval.
type Interval struct {
	Mean, Low, High float64
	// N is how many values it is of.
	N int
}

// resamples of a bootstrap; their draws are seeded, so that the same results give
// the same intervals.
const resamples = 10_000

// Bootstrap is the mean of values with the percentile interval of resampled means
// (Efron 1979).
func Bootstrap(values []float64) Interval {
	n := len(values)
	if n == 0 {
		return Interval{}
	}
	rng := rand.New(rand.NewPCG(1, uint64(n)))
	means := make([]float64, resamples)
	for i := range means {
		sum := 0.0
		for range n {
			sum += values[rng.IntN(n)]
		}
		means[i] = sum / float64(n)
	}
	slices.Sort(means)
	return Interval{Mean: mean(values), Low: means[resamples/40], High: means[resamples-1-resamples/40], N: n}
}

// mean of values, of which there are some.
func mean(values []float64) float64 {
	return lists.Sum(values, func(v *float64) float64 { return *v }) / float64(len(values))
}

// Wilson is the share of values that are 1, the others being 0, with the score
// interval of a proportion (Wilson 1927): unlike resampling it does not take three
// successes of three for certainty.
func Wilson(values []float64) Interval {
	if len(values) == 0 {
		return Interval{}
	}
	const z = 1.959964 // of the middle 95 % of a normal distribution
	n, p := float64(len(values)), mean(values)
	middle := (p + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return Interval{Mean: p, Low: max(0, min(p, middle-half)), High: min(1, max(p, middle+half)), N: len(values)}
}

// Difference is one measure compared over pairs of runs.
type Difference struct {
	Measure string
	A, B    float64
	// By is B minus A over the pairs.
	By Interval
	// Better is "A" or "B" when the interval leaves 0 out, and else empty.
	Better string
}

// Comparison is two lists of results compared.
type Comparison struct {
	NameA, NameB string
	Pairs        int
	// OnlyA and OnlyB have no partner; Infrastructure are pairs that no planner is to
	// blame for, which count for neither, and Skipped those that were not played.
	OnlyA, OnlyB, Infrastructure, Skipped int
	Differences                           []Difference
	// Causes count what went wrong, by class.
	CausesA, CausesB map[string]int
	// BetterA and BetterB are the pairs that one passed and the other did not.
	BetterA, BetterB []string
}

// Compare pairs results by mission and seeds.
func Compare(nameA string, a []Row, nameB string, b []Row) *Comparison {
	c := &Comparison{NameA: nameA, NameB: nameB, CausesA: map[string]int{}, CausesB: map[string]int{}}
	pairs := c.pair(a, b)
	for _, p := range pairs {
		count(c.CausesA, p[0])
		count(c.CausesB, p[1])
		switch passedA, passedB := p[0].Outcome == Passed, p[1].Outcome == Passed; {
		case passedA && !passedB:
			c.BetterA = append(c.BetterA, p[0].Mission)
		case passedB && !passedA:
			c.BetterB = append(c.BetterB, p[0].Mission)
		}
	}
	for _, m := range measures() {
		if d, ok := m.over(pairs); ok {
			c.Differences = append(c.Differences, d)
		}
	}
	return c
}

// pair finds the runs that both sides played and that say something, and counts the others.
func (c *Comparison) pair(a, b []Row) (pairs [][2]*Row) {
	of := map[string]*Row{}
	for i := range b {
		of[b[i].Pair()] = &b[i]
	}
	for i := range a {
		other := of[a[i].Pair()]
		delete(of, a[i].Pair())
		switch {
		case other == nil:
			c.OnlyA++
		case a[i].Outcome == Infrastructure || other.Outcome == Infrastructure:
			c.Infrastructure++
		case a[i].Outcome == Skipped || other.Outcome == Skipped:
			c.Skipped++
		default:
			pairs = append(pairs, [2]*Row{&a[i], other})
		}
	}
	c.OnlyB, c.Pairs = len(of), len(pairs)
	return pairs
}

// count adds what went wrong in a run.
func count(causes map[string]int, r *Row) {
	for class, n := range r.Faults {
		causes[class] += n
	}
	if r.Outcome == Missed {
		causes["ended "+cmp.Or(r.Verdict, "without a goal")]++
	}
}

// over compares a measure over those pairs where both have it.
func (m *Measure) over(pairs [][2]*Row) (Difference, bool) {
	var ofA, ofB, by []float64
	for _, p := range pairs {
		a, okA := m.Of(p[0])
		b, okB := m.Of(p[1])
		if okA && okB {
			ofA, ofB, by = append(ofA, a), append(ofB, b), append(by, b-a)
		}
	}
	if len(by) == 0 {
		return Difference{}, false
	}
	d := Difference{Measure: m.Name, A: mean(ofA), B: mean(ofB), By: Bootstrap(by)}
	switch {
	case d.By.Low > 0 && !m.Less, d.By.High < 0 && m.Less:
		d.Better = "B"
	case d.By.High < 0 && !m.Less, d.By.Low > 0 && m.Less:
		d.Better = "A"
	}
	return d, true
}

// WriteText writes the comparison for people.
func (c *Comparison) WriteText(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "A is %s, B is %s.\n%d pairs of runs of the same mission and seeds", c.NameA, c.NameB, c.Pairs)
	for _, l := range []struct {
		n    int
		text string
	}{{c.Infrastructure, "left out for faults of the infrastructure"}, {c.Skipped, "skipped"}, {c.OnlyA, "in A only"},
		{c.OnlyB, "in B only"}} {
		if l.n > 0 {
			fmt.Fprintf(&b, ", %d %s", l.n, l.text)
		}
	}
	fmt.Fprintf(&b, ".\n\n%-24s %9s %9s %9s   %-20s %s\n", "", "A", "B", "B - A", "95 % interval", "pairs")
	for _, d := range c.Differences {
		verdict := ""
		if d.Better != "" {
			verdict = "  " + d.Better + " is better"
		}
		fmt.Fprintf(&b, "%-24s %9.3f %9.3f %+9.3f   [%+.3f, %+.3f]%s %5d%s\n", d.Measure, d.A, d.B, d.By.Mean, d.By.Low, d.By.High,
			strings.Repeat(" ", max(0, 20-len(fmt.Sprintf("[%+.3f, %+.3f]", d.By.Low, d.By.High)))), d.By.N, verdict)
	}
	causes := maps.Clone(c.CausesA)
	maps.Copy(causes, c.CausesB)
	if len(causes) > 0 {
		b.WriteString("\nWhat went wrong             A     B\n")
	}
	for _, class := range slices.Sorted(maps.Keys(causes)) {
		fmt.Fprintf(&b, "  %-22s %5d %5d\n", class, c.CausesA[class], c.CausesB[class])
	}
	for _, l := range []struct {
		who  string
		list []string
	}{{"A", c.BetterA}, {"B", c.BetterB}} {
		if len(l.list) > 0 {
			fmt.Fprintf(&b, "\nPassed by %s alone: %s\n", l.who, strings.Join(l.list, ", "))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}
