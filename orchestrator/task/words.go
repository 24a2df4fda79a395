package task

import (
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/minehand/minehand/game"
)

// failureWords is why something failed, without a full stop.
func failureWords(f *game.Failure) string {
	if f == nil {
		return "no reason was given"
	}
	msg := strings.TrimRight(strings.TrimSpace(f.Message), ".")
	if msg != "" {
		return msg
	}
	if w := game.LookupCode(f.Code).Words; w != "" {
		return w
	}
	if f.Code != "" {
		return game.Display(string(f.Code))
	}
	return "the body gave no reason"
}

// couldNot is the sentence for a task that failed at an action: "Could not
// mine 1 diamond ore: none was found."
func couldNot(a *game.Attempt) string {
	reason := a.Reason
	switch {
	case a.Verdict == game.Contradicted:
		reason = "the body says it is done, but " + a.Reason
	case a.Outcome.Failure != nil:
		reason = failureWords(a.Outcome.Failure)
	}
	return fmt.Sprintf("Could not %s: %s.", lowerFirst(a.Step.Action.Describe()), strings.TrimRight(reason, "."))
}

func lowerFirst(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToLower(r)) + s[n:]
}

// Sentence makes a reason a sentence.
func Sentence(s string) string {
	s = strings.TrimSpace(s)
	if s == "" {
		return ""
	}
	r, n := utf8.DecodeRuneInString(s)
	s = string(unicode.ToUpper(r)) + s[n:]
	if strings.ContainsAny(s[len(s)-1:], ".!?") {
		return s
	}
	return s + "."
}

func needWords(n game.Need) string {
	return game.CountedAny(max(n.Count, 1), n.Items)
}

// words is a duration as players say it.
func words(d time.Duration) string {
	switch {
	case d >= time.Hour && d%time.Hour == 0:
		return plural(int(d/time.Hour), "hour")
	case d >= time.Minute:
		return plural(int(d.Round(time.Minute)/time.Minute), "minute")
	}
	return plural(int(d.Round(time.Second)/time.Second), "second")
}

func plural(n int, unit string) string {
	if n == 1 {
		return "1 " + unit
	}
	return fmt.Sprintf("%d %ss", n, unit)
}

// listWords is a list as part of a sentence.
func listWords(list []string) string {
	switch len(list) {
	case 0:
		return ""
	case 1:
		return list[0]
	}
	return strings.Join(list[:len(list)-1], ", ") + " and " + list[len(list)-1]
}
