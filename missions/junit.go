// SPDX-License-Identifier: MIT

package missions

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"time"
)

// The elements of a JUnit report (missions/testdata/junit.xsd).
type (
	junitSuites struct {
		XMLName xml.Name     `xml:"testsuites"`
		Suites  []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Package    string          `xml:"package,attr"`
		ID         int             `xml:"id,attr"`
		Name       string          `xml:"name,attr"`
		Timestamp  string          `xml:"timestamp,attr"`
		Hostname   string          `xml:"hostname,attr"`
		Tests      int             `xml:"tests,attr"`
		Failures   int             `xml:"failures,attr"`
		Errors     int             `xml:"errors,attr"`
		Skipped    int             `xml:"skipped,attr"`
		Time       string          `xml:"time,attr"`
		Properties []junitProperty `xml:"properties>property"`
		Cases      []junitCase     `xml:"testcase"`
		Out        string          `xml:"system-out"`
		Err        string          `xml:"system-err"`
	}
	junitProperty struct {
		Name  string `xml:"name,attr"`
		Value string `xml:"value,attr"`
	}
	junitCase struct {
		Name      string      `xml:"name,attr"`
		ClassName string      `xml:"classname,attr"`
		Time      string      `xml:"time,attr"`
		Skipped   *junitFault `xml:"skipped"`
		Error     *junitFault `xml:"error"`
		Failure   *junitFault `xml:"failure"`
	}
	junitFault struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr,omitempty"` // none of what was skipped
		Text    string `xml:",chardata"`
	}
)

// WriteJUnit writes a report with one testcase a run. version is that of the
// program.
func WriteJUnit(w io.Writer, version string, results []*Result) error {
	s := junitSuite{
		Package: "minehand", Name: "missions", Hostname: "localhost", Timestamp: time.Now().UTC().Format(junitTime),
		Properties: []junitProperty{{"version", plainXML(version)}},
	}
	var total float64
	for _, res := range results {
		c := junitCase{Name: plainXML(res.Run.ID), ClassName: "missions." + res.Run.Mission.Name, Time: seconds(res.Took.Seconds())}
		total += res.Took.Seconds()
		switch res.Outcome {
		case Passed:
		case Skipped:
			s.Skipped++
			c.Skipped = &junitFault{Message: plainXML(res.Why)}
		case Infrastructure:
			s.Errors++
			c.Error = &junitFault{Message: plainXML(res.Why), Type: string(res.Outcome)}
		case Missed:
			s.Failures++
			c.Failure = &junitFault{
				Message: plainXML(res.Failures[0]), Type: string(res.Outcome),
				Text: plainXML(strings.Join(res.Failures, "\n") + "\n\n" + res.TimelineText()),
			}
		}
		s.Cases = append(s.Cases, c)
	}
	if len(results) > 0 {
		s.Timestamp = results[0].Began.UTC().Format(junitTime)
	}
	s.Tests, s.Time = len(results), seconds(total)
	text, err := xml.MarshalIndent(junitSuites{Suites: []junitSuite{s}}, "", "  ")
	if err == nil {
		_, err = io.WriteString(w, xml.Header+string(text)+"\n")
	}
	return err
}

// junitTime is how a report writes a time: UTC, without a zone.
const junitTime = "2006-01-02T15:04:05"

func seconds(s float64) string { return fmt.Sprintf("%.3f", s) }

// plainXML leaves out what XML 1.0 cannot hold.
func plainXML(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\t' || r == 0xFFFE || r == 0xFFFF {
			return -1
		}
		return r
	}, s)
}

// TimelineText is the timeline as people read it.
func (res *Result) TimelineText() string {
	var b strings.Builder
	for _, m := range res.Timeline {
		fmt.Fprintf(&b, "%8.3f s  %-8s %s\n", float64(m.At)/1000, m.Kind, m.Text)
	}
	return b.String()
}
