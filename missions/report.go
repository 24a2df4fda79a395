// SPDX-License-Identifier: MIT

package missions

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strconv"
	"strings"
)

// Standing is one planner in a ranking.
type Standing struct {
	// Name is provider, model, mode and assist.
	Name string
	Runs int
	// Infrastructure and Skipped are left out of everything else.
	Infrastructure, Skipped int
	// Values of measures, in their order; N of 0 where there is none.
	Values []Interval
}

// Planner names who planned a run: provider, model, mode and assist.
func (r *Row) Planner() string {
	name := r.Provider
	for _, word := range []string{r.Model, r.Mode, r.Assist} {
		if word != "" {
			name += " " + word
		}
	}
	return name
}

// Rank sorts the planners of any number of results by what they passed.
func Rank(rows []Row) []Standing {
	by := map[string][]*Row{}
	for i := range rows {
		name := rows[i].Planner()
		by[name] = append(by[name], &rows[i])
	}
	var out []Standing
	for name, of := range by {
		out = append(out, standingOf(name, of))
	}
	slices.SortFunc(out, func(a, b Standing) int {
		return cmp.Or(cmp.Compare(b.Values[0].Mean, a.Values[0].Mean), cmp.Compare(a.Name, b.Name))
	})
	return out
}

// standingOf is what the runs of one planner come to.
func standingOf(name string, rows []*Row) Standing {
	s := Standing{Name: name}
	var counted []*Row
	for _, r := range rows {
		switch r.Outcome {
		case Infrastructure:
			s.Infrastructure++
		case Skipped:
			s.Skipped++
		default:
			counted = append(counted, r)
		}
	}
	s.Runs = len(counted)
	for _, m := range measures() {
		var values []float64
		for _, r := range counted {
			if v, ok := m.Of(r); ok {
				values = append(values, v)
			}
		}
		s.Values = append(s.Values, m.interval(values))
	}
	return s
}

// WriteCSV writes a ranking with a line a planner and measure.
func WriteCSV(w io.Writer, ranking []Standing) error {
	out := csv.NewWriter(w)
	_ = out.Write([]string{"rank", "planner", "runs", "infrastructure", "skipped", "measure", "mean", "low", "high", "n"})
	number := func(v float64) string { return strconv.FormatFloat(v, 'f', 4, 64) }
	for i, s := range ranking {
		for k, m := range measures() {
			v := s.Values[k]
			_ = out.Write([]string{
				strconv.Itoa(i + 1), s.Name, strconv.Itoa(s.Runs), strconv.Itoa(s.Infrastructure), strconv.Itoa(s.Skipped),
				m.Name, number(v.Mean), number(v.Low), number(v.High), strconv.Itoa(v.N),
			})
		}
	}
	out.Flush()
	return out.Error()
}

// WriteMarkdown writes a ranking as a table.
func WriteMarkdown(w io.Writer, ranking []Standing) error {
	var b strings.Builder
	b.WriteString("| | planner | runs |")
	for _, m := range measures() {
		b.WriteString(" " + m.Name + " |")
	}
	b.WriteString("\n|---|---|---|" + strings.Repeat("---|", len(measures())) + "\n")
	for i, s := range ranking {
		fmt.Fprintf(&b, "| %d | %s | %d |", i+1, strings.ReplaceAll(s.Name, "|", "\\|"), s.Runs)
		for _, v := range s.Values {
			if v.N == 0 {
				b.WriteString(" |")
				continue
			}
			fmt.Fprintf(&b, " %.3f (%.3f to %.3f) |", v.Mean, v.Low, v.High)
		}
		b.WriteString("\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// WriteHTML writes a ranking as one page that needs nothing else.
func WriteHTML(w io.Writer, ranking []Standing, rows []Row) error {
	type bar struct {
		Standing
		Rank             int
		Left, Width, Dot float64
		Value            string
	}
	type plot struct {
		Name string
		Less bool
		Bars []bar
	}
	var plots []plot
	for k, m := range measures() {
		p := plot{Name: m.Name, Less: m.Less}
		most := 1.0
		for _, s := range ranking {
			most = max(most, s.Values[k].High)
		}
		for i, s := range ranking {
			if v := s.Values[k]; v.N > 0 {
				p.Bars = append(p.Bars, bar{s, i + 1, 100 * v.Low / most, max(100*(v.High-v.Low)/most, 0.5), 100 * v.Mean / most,
					fmt.Sprintf("%.3f (%.3f to %.3f)", v.Mean, v.Low, v.High)})
			}
		}
		if len(p.Bars) > 0 {
			plots = append(plots, p)
		}
	}
	return page.Execute(w, map[string]any{"Plots": plots, "Ranking": ranking, "Rows": rows})
}

var page = template.Must(template.New("report").Parse(`<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Missions: who plans how well</title>
<style>
body{font:16px/1.5 system-ui,sans-serif;max-width:64rem;margin:2rem auto;padding:0 1rem;color:#222;background:#fff}
table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.25rem .5rem;border-bottom:1px solid #ddd;vertical-align:top}
.track{position:relative;height:1.25rem;background:#eee;min-width:16rem}
.span{position:absolute;top:.35rem;height:.5rem;background:#7aa6d8}.dot{position:absolute;top:.15rem;width:.25rem;height:.9rem;background:#124}
</style></head><body>
<h1>Missions: who plans how well</h1>
<p>Means over runs with 95 % intervals: Wilson's of what a run has or has not, resampled of the rest. Runs that failed for the infrastructure, or were skipped, are left out.</p>
{{range .Plots}}<h2>{{.Name}}{{if .Less}} (less is better){{end}}</h2><table>
{{range .Bars}}<tr><td>{{.Rank}}. {{.Name}}</td><td><div class="track" role="img" aria-label="{{.Value}}"><div class="span" style="left:{{printf "%.2f" .Left}}%;width:{{printf "%.2f" .Width}}%"></div><div class="dot" style="left:{{printf "%.2f" .Dot}}%"></div></div></td><td>{{.Value}}</td><td>{{.Runs}} runs</td></tr>
{{end}}</table>{{end}}
<h2>Runs</h2><table><tr><th>run</th><th>outcome</th><th>verdict</th><th>what did not hold</th></tr>
{{range .Rows}}<tr><td>{{.Run}}</td><td>{{.Outcome}}</td><td>{{.Verdict}}</td><td>{{range .Failures}}{{.}}<br>{{end}}{{.Why}}</td></tr>
{{end}}</table></body></html>
`))
