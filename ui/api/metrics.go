// SPDX-License-Identifier: MIT

package api

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
)

// MetricType is how a metric behaves.
type MetricType string

// The types of the Prometheus text format.
const (
	Counter MetricType = "counter"
	Gauge   MetricType = "gauge"
)

// Metric is one family of figures. Its label values must come from a bounded set:
// the catalogue, states, the config's names; never from what a peer sends.
type Metric struct {
	// Name begins with minehand_; a counter's ends in _total.
	Name string
	Help string
	Type MetricType
	// Samples may be empty.
	Samples []Sample
}

// Sample is one figure. Labels are name and value in turn.
type Sample struct {
	Labels []string
	Value  float64
}

// Metrics serves what collect returns in the Prometheus text format, version
// 0.0.4.
func Metrics(collect func() []Metric) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		out := bufio.NewWriter(w)
		for _, m := range collect() {
			writeMetric(out, m)
		}
		_ = out.Flush() // the client is gone if it fails
	})
}

// escaped are the characters that a label's value or a help may not hold as they
// are.
var escaped = strings.NewReplacer(`\`, `\\`, "\n", `\n`, `"`, `\"`)

func writeMetric(out io.Writer, m Metric) {
	_, _ = fmt.Fprintf(out, "# HELP %s %s\n# TYPE %s %s\n", m.Name, strings.NewReplacer(`\`, `\\`, "\n", `\n`).Replace(m.Help), m.Name, m.Type)
	for _, s := range m.Samples {
		_, _ = io.WriteString(out, m.Name)
		for i := 0; i+1 < len(s.Labels); i += 2 {
			before := ","
			if i == 0 {
				before = "{"
			}
			_, _ = fmt.Fprintf(out, `%s%s="%s"`, before, s.Labels[i], escaped.Replace(s.Labels[i+1]))
		}
		if len(s.Labels) > 1 {
			_, _ = io.WriteString(out, "}")
		}
		_, _ = fmt.Fprintf(out, " %s\n", strconv.FormatFloat(s.Value, 'f', -1, 64))
	}
}

// Clients is how many clients are connected.
func (s *Server) Clients() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.conns)
}
