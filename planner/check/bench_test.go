// SPDX-License-Identifier: MIT

package check

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/minehand/minehand/planner/book"
	"github.com/minehand/minehand/planner/techtree"
)

// BenchmarkSolve plans one more of everything that is crafted, from each of the inventories.
func BenchmarkSolve(b *testing.B) {
	library := book.NewLibrary(book.Config{})
	for _, in := range inventories {
		d := open(b, library, "1.21.4", in.held)
		b.Run(in.name, func(b *testing.B) {
			var times []time.Duration
			total, sets := time.Duration(0), 0
			for b.Loop() {
				for _, it := range d.Version.Items() {
					if len(d.Version.Recipes(it.Name)) == 0 {
						continue
					}
					start := time.Now()
					_, _ = Solve(context.Background(), d.Book, []book.Subgoal{{
						Holds: true, Wants: []techtree.Want{{Items: []string{it.Name}, Count: d.Held(it.Name) + 1}},
					}})
					times = append(times, time.Since(start))
					total += times[len(times)-1]
				}
				sets++
			}
			slices.Sort(times)
			b.ReportMetric(float64(times[len(times)/2].Nanoseconds())/1e6, "p50-ms")
			b.ReportMetric(float64(times[len(times)*99/100].Nanoseconds())/1e6, "p99-ms")
			b.ReportMetric(total.Seconds()/float64(sets), "set-s")
			b.ReportMetric(float64(len(times)/sets), "items")
		})
	}
}
