// SPDX-License-Identifier: MIT

package conformance

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
)

// Bounds on what a person is shown of a transcript.
const (
	shownFrames = 12
	shownText   = 240 // bytes of a frame
)

// WriteText writes a verdict as a line, and for a fail the last frames before
// it.
func WriteText(w io.Writer, v Verdict) error {
	mark := v.Result
	if v.Result == Fail {
		mark = "FAIL"
	}
	if _, err := fmt.Fprintf(w, "%-4s  %-30s %s\n", mark, v.ID, v.Sentence); err != nil {
		return err
	}
	if v.Result != Fail {
		return nil
	}
	frames := slices.DeleteFunc(slices.Clone(v.Frames), func(f Frame) bool { return f.Kind == kindPing || f.Kind == kindPong })
	frames = frames[max(0, len(frames)-shownFrames):]
	for _, f := range frames {
		if _, err := fmt.Fprintf(w, "      %s\n", f.line(v.Frames[0].At)); err != nil {
			return err
		}
	}
	return nil
}

// line is a frame for people: seconds since the case began, < from the body, >
// to it.
func (f Frame) line(begun time.Time) string {
	arrow := "<"
	if f.From == FromMinehand {
		arrow = ">"
	}
	text := clip(strings.ToValidUTF8(f.Text, "?"), shownText)
	if f.Kind != kindText {
		text = strings.TrimSpace("(" + f.Kind + ") " + text)
	}
	return fmt.Sprintf("%6.2f %s %s", f.At.Sub(begun).Seconds(), arrow, text)
}

// Summary is the last line: what passed, failed and was skipped.
func (r *Report) Summary() string {
	return fmt.Sprintf("%d passed, %d failed, %d skipped in %.1f s", r.Count(Pass), r.Count(Fail), r.Count(Skip), r.Seconds)
}

// WriteJSON writes a verdict as one line of JSON.
func WriteJSON(w io.Writer, v Verdict) error { return json.NewEncoder(w).Encode(v) }

// WriteSummaryJSON writes the report as one line of JSON, with "summary": true.
func WriteSummaryJSON(w io.Writer, r Report) error {
	return json.NewEncoder(w).Encode(struct {
		Summary bool `json:"summary"`
		Report
		Passed  int `json:"passed"`
		Failed  int `json:"failed"`
		Skipped int `json:"skipped"`
	}{true, r, r.Count(Pass), r.Count(Fail), r.Count(Skip)})
}

// junit is the form that build servers read: one testsuite.
type junit struct {
	XMLName  xml.Name    `xml:"testsuite"`
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Skipped  int         `xml:"skipped,attr"`
	Time     string      `xml:"time,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Class   string      `xml:"classname,attr"`
	Name    string      `xml:"name,attr"`
	Time    string      `xml:"time,attr"`
	Failure *junitNote  `xml:"failure"`
	Skip    *junitNote  `xml:"skipped"`
	Out     *junitLines `xml:"system-out"`
}

type junitNote struct {
	Message string `xml:"message,attr"`
}

type junitLines struct {
	Text string `xml:",chardata"`
}

// WriteJUnit writes the report as JUnit XML. The class of a case is its rule or
// row.
func WriteJUnit(w io.Writer, r Report) error {
	suite := junit{
		Name: fmt.Sprintf("minehand conformance, %s, protocol %d", r.Body.InstanceID, r.Body.Protocol), Tests: len(r.Verdicts),
		Failures: r.Count(Fail), Skipped: r.Count(Skip), Time: fmt.Sprintf("%.3f", r.Seconds),
	}
	for _, v := range r.Verdicts {
		i := strings.LastIndex(v.ID, "/")
		c := junitCase{Class: strings.ReplaceAll(v.ID[:i], "/", "."), Name: v.ID[i+1:], Time: fmt.Sprintf("%.3f", v.Seconds)}
		switch v.Result {
		case Skip:
			c.Skip = &junitNote{v.Sentence}
		case Fail:
			c.Failure = &junitNote{v.Sentence}
			var text strings.Builder
			for _, f := range v.Frames {
				fmt.Fprintln(&text, f.line(v.Frames[0].At))
			}
			c.Out = &junitLines{text.String()}
		}
		suite.Cases = append(suite.Cases, c)
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	if err := e.Encode(suite); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}
